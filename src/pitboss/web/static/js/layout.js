// @ts-check
// The layout that is shown: the state before, and what each event has changed since.

import { EXCHANGE } from "./acts.js";

/** @import { Shown } from "./queue.js" */

const NO_CARDS = { cards: [], count: "", blackjack: false };
const NO_HANDS = { hands: [], wagers: [], decider: null, absent: false, prize: null };
const CARDS = new Set(["deal", "hit", "draw"]);

/**
 * The members of a list, each with its changed parts, in the order that they have now.
 * @template {object} R
 * @param {R[]} old
 * @param {Partial<R>[] | undefined} parts
 * @param {keyof R} key
 * @param {unknown[] | undefined} order
 * @returns {R[]}
 */
function merged(old, parts, key, order) {
  /** @type {Map<unknown, R>} */
  const known = new Map(old.map((one) => [one[key], one]));
  for (const part of parts ?? []) {
    known.set(part[key], /** @type {R} */ ({ ...known.get(part[key]), ...part }));
  }
  const all = (order ?? old.map((one) => one[key])).map((one) => known.get(one));
  return /** @type {R[]} */ (all);
}

/**
 * What a player's wagers have brought so far, and what they have put down.
 * @param {Live.State} state
 */
function money(state) {
  const you = state.you.name;
  const own = state.boxes.flatMap((box) => box.wagers.filter((w) => w.bettor === you));
  const fee = state.bank?.fees[you] ?? 0;
  const settled = own.filter((w) => w.result !== null);
  return {
    balance:
      settled.reduce((sum, w) => sum + w.returned, 0) - own.reduce((sum, w) => sum + w.amount, 0) - fee,
    net: settled.reduce((sum, w) => sum + w.returned - w.amount, 0) - fee,
  };
}

/** The state that is drawn, with the number of the event that brought each card. */
export class Layout {
  /**
   * None before the first is put here.
   * @type {Live.State}
   */
  state;
  /** The numbers of the events that dealt the cards of each hand: `box/hand`, the dealer's `0/1`. */
  #numbers = new Map();
  /** How many cards of a hand are still on their way. */
  #coming = new Map();
  /** The wagers whose chips are on their way to the tray. */
  #leaving = new Set();
  /** What is on its way to a wager that has won. */
  #arriving = new Map();
  /** The numbers of the round that is over. */
  #past = new Map();

  /**
   * A whole state, as the server has it, to which the events shown before have led.
   * @param {Live.State} state
   */
  put(state) {
    this.#coming.clear();
    this.#leaving.clear();
    this.#arriving.clear();
    this.state = state;
  }

  /**
   * A whole state of which the events are not known.
   * @param {Live.State} state
   */
  reset(state) {
    this.#numbers.clear();
    this.#past.clear();
    this.put(state);
  }

  /**
   * The marks of a hand: numbers of its cards, and how many have not landed.
   * @param {number} box
   * @param {number} hand
   */
  marks(box, hand) {
    const key = `${box}/${hand}`;
    return { numbers: this.#numbers.get(key) ?? [], coming: this.#coming.get(key) ?? 0 };
  }

  /**
   * Whether the chips of a wager are being taken.
   * @param {number} wager
   */
  isLeaving(wager) {
    return this.#leaving.has(wager);
  }

  /**
   * What is being paid on a wager.
   * @param {number} wager
   */
  arriving(wager) {
    return this.#arriving.get(wager) ?? 0;
  }

  /**
   * The movement of an event begins: a card is moving, and its total is not shown yet.
   * @param {Shown} parts
   */
  begin({ event, show }) {
    if (CARDS.has(show.moves ?? "")) {
      const before = this.state;
      this.#cards(before, show, event.n, 1);
      const boxes = show.boxes?.map((box) => ({
        number: box.number,
        hands: box.hands?.map(({ number, cards, sideways }) => ({
          number,
          ...(cards && { cards }),
          ...(sideways && { sideways }),
        })),
      }));
      this.#apply({ boxes, dealer: show.dealer && { ...before.dealer, cards: show.dealer.cards } });
    } else if (show.moves === "lose") this.#leaving.add(event.wager);
    else if (show.moves === "pay") this.#arriving.set(event.wager, event.paid);
    else if (show.moves === "split" || show.moves === EXCHANGE) this.#whole({ event, show });
  }

  /**
   * The movement has ended: everything that the event has changed is shown.
   * @param {Shown} step
   */
  land(step) {
    const { event, show } = step;
    this.#leaving.delete(event.wager);
    this.#arriving.delete(event.wager);
    this.#whole(step);
    for (const key of this.#touched(show)) {
      const left = (this.#coming.get(key) ?? 0) - 1;
      if (left > 0) this.#coming.set(key, left);
      else this.#coming.delete(key);
    }
  }

  /** @param {Shown} parts */
  #whole({ event, show }) {
    const before = this.state;
    if (show.clear) {
      const { round, boxes, dealer } = before;
      const laid = boxes.filter((box) => box.hands.length || box.wagers.length);
      const last = {
        round,
        void: before.void,
        boxes: laid,
        dealer,
        banker: before.bank?.banker?.player ?? null,
        results: null,
      };
      this.state = {
        ...before,
        last,
        dealer: { ...dealer, ...NO_CARDS },
        boxes: boxes.map((box) => ({ ...box, ...NO_HANDS })),
      };
    } else this.#cards(before, show, event.n, 0);
    const then = money(this.state);
    this.#apply(show);
    const now = money(this.state);
    const you = this.state.you;
    // What is cleared away with the round was paid before: fees among it.
    if (!show.clear && (now.balance !== then.balance || now.net !== then.net)) {
      const moved = { balance: you.balance + now.balance - then.balance, net: you.net + now.net - then.net };
      this.state = { ...this.state, you: { ...you, ...moved } };
    }
  }

  /** @param {Live.Show} show */
  #touched(show) {
    if (!CARDS.has(show.moves ?? "")) return [];
    const hands = (show.boxes ?? []).flatMap((box) =>
      (box.hands ?? []).filter((h) => h.cards).map((h) => `${box.number}/${h.number}`),
    );
    return show.dealer ? [...hands, "0/1"] : hands;
  }

