"""The hidden part of an event, and how the log is blinded to it.

A face-down card is written to the chain as a commitment: the SHA-256 of a nonce of 32 bytes and the
card. The card cannot be found from it without the nonce, which is published when the card is turned
or the shoe is revealed. ``docs/explanation/chain.md`` is the specification.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from secrets import token_bytes
from typing import Any, Final

from msgspec import structs

from pitboss.table import events as e

NONCE_BYTES: Final = 32
"""As many as in a hash, so that a nonce cannot be found by trial."""

MARK: Final = "#"
"""The first character of a commitment that replaces a card."""

Nonces = Callable[[], bytes]
"""A source of fresh nonces."""


def fresh_nonce() -> bytes:
    """A nonce from operating-system entropy."""
    return token_bytes(NONCE_BYTES)


class SeededNonces:
    """Nonces derived from a seed, for a repeatable log; a copy continues as the original would."""

    __slots__ = ("_key", "_place")

    def __init__(self, seed: int | str) -> None:
        self._key = sha256(f"pitboss nonces 2\n{seed}\n".encode()).digest()
        self._place = 0

    def __call__(self) -> bytes:
        place, self._place = self._place, self._place + 1
        return sha256(self._key + place.to_bytes(8, "big")).digest()


def _card(event: Any) -> str:
    return str(event.card)


def _face_down(event: e.CardDealt) -> str | None:
    return None if event.face_up else event.card


def _unexposed(event: e.CardHeld) -> str | None:
    return None if event.exposed else event.card


def _held(event: e.CardRemoved) -> str | None:
    # Whether it was exposed depends on the table; if it was, its nonce is published at once.
    return event.card if event.held else None


def _cards(event: e.CardsCollected) -> str:
    return " ".join(event.cards)  # it may include a hole card that was never turned


HIDES: Final[dict[type[e.Event], Callable[[Any], str | None]]] = {
    e.CardDealt: _face_down,
    e.CardBurned: _card,
    e.BurnedCardShown: _card,
    e.CardHeld: _unexposed,
    e.CardRemoved: _held,
    e.CardsCollected: _cards,
}
"""What each kind of event may hide: the hidden part, or None if all is public."""

MAY_HIDE: Final = frozenset(HIDES)
"""The kinds of event that may have a hidden part."""


def hidden_in(event: e.Event) -> str | None:
    """The hidden part of an event, as its commitment covers it; None if all is public."""
    hides = HIDES.get(type(event))
    return None if hides is None else hides(event)


def commitment(nonce: bytes, hidden: str) -> str:
    """The commitment to a hidden part."""
    return sha256(nonce + hidden.encode()).hexdigest()


def public_part(event: e.Event, sealed: str) -> e.Event:
    """The public part of an event, a commitment replacing its cards."""
    if type(event) is e.CardsCollected:
        return structs.replace(event, cards=(f"{MARK}{sealed}", str(len(event.cards))))
    changed: e.Event = structs.replace(event, card=f"{MARK}{sealed}")
    return changed


def sealed_in(event: e.Event) -> str | None:
    """The commitment in an event that is a public part; otherwise None."""
    if type(event) is e.CardsCollected:
        text = event.cards[0] if event.cards else ""
    else:
        text = str(getattr(event, "card", "")) if type(event) in MAY_HIDE else ""
    return text[len(MARK) :] if text.startswith(MARK) else None
