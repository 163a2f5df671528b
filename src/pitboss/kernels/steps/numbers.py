"""The book's values in two arrays, as the step kernel reads them.

A step takes a few dozen nanoseconds, so its tables are close together; the records of the full
kernel are read once, when the tables are made.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.round_tables import STAKES
from pitboss.kernels.full.game import MOST_DEALERS_STATES, MOST_STATES, Shorts
from pitboss.kernels.full.tables import Compiled

# The tables, each from its place on.
CLASSES: Final = 0
UP_CARD: Final = CLASSES + 52
DEALER_SINGLE: Final = UP_CARD + 10
DEALER_FOLLOWS: Final = DEALER_SINGLE + 10
DEALER_FACTS: Final = DEALER_FOLLOWS + 10 * MOST_DEALERS_STATES
SECOND_IS_DUE: Final = DEALER_FACTS + MOST_DEALERS_STATES
FURTHER_IS_DUE: Final = SECOND_IS_DUE + 10 * STAKES
FACTS: Final = FURTHER_IS_DUE + STAKES
FOLLOWS: Final = FACTS + MOST_STATES
"""As long as there are states; behind it are the tables of side bets."""


class Numbers(NamedTuple):
    """Single numbers, in the order in which they are in their array."""

    has_hole: int
    settles_at_look: int
    surrenders_first: int
    natural_at_stake: int
    gives_back_busts: int
    states: int
    outcomes: int
    per: int
    """The number of units in one wager"""
    natural_wins: int
    natural_ties: int
    even_money: int
    insurance_wins: int
    insurance_loses: int
    surrendered: int
    surrendered_to_blackjack: int
    size: int
    burned: int
    burned_again: int
    shuffles_at_once: int
    goes_on: int
    serves_on: int
    on_dealer: int
    ups: int
    many_groups: int
    many_ends: int
    up_sides: int
    """Where in the tables the classes of the dealer's first card begin, and so on"""
    third_class: int
    deal_ends: int
    third: int
    closed: int
    groups: int
    dealers_follows: int
    dealers_ends: int
    bank: int
    bank_pays_paid: int
    bank_pays_collected: int
    bank_collects_paid: int
    bank_collects_collected: int
    bank_blocks_losses: int
    bank_returns: int
    losers_first: int


AT: Final = Numbers(*range(len(Numbers._fields)))
"""Where each of the numbers is."""

_OF_GAME: Final = (*Numbers._fields[:7], *Numbers._fields[8:15], *Numbers._fields[16:21])
_OF_BANK: Final = (
    "pays_paid", "pays_collected", "collects_paid", "collects_collected", "blocks_losses",
    "returns",
)  # fmt: skip


def laid_out(made: Compiled) -> tuple[Shorts, Numbers]:
    """The tables of a book with its side bets, and its numbers."""
    game, bank, sides = made.record, made.record.bank, made.sides
    own = np.zeros(FOLLOWS + 10 * int(game.states), np.uint16)
    for at, table in (
        (CLASSES, game.classes),
        (UP_CARD, game.up_card),
        (DEALER_SINGLE, game.dealer.single),
        (DEALER_FOLLOWS, game.dealer.follows),
        (DEALER_FACTS, game.dealer.facts),
        (SECOND_IS_DUE, game.dealer.second_is_due),
        (FURTHER_IS_DUE, game.dealer.further_is_due),
        (FACTS, game.facts),
        (FOLLOWS, game.follows[: 10 * int(game.states)]),
    ):
        own[at : at + len(table)] = table
    parts: dict[str, NDArray[Any]] = {
        "up_sides": game.sides.up_class,
        "third_class": game.sides.third_class,
        "deal_ends": sides.deal_ends,
        "third": sides.third,
        "closed": sides.closed,
        "groups": sides.groups,
        "dealers_follows": sides.follows,
        "dealers_ends": sides.ends,
    }
    begins = np.cumsum([len(own), *(len(part) for part in parts.values())])
    numbers = Numbers(
        **{name: int(getattr(game, name)) for name in _OF_GAME},
        **{f"bank_{name}": int(getattr(bank, name)) for name in _OF_BANK},
        **{name: int(at) for name, at in zip(parts, begins[:-1], strict=True)},
        per=made.units.per,
        size=int(game.shoe_size),
        on_dealer=int(game.sides.on_dealer),
        ups=int(game.sides.ups),
        many_groups=int(game.sides.groups),
        many_ends=int(game.sides.ends),
        bank=int(bank.wager),
        losers_first=int(bank.losers_first),
    )
    return np.concatenate([own, *parts.values()]), numbers
