"""The full kernel: every seat, side bet, count and bank, over compiled tables."""
