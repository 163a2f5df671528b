// @ts-check
// The house options of a book as controls: one each, with its label, its range and its clause.

import { h, heldFocus } from "./dom.js";
import { amountsOf, amountsText, betsOf, betsText, cash, defaultText } from "./lab-state.js";
import { whyButton } from "./why.js";

/** @import { Option } from "./lab-state.js" */
/** @typedef {(text: string) => unknown} SetText */
/** @typedef {(key: string, text: string | null, isOwn?: boolean) => unknown} SetOption */

const FEW = 5;

/**
 * A worth in per cent points with its sign: +0.2125.
 * @param {number} share
 */
export function points(share, digits = 4) {
  const text = Math.abs(share * 100).toFixed(digits);
  return `${Number(text) === 0 ? "±" : share > 0 ? "+" : "−"}${text}`;
}

/**
 * @param {Option} option
 * @param {string} value
 * @param {SetText} set
 * @param {string} id
 */
function segmented(option, value, set, id) {
  return h(
    "div",
    { class: "segments", role: "radiogroup", "aria-labelledby": `${id}-label` },
    option.among.map((/** @type {any} */ text, /** @type {any} */ n) =>
      h(
        "label",
        { class: "segment" },
        h("input", {
          type: "radio",
          name: id,
          value: text,
          checked: text === value,
          oninput: () => set(text),
        }),
        h("span", {}, option.labels[n]),
        h("span", { class: "worth", "data-near": `${option.key}=${text}` }),
      ),
    ),
  );
}

/**
 * @param {Option} option
 * @param {string} value
 * @param {SetText} set
 * @param {string} id
 */
function chosen(option, value, set, id) {
  return h(
    "select",
    { id, "aria-labelledby": `${id}-label`, oninput: (event) => set(event.target.value) },
    option.among.map((/** @type {any} */ text, /** @type {any} */ n) =>
      h("option", { value: text, selected: text === value }, option.labels[n]),
    ),
  );
}

/**
 * @param {Option} option
 * @param {string} value
 * @param {SetText} set
 * @param {string} id
 */
function toggle(option, value, set, id) {
  const word = h("span", { class: "switch-word" }, value === "true" ? "yes" : "no");
  return h(
    "label",
    { class: "switch" },
    h("input", {
      type: "checkbox",
      role: "switch",
      id,
      "aria-labelledby": `${id}-label`,
      checked: value === "true",
      oninput: (event) => {
        word.textContent = event.target.checked ? "yes" : "no";
        set(String(event.target.checked));
      },
    }),
    h("span", { class: "track-switch", "aria-hidden": "true" }),
    word,
    h("span", { class: "worth", "data-near": `${option.key}=${value === "true" ? "false" : "true"}` }),
  );
}

/**
 * @param {Option} option
 * @param {string} value
 * @param {SetText} set
 * @param {string} id
 */
function slider(option, value, set, id) {
  const isShare = option.kind === "share";
  const step = option.step ?? 1;
  const scale = isShare ? 100 : 1;
  /** @param {string | number} text */
  const shown = (text) => String(Math.round(Number(text) * scale));
  const range = h("input", {
    type: "range",
    id,
    min: option.least * scale,
    max: option.most * scale,
    step: step * scale,
    "aria-labelledby": `${id}-label`,
    "aria-valuetext": isShare ? `${shown(value)}%` : null,
  });
  const number = h("input", {
    type: "number",
    class: "short",
    min: option.least * scale,
    max: option.most * scale,
    step: step * scale,
    inputmode: "numeric",
    "aria-labelledby": `${id}-label`,
  });
  range.value = shown(value);
  number.value = shown(value);
  /**
   * @param {any} from
   * @param {HTMLInputElement} to
   */
  const put = (from, to) => {
    to.value = from.value;
    if (isShare) range.setAttribute("aria-valuetext", `${from.value}%`);
    set(isShare ? String(Number(from.value) / scale) : from.value);
  };
  range.addEventListener("input", () => put(range, number));
  number.addEventListener("input", () => number.value !== "" && number.checkValidity() && put(number, range));
  number.addEventListener("change", () => {
    const nearest = Math.min(
      option.most * scale,
      Math.max(option.least * scale, Math.round(Number(number.value) || 0)),
    );
    if (String(nearest) !== range.value || number.value !== range.value) {
      number.value = String(nearest);
      put(number, range);
    }
  });
  return h(
    "div",
    { class: "slider" },
    h("span", { class: "end-mark", "aria-hidden": "true" }, shown(option.least)),
    range,
    h("span", { class: "end-mark", "aria-hidden": "true" }, shown(option.most)),
    number,
    isShare && h("span", { class: "unit" }, "%"),
  );
}

/**
 * @param {number | null} cents
 * @param {string} label
 * @param {(cents: number) => unknown} put
 * @param {{least?: number, id?: string | null}} [options]
 */
