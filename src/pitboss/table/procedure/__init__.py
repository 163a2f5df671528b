"""The procedure of a round, part by part: each act or duty as its events."""
