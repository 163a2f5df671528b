// The lab: turn a house option and the exact price follows, with its clause, chart, bets and runs.

import { get, post } from "./api.js";
import { announce, h, percent, redraw, sentence } from "./dom.js";
import { betsView, EveningView } from "./lab-bets.js";
import { CardsView } from "./lab-cards.js";
import { ChartView } from "./lab-chart.js";
import { controls, points } from "./lab-controls.js";
import { EffectsView, IndexView } from "./lab-index.js";
import { draftsOf, isDraft, ownBook, shelve } from "./lab-own.js";
import { Prices } from "./lab-price.js";
import { RunView } from "./lab-run.js";
import { defaultText, fromAddress, isWithin, POLICIES, side, toAddress, WIDE } from "./lab-state.js";
import { tornado, WorthView } from "./lab-worth.js";
import { tellProblem, toast, whyButton } from "./why.js";

const TABS = {
  rules: "Rules",
  chart: "Chart",
  bets: "Bets",
  evening: "Evening",
  cards: "Cards",
  index: "Index",
  run: "Run",
};
const PARTS = {
  rules: ["near"],
  chart: ["chart", "hands", "near", "spread"],
  bets: ["bets", "near", "spread"],
  evening: ["spread", "near"],
  cards: ["bets", "near"],
  index: ["near"],
  run: ["near"],
};

