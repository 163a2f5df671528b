// @ts-check
// What the lab shows, and the address that says so: book, changed options, shoe, policy, B, view.

/** @typedef {any} Option a house option, as `/rulebooks/{book}` has it */
/** @typedef {{ book: string, settings: Record<string, string> }} Side */
/** @typedef {{ least: number | null, most: number | null, step: number | null }} Amounts */
/**
 * What the lab shows.
 * @typedef {object} State
 * @property {Side} a
 * @property {Side | null} b
 * @property {string | null} shoe
 * @property {string} policy
 * @property {string} view
 * @property {string | null} cell
 * @property {string} against
 * @property {string[][]} strange settings of the address that there are not
 */

const OWN = ["shoe", "policy", "view", "cell", "against", "b"];
/** @type {string[]} */
export const VIEWS = ["rules", "chart", "bets", "evening", "cards", "index", "run"];
/** @type {Record<string, string>} */
export const POLICIES = { optimal: "best play", cdz: "best play, no split memory", basic: "by the chart" };

export const WIDE = matchMedia("(min-width: 900px)");

/** The view where the address names none. */
const usualView = () => (WIDE.matches ? "chart" : "rules");

/**
 * A side of the lab: a book and the options that differ from its defaults, as text.
 * @param {string} book
 * @param {Record<string, string>} settings
 * @returns {Side}
 */
export function side(book, settings = {}) {
  return { book, settings: { ...settings } };
}

/**
 * B in the address: the book, and its options after a question mark.
 * @param {Side} parts
 */
function written({ book, settings }) {
  const told = new URLSearchParams(settings).toString();
  return told ? `${book}?${told}` : book;
}

/** @param {string} text */
function read(text) {
  const [book, told = ""] = text.split(/\?(.*)/s);
  return side(book, Object.fromEntries(new URLSearchParams(told)));
}

/**
 * The state that an address names; it names no book where `a.book` is empty.
 * @param {Location} place
 * @returns {State}
 */
export function fromAddress(place) {
  const book = decodeURIComponent(place.pathname.split("/")[2] ?? "");
  const told = new URLSearchParams(place.search);
  /** @type {Record<string, string>} */
  const settings = {};
  for (const [key, value] of told) if (!OWN.includes(key)) settings[key] = value;
  const policy = told.get("policy") ?? "";
  const view = told.get("view") ?? "";
  return {
    a: side(book, settings),
    b: told.has("b") ? read(told.get("b") ?? "") : null,
    shoe: told.get("shoe") || null,
    policy: policy in POLICIES ? policy : "optimal",
    view: VIEWS.includes(view) ? view : usualView(),
    cell: told.get("cell"),
    against: told.get("against") || "default",
    strange: [
      ...(policy && !(policy in POLICIES) ? [["policy", policy]] : []),
      ...(view && !VIEWS.includes(view) ? [["view", view]] : []),
    ],
  };
}

/**
 * The address of a state.
 * @param {State} state
 */
export function toAddress(state) {
  const told = new URLSearchParams(state.a.settings);
  if (state.shoe) told.set("shoe", state.shoe);
  if (state.policy !== "optimal") told.set("policy", state.policy);
  if (state.b) told.set("b", written(state.b));
  if (state.against !== "default") told.set("against", state.against);
  if (state.view !== usualView()) told.set("view", state.view);
  if (state.cell) told.set("cell", state.cell);
  const query = told.toString();
  return `/lab/${encodeURIComponent(state.a.book)}${query ? `?${query}` : ""}`;
}

/**
 * Whether a text is a value of an option, by the range that the house gives.
 * @param {Option} option
 * @param {string} text
 */
export function isWithin(option, text) {
  const number = Number(text);
  if (option.kind === "whole")
    return Number.isInteger(number) && number >= option.least && number <= option.most;
  if (option.kind === "share") return number >= option.least && number <= option.most;
  if (["one_of", "odds", "yes_no"].includes(option.kind)) return option.among.includes(text);
  return true;
}

/**
 * The text of an option's default.
 * @param {Option} option
 */
export function defaultText(option) {
  const { kind, value } = option;
  if (kind === "money") return value === null ? "none" : cash(value);
  if (kind === "amounts") return amountsText(value);
  if (kind === "chips") return value.map(cash).join(",");
  if (kind === "side_bets") return betsText(value);
  return String(value);
}

/** @param {number} cents */
export const cash = (cents) => (cents / 100).toFixed(cents % 100 ? 2 : 0);

/** @param {Amounts} parts */
export function amountsText({ least, most, step }) {
  const told = Object.entries({ min: least, max: most, step }).flatMap(([name, cents]) =>
    cents === null ? [] : [`${name} = ${cash(cents)}`],
  );
  return `{ ${told.join(", ")} }`;
}

/**
 * Amounts from their text, in cents.
 * @param {string} text
 */
export function amountsOf(text) {
  /** @param {string} name */
  const found = (name) => {
    const told = new RegExp(`${name}\\s*=\\s*([\\d.]+)`).exec(text);
    return told ? Math.round(Number(told[1]) * 100) : null;
  };
  return { least: found("min"), most: found("max"), step: found("step") };
}

/** @param {{name: string, scale: number[]}[]} bets */
export function betsText(bets) {
  const told = bets.map(({ name, scale }) => (scale?.length ? `${name}:${scale.join("-")}` : name));
  return told.join(",") || "none";
}

/**
 * Side bets on offer from their text.
 * @param {string} text
 */
export function betsOf(text) {
  if (!text || text === "none") return [];
  return text.split(",").map((one) => {
    const [name, scale = ""] = one.trim().split(":");
    return { name, scale: scale ? scale.split("-").map(Number) : [] };
  });
}
