// @ts-check
// The coach at a table: what each act is worth before acting, or what errors cost after the round.

import { get, problemOf } from "./api.js";
import { announce, h, redraw, signed } from "./dom.js";
import { prefer, recall } from "./speed.js";
import { throughList, tryAgain } from "./try-again.js";

/** @import { Table } from "./table.js" */

const WIDE = matchMedia("(min-width: 1100px)");
const LEVELS = { off: "Off", after: "After the round", before: "Before acting" };
const STANDARDS = { chart: "By the chart", hand: "By my hand", seen: "By cards seen" };
/** @type {Record<string, string>} */
const WORDS = { insure: "insurance", even_money: "even money", decline: "no" };

/**
 * An act in words.
 * @param {string} act
 */
export function named(act) {
  return WORDS[act] ?? act;
}

/**
 * A value per unit, with its sign.
 * @param {number} ev
 */
export function value(ev) {
  return `${ev < 0 ? "−" : "+"}${Math.abs(ev).toFixed(4)}`;
}

/**
 * An average amount of money: cents below one dollar.
 * @param {number} cents
 */
export function average(cents) {
  return Math.abs(cents) < 100 ? `${cents.toFixed(1)} ¢` : (cents / 100).toFixed(2);
}

/**
 * The sum of a session in one line.
 * @param {any} told
 */
export function summary(told) {
  const source = told.sd_is_simulated ? ", from simulated rounds with as many boxes" : "";
  const share = told.decisions ? ` (${Math.round((100 * told.right) / told.decisions)}%)` : "";
  return (
    `Rounds ${told.rounds} · decisions ${told.decisions}, right ${told.right}${share} · ` +
    `errors cost ${average(told.cost)} · ` +
    `expected ${signed(told.expected)} · actual ${signed(told.actual)} · luck ${signed(told.luck)} ` +
    `(two sessions in three are within ±${Math.round(told.sd / 100)}, 19 in 20 within ` +
    `±${Math.round(told.sd / 50)}${source})`
  );
}

/** The coach of a table page; it asks for nothing while it is off. */
export class Coach {
  #table;
  #asked = "";
  /** @type {string | null} */
  #person = null;
  /** @type {any} */
  #advice = null;
  /** @type {any} */
  #round = null;

  /**
   * @param {Table} table
   * @param {Element} side
   * @param {HTMLElement} bar
   */
  constructor(table, side, bar) {
    this.#table = table;
    this.panel = h("section", { class: "coach", "aria-label": "Coach", hidden: true });
    this.settings = h("div", { class: "coach-settings" });
    /** What the session has come to, under the cloth. */
    this.session = h("p", { class: "session-line", hidden: true });
    side.prepend(this.settings);
    bar.before(this.session);
    this.#place(side, bar);
    table.addEventListener("advice", () => this.#open());
    table.addEventListener("mistakes", (event) =>
      this.#through(/** @type {CustomEvent<string>} */ (event).detail),
    );
    WIDE.addEventListener("change", () => this.#place(side, bar));
  }

  /** Open or close the sheet; without one, go to the settings. */
  #open() {
    const sheet = this.panel.hidden ? null : this.panel.querySelector(".coach-sheet");
    if (sheet instanceof HTMLDetailsElement) sheet.open = !sheet.open;
    else this.settings.querySelector("select")?.focus();
  }

  /**
   * J, K and T go through the decisions of the last round.
   * @param {string} key
   */
  #through(key) {
    const list = this.panel.hidden ? null : this.panel.querySelector(".coach-rows");
    if (!list) return;
    const sheet = list.closest("details");
    if (sheet instanceof HTMLDetailsElement) sheet.open = true;
    throughList(list, key);
  }

