"""Worked rounds and finished ones, to watch and to play again."""
