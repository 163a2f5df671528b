// The page of a table: only what the house has acknowledged is drawn, event by event.

import { get, newKey, Stream } from "./api.js";
import { bar, offered, waitingFor } from "./actions.js";
import { Bets } from "./bets.js";
import { spoken } from "./cards.js";
import { deals } from "./chair.js";
import { Coach } from "./coach.js";
import { Deaf } from "./deaf.js";
import { announce, h, money, redraw, sentence, signed, under } from "./dom.js";
import { missingPage } from "./missing.js";
import { felt, sizeOf } from "./felt.js";
import { drawLying, layers } from "./lying.js";
import { middle, Moves } from "./moves.js";
import { Performance } from "./performance.js";
import { Queue } from "./queue.js";
import { sheet } from "./rules_sheet.js";
import { soundControl } from "./sound.js";
import { speedControl, speedOf } from "./speed.js";
import { tellProblem, toast, whyButton } from "./why.js";

const NARROW = 700;
const LYING = matchMedia("(max-height: 500px) and (min-width: 480px) and (max-width: 1099px)");
const TOLD = 60;
const LONG = 550; // milliseconds of a press that takes a chip off
const LAST_CALL = 1.5; // seconds before the bets close in which chips on the cloth are placed

class Table extends HTMLElement {
  #stream = null;
  #queue = null;
  #chosen = new Map();
  #told = 0;
  #selected = null;
  #drawn = "";
  #deadline = null;
  #due = null;
  #busy = false;
  #held = false;
  #offered = "";
  #headed = "";
  #sealed = "";
  #unsaid = [];
  #turn = "";

