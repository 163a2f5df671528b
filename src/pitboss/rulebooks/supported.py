"""The rules of the schema that table, solver and simulator all support.

The schema allows rules that one of the three does not support, or in which two provisions
contradict each other. Such rules are refused everywhere with the sentence given here, so that a
table never pays what the solver cannot price.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pitboss.rulebooks.enumerations import (
    BustTaken,
    Compared,
    CuttingCardInRound,
    Direction,
    HoleCard,
)
from pitboss.rulebooks.errors import Unsupported
from pitboss.rulebooks.schema import slot

if TYPE_CHECKING:
    from pitboss.rulebooks.rules import TableRules


class _Only(NamedTuple):
    """A provision of which only one value is supported."""

    path: str
    value: Any
    otherwise: str
    """What another value would mean, as the subject of a sentence"""


_ONLY: Final = (
    _Only("counting.pictures", 10, "a picture card that does not count ten"),
    _Only("counting.ace_high", 11, "an ace whose high value is not eleven"),
    _Only("counting.ace_low", 1, "an ace whose low value is not one"),
    _Only("counting.bust_above", 21, "a bust at any total other than above 21"),
    _Only("counting.blackjack_after_split", False, "a blackjack after a split"),
    _Only("deal.turns", Direction.CLOCKWISE, "counterclockwise play"),
    _Only("doubling.cards", 2, "a double on three cards"),
    _Only("drawing.after_double", 1, "a second card after a double"),
    _Only("splitting.pairs_only", True, "splitting two cards that are not a pair"),
    _Only("surrendering.after_split", False, "surrender after a split"),
    _Only("zapping.times", 1, "a second zap"),
    _Only("zapping.after_split", False, "a zap after a split"),
    _Only("zapping.makes_blackjack", False, "a blackjack after a zap"),
    _Only("comparison.over", Compared.LOSE, "a bust hand that does not lose"),
    _Only(
        "comparison.dealer_blackjack",
        Compared.LOSE,
        "a hand that survives a dealer blackjack",
    ),
    _Only(
        "over_over.four_or_more_cards",
        Compared.LOSE,
        "a bust of four or more cards that does not lose",
    ),
    _Only(
        "shoe.cutting_card_in_round",
        CuttingCardInRound.SHUFFLE_AFTER_ROUND,
        "shuffling during a round",
    ),
)


def unsupported(rules: TableRules) -> str | None:
    """The sentence that refuses these rules and names the provision; None if supported."""
    return next(_refusals(rules), None)


def check_supported(rules: TableRules) -> None:
    """Raise :class:`Unsupported` for rules that are not supported."""
    refused = unsupported(rules)
    if refused is not None:
        raise Unsupported(refused)


def _refusals(rules: TableRules) -> Iterator[str]:
    for only in _ONLY:
        part, _, name = only.path.partition(".")
        held = getattr(rules, part)
        if held is None:
            continue
        statement = getattr(held, name)
        if statement.value != only.value:
            shown = slot(only.path).domain.show(only.value)
            yield (
                f"{only.path}: {only.otherwise} is not supported; only {shown!r} is "
                f"({rules.cite(statement.under)})"
            )
    looks = rules.deal.looks_under
    if looks.value and rules.deal.hole_card.value is HoleCard.NONE:
        yield (
            "deal.looks_under: without a hole card there is nothing to check; use 'none' "
            f"({rules.cite(looks.under)})"
        )
    taken = rules.drawing.bust_taken
    if rules.over_over is not None and taken.value is BustTaken.AT_ONCE:
        yield (
            "drawing.bust_taken: a bust collected at once cannot be compared with the "
            f"dealer's when both bust; use 'at settlement' ({rules.cite(taken.under)})"
        )
    yield from _side_bets(rules)


def _side_bets(rules: TableRules) -> Iterator[str]:
    for bet in rules.side_bets.bets:
        closes, placed = bet.split_closes, bet.placed
        if bet.offered.value and placed is not None and rules.banking is not None:
            yield (
                f"side_bets.{bet.id}.placed: a bet after the deal is not supported where a player "
                f"banks, because fees are collected before it ({rules.cite(placed.under)})"
            )
        if not bet.offered.value or closes is None:
            continue
        if not closes.value:
            yield (
                f"side_bets.{bet.id}.split_closes: a bet that continues after a split is not "
                f"supported; only 'yes' is ({rules.cite(closes.under)})"
            )
        if rules.zapping is not None:
            yield (
                f"side_bets.{bet.id}.offered: a bet on a third card is not supported where hands "
                f"may be zapped ({rules.cite(bet.offered.under)})"
            )
