// @ts-check
// The page of a table: only what the house has acknowledged is drawn, event by event.

import { get, newKey, problemOf, Stream } from "./api.js";
import { bar, offered } from "./actions.js";
import { Bets } from "./bets.js";
import { spoken } from "./cards.js";
import { deals } from "./chair.js";
import { Coach } from "./coach.js";
import { Deaf } from "./deaf.js";
import { announce, h, redraw, sentence, targetOf } from "./dom.js";
import { felt, sizeOf } from "./felt.js";
import { drawLying, layers } from "./lying.js";
import { middle, Moves, Performance } from "./moves.js";
import { Queue } from "./queue.js";
import { speedOf } from "./speed.js";
import { Head } from "./table-head.js";
import { pressed, takesOffByLongPress } from "./table-keys.js";
import { Log } from "./table-log.js";
import { missingPage, tellProblem, toast, whyButton } from "./why.js";

/** @import { Problem } from "./api.js" */

const NARROW = 700;
const LYING = matchMedia("(max-height: 500px) and (min-width: 480px) and (max-width: 1099px)");
const LAST_CALL = 1.5; // seconds before the bets close in which chips on the cloth are placed

/** A table: it has the stream, what is chosen but not said, and what is shown. */
export class Table extends HTMLElement {
  layers = layers();
  bar = h("div", { class: "bar", id: "bar" });
  deaf = new Deaf(this.bar);
  head = new Head(this);
  log = new Log(this);
  ticks = h("span", {});
  clock = h("div", { class: "clock", hidden: true }, this.ticks);
  /** @type {Bets} */
  bets;
  /** @type {Coach} */
  coach;
  /** @type {(event: KeyboardEvent) => void} */
  keys;
  /** @type {() => void} */
  away;
  /** @type {ResizeObserver} */
  watch;
  /** @type {number} */
  ticking;
  /** Seconds that the clock had when it started. */
  whole = 0;
  /** @type {Stream} */
  #stream;
  #queue = new Queue(new Performance(this, new Moves(this.layers.felt, this.layers.flying)));
  /** @type {Map<string, any>} */
  #chosen = new Map();
  /** @type {number | null} */
  #selected = null;
  #drawn = "";
  /** @type {number | null} */
  #deadline = null;
  /** @type {number | null} */
  #due = null;
  #busy = false;
  #held = false;
  #offered = "";
  #sealed = "";

