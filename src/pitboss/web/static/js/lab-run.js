// @ts-check
// The simulator against the solver: marks as they come, the value with its errors, z in words.

import { post, remove, problemOf } from "./api.js";
import { h, isNarrow, percent, redraw, s, sentence } from "./dom.js";
import { chances } from "./lab-bets.js";
import { follow } from "./lab-price.js";
import { POLICIES } from "./lab-state.js";

/** @import { Side } from "./lab-state.js" */
/** @typedef {"basic" | "optimal" | "cdz"} Policy */
/**
 * What is asked of a run.
 * @typedef {{ rounds: number, seed: number, policy: Policy, fresh: boolean, count: string }} Choice
 */

const many = new Intl.NumberFormat("en");
const ROUNDS = [100_000, 300_000, 1_000_000, 3_000_000, 10_000_000, 20_000_000, 100_000_000, 1_000_000_000];
/** @type {Record<string, string>} */
const CARDS = { true: "fresh shuffle each round", false: "with a cut card" };
/** @param {number} value */
const signed = (value, digits = 6) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;

/**
 * How far the run is from the exact value, in words.
 * @param {number} z
 */
export function inWords(z) {
  const far = Math.abs(z);
  if (far <= 2) return `agrees within ${far.toFixed(1)} standard errors`;
  const rare = many.format(Number((0.5 / chances(-far)).toPrecision(2)));
  if (far <= 4)
    return (
      `is ${far.toFixed(1)} standard errors from the exact ` +
      `value, as happens by chance in about one run in ${rare}`
    );
  return `does not agree: ${far.toFixed(1)} standard errors from the exact value`;
}

/**
 * @param {any[]} points
 * @param {number | undefined} exact
 */
function plot(points, exact) {
  const width = isNarrow() ? 360 : 640,
    height = 260,
    left = 58,
    right = 14,
    top = 14,
    bottom = 30;
  const xs = points.map(([rounds]) => Math.log10(rounds));
  const least = Math.floor(Math.min(...xs)),
    most = Math.max(least + 1, Math.ceil(Math.max(...xs)));
  const ends = points
    .flatMap(([, ev, se]) => [ev - 2 * se, ev + 2 * se])
    .concat(exact === undefined ? [] : [exact]);
  let low = Math.min(...ends),
    high = Math.max(...ends);
  const room = (high - low || 1e-3) * 0.06;
  low -= room;
  high += room;
  /** @param {number} rounds */
  const x = (rounds) => left + ((Math.log10(rounds) - least) / (most - least)) * (width - left - right);
  /** @param {number} value */
  const y = (value) => top + ((high - value) / (high - low)) * (height - top - bottom);
  const path = points
    .map(([rounds, ev], n) => `${n ? "L" : "M"}${x(rounds).toFixed(1)} ${y(ev).toFixed(1)}`)
    .join("");
  const band =
    [
      ...points.map(([rounds, ev, se]) => [x(rounds), y(ev + 2 * se)]),
      ...[...points].reverse().map(([rounds, ev, se]) => [x(rounds), y(ev - 2 * se)]),
    ]
      .map(([a, b], n) => `${n ? "L" : "M"}${a.toFixed(1)} ${b.toFixed(1)}`)
      .join("") + "Z";
  const ticks = Array.from({ length: 5 }, (_, n) => low + ((high - low) * n) / 4);
  return s(
    "svg",
    {
      class: "plot",
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": "Simulated value with two standard errors either side, by number of rounds",
    },
    ticks.map((value) =>
      s(
        "g",
        { class: "tick" },
        s("line", { x1: left, x2: width - right, y1: y(value), y2: y(value) }),
        s(
          "text",
          { x: left - 6, y: y(value) + 4, "text-anchor": "end" },
          `${(value * 100).toFixed(2)}%`.replace("-", "−"),
        ),
      ),
    ),
    Array.from({ length: most - least + 1 }, (_, n) => least + n).map((power) =>
      s(
        "text",
        { x: x(10 ** power), y: height - 8, "text-anchor": power === most ? "end" : "middle" },
        power >= 6 ? `${10 ** (power - 6)} M` : `${many.format(10 ** power)}`,
      ),
    ),
    points.length > 1 && s("path", { class: "errors", d: band }),
    exact !== undefined &&
      s("line", { class: "exact", x1: left, x2: width - right, y1: y(exact), y2: y(exact) }),
    exact !== undefined &&
      s("text", { class: "exact-label", x: width - right, y: y(exact) - 5, "text-anchor": "end" }, "exact"),
    s("path", { class: "course", d: path }),
    points.map(([rounds, ev, se]) =>
      s(
        "g",
        {},
        s("line", { class: "whisker", x1: x(rounds), x2: x(rounds), y1: y(ev - 2 * se), y2: y(ev + 2 * se) }),
        s("circle", { cx: x(rounds), cy: y(ev), r: 3 }),
      ),
    ),
  );
}

