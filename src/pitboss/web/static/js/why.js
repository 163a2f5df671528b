// @ts-check
// "Why?": a clause of the book in our words, in a dialog.

import { get, problemOf } from "./api.js";
import { h } from "./dom.js";

/** @type {HTMLDialogElement | null} */
let dialog = null;

function frame() {
  if (dialog) return dialog;
  const made = h("dialog", { class: "why", "aria-labelledby": "why-title" });
  made.addEventListener("click", (event) => {
    if (event.target === made) made.close();
  });
  document.body.append(made);
  dialog = made;
  return made;
}

/**
 * Show something in the dialog.
 * @param {string} title
 * @param {Page.Child[]} parts
 */
export function shown(title, ...parts) {
  const close = h("button", { class: "quiet", type: "button", onclick: () => frame().close() }, "Close");
  frame().replaceChildren(
    h(
      "div",
      { class: "inside" },
      h("h2", { id: "why-title" }, title),
      ...parts,
      h("p", { class: "end" }, close),
    ),
  );
  if (!frame().open) frame().showModal();
}

/**
 * Open the clause of a book. `said` is what was refused, paid or asked.
 * @param {string} book
 * @param {string} clause
 */
export async function why(book, clause, said = "") {
  const before = said ? h("p", { class: "said" }, said) : null;
  shown(`Clause ${clause}`, before, h("p", {}, "Loading…"));
  try {
    const told = await get(`/rulebooks/${book}/clauses/${encodeURIComponent(clause)}`);
    const clauses = told.clauses.map((one) =>
      h(
        "li",
        {},
        h("p", { class: "gist" }, one.gist),
        h("p", { class: "small" }, `${one.number} · ${one.kind} · ${one.answer}`),
      ),
    );
    const readings = told.readings.map((one) =>
      h(
        "div",
        { class: "reading" },
        h("p", {}, h("strong", {}, one.question)),
        h("p", {}, one.we_take),
        h("p", { class: "small" }, one.why),
      ),
    );
    shown(
      `${told.title}, ${clause}`,
      before,
      h("ul", { class: "gists" }, clauses),
      readings.length > 0 && h("h3", {}, "Our reading"),
      readings,
      h(
        "p",
        {},
        h("a", { href: `/books/${book}#${encodeURIComponent(clause)}`, target: "_blank" }, "In the book"),
      ),
    );
  } catch (error) {
    shown(`Clause ${clause}`, before, h("p", {}, `${problemOf(error).why}.`));
  }
}

/**
 * A button that opens a clause; nothing where there is no clause.
 * @param {string | null | undefined} book
 * @param {string | null | undefined} clause
 * @param {{label?: Page.Child, said?: string, name?: string}} [options]
 */
export function whyButton(book, clause, { label = "Why?", said = "", name = "" } = {}) {
  if (!clause || !book) return null;
  return h(
    "button",
    {
      class: "why-button",
      type: "button",
      "data-focus": `why ${clause} ${said}`,
      "aria-label": name || `${label} ${said} (clause ${clause})`,
      onclick: () => why(book, clause, said),
    },
    label,
  );
}

const toasts = () => /** @type {HTMLElement} */ (document.getElementById("toasts"));

/** Nothing under a dialog can be read or pressed: show a refusal inside the open one. */
function placeInSight() {
  const open = [...document.querySelectorAll("dialog[open]")].at(-1);
  if (!open) return toasts();
  const place = open.querySelector(":scope > .toasts") ?? h("div", { class: "toasts" });
  open.append(place);
  return place;
}

/**
 * A short message at the edge of the page; a refusal stays until it is put away.
 * @param {string} text
 * @param {{book?: string | null, clause?: string | null, bad?: boolean}} [options]
 */
export function toast(text, { book = null, clause = null, bad = false } = {}) {
  const place = bad ? placeInSight() : toasts();
  /** @type {HTMLElement} */
  const made = h(
    "div",
    { class: bad ? "toast bad" : "toast", role: bad ? "alert" : "status" },
    h("span", {}, text),
    whyButton(book, clause, { said: text }),
    h(
      "button",
      { class: "shut", type: "button", "aria-label": "Dismiss", onclick: () => made.remove() },
      "×",
    ),
  );
  if (place.children.length > 2) place.firstElementChild?.remove();
  place.append(made);
  setTimeout(() => made.remove(), bad ? 12_000 : 4_000);
}

/**
 * Tell of a problem.
 * @param {unknown} error
 */
export function tellProblem(error) {
  const problem = problemOf(error);
  const said = problem.why;
  toast(said.charAt(0).toUpperCase() + said.slice(1), {
    book: problem.book,
    clause: problem.clause,
    bad: true,
  });
}

const WAYS = [
  ["/", "Lobby", "every open table"],
  ["/books", "Books", "the rules, clause by clause"],
  ["/lab", "Lab", "what a bet is worth"],
  ["/me", "My play", "your rounds and drills"],
  ["/audit", "History", "your money and finished rounds"],
];

/**
 * A page for people where there is nothing: what is wrong, and where to go. The server draws the same.
 * @param {string} why
 */
export function missingPage(why) {
  document.title = "Page not found · Pitboss";
  return h(
    "div",
    { class: "page no-page" },
    h("h1", {}, "This page does not exist"),
    h("p", { class: "lead" }, why),
    h("p", {}, "Continue here:"),
    h(
      "ul",
      { class: "ways" },
      WAYS.map(([path, label, what]) =>
        h("li", {}, h("a", { href: path }, label), " ", h("span", { class: "small" }, what)),
      ),
    ),
  );
}
