"""The clause of a provision that differs by case: which of its rows decides."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

from pitboss.law.counting import Score, count
from pitboss.law.hands import WAS, Hand
from pitboss.rulebooks import Provision, TableRules
from pitboss.rulebooks.book import as_key
from pitboss.rulebooks.claims import Claim, SubjectWords, meaning


class Compare(NamedTuple):
    """Two hands to be compared, by their scores."""

    rules: TableRules
    player: Score
    dealer: Score
    up: str | None = None
    """The dealer's first card, where it is known"""
    hand: Hand | None = None
    """The player's cards, where they are known"""


def is_over(rules: TableRules, score: Score) -> bool:
    """Whether a score is above 21."""
    return score.total > rules.counting.bust_above.value


@cache
def elections(rules: TableRules) -> frozenset[str]:
    """Every election with its value, as a claim writes it: ``pp_scale=1``."""
    return frozenset(f"{key}={as_key(value)}" for key, value in rules.elected)


def _of_its_hand(was: Callable[[Hand], bool]) -> Callable[[Compare], bool]:
    return lambda pair: pair.hand is not None and was(pair.hand)


OF_SCORES: Final = SubjectWords(
    facts={
        "player blackjack": lambda pair: pair.player.blackjack,
        "dealer blackjack": lambda pair: pair.dealer.blackjack,
        "player over": lambda pair: is_over(pair.rules, pair.player),
        "dealer over": lambda pair: is_over(pair.rules, pair.dealer),
        **{word: _of_its_hand(was) for word, was in WAS.items()},
    },
    names={"elected": lambda pair: elections(pair.rules), "up card": lambda pair: pair.up},
    numbers={
        "player total": lambda pair: pair.player.total,
        "dealer total": lambda pair: pair.dealer.total,
        "cards": lambda pair: pair.player.cards,
        "dealer cards": lambda pair: pair.dealer.cards,
    },
)
"""What the words of a claim mean to two scores"""


class CountedHand(NamedTuple):
    """A hand, and the rules by which it is counted."""

    rules: TableRules
    hand: Hand


def _of_the_hand(was: Callable[[Hand], bool]) -> Callable[[CountedHand], bool]:
    return lambda held: was(held.hand)


OF_HANDS: Final = SubjectWords(
    facts={
        **{word: _of_the_hand(was) for word, was in WAS.items()},
        "soft": lambda held: count(held.rules, held.hand.cards).soft,
    },
    numbers={
        "player total": lambda held: count(held.rules, held.hand.cards).total,
        "cards": lambda held: len(held.hand.cards),
    },
)
"""What the words of a claim mean to one hand"""


@cache
def _decides(claim: Claim, of_scores: bool) -> Callable[[Any], bool]:
    return meaning(claim, OF_SCORES if of_scores else OF_HANDS)


def cited(provision: Provision[Any], case: Compare | CountedHand) -> str:
    """The clause of a provision in this case: of the first row that holds, or its own."""
    for row in provision.rows:
        if _decides(row.when, isinstance(case, Compare))(case):
            return row.under
    return provision.under
