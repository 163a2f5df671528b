// The page of a table: only what the house has acknowledged is drawn.

import { get, newKey, Stream } from "./api.js";
import { bar, waitingFor } from "./actions.js";
import { spoken } from "./cards.js";
import { deals } from "./chair.js";
import { bankSign, boxView, collection, dealerView, furniture, netOf, Seen } from "./boxes.js";
import { announce, h, money, redraw, redrawParts, signed, under } from "./dom.js";
import { felt, places, sizeOf } from "./felt.js";
import { tellProblem, toast, whyButton } from "./why.js";

const NARROW = 700;
const LYING = matchMedia("(max-height: 500px) and (min-width: 480px) and (max-width: 1099px)");
const TOLD = 60;

class Table extends HTMLElement {
  #state = null;
  #stream = null;
  #seen = new Seen();
  #chosen = new Map();
  #told = 0;
  #selected = null;
  #drawn = "";
  #deadline = null;
  #busy = false;
  #offered = "";
  #headed = "";
  #sealed = "";
  sides = new Set();

  connectedCallback() {
    this.felt = h("div", { class: "felt" });
    this.cloth = h("div", { class: "cloth-layer" });
    this.on = h("div", { class: "lying" });
    this.felt.append(this.cloth, this.on);
    this.room = h("div", { class: "room" }, this.felt);
    this.bar = h("div", { class: "bar", id: "bar" });
    this.head = h("div", { class: "table-head" });
    this.talk = h("ol", { class: "talk", reversed: true });
    this.burned = h("p", { class: "burned", hidden: true });
    this.clock = h("div", { class: "clock", hidden: true }, h("span", {}));
    this.append(
      h("div", { class: "table-page" },
        h("div", { class: "play" }, this.head, this.room, this.clock, this.bar),
        h("aside", { class: "side", "aria-label": "Table log" },
          h("header", {}, h("h2", {}, "Table log"), this.burned), this.talk)));
    this.keys = (event) => this.#key(event);
    document.addEventListener("keydown", this.keys);
    // What was pressed by a pointer does not keep the space bar: it is for what is marked.
    this.addEventListener("click", (event) => event.detail > 0 && event.target.closest("button")?.blur());
    this.watch = new ResizeObserver(() => this.#draw());
    this.watch.observe(this.felt);
    this.ticking = setInterval(() => this.#tick(), 250);
    this.#open();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.keys);
    this.watch.disconnect();
    clearInterval(this.ticking);
    this.#stream?.close();
  }

  #open() {
    const id = this.getAttribute("table");
    const stream = (this.#stream = new Stream(id));
    stream.addEventListener("snapshot", ({ detail }) => {
      this.#take(detail.state);
      this.#recall(id, detail.sequence);
    });
    stream.addEventListener("events", ({ detail }) => {
      this.#take(detail.state, detail.events);
      const seen = detail.events.find((one) => one.event === "BurnedCardShown" && one.player === detail.state.you.name);
      if (seen) toast(`Burn card: ${spoken(seen.card)}`, { book: detail.state.book, clause: seen.clause });
      this.#tell(detail.events);
    });
    stream.addEventListener("clock", ({ detail }) => this.#setClock(detail.seconds));
    stream.addEventListener("refused", ({ detail }) => tellProblem(detail));
    stream.addEventListener("connected", () => this.classList.remove("lost"));
    stream.addEventListener("lost", ({ detail }) => {
      this.classList.add("lost");
      announce("Connection lost. Reconnecting…");
      if (detail.code === 4401) location.assign(`/sign-in?to=${encodeURIComponent(location.pathname)}`);
      if (detail.code === 4404) redraw(this, h("p", { class: "waiting" }, "Table not found."));
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

  #take(state, events = []) {
    const before = this.#state;
    this.#state = state;
    document.title = `${state.name} · Pitboss`;
    this.#setClock(state.seconds);
    this.#draw();
    this.#say(before, state, events);
    this.#giveSeed(state);
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

  /** The state that is drawn: the last one the server has sent. */
  get state() {
    return this.#state;
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

  toggleSide(kind, on) {
    if (on) this.sides.add(kind);
    else this.sides.delete(kind);
    this.#drawBar();
  }

  // Saying it.

  async send(command) {
    try {
      await this.#stream.command(command);
      return true;
    } catch (problem) {
      tellProblem(problem);
      return false;
    }
  }

  /** The box that a bet goes to: the chosen one, one's own, or the first that is free. */
  target() {
    const { boxes } = this.#state;
    if (this.#selected !== null) return this.#selected;
    const banker = this.#state.bank?.banker?.box;
    const own = boxes.find((b) => b.yours && b.number !== banker);
    const best = (boxes.length + 1) / 2;
    const middle = [...boxes].sort((a, b) =>
      Math.abs(a.number - best) - Math.abs(b.number - best));
    return (own ?? middle.find((b) => b.seat === null))?.number ?? null;
  }

  async placeBets() {
    const state = this.#state;
    const number = this.target();
    if (number === null) return false;
    const box = state.boxes.find((b) => b.number === number);
    const seated = state.boxes.some((b) => b.yours);
    if (box.seat === null && !seated && !(await this.send({ type: "sit", box: number }))) return false;
    const span = { least: state.limits.minimum, most: state.limits.maximum };
    const amount = this.chosen("bet", state.limits.minimum, span);
    if (!(await this.send({ type: "bet", box: number, amount }))) return false;
    for (const bet of state.side_bets.filter((b) => this.sides.has(b.kind))) {
      const start = Math.max(bet.amounts.least, Math.min(500, bet.amounts.most ?? 500));
      const side = this.chosen(bet.kind, start, bet.amounts);
      if (!(await this.send({ type: "bet", box: number, amount: side, kind: bet.kind }))) return false;
    }
    return true;
  }

  async betAndDeal(bet) {
    if (this.#busy) return;
    this.#busy = true;
    try {
      if (bet && !(await this.placeBets())) return;
      if (this.#state.phase === "betting" && this.#state.dealt_by === "machine") {
        await this.send({ type: "deal" });
      }
    } finally {
      this.#busy = false;
    }
  }

  // Drawing.

  #draw() {
    const state = this.#state;
    if (state === null || !this.felt.clientWidth) return;
    const tall = this.room.clientWidth < NARROW && !LYING.matches;
    this.felt.classList.toggle("tall", tall);
    this.felt.style.setProperty("--high", String(sizeOf(state.felt.boxes, tall).height));
    this.felt.classList.toggle("with-sides", state.side_bets.length > 0);
    const cloth = JSON.stringify([tall, state.felt]);
    if (cloth !== this.#drawn) {
      this.#drawn = cloth;
      this.felt.dataset.book = state.book;
      this.felt.dataset.cloth = state.words.cloth ?? "";
      redraw(this.cloth, felt(state, tall));
    }
    this.#drawHead();
    this.#drawBurned();
    this.#drawLying(tall);
    this.#drawBar();
  }

  #drawHead() {
    const state = this.#state;
    const about = JSON.stringify([state.shoe, state.you, state.name]);
    if (about === this.#headed) return;
    this.#headed = about;
    const share = state.shoe.left / state.shoe.size;
    const gauge = h("div", {
      class: "gauge", role: "meter", "aria-label": "Cards left in the shoe", "aria-valuemin": "0",
      "aria-valuemax": state.shoe.size, "aria-valuenow": state.shoe.left,
      title: state.shoe.commitment ? `Sealed: ${state.shoe.commitment}` : "Cards left in the shoe",
    }, h("span", { class: "fill", style: { "--share": String(share) } }));
    const net = state.you.net;
    redraw(this.head,
      h("div", { class: "name" }, h("h1", {}, state.name),
        h("p", {}, under(state))),
      h("div", { class: "facts" },
        h("div", { class: "shoe" }, h("span", { class: "small" }, h("span", { class: "shoe-number" }, `Shoe ${state.shoe.number} · `), `${state.shoe.left} of ${state.shoe.size}`), gauge),
        h("div", { class: "purse" }, h("span", { class: "small" }, "Balance "),
          h("strong", {}, money(state.you.balance)),
          net !== 0 && h("span", { class: `small ${net > 0 ? "up" : "down"}` }, signed(net))),
        h("a", { class: "quiet", href: `/audit/${state.table}` }, "History")));
  }

  /** A player may ask to see the burn card, if the book allows it. */
  #drawBurned() {
    const { book, you, shoe: { burned_shown_under: clause } } = this.#state;
    this.burned.hidden = !clause || deals(this.#state) || you.role === "auditor";
    if (this.burned.hidden || this.burned.dataset.clause === clause) return;
    this.burned.dataset.clause = clause;
    const label = "Show the burn card";
    redraw(this.burned, h("button", { type: "button", class: "quiet", "data-focus": "burned", "aria-label": label, onclick: () => this.send({ type: "show_burned" }) }, "Burn card"),
      whyButton(book, clause, { label: "§", said: label, name: `${label}: clause ${clause}` }));
  }

  #drawLying(tall) {
    const state = this.#state;
    const size = sizeOf(state.boxes.length, tall);
    const empty = state.boxes.every((b) => b.hands.length === 0) && state.dealer.cards.length === 0;
    const last = empty && state.phase === "betting" && !this.#bettedAnew() ? state.last : null;
    this.felt.classList.toggle("over", last !== null);
    const round = last ? last.round : state.round;
    this.#seen.begin(round);
    const betting = state.phase === "betting";
    const context = {
      seen: this.#seen,
      round,
      mark: state.words.ace_mark ?? "",
      natural: state.words.blackjack,
      book: state.book,
      selected: betting ? this.#selected : null,
      deals: deals(state),
      sit: (box) => this.send({ type: "sit", box }),
      leave: (box) => this.send({ type: "leave", box }),
      pick: (box) => this.#pick(box),
    };
    const { left, rack, number } = state.shoe;
    const dealer = last ? { ...state.dealer, ...last.dealer } : state.dealer;
    const { cards, count, name } = dealer;
    const spots = places(state.boxes.length, tall);
    const part = (what, make) => [JSON.stringify(what), make];
    redrawParts(this.on, [
      part([tall, left, rack, number], () => !tall && furniture(state)),
      part([state.bank?.fees, state.bank?.fee], () => collection(state)),
      part(state.bank?.banker ?? null, () => bankSign(state)),
      part([round, cards, count, name], () => dealerView(dealer, state, context)),
      part([last, state.you.name], () => this.#banner(last)),
      ...state.boxes.map((box, n) => {
        const was = last?.boxes.find((b) => b.number === box.number);
        const shown = was ? { ...box, hands: was.hands, wagers: was.wagers } : box;
        const about = [tall, round, betting, shown, box.wagers.length, context.selected === box.number,
          context.deals, state.bank?.banker?.box === box.number];
        return part(about, () => this.#placed(boxView(shown, state, context), spots[n], size));
      }),
    ]);
  }

  #placed(box, { x, y, ix, iy }, size) {
    const at = { "--x": x / size.width, "--y": y / size.height, "--ix": ix, "--iy": iy, "--up": Math.abs(ix) };
    for (const [name, value] of Object.entries(at)) box.style.setProperty(name, String(value));
    box.dataset.side = ix > 0.01 ? "left" : ix < -0.01 ? "right" : "middle";
    return box;
  }

  #bettedAnew() {
    return this.#state.boxes.some((b) => b.wagers.length > 0);
  }

  #banner(last) {
    const state = this.#state;
    if (last) {
      const own = last.boxes.flatMap((b) => b.wagers.filter((w) => w.bettor === state.you.name));
      if (!own.length) return null;
      const net = own.reduce((sum, w) => sum + netOf(w), 0);
      const mood = net > 0 ? "won" : net < 0 ? "lost" : "even";
      const text = net > 0 ? `You win ${money(net)}` : net < 0 ? `You lose ${money(-net)}` : "You break even";
      return h("p", { class: `banner ${mood}` }, last.void ? "Round void: bets returned" : text);
    }
    return null;
  }

  #drawBar() {
    const state = this.#state;
    if (!state) return;
    // A redraw must not take the cut card out of the player's hand while they drag it.
    const offer = state.shoe.offer?.player === state.you.name ? JSON.stringify(state.shoe.offer) : "";
    if (offer && this.#offered === offer && this.bar.querySelector(".cut")) return;
    this.#offered = offer;
    redraw(this.bar, bar(state, this));
  }

  #pick(box) {
    this.#selected = this.#selected === box ? null : box;
    this.#draw();
  }

  // Telling.

  #line(event) {
    return h("li", { "data-n": event.n }, h("span", {}, event.says),
      whyButton(this.#state.book, event.clause, { label: "§", said: event.says, name: `Clause ${event.clause}: ${event.says}` }));
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

  #say(before, state, events) {
    const you = state.you.name;
    const told = events.slice(-6).map((event) => event.says).filter(Boolean);
    const turned = state.turn?.player === you &&
      (before?.turn?.box !== state.turn.box || before?.turn?.hand !== state.turn.hand);
    if (turned) this.on.querySelector(".hand.acting")?.scrollIntoView({ block: "nearest" });
    const next = deals(state) ? state.dealer.card_to?.box : null;
    if (next) this.on.querySelector(`[data-box="${next}"] .pick`)?.scrollIntoView({ block: "nearest" });
    if (turned) told.push(`Your turn, box ${state.turn.box}.`);
    else if (!told.length && before === null) told.push(waitingFor(state));
    announce(told.join(" "));
  }

  // The clock and the keys.

  #setClock(seconds) {
    this.#deadline = seconds === null || seconds === undefined ? null : performance.now() + seconds * 1000;
    this.whole = Math.max(seconds ?? 0, this.#deadline ? (this.whole ?? 0) : 0);
    if (this.#deadline === null) this.whole = 0;
    this.#tick();
  }

  #tick() {
    const left = this.#deadline === null ? null : Math.max(0, (this.#deadline - performance.now()) / 1000);
    this.clock.hidden = left === null;
    if (left === null) return;
    this.clock.style.setProperty("--left", String(Math.min(1, left / (this.whole || 1))));
    this.clock.classList.toggle("late", left < 6);
    this.clock.firstChild.textContent = `${Math.ceil(left)} s`;
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (document.querySelector("dialog[open]")) return;
    const at = event.target;
    const types = at instanceof HTMLElement && at.matches("input:not([type=checkbox]):not([type=range]), select, textarea");
    const key = event.key.toLowerCase();
    if (types && key === "enter") at.blur();
    if (types) return;
    if (key === " " && at instanceof HTMLElement && at.matches("button, a, summary, input[type=checkbox]")) return;
    if (/^[1-9]$/.test(key) && this.#state?.phase === "betting" && !deals(this.#state)) {
      if (Number(key) <= this.#state.boxes.length) this.#pick(Number(key));
      return;
    }
    const wanted = this.bar.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (wanted) {
      event.preventDefault();
      wanted.click();
    }
  }
}
customElements.define("pb-table", Table);

/** The page of a table. */
export function tablePage(id) {
  return h("pb-table", { table: id });
}
