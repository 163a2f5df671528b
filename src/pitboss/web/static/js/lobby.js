// @ts-check
// The lobby: a practice table in one click, the open tables, and a form for your own.

import { get, post } from "./api.js";
import { card } from "./cards.js";
import { h, money, percent, redraw, signed, statusLabel, under } from "./dom.js";
import { openForm } from "./opening.js";
import { tellProblem, toast } from "./why.js";

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/** @param {Page.Me | null} me */
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

/** @param {boolean} on */
function keepBots(on) {
  try {
    localStorage.setItem(WITH_BOTS, on ? "yes" : "no");
  } catch {
    // It applies to the next table only where it can be kept.
  }
}

/**
 * @param {Page.Me | null} me
 * @param {string | null} [wanted]
 */
async function practise(me, wanted = null) {
  try {
    const book = wanted ?? (await get("/rulebooks")).play_now;
    await comeIn(me);
    const bots = withBots() ? 2 : 0;
    const { tables } = await get("/tables");
    const mine = tables.find(
      (one) => one.practice && one.book === book && one.bots >= bots && one.status === "open",
    );
    const table = mine ?? (await post("/tables", { book, bots, name: "Practice", practice: true }));
    location.assign(`/tables/${table.id}`);
  } catch (problem) {
    tellProblem(problem);
  }
}

/**
 * @param {Page.Me | null} me
 * @param {string} id
 */
async function enter(me, id) {
  try {
    await comeIn(me);
    location.assign(`/tables/${id}`);
  } catch (problem) {
    tellProblem(problem);
  }
}

/** @param {Page.Me | null} me */
function hero(me) {
  return h(
    "section",
    { class: "hero" },
    h(
      "div",
      { class: "hero-words" },
      h("h1", {}, "Blackjack, by the book"),
      h(
        "p",
        {},
        h("span", { id: "how-many" }, "Rulebooks"),
        ", dealt exactly as written. Ask why at any point and read the clause. Play money only.",
      ),
      h(
        "p",
        { class: "hero-go" },
        h(
          "button",
          { type: "button", class: "big primary", id: "practice", onclick: () => practise(me) },
          "Play now",
        ),
        h(
          "span",
          { class: "small" },
          me ? `Balance: ${money(me.balance)}` : "No sign-up needed: play as a guest",
        ),
        h(
          "label",
          { class: "switch small" },
          h("input", {
            type: "checkbox",
            id: "with-bots",
            checked: withBots(),
            onchange: (event) => keepBots(event.target.checked),
          }),
          h("span", {}, "Practise with two bots"),
        ),
      ),
    ),
    h(
      "div",
      { class: "fan", "aria-hidden": "true" },
      ["As", "Kh", "7d"].map((face) => card(face)),
    ),
  );
}

/** @param {any} table */
function edge(table) {
  if (table.edge === null) return table.edge_note || "unknown";
  return percent(table.edge);
}

/**
 * For supervisors: what the table has won, against what it should have.
 * @param {any} parts
 */
function winLine({ win, theoretical: theo, sigma, rounds, banked }) {
  if (!rounds) return null;
  const band = theo === null ? "" : ` (theo ${signed(theo)} ± ${money(sigma ?? 0)})`;
  return h(
    "div",
    { class: "hold-figure" },
    h("dt", {}, banked ? "Bank wins" : "Win"),
    h("dd", {}, `${signed(win)}${band}`),
  );
}

/**
 * @param {Page.Me | null} me
 * @param {any} table
 * @param {any} figures
 */
function tableCard(me, table, figures) {
  const span =
    table.limits.maximum === null
      ? `${money(table.limits.minimum)} minimum`
      : `${money(table.limits.minimum)}–${money(table.limits.maximum)}`;
  return h(
    "li",
    { class: "table-card", "data-book": table.book, "data-cloth": table.cloth ?? "" },
    h("div", { class: "swatch", "aria-hidden": "true" }),
    h("h3", {}, table.name),
    h("p", { class: "small" }, under(table)),
    h(
      "dl",
      {},
      h("div", {}, h("dt", {}, "Limits"), h("dd", {}, span)),
      h("div", {}, h("dt", {}, "Open boxes"), h("dd", {}, `${table.free} of ${table.boxes}`)),
      figures && winLine(figures),
      h(
        "div",
        {},
        h("dt", {}, "House edge"),
        h(
          "dd",
          {},
          h(
            "a",
            { href: table.lab, "aria-label": `House edge ${edge(table)}: open ${table.name} in the lab` },
            edge(table),
          ),
        ),
      ),
    ),
    (table.status !== "open" || table.is_paused) &&
      h("p", { class: "tag" }, table.is_paused ? "Paused" : statusLabel(table.status)),
    h(
      "button",
      { type: "button", "aria-label": `Enter ${table.name}`, onclick: () => enter(me, table.id) },
      "Enter",
    ),
  );
}

