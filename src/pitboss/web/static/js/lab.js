// @ts-check
// The lab: turn a house option and the exact price follows, with its clause, chart, bets and runs.

import { get, post } from "./api.js";
import { announce, h, percent, redraw } from "./dom.js";
import { betsView, EveningView } from "./lab-bets.js";
import { CardsView } from "./lab-cards.js";
import { ChartView } from "./lab-chart.js";
import { controls, points, refreshed } from "./lab-controls.js";
import { drawFigures } from "./lab-figures.js";
import { headOf } from "./lab-head.js";
import { EffectsView, IndexView } from "./lab-index.js";
import { draftsOf, isDraft, ownBook } from "./lab-own.js";
import { Prices } from "./lab-price.js";
import { RunView } from "./lab-run.js";
import { defaultText, fromAddress, isWithin, side, toAddress, WIDE } from "./lab-state.js";
import { WorthView } from "./lab-worth.js";
import { tellProblem, toast } from "./why.js";

/** @import { Problem } from "./api.js" */
/** @import { Side, State } from "./lab-state.js" */
/** @typedef {"a" | "b"} Which */

/** @type {Record<string, string>} */
const TABS = {
  rules: "Rules",
  chart: "Chart",
  bets: "Bets",
  evening: "Evening",
  cards: "Cards",
  index: "Index",
  run: "Run",
};
/** @type {Record<string, string[]>} */
const PARTS = {
  rules: ["near"],
  chart: ["chart", "hands", "near", "spread"],
  bets: ["bets", "near", "spread"],
  evening: ["spread", "near"],
  cards: ["bets", "near"],
  index: ["near"],
  run: ["near"],
};

/** @param {State} state */
const sidesOf = (state) => (state.b ? [state.a, state.b] : [state.a]);

/** The lab: its state, the prices of its sides, and the views of them. */
export class Lab {
  figures = h("section", { class: "lab-figures", "aria-label": "Price" });
  panel = h("section", { class: "lab-panel", id: "lab-panel", role: "tabpanel" });
  rules = h("section", { class: "lab-rules", "aria-label": "House options" });
  rulesHead = h("div", { class: "rules-head" });
  head = h("header", { class: "lab-head" });
  tabs = h("div", { class: "lab-tabs", role: "tablist", "aria-label": "Views" });
  worth = new WorthView();
  main = h("div", { class: "lab-main" }, this.figures, this.worth.element, this.tabs, this.panel);
  evening = new EveningView();
  /** @type {State} */
  state;
  /** @type {Problem | null} */
  problem = null;
  /** @type {Which} */
  editing = "a";
  /** Which answers are waited for. */
  isBusy = { a: false, b: false };
  /** @type {string | null} */
  lastChange = null;
  changedAt = 0;
  controlsOf = "";
  /** What the controls show. @type {Record<string, string>} */
  drawn = {};
  shown = "";

