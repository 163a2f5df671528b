"""Every card that a viewer may not see, exchanged for another: in a state and in an event."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from pitboss.cards import DECK, Card
from pitboss.law.counting import is_blackjack
from pitboss.law.hands import Hand
from pitboss.table import events as e
from pitboss.table.state import Box, TableState


class Exchanging:
    """Exchanges the cards that a viewer may not see."""

    other: Random

    def _card(self, but: Card) -> Card:
        while (card := self.other.choice(DECK)) is but:
            pass
        return card

    def _all(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(self._card(card) for card in cards)

    def _all_of_the_rack(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return self._all(cards)

    def changed(self, state: TableState, viewer: str) -> TableState:
        shoe = state.shoe
        held = tuple(h if h.exposed else replace(h, card=self._card(h.card)) for h in shoe.held)
        burned = None if shoe.burned is None else self._card(shoe.burned)
        shoe = replace(shoe, held=held, burned=burned, rack=self._all_of_the_rack(shoe.rack))
        dealer = state.dealer
        if state.hole_is_down:
            dealer = self._hole(state)
        boxes = tuple(self._changed_box(state, box, viewer) for box in state.boxes)
        return replace(state, shoe=shoe, dealer=dealer, boxes=boxes)

    def _hole(self, state: TableState) -> tuple[Card, ...]:
        """Another face-down card; after the dealer's check it may not make a blackjack."""
        while True:
            dealer = (*state.dealer[:1], *self._all(state.dealer[1:]))
            if not state.has_looked or not is_blackjack(state.rules, Hand(dealer)):
                return dealer

    def _changed_box(self, state: TableState, box: Box, viewer: str) -> Box:
        if not _is_squeezed(state, box) or box.decider == viewer:
            return box
        return replace(
            box,
            hands=tuple(
                replace(h, hand=replace(h.hand, cards=self._all(h.hand.cards))) for h in box.hands
            ),
        )

    def changed_event(
        self, event: e.Event, before: TableState, hides: TableState, viewer: str
    ) -> e.Event:
        match event:
            case e.CardDealt() if not event.face_up:
                box = None if event.box is None else before.box(event.box)
                if box is not None and box.decider == viewer:
                    return event
                return replace(event, card=self._card(Card(event.card)).text)
            case e.CardBurned():
                return replace(event, card=self._card(Card(event.card)).text)
            case e.CardHeld() if not event.exposed:
                return replace(event, card=self._card(Card(event.card)).text)
            case e.CardRemoved() if event.held:
                held = [h for h in before.shoe.held if h.card.text == event.card]
                if not held or any(h.exposed for h in held):
                    return event
                return replace(
                    event, card=hides.shoe.held[before.shoe.held.index(held[0])].card.text
                )
            case e.BurnedCardShown() if event.player != viewer:
                return replace(event, card=self._card(Card(event.card)).text)
            case e.CardsCollected():
                return replace(event, cards=tuple(self._card(Card(c)).text for c in event.cards))
            case _:
                return event


def _is_squeezed(state: TableState, box: Box) -> bool:
    return box.number in state.squeezed and any(not h.is_done for h in box.hands)
