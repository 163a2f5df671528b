// @ts-check
// Our own cards: <pb-card face="As">, "??" for a face-down card.

import { h, s } from "./dom.js";

/** @type {Record<string, string>} */
const SUITS = {
  h:
    "M50 90C20 64 8 47 8 31 8 17 18 9 29 9c10 0 17 6 21 " +
    "14C54 15 61 9 71 9c11 0 21 8 21 22 0 16-12 33-42 59z",
  d: "M50 4C60 22 72 37 86 50 72 63 60 78 50 96 40 78 28 63 14 50 28 37 40 22 50 4z",
  s:
    "M50 6c30 28 42 41 42 57 0 13-10 20-20 20-8 0-15-4-19-11 1 11 5 18 13 " +
    "23H34c8-5 12-12 13-23-4 7-11 11-19 11-10 0-20-7-20-20C8 47 20 34 50 6z",
  c:
    "M50 6c12 0 21 9 21 21 0 6-2 10-5 14 3-1 5-2 8-2 12 0 20 9 20 20s-9 " +
    "21-21 21c-9 0-16-5-20-12 1 12 5 21 13 26H34c8-5 12-14 13-26-4 7-11 12-20 " +
    "12C15 80 6 70 6 59s8-20 20-20c3 0 5 1 8 2-3-4-5-8-5-14C29 15 38 6 50 6z",
};
/** @type {Record<string, string>} */
const RANKS = { T: "10", A: "A", J: "J", Q: "Q", K: "K" };
/** @type {Record<string, string>} */
const NAMES = {
  A: "ace",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
};
/** @type {Record<string, string>} */
const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

// Where the pips of each rank are on a card of 100 by 140.
const [L, M, R] = [30, 50, 70];
/** @type {Record<string, number[][]>} */
const PIPS = {
  2: [
    [M, 28],
    [M, 112],
  ],
  3: [
    [M, 28],
    [M, 70],
    [M, 112],
  ],
  4: [
    [L, 28],
    [R, 28],
    [L, 112],
    [R, 112],
  ],
  5: [
    [L, 28],
    [R, 28],
    [M, 70],
    [L, 112],
    [R, 112],
  ],
  6: [
    [L, 28],
    [R, 28],
    [L, 70],
    [R, 70],
    [L, 112],
    [R, 112],
  ],
  7: [
    [L, 28],
    [R, 28],
    [M, 49],
    [L, 70],
    [R, 70],
    [L, 112],
    [R, 112],
  ],
  8: [
    [L, 28],
    [R, 28],
    [M, 49],
    [L, 70],
    [R, 70],
    [M, 91],
    [L, 112],
    [R, 112],
  ],
  9: [
    [L, 28],
    [R, 28],
    [L, 56],
    [R, 56],
    [M, 70],
    [L, 84],
    [R, 84],
    [L, 112],
    [R, 112],
  ],
  T: [
    [L, 28],
    [R, 28],
    [M, 42],
    [L, 56],
    [R, 56],
    [L, 84],
    [R, 84],
    [M, 98],
    [L, 112],
    [R, 112],
  ],
};

/**
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function pip(suit, x, y, size, turned = false) {
  const scale = size / 100;
  const turn = turned ? `rotate(180 ${x} ${y}) ` : "";
  const place = `${turn}translate(${x - size / 2} ${y - size / 2}) scale(${scale})`;
  return s("path", { d: SUITS[suit], transform: place });
}

/** @type {Record<string, string>} */
const HATS = {
  K: "M34 36l-3-17 9 7 10-12 10 12 9-7-3 17z",
  Q: "M35 36c-3-6-4-11-4-15 5 1 8 4 10 8 2-5 5-9 9-12 4 3 7 7 9 12 2-4 5-7 10-8 0 4-1 9-4 15z",
  J: "M34 36c-1-10 6-17 16-17 6 0 10 2 13 5l9-6-3 18z",
};

/**
 * @param {string} rank
 * @param {string} suit
 */
function half(rank, suit) {
  const hair = rank === "Q" ? "M37 36c-6 8-6 20-2 26h30c4-6 4-18-2-26z" : "M38 36h24v14c0 3-24 3-24 0z";
  return s(
    "g",
    {},
    s("path", { class: "robe", d: "M24 70c1-9 8-14 17-16h18c9 2 16 7 17 16z" }),
    s("path", { class: "gold", d: "M43 54h14l-7 16z" }),
    s("path", { class: "hair", d: hair }),
    s("ellipse", { class: "skin", cx: 50, cy: 45, rx: 9.5, ry: 11.5 }),
    s("path", { class: "line", d: "M45.500 44h2M52.500 44h2M48 51c1.500 1 2.500 1 4 0" }),
    rank === "K" && s("path", { class: "hair", d: "M42 49c2 9 5 11 8 11s6-2 8-11c-3 3-5 4-8 4s-5-1-8-4z" }),
    s("path", { class: "gold", d: HATS[rank] }),
    s("path", { class: "robe", d: "M33 34h34v4H33z" }),
    pip(suit, 31, 25, 13),
  );
}