  /**
   * @param {Element} side
   * @param {HTMLElement} bar
   */
  #place(side, bar) {
    if (WIDE.matches) this.settings.after(this.panel);
    else bar.before(this.panel);
  }

  get level() {
    const kept = recall(`coach.${this.#person}`);
    return kept in LEVELS ? kept : "off";
  }

  get standard() {
    const kept = recall(`coach-by.${this.#person}`);
    return kept in STANDARDS ? kept : "hand";
  }

  /**
   * @param {string} label
   * @param {Record<string, string>} options
   * @param {string} chosen
   * @param {string} name
   */
  #choose(label, options, chosen, name) {
    const choose = h(
      "select",
      {
        "aria-label": label,
        "data-focus": name,
        onchange: () => {
          prefer(name, this.#person, choose.value);
          this.#asked = "";
          this.#advice = this.#round = null;
          this.#draw();
          this.mark();
          this.rests();
          choose.blur();
        },
      },
      Object.entries(options).map(([key, text]) => h("option", { value: key }, text)),
    );
    choose.value = chosen;
    return choose;
  }

  /** Nothing moves any more: if it is our turn, say what each act is worth. */
  rests() {
    const { state } = this.#table;
    if (!state || state.you.role !== "player") return;
    if (this.#person !== state.you.name) {
      this.#person = state.you.name;
      redraw(
        this.settings,
        h("label", {}, h("span", {}, "Coach "), this.#choose("Coach", LEVELS, this.level, "coach")),
        this.#choose("Coach’s standard", STANDARDS, this.standard, "coach-by"),
      );
    }
    if (this.level !== "before") return;
    const place = this.#decision(state);
    const now = place ? `${state.round} ${place.box} ${place.hand} ${place.cards}` : "";
    if (now === this.#asked) return;
    this.#asked = now;
    this.#advice = null;
    this.#draw();
    this.mark();
    if (place) this.#ask(state, place, now);
  }

  /**
   * The hand or the window that waits for this player.
   * @param {Live.State} state
   */
  #decision(state) {
    const name = state.you.name;
    const turn = state.turn?.player === name ? state.turn : null;
    const waits = state.window?.waiting.includes(name)
      ? state.window.acts.find((act) => act.player === name)
      : null;
    const at = turn ?? (waits?.box && { box: waits.box, hand: 1 });
    if (!at) return null;
    const hand = state.boxes[at.box - 1]?.hands.find((one) => one.number === at.hand);
    return { box: at.box, hand: at.hand, cards: `${hand?.cards.join(" ")} ${turn ? "" : "window"}` };
  }

  /**
   * @param {Live.State} state
   * @param {{box: number, hand: number}} parts1
   * @param {string} now
   */
  async #ask(state, { box, hand }, now) {
    /** @type {any} */
    let told;
    try {
      told = await get(`/tables/${state.table}/advice?box=${box}&hand=${hand}&standard=${this.standard}`);
    } catch (error) {
      told = { why: problemOf(error).why };
    }
    if (now !== this.#asked) return;
    this.#advice = told;
    this.#draw();
    this.mark();
    if (told.best) announce(`Coach: ${named(told.best)}.`);
  }

  /** On a narrow screen each button carries its value under its word, as long as it is asked for. */
  mark() {
    const acts =
      this.level === "before" && this.#advice?.best
        ? this.#advice.acts.filter((/** @type {any} */ one) => one.ev !== null)
        : [];
    const worth = new Map(
      acts.map((/** @type {any} */ one) => [one.act === "decline" ? "done" : one.act, one]),
    );
    for (const button of this.#table.bar.querySelectorAll("button[data-focus]")) {
      const one = worth.get(button.dataset.focus?.split(" ")[0]);
      if (one) button.dataset.worth = `${value(one.ev)}${one.best ? " ●" : ""}`;
      else delete button.dataset.worth;
    }
  }

  /**
   * A round is over: what its decisions cost.
   * @param {number} number
   */
  async closed(number) {
    this.#asked = "";
    this.#advice = null;
    if (this.level === "off" || !this.#person) return;
    const { state } = this.#table;
    try {
      this.#round = await get(`/me/rounds/${state.table}/${number}?standard=${this.standard}`);
    } catch {
      this.#round = null; // not a round of ours
    }
    this.#drawSession();
    if (!this.#advice) this.#draw();
  }

  #drawSession() {
    this.session.hidden = this.level === "off" || !this.#round;
    if (!this.session.hidden) this.session.textContent = `${summary(this.#round.session)}.`;
  }

  #draw() {
    const advice = this.level === "before" ? this.#advice : null;
    const round = this.level === "off" || advice ? null : this.#round;
    this.panel.hidden = !advice && !round;
    this.#drawSession();
    redraw(this.panel, advice ? adviceView(advice) : round ? roundView(round) : []);
    if (advice) this.#table.querySelector(".hand.acting")?.scrollIntoView({ block: "nearest" });
  }
}

/**
 * One act with its value, or why it is refused.
 * @param {any} one
 */
export function actLine(one) {
  if (one.ev === null) {
    return h(
      "li",
      { "data-act": one.act, class: "refused" },
      h("span", { class: "act-name" }, named(one.act)),
      h("span", { class: "small" }, `${one.refused} (${one.clause})`),
    );
  }
  const worth = `${one.cents < 0 ? "lose" : "win"} ${average(Math.abs(one.cents))}`;
  return h(
    "li",
    { "data-act": one.act, "data-ev": one.ev, class: one.best ? "best" : "" },
    h("span", { class: "act-name" }, named(one.act)),
    h("span", { class: "figure" }, value(one.ev)),
    h("span", { class: "small" }, one.cost >= 0.05 ? `${worth}, costs ${average(one.cost)}` : worth),
  );
}

