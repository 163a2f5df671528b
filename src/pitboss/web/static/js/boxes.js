// @ts-check
// The layout: the boxes with their hands and wagers, and the dealer's cards.

import { card } from "./cards.js";
import { chips } from "./chips.js";
import { h, money, person, s, signed } from "./dom.js";
import { briefly, handView, laidOf, netOf, outcome } from "./hands.js";
import { whyButton } from "./why.js";

/** @import { Layout } from "./layout.js" */

const MAINS = ["main", "split", "double"];

/**
 * Chips on the layout and chips being paid: the stake, and the win next to it.
 * @param {Live.Wager[]} wagers
 * @param {{layout: Layout}} parts1
 */
function stacks(wagers, { layout }) {
  const lying = wagers.filter((w) => !layout.isLeaving(w.id)).reduce((sum, w) => sum + laidOf(w), 0);
  const paid = wagers.reduce((sum, w) => sum + (w.result === null ? 0 : w.paid), 0);
  const coming = wagers.reduce((sum, w) => sum + layout.arriving(w.id), 0);
  return { lying, paid, coming };
}

/** @param {{paid: number, coming: number}} parts */
function payout({ paid, coming }) {
  if (!paid && !coming) return null;
  return h(
    "span",
    { class: coming && !paid ? "payout coming" : "payout", "data-paid": paid },
    chips(paid || coming),
    paid > 0 && h("span", { class: "amount" }, `+${money(paid)}`),
  );
}

/**
 * @param {Live.Box} box
 * @param {Live.State} state
 * @param {Page.Cloth} context
 */
function sideSpots(box, state, context) {
  const kinds = state.felt.spots.filter((kind) => kind !== "main" && kind !== "insurance");
  const extra = box.wagers.some((w) => w.kind === "insurance") ? ["insurance"] : [];
  return [...kinds, ...extra].map((kind) => {
    const laid = box.wagers.filter((w) => w.kind === kind);
    const staked = laid.reduce((sum, w) => sum + w.amount, 0);
    const waiting = context.bets?.waiting(box.number, kind) ?? 0;
    const { lying, paid, coming } = stacks(laid, context);
    const settled = laid.filter((w) => w.result !== null);
    const net = settled.reduce((sum, w) => sum + netOf(w), 0);
    const {
      label,
      short,
      after_the_deal: late,
    } = state.side_bets.find((b) => b.kind === kind) ?? { label: "Insurance", short: "Ins" };
    const about = [`${label}, box ${box.number}`];
    if (laid.length) about.push(money(staked));
    if (waiting) about.push(`${money(waiting)} not placed yet`);
    if (settled.length) about.push(`${settled[0].word} ${signed(net)}`);
    const mood = settled.length ? (net > 0 ? " won" : net < 0 ? " lost" : " even") : "";
    const open = context.betting && kind !== "insurance" && !late && !settled.length;
    const shown = h(
      open ? "button" : "div",
      {
        class: `side-spot${laid.length || waiting ? " laid" : ""}${waiting ? " waiting-chips" : ""}${mood}`,
        title: about.join(", "),
        "data-kind": kind,
        ...(open && {
          type: "button",
          "data-focus": `spot ${box.number} ${kind}`,
          "data-spot": `${box.number} ${kind}`,
          "aria-label": `Bet on ${about.join(", ")}`,
          onclick: () => context.lay(box.number, kind),
        }),
      },
      lying + waiting > 0 ? chips(lying + waiting) : h("span", { "aria-hidden": "true" }, short),
      !open && laid.length > 0 && h("span", { class: "unseen" }, about.join(", ")),
      (paid > 0 || coming > 0) &&
        h(
          "span",
          { class: paid ? "side-payout" : "side-payout coming", "data-paid": paid },
          chips(paid || coming),
        ),
      settled.length > 0 &&
        whyButton(state.book, settled[0].clause, { label: signed(net), said: about.join(", ") }),
    );
    return shown;
  });
}

/** The button in front of the player who has the bank. */
function puck() {
  return s(
    "svg",
    { class: "bank-button", viewBox: "0 0 40 40", role: "img", "aria-label": "Bank" },
    s("circle", { cx: 20, cy: 20, r: 18 }),
    s("circle", { class: "ring", cx: 20, cy: 20, r: 15 }),
    s("text", { x: 20, y: 24, "text-anchor": "middle" }, "BANK"),
  );
}

/**
 * @param {Live.Box} box
 * @param {Live.State} state
 * @param {Page.Cloth} context
 */