/** A run: what is asked, its progress, its result. */
export class RunView {
  /**
   * @param {() => Side} sideOf
   * @param {() => string | null} shoeOf
   * @param {Api.Answers["GET"]["/lab/counts"]["counts"]} counts
   */
  constructor(sideOf, shoeOf, counts) {
    this.sideOf = sideOf;
    this.shoeOf = shoeOf;
    this.counts = counts;
    /** @type {Choice} */
    this.choice = { rounds: 10_000_000, seed: 1, policy: "basic", fresh: true, count: "" };
    /** @type {any[]} */
    this.points = [];
    /** @type {string | null} */
    this.run = null;
    /** @type {{ rules: string, policy: Policy, fresh: boolean } | null} */
    this.played = null;
    this.form = this.#form();
    this.bar = h("progress", { max: 1, value: 0, "aria-label": "Rounds played", hidden: true });
    this.said = h("p", { class: "run-said", role: "status" });
    this.figure = h("div", { class: "run-plot" });
    this.result = h("div", { class: "run-result" });
    this.other = h(
      "p",
      { class: "note", "data-other-options": "", hidden: true },
      "This run was played with other house options than those chosen now.",
    );
    this.whole = h(
      "p",
      { class: "note", "data-full-shoe": "", hidden: true },
      "A run deals from the full shoe, not from the cards set under Cards.",
    );
    this.element = h(
      "div",
      { class: "run-view" },
      this.form,
      this.whole,
      this.bar,
      this.said,
      this.other,
      this.figure,
      this.result,
    );
  }

  /** Say so if the options are no longer those of the run, or the cards not those of a run. */
  draw() {
    this.whole.hidden = !this.shoeOf();
    this.other.hidden = !this.played || this.played.rules === this.#rules();
  }

