// @ts-check
// Drills: what to practise, one question at a time, and what the last answer was worth.

import { ACTS, BY_CARDS } from "./acts.js";
import { get, post } from "./api.js";
import { average, named } from "./coach.js";
import { announce, h, percent, redraw, targetOf } from "./dom.js";
import { BetsDrill } from "./drill-bets.js";
import { CountDrill } from "./drill-count.js";
import { HandsDrill } from "./drill-hands.js";
import { Options, styled } from "./opening.js";
import { tellProblem } from "./why.js";

const KINDS = { hands: "Hands", count: "Count", bets: "Bets and plays" };
/**
 * @typedef {(question: any, answer: (given: object) => unknown, counts: Map<string, string>) => any} Stage
 * @type {Record<string, new (...given: Parameters<Stage>) => any>}
 */
const STAGES = { hands: HandsDrill, count: CountDrill, bets: BetsDrill };
const HANDS = {
  hard: "Hard",
  soft: "Soft",
  pairs: "Pairs",
  ...Object.fromEntries(BY_CARDS.map((act) => [act, ACTS[act].label])),
  insurance: "Insurance",
};
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];
const ROUNDINGS = {
  floor: "rounded down",
  truncate: "towards zero",
  round: "to the nearest",
  running: "running count",
};

/**
 * @param {string} id
 * @param {string} label
 * @param {Record<string, string>} options
 * @param {string} chosen
 * @param {(value: string) => unknown} change
 */
function choice(id, label, options, chosen, change) {
  /** @type {HTMLSelectElement} */
  const field = h(
    "select",
    { id, onchange: () => change(field.value) },
    Object.entries(options).map(([value, text]) => h("option", { value }, text)),
  );
  field.value = chosen;
  return h("div", {}, h("label", { for: id }, label), field);
}

/**
 * @param {string} id
 * @param {string} label
 * @param {number} value
 * @param {object} limits
 * @param {(value: number) => unknown} change
 */
function amount(id, label, value, limits, change) {
  /** @type {HTMLInputElement} */
  const field = h("input", {
    id,
    type: "number",
    ...limits,
    value,
    onchange: () => field.checkValidity() && field.value !== "" && change(Number(field.value)),
  });
  return h("div", {}, h("label", { for: id }, label), field);
}

/** The form that says what is practised: the book, its house options, and what the kind asks for. */
class Setup {
  /**
   * @param {string} kind
   * @param {any[]} books
   * @param {Map<string, string>} counts the counting systems by name, each with its title
   * @param {any} standing
   * @param {(asked: any) => unknown} begin
   */
  constructor(kind, books, counts, standing, begin) {
    this.kind = kind;
    this.books = books;
    this.counts = counts;
    this.begin = begin;
    const { options } = standing;
    this.book = standing.book ?? books[0].id;
    this.settings = standing.settings ?? {};
    const own = typeof options?.count === "object" ? options.count : null;
    const byHand = options?.ramp && options.ramp !== "best" && Object.keys(options.ramp).length;
    /** @type {Record<string, any>} */
    this.told = {
      kinds: options?.kinds ?? [],
      standard: options?.standard ?? "hand",
      cards: options?.cards ?? "one",
      boxes: options?.boxes ?? 3,
      count: own ? "own" : (options?.count ?? "hi-lo"),
      ramp: byHand ? "hand" : options?.ramp === "best" ? "best" : "usual",
      bets: byHand ? options.ramp : { "-10": 1, 1: 2, 2: 4, 3: 6, 4: 8 },
      bank: options?.bank ?? { bankroll: 1000, least: 1, most: 8, kelly: 0.5 },
      depth: options?.depth ?? 0.5,
    };
    this.own = own ?? {
      name: "my count",
      true: "floor",
      start: 0,
      tags: Object.fromEntries(
        RANKS.map((rank) => [rank, "23456".includes(rank) ? 1 : "TJQKA".includes(rank) ? -1 : 0]),
      ),
    };
    this.view = h("form", {
      class: "drill-setup",
      onsubmit: (event) => {
        event.preventDefault();
        this.begin(this.asked());
      },
    });
    this.inside = h("div", { class: "elections-place" });
    this.draw();
    this.options();
  }

  /** What is sent to begin. */
  asked() {
    const { kinds, standard, cards, boxes, count, ramp, bets, bank, depth } = this.told;
    const told = { book: this.book, settings: this.settings };
    if (this.kind === "hands") return { ...told, kinds, standard };
    const system = count === "own" ? this.own : count;
    if (this.kind === "count") return { ...told, count: system, cards, boxes };
    return { ...told, count: system, ramp: ramp === "hand" ? bets : ramp, bank, depth };
  }

  /**
   * @param {string} name
   * @param {any} value
   */
  set(name, value) {
    this.told[name] = value;
    this.draw();
  }

