// @ts-check
// How things move on the cloth: copies fly above it, and what they stand for appears when they land.
// `Performance` is what the queue calls: it says what moves for each event, and has it drawn.

import { EXCHANGE } from "./acts.js";
import { card } from "./cards.js";
import { chips } from "./chips.js";
import { play } from "./sound.js";

/** @import { Shown } from "./queue.js" */
/** @typedef {{ x: number, y: number }} Point */

const EASE = "cubic-bezier(0.22, 0.75, 0.3, 1)";
// Where things come from and go to, as parts of the cloth's width and height.
const PLACES = {
  wide: { shoe: [0.657, 0.085], rack: [0.238, 0.085], tray: [0.5, 0.04] },
  tall: { shoe: [0.94, 0.03], rack: [0.06, 0.03], tray: [0.5, 0.025] },
};

/** The movements on one cloth; `layer` is above everything on it. */
export class Moves {
  #felt;
  #layer;

  /**
   * @param {HTMLElement} felt
   * @param {HTMLElement} layer
   */
  constructor(felt, layer) {
    this.#felt = felt;
    this.#layer = layer;
  }

  /** @param {"shoe" | "rack" | "tray"} name */
  #place(name) {
    const { left, top, width, height } = this.#felt.getBoundingClientRect();
    const [x, y] = PLACES[this.#felt.classList.contains("tall") ? "tall" : "wide"][name];
    return { x: left + x * width, y: top + y * height };
  }

  /**
   * Send a copy from one point of the page to another; gives back what ends it.
   * @param {HTMLElement} copy
   * @param {number} width
   * @param {Point} from
   * @param {Point} to
   * @param {number} ms
   */
  #send(copy, width, from, to, ms, { turned = 0, rests = 0, fades = false } = {}) {
    const base = this.#layer.getBoundingClientRect();
    const style = copy.style;
    style.setProperty("left", `${to.x - base.left}px`);
    style.setProperty("top", `${to.y - base.top}px`);
    style.setProperty("width", `${width}px`);
    style.setProperty("--cw", `${width}px`);
    this.#layer.append(copy);
    const away = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
    copy.animate(
      [
        { transform: `translate(-50%, -50%) ${away} rotate(${turned}deg)`, opacity: 1 },
        { transform: `translate(-50%, -50%) rotate(${rests}deg)`, opacity: fades ? 0.2 : 1 },
      ],
      { duration: ms, easing: EASE, fill: "both" },
    );
    return () => copy.remove();
  }

  /**
   * A card from the shoe to its place.
   * @param {HTMLElement} target
   * @param {string} face
   * @param {string} mark
   * @param {number} ms
   */
  deal(target, face, mark, ms) {
    const { x, y, width } = middle(target);
    const sideways = target.classList.contains("sideways");
    return this.#send(
      card(face, { mark }),
      sideways ? target.offsetWidth : width,
      this.#place("shoe"),
      { x, y },
      ms,
      { turned: 28, rests: sideways ? 90 : 0 },
    );
  }

  /**
   * Cards that leave the cloth for the discard rack.
   * @param {Element[]} targets
   * @param {number} ms
   */
  discard(targets, ms) {
    const stops = targets.map((one) => {
      const { x, y, width } = middle(one);
      return this.#send(card(one.getAttribute("face") ?? "??"), width, { x, y }, this.#place("rack"), ms, {
        rests: -20,
        fades: true,
      });
    });
    return () => stops.forEach((stop) => stop());
  }

  /**
   * Chips from the tray to a spot, or from a spot to the tray.
   * @param {Element} target
   * @param {number} amount
   * @param {number} ms
   */
  pay(target, amount, ms) {
    const { x, y, width } = middle(target);
    return this.#send(chips(amount), width, this.#place("tray"), { x, y }, ms);
  }

  /**
   * @param {Element} target
   * @param {number} amount
   * @param {number} ms
   */
  take(target, amount, ms) {
    const { x, y, width } = middle(target);
    return this.#send(chips(amount), width, { x, y }, this.#place("tray"), ms, { fades: true });
  }

  /**
   * Chips that a player puts down, from the player's side of the spot.
   * @param {Element} target
   * @param {number} amount
   * @param {number} ms
   */
  stake(target, amount, ms) {
    const { x, y, width } = middle(target);
    const dealer = this.#place("tray");
    const far = Math.hypot(x - dealer.x, y - dealer.y) || 1;
    const from = { x: x + ((x - dealer.x) / far) * 90, y: y + ((y - dealer.y) / far) * 90 + 30 };
    return this.#send(chips(amount), width * 0.68, from, { x, y }, ms);
  }

  /**
   * The hole card turns: `half` is called when it stands on its edge.
   * @param {Element} target
   * @param {number} ms
   * @param {() => unknown} half
   */
  turn(target, ms, half) {
    const out = target.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0.03)" }], {
      duration: ms / 2,
      fill: "forwards",
      easing: "ease-in",
    });
    const timer = setTimeout(() => {
      half();
      out.cancel();
      target.animate([{ transform: "scaleX(0.03)" }, { transform: "scaleX(1)" }], {
        duration: ms / 2,
        easing: "ease-out",
      });
    }, ms / 2);
    return () => clearTimeout(timer);
  }

  /**
   * The dealer lifts the corner of the hole card.
   * @param {Element} target
   * @param {number} ms
   */
  lift(target, ms) {
    const made = target.animate(
      [
        { transform: "none" },
        { transform: "translateY(-9%) rotate(-5deg)", offset: 0.4 },
        { transform: "translateY(-9%) rotate(-5deg)", offset: 0.65 },
        { transform: "none" },
      ],
      { duration: ms, easing: "ease-in-out" },
    );
    return () => made.cancel();
  }

  /**
   * Things that are somewhere else than before glide there; `before` has where they were.
   * @param {[Element, Point & {width: number}][]} before
   * @param {number} ms
   */
  glide(before, ms) {
    /** @type {Animation[]} */
    const made = [];
    for (const [element, old] of before) {
      const now = middle(element);
      if (Math.hypot(old.x - now.x, old.y - now.y) < 1) continue;
      made.push(
        element.animate(
          [
            {
              transform:
                `translate(${old.x - now.x}px, ${old.y - now.y}` +
                `px) scale(${old.width / (now.width || 1)})`,
            },
            { transform: "none" },
          ],
          { duration: ms, easing: EASE },
        ),
      );
    }
    return () => made.forEach((one) => one.cancel());
  }
}

