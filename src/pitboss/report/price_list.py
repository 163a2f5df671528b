"""The prices of a game: the main wager, insurance and every side bet of the book."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from pitboss.cards import Card
from pitboss.jsonable import plain
from pitboss.law.dealer import peeks_with
from pitboss.law.settlement import blackjack_is_paid
from pitboss.law.side_bets.registry import in_the_book, on_offer
from pitboss.money import dollars
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import BlackjackPaid, PairsBy
from pitboss.solver import CannotPrice, Solution
from pitboss.solver.side_bets import SideBetPrice


class SideBetQuote(Struct, frozen=True):
    """The price of a side bet in the book, and whether the table offers it."""

    price: SideBetPrice
    offered: bool

    def to_json(self) -> dict[str, Any]:
        """The price as data, without an exact value if that depends on how the hand is played."""
        document = {
            **_price_json(self.price),
            "hit_frequency": float(self.price.hit_frequency),
            "sd": self.price.sd,
            "offered": self.offered,
        }
        if self.price.by_up_card:
            document["by_up_card"] = {
                up: {"ev": float(ev), "exact": str(ev)} for up, ev in self.price.by_up_card
            }
        return document


class Quotation(Struct, frozen=True):
    """The price of everything at a table that has one, and a note on everything that has none."""

    solution: Solution
    insurance: SideBetPrice | None
    side_bets: tuple[SideBetQuote, ...]
    notes: tuple[str, ...]

    def to_json(self, *, hands: bool) -> dict[str, Any]:
        """The prices as one document, with the value of every hand if ``hands`` is set."""
        solution, spread = self.solution, self.solution.spread
        document: dict[str, Any] = {
            "book": solution.rules.book.id,
            "settings": plain(solution.rules.settings),
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
        if not solution.is_full:
            document["shoe"] = str(solution.shoe)
            document["cards"] = solution.shoe.by_rank()
        if hands:
            document["hands"] = [hand.to_dict() for hand in solution.hands]
        if self.notes:
            document["notes"] = list(self.notes)
        return document


def quote(solution: Solution) -> Quotation:
    """Price insurance and the side bets too, with a note on whatever the shoe leaves open."""
    notes: list[str] = []
    insurance = None
    try:
        insurance = solution.insurance
    except CannotPrice as error:
        notes.append(f"insurance cannot be priced here: {error}")
    offered = on_offer(solution.rules)
    side_bets = []
    for kind in in_the_book(solution.rules):
        try:
            side_bets.append(SideBetQuote(solution.side_bet(kind), kind in offered))
        except CannotPrice as error:
            notes.append(str(error))
    if not solution.is_full and solution.rules.splitting.tens_by.value is PairsBy.RANK:
        notes.append(
            "the shoe does not say which ten-value cards are left; we assume equal numbers of each "
            "rank, which decides how often two of them are a pair"
        )
    if solution.rules.banking is not None:
        notes.append(_banked(solution.rules))
    notes.extend(_paid_unchecked(solution.rules))
    return Quotation(solution, insurance, tuple(side_bets), tuple(notes))


def _banked(rules: TableRules) -> str:
    banking = rules.present(rules.banking, "banking")
    fee = banking.fee_per_circle
    return (
        "players bank this game, so the edge is the bank's, assuming it covers every wager (the "
        "par sheet has the edge by size of bank); "
        f"the fee of {dollars(fee.value)} per circle ({rules.cite(fee.under)}) is not included"
    )


def _paid_unchecked(rules: TableRules) -> Iterator[str]:
    """A note where a blackjack is paid at once although the dealer may hold one, unchecked."""
    for shown, up in (("an ace", Card("As")), ("a ten", Card("Ts"))):
        paid = blackjack_is_paid(rules, up)
        if peeks_with(rules, up) or paid.when is BlackjackPaid.AT_THE_END:
            continue
        deal = rules.deal
        yield (
            f"against {shown} the dealer does not check for a blackjack "
            f"({rules.cite(deal.looks_under.under)}), and a player's blackjack does not wait for "
            f"the dealer's hand ({rules.cite(deal.blackjack_waits.under)}): it is paid even where "
            "the dealer has one too; if it is to wait, deal.blackjack_waits must name this up card"
        )


def _price_json(price: SideBetPrice) -> dict[str, Any]:
    if price.exact is None:
        return {"ev": float(price.ev), "policy": price.policy}
    return {"ev": float(price.ev), "exact": price.exact}
