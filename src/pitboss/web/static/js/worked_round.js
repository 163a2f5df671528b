// @ts-check
// A worked round of a book, step by step on its own cloth: forwards, back, any step, the sums.

import { get } from "./api.js";
import { h, redraw, sentence, signed } from "./dom.js";
import { steps } from "./steps.js";

const PAUSE = 900; // milliseconds between two steps that play by themselves

/** @param {Record<string, number>} net */
function sums(net) {
  return h(
    "ul",
    { class: "sums-of", "aria-label": "What each player won or lost" },
    Object.entries(net).map(([player, cents]) =>
      h(
        "li",
        { "data-net": cents },
        `${player} `,
        h("strong", { class: cents > 0 ? "up" : cents < 0 ? "down" : "" }, signed(cents)),
      ),
    ),
  );
}

/** @param {any} round */
function played(round) {
  let timer = 0;
  const money = h("div", { class: "so-far" });
  const halt = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  };
  const step = steps(round.events, {
    book: round.book,
    entry: (event) => event.says,
    shown: (at, by) => {
      if (by === "hand" || step.isLast()) halt();
      redraw(money, sums(round.so_far[at]));
    },
  });
  const play = h(
    "button",
    {
      type: "button",
      onclick: () => {
        if (timer) {
          halt();
          return;
        }
        play.textContent = "Pause";
        if (step.isLast()) step.go(0, "itself");
        timer = setInterval(() => step.go(step.at + 1, "itself"), PAUSE);
      },
    },
    "Play",
  );
  step.begin(round, 0);
  return h(
    "div",
    { class: "worked", onkeydown: step.onkeydown },
    step.controls(play),
    step.says,
    step.cloth,
    money,
    step.list,
  );
}

/**
 * `/books/<book>/rounds/<id>`.
 * @param {string} book
 * @param {string} id
 */
export function workedRoundPage(book, id) {
  const place = h("div", { class: "page library" }, h("p", { class: "waiting" }, "Loading…"));
  get(`/rulebooks/${encodeURIComponent(book)}/rounds/${encodeURIComponent(id)}`)
    .then((round) => {
      document.title = `${round.id} · Pitboss`;
      redraw(
        place,
        h(
          "header",
          {},
          h(
            "p",
            { class: "small" },
            h("a", { href: `/books/${book}#rounds` }, "Worked rounds"),
            ` · ${round.id}`,
          ),
          h("h1", { class: "round-title" }, round.title),
          h(
            "p",
            {},
            "Clauses ",
            round.clauses.map((clause, n) => [
              n > 0 && ", ",
              h("a", { href: `/books/${book}#${encodeURIComponent(clause)}` }, clause),
            ]),
          ),
        ),
        played(round),
        h(
          "section",
          { "aria-labelledby": "sums" },
          h("h2", { id: "sums" }, "Results"),
          round.net.map((/** @type {any} */ net, /** @type {any} */ n) => [
            round.net.length > 1 && h("h3", {}, `Round ${n + 1}`),
            h("div", { "data-sums": n }, sums(net)),
          ]),
        ),
        h(
          "section",
          { "aria-labelledby": "yourself" },
          h("h2", { id: "yourself" }, "Play it yourself"),
          round.may_be_rehearsed
            ? h(
                "p",
                {},
                h(
                  "a",
                  {
                    class: "button primary",
                    id: "rehearse",
                    href: `/books/${book}/rounds/${encodeURIComponent(round.id)}/play`,
                  },
                  "Rehearse this round",
                ),
                h(
                  "span",
                  { class: "small" },
                  " The same cards, your decisions. No money; nothing is recorded.",
                ),
              )
            : h(
                "p",
                {},
                "This round needs more than its players’ decisions, such as an " +
                  "irregularity or a marker in the shoe, so it cannot be rehearsed.",
              ),
        ),
      );
    })
    .catch((problem) => redraw(place, h("p", { class: "waiting" }, sentence(problem.why))));
  return place;
}
