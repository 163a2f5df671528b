// @ts-check
// A finished round step by step on its own cloth: back, next, a slider, arrow keys, every step listed.

import { announce, h, redraw } from "./dom.js";
import { roundCloth } from "./replay.js";
import { whyButton } from "./why.js";

/** @type {Record<string, number>} */
const KEYS = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * The parts of a page that steps through `events`, and `go(step)`. `entry(event)` is what the list
 * has for an event; `shown(step, by)` follows each step, `by` as `go` was given it.
 * @param {Live.Event[]} events
 * @param {object} told
 * @param {string} told.book
 * @param {(event: Live.Event) => Page.Child} told.entry
 * @param {(at: number, by: string) => unknown} told.shown
 */
export function steps(events, { book, entry, shown }) {
  const last = events.length - 1;
  const cloth = roundCloth();
  const says = h("p", { class: "says" });
  /** @type {HTMLInputElement} */
  const slide = h("input", {
    type: "range",
    min: 0,
    max: last,
    step: 1,
    "aria-label": "Step of the round",
    oninput: () => go(Number(slide.value)),
  });
  const rows = events.map((event, n) =>
    h("li", {}, h("button", { type: "button", "data-n": event.n, onclick: () => go(n) }, entry(event))),
  );
  let at = 0;
  /** @param {number} to */
  const go = (to, by = "hand") => {
    at = Math.max(0, Math.min(to, last));
    const event = events[at];
    slide.value = String(at);
    rows.forEach((row, n) => {
      row.className = n === at ? "now" : n > at ? "later" : "";
      row.firstElementChild?.toggleAttribute("aria-current", n === at);
    });
    redraw(
      says,
      event.says || event.event,
      " ",
      whyButton(book, event.clause, { label: event.clause, said: event.says ?? "" }),
    );
    shown(at, by);
    cloth.show(at);
    announce(event.says ?? "");
  };
  return {
    cloth,
    go,
    says,
    get at() {
      return at;
    },
    isLast: () => at === last,
    list: h("ol", { class: "steps", tabindex: 0, "aria-label": "All steps" }, rows),
    /** The row of controls, with `more` between back and the slider. */
    controls: (/** @type {any[]} */ ...more) =>
      h(
        "div",
        { class: "controls" },
        h("button", { type: "button", "data-step": "back", onclick: () => go(at - 1) }, "◂ Back"),
        more,
        slide,
        h(
          "button",
          { type: "button", "data-step": "next", class: "primary", onclick: () => go(at + 1) },
          "Next ▸",
        ),
      ),
    onkeydown: (/** @type {any} */ event) => {
      if (!KEYS[event.key] || event.target === slide) return;
      event.preventDefault();
      go(at + KEYS[event.key]);
    },
    /** Begin with `round` at a step, once the page is laid out. */
    begin: (/** @type {any} */ round, /** @type {any} */ step) =>
      requestAnimationFrame(() => {
        cloth.round = round;
        go(step);
      }),
  };
}
