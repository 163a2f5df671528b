"""Whether a scenario is possible under the book: its settings, its bank and its shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pitboss.cards import Card
from pitboss.rulebooks import Rulebook, TableRules
from pitboss.scenarios.format import ScenarioRound, ScriptedFaceUp
from pitboss.scenarios.values import ReaderPosition


def elected(at: ReaderPosition, book: Rulebook, settings: Mapping[str, Any]) -> TableRules:
    """The rules of a table with these settings."""
    try:
        return book.elect_all(settings)
    except (ValueError, TypeError, LookupError, ArithmeticError) as error:
        raise at.bad(str(error)) from None


def check_round(at: ReaderPosition, one: ScenarioRound, rules: TableRules) -> None:
    """Check that the bank, the shoe and the settings of a round are possible under the rules."""
    if one.bank is not None and rules.banking is None:
        raise at.key("bank").bad(f"no player banks under {rules.book.id}")
    decks = rules.equipment.decks.value
    dealt = Counter(item.card if isinstance(item, ScriptedFaceUp) else item for item in one.shoe)
    for item, times in dealt.items():
        if isinstance(item, Card) and times > decks:
            raise at.key("shoe").bad(
                f"{item.text} comes out {times} times; {decks} decks allow {decks}"
            )
    for number, again in enumerate(one.expect.net_with or (), 1):
        here = at.key("expect").key("net_with").item(number).key("settings")
        elected(here, rules.book, dict((*rules.choices, *again.settings)))
