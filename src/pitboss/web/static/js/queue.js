// @ts-check
// The queue of events: the page shows one after another, each when the movement before it has ended.
//
// The server says with each event what it changes on the layout (`shows`); nothing is worked out
// here. The state sent with the events is where they end, and is shown as it is when they have.

import { moves } from "./dom.js";
import { Layout } from "./layout.js";
import { SPEEDS } from "./speed.js";

/** @typedef {{ event: Live.Event, show: Live.Show, state?: undefined }} Shown */
/** @typedef {{ step: Shown, stop: (() => unknown) | null | undefined, timer?: number }} Flight */
/** @typedef {Shown | { state: Live.State, event?: undefined, show?: undefined }} Step */

const STILL = 120; // milliseconds between two things that appear without moving
const TOTAL = 80; // in which a total appears under its hand
const BEHIND = { fast: 4000, end: 8000 };

/**
 * Plays events. `view` draws: `begin(step, ms)` starts a movement and gives back what ends it early,
 * `land(step)` is called when it has ended, `ended(state)` when a whole message has.
 */
export class Queue {
  #view;
  /** @type {Step[]} */
  #steps = [];
  /** @type {Flight[]} */
  #flights = [];
  #timer = 0;
  #last = 0;
  speed = "normal";
  /** @type {Record<string, [moves: number, next: number]>} */
  movements = {};

  /** @param {import("./moves.js").Performance} view */
  constructor(view) {
    this.#view = view;
    this.layout = new Layout();
  }

  /** The state that is drawn now. */
  get shown() {
    return this.layout.state;
  }

  /** Whether something is still to be shown. */
  get busy() {
    return this.#steps.length > 0 || this.#flights.length > 0;
  }

  /**
   * Whether only other players' bets are still to be shown, which delay no one; your own are offered
   * no second time.
   */
  get onlyBets() {
    /** @type {Step[]} */
    const rest = [...this.#flights.map((one) => one.step), ...this.#steps];
    /** @param {Step} step */
    const isOthers = ({ show, event }) =>
      !show?.moves || (show.moves === "bet" && event?.player !== this.shown.you.name);
    return this.shown?.phase === "betting" && rest.every(isOthers);
  }

  /**
   * Show a state at once: a snapshot, or what was missed.
   * @param {Live.State} state
   */
  put(state) {
    this.skip();
    this.layout.reset(state);
    this.#view.ended();
    this.#view.idle();
  }

  /**
   * Events that have happened, what each shows, and the state to which they lead.
   * @param {Live.State} state
   * @param {Live.Event[]} events
   * @param {Live.Show[] | undefined} shows
   */
  take(state, events, shows) {
    if (!this.shown || !shows || shows.length !== events.length) {
      this.put(state);
      return;
    }
    events.forEach((event, n) => this.#steps.push({ event, show: shows[n] }));
    this.#steps.push({ state });
    if (document.hidden || this.#factor() === 0 || this.#left() > BEHIND.end * Math.max(1, this.#factor()))
      this.skip();
    else this.#next();
  }

  /** Go to the end. */
  skip() {
    clearTimeout(this.#timer);
    if (!this.busy) return;
    this.#view.hold();
    for (const flight of this.#flights.splice(0)) {
      clearTimeout(flight.timer);
      flight.stop?.();
      this.#landed(flight.step);
    }
    for (const step of this.#steps.splice(0)) {
      if (step.state) this.#end(step);
      else this.#landed(step);
    }
    this.#view.release();
    this.#view.idle();
  }

  #factor() {
    return SPEEDS[this.speed] ?? 1;
  }

  /** @param {Step} step */
  #nominal(step) {
    return this.movements[step.show?.moves ?? ""] ?? null;
  }

  /** Milliseconds until everything would have been shown. */
  #left() {
    const each = this.#steps.reduce((sum, step) => sum + (this.#nominal(step)?.[1] ?? 0), 0);
    return each * this.#factor();
  }

  #next() {
    clearTimeout(this.#timer);
    while (this.#steps.length) {
      const step = this.#steps[0];
      const nominal = this.#nominal(step);
      if (step.state || !nominal) {
        if (this.#flights.length) return;
        this.#steps.shift();
        if (step.state) this.#end(step);
        else this.#landed(step);
        continue;
      }
      const isDeal = step.show.moves === "deal";
      const early = this.#flights.length > 0;
      if (early && !(isDeal && this.#flights.every((one) => one.step.show.moves === "deal"))) return;
      const late = this.#left() > BEHIND.fast * Math.max(1, this.#factor());
      const factor = late ? Math.min(this.#factor(), SPEEDS.fast) : this.#factor();
      if (early && performance.now() < this.#last) {
        this.#timer = setTimeout(() => this.#next(), this.#last - performance.now());
        return;
      }
      this.#steps.shift();
      this.#start(step, nominal, factor);
      if (isDeal && moves()) {
        this.#last = performance.now() + nominal[1] * factor;
        this.#timer = setTimeout(() => this.#next(), nominal[1] * factor);
      }
      return;
    }
    this.#view.idle();
  }

  /**
   * @param {Shown} step
   * @param {[number, number]} parts1
   * @param {number} factor
   */
  #start(step, [ms, next], factor) {
    if (!moves()) {
      this.#landed(step);
      this.#wait(STILL * Math.min(1, factor));
      return;
    }
    this.layout.begin(step);
    /** @type {Flight} */
    const flight = { step, stop: this.#view.begin(step, ms * factor) };
    this.#flights.push(flight);
    flight.timer = setTimeout(() => {
      this.#flights.splice(this.#flights.indexOf(flight), 1);
      flight.stop?.();
      this.#landed(step);
      if (this.#flights.length) return;
      const isDeal = step.show.moves === "deal";
      if (!isDeal) this.#wait((next - ms) * factor);
      else if (this.#steps[0]?.show?.moves !== "deal") this.#wait(TOTAL * factor);
    }, ms * factor);
  }

  /** @param {number} ms */
  #wait(ms) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#next(), Math.max(0, ms));
  }

  /** @param {Shown} step */
  #landed(step) {
    this.layout.land(step);
    this.#view.land(step);
  }

  /** @param {{state: Live.State}} step */
  #end(step) {
    // A message that came meanwhile is on top of this one: its parts are shown when it has ended.
    this.layout.put(step.state);
    this.#view.ended();
  }
}
