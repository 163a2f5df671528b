// @ts-check
// Progress over time: lines of 7 and 30 days by kind of hand, and the chart by what it has cost.

import { average } from "./coach.js";
import { h, percent, plain, redraw, s } from "./dom.js";

const UPS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "A"];
const ROWS = {
  hard: Array.from({ length: 17 }, (_, n) => String(20 - n)),
  soft: ["9", "8", "7", "6", "5", "4", "3", "2"].map((rank) => `A,${rank}`),
  pairs: ["A", "T", "9", "8", "7", "6", "5", "4", "3", "2"].map((rank) => `${rank},${rank}`),
  window: Array.from({ length: 18 }, (_, n) => String(21 - n)),
};
/** @type {Record<string, string>} */
const HEADINGS = {
  hard: "Hard",
  soft: "Soft",
  pairs: "Pairs",
  window: "Insurance and surrender before play",
};
/** @param {string} text */
const card = (text) => text.replaceAll("T", "10");

/**
 * Two lines against the days: those of 7 days and of 30.
 * @param {any[]} points
 * @param {string} name
 * @param {(value: number) => string} tell
 * @param {string} label
 */
function plot(points, name, tell, label) {
  const width = 400,
    height = 170,
    left = 58,
    bottom = 26,
    top = 12;
  const first = Date.parse(points[0].day),
    last = Date.parse(points.at(-1).day);
  const most = Math.max(...points.flatMap((one) => [one[`${name}_7`], one[`${name}_30`]]), 1e-9);
  const ends =
    name === "accuracy"
      ? [Math.max(0, Math.min(...points.flatMap((one) => [one.accuracy_7, one.accuracy_30])) - 0.05), 1]
      : [0, most * 1.1];
  /** @param {string} day */
  const x = (day) =>
    last === first ? width / 2 : left + ((width - left - 12) * (Date.parse(day) - first)) / (last - first);
  /** @param {number} value */
  const y = (value) => top + (height - top - bottom) * (1 - (value - ends[0]) / (ends[1] - ends[0]));
  /** @param {number} length */
  const course = (length) =>
    points
      .map((one, n) => `${n ? "L" : "M"}${x(one.day).toFixed(1)} ${y(one[`${name}_${length}`]).toFixed(1)}`)
      .join("");
  const ticks = [0, 0.5, 1].map((share) => ends[0] + share * (ends[1] - ends[0]));
  return s(
    "svg",
    {
      class: "progress-plot",
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": `${label}: ${points.map((one) => `${one.day} ${tell(one[`${name}_7`])}`).join(", ")}`,
    },
    ticks.map((value) => [
      s("path", { class: "grid-line", d: `M${left} ${y(value).toFixed(1)}H${width - 12}` }),
      s("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, tell(value)),
    ]),
    s("text", { x: left, y: height - 6 }, points[0].day),
    points.length > 1 && s("text", { x: width - 12, y: height - 6, "text-anchor": "end" }, points.at(-1).day),
    s("path", { class: "line-30", d: course(30) }),
    s("path", { class: "line-7", d: course(7) }),
    points.map((one) =>
      s("circle", {
        class: "point-7",
        cx: x(one.day),
        cy: y(one[`${name}_7`]),
        r: points.length > 40 ? 1.5 : 3,
      }),
    ),
  );
}

/** @param {any} progress */
function lines(progress) {
  const place = h("div", { class: "plots" });
  const kinds = Object.keys(progress.lines_by_kind);
  /** @param {string} kind */
  const draw = (kind) => {
    const points = kind ? progress.lines_by_kind[kind] : progress.lines;
    redraw(
      place,
      h(
        "figure",
        {},
        h("figcaption", {}, "Right decisions"),
        plot(points, "accuracy", (value) => percent(value, 0), "Right decisions, 7 days"),
      ),
      h(
        "figure",
        {},
        h("figcaption", {}, "Cost per 100 decisions"),
        plot(points, "cost_per_100", (value) => average(value), "Cost per 100 decisions, 7 days"),
      ),
    );
  };
  draw("");
  /** @type {HTMLSelectElement} */
  const pick = h(
    "select",
    { id: "progress-kind", onchange: () => draw(pick.value) },
    h("option", { value: "" }, "all decisions"),
    kinds.map((kind) => h("option", { value: kind }, plain(kind === "window" ? "insurance" : kind))),
  );
  return [
    h(
      "p",
      { class: "plot-legend" },
      h("label", { for: "progress-kind" }, "Show "),
      pick,
      h("span", { class: "key-7" }, "7 days"),
      h("span", { class: "key-30" }, "30 days"),
    ),
    place,
  ];
}

/**
 * The chart of a book, each cell shaded and marked by what it has cost.
 * @param {any[]} cells
 * @param {string} book
 */
function heatMap(cells, book) {
  const known = new Map(
    cells
      .filter((one) => one.name.startsWith(`${book}/`))
      .map((one) => [one.name.slice(book.length + 1), one]),
  );
  const most = Math.max(...[...known.values()].map((one) => one.cost), 0.05);
  /** @param {string} name */
  const cell = (name) => {
    const one = known.get(name);
    if (!one) return h("td", { class: "never" }, h("span", { class: "unseen" }, "never"));
    const heat = one.cost < 0.05 ? 0 : 1 + Math.min(3, Math.floor((4 * one.cost) / most));
    const said =
      `${card(name.split("/")[1])} against ${card(name.split("/")[2])}: ${one.decisions}` +
      ` decisions, ${percent(one.accuracy, 0)} right, cost ${average(one.cost)}`;
    return h(
      "td",
      { "data-cell": name, "data-heat": heat, title: said },
      h("span", { "aria-hidden": "true" }, heat ? Math.round(one.cost / 10) / 10 || "·" : "✓"),
      h("span", { class: "unseen" }, said),
    );
  };
  const sections = Object.entries(ROWS).filter(([kind]) =>
    [...known.keys()].some((name) => name.startsWith(`${kind}/`)),
  );
  return h(
    "div",
    { class: "heat-maps" },
    sections.map(([kind, rows]) => {
      const shown = rows.filter((row) => UPS.some((up) => known.has(`${kind}/${row}/${up}`)));
      return h(
        "table",
        { class: "heat-map" },
        h("caption", {}, HEADINGS[kind]),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("td", {}),
            UPS.map((up) => h("th", { scope: "col" }, card(up))),
          ),
        ),
        h(
          "tbody",
          {},
          shown.map((row) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, card(row)),
              UPS.map((up) => cell(`${kind}/${row}/${up}`)),
            ),
          ),
        ),
      );
    }),
  );
}

