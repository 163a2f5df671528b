// @ts-check
// The keys of a table, and what a long press on the cloth does.

import { deals } from "./chair.js";
import { targetOf } from "./dom.js";

/** @import { Table } from "./table.js" */

const LONG = 550; // milliseconds of a press that takes a chip off

/**
 * A long press on a spot takes its last chip off, and is not a tap.
 * @param {Table} table
 */
export function takesOffByLongPress(table) {
  const { room } = table;
  let timer = 0;
  let pressed = false;
  const end = () => clearTimeout(timer);
  room.addEventListener("pointerdown", (event) => {
    const spot = targetOf(event).closest("[data-spot]")?.dataset.spot;
    pressed = false;
    end();
    if (!spot || table.state?.phase !== "betting") return;
    timer = setTimeout(() => {
      pressed = true;
      table.bets.takeOff(spot);
    }, LONG);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) room.addEventListener(name, end);
  room.addEventListener(
    "contextmenu",
    (event) => targetOf(event).closest("[data-spot]") && event.preventDefault(),
  );
  room.addEventListener(
    "click",
    (event) => {
      if (!pressed) return;
      pressed = false;
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );
}

/**
 * A key was pressed on the page of a table.
 * @param {Table} table
 * @param {KeyboardEvent} event
 */
export function pressed(table, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (document.querySelector("dialog[open]")) return;
  const at = event.target;
  const types =
    at instanceof HTMLElement && at.matches("input:not([type=checkbox]):not([type=range]), select, textarea");
  const key = event.key.toLowerCase();
  if (types && key === "enter") at.blur();
  if (types) return;
  // What moves is shown to its end first; the key acts when it is pressed again.
  if (table.isBusy && (key === " " || /^[a-z]$/.test(key))) {
    event.preventDefault();
    table.skip();
    return;
  }
  if (key === " " && at instanceof HTMLElement && at.matches("button, a, summary, input[type=checkbox]"))
    return;
  if (table.deaf.isDeaf && /^([a-z ]|backspace)$/.test(key)) {
    table.deaf.ignored();
    event.preventDefault();
    return;
  }
  if (
    /^[1-9]$/.test(key) &&
    table.state?.phase === "betting" &&
    !deals(table.state) &&
    !table.bar.querySelector(`[data-key="${key}"]`)
  ) {
    if (Number(key) <= table.state.boxes.length) table.pick(Number(key));
    return;
  }
  const wanted =
    table.bar.querySelector(`[data-key="${CSS.escape(key)}"]`) ??
    table.head.element.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (wanted) {
    event.preventDefault();
    wanted.click();
  } else if (key === "a") table.dispatchEvent(new Event("advice"));
  else if (["j", "k", "t"].includes(key)) table.dispatchEvent(new CustomEvent("mistakes", { detail: key }));
}
