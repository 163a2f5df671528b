// @ts-check
// The log beside a table, and what of it is read out to people who listen to the page.

import { waitingFor } from "./actions.js";
import { deals } from "./chair.js";
import { announce, h } from "./dom.js";
import { whyButton } from "./why.js";

/** @import { Table } from "./table.js" */

const TOLD = 60;

/** What has happened at one table, the newest first. */
export class Log {
  element = h("ol", { class: "talk", reversed: true });
  #page;
  #told = 0;
  /** @type {string[]} */
  #unsaid = [];
  #turn = "";

  /** @param {Table} page */
  constructor(page) {
    this.#page = page;
  }

  /**
   * Keep an event that has been shown, to be read out when nothing moves any more.
   * @param {Live.Event} event
   */
  unsaid(event) {
    if (event.says) this.#unsaid.push(event.says);
  }

  /** @param {Live.Event} event */
  #line(event) {
    return h(
      "li",
      { "data-n": event.n },
      h("span", {}, event.says),
      whyButton(this.#page.state.book, event.clause, {
        label: "§",
        said: event.says,
        name: `Clause ${event.clause}: ${event.says}`,
      }),
    );
  }

  /**
   * New lines are added at the top, older ones recalled from the log at the bottom.
   * @param {Live.Event[]} events
   */
  tell(events) {
    const last = /** @type {HTMLElement | null} */ (this.element.lastElementChild);
    const first = Number(last?.dataset.n ?? Infinity);
    const older = [];
    for (const event of events.filter((one) => one.says)) {
      if (event.n < first && first !== Infinity) older.unshift(this.#line(event));
      else if (event.n > this.#told) {
        this.#told = event.n;
        this.element.prepend(this.#line(event));
      }
    }
    this.element.append(...older);
    while (this.element.childElementCount > TOLD) this.element.lastElementChild?.remove();
  }

  /** Say what has been shown since it was last said, and whether it is your turn. */
  say() {
    const { state, layers } = this.#page;
    const told = this.#unsaid.splice(0).slice(-6);
    const turn =
      state.turn?.player === state.you.name ? `${state.round} ${state.turn.box} ${state.turn.hand}` : "";
    const turned = turn && turn !== this.#turn;
    const isFirst = this.#turn === "" && !told.length && !turn;
    this.#turn = turn || " ";
    const own = layers.room.querySelector(turned ? ".hand.acting" : ".box.yours .who");
    own?.scrollIntoView({ block: "nearest" });
    const next = deals(state) ? state.dealer.card_to?.box : null;
    if (next) layers.on.querySelector(`[data-box="${next}"] .pick`)?.scrollIntoView({ block: "nearest" });
    if (turned) told.push(`Your turn, box ${state.turn?.box}.`);
    else if (isFirst) told.push(waitingFor(state));
    announce(told.join(" "));
  }
}
