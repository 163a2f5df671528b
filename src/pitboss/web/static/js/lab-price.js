// @ts-check
// Asking for prices: one request under way, only the latest wish kept, late answers left out.

import { get, post, problemOf } from "./api.js";

/** @import { Problem } from "./api.js" */

/** @typedef {{ key: string, question: any, parts: string[], answer?: any, isNearKnown?: boolean }} Wish */

const PAGE = Array.from(crypto.getRandomValues(new Uint8Array(6)), (b) =>
  b.toString(16).padStart(2, "0"),
).join("");
const LATER = 180;
const KNOWN = 120;

/** The prices of one side of the lab. `told` is called with the answer whenever more of it is ready. */
export class Prices {
  #told;
  #failed;
  #page;
  /** @type {Wish | null} */
  #wish = null;
  /** @type {Wish | null} */
  #now = null;
  #busy = false;
  #timer = 0;
  #known = new Map();
  /** @type {any[]} */
  #touched = [];

  /**
   * @param {string} name
   * @param {(answer: any) => unknown} told
   * @param {(problem: Problem, isPart?: boolean) => unknown} failed
   */
  constructor(name, told, failed) {
    this.#page = `${PAGE}-${name}`;
    this.#told = told;
    this.#failed = failed;
  }

  /**
   * Ask for a price, with the further parts that the page shows; whether it is another one.
   * @param {any} question
   * @param {string[]} parts
   */
  ask(question, parts) {
    const key = JSON.stringify(question);
    clearTimeout(this.#timer);
    if (this.#now?.key === key) {
      this.#now.parts = parts;
      this.#wish = null;
      this.#more(this.#now);
      return !this.#now.answer;
    }
    this.#wish = { key, question, parts };
    this.#next();
    return true;
  }

  /**
   * The option that was changed last: its other values are likely to be asked for next.
   * @param {string} key
   */
  touch(key) {
    this.#touched = [key, ...this.#touched.filter((one) => one !== key)].slice(0, 4);
  }

  /** @returns {Promise<void>} */
  async #next() {
    if (this.#busy || !this.#wish) return;
    const wish = this.#wish;
    this.#wish = null;
    this.#busy = true;
    this.#now = wish;
    try {
      const known = this.#known.get(wish.key);
      let told = known ?? (await post("/lab/price", { ...wish.question, page: this.#page }));
      this.#busy = false;
      while (!told.main && this.#now === wish && !this.#wish) told = await this.#part(told.digest, "main");
      if (this.#now !== wish || this.#wish) return this.#next();
      this.#learn(wish, told);
      this.#more(wish);
    } catch (problem) {
      this.#busy = false;
      if (this.#wish) return this.#next();
      if (this.#now === wish) {
        this.#now = null;
        this.#failed(problemOf(problem));
      }
    }
  }

  /**
   * @param {string} digest
   * @param {string} part
   */
  #part(digest, part) {
    return get(`/lab/prices/${digest}?wait=${part}&page=${this.#page}`);
  }

  /**
   * @param {Wish} wish
   * @param {any} told
   */
  #learn(wish, told) {
    const { waiting, ...rest } = told;
    wish.answer = { ...wish.answer, ...rest };
    this.#known.set(wish.key, wish.answer);
    if (this.#known.size > KNOWN) this.#known.delete(this.#known.keys().next().value);
    this.#told(wish.answer);
  }

  /**
   * Ask for the further parts once the page has been left alone for a moment.
   * @param {Wish} wish
   */
  #more(wish) {
    const lacks = () => wish.parts.filter((part) => !has(wish.answer, part));
    if (!wish.answer || lacks().length === 0) return;
    this.#timer = setTimeout(async () => {
      if (this.#now !== wish || this.#wish) return;
      const parts = lacks();
      try {
        const told = await post("/lab/price", {
          ...wish.question,
          parts,
          page: this.#page,
          touched: this.#touched,
        });
        if (this.#now !== wish) return;
        this.#learn(wish, told);
        await Promise.all(told.waiting.map((part) => this.#wait(wish, part)));
      } catch (problem) {
        if (this.#now === wish && problemOf(problem).status !== 503) this.#failed(problemOf(problem), true);
        else if (this.#now === wish) this.#more(wish);
      }
    }, LATER);
  }

  /**
   * @param {Wish} wish
   * @param {string} part
   */
  async #wait(wish, part) {
    for (let tries = 0; tries < 40 && this.#now === wish; tries += 1) {
      const told = await this.#part(wish.answer.digest, part);
      if (this.#now !== wish) return;
      if (part === "near") wish.isNearKnown = !told.waiting.length;
      this.#learn(wish, told);
      if (!told.waiting.length) return;
    }
  }
}

/** @type {Record<string, string>} */
const FIELDS = {
  main: "main",
  hands: "hands",
  bets: "side_bets",
  chart: "chart",
  spread: "spread",
  near: "near",
};

/**
 * Whether a part of an answer is there, or will never be.
 * @param {any} answer
 * @param {string} part
 */
export function has(answer, part) {
  return Boolean(answer && (answer[FIELDS[part]] || answer.problems?.[part]));
}

/**
 * Read an event stream line by line; `told` returns false to stop.
 * @param {Response} response
 * @param {(message: any) => unknown} told
 */
export async function follow(response, told) {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const messages = (rest + value).split("\n\n");
    rest = messages.pop() ?? "";
    for (const one of messages) {
      if (one.startsWith("data: ") && told(JSON.parse(one.slice(6))) === false) {
        await reader.cancel();
        return;
      }
    }
  }
}
