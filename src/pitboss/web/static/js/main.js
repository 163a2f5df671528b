// @ts-check
// Which page the address names, the bar on top, and the switches for theme and motion.

import { get, remove, problemOf } from "./api.js";
import { h, money, redraw } from "./dom.js";
import { takePreferences } from "./speed.js";
import { missingPage, tellProblem } from "./why.js";

const ICON = new URL("../icon.svg", import.meta.url).pathname;

/**
 * @param {string} name
 * @param {string} value
 */
function kept(name, value) {
  try {
    localStorage.setItem(`pitboss.${name}`, value);
  } catch {
    // It applies to this page at least.
  }
  document.documentElement.dataset[name] = value;
}

function switches() {
  const root = document.documentElement.dataset;
  const dark = () => root.theme === "dark";
  const still = () => root.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  /**
   * @param {string} label
   * @param {string} name
   * @param {() => boolean} isOn
   * @param {() => unknown} change
   */
  const toggle = (label, name, isOn, change) => {
    const made = h(
      "button",
      {
        type: "button",
        class: "icon",
        "aria-label": label,
        title: label,
        "aria-pressed": String(isOn()),
        onclick: () => {
          change();
          made.setAttribute("aria-pressed", String(isOn()));
        },
      },
      name,
    );
    return made;
  };
  return [
    toggle("Dark theme", "◐", dark, () => kept("theme", dark() ? "light" : "dark")),
    toggle("Reduce motion", "≋", still, () => kept("motion", still() ? "on" : "off")),
  ];
}

const ASKS_EVERY = 30_000;

/**
 * Show that a dispute was answered, until it is read or put away; an open one may still be.
 * @param {Page.Me} parts
 */
function watchDisputes({ disputes }) {
  /** @type {any} */
  let shown = null;
  /** @param {{answered: number, open: number}} parts */
  const show = ({ answered, open }) => {
    if (answered > 0 && shown === null && !location.pathname.startsWith("/disputes")) {
      shown = h(
        "div",
        { class: "toast answered", role: "status" },
        h(
          "a",
          { href: "/disputes", id: "answered" },
          answered > 1 ? `${answered} of your disputes are answered` : "Your dispute is answered",
        ),
        h(
          "button",
          { class: "shut", type: "button", "aria-label": "Dismiss", onclick: () => shown.remove() },
          "×",
        ),
      );
      document.getElementById("toasts")?.append(shown);
      // At a table nothing may cover what is to be pressed for long.
      if (location.pathname.startsWith("/tables/")) setTimeout(() => shown.remove(), 12_000);
    }
    if (open > 0) setTimeout(ask, ASKS_EVERY);
  };
  const ask = () =>
    get("/me").then(
      (me) => show(me.disputes),
      () => setTimeout(ask, ASKS_EVERY),
    );
  show(disputes);
}

/** @param {Page.Me | null} me */
function top(me) {
  const staff = me && ["supervisor", "shift_manager", "auditor"].includes(me.role);
  const here = location.pathname;
  /**
   * @param {string} to
   * @param {string} text
   */
  const link = (to, text) => h("a", { href: to, "aria-current": here === to ? "page" : null }, text);
  const leave = async () => {
    try {
      await remove("/sessions/current");
    } catch (problem) {
      tellProblem(problem);
    }
    location.assign("/");
  };
  redraw(
    /** @type {HTMLElement} */ (document.getElementById("top")),
    h(
      "a",
      { class: "brand", href: "/", "aria-label": "Pitboss, lobby" },
      h("img", { src: ICON, alt: "", width: 30, height: 30 }),
      h("span", {}, "Pitboss"),
    ),
    h(
      "nav",
      { "aria-label": "Main" },
      link("/", "Lobby"),
      link("/books", "Books"),
      h("a", { href: "/lab", "aria-current": here.startsWith("/lab") ? "page" : null }, "Lab"),
      me?.role === "player" &&
        h(
          "a",
          { href: "/me", title: "My play", "aria-current": here.startsWith("/me") ? "page" : null },
          "Me",
        ),
      staff && link("/pit", "Pit"),
    ),
    h(
      "div",
      { class: "me" },
      me &&
        h(
          "span",
          { class: "person" },
          h("span", { class: "person-name" }, me.name),
          h(
            "span",
            { class: "small" },
            me.role === "player"
              ? here.startsWith("/tables/")
                ? me.guest
                  ? "guest"
                  : "player"
                : money(me.balance)
              : me.role.replace("_", " "),
          ),
        ),
      me && !me.guest
        ? h("button", { type: "button", class: "quiet", onclick: leave }, "Sign out")
        : h(
            "a",
            { class: "quiet", href: `/sign-in?to=${encodeURIComponent(here === "/sign-in" ? "/" : here)}` },
            me ? "Sign up" : "Sign in",
          ),
      switches(),
    ),
  );
}

