"""Scenarios: worked rounds of a book in YAML, with the expected results."""
