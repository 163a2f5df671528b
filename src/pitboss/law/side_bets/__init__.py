"""Side bets: one law for all of them, fed by the rows of the book."""
