// @ts-check
// The chart of basic strategy, and for every cell what every act is worth with each composition.

import { ACTS, EXCHANGE } from "./acts.js";
import { h, targetOf } from "./dom.js";
import { whyButton } from "./why.js";

/** @type {Record<string, string>} */
const HEADINGS = { hard: "Hard", soft: "Soft", pairs: "Pairs", [EXCHANGE]: ACTS[EXCHANGE].label };
/** @param {string} text */
const shownCard = (text) => text.replaceAll("T", "10");

/**
 * The place of a hand on the chart: `hard/16`, `soft/A,7`, `pairs/8,8`.
 * @param {any} hand
 */
function placeOf(hand) {
  const [one, two] = hand.cards;
  if (one === two) return `pairs/${one},${two}`;
  if (hand.soft) return `soft/A,${hand.cards.replace("A", "")}`;
  return `hard/${hand.total}`;
}

/**
 * Every two-card hand by its cell; a total lists its pair too.
 * @param {any} answer
 */
export function byCell(answer) {
  const cells = new Map();
  /**
   * @param {string} cell
   * @param {any} hand
   */
  const add = (cell, hand) => cells.set(cell, [...(cells.get(cell) ?? []), hand]);
  for (const hand of answer.hands ?? []) {
    add(`${placeOf(hand)}/${hand.up}`, hand);
    if (hand.cards[0] === hand.cards[1])
      add(
        `${hand.soft ? "soft" : "hard"}/${hand.soft ? `A,${hand.total - 11}` : hand.total}/${hand.up}`,
        hand,
      );
    if (!hand.soft)
      add(`${EXCHANGE}/${hand.cards[0] === hand.cards[1] ? [...hand.cards] : hand.total}/${hand.up}`, hand);
  }
  return cells;
}

/**
 * @param {string} book
 * @param {string} act
 * @param {number} value
 * @param {string} best
 * @param {number} most
 */
function actRow(book, act, value, best, most) {
  const isBest = act === best;
  const share = Math.min(1, Math.abs(value) / most);
  return h(
    "tr",
    { "data-act": act, class: isBest ? "best" : null },
    h("th", { scope: "row" }, act, isBest && h("span", { class: "unseen" }, " (best)")),
    h(
      "td",
      { class: "figure", "data-value": value },
      `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4)}`,
    ),
    h(
      "td",
      { class: "bar-cell", "aria-hidden": "true" },
      h("span", { class: value < 0 ? "bar minus" : "bar", style: { "--share": share.toFixed(4) } }),
    ),
    h("td", { class: "dot" }, isBest ? "●" : ""),
  );
}

/**
 * @param {any} answer
 * @param {string} cell
 * @param {any[]} hands
 * @param {string | null} shown
 * @param {(hand: string | null) => unknown} choose
 */
function sheetOf(answer, cell, hands, shown, choose) {
  const [section, row, up] = cell.split("/");
  const hand = hands.find((one) => one.cards === shown) ?? hands[0];
  const name =
    section === "pairs" || section === "soft"
      ? row
      : `${section === EXCHANGE ? `${ACTS[EXCHANGE].label} ` : ""}${row}`;
  const acts = Object.entries(hand.acts).sort(([, a], [, b]) => b - a);
  const most = Math.max(...acts.map(([, value]) => Math.abs(value)), 0.01);
  const refused = Object.entries(hand.refused).map(([act, n]) => ({ act, ...answer.refusals[n] }));
  return [
    h("h3", {}, `${shownCard(name)} against ${shownCard(up)}`),
    h(
      "div",
      { class: "compositions", role: "group", "aria-label": "Cards of the hand" },
      hands.map((one) =>
        h(
          "button",
          {
            type: "button",
            "aria-pressed": String(one === hand),
            "data-composition": one.cards,
            "data-focus": `cards ${one.cards}`,
            onclick: () => choose(one.cards),
          },
          shownCard([...one.cards].join(" ")),
        ),
      ),
    ),
    h(
      "table",
      { class: "acts" },
      h("caption", { class: "unseen" }, "Value of every act per unit of the main wager"),
      h(
        "tbody",
        {},
        acts.map(([act, value]) => actRow(answer.book, act, value, hand.best, most)),
      ),
    ),
    refused.length > 0 &&
      h(
        "ul",
        { class: "refused" },
        refused.map(({ act, why, clause }) =>
          h(
            "li",
            { "data-refused": act },
            h("span", {}, h("strong", {}, act), ` ${why}`),
            whyButton(answer.book, clause, { label: "§", said: why, name: `Clause ${clause}: ${why}` }),
          ),
        ),
      ),
    h(
      "p",
      { class: "small" },
      hand.given_no_dealer_blackjack
        ? "Per unit wagered, given that the dealer does not have blackjack."
        : "Per unit wagered, a dealer blackjack included.",
    ),
  ];
}

