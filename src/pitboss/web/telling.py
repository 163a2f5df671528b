"""What is sent to the people at a table: worked out once, and for each only what is the own.

A snapshot tells the whole state. Afterwards only what has changed is told: each part of the state
that is not in a message is as it was, and so is each box. ``followed`` puts them together again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss.store.records import Person
from pitboss.web.masking import HIDDEN, Happened, is_personal, shown_to
from pitboss.web.views import Look, own_boxes, table_view, you

_encode = msgspec.json.encode


class Telling:
    """A table at one moment, ready to be told to anybody."""

    def __init__(self, look: Look, static: dict[str, bytes]) -> None:
        self._look = look
        view = table_view(look)
        self._boxes: list[dict[str, Any]] = view.pop("boxes")
        self._plain = [_encode(box) for box in self._boxes]
        self._parts = {key: _encode(part) for key, part in view.items()}
        self._static = static

    def whole(self) -> News:
        """Everything there is to tell."""
        return News(self, {**self._parts, **self._static}, range(len(self._plain)))

    def since(self, before: Telling | None) -> News:
        """What has changed since something was told to everybody."""
        if before is None:
            return self.whole()
        told = before._parts
        parts = {key: part for key, part in self._parts.items() if told.get(key) != part}
        hidden = f'"{HIDDEN}"'.encode()  # whose cards they are may see a change that others do not
        boxes = [
            place
            for place, (was, box) in enumerate(zip(before._plain, self._plain, strict=True))
            if was != box or hidden in box
        ]
        return News(self, parts, boxes)

    def snapshot(self, person: Person, balance: int) -> bytes:
        """The message with which everything begins."""
        head = b'{"type":"snapshot","sequence":%d,"state":' % self._look.sequence
        return head + self.whole().state_for(person, balance) + b"}"


class News:
    """Some parts and some boxes of a table, for whoever wants to hear of them."""

    def __init__(self, telling: Telling, parts: dict[str, bytes], boxes: Sequence[int]) -> None:
        self._look, self._plain, self._boxes = telling._look, telling._plain, telling._boxes
        self._same = b"".join(b'"%s":%s,' % (key.encode(), part) for key, part in parts.items())
        self._told = boxes

    def state_for(self, person: Person, balance: int) -> bytes:
        """The state, or what has changed of it, as this person may see it."""
        state = self._look.state
        own = own_boxes(self._boxes, state, person.name)
        boxes = b",".join(_encode(own[n]) if n in own else self._plain[n] for n in self._told)
        who = _encode(you(state, person, balance))
        return b'{%s"boxes":[%s],"you":%s}' % (self._same, boxes, who)

    def events(self, told: bytes, person: Person, balance: int) -> bytes:
        """The message that these events, a JSON array, have happened."""
        head = b'{"type":"events","sequence":%d,"events":%s,"state":' % (self._look.sequence, told)
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
