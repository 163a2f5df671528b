"""When side bets on the first two cards are settled."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.law.wagering import PART_OF_KIND
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import Provision, TableRules
from pitboss.rulebooks.enumerations import SideSettled


class SettledWhen(NamedTuple):
    """The moment of settlement, and its clause."""

    when: SideSettled
    under: str


def settled_when(rules: TableRules, kind: WagerKind) -> SettledWhen | None:
    """The moment for a bet on the first two cards; None for one that its own cards decide."""
    part = getattr(rules, PART_OF_KIND[kind])
    said: Provision[SideSettled] | None = getattr(part, "settled", None)
    return None if said is None else SettledWhen(said.value, said.under)
