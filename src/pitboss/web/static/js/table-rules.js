// @ts-check
// The rules of a table as elected, on one page to print, with the dates from which they apply.

import { get } from "./api.js";
import { h, redraw } from "./dom.js";
import { tellProblem } from "./why.js";

/** @param {number} at */
const day = (at) => new Date(at * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
/** @param {string} text */
const clause = (text) =>
  text ? h("span", { class: "clause" }, `§ ${text}`) : h("span", { class: "clause" }, "house");
/** @param {Live.Line} parts */
const line = ({ text, clause: under }) => h("li", {}, text, " ", clause(under));

/**
 * @param {string[]} head
 * @param {any[]} body
 */
function rows(head, body) {
  return h(
    "div",
    { class: "scrolls", tabindex: 0, role: "region", "aria-label": head[0] },
    h(
      "table",
      { class: "desk-table" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((name) => h("th", { scope: "col" }, name)),
        ),
      ),
      h(
        "tbody",
        {},
        body.map((cells) =>
          h(
            "tr",
            {},
            cells.map((/** @type {any} */ cell) => h("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
}

/** @param {any} one */
function period(one) {
  const until = one.until === null ? "" : ` until ${day(one.until)}`;
  return h(
    "section",
    {},
    h("h3", {}, `From ${day(one.from)}, round ${one.from_round}${until}`),
    one.changed.length > 0 &&
      h(
        "p",
        { class: "small" },
        "Changed: ",
        one.changed
          .map(
            (/** @type {any} */ change) =>
              `${change.option.replaceAll("_", " ")} from ${change.was} to ${change.now} (${change.clause})`,
          )
          .join("; "),
      ),
    h("ul", {}, one.sign.map(line)),
  );
}

/** @param {any} told */
function sheet(told) {
  const now = told.in_force;
  /** @param {any} one */
  const bet = (one) =>
    h(
      "section",
      { class: "side-bet" },
      h("h3", {}, one.label),
      h("p", { class: "small" }, one.amounts.text, " ", clause(one.clause)),
      rows(
        ["Wins", "Pays", "Clause"],
        one.rows.map((/** @type {any} */ row) => [row.label, row.pays, row.clause]),
      ),
    );
  return [
    h(
      "header",
      { class: "page-head" },
      h("h1", {}, `Rules of ${told.name}`),
      h("button", { type: "button", class: "quiet not-printed", onclick: () => print() }, "Print"),
    ),
    h(
      "p",
      { class: "lead" },
      `${told.title}, ${told.jurisdiction}. In force from ${day(now.from)}, round ${now.from_round}.`,
    ),
    h("p", { class: "small" }, told.document),
    h("h2", {}, "Limits"),
    h("ul", {}, now.sign.map(line)),
    told.layout.length > 0 && [h("h2", {}, "On the layout"), h("ul", {}, told.layout.map(line))],
    told.side_bets.length > 0 && [h("h2", {}, "Side bets"), told.side_bets.map(bet)],
    h("h2", {}, "Options"),
    rows(
      ["Option", "Here", "Book’s default", "Clause"],
      told.options.map((/** @type {any} */ one) => [
        one.says,
        one.is_default ? one.value : h("strong", {}, one.value),
        one.default,
        one.clause ?? "house",
      ]),
    ),
    h("h2", {}, "Earlier rules"),
    told.earlier.length
      ? told.earlier.map(period)
      : h("p", { class: "small" }, "None: these rules have applied since the table opened."),
  ];
}

/**
 * The page of the rules of one table.
 * @param {string} table
 */
export function tableRulesPage(table) {
  const page = h("div", { class: "page printed-page" }, h("p", { class: "waiting" }, "Loading…"));
  get(`/tables/${table}/rules/in-force`).then((told) => redraw(page, sheet(told)), tellProblem);
  return page;
}
