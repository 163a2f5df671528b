// @ts-check
// The sheets of the house: tables, cards and equipment, each line with names and times.

import { get, post } from "./api.js";
import { h, money, redraw } from "./dom.js";
import { reasonDialog } from "./reason.js";
import { tellProblem, toast } from "./why.js";

/** @type {Record<string, string>} */
const SHEETS = { tables: "Tables", cards: "Cards", equipment: "Equipment" };
/** @type {Record<string, string[][]>} */
const FIELDS = {
  tables: [
    ["table", "Table"],
    ["amount", "Float"],
    ["second", "Witness"],
    ["note", "Note"],
  ],
  cards: [
    ["item", "Set"],
    ["decks", "Decks"],
    ["colour", "Colour of the backs"],
    ["table", "Table"],
    ["second", "Witness"],
    ["note", "Note"],
  ],
  equipment: [
    ["item", "Device"],
    ["table", "Table"],
    ["second", "Witness"],
    ["note", "What was found or done"],
  ],
};
/** @param {number} at */
const day = (at) =>
  at ? new Date(at * 1000).toLocaleString([], { dateStyle: "short", timeStyle: "medium" }) : "–";
/** @param {string | null} key */
const words = (key) => (key ? key.replaceAll("_", " ") : "–");

/**
 * @param {string} label
 * @param {string[]} head
 * @param {Page.Child[]} body
 */
function grid(label, head, body) {
  if (!body.length) return h("p", { class: "small" }, "Nothing yet.");
  return h(
    "div",
    { class: "scrolls", tabindex: 0, role: "region", "aria-label": label },
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
      h("tbody", {}, body),
    ),
  );
}

/** @param {Page.Child[]} cells */
const row = (cells, more = {}) =>
  h(
    "tr",
    more,
    cells.map((cell) => h("td", {}, cell ?? "–")),
  );

/** @param {any} told */
function standing(told) {
  /** @param {string} id */
  const named = (id) => told.tables[id] ?? id;
  /** @param {any} one */
  const who = (one) => [one.by, one.second].filter(Boolean).join(" and ");
  if (told.sheet === "cards") {
    return grid(
      "Sets of cards",
      ["Set", "Decks", "Backs", "State", "Since", "By", "Table", "Opened", "Due to be changed"],
      told.standing.map((/** @type {any} */ one) =>
        row(
          [
            one.item,
            String(one.decks),
            one.colour,
            words(one.status),
            day(one.since),
            who(one),
            one.table && named(one.table),
            day(one.opened),
            one.due ? `${day(one.due)} (${one.clause})${one.overdue ? ": overdue" : ""}` : "–",
          ],
          { class: one.overdue ? "overdue" : null },
        ),
      ),
    );
  }
  const float = told.sheet === "tables";
  return grid(
    "As it stands",
    [float ? "Table" : "Device", "State", "Since", "By", ...(float ? ["Float"] : []), "Note"],
    told.standing.map((/** @type {any} */ one) =>
      row([
        float ? named(one.item) : one.item,
        words(one.status),
        day(one.since),
        who(one),
        ...(float ? [one.amount === null ? "–" : money(one.amount)] : []),
        one.note,
      ]),
    ),
  );
}

/**
 * @param {any} told
 * @param {(line: any) => unknown} strike
 */
function lines(told, strike) {
  return grid(
    "Every line",
    ["Line", "Time", "What", told.sheet === "tables" ? "Table" : "Item", "By", "Witness", "Details", ""],
    told.lines.map((/** @type {any} */ one) => {
      const details = [
        one.decks && `${one.decks} decks`,
        one.colour,
        one.amount !== null && money(one.amount),
        told.sheet !== "tables" && one.table && `table ${told.tables[one.table] ?? one.table}`,
        one.strikes && `strikes line ${one.strikes}`,
        one.note,
      ]
        .filter(Boolean)
        .join(", ");
      const may = told.may_strike && one.struck_by === null && one.strikes === null;
      return row(
        [
          String(one.n),
          day(one.at),
          words(one.what),
          told.sheet === "tables" ? (told.tables[one.item] ?? one.item) : one.item,
          `${one.by}, ${words(one.role)}`,
          one.second || "–",
          [details, one.struck_by !== null && h("em", {}, ` struck by line ${one.struck_by}`)],
          may &&
            h(
              "button",
              {
                type: "button",
                class: "quiet not-printed",
                "aria-label": `Strike line ${one.n}`,
                onclick: () => strike(one),
              },
              "Strike…",
            ),
        ],
        { class: one.struck_by === null ? null : "struck" },
      );
    }),
  );
}

