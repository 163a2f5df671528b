// How things move on the cloth: copies fly above it, and what they stand for appears when they land.

import { card } from "./cards.js";
import { chips } from "./chips.js";

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

  constructor(felt, layer) {
    this.#felt = felt;
    this.#layer = layer;
  }

  #place(name) {
    const { left, top, width, height } = this.#felt.getBoundingClientRect();
    const [x, y] = PLACES[this.#felt.classList.contains("tall") ? "tall" : "wide"][name];
    return { x: left + x * width, y: top + y * height };
  }

  /** Send a copy from one point of the page to another; gives back what ends it. */
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

  /** A card from the shoe to its place. */
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

  /** Cards that leave the cloth for the discard rack. */
  discard(targets, ms) {
    const stops = targets.map((one) => {
      const { x, y, width } = middle(one);
      return this.#send(card(one.getAttribute("face")), width, { x, y }, this.#place("rack"), ms, {
        rests: -20,
        fades: true,
      });
    });
    return () => stops.forEach((stop) => stop());
  }

  /** Chips from the tray to a spot, or from a spot to the tray. */
  pay(target, amount, ms) {
    const { x, y, width } = middle(target);
    return this.#send(chips(amount), width, this.#place("tray"), { x, y }, ms);
  }

  take(target, amount, ms) {
    const { x, y, width } = middle(target);
    return this.#send(chips(amount), width, { x, y }, this.#place("tray"), ms, { fades: true });
  }

  /** Chips that a player puts down, from the player's side of the spot. */
  stake(target, amount, ms) {
    const { x, y, width } = middle(target);
    const dealer = this.#place("tray");
    const far = Math.hypot(x - dealer.x, y - dealer.y) || 1;
    const from = { x: x + ((x - dealer.x) / far) * 90, y: y + ((y - dealer.y) / far) * 90 + 30 };
    return this.#send(chips(amount), width * 0.68, from, { x, y }, ms);
  }

  /** The hole card turns: `half` is called when it stands on its edge. */
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

  /** The dealer lifts the corner of the hole card. */
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

  /** Things that are somewhere else than before glide there; `before` has where they were. */
  glide(before, ms) {
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

/** The middle of an element on the page, and its width. */
export function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, width };
}
