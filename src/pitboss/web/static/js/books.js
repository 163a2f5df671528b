// @ts-check
// The library: every book in our words, clause by clause, and the books side by side.

import { get, problemOf } from "./api.js";
import { h, plain, redraw, sentence, under } from "./dom.js";
import { points } from "./lab-controls.js";
import { follow } from "./lab-price.js";
import { cellOf, sideBySide } from "./side-by-side.js";

const ANSWERS = ["enforced", "recorded", "displayed", "not applicable"];

let questions = null;

/** Every provision as a question with each book's answer, asked for once. */
function provisions() {
  questions ??= get("/provisions");
  return questions;
}

// All books.

/** @param {any} trace */
function counts(trace) {
  const shown = ANSWERS.map((answer) => [answer, trace[answer.replace(" ", "_")]]).filter(([, n]) => n > 0);
  return h(
    "ul",
    { class: "answer-counts", "aria-label": "How the software handles its clauses" },
    shown.map(([answer, n]) =>
      h(
        "li",
        { "data-answer": answer, style: { "--n": String(n) } },
        h("strong", {}, String(n)),
        ` ${answer}`,
      ),
    ),
  );
}

/** @param {any} book */
function bookCard(book) {
  return h(
    "article",
    { class: "book-card library-card", "data-cloth": book.cloth ?? "", "data-book": book.id },
    h("span", { class: "swatch" }),
    h("h3", {}, h("a", { href: `/books/${book.id}` }, book.title)),
    h(
      "p",
      { class: "small" },
      book.jurisdiction.startsWith("none") ? "The generic table" : book.jurisdiction,
    ),
    h("p", {}, book.about),
    h("p", { class: "small" }, h("code", {}, book.id), ` · ${book.clauses} clauses`),
  );
}

/** `/books`: every book, then every provision of all of them. */
export function booksPage() {
  const shelf = h("div", { class: "grid" });
  const table = h("div", {}, h("p", { class: "waiting" }, "Loading…"));
  get("/rulebooks")
    .then(({ rulebooks }) => redraw(shelf, rulebooks.map(bookCard)))
    .catch((problem) => redraw(shelf, h("p", { class: "waiting" }, sentence(problem.why))));
  provisions()
    .then((/** @type {any} */ told) => redraw(table, sideBySide(told)))
    .catch((/** @type {any} */ problem) =>
      redraw(table, h("p", { class: "waiting" }, sentence(problem.why))),
    );
  return h(
    "div",
    { class: "page library" },
    h(
      "header",
      { class: "page-head" },
      h(
        "div",
        {},
        h("h1", {}, "The books"),
        h(
          "p",
          {},
          "Each document in our words, clause by clause: what it requires, " +
            "the code that carries it out, and the tests that cover it.",
        ),
      ),
    ),
    shelf,
    table,
  );
}

// One book.

/** @param {any} reading */
function readingOf(reading) {
  return h(
    "div",
    { class: "reading" },
    h("p", {}, h("strong", {}, `Reading ${reading.id}. `), reading.question),
    h("p", {}, reading.we_take),
    h("p", { class: "small" }, `Because: ${reading.why}`),
    reading.otherwise && h("p", { class: "small" }, `Otherwise: ${reading.otherwise}`),
    reading.election && h("p", { class: "small" }, "House option: ", h("code", {}, reading.election)),
  );
}

/**
 * The same question in all books; those that answer otherwise are marked.
 * @param {string} book
 * @param {string} path
 * @param {HTMLElement} place
 */