/**
 * @param {Page.Me | null} me
 * @param {any} book
 * @param {(id: string) => unknown} open
 */
function bookCard(me, book, open) {
  return h(
    "li",
    { class: "book-card", "data-book": book.id, "data-cloth": book.cloth ?? "" },
    h("div", { class: "swatch", "aria-hidden": "true" }),
    h("h3", {}, book.title),
    h(
      "p",
      { class: "small" },
      `${under({ ...book, title: "" })} · ${book.clauses} clauses`.replace(/^ · /, ""),
    ),
    h("p", {}, book.about),
    h(
      "p",
      { class: "pair" },
      h(
        "button",
        {
          type: "button",
          class: "primary",
          "aria-label": `Practise ${book.title}`,
          onclick: () => practise(me, book.id),
        },
        "Practise",
      ),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": `Open a ${book.title} table`,
          onclick: () => open(book.id),
        },
        "Open a table…",
      ),
      h("a", { class: "quiet", href: `/lab/${book.id}`, "aria-label": `${book.title} in the lab` }, "Lab"),
    ),
  );
}

/**
 * For supervisors: add a book of their own from its file.
 * @param {() => unknown} again
 */
function bookUpload(again) {
  const file = h("input", {
    type: "file",
    id: "own-book",
    accept: ".toml,text/plain",
    onchange: async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      try {
        const added = await post("/rulebooks", { text: await chosen.text() });
        toast(`${added.title} has been added to the books.`);
        again();
      } catch (problem) {
        tellProblem(problem);
      } finally {
        file.value = "";
      }
    },
  });
  return h(
    "p",
    { class: "own-book" },
    h("label", { for: "own-book" }, "Add a book of your own (TOML)"),
    " ",
    file,
  );
}

/**
 * The page on which one finds a table.
 * @param {Page.Me | null} me
 */
export function lobbyPage(me) {
  const tables = h("ul", { class: "grid", id: "tables" });
  const books = h("ul", { class: "grid", id: "books" });
  const none = h(
    "p",
    { class: "small", hidden: true },
    "No open tables yet. Start a practice table or open your own.",
  );
  const sees = me && ["supervisor", "shift_manager", "auditor"].includes(me.role);
  const load = async () => {
    try {
      const told = (await get("/tables")).tables;
      const figures = new Map(sees ? (await get("/pit")).tables.map((one) => [one.id, one]) : []);
      none.hidden = told.length > 0;
      redraw(
        tables,
        told.map((table) => tableCard(me, table, figures.get(table.id))),
      );
    } catch (problem) {
      tellProblem(problem);
    }
  };
  load();
  setInterval(
    () => document.visibilityState === "visible" && !tables.contains(document.activeElement) && load(),
    8000,
  );
  const loadBooks = () =>
    get("/rulebooks").then(({ rulebooks }) => {
      const sum = page.querySelector("#how-many");
      if (sum) sum.textContent = `${NUMBERS[rulebooks.length] ?? rulebooks.length} rulebooks`;
      redraw(
        books,
        rulebooks.map((book) => bookCard(me, book, (id) => openForm(me, id, comeIn))),
      );
    }, tellProblem);
  loadBooks();
  const staff = me && ["supervisor", "shift_manager"].includes(me.role);
  const page = h(
    "div",
    { class: "page lobby" },
    hero(me),
    h("section", { "aria-labelledby": "open-now" }, h("h2", { id: "open-now" }, "Tables"), none, tables),
    h(
      "section",
      { "aria-labelledby": "all-books" },
      h("h2", { id: "all-books" }, "Rulebooks"),
      books,
      staff && bookUpload(loadBooks),
    ),
    h("p", { class: "small" }, h("a", { href: "/docs/" }, "Documentation")),
  );
  return page;
}
