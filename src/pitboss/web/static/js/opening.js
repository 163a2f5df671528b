// @ts-check
// The form that opens a table: its house options as controls in groups, and the exact edge as they change.

import { get, post } from "./api.js";
import { h, percent, redraw } from "./dom.js";
import { control } from "./lab-controls.js";
import { Prices } from "./lab-price.js";
import { defaultText } from "./lab-state.js";
import { tellProblem } from "./why.js";

const STYLES = new URL("../css/lab.css", import.meta.url).pathname; // those of the controls

/** The styles of the controls, loaded once. */
export function styled() {
  if (document.querySelector(`link[href="${STYLES}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const link = h("link", { rel: "stylesheet", href: STYLES, onload: resolve, onerror: resolve });
    document.head.append(link);
  });
}

/** The groups of options, limits first; what was changed is counted in the heading. */
export class Options {
  /**
   * @param {any} book
   * @param {(key?: string) => unknown} changed
   */
  constructor(book, changed, settings = {}) {
    this.book = book;
    /** @type {Record<string, any>} */
    this.settings = { ...settings };
    this.changed = changed;
    this.groups = [...new Set(book.elections.map((/** @type {any} */ one) => one.group))].map((name, n) => {
      const count = h("span", { class: "tag", hidden: true });
      const inside = h("div", { class: "option-group" });
      const view = h(
        "details",
        { class: "elections", open: n === 0 || null, "data-group": name },
        h("summary", {}, name, " ", count),
        inside,
      );
      return { name, count, inside, view };
    });
    for (const group of this.groups) this.draw(group);
  }

  /** @param {any} group */
  draw(group) {
    const own = this.book.elections.filter((/** @type {any} */ one) => one.group === group.name);
    redraw(
      group.inside,
      own.map((/** @type {any} */ one) =>
        control(
          this.book.id,
          one,
          this.settings[one.key] ?? defaultText(one),
          (key, text) => this.set(group, key, text),
          "open",
        ),
      ),
    );
    const changed = own.filter((/** @type {any} */ one) => one.key in this.settings).length;
    group.count.hidden = changed === 0;
    group.count.textContent = `${changed} changed`;
  }

  /**
   * @param {string} group
   * @param {string} key
   * @param {string | null} text
   */
  set(group, key, text) {
    if (text === null) delete this.settings[key];
    else this.settings[key] = text;
    this.draw(group);
    this.changed(key);
  }
}

/**
 * The line with the edge of what is chosen, as the solver has it.
 * @param {any} book
 */
function edgeLine(book) {
  const shown = h("strong", { "data-edge": "" }, "…");
  const note = h("span", { class: "small" });
  const line = h(
    "p",
    { class: "edge-line", role: "status", "aria-busy": "true" },
    "House edge ",
    shown,
    " ",
    note,
  );
  const prices = new Prices(
    "opening",
    (answer) => {
      const edge = answer.main?.house_edge;
      if (edge === undefined) return;
      shown.textContent = percent(edge, 4);
      shown.dataset.edge = String(edge);
      note.textContent = book.banked_by_players
        ? "of the player who banks, best play, exact"
        : "best play, exact";
      line.setAttribute("aria-busy", "false");
    },
    (problem) => {
      shown.textContent = "not priced";
      shown.dataset.edge = "";
      note.textContent = problem.why;
      line.setAttribute("aria-busy", "false");
    },
  );
  /**
   * @param {Record<string, string>} settings
   * @param {string | null} [key]
   */
  const ask = (settings, key = null) => {
    line.setAttribute("aria-busy", "true");
    if (key) prices.touch(key);
    prices.ask({ book: book.id, settings: { ...settings } }, []);
  };
  return { line, ask };
}

/**
 * Open the form for a book; `comeIn` makes a visitor without a session a guest.
 * @param {Page.Me | null} me
 * @param {string} id
 * @param {(me: Page.Me | null) => Promise<unknown>} comeIn
 */
export async function openForm(me, id, comeIn) {
  let book;
  try {
    [book] = await Promise.all([get(`/rulebooks/${id}`), styled()]);
  } catch (problem) {
    tellProblem(problem);
    return;
  }
  const dialog = h("dialog", { class: "why wide opening", "aria-labelledby": "open-title" });
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  const staff = me && ["dealer", "supervisor", "shift_manager"].includes(me.role);
  const name = h("input", { id: "open-name", maxlength: 40, placeholder: book.title });
  const bots = h("input", { id: "open-bots", type: "number", min: 0, max: 6, value: 0 });
  const dealt = h(
    "select",
    { id: "open-dealt" },
    h("option", { value: "machine" }, "automatic dealer"),
    staff && h("option", { value: "person" }, "live dealer, sealed shoe"),
    staff && h("option", { value: "called" }, "live dealer, real cards"),
  );
  const byTheBook = h("input", { id: "open-book", type: "checkbox", checked: true });
  const coach = h("input", { id: "open-coach", type: "checkbox", checked: true });
  const edge = edgeLine(book);
  const options = new Options(book, (key) => {
    const option = book.elections.find((one) => one.key === key);
    if (option.moves_price) edge.ask(options.settings, key);
  });
  edge.ask({});
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    try {
      await comeIn(me);
      const made = await post("/tables", {
        book: id,
        settings: options.settings,
        name: name.value,
        bots: Number(bots.value),
        coach: coach.checked,
        by_the_book: byTheBook.checked,
        dealt_by: dealt.value === "machine" ? "machine" : "person",
        cards: dealt.value === "called" ? "called" : "shoe",
      });
      location.assign(`/tables/${made.id}`);
    } catch (problem) {
      tellProblem(problem);
    }
  };
  dialog.append(
    h(
      "form",
      { class: "inside", onsubmit: submit },
      h("h2", { id: "open-title" }, `Open a ${book.title} table`),
      h(
        "div",
        { class: "basics" },
        h("div", {}, h("label", { for: "open-name" }, "Table name"), name),
        h("div", {}, h("label", { for: "open-bots" }, "Bots"), bots),
        h("div", {}, h("label", { for: "open-dealt" }, "Dealt by"), dealt),
      ),
      h(
        "label",
        { class: "remedy", for: "open-book" },
        byTheBook,
        "By the book: the cards are inspected, spread and mixed before the shuffle",
      ),
      h("label", { class: "remedy", for: "open-coach" }, coach, "Players may have the coach on"),
      edge.line,
      h(
        "div",
        { class: "option-groups" },
        options.groups.map((group) => group.view),
      ),
      h(
        "p",
        { class: "end" },
        h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Cancel"),
        h("button", { type: "submit", class: "primary" }, "Open the table"),
      ),
    ),
  );
  dialog.showModal();
}
