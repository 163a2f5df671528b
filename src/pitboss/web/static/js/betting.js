// @ts-check
// The bar while bets are open: the rail of chips, the side spots, and what may be done with them.

import { mostOf } from "./banker.js";
import { picture } from "./chips.js";
import { h, keycap, money, plain } from "./dom.js";
import { side } from "./rules_sheet.js";

/** @import { Table } from "./table.js" */

/**
 * Drag a chip from the rail onto a spot; a press without a drag stays a press.
 * @param {HTMLElement} element
 * @param {number} value
 * @param {Table} table
 */
function drags(element, value, table) {
  element.addEventListener("pointerdown", (down) => {
    /** @type {HTMLElement | null} */
    let ghost = null;
    /** @param {PointerEvent} event */
    const move = (event) => {
      if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 8) return;
      if (!ghost) {
        ghost = h("div", { class: "ghost-chip" }, picture(value));
        document.body.append(ghost);
        table.bets.choose(value);
      }
      ghost.style.setProperty("left", `${event.clientX}px`);
      ghost.style.setProperty("top", `${event.clientY}px`);
    };
    /** @param {PointerEvent} event */
    const up = (event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      if (!ghost) return;
      ghost.remove();
      const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-spot]")
        ?.dataset.spot;
      if (found && event.type === "pointerup")
        table.bets.lay(Number(found.split(" ")[0]), found.slice(found.indexOf(" ") + 1));
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  });
  return element;
}

/**
 * @param {Live.State} state
 * @param {Table} table
 */
function rail(state, table) {
  const { bets } = table;
  const chips = state.limits.rail.filter((value) => value <= mostOf(state, null, state.bank?.fee));
  const amount = bets.amount;
  const tray = chips.map((value) =>
    drags(
      h(
        "button",
        {
          type: "button",
          class: "chip-button",
          "data-focus": `chip ${value}`,
          "aria-pressed": String(amount === value),
          "aria-label": `Bet ${money(value)} with each tap`,
          title: `${money(value)} with each tap`,
          onclick: () => bets.choose(value),
        },
        picture(value),
      ),
      value,
      table,
    ),
  );
  return h(
    "div",
    { class: "tray", role: "group", "aria-label": "Amount of each tap" },
    tray,
    h(
      "label",
      { class: "amount-field" },
      h("span", { class: "unseen" }, "Amount: bet"),
      h("input", {
        type: "number",
        inputmode: "decimal",
        value: amount / 100,
        min: 0,
        step: 0.01,
        "data-focus": "amount bet",
        onchange: (event) => bets.choose(Math.round(Number(event.target.value) * 100)),
      }),
    ),
  );
}

/**
 * The side spots of the box that is bet on, each with its clause and pay table.
 * @param {Live.State} state
 * @param {Table} table
 * @param {number | null} box
 */
function sides(state, table, box) {
  const open = state.side_bets.filter((bet) => !bet.after_the_deal);
  if (open.length === 0 || box === null) return null;
  const found = state.boxes.find((b) => b.number === box);
  return h(
    "div",
    { class: "side-choices", role: "group", "aria-label": `Side bets, box ${box}` },
    open.map((bet) => {
      const own = (found?.wagers ?? []).filter(
        (w) => w.kind === bet.kind && w.bettor === state.you.name && w.result === null,
      );
      const laid = own.reduce((sum, w) => sum + w.amount, 0) + table.bets.waiting(box, bet.kind);
      return h(
        "span",
        { class: "side-choice" },
        h(
          "button",
          {
            type: "button",
            class: laid ? "side-lay laid" : "side-lay",
            "data-focus": `side ${bet.kind}`,
            "data-spot": `${box} ${bet.kind}`,
            "aria-label":
              `Bet ${money(table.bets.amount)} on ${bet.label}` +
              `, box ${box}${laid ? `, ${money(laid)} bet` : ""}`,
            onclick: () => table.bets.lay(box, bet.kind),
          },
          h("span", { class: "wide-word" }, bet.label),
          h("span", { class: "narrow-word", "aria-hidden": "true" }, bet.short),
          laid > 0 && h("strong", {}, money(laid)),
        ),
        h(
          "button",
          {
            type: "button",
            class: "why-button",
            "data-focus": `sheet ${bet.kind}`,
            "aria-label": `${bet.label}: clause ${bet.clause} and pay table`,
            onclick: () => side(state, bet),
          },
          "§",
        ),
      );
    }),
  );
}

/**
 * @param {Page.Child} label
 * @param {string} key
 * @param {() => unknown} act
 * @param {{id?: Page.Child, off?: boolean}} [options]
 */
function small(label, key, act, { id = label, off = false } = {}) {
  return h(
    "button",
    { type: "button", class: "quiet", "data-focus": id, "data-key": key, disabled: off, onclick: act },
    h("span", {}, label),
    keycap(key === "backspace" ? "⌫" : key),
  );
}

