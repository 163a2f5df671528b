"""A quotation: the price of the main game with insurance and side bets, ready to be told."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pitboss.law.side_bets.registry import in_the_book, on_offer
from pitboss.money import dollars
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import PairsBy
from pitboss.solver import CannotPrice, Shoe, Solution
from pitboss.solver.side_bets import SideBetPrice


class SideBetQuote(Struct, frozen=True):
    """A side bet of the book, and whether it is on offer at the table."""

    price: SideBetPrice
    offered: bool

    def to_json(self) -> dict[str, Any]:
        """The price as data; no exact value where that depends on how the hand is played."""
        return {
            **_price_json(self.price),
            "hit_frequency": float(self.price.hit_frequency),
            "sd": self.price.sd,
            "offered": self.offered,
        }


class Quotation(Struct, frozen=True):
    """Everything at a table that has a price, and a note for what has none."""

    solution: Solution
    insurance: SideBetPrice | None
    side_bets: tuple[SideBetQuote, ...]
    notes: tuple[str, ...]

    def to_json(self, *, hands: bool) -> dict[str, Any]:
        """The quotation as one document, with the value of every hand if asked for."""
        solution, spread = self.solution, self.solution.spread
        document: dict[str, Any] = {
            "book": solution.rules.book.id,
            "settings": solution.rules.settings,
            "main": {
                "ev": solution.ev,
                "house_edge": solution.house_edge,
                "sd": spread.sd,
                "policy": solution.policy.value,
                "average_wager": spread.average_wager,
                "memory_at_most": solution.memory_at_most,
            },
            "insurance": None if self.insurance is None else _price_json(self.insurance),
            "side_bets": {bet.price.name: bet.to_json() for bet in self.side_bets},
            "hands_given_no_dealer_blackjack": solution.given_no_blackjack,
            "cpu_seconds": solution.cpu_seconds,
        }
        if not is_full(solution):
            document["shoe"] = str(solution.shoe)
        if hands:
            document["hands"] = [hand._asdict() for hand in solution.hands]
        if self.notes:
            document["notes"] = list(self.notes)
        return document


def quote(solution: Solution) -> Quotation:
    """Price what goes with the main game; what the shoe leaves open is noted, not guessed."""
    notes: list[str] = []
    insurance = None
    try:
        insurance = solution.insurance
    except CannotPrice as error:
        notes.append(f"insurance has no price here: {error}")
    offered = on_offer(solution.rules)
    side_bets = []
    for kind in in_the_book(solution.rules):
        try:
            side_bets.append(SideBetQuote(solution.side_bet(kind), kind in offered))
        except CannotPrice as error:
            notes.append(str(error))
    if not is_full(solution) and solution.rules.splitting.tens_by.value is PairsBy.RANK:
        notes.append(
            "which ten-point cards are left is not known; each rank of them is taken to have "
            "an equal share, which decides how often two of them are a pair"
        )
    if solution.rules.banking is not None:
        notes.append(_banked(solution.rules))
    return Quotation(solution, insurance, tuple(side_bets), tuple(notes))


def _banked(rules: TableRules) -> str:
    banking = rules.present(rules.banking, "banking")
    fee = banking.fee_per_circle
    return (
        "a player banks this game, so the edge is the bank's, taken to cover every wager; "
        f"the fee of {dollars(fee.value)} a circle ({rules.cite(fee.under)}) is not in it"
    )


def is_full(solution: Solution) -> bool:
    """Whether the price is from the full shoe of the table."""
    return solution.shoe == Shoe.of_decks(solution.rules.equipment.decks.value)


def _price_json(price: SideBetPrice) -> dict[str, Any]:
    if price.exact is None:
        return {"ev": float(price.ev), "policy": price.policy}
    return {"ev": float(price.ev), "exact": price.exact}