  /** The house options of the book, as the form that opens a table has them. */
  async options() {
    try {
      const [book] = await Promise.all([get(`/rulebooks/${encodeURIComponent(this.book)}`), styled()]);
      const options = new Options(
        book,
        () => {
          this.settings = options.settings;
        },
        this.settings,
      );
      redraw(
        this.inside,
        h(
          "details",
          { class: "elections" },
          h("summary", {}, "House options"),
          h(
            "div",
            { class: "option-groups" },
            options.groups.map((group) => group.view),
          ),
        ),
      );
    } catch (problem) {
      tellProblem(problem);
    }
  }

  draw() {
    const { told } = this;
    const books = Object.fromEntries(this.books.map((one) => [one.id, one.title]));
    /** @type {Record<string, () => Page.Child>} */
    const parts = {
      hands: () => this.#hands(),
      count: () => [this.#system(), this.#cards()],
      bets: () => [this.#system(), this.#ramp()],
    };
    redraw(
      this.view,
      h(
        "div",
        { class: "basics" },
        choice("drill-book", "Book", books, this.book, (value) => {
          this.book = value;
          this.settings = {};
          this.options();
        }),
        this.kind === "hands" &&
          choice(
            "drill-standard",
            "Judge by",
            { hand: "the cards in the hand", chart: "the chart" },
            told.standard,
            (value) => this.set("standard", value),
          ),
      ),
      parts[this.kind](),
      this.inside,
      h("p", { class: "end" }, h("button", { type: "submit", class: "primary", id: "drill-begin" }, "Begin")),
    );
  }

  #hands() {
    const { kinds } = this.told;
    return h(
      "fieldset",
      { class: "kinds" },
      h("legend", {}, "Hands"),
      h("p", { class: "small" }, "Leave all unticked to practise every kind."),
      Object.entries(HANDS).map(([kind, label]) =>
        h(
          "label",
          { class: "remedy" },
          h("input", {
            type: "checkbox",
            value: kind,
            checked: kinds.includes(kind),
            onchange: (event) => {
              this.told.kinds = Object.keys(HANDS).filter((one) =>
                one === kind ? event.target.checked : kinds.includes(one),
              );
              this.draw();
            },
            "data-focus": `kind ${kind}`,
          }),
          label,
        ),
      ),
    );
  }

  #system() {
    const { count } = this.told;
    const names = { ...Object.fromEntries(this.counts), own: "my own tags" };
    /** @param {string} rank */
    const tag = (rank) =>
      h(
        "label",
        { class: "own-tag" },
        h("span", {}, rank === "T" ? "10" : rank),
        h("input", {
          type: "number",
          step: 0.5,
          min: -9,
          max: 9,
          value: this.own.tags[rank],
          "aria-label": `Tag of ${rank === "T" ? "10" : rank}`,
          onchange: (event) => {
            this.own.tags[rank] = Number(event.target.value) || 0;
          },
        }),
      );
    return [
      h(
        "div",
        { class: "basics" },
        choice("drill-count", "Counting system", names, count, (value) => this.set("count", value)),
        count === "own" &&
          choice("drill-true", "True count", ROUNDINGS, this.own.true, (value) => {
            this.own.true = value;
          }),
        count === "own" &&
          amount("drill-start", "Starting count", this.own.start, { step: 1, min: -99, max: 99 }, (value) => {
            this.own.start = value;
          }),
      ),
      count === "own" && h("div", { class: "own-tags", role: "group", "aria-label": "Tags" }, RANKS.map(tag)),
    ];
  }

  #cards() {
    const { cards, boxes } = this.told;
    return h(
      "div",
      { class: "basics" },
      choice(
        "drill-cards",
        "Cards",
        { one: "one by one", two: "in pairs", round: "a table’s round" },
        cards,
        (value) => this.set("cards", value),
      ),
      cards === "round" &&
        amount("drill-boxes", "Boxes", boxes, { min: 1, max: 7, step: 1 }, (value) => {
          this.told.boxes = value;
        }),
    );
  }

  #ramp() {
    const { ramp, bets, bank, depth } = this.told;
    const written = Object.entries(bets)
      .map(([at, units]) => [Number(at), units])
      .sort(([a], [b]) => a - b)
      .map(([at, units]) => `${at}: ${units}`)
      .join(", ");
    const field = h("input", {
      id: "drill-bets",
      value: written,
      maxlength: 200,
      spellcheck: "false",
      onchange: () => {
        const found = [...field.value.replaceAll("−", "-").matchAll(/([-+]?\d+)\s*:\s*(\d+)/g)];
        field.setCustomValidity(found.length ? "" : "Write counts and units, for example -10: 1, 2: 4");
        if (found.length)
          this.told.bets = Object.fromEntries(
            found.map(([, at, units]) => [String(Number(at)), Number(units)]),
          );
      },
    });
    /** @param {string} name */
    const put = (name) => (/** @type {any} */ value) => {
      bank[name] = value;
    };
    return [
      h(
        "div",
        { class: "basics" },
        choice(
          "drill-ramp",
          "Ramp",
          { usual: "1, then 2, 4, 6, 8 from +1", best: "the best ramp, calculated", hand: "my own" },
          ramp,
          (value) => this.set("ramp", value),
        ),
        choice(
          "drill-depth",
          "Index plays at a depth of",
          { 0.25: "25%", 0.5: "50%", 0.75: "75%" },
          String(depth),
          (value) => {
            this.told.depth = Number(value);
          },
        ),
      ),
      ramp === "hand" && h("div", {}, h("label", { for: "drill-bets" }, "Units from each count"), field),
      ramp === "best" &&
        h(
          "div",
          { class: "basics" },
          amount(
            "drill-bankroll",
            "Bankroll, units",
            bank.bankroll,
            { min: 1, step: "any" },
            put("bankroll"),
          ),
          amount("drill-most", "Highest bet, units", bank.most, { min: 1, step: 1 }, put("most")),
          amount(
            "drill-kelly",
            "Kelly fraction",
            bank.kelly,
            { min: 0.05, max: 2, step: "any" },
            put("kelly"),
          ),
        ),
    ];
  }
}

