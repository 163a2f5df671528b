"""Environments for learning: every book as Gymnasium and PettingZoo environments.

    gymnasium.make("pitboss/nz-v0")                             one table
    gymnasium.make_vec("pitboss/nz-v0", num_envs=1024)          many, in one array
    gymnasium.make("pitboss/book-v0", book="my-book.toml")      a book of your own

Importing this module registers the ids. It needs gymnasium (``pip install 'pitboss[envs]'``);
nothing else in pitboss imports it.
"""

from __future__ import annotations

from typing import Any

import gymnasium

from pitboss.rulebooks import BOOKS

from .arguments import BadArgument, BadEnvironment
from .replay import Disagreement
from .single import BlackjackEnv
from .spaces import COLUMNS, PHASES
from .vector import BlackjackVectorEnv

__all__ = [
    "COLUMNS",
    "PHASES",
    "BadArgument",
    "BadEnvironment",
    "BlackjackEnv",
    "BlackjackVectorEnv",
    "Disagreement",
    "register",
]


def register() -> None:
    """Register every book with Gymnasium as ``pitboss/BOOK-v0``, and ``pitboss/book-v0``."""
    for book in (*BOOKS, None):
        id = f"pitboss/{book or 'book'}-v0"
        if id in gymnasium.registry:
            continue
        kwargs: dict[str, Any] = {"book": book or ""}
        gymnasium.register(
            id=id,
            entry_point="pitboss.envs.single:BlackjackEnv",
            vector_entry_point="pitboss.envs.vector:BlackjackVectorEnv",
            kwargs=kwargs,
        )


register()
