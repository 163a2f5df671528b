"""The audit: from a clause to the code that carries it out and the tests that witness it."""
