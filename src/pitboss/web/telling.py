"""What is sent to the people at a table: worked out once, and for each only what is the own.

A snapshot tells the whole state. Afterwards only what has changed is told: each part of the state
that is not in a message is as it was, and so is each box. ``followed`` puts them together again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss.store.records import Person
from pitboss.web.masking import Happened, is_personal, shown_to
from pitboss.web.views import (
    BoxNow,
    Look,
    acting_in,
    box_view,
    boxes_now,
    own_view,
    table_view,
    you,
)

_encode = msgspec.json.encode


class Telling:
    """A table at one moment, ready to be told to anybody.

    ``before`` is what was told last: what has not changed since is not worked out again.
    """

    def __init__(self, look: Look, static: dict[str, bytes], before: Telling | None = None) -> None:
        self.look, self._static, self._before = look, static, before
        acting = acting_in(look)
        self._view = table_view(look, acting)
        self._parts = {key: self._part(key, part) for key, part in self._view.items()}
        self.boxes = boxes_now(look.state, acting)
        self.plain = list(map(self._box, self.boxes))

    def _part(self, key: str, part: object) -> bytes:
        before = self._before
        if before is not None and part is not None and before._view[key] is part:
            return before._parts[key]  # the last round, above all, which is long
        return _encode(part)

    def _box(self, now: BoxNow) -> bytes:
        before, place = self._before, now.number - 1
        if before is not None and before.boxes[place] == now:
            return before.plain[place]
        return _encode(box_view(self.look.state.rules, now))

    def whole(self) -> News:
        """Everything there is to tell."""
        return News(self, {**self._parts, **self._static}, range(len(self.boxes)))

    def since_before(self) -> News:
        """What has changed since it was told last."""
        before, self._before = self._before, None  # or everything ever told would be kept
        if before is None:
            return self.whole()
        told = before._parts
        parts = {key: part for key, part in self._parts.items() if told.get(key) != part}
        boxes = [n for n, now in enumerate(self.boxes) if before.boxes[n] != now]
        return News(self, parts, boxes)

    def snapshot(self, person: Person, balance: int) -> bytes:
        """The message with which everything begins."""
        head = b'{"type":"snapshot","sequence":%d,"state":' % self.look.sequence
        return head + self.whole().state_for(person, balance) + b"}"


class News:
    """Some parts and some boxes of a table, for whoever wants to hear of them."""

    def __init__(self, telling: Telling, parts: dict[str, bytes], boxes: Sequence[int]) -> None:
        self._telling, self._told = telling, boxes
        self._same = b"".join(b'"%s":%s,' % (key.encode(), part) for key, part in parts.items())

    def state_for(self, person: Person, balance: int) -> bytes:
        """The state, or what has changed of it, as this person may see it."""
        boxes = b",".join(self._box(place, person.name) for place in self._told)
        who = _encode(you(self._telling.look.state, person, balance))
        return b'{%s"boxes":[%s],"you":%s}' % (self._same, boxes, who)

    def _box(self, place: int, name: str) -> bytes:
        telling = self._telling
        own = own_view(telling.look.state.rules, telling.boxes[place], name)
        return telling.plain[place] if own is None else _encode(own)

    def events(self, told: bytes, person: Person, balance: int) -> bytes:
        """The message that these events, a JSON array, have happened."""
        head = b'{"type":"events","sequence":%d,"events":%s,"state":' % (
            self._telling.look.sequence,
            told,
        )
        return head + self.state_for(person, balance) + b"}"


def followed(state: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """The state after a message: what was told in the place of what it was before."""
    boxes = {box["number"]: box for box in [*state.get("boxes", ()), *told["boxes"]]}
    return {**state, **told, "boxes": list(boxes.values())}


class Events:
    """Events as everybody may see them, and as some may see more of them."""

    def __init__(self, happened: Sequence[Happened]) -> None:
        self._happened = happened
        self._differ = is_personal(happened)
        self._same = _encode(shown_to(happened))

    def shown_to(self, name: str) -> bytes:
        """A JSON array of the events as this person may see them."""
        return _encode(shown_to(self._happened, name)) if self._differ else self._same
