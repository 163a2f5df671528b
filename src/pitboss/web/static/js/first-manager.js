// @ts-check
// The first shift manager: the person who started the server has a code on its terminal.

import { get, post } from "./api.js";
import { h, redraw } from "./dom.js";
import { tellProblem } from "./why.js";

/** @param {() => Promise<unknown>} work */
async function tried(work) {
  try {
    await work();
    location.assign("/pit");
  } catch (problem) {
    tellProblem(problem);
  }
}

function codeField() {
  return h("input", {
    id: "code",
    name: "code",
    required: true,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: 40,
    "aria-describedby": "code-hint",
  });
}

/**
 * Whoever is signed in needs the code only.
 * @param {Page.Me} me
 */
function codeForm(me) {
  const code = codeField();
  return h(
    "form",
    {
      class: "card-form",
      onsubmit: (event) => {
        event.preventDefault();
        tried(() => post("/first-manager", { code: code.value }));
      },
    },
    h("label", { for: "code" }, "Code"),
    code,
    h("p", { class: "small", id: "code-hint" }, `You are signed in as ${me.name}.`),
    h("button", { type: "submit", class: "primary" }, "Become the shift manager"),
  );
}

function signUpForm() {
  const code = codeField();
  const name = h("input", {
    id: "new-name",
    name: "name",
    required: true,
    autocomplete: "username",
    maxlength: 24,
  });
  const word = h("input", {
    id: "new-word",
    name: "password",
    type: "password",
    required: true,
    minlength: 8,
    autocomplete: "new-password",
    "aria-describedby": "new-hint",
  });
  return h(
    "form",
    {
      class: "card-form",
      onsubmit: (event) => {
        event.preventDefault();
        tried(() => post("/people", { name: name.value, password: word.value, code: code.value }));
      },
    },
    h("label", { for: "code" }, "Code"),
    code,
    h("p", { class: "small", id: "code-hint" }, "Each start of the server shows a new one."),
    h("label", { for: "new-name" }, "Name"),
    name,
    h("label", { for: "new-word" }, "Password"),
    word,
    h("p", { class: "small", id: "new-hint" }, "At least 8 characters."),
    h("button", { type: "submit", class: "primary" }, "Sign up as the shift manager"),
  );
}

/**
 * The page for the code, or the reason why none is needed.
 * @param {Page.Me | null} me
 */
export function firstManagerPage(me) {
  const place = h("div", {}, h("p", { class: "waiting" }, "Loading…"));
  get("/first-manager").then(
    ({ needed }) =>
      redraw(
        place,
        needed
          ? h(
              "div",
              {},
              h(
                "p",
                { class: "lead" },
                "Enter the code that pitboss serve printed on the server's " +
                  "terminal. The shift manager assigns roles and runs the pit.",
              ),
              me && !me.guest ? codeForm(me) : signUpForm(),
            )
          : h(
              "p",
              { class: "lead" },
              "There is a shift manager already, who assigns the other roles in the pit.",
            ),
      ),
    tellProblem,
  );
  return h("div", { class: "page sign-in" }, h("h1", {}, "Run this house"), place);
}

/** A line with the way to that page, while there is no shift manager. */
export function managerHint() {
  const place = h(
    "p",
    { class: "small", hidden: true },
    "No one runs this house yet. If you started the server, ",
    h("a", { href: "/first-manager" }, "enter the code on its terminal"),
    ".",
  );
  get("/first-manager").then(
    ({ needed }) => {
      place.hidden = !needed;
    },
    () => {},
  );
  return place;
}
