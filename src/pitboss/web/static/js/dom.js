// @ts-check
// Small helpers to build the page: elements, SVG, money, and redrawing without losing the focus.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {Element} E
 * @param {E} element
 * @param {Page.Props<E>} props
 * @param {readonly Page.Child[]} children
 * @returns {E}
 */
function put(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") {
      // The content security policy allows no style attribute, but properties may be set.
      const styled = /** @type {HTMLElement | SVGElement} */ (/** @type {unknown} */ (element)).style;
      for (const [key, one] of Object.entries(value)) styled.setProperty(key, String(one));
    } else if (name === "value" || name === "checked" || name === "disabled")
      Object.assign(element, { [name]: value });
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of flat(children)) element.append(...neutral(child, element));
  return element;
}

/**
 * What is there, in order.
 * @param {readonly Page.Child[]} children
 * @returns {(Node | string | number)[]}
 */
function flat(children) {
  const all = /** @type {Page.Child[]} */ (/** @type {unknown[]} */ (children).flat(Infinity));
  return /** @type {(Node | string | number)[]} */ (
    all.filter((child) => child !== null && child !== undefined && child !== false)
  );
}

// Letters written from right to left, with what may stand between them; and characters that only
// turn text around.
const RIGHT_TO_LEFT =
  "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}";
const RUN = new RegExp(`([${RIGHT_TO_LEFT}](?:[^A-Za-z]*[${RIGHT_TO_LEFT}])?)`, "u");
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const PLAIN_ONLY = new Set(["OPTION", "TEXTAREA", "TITLE"]);

/**
 * A text whose direction changes nothing around it: what runs from right to left is isolated.
 * @param {Node | string | number} child
 * @param {Element} element
 * @returns {(Node | string)[]}
 */
function neutral(child, element) {
  if (typeof child === "number") return [String(child)];
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

/**
 * The name of a person, with a badge for staff, bots and the house.
 * @param {string} name
 * @param {Page.Badges} badges
 */
export function person(name, badges = {}) {
  const badge = badges[name];
  return h(
    "span",
    { class: "name" },
    h("bdi", {}, name),
    badge && [" ", h("span", { class: `badge ${badge === "bot" ? "bot" : ""}`, "data-badge": badge }, badge)],
  );
}

/**
 * Several names, in a line.
 * @param {readonly string[]} names
 * @param {Page.Badges} badges
 * @returns {Page.Child[]}
 */
export function people(names, badges = {}) {
  return names.map((name, n) => [n > 0 && ", ", person(name, badges)]);
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Page.Props<HTMLElementTagNameMap[T]>} props
 * @param {readonly Page.Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props, ...children) {
  return put(document.createElement(tag), props, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Page.Props<SVGElementTagNameMap[T]>} props
 * @param {readonly Page.Child[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, props, ...children) {
  return put(document.createElementNS(SVG, tag), props, children);
}

/**
 * Where the focus is within an element, by the name that outlives a redraw.
 * @param {Node | null | undefined} element
 */
export function heldFocus(element) {
  const active = document.activeElement;
  const isHeld = active instanceof HTMLElement || active instanceof SVGElement;
  return isHeld && element?.contains(active) ? active.dataset.focus : undefined;
}

/**
 * Give the focus back to what has that name in an element.
 * @param {ParentNode} element
 * @param {string | undefined} held
 */
export function giveFocus(element, held) {
  if (held === undefined) return;
  element.querySelector(`[data-focus="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
}

/**
 * Put new children into an element; what had the focus there has it again afterwards.
 * @param {Element} element
 * @param {readonly Page.Child[]} children
 */
export function redraw(element, ...children) {
  const held = heldFocus(element);
  const there = flat(children).filter((child) => child !== "");
  element.replaceChildren(...there.map((child) => (typeof child === "number" ? String(child) : child)));
  giveFocus(element, held);
}

/** @type {WeakMap<Element, { key: string, made: ChildNode }[]>} */
const drawn = new WeakMap();

/**
 * Draw parts that have not changed not again: each is `[key, make]`, `make` may give nothing.
 * @param {Element} element
 * @param {readonly Page.Part[]} parts
 */
export function redrawParts(element, parts) {
  const known = drawn.get(element) ?? [];
  drawn.set(element, known);
  parts.forEach(([key, make], n) => {
    if (known[n]?.key === key) return;
    const made = make() || document.createComment("nothing");
    const before = known[n]?.made;
    const held = heldFocus(before);
    if (before) before.replaceWith(made);
    else element.append(made);
    known[n] = { key, made };
    if (made instanceof Element) giveFocus(made, held);
  });
  for (const { made } of known.splice(parts.length)) made.remove();
}

/**
 * Cents as people say them: 12.50, 1,000.
 * @param {number} cents
 */
export function money(cents) {
  const whole = cents % 100 === 0;
  return (cents / 100).toLocaleString("en", {
    minimumFractionDigits: whole ? 0 : 2,
    maximumFractionDigits: whole ? 0 : 2,
  });
}

/**
 * Cents with a sign, for wins and losses.
 * @param {number} cents
 */
export function signed(cents) {
  return `${cents > 0 ? "+" : cents < 0 ? "−" : "±"}${money(Math.abs(cents))}`;
}

/**
 * A share as per cent.
 * @param {number} share
 */
export function percent(share, digits = 2) {
  return `${(share * 100).toFixed(digits)}%`.replace("-", "−");
}

/**
 * The element that an event happened on.
 * @param {Event} event
 */
export const targetOf = (event) => /** @type {HTMLElement} */ (event.target);

/** Whether the window is as narrow as a phone's, so that a drawing needs other proportions. */
export const isNarrow = () => innerWidth < 600;

/**
 * A key as it is shown on a button.
 * @param {string} key
 */
export function keycap(key) {
  return h("kbd", { "aria-hidden": "true" }, key === " " ? "Space" : key.toUpperCase());
}

/** Whether things may move. */
export function moves() {
  if (document.documentElement.dataset.motion === "off") return false;
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Say something to people who listen to the page.
 * @param {string} text
 */
export function announce(text) {
  const live = document.getElementById("live");
  if (live && text && live.textContent !== text) live.textContent = text;
}

/**
 * A word of the interface in letters for people: over_13 becomes Over 13.
 * @param {string} word
 */
export function plain(word) {
  const text = String(word).replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A refusal or a problem as a sentence of its own.
 * @param {string} text
 */
export const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const WORDS = { cut_card: "cut card", hole_card: "hole card" };

/**
 * A term as the table's own book has it.
 * @param {{words: Record<string, string>}} state
 * @param {"cut_card" | "hole_card"} name
 */
export function term(state, name) {
  return state.words[name] ?? WORDS[name];
}

/** @type {Record<string, string>} */
const STATUS = { open: "Open", disabled: "Betting suspended", closed: "Closed" };

/**
 * The status of a table as people read it.
 * @param {string} status
 */
export const statusLabel = (status) => STATUS[status] ?? plain(status);

/** @type {Record<string, string>} */
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

/**
 * The phase of a round as people read it.
 * @param {string} phase
 */
export const phaseLabel = (phase) => PHASES[phase] ?? plain(phase);

/**
 * The title of a book and where it is the law; a book of no place has only a title.
 * @param {{title: string, jurisdiction?: string}} parts
 */
export function under({ title, jurisdiction }) {
  const nowhere = !jurisdiction || jurisdiction.startsWith("none");
  return [title, nowhere ? "" : jurisdiction].filter(Boolean).join(" · ");
}
