"""Scenarios: worked rounds under one book, written as YAML, that say what must come out."""
