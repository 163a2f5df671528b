"""What counting is worth under these rules: effects of removal, correlations, index numbers."""

from __future__ import annotations

from typing import Any, Final

from pitboss.players.effects import effects as effects_of
from pitboss.players.index_plays import index_plays
from pitboss.web.lab.rules_asked import rules_of
from pitboss.web.lab.worker import Control, Steps

MOST: Final = 100
"""The most index plays sent; a run follows at most 128"""


def effects(document: dict[str, Any], _control: Control) -> Steps:
    """The effect of removing each rank on the main game and on insurance, and every count."""
    yield effects_of(rules_of(document)).to_json()


def index(document: dict[str, Any], _control: Control) -> Steps:
    """Index numbers from likeliest shoes, with a file for ``simulate --spread``."""
    plays = index_plays(rules_of(document), count=document["count"], depth=document["depth"])
    yield plays.to_json(MOST) | {"found": len(plays.plays), "toml": plays.to_toml(MOST)}
