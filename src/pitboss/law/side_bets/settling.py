"""What a side bet wins: the first row that matches, or what the book provides otherwise."""

from __future__ import annotations

from enum import StrEnum, unique
from typing import NamedTuple

from pitboss.law.settlement import Settled, lost, not_won, stood_off, won
from pitboss.law.side_bets.deciding import DecidingCards, decide
from pitboss.law.side_bets.prizes import settle_after_failure, settle_drawn
from pitboss.money import Cents, Odds
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.amounts import PrizeTable
from pitboss.rulebooks.enumerations import Otherwise
from pitboss.rulebooks.schema import SideBet
from pitboss.rulebooks.side_bets import Pays


@unique
class DecidingStage(StrEnum):
    """What decided a wager that is settled as soon as it is decided."""

    FIRST_CARD = "first_card"
    SECOND_CARD = "second_card"
    THIRD_CARD = "third_card"
    STAND = "stand"
    SPLIT = "split"


class DecidedSideBet(NamedTuple):
    """A decided side bet: its row, and its result."""

    row: int
    settled: Settled


def settle(
    rules: TableRules,
    kind: str,
    stake: Cents,
    seen: DecidingCards,
    *,
    prize_per_dollar: Cents | None = None,
) -> DecidedSideBet | None:
    """The result as soon as there is one, or None while the bet waits for a card.

    A row that pays by a draw is paid the drawn prize or, without one, what the book pays when
    the equipment has failed.
    """
    bet = rules.side_bet(kind)
    if seen.split:  # whatever the two hands draw then
        closes = bet.split_closes is None or bet.split_closes.value
        seen = DecidingCards(seen.player[:2], seen.dealer, closed=closes, split=True)
    row = decide(rules, bet, seen)
    if row is None:
        return None
    settled = settle_row(bet, row, stake, prize_per_dollar=prize_per_dollar)
    if (
        seen.split
        and bet.split_closes is not None
        and stage(rules, kind, seen) is DecidingStage.SPLIT
    ):
        under = bet.split_closes.under
        settled = Settled(settled.result, settled.paid, settled.returned, under)
    return DecidedSideBet(row, settled)


def settle_row(
    bet: SideBet, row: int, stake: Cents, *, prize_per_dollar: Cents | None = None
) -> Settled:
    """The result of a stake by the row of that number; the last number means that none wins."""
    rows = bet.rows.value.rows
    if row == len(rows):
        return not_won(stake, bet.otherwise)
    pays: Pays = rows[row].pays
    under = rows[row].under
    match pays:
        case PrizeTable():
            if prize_per_dollar is None:
                return settle_after_failure(bet, stake)
            return settle_drawn(bet, stake, prize_per_dollar)
        case Odds():
            return won(stake, pays, under)
        case Otherwise.LOSE:
            return lost(under)
        case _:
            return stood_off(stake, under)


def wins_a_draw(rules: TableRules, bet: SideBet, seen: DecidingCards) -> bool:
    """Whether a prize is to be drawn for these cards."""
    if bet.draw is None:
        return False
    rows, row = bet.rows.value.rows, decide(rules, bet, seen)
    return row is not None and row < len(rows) and isinstance(rows[row].pays, PrizeTable)


def label_of(bet: SideBet, row: int) -> str:
    """The row of that number in the book's words."""
    rows = bet.rows.value.rows
    return bet.label if row == len(rows) else rows[row].label


def stage(rules: TableRules, kind: str, seen: DecidingCards) -> DecidingStage:
    """What decided a bet: the first card after which nothing could change it, or the end."""
    bet = rules.side_bet(kind)
    stages = (DecidingStage.FIRST_CARD, DecidingStage.SECOND_CARD, DecidingStage.THIRD_CARD)
    cards = 2 if seen.split else len(seen.player)
    for number, by_now in enumerate(stages[:cards], 1):
        so_far = DecidingCards(seen.player[:number], seen.dealer)
        if decide(rules, bet, so_far) is not None:
            return by_now
    return DecidingStage.SPLIT if seen.split else DecidingStage.STAND
