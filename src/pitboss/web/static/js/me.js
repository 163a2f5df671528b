// @ts-check
// One's own play: sessions with their luck, rounds, mistakes worst first, and progress.

import { get } from "./api.js";
import { average, decisionLine, summary } from "./coach.js";
import { devices, nameForm } from "./devices.js";
import { myDisputes } from "./disputes.js";
import { h, plain, redraw, signed, targetOf } from "./dom.js";
import { progressView } from "./me-progress.js";
import { permitted, throughList, tryAgain } from "./try-again.js";
import { tellProblem } from "./why.js";

/**
 * The rows with the title of their book.
 * @param {any[]} rows
 * @param {any[]} rulebooks
 */
function titled(rows, rulebooks) {
  const titles = new Map(rulebooks.map((one) => [one.id, one.title]));
  return rows.map((row) => ({ ...row, title: titles.get(row.book) ?? row.book }));
}

/** @param {any[]} rows */
function mistakes(rows) {
  if (!rows.length) return h("p", {}, "No mistakes yet.");
  return h(
    "ol",
    { class: "coach-rows worst" },
    rows.map((row) => {
      const place = h("div", { class: "again-place" });
      const line = decisionLine(
        row,
        h("span", { class: "small" }, `${row.title}, round ${row.round}`),
        permitted(row),
        h("a", { class: "quiet", href: `/me/rounds/${row.table}/${row.round}` }, "The round"),
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "data-again": row.n,
            onclick: () => {
              line.classList.add("hides");
              tryAgain(row, place);
            },
          },
          "Try again",
        ),
        place,
      );
      line.tabIndex = -1;
      return line;
    }),
  );
}

/**
 * One's rounds by day, book and table, newest first.
 * @param {any[]} sessions
 */
function roundList(sessions) {
  const body = h("tbody", {});
  const note = h("p", { class: "small", role: "status" });
  const more = h(
    "button",
    { type: "button", class: "quiet", hidden: true, onclick: () => load(true) },
    "Older rounds",
  );
  let next = 0;
  const day = h("input", { type: "date", id: "rounds-day", onchange: () => load() });
  /**
   * @param {string} id
   * @param {string} label
   * @param {[string, string][]} options
   */
  const pick = (id, label, options) =>
    h(
      "select",
      { id, "aria-label": label, onchange: () => load() },
      h("option", { value: "" }, label),
      options.map(([value, text]) => h("option", { value }, text)),
    );
  const book = pick("rounds-book", "All books", [...new Map(sessions.map((one) => [one.book, one.title]))]);
  const table = pick(
    "rounds-table",
    "All tables",
    sessions.map((one) => [one.table, `${one.name} (${one.title})`]),
  );
  const load = async (older = false) => {
    const query = new URLSearchParams({ limit: "30", skip: String(older ? next : 0) });
    for (const [name, field] of Object.entries({ day, book, table })) {
      if (field.value) query.set(name, field.value);
    }
    try {
      const told = await get(`/me/rounds?${query}`);
      const rows = told.rounds.map((/** @type {any} */ one) =>
        h(
          "tr",
          { "data-round": `${one.table}/${one.number}` },
          h(
            "th",
            { scope: "row" },
            h(
              "a",
              { href: `/me/rounds/${one.table}/${one.number}` },
              `${one.table_name}, round ${one.number}`,
            ),
          ),
          h(
            "td",
            {},
            new Date(one.at * 1000).toLocaleString([], {
              day: "numeric",
              month: "short",
              hour: "2-digit",
              minute: "2-digit",
            }),
          ),
          h("td", { class: one.actual < 0 ? "down" : "up" }, signed(one.actual)),
          h("td", {}, one.cost >= 0.05 ? average(one.cost) : "–"),
          h("td", {}, one.banked ? "bank" : signed(Math.round(one.luck))),
        ),
      );
      if (older) body.append(...rows);
      else redraw(body, rows);
      next = told.next ?? 0;
      more.hidden = told.next === null;
      note.textContent = told.all ? `${told.all} ${told.all === 1 ? "round" : "rounds"}` : "No rounds.";
    } catch (problem) {
      tellProblem(problem);
    }
  };
  load();
  return h(
    "section",
    { class: "my-rounds" },
    h("h2", {}, "Rounds"),
    h(
      "div",
      { class: "filters" },
      h("label", { for: "rounds-day", class: "unseen" }, "Day"),
      day,
      book,
      table,
      note,
    ),
    h(
      "div",
      { class: "scrolls", tabindex: 0, role: "region", "aria-label": "My rounds" },
      h(
        "table",
        { class: "coach-table" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Round", "When", "Result", "Errors", "Luck"].map((text) => h("th", { scope: "col" }, text)),
          ),
        ),
        body,
      ),
    ),
    more,
  );
}