/**
 * The rows of a chart from the highest hand down: whole numbers come first and rising from JSON.
 * @param {any[]} rows
 */
function highestFirst(rows) {
  const told = Object.entries(rows);
  /** @param {[string, any]} parts */
  const isTotal = ([hand]) => /^\d+$/.test(hand);
  return [...told.filter(isTotal).reverse(), ...told.filter((row) => !isTotal(row))];
}

/** A chart as tables of letters; one cell has the focus, arrows move it. */
export class ChartView {
  /** @param {(cell: string | null) => unknown} choose */
  constructor(choose) {
    this.choose = choose;
    this.element = h("div", { class: "chart-view" });
    this.tables = h("div", { class: "chart-tables" });
    this.sheet = h("aside", { class: "sheet", "aria-live": "polite", "aria-label": "The hand" });
    this.legend = h("p", { class: "chart-legend small" });
    this.element.append(h("div", { class: "chart-left" }, this.tables, this.legend), this.sheet);
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.key = "";
    this.different = 0;
    /** @type {string | null} */
    this.cell = null;
    /** @type {string | null} */
    this.pointed = null;
    /** @type {string | null} */
    this.cards = null;
    /** @type {any} */
    this.answer = null;
  }

  /**
   * Draw an answer's chart; `other` is another chart, whose different cells are outlined.
   * @param {any} answer
   * @param {string | null} cell
   * @param {any} [other]
   */
  draw(answer, cell, other = null) {
    const chart = answer?.chart;
    this.element.setAttribute("aria-busy", String(!chart));
    if (!chart) {
      if (!this.answer?.chart)
        this.tables.replaceChildren(h("p", { class: "small" }, "Calculating the chart…"));
      return 0;
    }
    const key = `${answer.digest}/${other?.chart ? other.digest : ""}`;
    if (this.key !== key) {
      this.key = key;
      this.different = 0;
      this.answer = answer;
      const active = document.activeElement;
      const held =
        active instanceof HTMLElement && this.element.contains(active) ? active.dataset.cell : null;
      /** @param {string[]} names */
      const made = (names) =>
        names
          .filter((name) => chart.chart[name])
          .map((name) => this.#table(name, chart.chart[name], chart.up_cards, other?.chart?.chart));
      this.tables.replaceChildren(
        h("div", { class: "chart-column" }, made(["hard", EXCHANGE])),
        h("div", { class: "chart-column" }, made(["soft", "pairs"])),
      );
      this.legend.replaceChildren(
        ...Object.entries(chart.legend).flatMap(([letter, meaning]) => [
          h("span", { class: "legend-one" }, h("b", { "data-letter": letter }, letter), ` ${meaning}`),
        ]),
        ...(chart.chart[EXCHANGE]
          ? [
              h(
                "span",
                { class: "legend-note" },
                `Use the ${ACTS[EXCHANGE].label} table for two cards that may be ${ACTS[EXCHANGE].done}, ` +
                  "the other tables for all other hands.",
              ),
            ]
          : []),
      );
      if (held) this.#button(held)?.focus({ preventScroll: true });
    }
    this.answer = answer;
    if (this.cellsOf !== answer.hands) {
      this.cellsOf = answer.hands;
      this.cells = answer.hands ? byCell(answer) : null;
    }
    const there = cell && this.#button(cell) ? cell : this.#first();
    if (there !== this.cell) this.pointed = null;
    this.#mark(there);
    this.show(this.pointed ?? there); // an answer that arrives late does not take away what is pointed at
    return this.different;
  }

  /** @param {string} cell */
  #button(cell) {
    return this.tables.querySelector(`[data-cell="${CSS.escape(cell)}"]`);
  }