/** @param {Api.Answers["GET"]["/tables/{}/advice"] & Record<string, any>} told */
function adviceView(told) {
  if (!told.best) return [h("p", { class: "small" }, `No advice: ${told.why}.`)];
  const valued = told.acts.filter((one) => one.ev !== null);
  const refused = told.acts.filter((one) => one.ev === null);
  const others = Object.entries(STANDARDS)
    .filter(([key]) => told[`by_${key}`])
    .map(([key, label]) => `${label.toLowerCase()}: ${named(told[`by_${key}`].best)}`);
  const best = valued.find((one) => one.best);
  return [
    // On a narrow screen this line is all, until it is opened.
    h(
      "details",
      { class: "coach-sheet", open: WIDE.matches },
      h(
        "summary",
        {},
        h("strong", {}, `${told.cards} against ${told.up}: ${named(told.best)} `),
        h("span", { class: "figure" }, value(best.ev)),
      ),
      h(
        "div",
        { class: "coach-whole" },
        h(
          "ol",
          { class: "coach-acts" },
          valued.map((one) => actLine(one)),
        ),
        told.notes.map((note) => h("p", { class: "small" }, note)),
        h("p", { class: "small" }, `${others.join("; ").replace(/^./, (letter) => letter.toUpperCase())}.`),
        refused.length > 0 &&
          h(
            "details",
            { class: "refused-acts" },
            h("summary", {}, "Refused acts"),
            h(
              "ol",
              { class: "coach-acts" },
              refused.map((one) => actLine(one)),
            ),
          ),
        reckonedFrom(told),
      ),
    ),
  ];
}

/**
 * The cards that the values are calculated from, by rank: all that were not seen.
 * @param {Api.Answers["GET"]["/tables/{}/advice"]} told
 */
function reckonedFrom(told) {
  const ranks = Object.entries(told.unseen);
  return h(
    "details",
    { class: "reckoned" },
    h("summary", {}, "How was this calculated?"),
    h(
      "p",
      { class: "small" },
      `By ${told.reckoned}` +
        `${told.given_no_dealer_blackjack ? "; given that the dealer has no blackjack" : ""}. ` +
        "The hole card and the burn card count as unseen.",
    ),
    h(
      "dl",
      { class: "unseen-cards" },
      ranks.map(([rank, number]) =>
        h("div", {}, h("dt", {}, rank === "T" ? "10" : rank), h("dd", { "data-rank": rank }, String(number))),
      ),
    ),
    h("p", { class: "small", "data-unseen": told.cards_unseen }, `${told.cards_unseen} unseen cards in all.`),
  );
}

/**
 * One decision in a list of them.
 * @param {any} row
 * @param {Page.Child[]} more
 */
export function decisionLine(row, ...more) {
  const right = row.grade === "right";
  return h(
    "li",
    { class: row.grade, "data-n": row.n },
    h("span", {}, `${row.cards} against ${row.up}: ${named(row.taken)} ${right ? "✓" : "✕"}`),
    !right &&
      h(
        "span",
        { class: "small" },
        `costs ${average(row.cost)}; ${named(row.best)} is ` +
          `better (${value(row.ev_best)}, not ${value(row.ev)})`,
      ),
    more,
  );
}

/** @param {Api.Answers["GET"]["/me/rounds/{}/{}"]} told */
function roundView(told) {
  const wrong = told.decisions.filter((row) => row.grade !== "right").length;
  const judged = told.decisions.length
    ? wrong
      ? `${wrong} of ${told.decisions.length} wrong`
      : "all right"
    : "no decisions";
  return [
    h(
      "details",
      { class: "coach-sheet", open: WIDE.matches },
      h(
        "summary",
        {},
        h("strong", {}, `Round ${told.number}: `),
        `${judged}, luck ${signed(Math.round(told.luck))}`,
      ),
      h(
        "div",
        { class: "coach-whole" },
        h(
          "ul",
          { class: "coach-rows" },
          told.decisions.map((row) => {
            const place = h("div", { class: "again-place" });
            const line = decisionLine(
              row,
              h(
                "button",
                {
                  type: "button",
                  class: "quiet",
                  "data-again": row.n,
                  onclick: () => {
                    line.classList.add("hides");
                    tryAgain(row, place);
                  },
                },
                "Try again",
              ),
              place,
            );
            line.tabIndex = -1;
            return line;
          }),
        ),
        h("p", { class: "small" }, `Luck this round ${signed(Math.round(told.luck))}.`),
        h("p", { class: "small narrow-session" }, `${summary(told.session)}.`),
        h(
          "p",
          { class: "small" },
          h("a", { href: `/me/rounds/${told.table}/${told.number}` }, "Replay the round"),
          " · ",
          h("a", { href: "/me" }, "My play"),
          " · ",
          h("a", { href: "/me/drills/hands" }, "Drills"),
        ),
      ),
    ),
  ];
}
