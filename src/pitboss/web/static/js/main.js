// Which page the address names, the bar on top, and the switches for theme and motion.

import { get, remove } from "./api.js";
import { auditPage } from "./audit.js";
import { bookPage, booksPage } from "./books.js";
import { h, money, redraw } from "./dom.js";
import { firstManagerPage } from "./first-manager.js";
import { archivePage } from "./ledger.js";
import { lobbyPage } from "./lobby.js";
import { missingPage } from "./missing.js";
import { pitPage } from "./pit.js";
import { signInPage } from "./signin.js";
import { takePreferences } from "./speed.js";
import { tablePage } from "./table.js";
import { workedRoundPage } from "./worked_round.js";
import { tellProblem } from "./why.js";

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
  const toggle = (label, name, isOn, change) => {
    const made = h("button", { type: "button", class: "icon", "aria-label": label, title: label,
      "aria-pressed": String(isOn()), onclick: () => {
        change();
        made.setAttribute("aria-pressed", String(isOn()));
      } }, name);
    return made;
  };
  return [
    toggle("Dark theme", "◐", dark, () => kept("theme", dark() ? "light" : "dark")),
    toggle("Reduce motion", "≋", still, () => kept("motion", still() ? "on" : "off")),
  ];
}

function top(me) {
  const staff = me && ["supervisor", "shift_manager", "auditor"].includes(me.role);
  const here = location.pathname;
  const link = (to, text) => h("a", { href: to, "aria-current": here === to ? "page" : null }, text);
  const leave = async () => {
    try {
      await remove("/sessions/current");
    } catch (problem) {
      tellProblem(problem);
    }
    location.assign("/");
  };
  redraw(document.getElementById("top"),
    h("a", { class: "brand", href: "/", "aria-label": "Pitboss, lobby" },
      h("img", { src: "/static/icon.svg", alt: "", width: 30, height: 30 }), h("span", {}, "Pitboss")),
    h("nav", { "aria-label": "Main" }, link("/", "Lobby"), link("/books", "Books"), h("a", { href: "/lab", "aria-current": here.startsWith("/lab") ? "page" : null }, "Lab"), me?.role === "player" && h("a", { href: "/me", title: "My play", "aria-current": here.startsWith("/me") ? "page" : null }, "Me"), staff && link("/pit", "Pit")),
    h("div", { class: "me" },
      me && h("span", { class: "person" }, h("span", { class: "person-name" }, me.name),
        h("span", { class: "small" }, me.role === "player" ? (here.startsWith("/tables/") ? (me.guest ? "guest" : "player") : money(me.balance)) : me.role.replace("_", " "))),
      me && !me.guest ? h("button", { type: "button", class: "quiet", onclick: leave }, "Sign out")
        : h("a", { class: "quiet", href: `/sign-in?to=${encodeURIComponent(here === "/sign-in" ? "/" : here)}` }, me ? "Sign up" : "Sign in"),
      switches()));
}

/** A page whose own script is loaded only where it is shown. */
function later(load) {
  const place = h("p", { class: "waiting" }, "Loading…");
  load().then((page) => place.replaceWith(page), tellProblem);
  return place;
}

function pageFor(path, me) {
  const parts = path.split("/").filter(Boolean);
  if (parts.length === 0) return lobbyPage(me);
  if (parts[0] === "sign-in") return signInPage("", me);
  if (parts[0] === "first-manager") return firstManagerPage(me);
  if (parts[0] === "books" && parts[4] === "play") return later(() => import("./rehearsal.js").then(({ rehearsalPage }) => rehearsalPage(...[parts[1], parts[3]].map(decodeURIComponent))));
  if (parts[0] === "books" && parts[2] === "rounds") return workedRoundPage(...[parts[1], parts[3]].map(decodeURIComponent));
  if (parts[0] === "books") return parts[1] ? bookPage(decodeURIComponent(parts[1])) : booksPage();
  if (parts[0] === "lab") return later(() => import("./lab.js").then(({ labPage }) => labPage(me)));
  if (me === null) return signInPage("Sign in to see this page.");
  if (parts[0] === "tables" && parts[1]) return tablePage(parts[1]);
  if (parts[0] === "audit") return parts[1] ? auditPage(parts[1], me) : archivePage(me);
  if (parts[0] === "pit") return pitPage(me);
  if (parts[0] === "me" && parts[1] === "drills") return later(() => import("./drills.js").then(({ drillsPage }) => drillsPage(parts[2])));
  if (parts[0] === "me" && parts[1] === "rounds") return later(() => import("./me-round.js").then(({ myRoundPage }) => myRoundPage(parts[2], Number(parts[3]))));
  if (parts[0] === "me") return later(() => import("./me.js").then(({ mePage }) => mePage(me)));
  return missingPage(`There is nothing at ${path}.`);
}

async function start() {
  let me = null;
  try {
    me = await get("/me?or_nobody=1");
    if (me) takePreferences(me);
  } catch (problem) {
    if (problem.status !== 401) tellProblem(problem);
  }
  top(me);
  const titles = { "": "Lobby", pit: "Pit", audit: "History", "sign-in": "Sign in", "first-manager": "Run this house", tables: "Table", books: "Books", lab: "Lab", me: "My play" };
  if (location.pathname.startsWith("/me/drills")) titles.me = "Drills";
  document.title = `${titles[location.pathname.split("/")[1]] ?? "Pitboss"} · Pitboss`;
  const main = document.getElementById("main");
  if (main.dataset.complete !== undefined) document.title = "Page not found · Pitboss";
  else redraw(main, pageFor(location.pathname, me));
}

start();
