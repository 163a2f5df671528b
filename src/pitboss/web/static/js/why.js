// "Why?": a clause of the book in our words, in a dialog.

import { get } from "./api.js";
import { h } from "./dom.js";

let dialog = null;

function frame() {
  if (dialog) return dialog;
  dialog = h("dialog", { class: "why", "aria-labelledby": "why-title" });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  return dialog;
}

/** Show something in the dialog. */
export function shown(title, ...parts) {
  const close = h("button", { class: "quiet", type: "button", onclick: () => dialog.close() }, "Close");
  frame().replaceChildren(
    h(
      "div",
      { class: "inside" },
      h("h2", { id: "why-title" }, title),
      ...parts,
      h("p", { class: "end" }, close),
    ),
  );
  if (!dialog.open) dialog.showModal();
}

/** Open the clause of a book. `said` is what was refused, paid or asked. */
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
  } catch (problem) {
    shown(`Clause ${clause}`, before, h("p", {}, `${problem.why ?? problem}.`));
  }
}

/** A button that opens a clause; nothing where there is no clause. */
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

/** Nothing under a dialog can be read or pressed: show a refusal inside the open one. */
function placeInSight() {
  const open = [...document.querySelectorAll("dialog[open]")].at(-1);
  if (!open) return document.getElementById("toasts");
  const place = open.querySelector(":scope > .toasts") ?? h("div", { class: "toasts" });
  open.append(place);
  return place;
}

/** A short message at the edge of the page; a refusal stays until it is put away. */
export function toast(text, { book = null, clause = null, bad = false } = {}) {
  const place = bad ? placeInSight() : document.getElementById("toasts");
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
  if (place.children.length > 2) place.firstChild.remove();
  place.append(made);
  setTimeout(() => made.remove(), bad ? 12_000 : 4_000);
}

/** Tell of a problem. */
export function tellProblem(problem) {
  const said = problem.why ?? String(problem);
  toast(said.charAt(0).toUpperCase() + said.slice(1), {
    book: problem.book,
    clause: problem.clause,
    bad: true,
  });
}
