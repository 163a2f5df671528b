// @ts-check
// One of your own rounds, replayed by the event queue, with the value of each decision.

import { get } from "./api.js";
import { average, named, value } from "./coach.js";
import { h, redraw, signed } from "./dom.js";
import { steps } from "./steps.js";
import { tryAgain } from "./try-again.js";

/**
 * What each act of a decision was worth.
 * @param {any} row
 */
function decisionView(row) {
  const acts = [...row.permitted].sort((a, b) => row.values[b] - row.values[a]);
  const right = row.grade === "right";
  const place = h("div", { class: "again-place" });
  return h(
    "div",
    { class: "decision-view", "data-decision": row.n },
    h("h3", {}, `${row.cards} against ${row.up}, ${signed(row.stake).slice(1)} on it`),
    h(
      "p",
      { class: right ? "verdict-line right" : "verdict-line wrong" },
      right
        ? `✓ ${named(row.taken)}`
        : `✕ ${named(row.taken)} cost ${average(row.cost)}; ${named(row.best)} is better`,
    ),
    h(
      "ol",
      { class: "coach-acts" },
      acts.map((act) =>
        h(
          "li",
          { "data-act": act, "data-ev": row.values[act], class: act === row.best ? "best" : "" },
          h("span", { class: "act-name" }, named(act)),
          h("span", { class: "figure" }, value(row.values[act])),
          act === row.taken && h("span", { class: "tag" }, "yours"),
        ),
      ),
    ),
    row.notes.map((/** @type {any} */ note) => h("p", { class: "small" }, note)),
    h(
      "button",
      { type: "button", class: "quiet", "data-again": row.n, onclick: () => tryAgain(row, place) },
      "Try again",
    ),
    place,
  );
}

/**
 * @param {any} told
 * @param {any} mine
 */
function played(told, mine) {
  const decisions = new Map(mine.decisions.map((/** @type {any} */ row) => [row.n, row]));
  const panel = h("div", { class: "decision-place", "aria-live": "polite" });
  /** @param {Live.Event} event */
  const entry = (event) => {
    const row = decisions.get(event.n);
    return [
      h("span", {}, event.says || event.event),
      row &&
        h(
          "span",
          { class: `tag ${row.grade}` },
          row.grade === "right" ? `✓ ${value(row.ev)}` : `✕ ${average(row.cost)}`,
        ),
    ];
  };
  const step = steps(told.events, {
    book: told.state.book,
    entry,
    shown: (at) => {
      // The decision about to be made is valued next to the cards it was made with.
      const next = decisions.get(told.events[at].n) ?? decisions.get(told.events[at + 1]?.n);
      redraw(
        panel,
        next
          ? decisionView({ ...next, book: told.state.book })
          : h("p", { class: "small" }, "No decision of yours at this step."),
      );
    },
  });
  const places = told.events.flatMap((/** @type {any} */ event, /** @type {any} */ n) =>
    decisions.has(event.n) ? [n] : [],
  );
  /** @param {number} way */
  const jump = (way) => {
    const found =
      way > 0
        ? places.find((/** @type {any} */ n) => n > step.at)
        : places.findLast((/** @type {any} */ n) => n < step.at);
    if (found !== undefined) step.go(found);
  };
  step.begin(told, places[0] ?? 0);
  return h(
    "div",
    { class: "my-round", onkeydown: step.onkeydown },
    step.controls(),
    step.says,
    h(
      "div",
      { class: "round-and-values" },
      step.cloth,
      h(
        "aside",
        { "aria-label": "Value of the decision" },
        decisions.size > 1 &&
          h(
            "p",
            { class: "row" },
            h(
              "button",
              { type: "button", class: "quiet", "data-step": "decision-before", onclick: () => jump(-1) },
              "◂ decision",
            ),
            h(
              "button",
              { type: "button", class: "quiet", "data-step": "decision", onclick: () => jump(1) },
              "decision ▸",
            ),
          ),
        panel,
      ),
    ),
    step.list,
  );
}

/**
 * `/me/rounds/<table>/<number>`.
 * @param {string} table
 * @param {number} number
 */
export async function myRoundPage(table, number) {
  const id = encodeURIComponent(table);
  const mine = await get(`/me/rounds/${id}/${number}`);
  const told = await get(`/tables/${id}/rounds/${number}/replay`);
  document.title = `Round ${number} · Pitboss`;
  const luck = mine.banked
    ? ""
    : ` · expected ${signed(Math.round(mine.expected))} · luck ${signed(Math.round(mine.luck))}`;
  return h(
    "div",
    { class: "page my-play" },
    h(
      "header",
      {},
      h(
        "p",
        { class: "small" },
        h("a", { href: "/me" }, "My play"),
        ` · ${told.state.name} · `,
        h("a", { id: "evidence", href: `/evidence/${id}/${number}` }, "Evidence"),
      ),
      h("h1", {}, `Round ${number}`),
      h("p", {}, `Result ${signed(mine.actual)}${luck} · errors cost ${average(mine.cost)}`),
    ),
    played(told, mine),
  );
}
