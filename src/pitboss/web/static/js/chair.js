// @ts-check
// The dealer's panel: the next duty, and real cards called by rank and suit.

import { h, keycap, money, plain, term } from "./dom.js";
import { whyButton } from "./why.js";

/** @import { Table } from "./table.js" */

const RANKS = "A23456789TJQK";
const SUITS = { s: ["♠", "spades"], h: ["♥", "hearts"], d: ["♦", "diamonds"], c: ["♣", "clubs"] };
/** @type {Record<string, string>} */
const NAMES = { A: "ace", T: "ten", J: "jack", Q: "queen", K: "king" };
/**
 * @param {Live.State} state
 * @returns {Record<string, string>}
 */
const duties = (state) => ({
  burn: "Burn a card",
  deal: "Deal a card",
  complete_deal: "Complete the deal",
  settle_side_bets: "Settle the side bets",
  pay_blackjacks: "Pay the blackjacks",
  open_window: "Offer insurance and surrender",
  close_window: "Start play",
  look: `Check the ${term(state, "hole_card")}`,
  pay_blackjack: "Pay the blackjack",
  stand_for_absent: "Stand for the absent player",
  reveal: `Turn the ${term(state, "hole_card")}`,
  finish: "Complete the dealer's hand",
  settle: "Settle the bets",
  collect: "Collect the cards",
});

/**
 * Whether your role may deal at this table.
 * @param {Live.State} state
 */
export function mayDeal(state) {
  return state.dealt_by === "person" && ["dealer", "supervisor", "shift_manager"].includes(state.you.role);
}

/**
 * Whether you are the dealer.
 * @param {Live.State} state
 */
export function deals(state) {
  return state.dealt_by === "person" && state.dealer.name === state.you.name;
}

/**
 * @param {string} label
 * @param {string} key
 * @param {() => unknown} act
 * @param {{primary?: boolean, id?: string}} [options]
 */
function button(label, key, act, { primary = false, id = label } = {}) {
  return h(
    "button",
    {
      type: "button",
      class: primary ? "big primary" : "big",
      "data-focus": id,
      "data-key": key,
      onclick: act,
    },
    h("span", {}, label),
    key && keycap(key),
  );
}

/**
 * Which part you have at a table that a person deals.
 * @param {Live.State} state
 */
function partOf(state) {
  const { name, role, boxes } = state.you;
  if (state.dealer.name === name) return "dealer";
  if (["supervisor", "shift_manager"].includes(role) && boxes.length === 0) return "supervisor";
  return boxes.length ? "player" : null;
}

/**
 * The steps that the cards need before the shuffle: yours as buttons, the others' in words.
 * @param {Live.State} state
 * @param {Table} table
 */
export function preparing(state, table) {
  const part = partOf(state);
  // A machine does every step itself, except what a player may ask of it.
  const mine = state.preparation.filter(
    (step) => step.by === part && (step.optional || state.dealt_by === "person"),
  );
  /** @param {Live.Preparation} parts */
  const named = ({ label, batch }) =>
    state.preparation.some((step) => step.batch > 1) ? `${label}, batch ${batch}` : label;
  const others = state.preparation.filter((step) => step.by !== part && !step.optional);
  if (!mine.length && !(part === "dealer" && others.length && state.dealt_by === "person")) return null;
  return h(
    "div",
    { class: "row preparing", role: "group", "aria-label": "Preparing the cards" },
    h(
      "p",
      { class: "lead" },
      h("strong", {}, "Before the shuffle"),
      others.length > 0 &&
        h(
          "span",
          { class: "small" },
          ` · ${others.map((step) => `the ${step.by}: ${named(step).toLowerCase()}`).join(" · ")}`,
        ),
    ),
    mine.map((step) =>
      h(
        "span",
        { class: "act" },
        button(
          named(step),
          deals(state) && step === mine[0] ? " " : "",
          () => table.send({ type: "prepare", step: step.step, batch: step.batch }),
          { primary: !step.optional, id: `prepare ${step.step} ${step.batch}` },
        ),
        whyButton(state.book, step.clause, {
          label: "§",
          said: step.label,
          name: `${step.label}: clause ${step.clause}`,
        }),
      ),
    ),
  );
}

/**
 * @param {Live.CardTo} parts
 * @param {string | null} due
 * @param {Live.State} state
 */
