// The layout: the boxes with their hands and wagers, and the dealer's cards.

import { card } from "./cards.js";
import { chips } from "./chips.js";
import { h, money, s, signed } from "./dom.js";
import { whyButton } from "./why.js";

/** Which cards were not there before, so that each is dealt once. */
export class Seen {
  #cards = new Set();
  #round = null;
  #place = 0;

  /** Begin a new drawing of a round; cards already there on arrival are not animated. */
  begin(round) {
    this.#place = 0;
    if (this.#round !== null && this.#round !== round) this.#cards.clear();
    this.isFirst = this.#round === null;
    this.#round = round;
  }

  fresh(key) {
    if (this.#cards.has(key)) return null;
    this.#cards.add(key);
    return this.isFirst ? null : this.#place++;
  }
}

function outcome(hand, wagers, book, many = false) {
  const settled = wagers.filter((w) => w.result !== null);
  if (!settled.length) return null;
  const net = settled.reduce((sum, w) => sum + netOf(w), 0);
  const kind = net > 0 ? "won" : net < 0 ? "lost" : "even";
  const main = settled.find((w) => w.kind === "main") ?? settled[0];
  const word = hand?.result ?? main.word ?? main.result;
  const text = `${word} ${signed(net)}`;
  return h("div", { class: `outcome ${kind}` },
    h("span", { class: many ? "final unseen" : "final" }, hand?.count ? `${hand.count} · ${word} ` : `${word} `),
    h("span", { class: "brought" }, !many && signed(net),
      whyButton(book, main.clause, { said: text, name: `Why? ${text} (clause ${main.clause})`,
        label: many ? `${signed(net)} ?` : [h("span", { class: "word" }, "Why"), "?"] })));
}

/** What a settled wager has brought: all that came back, less the stake. */
export function netOf(wager) {
  return wager.returned - wager.amount;
}

function handView(box, hand, context) {
  const { seen, round, mark, book, many } = context;
  const cards = hand.cards.map((face, n) => {
    const key = `${round}/${box.number}/${hand.number}/${n}/${face}`;
    const last = n === hand.cards.length - 1;
    return card(face, { mark, sideways: hand.sideways && last, fresh: seen.fresh(key) });
  });
  const notes = [
    hand.blackjack && !hand.split ? context.natural : null,
    hand.doubled && !many && "doubled", hand.surrendered && "surrendered", hand.void && "void",
    hand.zapped.length > 0 && "zapped",
  ].filter(Boolean);
  const own = box.wagers.filter((w) => w.hand === hand.number);
  const staked = own.reduce((sum, w) => sum + w.amount, 0);
  const settled = outcome(hand, own, book, many);
  return h(
    "div",
    { class: ["hand", hand.acting && "acting", hand.closed && "closed"].filter(Boolean).join(" ") },
    h("div", { class: "cards", style: { "--n": String(Math.max(1, cards.length - 1)) } }, cards),
    settled ?? (hand.count && h("div", { class: "count" }, h("span", {}, hand.count),
      notes.length > 0 && h("span", { class: "note" }, notes.join(", ")),
      many && h("span", { class: hand.doubled ? "stake doubled" : "stake" },
        hand.doubled && h("span", { class: "unseen" }, "doubled "), money(staked)))),
  );
}

function sideSpots(box, state) {
  const kinds = state.felt.spots.filter((kind) => kind !== "main" && kind !== "insurance");
  const extra = box.wagers.some((w) => w.kind === "insurance") ? ["insurance"] : [];
  return [...kinds, ...extra].map((kind) => {
    const laid = box.wagers.filter((w) => w.kind === kind);
    const staked = laid.reduce((sum, w) => sum + w.amount, 0);
    const settled = laid.filter((w) => w.result !== null);
    const net = settled.reduce((sum, w) => sum + netOf(w), 0);
    const { label, short } = state.side_bets.find((b) => b.kind === kind) ?? { label: "Insurance", short: "Ins" };
    const about = [label];
    if (laid.length) about.push(money(staked));
    if (settled.length) about.push(`${settled[0].word} ${signed(net)}`);
    const mood = settled.length ? (net > 0 ? " won" : net < 0 ? " lost" : " even") : "";
    return h("div", { class: `side-spot${laid.length ? " laid" : ""}${mood}`, title: about.join(", "), "data-kind": kind },
      laid.length ? chips(staked) : h("span", { "aria-hidden": "true" }, short),
      laid.length > 0 && h("span", { class: "unseen" }, about.join(", ")),
      settled.length > 0 && whyButton(state.book, settled[0].clause, {
        label: signed(net), said: about.join(", ") }));
  });
}

/** The button in front of the player who has the bank. */
function puck() {
  return s("svg", { class: "bank-button", viewBox: "0 0 40 40", role: "img", "aria-label": "Bank" },
    s("circle", { cx: 20, cy: 20, r: 18 }), s("circle", { class: "ring", cx: 20, cy: 20, r: 15 }),
    s("text", { x: 20, y: 24, "text-anchor": "middle" }, "BANK"));
}

function seatOf(box, state, context) {
  const { number, seat } = box;
  const betting = state.phase === "betting";
  if (seat === null) {
    if (context.deals || state.you.role === "auditor") return null;
    return h("button", { class: "sit", type: "button", "data-focus": `sit ${number}`,
      "aria-label": `Sit down at box ${number}`, onclick: () => context.sit(number) }, "Sit");
  }
  const wagered = state.boxes.find((b) => b.number === number).wagers.length > 0;
  if (box.yours && betting && !wagered) {
    return h("button", { class: "seat own", type: "button", "data-focus": `leave ${number}`, title: "Leave this box",
      "aria-label": `You: leave box ${number}`, onclick: () => context.leave(number) }, "You", h("span", { "aria-hidden": "true" }, "×"));
  }
  return h("span", { class: "seat", title: seat.name }, box.yours ? "You" : shortly(seat.name));
}

/** A name; where there is little room, a guest is shown by number only. */
function shortly(name) {
  const number = /^Guest (?<number>\d+)$/.exec(name)?.groups.number;
  return number ? [h("span", { class: "guest-word" }, "Guest "), number] : name;
}

/** One box of the layout. */
export function boxView(box, state, context) {
  const mains = box.wagers.filter((w) => ["main", "split", "double"].includes(w.kind));
  const staked = mains.reduce((sum, w) => sum + w.amount, 0);
  const names = ["box", box.yours && "yours", box.acting && "acting",
    context.selected === box.number && "selected", box.hands.length > 1 && "split",
    box.seat === null && "free", box.hands.length > 0 && "dealt",
    box.wagers.some((w) => state.side_bets.some((b) => b.kind === w.kind) || w.kind === "insurance") && "sided"];
  const banker = state.bank?.banker?.box === box.number;
  const seat = seatOf(box, state, context);
  const spoken = `Box ${box.number}, ${box.seat ? (box.yours ? "your seat" : box.seat.name) : "open"}`;
  const pick = h("button", {
    class: "pick", type: "button", "data-focus": `pick ${box.number}`,
    "aria-pressed": context.selected === box.number ? "true" : "false",
    "aria-label": `Bet on box ${box.number}${staked ? `, ${money(staked)} bet` : ""}`,
    onclick: () => context.pick(box.number),
  }, staked > 0 && [chips(staked), h("span", { class: "amount" }, money(staked))]);
  return h(
    "section",
    { class: names.filter(Boolean).join(" "), "aria-label": spoken, "data-box": box.number },
    pick,
    h("div", { class: `hands of-${Math.min(box.hands.length, 4)}` },
      box.hands.map((hand) => handView(box, hand, { ...context, many: box.hands.length > 1 })),
      box.hands.length === 0 && outcome(null, mains, state.book)),
    h("div", { class: state.side_bets.length > 3 ? "sides many" : "sides" }, sideSpots(box, state)),
    banker && puck(),
    h("div", { class: "who" }, seat, box.absent && h("span", { class: "note" }, "away"),
      box.prize !== null && box.prize !== undefined && h("span", { class: "note" }, `prize ${money(box.prize)}`)),
  );
}

/** The shoe at the dealer's left and the discard rack at the right, as full as they are. */
export function furniture(state) {
  const { left, size, rack, number } = state.shoe;
  const full = Math.min(1, left / size);
  const used = Math.min(1, rack / size);
  const edges = (x, y, width, high) => Array.from({ length: Math.ceil(width / 3) }, (_, n) =>
    `M${x + 3 * n} ${y}v${high}`).join("");
  return s("svg", { class: "furniture", viewBox: "0 0 1000 130", "aria-hidden": "true" },
    s("g", { class: "shoe-box" },
      s("path", { class: "wood", d: "M668 20H788Q794 20 794 26V76H668L650 58V38Z" }),
      s("rect", { class: "well", x: 680, y: 28, width: 106, height: 34, rx: 3 }),
      full > 0 && s("rect", { class: "deck-edge", x: 680, y: 30, width: 106 * full, height: 30 }),
      full > 0 && s("path", { class: "deck-lines", d: edges(681, 30, 106 * full - 1, 30) }),
      s("path", { class: "mouth", d: "M668 24L654 40V56L668 72Z" }),
      s("text", { x: 733, y: 73, "text-anchor": "middle" }, number ? `SHOE ${number}` : "SHOE")),
    s("g", { class: "rack-box" },
      s("rect", { class: "wood", x: 196, y: 24, width: 84, height: 52, rx: 6 }),
      s("rect", { class: "well", x: 203, y: 30, width: 70, height: 32, rx: 3 }),
      used > 0 && s("rect", { class: "deck-edge", x: 203, y: 62 - 32 * used, width: 70, height: 32 * used }),
      s("text", { x: 238, y: 73, "text-anchor": "middle" }, "DISCARDS")));
}

/** The collection of a table that the players bank: what each round costs, and what was taken. */
export function collection(state) {
  if (!state.bank) return null;
  const taken = Object.values(state.bank.fees).reduce((sum, fee) => sum + fee, 0);
  return h("div", { class: "collection" },
    h("span", { class: "collection-name" }, "Collection"),
    taken > 0 ? [chips(taken), h("span", { class: "amount" }, money(taken))]
      : h("span", { class: "amount" }, `${money(state.bank.fee)} each`));
}

/** Who has the bank, and what is left of it. */
export function bankSign(state) {
  const banker = state.bank?.banker;
  if (!banker) return null;
  const { player, wager } = banker;
  const banks = player === state.you.name ? "Bank: you" : `Bank: ${player}`;
  return h("p", { class: "bank-sign" }, h("span", {}, banks), " ", h("strong", {}, money(wager)),
    whyButton(state.book, state.bank.clause, { label: "§", said: `${banks}, ${money(wager)}` }));
}

/** The dealer's place. */
export function dealerView(dealer, state, context) {
  const { seen, round, mark } = context;
  const cards = dealer.cards.map((face, n) =>
    card(face, { mark, fresh: seen.fresh(`${round}/dealer/${n}/${face}`) }));
  const name = state.dealt_by === "person" ? (dealer.name ?? "no dealer") : "automatic";
  return h(
    "section",
    { class: "dealer", "aria-label": `Dealer, ${name}` },
    h("div", { class: "cards", style: { "--n": String(Math.max(1, cards.length - 1)) } },
      cards.length ? cards : [h("div", { class: "no-card" }), h("div", { class: "no-card" })]),
    h("div", { class: "count" }, h("span", {}, dealer.count || "Dealer")),
  );
}