class Lab {
  constructor(books, me, first) {
    this.first = first;
    this.books = books;
    this.me = me;
    this.known = new Map();
    this.answers = { a: null, b: null };
    this.editing = "a";
    const failed = (which) => (problem, isPart) => this.#failed(which, problem, isPart);
    this.prices = {
      a: new Prices("a", (answer) => this.#told("a", answer), failed("a")),
      b: new Prices("b", (answer) => this.#told("b", answer), failed("b")),
    };
    const pickCell = (cell) => {
      if (this.state.cell === cell) return;
      this.state.cell = cell;
      this.#address(true);
    };
    this.charts = { a: new ChartView(pickCell), b: new ChartView(pickCell) };
    this.worth = new WorthView();
    this.evening = new EveningView();
    this.index = new IndexView();
    this.effects = new EffectsView();
    this.cards = new CardsView((shoe) => this.#change((state) => (state.shoe = shoe), "shoe"));
    this.runs = new RunView(
      () => this.state[this.editing],
      () => this.state.shoe,
    );
    this.element = h("div", { class: "lab" });
    this.file = ownBook(this.element, (draft) => this.#brought(draft));
    addEventListener("popstate", () => this.#arrive());
    WIDE.addEventListener("change", () => this.draw());
  }

  async begin() {
    await this.#arrive();
    return this.element;
  }

  /** Take up the state that the address names. */
  async #arrive() {
    const state = fromAddress(location);
    this.lastChange = null;
    for (const one of [state.a, state.b].filter(Boolean)) {
      if (!this.books.some((book) => book.id === one.book)) this.books.push(...(await draftsOf(one.book)));
    }
    if (!state.a.book || !this.books.some((one) => one.id === state.a.book)) {
      if (isDraft(state.a.book))
        toast("This window no longer has that draft; load its file again.", { bad: true });
      else if (state.a.book) toast(`No book is named ${state.a.book}.`, { bad: true });
      state.a = side(this.first);
    }
    if (state.b && !this.books.some((one) => one.id === state.b.book)) state.b = null;
    this.state = state;
    await Promise.all([state.a, state.b].filter(Boolean).map((one) => this.#book(one.book)));
    const ignored = [state.a, state.b].filter(Boolean).flatMap((one) => this.#leaveOut(one));
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

  /** Leave out what a book does not have or does not allow; the sentences that say so. */
  #leaveOut(one) {
    const { title, elections } = this.known.get(one.book);
    const ignored = [];
    for (const [key, text] of Object.entries(one.settings)) {
      const option = elections.find((each) => each.key === key);
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

  async #book(id) {
    if (!this.known.has(id)) this.known.set(id, await get(`/rulebooks/${id}`));
    return this.known.get(id);
  }

  #address(replace = false) {
    const address = toAddress(this.state);
    if (address === location.pathname + location.search) return;
    history[replace ? "replaceState" : "pushState"](null, "", address);
  }

  /** Change the state by a control; changes of the same thing in a row are one step back. */
  #change(make, what) {
    make(this.state);
    const now = performance.now();
    this.#address(this.lastChange === what && now - this.changedAt < 800);
    this.lastChange = what;
    this.changedAt = now;
    this.#ask(); // the request is on its way while the page is drawn
    this.draw();
  }

  #set(which, key, text, isOwn = false) {
    const { book, settings } = this.state[which];
    if (text === null) delete settings[key];
    else settings[key] = text;
    this.prices[which].touch(key);
    this.#change(() => {}, `${which} ${key}`);
    const option = this.known.get(book).elections.find((one) => one.key === key);
    if (!isOwn) this.rules.querySelector(`[data-option="${key}"]`)?.refresh(text ?? defaultText(option));
    this.#near();
  }

  #question(which) {
    const { book, settings } = this.state[which];
    return { book, settings, policy: this.state.policy, shoe: this.state.shoe };
  }

  #ask() {
    for (const which of this.state.b ? ["a", "b"] : ["a"]) {
      const parts = [...PARTS[this.state.view]];
      if (this.state.b && this.state.view === "chart") parts.push("chart");
      this.isBusy = { ...this.isBusy, [which]: true }; // an answer that is known comes at once
      if (!this.prices[which].ask(this.#question(which), parts)) this.isBusy[which] = false;
    }
    this.#busy();
  }

  #told(which, answer) {
    const isNew = this.answers[which]?.digest !== answer.digest || this.isBusy?.[which];
    this.answers[which] = answer;
    this.isBusy = { ...this.isBusy, [which]: false };
    this.problem = null;
    this.#figures();
    this.#panel();
    this.#near();
    if (isNew && which === this.editing) announce(`House edge ${percent(answer.main.house_edge, 4)}`);
  }

  #failed(which, problem, isPart) {
    if (isPart) return tellProblem(problem);
    this.problem = problem;
    this.isBusy = { ...this.isBusy, [which]: false };
    this.#figures();
    return null;
  }

  // Drawing.

  draw() {
    const { state } = this;
    const views = Object.keys(TABS).filter((view) => view !== "rules" || !WIDE.matches);
    const view = views.includes(state.view) ? state.view : "chart";
    state.view = view;
    this.figures ??= h("section", { class: "lab-figures", "aria-label": "Price" });
    this.panel ??= h("section", { class: "lab-panel", id: "lab-panel", role: "tabpanel" });
    this.rules ??= h("section", { class: "lab-rules", "aria-label": "House options" });
    this.head ??= h("header", { class: "lab-head" });
    this.tabs ??= h("div", { class: "lab-tabs", role: "tablist", "aria-label": "Views" });
    this.main ??= h("div", { class: "lab-main" }, this.figures, this.worth.element, this.tabs, this.panel);
    if (!this.element.firstChild) this.element.append(this.head, this.rules, this.main);
    this.element.dataset.view = view;
    this.element.classList.toggle("has-b", Boolean(state.b));
    redraw(this.head, this.#headParts());
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
      this.tabs.scrollLeft = chosen.offsetLeft - (this.tabs.clientWidth - chosen.offsetWidth) / 2;
    });
    this.panel.setAttribute("aria-labelledby", `tab-${view}`);
    this.#controls();
    this.#figures();
    this.#panel();
    this.#near();
    this.#busy();
    document.title = `${this.known.get(state.a.book).title} · Lab · Pitboss`;
  }

  #view(view) {
    this.#change((state) => (state.view = view), "view");
  }

  #tabKey(event, views) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = views[(views.indexOf(this.state.view) + step + views.length) % views.length];
    this.#view(next);
    this.tabs.querySelector("[aria-selected=true]").focus();
  }

