"""What a player-dealer's bank is worth by its size: a small one cannot pay everyone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from pitboss.compiled.errors import CannotPrice
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import BankLimit, ExhaustedBank
from pitboss.simulator import simulate

SIZES: Final = (1, 2, 3, 5, 10)
"""The sizes of the bank, in main wagers"""

SEATS: Final = (3, 7)
"""How many players bet one main wager each"""

ROUNDS: Final = 400_000


class BankSize(Struct, frozen=True):
    """What a player wins per main wager against a bank of this size."""

    seats: int
    bank: int
    exhausted: ExhaustedBank
    ev: float
    se: float

    @property
    def banks(self) -> float:
        """What the bank wins per round."""
        return -self.ev * self.seats

    def to_json(self) -> dict[str, Any]:
        """The figures as data."""
        return {
            "seats": self.seats, "bank": self.bank, "exhausted": self.exhausted.value,
            "ev": self.ev, "se": self.se, "bank_per_round": self.banks,
        }  # fmt: skip


def readings(rules: TableRules) -> tuple[ExhaustedBank, ...]:
    """What an exhausted bank may do with later losing wagers, as elected first.

    Under a gross or a matched limit the choice changes nothing.
    """
    banking = rules.present(rules.banking, "banking")
    elected = banking.exhausted.value
    if banking.limit.value is not BankLimit.NET:
        return (elected,)
    return (elected, *(other for other in ExhaustedBank if other is not elected))


def bank_sizes(
    rules: TableRules,
    *,
    sizes: tuple[int, ...] = SIZES,
    seats: tuple[int, ...] = SEATS,
    rounds: int = ROUNDS,
) -> Iterator[BankSize]:
    """Simulate basic strategy against banks of each size, under each reading of an empty one.

    The strategy is the best one against a bank that covers every wager.
    """
    if rules.banking is None:
        raise CannotPrice(f"in {rules.book.id} the house banks, not a player")
    free = rules.equipment.boxes.value - 1  # no cards are dealt to the player-dealer's own box
    for players in sorted({min(number, free) for number in seats}):
        for bank in sizes:
            for exhausted in readings(rules):
                read = rules.with_provision("banking.exhausted", exhausted)
                run = simulate(read, seats=players, bank=bank, side_bets=(), rounds=rounds)
                yield BankSize(players, bank, exhausted, run.ev, run.se)