function otherBooks(book, path, place) {
  provisions()
    .then((/** @type {any} */ { books, parts }) => {
      const row = parts
        .flatMap((/** @type {any} */ part) => part.rows)
        .find((/** @type {any} */ one) => one.path === path);
      if (!row) return;
      const own = row.cells[books.findIndex((/** @type {any} */ one) => one.id === book)]?.shown;
      /**
       * @param {any} one
       * @param {number} n
       */
      const differs = (one, n) => one.id !== book && row.cells[n] !== null && row.cells[n].shown !== own;
      /** @type {HTMLButtonElement} */
      const price = h(
        "button",
        {
          type: "button",
          class: "quiet",
          "data-price": path,
          onclick: () => priced(book, path, place, price),
        },
        "Price the differences",
      );
      redraw(
        place,
        h(
          "table",
          { class: "other-books" },
          h(
            "tbody",
            {},
            books.map((/** @type {any} */ one, /** @type {any} */ n) =>
              h(
                "tr",
                { class: differs(one, n) ? "differs" : null, "data-other": one.id },
                h("th", { scope: "row", title: one.title }, one.id),
                cellOf(row.cells[n], one),
                h("td", { class: "small", "data-worth": "" }, differs(one, n) ? "differs" : ""),
              ),
            ),
          ),
        ),
        books.some(differs) && price,
      );
    })
    .catch((/** @type {any} */ problem) => redraw(place, h("p", {}, sentence(problem.why))));
}

/**
 * What each other answer would add to this book's edge, from the lab, one after another.
 * @param {string} book
 * @param {string} path
 * @param {HTMLElement} place
 * @param {HTMLButtonElement} button
 */
async function priced(book, path, place, button) {
  button.disabled = true;
  button.textContent = "Pricing…";
  place.setAttribute("aria-busy", "true");
  try {
    const response = await fetch("/api/v1/lab/worth", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ book, path }),
    });
    if (!response.ok) throw new Error((await response.json()).why);
    await follow(response, (told) => {
      if (told.problem) throw new Error(told.problem);
      const worth = told.worth[told.book];
      const cell = place.querySelector(`[data-other="${CSS.escape(told.book)}"] [data-worth]`);
      if (!cell) return;
      cell.dataset.worth = worth ?? "";
      cell.textContent =
        worth === null
          ? "not priced"
          : worth === 0
            ? "does not change the edge"
            : `${points(worth)} points on the edge`;
      if (told.paths.length > 1) cell.title = `Priced together: ${told.paths.join(", ")}`;
      return true;
    });
    for (const cell of place.querySelectorAll(".differs [data-worth='']")) {
      if (cell.textContent === "differs") cell.textContent = "the same at the defaults";
    }
    button.replaceWith(
      h(
        "p",
        { class: "small" },
        "The change in this book’s house edge, at its defaults, if it took the other book’s answer. ",
        h("a", { href: `/lab/${book}` }, "Open the lab"),
      ),
    );
  } catch (error) {
    button.replaceWith(h("p", { class: "small" }, sentence(problemOf(error).message)));
  }
  place.removeAttribute("aria-busy");
}

/**
 * @param {string} book
 * @param {any} said
 */
function provisionOf(book, said) {
  const place = h("div", {});
  if (said.question === null) return h("li", {}, said.shown);
  const asked = h(
    "details",
    {
      "data-path": said.path,
      ontoggle: () => asked.open && !place.firstChild && otherBooks(book, said.path, place),
    },
    h("summary", {}, h("span", {}, said.question), " ", h("strong", {}, said.shown)),
    place,
  );
  return h("li", {}, asked);
}

/**
 * @param {string} title
 * @param {Page.Child[]} items
 */
function list(title, items) {
  return items.length > 0 && h("div", { class: "facts-of" }, h("h4", {}, title), h("ul", {}, items));
}

/**
 * @param {any} book
 * @param {any} clause
 * @param {Map<string, any>} readings
 */