/**
 * The wagers that may still be taken back, each by its own button with box and bet.
 * @param {Live.State} state
 * @param {Table} table
 * @param {(Live.Wager & {box: number})[]} mine
 */
function takeBack(state, table, mine) {
  if (mine.length === 0 || !state.may.take_back) return null;
  /** @param {string} kind */
  const name = (kind) =>
    kind === "main" ? "" : `${state.side_bets.find((b) => b.kind === kind)?.label ?? plain(kind)} `;
  /** @param {{box: number, kind: string, amount: number}} parts */
  const label = ({ box, kind, amount }) => `Box ${box}: ${name(kind)}${money(amount)}`;
  return h(
    "p",
    { class: "back" },
    h("span", { class: "small" }, "Take back"),
    mine.map((w) =>
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "data-focus": `back ${w.id}`,
          "aria-label": `Take back ${label(w)}`,
          onclick: () => table.send({ type: "withdraw", box: w.box, kind: w.kind }),
        },
        label(w),
      ),
    ),
  );
}

/**
 * The bar for the bets, where betting is open to you; what deals and what waits go to their places.
 * @param {Live.State} state
 * @param {Table} table
 * @param {(label: string, key: string, act: () => unknown, more?: object) => HTMLElement} button
 * @param {Page.Places} parts3
 */
export function betting(state, table, button, { go, on }) {
  const you = state.you.name;
  const mine = state.boxes.flatMap((b) =>
    b.wagers.filter((w) => w.bettor === you).map((w) => ({ ...w, box: b.number })),
  );
  const { minimum } = state.limits;
  const maximum = state.limits.maximum === null ? null : mostOf(state, state.limits.maximum, state.bank?.fee);
  const { bets } = table;
  const target = table.target();
  const placed = mine.some((w) => w.kind === "main");
  const machine = state.dealt_by === "machine";
  const down = mine.reduce((sum, w) => sum + w.amount, 0);
  const last = bets.last;
  const rebet = last.reduce((sum, bet) => sum + bet.amount, 0);
  const again = !bets.isWaiting && !placed && last.length > 0 && table.selected === null && !bets.isFresh;
  const what = bets.isWaiting
    ? `Bet ${money(bets.sum)}`
    : again
      ? `Rebet ${money(rebet)}`
      : `Bet ${money(bets.amount)}`;
  const label = placed && !bets.isWaiting ? "Deal" : machine ? `${what} & deal` : what;
  /**
   * @param {string} text
   * @param {number} value
   */
  const set = (text, value) =>
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        "data-focus": text.toLowerCase(),
        "aria-label": `${text}: ${money(value)}`,
        title: money(value),
        "aria-pressed": String(bets.amount === value),
        onclick: () => bets.choose(value),
      },
      text,
    );
  const limits = `${money(minimum)}${maximum === null ? " minimum" : ` to ${money(maximum)}`}`;
  if (machine || !placed || bets.isWaiting)
    go.push(button(label, " ", () => table.betAndDeal(), { primary: true, id: "deal" }));
  if (machine && (bets.isWaiting || !placed))
    on.push(button("Bet and wait", "", () => table.placeBets(), { id: "bet" }));
  if (placed && state.may.squeeze) {
    on.push(
      button("Squeeze the cards", "", () => table.send({ type: "squeeze", box: mine[0].box }), {
        id: "squeeze",
      }),
    );
  }
  return h(
    "div",
    { class: "row bets", role: "group", "aria-label": "Your bet" },
    h(
      "p",
      { class: "lead" },
      h(
        "strong",
        {},
        placed ? `${money(down)} bet` : bets.isWaiting ? `${money(bets.sum)} on the layout` : "Your bet",
      ),
      target ? ` Box ${target}` : " No open box",
      ` · ${limits}`,
      !placed && !bets.isWaiting && h("span", { class: "hint" }, " · choose a chip, tap a spot"),
    ),
    rail(state, table),
    placed &&
      !machine &&
      !bets.isWaiting &&
      h("p", { class: "small" }, "The dealer will call “No more bets.”"),
    h(
      "div",
      { class: "with-bets" },
      set("Min", minimum),
      set("Max", mostOf(state, maximum, state.bank?.fee)),
      small("Undo", "u", () => bets.undo(), { off: !bets.canUndo }),
      small("Clear", "backspace", () => bets.clear(), { off: !bets.isWaiting && !placed }),
      small("Rebet", "b", () => bets.again(), { off: !last.length }),
      small(h("span", {}, "Double", h("span", { class: "wide-word" }, " all")), "x", () => bets.double(), {
        id: "double all",
        off: !bets.isWaiting && !placed,
      }),
    ),
    sides(state, table, target),
    takeBack(state, table, mine),
  );
}