  connectedCallback() {
    const id = this.getAttribute("table") ?? "";
    const side = h(
      "aside",
      { class: "side", "aria-label": "Table log" },
      h("header", {}, h("h2", {}, "Table log"), this.head.burned),
      this.log.element,
    );
    this.append(
      h(
        "div",
        { class: "table-page" },
        h(
          "div",
          { class: "play" },
          this.head.element,
          this.head.notice,
          this.layers.room,
          this.clock,
          this.bar,
        ),
        side,
      ),
    );
    this.head.price(id);
    this.bets = new Bets(this, id);
    this.coach = new Coach(this, side, this.bar);
    this.keys = (event) => pressed(this, event);
    this.away = () => document.hidden && this.#queue.skip();
    document.addEventListener("keydown", this.keys);
    document.addEventListener("visibilitychange", this.away);
    // What was pressed by a pointer does not keep the space bar: it is for what is marked.
    this.addEventListener("click", (event) => event.detail > 0 && targetOf(event).closest("button")?.blur());
    // A tap on the cloth while things move goes to the end, and does nothing else.
    this.layers.room.addEventListener(
      "click",
      (event) => {
        if (!this.isBusy) return;
        event.stopPropagation();
        event.preventDefault();
        this.#queue.skip();
      },
      true,
    );
    // A cloth that is taller than its place scrolls below the dealer's cards, which stay in view.
    this.layers.room.addEventListener(
      "scroll",
      () => this.layers.felt.style.setProperty("--scrolled", `${this.layers.room.scrollTop}px`),
      { passive: true },
    );
    takesOffByLongPress(this);
    this.watch = new ResizeObserver(() => this.redraw());
    this.watch.observe(this.layers.felt);
    this.ticking = setInterval(() => this.#tick(), 250);
    this.#open(id);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.keys);
    document.removeEventListener("visibilitychange", this.away);
    this.watch.disconnect();
    clearInterval(this.ticking);
    this.#stream.close();
  }

  /** @param {string} id */
  #open(id) {
    const stream = (this.#stream = new Stream(id));
    stream.on("snapshot", ({ state, sequence }) => {
      this.#queue.speed = speedOf(state.you.name);
      this.#queue.movements = state.movements;
      this.#setDue(state.seconds);
      this.#queue.put(state);
      stream.tell({ type: "speed", speed: this.#queue.speed });
      this.#recall(id, sequence);
      this.#giveSeed(state);
    });
    stream.on("events", ({ state, events, shows }) => {
      this.#setDue(state.seconds);
      if (shows) {
        this.#queue.take(state, events, shows);
        if (this.isBusy) this.#drawBar(); // what is still drawn may be over already
      } else {
        this.#queue.put(state);
        this.log.tell(events);
      }
      this.#giveSeed(state);
    });
    stream.on("clock", ({ seconds }) => {
      this.#setDue(seconds);
      if (!this.isBusy) this.#startClock();
    });
    stream.on("refused", tellProblem);
    stream.on("connected", () => this.classList.remove("lost"));
    stream.on("lost", ({ code, reason }) => {
      this.classList.add("lost");
      announce("Connection lost. Reconnecting…");
      if (code === 4401) location.assign(`/sign-in?to=${encodeURIComponent(location.pathname)}`);
      if (code === 4404) redraw(this, missingPage(`${sentence(reason || "this table is no longer open")}`));
    });
  }

  /**
   * @param {string} id
   * @param {number} sequence
   */
  async #recall(id, sequence) {
    const after = Math.max(0, sequence - 40);
    try {
      const told = await get(`/tables/${id}/events?after=${after}&limit=40`);
      this.log.tell(told.events);
    } catch {
      // The talk is only a comfort; the state is what counts.
    }
  }

  /**
   * Mix something into a shoe that was sealed, which the house cannot have known when it sealed it.
   * @param {Live.State} state
   */
  #giveSeed(state) {
    const { commitment, seeds } = state.shoe;
    if (!commitment || !seeds || this.#sealed === commitment || seeds.includes(state.you.name)) return;
    this.#sealed = commitment;
    this.#stream.command({ type: "give_seed", seed: newKey(), commitment }).catch(() => {
      // Too late, or not ours to give: the audit page says whose seeds went in.
    });
  }

  /**
   * The state that is drawn; there is none before the first message.
   * @returns {Live.State}
   */
  get state() {
    return this.#queue.shown;
  }

  /** What is on the cloth and around it. */
  get room() {
    return this.layers.room;
  }

  get layout() {
    return this.#queue.layout;
  }

  /** Whether things move that one has to wait for; bets that others place are not among them. */
  get isBusy() {
    return this.#queue.busy && !this.#queue.onlyBets;
  }

  get selected() {
    return this.#selected;
  }

  /**
   * Set the speed of everything that moves.
   * @param {string} speed
   */
  set speed(speed) {
    this.#queue.speed = speed;
    this.#stream.tell({ type: "speed", speed });
    if (speed === "off") this.#queue.skip();
  }

  // What the queue shows.

  /** Show what moves to its end. */
  skip() {
    this.#queue.skip();
  }

  /** Draw once, after everything that is skipped. */
  hold() {
    this.#held = true;
  }

  release() {
    this.#held = false;
    this.redraw();
  }

  /**
   * An event has been shown: it may be announced now.
   * @param {Live.Event} event
   */
  tellOf(event) {
    this.log.tell([event]);
    this.log.unsaid(event);
    if (event.event === "BurnedCardShown" && event.player === this.state.you.name && event.card !== "??") {
      toast(`Burn card: ${spoken(event.card ?? "??")}`, { book: this.state.book, clause: event.clause });
    }
    if (event.event === "RoundClosed") {
      this.#selected = null;
      this.bets.forget();
      this.coach.closed(event.number ?? this.state.round);
    }
  }

  /** All events of a message have been shown. */
  ended() {
    document.title = `${this.state.name} · Pitboss`;
    this.redraw();
  }