function seatOf(box, state, context) {
  const { number, seat } = box;
  const betting = state.phase === "betting";
  if (seat === null) {
    if (context.deals || state.you.role === "auditor") return null;
    return h(
      "button",
      {
        class: "sit",
        type: "button",
        "data-focus": `sit ${number}`,
        "aria-label": `Sit down at box ${number}`,
        onclick: () => context.sit(number),
      },
      "Sit",
    );
  }
  const wagered = state.boxes.some((b) => b.number === number && b.wagers.length > 0);
  if (box.yours && betting && !wagered) {
    return h(
      "button",
      {
        class: "seat own",
        type: "button",
        "data-focus": `leave ${number}`,
        title: "Leave this box",
        "aria-label": `You: leave box ${number}`,
        onclick: () => context.leave(number),
      },
      "You",
      h("span", { "aria-hidden": "true" }, "×"),
    );
  }
  const badge = state.badges?.[seat.name];
  return h(
    "span",
    { class: "seat", title: badge ? `${seat.name}, ${badge}` : seat.name },
    box.yours ? "You" : h("bdi", {}, shortly(seat.name)),
    badge && [" ", h("span", { class: `badge ${badge === "bot" ? "bot" : ""}`, "data-badge": badge }, badge)],
  );
}

/**
 * A name; where there is little room, a guest is shown by number only.
 * @param {string} name
 */
function shortly(name) {
  const number = /^Guest (?<number>\d+)$/.exec(name)?.groups?.number;
  return number ? [h("span", { class: "guest-word" }, "Guest "), number] : name;
}

/** @param {number} staked */
function spotChips(staked) {
  return staked > 0 ? [chips(staked), h("span", { class: "amount" }, money(staked))] : [];
}

/**
 * One box of the layout.
 * @param {Live.Box} box
 * @param {Live.State} state
 * @param {Page.Cloth} context
 */
export function boxView(box, state, context) {
  const mains = box.wagers.filter((w) => MAINS.includes(w.kind));
  const waiting = context.bets?.waiting(box.number, "main") ?? 0;
  const told = stacks(mains, context);
  const staked = told.lying + waiting;
  const names = [
    "box",
    box.yours && "yours",
    box.acting && "acting",
    context.selected === box.number && "selected",
    box.hands.length > 1 && "split",
    box.seat === null && "free",
    box.hands.length > 0 && "dealt",
    waiting > 0 && "waiting-chips",
    (told.paid > 0 || told.coming > 0) && "paid",
    box.wagers.some((w) => state.side_bets.some((b) => b.kind === w.kind) || w.kind === "insurance") &&
      "sided",
  ];
  const banker = state.bank?.banker?.box === box.number;
  const seat = seatOf(box, state, context);
  const badge = box.seat && state.badges?.[box.seat.name];
  const sitter = box.yours ? "your seat" : [box.seat?.name, badge].filter(Boolean).join(", ");
  const spoken = `Box ${box.number}, ${box.seat ? sitter : "open"}`;
  const pick = context.still
    ? h(
        "div",
        {
          class: "pick",
          role: "img",
          "aria-label": `Box ${box.number}${staked ? `, ${money(staked)}` : ""}`,
        },
        ...spotChips(staked),
      )
    : h(
        "button",
        {
          class: "pick",
          type: "button",
          "data-focus": `pick ${box.number}`,
          "data-spot": `${box.number} main`,
          "aria-pressed": context.selected === box.number ? "true" : "false",
          "aria-label":
            `Bet on box ${box.number}${staked ? `, ${money(staked)} bet` : ""}` +
            `${waiting ? ", not placed yet" : ""}${context.bets?.room(box.number, "main") ?? ""}`,
          title: (context.bets?.room(box.number, "main") ?? "").slice(2),
          onclick: () => context.pick(box.number),
        },
        spotChips(staked),
      );
  const many = box.hands.length > 1;
  return h(
    "section",
    { class: names.filter(Boolean).join(" "), "aria-label": spoken, "data-box": box.number },
    pick,
    payout(told),
    h(
      "div",
      { class: `hands of-${Math.min(box.hands.length, 4)}` },
      box.hands.map((hand) => handView(box, hand, { ...context, many })),
      box.hands.length === 0 && h("div", { class: "count" }, outcome(null, mains, state.book)),
    ),
    h("div", { class: state.side_bets.length > 3 ? "sides many" : "sides" }, sideSpots(box, state, context)),
    banker && puck(),
    h(
      "div",
      { class: "who" },
      seat,
      box.absent && h("span", { class: "note" }, "away"),
      box.prize !== null &&
        box.prize !== undefined &&
        h("span", { class: "note" }, `prize ${money(box.prize)}`),
    ),
  );
}

/**
 * On a phone: the hands of the player's own split box across the cloth, and the other boxes by
 * total and stake.
 * @param {Live.Box} box
 * @param {Live.Box[]} boxes
 * @param {Live.State} state
 * @param {Page.Cloth} context
 */
