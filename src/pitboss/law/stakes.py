"""Stakes: each bettor's total on a box per kind of wager, however it was built up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import gcd
from typing import NamedTuple

from msgspec import Struct

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.wagers import WagerKind
from pitboss.money import Cents, dollars, is_payable
from pitboss.rulebooks import TableRules


class StakedBet(Struct, frozen=True, gc=False):
    """Chips on a box: the bettor, the kind of wager, and the amount."""

    box: int
    player: str
    kind: str
    stake: Cents


class OnBox(NamedTuple):
    """One bettor's stake of a kind on a box, and the total of all bettors."""

    own: Cents
    together: Cents


def on_box(bets: Iterable[StakedBet], bet: StakedBet, kind: str) -> OnBox:
    """The bettor's own stake of that kind on the bet's box, and the total of all bettors."""
    own = together = 0
    for other in bets:
        if other.kind == kind and other.box == bet.box:
            together += other.stake
            if other.player == bet.player:
                own += other.stake
    return OnBox(own, together)


def by_player(bets: Iterable[StakedBet]) -> dict[str, Cents]:
    """Each bettor's total of these bets, in the order of their first chips."""
    sums: dict[str, Cents] = {}
    for bet in bets:
        sums[bet.player] = sums.get(bet.player, 0) + bet.stake
    return sums


def highest(sums: Mapping[str, Cents]) -> str | None:
    """The bettor with the highest stake; among equals, the first to bet."""
    # max returns the first of equals.
    return max(sums, key=sums.__getitem__) if sums else None


def circles(bets: Iterable[StakedBet]) -> dict[str, int]:
    """The number of boxes on which each bettor has a main wager."""
    on = dict.fromkeys((bet.player, bet.box) for bet in bets if bet.kind is WagerKind.MAIN)
    numbers: dict[str, int] = {}
    for player, _ in on:
        numbers[player] = numbers.get(player, 0) + 1
    return numbers


def payable(rules: TableRules, amount: Cents) -> bool:
    """Whether the chips in use can make up the amount."""
    return is_payable(amount, rules.equipment.chips.value)


def in_chips(rules: TableRules, stake: Cents, under: str) -> Answer:
    """Permit a whole stake under a clause, if the chips in use can make it up."""
    if payable(rules, stake):
        return Permit(under)
    chips = rules.equipment.chips
    return Refusal(chips.under, f"{dollars(stake)} cannot be made up in this table's chips")


def most_payable(rules: TableRules, at_most: Cents) -> Cents:
    """The largest amount up to this one that the chips in use can make up."""
    unit = gcd(*rules.equipment.chips.value)
    amount = at_most - at_most % unit
    while amount > 0 and not payable(rules, amount):
        amount -= unit
    return max(amount, 0)
