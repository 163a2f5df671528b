// @ts-check
// The record of a table: rounds step by step, verification, export, the fairness of a shoe.

import { get, post } from "./api.js";
import { announce, h, money, person, plain, redraw, signed } from "./dom.js";
import { roundCloth } from "./replay.js";
import { ledgerView } from "./ledger.js";
import { tellProblem, whyButton } from "./why.js";

// The facts of an event: what each is called, which are money, and which are codes of the log.
/** @type {Record<string, string>} */
const FACTS = {
  wager: "Bet number",
  stake: "Bet",
  new_hand: "New hand",
  face_up: "Face up",
  by: "By",
  why: "Reason",
};
const MONEY = new Set(["stake", "paid", "amount", "returned", "prize", "effective"]);
const CODES = new Set(["kind", "result", "what", "reason", "why", "step", "role", "ruling", "when"]);
const HIDDEN = new Set(["n", "clause", "actor", "at", "hash", "says", "type"]);

/** @param {Live.Event} event */
function facts(event) {
  return Object.entries(event)
    .filter(([key, value]) => !HIDDEN.has(key) && value !== null && value !== "")
    .map(([key, value]) => {
      return h("div", {}, h("dt", {}, FACTS[key] ?? plain(key)), h("dd", {}, fact(key, value)));
    });
}

/**
 * @param {string} key
 * @param {any} value
 * @returns {string}
 */
function fact(key, value) {
  if (MONEY.has(key)) return money(value);
  if (value === true || value === false) return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map((one) => fact("", one)).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, one]) => `${plain(name)}: ${fact(name, one)}`)
      .join(", ");
  if (key === "event")
    return plain(
      value.replace(/(?<=[a-z])[A-Z]/g, (/** @type {any} */ letter) => ` ${letter.toLowerCase()}`),
    );
  return CODES.has(key) ? plain(value) : String(value);
}

class Replay {
  /**
   * @param {string} book
   * @param {string} cloth
   * @param {(round: any) => boolean} may
   */
  constructor(book, cloth, may) {
    this.book = book;
    /** Whether the evidence of a round may be fetched. */
    this.may = may;
    this.view = h("section", {
      class: "replay",
      "aria-label": "Round, step by step",
      "data-book": book,
      "data-cloth": cloth,
    });
    this.cloth = roundCloth();
    /** @type {any[]} */
    this.events = [];
    this.at = 0;
    this.badges = {};
  }

  /** @param {any} round */
  show(round) {
    this.round = round;
    this.events = round.events;
    this.badges = round.badges ?? {};
    this.at = 0;
    this.draw();
    this.cloth.round = round;
    this.cloth.show(0);
  }

  /** @param {number} to */
  step(to) {
    this.at = Math.max(0, Math.min(to, this.events.length - 1));
    this.draw();
    this.cloth.show(this.at);
    announce(this.events[this.at].says);
  }

  draw() {
    const event = this.events[this.at];
    const slide = h("input", {
      type: "range",
      min: 0,
      max: this.events.length - 1,
      step: 1,
      "aria-label": "Step of the round",
      "data-focus": "slide",
      oninput: (e) => this.step(Number(e.target.value)),
    });
    slide.value = String(this.at);
    const steps = this.events.map((one, n) =>
      h(
        "li",
        { class: n === this.at ? "now" : n > this.at ? "later" : "" },
        h(
          "button",
          {
            type: "button",
            "data-focus": `step ${n}`,
            "aria-current": n === this.at ? "step" : null,
            onclick: () => this.step(n),
          },
          h("span", { class: "n" }, one.n),
          h("span", {}, one.says),
        ),
      ),
    );
    redraw(
      this.view,
      h(
        "header",
        { class: "page-head" },
        h("h2", {}, `Round ${this.round.round}`),
        this.may(this.round) &&
          h(
            "a",
            { class: "quiet", id: "evidence", href: `/evidence/${this.round.table}/${this.round.round}` },
            "Evidence",
          ),
      ),
      h(
        "div",
        { class: "controls" },
        h(
          "button",
          { type: "button", "data-focus": "prev", onclick: () => this.step(this.at - 1) },
          "◂ Back",
        ),
        slide,
        h(
          "button",
          { type: "button", "data-focus": "next", class: "primary", onclick: () => this.step(this.at + 1) },
          "Next ▸",
        ),
      ),
      h(
        "article",
        { class: "step" },
        h("p", { class: "says" }, event.says, " ", whyButton(this.book, event.clause, { said: event.says })),
        this.cloth,
        h(
          "dl",
          {},
          h(
            "div",
            {},
            h("dt", {}, "Entry"),
            h("dd", {}, `${event.n}, ${this.at + 1} of ${this.events.length}`),
          ),
          h("div", {}, h("dt", {}, "Actor"), h("dd", {}, person(event.actor, this.badges))),
          h("div", {}, h("dt", {}, "Clause"), h("dd", {}, event.clause || "none")),
          h("div", {}, h("dt", {}, "Time"), h("dd", {}, new Date(event.at * 1000).toLocaleString())),
          facts(event),
          h("div", { class: "wide" }, h("dt", {}, "Hash"), h("dd", { class: "hash" }, event.hash)),
        ),
      ),
      h("ol", { class: "steps", tabindex: 0, "aria-label": "All steps" }, steps),
    );
  }
}

