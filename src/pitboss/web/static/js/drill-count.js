// @ts-check
// The count drill: cards, the running count, decks left from a drawn rack, the true count.

import { h, s } from "./dom.js";
import { cardsOf } from "./drill-hands.js";

/** @param {number | string} count */
const signed = (count) => (Number(count) > 0 ? `+${count}` : String(count).replace("-", "−"));
/** @param {string} text */
const number = (text) => text.trim().replaceAll("−", "-").replace(",", ".");

/**
 * The discard rack, drawn to scale with a mark for each deck.
 * @param {number} share
 * @param {number} decks
 */
export function rack(share, decks) {
  const height = 150;
  const full = height - 12;
  const marks = Array.from({ length: decks - 1 }, (_, n) => 6 + full * (1 - (n + 1) / decks));
  const pile = full * share;
  const cards = Array.from({ length: Math.max(0, Math.floor(pile / 3)) }, (_, n) =>
    s("path", { class: "rack-card", d: `M14 ${(6 + full - 3 * n - 1.5).toFixed(1)}h62` }),
  );
  return s(
    "svg",
    {
      class: "rack",
      viewBox: `0 0 100 ${height}`,
      role: "img",
      "aria-label": `Discard rack for ${decks} decks, ${Math.round(share * 100)}% full`,
    },
    s("rect", { class: "rack-frame", x: 9, y: 4, width: 72, height: full + 4, rx: 3 }),
    s("rect", { class: "rack-pile", x: 12, y: 6 + full - pile, width: 66, height: pile }),
    cards,
    marks.map((y) => s("path", { class: "rack-mark", d: `M81 ${y.toFixed(1)}h9` })),
  );
}

export class CountDrill {
  /**
   * @param {any} question
   * @param {(given: object) => unknown} answer
   * @param {Map<string, string>} counts the counting systems by name, each with its title
   */
  constructor(question, answer, counts) {
    this.question = question;
    this.answer = answer;
    this.counts = counts;
    this.began = performance.now();
  }

  view() {
    const { question } = this;
    const running = h("input", {
      id: "drill-running",
      inputmode: "text",
      autocomplete: "off",
      class: "count-field",
      maxlength: 8,
      required: true,
      pattern: "\\s*[\\-−+]?\\d+([.,]5)?\\s*",
    });
    const decks = h("input", {
      id: "drill-decks",
      type: "number",
      min: 0.5,
      max: question.decks,
      step: 0.5,
      class: "count-field",
      required: true,
      "data-focus": "decks",
    });
    const true_ = h("input", {
      id: "drill-truecount",
      inputmode: "text",
      autocomplete: "off",
      class: "count-field",
      maxlength: 4,
      required: true,
      pattern: "\\s*[\\-−+]?\\d+\\s*",
    });
    const cards = h(
      "div",
      { class: "count-cards" },
      question.groups.map((/** @type {any} */ [name, faces]) =>
        h("div", {}, name && h("p", { class: "drill-who" }, name), cardsOf(faces)),
      ),
    );
    const second = h(
      "form",
      {
        class: "count-step",
        hidden: true,
        onsubmit: (event) => {
          event.preventDefault();
          this.answer({
            running: number(running.value),
            decks: Number(decks.value),
            true: Number(number(true_.value)),
          });
        },
      },
      rack(question.rack, question.decks),
      h(
        "div",
        { class: "basics" },
        h("div", {}, h("label", { for: "drill-decks" }, "Decks left, to the nearest half"), decks),
        h("div", {}, h("label", { for: "drill-truecount" }, "True count"), true_),
      ),
      h("button", { type: "submit", class: "primary" }, "Check"),
    );
    const first = h(
      "form",
      {
        class: "count-step",
        onsubmit: (event) => {
          event.preventDefault();
          if (!question.asks_true) {
            this.answer({ running: number(running.value) });
            return;
          }
          running.readOnly = true;
          go.hidden = true;
          cards.classList.add("gone");
          second.hidden = false;
          decks.focus();
        },
      },
      h(
        "div",
        {},
        h(
          "label",
          { for: "drill-running" },
          `Running count (${this.counts.get(question.system) ?? question.system})`,
        ),
        running,
      ),
    );
    const go = h(
      "button",
      { type: "submit", class: "primary" },
      question.asks_true ? "Then the true count" : "Check",
    );
    first.append(go);
    this.first = running;
    return [
      question.new_shoe &&
        h(
          "p",
          { class: "small" },
          `A new shoe of ${question.decks} decks. The count starts at ${signed(question.start)}.`,
        ),
      h("div", { class: "drill-cloth" }, cards),
      first,
      second,
    ];
  }

  ready() {
    this.first?.focus({ preventScroll: true });
  }

  /** @param {any} told */
  judged(told) {
    const parts = [`running ${signed(told.running)}`];
    if (told.true !== null)
      parts.push(`${told.decks} decks left (${told.cards_left} cards)`, `true ${signed(told.true)}`);
    return [
      h("h2", {}, told.right ? "Right" : "Not quite"),
      h(
        "p",
        { class: told.right ? "verdict-line right" : "verdict-line wrong", "data-right": String(told.right) },
        told.right ? "✓ " : "✕ ",
        `${parts.join(", ")}. `,
        h(
          "span",
          { class: "small" },
          `${told.off ? `You were off by ${told.off}. ` : ""}${told.seconds.toFixed(1)} s.`,
        ),
      ),
    ];
  }
}
