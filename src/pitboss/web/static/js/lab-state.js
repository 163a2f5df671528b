// What the lab shows, and the address that says so: book, changed options, shoe, policy, B, view.

const OWN = ["shoe", "policy", "view", "cell", "against", "b"];
export const VIEWS = ["rules", "chart", "bets", "evening", "cards", "index", "run"];
export const POLICIES = { optimal: "best play", cdz: "best play, no split memory", basic: "by the chart" };

export const WIDE = matchMedia("(min-width: 900px)");

/** The view where the address names none. */
const usualView = () => (WIDE.matches ? "chart" : "rules");

/** A side of the lab: a book and the options that differ from its defaults, as text. */
export function side(book, settings = {}) {
  return { book, settings: { ...settings } };
}

/** B in the address: the book, and its options after a question mark. */
function written({ book, settings }) {
  const told = new URLSearchParams(settings).toString();
  return told ? `${book}?${told}` : book;
}

function read(text) {
  const [book, told = ""] = text.split(/\?(.*)/s);
  return side(book, Object.fromEntries(new URLSearchParams(told)));
}

/** The state that an address names. */
export function fromAddress(place) {
  const book = decodeURIComponent(place.pathname.split("/")[2] ?? "") || null;
  const told = new URLSearchParams(place.search);
  const settings = {};
  for (const [key, value] of told) if (!OWN.includes(key)) settings[key] = value;
  const policy = told.get("policy");
  const view = told.get("view");
  return {
    a: side(book, settings),
    b: told.has("b") ? read(told.get("b")) : null,
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

/** The address of a state. */
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

/** Whether a text is a value of an option, by the range that the house gives. */
export function isWithin(option, text) {
  const number = Number(text);
  if (option.kind === "whole")
    return Number.isInteger(number) && number >= option.least && number <= option.most;
  if (option.kind === "share") return number >= option.least && number <= option.most;
  if (["one_of", "odds", "yes_no"].includes(option.kind)) return option.among.includes(text);
  return true;
}

/** The text of an option's default. */
export function defaultText(option) {
  const { kind, value } = option;
  if (kind === "money") return value === null ? "none" : cash(value);
  if (kind === "amounts") return amountsText(value);
  if (kind === "chips") return value.map(cash).join(",");
  if (kind === "side_bets") return betsText(value);
  return String(value);
}

export const cash = (cents) => (cents / 100).toFixed(cents % 100 ? 2 : 0);

export function amountsText({ least, most, step }) {
  const told = [
    ["min", least],
    ["max", most],
    ["step", step],
  ].filter(([, cents]) => cents !== null);
  return `{ ${told.map(([name, cents]) => `${name} = ${cash(cents)}`).join(", ")} }`;
}

/** Amounts from their text, in cents. */
export function amountsOf(text) {
  const found = (name) => {
    const told = new RegExp(`${name}\\s*=\\s*([\\d.]+)`).exec(text);
    return told ? Math.round(Number(told[1]) * 100) : null;
  };
  return { least: found("min"), most: found("max"), step: found("step") };
}

export function betsText(bets) {
  const told = bets.map(({ name, scale }) => (scale?.length ? `${name}:${scale.join("-")}` : name));
  return told.join(",") || "none";
}

/** Side bets on offer from their text. */
export function betsOf(text) {
  if (!text || text === "none") return [];
  return text.split(",").map((one) => {
    const [name, scale = ""] = one.trim().split(":");
    return { name, scale: scale ? scale.split("-").map(Number) : [] };
  });
}
