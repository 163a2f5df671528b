// Small helpers to build the page: elements, SVG, money, and redrawing without losing the focus.

const SVG = "http://www.w3.org/2000/svg";

function put(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") {
      // The content security policy allows no style attribute, but properties may be set.
      for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
    } else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(...neutral(child, element));
  }
  return element;
}

// Letters written from right to left, with what may stand between them; and characters that only
// turn text around.
const RIGHT_TO_LEFT =
  "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}";
const RUN = new RegExp(`([${RIGHT_TO_LEFT}](?:[^A-Za-z]*[${RIGHT_TO_LEFT}])?)`, "u");
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const PLAIN_ONLY = new Set(["OPTION", "TEXTAREA", "TITLE"]);

/** A text whose direction changes nothing around it: what runs from right to left is isolated. */
function neutral(child, element) {
  if (typeof child !== "string") return [child];
  const text = child.replace(TURNS, "");
  if (
    !RUN.test(text) ||
    element.namespaceURI === SVG ||
    element.tagName === "BDI" ||
    PLAIN_ONLY.has(element.tagName)
  )
    return [text];
  return text
    .split(RUN)
    .filter(Boolean)
    .map((part) => (RUN.test(part) ? h("bdi", {}, part) : part));
}

/** The name of a person, with a badge for staff, bots and the house. */
export function person(name, badges = {}) {
  const badge = badges[name];
  return h(
    "span",
    { class: "name" },
    h("bdi", {}, name),
    badge && [" ", h("span", { class: `badge ${badge === "bot" ? "bot" : ""}`, "data-badge": badge }, badge)],
  );
}

/** Several names, in a line. */
export function people(names, badges = {}) {
  return names.map((name, n) => [n > 0 && ", ", person(name, badges)]);
}

/** An HTML element. */
export function h(tag, props, ...children) {
  return put(document.createElement(tag), props, children);
}

/** An SVG element. */
export function s(tag, props, ...children) {
  return put(document.createElementNS(SVG, tag), props, children);
}

/** Put new children into an element; what had the focus there has it again afterwards. */
export function redraw(element, ...children) {
  const active = document.activeElement;
  const held = element.contains(active) ? active.dataset.focus : undefined;
  element.replaceChildren(...children.flat(Infinity).filter((c) => c || c === 0));
  if (held !== undefined) {
    element.querySelector(`[data-focus="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  }
}

/** Draw parts that have not changed not again: each is `[key, make]`, `make` may give nothing. */
export function redrawParts(element, parts) {
  const known = (element.parts ??= []);
  parts.forEach(([key, make], n) => {
    if (known[n]?.key === key) return;
    const made = make() || document.createComment("nothing");
    const before = known[n]?.made;
    const held = before?.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
    if (before) before.replaceWith(made);
    else element.append(made);
    known[n] = { key, made };
    if (held !== undefined)
      made.querySelector?.(`[data-focus="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  });
  for (const { made } of known.splice(parts.length)) made.remove();
}

/** Cents as people say them: 12.50, 1,000. */
export function money(cents) {
  const whole = cents % 100 === 0;
  return (cents / 100).toLocaleString("en", {
    minimumFractionDigits: whole ? 0 : 2,
    maximumFractionDigits: whole ? 0 : 2,
  });
}

/** Cents with a sign, for wins and losses. */
export function signed(cents) {
  return `${cents > 0 ? "+" : cents < 0 ? "−" : "±"}${money(Math.abs(cents))}`;
}

/** A share as per cent. */
export function percent(share, digits = 2) {
  return `${(share * 100).toFixed(digits)}%`.replace("-", "−");
}

/** Whether the window is as narrow as a phone's, so that a drawing needs other proportions. */
export const isNarrow = () => innerWidth < 600;

/** A key as it is shown on a button. */
export function keycap(key) {
  return h("kbd", { "aria-hidden": "true" }, key === " " ? "Space" : key.toUpperCase());
}

/** Whether things may move. */
export function moves() {
  if (document.documentElement.dataset.motion === "off") return false;
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Say something to people who listen to the page. */
export function announce(text) {
  const live = document.getElementById("live");
  if (text && live.textContent !== text) live.textContent = text;
}

/** A word of the interface in letters for people: over_13 becomes Over 13. */
export function plain(word) {
  const text = String(word).replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A refusal or a problem as a sentence of its own. */
export const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const WORDS = { cut_card: "cut card", hole_card: "hole card" };

/** A term as the table's own book has it. */
export function term(state, name) {
  return state.words[name] ?? WORDS[name];
}

const STATUS = { open: "Open", disabled: "Betting suspended", closed: "Closed" };

/** The status of a table as people read it. */
export const statusLabel = (status) => STATUS[status] ?? plain(status);

const PHASES = {
  betting: "Betting open",
  dealing: "Dealing",
  after_deal: "Deal complete",
  window: "Before play",
  play: "Players’ hands",
  dealer: "Dealer’s hand",
  settlement: "Settling",
  collection: "Collecting the cards",
};

/** The phase of a round as people read it. */
export const phaseLabel = (phase) => PHASES[phase] ?? plain(phase);

/** The title of a book and where it is the law; a book of no place has only a title. */
export function under({ title, jurisdiction }) {
  const nowhere = !jurisdiction || jurisdiction.startsWith("none");
  return [title, nowhere ? "" : jurisdiction].filter(Boolean).join(" · ");
}
