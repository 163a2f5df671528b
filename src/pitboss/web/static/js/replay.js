// @ts-check
// A round shown again on its own cloth, by the same queue: back, next, and any step at once.

import { h, redraw } from "./dom.js";
import { felt, sizeOf } from "./felt.js";
import { Layout } from "./layout.js";
import { drawLying, layers } from "./lying.js";
import { Moves, Performance } from "./moves.js";
import { Queue } from "./queue.js";
import { speedOf } from "./speed.js";

const NARROW = 700;

/**
 * The cloth of a round: `round` has the state before it, its events, and what each shows (as
 * `rounds/{n}/replay` and worked rounds have them). `show(k)` shows everything up to event `k`.
 */
export class RoundCloth extends HTMLElement {
  layers = layers();
  /** @type {Page.Replayed | null} */
  #round = null;
  #at = -1;
  #queue = new Queue(new Performance(this, new Moves(this.layers.felt, this.layers.flying)));
  #drawn = "";
  #held = false;
  /** @type {number | null} */
  selected = null;
  bets = null;
  /** @type {ResizeObserver} */
  watch;
  /** Nothing on this cloth is pressed. */
  still = true;

  connectedCallback() {
    if (!this.contains(this.room)) this.append(this.room);
    this.watch = new ResizeObserver(() => this.redraw());
    this.watch.observe(this.layers.felt);
  }

  disconnectedCallback() {
    this.watch.disconnect();
  }

  /**
   * Another round, before its first event.
   * @param {Page.Replayed} round
   */
  set round(round) {
    this.#round = round;
    this.#at = -1;
    this.#queue.speed = speedOf("");
    this.#queue.movements = round.state.movements;
    this.#queue.put(round.state);
  }

  /**
   * The same round with more events after those that were known.
   * @param {Page.Replayed} round
   */
  more(round) {
    this.#round = round;
  }

  /** Whether nothing moves here, so that an event is shown at once. */
  get isStill() {
    return this.#queue.speed === "off";
  }

  /**
   * Show everything up to an event: the next one as it happens, any other at once.
   * @param {number} k
   */
  show(k) {
    if (!this.#round) return;
    const { state, events, shows } = this.#round;
    const isNext = k === this.#at + 1;
    this.#queue.skip();
    if (isNext) {
      const { layout } = this.#queue;
      const after = new Layout();
      after.put(layout.state);
      after.land({ event: events[k], show: shows[k] });
      this.#queue.take(after.state, [events[k]], [shows[k]]);
    } else {
      const { layout } = this.#queue;
      layout.reset(state);
      for (let n = 0; n <= k; n++) layout.land({ event: events[n], show: shows[n] });
      this.redraw();
    }
    this.#at = k;
  }

  /** What is on the cloth and around it. */
  get room() {
    return this.layers.room;
  }

  get state() {
    return this.#queue.shown;
  }

  get isBusy() {
    return this.#queue.busy;
  }

  hold() {
    this.#held = true;
  }

  release() {
    this.#held = false;
    this.redraw();
  }

  tellOf() {
    // The steps next to the cloth show it.
  }

  ended() {
    this.redraw();
  }

  rests() {
    this.redraw();
  }

  sit() {}
  leave() {}
  pick() {}
  lay() {}

  redraw() {
    const state = this.state;
    if (this.#held || !state || !this.layers.felt.clientWidth) return;
    const tall = this.room.clientWidth < NARROW;
    this.layers.felt.classList.toggle("tall", tall);
    this.layers.felt.style.setProperty("--high", String(sizeOf(state.felt.boxes, tall).height));
    this.layers.felt.setAttribute("aria-busy", String(this.isBusy));
    const cloth = JSON.stringify([tall, state.table, state.felt]);
    if (cloth !== this.#drawn) {
      this.#drawn = cloth;
      this.layers.felt.dataset.book = state.book;
      this.layers.strip.dataset.cloth = this.layers.felt.dataset.cloth = state.words.cloth ?? "";
      redraw(this.layers.cloth, felt(state, tall));
    }
    drawLying(this.layers, state, this.#queue.layout, this);
  }
}
customElements.define("pb-round", RoundCloth);

/** A cloth on which rounds are shown again. */
export function roundCloth() {
  return h("pb-round", { role: "group", "aria-label": "On the layout" });
}
