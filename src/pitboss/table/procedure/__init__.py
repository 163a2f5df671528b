"""The procedure of a round, part by part, each act or duty as the events that follow from it."""
