"""The public part of an event: never a face-down or undealt card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import msgspec

from pitboss.table import events as e
from pitboss.table.state import TableState
from pitboss.table.words.sentences import collected
from pitboss.table.words.transcript import describe

HIDDEN: Final = "??"
"""How a hidden card is written."""


class Happened(NamedTuple):
    """An event with its number, hash and actor, and the state before it."""

    n: int
    event: e.Event
    hash: str
    actor: str
    at: float
    before: TableState
    public: bytes = b""
    sealed: str = ""
    nonce: str = ""
    opens: tuple[int, str] | None = None
    """The entry of the card that is turned now, and the nonce that opens it."""
    after: TableState | None = None
    """The state after it, if what it shows is to be sent."""


class HoleCard:
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


def shown(one: Happened, viewer: str = "") -> dict[str, Any]:
    """An event as this viewer may see it, with its sentence."""
    told: dict[str, Any] = msgspec.to_builtins(one.event)
    told["n"] = one.n
    told["clause"] = told.pop("under")
    told["actor"] = one.actor
    told["at"] = one.at
    told["hash"] = one.hash
    told["says"] = describe(one.event, one.before)
    match one.event:
        case e.CardDealt() if not one.event.face_up:
            if not _is_own(one, viewer):
                told["card"] = HIDDEN
        case e.CardBurned():
            told["card"] = HIDDEN
        case e.BurnedCardShown() if one.event.player != viewer:
            told["card"], told["says"] = HIDDEN, f"{one.event.player} is shown the burn card."
        case e.CardHeld() if not one.event.exposed:
            told["card"] = HIDDEN
        case e.CardRemoved() if _was_unseen(one):
            told["card"] = HIDDEN
            told["says"] = f"A card not exposed is discarded face down: {one.event.why}."
        case e.CardsCollected():
            # Among them may be a hole card that was never turned.
            number = told["cards"] = len(one.event.cards)
            told["says"] = f"{collected(one.before, number)}."
        case _:
            pass
    _tell_seals(told, one)
    return told


def _tell_seals(told: dict[str, Any], one: Happened) -> None:
    """Add the commitment of a hidden part, and its nonce for a viewer who may see the card."""
    if one.sealed:
        told["sealed"] = one.sealed
        if told.get("card") not in (HIDDEN, None):
            told["nonce"] = one.nonce
    if one.opens is not None:
        told["opens"] = {"n": one.opens[0], "nonce": one.opens[1]}


def _is_own(one: Happened, viewer: str) -> bool:
    """Whether a face-down card is one that the viewer is squeezing."""
    event = one.event
    assert isinstance(event, e.CardDealt)
    box = one.before.box(event.box) if event.box is not None else None
    return box is not None and bool(viewer) and box.decider == viewer


def _was_unseen(one: Happened) -> bool:
    event = one.event
    assert isinstance(event, e.CardRemoved)
    held = [h for h in one.before.shoe.held if h.card.text == event.card]
    return event.held and bool(held) and not any(h.exposed for h in held)


def shown_to(happened: Iterable[Happened], viewer: str = "") -> list[Any]:
    """Events as this viewer may see them, ready to be encoded."""
    return [
        shown(one, viewer) if _is_personal(one.event) else msgspec.Raw(one.public)
        for one in happened
    ]


def is_personal(happened: Iterable[Happened]) -> bool:
    """Whether some viewer sees more than the others."""
    return any(_is_personal(one.event) for one in happened)


def _is_personal(event: e.Event) -> bool:
    if isinstance(event, e.CardDealt):
        return not event.face_up and event.box is not None
    return isinstance(event, e.BurnedCardShown)
