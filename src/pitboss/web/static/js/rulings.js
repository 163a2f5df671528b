// @ts-check
// The ruling dialog: irregularity, remedies, effect, reason, second approval.

import { get, post, remove, problemOf } from "./api.js";
import { card } from "./cards.js";
import { h, money as cash, plain, redraw, signed } from "./dom.js";
import { tellProblem, toast, whyButton } from "./why.js";

const STEPS = ["Irregularity", "Remedy", "Effect", "Reason"];
/** @type {Record<string, string>} */
const NEEDS = {
  box: "Box",
  hand: "Hand",
  player: "Player",
  card: "Card",
  cards: "Cards",
  which: "Which card",
  ruling: "Ruling",
};
const HOLD_AGAIN = 20_000;
/** @type {Record<string, string>} */
const HINTS = { card: "for example 9h", cards: "for example 9h Td", ruling: "one sentence" };

/**
 * An account of the ledger as people say it.
 * @param {string} name
 * @param {string} [you]
 */
function account(name, you) {
  if (name.startsWith("player/")) return name.slice(7) === you ? "You" : name.slice(7);
  if (name.startsWith("house/")) return "The house";
  if (name.startsWith("escrow/")) return "Bets on the layout";
  return plain(name.replace("/", " "));
}

/**
 * What a ruling would bring about: the sentences with their clauses, the cards, and the money.
 * @param {any} seen
 * @param {string} book
 */
function consequences(seen, book) {
  /** @param {any} event */
  const faces = (event) =>
    [event.card, ...(Array.isArray(event.cards) ? event.cards : [])].filter((f) =>
      /^(\?\?|[A2-9TJQK][shdc])$/.test(f ?? ""),
    );
  const money = new Map();
  for (const [name, amount] of Object.entries(seen.money)) {
    const who = account(name);
    money.set(who, (money.get(who) ?? 0) + amount);
  }
  return [
    h(
      "ol",
      { class: "follows" },
      seen.events.map((/** @type {any} */ event) =>
        h(
          "li",
          {},
          faces(event).map((face) => card(face)),
          h("span", {}, event.says),
          whyButton(book, event.clause, { label: event.clause, said: event.says }),
        ),
      ),
    ),
    seen.events.length === 0 && h("p", { class: "small" }, "Nothing changes on the layout."),
    h(
      "table",
      {},
      h("caption", {}, "Money"),
      h(
        "tbody",
        {},
        money.size
          ? [...money].map(([who, amount]) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, who),
                h("td", { class: amount > 0 ? "up" : "down" }, signed(amount)),
              ),
            )
          : h("tr", {}, h("td", { class: "small" }, "No money changes hands.")),
      ),
    ),
    seen.clawed_back.length > 0 &&
      h(
        "p",
        { class: "clawed-back" },
        "Taken back: ",
        seen.clawed_back
          .map((/** @type {any} */ { player, amount }) => `${cash(amount)} from ${player}`)
          .join(", "),
        ".",
      ),
    seen.second_person && h("p", { class: "tag waiting-tag" }, "Needs a second approval"),
  ];
}

/**
 * Who may order it, in the words of the book.
 * @param {any} one
 */
function orderedBy(one) {
  const { title, clause } = one.authority;
  return `Ordered by a ${title} or above${clause ? ` (${clause})` : ""}`;
}

/**
 * Open the dialog for a table; `wanted` goes straight to one irregularity.
 * @param {any} table
 * @param {Page.Me} me
 * @param {() => unknown} again
 * @param {string | null} [wanted]
 */
