// @ts-check
// What each clause is worth: against the book's default, another book, or B; line by line.

import { problemOf } from "./api.js";
import { h, percent, redraw, sentence } from "./dom.js";
import { points } from "./lab-controls.js";
import { follow } from "./lab-price.js";
import { whyButton } from "./why.js";

const LONG = 140;
/** @param {string} text */
const short = (text) => (text.length > LONG ? `${text.slice(0, LONG - 2)}…` : text);

/**
 * Two answers without the parts, divided by semicolons, that they have in common.
 * @param {[string, string]} answers
 * @returns {[string, string]}
 */
function apart(...answers) {
  const parts = answers.map((text) => text.split("; "));
  const rest = parts.map((own, n) => own.filter((/** @type {any} */ part) => !parts[1 - n].includes(part)));
  return rest.some((own) => own.length === 0) ? answers : [rest[0].join("; "), rest[1].join("; ")];
}

/**
 * Why something has no price: the provision's name before the sentence is for authors of books.
 * @param {string} why
 */
const reason = (why) => why.replace(/^[\w.]+: /, "");

/**
 * @param {number} worth
 * @param {number} most
 */
function bar(worth, most) {
  const share = most ? Math.min(1, Math.abs(worth) / most) : 0;
  return h(
    "span",
    { class: "worth-bar", "aria-hidden": "true" },
    h("span", { class: worth > 0 ? "plus" : "minus", style: { "--share": share.toFixed(4) } }),
  );
}

/** The comparison under the price; it restarts whenever the question changes. */
export class WorthView {
  /** @type {string | null} */
  #asked = null;
  /** @type {AbortController | null} */
  #stop = null;

  constructor() {
    this.element = h("section", { class: "worth-view", "aria-labelledby": "worth-title" });
  }

