// @ts-check
// What you may do now, as buttons with their keys: the bar below the table.

import { betting } from "./betting.js";
import { chair, deals, preparing, sayBet } from "./chair.js";
import { affordable, bankEnded, bankersBar, mostOf, refillBar } from "./banker.js";
import { spoken } from "./cards.js";
import { h, keycap, money, plain, term } from "./dom.js";
import { voidedOf } from "./hands.js";
import { tellProblem, whyButton } from "./why.js";

/** @import { Table } from "./table.js" */

/**
 * What the server has offered is a command, with what was chosen for it.
 * @param {Partial<Live.Ready> & { kind?: string }} fields
 */
const offer = (fields) => /** @type {Api.Command} */ (fields);

/**
 * The least and the most of what an act takes.
 * @param {Page.Span} act
 */
const spanOf = ({ least, most, step }) => ({ least: least ?? 0, most: most ?? 0, step });

/**
 * @param {string} label
 * @param {string} key
 * @param {() => unknown} act
 * @param {{primary?: boolean, clause?: string | null, book?: string | null, id?: string}} [options]
 */
function button(label, key, act, { primary = false, clause = null, book = null, id = label } = {}) {
  return h(
    "span",
    { class: "act" },
    h(
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
    ),
    clause && whyButton(book, clause, { label: "§", said: label, name: `${label}: clause ${clause}` }),
  );
}

/**
 * @param {string} id
 * @param {number} value
 * @param {Page.Span} span
 * @param {(cents: number) => unknown} change
 */
function amountField(id, value, { least, most, step }, change, word = "") {
  return h(
    "label",
    { class: "amount-field" },
    word && h("span", { "aria-hidden": "true" }, word),
    h("span", { class: "unseen" }, `Amount: ${id}`),
    h("input", {
      type: "number",
      inputmode: "decimal",
      value: value / 100,
      min: (least ?? 0) / 100,
      max: typeof most === "number" ? most / 100 : null,
      step: (step ?? 1) / 100,
      "data-focus": `amount ${id}`,
      onchange: (event) => change(Math.round(Number(event.target.value) * 100)),
    }),
  );
}

/**
 * The bar for one moment; `table` sends commands and keeps what was chosen but not yet said.
 *
 * It has three places which never overlap, at any size: what deals or starts a round (`go`), what
 * continues it (`on`), and the acts with all the rest. So the second tap on one is never another.
 * @param {Live.State} state
 * @param {Table} table
 */
export function bar(state, table) {
  const places = { go: [], on: [] };
  const rest = middle(state, table, places);
  return [
    h("div", { class: "rest" }, rest),
    h("div", { class: "go" }, places.go),
    h("div", { class: "on" }, places.on),
  ];
}

/**
 * What a bar offers, to notice when that changes: amounts and others' bets do not.
 * @param {Live.State} state
 * @param {HTMLElement[]} parts
 */
export function offered(state, parts) {
  const { turn, you } = state;
  const hand =
    turn?.player === you.name
      ? state.boxes.find((box) => box.number === turn.box)?.hands.find((one) => one.number === turn.hand)
      : null;
  const buttons = parts
    .flatMap((part) => [...part.querySelectorAll("[role=group], button.big")])
    .map((one) =>
      one.dataset.focus
        ? `${one.dataset.focus} ${one.classList.contains("refused")}`
        : one.getAttribute("aria-label"),
    );
  return JSON.stringify([state.round, turn && hand && [turn.box, turn.hand, hand.cards.length], buttons]);
}

/**
 * @param {Live.State} state
 * @param {Table} table
 * @param {Page.Places} places
 */
