// @ts-check
// Rules and pays of the table on one sheet, and the pay table of one side bet.

import { get } from "./api.js";
import { h } from "./dom.js";
import { shown, whyButton } from "./why.js";

/**
 * @param {Live.State} state
 * @param {Live.SideBet} bet
 */
function payTable(state, bet) {
  return h(
    "table",
    { class: "pays" },
    h(
      "thead",
      { class: "unseen" },
      h(
        "tr",
        {},
        ["Result", "Pays", "Clause"].map((text) => h("th", { scope: "col" }, text)),
      ),
    ),
    h(
      "tbody",
      {},
      bet.rows.map((row) =>
        h(
          "tr",
          {},
          h("td", {}, row.label),
          h("td", {}, row.pays),
          h("td", {}, h("span", { class: "small" }, row.clause)),
        ),
      ),
    ),
  );
}

/**
 * A side bet: what its clause says, its amounts and its pay table.
 * @param {Live.State} state
 * @param {Live.SideBet} bet
 */
export async function side(state, bet) {
  const parts = [
    h("p", { class: "said" }, `${bet.amounts.text.charAt(0).toUpperCase()}${bet.amounts.text.slice(1)}`),
    payTable(state, bet),
  ];
  shown(bet.label, ...parts, h("p", {}, "Loading…"));
  const clauses = [...new Set([bet.clause, ...bet.rows.map((row) => row.clause)])].filter(Boolean);
  const told = await Promise.all(
    clauses.map((clause) =>
      get(`/rulebooks/${state.book}/clauses/${encodeURIComponent(clause)}`).catch(() => null),
    ),
  );
  const gists = new Map(told.flatMap((one) => (one?.clauses ?? []).map((c) => [c.id, c])));
  shown(
    bet.label,
    ...parts,
    h(
      "ul",
      { class: "gists" },
      [...gists.values()].map((one) =>
        h("li", {}, h("p", { class: "gist" }, one.gist), h("p", { class: "small" }, one.number)),
      ),
    ),
  );
}

/**
 * The whole sheet.
 * @param {Live.State} state
 */
export async function sheet(state) {
  /**
   * @param {string} text
   * @param {string} clause
   */
  const line = (text, clause) =>
    h(
      "li",
      {},
      h("span", {}, text),
      whyButton(state.book, clause, { label: "§", said: text, name: `Clause ${clause}: ${text}` }),
    );
  shown("Rules and pays", h("p", {}, "Loading…"));
  const told = await get(`/tables/${state.table}/rules`);
  /**
   * @param {string} title
   * @param {Page.Child[]} parts
   */
  const section = (title, ...parts) => h("section", { class: "rule-part" }, h("h3", {}, title), ...parts);
  const title = `${state.title}: rules and pays`;
  const whole = h(
    "div",
    { class: "sheet" },
    section(
      "On the layout",
      h(
        "ul",
        {},
        [...state.felt.inscriptions, ...state.limits.sign].map((one) => line(one.text, one.clause)),
      ),
    ),
    told.parts.map((part) =>
      section(
        part.title,
        h(
          "dl",
          { class: "rule-list" },
          part.rules.map((/** @type {any} */ rule) =>
            h(
              "div",
              { class: rule.changed ? "changed" : null },
              h(
                "dt",
                {},
                rule.question,
                rule.changed && h("span", { class: "note" }, ` house option, default ${rule.default}`),
              ),
              h(
                "dd",
                {},
                rule.value,
                whyButton(state.book, rule.clause, {
                  label: "§",
                  said: rule.question,
                  name: `Clause ${rule.clause}: ${rule.question}`,
                }),
              ),
            ),
          ),
        ),
      ),
    ),
    state.side_bets.map((bet) =>
      section(bet.label, h("p", { class: "small" }, bet.amounts.text), payTable(state, bet)),
    ),
    section(
      "House edge",
      told.edges.length === 0 && !told.note
        ? h("p", { class: "small" }, "Not calculated yet.")
        : h(
            "ul",
            {},
            told.edges.map(({ label, edge }) => h("li", {}, h("span", {}, label), h("strong", {}, edge))),
          ),
      told.note && h("p", { class: "small" }, told.note),
      h("p", { class: "small" }, h("a", { href: told.lab }, "Open these rules in the lab")),
    ),
    h("div", { class: "not-printed" }, section("Keys", keys(state))),
  );
  shown(
    title,
    whole,
    h(
      "p",
      { class: "not-printed" },
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "data-focus": "print",
          onclick: () => rackCard(title, state.name, whole),
        },
        "Print as a rack card",
      ),
      " ",
      h("a", { class: "quiet", href: `/books/${state.book}`, target: "_blank" }, "Read the book"),
    ),
  );
}

const LARGEST = 10,
  LEAST = 4,
  STEP = 0.25;

/**
 * Print the sheet on one page of A5, in letters as large as the page allows.
 * @param {string} title
 * @param {string} table
 * @param {HTMLElement} whole
 */
function rackCard(title, table, whole) {
  const body = h("div", { class: "rack-body" }, [
    .../** @type {HTMLElement} */ (whole.cloneNode(true)).children,
  ]);
  const card = h("div", { class: "rack-card" }, h("h1", {}, title), h("p", {}, table), body);
  document.body.append(card);
  for (let size = LARGEST; size >= LEAST; size -= STEP) {
    card.style.setProperty("--letters", `${size}pt`);
    if (body.scrollWidth <= body.clientWidth && card.scrollHeight <= card.clientHeight) break;
  }
  addEventListener("afterprint", () => card.remove(), { once: true });
  print();
}

const KEYS = [
  ["Space", "take the marked action; while cards are moving, skip to the end"],
  ["1–9", "bet the chosen amount on a box"],
  ["U", "undo"],
  ["⌫", "clear"],
  ["B", "rebet"],
  ["X", "double all bets"],
  ["Y / N", "answer a question"],
  ["A", "show the coach"],
  ["J / K", "step through the last round’s decisions"],
  ["T", "try a decision again"],
  ["?", "show this sheet"],
];

/** @param {Live.State} state */
function keys(state) {
  const acts = state.acts.map(({ key, label }) => [key.toUpperCase(), label.toLowerCase()]);
  return h(
    "dl",
    { class: "key-list" },
    [...acts, ...KEYS].map(([key, text]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, text))),
  );
}
