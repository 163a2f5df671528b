"""If a dealer blackjack takes only the original wager, busts do not prevent the dealer's draw."""

from __future__ import annotations

import pytest

from pitboss.cards import cards
from pitboss.law.dealer import AtStake, card_would_matter
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import TableRules
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.sources import Rigged
from pitboss.table.table import Automation, Table
from tests.support import rules


def _original_only() -> TableRules:
    return rules("classic", hole_card="none", dealer_blackjack_takes="original")


def _doubled_and_bust(table_rules: TableRules, *, up: str, then: str) -> dict[str, int]:
    """What is returned of each wager of 10 after a double that busts."""
    table = Table(table_rules, Rigged(f"6c {up} 6d Th {then}"), automation=Automation.EVERYTHING)
    table.do(acts.Sit(box=1, player="Ada"))
    table.do(acts.Bet(box=1, player="Ada", stake=10_00))
    table.do(acts.CloseBets())
    table.do(acts.Double(box=1))
    settled = [event for event in table.log.events if isinstance(event, e.WagerSettled)]
    back = {event.wager: event.returned for event in settled}
    return {WagerKind.MAIN: back[1], WagerKind.DOUBLE: back[2]}


def test_the_extra_wager_of_a_bust_comes_back_from_a_blackjack() -> None:
    back = _doubled_and_bust(_original_only(), up="As", then="Ks")
    assert back == {WagerKind.MAIN: 0, WagerKind.DOUBLE: 10_00}


def test_without_a_blackjack_it_is_lost() -> None:
    back = _doubled_and_bust(_original_only(), up="As", then="9s")
    assert back == {WagerKind.MAIN: 0, WagerKind.DOUBLE: 0}


@pytest.mark.parametrize("takes", ["all", "busted_plus_one"])
def test_where_busts_are_final_no_second_card_is_dealt(takes: str) -> None:
    table_rules = rules("classic", hole_card="none", dealer_blackjack_takes=takes)
    back = _doubled_and_bust(table_rules, up="As", then="")
    assert back == {WagerKind.MAIN: 0, WagerKind.DOUBLE: 0}


def test_a_first_card_that_cannot_become_a_blackjack_needs_no_second() -> None:
    stake = AtStake(busts_capped=True)
    assert card_would_matter(_original_only(), cards("As"), stake)
    assert card_would_matter(_original_only(), cards("Qs"), stake)
    assert not card_would_matter(_original_only(), cards("6s"), stake)
