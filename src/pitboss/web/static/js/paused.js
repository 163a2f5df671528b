// A table at rest: what its players read while a supervisor has paused it or rules on the round.

import { h, plain } from "./dom.js";

/** The bar of a paused table. */
export function pausedBar(state) {
  const { why, ruling } = state.paused;
  return h("div", { class: "row paused-bar", role: "status" },
    h("p", { class: "lead" }, h("strong", {}, "The table is paused"), ` ${plain(why)}.`),
    h("p", { class: "small" }, ruling ? "The clock is stopped. Your cards and bets stay as they are until the ruling is decided."
      : "The clock is stopped. Your cards and bets stay as they are."));
}