  #first() {
    const wanted = this.#button("hard/16/T");
    return (wanted ?? this.tables.querySelector("[data-cell]"))?.dataset.cell ?? null;
  }

  /**
   * @param {string} name
   * @param {any} rows
   * @param {string[]} ups
   * @param {any} other
   */
  #table(name, rows, ups, other) {
    return h(
      "table",
      { class: "chart-table", "data-section": name },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, HEADINGS[name] ?? name),
          ups.map((up) => h("th", { scope: "col" }, shownCard(up))),
        ),
      ),
      h(
        "tbody",
        {},
        highestFirst(rows).map(([hand, letters]) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, shownCard(hand)),
            ups.map((up) => {
              const letter = letters[up];
              const differs =
                other && other[name]?.[hand]?.[up] !== undefined && other[name][hand][up] !== letter;
              this.different += differs ? 1 : 0;
              const cell = `${name}/${hand}/${up}`;
              return h(
                "td",
                {},
                h(
                  "button",
                  {
                    type: "button",
                    tabindex: -1,
                    "data-cell": cell,
                    "data-letter": letter,
                    "data-focus": cell,
                    class: differs ? "differs" : null,
                    "aria-label":
                      `${shownCard(hand)} against ${shownCard(up)}` +
                      `: ${letter}${differs ? ", differs" : ""}`,
                    onclick: () => this.#chosen(cell, true),
                    onfocus: () => this.#chosen(cell),
                    onpointerenter: (/** @type {any} */ event) =>
                      event.pointerType === "mouse" && this.#point(cell),
                  },
                  letter,
                ),
              );
            }),
          ),
        ),
      ),
    );
  }

  /** @param {string} cell */
  #point(cell) {
    this.pointed = cell;
    this.show(cell);
  }

  /** @param {string} cell */
  #chosen(cell, tapped = false) {
    this.pointed = null;
    this.#mark(cell);
    this.show(cell);
    this.choose(cell);
    if (tapped) this.element.classList.add("opened");
  }

  /** @param {string | null} cell */
  #mark(cell) {
    for (const one of this.tables.querySelectorAll("[aria-current]")) {
      one.removeAttribute("aria-current");
      one.tabIndex = -1;
    }
    const button = cell && this.#button(cell);
    if (button) {
      button.setAttribute("aria-current", "true");
      button.tabIndex = 0;
    }
    this.cell = cell;
  }

  /**
   * Show the sheet of a cell.
   * @param {string | null} cell
   */
  show(cell) {
    if (!cell) return;
    const close = h(
      "button",
      {
        type: "button",
        class: "sheet-close",
        "aria-label": "Close",
        onclick: () => this.element.classList.remove("opened"),
      },
      "×",
    );
    const hands = this.cells?.get(cell);
    if (!hands) {
      const [, row, up] = cell.split("/");
      this.sheet.replaceChildren(
        close,
        h("h3", {}, `${shownCard(row)} against ${shownCard(up)}`),
        h("p", { class: "small" }, this.cells ? "No two cards of this shoe make this hand." : "Calculating…"),
      );
      return;
    }
    this.sheet.dataset.sheet = cell;
    this.sheet.replaceChildren(
      close,
      ...sheetOf(this.answer, cell, hands, this.cards, (/** @type {any} */ cards) => {
        this.cards = cards;
        this.show(cell);
        this.sheet.querySelector(`[data-composition="${cards}"]`)?.focus();
      }).filter((part) => part !== false),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (event.key === "Escape") this.element.classList.remove("opened");
    const at = targetOf(event).closest?.("[data-cell]");
    if (!step || !at) return;
    event.preventDefault();
    const rows = [...this.tables.querySelectorAll("tbody tr")];
    const row = rows.findIndex((one) => one.contains(at));
    const column = [...rows[row].querySelectorAll("[data-cell]")].indexOf(at);
    const next = rows[Math.min(rows.length - 1, Math.max(0, row + step[0]))];
    const cells = next.querySelectorAll("[data-cell]");
    cells[Math.min(cells.length - 1, Math.max(0, column + step[1]))].focus();
  }
}