  connectedCallback() {
    const id = this.getAttribute("table");
    Object.assign(this, layers());
    this.bar = h("div", { class: "bar", id: "bar" });
    this.deaf = new Deaf(this.bar);
    this.head = h("div", { class: "table-head" });
    this.notice = h("p", { class: "notice", role: "status", hidden: true });
    this.talk = h("ol", { class: "talk", reversed: true });
    this.burned = h("p", { class: "burned", hidden: true });
    this.clock = h("div", { class: "clock", hidden: true }, h("span", {}));
    this.append(
      h(
        "div",
        { class: "table-page" },
        h("div", { class: "play" }, this.head, this.notice, this.room, this.clock, this.bar),
        h(
          "aside",
          { class: "side", "aria-label": "Table log" },
          h("header", {}, h("h2", {}, "Table log"), this.burned),
          this.talk,
        ),
      ),
    );
    this.#priced(id);
    this.bets = new Bets(this, id);
    this.coach = new Coach(this, this.querySelector(".side"), this.bar);
    this.#queue = new Queue(new Performance(this, new Moves(this.felt, this.flying)));
    this.keys = (event) => this.#key(event);
    this.away = () => document.hidden && this.#queue.skip();
    document.addEventListener("keydown", this.keys);
    document.addEventListener("visibilitychange", this.away);
    // What was pressed by a pointer does not keep the space bar: it is for what is marked.
    this.addEventListener("click", (event) => event.detail > 0 && event.target.closest("button")?.blur());
    // A tap on the cloth while things move goes to the end, and does nothing else.
    this.room.addEventListener(
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
    this.room.addEventListener(
      "scroll",
      () => this.felt.style.setProperty("--scrolled", `${this.room.scrollTop}px`),
      { passive: true },
    );
    this.#longPress();
    this.watch = new ResizeObserver(() => this.redraw());
    this.watch.observe(this.felt);
    this.ticking = setInterval(() => this.#tick(), 250);
    this.#open(id);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.keys);
    document.removeEventListener("visibilitychange", this.away);
    this.watch.disconnect();
    clearInterval(this.ticking);
    this.#stream?.close();
  }

  /** A long press on a spot takes its last chip off, and is not a tap. */
  #longPress() {
    let timer = 0;
    let pressed = false;
    const end = () => clearTimeout(timer);
    this.room.addEventListener("pointerdown", (event) => {
      const spot = event.target.closest("[data-spot]")?.dataset.spot;
      pressed = false;
      end();
      if (!spot || this.state?.phase !== "betting") return;
      timer = setTimeout(() => {
        pressed = true;
        this.bets.takeOff(spot);
      }, LONG);
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) this.room.addEventListener(name, end);
    this.room.addEventListener(
      "contextmenu",
      (event) => event.target.closest("[data-spot]") && event.preventDefault(),
    );
    this.room.addEventListener(
      "click",
      (event) => {
        if (!pressed) return;
        pressed = false;
        event.stopPropagation();
        event.preventDefault();
      },
      true,
    );
  }

  #open(id) {
    const stream = (this.#stream = new Stream(id));
    stream.addEventListener("snapshot", ({ detail: { state, sequence } }) => {
      this.#queue.speed = speedOf(state.you.name);
      this.#queue.movements = state.movements;
      this.#setDue(state.seconds);
      this.#queue.put(state);
      stream.tell({ type: "speed", speed: this.#queue.speed });
      this.#recall(id, sequence);
      this.#giveSeed(state);
    });
    stream.addEventListener("events", ({ detail: { state, events, shows } }) => {
      this.#setDue(state.seconds);
      if (shows) {
        this.#queue.take(state, events, shows);
        if (this.isBusy) this.#drawBar(); // what is still drawn may be over already
      } else {
        this.#queue.put(state);
        this.#tell(events);
      }
      this.#giveSeed(state);
    });
    stream.addEventListener("clock", ({ detail }) => {
      this.#setDue(detail.seconds);
      if (!this.isBusy) this.#startClock();
    });
    stream.addEventListener("refused", ({ detail }) => tellProblem(detail));
    stream.addEventListener("connected", () => this.classList.remove("lost"));
    stream.addEventListener("lost", ({ detail }) => {
      this.classList.add("lost");
      announce("Connection lost. Reconnecting…");
      if (detail.code === 4401) location.assign(`/sign-in?to=${encodeURIComponent(location.pathname)}`);
      if (detail.code === 4404)
        redraw(this, missingPage(`${sentence(detail.reason || "this table is no longer open")}`));
    });
  }

  async #recall(id, sequence) {
    const after = Math.max(0, sequence - 40);
    try {
      const told = await get(`/tables/${id}/events?after=${after}&limit=40`);
      this.#tell(told.events);
    } catch {
      // The talk is only a comfort; the state is what counts.
    }
  }

  /** Mix something into a shoe that was sealed, which the house cannot have known when it sealed it. */
  #giveSeed(state) {
    const { commitment, seeds } = state.shoe;
    if (!commitment || !seeds || this.#sealed === commitment || seeds.includes(state.you.name)) return;
    this.#sealed = commitment;
    this.#stream.command({ type: "give_seed", seed: newKey(), commitment }).catch(() => {
      // Too late, or not ours to give: the audit page says whose seeds went in.
    });
  }

  /** The state that is drawn. */
  get state() {
    return this.#queue?.shown ?? null;
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

  /** Set the speed of everything that moves. */
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

  /** An event has been shown: it may be announced now. */
  tellOf(event) {
    this.#tell([event]);
    if (event.says) this.#unsaid.push(event.says);
    if (event.event === "BurnedCardShown" && event.player === this.state.you.name && event.card !== "??") {
      toast(`Burn card: ${spoken(event.card)}`, { book: this.state.book, clause: event.clause });
    }
    if (event.event === "RoundClosed") {
      this.#selected = null;
      this.bets.forget();
      this.coach.closed(event.number);
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
    this.#say();
    this.coach.rests();
  }

  // Choices that are not said yet.

  /** What was chosen for a purpose, clamped to its range. */
  chosen(name, start, { least = 0, most = null } = {}) {
    const value = this.#chosen.get(name) ?? start;
    return Math.max(least, most === null ? value : Math.min(value, most));
  }

  choose(name, value) {
    if (!Number.isNaN(value)) this.#chosen.set(name, value);
    this.#drawBar();
  }

  keep(name, value) {
    this.#chosen.set(name, value);
  }

  kept(name) {
    return this.#chosen.get(name);
  }

  // Saying it.

  /** Send a command; whether it was accepted. A refusal is shown. */
  async send(command) {
    const refused = await this.try(command);
    if (refused) tellProblem(refused);
    return !refused;
  }

  /** Send a command; the refusal, or null. With `at`, only if that is still the last event. */
  async try(command, at = null) {
    try {
      await this.deaf.during(this.#stream.command(command, at));
      return null;
    } catch (problem) {
      return problem;
    }
  }

  /** A refusal that concerns a spot is shown at the spot, with its clause. */
  refuse(spot, problem) {
    const at =
      this.on.querySelector(`[data-spot="${CSS.escape(spot)}"]`) ??
      this.on.querySelector(`[data-box="${Number(spot.split(" ")[0])}"] .pick`);
    for (const old of this.felt.querySelectorAll(".spot-refusal")) old.remove();
    if (!at?.checkVisibility()) {
      tellProblem(problem);
      return;
    }
    const focus = at.dataset.focus; // it may have been drawn again by then
    for (const one of this.on.querySelectorAll(`[data-focus="${CSS.escape(focus)}"]`))
      one.classList.add("refused");
    const { left, top, width } = this.felt.getBoundingClientRect();
    const { x, y } = middle(at);
    const why = problem.why.charAt(0).toUpperCase() + problem.why.slice(1);
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
    this.felt.append(told);
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
    if (this.#held || state === null || !this.felt.clientWidth) return;
    const tall = this.room.clientWidth < NARROW && !LYING.matches;
    this.felt.classList.toggle("tall", tall);
    this.felt.style.setProperty("--high", String(sizeOf(state.felt.boxes, tall).height));
    this.felt.classList.toggle("with-sides", state.side_bets.length > 0);
    this.felt.setAttribute("aria-busy", String(this.isBusy));
    const cloth = JSON.stringify([tall, state.felt]);
    if (cloth !== this.#drawn) {
      this.#drawn = cloth;
      this.felt.dataset.book = state.book;
      this.strip.dataset.cloth = this.felt.dataset.cloth = state.words.cloth ?? "";
      redraw(this.cloth, felt(state, tall));
    }
    this.#drawHead();
    this.#drawBurned();
    drawLying(this, state, this.layout, this);
    this.#drawBar();
  }

  sit = (box) => this.send({ type: "sit", box });
  leave = (box) => this.send({ type: "leave", box });
  pick = (box) => {
    if (this.state.phase !== "betting" || deals(this.state)) return;
    this.#selected = box;
    this.bets.lay(box);
  };
  lay = (box, kind) => this.bets.lay(box, kind);

  /** The edge of the main game, with the lab behind it; it is a link as soon as it is known. */
  async #priced(id) {
    try {
      const { edges, lab } = await get(`/tables/${id}/rules`);
      this.price = { edge: edges[0]?.edge, lab };
      if (this.state) this.#drawHead();
    } catch {
      // The sheet of rules tells of it.
    }
  }

  /** The notice of a change of limits or options, until it holds. */
  #drawNotice() {
    const { book, notice } = this.state;
    this.notice.hidden = !notice;
    if (!notice) return;
    redraw(
      this.notice,
      h("span", {}, h("strong", {}, "Notice: "), notice.says, " "),
      whyButton(book, notice.clause, {
        label: "§",
        said: notice.says,
        name: `Notice of a change: clause ${notice.clause}`,
      }),
    );
  }

  #drawHead() {
    const state = this.state;
    const about = JSON.stringify([state.shoe, state.you, state.name, state.notice, this.price]);
    if (about === this.#headed) return;
    this.#headed = about;
    const share = state.shoe.left / state.shoe.size;
    const gauge = h(
      "div",
      {
        class: "gauge",
        role: "meter",
        "aria-label": "Cards left in the shoe",
        "aria-valuemin": "0",
        "aria-valuemax": state.shoe.size,
        "aria-valuenow": state.shoe.left,
        title: state.shoe.commitment ? `Sealed: ${state.shoe.commitment}` : "Cards left in the shoe",
      },
      h("span", { class: "fill", style: { "--share": String(share) } }),
    );
    const net = state.you.net;
    this.#drawNotice();
    redraw(
      this.head,
      h(
        "div",
        { class: "name" },
        h("h1", {}, state.name),
        h(
          "p",
          {},
          under(state),
          this.price && [
            " · ",
            h(
              "a",
              { href: this.price.lab, id: "edge", "data-focus": "edge" },
              this.price.edge ? `House edge ${this.price.edge}` : "Lab",
            ),
          ],
        ),
      ),
      h(
        "div",
        { class: "facts" },
        h(
          "div",
          { class: "shoe" },
          h(
            "span",
            { class: "small" },
            h("span", { class: "shoe-number" }, `Shoe ${state.shoe.number} · `),
            `${state.shoe.left} of ${state.shoe.size}`,
          ),
          gauge,
        ),
        h(
          "div",
          { class: "purse", "data-balance": state.you.balance },
          h("span", { class: "small" }, "Balance "),
          h("strong", {}, money(state.you.balance)),
          net !== 0 && h("span", { class: `small ${net > 0 ? "up" : "down"}` }, signed(net)),
        ),
        speedControl(state.you.name, (speed) => {
          this.speed = speed;
        }),
        soundControl(),
        h(
          "button",
          {
            type: "button",
            class: "quiet rules",
            "data-focus": "rules",
            "data-key": "?",
            "aria-label": "Rules, pays and keys",
            title: "Rules, pays and keys (?)",
            onclick: () => sheet(this.state).catch(tellProblem),
          },
          h("span", { class: "wide-word" }, "Rules"),
          h("span", { class: "narrow-word" }, "?"),
        ),
        h("a", { class: "quiet", href: `/audit/${state.table}` }, "History"),
      ),
    );
  }

  /** A player may ask to see the burn card, if the book allows it. */
  #drawBurned() {
    const {
      book,
      you,
      boxes,
      shoe: { burned_shown_under: clause },
    } = this.state;
    const plays = boxes.some(
      (box) => box.seat?.name === you.name || box.wagers.some((w) => w.bettor === you.name),
    );
    this.burned.hidden = !clause || !plays || deals(this.state) || you.role === "auditor";
    if (this.burned.hidden || this.burned.dataset.clause === clause) return;
    this.burned.dataset.clause = clause;
    const label = "Show the burn card";
    redraw(
      this.burned,
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "data-focus": "burned",
          "aria-label": label,
          onclick: () => this.send({ type: "show_burned" }),
        },
        "Burn card",
      ),
      whyButton(book, clause, { label: "§", said: label, name: `${label}: clause ${clause}` }),
    );
  }

