"""The two ways to play a compiled round: the flat kernel and the full kernel."""
