// @ts-check
// The pit: all tables at a glance, and rulings from what happened to what follows.

import { get, newKey, post } from "./api.js";
import { h, money, people, percent, person, phaseLabel, redraw, signed, statusLabel } from "./dom.js";
import { reasonDialog } from "./reason.js";
import { ruleAt } from "./rulings.js";
import { tellProblem, toast } from "./why.js";

/**
 * @param {string} table
 * @param {any} told
 */
function command(table, told) {
  return post(`/tables/${table}/commands`, told, { "idempotency-key": newKey() });
}

/**
 * The position of the win around theo, with one and two standard deviations either side.
 * @param {any} table
 */
function band(table) {
  const { win, theoretical: theo, sigma } = table;
  if (theo === null || !sigma) return null;
  const reach = Math.max(3 * sigma, Math.abs(win - theo) * 1.1);
  /** @param {number} value */
  const at = (value) => String(0.5 + (value - theo) / (2 * reach));
  const off = Math.abs(win - theo) / sigma;
  const words =
    off <= 1 ? "within one σ of theo" : off <= 2 ? "within two σ of theo" : `${off.toFixed(1)} σ from theo`;
  return h(
    "div",
    {
      class: "band",
      role: "img",
      "data-luck": String(table.luck),
      "aria-label":
        `Win ${signed(win)}, theo ${signed(theo)}, ` + `one standard deviation ${money(sigma)}: ${words}`,
    },
    h("span", {
      class: "two-sigma",
      style: { "--from": at(theo - 2 * sigma), "--to": at(theo + 2 * sigma) },
    }),
    h("span", { class: "one-sigma", style: { "--from": at(theo - sigma), "--to": at(theo + sigma) } }),
    h("span", { class: "theo-mark", style: { "--at": at(theo) } }),
    h("span", { class: off > 2 ? "win-mark far" : "win-mark", style: { "--at": at(win) } }),
  );
}

/** @param {any} table */
function figures(table) {
  const { theoretical: theo, sigma } = table;
  const whose = table.banked ? "Bank wins" : "Win";
  const rows = [
    [whose, signed(table.win)],
    ["Theo", theo === null ? table.edge_note || "not known yet" : signed(theo)],
  ];
  if (theo !== null && sigma) rows.push(["±1σ, ±2σ", `${money(sigma)}, ${money(2 * sigma)}`]);
  if (table.banked) rows.push(["Fees to the house", money(table.fees)]);
  rows.push(["Handle", money(table.wagered)]);
  return h(
    "dl",
    { class: "figures" },
    rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
  );
}