function where({ box, hand, face_up: up }, due, state) {
  if (due === "burn") return "a card to burn";
  if (box === null) return up ? "the dealer's card" : `the dealer's ${term(state, "hole_card")}, face down`;
  const split = state.boxes.some((one) => one.number === box && one.hands.length > 1);
  return split ? `a card to box ${box}, hand ${hand}` : `a card to box ${box}`;
}

/**
 * What players have said they want to bet: to be placed, let stand or handed back.
 * @param {Live.State} state
 * @param {Table} table
 */
function spokenBets(state, table) {
  if (!state.declared.length) return null;
  /** @param {{player: string, box: number, kind: string}} parts */
  const about = ({ player, box, kind }) => ({ player, box, kind });
  /**
   * @param {string} label
   * @param {"place_declared" | "return_declared"} type
   * @param {Live.Declared} one
   */
  const quiet = (label, type, one, more = {}) =>
    h(
      "button",
      {
        type: "button",
        class: type === "place_declared" ? "big" : "quiet",
        "data-focus": `${type} ${one.player} ${one.box} ${one.kind}`,
        onclick: () => table.send({ type, ...about(one), ...more }),
      },
      label,
    );
  return h(
    "div",
    { class: "row", role: "group", "aria-label": "Spoken bets" },
    state.declared.map((one) =>
      h(
        "p",
        { class: "lead" },
        `${one.player} says ${money(one.amount)} on box ${one.box}` +
          `${one.kind === "main" ? "" : `, ${plain(one.kind)}`}. `,
        one.refused &&
          h("span", { class: "small" }, `${plain(one.refused)}${one.clause ? ` (${one.clause})` : ""}. `),
        !one.refused && quiet("Place it", "place_declared", one),
        one.may_stand &&
          quiet("It was not noticed: let it stand", "place_declared", one, { unnoticed: true }),
        quiet("Hand the chips back", "return_declared", one),
      ),
    ),
  );
}

/**
 * A player's form to say a bet, at a table that a person deals.
 * @param {Live.State} state
 * @param {Table} table
 */
export function sayBet(state, table) {
  if (state.dealt_by !== "person" || state.phase !== "betting" || deals(state) || !state.spoken_bets)
    return null;
  /**
   * @param {string} name
   * @param {string} label
   * @param {string | number} first
   * @param {object} more
   */
  const field = (name, label, first, more) => [
    h("label", { for: `say-${name}` }, label),
    h("input", {
      id: `say-${name}`,
      "data-focus": `say ${name}`,
      value: table.kept(`say ${name}`) ?? String(first),
      oninput: (event) => table.keep(`say ${name}`, event.target.value),
      ...more,
    }),
  ];
  /**
   * @param {string} name
   * @param {number} first
   */
  const number = (name, first) => Number(table.kept(`say ${name}`) ?? first);
  const least = state.limits.minimum / 100,
    own = state.you.boxes[0] ?? 1;
  const send = () =>
    table.send({
      type: "declare",
      box: number("box", own),
      amount: Math.round(100 * number("amount", least)),
    });
  return h(
    "details",
    {
      class: "say-bet",
      open: table.kept("say") ?? null,
      ontoggle: (/** @type {Event & { target: HTMLDetailsElement }} */ event) =>
        table.keep("say", event.target.open || null),
    },
    h("summary", {}, "Say a bet"),
    field("box", "Box ", own, { type: "number", min: 1, max: state.boxes.length }),
    field("amount", " Amount ", least, { inputmode: "decimal" }),
    h(
      "button",
      { type: "button", class: "quiet", "data-focus": "say bet", onclick: send },
      "Hand over the chips",
    ),
  );
}

/**
 * The dealer's panel, or the button to take over as dealer; the next duty goes to its place.
 * @param {Live.State} state
 * @param {Table} table
 * @param {Page.Places} parts2
 */