/**
 * @param {string} kind
 * @param {any} told
 */
function tallyLine(kind, told) {
  if (!told) return [];
  const share = told.questions ? ` (${percent(told.accuracy, 0)})` : "";
  const facts = [`${told.right} of ${told.questions} right${share}`];
  if (kind !== "count")
    facts.push(`errors ${told.cost < 0 ? "gained" : "cost"} ${average(Math.abs(told.cost))} on wagers of 10`);
  else if (told.questions) facts.push(`off by ${(told.off / told.questions).toFixed(1)} on average`);
  if (told.questions) facts.push(`${(told.seconds / told.questions).toFixed(1)} s per answer`);
  const missed = told.missed.map((/** @type {any} */ one) => one.what);
  return [
    h("p", { class: "tally", "data-asked": told.questions, "data-right": told.right }, facts.join(" · ")),
    missed.length > 0 &&
      kind !== "count" &&
      h("p", { class: "small" }, `Missed: ${missed.slice(0, 4).join("; ")}.`),
  ];
}

/**
 * `/me/drills/<kind>`.
 * @param {string} kind
 */
export async function drillsPage(kind) {
  const chosen = kind in KINDS ? kind : "hands";
  const [told, { rulebooks }, known] = await Promise.all([
    get(`/me/drills/${chosen}`),
    get("/rulebooks"),
    get("/lab/counts"),
  ]);
  const counts = new Map(known.counts.map(({ name, title }) => [name, title]));
  const sum = h("div", { class: "drill-sum" });
  const verdict = h("section", { class: "drill-verdict", "aria-label": "Your last answer" });
  const stage = h("section", { class: "drill-stage", "aria-label": "Question" });
  const place = h(
    "details",
    { class: "drill-choices", open: !told.question || null },
    h("summary", {}, "What to practise"),
  );
  /** @type {any} */
  let drill = null;
  let busy = false;
  /** @param {any} body */
  const say = async (body) => {
    if (busy) return;
    busy = true;
    stage.setAttribute("aria-busy", "true");
    try {
      const next = await post(`/me/drills/${chosen}`, body);
      if (body.begin) place.open = false;
      show(next);
    } catch (problem) {
      tellProblem(problem);
    }
    busy = false;
    stage.removeAttribute("aria-busy");
  };
  /** @param {any} next */
  const show = (next) => {
    redraw(sum, tallyLine(chosen, next.tally));
    const before = drill;
    drill = new STAGES[chosen](
      next.question,
      (given) => say({ answer: { question: next.question.n, ...given } }),
      counts,
    );
    redraw(verdict, next.verdict ? (before?.judged(next.verdict) ?? drill.judged(next.verdict)) : []);
    if (next.verdict)
      announce(
        next.verdict.right
          ? "Right."
          : `Wrong: ${named(next.verdict.best ?? String(next.verdict.running ?? next.verdict.asked_for))}.`,
      );
    redraw(stage, drill.view());
    drill.ready?.();
  };
  const setup = new Setup(chosen, rulebooks, counts, told, (/** @type {any} */ begin) => say({ begin }));
  place.append(setup.view);
  if (told.question) show(told);
  else
    redraw(
      stage,
      h(
        "p",
        { class: "small" },
        "Choose what to practise and begin. The solver judges " +
          "your answers under exactly the rules you choose.",
      ),
    );
  const page = h(
    "div",
    { class: "page drills" },
    h(
      "header",
      { class: "page-head" },
      h("h1", {}, "Drills"),
      h("a", { class: "quiet", href: "/me" }, "My play"),
    ),
    h(
      "nav",
      { class: "tabs", "aria-label": "Drills" },
      Object.entries(KINDS).map(([name, label]) =>
        h("a", { href: `/me/drills/${name}`, "aria-current": name === chosen ? "page" : null }, label),
      ),
    ),
    place,
    stage,
    verdict,
    sum,
  );
  /** @param {KeyboardEvent} event */
  const keys = (event) => {
    if (!page.isConnected) {
      document.removeEventListener("keydown", keys);
      return;
    }
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.repeat ||
      document.querySelector("dialog[open]")
    )
      return;
    if (targetOf(event).matches?.("input, select, textarea")) return;
    const wanted = stage.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (wanted) {
      event.preventDefault();
      wanted.click();
    }
  };
  document.addEventListener("keydown", keys);
  return page;
}