function middle(state, table, places) {
  const you = state.you.name;
  const parts = [];
  if (state.paused) return [pausedBar(state)];
  if (table.isBusy) {
    const playing = state.phase !== "betting" && handOf(state) !== null;
    return [playing ? acts(state, table, []) : h("p", { class: "idle" }, waitingFor(state))];
  }
  if (state.status !== "open" && state.phase === "betting") {
    return [h("p", { class: "idle" }, waitingFor(state))];
  }
  const asked = state.asks.filter((ask) => ask.player === you && affordable(state, ask));
  if (state.shoe.offer?.player === you)
    parts.push(
      cutting(
        state,
        table,
        asked.filter((ask) => ask.command.type === "decline_cut"),
        places,
      ),
    );
  else if (asked.length) parts.push(questions(state, table, asked));
  if (state.turn?.player === you) parts.push(acts(state, table, turn(state, table, places)));
  const open = (state.window?.acts ?? [])
    .filter((act) => act.player === you && affordable(state, act))
    .map((act) => (act.most || act.act === "bet" ? { ...act, most: mostOf(state, act.most) } : act));
  if (open.length && !state.ready.includes(you)) parts.push(windowed(state, table, open, places));
  const dealing = chair(state, table, places);
  const special = parts.length === 0 && (bankersBar(state, table, places) ?? refillBar(state));
  if (special) parts.push(special);
  const ended = bankEnded(state);
  if (ended) parts.unshift(ended);
  if (state.phase === "betting" && parts.length === (ended ? 1 : 0) && !deals(state))
    parts.push(bets(state, table, places));
  const cards = preparing(state, table);
  if (cards) parts.push(cards);
  const say = sayBet(state, table);
  if (say) parts.push(say);
  if (dealing) parts.push(dealing);
  if (parts.length === 0 && state.phase !== "betting" && handOf(state) !== null)
    parts.push(acts(state, table, []));
  if (parts.length === 0) parts.push(h("p", { class: "idle" }, waitingFor(state)));
  return parts;
}

/**
 * A table at rest: what its players read while a supervisor has paused it or rules on the round.
 * @param {Live.State} state
 */
function pausedBar(state) {
  if (!state.paused) return null;
  const { why, ruling } = state.paused;
  return h(
    "div",
    { class: "row paused-bar", role: "status" },
    h("p", { class: "lead" }, h("strong", {}, "The table is paused"), ` ${plain(why)}.`),
    h(
      "p",
      { class: "small" },
      ruling
        ? "The clock is stopped. Your cards and bets stay as they are until the ruling is decided."
        : "The clock is stopped. Your cards and bets stay as they are.",
    ),
  );
}

/**
 * The hand that you play now, or would play next.
 * @param {Live.State} state
 */
function handOf(state) {
  const { turn, you } = state;
  if (turn?.player === you.name) return { box: turn.box, hand: turn.hand };
  for (const box of state.boxes.filter((one) => one.decider === you.name)) {
    const hand = box.hands.find((one) => !one.closed) ?? box.hands[0];
    if (hand) return { box: box.number, hand: hand.number };
  }
  return null;
}

/**
 * Every act of the game in its place: those that are open as `offered` has them, the others dimmed.
 * Pressing a dimmed one asks the server, which refuses it and says why.
 * @param {Live.State} state
 * @param {Table} table
 * @param {{act: string, drawn: HTMLElement}[]} offered
 */
function acts(state, table, offered) {
  const at = handOf(state);
  const known = new Map(offered.map(({ act, drawn }) => [act, drawn]));
  const mine = state.turn?.player === state.you.name && !table.isBusy;
  const row = state.acts.map(({ act, label, key }) => {
    const drawn = known.get(act);
    known.delete(act);
    if (drawn) return drawn;
    const ask = async () => {
      if (table.isBusy) {
        table.skip(); // the server may be ahead of what is shown, and would carry it out
        return;
      }
      if (at === null) return;
      const amount = act === "insure" ? { amount: state.limits.minimum } : {};
      const command = offer({
        type: act,
        box: at.box,
        ...(act === "insure" || act === "even_money" ? amount : { hand: at.hand }),
      });
      const refused = await table.try(command, state.sequence);
      if (refused) tellProblem(refused);
    };
    return h(
      "span",
      { class: "act" },
      h(
        "button",
        {
          type: "button",
          class: "big refused",
          "data-focus": `${act} `,
          "data-key": key,
          "aria-label": `${label}: not now. Why not?`,
          title: "Why not?",
          onclick: ask,
        },
        h("span", {}, label),
        keycap(key),
      ),
    );
  });
  const held = state.boxes.find((b) => b.number === at?.box)?.hands.find((one) => one.number === at?.hand);
  const lead = mine
    ? [
        h("strong", {}, "Your turn"),
        ` Box ${at?.box}`,
        held?.count && `: ${held.blackjack ? state.words.blackjack : held.count}`,
      ]
    : [ruledVoid(state, table), waitingFor(state)];
  return h(
    "div",
    { class: "row", role: "group", "aria-label": mine ? "Your turn" : "Acts of the game" },
    h("p", { class: "lead" }, lead),
    h("div", { class: "acts" }, row, [...known.values()]),
  );
}

/**
 * What a player reads whose hand was declared void in this round: the log is out of sight on a phone.
 * @param {Live.State} state
 * @param {Table} table
 */