/**
 * @param {string} caption
 * @param {any[]} rows
 */
function sums(caption, rows) {
  return h(
    "table",
    { class: "coach-table" },
    h("caption", {}, caption),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["", "Decisions", "Right", "Cost", "Per 100"].map((text) =>
          h("th", { scope: "col" }, text || h("span", { class: "unseen" }, "Name")),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((one) =>
        h(
          "tr",
          { "data-name": one.name },
          h("th", { scope: "row" }, one.name === "window" ? "insurance" : one.name),
          [one.decisions, percent(one.accuracy, 0), average(one.cost), average(one.cost_per_100)].map(
            (text) => h("td", {}, String(text)),
          ),
        ),
      ),
    ),
  );
}

/**
 * Everything that shows progress.
 * @param {any} progress
 * @param {any[]} rulebooks
 */
export function progressView(progress, rulebooks) {
  const titles = new Map(rulebooks.map((one) => [one.id, one.title]));
  const books = [...new Set(progress.cells.map((/** @type {any} */ one) => one.name.split("/")[0]))];
  const place = h("div", {
    class: "scrolls",
    tabindex: 0,
    role: "region",
    "aria-label": "The chart by cost",
  });
  /** @param {string} book */
  const draw = (book) => redraw(place, heatMap(progress.cells, book));
  draw(books[0]);
  /** @type {HTMLSelectElement} */
  const pick = h(
    "select",
    { id: "heat-book", "aria-label": "Chart’s book", onchange: () => draw(pick.value) },
    books.map((id) => h("option", { value: id }, titles.get(id) ?? id)),
  );
  return h(
    "section",
    { class: "my-progress" },
    h(
      "div",
      { class: "page-head" },
      h("h2", {}, "Progress"),
      h(
        "a",
        { class: "quiet", id: "progress-file", href: "/api/v1/me/progress.csv", download: "decisions.csv" },
        "Decisions as CSV",
      ),
    ),
    lines(progress),
    sums("By kind of hand", progress.kinds),
    h("div", { class: "page-head" }, h("h3", {}, "Where the cost comes from"), books.length > 1 && pick),
    h("p", { class: "small" }, "✓ cost nothing; a number is what your errors there have cost."),
    place,
    h("details", {}, h("summary", {}, "Day by day"), sums("By day", progress.days)),
  );
}
