"""What is sent to the people at a table: worked out once, and for each only what is the own.

A snapshot tells the whole state. Afterwards only what has changed is told: each part of the state
that is not in a message is as it was, and so is each box. ``followed`` puts them together again.
Most messages are the same for most people, and are made once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from pitboss.store.records import Person
from pitboss.web.masking import Happened, is_personal, shown_to
from pitboss.web.positions import Standing, standings, you
from pitboss.web.views import (
    BoxNow,
    Look,
    acting_in,
    box_view,
    boxes_now,
    own_view,
    table_view,
)

_encode = msgspec.json.encode


class Own(NamedTuple):
    """What only the person who looks is told: the balance, and what is at stake at the table."""

    balance: int
    standing: Standing


_NOTHING = Standing()


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
        self._standings = standings(look.state)

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

    def own(self, name: str, balance: int) -> Own:
        """What is told to a person alone."""
        return Own(balance, self._standings.get(name, _NOTHING))

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

    def snapshot(self, person: Person, own: Own) -> bytes:
        """The message with which everything begins."""
        head = b'{"type":"snapshot","sequence":%d,"state":' % self.look.sequence
        return head + self.whole().state_for(person, own) + b"}"


class News:
    """Some parts and some boxes of a table, for whoever wants to hear of them."""

    def __init__(self, telling: Telling, parts: dict[str, bytes], boxes: Sequence[int]) -> None:
        self._telling, self._told = telling, boxes
        self._same = b"".join(b'"%s":%s,' % (key.encode(), part) for key, part in parts.items())
        now = [telling.boxes[place] for place in boxes]
        self._looks_different_to = {one.seated for one in now}
        self._looks_different_to |= {one.box.decider for one in now if one.hidden and one.box}
        self._for_everybody: bytes | None = None

    def state_for(self, person: Person, own: Own | None) -> bytes:
        """The state, or what has changed of it, as this person may see it."""
        boxes = b",".join(self._box(place, person.name) for place in self._told)
        if own is None:
            return b'{%s"boxes":[%s]}' % (self._same, boxes)
        who = _encode(you(person, own.balance, own.standing))
        return b'{%s"boxes":[%s],"you":%s}' % (self._same, boxes, who)

    def _box(self, place: int, name: str) -> bytes:
        telling = self._telling
        own = own_view(telling.look.state.rules, telling.boxes[place], name)
        return telling.plain[place] if own is None else _encode(own)

    def events(self, told: bytes, person: Person, own: Own | None) -> bytes:
        """The message that these events, a JSON array, have happened."""
        head = b'{"type":"events","sequence":%d,"events":%s,"state":' % (
            self._telling.look.sequence,
            told,
        )
        return head + self.state_for(person, own) + b"}"

    def message(self, events: Events, person: Person, own: Own | None) -> bytes:
        """The message that these events have happened; without ``own`` where it has not changed."""
        told = events.shown_to(person.name)
        if own is not None or events.differ or person.name in self._looks_different_to:
            return self.events(told, person, own)
        if self._for_everybody is None:
            self._for_everybody = self.events(told, person, None)
        return self._for_everybody


def followed(state: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """The state after a message: what was told in the place of what it was before."""
    boxes = {box["number"]: box for box in [*state.get("boxes", ()), *told["boxes"]]}
    return {**state, **told, "boxes": list(boxes.values())}


class Events:
    """Events as everybody may see them, and as some may see more of them."""

    def __init__(self, happened: Sequence[Happened]) -> None:
        self._happened = happened
        self.differ = is_personal(happened)
        """Whether some people see more of them than others"""
        self._same = _encode(shown_to(happened))

    def shown_to(self, name: str) -> bytes:
        """A JSON array of the events as this person may see them."""
        return _encode(shown_to(self._happened, name)) if self.differ else self._same