function ruledVoid(state, table) {
  const own = table.isBusy ? null : voidedOf(state.boxes, state.you.name);
  return (
    own && [
      h("strong", {}, `${own.text}.`),
      " ",
      whyButton(state.book, own.clause, {
        label: "§",
        said: own.text,
        name: `${own.text}: clause ${own.clause}`,
      }),
      " ",
    ]
  );
}

/**
 * @param {Live.State} state
 * @param {Table} table
 * @param {Page.Places} places
 */
function bets(state, table, places) {
  const { you, bank } = state;
  if (state.status !== "open" || you.role === "auditor") return h("p", { class: "idle" }, waitingFor(state));
  const mine = state.boxes.some((b) => b.wagers.some((w) => w.bettor === you.name && w.kind === "main"));
  const banks = bank?.banker?.player === you.name;
  if ((mine || banks) && state.ready.includes(you.name) && !table.bets.isWaiting) {
    return h("p", { class: "idle" }, "Bets down. Waiting for the other players.");
  }
  if (bank && bank.open)
    return h("p", { class: "idle" }, "The bank is on offer. Betting opens once it is taken.");
  return betting(state, table, button, places);
}

/**
 * What the table is waiting for, in a sentence.
 * @param {Live.State} state
 */
export function waitingFor(state) {
  if (state.paused) return "The table is paused.";
  if (state.status === "disabled") return "A supervisor has suspended betting at this table.";
  if (state.status === "closed") return "This table is closed.";
  if (state.turn) return `Waiting for ${state.turn.player ?? "the dealer"} on box ${state.turn.box}.`;
  const asked = state.asks.find((ask) => ask.player);
  if (state.shoe.offer) return `Waiting for ${state.shoe.offer.player} to cut or decline.`;
  if (asked) return `Waiting for ${asked.player}: ${asked.label.toLowerCase()}?`;
  if (state.window?.waiting.length) return `Waiting for ${state.window.waiting.join(", ")}.`;
  if (state.phase === "betting") return "Place your bets, please.";
  return "Waiting for the dealer.";
}

/**
 * The acts that are open on the hand in turn, each drawn as a button with its clause.
 * @param {Live.State} state
 * @param {Table} table
 * @param {Page.Places} places
 */
function turn(state, table, places) {
  if (!state.turn) return [];
  const { box, hand, acts: all } = state.turn;
  const open = all
    .filter((act) => affordable(state, act))
    .map((act) => (act.most ? { ...act, most: mostOf(state, act.most) } : act));
  return open.map((act) => ({ act: act.pick ? `${act.act} ${act.pick}` : act.act, drawn: oneAct(act) }));

  /** @param {Live.OpenAct} act */
  function oneAct(act) {
    const send = (more = {}) => table.send(offer({ type: act.act, box: act.box ?? box, ...more }));
    const span = spanOf(act);
    const named = { clause: act.clause, book: state.book, id: `${act.act} ${act.pick ?? ""}` };
    if (act.act === "insure") {
      const amount = table.chosen(`insure ${box}`, span.most, span);
      return h(
        "span",
        { class: "act" },
        button(`Insurance ${money(amount)}`, act.key, () => send({ amount }), named),
        span.least < span.most &&
          amountField("insurance", amount, span, (v) => table.choose(`insure ${box}`, v)),
      );
    }
    if (act.act === "double" && span.least < span.most) {
      const amount = table.chosen(`double ${box}`, span.most, span);
      places.on.push(amountField("double", amount, span, (v) => table.choose(`double ${box}`, v), "Double"));
      return button(`Double ${money(amount)}`, act.key, () => send({ hand, amount }), named);
    }
    if (act.act === "even_money") return button(act.label, act.key, () => send(), named);
    const more = act.pick ? { hand, pick: act.pick } : { hand };
    return button(act.label, act.key, () => send(more), named);
  }
}

/**
 * @param {Live.State} state
 * @param {Table} table
 * @param {Live.OpenAct[]} open
 * @param {Page.Places} places
 */
