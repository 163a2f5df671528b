// @ts-check
// How fast things move, and what else a person prefers: kept by the house and in this browser.

import { post } from "./api.js";
import { announce, h } from "./dom.js";

/** How much of the nominal time a movement takes. */
export const SPEEDS = /** @type {Record<string, number>} */ ({ slow: 2, normal: 1, fast: 0.4, off: 0 });
/** @type {Record<string, string>} */
const LABELS = { slow: "Slow", normal: "Normal", fast: "Fast", off: "Off" };

/** @param {string} name */
function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // private windows may forbid it
  }
}

/**
 * Keep a value in this browser.
 * @param {string} name
 * @param {string} value
 */
export function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It applies to this page at least.
  }
}

/**
 * The speed that a person chose last, or that was chosen last in this browser.
 * @param {string} person
 */
export function speedOf(person) {
  const kept = stored(`pitboss.speed.${person}`) ?? stored("pitboss.speed");
  return kept !== null && kept in SPEEDS ? kept : "normal";
}

/**
 * The control with which the speed is chosen.
 * @param {string} person
 * @param {(speed: string) => unknown} changed
 */
export function speedControl(person, changed) {
  const choose = h(
    "select",
    {
      "aria-label": "Speed of cards and chips",
      title: "Speed of cards and chips",
      "data-focus": "speed",
      onchange: () => {
        store("pitboss.speed", choose.value);
        prefer("speed", person, choose.value);
        announce(`Speed: ${LABELS[choose.value].toLowerCase()}`);
        changed(choose.value);
        choose.blur();
      },
    },
    Object.entries(LABELS).map(([value, label]) => h("option", { value }, label)),
  );
  choose.value = speedOf(person);
  return h("label", { class: "speed" }, h("span", { class: "small" }, "Speed"), choose);
}

/**
 * A value that was kept in this browser, as it was given to `keep`.
 * @param {string} name
 */
export function recall(name) {
  try {
    return JSON.parse(stored(`pitboss.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Keep a value for the next visit.
 * @param {string} name
 * @param {any} value
 */
export function keep(name, value) {
  store(`pitboss.${name}`, JSON.stringify(value));
}

/**
 * Keep what a person prefers, in this browser and for every other one.
 * @param {string} name
 * @param {string | null} person
 * @param {string} value
 */
export function prefer(name, person, value) {
  write(name, person, value);
  post("/me/preferences", { [name.replace("-", "_")]: value }).catch(() => {}); // it is kept here at least
}

/**
 * Take what the house keeps of a person's preferences into this browser.
 * @param {Page.Me} parts
 */
export function takePreferences({ name: person, preferences }) {
  for (const [name, value] of Object.entries(preferences)) write(name.replace("_", "-"), person, value);
}

/**
 * @param {string} name
 * @param {string | null} person
 * @param {string} value
 */
function write(name, person, value) {
  if (name === "speed") store(`pitboss.speed.${person}`, value);
  else keep(`${name}.${person}`, value);
}
