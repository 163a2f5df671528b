// The layout after some events of a round, for the round history: it only follows the cards.

import { card } from "./cards.js";
import { chips } from "./chips.js";
import { h, money, signed } from "./dom.js";

/** The cards and wagers on the layout after these events. */
export function laidAfter(events) {
  const dealer = [];
  const boxes = new Map();
  const wagers = new Map();
  const box = (n) => boxes.get(n) ?? boxes.set(n, new Map()).get(n);
  const hand = (n, k = 1) => box(n).get(k) ?? box(n).set(k, []).get(k);
  for (const event of events) {
    switch (event.event) {
      case "CardDealt":
        (event.box ? hand(event.box, event.hand) : dealer).push(event.card);
        break;
      case "CardChosen":
      case "CardPicked": // its name in entries written before version 3 of the log
        hand(event.box, event.hand).push(event.card);
        break;
      case "HoleCardRevealed":
        dealer[dealer.indexOf("??")] = event.card;
        break;
      case "HandSplit":
        hand(event.box, event.new_hand).push(...hand(event.box, event.hand).splice(1, 1));
        break;
      case "HandZapped":
        hand(event.box, event.hand).length = 0;
        break;
      case "WagerPlaced":
        wagers.set(event.wager, { ...event });
        break;
      case "WagerRaised":
        if (wagers.has(event.wager)) wagers.get(event.wager).stake += event.stake;
        break;
      case "WagerLowered":
        if (wagers.has(event.wager)) wagers.get(event.wager).stake -= event.stake;
        break;
      case "WagerWithdrawn":
        wagers.delete(event.wager);
        break;
      case "WagerSettled":
        if (wagers.has(event.wager)) wagers.get(event.wager).net = event.returned - wagers.get(event.wager).stake;
        break;
      case "RoundClosed":
        dealer.length = 0;
        boxes.clear();
        wagers.clear();
        break;
    }
  }
  return { dealer, boxes, wagers: [...wagers.values()] };
}

function place(name, hands, staked = []) {
  const net = staked.filter((w) => w.net !== undefined).reduce((sum, w) => sum + w.net, 0);
  const stake = staked.reduce((sum, w) => sum + w.stake, 0);
  const settled = staked.some((w) => w.net !== undefined);
  return h("div", { class: "place" }, h("span", { class: "small" }, name),
    h("div", { class: "place-hands" }, hands.filter((faces) => faces.length).map((faces) =>
      h("div", { class: "cards" }, faces.map((face) => card(face))))),
    stake > 0 && h("span", { class: "place-stake" }, chips(stake), money(stake),
      settled && h("strong", { class: net > 0 ? "up" : net < 0 ? "down" : "" }, signed(net))));
}

/** The same as a drawing. */
export function laid(events) {
  const { dealer, boxes, wagers } = laidAfter(events);
  const numbers = [...new Set([...boxes.keys(), ...wagers.map((w) => w.box)])].filter(Boolean).sort((a, b) => a - b);
  if (!dealer.length && !numbers.length) return h("p", { class: "small laid-empty" }, "The layout is empty.");
  return h("div", { class: "laid-out", role: "group", "aria-label": "On the layout" },
    dealer.length > 0 && place("Dealer", [dealer]),
    numbers.map((n) => place(`Box ${n}`, [...(boxes.get(n)?.values() ?? [])], wagers.filter((w) => w.box === n))));
}
