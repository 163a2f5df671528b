"""Wagers at a table: legal stakes, and their results in cents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from pitboss.law.side_bets.registry import on_offer, placed_late
from pitboss.law.wagers import WagerKind
from pitboss.players.seats import Setting
from pitboss.players.stakes import main_stake as main_stake
from pitboss.players.stakes import side_stake as side_stake
from pitboss.rulebooks import TableRules
from pitboss.table import events as e


class KernelDisagreement(AssertionError):
    """Kernel and table disagree; the message names the round and the wager."""


class Wagers(NamedTuple):
    """The results of one seat's wagers in one round, net and in cents."""

    bet: int
    hands: tuple[tuple[int, int], ...]
    """For each hand, by its number, the wager on the cards and its double"""
    insurance: int
    sides: tuple[tuple[str, int], ...]
    """Each side bet, or all of them together if a bank limits them"""
    is_void: bool = False


def with_side_bets(rules: TableRules, setting: Setting, placed_from: int | None = None) -> Setting:
    """The setting with every offered side bet, at stakes the book allows.

    They may be placed only from a true count up.
    """
    main, kinds = main_stake(rules), on_offer(rules)
    stakes = tuple((kind, Fraction(side_stake(rules, kind), main)) for kind in kinds)
    late = placed_late(rules)
    from_ = () if placed_from is None else tuple((k, placed_from) for k in kinds if k not in late)
    return replace(setting, side_stakes=stakes, side_bets_from=from_)


def wagers_of(wagers: Sequence[tuple[e.WagerPlaced, int]], *, banked: bool, void: bool) -> Wagers:
    """A seat's wagers in one round, each with its result."""
    hands: dict[int, list[int]] = {}
    sides: dict[str, int] = {}
    bet = insurance = 0
    for wager, net in wagers:
        if wager.kind == WagerKind.INSURANCE.value:
            insurance += net
        elif wager.hand is None:
            name = "all" if banked else wager.kind
            sides[name] = sides.get(name, 0) + net
        else:
            both = hands.setdefault(wager.hand, [0, 0])
            both[wager.kind == WagerKind.DOUBLE.value] += net
            if wager.kind == WagerKind.MAIN.value:
                bet = wager.stake
    nets = tuple((hands[n][0], hands[n][1]) for n in sorted(hands))
    return Wagers(bet, nets, insurance, tuple(sorted(sides.items())), void)
