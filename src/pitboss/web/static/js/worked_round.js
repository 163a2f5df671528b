// A worked round of a book, step by step on its own cloth: forwards, back, any step, the sums.

import { get } from "./api.js";
import { announce, h, redraw, signed } from "./dom.js";
import { roundCloth } from "./replay.js";
import { whyButton } from "./why.js";

const PAUSE = 900; // milliseconds between two steps that play by themselves

function sums(net) {
  return h("ul", { class: "sums-of", "aria-label": "What each player won or lost" }, Object.entries(net).map(([player, cents]) =>
    h("li", { "data-net": cents }, `${player} `, h("strong", { class: cents > 0 ? "up" : cents < 0 ? "down" : "" }, signed(cents)))));
}

function played(round) {
  const cloth = roundCloth();
  let at = 0;
  let timer = 0;
  const last = round.events.length - 1;
  const says = h("p", { class: "says" });
  const money = h("div", { class: "so-far" });
  const slide = h("input", { type: "range", min: 0, max: last, step: 1, "aria-label": "Step of the round", oninput: () => go(Number(slide.value)) });
  const steps = round.events.map((event, n) => h("li", {}, h("button", { type: "button", "data-n": event.n, onclick: () => go(n) }, event.says)));
  const halt = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  };
  const go = (to, by = "hand") => {
    if (by === "hand") halt();
    at = Math.max(0, Math.min(to, last));
    const event = round.events[at];
    slide.value = String(at);
    steps.forEach((one, n) => {
      one.className = n === at ? "now" : n > at ? "later" : "";
      one.firstChild.toggleAttribute("aria-current", n === at);
    });
    redraw(says, event.says, " ", whyButton(round.book, event.clause, { label: event.clause, said: event.says }));
    redraw(money, sums(round.so_far[at]));
    cloth.show(at);
    announce(event.says);
    if (at === last) halt();
  };
  const play = h("button", { type: "button", onclick: () => {
    if (timer) {
      halt();
      return;
    }
    play.textContent = "Pause";
    if (at === last) go(0, "itself");
    timer = setInterval(() => go(at + 1, "itself"), PAUSE);
  } }, "Play");
  const keys = { ArrowLeft: -1, ArrowRight: 1 };
  const made = h("div", { class: "worked", onkeydown: (event) => {
    if (!keys[event.key] || event.target === slide) return;
    event.preventDefault();
    go(at + keys[event.key]);
  } },
    h("div", { class: "controls" },
      h("button", { type: "button", "data-step": "back", onclick: () => go(at - 1) }, "◂ Back"), play, slide,
      h("button", { type: "button", "data-step": "next", class: "primary", onclick: () => go(at + 1) }, "Next ▸")),
    says, cloth, money,
    h("ol", { class: "steps", tabindex: 0, "aria-label": "All steps" }, steps));
  requestAnimationFrame(() => {
    cloth.round = round;
    go(0);
  });
  return made;
}

/** `/books/<book>/rounds/<id>`. */
export function workedRoundPage(book, id) {
  const place = h("div", { class: "page library" }, h("p", { class: "waiting" }, "Loading…"));
  get(`/rulebooks/${encodeURIComponent(book)}/rounds/${encodeURIComponent(id)}`).then((round) => {
    document.title = `${round.id} · Pitboss`;
    redraw(place,
      h("header", {}, h("p", { class: "small" }, h("a", { href: `/books/${book}#rounds` }, "Worked rounds"), ` · ${round.id}`),
        h("h1", { class: "round-title" }, round.title),
        h("p", {}, "Clauses ", round.clauses.map((clause, n) => [n > 0 && ", ", h("a", { href: `/books/${book}#${encodeURIComponent(clause)}` }, clause)]))),
      played(round),
      h("section", { "aria-labelledby": "sums" }, h("h2", { id: "sums" }, "The sums"),
        round.net.map((net, n) => [round.net.length > 1 && h("h3", {}, `Round ${n + 1}`), h("div", { "data-sums": n }, sums(net))])),
      h("section", { "aria-labelledby": "yourself" }, h("h2", { id: "yourself" }, "Play it yourself"),
        round.may_be_rehearsed
          ? h("p", {}, h("a", { class: "button primary", id: "rehearse", href: `/books/${book}/rounds/${encodeURIComponent(round.id)}/play` }, "Rehearse this round"),
            h("span", { class: "small" }, " The same cards; you decide. No money, and nothing is recorded."))
          : h("p", {}, "This round needs more than its players’ decisions, such as an irregularity or a marker in the shoe, so it cannot be rehearsed.")));
  }).catch((problem) => redraw(place, h("p", { class: "waiting" }, `${problem.why}.`)));
  return place;
}
