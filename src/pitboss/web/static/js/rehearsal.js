// @ts-check
// A rehearsal: a worked round that the reader plays with its own cards and without money.

import { get, post } from "./api.js";
import { announce, h, keycap, redraw, sentence, signed } from "./dom.js";
import { roundCloth } from "./replay.js";
import { tellProblem, whyButton } from "./why.js";

const PAUSE = 450; // milliseconds between two events that are the dealer's
/** @param {number} cents */
const amount = (cents) => (cents ? ` ${signed(-cents)}` : "");

/** @param {Record<string, number>} net */
function sums(net) {
  return h(
    "ul",
    { class: "sums-of" },
    Object.entries(net).map(([player, cents]) =>
      h(
        "li",
        { "data-net": cents },
        `${player} `,
        h("strong", { class: cents > 0 ? "up" : cents < 0 ? "down" : "" }, signed(cents)),
      ),
    ),
  );
}

/** The round as far as it is decided; every decision requests it again, and nothing is stored. */
class Rehearsal {
  /** @type {any[]} */
  decisions = [];
  /** @type {any} */
  told = null;
  at = -1;
  run = 0;

  /**
   * @param {string} book
   * @param {string} id
   * @param {any} worked
   */
  constructor(book, id, worked) {
    this.worked = worked;
    /** @type {`/rulebooks/${string}/rounds/${string}/rehearsal`} */
    this.path = `/rulebooks/${encodeURIComponent(book)}/rounds/${encodeURIComponent(id)}/rehearsal`;
    this.cloth = roundCloth();
    this.says = h("p", { class: "says" });
    this.bar = h("div", { class: "rehearsal-bar", id: "bar" });
    this.steps = h("ol", { class: "steps", tabindex: 0, "aria-label": "What happened" });
    this.element = h(
      "div",
      { class: "worked rehearsal", onkeydown: (event) => this.#key(event) },
      this.cloth,
      this.says,
      this.bar,
      this.steps,
    );
    addEventListener("keydown", (event) => event.target === document.body && this.#key(event));
  }

  /** @param {any[]} decisions */
  async ask(decisions) {
    const run = ++this.run;
    try {
      const told = await post(this.path, { decisions });
      if (run !== this.run) return;
      const isOn = this.told && decisions.length > this.decisions.length;
      this.decisions = decisions;
      this.told = told;
      if (!isOn) {
        this.cloth.round = told;
        this.at = -1;
        this.steps.replaceChildren();
      } else this.cloth.more(told);
      await this.#show(run);
    } catch (problem) {
      tellProblem(problem);
    }
  }

  /**
   * Show one event after another up to the decision that is due.
   * @param {any} run
   */
  async #show(run) {
    const { events } = this.told;
    redraw(this.bar);
    this.bar.setAttribute("aria-busy", "true");
    while (this.at < events.length - 1) {
      this.at += 1;
      const event = events[this.at];
      this.cloth.show(this.at);
      redraw(
        this.says,
        event.says,
        " ",
        whyButton(this.told.book, event.clause, { label: event.clause, said: event.says }),
      );
      this.steps.append(h("li", {}, event.says));
      this.steps.scrollTop = this.steps.scrollHeight;
      if (!this.cloth.isStill) await new Promise((next) => setTimeout(next, PAUSE));
      if (run !== this.run) return;
    }
    this.bar.removeAttribute("aria-busy");
    this.#draw();
  }

  #draw() {
    const { choices, over, net, book } = this.told;
    const again = h(
      "button",
      {
        type: "button",
        class: "quiet",
        "data-focus": "again",
        "data-rehearse": "again",
        onclick: () => this.ask([]),
      },
      "Start again",
    );
    const back =
      this.decisions.length > 0 &&
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "data-focus": "back",
          "data-rehearse": "back",
          onclick: () => this.ask(this.decisions.slice(0, -1)),
        },
        "Undo",
      );
    if (over) {
      const same = JSON.stringify(net) === JSON.stringify(this.worked);
      announce("The round is over.");
      redraw(
        this.bar,
        h(
          "div",
          { class: "rehearsal-end", "data-over": "" },
          h(
            "p",
            {},
            h("span", { class: "tag" }, "Rehearsal"),
            " ",
            h(
              "strong",
              {},
              same ? "The same result as the worked round." : "A different result from the worked round.",
            ),
          ),
          h("p", { class: "small" }, "Your rehearsal:"),
          sums(net),
          !same && [h("p", { class: "small" }, "In the worked round:"), sums(this.worked)],
        ),
        h("div", { class: "pair" }, again, back),
      );
      return;
    }
    const who = choices[0];
    const whose = who?.box
      ? `${who.player}, box ${who.box}${who.hand > 1 ? `, hand ${who.hand}` : ""}`
      : who?.player;
    announce(`${whose}: ${choices.map((/** @type {any} */ one) => one.label).join(", ")}`);
    redraw(
      this.bar,
      h("p", { class: "whose" }, h("span", { class: "tag" }, "Rehearsal"), " ", h("strong", {}, whose)),
      h(
        "div",
        { class: "acts", role: "group", "aria-label": `Decision: ${whose}` },
        choices.map((/** @type {any} */ one, /** @type {any} */ n) =>
          h(
            "span",
            { class: "act-with-why" },
            h(
              "button",
              {
                type: "button",
                class: n === 0 ? "primary" : null,
                "data-choice": one.command.type,
                "data-key": one.key,
                "data-focus": `choice ${n}`,
                onclick: () => this.#choose(one),
              },
              one.player === who.player ? one.label : `${one.player}: ${one.label}`,
              h("span", { class: "small" }, amount(one.costs)),
              one.key && keycap(one.key),
            ),
            whyButton(book, one.clause, {
              label: "§",
              said: one.label,
              name: `Clause ${one.clause}: ${one.label}`,
            }),
          ),
        ),
      ),
      h("div", { class: "pair" }, again, back),
    );
  }

  /** @param {any} parts */
  #choose({ player, command }) {
    this.ask([...this.decisions, { player, command }]);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.bar.hasAttribute("aria-busy") || !this.told)
      return;
    const one = this.told.choices.find(
      (/** @type {any} */ { key }) => key && key === event.key.toLowerCase(),
    );
    if (!one) return;
    event.preventDefault();
    this.#choose(one);
  }
}

