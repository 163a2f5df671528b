// @ts-check
// What is on the cloth: redrawn only where it has changed.

import { bankSign, boxView, collection, dealerView, furniture, stripView } from "./boxes.js";
import { deals } from "./chair.js";
import { h, money, redrawParts, signed } from "./dom.js";
import { places, sizeOf } from "./felt.js";
import { voidedOf } from "./hands.js";

/** @import { Layout } from "./layout.js" */

/**
 * The completed round, if the layout still shows it: until a player bets again.
 * @param {Live.State} state
 */
export function roundOver(state) {
  const empty =
    state.boxes.every((b) => b.hands.length === 0 && b.wagers.length === 0) &&
    state.dealer.cards.length === 0;
  return empty && state.phase === "betting" ? state.last : null;
}

/**
 * The player's own box shown as a strip on a narrow cloth: the one in turn, or the first split.
 * @param {Live.Box[]} boxes
 * @param {Live.State} state
 */
function inStrip(boxes, state) {
  const you = state.you.name;
  const split = boxes.filter((b) => b.hands.length > 1 && (b.decider === you || b.yours));
  return split.find((b) => b.number === state.turn?.box) ?? split[0] ?? null;
}

/**
 * @param {HTMLElement} box
 * @param {{x: number, y: number, ix: number, iy: number}} parts1
 * @param {{width: number, height: number}} size
 */
function placed(box, { x, y, ix, iy }, size) {
  const at = { "--x": x / size.width, "--y": y / size.height, "--ix": ix, "--iy": iy, "--up": Math.abs(ix) };
  for (const [name, value] of Object.entries(at)) box.style.setProperty(name, String(value));
  // Where chips are paid: towards the middle, or away from it where the hands would be in the way.
  const inwards = ix > 0.01 ? 1 : -1;
  box.style.setProperty("--paid-at", String(Math.abs(iy) < 0.6 ? -inwards : inwards));
  box.dataset.side = ix > 0.01 ? "left" : ix < -0.01 ? "right" : "middle";
  return box;
}

/** @type {Record<string, string>} */
const PARTS = { hands: "hands", side_bets: "side bets", insurance: "insurance", bank: "bank", fee: "fee" };

/**
 * What a round has brought you, with everything that belongs to it.
 * @param {Live.Last | null} last
 * @param {Live.State} state
 */
function banner(last, state) {
  const own = last?.results?.[state.you.name];
  if (!own) return null;
  const { net, ...parts } = own;
  const mood = net > 0 ? "won" : net < 0 ? "lost" : "even";
  const hand = voidedOf(last.boxes, state.you.name)?.text ?? "";
  const result = net > 0 ? `You win ${money(net)}` : net < 0 ? `You lose ${money(-net)}` : "You break even";
  const text = net === 0 && hand ? hand : result;
  const several = Object.keys(parts).length > 1;
  return h(
    "p",
    { class: `banner ${mood}`, "data-net": net },
    last.void ? "Round void: bets returned" : text,
    !last.void &&
      several &&
      h(
        "span",
        { class: "parts" },
        Object.entries(parts)
          .map(([part, amount]) => `${PARTS[part] ?? part} ${signed(amount)}`)
          .join(" · "),
      ),
    !last.void && hand && net !== 0 && h("span", { class: "parts" }, hand),
  );
}

/** The layers of a cloth: what is printed on it, what is on it, what moves over it, and the space around. */
export function layers() {
  const cloth = h("div", { class: "cloth-layer" });
  const on = h("div", { class: "lying" });
  const flying = h("div", { class: "flying", "aria-hidden": "true" });
  const felt = h("div", { class: "felt" }, cloth, on, flying);
  const strip = h("div", { class: "strip-place" });
  return { cloth, on, flying, felt, strip, room: h("div", { class: "room" }, felt, strip) };
}

/**
 * Draw what is on the cloth. `on` is on the cloth, `room` is the space around it.
 * @param {Page.Layers} parts
 * @param {Live.State} state
 * @param {Layout} layout
 * @param {Page.ClothPage} page
 */
export function drawLying({ on, room, felt, strip }, state, layout, page) {
  const tall = felt.classList.contains("tall");
  const size = sizeOf(state.boxes.length, tall);
  const last = roundOver(state);
  const isOver = last !== null && !page.bets?.isWaiting;
  felt.classList.toggle("over", isOver);
  const past = isOver ? last : null;
  const betting = state.phase === "betting";
  const boxes = state.boxes.map((box) => {
    const was = past?.boxes.find((b) => b.number === box.number);
    return was ? { ...box, hands: was.hands, wagers: was.wagers, decider: was.decider } : box;
  });
  const context = {
    layout,
    past: Boolean(past),
    still: page.still ?? false,
    betting: betting && !page.still,
    mark: state.words.ace_mark ?? "",
    natural: state.words.blackjack,
    book: state.book,
    selected: betting ? page.selected : null,
    deals: deals(state),
    bets: betting ? page.bets : null,
    sit: page.sit,
    leave: page.leave,
    pick: page.pick,
    lay: page.lay,
  };
  const { left, rack, number } = state.shoe;
  const dealer = past ? { ...state.dealer, ...past.dealer } : state.dealer;
  const spots = places(state.boxes.length, tall);
  /** @type {(what: unknown, make: () => HTMLElement | SVGElement | false | null) => Page.Part} */
  const part = (what, make) => [JSON.stringify(what), make];
  /** @param {Live.Box} box */
  const marks = (box) =>
    box.hands.map((hand) => [
      past ? layout.pastMarks(box.number, hand.number) : layout.marks(box.number, hand.number),
    ]);
  /** @param {Live.Box} box */
  const chipped = (box) => box.wagers.map((w) => [layout.isLeaving(w.id), layout.arriving(w.id)]);
  const own = tall ? inStrip(boxes, state) : null;
  room.classList.toggle("stripped", own !== null);
  redrawParts(on, [
    part([tall, left, rack, number], () => !tall && furniture(state)),
    part([state.bank?.fees, state.bank?.fee], () => collection(state)),
    part(state.bank?.banker ?? null, () => bankSign(state)),
    part([past?.round, dealer.cards, dealer.count, dealer.name, layout.marks(0, 1)], () =>
      dealerView(dealer, state, context),
    ),
    part([past, state.you.name], () => banner(past, state)),
    ...boxes.map((box, n) => {
      const waiting = context.bets?.waitingOn(box.number) ?? null;
      const about = [
        tall,
        past?.round,
        betting,
        box,
        state.boxes[n].wagers.length,
        context.selected === box.number,
        context.deals,
        state.bank?.banker?.box === box.number,
        marks(box),
        chipped(box),
        waiting,
      ];
      return part(about, () =>
        placed(boxView(own ? { ...box, hands: [] } : box, state, context), spots[n], size),
      );
    }),
  ]);
  redrawParts(strip, [
    part(
      own && [boxes, boxes.map(marks), chipped(own), past?.round],
      () => own && stripView(own, boxes, state, context),
    ),
  ]);
}
