"""The fast kernel: one box, a flat bet and a strategy without a count."""
