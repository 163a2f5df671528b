// @ts-check
// The acts of play, written by `python -m tests.scripts` from src/pitboss/acts.py.

/**
 * Every act by its word: its button, its key, and what a hand is afterwards.
 * @type {Record<string, { label: string, key: string, done: string }>}
 */
export const ACTS = {
  stand: { label: "Stand", key: "s", done: "" },
  hit: { label: "Hit", key: "h", done: "" },
  double: { label: "Double", key: "d", done: "doubled" },
  split: { label: "Split", key: "p", done: "split" },
  surrender: { label: "Surrender", key: "r", done: "surrendered" },
  zap: { label: "Zap", key: "z", done: "zapped" },
};

/** The act that gives up the first two cards for two new ones. */
export const EXCHANGE = "zap";

/** Acts on the first two cards alone. */
export const BY_CARDS = ["surrender", "zap"];