export async function ruleAt(table, me, again, wanted = null) {
  /** @type {`/tables/${string}`} */
  const path = `/tables/${table.id}`;
  /** @type {any} */
  let told;
  /** @type {any} */
  let state;
  let holding = 0;
  // The round is held from here on: what is shown stays true until the ruling is made.
  const hold = () => post(`${path}/hold`, {});
  const release = () => {
    clearInterval(holding);
    remove(`${path}/hold`).catch(() => {}); // it also ends by itself
  };
  try {
    await hold();
    holding = setInterval(() => hold().catch(() => {}), HOLD_AGAIN);
    [told, { state }] = await Promise.all([get(`${path}/irregularities`), get(path)]);
  } catch (problem) {
    if (holding) release();
    tellProblem(problem);
    return;
  }
  const dialog = h("dialog", { class: "why wide ruling", "aria-labelledby": "ruling-title" });
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    release();
    dialog.remove();
    again();
  });
  const inside = h("div", { class: "inside" });
  dialog.append(inside);

  /**
   * @param {string} text
   * @param {number} at
   */
  const head = (text, at) => [
    h(
      "ol",
      { class: "steps-head", "aria-label": "Steps" },
      STEPS.map((step, n) =>
        h("li", { class: n < at ? "done" : "", "aria-current": n === at ? "step" : null }, step),
      ),
    ),
    h("h2", { id: "ruling-title" }, text),
  ];

  function waiting() {
    return told.rulings
      .filter((/** @type {any} */ one) => one.status === "waiting")
      .map((/** @type {any} */ one) => {
        const seen = h("div", { class: "preview" }, h("p", { class: "small" }, "Loading preview…"));
        post(`${path}/rulings`, { ...one.report, preview: true }).then(
          (foreseen) => redraw(seen, consequences(foreseen, told.book)),
          (problem) => redraw(seen, h("p", { class: "verdict bad" }, plain(problem.why))),
        );
        return h(
          "li",
          { class: "waiting-ruling" },
          h(
            "p",
            {},
            h("strong", {}, plain(known(one.report.what)?.says ?? one.report.what)),
            ` · ${one.by}: “${one.report.reason ?? ""}”`,
          ),
          seen,
          one.by === me.name
            ? h(
                "p",
                { class: "pair" },
                h("span", { class: "small" }, "Another supervisor must approve this."),
                h(
                  "button",
                  {
                    type: "button",
                    class: "quiet withdraw",
                    onclick: () => decide(() => remove(`${path}/rulings/${one.id}`), "Ruling withdrawn."),
                  },
                  "Withdraw",
                ),
              )
            : decision(one),
        );
      });
  }

  /** @param {any} one */
  function decision(one) {
    const id = `reject-${one.id}`;
    const why = h("input", { id, maxlength: 500, required: true });
    return h(
      "form",
      {
        class: "decision",
        onsubmit: (event) => {
          event.preventDefault();
          decide(
            () => post(`${path}/rulings/${one.id}/rejections`, { reason: why.value }),
            "Ruling rejected.",
          );
        },
      },
      h(
        "button",
        {
          type: "button",
          class: "primary approve",
          onclick: () =>
            decide(() => post(`${path}/rulings/${one.id}/approvals`, {}), "Ruling approved and applied."),
        },
        "Approve",
      ),
      h("label", { for: id }, "Or reject it because"),
      why,
      h("button", { type: "submit", class: "reject" }, "Reject"),
    );
  }

  /** @param {any} what */
  const known = (what) => told.irregularities.find((/** @type {any} */ one) => one.what === what);

  /**
   * @param {() => Promise<unknown>} work
   * @param {string} done
   */
  async function decide(work, done) {
    try {
      await work();
      toast(done);
      dialog.close();
    } catch (problem) {
      tellProblem(problem);
    }
  }

  /** @param {string | null} [note] */
  function first(note = null) {
    const open = told.irregularities.filter((/** @type {any} */ one) => !one.refused);
    /** @param {any} one */
    const row = (one) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "choice", "data-what": one.what, onclick: () => second(one) },
          h("strong", {}, plain(one.says)),
          h("span", { class: "small" }, one.gist),
          h("span", { class: "small authority" }, orderedBy(one)),
        ),
        whyButton(told.book, one.clause, { label: one.clause, said: one.says }),
      );
    const shut = told.irregularities.filter((/** @type {any} */ one) => one.refused);
    const list = waiting();
    redraw(
      inside,
      head(list.length ? `A ruling at ${table.name}` : `Report an irregularity at ${table.name}`, 0),
      note && h("p", { class: "said" }, note),
      list.length > 0 && [h("h3", {}, "Awaiting a second approval"), h("ul", { class: "choices" }, list)],
      h(
        "p",
        { class: "small held" },
        "The round is stopped while you prepare a ruling, and the players can see this.",
      ),
      h("ul", { class: "choices" }, open.map(row)),
      open.length === 0 &&
        h("p", { class: "small" }, "No irregularity in this book applies at this point in the round."),
      shut.length > 0 &&
        h(
          "details",
          { class: "shut" },
          h("summary", {}, "What cannot be reported now, and why"),
          h(
            "ul",
            { class: "small" },
            shut.map((/** @type {any} */ one) =>
              h("li", { "data-shut": one.what }, `${plain(one.says)}: ${one.refused}.`),
            ),
          ),
        ),
      h(
        "p",
        { class: "end" },
        h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Close"),
      ),
    );
  }

  // What a report has to name, chosen from what is on the layout.

  /** @param {any} need */
  function options(need) {
    /** @param {Live.Box} box */
    const held = (box) => box.hands.map((hand) => hand.cards.join(" ")).join(" | ");
    if (need === "box") {
      const taken = state.boxes.filter(
        (/** @type {any} */ box) => box.hands.length || box.wagers.length || box.seat,
      );
      return taken.map((/** @type {any} */ box) => [
        box.number,
        `Box ${box.number}${box.seat ? ` · ${box.seat.name}` : ""}${held(box) ? ` · ${held(box)}` : ""}`,
      ]);
    }
    if (need === "hand") {
      const most = Math.max(1, ...state.boxes.map((/** @type {any} */ box) => box.hands.length));
      return Array.from({ length: most }, (_, n) => [n + 1, `Hand ${n + 1}`]);
    }
    if (need === "player") {
      const names = new Set(
        state.boxes
          .flatMap((/** @type {any} */ box) => [
            box.seat?.name,
            ...box.wagers.map((/** @type {any} */ w) => w.bettor),
          ])
          .filter(Boolean),
      );
      return [...names].map((name) => [name, name]);
    }
    if (need === "which")
      return [
        ["first", "First card"],
        ["second", "Second card"],
      ];
    return null;
  }

  /** @param {any} one */
  function fieldsFor(one) {
    const needs = one.needs.filter(
      (/** @type {any} */ need) => !(need === "which" && one.remedies.length > 1),
    );
    // From a sealed shoe the next cards are drawn; real ones have to be named.
    if (state.cards === "called" && one.draws) needs.push(one.draws === 1 ? "card" : "cards");
    return needs.map((/** @type {any} */ need) => {
      const among = options(need);
      const about = { id: `need-${need}`, name: need, required: true };
      const label = h(
        "label",
        { for: about.id },
        NEEDS[need] ?? plain(need),
        HINTS[need] ? ` (${HINTS[need]})` : "",
      );
      const field =
        among && among.length
          ? h(
              "select",
              about,
              among.map((/** @type {any} */ [value, text]) => h("option", { value }, text)),
            )
          : h("input", { ...about, type: need === "box" || need === "hand" ? "number" : "text", min: 1 });
      return h("div", { class: "field" }, label, field);
    });
  }

  /** @param {any} one */
  function second(one) {
    const reason = h("input", { id: "ruling-reason", name: "reason", maxlength: 500, required: true });
    const preview = h("div", { class: "preview", "aria-live": "polite" });
    const hands = state.boxes.flatMap((/** @type {any} */ box) =>
      box.hands.map((/** @type {any} */ hand) => [box.number, hand.number]),
    );
    const picked = h(
      "fieldset",
      { class: "picked", hidden: true },
      h("legend", {}, "Hands to void"),
      hands.map((/** @type {any} */ [box, hand]) =>
        h(
          "label",
          { class: "remedy" },
          h("input", { type: "checkbox", name: "hands", value: `${box} ${hand}` }),
          `Box ${box}, hand ${hand}`,
        ),
      ),
    );
    const inputs = (/** @type {string} */ selectors) =>
      /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(selectors)]);
    // A ruling that the round is void needs no other decision.
    /** @param {boolean} is */
    const decides = (is) => {
      const decision = form.querySelector("#need-ruling");
      if (!(decision instanceof HTMLInputElement || decision instanceof HTMLSelectElement)) return;
      decision.required = is;
      decision.disabled = !is;
    };
    const asked = () => {
      /** @type {any} */
      const body = { what: one.what, reason: reason.value };
      const remedy = inputs("input[name=remedy]:checked")[0]?.value;
      if (remedy) body.remedy = remedy;
      picked.hidden = !one.remedies.find((/** @type {any} */ each) => each.remedy === (remedy ?? ""))?.hands;
      decides(remedy !== "void_round");
      if (!picked.hidden)
        body.hands = inputs("[name=hands]:checked").map((box) => box.value.split(" ").map(Number));
      for (const { name, value } of inputs(".field input:not(:disabled), .field select")) {
        body[name] =
          name === "box" || name === "hand"
            ? Number(value)
            : name === "cards"
              ? value.trim().split(/\s+/)
              : value;
      }
      return body;
    };
    /** @type {any} */
    let shown = null; // the table's sequence at the last preview
    let newest = 0;
    const look = async () => {
      const body = asked();
      const turn = ++newest;
      shown = null;
      delete preview.dataset.ready;
      if (inputs(".field input:not(:disabled)").some((field) => !field.value)) {
        redraw(
          preview,
          h("h3", {}, "Effect"),
          h("p", { class: "small" }, "Complete the fields to see the effect."),
        );
        return;
      }
      try {
        const seen = await post(`${path}/rulings`, { ...body, reason: body.reason || "…", preview: true });
        if (turn !== newest) return; // another remedy was chosen meanwhile
        shown = seen.sequence;
        redraw(preview, h("h3", {}, "Effect"), consequences(seen, told.book));
        preview.dataset.ready = "yes";
      } catch (problem) {
        if (turn !== newest) return;
        redraw(
          preview,
          h("h3", {}, "Effect"),
          h(
            "p",
            { class: "verdict bad" },
            plain(problemOf(problem).why),
            " ",
            whyButton(problemOf(problem).book ?? told.book, problemOf(problem).clause, {
              said: problemOf(problem).why,
            }),
          ),
        );
      }
    };
    const form = h(
      "form",
      {
        onchange: (/** @type {Event} */ event) => event.target !== reason && look(),
        onsubmit: async (event) => {
          event.preventDefault();
          try {
            if (shown === null) await look();
            const done = await post(
              `${path}/rulings`,
              shown === null ? asked() : { ...asked(), sequence: shown },
            );
            toast(done.status === "waiting" ? "Ruling sent for a second approval." : "Ruling applied.");
            dialog.close();
          } catch (problem) {
            tellProblem(problem);
            if (problemOf(problem).status === 409) look();
          }
        },
      },
      h(
        "p",
        { class: "said" },
        one.gist,
        " ",
        whyButton(told.book, one.clause, { label: one.clause, said: one.says }),
      ),
      h(
        "fieldset",
        {},
        h("legend", {}, "Remedy"),
        one.remedies.map((/** @type {any} */ remedy, /** @type {any} */ n) =>
          h(
            "div",
            { class: "remedy" },
            h(
              "label",
              { class: "remedy" },
              h("input", { type: "radio", name: "remedy", value: remedy.remedy, checked: n === 0 }),
              h("span", {}, remedy.label),
            ),
            whyButton(told.book, remedy.clause, { label: remedy.clause, said: remedy.label }),
          ),
        ),
      ),
      fieldsFor(one),
      picked,
      preview,
      h("div", { class: "field-line" }, h("label", { for: "ruling-reason" }, "Reason"), reason),
      h(
        "p",
        { class: "end" },
        h("button", { type: "button", class: "quiet", onclick: () => first() }, "Back"),
        h("button", { type: "submit", class: "primary" }, "Make the ruling"),
      ),
    );
    redraw(inside, head(plain(one.says), 2), form);
    look();
  }

  const asked = wanted && known(wanted);
  if (asked && !asked.refused) second(asked);
  else
    first(
      wanted && !asked
        ? `${table.title} has no clause for this: record a supervisor's ruling.`
        : asked
          ? plain(asked.refused)
          : null,
    );
  dialog.showModal();
}
