// @ts-check
// The head of the lab: the book, the sides A and B, and what is done with them.

import { h } from "./dom.js";
import { isDraft, shelve } from "./lab-own.js";
import { side } from "./lab-state.js";

/** @import { Lab, Which } from "./lab.js" */

/**
 * The head of the lab: the book, A and B, and what is done with them.
 * @param {Lab} lab
 * @returns {Page.Child[]}
 */
export function headOf(lab) {
  const { state } = lab;
  const own = lab.sideOf(lab.editing);
  const choose = h(
    "select",
    {
      class: "book-choice",
      "aria-label": "Book",
      "data-focus": "book",
      oninput: (event) => lab.changeBook(event.target.value),
    },
    lab.books.map((one) =>
      h(
        "option",
        { value: one.id, selected: one.id === own.book },
        isDraft(one.id) ? `${one.title} (not saved)` : one.title,
      ),
    ),
  );
  const draft = isDraft(own.book);
  const maySave = ["supervisor", "shift_manager"].includes(lab.me?.role ?? "");
  /**
   * @param {Which} name
   * @param {string} label
   */
  const which = (name, label) =>
    h(
      "button",
      {
        type: "button",
        "aria-pressed": String(lab.editing === name),
        "data-focus": `side ${name}`,
        onclick: () => lab.edit(name),
      },
      label,
    );
  return [
    h("h1", {}, "Lab"),
    choose,
    h(
      "label",
      {
        class: "quiet own-file",
        for: "bring-book",
        title: "Price a book of your own: a TOML file, dropped here or chosen",
        "aria-label": "Own book…",
      },
      h("span", { class: "wide-word" }, "Own book…"),
      h("span", { class: "narrow-word", "aria-hidden": "true" }, "+"),
    ),
    lab.file,
    draft &&
      maySave &&
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          id: "keep-book",
          "data-focus": "keep",
          onclick: () => shelve(own.book, (kept) => lab.kept(own.book, kept)),
        },
        "Add to the books",
      ),
    h(
      "div",
      { class: "sides", role: "group", "aria-label": "Settings to compare" },
      which("a", "A"),
      state.b
        ? which("b", "B")
        : h(
            "button",
            {
              type: "button",
              "data-focus": "side b",
              onclick: () => lab.edit("b"),
              "aria-label": "Compare with B",
            },
            "A | B",
          ),
      state.b &&
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "data-focus": "swap",
            onclick: () => lab.change((s) => s.b && ([s.a, s.b] = [s.b, s.a]), "swap"),
          },
          "Swap",
        ),
      state.b &&
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "data-focus": "alike",
            onclick: () => lab.change((s) => (s.b = side(s.a.book, s.a.settings)), "alike"),
          },
          "Copy A to B",
        ),
      state.b &&
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "data-focus": "close b",
            "aria-label": "Close B",
            onclick: () => {
              lab.editing = "a";
              lab.change((s) => (s.b = null), "close b");
            },
          },
          "×",
        ),
    ),
    h(
      "div",
      { class: "lab-actions" },
      h(
        "button",
        { type: "button", class: "quiet", "data-focus": "copy", id: "copy-link", onclick: () => lab.copy() },
        "Copy link",
      ),
      exports(),
      !draft &&
        h(
          "button",
          {
            type: "button",
            class: "primary",
            "data-focus": "play",
            id: "play-this",
            onclick: () => lab.play(),
          },
          "Play this",
        ),
    ),
  ];
}

function exports() {
  /**
   * @param {string} text
   * @param {string} ending
   */
  const link = (text, ending) => h("a", { class: "quiet", "data-ending": ending, download: "" }, text);
  return h(
    "details",
    { class: "export" },
    h("summary", { class: "quiet", "data-focus": "export" }, "Export"),
    h(
      "div",
      { class: "export-menu" },
      h("p", { class: "small" }, "Par sheet"),
      link("HTML", "html"),
      link("JSON", "json"),
      h("p", { class: "small" }, "Chart"),
      link("HTML", "html?what=chart"),
      link("SVG", "svg"),
      link("PNG", "png"),
      link("CSV", "csv"),
    ),
  );
}