function details(book, clause, readings) {
  return [
    list(
      "Provisions, with the other books' answers",
      clause.provisions.map((/** @type {any} */ said) => provisionOf(book.book, said)),
    ),
    list(
      "House options",
      clause.elections.map((/** @type {any} */ one) =>
        h("li", {}, one.says, " ", h("span", { class: "small" }, `${one.range}; default ${one.default}`)),
      ),
    ),
    list(
      "Carried out by",
      clause.by.map((/** @type {any} */ name) => h("li", {}, h("code", {}, name))),
    ),
    clause.why_not &&
      h("div", { class: "facts-of" }, h("h4", {}, "Why it is not enforced"), h("p", {}, clause.why_not)),
    list(
      "Worked rounds",
      clause.rounds.map((/** @type {any} */ id) =>
        h("li", {}, h("a", { href: `/books/${book.book}/rounds/${encodeURIComponent(id)}` }, id)),
      ),
    ),
    list(
      "Covered by",
      clause.witnesses.map((/** @type {any} */ name) => h("li", {}, h("code", {}, name))),
    ),
    clause.readings.map((/** @type {any} */ id) => readingOf(readings.get(id))),
  ];
}

/**
 * @param {number} number
 * @param {string} what
 */
const howMany = (number, what, more = "") =>
  number ? `${number} ${what}${number > 1 ? "s" : ""}${more}` : "";

/**
 * @param {any} book
 * @param {any} clause
 * @param {Map<string, any>} readings
 */
function clauseOf(book, clause, readings) {
  const [code, tests] = [clause.by.length, clause.witnesses.length];
  const inside = h("div", { class: "inside-clause" });
  const more = h(
    "details",
    {
      class: "more",
      ontoggle: () => {
        if (more.open && !inside.firstChild) redraw(inside, details(book, clause, readings));
      },
    },
    h(
      "summary",
      {},
      h("span", { class: "tag", "data-answer": clause.answer }, clause.answer),
      h(
        "span",
        { class: "small" },
        [clause.kind, howMany(code, "piece", " of code"), howMany(tests, "test")].filter(Boolean).join(", "),
      ),
    ),
    inside,
  );
  const made = h(
    "li",
    { class: "clause", id: clause.id, "data-kind": clause.kind, "data-answer": clause.answer, tabindex: -1 },
    h("a", { class: "clause-number", href: `#${encodeURIComponent(clause.id)}` }, clause.number),
    h("div", {}, h("p", { class: "gist" }, clause.gist), more),
  );
  return { made, open: () => (more.open = true) };
}

/**
 * @param {string} label
 * @param {string[]} values
 * @param {(value: string) => unknown} change
 */
const pick = (label, values, change) =>
  h(
    "label",
    {},
    `${label} `,
    h(
      "select",
      { onchange: (event) => change(event.target.value) },
      h("option", { value: "" }, "all"),
      values.map((value) => h("option", { value }, plain(value))),
    ),
  );