/** @param {any} told */
function verdict(told) {
  return h(
    "div",
    { class: told.ok ? "verdict good" : "verdict bad", role: "status" },
    h("strong", {}, told.ok ? "Log verified." : "Verification failed."),
    h(
      "span",
      {},
      told.ok
        ? ` ${told.entries} entries, ${told.rounds} rounds, ${told.revealed_shoes}` +
            ` of ${told.sealed_shoes} sealed shoes revealed and checked.`
        : ` ${told.problem}${told.first_bad ? ` (entry ${told.first_bad})` : ""}`,
    ),
    h("p", { class: "hash" }, told.hash),
    told.fingerprint &&
      h(
        "p",
        { class: "small" },
        `Signed ${new Date(told.signed_at * 1000).toLocaleString()} with key `,
        h("span", { class: "hash", id: "fingerprint" }, told.fingerprint),
        ".",
      ),
  );
}

/** @param {any} told */
function shoeVerdict(told) {
  const state = !told.revealed
    ? "Sealed: the secret is published when the shoe ends."
    : told.holds
      ? "Shoe verified: dealt exactly as sealed and cut."
      : `Shoe check failed: ${told.problem}`;
  return h(
    "div",
    { class: told.holds === false ? "verdict bad" : "verdict good", role: "status" },
    h("strong", {}, state),
    h(
      "dl",
      {},
      [
        ["Seal", told.commitment],
        ["Secret", told.secret],
        ["Cut", told.cut],
        [
          "Seeds",
          told.seeds?.length
            ? told.seeds.map((/** @type {any} */ [who, seed]) => `${who}: ${seed}`).join(", ")
            : "none given",
        ],
      ]
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) =>
          h("div", { class: "wide" }, h("dt", {}, name), h("dd", { class: "hash" }, String(value))),
        ),
    ),
  );
}

/**
 * A day and a time, short.
 * @param {number} at
 */
function when(at) {
  return new Date(at * 1000).toLocaleString([], {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
}

/**
 * @param {any} round
 * @param {(round: any, button: HTMLButtonElement) => unknown} choose
 * @param {Page.Badges} badges
 */
function roundButton(round, choose, badges) {
  const players = round.players.map((/** @type {any} */ { name, net }) =>
    h(
      "span",
      { class: "player-net" },
      person(name, badges),
      " ",
      h("span", { class: net > 0 ? "up" : net < 0 ? "down" : "" }, signed(net)),
    ),
  );
  /** @type {HTMLButtonElement} */
  const button = h(
    "button",
    { type: "button", "data-round": round.round, onclick: () => choose(round, button) },
    h("strong", {}, `Round ${round.round}`),
    h("span", { class: "small" }, when(round.at)),
    h("span", { class: "small players" }, players.length ? players : "no bets"),
    round.rulings.length > 0 &&
      h(
        "span",
        { class: "tag ruled" },
        round.void ? "Void" : `Ruled ${round.rulings[0].clause || ""}`.trim(),
      ),
  );
  return h("li", {}, button);
}

/**
 * Rounds that can be searched, newest first, with more on demand.
 * @param {string} id
 * @param {(round: any, button: HTMLButtonElement) => unknown} choose
 * @param {(found: any, fresh: boolean) => unknown} told
 */
function roundList(id, choose, told) {
  const list = h("ol", { class: "rounds" });
  const note = h("p", { class: "small", role: "status" });
  /** @type {number | null} */
  let next = null;
  let asked = 0;
  const player = h("input", {
    id: "find-player",
    type: "search",
    placeholder: "Player",
    maxlength: 40,
    "aria-label": "Player",
  });
  const words = h("input", {
    id: "find-words",
    type: "search",
    placeholder: "Words or clause",
    maxlength: 60,
    "aria-label": "Words or clause",
  });
  const ruled = h("input", { id: "find-ruled", type: "checkbox" });
  /** @param {boolean} fresh */
  const load = async (fresh) => {
    const turn = ++asked;
    const query = new URLSearchParams({ limit: "50" });
    if (player.value) query.set("player", player.value);
    if (words.value) query.set("words", words.value);
    if (ruled.checked) query.set("ruled", "1");
    if (!fresh && next !== null) query.set("before", String(next));
    try {
      const page = await get(`/tables/${id}/history?${query}`);
      if (turn !== asked) return;
      next = page.next;
      const rows = page.rounds.map((/** @type {any} */ round) => roundButton(round, choose, page.badges));
      if (fresh) redraw(list, rows);
      else list.append(...rows);
      more.hidden = next === null;
      const shown = list.childElementCount;
      note.textContent = shown
        ? ""
        : next === null
          ? player.value || words.value || ruled.checked
            ? "No round matches."
            : "No completed rounds yet."
          : "Nothing found yet; search older rounds.";
      told(page, fresh);
    } catch (problem) {
      tellProblem(problem);
    }
  };
  const more = h(
    "button",
    { type: "button", class: "quiet", id: "older", hidden: true, onclick: () => load(false) },
    "Older rounds",
  );
  let timer = 0;
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => load(true), 250);
  };
  for (const field of [player, words, ruled]) field.addEventListener("input", again);
  load(true);
  return h(
    "nav",
    { "aria-label": "Rounds" },
    h("div", { class: "find" }, player, words, h("label", { class: "remedy" }, ruled, "With a ruling")),
    note,
    list,
    more,
  );
}