  /**
   * Which event each card came with: a card that was there keeps its number, also on another hand.
   * @param {Live.State} before
   * @param {Live.Show} show
   * @param {number} n
   * @param {number} coming
   */
  #cards(before, show, n, coming) {
    /** @type {[string, string[], string[]][]} */
    const changed = [];
    if (show.dealer) changed.push(["0/1", before.dealer.cards, show.dealer.cards]);
    for (const box of show.boxes ?? []) {
      const old = before.boxes.find((one) => one.number === box.number);
      for (const hand of box.hands ?? []) {
        if (hand.cards)
          changed.push([
            `${box.number}/${hand.number}`,
            old?.hands.find((one) => one.number === hand.number)?.cards ?? [],
            hand.cards,
          ]);
      }
    }
    /** @type {[string, number | null][]} */
    const loose = [];
    for (const [key, from, to] of changed) {
      const known = this.#numbers.get(key) ?? from.map(() => null);
      from.slice(to.length).forEach((face, k) => loose.push([face, known[to.length + k]]));
    }
    for (const [key, from, to] of changed) {
      const known = this.#numbers.get(key) ?? from.map(() => null);
      const numbers = to.map((face, k) => {
        if (k < from.length) return known[k];
        const at = loose.findIndex(([one]) => one === face);
        return at < 0 ? n : loose.splice(at, 1)[0][1];
      });
      this.#numbers.set(key, numbers);
      if (coming) this.#coming.set(key, (this.#coming.get(key) ?? 0) + 1);
    }
  }

  /** @param {Partial<Live.Show>} show */
  #apply(show) {
    const { phase, round, dealer, banker, fees, boxes } = show;
    const state = { ...this.state };
    if (phase) state.phase = phase;
    // What could be done before the round ended can no longer be done; the new state says what can.
    if (phase === "betting") Object.assign(state, { window: null, turn: null, asks: [] });
    if (round) {
      state.round = round;
      this.#past = this.#numbers;
      this.#numbers = new Map();
    }
    if (dealer) state.dealer = { ...state.dealer, ...dealer };
    if (state.bank && banker !== undefined) state.bank = { ...state.bank, banker };
    if (state.bank && fees) state.bank = { ...state.bank, fees };
    if (round && state.bank) state.bank = { ...state.bank, banker: null, fees: {} };
    if (boxes) {
      state.boxes = state.boxes.map((box) => {
        const part = boxes.find((one) => one.number === box.number);
        if (!part) return box;
        const { hands, wagers, hands_order: handsOrder, wagers_order: wagersOrder, ...rest } = part;
        const made = { ...box, ...rest, yours: box.yours };
        if ("seat" in rest) made.yours = rest.seat?.name === state.you.name;
        made.hands = merged(box.hands, hands, "number", handsOrder);
        made.wagers = merged(box.wagers, wagers, "id", wagersOrder);
        return made;
      });
    }
    this.state = state;
  }

  /**
   * The marks of a hand of the round that is over.
   * @param {number} box
   * @param {number} hand
   */
  pastMarks(box, hand) {
    return { numbers: this.#past.get(`${box}/${hand}`) ?? [], coming: 0 };
  }
}
