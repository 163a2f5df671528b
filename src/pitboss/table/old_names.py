"""Names that events and their fields once had in logs, so that old logs can still be read."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from pitboss.table.events import AnyEvent, Event, SupervisorRuled

NAMED: Final = 3
"""The version of the log whose entries use the present names."""

PRESENT_NAMES: Final = {
    "BetsTakenBack": "BetsWithdrawn",
    "CardAsked": "HandHit",
    "CardPicked": "CardChosen",
    "CuttingCardDrawn": "CutCardDrawn",
    "DealerFinished": "DealerHandCompleted",
    "HandFinished": "HandClosed",
    "OthersAsked": "BackBettorsAsked",
    "StakePutInProportion": "WagerProRated",
}
"""The present name of each event that had another one before version 3.

None of these events hides a card, so the public part of an entry never depends on its name.
"""


FORMER_FIELDS: Final = {"SupervisorRuled": {"second": "approved_by"}}
"""Fields that an event has under another name in older entries, of whatever version."""


class _Tag(msgspec.Struct):
    event: str


_decode: Final[msgspec.json.Decoder[Event]] = msgspec.json.Decoder(AnyEvent)
_tag: Final = msgspec.json.Decoder(_Tag)


def present_name(name: str, version: int) -> str:
    """The present name of an event in an entry of ``version``."""
    return PRESENT_NAMES.get(name, name) if version < NAMED else name


def read_event(written: bytes | str, version: int = NAMED) -> Event:
    """Decode the event of an entry of ``version``; its hash stays that of the old text."""
    if version < NAMED and _tag.decode(written).event in PRESENT_NAMES:
        return _converted(written, version)
    event = _decode.decode(written)
    if isinstance(event, SupervisorRuled) and event.approved_by is None:
        return _converted(written, version)
    return event


def _converted(written: bytes | str, version: int) -> Event:
    fields: dict[str, Any] = msgspec.json.decode(written)
    event: Event = msgspec.convert(at_present(fields, version), AnyEvent)
    return event


def at_present(fields: dict[str, Any], version: int) -> dict[str, Any]:
    """An event as JSON, or what was shown of it, under its present names."""
    name = present_name(str(fields.get("event")), version)
    former = FORMER_FIELDS.get(name, {})
    return {**{former.get(key, key): value for key, value in fields.items()}, "event": name}
