// @ts-check
// The drill of hands: cards, the acts that the book permits, and what each was worth.

import { ACTS } from "./acts.js";
import { card } from "./cards.js";
import { actLine, average, named } from "./coach.js";
import { h, keycap } from "./dom.js";

/** @type {Record<string, string>} */
const KEYS = {
  ...Object.fromEntries(Object.entries(ACTS).map(([act, { key }]) => [act, key])),
  insure: "i",
  even_money: "e",
  decline: "n",
};
/** @type {Record<string, string>} */
const LABELS = { insure: "Insurance", even_money: "Even money", decline: "No, play on" };

/**
 * Some cards side by side, with a word under them.
 * @param {string[]} faces
 * @param {{turn?: boolean, says?: string}} [options]
 */
export function cardsOf(faces, { turn = false, says = "" } = {}) {
  return h(
    "div",
    { class: turn ? "drill-hand turn" : "drill-hand" },
    h(
      "div",
      { class: "drill-cards" },
      faces.map((face) => card(face)),
    ),
    says && h("p", { class: "drill-says" }, says),
  );
}

/**
 * A button for each act that is permitted.
 * @param {any[]} acts
 * @param {(given: object) => unknown} answer
 */
export function actButtons(acts, answer) {
  return h(
    "div",
    { class: "row drill-acts", role: "group", "aria-label": "Your decision" },
    acts.map((act) =>
      h(
        "button",
        {
          type: "button",
          class: "big",
          "data-act": act,
          "data-key": KEYS[act],
          onclick: () => answer({ act }),
        },
        h("span", {}, LABELS[act] ?? named(act).replace(/^./, (letter) => letter.toUpperCase())),
        keycap(KEYS[act]),
      ),
    ),
  );
}

/**
 * Every act with its value, the best one marked.
 * @param {any} told
 */
export function valued(told) {
  return h(
    "ol",
    { class: "coach-acts" },
    told.acts
      .filter((/** @type {any} */ one) => one.ev !== null)
      .map((/** @type {any} */ one) => actLine(one)),
  );
}

/**
 * The count of a hand in words.
 * @param {{total: number, soft: boolean}} parts
 */
export function totalOf({ total, soft }) {
  return `${soft ? "soft " : ""}${total}`;
}

/**
 * The up card, the hand or the hands of the box, and what is asked.
 * @param {any} question
 * @param {string} asked
 */
export function decision(question, asked, more = "") {
  const hands = question.hands.length > 1 ? question.hands : [{ cards: question.cards, turn: true }];
  const at = hands.findIndex((/** @type {any} */ one) => one.turn) + 1;
  const asks = question.window
    ? "Before you play"
    : hands.length > 1
      ? `Hand ${at} of ${hands.length}`
      : asked;
  return [
    h(
      "div",
      { class: "drill-cloth" },
      h("div", {}, h("p", { class: "drill-who" }, "Dealer"), cardsOf([question.up])),
      h(
        "div",
        {},
        h("p", { class: "drill-who" }, hands.length > 1 ? "Your hands" : "You"),
        h(
          "div",
          { class: "drill-hands" },
          hands.map((/** @type {any} */ one) =>
            cardsOf(one.cards, {
              turn: one.turn && hands.length > 1,
              says: one.turn ? totalOf(question) : "",
            }),
          ),
        ),
      ),
    ),
    h("p", { class: "lead" }, h("strong", {}, asks), more),
  ];
}

export class HandsDrill {
  /**
   * @param {any} question
   * @param {(given: object) => unknown} answer
   */
  constructor(question, answer) {
    this.question = question;
    this.answer = answer;
  }

  view() {
    return [...decision(this.question, "What do you do?"), actButtons(this.question.acts, this.answer)];
  }

  /** @param {any} told */
  judged(told) {
    const line = told.right
      ? `Right: ${named(told.act)}.`
      : `${named(told.best)} is better; ${named(told.act)} costs ${average(told.cost)} on a wager of 10.`;
    return [
      h("h2", {}, `${told.cards} against ${told.up}`),
      h(
        "p",
        { class: told.right ? "verdict-line right" : "verdict-line wrong", "data-right": String(told.right) },
        told.right ? "✓ " : "✕ ",
        line,
      ),
      valued(told),
      told.notes.map((/** @type {any} */ note) => h("p", { class: "small" }, note)),
    ];
  }
}