/**
 * @param {string} rank
 * @param {string} suit
 */
function figure(rank, suit) {
  return s(
    "g",
    { class: "figure" },
    s("rect", { class: "frame", x: 22, y: 14, width: 56, height: 112, rx: 4 }),
    half(rank, suit),
    s("g", { transform: "rotate(180 50 70)" }, half(rank, suit)),
    s("path", { class: "sash", d: "M22 70h56" }),
  );
}

/**
 * @param {string} rank
 * @param {string} suit
 * @param {boolean} turned
 */
function corner(rank, suit, turned) {
  const text = RANKS[rank] ?? rank;
  return s(
    "g",
    { class: "corner", transform: turned ? "rotate(180 50 70)" : null },
    s("text", { x: 14, y: 27, "text-anchor": "middle", class: text === "10" ? "ten" : null }, text),
    pip(suit, 14, 40, 17),
  );
}

function back() {
  const rows = [];
  for (let y = 14; y <= 126; y += 14) {
    for (let x = 14 + ((y / 14) % 2) * 6; x <= 90; x += 12) {
      rows.push(`M${x} ${y - 6}l5 6-5 6-5-6z`);
    }
  }
  return [
    s("rect", { class: "back", x: 5, y: 5, width: 90, height: 130, rx: 6 }),
    s("path", { class: "lattice", d: rows.join("") }),
    s("circle", { class: "seal", cx: 50, cy: 70, r: 17 }),
    s("path", { class: "sealed", d: SUITS.s, transform: "translate(39 59) scale(.22)" }),
  ];
}

/**
 * The drawing of a card.
 * @param {string} face
 */
export function drawing(face, mark = "") {
  if (face === "??") {
    return s(
      "svg",
      { viewBox: "0 0 100 140", "aria-hidden": "true", class: "down" },
      s("rect", { class: "paper", x: 0.5, y: 0.5, width: 99, height: 139, rx: 9 }),
      back(),
    );
  }
  const [rank, suit] = face;
  const red = suit === "h" || suit === "d";
  let middle;
  if (rank === "A") middle = pip(suit, 50, 70, 46);
  else if (PIPS[rank]) middle = PIPS[rank].map(([x, y]) => pip(suit, x, y, 19, y > 70));
  else middle = figure(rank, suit);
  return s(
    "svg",
    { viewBox: "0 0 100 140", "aria-hidden": "true", class: red ? "red" : "black" },
    s("rect", { class: "paper", x: 0.5, y: 0.5, width: 99, height: 139, rx: 9 }),
    s("g", { class: "fine" }, corner(rank, suit, false), corner(rank, suit, true), middle),
    // On a small screen the same card has one large index and one large suit.
    s(
      "g",
      { class: "coarse" },
      s(
        "text",
        {
          x: 7,
          y: 50,
          class: rank === "T" ? "ten" : null,
          textLength: rank === "T" ? 42 : null,
          lengthAdjust: rank === "T" ? "spacingAndGlyphs" : null,
        },
        RANKS[rank] ?? rank,
      ),
      pip(suit, 25, 72, 32),
      pip(suit, 66, 102, 52),
    ),
    mark && s("text", { class: "mark", x: 50, y: 108, "text-anchor": "middle" }, mark),
  );
}

/**
 * A card in words.
 * @param {string} face
 */
export function spoken(face) {
  if (face === "??") return "face-down card";
  return `${NAMES[face[0]]} of ${SUIT_NAMES[face[1]]}`;
}

class Card extends HTMLElement {
  static observedAttributes = ["face"];

  attributeChangedCallback() {
    const face = this.getAttribute("face") ?? "??";
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", spoken(face));
    this.replaceChildren(drawing(face, this.getAttribute("mark") ?? ""));
  }
}
customElements.define("pb-card", Card);

/**
 * A card element: `n` is the number of the event that dealt it, `landed` whether it has arrived.
 * @param {string} face
 * @param {{mark?: string, sideways?: boolean, n?: number | null, landed?: boolean}} [options]
 */
export function card(face, { mark = "", sideways = false, n = null, landed = true } = {}) {
  const names = ["card", sideways && "sideways", !landed && "coming"].filter(Boolean);
  const shown = face[0] === "A" ? mark : "";
  return h("pb-card", {
    class: names.join(" "),
    mark: shown || null,
    face,
    "data-n": n,
    "data-landed": landed,
  });
}