function amount(cents, label, put, { least = 0, id = null } = {}) {
  return h("input", {
    type: "number",
    class: "money",
    id,
    min: least / 100,
    step: "any",
    value: cents === null ? "" : cash(cents),
    "aria-label": label,
    onchange: (event) => {
      if (event.target.value === "" || !event.target.checkValidity())
        event.target.value = cents === null ? "" : cash(cents);
      else put(Math.round(Number(event.target.value) * 100));
    },
  });
}

/**
 * @param {Option} option
 * @param {string} value
 * @param {SetText} set
 * @param {string} id
 */
function moneyField(option, value, set, id) {
  const none = value === "none";
  const cents = none ? null : Math.round(Number(value) * 100);
  const field = amount(cents, option.says, (next) => set(cash(next)), { least: option.least, id });
  field.disabled = none;
  return h(
    "div",
    { class: "amounts" },
    field,
    option.or_none &&
      h(
        "label",
        { class: "inline" },
        h("input", {
          type: "checkbox",
          checked: none,
          oninput: (event) => set(event.target.checked ? "none" : cash(option.value ?? 100_00)),
        }),
        "no limit",
      ),
  );
}

/**
 * @param {Option} option
 * @param {string} value
 * @param {SetText} set
 */
function amountsField(option, value, set) {
  const now = amountsOf(value);
  /** @param {any} name */
  const put = (name) => (/** @type {any} */ cents) => set(amountsText({ ...now, [name]: cents }));
  /**
   * @param {"least" | "most" | "step"} name
   * @param {string} label
   */
  const one = (name, label) =>
    h(
      "label",
      { class: "inline" },
      label,
      amount(now[name], `${option.says} ${label}`, put(name), { least: 1 }),
    );
  return h("div", { class: "amounts" }, one("least", "from"), one("most", "to"), one("step", "by"));
}

/**
 * @param {Option} option
 * @param {string} value
 * @param {SetText} set
 */
function chipsField(option, value, set) {
  const now = new Set(value.split(",").map((one) => Math.round(Number(one) * 100)));
  return h(
    "div",
    { class: "chip-set", role: "group", "aria-label": option.says },
    option.among.map((/** @type {any} */ cents, /** @type {any} */ n) =>
      h(
        "button",
        {
          type: "button",
          class: "chip-choice",
          "aria-pressed": String(now.has(cents)),
          "data-focus": `${option.key} ${cents}`,
          onclick: () => {
            if (now.has(cents) && now.size === 1) return;
            if (!now.delete(cents)) now.add(cents);
            set(
              [...now]
                .sort((a, b) => a - b)
                .map(cash)
                .join(","),
            );
          },
        },
        option.labels[n],
      ),
    ),
  );
}

/**
 * @param {Option} option
 * @param {string} value
 * @param {SetText} set
 * @param {string} id
 * @param {string} book
 */
function betsField(option, value, set, id, book) {
  const now = betsOf(value);
  /**
   * @param {string} name
   * @param {number[] | null} scale
   */
  const change = (name, scale) =>
    set(
      betsText(
        option.bets
          .map((/** @type {any} */ bet) => bet.name)
          .flatMap((/** @type {any} */ each) => {
            const there = each === name ? scale && { name, scale } : now.find((one) => one.name === each);
            return there ? [there] : [];
          }),
      ),
    );
  return h(
    "ul",
    { class: "bet-list" },
    option.bets.map((/** @type {any} */ bet) => {
      const there = now.find((one) => one.name === bet.name);
      const pays = there?.scale.length ? there.scale : (bet.scale?.pays ?? []);
      return h(
        "li",
        {},
        h(
          "label",
          { class: "switch" },
          h("input", {
            type: "checkbox",
            role: "switch",
            checked: Boolean(there),
            "data-focus": `${id} ${bet.name}`,
            oninput: (event) => change(bet.name, event.target.checked ? [] : null),
          }),
          h("span", { class: "track-switch", "aria-hidden": "true" }),
          h("span", {}, bet.label),
        ),
        whyButton(book, bet.clause, { label: "§", name: `Clause for ${bet.label}` }),
        there &&
          bet.scale &&
          h(
            "table",
            { class: "odds" },
            h(
              "tbody",
              {},
              bet.scale.labels.map((/** @type {any} */ label, /** @type {any} */ n) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row" }, label),
                  h(
                    "td",
                    {},
                    h(
                      "select",
                      {
                        "aria-label": `${bet.label}: ${label} pays`,
                        "data-focus": `${id} ${bet.name} ${n}`,
                        oninput: (event) =>
                          change(
                            bet.name,
                            pays.map((/** @type {any} */ each, /** @type {any} */ m) =>
                              m === n ? Number(event.target.value) : each,
                            ),
                          ),
                      },
                      odds(pays[n]).map((each) =>
                        h("option", { value: each, selected: each === pays[n] }, `${each} to 1`),
                      ),
                    ),
                  ),
                ),
              ),
            ),
          ),
      );
    }),
  );
}

