// What the queue calls: it moves things on the cloth, and has them drawn where they land.

import { middle } from "./moves.js";
import { play } from "./sound.js";

const SOUNDS = {
  deal: "card",
  hit: "card",
  draw: "card",
  turn: "turn",
  look: "card",
  bet: "chip",
  stake: "chip",
  split: "chip",
  zap: "shuffle",
  lose: "chip",
  pay: "chip",
};

/** The movements of one table; `page` draws. */
export class Performance {
  #page;
  #moves;

  constructor(page, moves) {
    this.#page = page;
    this.#moves = moves;
  }

  hold() {
    this.#page.hold();
  }

  release() {
    this.#page.release();
  }

  idle() {
    this.#page.rests();
  }

  ended() {
    this.#page.ended();
  }

  /** An event has been shown. */
  land({ event, show }) {
    this.#page.redraw();
    this.#page.tellOf(event);
    if (event.event === "CardsShuffled") play("shuffle");
    else if (SOUNDS[show.moves]) play(SOUNDS[show.moves]);
  }

  /** The movement of an event begins; gives back what ends it. */
  begin(step, ms) {
    const { event, show } = step;
    const page = this.#page;
    const find = (what) => page.room.querySelector(what);
    switch (show.moves) {
      case "deal":
      case "hit":
      case "draw": {
        page.redraw();
        const target = find(`pb-card[data-n="${event.n}"]`);
        return (
          target &&
          this.#moves.deal(target, target.getAttribute("face"), target.getAttribute("mark") ?? "", ms)
        );
      }
      case "turn": {
        const target = find('.dealer pb-card[face="??"]');
        if (!target) return null;
        target.removeAttribute("data-landed");
        return this.#moves.turn(target, ms, () => target.setAttribute("face", event.card));
      }
      case "look": {
        const target = find('.dealer pb-card[face="??"]');
        return target && this.#moves.lift(target, ms);
      }
      case "split": {
        const before = this.#where();
        page.redraw();
        return this.#moves.glide(this.#again(before), ms);
      }
      case "zap": {
        const hand = `[data-hand="${event.hand}"] pb-card`;
        const stop = this.#moves.discard(
          [...page.room.querySelectorAll(`[data-box="${event.box}"] ${hand}, .strip ${hand}`)],
          ms,
        );
        page.redraw();
        return stop;
      }
      case "bet":
      case "stake": {
        const { box, kind = "main" } = { ...this.#wager(event.wager), ...event };
        if (!box) return null;
        const target = this.#spot(box, kind);
        return target && this.#moves.stake(target, event.stake ?? event.amount, ms);
      }
      case "lose": {
        const wager = this.#wager(event.wager);
        const target = wager && this.#spot(wager.box, wager.kind);
        const stop = target && this.#moves.take(target.querySelector("pb-chips") ?? target, wager.amount, ms);
        page.redraw();
        return stop;
      }
      case "pay": {
        const wager = this.#wager(event.wager);
        page.redraw();
        const target = wager && this.#payout(wager);
        return target && this.#moves.pay(target.querySelector("pb-chips") ?? target, event.paid, ms);
      }
      default:
        return null;
    }
  }

  #wager(id) {
    for (const box of this.#page.state.boxes) {
      const found = box.wagers.find((w) => w.id === id);
      if (found) return { ...found, box: box.number };
    }
    return null;
  }

  #spot(box, kind) {
    const { room } = this.#page;
    const main = ["main", "split", "double"].includes(kind);
    const side = main
      ? null
      : room.querySelector(`[data-box="${box}"] .side-spot[data-kind="${CSS.escape(kind)}"]`);
    return (
      side ??
      room.querySelector(`.strip [data-spot="${box} main"]`) ??
      room.querySelector(`[data-box="${box}"] .pick`)
    );
  }

  #payout({ box, kind }) {
    const { room } = this.#page;
    const main = ["main", "split", "double"].includes(kind);
    const side = main
      ? null
      : room.querySelector(`[data-box="${box}"] .side-spot[data-kind="${CSS.escape(kind)}"] .side-payout`);
    return (
      side ??
      room.querySelector(".strip .payout") ??
      room.querySelector(`[data-box="${box}"] .payout`) ??
      this.#spot(box, kind)
    );
  }

  #where() {
    const known = [...this.#page.room.querySelectorAll("pb-card[data-n]")];
    return new Map(known.map((one) => [one.dataset.n, middle(one)]));
  }

  #again(before) {
    const known = [...this.#page.room.querySelectorAll("pb-card[data-n]")];
    return known.filter((one) => before.has(one.dataset.n)).map((one) => [one, before.get(one.dataset.n)]);
  }
}
