// @ts-check
// A decision tried again: the acts are offered, the answer is hidden until one is chosen.

import { average, named, value } from "./coach.js";
import { announce, h, redraw } from "./dom.js";
import { whyButton } from "./why.js";

/** A difference of less than this share of the wager is not a mistake, as the coach grades. */
const NEAR_TIE = 0.0005;

/**
 * The acts that were permitted, each with its clause.
 * @param {any} row
 */
export function permitted(row) {
  return h(
    "p",
    { class: "small permitted" },
    "Permitted: ",
    row.permitted.map((/** @type {any} */ act, /** @type {any} */ n) => [
      n > 0 && " · ",
      named(act),
      row.clauses?.[act] && [
        " ",
        whyButton(row.book, row.clauses[act].split(" ").at(-1), {
          label: "§",
          said: named(act),
          name: `Clause ${row.clauses[act]} for ${named(act)}`,
        }),
      ],
    ]),
  );
}

/**
 * Offer the decision of a row again in a place; without clock and money.
 * @param {any} row
 * @param {HTMLElement} place
 */
export function tryAgain(row, place) {
  const said = h("div", { role: "status" });
  /** @param {string} act */
  const answer = (act) => {
    const lost = row.ev_best - row.values[act];
    const right = lost < NEAR_TIE;
    const told = right
      ? `Right: ${named(act)} ${value(row.values[act])}.`
      : `${named(row.best)} is better: ${value(row.ev_best)}; ${named(act)}` +
        ` ${value(row.values[act])} costs ${average(lost * row.stake)}.`;
    const acts = [...row.permitted].sort((a, b) => row.values[b] - row.values[a]);
    redraw(
      said,
      h("p", { class: right ? "verdict-line right" : "verdict-line wrong" }, right ? "✓ " : "✕ ", told),
      h("p", { class: "small" }, acts.map((one) => `${named(one)} ${value(row.values[one])}`).join(" · ")),
    );
    announce(told);
  };
  redraw(
    place,
    h(
      "div",
      { class: "again" },
      h("p", {}, h("strong", {}, `${row.cards} against ${row.up}.`), " What do you do?"),
      h(
        "div",
        { class: "row" },
        row.permitted.map((/** @type {any} */ act) =>
          h("button", { type: "button", "data-act": act, onclick: () => answer(act) }, named(act)),
        ),
      ),
      said,
    ),
  );
  place.querySelector("button")?.focus();
}

/**
 * J and K go through a list of decisions, T tries the chosen one again; whether the key was one.
 * @param {HTMLElement} list
 * @param {string} key
 */
export function throughList(list, key) {
  const lines = [...list.querySelectorAll(":scope > li")];
  if (!lines.length || !["j", "k", "t"].includes(key)) return false;
  const line = document.activeElement?.closest("li[data-n]");
  const at = line ? lines.indexOf(line) : -1;
  if (key === "t") (lines[at] ?? lines[0]).querySelector("[data-again]")?.click();
  else lines[Math.max(0, Math.min(lines.length - 1, at + (key === "j" ? 1 : -1)))].focus();
  return true;
}
