// @ts-check
// Index numbers for these rules, and the effects of removal with every count's correlation.

import { post, problemOf } from "./api.js";
import { h, isNarrow, s, sentence } from "./dom.js";
import { points } from "./lab-controls.js";

/** @typedef {Api.Answers["GET"]["/lab/counts"]["counts"]} Counts */

/** @param {string} text */
const shown = (text) => text.replaceAll("T", "10");
/** @param {number} count */
const signed = (count) => (count > 0 ? `+${count}` : count < 0 ? `−${-count}` : "0");

/** What one card less of each rank does, as bars, and how well each count follows it. */
export class EffectsView {
  key = "";

  /** @param {Counts} counts */
  constructor(counts) {
    this.titles = new Map(counts.map(({ name, title }) => [name, title]));
    this.element = h("section", { class: "effects", "aria-labelledby": "effects-title" });
  }

  /** @param {any} parts */
  draw({ book, settings }) {
    const key = JSON.stringify([book, settings]);
    if (this.key === key) return;
    this.key = key;
    this.element.replaceChildren(
      h("h3", { id: "effects-title" }, "Effects of removal"),
      h(
        "p",
        { class: "small" },
        "How removing one card of each rank from the full " +
          "shoe changes the player’s value, in percentage points.",
      ),
      h(
        "button",
        { type: "button", id: "effects-go", onclick: () => this.#ask(book, settings, key) },
        "Calculate",
      ),
    );
  }

  /**
   * @param {string} book
   * @param {Record<string, string>} settings
   * @param {string} key
   */
  async #ask(book, settings, key) {
    this.element.setAttribute("aria-busy", "true");
    const said = /** @type {HTMLElement} */ (this.element.lastElementChild);
    said.textContent = "Calculating…";
    try {
      const told = await post("/lab/effects", { book, settings });
      if (this.key === key) this.#show(told);
    } catch (problem) {
      said.replaceWith(h("p", { class: "small" }, sentence(problemOf(problem).why)));
    }
    this.element.removeAttribute("aria-busy");
  }

  /** @param {any} told */
  #show(told) {
    const ranks = [..."A23456789T"];
    const effect = Object.fromEntries(told.effects.map((/** @type {any} */ one) => [one.card, one.effect]));
    const most = Math.max(...ranks.map((rank) => Math.abs(effect[rank])));
    /** @param {number | null} value */
    const number = (value) => (value === null ? "–" : value.toFixed(3).replace("-", "−"));
    this.element.lastElementChild?.replaceWith(
      h(
        "div",
        { class: "effects-both" },
        h(
          "table",
          { class: "worths effect-bars" },
          h("caption", { class: "unseen" }, "Effect of removing one card"),
          h(
            "tbody",
            {},
            ranks.map((rank) =>
              h(
                "tr",
                { "data-effect": rank, "data-value": effect[rank] },
                h("th", { scope: "row" }, shown(rank)),
                h("td", { class: "figure" }, points(effect[rank])),
                h(
                  "td",
                  { class: "bars" },
                  h(
                    "span",
                    { class: "worth-bar", "aria-hidden": "true" },
                    h("span", {
                      class: effect[rank] > 0 ? "plus good" : "minus bad",
                      style: { "--share": (Math.abs(effect[rank]) / most).toFixed(4) },
                    }),
                  ),
                ),
              ),
            ),
          ),
        ),
        h(
          "table",
          { class: "bands" },
          h("caption", {}, "Correlation of each count"),
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Count", "Betting", "Insurance"].map((text) => h("th", { scope: "col" }, text)),
            ),
          ),
          h(
            "tbody",
            {},
            told.correlations.map((/** @type {any} */ one) =>
              h(
                "tr",
                { "data-count": one.count },
                h("th", { scope: "row" }, this.titles.get(one.count) ?? one.count),
                h("td", { class: "figure" }, number(one.betting)),
                h("td", { class: "figure" }, number(one.insurance)),
              ),
            ),
          ),
        ),
      ),
    );
  }
}

/**
 * @param {any} play
 * @param {any[]} counts
 */
function curve(play, counts) {
  const width = isNarrow() ? 320 : 420,
    height = 150,
    left = 46,
    bottom = 22;
  const base = play.off_the_top;
  const acts = Object.keys(play.values).filter(
    (act) => act !== base && play.ladder.some((/** @type {any} */ rung) => rung.act === act),
  );
  /** @param {string} act */
  const gains = (act) =>
    play.values[act].map(
      (/** @type {any} */ value, /** @type {any} */ n) => value - (play.values[base]?.[n] ?? 0),
    );
  const all = acts.flatMap(gains);
  const low = Math.min(...all, 0),
    high = Math.max(...all, 0.001);
  /** @param {number} n */
  const x = (n) => left + (n / (counts.length - 1)) * (width - left - 8);
  /** @param {number} value */
  const y = (value) => 8 + ((high - value) / (high - low || 1)) * (height - 8 - bottom);
  const said = `What each act gains over ${base} per unit wagered, by true count`;
  return h(
    "figure",
    {},
    h("figcaption", { class: "small" }, said),
    s(
      "svg",
      { class: "plot small-plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": said },
      [low, 0, high].map((value) =>
        s(
          "g",
          { class: "tick" },
          s("line", { x1: left, x2: width - 8, y1: y(value), y2: y(value) }),
          s(
            "text",
            { x: left - 5, y: y(value) + 4, "text-anchor": "end" },
            value.toFixed(2).replace("-", "−"),
          ),
        ),
      ),
      counts.map(
        ({ true_count: count }, n) =>
          count % 5 === 0 &&
          s(
            "text",
            { x: x(n), y: height - 5, "text-anchor": n === counts.length - 1 ? "end" : "middle" },
            signed(count),
          ),
      ),
      acts.map((act) =>
        s("path", {
          class: "course",
          d: gains(act)
            .map(
              (/** @type {any} */ value, /** @type {any} */ n) =>
                `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(value).toFixed(1)}`,
            )
            .join(""),
        }),
      ),
      acts.map((act) =>
        s(
          "text",
          {
            x: width - 12,
            y: Math.min(height - bottom - 4, y(gains(act).at(-1)) + 12),
            "text-anchor": "end",
            class: "exact-label",
          },
          act,
        ),
      ),
    ),
  );
}

