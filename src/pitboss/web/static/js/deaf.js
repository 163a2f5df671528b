// @ts-check
// A bar that has just changed ignores presses for a moment, so that the second tap on one button is
// not the first on another. The buttons stay enabled: nothing is announced, and the focus stays.

import { targetOf } from "./dom.js";

/** A clause changes nothing at the table: it is never ignored. */
const HARMLESS = ".why-button";

/** Choosing a chip is ignored only where an act was before: "Stand" must not become "Bet 100". */
const CHIPS = ".chip-button";

/** An ignored press begins the pause again, longer: whoever taps on has not seen the change yet. */
const AGAIN = 1.75;

/**
 * The pause that the style sheet sets as `--deaf`, in milliseconds.
 * @param {Element} element
 */
function pauseOf(element) {
  const value = Number.parseFloat(getComputedStyle(element).getPropertyValue("--deaf"));
  return Number.isNaN(value) ? 400 : value;
}

/** Watches over one bar: it ignores presses after each change, and while a command is unanswered. */
export class Deaf {
  #bar;
  /** @type {string | null} */
  #offer = null;
  #until = 0;
  #unanswered = 0;
  /** @type {boolean | null} */
  #pressed = null;
  #chipsUntil = 0;

  /** @param {HTMLElement} bar */
  constructor(bar) {
    this.#bar = bar;
    bar.tabIndex = -1;
    bar.addEventListener(
      "pointerdown",
      () => {
        this.#pressed = this.isDeaf;
      },
      true,
    );
    bar.addEventListener(
      "click",
      (event) => {
        // A press counts from the moment the finger came down; a key has no such moment.
        const early = event.detail > 0 && this.#pressed === true;
        this.#pressed = null;
        const isChip = targetOf(event).closest(CHIPS) !== null;
        if (!early && !(isChip ? this.#isDeafForChips : this.isDeaf)) return;
        if (targetOf(event).closest(HARMLESS) || (isChip && !this.#isDeafForChips)) return;
        this.ignored(); // also beside a button: the thumb is still where the act was
        if (!targetOf(event).closest("button")) return;
        event.stopPropagation();
        event.preventDefault();
      },
      true,
    );
  }

  /** Whether a press is ignored now. */
  get isDeaf() {
    return this.#unanswered > 0 || performance.now() < this.#until;
  }

  get #isDeafForChips() {
    return performance.now() < this.#chipsUntil;
  }

  /** Note a press that was ignored. */
  ignored() {
    const now = performance.now();
    const again = now + AGAIN * pauseOf(this.#bar);
    if (now < this.#until) this.#until = again;
    if (now < this.#chipsUntil) this.#chipsUntil = again;
  }

  /**
   * Draw the bar; `offer` names what can be pressed: if that is new, presses are ignored for a moment.
   * @param {string} offer
   * @param {() => unknown} draw
   */
  drawn(offer, draw) {
    const held = this.#bar.contains(document.activeElement);
    const hadChips = this.#bar.querySelector(CHIPS) !== null;
    draw();
    if (held && !this.#bar.contains(document.activeElement)) this.#bar.focus({ preventScroll: true });
    if (offer === this.#offer) return;
    this.#offer = offer;
    // Chips where acts were: nothing is lost by a longer pause, and a tap too many costs ten bets.
    if (!hadChips) this.#chipsUntil = performance.now() + 2 * pauseOf(this.#bar);
    this.#until = Math.max(this.#until, performance.now() + pauseOf(this.#bar));
  }

  /**
   * Ignore presses until a command is answered.
   * @template T
   * @param {Promise<T>} answer
   */
  async during(answer) {
    this.#unanswered += 1;
    try {
      return await answer;
    } finally {
      this.#unanswered -= 1;
    }
  }
}
