"""The step kernel: tables that stop wherever a player has to decide."""
