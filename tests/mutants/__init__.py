"""Mutate the code: single changes, of which a test must notice each."""
