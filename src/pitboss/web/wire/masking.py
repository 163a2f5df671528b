"""The public part of an event: never a face-down or undealt card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import msgspec

from pitboss.table import events as e
from pitboss.table.run import TableStep
from pitboss.table.state import TableState
from pitboss.table.words.sentences import SENTENCES, collected

HIDDEN: Final = "??"
"""How a hidden card is written."""


class StoredStep(NamedTuple):
    """A step as it is stored: with its number, its hash and its time, and what everyone may see."""

    step: TableStep
    n: int
    hash: str
    at: float
    sealed: str = ""
    nonce: str = ""
    opens: tuple[int, str] | None = None
    """The entry of the card that is turned now, and the nonce that opens it."""
    public: bytes = b""


TURNING: Final = (e.CardDealt, e.HoleCardRevealed)
"""The events that deal the hole card or turn it."""


class HoleCardEntry:
    """Which entry dealt the hole card, and the nonce that opens it."""

    def __init__(self) -> None:
        self._dealt: tuple[int, str] | None = None

    def turned(self, n: int, event: e.Event, nonce: str) -> tuple[int, str] | None:
        """The entry that a turned hole card opens, with its nonce."""
        if isinstance(event, e.CardDealt):
            if event.box is None and not event.face_up:
                self._dealt = (n, nonce)
        elif isinstance(event, e.HoleCardRevealed):
            opens, self._dealt = self._dealt, None
            return opens if opens is not None and opens[1] else None
        return None


def shown(one: StoredStep, viewer: str = "") -> dict[str, Any]:
    """An event as this viewer may see it, with its sentence."""
    event, before = one.step.event, one.step.before
    document: dict[str, Any] = msgspec.to_builtins(event)
    document["n"] = one.n
    document["clause"] = document.pop("under")
    document["actor"] = one.step.actor
    document["at"] = one.at
    document["hash"] = one.hash
    document["says"] = SENTENCES[type(event)](event, before)
    match event:
        case e.CardDealt() if not event.face_up:
            if not _is_own(event, before, viewer):
                document["card"] = HIDDEN
        case e.CardBurned():
            document["card"] = HIDDEN
        case e.BurnedCardShown() if event.player != viewer:
            document["card"], document["says"] = HIDDEN, f"{event.player} is shown the burn card."
        case e.CardHeld() if not event.exposed:
            document["card"] = HIDDEN
        case e.CardRemoved() if _was_unseen(event, before):
            document["card"] = HIDDEN
            document["says"] = f"A card not exposed is discarded face down: {event.why}."
        case e.CardsCollected():
            # Among them may be a hole card that was never turned.
            number = document["cards"] = len(event.cards)
            document["says"] = f"{collected(before, number)}."
        case _:
            pass
    if one.sealed or one.opens is not None:
        _tell_seals(document, one)
    return document


def _tell_seals(document: dict[str, Any], one: StoredStep) -> None:
    """Add the commitment of a hidden part, and its nonce for a viewer who may see the card."""
    if one.sealed:
        document["sealed"] = one.sealed
        if document.get("card") not in (HIDDEN, None):
            document["nonce"] = one.nonce
    if one.opens is not None:
        document["opens"] = {"n": one.opens[0], "nonce": one.opens[1]}


def _is_own(event: e.CardDealt, before: TableState, viewer: str) -> bool:
    """Whether a face-down card is one that the viewer is squeezing."""
    box = before.box(event.box) if event.box is not None else None
    return box is not None and bool(viewer) and box.decider == viewer


def _was_unseen(event: e.CardRemoved, before: TableState) -> bool:
    held = [h for h in before.shoe.held if h.card.text == event.card]
    return event.held and bool(held) and not any(h.exposed for h in held)


def shown_to(happened: Iterable[StoredStep], viewer: str = "") -> list[Any]:
    """Events as this viewer may see them, ready to be encoded."""
    return [
        shown(one, viewer) if _is_personal(one.step.event) else msgspec.Raw(one.public)
        for one in happened
    ]


def is_personal(happened: Iterable[StoredStep]) -> bool:
    """Whether some viewer sees more than the others."""
    return any(_is_personal(one.step.event) for one in happened)


def _is_personal(event: e.Event) -> bool:
    if isinstance(event, e.CardDealt):
        return not event.face_up and event.box is not None
    return isinstance(event, e.BurnedCardShown)
