// The lobby: a practice table in one click, the tables that are open, and one's own table.

import { get, post } from "./api.js";
import { card } from "./cards.js";
import { h, money, percent, redraw, statusLabel, under } from "./dom.js";
import { tellProblem, whyButton } from "./why.js";

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

async function comeIn(me) {
  return me ?? post("/sessions", { guest: true });
}

const WITH_BOTS = "pitboss.practice.bots";

function withBots() {
  try {
    return localStorage.getItem(WITH_BOTS) === "yes";
  } catch {
    return false;
  }
}

function keepBots(on) {
  try {
    localStorage.setItem(WITH_BOTS, on ? "yes" : "no");
  } catch {
    // It applies to the next table only where it can be kept.
  }
}

async function practise(me, wanted = null) {
  try {
    const book = wanted ?? (await get("/rulebooks")).play_now;
    await comeIn(me);
    const bots = withBots() ? 2 : 0;
    const { tables } = await get("/tables");
    const mine = tables.find((one) => one.practice && one.book === book && one.bots >= bots && one.status === "open");
    const table = mine ?? await post("/tables", { book, bots, name: "Practice", practice: true });
    location.assign(`/tables/${table.id}`);
  } catch (problem) {
    tellProblem(problem);
  }
}

async function enter(me, id) {
  try {
    await comeIn(me);
    location.assign(`/tables/${id}`);
  } catch (problem) {
    tellProblem(problem);
  }
}

function hero(me) {
  return h("section", { class: "hero" },
    h("div", { class: "hero-words" },
      h("h1", {}, "Blackjack, by the book"),
      h("p", {}, h("span", { id: "how-many" }, "Rulebooks"), ", dealt exactly as written. Ask why at any point and read the clause. Play money only."),
      h("p", { class: "hero-go" },
        h("button", { type: "button", class: "big primary", id: "practice", onclick: () => practise(me) }, "Play now"),
        h("span", { class: "small" }, me ? `Balance: ${money(me.balance)}` : "No sign-up needed: play as a guest"),
        h("label", { class: "switch small" },
          h("input", { type: "checkbox", id: "with-bots", checked: withBots(), onchange: (event) => keepBots(event.target.checked) }),
          h("span", {}, "Practise with two bots")))),
    h("div", { class: "fan", "aria-hidden": "true" }, ["As", "Kh", "7d"].map((face) => card(face))));
}

function edge(table) {
  if (table.edge === null) return table.edge_note || "unknown";
  return percent(table.edge);
}

function tableCard(me, table) {
  const span = table.limits.maximum === null ? `${money(table.limits.minimum)} minimum`
    : `${money(table.limits.minimum)}–${money(table.limits.maximum)}`;
  return h("li", { class: "table-card", "data-book": table.book, "data-cloth": table.cloth ?? "" },
    h("div", { class: "swatch", "aria-hidden": "true" }),
    h("h3", {}, table.name),
    h("p", { class: "small" }, under(table)),
    h("dl", {},
      h("div", {}, h("dt", {}, "Limits"), h("dd", {}, span)),
      h("div", {}, h("dt", {}, "Open boxes"), h("dd", {}, `${table.free} of ${table.boxes}`)),
      h("div", {}, h("dt", {}, "House edge"), h("dd", {}, h("a", { href: table.lab, "aria-label": `House edge ${edge(table)}: open ${table.name} in the lab` }, edge(table))))),
    table.status !== "open" && h("p", { class: "tag" }, statusLabel(table.status)),
    h("button", { type: "button", "aria-label": `Enter ${table.name}`, onclick: () => enter(me, table.id) }, "Enter"));
}

function bookCard(me, book, open) {
  return h("li", { class: "book-card", "data-book": book.id, "data-cloth": book.cloth ?? "" },
    h("div", { class: "swatch", "aria-hidden": "true" }),
    h("h3", {}, book.title),
    h("p", { class: "small" }, `${under({ ...book, title: "" })} · ${book.clauses} clauses`.replace(/^ · /, "")),
    h("p", {}, book.about),
    h("p", { class: "pair" },
      h("button", { type: "button", class: "primary", "aria-label": `Practise ${book.title}`, onclick: () => practise(me, book.id) }, "Practise"),
      h("button", { type: "button", class: "quiet", "aria-label": `Open a ${book.title} table`, onclick: () => open(book.id) }, "Open a table…"),
      h("a", { class: "quiet", href: `/lab/${book.id}`, "aria-label": `${book.title} in the lab` }, "Lab")));
}

