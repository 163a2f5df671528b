// A bar that has just changed ignores presses for a moment, so that the second tap on one button is
// not the first on another. The buttons stay enabled: nothing is announced, and the focus stays.

/** What changes nothing at the table is never ignored: the choice of a chip, and a clause. */
const HARMLESS = ".chip-button, .why-button";

/** The pause that the style sheet sets as `--deaf`, in milliseconds. */
function pauseOf(element) {
  const value = Number.parseFloat(getComputedStyle(element).getPropertyValue("--deaf"));
  return Number.isNaN(value) ? 400 : value;
}

/** Watches over one bar: it ignores presses after each change, and while a command is unanswered. */
export class Deaf {
  #bar;
  #offer = null;
  #until = 0;
  #unanswered = 0;
  #pressed = null;

  constructor(bar) {
    this.#bar = bar;
    bar.tabIndex = -1;
    bar.addEventListener("pointerdown", () => { this.#pressed = this.isDeaf; }, true);
    bar.addEventListener("click", (event) => {
      // A press counts from the moment the finger came down; a key has no such moment.
      const early = event.detail > 0 && this.#pressed === true;
      this.#pressed = null;
      if (!early && !this.isDeaf) return;
      if (!event.target.closest("button") || event.target.closest(HARMLESS)) return;
      event.stopPropagation();
      event.preventDefault();
    }, true);
  }

  /** Whether a press is ignored now. */
  get isDeaf() {
    return this.#unanswered > 0 || performance.now() < this.#until;
  }

  /** Draw the bar; `offer` names what can be pressed: if that is new, presses are ignored for a moment. */
  drawn(offer, draw) {
    const held = this.#bar.contains(document.activeElement);
    draw();
    if (held && !this.#bar.contains(document.activeElement)) this.#bar.focus({ preventScroll: true });
    if (offer === this.#offer) return;
    this.#offer = offer;
    this.#until = performance.now() + pauseOf(this.#bar);
  }

  /** Ignore presses until a command is answered. */
  async during(answer) {
    this.#unanswered += 1;
    try {
      return await answer;
    } finally {
      this.#unanswered -= 1;
    }
  }
}