  /** Nothing moves any more: the clock starts, acts are offered. */
  rests() {
    this.#startClock();
    this.redraw();
    this.log.say();
    this.coach.rests();
  }

  // Choices that are not said yet.

  /**
   * What was chosen for a purpose, clamped to its range.
   * @param {string} name
   * @param {number} start
   * @param {{least?: number | null, most?: number | null}} [options]
   */
  chosen(name, start, { least = 0, most = null } = {}) {
    const value = this.#chosen.get(name) ?? start;
    return Math.max(least ?? 0, most === null ? value : Math.min(value, most));
  }

  /**
   * @param {string} name
   * @param {any} value
   */
  choose(name, value) {
    if (!Number.isNaN(value)) this.#chosen.set(name, value);
    this.#drawBar();
  }

  /**
   * @param {string} name
   * @param {any} value
   */
  keep(name, value) {
    this.#chosen.set(name, value);
  }

  /** @param {string} name */
  kept(name) {
    return this.#chosen.get(name);
  }

  // Saying it.

  /**
   * Send a command; whether it was accepted. A refusal is shown.
   * @param {Api.Command} command
   */
  async send(command) {
    const refused = await this.try(command);
    if (refused) tellProblem(refused);
    return !refused;
  }

  /**
   * Send a command; the refusal, or null. With `at`, only if that is still the last event.
   * @param {Api.Command} command
   * @param {number | null} [at]
   */
  async try(command, at = null) {
    try {
      await this.deaf.during(this.#stream.command(command, at));
      return null;
    } catch (error) {
      return problemOf(error);
    }
  }

  /**
   * A refusal that concerns a spot is shown at the spot, with its clause.
   * @param {string} spot
   * @param {Problem} problem
   */
  refuse(spot, problem) {
    const at =
      this.layers.on.querySelector(`[data-spot="${CSS.escape(spot)}"]`) ??
      this.layers.on.querySelector(`[data-box="${Number(spot.split(" ")[0])}"] .pick`);
    for (const old of this.layers.felt.querySelectorAll(".spot-refusal")) old.remove();
    if (!at?.checkVisibility()) {
      tellProblem(problem);
      return;
    }
    const focus = at.dataset.focus ?? ""; // it may have been drawn again by then
    for (const one of this.layers.on.querySelectorAll(`[data-focus="${CSS.escape(focus)}"]`))
      one.classList.add("refused");
    const { left, top, width } = this.layers.felt.getBoundingClientRect();
    const { x, y } = middle(at);
    const why = problem.why.charAt(0).toUpperCase() + problem.why.slice(1);
    /** @type {HTMLElement} */
    const told = h(
      "div",
      { class: "spot-refusal toast bad", role: "alert" },
      h("span", {}, why),
      whyButton(problem.book, problem.clause, { said: why }),
      h(
        "button",
        { class: "shut", type: "button", "aria-label": "Dismiss", onclick: () => told.remove() },
        "×",
      ),
    );
    told.style.setProperty("left", `${Math.min(Math.max(x - left, 110), width - 110)}px`);
    told.style.setProperty("top", `${y - top}px`);
    this.layers.felt.append(told);
    setTimeout(() => told.remove(), 9000);
  }

  /** The box that a bet goes to: the chosen one, the player's own, or the first free one. */
  target() {
    const { boxes } = this.state;
    if (this.#selected !== null) return this.#selected;
    const banker = this.state.bank?.banker?.box;
    const own = boxes.find((b) => b.yours && b.number !== banker);
    const best = (boxes.length + 1) / 2;
    const middle = [...boxes].sort((a, b) => Math.abs(a.number - best) - Math.abs(b.number - best));
    return (own ?? middle.find((b) => b.seat === null))?.number ?? null;
  }

  /** Place the chips on the layout, or the last bets, or the chosen amount; returns whether a bet is down. */
  async placeBets() {
    const { bets } = this;
    const own = this.state.boxes.some((b) =>
      b.wagers.some((w) => w.bettor === this.state.you.name && w.kind === "main"),
    );
    if (!bets.isWaiting && !own) {
      const number = this.target();
      if (number === null) return false;
      if (this.#selected === null && bets.last.length && !bets.isFresh) bets.again();
      else await bets.lay(number);
    }
    return bets.place();
  }

  async betAndDeal() {
    if (this.#busy) return;
    this.#busy = true;
    try {
      if (!(await this.placeBets())) return;
      if (this.state.phase === "betting" && this.state.dealt_by === "machine")
        await this.send({ type: "deal" });
    } finally {
      this.#busy = false;
    }
  }

  // Drawing.

  redraw() {
    const state = this.state;
    if (this.#held || !state || !this.layers.felt.clientWidth) return;
    const tall = this.layers.room.clientWidth < NARROW && !LYING.matches;
    this.layers.felt.classList.toggle("tall", tall);
    this.layers.felt.style.setProperty("--high", String(sizeOf(state.felt.boxes, tall).height));
    this.layers.felt.classList.toggle("with-sides", state.side_bets.length > 0);
    this.layers.felt.setAttribute("aria-busy", String(this.isBusy));
    const cloth = JSON.stringify([tall, state.felt]);
    if (cloth !== this.#drawn) {
      this.#drawn = cloth;
      this.layers.felt.dataset.book = state.book;
      this.layers.strip.dataset.cloth = this.layers.felt.dataset.cloth = state.words.cloth ?? "";
      redraw(this.layers.cloth, felt(state, tall));
    }
    this.head.draw();
    drawLying(this.layers, state, this.layout, this);
    this.#drawBar();
  }

  /** @param {number} box */
  sit = (box) => this.send({ type: "sit", box });
  /** @param {number} box */
  leave = (box) => this.send({ type: "leave", box });
  /** @param {number} box */
  pick = (box) => {
    if (this.state.phase !== "betting" || deals(this.state)) return;
    this.#selected = box;
    this.bets.lay(box);
  };
  /**
   * @param {number} box
   * @param {string} kind
   */
  lay = (box, kind) => this.bets.lay(box, kind);

  #drawBar() {
    const state = this.state;
    if (!state || this.#held) return;
    // A redraw must not take the cut card out of the player's hand while they drag it.
    const offer = state.shoe.offer?.player === state.you.name ? JSON.stringify(state.shoe.offer) : "";
    if (offer && this.#offered === offer && this.bar.querySelector(".cut")) return;
    this.#offered = offer;
    this.bar.classList.toggle("busy", this.isBusy);
    this.bar.parentElement?.style.setProperty("--act-rows", String(Math.ceil(state.acts.length / 3)));
    const parts = bar(state, this);
    this.deaf.drawn(offered(state, parts), () => redraw(this.bar, parts));
    this.coach.mark();
  }

  // The clock.

  /**
   * The server's clock runs: until when.
   * @param {number | null | undefined} seconds
   */
  #setDue(seconds) {
    this.#due = seconds === null || seconds === undefined ? null : performance.now() + seconds * 1000;
  }

  /** The bar of the clock is full when it starts: when everything has been shown. */
  #startClock() {
    if (this.#due !== this.#deadline) {
      const left = this.#due === null ? 0 : (this.#due - performance.now()) / 1000;
      const same =
        this.#due !== null && this.#deadline !== null && Math.abs(this.#due - this.#deadline) < 400;
      if (!same) this.whole = left;
    }
    this.#deadline = this.#due;
    this.#tick();
  }

  #tick() {
    const left = this.#deadline === null ? null : Math.max(0, (this.#deadline - performance.now()) / 1000);
    this.clock.hidden = left === null || this.isBusy;
    if (left === null || this.clock.hidden) return;
    this.clock.style.setProperty("--left", String(Math.min(1, left / (this.whole || 1))));
    this.clock.dataset.left = left.toFixed(1);
    this.clock.classList.toggle("late", left < 6);
    this.ticks.textContent = `${Math.ceil(left)} s`;
    // Chips that lie on the cloth when the bets close are bets.
    if (left < LAST_CALL && this.bets.isWaiting && this.state.phase === "betting") this.bets.place();
  }
}
customElements.define("pb-table", Table);

/**
 * The page of a table.
 * @param {string} id
 */
export function tablePage(id) {
  return h("pb-table", { table: id });
}
