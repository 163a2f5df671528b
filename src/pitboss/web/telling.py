"""What is sent to the people at a table: worked out once, and for each only what is the own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss.store.records import Person
from pitboss.web.masking import Happened, is_personal, shown_to
from pitboss.web.views import Look, own_boxes, table_view, you

_encode = msgspec.json.encode


class Telling:
    """A table at one moment, ready to be told to anybody."""

    def __init__(self, look: Look, static: dict[str, msgspec.Raw]) -> None:
        self._look = look
        view = table_view(look)
        self._boxes: list[dict[str, Any]] = view.pop("boxes")
        self._same = _encode({**view, **static})[:-1]
        self._plain = [_encode(box) for box in self._boxes]

    def state_for(self, person: Person, balance: int) -> bytes:
        """The state as this person may see it."""
        state = self._look.state
        boxes = self._plain
        if own := own_boxes(self._boxes, state, person.name):
            boxes = boxes.copy()
            for place, box in own.items():
                boxes[place] = _encode(box)
        told = b",".join(boxes)
        who = _encode(you(state, person, balance))
        return b'%s,"boxes":[%s],"you":%s}' % (self._same, told, who)

    def snapshot(self, person: Person, balance: int) -> bytes:
        """The message with which everything begins."""
        head = b'{"type":"snapshot","sequence":%d,"state":' % self._look.sequence
        return head + self.state_for(person, balance) + b"}"

    def events(self, told: bytes, person: Person, balance: int) -> bytes:
        """The message that these events, a JSON array, have happened."""
        head = b'{"type":"events","sequence":%d,"events":%s,"state":' % (self._look.sequence, told)
        return head + self.state_for(person, balance) + b"}"


class Events:
    """Events as everybody may see them, and as some may see more of them."""

    def __init__(self, happened: Sequence[Happened]) -> None:
        self._happened = happened
        self._differ = is_personal(happened)
        self._same = _encode(shown_to(happened))

    def shown_to(self, name: str) -> bytes:
        """A JSON array of the events as this person may see them."""
        return _encode(shown_to(self._happened, name)) if self._differ else self._same
