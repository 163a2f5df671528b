// @ts-check
// Ramp and deviations: the bet at a count, then insurance and the play, judged for that very shoe.

import { named } from "./coach.js";
import { h, percent } from "./dom.js";
import { rack } from "./drill-count.js";
import { actButtons, decision, valued } from "./drill-hands.js";

/** @param {number | string} count */
const signed = (count) => (Number(count) > 0 ? `+${count}` : String(count).replace("-", "−"));
/** @param {number} number */
const units = (number) => `${number} ${number === 1 ? "unit" : "units"}`;

export class BetsDrill {
  /**
   * @param {any} question
   * @param {(given: object) => unknown} answer
   * @param {Map<string, string>} counts the counting systems by name, each with its title
   */
  constructor(question, answer, counts) {
    this.question = question;
    this.answer = answer;
    this.counts = counts;
  }

  #count() {
    const { question } = this;
    const whole = Math.round(question.decks / Math.max(0.01, 1 - question.rack));
    return h(
      "div",
      { class: "bet-count" },
      rack(question.rack, whole),
      h(
        "p",
        {},
        h("strong", { class: "bet-running" }, signed(question.running)),
        ` ${this.counts.get(question.system) ?? question.system} running count before the deal`,
      ),
      !question.is_running && h("p", { class: "small" }, `${question.decks} decks left`),
    );
  }

  view() {
    const { question } = this;
    const steps = h(
      "details",
      { class: "small" },
      h("summary", {}, "The ramp"),
      h(
        "p",
        {},
        question.ramp
          .map(
            (/** @type {any} */ [at, bet]) => `${at === "" ? "below" : `from ${signed(at)}`}: ${units(bet)}`,
          )
          .join(", "),
      ),
    );
    if (question.asks === "act") {
      return [
        this.#count(),
        ...decision(question, "What do you do at this count?", " Count these cards too."),
        actButtons(question.acts, this.answer),
      ];
    }
    const field = h("input", {
      id: "drill-units",
      type: "number",
      min: 0,
      max: 10000,
      step: 1,
      required: true,
      class: "count-field",
    });
    this.first = field;
    return [
      this.#count(),
      h(
        "form",
        {
          class: "count-step",
          onsubmit: (event) => {
            event.preventDefault();
            this.answer({ units: Number(field.value) });
          },
        },
        h("div", {}, h("label", { for: "drill-units" }, "Your bet, in units"), field),
        h("button", { type: "submit", class: "primary" }, "Bet"),
      ),
      steps,
    ];
  }

  ready() {
    this.first?.focus({ preventScroll: true });
  }

  /** @param {any} told */
  judged(told) {
    const worth = `${told.cost < 0 ? "gains" : "costs"} ${Math.abs(told.cost).toFixed(4)} units here`;
    const mark = h(
      "p",
      { class: told.right ? "verdict-line right" : "verdict-line wrong", "data-right": String(told.right) },
      told.right ? "✓ " : "✕ ",
      told.right
        ? `${named(told.asked_for)}, by ${told.by}.`
        : `${named(told.asked_for)}, by ${told.by}. Yours ${worth}.`,
    );
    if (told.asks === "bet") {
      return [
        h("h2", {}, `Bet at ${signed(told.count)}`),
        mark,
        told.ev !== null &&
          h(
            "p",
            { class: "small" },
            `Before the deal, this shoe was worth exactly ${percent(told.ev, 3)} of the bet.`,
          ),
      ];
    }
    /**
     * @param {{ at: number, act: string }} step
     * @param {number} n
     */
    const rung = ({ at, act }, n) => (n ? `${act} from ${signed(at)}` : act);
    const ladder =
      told.play && h("p", { class: "small" }, `By the count: ${told.play.ladder.map(rung).join(", ")}.`);
    return [
      h("h2", {}, `${told.cards} against ${told.up} at ${signed(told.count)}`),
      mark,
      ladder,
      valued(told),
      h(
        "p",
        { class: "small" },
        told.exact_for === "seen" ? "Values for the cards left in this shoe." : "Values from a full shoe.",
      ),
      told.notes.map((/** @type {any} */ note) => h("p", { class: "small" }, note)),
    ];
  }
}