/** @param {any} one */
function sessionView(one) {
  const share = one.decisions ? one.right / one.decisions : 0;
  /**
   * @param {string} name
   * @param {string} text
   */
  const fact = (name, text, more = {}) => h("div", more, h("dt", {}, name), h("dd", {}, text));
  return h(
    "li",
    { "data-table": one.table },
    h(
      "h3",
      {},
      h("a", { href: `/audit/${one.table}` }, one.name),
      h("span", { class: "small" }, ` ${one.title}`),
    ),
    h(
      "dl",
      { class: "session-facts" },
      fact("Rounds", String(one.rounds)),
      fact(
        "Right",
        `${one.right} of ${one.decisions}${one.decisions ? ` (${Math.round(100 * share)}%)` : ""}`,
      ),
      fact("Errors cost", average(one.cost)),
      fact("Expected", signed(one.expected)),
      fact("Actual", signed(one.actual)),
      fact("Luck", signed(one.luck)),
    ),
    band(one),
    h("p", { class: "small" }, `${summary(one)}.`),
  );
}

/**
 * The position of the result within one and two standard deviations.
 * @param {any} one
 */
function band(one) {
  if (!one.sd) return null;
  const reach = 3 * one.sd;
  /** @param {number} cents */
  const at = (cents) => Math.max(0, Math.min(1, (cents + reach) / (2 * reach)));
  const far = Math.abs(one.luck) > 2 * one.sd;
  return h(
    "div",
    {
      class: "band",
      role: "img",
      "aria-label":
        `Luck ${signed(one.luck)}; one standard ` + `deviation is ${signed(Math.round(one.sd)).slice(1)}`,
    },
    h("span", {
      class: "two-sigma",
      style: { "--from": String(at(-2 * one.sd)), "--to": String(at(2 * one.sd)) },
    }),
    h("span", { class: "one-sigma", style: { "--from": String(at(-one.sd)), "--to": String(at(one.sd)) } }),
    h("span", { class: "theo-mark", style: { "--at": "0.5" } }),
    h("span", { class: far ? "win-mark far" : "win-mark", style: { "--at": String(at(one.luck)) } }),
  );
}

/**
 * The page of your own play.
 * @param {Page.Me} me
 */
export async function mePage(me) {
  const heading = () =>
    h(
      "header",
      { class: "page-head" },
      h("h1", {}, "My play"),
      h("a", { class: "go-link", href: "/me/drills/hands" }, "Drills"),
    );
  // Signing out elsewhere does not depend on the coach's accounts.
  const disputes = h("div", {});
  myDisputes().then(
    (made) => made && redraw(disputes, made),
    () => {},
  );
  const own = () => [disputes, nameForm(me), devices()].filter((part) => part !== null);
  const page = h("div", { class: "page my-play" }, heading(), h("p", { "aria-busy": "true" }, "Loading…"));
  Promise.all([
    get("/me/sessions"),
    get("/me/decisions?worst=20"),
    get("/me/progress"),
    get("/rulebooks"),
  ]).then(
    ([told, wrong, progress, { rulebooks }]) => {
      const worst = mistakes(titled(wrong.decisions, rulebooks));
      const sessions = titled(told.sessions, rulebooks);
      redraw(
        page,
        heading(),
        h(
          "section",
          {},
          h("h2", {}, "Sessions"),
          sessions.length
            ? h("ul", { class: "sessions" }, sessions.map(sessionView))
            : h("p", {}, "Play a few rounds and they will appear here."),
        ),
        h(
          "section",
          {},
          h("h2", {}, "Mistakes, costliest first"),
          worst,
          wrong.decisions.length > 0 &&
            h(
              "p",
              { class: "small keys-note" },
              "Press J and K to move through the list, T to try a hand again.",
            ),
        ),
        sessions.length > 0 && roundList(sessions),
        progress.days.length > 0 && progressView(progress, rulebooks),
        practised(progress.drills),
      );
      page.append(...own());
      /** @param {KeyboardEvent} event */
      const keys = (event) => {
        if (!page.isConnected) document.removeEventListener("keydown", keys);
        else if (
          !event.ctrlKey &&
          !event.metaKey &&
          !event.altKey &&
          !targetOf(event).matches?.("input, select, textarea")
        )
          throughList(worst, event.key.toLowerCase());
      };
      document.addEventListener("keydown", keys);
    },
    (problem) => {
      redraw(page, heading(), h("p", {}, problem.why), ...own());
      tellProblem(problem);
    },
  );
  return page;
}

/**
 * What was practised in drills.
 * @param {Record<string, any[]>} drills
 */
function practised(drills) {
  /** @type {Record<string, string>} */
  const names = { hands: "Hands", count: "Count", bets: "Bets and plays" };
  const rows = Object.entries(drills).flatMap(([kind, days]) =>
    days.slice(-10).map((one) => ({ ...one, kind })),
  );
  if (!rows.length) return null;
  return h(
    "section",
    {},
    h("h2", {}, "Drills"),
    h(
      "table",
      { class: "coach-table" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Day", "Drill", "Answers", "Right", "Seconds each"].map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h(
        "tbody",
        {},
        rows
          .reverse()
          .map((one) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, one.day),
              h("td", {}, names[one.kind] ?? plain(one.kind)),
              h("td", {}, String(one.questions)),
              h("td", {}, `${Math.round((100 * one.right) / one.questions)}%`),
              h("td", {}, (one.seconds / one.questions).toFixed(1)),
            ),
          ),
      ),
    ),
  );
}
