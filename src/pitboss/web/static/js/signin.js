// @ts-check
// Sign in, sign up, or play as a guest.

import { post } from "./api.js";
import { h, money } from "./dom.js";
import { managerHint } from "./first-manager.js";
import { tellProblem } from "./why.js";

function onward() {
  const to = new URLSearchParams(location.search).get("to");
  const here = location.pathname === "/sign-in" ? "/" : location.pathname;
  // Only a path of this house: anything else would lead people astray.
  location.assign(to && /^\/(?![/\\])/.test(to) ? to : here);
}

/** @param {() => Promise<unknown>} work */
async function tried(work) {
  try {
    await work();
    onward();
  } catch (problem) {
    tellProblem(problem);
  }
}

/**
 * @param {string} title
 * @param {string} label
 * @param {"/sessions" | "/people"} path
 * @param {boolean} fresh
 */
function form(title, label, path, fresh) {
  const id = fresh ? "new" : "known";
  const name = h("input", {
    id: `${id}-name`,
    name: "name",
    required: true,
    autocomplete: "username",
    maxlength: 24,
  });
  const word = h("input", {
    id: `${id}-word`,
    name: "password",
    type: "password",
    required: true,
    minlength: fresh ? 8 : 1,
    autocomplete: fresh ? "new-password" : "current-password",
    "aria-describedby": fresh ? "new-hint" : null,
  });
  return h(
    "form",
    {
      class: "card-form",
      onsubmit: (event) => {
        event.preventDefault();
        tried(() => post(path, { name: name.value, password: word.value }));
      },
    },
    h("h2", {}, title),
    h("label", { for: `${id}-name` }, "Name"),
    name,
    h("label", { for: `${id}-word` }, "Password"),
    word,
    fresh &&
      h(
        "p",
        { class: "small", id: "new-hint" },
        "At least 8 characters. You start with 1,000 in play money.",
      ),
    h("button", { type: "submit", class: fresh ? "" : "primary" }, label),
  );
}

const DAYS = 180;

/** What becomes of a guest's account. */
const guestTerms = () =>
  h(
    "p",
    { class: "small", id: "guest-terms" },
    `A guest’s account is on this device only. It lasts for ${DAYS} days after your last ` +
      `visit; after that the account and its play money are lost. Choose a password to keep them.`,
  );

/**
 * A guest keeps the account: a password is all it takes, and a name is welcome.
 * @param {Page.Me} me
 */
function keepForm(me) {
  const name = h("input", {
    id: "keep-name",
    name: "name",
    autocomplete: "username",
    maxlength: 24,
    placeholder: me.name,
    "aria-describedby": "keep-name-hint",
  });
  const word = h("input", {
    id: "keep-word",
    name: "password",
    type: "password",
    required: true,
    minlength: 8,
    autocomplete: "new-password",
    "aria-describedby": "keep-hint",
  });
  return h(
    "form",
    {
      class: "card-form keep",
      onsubmit: (event) => {
        event.preventDefault();
        const chosen = name.value.trim();
        tried(() =>
          post("/me/account", chosen ? { password: word.value, name: chosen } : { password: word.value }),
        );
      },
    },
    h("h2", {}, "Keep this account"),
    h("p", { class: "small" }, `Your balance of ${money(me.balance)} and your history stay yours.`),
    h("label", { for: "keep-name" }, "Name of your own"),
    name,
    h(
      "p",
      { id: "keep-name-hint", class: "small" },
      `Choose it away from tables: leave your seat first. ` +
        `Leave the field empty to stay ${me.name}, in your seat too.`,
    ),
    h("label", { for: "keep-word" }, "Password"),
    word,
    h("p", { id: "keep-hint", class: "small" }, "At least 8 characters."),
    h("button", { type: "submit", class: "primary" }, "Keep it"),
  );
}

/**
 * The page on which one comes in; a guest may keep the account.
 * @param {string} [told]
 * @param {Page.Me | null} [me]
 */
export function signInPage(told = "", me = null) {
  return h(
    "div",
    { class: "page sign-in" },
    h("h1", {}, "Welcome"),
    told && h("p", { class: "lead" }, told),
    me?.guest
      ? keepForm(me)
      : h(
          "div",
          { class: "guest" },
          h("p", {}, "No account needed: guests start with 1,000 in play money."),
          h(
            "button",
            {
              type: "button",
              class: "big primary",
              id: "guest",
              onclick: () => tried(() => post("/sessions", { guest: true })),
            },
            "Play as a guest",
          ),
        ),
    guestTerms(),
    h(
      "div",
      { class: "two" },
      form("Sign in", "Sign in", "/sessions", false),
      form(me?.guest ? "Start a new account" : "Sign up", "Sign up", "/people", true),
    ),
    managerHint(),
  );
}
