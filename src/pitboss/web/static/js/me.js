// One's own play: sessions with their luck, mistakes worst first, and where the cost comes from.

import { get } from "./api.js";
import { average, decisionLine, named, summary, value } from "./coach.js";
import { announce, h, percent, redraw } from "./dom.js";
import { tellProblem } from "./why.js";

/** Try a decision again: the acts are offered, the answer is hidden until one is chosen. */
function tryAgain(row, place) {
  const said = h("p", { role: "status" });
  const answer = (act) => {
    const right = act === row.best || row.lost === 0;
    const told = right ? `Right: ${named(row.best)} ${value(row.ev_best)}.` : `${named(row.best)} is better: ${value(row.ev_best)}.`;
    said.textContent = told;
    announce(told);
  };
  redraw(place, h("div", { class: "again" }, h("p", {}, `${row.cards} against ${row.up}. What do you do?`),
    h("div", { class: "row" }, row.permitted.map((act) =>
      h("button", { type: "button", "data-act": act, onclick: () => answer(act) }, named(act)))), said));
  place.querySelector("button")?.focus();
}

function mistakes(rows) {
  if (!rows.length) return h("p", {}, "No mistakes yet.");
  return h("ol", { class: "coach-rows worst" }, rows.map((row) => {
    const place = h("div", { class: "again-place" });
    const line = decisionLine(row, h("span", { class: "small" }, `${row.book} · round ${row.round}`),
      h("a", { class: "small", href: `/audit/${row.table}` }, "History"),
      h("button", { type: "button", class: "quiet", "data-again": row.n, onclick: () => {
        line.classList.add("hides");
        tryAgain(row, place);
      } }, "Try again"), place);
    line.tabIndex = -1;
    return line;
  }));
}

/** J and K go through the mistakes, T tries the chosen one again. */
function keys(list) {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select, textarea")) return;
    const lines = [...list.querySelectorAll(":scope > li")];
    const at = lines.indexOf(document.activeElement?.closest(".worst > li"));
    const key = event.key.toLowerCase();
    if (key === "j" || key === "k") lines[Math.max(0, Math.min(lines.length - 1, at + (key === "j" ? 1 : -1)))]?.focus();
    else if (key === "t" && at >= 0) lines[at].querySelector("[data-again]").click();
  };
}

function table(caption, rows) {
  return h("table", { class: "coach-table" }, h("caption", {}, caption),
    h("thead", {}, h("tr", {}, ["", "Decisions", "Right", "Cost", "Per 100"].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, rows.map((one) => h("tr", { "data-name": one.name }, h("th", { scope: "row" }, one.name),
      [one.decisions, percent(one.accuracy, 0), average(one.cost), average(one.cost_per_100)].map((text) => h("td", {}, String(text)))))));
}

/** The page of one's own play. */
export async function mePage() {
  const page = h("div", { class: "page my-play" }, h("h1", {}, "My play"), h("p", { "aria-busy": "true" }, "Loading…"));
  Promise.all([get("/me/sessions"), get("/me/decisions?worst=20"), get("/me/progress")]).then(([told, wrong, progress]) => {
    const costly = [...progress.cells].filter((one) => one.cost >= 0.05).sort((a, b) => b.cost - a.cost).slice(0, 15);
    const worst = mistakes(wrong.decisions);
    redraw(page, h("h1", {}, "My play"),
      h("section", {}, h("h2", {}, "Sessions"),
        told.sessions.length ? h("ul", { class: "sessions" }, told.sessions.map((one) =>
          h("li", { "data-table": one.table }, h("a", { href: `/audit/${one.table}` }, `${one.name} (${one.book})`), h("p", { class: "small" }, `${summary(one)}.`))))
          : h("p", {}, "Play a few rounds, and they are listed here.")),
      h("section", {}, h("h2", {}, "Mistakes, worst first"), worst,
        wrong.decisions.length > 0 && h("p", { class: "small" }, "J and K move through the list, T tries again.")),
      progress.days.length > 0 && h("section", {}, h("h2", {}, "Progress"), table("By day", progress.days), table("By kind of hand", progress.kinds),
        costly.length > 0 && table("Costliest cells of the chart", costly)));
    page.addEventListener("keydown", keys(worst));
    worst.querySelector?.("li")?.focus({ preventScroll: true });
  }, (problem) => {
    redraw(page, h("h1", {}, "My play"), h("p", {}, problem.why));
    tellProblem(problem);
  });
  return page;
}
