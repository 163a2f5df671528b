// @ts-check
// One table for its supervisors: limits and options that may change while it is open, and its return.

import { get, post } from "./api.js";
import { h, money, person, redraw, s, signed } from "./dom.js";
import { reasonDialog } from "./reason.js";
import { tellProblem, toast } from "./why.js";

/** @typedef {`/tables/${string}/changes`} Changes */
/** @typedef {Changes | `${Changes}/${string}/${"approvals" | "withdrawals"}`} ChangePath */
/** @typedef {(path: ChangePath, body: any, done: string) => Promise<unknown>} Act */

/** @param {number} at */
const day = (at) => new Date(at * 1000).toLocaleString([], { dateStyle: "short", timeStyle: "medium" });
/** @param {string} key */
const words = (key) => key.replaceAll("_", " ");
/** @type {Record<string, string>} */
const STARTS = { round: "From a round on", shoe: "With a new shoe", closed: "Only at a closed table" };

/**
 * The field of an option; an empty one leaves it as it is.
 * @param {any} option
 */
function field(option) {
  const id = `option-${option.key}`;
  if (option.among && option.kind !== "chips" && option.kind !== "side_bets") {
    return h(
      "select",
      { id, name: option.key },
      h("option", { value: "" }, "–"),
      option.among.map((/** @type {any} */ value, /** @type {any} */ n) =>
        h("option", { value }, option.labels?.[n] ?? value),
      ),
    );
  }
  if (option.kind === "amounts") {
    return h(
      "span",
      { class: "amounts" },
      ["min", "max", "step"].map((part) =>
        h("input", {
          name: `${option.key}.${part}`,
          id: part === "min" ? id : null,
          inputmode: "decimal",
          size: 5,
          placeholder: part,
          "aria-label": `${option.says} ${part}`,
          autocomplete: "off",
        }),
      ),
    );
  }
  return h("input", { id, name: option.key, inputmode: "decimal", size: 8, autocomplete: "off" });
}

/**
 * What stands in a field.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function textOf(form, name) {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value.trim() : "";
}

/**
 * @param {any} option
 * @param {HTMLFormElement} form
 */
function valueOf(option, form) {
  if (option.kind === "amounts") {
    const parts = ["min", "max", "step"]
      .map((part) => [part, textOf(form, `${option.key}.${part}`)])
      .filter(([, text]) => text);
    return parts.length ? Object.fromEntries(parts.map(([part, text]) => [part, Number(text)])) : null;
  }
  return textOf(form, option.key) || null;
}

/**
 * @param {any} told
 * @param {boolean} may
 */
function optionRows(told, may) {
  const open = told.options.filter((/** @type {any} */ option) => option.from !== "closed");
  const shut = told.options.filter((/** @type {any} */ option) => option.from === "closed");
  /** @param {any} option */
  const row = (option) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("label", { for: `option-${option.key}` }, option.says)),
      h("td", {}, option.now),
      may && h("td", { class: "not-printed" }, option.from !== "closed" && field(option)),
      h("td", { class: "small" }, `${STARTS[option.from]}. ${option.why} (${option.change_clause})`),
    );
  /** @param {string[]} names */
  const head = (...names) =>
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        names.filter(Boolean).map((name) => h("th", { scope: "col" }, name)),
      ),
    );
  /** @param {any[]} list */
  const table = (list) =>
    h(
      "div",
      { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Options of the table" },
      h(
        "table",
        { class: "desk-table" },
        head("Option", "Now", may ? "Change to" : "", "From when, and why"),
        h("tbody", {}, list.map(row)),
      ),
    );
  return [
    table(open),
    h("details", {}, h("summary", {}, `Options of a closed table only (${shut.length})`), table(shut)),
  ];
}

/** @param {any} one */
function signs(one) {
  return h(
    "div",
    { class: "signs" },
    [
      ["Old sign", one.sign_before],
      ["New sign", one.sign],
    ].map(([name, lines]) =>
      h(
        "figure",
        {},
        h("figcaption", {}, name),
        h(
          "ul",
          {},
          lines.map((/** @type {any} */ text) => h("li", {}, text)),
        ),
      ),
    ),
  );
}

/** @param {any[]} options */
const changed = (options) =>
  options.map((one) => `${words(one.option)}: ${one.was} → ${one.now} (${one.clause})`).join("; ");

/**
 * @param {any} told
 * @param {Page.Me} me
 * @param {Act} act
 */
