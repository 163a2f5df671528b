"""The table: acts in, events out, cards from a source."""
