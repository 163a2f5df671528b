"""The types of the stream are those of what tables send, key by key, in random rounds."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from pitboss.rulebooks import BOOKS, rulebook
from pitboss.table.evolve import evolve
from pitboss.table.run import TableStep
from pitboss.web.wire.masking import StoredStep, shown
from pitboss.web.wire.movements import MOVEMENTS, shows
from tests.js import stream
from tests.js_types import event_type
from tests.web.test_messages import Followed

FIELDS = set(re.findall(r"^    (\w+)\??:", event_type(), re.MULTILINE))


def plain(value: object) -> Any:
    """A document as it arrives."""
    return msgspec.json.decode(msgspec.json.encode(value))


def has_shape(value: object, shape: Any) -> None:
    """A document has every key of its type, each of its kind, and no other."""
    arrived = plain(value)
    assert plain(msgspec.convert(arrived, shape)) == arrived


class Shaped(Followed):
    """Random players at a table, whose every message is compared with its type."""

    def check(self, *, replayed: bool = False) -> None:
        state = self.state
        for n, event in enumerate(self.table.log.events[self.events :]):
            after = evolve(state, event)
            step = TableStep(event, state, after, "Ada")
            has_shape(shows(step), stream.Show)
            message = plain(shown(StoredStep(step, n, "hash", 0.0)))
            assert set(message) <= FIELDS, (type(event).__name__, set(message) - FIELDS)
            state = after
        super().check(replayed=replayed)
        for known in self.known.values():
            has_shape({**known, "movements": MOVEMENTS}, stream.State)


@pytest.mark.parametrize("book", BOOKS)
def test_a_table_sends_what_the_types_say(book: str) -> None:
    player = Shaped(rulebook(book).elect(), f"shapes {book}")
    for _ in range(4):
        player.play()