/** @param {any} book */
function shownBook(book) {
  const readings = new Map(book.readings.map((/** @type {any} */ one) => [one.id, one]));
  /** @type {any[]} */
  const sections = [];
  for (const clause of book.clauses) {
    if (sections.at(-1)?.title !== clause.section) sections.push({ title: clause.section, clauses: [] });
    const about = clause.readings.map((/** @type {any} */ id) => Object.values(readings.get(id)).join(" "));
    sections
      .at(-1)
      .clauses.push({
        clause,
        ...clauseOf(book, clause, readings),
        text: [clause.id, clause.gist, ...about].join(" ").toLowerCase(),
      });
  }
  const all = sections.flatMap((section) => section.clauses);
  const wish = { text: "", kind: "", answer: "" };
  const told = h("p", { class: "small", role: "status" });
  /** @param {Record<string, string>} changed */
  const filter = (changed) => {
    Object.assign(wish, changed);
    let many = 0;
    for (const section of sections) {
      let here = 0;
      for (const { clause, made, text } of section.clauses) {
        const fits =
          text.includes(wish.text) &&
          (!wish.kind || clause.kind === wish.kind) &&
          (!wish.answer || clause.answer === wish.answer);
        made.hidden = !fits;
        here += fits;
      }
      section.made.hidden = section.link.hidden = here === 0;
      many += here;
    }
    told.textContent = `${many} of ${all.length} clauses`;
  };
  sections.forEach((section, n) => {
    section.made = h(
      "section",
      { "aria-labelledby": `part-${n}` },
      h("h2", { id: `part-${n}` }, section.title),
      h(
        "ol",
        { class: "clauses" },
        section.clauses.map((/** @type {any} */ one) => one.made),
      ),
    );
    section.link = h("li", {}, h("a", { href: `#part-${n}` }, section.title));
  });
  const kinds = [...new Set(book.clauses.map((/** @type {any} */ clause) => clause.kind))];
  const answers = [...new Set(book.clauses.map((/** @type {any} */ clause) => clause.answer))];
  const rounds = h("section", { "aria-labelledby": "rounds" });
  get(`/rulebooks/${book.book}/rounds`)
    .then((found) =>
      redraw(
        rounds,
        h("h2", { id: "rounds" }, "Worked rounds"),
        found.rounds.length === 0
          ? h("p", {}, "This book has none of its own.")
          : h(
              "ol",
              { class: "round-list" },
              found.rounds.map((/** @type {any} */ one) =>
                h(
                  "li",
                  {},
                  h("a", { href: `/books/${book.book}/rounds/${encodeURIComponent(one.id)}` }, one.title),
                  h("span", { class: "small" }, ` ${one.id}: ${one.clauses.join(", ")}`),
                ),
              ),
            ),
      ),
    )
    .catch((problem) => redraw(rounds, h("p", {}, sentence(problem.why))));
  const page = h(
    "div",
    { class: "page library book" },
    h(
      "header",
      { class: "page-head" },
      h(
        "div",
        {},
        h("p", { class: "small" }, h("a", { href: "/books" }, "The books")),
        h("h1", {}, book.title),
        h(
          "p",
          {},
          [under({ title: "", jurisdiction: book.jurisdiction }), book.document].filter(Boolean).join(" · "),
        ),
        counts(book.trace),
      ),
    ),
    h(
      "div",
      { class: "library-tools" },
      h(
        "label",
        { class: "grow" },
        "Search ",
        h("input", {
          type: "search",
          "data-search": "",
          placeholder: "a number or words, such as split",
          oninput: (event) => filter({ text: event.target.value.trim().toLowerCase() }),
        }),
      ),
      pick("Kind", kinds, (kind) => filter({ kind })),
      pick("Answered", answers, (answer) => filter({ answer })),
      told,
    ),
    h(
      "div",
      { class: "book-body" },
      h(
        "nav",
        { class: "contents", "aria-label": "Sections" },
        h(
          "ol",
          {},
          sections.map((section) => section.link),
          h("li", {}, h("a", { href: "#rounds" }, "Worked rounds")),
        ),
      ),
      h(
        "div",
        {},
        sections.map((section) => section.made),
        rounds,
      ),
    ),
  );
  filter({});
  const go = () => {
    const asked = decodeURIComponent(location.hash.slice(1));
    const found =
      all.find(({ clause }) => clause.id === asked) ??
      all.find(({ clause }) => clause.number === asked) ??
      all.find(({ clause }) => asked && clause.number.startsWith(asked));
    for (const { made } of all) made.classList.toggle("here", made === found?.made);
    if (!found) return;
    if (found.made.hidden) filter({ text: "", kind: "", answer: "" });
    found.open();
    found.made.scrollIntoView({ block: "center" });
    found.made.focus({ preventScroll: true });
  };
  addEventListener("hashchange", go);
  requestAnimationFrame(go);
  return page;
}

/**
 * `/books/<book>`: the whole document in our words; `#12.4(b)` goes to that clause.
 * @param {string} id
 */
export function bookPage(id) {
  const place = h("div", {}, h("p", { class: "waiting" }, "Loading…"));
  get(`/rulebooks/${encodeURIComponent(id)}/clauses`)
    .then((book) => {
      document.title = `${book.title} · Pitboss`;
      redraw(place, shownBook(book));
    })
    .catch((problem) => redraw(place, h("p", { class: "waiting" }, sentence(problem.why))));
  return place;
}
