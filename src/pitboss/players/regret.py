"""The exact judge of a policy: what it loses against the best play, without any sampling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pitboss.rulebooks import RulesLike, TableRules, rules_of
from pitboss.solver import Policy

from .function_policies import BadPolicy
from .policies import PolicyLike, play_by, solved


@dataclass(frozen=True)
class Regret:
    """What a policy is worth off the top of a full shoe, compared with the best play."""

    rules: TableRules
    policy: str
    value: float
    """What the policy wins for a wager of one, on average"""
    best: float
    """What the best play by the cards of the hand wins"""
    chart: float
    """What the best chart by totals wins"""

    @property
    def regret(self) -> float:
        """The value lost against the best play."""
        return self.best - self.value

    @property
    def against_chart(self) -> float:
        """The value lost against the best chart; below zero for a policy that beats it."""
        return self.chart - self.value

    def __float__(self) -> float:
        return self.regret

    def to_dicts(self) -> list[dict[str, Any]]:
        """One row: the book, the policy and its values."""
        return [
            {
                "book": self.rules.book.id,
                "policy": self.policy,
                "value": self.value,
                "best": self.best,
                "chart": self.chart,
                "regret": self.regret,
            }
        ]

    def __repr__(self) -> str:
        return (
            f"{self.policy} at {self.rules.book.id}: regret {self.regret:.4%} of the wager\n"
            f"  value  {self.value:+.6f}\n"
            f"  best   {self.best:+.6f}  by the cards of the hand\n"
            f"  chart  {self.chart:+.6f}  by totals, {self.against_chart:+.4%} from it"
        )


def regret(book: RulesLike, policy: PolicyLike, **elections: Any) -> Regret:
    """The exact value that a policy loses against the best play.

    The policy is a function of a hand and an up card, a chart or its file, or a name that the
    solver knows. It is priced off the top of a full shoe; insurance and bets are not part of it.

    >>> def mimic(hand, up):
    ...     return "stand" if hand.total >= 17 else "hit"
    >>> print(f"{float(regret('leaflet', mimic)):.2%}")
    5.13%
    """
    rules = rules_of(book, **elections)
    play = play_by(rules, policy)
    value = play.exact
    if value is None:
        raise BadPolicy(
            f"{play.name} plays hands made by splitting unlike others of the same cards, which "
            "cannot be priced exactly; simulate it instead"
        )
    best, chart = solved(rules, Policy.OPTIMAL).ev, solved(rules, Policy.BASIC).ev
    return Regret(rules, play.name, value, best, chart)