  /**
   * Compare `first` with `second`; `same` is drawn where there is no difference to price.
   * @param {any} first
   * @param {any} second
   * @param {any} parts2
   */
  draw(first, second, { title, choice, same }) {
    const key = JSON.stringify([first, second]);
    this.head = [h("h2", { id: "worth-title" }, title), choice];
    if (same) {
      this.#stop?.abort();
      this.#asked = null;
      this.element.removeAttribute("aria-busy");
      this.element.replaceChildren(h("div", { class: "worth-head" }, this.head), same());
      return;
    }
    if (this.#asked === key) return;
    this.#asked = key;
    this.#stop?.abort();
    clearTimeout(this.timer);
    this.element.setAttribute("aria-busy", "true");
    if (!this.element.querySelector("[data-sum]")) {
      redraw(
        this.element,
        h("div", { class: "worth-head" }, this.head),
        h("p", { class: "small" }, "Pricing the differences…"),
      );
    }
    this.timer = setTimeout(() => this.#ask(first, second, key), 200);
  }

  /**
   * @param {any} first
   * @param {any} second
   * @param {string} key
   */
  async #ask(first, second, key) {
    const stop = (this.#stop = new AbortController());
    /** @type {any} */
    const found = { rows: [], edges: null, books: null, total: null };
    try {
      const response = await fetch("/api/v1/lab/compare", {
        method: "POST",
        signal: stop.signal,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ a: first, b: second }),
      });
      if (!response.ok) throw new Error((await response.json()).why);
      await follow(response, (told) => {
        if (this.#asked !== key) return false;
        if (told.problem) throw new Error(told.problem);
        if (told.edges) Object.assign(found, told);
        else if (told.total) found.total = told.total;
        else found.rows.push(told);
        this.#show(found, first.book, second.book);
        return true;
      });
    } catch (error) {
      if (stop.signal.aborted || this.#asked !== key) return;
      this.element.replaceChildren(
        h("div", { class: "worth-head" }, this.head),
        h("p", { class: "small" }, sentence(problemOf(error).message)),
      );
    }
    this.element.removeAttribute("aria-busy");
  }

  /**
   * @param {any} found
   * @param {any} firstBook
   * @param {any} secondBook
   */
  #show(found, firstBook, secondBook) {
    const [one, other] = found.books;
    /** @param {any} row */
    const worth = (row) => row.worth[other];
    const moving = found.rows
      .filter((/** @type {any} */ row) => worth(row) !== 0)
      .sort(
        (/** @type {any} */ a, /** @type {any} */ b) => Math.abs(worth(b) ?? 0) - Math.abs(worth(a) ?? 0),
      );
    const still = found.rows.filter((/** @type {any} */ row) => worth(row) === 0);
    const most = Math.max(
      ...moving.map((/** @type {any} */ row) => Math.abs(worth(row) ?? 0)),
      Math.abs(found.total?.difference ?? 0),
    );
    /** @param {any} row */
    const line = (row) =>
      h(
        "tr",
        { "data-row": row.paths.join(","), "data-worth-value": worth(row) ?? "" },
        h(
          "th",
          { scope: "row" },
          h("span", { class: "question" }, row.question),
          becomes(...apart(row.said[one].shown, row.said[other].shown)),
          worth(row) === null && row.why && h("span", { class: "said" }, `Not priced: ${reason(row.why)}.`),
        ),
        h(
          "td",
          { class: "clause" },
          whyButton(secondBook, clause(row.said[other].under), {
            label: "§",
            said: row.question,
            name: `Clause ${clause(row.said[other].under)}`,
          }),
        ),
        h(
          "td",
          { class: "figure" },
          worth(row) === null ? h("span", { class: "small" }, "not priced") : points(worth(row)),
        ),
        h("td", { class: "bars" }, worth(row) !== null && bar(worth(row), most)),
      );
    /**
     * @param {string} label
     * @param {number} value
     * @param {string} kind
     */
    const sum = (label, value, kind) =>
      value !== null &&
      value !== undefined &&
      h(
        "tr",
        { class: `sum ${kind}`, "data-sum": kind, "data-worth-value": value },
        h("th", { scope: "row" }, label),
        h("td", {}),
        h("td", { class: "figure" }, points(value)),
        h("td", { class: "bars" }, bar(value, most)),
      );
    const total = found.total;
    redraw(
      this.element,
      h("div", { class: "worth-head" }, this.head),
      h(
        "table",
        { class: "worths" },
        h(
          "caption",
          { class: "unseen" },
          `What each difference adds to the house edge of ${percent(found.edges[one], 4)}`,
        ),
        h(
          "tbody",
          {},
          moving.map(line),
          total &&
            Math.abs(total.elsewhere ?? 0) > 0 &&
            sum("everything other than play", total.elsewhere, "elsewhere"),
          total && moving.length > 1 && sum("interaction of the changes", total.interaction, "interaction"),
          total && moving.length !== 1 && sum("total", total.difference, "difference"),
        ),
      ),
      still.length > 0 &&
        h(
          "details",
          { class: "more-differences" },
          h(
            "summary",
            {},
            `${still.length} ${moving.length > 0 ? "more " : ""}` +
              `${still.length === 1 ? "difference does" : "differences do"} ` +
              `not change the price of the main wager`,
          ),
          h("table", { class: "worths" }, h("tbody", {}, still.map(line))),
        ),
      !total && h("p", { class: "small" }, `Pricing the differences one by one… ${found.rows.length} so far`),
    );
    this.element.dataset.firstBook = firstBook;
  }
}

const arrow = () => h("span", { class: "to", role: "img", "aria-label": "becomes" }, " → ");
/**
 * @param {string} before
 * @param {string} after
 */
const becomes = (before, after) => h("span", { class: "said" }, short(before), arrow(), short(after));

/** @param {any} under */
const clause = (under) => String(under).split("#")[0];

/**
 * What a single change would do, the greatest first; drawn while nothing is changed.
 * @param {any} answer
 * @param {any[]} options
 * @param {(key: string, text: string) => unknown} pick
 */
export function tornado(answer, options, pick) {
  const edge = answer?.main?.house_edge;
  const known = new Map(options.map((one) => [one.key, one]));
  const near = (answer?.near ?? [])
    .map((/** @type {any} */ one) => ({ ...one, worth: one.house_edge - edge, option: known.get(one.key) }))
    .filter((/** @type {any} */ one) => one.option && Math.abs(one.worth) > 5e-7)
    .sort((/** @type {any} */ a, /** @type {any} */ b) => Math.abs(b.worth) - Math.abs(a.worth));
  if (near.length === 0) {
    return h("p", { class: "small" }, "Nothing changed yet. Change an option to see what it is worth.");
  }
  const greatest = near
    .filter(
      (/** @type {any} */ one, /** @type {any} */ n) =>
        near.findIndex((/** @type {any} */ each) => each.key === one.key) === n,
    )
    .slice(0, 7);
  const most = Math.abs(near[0].worth);
  /** @param {any} parts */
  const label = ({ option, value }) => option.labels?.[option.among?.indexOf(value)] ?? value;
  return h(
    "div",
    {},
    h("p", { class: "small" }, "Nothing changed yet. What each single change would do:"),
    h(
      "table",
      { class: "worths tornado" },
      h(
        "tbody",
        {},
        greatest.map((/** @type {any} */ one) =>
          h(
            "tr",
            { "data-near-row": `${one.key}=${one.value}` },
            h(
              "th",
              { scope: "row" },
              h(
                "button",
                { type: "button", class: "link", onclick: () => pick(one.key, one.value) },
                one.option.says.replace(/ \(.*?\)/g, "").split(/[:;.]/)[0],
                arrow(),
                label(one),
              ),
            ),
            h("td", { class: "figure" }, points(one.worth)),
            h("td", { class: "bars" }, bar(one.worth, most)),
          ),
        ),
      ),
    ),
  );
}
