"""Classes of the dealer's final hands, and what a player's hand wins against each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple

from pitboss.law.counting import Score
from pitboss.law.settlement import compare_scores, odds_of
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Compared

from .errors import CannotPrice

MANY_CARDS: Final = 4
"""Card counts that matter: two, three, or four and more, which are equal in every book."""

_SIGN: Final = {Compared.WIN: 1, Compared.STAND_OFF: 0, Compared.LOSE: -1}


class Outcomes(NamedTuple):
    """The classes of the dealer's final hands; hands of one class are the same to every player."""

    of: dict[Score, int]
    scores: tuple[Score, ...]
    """One score that represents each class."""
    rest: int
    """The class reached in the most ways, whose probability is the remainder."""


def dealers_final(total: int, cards: int) -> Score:
    """A dealer's final hand that is not a blackjack."""
    return Score(False, total, min(cards, MANY_CARDS))


def outcomes(rules: TableRules, finals: Counter[Score]) -> Outcomes:
    """Classify the dealer's final scores, given the number of ways to each."""
    players = tuple(_players_scores())
    of: dict[Score, int] = {}
    columns: dict[tuple[Compared, ...], int] = {}
    scores: list[Score] = []
    ways: Counter[int] = Counter()
    for final in sorted(finals, key=lambda score: (score.total, score.cards)):
        column = tuple(compare_scores(rules, player, final).result for player in players)
        if column not in columns:
            columns[column] = len(columns)
            scores.append(final)
        of[final] = columns[column]
        ways[of[final]] += finals[final]
    return Outcomes(of, tuple(scores), ways.most_common(1)[0][0])


def _players_scores() -> Iterable[Score]:
    yield Score(True, 21, 2)
    for total in range(4, 32):
        for cards in (2, 3, MANY_CARDS):
            yield Score(False, total, cards)


def winnings(rules: TableRules, player: Score, classes: Outcomes) -> tuple[Fraction, ...]:
    """The win of a unit wager against each class of the dealer's hands; a loss is -1."""
    odds = odds_of(rules, blackjack=player.blackjack).value
    win = Fraction(odds.pays, odds.per)
    return tuple(_won(rules, player, final, win) for final in classes.scores)


def _won(rules: TableRules, player: Score, final: Score, win: Fraction) -> Fraction:
    sign = _SIGN[compare_scores(rules, player, final).result]
    return win if sign > 0 else Fraction(sign)


def is_lost_for_good(won: tuple[Fraction, ...]) -> bool:
    """Whether a hand loses whatever the dealer makes."""
    return all(amount == -1 for amount in won)


def natural(rules: TableRules, classes: Outcomes) -> tuple[Fraction, Fraction]:
    """The win of a player's blackjack against any other hand, and against a blackjack."""
    best = Score(True, 21, 2)
    won = set(winnings(rules, best, classes))
    if len(won) != 1:
        raise CannotPrice(
            f"{rules.book.id} pays a blackjack by the dealer's hand, which is not supported"
        )
    odds = odds_of(rules, blackjack=True).value
    tie = _won(rules, best, Score(True, 21, 2), Fraction(odds.pays, odds.per))
    return won.pop(), tie