function pendingCard(told, me, act) {
  const one = told.pending;
  const may = ["supervisor", "shift_manager"].includes(me.role);
  const notice =
    [one.rounds && `${one.rounds} rounds`, one.minutes && `${one.minutes} minutes`]
      .filter(Boolean)
      .join(" and ") || "the next round";
  const word = one.by === me.name ? "Withdraw" : "Reject";
  const drop = () =>
    reasonDialog(
      `${word} change ${one.number}`,
      (reason) =>
        act(`/tables/${told.table}/changes/${one.number}/withdrawals`, { reason }, "The change was dropped."),
      word,
    );
  return h(
    "section",
    { class: "card pending-change", "aria-label": "Pending change" },
    h(
      "h2",
      {},
      one.status === "proposed"
        ? `Change ${one.number} awaits a second approval`
        : `Change ${one.number} is announced, from round ${one.from_round}`,
    ),
    h("p", {}, changed(one.options)),
    h(
      "p",
      { class: "small" },
      "By ",
      person(one.by),
      one.second && [", approved by ", person(one.second)],
      `, notice: ${notice}. “`,
      h("bdi", {}, one.reason),
      "”",
    ),
    signs(one),
    may &&
      h(
        "p",
        { class: "pair not-printed" },
        one.status === "proposed" &&
          h(
            "button",
            {
              type: "button",
              class: "primary",
              disabled: one.by === me.name,
              onclick: () =>
                act(
                  `/tables/${told.table}/changes/${one.number}/approvals`,
                  {},
                  "The change is announced at the table.",
                ),
            },
            one.by === me.name ? "Needs another person’s approval" : "Approve and announce",
          ),
        h("button", { type: "button", class: "quiet", onclick: drop }, `${word}…`),
      ),
  );
}

/**
 * @param {any} told
 * @param {Page.Me} me
 * @param {Act} act
 */
function proposal(told, me, act) {
  const may =
    ["supervisor", "shift_manager"].includes(me.role) && told.status !== "closed" && told.pending === null;
  const form = h(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        /** @type {Record<string, any>} */
        const settings = {};
        for (const option of told.options) {
          const value = option.from === "closed" ? null : valueOf(option, form);
          if (value !== null) settings[option.key] = value;
        }
        const body = {
          settings,
          reason: form.reason.value,
          rounds: Number(form.rounds.value || 0),
          minutes: Number(form.minutes.value || 0),
        };
        act(`/tables/${told.table}/changes`, body, "The change awaits a second approval.");
      },
    },
    optionRows(told, may),
    may &&
      h(
        "div",
        { class: "notice-fields not-printed" },
        h(
          "label",
          {},
          "Notice in rounds ",
          h("input", { name: "rounds", type: "number", min: 0, max: 1000, value: 0 }),
        ),
        h(
          "label",
          {},
          "and in minutes ",
          h("input", { name: "minutes", type: "number", min: 0, max: 10080, value: 0 }),
        ),
        h(
          "label",
          { class: "wide" },
          "Reason ",
          h("input", { name: "reason", required: true, maxlength: 500 }),
        ),
        h("button", { type: "submit", class: "primary" }, "Propose the change"),
      ),
  );
  return form;
}

