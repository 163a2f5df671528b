"""What a player brings: a strategy, a count, a bet spread, deviations."""
