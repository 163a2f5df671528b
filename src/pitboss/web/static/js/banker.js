// @ts-check
// The bank of a player, and the purse: what a banker, or a player who has run out, sees in the bar.

import { post } from "./api.js";
import { h, keycap, money, signed } from "./dom.js";
import { tellProblem, toast, whyButton } from "./why.js";

/** @import { Table } from "./table.js" */

/**
 * Whether the balance covers what an act costs at least.
 * @param {Live.State} state
 * @param {{costs?: number}} act
 */
export function affordable(state, act) {
  return (act.costs ?? 0) <= state.you.balance;
}

/**
 * The most a player can put down of what an act takes: the book's limit, or all they have.
 * @param {Live.State} state
 * @param {number | null} most
 */
export function mostOf(state, most, fee = 0) {
  const left = Math.max(0, state.you.balance - fee);
  return most === null ? left : Math.min(most, left);
}

/**
 * Whether this player has the bank.
 * @param {Live.State} state
 */
export function banks(state) {
  return state.bank?.banker?.player === state.you.name;
}

/**
 * The bar of the player who has the bank, whose deal goes to its place; nothing for other players.
 * @param {Live.State} state
 * @param {Table} table
 * @param {Page.Places} parts2
 */
export function bankersBar(state, table, { go }) {
  const { bank } = state;
  if (!bank?.banker || !banks(state)) return null;
  const { wager, against, fee, turn, paid, collected } = bank.banker;
  const facts = [
    ["Bank", money(wager)],
    ["Bet against it", money(against)],
    ["Fee", money(fee)],
    ["Round", `${turn} of ${bank.turns}`],
  ];
  if (paid || collected) facts.push(["So far", signed(collected - paid)]);
  const betting = state.phase === "betting";
  const ready = state.ready.includes(state.you.name);
  const lead = !betting
    ? " The round is played against your bank."
    : ready
      ? " Waiting for the other players."
      : against
        ? " Bets are down: deal when you like."
        : " Waiting for a bet.";
  if (betting && !ready && against > 0 && state.dealt_by === "machine") {
    go.push(
      h(
        "span",
        { class: "act" },
        h(
          "button",
          {
            type: "button",
            class: "big primary",
            "data-focus": "deal",
            "data-key": " ",
            onclick: () => table.send({ type: "deal" }),
          },
          h("span", {}, "Deal"),
          keycap(" "),
        ),
      ),
    );
  }
  return h(
    "div",
    { class: "row banker", role: "group", "aria-label": "Your bank" },
    h("p", { class: "lead" }, h("strong", {}, "You have the bank"), lead),
    h(
      "dl",
      { class: "bank-facts" },
      facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    ),
    whyButton(state.book, bank.clause, {
      label: "§",
      said: "The bank",
      name: `The bank: clause ${bank.clause}`,
    }),
  );
}

/**
 * How the bank ended with the last round, until the next one begins.
 * @param {Live.State} state
 */
export function bankEnded(state) {
  const own = state.last?.results?.[state.you.name];
  if (own?.bank === undefined || state.phase !== "betting" || state.boxes.some((box) => box.wagers.length))
    return null;
  const told =
    own.bank > 0 ? `wins ${money(own.bank)}` : own.bank < 0 ? `loses ${money(-own.bank)}` : "breaks even";
  return h(
    "p",
    { class: "bank-ended", role: "status" },
    h("strong", {}, `Your bank ${told}.`),
    own.fee ? ` Fee ${money(-own.fee)}. Total ${signed(own.net)}.` : "",
  );
}

let asking = false;

/**
 * More play money for a player who can no longer bet here; nothing for other players.
 * @param {Live.State} state
 */
export function refillBar(state) {
  const amount = state.you.refill;
  if (!amount || state.phase !== "betting") return null;
  const take = async () => {
    if (asking) return; // a second click asks for nothing more
    asking = true;
    try {
      const told = await post("/me/refill", { table: state.table });
      toast(`${money(told.amount)} added: your balance is ${money(told.balance)}.`);
    } catch (problem) {
      tellProblem(problem);
    } finally {
      asking = false;
    }
  };
  return h(
    "div",
    { class: "row broke", role: "group", "aria-label": "Your balance" },
    h(
      "p",
      { class: "lead" },
      h(
        "strong",
        {},
        `Your balance of ${money(state.you.balance)} is below the minimum of ${money(state.limits.minimum)}`,
      ),
      ` Result at this table: ${signed(state.you.net)}. Play money costs nothing.`,
    ),
    h(
      "span",
      { class: "act" },
      h(
        "button",
        { type: "button", class: "big primary", "data-focus": "refill", "data-key": "m", onclick: take },
        h("span", {}, `Take ${money(amount)} more`),
        keycap("m"),
      ),
    ),
  );
}
