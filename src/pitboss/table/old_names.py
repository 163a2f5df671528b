"""Names that events had in earlier versions of the log, so that old logs can still be read."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from pitboss.table.events import AnyEvent, Event

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
        fields: dict[str, Any] = msgspec.json.decode(written)
        fields["event"] = PRESENT_NAMES[fields["event"]]
        event: Event = msgspec.convert(fields, AnyEvent)
        return event
    return _decode.decode(written)