  #drawBar() {
    const state = this.state;
    if (!state || this.#held) return;
    // A redraw must not take the cut card out of the player's hand while they drag it.
    const offer = state.shoe.offer?.player === state.you.name ? JSON.stringify(state.shoe.offer) : "";
    if (offer && this.#offered === offer && this.bar.querySelector(".cut")) return;
    this.#offered = offer;
    this.bar.classList.toggle("busy", this.isBusy);
    this.bar.parentElement.style.setProperty("--act-rows", String(Math.ceil(state.acts.length / 3)));
    const parts = bar(state, this);
    this.deaf.drawn(offered(state, parts), () => redraw(this.bar, parts));
    this.coach.mark();
  }

  // Telling.

  #line(event) {
    return h(
      "li",
      { "data-n": event.n },
      h("span", {}, event.says),
      whyButton(this.state.book, event.clause, {
        label: "§",
        said: event.says,
        name: `Clause ${event.clause}: ${event.says}`,
      }),
    );
  }

  /** New lines are added at the top, older ones recalled from the log at the bottom. */
  #tell(events) {
    const first = Number(this.talk.lastElementChild?.dataset.n ?? Infinity);
    const older = [];
    for (const event of events.filter((one) => one.says)) {
      if (event.n < first && first !== Infinity) older.unshift(this.#line(event));
      else if (event.n > this.#told) {
        this.#told = event.n;
        this.talk.prepend(this.#line(event));
      }
    }
    this.talk.append(...older);
    while (this.talk.childElementCount > TOLD) this.talk.lastChild.remove();
  }

  /** Say what has been shown since it was last said, and whether it is your turn. */
  #say() {
    const { state } = this;
    const told = this.#unsaid.splice(0).slice(-6);
    const turn =
      state.turn?.player === state.you.name ? `${state.round} ${state.turn.box} ${state.turn.hand}` : "";
    const turned = turn && turn !== this.#turn;
    const isFirst = this.#turn === "" && !told.length && !turn;
    this.#turn = turn || " ";
    const own = this.room.querySelector(turned ? ".hand.acting" : ".box.yours .who");
    own?.scrollIntoView({ block: "nearest" });
    const next = deals(state) ? state.dealer.card_to?.box : null;
    if (next) this.on.querySelector(`[data-box="${next}"] .pick`)?.scrollIntoView({ block: "nearest" });
    if (turned) told.push(`Your turn, box ${state.turn.box}.`);
    else if (isFirst) told.push(waitingFor(state));
    announce(told.join(" "));
  }