/** @param {any} table */
function byKind(table) {
  /** @param {Page.Child} value */
  const cell = (value) => h("td", {}, value);
  return h(
    "details",
    { class: "by-kind" },
    h("summary", {}, "By wager"),
    h(
      "div",
      { class: "scrolls", tabindex: 0, role: "region", "aria-label": `${table.name}: figures by wager` },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Wager", "Bet", "Edge", "Theo", "Won"].map((name) => h("th", { scope: "col" }, name)),
          ),
        ),
        h(
          "tbody",
          {},
          table.by_kind.map((/** @type {any} */ row) =>
            h(
              "tr",
              { "data-kind": row.kind },
              h("th", { scope: "row" }, row.label),
              cell(money(row.stakes)),
              row.in_main
                ? h("td", { colspan: 2, class: "small" }, "included in the main bet’s edge")
                : [
                    cell(row.edge === null ? "–" : percent(row.edge)),
                    cell(row.theoretical === null ? "–" : signed(row.theoretical)),
                  ],
              cell(signed(row.won)),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {any} table */
function hold(table) {
  if (!table.rounds) return h("p", { class: "small" }, "No completed rounds yet.");
  return h("div", { class: "hold" }, band(table), figures(table), byKind(table));
}

/** @type {Record<string, string>} */
const ORDERS = { reshuffle_ordered: "Reshuffle", cards_replaced: "Replace cards" };

/**
 * The orders about the cards: by the book's own clause, or the reason why there is none.
 * @param {any} table
 * @param {(label: string, act: () => unknown, more?: object) => HTMLElement} small
 * @param {(table: any, wanted?: any) => unknown} rule
 */
function cardOrders(table, small, rule) {
  const missing = table.orders.filter((/** @type {any} */ order) => !order.clause);
  const why = `no-clause-${table.id}`;
  const told = missing.map((/** @type {any} */ order) => ORDERS[order.what]).join(", ");
  return [
    table.orders.map((/** @type {any} */ { what, clause }) =>
      small(
        ORDERS[what],
        () => rule(table, what),
        clause ? { title: `Clause ${clause}` } : { disabled: true, "aria-describedby": why },
      ),
    ),
    missing.length > 0 &&
      h(
        "span",
        { class: "small no-clause", id: why },
        `${told}: this book has no clause for it. Close the table and open a new one.`,
      ),
  ];
}

/** @param {any} table */
const edge = (table) => (table.edge === null ? "Lab" : `House edge ${percent(table.edge)}`);

/**
 * @param {any} ruling
 * @param {Page.Badges} badges
 */
function lastRuling(ruling, badges) {
  const when = new Date(ruling.at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const status =
    ruling.status === "done" ? "" : ` (${ruling.status === "waiting" ? "pending" : ruling.status})`;
  return [
    `${ruling.says}${status}, ${when}, `,
    person(ruling.by, badges),
    ruling.second && [" and ", person(ruling.second, badges)],
    ruling.reason && [": “", h("bdi", {}, ruling.reason), "”"],
  ];
}

/**
 * What closing a table does with what lies on it.
 * @param {any} table
 */
function closing(table) {
  const laid = [
    table.escrow > 0 && `bets of ${money(table.escrow)}`,
    table.bank > 0 && `the bank of ${money(table.bank)}`,
  ].filter(Boolean);
  if (table.phase !== "betting") return "The round in progress must be finished first.";
  if (!laid.length) return "There is no bet on the table.";
  return (
    `Closing returns ${laid.join(" and ")} on the table, since ` +
    `no card has been dealt. The log names you and your reason.`
  );
}

/**
 * @param {any} table
 * @param {Page.Me} me
 * @param {() => unknown} again
 * @param {(table: any, wanted?: any) => unknown} rule
 * @param {Page.Badges} badges
 */
function pitTable(table, me, again, rule, badges) {
  const ruling = ["supervisor", "shift_manager"].includes(me.role);
  /**
   * @param {string} title
   * @param {(why: string) => object} told
   * @param {string} label
   * @param {string | null} [effect]
   */
  const doing =
    (title, told, label, effect = null) =>
    () =>
      reasonDialog(
        `${title}: ${table.name}`,
        async (why) => {
          await command(table.id, told(why));
          again();
        },
        label,
        effect,
      );
  /** @param {string} type */
  const atOnce =
    (type, more = {}) =>
    async () => {
      try {
        await command(table.id, { type, ...more });
        again();
      } catch (problem) {
        tellProblem(problem);
      }
    };
  /**
   * @param {string} label
   * @param {() => unknown} act
   */
  const small = (label, act, more = {}) =>
    h(
      "button",
      { type: "button", class: "quiet", "aria-label": `${label} ${table.name}`, onclick: act, ...more },
      label,
    );
  return h(
    "li",
    { class: "pit-card", "data-book": table.book, "data-cloth": table.cloth ?? "" },
    h("div", { class: "swatch", "aria-hidden": "true" }),
    h("h2", {}, h("a", { href: `/tables/${table.id}` }, table.name)),
    h(
      "p",
      { class: "small" },
      `${table.title} · ${phaseLabel(table.phase)}${table.round ? ` · round ${table.round}` : ""}`,
    ),
    h(
      "p",
      {},
      h("span", { class: `tag ${table.status}` }, statusLabel(table.status)),
      table.paused && [" ", h("span", { class: "tag paused-tag", title: table.paused.why }, "Paused")],
      !table.coach && [" ", h("span", { class: "tag" }, "Coach barred")],
      table.rulings_waiting > 0 && [
        " ",
        h("span", { class: "tag waiting-tag" }, `Rulings pending: ${table.rulings_waiting}`),
      ],
      table.changes_waiting > 0 && [
        " ",
        h("a", { class: "tag waiting-tag", href: `/pit/tables/${table.id}` }, "Change pending"),
      ],
    ),
    h(
      "p",
      { class: "small people" },
      `${table.boxes - table.free} of ${table.boxes} boxes taken`,
      table.players.length > 0 && [": ", people(table.players, badges)],
      " · opened by ",
      person(table.opened_by, badges),
    ),
    table.last_ruling &&
      h("p", { class: "small last-ruling" }, "Last: ", lastRuling(table.last_ruling, badges)),
    table.returns.map((/** @type {any} */ one) =>
      h(
        "p",
        { class: `said ${one.status}`, role: "status" },
        h("strong", {}, `${one.label}: ${one.status}. `),
        one.says,
      ),
    ),
    hold(table),
    ruling &&
      table.status !== "closed" &&
      h(
        "p",
        {},
        h(
          "button",
          {
            type: "button",
            class: table.rulings_waiting ? "primary due" : "primary",
            "aria-label":
              `${table.rulings_waiting ? "Review pending ruling" : "Report an irregularity"}` +
              ` at ${table.name}`,
            onclick: () => rule(table),
          },
          table.rulings_waiting ? "Review pending ruling…" : "Report an irregularity…",
        ),
      ),
    ruling &&
      table.preparation.length > 0 &&
      h(
        "p",
        { class: "pair" },
        table.preparation.map((/** @type {any} */ { step, batch, label, clause }) =>
          small(label, atOnce("prepare", { step, batch }), { class: "primary", title: `Clause ${clause}` }),
        ),
      ),
    h(
      "p",
      { class: "pair orders" },
      ruling &&
        table.status !== "closed" && [
          table.paused?.ordered
            ? small("Resume", atOnce("resume"), { class: "primary" })
            : small(
                "Pause",
                doing("Pause", (why) => ({ type: "pause", why }), "Pause the table"),
              ),
          cardOrders(table, small, rule),
          table.status === "open"
            ? small(
                "Suspend betting",
                doing("Suspend betting", (why) => ({ type: "disable", why }), "Suspend betting"),
              )
            : small("Resume betting", atOnce("enable")),
          small(
            "Close",
            doing("Close", (why) => ({ type: "close_table", why }), "Close the table", closing(table)),
          ),
        ],
      h(
        "a",
        { class: "quiet", href: `/audit/${table.id}`, "aria-label": `${table.name}: history` },
        "History",
      ),
      h(
        "a",
        {
          class: "quiet",
          href: `/pit/tables/${table.id}`,
          "aria-label": `${table.name}: limits, options and return`,
        },
        "Limits & return",
      ),
      h(
        "a",
        { class: "quiet", href: `/rules/${table.id}`, "aria-label": `${table.name}: rules in force` },
        "Rules",
      ),
      h(
        "a",
        {
          class: "quiet",
          href: table.lab,
          "data-lab": "",
          "aria-label": `${table.name}: ${edge(table)}, open in the lab`,
        },
        edge(table),
      ),
    ),
  );
}

/** The return of every book against theo, read when it is opened. */
function byBook() {
  const place = h("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Return by book" });
  const load = async () => {
    const { books } = await get("/returns");
    redraw(
      place,
      books.length === 0
        ? h("p", { class: "small" }, "No completed rounds yet.")
        : h(
            "table",
            { class: "desk-table" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ["Book", "Rounds", "Staked", "Won", "Theo", "σ", "z", "Tables with an alarm"].map((name) =>
                  h("th", { scope: "col" }, name),
                ),
              ),
            ),
            h(
              "tbody",
              {},
              books.map((one) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row" }, one.book),
                  [
                    String(one.rounds),
                    money(one.stakes),
                    signed(one.won),
                    signed(one.theoretical),
                    money(one.sigma),
                    one.z.toFixed(2),
                    String(one.alarms),
                  ].map((cell) => h("td", {}, cell)),
                ),
              ),
            ),
          ),
    );
  };
  return h(
    "details",
    {
      class: "by-book",
      ontoggle: (/** @type {any} */ event) => event.target.open && load().catch(tellProblem),
    },
    h("summary", {}, "Return by book"),
    place,
  );
}

/**
 * The page of the pit.
 * @param {Page.Me} me
 */
export function pitPage(me) {
  if (!["supervisor", "shift_manager", "auditor"].includes(me.role)) {
    return h("div", { class: "page" }, h("h1", {}, "The pit"), h("p", {}, "This page is for supervisors."));
  }
  const list = h("ul", { class: "grid pit-grid" });
  const sums = h("div", { class: "sums" });
  const practice = h("details", { class: "practice-tables", hidden: true });
  const load = async () => {
    try {
      const { tables: all, badges } = await get("/pit");
      const tables = all.filter((table) => !table.practice);
      const alone = all.filter(
        (table) =>
          table.practice && table.players.some((/** @type {any} */ name) => name === table.opened_by),
      );
      /** @param {string} name */
      const total = (name) => tables.reduce((sum, table) => sum + (table[name] ?? 0), 0);
      redraw(
        sums,
        [
          ["Tables", tables.length],
          ["Handle", money(total("wagered"))],
          ["Win", signed(total("win"))],
          ["Theo", signed(total("theoretical"))],
        ].map(([name, value]) =>
          h("div", {}, h("span", { class: "small" }, name), h("strong", {}, String(value))),
        ),
      );
      if (tables.length)
        redraw(
          list,
          tables.map((table) =>
            pitTable(table, me, load, (one, what) => ruleAt(one, me, load, what), badges),
          ),
        );
      else redraw(list, h("li", { class: "small" }, "No open tables."));
      practice.hidden = alone.length === 0;
      redraw(
        practice,
        h("summary", {}, `Practice tables (${alone.length})`),
        h(
          "ul",
          {},
          alone.map((table) =>
            h(
              "li",
              { class: "small" },
              h("a", { href: `/tables/${table.id}` }, person(table.opened_by, badges), `: ${table.title}`),
              ` · round ${table.round}`,
            ),
          ),
        ),
      );
    } catch (problem) {
      tellProblem(problem);
    }
  };
  load();
  setInterval(
    () =>
      document.visibilityState === "visible" &&
      !document.querySelector("dialog[open]") &&
      !list.contains(document.activeElement) &&
      !list.querySelector("details[open]") &&
      load(),
    5000,
  );
  const staff =
    me.role === "shift_manager" &&
    h(
      "form",
      {
        class: "roles",
        onsubmit: async (event) => {
          event.preventDefault();
          const { who, role } = /** @type {Record<string, any>} */ (event.target);
          try {
            await post(`/people/${encodeURIComponent(who.value)}/role`, { role: role.value });
            toast(`${who.value} now has the role ${role.value.replace("_", " ")}.`);
          } catch (problem) {
            tellProblem(problem);
          }
        },
      },
      h("label", { for: "who" }, "Name"),
      h("input", { id: "who", name: "who", required: true }),
      h("label", { for: "role" }, "Role"),
      h(
        "select",
        { id: "role", name: "role" },
        ["dealer", "supervisor", "shift_manager", "auditor", "player"].map((role) =>
          h("option", { value: role }, role.replace("_", " ")),
        ),
      ),
      h("button", { type: "submit" }, "Assign role"),
    );
  return h(
    "div",
    { class: "page pit" },
    h(
      "header",
      { class: "page-head" },
      h("h1", {}, "The pit"),
      sums,
      h(
        "nav",
        { class: "records", "aria-label": "Records of the house" },
        h("a", { class: "quiet", href: "/pit/sheets" }, "Sheets"),
        h("a", { class: "quiet", href: "/disputes" }, "Disputes"),
        h("a", { class: "quiet", href: "/audit" }, "Audit"),
      ),
    ),
    staff,
    list,
    byBook(),
    practice,
  );
}
