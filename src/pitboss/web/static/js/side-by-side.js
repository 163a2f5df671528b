// @ts-check
// The books side by side: every provision as a question, with what each book answers.

import { h, redraw } from "./dom.js";

/**
 * The page of a clause.
 * @param {string} book
 * @param {string} clause
 */
export const address = (book, clause) => `/books/${book}#${encodeURIComponent(clause)}`;

/**
 * @param {any} cell
 * @param {any} book
 */
export function cellOf(cell, book) {
  if (cell === null) return h("td", { class: "none" }, "—");
  return h(
    "td",
    {},
    h("span", {}, cell.shown),
    " ",
    cell.clause
      ? h("a", { class: "cite", href: address(book.id, cell.clause) }, cell.clause)
      : h("span", { class: "small" }, "not in the text"),
  );
}

/**
 * Every provision in one table: searched as one types, sorted by any column.
 * @param {any} parts
 */
export function sideBySide({ books, parts }) {
  const body = h("tbody", {});
  const rows = parts.flatMap((/** @type {any} */ part) =>
    part.rows.map((/** @type {any} */ row) => ({
      part,
      row,
      text: [part.title, row.question, ...row.cells.map((/** @type {any} */ c) => c?.shown ?? "")]
        .join(" ")
        .toLowerCase(),
    })),
  );
  let wanted = "";
  let differing = false;
  /** @type {any} */
  let by = null;
  /** @param {any} parts */
  const value = ({ row }) => (by === "question" ? row.question : (row.cells[by]?.shown ?? "\uffff"));
  const draw = () => {
    const found = rows.filter(
      (/** @type {any} */ { row, text }) => text.includes(wanted) && (row.differs || !differing),
    );
    if (by !== null)
      found.sort((/** @type {any} */ a, /** @type {any} */ b) =>
        value(a).localeCompare(value(b), "en", { numeric: true }),
      );
    /** @type {any} */
    let last = null;
    redraw(
      body,
      found.flatMap((/** @type {any} */ { part, row }) => {
        const head =
          by === null &&
          part !== last &&
          h(
            "tr",
            { class: "part" },
            h(
              "th",
              { colspan: books.length + 1, scope: "colgroup" },
              part.title,
              h("span", { class: "small" }, ` ${part.summary}`),
            ),
          );
        last = part;
        return [
          head,
          h(
            "tr",
            { "data-path": row.path, class: row.differs ? "differs" : null },
            h("th", { scope: "row" }, row.question),
            row.cells.map((/** @type {any} */ cell, /** @type {any} */ n) => cellOf(cell, books[n])),
          ),
        ];
      }),
    );
    told.textContent = `${found.length} of ${rows.length} provisions`;
  };
  const told = h("p", { class: "small", role: "status" });
  /** @type {any[]} */
  const heads = [];
  /**
   * @param {string | number} key
   * @param {string} label
   * @param {string | null} [title]
   */
  const column = (key, label, title = null) => {
    const made = h(
      "th",
      { scope: "col", title },
      h(
        "button",
        {
          type: "button",
          class: "sort",
          onclick: () => {
            by = by === key ? null : key;
            for (const one of heads) one.removeAttribute("aria-sort");
            if (by !== null) made.setAttribute("aria-sort", "ascending");
            draw();
          },
        },
        label,
      ),
    );
    heads.push(made);
    return made;
  };
  const made = h(
    "section",
    { class: "side-by-side", "aria-labelledby": "side-by-side" },
    h("div", { class: "page-head" }, h("h2", { id: "side-by-side" }, "Side by side"), told),
    h(
      "p",
      {},
      "What each book provides, question by question, with the clause. Select a heading to sort by it.",
    ),
    h(
      "div",
      { class: "library-tools" },
      h(
        "label",
        {},
        "Search ",
        h("input", {
          type: "search",
          oninput: (e) => {
            wanted = e.target.value.trim().toLowerCase();
            draw();
          },
        }),
      ),
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          onchange: (e) => {
            differing = e.target.checked;
            draw();
          },
        }),
        " Only where books differ",
      ),
    ),
    h(
      "div",
      { class: "wide-table", role: "region", "aria-label": "The books side by side", tabindex: 0 },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            column("question", "Provision"),
            books.map((/** @type {any} */ book, /** @type {any} */ n) => column(n, book.id, book.title)),
          ),
        ),
        body,
      ),
    ),
  );
  draw();
  return made;
}