function windowed(state, table, open, places) {
  const lines = open.map((act) => {
    const span = spanOf(act);
    const where = state.you.boxes.length > 1 ? ` · box ${act.box}` : "";
    const named = { clause: act.clause, book: state.book, id: `${act.act} ${act.box}` };
    if (act.act === "insure") {
      const amount = table.chosen(`insure ${act.box}`, span.most, span);
      return h(
        "span",
        { class: "act" },
        button(
          `Insure ${money(amount)}${where}`,
          act.key,
          () => table.send(offer({ type: "insure", box: act.box, amount })),
          named,
        ),
        span.least < span.most &&
          amountField(`insurance ${act.box}`, amount, span, (v) => table.choose(`insure ${act.box}`, v)),
      );
    }
    if (act.act === "bet") {
      const about = `${act.kind} ${act.box}`;
      const amount = table.chosen(about, span.least, span);
      return h(
        "span",
        { class: "act" },
        button(
          `${act.label} ${money(amount)}${where}`,
          act.key,
          () => table.send(offer({ type: "bet", box: act.box, kind: act.kind, amount })),
          { ...named, id: `bet ${about}` },
        ),
        amountField(about, amount, span, (v) => table.choose(about, v)),
      );
    }
    const hand = act.hand === undefined ? {} : { hand: act.hand };
    return button(
      `${act.label}${where}`,
      act.key,
      () => table.send(offer({ type: act.act, box: act.box, ...hand })),
      named,
    );
  });
  const kinds = new Set(open.map((act) => act.act));
  const insures = kinds.has("insure") || kinds.has("even_money");
  places.on.push(
    button("No, play on", "n", () => table.send({ type: "done" }), { primary: true, id: "done" }),
  );
  return h(
    "div",
    { class: "row", role: "group", "aria-label": "Before you play" },
    h(
      "p",
      { class: "lead" },
      h("strong", {}, insures ? `The dealer shows the ${spoken(state.dealer.cards[0])}` : "Before you play"),
    ),
    h("div", { class: "acts" }, lines),
  );
}

/**
 * @param {Live.State} state
 * @param {Table} table
 * @param {Live.Ask[]} asked
 */
function questions(state, table, asked) {
  const lines = asked.map((ask) => {
    const named = { clause: ask.clause, book: state.book, id: `ask ${ask.key} ${ask.label}` };
    const { least, most } = spanOf(ask);
    if (ask.command.type === "take_bank") {
      const span = { least, most: mostOf(state, null, ask.costs - least), step: 100 };
      const amount = table.chosen("bank", Math.min(ask.command.amount ?? least, span.most), span);
      return h(
        "span",
        { class: "act" },
        button(
          `${ask.label}: ${money(amount)}`,
          ask.key,
          () => table.send(offer({ ...ask.command, amount })),
          named,
        ),
        amountField("bank", amount, span, (v) => table.choose("bank", v)),
      );
    }
    if (least < most) {
      const about = `double ${ask.command.box}`;
      const amount = table.chosen(about, most, { least, most });
      return h(
        "span",
        { class: "act" },
        button(
          `${ask.label} ${money(amount)}`,
          ask.key,
          () => table.send(offer({ ...ask.command, amount })),
          named,
        ),
        amountField("double", amount, { least, most }, (v) => table.choose(about, v)),
      );
    }
    return button(ask.label, ask.key, () => table.send(offer(ask.command)), named);
  });
  return h(
    "div",
    { class: "row", role: "group", "aria-label": "Your decision" },
    h("p", { class: "lead" }, h("strong", {}, "Your decision")),
    h("div", { class: "acts" }, lines),
  );
}

/**
 * @param {Live.State} state
 * @param {Table} table
 * @param {Live.Ask[]} asked
 * @param {Page.Places} places
 */
function cutting(state, table, asked, places) {
  if (!state.shoe.offer) return null;
  const { least, most, clause } = state.shoe.offer;
  const middle = Math.round((least + most) / 2);
  const depth = () => table.chosen("cut", middle, { least, most });
  const told = () => `${depth()} of ${state.shoe.size} cards deep`;
  const shown = h("output", {}, told());
  const deck = h("div", {
    class: "deck",
    style: { "--least": String(least / state.shoe.size), "--most": String(most / state.shoe.size) },
  });
  const slide = h("input", {
    class: "cutting",
    type: "range",
    min: least,
    max: most,
    step: 1,
    "data-focus": "cutting",
    "aria-label": `Depth of the ${term(state, "cut_card")}`,
    oninput: (event) => {
      table.keep("cut", Number(event.target.value));
      shown.textContent = told();
    },
  });
  slide.value = String(depth());
  deck.append(slide);
  places.on.push(
    button("Cut here", " ", () => table.send({ type: "cut", depth: depth() }), {
      primary: true,
      clause,
      book: state.book,
      id: "cut",
    }),
  );
  return h(
    "div",
    { class: "row cut", role: "group", "aria-label": "The cut" },
    h(
      "p",
      { class: "lead" },
      h("strong", {}, "Your cut"),
      ` Drag the ${term(state, "cut_card")} into the stack. `,
      shown,
    ),
    deck,
    asked.map((ask) =>
      button(ask.label, ask.key, () => table.send(offer(ask.command)), { id: `ask ${ask.label}` }),
    ),
  );
}