export function stripView(box, boxes, state, context) {
  const others = boxes.filter((one) => one.number !== box.number && one.hands.length);
  const told = stacks(
    box.wagers.filter((w) => MAINS.includes(w.kind)),
    context,
  );
  return h(
    "section",
    { class: "strip", "aria-label": `Box ${box.number}, your hands` },
    others.length > 0 &&
      h(
        "ul",
        { class: "others", "aria-label": "Other boxes" },
        others.map((one) => h("li", {}, h("span", { class: "small" }, one.number), briefly(one, context))),
      ),
    h(
      "div",
      { class: `strip-hands of-${box.hands.length}` },
      box.hands.map((hand) => handView(box, hand, { ...context, many: true, strip: true })),
    ),
    h(
      "p",
      { class: "strip-foot" },
      h("span", {}, `Box ${box.number}`),
      told.lying > 0 &&
        h(
          "span",
          { class: "strip-stake", "data-spot": `${box.number} main` },
          chips(told.lying),
          money(told.lying),
        ),
      payout(told),
    ),
  );
}

/**
 * The shoe at the dealer's left and the discard rack at the right, as full as they are.
 * @param {Live.State} state
 */
export function furniture(state) {
  const { left, size, rack, number } = state.shoe;
  const full = Math.min(1, left / size);
  const used = Math.min(1, rack / size);
  /**
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} high
   */
  const edges = (x, y, width, high) =>
    Array.from({ length: Math.ceil(width / 3) }, (_, n) => `M${x + 3 * n} ${y}v${high}`).join("");
  return s(
    "svg",
    { class: "furniture", viewBox: "0 0 1000 130", "aria-hidden": "true" },
    s(
      "g",
      { class: "shoe-box" },
      s("path", { class: "wood", d: "M668 20H788Q794 20 794 26V76H668L650 58V38Z" }),
      s("rect", { class: "well", x: 680, y: 28, width: 106, height: 34, rx: 3 }),
      full > 0 && s("rect", { class: "deck-edge", x: 680, y: 30, width: 106 * full, height: 30 }),
      full > 0 && s("path", { class: "deck-lines", d: edges(681, 30, 106 * full - 1, 30) }),
      s("path", { class: "mouth", d: "M668 24L654 40V56L668 72Z" }),
      s("text", { x: 733, y: 73, "text-anchor": "middle" }, number ? `SHOE ${number}` : "SHOE"),
    ),
    s(
      "g",
      { class: "rack-box" },
      s("rect", { class: "wood", x: 196, y: 24, width: 84, height: 52, rx: 6 }),
      s("rect", { class: "well", x: 203, y: 30, width: 70, height: 32, rx: 3 }),
      used > 0 && s("rect", { class: "deck-edge", x: 203, y: 62 - 32 * used, width: 70, height: 32 * used }),
      s("text", { x: 238, y: 73, "text-anchor": "middle" }, "DISCARDS"),
    ),
  );
}

/**
 * The collection of a table that the players bank: what each round costs, and what was taken.
 * @param {Live.State} state
 */
export function collection(state) {
  if (!state.bank) return null;
  const taken = Object.values(state.bank.fees).reduce((sum, fee) => sum + fee, 0);
  return h(
    "div",
    { class: "collection" },
    h("span", { class: "collection-name" }, "Collection"),
    taken > 0
      ? [chips(taken), h("span", { class: "amount" }, money(taken))]
      : h("span", { class: "amount" }, `${money(state.bank.fee)} each`),
  );
}

/**
 * Who has the bank, and what is left of it.
 * @param {Live.State} state
 */
export function bankSign(state) {
  const { bank } = state;
  if (!bank?.banker) return null;
  const { player, wager } = bank.banker;
  const banks = player === state.you.name ? "Bank: you" : `Bank: ${player}`;
  const holder = player === state.you.name ? banks : ["Bank: ", person(player, state.badges)];
  return h(
    "p",
    { class: "bank-sign" },
    h("span", {}, holder),
    " ",
    h("strong", {}, money(wager)),
    whyButton(state.book, bank.clause, { label: "§", said: `${banks}, ${money(wager)}` }),
  );
}

/**
 * The dealer's place.
 * @param {Live.Dealer} dealer
 * @param {Live.State} state
 * @param {Page.Cloth} context
 */
export function dealerView(dealer, state, context) {
  const { layout, past, mark } = context;
  const { numbers, coming } = past ? layout.pastMarks(0, 1) : layout.marks(0, 1);
  const landed = dealer.cards.length - coming;
  const cards = dealer.cards.map((face, n) =>
    card(face, { mark, n: numbers[n] ?? null, landed: n < landed }),
  );
  const name = state.dealt_by === "person" ? (dealer.name ?? "no dealer") : "automatic";
  const total = dealer.blackjack
    ? context.natural.charAt(0).toUpperCase() + context.natural.slice(1)
    : dealer.count;
  return h(
    "section",
    { class: "dealer", "aria-label": `Dealer, ${name}` },
    h(
      "div",
      { class: "cards", style: { "--n": String(Math.max(1, cards.length - 1)) } },
      cards.length ? cards : [h("div", { class: "no-card" }), h("div", { class: "no-card" })],
    ),
    h(
      "div",
      { class: "count" },
      h("span", { class: dealer.blackjack ? "total natural" : "total" }, total || "Dealer"),
    ),
  );
}