/**
 * @param {string} sheet
 * @param {any} told
 * @param {(body: any) => unknown} write
 */
function entry(sheet, told, write) {
  if (!told.acts.length) return null;
  const form = h(
    "form",
    {
      class: "sheet-entry not-printed",
      onsubmit: (event) => {
        event.preventDefault();
        /** @type {any} */
        const body = { what: form.what.value };
        for (const [name] of FIELDS[sheet]) {
          const text = /** @type {any} */ (form)[name].value.trim();
          if (text)
            body[name] =
              name === "amount" ? Math.round(100 * Number(text)) : name === "decks" ? Number(text) : text;
        }
        write(body);
      },
    },
    h(
      "label",
      {},
      "What ",
      h(
        "select",
        { name: "what" },
        told.acts.map((/** @type {any} */ act) => h("option", { value: act.what }, act.says)),
      ),
    ),
    FIELDS[sheet].map((/** @type {any} */ [name, label]) =>
      h(
        "label",
        {},
        `${label} `,
        name === "table"
          ? h(
              "select",
              { name },
              h("option", { value: "" }, "–"),
              Object.entries(told.tables).map(([id, text]) => h("option", { value: id }, text)),
            )
          : h("input", {
              name,
              size: name === "note" ? 28 : 12,
              maxlength: name === "note" ? 500 : 40,
              inputmode: ["amount", "decks"].includes(name) ? "decimal" : null,
              autocomplete: "off",
            }),
      ),
    ),
    h("button", { type: "submit", class: "primary" }, "Write the line"),
  );
  return form;
}

/** @param {any} told */
function recorded(told) {
  return [
    h("h3", {}, "Recorded by the house"),
    grid(
      "Recorded by the house",
      ["Entry", "Time", "Table", "What", "By"],
      told.recorded.map((/** @type {any} */ one) =>
        row([
          String(one.n),
          day(one.at),
          h("a", { href: `/audit/${one.table}` }, one.name),
          words(one.what),
          one.by,
        ]),
      ),
    ),
  ];
}

/**
 * @param {string} sheet
 * @param {any} reading
 */
function section(sheet, reading) {
  const place = h("section", { id: sheet, "aria-labelledby": `head-${sheet}` });
  /** @param {any} body */
  const send = async (body) => {
    try {
      await post(`/sheets/${sheet}`, body);
      toast("The line is written.");
      await load();
    } catch (problem) {
      tellProblem(problem);
    }
  };
  /** @param {any} one */
  const strike = (one) =>
    reasonDialog(
      `Strike line ${one.n}`,
      (note) => send({ what: "struck", strikes: one.n, note }),
      "Strike the line",
    );
  const load = async () => {
    try {
      const told = await get(`/sheets/${sheet}`);
      redraw(
        place,
        h(
          "header",
          { class: "page-head" },
          h("h2", { id: `head-${sheet}` }, SHEETS[sheet]),
          h(
            "span",
            { class: "not-printed" },
            h("a", { class: "quiet", href: `/api/v1/sheets/${sheet}.csv`, download: "" }, "CSV"),
            " ",
            h("a", { class: "quiet", href: `/api/v1/sheets/${sheet}` }, "JSON"),
          ),
        ),
        standing(told),
        entry(sheet, told, send),
        h("h3", {}, "Every line"),
        lines(told, strike),
        sheet === "tables" && recorded(told),
      );
    } catch (problem) {
      tellProblem(problem);
    }
  };
  if (reading) load();
  return place;
}

/**
 * The page of the sheets.
 * @param {Page.Me} me
 */
export function sheetsPage(me) {
  if (!["supervisor", "shift_manager", "auditor"].includes(me.role))
    return h("div", { class: "page" }, h("h1", {}, "Sheets"), h("p", {}, "This page is for supervisors."));
  return h(
    "div",
    { class: "page printed-page" },
    h(
      "header",
      { class: "page-head" },
      h("h1", {}, "Sheets of the house"),
      h("button", { type: "button", class: "quiet not-printed", onclick: () => print() }, "Print"),
    ),
    h(
      "p",
      { class: "small" },
      "A line can be neither changed nor removed: a wrong one is struck, and stays.",
    ),
    Object.keys(SHEETS).map((sheet) => section(sheet, true)),
  );
}
