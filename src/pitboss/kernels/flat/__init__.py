"""The flat kernel: one box, one wager, a strategy without a count, as fast as it can be."""