/**
 * `/books/<book>/rounds/<id>/play`.
 * @param {string} book
 * @param {string} id
 */
export function rehearsalPage(book, id) {
  const place = h("div", { class: "page library" }, h("p", { class: "waiting" }, "Loading…"));
  get(`/rulebooks/${encodeURIComponent(book)}/rounds/${encodeURIComponent(id)}`)
    .then((round) => {
      document.title = `Rehearsal of ${round.id} · Pitboss`;
      const rehearsal = new Rehearsal(book, id, round.net[0]);
      redraw(
        place,
        h(
          "p",
          { class: "rehearsal-banner", role: "note" },
          h("strong", {}, "Rehearsal"),
          " The cards are fixed. There is no money, seat or " +
            "clock; nothing is recorded or counted in your results.",
        ),
        h(
          "header",
          {},
          h(
            "p",
            { class: "small" },
            h("a", { href: `/books/${book}/rounds/${encodeURIComponent(id)}` }, "The worked round"),
            ` · ${round.id}`,
          ),
          h("h1", { class: "round-title" }, round.title),
          h(
            "p",
            { class: "small" },
            "You decide for every player. If the round’s own " +
              "cards run out, more are dealt, always in the same order.",
          ),
        ),
        rehearsal.element,
      );
      requestAnimationFrame(() => rehearsal.ask([]));
    })
    .catch((problem) => redraw(place, h("p", { class: "waiting" }, sentence(problem.why))));
  return place;
}
