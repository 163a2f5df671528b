"""Which of the dealer's final hands differ for anybody, and what a player's hand wins of each."""

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
"""Four cards and more are one to every book: hands are told apart by two, three, or more."""

_SIGN: Final = {Compared.WIN: 1, Compared.STAND_OFF: 0, Compared.LOSE: -1}


class Outcomes(NamedTuple):
    """The classes of the dealer's final hands; hands of one class are the same to every player."""

    of: dict[Score, int]
    scores: tuple[Score, ...]
    """One score that stands for each class."""
    rest: int
    """The class reached in most ways, whose probability is what the others leave."""


def dealers_final(total: int, cards: int) -> Score:
    """A dealer's final hand that is no blackjack."""
    return Score(False, total, min(cards, MANY_CARDS))


def outcomes(rules: TableRules, finals: Counter[Score]) -> Outcomes:
    """The dealer's final scores, with the number of ways to each, put into classes."""
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
    """What a wager of one wins of each class of the dealer's hands; a lost one wins -1."""
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
    """What a player's blackjack wins of any other hand, and of a dealer's blackjack."""
    best = Score(True, 21, 2)
    won = set(winnings(rules, best, classes))
    if len(won) != 1:
        raise CannotPrice(
            f"{rules.book.id} pays a blackjack by what the dealer makes; that is not priced"
        )
    odds = odds_of(rules, blackjack=True).value
    tie = _won(rules, best, Score(True, 21, 2), Fraction(odds.pays, odds.per))
    return won.pop(), tie