export function chair(state, table, { go, on }) {
  if (!mayDeal(state)) return null;
  const { name, due, card_to: to } = state.dealer;
  /** @param {string} type */
  const say =
    (type, more = {}) =>
    () =>
      table.send(/** @type {Api.Command} */ ({ type, ...more }));
  if (name === null) {
    if (state.you.boxes.length) return null;
    return h(
      "div",
      { class: "row" },
      h("p", { class: "lead" }, "No dealer at this table."),
      button("Deal at this table", "", say("take_chair"), { primary: true, id: "take chair" }),
    );
  }
  if (name !== state.you.name) return null;
  const betting = state.phase === "betting";
  const duty = due === null ? undefined : duties(state)[due];
  // A card that was drawn before waits to be the next one; it is not called again.
  const waits = state.held.length > 0 && due !== "burn";
  const called = state.cards === "called" && !waits;
  const next = to ? where(to, due, state) : due ? (duty ?? plain(due)).toLowerCase() : null;
  const wait = state.turn
    ? `waiting for box ${state.turn.box}`
    : state.window?.waiting.length
      ? `${state.window.waiting.join(", ")} may still insure or surrender`
      : "";
  // What is on offer after the deal is closed when everybody has answered it, or is known not to.
  const silent = due === "close_window" ? (state.window?.waiting ?? []).join(" and ") : "";
  if (due && !silent && !(to && called)) {
    go.push(
      button(to ? (waits ? "Deal the held card" : "Deal") : (duty ?? plain(due)), " ", say("perform"), {
        primary: true,
        id: "perform",
      }),
    );
  }
  // A cut that no player is offered any more is the house's; both come before the bets may close.
  const uncut = !state.shoe.cut && !state.shoe.offer;
  const first =
    state.shoe.shuffle_due !== null
      ? ["Shuffle", "shuffle", "shuffle"]
      : uncut
        ? ["Cut for the house", "house_cut", "house cut"]
        : null;
  const prepares = betting && state.preparation.some((step) => !step.optional);
  if (first && betting && !due)
    go.push(button(first[0], " ", say(first[1]), { primary: true, id: first[2] }));
  const closes = !due && !first && !prepares && !state.shoe.offer;
  if (betting)
    on.push(
      button("No more bets", closes ? " " : "", say("close_bets"), { primary: closes, id: "close bets" }),
    );
  return h(
    "div",
    { class: "row chair", role: "group", "aria-label": "Dealing" },
    h(
      "p",
      { class: "lead" },
      h("strong", {}, "You are dealing"),
      next ? ` Next: ${next}` : wait ? ` ${plain(wait)}` : betting ? " Betting is open" : "",
      next && wait && h("span", { class: "small" }, ` · ${wait}`),
    ),
    betting && spokenBets(state, table),
    to && called && keypad(state, table),
    h(
      "p",
      { class: "chair-more" },
      to &&
        called &&
        h(
          "button",
          { type: "button", class: "quiet", "data-focus": "call cut", onclick: say("call", { card: "CUT" }) },
          `${plain(term(state, "cut_card"))} out`,
        ),
      to &&
        called &&
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "data-focus": "call joker",
            onclick: say("call", { card: "XX" }),
          },
          "Foreign card",
        ),
      state.shoe.offer &&
        h(
          "button",
          { type: "button", class: "quiet", "data-focus": "pass cut", onclick: say("pass_cut") },
          `${state.shoe.offer.player} does not answer: pass the cut on`,
        ),
      silent &&
        h(
          "button",
          { type: "button", class: "quiet", "data-focus": "pass offer", onclick: say("pass_offer") },
          `${silent} does not answer: play on`,
        ),
      uncut &&
        !betting &&
        h(
          "button",
          { type: "button", class: "quiet", "data-focus": "house cut", onclick: say("house_cut") },
          "Cut for the house",
        ),
      betting &&
        h(
          "button",
          { type: "button", class: "quiet", "data-focus": "leave chair", onclick: say("leave_chair") },
          "Stop dealing",
        ),
    ),
  );
}

/**
 * @param {Live.State} state
 * @param {Table} table
 */
function keypad(state, table) {
  const chosen = table.kept("rank") ?? null;
  /** @param {string} one */
  const rank = (one) =>
    h(
      "button",
      {
        type: "button",
        class: "key",
        "data-focus": `rank ${one}`,
        "data-key": one.toLowerCase(),
        "aria-label": NAMES[one] ?? one,
        "aria-pressed": String(chosen === one),
        onclick: () => table.choose("rank", one),
      },
      one === "T" ? "10" : one,
    );
  /** @param {[string, string[]]} parts */
  const suit = ([letter, [sign, word]]) =>
    h(
      "button",
      {
        type: "button",
        class: `key suit ${letter === "h" || letter === "d" ? "red" : ""}`,
        "data-focus": `suit ${letter}`,
        "data-key": letter,
        "aria-label": word,
        disabled: chosen === null,
        onclick: () => {
          table.keep("rank", null);
          table.send({ type: "call", card: `${chosen}${letter}` });
        },
      },
      sign,
    );
  return h(
    "div",
    { class: "keypad", role: "group", "aria-label": "Card drawn" },
    h("div", { class: "ranks" }, [...RANKS].map(rank)),
    h("div", { class: "suits" }, Object.entries(SUITS).map(suit)),
  );
}
