// @ts-check
// Insurance and side bets line by line, and what a game means for an evening.

import { h, isNarrow, percent, s } from "./dom.js";
import { POLICIES } from "./lab-state.js";
import { whyButton } from "./why.js";

const count = new Intl.NumberFormat("en");

/**
 * @param {string} book
 * @param {any} bet
 */
function lines(book, bet) {
  return h(
    "table",
    { class: "pay-lines" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["Outcome", "Pays", "Combinations", "Chance", ""].map((text) =>
          h("th", { scope: "col" }, text || h("span", { class: "unseen" }, "Clause")),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      bet.outcomes.map((/** @type {any} */ line) =>
        h(
          "tr",
          { class: line.result === "lose" ? "loses" : null },
          h("th", { scope: "row" }, line.label),
          h(
            "td",
            { class: "figure" },
            line.pays
              ? `${line.pays[0]} to ${line.pays[1]}`
              : line.result === "lose"
                ? "loses"
                : line.result === "push"
                  ? "push"
                  : line.result,
          ),
          h("td", { class: "figure" }, line.combinations === null ? "–" : count.format(line.combinations)),
          h("td", { class: "figure", title: line.probability }, percent(line.chance, 4)),
          h(
            "td",
            {},
            whyButton(book, line.clause.split("#")[0], {
              label: "§",
              said: line.label,
              name: `Clause ${line.clause} for ${line.label}`,
            }),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {any} answer
 * @param {any} bet
 * @param {string} name
 * @param {any} offered
 */
function betCard(answer, bet, name, offered) {
  return h(
    "article",
    { class: offered ? "bet-card" : "bet-card off", "data-bet": bet.name ?? "insurance" },
    h(
      "header",
      {},
      h("h3", {}, name),
      !offered && h("span", { class: "tag" }, "not on offer"),
      h(
        "p",
        { class: "bet-edge" },
        h("strong", { "data-bet-edge": -bet.ev }, percent(-bet.ev, 3)),
        h("span", { class: "small" }, " house edge"),
      ),
    ),
    h(
      "dl",
      { class: "facts" },
      h(
        "div",
        {},
        h("dt", {}, bet.exact ? "Exact value" : "Main hand played"),
        h("dd", {}, bet.exact ? fraction(bet.exact) : POLICIES[bet.policy]),
      ),
      h("div", {}, h("dt", {}, "Wins"), h("dd", {}, percent(bet.hit_frequency, 3))),
      h("div", {}, h("dt", {}, "Standard deviation"), h("dd", {}, bet.sd.toFixed(3))),
    ),
    bet.outcomes.length > 0 &&
      h(
        "details",
        { open: offered || null },
        h("summary", {}, `Pay table, ${bet.outcomes.length} outcomes`),
        lines(answer.book, bet),
      ),
  );
}

/** @param {string} text */
function fraction(text) {
  return h("span", { class: "fraction", "data-exact": text }, text.replace("-", "−"));
}

/**
 * Insurance and every side bet of the book.
 * @param {any} answer
 */
export function betsView(answer) {
  if (!answer?.side_bets) return h("p", { class: "small", "aria-busy": "true" }, "Calculating the bets…");
  const bets = [...answer.side_bets].sort((a, b) => b.offered - a.offered);
  return h(
    "div",
    { class: "bets-view" },
    answer.insurance
      ? betCard(answer, answer.insurance, "Insurance", true)
      : h("p", { class: "small" }, "Insurance is not offered, or cannot be priced in this shoe."),
    bets.map((bet) => betCard(answer, bet, bet.label, bet.offered)),
    bets.length === 0 && h("p", { class: "small" }, "This book has no side bets."),
    answer.notes?.map((/** @type {any} */ note) => h("p", { class: "note" }, `Note: ${note}.`)),
  );
}

// An evening.

/** @param {any} spread */
const grouped = (spread) => {
  const sums = new Map();
  for (const [net, chance] of spread.distribution) {
    const at = Math.max(-4, Math.min(4, Math.round(net * 2) / 2));
    sums.set(at, (sums.get(at) ?? 0) + chance);
  }
  return [...sums].sort(([a], [b]) => a - b);
};

/** @param {any} spread */
function histogram(spread) {
  const bars = grouped(spread);
  const most = Math.max(...bars.map(([, chance]) => chance));
  const width = isNarrow() ? 360 : 560,
    height = 190,
    left = 8,
    wide = (width - 2 * left) / 17;
  /** @param {number} at */
  const label = (at) =>
    `${at > 0 ? "+" : at < 0 ? "−" : ""}${Math.abs(at)}${Math.abs(at) === 4 ? " or more" : ""}`;
  return s(
    "svg",
    {
      class: "plot",
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": "The chance of each result of a round, in wagers",
    },
    bars.map(([at, chance]) => {
      const x = left + (at + 4) * 2 * wide,
        tall = (chance / most) * (height - 52);
      return s(
        "g",
        {},
        s("title", {}, `${label(at)}: ${percent(chance, 3)}`),
        s("rect", {
          class: at < 0 ? "loss" : at > 0 ? "win" : "push",
          x: x + 2,
          y: height - 26 - tall,
          width: wide - 4,
          height: Math.max(tall, 1),
          rx: 2,
        }),
        chance > (isNarrow() ? 0.04 : 0.005) &&
          s(
            "text",
            { x: x + wide / 2, y: height - 31 - tall, "text-anchor": "middle", class: "bar-label" },
            (chance * 100).toFixed(1),
          ),
        Number.isInteger(at) &&
          s(
            "text",
            { x: x + wide / 2, y: height - 9, "text-anchor": "middle" },
            `${at > 0 ? "+" : at < 0 ? "−" : ""}${Math.abs(at)}${Math.abs(at) === 4 ? "…" : ""}`,
          ),
      );
    }),
  );
}

/**
 * The normal distribution, to seven digits (Abramowitz and Stegun 7.1.26).
 * @param {number} z
 */
export const chances = (z) => {
  const t = 1 / (1 + (0.3275911 * Math.abs(z)) / Math.SQRT2);
  const tail =
    1 -
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) *
      t *
      Math.exp((-z * z) / 2);
  return z < 0 ? (1 - tail) / 2 : (1 + tail) / 2;
};

/** The result of a number of rounds at a stake. */
export class EveningView {
  constructor() {
    this.rounds = 100;
    this.stake = 10;
    this.element = h("div", { class: "evening-view" });
  }

  /** @param {any} answer */
  draw(answer) {
    this.answer = answer;
    const spread = answer?.spread;
    if (!spread) {
      this.element.replaceChildren(
        h(
          "p",
          { class: "small", "aria-busy": "true" },
          answer?.problems?.spread ?? "Calculating the chance of every result…",
        ),
      );
      return;
    }
    const key = answer.digest;
    if (this.key === key) return;
    this.key = key;
    this.said = h("p", { class: "evening-said", role: "status" });
    /**
     * @param {string} label
     * @param {"rounds" | "stake"} name
     * @param {number[]} values
     * @param {(value: number) => string} shown
     */
    const dial = (label, name, values, shown) => {
      const range = h("input", {
        type: "range",
        id: `evening-${name}`,
        min: 0,
        max: values.length - 1,
        step: 1,
        value: values.indexOf(this[name]),
        "aria-valuetext": shown(this[name]),
      });
      const out = h("output", { for: `evening-${name}` }, shown(this[name]));
      range.addEventListener("input", () => {
        this[name] = values[Number(range.value)];
        out.textContent = shown(this[name]);
        range.setAttribute("aria-valuetext", shown(this[name]));
        this.#say();
      });
      return h("div", { class: "dial" }, h("label", { for: `evening-${name}` }, label), range, out);
    };
    this.element.replaceChildren(
      h(
        "div",
        { class: "evening-top" },
        dial(
          "Rounds",
          "rounds",
          [10, 20, 50, 80, 100, 200, 300, 500, 1000, 2000, 5000, 10_000, 100_000],
          (n) => count.format(n),
        ),
        dial("Stake", "stake", [1, 2, 5, 10, 15, 20, 25, 50, 100, 200, 500, 1000], (n) => count.format(n)),
      ),
      this.said,
      h(
        "div",
        { class: "evening-figures" },
        h(
          "figure",
          {},
          h("figcaption", {}, "Chance of each result of a round, in wagers (per cent)"),
          histogram(spread),
        ),
        h(
          "dl",
          { class: "facts wide" },
          ["win", "push", "lose"].map((name) =>
            h(
              "div",
              {},
              h("dt", {}, { win: "Rounds won", push: "Pushed", lose: "Lost" }[name]),
              h("dd", { "data-figure": name }, percent(spread[name], 2)),
            ),
          ),
          h(
            "div",
            {},
            h("dt", {}, "Standard deviation"),
            h("dd", { "data-figure": "sd" }, spread.sd.toFixed(4)),
          ),
          h(
            "div",
            {},
            h("dt", {}, "Average wager"),
            h("dd", { "data-figure": "average_wager" }, spread.average_wager.toFixed(4)),
          ),
          h("div", {}, h("dt", {}, "Volatility index"), h("dd", {}, spread.volatility_index.toFixed(3))),
        ),
      ),
      h(
        "table",
        { class: "bands" },
        h("caption", {}, "Likely return to the player, as on the par sheet"),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Rounds"),
            h("th", { scope: "col" }, "90 in 100"),
            h("th", { scope: "col" }, "95 in 100"),
          ),
        ),
        h(
          "tbody",
          {},
          [...new Set(spread.bands.map((/** @type {any} */ band) => band.rounds))].map((rounds) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, count.format(rounds)),
              spread.bands
                .filter((/** @type {any} */ band) => band.rounds === rounds)
                .map((/** @type {any} */ band) =>
                  h("td", { class: "figure" }, `${percent(band.low, 2)} – ${percent(band.high, 2)}`),
                ),
            ),
          ),
        ),
      ),
    );
    this.#say();
  }

  #say() {
    const { main, spread } = this.answer;
    const mean = -main.house_edge * this.rounds * this.stake;
    const sd = spread.sd * Math.sqrt(this.rounds) * this.stake;
    const ahead = chances(mean / sd);
    /** @param {number} value */
    const sign = (value) =>
      `${value < 0 ? "−" : "+"}` +
      `${Math.abs(value).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
    this.said?.replaceChildren(
      h(
        "strong",
        { "data-evening": mean },
        `${count.format(this.rounds)} rounds at ${count.format(this.stake)}: ` +
          `${sign(mean)} ± ${sd < 1000 ? sd.toPrecision(3) : count.format(Math.round(sd))}`,
      ),
      h(
        "span",
        { class: "small" },
        ` expected result ± one standard deviation; ahead about ${(ahead * 100).toFixed(0)} times in 100`,
      ),
    );
  }
}