/**
 * The page on which the record of a table is read.
 * @param {string} id
 * @param {Page.Me} me
 */
export function auditPage(id, me) {
  const staff = ["supervisor", "shift_manager", "auditor"].includes(me.role);
  const title = h("h1", {}, "Round history");
  const about = h("p", { class: "small" });
  const result = h("div", { class: "results" });
  const page = h("div", { class: "page audit" });
  /** @param {() => Promise<Page.Child>} work */
  const trying = (work) => async () => {
    try {
      redraw(result, await work());
    } catch (problem) {
      tellProblem(problem);
    }
  };
  const shoe = h("input", { id: "shoe", type: "number", min: 1, value: 1, class: "short" });
  /** @type {any} */
  let replay = null;
  /**
   * @param {any} round
   * @param {HTMLButtonElement} button
   */
  const choose = async (round, button) => {
    split.querySelector(".rounds [aria-current]")?.removeAttribute("aria-current");
    button.setAttribute("aria-current", "true");
    try {
      replay.show(await get(`/tables/${id}/rounds/${round.round}/replay`));
    } catch (problem) {
      tellProblem(problem);
    }
  };
  /**
   * @param {any} found
   * @param {boolean} fresh
   */
  const told = (found, fresh) => {
    redraw(title, h("bdi", {}, found.name), ": round history");
    redraw(
      about,
      h(
        "span",
        {},
        `${found.title} · opened by `,
        person(found.opened_by, found.badges),
        `, ${when(found.created)}${found.status === "closed" ? " · closed" : ""}`,
      ),
    );
    if (replay === null) {
      replay = new Replay(
        found.book,
        found.cloth ?? "",
        (round) =>
          staff ||
          round.events.some(
            (/** @type {any} */ event) =>
              ["WagerPlaced", "BankTaken"].includes(event.event) && event.player === me.name,
          ),
      );
      split.append(replay.view);
    }
    if (fresh) split.querySelector(".rounds button")?.click();
  };
  const split = h("div", { class: "split-page" }, roundList(id, choose, told));
  get(`/tables/${id}`).then(
    ({ state }) => {
      shoe.value = String(state.shoe.number || 1);
    },
    () => {},
  );
  page.append(
    h(
      "header",
      { class: "page-head" },
      h("div", {}, title, about),
      h(
        "div",
        { class: "tools" },
        h("a", { class: "quiet", href: `/tables/${id}` }, "Back to the table"),
        h(
          "button",
          {
            type: "button",
            class: "primary",
            id: "verify",
            onclick: trying(async () => verdict(await post("/audit/verify", { table: id }))),
          },
          "Verify",
        ),
        h(
          "span",
          { class: "joined" },
          h("label", { for: "shoe" }, "Shoe"),
          shoe,
          h(
            "button",
            {
              type: "button",
              id: "fairness",
              onclick: trying(async () =>
                shoeVerdict(await get(`/tables/${id}/fairness/${Number(shoe.value)}`)),
              ),
            },
            "Check",
          ),
        ),
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            id: "ledger",
            onclick: trying(() => ledgerView({ table: id }, me)),
          },
          "Ledger",
        ),
        h(
          "a",
          {
            class: "quiet",
            id: "public-log",
            href: `/api/v1/tables/${id}/log`,
            download: `${id}.public.jsonl`,
          },
          "Log",
        ),
        h(
          "a",
          { class: "quiet", id: "head", href: "/api/v1/audit/head", download: "house.head.json" },
          "Signed head",
        ),
        staff &&
          h("a", { class: "quiet", href: `/api/v1/tables/${id}/export`, download: `${id}.jsonl` }, "Export"),
      ),
    ),
    result,
    split,
  );
  return page;
}
