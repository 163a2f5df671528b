// @ts-check
// Any shoe: ten steppers, one card less, dealt out at random, pasted; and what each card is worth.

import { h, heldFocus } from "./dom.js";

/** @import { State } from "./lab-state.js" */

export const RANKS = [..."A23456789T"];
/** @param {string} rank */
const shown = (rank) => (rank === "T" ? "10" : rank);

/**
 * The counts of a shoe by rank; a full one where there is no text.
 * @param {string | null} text
 * @param {number} decks
 */
export function countsOf(text, decks) {
  const counts = Object.fromEntries(RANKS.map((rank) => [rank, text ? 0 : (rank === "T" ? 16 : 4) * decks]));
  for (const word of (text ?? "").replaceAll(",", " ").split(/\s+/)) {
    const [rank, number] = word.split(":");
    if (rank in counts && /^\d+$/.test(number ?? "")) counts[rank] = Number(number);
  }
  return counts;
}

/**
 * A shoe as the solver writes it; nothing where it is the full one.
 * @param {Record<string, number>} counts
 * @param {number} decks
 */
export function textOf(counts, decks) {
  const isFull = RANKS.every((rank) => counts[rank] === (rank === "T" ? 16 : 4) * decks);
  return isFull
    ? null
    : RANKS.filter((rank) => counts[rank])
        .map((rank) => `${rank}:${counts[rank]}`)
        .join(" ") || "A:0";
}

/**
 * Deal cards out at random until this many decks are left.
 * @param {Record<string, number>} counts
 * @param {number} left
 */
export function dealtOut(counts, left) {
  const cards = RANKS.flatMap((rank) => Array(counts[rank]).fill(rank));
  const next = { ...counts };
  const out = Math.max(0, cards.length - left);
  for (let n = 0; n < out; n += 1) {
    const pick = Math.floor((crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32) * cards.length);
    next[cards[pick]] -= 1;
    cards[pick] = cards.at(-1);
    cards.pop();
  }
  return next;
}

/** The shoe as controls. */
export class CardsView {
  /** @param {(shoe: string | null) => unknown} change */
  constructor(change) {
    this.key = "";
    this.depth = 50;
    this.change = change;
    this.element = h("div", { class: "cards-view" });
  }

  /**
   * @param {State} state
   * @param {any} answer
   * @param {number} decks
   */
  draw(state, answer, decks) {
    const counts = countsOf(state.shoe, decks);
    const size = RANKS.reduce((sum, rank) => sum + counts[rank], 0);
    /** @param {Record<string, number>} next */
    const put = (next) => this.change(textOf(next, decks));
    /**
     * @param {string} rank
     * @param {number} number
     */
    const set = (rank, number) => put({ ...counts, [rank]: Math.max(0, Math.min(999, number)) });
    const key = JSON.stringify([state.shoe, decks, answer?.digest, Boolean(answer?.notes)]);
    if (this.key === key) return;
    this.key = key;
    const active = heldFocus(this.element);
    /** @param {string} rank */
    const stepper = (rank) =>
      h(
        "li",
        { class: "stepper", "data-rank": rank },
        h("span", { class: "rank", id: `rank-${rank}` }, shown(rank)),
        h(
          "button",
          {
            type: "button",
            "aria-label": `One more ${shown(rank)}`,
            "data-focus": `more ${rank}`,
            onclick: () => set(rank, counts[rank] + 1),
          },
          "+",
        ),
        h("input", {
          type: "number",
          min: 0,
          max: 999,
          value: counts[rank],
          "aria-labelledby": `rank-${rank}`,
          "data-focus": `count ${rank}`,
          onchange: (event) => set(rank, Math.round(Number(event.target.value) || 0)),
        }),
        h(
          "button",
          {
            type: "button",
            "aria-label": `Remove one ${shown(rank)}`,
            "data-focus": `less ${rank}`,
            disabled: counts[rank] === 0,
            onclick: () => set(rank, counts[rank] - 1),
          },
          "−",
        ),
      );
    const paste = h("input", {
      id: "shoe-text",
      class: "shoe-text",
      value: state.shoe ?? "",
      placeholder: "A:20 2:24 3:24 T:96",
      spellcheck: "false",
      maxlength: 200,
      "data-focus": "shoe text",
      onchange: (event) => this.change(event.target.value.trim() || null),
    });
    const depth = h("input", {
      type: "range",
      id: "shoe-depth",
      min: 10,
      max: 95,
      step: 5,
      value: this.depth,
      "data-focus": "shoe depth",
      oninput: (/** @type {Event & { target: HTMLInputElement }} */ event) => {
        this.depth = Number(event.target.value);
        said.textContent = `${this.depth}%`;
      },
    });
    const said = h("output", { for: "shoe-depth" }, `${this.depth}%`);
    this.element.replaceChildren(
      h(
        "p",
        { class: "shoe-size" },
        h("strong", {}, size),
        ` cards · ${(size / 52).toFixed(2)} decks`,
        state.shoe ? "" : " · the full shoe",
        state.shoe &&
          h(
            "button",
            { type: "button", class: "quiet", "data-focus": "full shoe", onclick: () => this.change(null) },
            "Full shoe",
          ),
      ),
      h("ul", { class: "steppers" }, RANKS.map(stepper)),
      h(
        "div",
        { class: "shoe-tools" },
        h(
          "div",
          { class: "dial" },
          h("label", { for: "shoe-depth" }, "Deal out at random"),
          depth,
          said,
          h(
            "button",
            {
              type: "button",
              "data-focus": "deal out",
              onclick: () => {
                const full = countsOf(null, decks);
                put(dealtOut(full, Math.round(52 * decks * (1 - this.depth / 100))));
              },
            },
            "Deal",
          ),
        ),
        h("div", { class: "field-line" }, h("label", { for: "shoe-text" }, "Paste a shoe"), paste),
      ),
      h(
        "div",
        { class: "notes" },
        (answer?.notes ?? []).map((/** @type {any} */ note) => h("p", { class: "note" }, `Note: ${note}.`)),
      ),
    );
    if (active) this.element.querySelector(`[data-focus="${CSS.escape(active)}"]`)?.focus();
  }
}
