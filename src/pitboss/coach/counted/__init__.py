"""What a counter's bets and plays are worth over a whole shoe, calculated."""
