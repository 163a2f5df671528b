"""The coach: every decision with its exact price, calculated from what the player has seen."""
