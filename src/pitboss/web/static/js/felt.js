// @ts-check
// The layout cloth: drawn after the book's own inscriptions, wide or tall.

import { s } from "./dom.js";

const WIDE = { width: 1000, height: 600 };
const CENTRE = { x: 500, y: 34 };

// On a phone: the dealer and the words have the top for themselves, then every two boxes a row, and
// below them the box in the middle with its cards above it.
const TALL = { width: 400, top: 184, row: 84, last: 150 };
/** @param {number} boxes */
const tallRows = (boxes) => Math.ceil((boxes - 1) / 2);

/**
 * How large the drawing of a cloth is, in its own units.
 * @param {number} boxes
 * @param {boolean} tall
 */
export function sizeOf(boxes, tall) {
  if (!tall) return WIDE;
  return { width: TALL.width, height: TALL.top + tallRows(boxes) * TALL.row + TALL.last };
}

/**
 * Where the circles of the boxes are, and the way from each to the dealer (`ix`, `iy`), along which
 * its cards are put. Box 1 is at the dealer's left, the player's right.
 * @param {number} boxes
 * @param {boolean} tall
 */
export function places(boxes, tall) {
  return tall ? tallPlaces(boxes) : widePlaces(boxes);
}

/** @param {number} boxes */
function widePlaces(boxes) {
  const from = boxes > 7 ? 13 : 17;
  const step = (180 - 2 * from) / (boxes - 1 || 1);
  return Array.from({ length: boxes }, (_, n) => {
    const angle = ((boxes === 1 ? 90 : from + n * step) * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return { x: CENTRE.x + 424 * cos, y: CENTRE.y + 458 * sin, ix: -cos, iy: -sin };
  });
}

/**
 * On a phone the half-moon is a horseshoe: half of the boxes at each side, one at the bottom.
 * @param {number} boxes
 */
function tallPlaces(boxes) {
  const right = tallRows(boxes);
  /** @param {number} n */
  const row = (n) => TALL.top + TALL.row * (n + 0.5) - 9;
  const made = [];
  for (let n = 0; n < right; n++) made.push({ x: TALL.width - 38, y: row(n), ix: -1, iy: 0 });
  made.push({ x: TALL.width / 2, y: sizeOf(boxes, true).height - 60, ix: 0, iy: -1 });
  for (let n = boxes - 2 - right; n >= 0; n--) made.push({ x: 38, y: row(n), ix: 1, iy: 0 });
  return made;
}

/**
 * @param {number} rx
 * @param {number} ry
 * @param {number} from
 */
const arc = (rx, ry, from) => {
  const angle = (from * Math.PI) / 180;
  const x = rx * Math.cos(angle);
  const y = CENTRE.y + ry * Math.sin(angle);
  return `M${CENTRE.x - x} ${y}A${rx} ${ry} 0 0 0 ${CENTRE.x + x} ${y}`;
};

// Every machine has another serif, so a line is drawn as long as it is planned and not as long as
// the font would have it: size and spacing of each kind, as felt.css has them.
/** @type {Record<string, Record<string, number[]>>} */
const PRINT = {
  wide: { loud: [25, 0.06], soft: [17, 0.05], "band-text": [16, 0.26], "fine-print": [13, 0.03] },
  tall: { loud: [18, 0.03], soft: [14.5, 0], "band-text": [11.5, 0.1], "fine-print": [12, 0] },
};
/** @type {[RegExp, number][]} */
const WIDTHS = [
  [/[ ijltfrI.,:;'’|!]/, 0.31],
  [/[mwMW]/, 0.86],
  [/[A-Z½¾]/, 0.69],
  [/./, 0.5],
];

/**
 * The attributes that fix the length of a line of print.
 * @param {string} text
 * @param {string} kind
 * @param {boolean} tall
 */
function length(text, kind, tall) {
  const [size, spacing] = PRINT[tall ? "tall" : "wide"][kind];
  const width = (/** @type {string} */ c) => WIDTHS.find(([of]) => of.test(c))?.[1] ?? 0;
  const em = [...text].reduce((sum, c) => sum + spacing + width(c), 0);
  return { textLength: (em * size).toFixed(1), lengthAdjust: "spacingAndGlyphs" };
}

/**
 * @param {string} id
 * @param {string} path
 * @param {string} text
 * @param {string} kind
 */
function along(id, path, text, kind) {
  const attributes = { href: `#${id}`, startOffset: "50%", "text-anchor": "middle" };
  return [
    s("path", { id, d: path, fill: "none" }),
    s(
      "text",
      { class: `inscription ${kind}`, ...length(text, kind, false) },
      s("textPath", attributes, text),
    ),
  ];
}

/**
 * @param {boolean} tall
 * @param {{height: number}} parts1
 */
function cloth(tall, { height }) {
  const [bend, end] = [height - 166, height - 8];
  const shape = tall
    ? `M18 8H382Q394 8 394 20V${bend}C394 ${end - 52} 316 ` +
      `${end} 200 ${end}S6 ${end - 52} 6 ${bend}V20Q6 8 18 8Z`
    : "M34 8H966Q990 8 989 34C978 388 770 592 500 592S22 388 11 34Q10 8 34 8Z";
  return [
    s(
      "defs",
      {},
      s(
        "radialGradient",
        { id: "cloth", cx: "50%", cy: tall ? "38%" : "26%", r: "80%" },
        s("stop", { class: "cloth-near", offset: "0" }),
        s("stop", { class: "cloth-mid", offset: "0.550" }),
        s("stop", { class: "cloth-far", offset: "1" }),
      ),
      s(
        "pattern",
        { id: "weave", width: 4, height: 4, patternUnits: "userSpaceOnUse" },
        s("path", { class: "weave", d: "M0 0L4 4M4 0L0 4" }),
      ),
      s(
        "linearGradient",
        { id: "rail", x1: 0, y1: 0, x2: 0, y2: 1 },
        s("stop", { class: "rail-top", offset: "0" }),
        s("stop", { class: "rail-low", offset: "1" }),
      ),
    ),
    s("path", { class: "rail", d: shape }),
    s("path", { class: "cloth", d: shape }),
    s("path", { class: "woven", d: shape }),
    s("path", { class: "piping", d: shape }),
  ];
}

/**
 * @param {string} text
 * @param {number} most
 */
function wrapped(text, most) {
  const lines = [""];
  for (const word of text.split(" ")) {
    if ((lines.at(-1) + word).length > most && lines.at(-1)) lines.push("");
    lines[lines.length - 1] += `${word} `;
  }
  return lines.map((line) => line.trim());
}

/**
 * The pay tables of side bets, as far as two short lines take them; the rest is on their signs.
 * @param {string[]} lines
 */
function finePrint(lines, most = 66) {
  /** @type {string[]} */
  const packed = [];
  for (const line of lines.filter((one) => one.length <= most)) {
    const longer = packed.length ? `${packed.at(-1)} · ${line}` : line;
    if (packed.length && longer.length <= most) packed[packed.length - 1] = longer;
    else packed.push(line);
  }
  return packed.slice(0, 2);
}

/**
 * @param {string[]} lines
 * @param {string | undefined} insurance
 */
function wideWords(lines, insurance) {
  const [first, second, ...rest] = lines;
  return [
    finePrint(rest).map((text, n) => along(`arc-4-${n}`, arc(236, 176 - 22 * n, 18), text, "fine-print")),
    first && along("arc-1", arc(262, 214, 18), first.toUpperCase(), "loud"),
    second && along("arc-2", arc(272, 244, 24), second, "soft"),
    insurance && [
      s("path", { class: "band", d: arc(276, 262, 48) }),
      s("path", { class: "band", d: arc(290, 296, 48) }),
      along("arc-3", arc(282, 285, 24), insurance.toUpperCase(), "band-text"),
    ],
  ];
}

/**
 * Above all boxes, so that no hand ever covers them.
 * @param {string[]} lines
 * @param {string | undefined} insurance
 */
function tallWords(lines, insurance) {
  let y = 106;
  /**
   * @param {string} text
   * @param {string} kind
   * @param {number} step
   * @param {number} most
   */
  const put = (text, kind, step, most) =>
    wrapped(text, most).map((line) => {
      y += step;
      const placed = { x: 200, y, "text-anchor": "middle", ...length(line, kind, true) };
      return s("text", { class: `inscription ${kind}`, ...placed }, line);
    });
  const [first, second, ...rest] = lines;
  /** @type {Page.Child[]} */
  const drawn = [first && put(first.toUpperCase(), "loud", 18, 29), second && put(second, "soft", 17, 52)];
  if (insurance) {
    drawn.push(s("path", { class: "band", d: `M104 ${y + 6}Q200 ${y + 9} 296 ${y + 6}` }));
    drawn.push(put(insurance.toUpperCase(), "band-text", 19, 42));
    drawn.push(s("path", { class: "band", d: `M104 ${y + 5}Q200 ${y + 8} 296 ${y + 5}` }));
    y += 4;
  }
  drawn.push(finePrint(rest).map((text) => put(text, "fine-print", 14, 66)));
  return drawn;
}

/**
 * The chip tray before the dealer: full columns of the chips in use.
 * @param {boolean} tall
 * @param {number[]} chips
 */
function tray(tall, chips) {
  const values = [...chips].reverse().concat(chips.slice(1)).slice(0, 10);
  const wide = tall ? 13 : 22;
  const [high, top] = tall ? [9, 10] : [17, 14];
  const left = (tall ? 200 : 500) - (values.length * wide) / 2;
  return s(
    "g",
    { class: "chip-tray" },
    s("rect", {
      class: "tray-wood",
      x: left - 4,
      y: top - 3,
      width: values.length * wide + 8,
      height: high + 6,
      rx: 4,
    }),
    values.map((value, n) =>
      s(
        "g",
        { class: `chip v${value}` },
        s("rect", {
          class: "column",
          x: left + n * wide + 1,
          y: top,
          width: wide - 2,
          height: high,
          rx: high / 2,
        }),
        s("path", {
          class: "columned",
          d: Array.from(
            { length: Math.floor(wide / 4) },
            (_, k) => `M${left + n * wide + 3 + 4 * k} ${top + 1}v${high - 2}`,
          ).join(""),
        }),
      ),
    ),
  );
}

/**
 * The cloth of a table with everything that is printed on it.
 * @param {Live.State} state
 * @param {boolean} tall
 */
export function felt(state, tall) {
  const size = sizeOf(state.felt.boxes, tall);
  const printed = state.felt.inscriptions.map((one) => one.text);
  const insurance = printed.find((text) => text.startsWith("Insurance"));
  const lines = printed.filter((text) => text !== insurance);
  const radius = tall ? 23 : 34;
  const circles = places(state.felt.boxes, tall).map(({ x, y }, n) =>
    s(
      "g",
      { class: "spot" },
      s("circle", { cx: x, cy: y, r: radius }),
      s("circle", { class: "inner", cx: x, cy: y, r: radius - 4 }),
      s("text", { x, y: y + (tall ? 6 : 8), "text-anchor": "middle" }, n + 1),
    ),
  );
  const words = tall ? tallWords(lines, insurance) : wideWords(lines, insurance);
  return s(
    "svg",
    { class: "felt-drawing", viewBox: `0 0 ${size.width} ${size.height}`, "aria-hidden": "true" },
    cloth(tall, size),
    tray(tall, state.limits.rail),
    s("g", { class: "words" }, words),
    circles,
  );
}
