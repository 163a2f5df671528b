"""The side bets, each in a module of its own."""
