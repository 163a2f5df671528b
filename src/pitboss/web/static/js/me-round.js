// One of one's own rounds shown again by the queue of events, with the value of each decision.

import { get } from "./api.js";
import { average, named, value } from "./coach.js";
import { announce, h, redraw, signed } from "./dom.js";
import { roundCloth } from "./replay.js";
import { tryAgain } from "./try-again.js";
import { whyButton } from "./why.js";

/** What each act of a decision was worth. */
function decisionView(row) {
  const acts = [...row.permitted].sort((a, b) => row.values[b] - row.values[a]);
  const right = row.grade === "right";
  const place = h("div", { class: "again-place" });
  return h("div", { class: "decision-view", "data-decision": row.n },
    h("h3", {}, `${row.cards} against ${row.up}, ${signed(row.stake).slice(1)} on it`),
    h("p", { class: right ? "verdict-line right" : "verdict-line wrong" }, right ? `✓ ${named(row.taken)}` : `✕ ${named(row.taken)} cost ${average(row.cost)}; ${named(row.best)} is better`),
    h("ol", { class: "coach-acts" }, acts.map((act) => h("li", { "data-act": act, "data-ev": row.values[act], class: act === row.best ? "best" : "" },
      h("span", { class: "act-name" }, named(act)), h("span", { class: "figure" }, value(row.values[act])),
      act === row.taken && h("span", { class: "tag" }, "yours")))),
    row.notes.map((note) => h("p", { class: "small" }, note)),
    h("button", { type: "button", class: "quiet", "data-again": row.n, onclick: () => tryAgain(row, place) }, "Try again"), place);
}

function played(told, mine) {
  const cloth = roundCloth();
  const decisions = new Map(mine.decisions.map((row) => [row.n, row]));
  const last = told.events.length - 1;
  const says = h("p", { class: "says" });
  const panel = h("div", { class: "decision-place", "aria-live": "polite" });
  let at = 0;
  const slide = h("input", { type: "range", min: 0, max: last, step: 1, "aria-label": "Step of the round", oninput: () => go(Number(slide.value)) });
  const steps = told.events.map((event, n) => {
    const row = decisions.get(event.n);
    return h("li", {}, h("button", { type: "button", "data-n": event.n, onclick: () => go(n) }, h("span", {}, event.says || event.event),
      row && h("span", { class: `tag ${row.grade}` }, row.grade === "right" ? `✓ ${value(row.ev)}` : `✕ ${average(row.cost)}`)));
  });
  const go = (to) => {
    at = Math.max(0, Math.min(to, last));
    const event = told.events[at];
    slide.value = String(at);
    steps.forEach((one, n) => {
      one.className = n === at ? "now" : n > at ? "later" : "";
      one.firstChild.toggleAttribute("aria-current", n === at);
    });
    redraw(says, event.says || event.event, " ", whyButton(told.state.book, event.clause, { label: event.clause, said: event.says ?? "" }));
    // What is about to be decided is valued beside the cards that it was decided with.
    const next = decisions.get(event.n) ?? decisions.get(told.events[at + 1]?.n);
    redraw(panel, next ? decisionView({ ...next, book: told.state.book }) : h("p", { class: "small" }, "No decision of yours at this step."));
    cloth.show(at);
    announce(event.says ?? "");
  };
  const keys = { ArrowLeft: -1, ArrowRight: 1 };
  const jump = (step) => {
    const places = told.events.map((event, n) => (decisions.has(event.n) ? n : -1)).filter((n) => n >= 0);
    const found = step > 0 ? places.find((n) => n > at) : places.findLast((n) => n < at);
    if (found !== undefined) go(found);
  };
  const made = h("div", { class: "my-round", onkeydown: (event) => {
    if (!keys[event.key] || event.target === slide) return;
    event.preventDefault();
    go(at + keys[event.key]);
  } },
    h("div", { class: "controls" },
      h("button", { type: "button", "data-step": "back", onclick: () => go(at - 1) }, "◂ Back"), slide,
      h("button", { type: "button", "data-step": "next", class: "primary", onclick: () => go(at + 1) }, "Next ▸")),
    says, h("div", { class: "round-and-values" }, cloth, h("aside", { "aria-label": "Value of the decision" },
      decisions.size > 1 && h("p", { class: "row" }, h("button", { type: "button", class: "quiet", "data-step": "decision-before", onclick: () => jump(-1) }, "◂ decision"),
        h("button", { type: "button", class: "quiet", "data-step": "decision", onclick: () => jump(1) }, "decision ▸")), panel)),
    h("ol", { class: "steps", tabindex: 0, "aria-label": "All steps" }, steps));
  const start = told.events.findIndex((event) => decisions.has(event.n));
  requestAnimationFrame(() => {
    cloth.round = told;
    go(Math.max(0, start));
  });
  return made;
}

/** `/me/rounds/<table>/<number>`. */
export async function myRoundPage(table, number) {
  const id = encodeURIComponent(table);
  const mine = await get(`/me/rounds/${id}/${number}`);
  const told = await get(`/tables/${id}/rounds/${number}/replay`);
  document.title = `Round ${number} · Pitboss`;
  const luck = mine.banked ? "" : ` · expected ${signed(Math.round(mine.expected))} · luck ${signed(Math.round(mine.luck))}`;
  return h("div", { class: "page my-play" },
    h("header", {}, h("p", { class: "small" }, h("a", { href: "/me" }, "My play"), ` · ${told.state.name}`),
      h("h1", {}, `Round ${number}`),
      h("p", {}, `Result ${signed(mine.actual)}${luck} · errors cost ${average(mine.cost)}`)),
    played(told, mine));
}
