"""Side bets as tables: the rows that cards win, asked of the law once for all that differs."""