function electionField(book, one) {
  const id = `set-${one.key}`;
  const about = { id, name: one.key };
  let field;
  if (one.kind === "yes_no") {
    field = h("select", about, ["true", "false"].map((v) =>
      h("option", { value: v, selected: ["yes", "true"].includes(String(one.default)) === (v === "true") }, v === "true" ? "yes" : "no")));
  } else if (one.kind === "one_of") {
    field = h("select", about, one.among.map((v, n) => h("option", { value: v, selected: v === String(one.default) }, one.labels[n])));
  } else if (one.kind === "whole") {
    field = h("input", { ...about, type: "number", min: one.least, max: one.most, step: 1, value: one.default });
  } else field = h("input", { ...about, type: "text", value: one.default });
  field.dataset.start = field.value;
  return h("div", { class: "election" },
    h("label", { for: id }, one.says || one.key), field,
    h("span", { class: "small" }, ["yes_no", "one_of"].includes(one.kind) ? "" : one.range),
    whyButton(book, one.clause, { label: "§", said: one.says, name: `Clause for ${one.key}` }));
}

async function openForm(me, id) {
  const dialog = h("dialog", { class: "why wide", "aria-labelledby": "open-title" });
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  let book;
  try {
    book = await get(`/rulebooks/${id}`);
  } catch (problem) {
    tellProblem(problem);
    return;
  }
  const staff = me && ["dealer", "supervisor", "shift_manager"].includes(me.role);
  const fields = book.elections.map((one) => electionField(id, one));
  const name = h("input", { id: "open-name", maxlength: 40, placeholder: book.title });
  const bots = h("input", { id: "open-bots", type: "number", min: 0, max: 6, value: 0 });
  const dealt = h("select", { id: "open-dealt" }, h("option", { value: "machine" }, "automatic dealer"),
    staff && h("option", { value: "person" }, "live dealer, sealed shoe"),
    staff && h("option", { value: "called" }, "live dealer, real cards"));
  const submit = async (event) => {
    event.preventDefault();
    const settings = {};
    for (const field of dialog.querySelectorAll("[name]")) {
      if (field.value !== field.dataset.start) settings[field.name] = field.value;
    }
    try {
      await comeIn(me);
      const made = await post("/tables", {
        book: id, settings, name: name.value, bots: Number(bots.value),
        dealt_by: dealt.value === "machine" ? "machine" : "person",
        cards: dealt.value === "called" ? "called" : "shoe" });
      location.assign(`/tables/${made.id}`);
    } catch (problem) {
      tellProblem(problem);
    }
  };
  dialog.append(h("form", { class: "inside", onsubmit: submit },
    h("h2", { id: "open-title" }, `Open a ${book.title} table`),
    h("div", { class: "basics" },
      h("div", {}, h("label", { for: "open-name" }, "Table name"), name),
      h("div", {}, h("label", { for: "open-bots" }, "Bots"), bots),
      h("div", {}, h("label", { for: "open-dealt" }, "Dealt by"), dealt)),
    h("details", { class: "elections" }, h("summary", {}, `House options (${fields.length})`), fields),
    h("p", { class: "end" },
      h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Cancel"),
      h("button", { type: "submit", class: "primary" }, "Open the table"))));
  dialog.showModal();
}

/** The page on which one finds a table. */
export function lobbyPage(me) {
  const tables = h("ul", { class: "grid", id: "tables" });
  const books = h("ul", { class: "grid", id: "books" });
  const none = h("p", { class: "small", hidden: true }, "No open tables yet. Start a practice table or open your own.");
  const load = async () => {
    try {
      const told = (await get("/tables")).tables;
      none.hidden = told.length > 0;
      redraw(tables, told.map((table) => tableCard(me, table)));
    } catch (problem) {
      tellProblem(problem);
    }
  };
  load();
  setInterval(() => document.visibilityState === "visible" && !tables.contains(document.activeElement) && load(), 8000);
  get("/rulebooks").then(
    ({ rulebooks }) => {
      page.querySelector("#how-many").textContent = `${NUMBERS[rulebooks.length] ?? rulebooks.length} rulebooks`;
      redraw(books, rulebooks.map((book) => bookCard(me, book, (id) => openForm(me, id))));
    },
    tellProblem);
  const page = h("div", { class: "page lobby" }, hero(me),
    h("section", { "aria-labelledby": "open-now" }, h("h2", { id: "open-now" }, "Tables"), none, tables),
    h("section", { "aria-labelledby": "all-books" }, h("h2", { id: "all-books" }, "Rulebooks"), books));
  return page;
}
