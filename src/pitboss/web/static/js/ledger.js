// @ts-check
// Ledgers of a table or a person, and the list of all tables: everything, page by page.

import { get } from "./api.js";
import { h, person, plain, redraw, signed, statusLabel } from "./dom.js";
import { tellProblem } from "./why.js";

/** @param {number} at */
function when(at) {
  return new Date(at * 1000).toLocaleString();
}

/**
 * An event of the log in words: WagerPlaced becomes Wager placed.
 * @param {string} name
 */
function event(name) {
  return plain(name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}

/** @param {string} name */
function account(name) {
  const [kind, ...rest] = name.split("/");
  if (kind === "player") return rest.join("/");
  if (kind === "bot") return rest.slice(1).join("/");
  if (kind === "escrow") return rest[1] ? `Bet ${rest[1]}` : "Bets on the layout";
  return { house: "The house", bank: "The bank", issued: "Issued", corrections: "Corrections" }[kind] ?? name;
}

/**
 * The ledger of `{table}` or `{person}`.
 * @param {{ person?: string, table?: string }} about
 * @param {Page.Me} me
 */
export async function ledgerView(about, me) {
  const body = h("tbody", {});
  const sums = h("p", { class: "small" });
  const more = h("button", { type: "button", class: "quiet", hidden: true }, "Older lines");
  const ofPerson = Boolean(about.person);
  /** @type {number | null} */
  let next = null;
  const load = async () => {
    const query = new URLSearchParams({ ...about, limit: "100" });
    if (next !== null) query.set("before", String(next));
    const page = await get(`/audit/ledger?${query}`);
    next = page.next;
    more.hidden = next === null;
    sums.textContent = Object.entries(page.balances)
      .map(([name, amount]) => `${account(name)}: ${signed(amount)}`)
      .join(" · ");
    body.append(
      ...page.lines.map((line) =>
        h(
          "tr",
          {},
          h("td", {}, when(line.at)),
          h(
            "td",
            {},
            ofPerson
              ? line.table
                ? h("a", { href: `/audit/${line.table}` }, line.table)
                : "the house"
              : account(line.account),
          ),
          h("td", {}, event(line.event)),
          h("td", { class: "number" }, line.table ? line.n : ""),
          h("td", { class: line.amount < 0 ? "number down" : "number up" }, signed(line.amount)),
        ),
      ),
    );
    if (!body.childElementCount)
      body.append(h("tr", {}, h("td", { colspan: 5, class: "small" }, "No lines.")));
  };
  more.addEventListener("click", () => load().catch(tellProblem));
  await load();
  const title = ofPerson
    ? `Ledger of ${about.person}`
    : me.role === "player"
      ? "Your lines at this table"
      : "Ledger of the table";
  return h(
    "section",
    { class: "ledger", "aria-label": title },
    h("h2", {}, title),
    sums,
    h(
      "div",
      { class: "scrolls", tabindex: 0, role: "region", "aria-label": `${title}: lines` },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Time", ofPerson ? "Table" : "Account", "What", "Entry", "Amount"].map((name) =>
              h("th", { scope: "col" }, name),
            ),
          ),
        ),
        body,
      ),
    ),
    more,
  );
}

/**
 * All tables, open or closed, and the ledger of any person.
 * @param {Page.Me} me
 */
export function archivePage(me) {
  if (!["supervisor", "shift_manager", "auditor"].includes(me.role)) {
    return h(
      "div",
      { class: "page" },
      h("h1", {}, "Audit"),
      h("p", {}, "This page is for supervisors and auditors."),
    );
  }
  const list = h("tbody", {});
  const result = h("div", { class: "results" });
  const find = h("input", {
    id: "find-table",
    type: "search",
    placeholder: "Table, opener or book",
    "aria-label": "Table, opener or book",
    maxlength: 60,
  });
  /** @type {number | null} */
  let next = null;
  let asked = 0;
  /** @param {boolean} fresh */
  const load = async (fresh) => {
    const turn = ++asked;
    const query = new URLSearchParams({ limit: "50" });
    if (find.value) query.set("words", find.value);
    if (!fresh && next !== null) query.set("before", String(next));
    try {
      const page = await get(`/audit/tables?${query}`);
      if (turn !== asked) return;
      next = page.next;
      more.hidden = next === null;
      const rows = page.tables.map((table) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, h("a", { href: `/audit/${table.id}` }, table.name)),
          h("td", {}, table.title),
          h("td", {}, person(table.opened_by, page.badges)),
          h("td", {}, when(table.created)),
          h("td", { class: "number" }, String(table.rounds)),
          h("td", {}, statusLabel(table.status)),
        ),
      );
      if (fresh) redraw(list, rows);
      else list.append(...rows);
      if (!list.childElementCount)
        list.append(h("tr", {}, h("td", { colspan: 6, class: "small" }, "No table matches.")));
    } catch (problem) {
      tellProblem(problem);
    }
  };
  const more = h(
    "button",
    { type: "button", class: "quiet", hidden: true, onclick: () => load(false) },
    "Older tables",
  );
  let timer = 0;
  find.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => load(true), 250);
  });
  load(true);
  const chosen = h(
    "form",
    {
      class: "roles",
      onsubmit: async (submitted) => {
        submitted.preventDefault();
        try {
          redraw(result, await ledgerView({ person: submitted.target.person.value }, me));
        } catch (problem) {
          tellProblem(problem);
        }
      },
    },
    h("label", { for: "person" }, "Ledger of"),
    h("input", { id: "person", name: "person", required: true, maxlength: 40, placeholder: "Name" }),
    h("button", { type: "submit" }, "Show"),
  );
  return h(
    "div",
    { class: "page audit" },
    h("header", { class: "page-head" }, h("h1", {}, "Audit"), chosen),
    result,
    h(
      "section",
      { "aria-labelledby": "all-tables" },
      h("h2", { id: "all-tables" }, "Tables"),
      h("p", {}, find),
      h(
        "div",
        { class: "scrolls", tabindex: 0, role: "region", "aria-label": "All tables" },
        h(
          "table",
          { class: "archive" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Table", "Book", "Opened by", "Opened", "Rounds", "Status"].map((name) =>
                h("th", { scope: "col" }, name),
              ),
            ),
          ),
          list,
        ),
      ),
      more,
    ),
  );
}
