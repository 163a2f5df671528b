"""Round histories: the cards and what people did, as lines from which the log can be rebuilt."""

from __future__ import annotations

from .notation import FORMAT, BadHistory
from .rounds import Round, rounds_of
from .sessions import History, read_history, write_history
from .single import read_round, write_round

__all__ = [
    "FORMAT",
    "BadHistory",
    "History",
    "Round",
    "read_history",
    "read_round",
    "rounds_of",
    "write_history",
    "write_round",
]
