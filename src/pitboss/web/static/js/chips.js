// @ts-check
// Our own chips: <pb-chips amount="2500">, the larger ones at the bottom.

import { h, money, s } from "./dom.js";

const VALUES = [100000, 50000, 10000, 2500, 500, 250, 100, 50, 25, 5, 1];
const MOST = 8;

/**
 * The chips of an amount, the largest first.
 * @param {number} amount
 */
export function stack(amount) {
  const chips = [];
  for (const value of VALUES) {
    while (amount >= value && chips.length < 40) {
      chips.push(value);
      amount -= value;
    }
  }
  return chips;
}

/** @param {number} value */
function label(value) {
  return value >= 100000 ? `${value / 100000}k` : value >= 100 ? `${value / 100}` : `${value}¢`;
}

/**
 * One chip seen from above, as a group of a drawing.
 * @param {number} value
 * @param {{x?: number, y?: number, text?: boolean}} [options]
 */
export function chip(value, { x = 0, y = 0, text = true } = {}) {
  return s(
    "g",
    { class: `chip v${value}`, transform: `translate(${x} ${y})` },
    s("ellipse", { class: "side", cx: 0, cy: 3.4, rx: 20, ry: 18.4 }),
    s("ellipse", { class: "top", cx: 0, cy: 0, rx: 20, ry: 18.4 }),
    s("ellipse", { class: "spots", cx: 0, cy: 0, rx: 17.4, ry: 16, pathLength: 96 }),
    s("ellipse", { class: "inlay", cx: 0, cy: 0, rx: 12.6, ry: 11.6 }),
    text && s("text", { x: 0, y: 4.2, "text-anchor": "middle" }, label(value)),
  );
}

/**
 * A picture of one chip, for a button.
 * @param {number} value
 */
export function picture(value) {
  return s("svg", { viewBox: "-22 -20 44 43", "aria-hidden": "true", class: "one-chip" }, chip(value));
}

class Chips extends HTMLElement {
  static observedAttributes = ["amount"];

  attributeChangedCallback() {
    const amount = Number(this.getAttribute("amount"));
    const all = stack(amount);
    const shown = all.length > MOST ? all.slice(0, MOST) : all;
    const height = 43 + 5 * Math.max(0, shown.length - 1);
    const drawn = shown.map((value, place) =>
      chip(value, { y: -5 * place, text: place === shown.length - 1 }),
    );
    drawn.unshift(s("ellipse", { class: "shade", cx: 1, cy: 6, rx: 21, ry: 18 }));
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", `${money(amount)} in chips`);
    this.style.setProperty("--height", String(height / 44));
    this.replaceChildren(
      s("svg", { class: "chip", viewBox: `-22 ${23 - height} 44 ${height}`, "aria-hidden": "true" }, drawn),
    );
  }
}
customElements.define("pb-chips", Chips);

/**
 * A stack of chips.
 * @param {number} amount
 */
export function chips(amount) {
  return h("pb-chips", { amount });
}
