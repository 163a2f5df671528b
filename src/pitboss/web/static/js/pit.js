// The pit: all tables at a glance, and rulings from what happened to what follows.

import { get, newKey, post } from "./api.js";
import { h, money, percent, phaseLabel, redraw, signed, statusLabel } from "./dom.js";
import { ruleAt } from "./rulings.js";
import { tellProblem, toast } from "./why.js";

function command(table, told) {
  return post(`/tables/${table}/commands`, told, { "idempotency-key": newKey() });
}

function reasonDialog(title, act, label) {
  const why = h("input", { id: "reason", required: true, maxlength: 500 });
  const dialog = h("dialog", { class: "why", "aria-labelledby": "reason-title" });
  dialog.append(h("form", { class: "inside", onsubmit: async (event) => {
    event.preventDefault();
    try {
      await act(why.value);
      dialog.close();
    } catch (problem) {
      tellProblem(problem);
    }
  } }, h("h2", { id: "reason-title" }, title), h("label", { for: "reason" }, "Reason"), why,
  h("p", { class: "end" }, h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Cancel"),
    h("button", { type: "submit", class: "primary" }, label))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function hold(table) {
  if (!table.wagered) return h("p", { class: "small" }, "No bets yet.");
  const off = table.theoretical === null ? null : table.hold - table.theoretical;
  const scale = Math.max(Math.abs(table.hold), Math.abs(table.theoretical ?? 0), 1);
  const bar = (label, value) => h("div", { class: "hold-line" }, h("span", {}, label),
    h("span", { class: "track", "aria-hidden": "true" },
      h("span", { class: value < 0 ? "fill minus" : "fill", style: { "--share": String(Math.abs(value) / scale) } })),
    h("span", { class: "number" }, signed(value)));
  return h("div", { class: "hold" }, bar("Win", table.hold),
    table.theoretical !== null && bar("Theo", table.theoretical),
    h("p", { class: "small" }, `${money(table.wagered)} bet${off === null ? "" : ` · ${signed(off)} vs theo · edge ${percent(table.edge)}`}`));
}

const ORDERS = { reshuffle_ordered: "Reshuffle", cards_replaced: "Replace cards" };

/** The orders about the cards: by the book's own clause, or the reason why there is none. */
function cardOrders(table, small, rule) {
  const missing = table.orders.filter((order) => !order.clause);
  const why = `no-clause-${table.id}`;
  const told = missing.map((order) => ORDERS[order.what]).join(", ");
  return [
    table.orders.map(({ what, clause }) => small(ORDERS[what], () => rule(table, what),
      clause ? { title: `Clause ${clause}` } : { disabled: true, "aria-describedby": why })),
    missing.length > 0 && h("span", { class: "small no-clause", id: why },
      `${told}: this book has no clause for it. Close the table and open a new one.`),
  ];
}

function pitTable(table, me, again, rule) {
  const ruling = ["supervisor", "shift_manager"].includes(me.role);
  const doing = (title, told, label) => () => reasonDialog(`${title}: ${table.name}`, async (why) => {
    await command(table.id, told(why));
    again();
  }, label);
  const enable = async () => {
    try {
      await command(table.id, { type: "enable" });
      again();
    } catch (problem) {
      tellProblem(problem);
    }
  };
  const small = (label, act, more = {}) => h("button", { type: "button", class: "quiet", "aria-label": `${label} ${table.name}`, onclick: act, ...more }, label);
  return h("li", { class: "pit-card", "data-book": table.book, "data-cloth": table.cloth ?? "" },
    h("div", { class: "swatch", "aria-hidden": "true" }),
    h("h2", {}, h("a", { href: `/tables/${table.id}` }, table.name)),
    h("p", { class: "small" }, `${table.title} · ${phaseLabel(table.phase)}${table.round ? ` · round ${table.round}` : ""}`),
    h("p", {}, h("span", { class: `tag ${table.status}` }, statusLabel(table.status)), " ",
      `${table.boxes - table.free} of ${table.boxes} boxes taken`,
      table.rulings_waiting > 0 && h("span", { class: "tag waiting-tag" }, `Rulings pending: ${table.rulings_waiting}`)),
    hold(table),
    ruling && table.status !== "closed" && h("p", {},
      h("button", { type: "button", class: table.rulings_waiting ? "primary due" : "primary", "aria-label": `${table.rulings_waiting ? "Review pending ruling" : "Report an irregularity"} at ${table.name}`, onclick: () => rule(table) },
        table.rulings_waiting ? "Review pending ruling…" : "Report an irregularity…")),
    h("p", { class: "pair orders" },
      ruling && table.status !== "closed" && [
        cardOrders(table, small, rule),
        table.status === "open" ? small("Suspend betting", doing("Suspend betting", (why) => ({ type: "disable", why }), "Suspend betting")) : small("Resume betting", enable),
        small("Close", doing("Close", (why) => ({ type: "close_table", why }), "Close the table"))],
      h("a", { class: "quiet", href: `/audit/${table.id}`, "aria-label": `${table.name}: history` }, "History")));
}

/** The page of the pit. */
export function pitPage(me) {
  if (!["supervisor", "shift_manager", "auditor"].includes(me.role)) {
    return h("div", { class: "page" }, h("h1", {}, "The pit"), h("p", {}, "This page is for supervisors."));
  }
  const list = h("ul", { class: "grid pit-grid" });
  const sums = h("div", { class: "sums" });
  const load = async () => {
    try {
      const { tables } = await get("/pit");
      const total = (name) => tables.reduce((sum, table) => sum + (table[name] ?? 0), 0);
      redraw(sums, [["Tables", tables.length], ["Handle", money(total("wagered"))], ["Win", signed(total("hold"))], ["Theo", signed(total("theoretical"))]]
        .map(([name, value]) => h("div", {}, h("span", { class: "small" }, name), h("strong", {}, String(value)))));
      if (tables.length) redraw(list, tables.map((table) => pitTable(table, me, load, (one, what) => ruleAt(one, me, load, what))));
      else redraw(list, h("li", { class: "small" }, "No open tables."));
    } catch (problem) {
      tellProblem(problem);
    }
  };
  load();
  setInterval(() => document.visibilityState === "visible" && !document.querySelector("dialog[open]") && !list.contains(document.activeElement) && load(), 5000);
  const staff = me.role === "shift_manager" && h("form", { class: "roles", onsubmit: async (event) => {
    event.preventDefault();
    const form = event.target;
    try {
      await post(`/people/${encodeURIComponent(form.who.value)}/role`, { role: form.role.value });
      toast(`${form.who.value} now has the role ${form.role.value.replace("_", " ")}.`);
    } catch (problem) {
      tellProblem(problem);
    }
  } }, h("label", { for: "who" }, "Name"), h("input", { id: "who", name: "who", required: true }),
  h("label", { for: "role" }, "Role"), h("select", { id: "role", name: "role" },
    ["dealer", "supervisor", "shift_manager", "auditor", "player"].map((role) => h("option", { value: role }, role.replace("_", " ")))),
  h("button", { type: "submit" }, "Assign role"));
  return h("div", { class: "page pit" }, h("header", { class: "page-head" }, h("h1", {}, "The pit"), sums), staff, list);
}