  #rules() {
    const { book, settings } = this.sideOf();
    return JSON.stringify([book, Object.entries(settings).sort()]);
  }

  #form() {
    const { choice } = this;
    /**
     * @param {string} label
     * @param {"rounds" | "policy" | "fresh" | "count"} name
     * @param {[any, string][]} options
     */
    const pick = (label, name, options) =>
      h(
        "div",
        {},
        h("label", { for: `run-${name}` }, label),
        h(
          "select",
          {
            id: `run-${name}`,
            oninput: (event) => {
              const told = event.target.value;
              const value = name === "rounds" ? Number(told) : name === "fresh" ? told === "true" : told;
              Object.assign(choice, { [name]: value });
              note.hidden = choice.fresh;
            },
          },
          options.map(([value, text]) =>
            h("option", { value, selected: String(choice[name]) === String(value) }, text),
          ),
        ),
      );
    const seed = h("input", {
      id: "run-seed",
      type: "number",
      min: 0,
      step: 1,
      value: choice.seed,
      oninput: (event) => (choice.seed = Math.max(0, Math.round(Number(event.target.value) || 0))),
    });
    const note = h(
      "p",
      { class: "small note", hidden: true },
      "With a cut card the run measures something else: every round of " +
        "a shoe down to the cut card. The exact value is for a fresh shoe.",
    );
    this.go = h(
      "button",
      {
        type: "button",
        class: "primary",
        id: "run-go",
        onclick: () => (this.run ? this.stop() : this.start()),
      },
      "Run",
    );
    return h(
      "div",
      { class: "run-form" },
      pick(
        "Rounds",
        "rounds",
        ROUNDS.map((n) => [n, n >= 1e6 ? `${many.format(n / 1e6)} million` : many.format(n)]),
      ),
      pick(
        "Play",
        "policy",
        ["basic", "optimal", "cdz"].map((name) => [name, POLICIES[name]]),
      ),
      pick("Cards", "fresh", Object.entries(CARDS)),
      pick("Count", "count", [
        ["", "none"],
        ...this.counts.map(({ name, title }) => /** @type {[string, string]} */ ([name, title])),
      ]),
      h("div", {}, h("label", { for: "run-seed" }, "Seed"), seed),
      this.go,
      note,
    );
  }

  async start() {
    const { book, settings } = this.sideOf();
    const { count, ...rest } = this.choice;
    this.points = [];
    /** @type {any[]} */
    this.marks = [];
    this.result.replaceChildren();
    this.figure.replaceChildren();
    this.said.textContent = "Starting…";
    this.played = { rules: this.#rules(), policy: rest.policy, fresh: rest.fresh };
    this.draw();
    try {
      this.run = (await post("/lab/runs", { book, settings, ...rest, ...(count ? { count } : {}) })).id;
    } catch (problem) {
      this.said.textContent = sentence(problemOf(problem).why);
      return;
    }
    const run = this.run;
    if (this.go) this.go.textContent = "Stop";
    this.bar.hidden = false;
    this.bar.removeAttribute("value"); // it is not known yet how long it takes
    const response = await fetch(`/api/v1/lab/runs/${run}/stream`);
    await follow(response, (told) => {
      if (told.preparing) this.said.textContent = "Solving the strategy for these rules…";
      else if (told.mark) this.#mark(told.mark);
      else if (told.problem) this.said.textContent = sentence(told.problem);
      else this.#end(run, told);
      return true;
    });
    this.run = null;
    if (this.go) this.go.textContent = "Run";
    this.bar.hidden = true;
  }

  async stop() {
    if (this.run) await remove(`/lab/runs/${this.run}`);
  }

  /** @param {any} mark */
  #mark(mark) {
    this.bar.value = Math.min(1, mark.rounds / this.choice.rounds);
    this.marks.push([mark.rounds, mark.ev, mark.se]);
    const doubled = this.marks.filter(
      ([rounds], n) => n === this.marks.length - 1 || rounds * 1.3 < this.marks[n + 1][0],
    );
    const left = mark.left > 1 ? `, ${Math.ceil(mark.left)} s left` : "";
    this.said.textContent =
      `${many.format(mark.rounds)} rounds, ` + `${(mark.rate / 1e6).toFixed(1)} million per second${left}`;
    this.figure.replaceChildren(plot(doubled, mark.exact));
  }

  /**
   * @param {string} run
   * @param {any} told
   */
  #end(run, told) {
    const { result } = told;
    this.last = result;
    this.figure.replaceChildren(plot(told.course, result.exact));
    this.said.replaceChildren(
      h(
        "strong",
        { "data-z": result.z ?? "" },
        result.exact === undefined
          ? `${signed(result.ev)} ± ${result.se.toFixed(6)}`
          : `The run ${inWords(result.z)}`,
      ),
      told.stopped_by ? ` (ended early: ${told.stopped_by})` : "",
    );
    /**
     * @param {string} name
     * @param {Page.Child} text
     * @param {string} [data]
     */
    const fact = (name, text, data) =>
      h("div", {}, h("dt", {}, name), h("dd", { "data-run": data ?? null }, text));
    redraw(
      this.result,
      h(
        "dl",
        { class: "facts wide" },
        fact("Simulated value", `${signed(result.ev)} ± ${result.se.toFixed(6)}`, "ev"),
        result.exact !== undefined && fact("Exact value", signed(result.exact), "exact"),
        fact("House edge", percent(-result.edge, 4)),
        fact("Standard deviation", result.sd.toFixed(4)),
        fact("Play", POLICIES[this.played?.policy ?? ""]),
        fact("Cards", CARDS[String(this.played?.fresh)]),
        fact("Rounds", many.format(result.rounds), "rounds"),
        fact("Seed", result.seed),
        fact(
          "Digest",
          h("span", { class: "hash", "data-run-digest": result.digest }, result.digest.slice(0, 16)),
        ),
      ),
      told.by_count &&
        h(
          "table",
          { class: "bands" },
          h("caption", {}, "By the count before the deal"),
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Count", "Rounds", "Bet", "Player’s edge", "Standard error"].map((text) =>
                h("th", { scope: "col" }, text),
              ),
            ),
          ),
          h(
            "tbody",
            {},
            told.by_count
              .filter((/** @type {any} */ [, share]) => share > 1e-5)
              .map((/** @type {any} */ [at, share, bet, edge, error]) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row" }, `${at > 0 ? "+" : at < 0 ? "−" : ""}${Math.abs(at)}`),
                  h("td", { class: "figure" }, percent(share, 2)),
                  h("td", { class: "figure" }, bet.toFixed(2)),
                  h("td", { class: "figure" }, percent(edge, 3)),
                  h("td", { class: "figure" }, percent(error, 3)),
                ),
              ),
          ),
        ),
      h(
        "p",
        { class: "downloads" },
        ["html", "csv", "json"].map((ending) =>
          h("a", { class: "quiet", href: `/api/v1/lab/runs/${run}.${ending}`, download: "" }, `.${ending}`),
        ),
      ),
      h(
        "p",
        { class: "small" },
        "The same book, options, play, seed and rounds give the same digest with ",
        h("code", {}, "pitboss simulate"),
        ".",
      ),
    );
  }
}
