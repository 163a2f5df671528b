// Sign in, sign up, or play as a guest.

import { post } from "./api.js";
import { h } from "./dom.js";
import { tellProblem } from "./why.js";

function onward() {
  const to = new URLSearchParams(location.search).get("to");
  const here = location.pathname === "/sign-in" ? "/" : location.pathname;
  // Only a path of this house: anything else would lead people astray.
  location.assign(to && /^\/(?![/\\])/.test(to) ? to : here);
}

async function tried(work) {
  try {
    await work();
    onward();
  } catch (problem) {
    tellProblem(problem);
  }
}

function form(title, label, path, fresh) {
  const id = fresh ? "new" : "known";
  const name = h("input", { id: `${id}-name`, name: "name", required: true, autocomplete: "username", maxlength: 24 });
  const word = h("input", { id: `${id}-word`, name: "password", type: "password", required: true,
    minlength: fresh ? 8 : 1, autocomplete: fresh ? "new-password" : "current-password",
    "aria-describedby": fresh ? "new-hint" : null });
  return h("form", {
    class: "card-form", onsubmit: (event) => {
      event.preventDefault();
      tried(() => post(path, { name: name.value, password: word.value }));
    },
  }, h("h2", {}, title),
  h("label", { for: `${id}-name` }, "Name"), name,
  h("label", { for: `${id}-word` }, "Password"), word,
  fresh && h("p", { class: "small", id: "new-hint" }, "At least 8 characters. You start with 1,000 in play money."),
  h("button", { type: "submit", class: fresh ? "" : "primary" }, label));
}

/** The page on which one comes in. */
export function signInPage(told = "") {
  return h("div", { class: "page sign-in" },
    h("h1", {}, "Welcome"),
    told && h("p", { class: "lead" }, told),
    h("div", { class: "guest" },
      h("p", {}, "No account needed: guests start with 1,000 in play money."),
      h("button", { type: "button", class: "big primary", id: "guest",
        onclick: () => tried(() => post("/sessions", { guest: true })) }, "Play as a guest")),
    h("div", { class: "two" },
      form("Sign in", "Sign in", "/sessions", false),
      form("Sign up", "Sign up", "/people", true)));
}
