"""Bets that a player only says, and bets beyond the limits that were not rejected."""

from __future__ import annotations

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT


def may_say(rules: TableRules, *, has_chips: bool) -> Answer:
    """Whether a player may ask for a bet that the house places for them."""
    under = rules.book.cites.get("spoken_wager")
    if under is None:
        return Refusal(NOT_IN_THE_TEXT, "in this game the house places no bets for players")
    if not has_chips:
        return Refusal(under, "a spoken bet needs the chips that it is made with")
    return Permit(under)


def may_place_spoken(rules: TableRules, *, is_open: Answer) -> Answer:
    """Whether the house may still place a bet that a player has said."""
    under = rules.book.cites.get("spoken_wager")
    if not is_open:
        late = rules.book.cites.get("spoken_in_time", is_open.under)
        return Refusal(late, "a spoken bet must be placed before the bets are closed")
    return Permit(is_open.under if under is None else under)


def may_be_unnoticed(rules: TableRules) -> Answer:
    """Whether the book says what becomes of a bet beyond the limits that was not rejected."""
    under = rules.book.remedies.get("over_limit")
    if under is None:
        return Refusal(NOT_IN_THE_TEXT, "this book has no rule for a bet that went unnoticed")
    return Permit(under)