/** @param {number} now */
function odds(now) {
  const usual = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 20, 25, 30, 40, 50, 60, 75, 100, 150, 200, 250, 500,
    1000,
  ];
  return [...new Set([...usual, now])].sort((a, b) => a - b);
}

/** @typedef {(option: Option, value: string, set: SetText, id: string, book: string) => HTMLElement} Maker */

/** @type {Record<string, Maker>} */
const MAKERS = {
  yes_no: toggle,
  whole: slider,
  share: slider,
  money: moneyField,
  amounts: amountsField,
  chips: chipsField,
  side_bets: betsField,
};

/** @param {Option} option */
function maker(option) {
  if (["one_of", "odds"].includes(option.kind)) return option.among.length <= FEW ? segmented : chosen;
  return MAKERS[option.kind] ?? chosen;
}

/** @type {WeakMap<Element, (now: string, isOwn?: boolean) => void>} */
const refreshing = new WeakMap();

/**
 * Show another value in the control of an option.
 * @param {Element | null} place
 * @param {string} now
 * @param {boolean} isOwn whether the user changed it there
 */
export function refreshed(place, now, isOwn = false) {
  if (place) refreshing.get(place)?.(now, isOwn);
}

const REDRAWN = new Set(["side_bets", "chips", "money", "amounts"]);

/**
 * One option: label, clause, control, and what its present value is worth against the default.
 * @param {string} book
 * @param {Option} option
 * @param {string} value
 * @param {SetOption} change
 * @param {string} prefix
 */
export function control(book, option, value, change, prefix) {
  const id = `${prefix}-${option.key}`;
  const usual = defaultText(option);
  /** @param {string} text */
  const set = (text) => change(option.key, text === usual ? null : text, true);
  /** @param {string} now */
  const field = (now) => maker(option)(option, now, set, id, book);
  const undo = h(
    "button",
    {
      type: "button",
      class: "undo",
      "aria-label": `Back to ${option.default}`,
      title: `Back to ${option.default}`,
      "data-focus": `undo ${option.key}`,
      onclick: () => change(option.key, null),
    },
    "↺",
  );
  const worth = h(
    "p",
    { class: "against-default" },
    h("span", { "data-worth": option.key }),
    h("em", { class: "the-default" }),
    h("em", { class: "with-others", hidden: true }, ", with the other changes"),
  );
  const place = h(
    "div",
    { "data-option": option.key, "data-kind": option.kind },
    h(
      "div",
      { class: "control-head" },
      h("span", { class: "control-label", id: `${id}-label` }, option.says.replace(/\.$/, "")),
      undo,
      whyButton(book, option.clause, {
        label: "§",
        said: option.says,
        name: `Clause ${option.clause} for ${option.key.replaceAll("_", " ")}`,
      }),
    ),
    field(value),
    worth,
  );
  /** Show another value; a control that the user changed is not rebuilt, so that it can be dragged. */
  const refresh = (/** @type {string} */ now, isOwn = false) => {
    const isChanged = now !== usual;
    place.className = isChanged ? "control changed" : "control";
    undo.hidden = worth.hidden = !isChanged;
    if (isOwn && !REDRAWN.has(option.kind)) {
      const other = place.querySelector(".switch [data-near]");
      if (other) other.dataset.near = `${option.key}=${now === "true" ? "false" : "true"}`;
      return;
    }
    const before = place.children[1];
    const held = heldFocus(before);
    before.replaceWith(field(now));
    if (held) place.querySelector(`[data-focus="${CSS.escape(held)}"]`)?.focus();
  };
  refresh(value, true);
  refreshing.set(place, refresh);
  return place;
}

/**
 * All options of a book in their groups; what moves no price is folded away.
 * @param {string} book
 * @param {Option[]} options
 * @param {Record<string, string>} settings
 * @param {SetOption} change
 * @param {string} prefix
 */
export function controls(book, options, settings, change, prefix) {
  /** @param {Option[]} some */
  const groups = (some) => {
    const order = [...new Set(some.map((one) => one.group))];
    return order.map((group) =>
      h(
        "fieldset",
        { class: "control-group" },
        h("legend", {}, group),
        some
          .filter((one) => one.group === group)
          .map((one) => control(book, one, settings[one.key] ?? defaultText(one), change, prefix)),
      ),
    );
  };
  const moving = options.filter((one) => one.moves_price);
  const still = options.filter((one) => !one.moves_price);
  const open = still.some((one) => one.key in settings);
  return [
    ...groups(moving),
    still.length > 0 &&
      h(
        "details",
        { class: "still", open: open || null },
        h("summary", {}, `Does not change the price (${still.length})`),
        groups(still),
      ),
  ];
}
