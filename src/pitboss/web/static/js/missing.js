// A page for people where there is nothing: what is wrong, and where to go. The server draws the same.

import { h } from "./dom.js";

const WAYS = [
  ["/", "Lobby", "every open table"],
  ["/books", "Books", "the rules, clause by clause"],
  ["/lab", "Lab", "what a bet is worth"],
  ["/me", "My play", "your rounds and drills"],
  ["/audit", "History", "your money and finished rounds"],
];

/** The page that says `why` there is nothing here. */
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