  #headParts() {
    const { state } = this;
    const own = state[this.editing];
    const choose = h(
      "select",
      {
        class: "book-choice",
        "aria-label": "Book",
        "data-focus": "book",
        oninput: (event) => this.#changeBook(event.target.value),
      },
      this.books.map((one) =>
        h(
          "option",
          { value: one.id, selected: one.id === own.book },
          isDraft(one.id) ? `${one.title} (not saved)` : one.title,
        ),
      ),
    );
    const draft = isDraft(own.book);
    const maySave = ["supervisor", "shift_manager"].includes(this.me?.role);
    const which = (name, label) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(this.editing === name),
          "data-focus": `side ${name}`,
          onclick: () => this.#edit(name),
        },
        label,
      );
    return [
      h("h1", {}, "Lab"),
      choose,
      h(
        "label",
        {
          class: "quiet own-file",
          for: "bring-book",
          title: "Price a book of your own: a TOML file, dropped here or chosen",
          "aria-label": "Own book…",
        },
        h("span", { class: "wide-word" }, "Own book…"),
        h("span", { class: "narrow-word", "aria-hidden": "true" }, "+"),
      ),
      this.file,
      draft &&
        maySave &&
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            id: "keep-book",
            "data-focus": "keep",
            onclick: () => shelve(own.book, (kept) => this.#kept(own.book, kept)),
          },
          "Add to the books",
        ),
      h(
        "div",
        { class: "sides", role: "group", "aria-label": "Settings to compare" },
        which("a", "A"),
        state.b
          ? which("b", "B")
          : h(
              "button",
              {
                type: "button",
                "data-focus": "side b",
                onclick: () => this.#edit("b"),
                "aria-label": "Compare with B",
              },
              "A | B",
            ),
        state.b &&
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "data-focus": "swap",
              onclick: () => this.#change((s) => ([s.a, s.b] = [s.b, s.a]), "swap"),
            },
            "Swap",
          ),
        state.b &&
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "data-focus": "alike",
              onclick: () => this.#change((s) => (s.b = side(s.a.book, s.a.settings)), "alike"),
            },
            "Copy A to B",
          ),
        state.b &&
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "data-focus": "close b",
              "aria-label": "Close B",
              onclick: () => {
                this.editing = "a";
                this.#change((s) => (s.b = null), "close b");
              },
            },
            "×",
          ),
      ),
      h(
        "div",
        { class: "lab-actions" },
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            "data-focus": "copy",
            id: "copy-link",
            onclick: () => this.#copy(),
          },
          "Copy link",
        ),
        this.#exports(),
        !draft &&
          h(
            "button",
            {
              type: "button",
              class: "primary",
              "data-focus": "play",
              id: "play-this",
              onclick: () => this.#play(),
            },
            "Play this",
          ),
      ),
    ];
  }

  #exports() {
    const link = (text, ending) => h("a", { class: "quiet", "data-ending": ending, download: "" }, text);
    return h(
      "details",
      { class: "export" },
      h("summary", { class: "quiet", "data-focus": "export" }, "Export"),
      h(
        "div",
        { class: "export-menu" },
        h("p", { class: "small" }, "Par sheet"),
        link("HTML", "html"),
        link("JSON", "json"),
        h("p", { class: "small" }, "Chart"),
        link("HTML", "html?what=chart"),
        link("SVG", "svg"),
        link("PNG", "png"),
        link("CSV", "csv"),
      ),
    );
  }

  #brought(draft) {
    if (!this.books.some((one) => one.id === draft.id)) this.books.push(draft);
    toast(`${draft.title} can be priced here; it is not saved.`);
    this.#changeBook(draft.id);
  }

  #kept(draft, book) {
    this.books = [...this.books.filter((one) => ![draft, book.id].includes(one.id)), book];
    toast(`${book.title} has been added to the books.`);
    this.#changeBook(book.id);
  }

  async #changeBook(id) {
    await this.#book(id);
    this.#change((state) => {
      state[this.editing] = side(id);
      state.shoe = null;
      state.cell = null;
    }, "book");
  }

  async #edit(which) {
    this.editing = which;
    if (which === "b" && !this.state.b)
      this.#change((state) => (state.b = side(state.a.book, state.a.settings)), "b");
    else this.draw();
  }

  #controls() {
    const which = this.editing;
    const { book, settings } = this.state[which];
    const { elections } = this.known.get(book);
    const changed = Object.keys(settings).length;
    this.rulesHead ??= h("div", { class: "rules-head" });
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
            onclick: () => this.#change((state) => (state[which].settings = {}), "reset"),
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
          (name, text, isOwn) => this.#set(which, name, text, isOwn),
          which,
        ).filter(Boolean),
      );
      this.drawn = { ...settings };
      return;
    }
    // Only what was changed elsewhere: by the address, a reset, a swap.
    for (const option of elections) {
      const now = settings[option.key];
      if (this.drawn[option.key] === now) continue;
      this.rules
        .querySelector(`[data-option="${option.key}"]`)
        .refresh(now ?? defaultText(option), this.lastChange === `${which} ${option.key}`);
    }
    this.drawn = { ...settings };
  }

  #busy() {
    const busy = Boolean(this.isBusy?.a || (this.state.b && this.isBusy?.b));
    this.figures.setAttribute("aria-busy", String(busy));
  }

  #edge(which) {
    const answer = this.answers[which];
    const chart = answer?.chart?.house_edge;
    const spread = answer?.spread;
    const edge = answer?.main?.house_edge;
    const decks = answer && `${answer.decks} deck${answer.decks > 1 ? "s" : ""}`;
    return h(
      "div",
      { class: "edge-block", "data-side": which },
      h(
        "p",
        { class: "edge-label" },
        this.state.b
          ? [
              which.toUpperCase(),
              h("span", { class: "side-title" }, ` · ${this.known.get(this.state[which].book).title}`),
            ]
          : edge < 0
            ? "House edge (favours the player)"
            : "House edge",
      ),
      h(
        "p",
        { class: "edge" },
        h(
          "strong",
          { "data-edge": edge ?? "", "data-digest": answer?.digest ?? "" },
          edge === undefined ? "…" : percent(edge, 4),
        ),
      ),
      h(
        "p",
        { class: "edge-more small" },
        [
          POLICIES[this.state.policy],
          chart !== undefined && this.state.policy !== "basic" && `chart ${percent(chart, 4)}`,
          spread ? `sd ${spread.sd.toFixed(3)} · average wager ${spread.average_wager.toFixed(3)}` : null,
          answer && `exact · ${answer.is_full ? decks : `${answer.cards} cards`}`,
          answer && `digest ${answer.digest.slice(0, 8)}`,
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    );
  }

  #figures() {
    const { state, problem } = this;
    redraw(
      this.figures,
      h(
        "div",
        { class: "edges" },
        this.#edge("a"),
        state.b && this.#edge("b"),
        !state.b && this.answers.a && this.#byUp(this.answers.a),
        h(
          "div",
          { class: "policy" },
          h("span", { class: "policy-label", "aria-hidden": "true" }, "Played by"),
          h(
            "select",
            {
              id: "policy",
              "aria-label": "Played by",
              "data-focus": "policy",
              oninput: (event) => this.#change((s) => (s.policy = event.target.value), "policy"),
            },
            Object.entries(POLICIES).map(([value, text]) =>
              h("option", { value, selected: value === state.policy }, text),
            ),
          ),
        ),
      ),
      problem &&
        h(
          "p",
          { class: "lab-problem", role: "alert" },
          `${sentence(problem.why)} `,
          whyButton(problem.book, problem.clause, { label: "§", name: `Clause ${problem.clause}` }),
        ),
    );
    this.figures.classList.toggle("stale", Boolean(problem));
    this.#busy();
    this.#worths();
    const digest = this.answers[this.editing]?.digest;
    for (const link of this.head.querySelectorAll("[data-ending]")) {
      if (digest) link.href = `/api/v1/lab/export/${digest}.${link.dataset.ending}`;
    }
  }

  /** The value against each up card, as bars. */
  #byUp(answer) {
    const ups = [..."23456789TA"].filter((up) => up in answer.by_up);
    const most = Math.max(...ups.map((up) => Math.abs(answer.by_up[up])));
    const name = (up) => (up === "T" ? "10" : up);
    const value = (up) => answer.by_up[up].toFixed(4).replace("-", "−");
    const said = "Player’s value by up card";
    return h(
      "div",
      { class: "by-up" },
      h("span", { class: "policy-label", "aria-hidden": "true" }, said),
      h(
        "div",
        {
          class: "up-bars",
          role: "img",
          "aria-label": `${said}: ${ups.map((up) => `${name(up)} ${value(up)}`).join(", ")}`,
        },
        ups.map((up) =>
          h(
            "span",
            { class: "up-bar", title: `${name(up)}: ${value(up)}` },
            h("span", {
              class: answer.by_up[up] < 0 ? "minus" : "plus",
              style: { "--share": (answer.by_up[up] / most).toFixed(3) },
            }),
            h("span", { class: "up-name" }, name(up)),
          ),
        ),
      ),
    );
  }

  #worths() {
    const { state } = this;
    const own = { book: state.a.book, settings: state.a.settings };
    const book = this.known.get(own.book);
    if (state.b) {
      const other = { book: state.b.book, settings: state.b.settings };
      const alike = JSON.stringify(own) === JSON.stringify(other);
      this.worth.draw(own, other, {
        title: "From A to B",
        choice: null,
        same:
          alike &&
          (() => h("p", { class: "small" }, "A and B are the same. Change the book or an option of either.")),
      });
      return;
    }
    const choice = h(
      "label",
      { class: "against" },
      "against ",
      h(
        "select",
        {
          "data-focus": "against",
          oninput: (event) => this.#change((s) => (s.against = event.target.value), "against"),
        },
        h("option", { value: "default", selected: state.against === "default" }, "its defaults"),
        this.books
          .filter((one) => one.id !== own.book)
          .map((one) => h("option", { value: one.id, selected: state.against === one.id }, one.title)),
      ),
    );
    const isDefault = state.against === "default" || !this.books.some((one) => one.id === state.against);
    const first = { book: isDefault ? own.book : state.against, settings: {} };
    const title = isDefault
      ? "What each change is worth"
      : `From ${this.books.find((one) => one.id === state.against).title}`;
    const same = isDefault && Object.keys(own.settings).length === 0;
    this.worth.draw(first, own, {
      title,
      choice,
      same:
        same && (() => tornado(this.answers.a, book.elections, (key, value) => this.#set("a", key, value))),
    });
  }

  /** What the values one step away would do, next to their controls. */
  #near() {
    const answer = this.answers[this.editing];
    const edge = answer?.main?.house_edge;
    const near = new Map(
      (answer?.near ?? []).map((one) => [`${one.key}=${one.value}`, one.house_edge - edge]),
    );
    for (const place of this.rules.querySelectorAll("[data-near]")) {
      const worth = near.get(place.dataset.near);
      place.textContent = worth === undefined ? "" : Math.abs(worth) < 5e-7 ? "±0" : points(worth, 2);
      place.title = worth === undefined ? "" : `${points(worth)} points on the house edge`;
    }
    for (const place of this.rules.querySelectorAll("[data-worth]")) {
      const option = this.known
        .get(this.state[this.editing].book)
        .elections.find((one) => one.key === place.dataset.worth);
      const worth = near.get(`${option.key}=${defaultText(option)}`);
      place.textContent = worth === undefined ? "" : Math.abs(worth) < 5e-7 ? "±0.0000" : points(-worth);
      place.nextSibling.textContent =
        worth === undefined ? `default: ${option.default}` : ` against ${option.default}`;
      // Alone it may be worth something else, as the list of changes says.
      place.parentElement.querySelector(".with-others").hidden =
        worth === undefined || Object.keys(this.state[this.editing].settings).length < 2;
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
      this.index.draw(this.state[this.editing]);
      this.#put(() => [this.index.element], "index");
    } else this.#put(() => [], "rules");
  }

  #put(make, key) {
    if (this.shown === key) return;
    this.shown = key;
    this.panel.replaceChildren(...make().filter(Boolean));
  }

  // Acts.

  async #copy() {
    const link = location.origin + toAddress(this.state);
    try {
      await navigator.clipboard.writeText(link);
      toast("Link copied.");
    } catch {
      toast(link);
    }
  }

  async #play() {
    const { book, settings } = this.state[this.editing];
    try {
      if (!this.me) await post("/sessions", { guest: true });
      const table = await post("/tables", { book, settings, bots: 0, name: "Practice", practice: true });
      location.assign(`/tables/${table.id}`);
    } catch (problem) {
      tellProblem(problem);
    }
  }
}

/** The page of the lab. */
export async function labPage(me) {
  const { rulebooks, play_now: first } = await get("/rulebooks");
  return new Lab(rulebooks, me, first).begin();
}
