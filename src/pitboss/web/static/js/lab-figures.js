// @ts-check
// The price in the lab: the edge of each side, by up card, and what each change is worth.

import { h, percent, redraw, sentence } from "./dom.js";
import { POLICIES } from "./lab-state.js";
import { tornado } from "./lab-worth.js";
import { whyButton } from "./why.js";

/** @import { Lab, Which } from "./lab.js" */

/**
 * @param {Lab} lab
 * @param {Which} which
 */
function edgeOf(lab, which) {
  const answer = lab.answers[which];
  const chart = answer?.chart?.house_edge;
  const spread = answer?.spread;
  const edge = answer?.main?.house_edge;
  const decks = answer && `${answer.decks} deck${answer.decks > 1 ? "s" : ""}`;
  return h(
    "div",
    { class: "edge-block", "data-side": which },
    h(
      "p",
      { class: "edge-label" },
      lab.state.b
        ? [
            which.toUpperCase(),
            h("span", { class: "side-title" }, ` · ${lab.known.get(lab.sideOf(which).book).title}`),
          ]
        : edge < 0
          ? "House edge (favours the player)"
          : "House edge",
    ),
    h(
      "p",
      { class: "edge" },
      h(
        "strong",
        { "data-edge": edge ?? "", "data-digest": answer?.digest ?? "" },
        edge === undefined ? "…" : percent(edge, 4),
      ),
    ),
    h(
      "p",
      { class: "edge-more small" },
      [
        POLICIES[lab.state.policy],
        chart !== undefined && lab.state.policy !== "basic" && `chart ${percent(chart, 4)}`,
        spread ? `sd ${spread.sd.toFixed(3)} · average wager ${spread.average_wager.toFixed(3)}` : null,
        answer && `exact · ${answer.is_full ? decks : `${answer.cards} cards`}`,
        answer && `digest ${answer.digest.slice(0, 8)}`,
      ]
        .filter(Boolean)
        .join(" · "),
    ),
  );
}

/**
 * The price: the edges, who plays, and what each change is worth.
 * @param {Lab} lab
 */
export function drawFigures(lab) {
  const { state, problem } = lab;
  redraw(
    lab.figures,
    h(
      "div",
      { class: "edges" },
      edgeOf(lab, "a"),
      state.b && edgeOf(lab, "b"),
      !state.b && lab.answers.a && byUp(lab.answers.a),
      h(
        "div",
        { class: "policy" },
        h("span", { class: "policy-label", "aria-hidden": "true" }, "Played by"),
        h(
          "select",
          {
            id: "policy",
            "aria-label": "Played by",
            "data-focus": "policy",
            oninput: (event) => lab.change((s) => (s.policy = event.target.value), "policy"),
          },
          Object.entries(POLICIES).map(([value, text]) =>
            h("option", { value, selected: value === state.policy }, text),
          ),
        ),
      ),
    ),
    problem &&
      h(
        "p",
        { class: "lab-problem", role: "alert" },
        `${sentence(problem.why)} `,
        whyButton(problem.book, problem.clause, { label: "§", name: `Clause ${problem.clause}` }),
      ),
  );
  lab.figures.classList.toggle("stale", Boolean(problem));
  lab.busy();
  drawWorths(lab);
  const digest = lab.answers[lab.editing]?.digest;
  for (const link of lab.head.querySelectorAll("[data-ending]")) {
    if (digest && link instanceof HTMLAnchorElement)
      link.href = `/api/v1/lab/export/${digest}.${link.dataset.ending}`;
  }
}

/**
 * The value against each up card, as bars.
 * @param {any} answer
 */
function byUp(answer) {
  const ups = [..."23456789TA"].filter((up) => up in answer.by_up);
  const most = Math.max(...ups.map((up) => Math.abs(answer.by_up[up])));
  /** @param {string} up */
  const name = (up) => (up === "T" ? "10" : up);
  /** @param {string} up */
  const value = (up) => answer.by_up[up].toFixed(4).replace("-", "−");
  const said = "Player’s value by up card";
  return h(
    "div",
    { class: "by-up" },
    h("span", { class: "policy-label", "aria-hidden": "true" }, said),
    h(
      "div",
      {
        class: "up-bars",
        role: "img",
        "aria-label": `${said}: ${ups.map((up) => `${name(up)} ${value(up)}`).join(", ")}`,
      },
      ups.map((up) =>
        h(
          "span",
          { class: "up-bar", title: `${name(up)}: ${value(up)}` },
          h("span", {
            class: answer.by_up[up] < 0 ? "minus" : "plus",
            style: { "--share": (answer.by_up[up] / most).toFixed(3) },
          }),
          h("span", { class: "up-name" }, name(up)),
        ),
      ),
    ),
  );
}

/** @param {Lab} lab */
function drawWorths(lab) {
  const { state } = lab;
  const own = { book: state.a.book, settings: state.a.settings };
  const book = lab.known.get(own.book);
  if (state.b) {
    const other = { book: state.b.book, settings: state.b.settings };
    const alike = JSON.stringify(own) === JSON.stringify(other);
    lab.worth.draw(own, other, {
      title: "From A to B",
      choice: null,
      same:
        alike &&
        (() => h("p", { class: "small" }, "A and B are the same. Change the book or an option of either.")),
    });
    return;
  }
  const choice = h(
    "label",
    { class: "against" },
    "against ",
    h(
      "select",
      {
        "data-focus": "against",
        oninput: (event) => lab.change((s) => (s.against = event.target.value), "against"),
      },
      h("option", { value: "default", selected: state.against === "default" }, "its defaults"),
      lab.books
        .filter((one) => one.id !== own.book)
        .map((one) => h("option", { value: one.id, selected: state.against === one.id }, one.title)),
    ),
  );
  const isDefault = state.against === "default" || !lab.books.some((one) => one.id === state.against);
  const first = { book: isDefault ? own.book : state.against, settings: {} };
  const title = isDefault
    ? "What each change is worth"
    : `From ${lab.books.find((one) => one.id === state.against).title}`;
  const same = isDefault && Object.keys(own.settings).length === 0;
  lab.worth.draw(first, own, {
    title,
    choice,
    same: same && (() => tornado(lab.answers.a, book.elections, (key, value) => lab.set("a", key, value))),
  });
}
