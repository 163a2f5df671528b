"""Build the messages for everyone at a table: the shared parts once, the private parts per person.

A snapshot has the whole state. Afterwards only changes are sent: each part of the state and each
box that is missing from a message is unchanged. ``followed`` puts them together again. Most
messages are the same for most people, and are built once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from pitboss.store.records import Person
from pitboss.web.live.driver import NextStep
from pitboss.web.wire.masking import StoredStep, is_personal, shown_to
from pitboss.web.wire.movements import are_personal, shows
from pitboss.web.wire.views import (
    BoxNow,
    Standing,
    TableSnapshot,
    acting_in,
    box_view,
    open_view,
    own_view,
    squeezing,
    standings,
    views_of,
    you,
)

_encode = msgspec.json.encode


class PrivateView(NamedTuple):
    """What is sent to one person only: their balance, and their bets at the table."""

    balance: int
    standing: Standing


_NOTHING = Standing()


class TableFrame:
    """A table at one moment, ready to be sent.

    ``before`` is what was sent last: unchanged parts are not built again.
    """

    def __init__(
        self, look: TableSnapshot, static: dict[str, bytes], before: TableFrame | None = None
    ) -> None:
        self.look, self._static, self._before = look, static, before
        acting = acting_in(look)
        self._view, self.boxes = views_of(look, acting)
        self._parts = {key: self._part(key, part) for key, part in self._view.items()}
        self.apart = {
            name: {key: _encode(part) for key, part in open_view(look, acting, name).items()}
            for name in squeezing(look.state).values()
        }
        """What may be done now, for those who squeeze cards that the others do not see"""
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

    def own(self, name: str, balance: int) -> PrivateView:
        """The private part for one person."""
        return PrivateView(balance, self._standings.get(name, _NOTHING))

    def whole(self) -> FrameDelta:
        """The whole state."""
        return FrameDelta(self, {**self._parts, **self._static}, range(len(self.boxes)))

    def since_before(self) -> FrameDelta:
        """What has changed since the last message."""
        before, self._before = self._before, None  # or every message ever sent would stay in memory
        if before is None:
            return self.whole()
        earlier = before._parts
        parts = {key: part for key, part in self._parts.items() if earlier.get(key) != part}
        if before._static is not self._static:  # the rules have changed
            sent = before._static
            parts |= {key: part for key, part in self._static.items() if sent.get(key) != part}
        boxes = [n for n, now in enumerate(self.boxes) if before.boxes[n] != now]
        return FrameDelta(self, parts, boxes, turned_up=before.apart.keys() - self.apart.keys())

    def open_to_all(self) -> dict[str, bytes]:
        """What may be done now, for all who squeeze nothing."""
        return {key: self._parts[key] for key in ("turn", "window")}

    def snapshot(self, person: Person, own: PrivateView) -> bytes:
        """The first message: the whole state."""
        head = b'{"type":"snapshot","sequence":%d,"state":' % self.look.sequence
        return head + self.whole().state_for(person, own) + b"}"


class FrameDelta:
    """The changed parts and boxes of a table, ready to be sent."""

    def __init__(
        self,
        telling: TableFrame,
        parts: dict[str, bytes],
        boxes: Sequence[int],
        *,
        turned_up: Iterable[str] = (),
    ) -> None:
        self._telling, self._told = telling, boxes
        self._same = _members(parts)
        # A player who has turned the cards up still has the prompts that were private.
        apart = {**dict.fromkeys(turned_up, telling.open_to_all()), **telling.apart}
        self._apart = {name: _members({**parts, **own}) for name, own in apart.items()}
        now = [telling.boxes[place] for place in boxes]
        self._looks_different_to = {one.seated for one in now}
        self._looks_different_to |= {one.box.decider for one in now if one.hidden and one.box}
        self._looks_different_to |= self._apart.keys()
        self._for_everybody: bytes | None = None

    def state_for(self, person: Person, own: PrivateView | None) -> bytes:
        """The state, or what has changed of it, as this person may see it."""
        boxes = b",".join(self._box(place, person.name) for place in self._told)
        same = self._apart.get(person.name, self._same)
        if own is None:
            return b'{%s"boxes":[%s]}' % (same, boxes)
        rules = self._telling.look.state.rules
        who = _encode(you(rules, person, own.balance, own.standing))
        return b'{%s"boxes":[%s],"you":%s}' % (same, boxes, who)

    def _box(self, place: int, name: str) -> bytes:
        telling = self._telling
        own = own_view(telling.look.state.rules, telling.boxes[place], name)
        return telling.plain[place] if own is None else _encode(own)

    def events(
        self, data: bytes, person: Person, own: PrivateView | None, shows: bytes = b""
    ) -> bytes:
        """The message that these events, a JSON array, have happened.

        ``shows``, an array too, has what each of them changes on the layout.
        """
        head = b'{"type":"events","sequence":%d,"events":%s,' % (self._telling.look.sequence, data)
        if shows:
            head += b'"shows":%s,' % shows
        return head + b'"state":' + self.state_for(person, own) + b"}"

    def message(self, events: Events, person: Person, own: PrivateView | None) -> bytes:
        """The message that these events have happened; without ``own`` if it has not changed."""
        message, shows = events.shown_to(person.name), events.shows_to(person.name)
        if own is not None or events.differ or person.name in self._looks_different_to:
            return self.events(message, person, own, shows)
        if self._for_everybody is None:
            self._for_everybody = self.events(message, person, None, shows)
        return self._for_everybody


def _members(parts: dict[str, bytes]) -> bytes:
    """These parts as members of a JSON object, which more may follow."""
    return b"".join(b'"%s":%s,' % (key.encode(), part) for key, part in parts.items())


def followed(state: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    """The state after a message: its parts replace the old ones."""
    boxes = {box["number"]: box for box in [*state.get("boxes", ()), *document["boxes"]]}
    return {**state, **document, "boxes": list(boxes.values())}


def clock_message(step: NextStep, seconds: float | None) -> bytes:
    """The message that a clock has started."""
    return _encode(
        {
            "type": "clock",
            "box": step.box,
            "hand": step.hand,
            "waits_for": step.waits_for,
            "seconds": seconds,
        }
    )


class Events:
    """Events in their public form, and as a viewer with more to see gets them."""

    def __init__(self, happened: Sequence[StoredStep]) -> None:
        self._happened = happened
        squeezed = any(one.step.after.squeezed and are_personal(one.step) for one in happened)
        self.differ = squeezed or is_personal(happened)
        """Whether some people see more of them than others"""
        self._same = _encode(shown_to(happened))
        self._shows = self._shown_to_all()

    def shown_to(self, name: str) -> bytes:
        """A JSON array of the events as this person may see them."""
        return _encode(shown_to(self._happened, name)) if self.differ else self._same

    def shows_to(self, name: str) -> bytes:
        """A JSON array of what each event changes on the layout, as this person may see it."""
        return self._shown_to_all(name) if self.differ else self._shows

    def _shown_to_all(self, name: str = "") -> bytes:
        return _encode([shows(one.step, name) for one in self._happened])