/**
 * The middle of an element on the page, and its width.
 * @param {Element} element
 */
export function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, width };
}

/** @type {Record<string, string>} */
const SOUNDS = {
  deal: "card",
  hit: "card",
  draw: "card",
  turn: "turn",
  look: "card",
  bet: "chip",
  stake: "chip",
  split: "chip",
  [EXCHANGE]: "shuffle",
  lose: "chip",
  pay: "chip",
};

/** The movements of one table; `page` draws. */
export class Performance {
  #page;
  #moves;

  /**
   * @param {Page.Shows} page
   * @param {Moves} moves
   */
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

  /**
   * An event has been shown.
   * @param {Shown} parts
   */
  land({ event, show }) {
    this.#page.redraw();
    this.#page.tellOf(event);
    if (event.event === "CardsShuffled") play("shuffle");
    else if (show.moves && SOUNDS[show.moves]) play(SOUNDS[show.moves]);
  }

  /**
   * The movement of an event begins; gives back what ends it.
   * @param {Shown} step
   * @param {number} ms
   */
  begin(step, ms) {
    const { event, show } = step;
    const page = this.#page;
    /** @param {string} what */
    const find = (what) => page.room.querySelector(what);
    switch (show.moves) {
      case "deal":
      case "hit":
      case "draw": {
        page.redraw();
        const target = find(`pb-card[data-n="${event.n}"]`);
        return (
          target &&
          this.#moves.deal(target, target.getAttribute("face") ?? "??", target.getAttribute("mark") ?? "", ms)
        );
      }
      case "turn": {
        const target = find('.dealer pb-card[face="??"]');
        if (!target) return null;
        target.removeAttribute("data-landed");
        return this.#moves.turn(target, ms, () => target.setAttribute("face", event.card ?? "??"));
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
      case EXCHANGE: {
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
        return target && this.#moves.stake(target, event.stake ?? event.amount ?? 0, ms);
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
        return target && this.#moves.pay(target.querySelector("pb-chips") ?? target, event.paid ?? 0, ms);
      }
      default:
        return null;
    }
  }

  /** @param {number | undefined} id */
  #wager(id) {
    for (const box of this.#page.state.boxes) {
      const found = box.wagers.find((w) => w.id === id);
      if (found) return { ...found, box: box.number };
    }
    return null;
  }

  /**
   * @param {number} box
   * @param {string} kind
   */
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

  /** @param {{box: number, kind: string}} parts */
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

  /** Where every card is, by the number of its event. */
  #where() {
    const known = [...this.#page.room.querySelectorAll("pb-card[data-n]")];
    return new Map(known.map((one) => [one.dataset.n, middle(one)]));
  }

  /**
   * The cards that are still there, each with where it was.
   * @param {Map<string | undefined, Point & { width: number }>} before
   * @returns {[Element, Point & { width: number }][]}
   */
  #again(before) {
    return [...this.#page.room.querySelectorAll("pb-card[data-n]")].flatMap((one) => {
      const old = before.get(one.dataset.n);
      return old ? [[one, old]] : [];
    });
  }
}
