// @ts-check
// A hand on the layout: its cards, and below them total, stake and result.

import { ACTS, EXCHANGE } from "./acts.js";
import { card } from "./cards.js";
import { h, money, signed } from "./dom.js";
import { whyButton } from "./why.js";

const ROW = 5; // cards in a row of a hand in the strip; the sixth begins a second row

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * What a settled wager has brought: all that came back, less the stake.
 * @param {Live.Wager} wager
 */
export function netOf(wager) {
  return wager.returned - wager.amount;
}

/**
 * The sentence for the hands of a person that were declared void, and the clause; null if there are none.
 * @param {Live.Box[]} boxes
 * @param {string} person
 */
export function voidedOf(boxes, person) {
  const own = boxes.flatMap((box) =>
    box.wagers.filter((wager) => wager.bettor === person && wager.result === "void"),
  );
  if (!own.length) return null;
  const several =
    boxes.flatMap((box) =>
      box.wagers.some((wager) => own.includes(wager)) ? box.hands.filter((hand) => hand.void) : [],
    ).length > 1;
  const returned = own.reduce((sum, wager) => sum + wager.returned, 0);
  return { text: `${several ? "Hands" : "Hand"} void: ${money(returned)} returned`, clause: own[0].clause };
}

/**
 * The part of a stake on the cloth: all of it until it is settled, then what was not taken.
 * @param {Live.Wager} wager
 */
export function laidOf(wager) {
  return wager.result === null ? wager.amount : Math.max(0, wager.returned - wager.paid);
}

/**
 * The total of a hand as people call it: a natural by its name.
 * @param {Live.Hand} hand
 * @param {{natural: string}} context
 */
export function totalOf(hand, context) {
  return hand.blackjack ? capital(context.natural) : hand.count;
}

/**
 * The result of some wagers: the word, the money, and why.
 * @param {Live.Hand | null} hand
 * @param {Live.Wager[]} wagers
 * @param {string} book
 */
export function outcome(hand, wagers, book) {
  const settled = wagers.filter((w) => w.result !== null);
  if (!settled.length) return null;
  const net = settled.reduce((sum, w) => sum + netOf(w), 0);
  const kind = net > 0 ? "won" : net < 0 ? "lost" : "even";
  const main = settled.find((w) => w.kind === "main") ?? settled[0];
  const word = capital(hand?.result ?? main.word ?? main.result ?? "");
  const amount = net === 0 ? "" : signed(net);
  const text = [word, amount].filter(Boolean).join(" ");
  const told = [h("span", { class: "word" }, word), amount && h("span", { class: "brought" }, amount)];
  const why = whyButton(book, main.clause, {
    said: text,
    name: `Why? ${text} (clause ${main.clause})`,
    label: [...told, h("span", { class: "mark" }, "?")].filter(Boolean),
  });
  return h("div", { class: `outcome ${kind}`, "data-net": net }, why ?? told);
}

/**
 * @param {Live.Hand} hand
 * @param {number} box
 * @param {Page.Cloth} context
 */
function faces(hand, box, context) {
  const { layout, past, mark } = context;
  const marks = past ? layout.pastMarks(box, hand.number) : layout.marks(box, hand.number);
  const landed = hand.cards.length - marks.coming;
  return hand.cards.map((face, n) =>
    card(face, {
      mark,
      n: marks.numbers[n] ?? null,
      landed: n < landed,
      sideways: hand.sideways && n === hand.cards.length - 1,
    }),
  );
}

/** @param {Live.Hand} hand */
function notes(hand) {
  const { done } = ACTS[EXCHANGE];
  const before = /** @type {Record<string, any>} */ (hand)[done];
  return [
    hand.doubled && "doubled",
    hand.surrendered && "surrendered",
    hand.void && "void",
    before.length > 0 && done,
  ].filter(Boolean);
}

/**
 * One hand of a box.
 * @param {Live.Box} box
 * @param {Live.Hand} hand
 * @param {Page.Cloth & {many?: boolean, strip?: boolean}} context
 */
export function handView(box, hand, context) {
  const { book, many, strip = false } = context;
  const cards = faces(hand, box.number, context);
  const own = box.wagers.filter((w) => w.hand === hand.number);
  const staked = own.reduce((sum, w) => sum + w.amount, 0);
  const total = totalOf(hand, context);
  const settled = outcome(hand, own, book);
  const rows = strip && cards.length > ROW ? [cards.slice(0, ROW), cards.slice(ROW)] : [cards];
  const words = notes(hand);
  return h(
    "div",
    {
      class: ["hand", hand.acting && "acting", hand.closed && "closed"].filter(Boolean).join(" "),
      "data-hand": hand.number,
      ...(strip && { role: "group", "aria-label": `Hand ${hand.number}${hand.acting ? ", your turn" : ""}` }),
    },
    rows.map((row) =>
      h("div", { class: "cards", style: { "--n": String(Math.max(1, row.length - 1)) } }, row),
    ),
    h(
      "div",
      { class: "count" },
      total && h("span", { class: hand.blackjack ? "total natural" : "total" }, total),
      strip && hand.acting && h("span", { class: "note" }, "▸ your turn"),
      !settled && (!many || strip) && words.length > 0 && h("span", { class: "note" }, words.join(", ")),
      many &&
        staked > 0 &&
        h(
          "span",
          { class: hand.doubled ? "stake doubled" : "stake" },
          h("span", { class: "unseen" }, hand.doubled ? "doubled, bet " : "bet "),
          money(staked),
        ),
      strip && settled,
    ),
    !strip && settled,
  );
}

/**
 * A box that is shown by total and stake alone, where another one has the room.
 * @param {Live.Box} box
 * @param {{natural: string}} context
 */
export function briefly(box, context) {
  const hands = new Set(box.hands.map((hand) => hand.number));
  const own = box.wagers.filter((w) => w.hand !== null && hands.has(w.hand));
  const settled = own.filter((w) => w.result !== null);
  /**
   * @param {Live.Wager[]} wagers
   * @param {(wager: Live.Wager) => number} of
   */
  const sum = (wagers, of) => wagers.reduce((total, w) => total + of(w), 0);
  const brought = settled.length === own.length ? signed(sum(own, netOf)) : money(sum(own, (w) => w.amount));
  return [h("strong", {}, box.hands.map((hand) => totalOf(hand, context) || "–").join("/")), ` · ${brought}`];
}