  /**
   * @param {any[]} books
   * @param {Page.Me | null} me
   * @param {string} first
   * @param {Api.Answers["GET"]["/lab/counts"]["counts"]} counts
   */
  constructor(books, me, first, counts) {
    this.first = first;
    this.books = books;
    this.me = me;
    /** @type {Map<string, any>} */
    this.known = new Map();
    /** @type {Record<Which, any>} */
    this.answers = { a: null, b: null };
    /** @param {Which} which */
    const failed = (which) => (/** @type {any} */ problem, /** @type {any} */ isPart) =>
      this.#failed(which, problem, isPart);
    this.prices = {
      a: new Prices("a", (answer) => this.#told("a", answer), failed("a")),
      b: new Prices("b", (answer) => this.#told("b", answer), failed("b")),
    };
    /** @param {string | null} cell */
    const pickCell = (cell) => {
      if (this.state.cell === cell) return;
      this.state.cell = cell;
      this.#address(true);
    };
    this.charts = { a: new ChartView(pickCell), b: new ChartView(pickCell) };
    this.index = new IndexView(counts);
    this.effects = new EffectsView(counts);
    this.cards = new CardsView((shoe) => this.change((state) => (state.shoe = shoe), "shoe"));
    this.runs = new RunView(
      () => this.sideOf(this.editing),
      () => this.state.shoe,
      counts,
    );
    this.element = h("div", { class: "lab" });
    this.file = ownBook(this.element, (draft) => this.#brought(draft));
    addEventListener("popstate", () => this.#arrive());
    WIDE.addEventListener("change", () => this.draw());
  }

  /**
   * A side as it is set; A where there is no B.
   * @param {Which} which
   * @returns {Side}
   */
  sideOf(which) {
    return (which === "b" && this.state.b) || this.state.a;
  }

  async begin() {
    await this.#arrive();
    return this.element;
  }

  /** Take up the state that the address names. */
  async #arrive() {
    const state = fromAddress(location);
    this.lastChange = null;
    for (const one of sidesOf(state)) {
      if (!this.books.some((book) => book.id === one.book)) this.books.push(...(await draftsOf(one.book)));
    }
    if (!state.a.book || !this.books.some((one) => one.id === state.a.book)) {
      if (isDraft(state.a.book))
        toast("This window no longer has that draft; load its file again.", { bad: true });
      else if (state.a.book) toast(`No book is named ${state.a.book}.`, { bad: true });
      state.a = side(this.first);
    }
    if (!this.books.some((one) => one.id === state.b?.book)) state.b = null;
    this.state = state;
    await Promise.all(sidesOf(state).map((one) => this.#book(one.book)));
    const ignored = sidesOf(state).flatMap((one) => this.#leaveOut(one));
    for (const [key, value] of state.strange)
      ignored.push([`The link has an unknown setting, ${key}=${value}; it was ignored.`]);
    // Only the last three messages stay, so more than that are one.
    if (ignored.length > 3) toast(ignored.map(([text]) => text).join(" "), { bad: true });
    else for (const [text, more] of ignored) toast(text, { ...more, bad: true });
    this.editing = state.b ? this.editing : "a";
    this.#address(true);
    this.draw();
    this.#ask();
  }

  /**
   * Leave out what a book does not have or does not allow; the sentences that say so.
   * @param {Side} one
   */
  #leaveOut(one) {
    const { title, elections } = this.known.get(one.book);
    /** @type {[string, object?][]} */
    const ignored = [];
    for (const [key, text] of Object.entries(one.settings)) {
      const option = elections.find((/** @type {any} */ each) => each.key === key);
      if (!option) {
        delete one.settings[key];
        ignored.push([`${title} has no option ${key}; it was ignored.`]);
      } else if (!isWithin(option, text)) {
        delete one.settings[key];
        ignored.push([
          `${key}=${text} is out of range: ${option.clause} allows ${option.range}; it was ignored.`,
          { book: one.book, clause: option.clause },
        ]);
      } else if (text === defaultText(option)) delete one.settings[key];
    }
    return ignored;
  }

  /** @param {string} id */
  async #book(id) {
    if (!this.known.has(id)) this.known.set(id, await get(`/rulebooks/${id}`));
    return this.known.get(id);
  }

  #address(replace = false) {
    const address = toAddress(this.state);
    if (address === location.pathname + location.search) return;
    history[replace ? "replaceState" : "pushState"](null, "", address);
  }

  /**
   * Change the state by a control; changes of the same thing in a row are one step back.
   * @param {(state: State) => unknown} make
   * @param {string} what
   */
  change(make, what) {
    make(this.state);
    const now = performance.now();
    this.#address(this.lastChange === what && now - this.changedAt < 800);
    this.lastChange = what;
    this.changedAt = now;
    this.#ask(); // the request is on its way while the page is drawn
    this.draw();
  }

  /**
   * @param {Which} which
   * @param {string} key
   * @param {string | null} text
   */
  set(which, key, text, isOwn = false) {
    const { book, settings } = this.sideOf(which);
    if (text === null) delete settings[key];
    else settings[key] = text;
    this.prices[which].touch(key);
    this.change(() => {}, `${which} ${key}`);
    const option = this.known.get(book).elections.find((/** @type {any} */ one) => one.key === key);
    if (!isOwn) refreshed(this.rules.querySelector(`[data-option="${key}"]`), text ?? defaultText(option));
    this.#near();
  }

  /** @param {Which} which */
  #question(which) {
    const { book, settings } = this.sideOf(which);
    return { book, settings, policy: this.state.policy, shoe: this.state.shoe };
  }

  #ask() {
    /** @type {Which[]} */
    const sides = this.state.b ? ["a", "b"] : ["a"];
    for (const which of sides) {
      const parts = [...PARTS[this.state.view]];
      if (this.state.b && this.state.view === "chart") parts.push("chart");
      this.isBusy = { ...this.isBusy, [which]: true }; // an answer that is known comes at once
      if (!this.prices[which].ask(this.#question(which), parts)) this.isBusy[which] = false;
    }
    this.busy();
  }

  /**
   * @param {Which} which
   * @param {any} answer
   */
  #told(which, answer) {
    const isNew = this.answers[which]?.digest !== answer.digest || this.isBusy[which];
    this.answers[which] = answer;
    this.isBusy = { ...this.isBusy, [which]: false };
    this.problem = null;
    drawFigures(this);
    this.#panel();
    this.#near();
    if (isNew && which === this.editing) announce(`House edge ${percent(answer.main.house_edge, 4)}`);
  }

  /**
   * @param {Which} which
   * @param {Problem} problem
   * @param {boolean | undefined} isPart
   */
  #failed(which, problem, isPart) {
    if (isPart) return tellProblem(problem);
    this.problem = problem;
    this.isBusy = { ...this.isBusy, [which]: false };
    drawFigures(this);
    return null;
  }

  // Drawing.

  draw() {
    const { state } = this;
    const views = Object.keys(TABS).filter((view) => view !== "rules" || !WIDE.matches);
    const view = views.includes(state.view) ? state.view : "chart";
    state.view = view;
    if (!this.element.firstChild) this.element.append(this.head, this.rules, this.main);
    this.element.dataset.view = view;
    this.element.classList.toggle("has-b", Boolean(state.b));
    redraw(this.head, headOf(this));
    redraw(
      this.tabs,
      views.map((one) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            id: `tab-${one}`,
            "aria-selected": String(one === view),
            "aria-controls": "lab-panel",
            tabindex: one === view ? 0 : -1,
            "data-focus": `tab ${one}`,
            onclick: () => this.#view(one),
            onkeydown: (event) => this.#tabKey(event, views),
          },
          TABS[one],
        ),
      ),
    );
    requestAnimationFrame(() => {
      // the chosen one may be beyond the edge of a phone
      const chosen = this.tabs.querySelector("[aria-selected=true]");
      if (chosen) this.tabs.scrollLeft = chosen.offsetLeft - (this.tabs.clientWidth - chosen.offsetWidth) / 2;
    });
    this.panel.setAttribute("aria-labelledby", `tab-${view}`);
    this.#controls();
    drawFigures(this);
    this.#panel();
    this.#near();
    this.busy();
    document.title = `${this.known.get(state.a.book).title} · Lab · Pitboss`;
  }

  /** @param {string} view */
  #view(view) {
    this.change((state) => (state.view = view), "view");
  }

  /**
   * @param {KeyboardEvent} event
   * @param {string[]} views
   */
  #tabKey(event, views) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = views[(views.indexOf(this.state.view) + step + views.length) % views.length];
    this.#view(next);
    this.tabs.querySelector("[aria-selected=true]")?.focus();
  }

  /** @param {any} draft */
  #brought(draft) {
    if (!this.books.some((one) => one.id === draft.id)) this.books.push(draft);
    toast(`${draft.title} can be priced here; it is not saved.`);
    this.changeBook(draft.id);
  }

  /**
   * @param {string} draft
   * @param {any} book
   */
  kept(draft, book) {
    this.books = [...this.books.filter((one) => ![draft, book.id].includes(one.id)), book];
    toast(`${book.title} has been added to the books.`);
    this.changeBook(book.id);
  }

  /** @param {string} id */
  async changeBook(id) {
    await this.#book(id);
    this.change((state) => {
      state[this.editing] = side(id);
      state.shoe = null;
      state.cell = null;
    }, "book");
  }

  /**
   * Edit one side; B begins as A is.
   * @param {Which} which
   */
  async edit(which) {
    this.editing = which;
    if (which === "b" && !this.state.b)
      this.change((state) => (state.b = side(state.a.book, state.a.settings)), "b");
    else this.draw();
  }

  #controls() {
    const which = this.editing;
    const { book, settings } = this.sideOf(which);
    const { elections } = this.known.get(book);
    const changed = Object.keys(settings).length;
    redraw(
      this.rulesHead,
      h("h2", {}, this.state.b ? `House options of ${which.toUpperCase()}` : "House options"),
      h("span", { class: "small", id: "how-many-changed" }, changed ? `${changed} changed` : "defaults"),
      changed > 0 &&
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "data-focus": "reset",
            onclick: () => this.change((state) => (this.sideOf(which).settings = {}), "reset"),
          },
          "↺ Reset",
        ),
    );
    const key = `${which} ${book}`;
    if (this.controlsOf !== key) {
      this.controlsOf = key;
      this.rules.replaceChildren(
        this.rulesHead,
        ...controls(
          book,
          elections,
          settings,
          (name, text, isOwn) => this.set(which, name, text, isOwn),
          which,
        ).filter((part) => part !== false),
      );
      this.drawn = { ...settings };
      return;
    }
    // Only what was changed elsewhere: by the address, a reset, a swap.
    for (const option of elections) {
      const now = settings[option.key];
      if (this.drawn[option.key] === now) continue;
      refreshed(
        this.rules.querySelector(`[data-option="${option.key}"]`),
        now ?? defaultText(option),
        this.lastChange === `${which} ${option.key}`,
      );
    }
    this.drawn = { ...settings };
  }

  busy() {
    const busy = Boolean(this.isBusy.a || (this.state.b && this.isBusy.b));
    this.figures.setAttribute("aria-busy", String(busy));
  }

  /** What the values one step away would do, next to their controls. */
  #near() {
    const answer = this.answers[this.editing];
    const edge = answer?.main?.house_edge;
    const near = new Map(
      (answer?.near ?? []).map((/** @type {any} */ one) => [
        `${one.key}=${one.value}`,
        one.house_edge - edge,
      ]),
    );
    for (const place of this.rules.querySelectorAll("[data-near]")) {
      const worth = near.get(place.dataset.near);
      place.textContent = worth === undefined ? "" : Math.abs(worth) < 5e-7 ? "±0" : points(worth, 2);
      place.title = worth === undefined ? "" : `${points(worth)} points on the house edge`;
    }
    for (const place of this.rules.querySelectorAll("[data-worth]")) {
      const option = this.known
        .get(this.sideOf(this.editing).book)
        .elections.find((/** @type {any} */ one) => one.key === place.dataset.worth);
      const worth = near.get(`${option.key}=${defaultText(option)}`);
      place.textContent = worth === undefined ? "" : Math.abs(worth) < 5e-7 ? "±0.0000" : points(-worth);
      const [after] = place.parentElement?.getElementsByClassName("the-default") ?? [];
      if (after)
        after.textContent = worth === undefined ? `default: ${option.default}` : ` against ${option.default}`;
      // Alone it may be worth something else, as the list of changes says.
      const others = place.parentElement?.querySelector(".with-others");
      if (others)
        others.hidden = worth === undefined || Object.keys(this.sideOf(this.editing).settings).length < 2;
    }
  }

  #panel() {
    const { view } = this.state;
    const a = this.answers.a;
    if (view === "chart") {
      const other = this.state.b ? this.answers.b : null;
      const different = this.charts.a.draw(a, this.state.cell, other);
      if (this.state.b) this.charts.b.draw(other, this.state.cell, a);
      const told =
        this.state.b &&
        a?.chart &&
        other?.chart &&
        h(
          "p",
          { class: "how-different", "data-different": different },
          different ? `${different} cells differ, outlined in both charts.` : "Both charts are the same.",
        );
      this.#put(
        () => [
          told,
          h("div", { class: "charts" }, this.charts.a.element, this.state.b && this.charts.b.element),
        ],
        `chart ${Boolean(this.state.b)} ${told ? different : ""}`,
      );
    } else if (view === "bets")
      this.#put(
        () => [betsView(this.answers[this.editing])],
        `bets ${this.answers[this.editing]?.digest} ${Boolean(this.answers[this.editing]?.side_bets)}`,
      );
    else if (view === "evening") {
      this.evening.draw(this.answers[this.editing]);
      this.#put(() => [this.evening.element], "evening");
    } else if (view === "cards") {
      this.cards.draw(this.state, a, a?.decks ?? 6);
      this.effects.draw(this.state.a);
      this.#put(() => [this.cards.element, this.effects.element], "cards");
    } else if (view === "run") {
      this.runs.draw();
      this.#put(() => [this.runs.element], "run");
    } else if (view === "index") {
      this.index.draw(this.sideOf(this.editing));
      this.#put(() => [this.index.element], "index");
    } else this.#put(() => [], "rules");
  }

  /**
   * @param {() => Page.Child[]} make
   * @param {string} key
   */
  #put(make, key) {
    if (this.shown === key) return;
    this.shown = key;
    this.panel.replaceChildren(.../** @type {Node[]} */ (make().filter(Boolean)));
  }

  // Acts.

  async copy() {
    const link = location.origin + toAddress(this.state);
    try {
      await navigator.clipboard.writeText(link);
      toast("Link copied.");
    } catch {
      toast(link);
    }
  }

  async play() {
    const { book, settings } = this.sideOf(this.editing);
    try {
      if (!this.me) await post("/sessions", { guest: true });
      const table = await post("/tables", { book, settings, bots: 0, name: "Practice", practice: true });
      location.assign(`/tables/${table.id}`);
    } catch (problem) {
      tellProblem(problem);
    }
  }
}

/**
 * The page of the lab.
 * @param {Page.Me | null} me
 */
export async function labPage(me) {
  const [{ rulebooks, play_now: first }, { counts }] = await Promise.all([
    get("/rulebooks"),
    get("/lab/counts"),
  ]);
  return new Lab(rulebooks, me, first, counts).begin();
}