/**
 * A page, whose own script is loaded only where it is shown.
 * @param {() => Promise<Page.Child>} load
 */
function later(load) {
  const place = h("p", { class: "waiting" }, "Loading…");
  load().then(
    (page) => place.replaceWith(/** @type {Node} */ (page)),
    (problem) => {
      // The server may have been upgraded while this page was open, so that old and new do not fit.
      redraw(
        place,
        "This page could not be loaded; Pitboss may have been updated. ",
        h("button", { type: "button", onclick: () => location.reload() }, "Reload"),
      );
      console.warn(problem);
    },
  );
  return place;
}

/**
 * @param {string} why
 * @param {Page.Me | null} [me]
 */
const signIn = (why, me) => later(() => import("./signin.js").then(({ signInPage }) => signInPage(why, me)));

/**
 * @param {string} path
 * @param {Page.Me | null} me
 */
function pageFor(path, me) {
  const parts = path.split("/").filter(Boolean);
  const [first, second, third, fourth] = parts;
  const [name, round] = [second, fourth].map((part) => part && decodeURIComponent(part));
  if (parts.length === 0) return later(() => import("./lobby.js").then(({ lobbyPage }) => lobbyPage(me)));
  if (first === "sign-in") return signIn("", me);
  if (first === "first-manager")
    return later(() => import("./first-manager.js").then(({ firstManagerPage }) => firstManagerPage(me)));
  if (first === "books" && parts[4] === "play")
    return later(() => import("./rehearsal.js").then(({ rehearsalPage }) => rehearsalPage(name, round)));
  if (first === "books" && third === "rounds")
    return later(() =>
      import("./worked_round.js").then(({ workedRoundPage }) => workedRoundPage(name, round)),
    );
  if (first === "books")
    return later(() =>
      import("./books.js").then(({ bookPage, booksPage }) => (second ? bookPage(name) : booksPage())),
    );
  if (first === "lab") return later(() => import("./lab.js").then(({ labPage }) => labPage(me)));
  if (me === null) return signIn("Sign in to see this page.");
  if (first === "tables" && second)
    return later(() => import("./table.js").then(({ tablePage }) => tablePage(second)));
  if (first === "audit" && second)
    return later(() => import("./audit.js").then(({ auditPage }) => auditPage(second, me)));
  if (first === "audit") return later(() => import("./ledger.js").then(({ archivePage }) => archivePage(me)));
  if (first === "evidence" && third)
    return later(() => import("./evidence.js").then(({ evidencePage }) => evidencePage(name, third, me)));
  if (first === "disputes" && third === "papers")
    return later(() => import("./evidence.js").then(({ papersPage }) => papersPage(name)));
  if (first === "disputes")
    return later(() =>
      import("./disputes.js").then(({ disputePage, disputesPage }) =>
        second ? disputePage(name, me) : disputesPage(me),
      ),
    );
  if (first === "pit" && second === "sheets")
    return later(() => import("./sheets.js").then(({ sheetsPage }) => sheetsPage(me)));
  if (first === "pit" && second === "tables")
    return later(() => import("./pit-table.js").then(({ pitTablePage }) => pitTablePage(third, me)));
  if (first === "rules" && second)
    return later(() => import("./table-rules.js").then(({ tableRulesPage }) => tableRulesPage(second)));
  if (first === "pit") return later(() => import("./pit.js").then(({ pitPage }) => pitPage(me)));
  if (first === "me" && second === "drills")
    return later(() => import("./drills.js").then(({ drillsPage }) => drillsPage(third)));
  if (first === "me" && second === "rounds")
    return later(() => import("./me-round.js").then(({ myRoundPage }) => myRoundPage(third, Number(fourth))));
  if (first === "me") return later(() => import("./me.js").then(({ mePage }) => mePage(me)));
  return missingPage(`There is nothing at ${path}.`);
}

async function start() {
  let me = null;
  try {
    me = await get("/me?or_nobody=1");
    if (me) takePreferences(me);
  } catch (problem) {
    if (problemOf(problem).status !== 401) tellProblem(problem);
  }
  top(me);
  if (me?.disputes) watchDisputes(me);
  /** @type {Record<string, string>} */
  const titles = {
    "": "Lobby",
    pit: "Pit",
    rules: "Rules",
    audit: "History",
    "sign-in": "Sign in",
    "first-manager": "Run this house",
    tables: "Table",
    books: "Books",
    lab: "Lab",
    me: "My play",
    evidence: "Evidence",
    disputes: "Disputes",
  };
  if (location.pathname.startsWith("/me/drills")) titles.me = "Drills";
  document.title = `${titles[location.pathname.split("/")[1]] ?? "Pitboss"} · Pitboss`;
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  if (main.dataset.complete !== undefined) document.title = "Page not found · Pitboss";
  else redraw(main, pageFor(location.pathname, me));
}

start();
