// @ts-check
// Chips that lie on the spots and that the server does not have yet, and what was bet last.

import { mostOf } from "./banker.js";
import { money } from "./dom.js";
import { keep, recall } from "./speed.js";

/** @import { Problem } from "./api.js" */
/** @import { Table } from "./table.js" */

/** @typedef {{ box: number, kind: string, amount: number }} Bet */
/** @typedef {[string, number][]} Change spots, each with what is laid on it in cents */

/**
 * @param {number} box
 * @param {string} kind
 */
const spot = (box, kind) => `${box} ${kind}`;

/** The bets of one person at one table; `page` sends commands and has the state. */
export class Bets {
  #page;
  #id;
  /** What waits on each spot: `box kind` to cents. */
  #waiting = new Map();
  /** What has been sent and not answered yet: `box kind` to its cents, and to those placed before. */
  #sending = new Map();
  /**
   * What was done last, to be undone.
   * @type {Change[]}
   */
  #done = [];
  /** @type {number | null} */
  #chosen = null;
  /** Whether an amount was chosen in this round: then it is bet, and not the last bets again. */
  isFresh = false;

  /**
   * @param {Table} page
   * @param {string} id
   */
  constructor(page, id) {
    this.#page = page;
    this.#id = id;
    this.#chosen = recall(`amount.${id}`);
  }