/** Index numbers of every hand, the greatest gain first. */
export class IndexView {
  key = "";
  /** @type {any} */
  side = null;

  /** @param {Counts} counts */
  constructor(counts) {
    this.choice = { count: "hi-lo", depth: 0.5 };
    this.result = h("div", { class: "index-result" });
    const pick = h(
      "select",
      { id: "index-count", oninput: (event) => (this.choice.count = event.target.value) },
      counts.filter((one) => one.has_index).map(({ name, title }) => h("option", { value: name }, title)),
    );
    const out = h("output", { for: "index-depth" }, "50%");
    const depth = h("input", {
      id: "index-depth",
      type: "range",
      min: 10,
      max: 85,
      step: 5,
      value: 50,
      oninput: (event) => {
        this.choice.depth = Number(event.target.value) / 100;
        out.textContent = `${event.target.value}%`;
      },
    });
    this.go = h(
      "button",
      { type: "button", class: "primary", id: "index-go", onclick: () => this.#ask() },
      "Calculate",
    );
    this.element = h(
      "div",
      { class: "index-view" },
      h(
        "div",
        { class: "run-form" },
        h("div", {}, h("label", { for: "index-count" }, "Count"), pick),
        h("div", { class: "dial" }, h("label", { for: "index-depth" }, "Depth"), depth, out),
        this.go,
      ),
      h(
        "p",
        { class: "small" },
        "From likeliest shoes: for each true count, the shoe most " +
          "likely at this depth is solved under exactly these rules.",
      ),
      this.result,
    );
  }

  /** @param {any} side */
  draw(side) {
    const key = JSON.stringify(side);
    if (this.key !== key) this.result.replaceChildren();
    this.key = key;
    this.side = side;
  }

  async #ask() {
    const { book, settings } = this.side;
    this.result.replaceChildren(h("p", { class: "small", "aria-busy": "true" }, "Solving 21 shoes…"));
    try {
      this.#show(await post("/lab/index", { book, settings, ...this.choice }));
    } catch (problem) {
      this.result.replaceChildren(h("p", { class: "small" }, sentence(problemOf(problem).why)));
    }
  }

  /** @param {any} told */
  #show(told) {
    const file = URL.createObjectURL(new Blob([told.toml], { type: "application/toml" }));
    const shorter = told.found > told.plays.length;
    const listed = shorter ? `, of which the ${told.plays.length} that gain most are listed` : "";
    /**
     * @param {{act: string, at: number}} parts
     * @param {number} n
     */
    const step = ({ act, at }, n) =>
      h("span", { class: "rung" }, n ? h("b", {}, `${signed(at)} `) : null, act);
    this.result.replaceChildren(
      h(
        "p",
        {},
        h(
          "strong",
          {},
          told.insure_at === null ? "No insurance at these counts" : `Insure from ${signed(told.insure_at)}`,
        ),
        ` · ${told.found} hands depend on the count${listed} · `,
        h(
          "a",
          { href: file, download: `${this.side.book}-${told.count}.toml` },
          "TOML file for ",
          h("code", {}, "pitboss simulate --spread"),
        ),
      ),
      h(
        "table",
        { class: "bands index-table" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Hand", "Acts by true count", "Gain per 100 rounds"].map((text) =>
              h("th", { scope: "col" }, text),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          told.plays.map((/** @type {any} */ play) => {
            const inside = h("td", { colspan: 3 });
            const more = h("tr", { hidden: true }, inside);
            const open = () => {
              if (!inside.firstChild) inside.append(curve(play, told.counts));
              more.hidden = !more.hidden;
              button.setAttribute("aria-expanded", String(!more.hidden));
            };
            const button = h(
              "button",
              { type: "button", class: "link", "aria-expanded": "false", onclick: open },
              `${shown(play.hand)} against ${shown(play.up)}`,
            );
            return [
              h(
                "tr",
                { "data-index": `${play.hand}/${play.up}` },
                h("th", { scope: "row" }, button),
                h("td", { class: "rungs" }, play.ladder.map(step)),
                h("td", { class: "figure" }, points(play.gain)),
              ),
              more,
            ];
          }),
        ),
      ),
    );
  }
}
