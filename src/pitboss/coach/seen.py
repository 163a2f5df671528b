"""The cards that a player has seen since the shuffle; never one that was face down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pitboss.cards import Card
from pitboss.law.shoe import has_cutting_card
from pitboss.table import events as e
from pitboss.table.state import TableState


class CardsSeen:
    """Follows the events of a table as ``viewer`` is shown them."""

    def __init__(self, viewer: str) -> None:
        self.viewer = viewer
        self._seen: Counter[str] = Counter()

    def follow(self, before: TableState, event: e.Event) -> None:
        """Take note of an event that happens in the state ``before``."""
        match event:
            case e.CardDealt():
                if self._sees(before, event) and not _was_exposed(before, event.card):
                    self._seen[event.card] += 1
            case e.HoleCardRevealed():
                self._seen[event.card] += 1
            case e.BurnedCardShown() if event.player == self.viewer:
                self._seen[event.card] += 1
            case e.CardHeld() if event.exposed:
                self._seen[event.card] += 1
            case e.CardsShuffled():
                self._seen = Counter(card.text for card in on_the_layout(before, self.viewer))
            case e.CardsCollected():
                if has_cutting_card(before.rules):
                    self._seen += self._turned(before)
                else:  # with a continuous shuffler they return to it
                    self._seen.clear()
            case _:
                pass

    def _sees(self, before: TableState, event: e.CardDealt) -> bool:
        if event.face_up:
            return True
        box = before.box(event.box) if event.box is not None else None
        return box is not None and box.decider == self.viewer

    def _turned(self, state: TableState) -> Counter[str]:
        """The cards that other players have squeezed and turned in this round."""
        return Counter(
            card.text
            for box in state.boxes
            if box.number in state.squeezed and box.decider != self.viewer
            if all(played.is_done for played in box.hands)
            for played in box.hands
            for card in played.hand.cards
        )

    def besides(self, state: TableState, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Every card seen other than these, in a fixed order."""
        left = self._seen + self._turned(state) - Counter(card.text for card in cards)
        return tuple(Card(text) for text in sorted(left.elements()))

    @property
    def number(self) -> int:
        """How many cards were seen."""
        return self._seen.total()


def _was_exposed(before: TableState, card: str) -> bool:
    """Whether the card was held face up before it was dealt, and so seen already."""
    return any(held.exposed and held.card.text == card for held in before.shoe.held)


def on_the_layout(state: TableState, viewer: str) -> list[Card]:
    """The cards face up on the layout, and the viewer's own."""
    cards = list(state.dealer[:1] if state.hole_is_down else state.dealer)
    for box in state.boxes:
        hides = box.number in state.squeezed and box.decider != viewer
        if hides and any(not hand.is_done for hand in box.hands):
            continue
        for played in box.hands:
            cards += (*played.hand.cards, *played.exchanged)
    return cards