  // The clock and the keys.

  /** The server's clock runs: until when. */
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
    if (this.clock.hidden) return;
    this.clock.style.setProperty("--left", String(Math.min(1, left / (this.whole || 1))));
    this.clock.dataset.left = left.toFixed(1);
    this.clock.classList.toggle("late", left < 6);
    this.clock.firstChild.textContent = `${Math.ceil(left)} s`;
    // Chips that lie on the cloth when the bets close are bets.
    if (left < LAST_CALL && this.bets.isWaiting && this.state.phase === "betting") this.bets.place();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (document.querySelector("dialog[open]")) return;
    const at = event.target;
    const types =
      at instanceof HTMLElement &&
      at.matches("input:not([type=checkbox]):not([type=range]), select, textarea");
    const key = event.key.toLowerCase();
    if (types && key === "enter") at.blur();
    if (types) return;
    // What moves is shown to its end first; the key acts when it is pressed again.
    if (this.isBusy && (key === " " || /^[a-z]$/.test(key))) {
      event.preventDefault();
      this.skip();
      return;
    }
    if (key === " " && at instanceof HTMLElement && at.matches("button, a, summary, input[type=checkbox]"))
      return;
    if (this.deaf.isDeaf && /^([a-z ]|backspace)$/.test(key)) {
      this.deaf.ignored();
      event.preventDefault();
      return;
    }
    if (
      /^[1-9]$/.test(key) &&
      this.state?.phase === "betting" &&
      !deals(this.state) &&
      !this.bar.querySelector(`[data-key="${key}"]`)
    ) {
      if (Number(key) <= this.state.boxes.length) this.pick(Number(key));
      return;
    }
    const wanted =
      this.bar.querySelector(`[data-key="${CSS.escape(key)}"]`) ??
      this.head.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (wanted) {
      event.preventDefault();
      wanted.click();
    } else if (key === "a") this.dispatchEvent(new Event("advice"));
    else if (["j", "k", "t"].includes(key)) this.dispatchEvent(new CustomEvent("mistakes", { detail: key }));
  }
}
customElements.define("pb-table", Table);

/** The page of a table. */
export function tablePage(id) {
  return h("pb-table", { table: id });
}
