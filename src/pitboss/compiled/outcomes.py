"""Classes of the dealer's final hands, and what a player's hand wins against each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from pitboss.law.counting import Score
from pitboss.law.settlement import compare_scores, odds_of
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Compared

from .errors import CannotPrice

FEWEST_ALIKE: Final = 4
"""Hands of two and of three cards are always told apart, as charts and side bets do."""
MOST_CARDS: Final = 22
"""More cards than a hand that has not bust can have: aces that count one each"""

_SIGN: Final = {Compared.WIN: 1, Compared.STAND_OFF: 0, Compared.LOSE: -1}


class Outcomes(NamedTuple):
    """The classes of the dealer's final hands; hands of one class are the same to every player."""

    of: dict[Score, int]
    scores: tuple[Score, ...]
    """One score that represents each class."""
    rest: int
    """The class reached in the most ways, whose probability is the remainder."""
    alike_from: int
    """From this many cards on, a player's hands of one total win alike, whatever their number"""
    dealers_alike_from: int
    """The same for the dealer's hands"""


def outcomes(rules: TableRules, finals: Counter[Score]) -> Outcomes:
    """Classify the dealer's final scores, given the number of ways to each.

    The law compares every score that a player can have with each of them: nothing is assumed of
    the numbers of cards.
    """
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
    rows = dict(zip(players, zip(*columns, strict=True), strict=True))
    rest = ways.most_common(1)[0][0]
    return Outcomes(of, tuple(scores), rest, alike_from(rows), alike_from(of))


def alike_from(answers: Mapping[Score, Hashable]) -> int:
    """From how many cards on the answers for each total are the same, whatever the number."""
    least = FEWEST_ALIKE
    of_most: dict[int, Hashable] = {}
    for score in sorted(answers, key=lambda score: -score.cards):
        if answers[score] != of_most.setdefault(score.total, answers[score]):
            least = max(least, score.cards + 1)
    return least


def _players_scores() -> Iterable[Score]:
    """A blackjack, and every total with every number of cards that can make it."""
    yield Score(True, 21, 2)
    for cards in range(2, MOST_CARDS + 1):
        for total in range(max(4, cards), 32 if cards > 2 else 22):
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