  get #state() {
    return this.#page.state;
  }

  // What is on the layout.

  get isWaiting() {
    return this.#waiting.size > 0;
  }

  /**
   * What waits on a spot. The state may show a bet as placed before the command is answered.
   * @param {number} box
   * @param {string} kind
   */
  waiting(box, kind) {
    const key = spot(box, kind);
    const { amount, before } = this.#sending.get(key) ?? { amount: 0, before: 0 };
    const arrived = Math.min(amount, Math.max(0, this.#placed(box, kind) - before));
    return Math.max(0, (this.#waiting.get(key) ?? 0) - arrived);
  }

  /**
   * What waits on a box, for comparison.
   * @param {number} box
   */
  waitingOn(box) {
    return [...this.#waiting]
      .filter(([key]) => key.startsWith(`${box} `))
      .flat()
      .join(" ");
  }

  /** Whether there is something to undo. */
  get canUndo() {
    return this.#done.length > 0;
  }

  /** Everything that waits. */
  get sum() {
    return [...this.#waiting.values()].reduce((sum, cents) => sum + cents, 0);
  }

  /**
   * What you have on a spot already.
   * @param {number} box
   * @param {string} kind
   */
  #placed(box, kind) {
    const found = this.#state.boxes.find((b) => b.number === box);
    const own =
      found?.wagers.filter(
        (w) => w.bettor === this.#state.you.name && w.kind === kind && w.result === null,
      ) ?? [];
    return own.reduce((sum, w) => sum + w.amount, 0);
  }

  /** @param {string} kind */
  #limits(kind) {
    if (kind === "main") return { least: this.#state.limits.minimum, most: this.#state.limits.maximum };
    return this.#state.side_bets.find((b) => b.kind === kind)?.amounts ?? { least: 0, most: null };
  }

  /**
   * What is left to the limit of a spot, in words.
   * @param {number} box
   * @param {string} kind
   */
  room(box, kind) {
    const { most } = this.#limits(kind);
    if (most === null) return "";
    const left = most - this.#placed(box, kind) - this.waiting(box, kind);
    return left > 0 ? `, ${money(left)} left to the limit` : ", at the limit";
  }

  // The amount that a tap lays.

  get amount() {
    const { minimum } = this.#state.limits;
    const most = mostOf(this.#state, null, this.#state.bank?.fee);
    return Math.min(this.#chosen ?? minimum, Math.max(most, 1));
  }

  /** @param {number} cents */
  choose(cents) {
    if (!(cents > 0)) return;
    this.#chosen = Math.min(cents, mostOf(this.#state, null, this.#state.bank?.fee) || cents);
    this.isFresh = true;
    keep(`amount.${this.#id}`, cents);
    this.#page.redraw();
  }

  // Laying and taking off.

  /** @param {Change} changes */
  #add(changes) {
    for (const [key, cents] of changes) {
      const now = (this.#waiting.get(key) ?? 0) + cents;
      if (now > 0) this.#waiting.set(key, now);
      else this.#waiting.delete(key);
    }
    this.#page.redraw();
  }

  /**
   * Lay the chosen amount on a spot; what is over its limit the server refuses, with its clause.
   * @param {number} box
   */
  async lay(box, kind = "main") {
    /** @type {Change} */
    const change = [[spot(box, kind), this.amount]];
    const { most } = this.#limits(kind);
    this.#done.push(change);
    this.#add(change);
    if (most !== null && this.#placed(box, kind) + this.waiting(box, kind) > most) {
      const bets = this.#list().filter((bet) => bet.box === box && bet.kind === kind);
      const refused = await this.#offer(bets);
      if (refused) this.#fallBack(change, refused);
    }
  }

  /**
   * @param {Change} change
   * @param {Problem} refused
   */
  #fallBack(change, refused) {
    this.#done = this.#done.filter((one) => one !== change);
    this.#add(change.map(([key, cents]) => [key, -cents]));
    this.#page.refuse(change[0][0], refused);
  }

  /** The last thing that was done is undone: chips that wait are taken off, placed ones withdrawn. */
  async undo() {
    const last = this.#done.pop();
    if (last) await this.#take(last);
  }

  /**
   * The last chip of one spot is taken off.
   * @param {string} key
   */
  async takeOff(key) {
    const at = this.#done.findLastIndex((change) => change.some(([one]) => one === key));
    if (at < 0) return;
    const found = this.#done[at].find(([one]) => one === key);
    this.#done[at] = this.#done[at].filter((one) => one !== found);
    if (!this.#done[at].length) this.#done.splice(at, 1);
    if (found) await this.#take([found]);
  }

  /** @param {Change} changes */
  async #take(changes) {
    for (const [key, cents] of changes) {
      const waits = Math.min(cents, this.#waiting.get(key) ?? 0);
      if (waits > 0) this.#add([[key, -waits]]);
      if (cents > waits) await this.#withdraw(key, cents - waits);
    }
  }

  /**
   * @param {string} key
   * @param {number} cents
   */
  async #withdraw(key, cents) {
    const [box, kind] = [Number(key.split(" ")[0]), key.slice(key.indexOf(" ") + 1)];
    const all = this.#placed(box, kind) <= cents;
    await this.#page.send({ type: "withdraw", box, kind, ...(all ? {} : { amount: cents }) });
  }

  /** Everything that waits is taken off; where nothing waits, what was placed is withdrawn. */
  async clear() {
    if (this.isWaiting) {
      this.#waiting.clear();
      this.#done = [];
      this.#page.redraw();
      return;
    }
    this.#done = [];
    for (const { box, kind } of this.#own()) await this.#withdraw(spot(box, kind), Infinity);
  }

  #own() {
    const you = this.#state.you.name;
    return this.#state.boxes.flatMap((box) =>
      box.wagers
        .filter((w) => w.bettor === you && w.result === null)
        .map((w) => ({ box: box.number, kind: w.kind, amount: w.amount })),
    );
  }

  /**
   * What was bet in the last round of this table, by you: kept over a reload.
   * @returns {Bet[]}
   */
  get last() {
    const kept = recall(`bets.${this.#id}.${this.#state.you.name}`);
    if (kept?.length) return kept;
    const you = this.#state.you.name;
    const kinds = new Set([
      "main",
      ...this.#state.side_bets.filter((b) => !b.after_the_deal).map((b) => b.kind),
    ]);
    const sums = new Map();
    for (const box of this.#state.last?.boxes ?? []) {
      for (const w of box.wagers.filter((one) => one.bettor === you && kinds.has(one.kind))) {
        const key = spot(box.number, w.kind);
        sums.set(key, (sums.get(key) ?? 0) + w.amount);
      }
    }
    return [...sums].map(([key, amount]) => ({
      box: Number(key.split(" ")[0]),
      kind: key.slice(key.indexOf(" ") + 1),
      amount,
    }));
  }

  /** The bets of the last round again, as far as they are not down. */
  again() {
    const change = this.last
      .map(({ box, kind, amount }) => {
        const missing = amount - this.#placed(box, kind) - this.waiting(box, kind);
        return /** @type {[string, number]} */ ([spot(box, kind), missing]);
      })
      .filter(([, cents]) => cents > 0);
    if (!change.length) return;
    this.#done.push(change);
    this.#add(change);
  }

  /** As much again on every spot that has something. */
  double() {
    const sums = new Map(this.#waiting);
    for (const { box, kind, amount } of this.#own())
      sums.set(spot(box, kind), (sums.get(spot(box, kind)) ?? 0) + amount);
    if (!sums.size) return;
    const change = [...sums];
    this.#done.push(change);
    this.#add(change);
  }

  // Placing.

  #list() {
    return [...this.#waiting].map(([key, amount]) => ({
      box: Number(key.split(" ")[0]),
      kind: key.slice(key.indexOf(" ") + 1),
      amount,
    }));
  }

  /** Place everything that waits, all of it or none; whether that was done. */
  async place() {
    const bets = this.#list();
    if (!bets.length) return true;
    const seated = this.#state.boxes.some((b) => b.yours);
    const free = bets.find((bet) => this.#state.boxes.find((b) => b.number === bet.box)?.seat === null);
    if (!seated && free && !(await this.#page.send({ type: "sit", box: free.box }))) return false;
    const refused = await this.#offer(bets);
    if (refused) {
      const at = refused.box ? spot(refused.box, refused.kind ?? "main") : spot(bets[0].box, bets[0].kind);
      this.#page.refuse(at, refused);
      return false;
    }
    return true;
  }

  /**
   * Send these bets, all of them or none; the refusal, or null.
   * @param {Bet[]} bets
   */
  async #offer(bets) {
    this.#sending = new Map(
      bets.map(({ box, kind, amount }) => [spot(box, kind), { amount, before: this.#placed(box, kind) }]),
    );
    const refused = await this.#page.try({ type: "place", bets });
    this.#sending.clear();
    if (!refused) this.#sent(bets);
    return refused;
  }

  /** @param {Bet[]} bets */
  #sent(bets) {
    for (const { box, kind, amount } of bets) this.#add([[spot(box, kind), -amount]]);
    const you = this.#state.you.name;
    const all = new Map(
      this.#own()
        .filter((bet) => bet.kind !== "insurance")
        .map((bet) => [spot(bet.box, bet.kind), bet]),
    );
    for (const bet of bets) if (!all.has(spot(bet.box, bet.kind))) all.set(spot(bet.box, bet.kind), bet);
    keep(`bets.${this.#id}.${you}`, [...all.values()]);
  }

  /** A new round: what was done in the one before is not undone any more. */
  forget() {
    this.isFresh = false;
    this.#done = this.#done.filter((change) => change.every(([key]) => this.#waiting.has(key)));
  }
}
