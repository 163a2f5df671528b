// @ts-check
// The head of a table: its name, shoe and purse, the notice of a change, and the burn card.

import { get } from "./api.js";
import { deals } from "./chair.js";
import { h, money, redraw, signed, under } from "./dom.js";
import { sheet } from "./rules_sheet.js";
import { soundControl } from "./sound.js";
import { speedControl } from "./speed.js";
import { tellProblem, whyButton } from "./why.js";

/** @import { Table } from "./table.js" */

/** What stands above the cloth of one table; it is drawn again where it has changed. */
export class Head {
  element = h("div", { class: "table-head" });
  notice = h("p", { class: "notice", role: "status", hidden: true });
  burned = h("p", { class: "burned", hidden: true });
  #page;
  #drawn = "";
  /** @type {{ edge: string | undefined, lab: string } | null} */
  #price = null;

  /** @param {Table} page */
  constructor(page) {
    this.#page = page;
  }

  /**
   * The edge of the main game, with the lab behind it; it is a link as soon as it is known.
   * @param {string} id
   */
  async price(id) {
    try {
      const { edges, lab } = await get(`/tables/${id}/rules`);
      this.#price = { edge: edges[0]?.edge, lab };
      if (this.#page.state) this.draw();
    } catch {
      // The sheet of rules tells of it.
    }
  }

  draw() {
    const { state } = this.#page;
    this.#drawBurned(state);
    const about = JSON.stringify([state.shoe, state.you, state.name, state.notice, this.#price]);
    if (about === this.#drawn) return;
    this.#drawn = about;
    this.#drawNotice(state);
    redraw(this.element, this.#name(state), h("div", { class: "facts" }, this.#facts(state)));
  }

  /** @param {Live.State} state */
  #name(state) {
    const price = this.#price;
    return h(
      "div",
      { class: "name" },
      h("h1", {}, state.name),
      h(
        "p",
        {},
        under(state),
        price && [
          " · ",
          h(
            "a",
            { href: price.lab, id: "edge", "data-focus": "edge" },
            price.edge ? `House edge ${price.edge}` : "Lab",
          ),
        ],
      ),
    );
  }

  /**
   * @param {Live.State} state
   * @returns {Page.Child[]}
   */
  #facts(state) {
    const { shoe, you } = state;
    const gauge = h(
      "div",
      {
        class: "gauge",
        role: "meter",
        "aria-label": "Cards left in the shoe",
        "aria-valuemin": "0",
        "aria-valuemax": shoe.size,
        "aria-valuenow": shoe.left,
        title: shoe.commitment ? `Sealed: ${shoe.commitment}` : "Cards left in the shoe",
      },
      h("span", { class: "fill", style: { "--share": String(shoe.left / shoe.size) } }),
    );
    return [
      h(
        "div",
        { class: "shoe" },
        h(
          "span",
          { class: "small" },
          h("span", { class: "shoe-number" }, `Shoe ${shoe.number} · `),
          `${shoe.left} of ${shoe.size}`,
        ),
        gauge,
      ),
      h(
        "div",
        { class: "purse", "data-balance": you.balance },
        h("span", { class: "small" }, "Balance "),
        h("strong", {}, money(you.balance)),
        you.net !== 0 && h("span", { class: `small ${you.net > 0 ? "up" : "down"}` }, signed(you.net)),
      ),
      speedControl(you.name, (speed) => {
        this.#page.speed = speed;
      }),
      soundControl(),
      h(
        "button",
        {
          type: "button",
          class: "quiet rules",
          "data-focus": "rules",
          "data-key": "?",
          "aria-label": "Rules, pays and keys",
          title: "Rules, pays and keys (?)",
          onclick: () => sheet(this.#page.state).catch(tellProblem),
        },
        h("span", { class: "wide-word" }, "Rules"),
        h("span", { class: "narrow-word" }, "?"),
      ),
      h("a", { class: "quiet", href: `/audit/${state.table}` }, "History"),
    ];
  }

  /**
   * The notice of a change of limits or options, until it holds.
   * @param {Live.State} state
   */
  #drawNotice({ book, notice }) {
    this.notice.hidden = !notice;
    if (!notice) return;
    redraw(
      this.notice,
      h("span", {}, h("strong", {}, "Notice: "), notice.says, " "),
      whyButton(book, notice.clause, {
        label: "§",
        said: notice.says,
        name: `Notice of a change: clause ${notice.clause}`,
      }),
    );
  }

  /**
   * A player may ask to see the burn card, if the book allows it.
   * @param {Live.State} state
   */
  #drawBurned(state) {
    const {
      book,
      you,
      boxes,
      shoe: { burned_shown_under: clause },
    } = state;
    const plays = boxes.some(
      (box) => box.seat?.name === you.name || box.wagers.some((w) => w.bettor === you.name),
    );
    this.burned.hidden = !clause || !plays || deals(state) || you.role === "auditor";
    if (this.burned.hidden || this.burned.dataset.clause === clause) return;
    this.burned.dataset.clause = clause ?? "";
    const label = "Show the burn card";
    redraw(
      this.burned,
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "data-focus": "burned",
          "aria-label": label,
          onclick: () => this.#page.send({ type: "show_burned" }),
        },
        "Burn card",
      ),
      whyButton(book, clause, { label: "§", said: label, name: `${label}: clause ${clause}` }),
    );
  }
}
