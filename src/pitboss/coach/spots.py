"""A decision as a player knows it: the hand, the up card, and the cards that have been seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum, unique
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from pitboss.acts import HandAct
from pitboss.cards import Card
from pitboss.compiled.ranks import CLASSES
from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.counting import up_card
from pitboss.law.hands import Hand
from pitboss.money import Cents
from pitboss.rulebooks import TableRules

if TYPE_CHECKING:
    from pitboss.solver import Shoe

DECLINE: Final = "decline"
"""The act of declining insurance, even money and surrender before play."""
INSURANCE: Final = "insure"
EVEN_MONEY: Final = "even_money"


@unique
class Standard(StrEnum):
    """The standard by which a decision is judged."""

    CHART = "chart"
    HAND = "hand"
    SEEN = "seen"

    @property
    def meaning(self) -> str:
        """The standard in words."""
        return _MEANINGS[self]


_MEANINGS: Final = {
    Standard.CHART: "the chart, by totals; values from a full shoe",
    Standard.HAND: "this hand, from a full shoe without its own cards and the up card",
    Standard.SEEN: "this hand, from the shoe without any card seen since the shuffle",
}


_GIVEN_UP: Final = HandAct.EXCHANGE.words.done
"""The name of exchanged cards in data"""


class HandSpot(Struct, frozen=True):
    """One decision: the player's hand, the cards seen, and the book's answer to each act."""

    rules: TableRules
    hand: Hand
    up: Card
    answers: dict[str, Answer]
    """The book's answer to each act, by name"""
    stake: Cents = 0
    """The player's wager on the hand"""
    own: tuple[Card, ...] = ()
    """Other cards of the same box: its split hands, and what they exchanged"""
    exchanged: tuple[Card, ...] = ()
    """The exchanged cards of this hand, which the other fields do not include"""
    seen: tuple[Card, ...] = ()
    """Every other card seen since the shuffle"""
    is_window: bool = False
    """Whether insurance, even money or surrender is offered before play"""
    insured: Cents = 0
    """The insurance that is offered in the window"""

    def shoe(self, standard: Standard) -> Shoe | None:
        """The shoe for the solver, which itself removes the hand and the up card.

        Exchanged cards are removed when the hand is valued. None if more cards of a rank were seen
        than exist.
        """
        from pitboss.solver import Shoe  # following tables needs no kernels

        full = Shoe.of_decks(self.rules.equipment.decks.value)
        if standard is Standard.CHART:
            return full
        gone = self.own if standard is Standard.HAND else (*self.own, *self.seen)
        return without(self.rules, full, gone)

    def unseen(self, shoe: Shoe) -> dict[str, int]:
        """The unseen cards by rank: the shoe without the hand and the up card."""
        left = without(self.rules, shoe, (*self.hand.cards, self.up, *self.exchanged))
        return {} if left is None else left.by_rank()


def without(rules: TableRules, shoe: Shoe, gone: Iterable[Card]) -> Shoe | None:
    """A shoe without these cards; None if it does not have them."""
    taken = Counter(CLASSES.index(up_card(rules, card)) for card in gone)
    counts = tuple(number - taken[at] for at, number in enumerate(shoe.counts))
    return None if min(counts) < 0 else type(shoe)(counts)


def spot_data(spot: HandSpot) -> dict[str, Any]:
    """A spot as plain data, without its rules, for another process."""
    return {
        "hand": [card.text for card in spot.hand.cards],
        "is_split": spot.hand.is_split,
        f"times_{_GIVEN_UP}": spot.hand.exchanges,
        "up": spot.up.text,
        "answers": {
            act: [answer.under, answer.why] if isinstance(answer, Refusal) else [answer.under]
            for act, answer in spot.answers.items()
        },
        "stake": spot.stake,
        "own": [card.text for card in spot.own],
        _GIVEN_UP: [card.text for card in spot.exchanged],
        "seen": [card.text for card in spot.seen],
        "is_window": spot.is_window,
        "insured": spot.insured,
    }


def spot_from(rules: TableRules, document: dict[str, Any]) -> HandSpot:
    """A spot from its data."""
    cards = {name: tuple(map(Card, document[name])) for name in ("hand", "own", _GIVEN_UP, "seen")}
    hand = Hand(
        cards["hand"], is_split=document["is_split"], exchanges=document[f"times_{_GIVEN_UP}"]
    )
    answers: dict[str, Answer] = {
        act: Permit(*statement) if len(statement) == 1 else Refusal(*statement)
        for act, statement in document["answers"].items()
    }
    return HandSpot(
        rules, hand, Card(document["up"]), answers, stake=document["stake"], own=cards["own"],
        exchanged=cards[_GIVEN_UP], seen=cards["seen"], is_window=document["is_window"],
        insured=document["insured"],
    )  # fmt: skip
