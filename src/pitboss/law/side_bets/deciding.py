"""When a side bet is decided, and by which row."""

from __future__ import annotations

from msgspec import Struct

from pitboss.cards import Card
from pitboss.law.side_bets.terms import TermReading, holds, may_hold, read_by
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.schema import SideBet
from pitboss.rulebooks.side_bets import DEALERS, PLAYERS, CardAt, Condition


class DecidingCards(Struct, frozen=True, gc=False):
    """The cards that decide: of the box as dealt, and of the dealer."""

    player: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    closed: bool = False
    """Whether the box takes no third card"""
    split: bool = False
    """Whether it is a split that closes it"""
    done: bool = False
    """Whether the dealer takes no more cards"""

    def at(self, of: tuple[CardAt, ...]) -> tuple[tuple[Card, ...], bool]:
        """The cards at these places, and whether some are still to come."""
        cards: tuple[Card, ...] = ()
        waits = False
        for place in of:
            if place is CardAt.DEALERS_HAND:
                cards += self.dealer
                waits |= not self.done
                continue
            is_players = place in PLAYERS
            held = self.player if is_players else self.dealer
            number = (PLAYERS if is_players else DEALERS).index(place)
            if number < len(held):
                cards += (held[number],)
            else:
                waits |= not (self.closed if is_players and number == 2 else self.done)
        return cards, waits


def decide(rules: TableRules, bet: SideBet, seen: DecidingCards) -> int | None:
    """The number of the winning row; None while a card to come may change it.

    The rows are tried from the top; one that can no longer win is skipped. The number after the
    last row means that none wins.
    """
    by = read_by(rules, bet)
    rows = bet.rows.value.rows
    for number, row in enumerate(rows):
        waits = False
        for condition in row.when:
            may, more = _may_be(condition, seen, by)
            if not may:
                break  # this row is out
            waits |= more
        else:
            return None if waits else number
    return len(rows)


def _may_be(condition: Condition, seen: DecidingCards, by: TermReading) -> tuple[bool, bool]:
    """Whether a condition is met or may still be, and whether cards are to come for it."""
    cards, more = seen.at(condition.of)
    if more:
        return all(may_hold(term, cards, by) for term in condition.terms), True
    if len(cards) < len(condition.of) and CardAt.DEALERS_HAND not in condition.of:
        return False, False  # a card that it asks for did not come
    return all(holds(term, cards, by) for term in condition.terms), False