/** @param {any} told */
function history(told) {
  if (!told.changes.length) return h("p", { class: "small" }, "Nothing has changed since the table opened.");
  /** @param {any} one */
  const state = (one) =>
    one.status === "in force"
      ? `in force from round ${one.round}, ${day(one.at)}`
      : one.status === "dropped"
        ? `dropped by ${one.dropped.by}: ${one.dropped.why}`
        : one.status;
  return h(
    "div",
    { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Changes so far" },
    h(
      "table",
      { class: "desk-table" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["No.", "Change", "Proposed", "By", "Approved by", "Reason", "State"].map((name) =>
            h("th", { scope: "col" }, name),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        told.changes.toReversed().map((/** @type {any} */ one) =>
          h(
            "tr",
            {},
            [
              String(one.number),
              changed(one.options),
              day(one.proposed_at),
              one.by,
              one.second ?? "–",
              one.reason,
              state(one),
            ].map((cell) => h("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
}

/**
 * z over the rounds, between the boundaries and the lines of a note.
 * @param {any} one
 * @param {number} note
 */
function curve(one, note) {
  const points = one.points;
  if (points.length < 2) return h("p", { class: "small" }, "Too few rounds for a curve.");
  const wide = 640,
    high = 200,
    last = points.at(-1)[0],
    first = points[0][0];
  const reach =
    Math.max(
      5,
      ...points.map((/** @type {any} */ [, , z, bound]) => Math.max(Math.abs(z), Math.min(bound, 7))),
    ) * 1.05;
  /** @param {number} round */
  const x = (round) => 40 + ((wide - 50) * (round - first)) / Math.max(1, last - first);
  /** @param {number} z */
  const y = (z) => high / 2 - (high / 2 - 8) * Math.max(-1, Math.min(1, z / reach));
  /** @param {(point: any) => number} of */
  const path = (of) =>
    points
      .map(
        (/** @type {any} */ point, /** @type {any} */ n) =>
          `${n ? "L" : "M"}${x(point[0]).toFixed(1)},${y(of(point)).toFixed(1)}`,
      )
      .join("");
  /**
   * @param {number} z
   * @param {string} kind
   */
  const level = (z, kind) => s("line", { x1: 40, x2: wide - 10, y1: y(z), y2: y(z), class: kind });
  /** @param {number} z */
  const label = (z) => s("text", { x: 34, y: y(z) + 4, "text-anchor": "end" }, String(z));
  return s(
    "svg",
    {
      class: "z-curve",
      viewBox: `0 0 ${wide} ${high + 18}`,
      role: "img",
      "aria-label":
        `${one.label}: z ${one.z.toFixed(2)} after ` + `round ${last}, boundary ${one.bound.toFixed(2)}`,
    },
    level(0, "zero"),
    [note, -note].map((z) => level(z, "note-line")),
    [0, note, -note].map(label),
    s("path", { d: path(([, , , bound]) => bound), class: "bound-line" }),
    s("path", { d: path(([, , , bound]) => -bound), class: "bound-line" }),
    s("path", { d: path(([, , z]) => z), class: "z-line" }),
    s("text", { x: 40, y: high + 14 }, `round ${first}`),
    s("text", { x: wide - 10, y: high + 14, "text-anchor": "end" }, `round ${last}`),
  );
}

/** @param {any} told */
function returns(told) {
  if (!told.series.length) return h("p", { class: "small" }, told.note ?? "No completed rounds yet.");
  /** @param {Page.Child} value */
  const cell = (value) => h("td", {}, value);
  return [
    told.note && h("p", { class: "small" }, `The later rounds are not counted yet: ${told.note}.`),
    told.series
      .filter((/** @type {any} */ one) => one.says)
      .map((/** @type {any} */ one) =>
        h(
          "p",
          { class: `said ${one.status}`, role: "status" },
          h("strong", {}, `${one.label}: ${one.status}. `),
          one.says,
        ),
      ),
    curve(told.series[0], told.note_from),
    h(
      "p",
      { class: "small" },
      `Solid: z after each round. Dotted: |z| = ${told.note_from}, a ` +
        `note. Dashed: the boundary of an alarm, which a correct table ever ` +
        `crosses with a chance of at most ${(100 * told.chance).toFixed(2)}%.`,
    ),
    h(
      "div",
      { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Return by bet" },
      h(
        "table",
        { class: "desk-table" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Bet", "Decided", "Staked", "Won", "Theo", "σ", "z", "Alarm from", "Status"].map((name) =>
              h("th", { scope: "col" }, name),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          told.series.map((/** @type {any} */ one) =>
            h(
              "tr",
              { class: one.status.replace(" ", "-") },
              h("th", { scope: "row" }, one.label),
              cell(String(one.number)),
              cell(money(one.stakes)),
              cell(signed(one.won)),
              cell(signed(one.theoretical)),
              cell(money(one.sigma)),
              cell(one.z.toFixed(2)),
              cell(one.bound.toFixed(2)),
              cell(one.status),
            ),
          ),
        ),
      ),
    ),
  ];
}

/**
 * The page of one table in the pit.
 * @param {string} table
 * @param {Page.Me} me
 */
export function pitTablePage(table, me) {
  const page = h("div", { class: "page printed-page" });
  if (!["supervisor", "shift_manager", "auditor", "dealer"].includes(me.role))
    return h("div", { class: "page" }, h("h1", {}, "The pit"), h("p", {}, "This page is for supervisors."));
  const reads = me.role !== "dealer";
  const load = async () => {
    try {
      const [told, back] = await Promise.all([
        get(`/tables/${table}/changes`),
        reads ? get(`/tables/${table}/returns`) : null,
      ]);
      redraw(
        page,
        h(
          "header",
          { class: "page-head" },
          h("h1", {}, told.name),
          h("span", { class: "small" }, told.title),
          h(
            "span",
            { class: "not-printed" },
            h("a", { class: "quiet", href: `/rules/${table}` }, "Rules in force"),
            " ",
            h("a", { class: "quiet", href: "/pit/sheets" }, "Sheets"),
            " ",
            h("button", { type: "button", class: "quiet", onclick: () => print() }, "Print"),
          ),
        ),
        told.pending && pendingCard(told, me, act),
        h("h2", {}, "Limits and options"),
        proposal(told, me, act),
        h("h2", {}, "Changes so far"),
        history(told),
        back && [h("h2", {}, "Return against theo"), returns(back)],
      );
    } catch (problem) {
      tellProblem(problem);
    }
  };
  /**
   * @param {ChangePath} path
   * @param {any} body
   * @param {string} done
   */
  const act = async (path, body, done) => {
    try {
      await post(/** @type {`/tables/${string}/changes`} */ (path), body);
      toast(done);
      await load();
    } catch (problem) {
      tellProblem(problem);
    }
  };
  load();
  return page;
}
