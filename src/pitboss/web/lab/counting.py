"""What counting is worth under these rules: effects of removal, correlations, index numbers."""

from __future__ import annotations

from typing import Any, Final

from pitboss.players.effects import effects as effects_of
from pitboss.players.index_plays import index_plays
from pitboss.rulebooks import TableRules, rulebook
from pitboss.rulebooks.loader import read_text
from pitboss.web.lab.worker import Control, Steps

MOST: Final = 100
"""Index plays that are told: a run follows at most 128"""


def _rules(asked: dict[str, Any]) -> TableRules:
    own = asked.get("source")
    book = rulebook(asked["book"]) if own is None else read_text(asked["book"], own)
    return book.elect_all(asked["settings"])


def effects(asked: dict[str, Any], _control: Control) -> Steps:
    """The effect of removing each rank on the main game and on insurance, and every count."""
    yield effects_of(_rules(asked)).to_json()


def index(asked: dict[str, Any], _control: Control) -> Steps:
    """Index numbers from likeliest shoes, with a file for ``simulate --spread``."""
    found = index_plays(_rules(asked), count=asked["count"], depth=asked["depth"])
    yield found.to_json(MOST) | {"toml": found.to_toml(MOST)}
