"""A side bet that is placed after the deal: law, table, worked rounds, terminal, web, histories."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.envs import BadEnvironment
from pitboss.envs.spaces import stepped
from pitboss.history.sessions import read_history, read_log, write_history
from pitboss.law.phases import Phase
from pitboss.players.spreads import BadSpread, SideStake, Spread
from pitboss.rulebooks import BadBook, TableRules, rulebook
from pitboss.rulebooks.loader import read_text as read_book
from pitboss.scenarios.loader import read_text
from pitboss.scenarios.outcome import run_scenario
from pitboss.simulator import simulate
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.legal_acts import permitted
from pitboss.table.sources import Rigged
from pitboss.table.table import Table
from pitboss.table.words.transcript import transcript
from pitboss.web.rules.rules_views import side_bets
from pitboss.web.wire.prompts import window_acts

BOOK = Path(__file__).parents[2] / "examples" / "side_bets.toml"


@pytest.fixture(scope="module")
def rules() -> TableRules:
    return rulebook(str(BOOK)).elect(extra="bust_bonus,royal_match", surrender="late")


def bonus(dollars: int) -> acts.Bet:
    return acts.Bet(box=1, player="Ann", stake=100 * dollars, kind="bust_bonus")


def seated(rules: TableRules, shoe: str) -> Table:
    table = Table(rules, Rigged(shoe))
    table.do(acts.Sit(box=1, player="Ann"))
    table.do(acts.Bet(box=1, player="Ann", stake=10_00))
    return table


def why(table: Table, act: acts.Act) -> tuple[str, str]:
    refused = table.ask(act)
    assert refused is not None
    return refused.under, refused.why


def test_it_is_placed_between_the_deal_and_the_first_decision(rules: TableRules) -> None:
    table = seated(rules, "Tc 6d 9h 8c Kd")
    assert why(table, bonus(5)) == ("bonus.1", "Bust Bonus may be bet only after the deal")
    table.do(acts.CloseBets())
    assert table.state.phase is Phase.WINDOW
    assert why(table, acts.Bet(box=1, player="Ann", stake=5_00, kind="royal_match"))[1] == (
        "betting is closed"
    )
    assert why(table, bonus(0))[1] == "a wager must be more than zero"
    assert why(table, acts.Bet(box=2, player="Bob", stake=5_00, kind="bust_bonus")) == (
        "bets.2",
        "a side bet on box 2 needs a main wager there",
    )
    (placed,) = table.do(bonus(5))
    assert isinstance(placed, e.WagerPlaced)
    assert (placed.under, placed.kind) == ("bonus.1", "bust_bonus")
    table.do(bonus(2))  # chips are added to the one wager
    table.perform()
    table.go_on()
    assert why(table, bonus(5))[1] == "Bust Bonus may be bet only before the first decision"
    table.do(acts.Stand(box=1))
    (settled,) = (w for w in table.log.events if isinstance(w, e.WagerSettled) and w.wager == 2)
    assert (settled.paid, settled.under) == (7_00, "bonus.9")  # a bust after a six pays 1 to 1


def test_it_is_paid_by_the_suit_and_told_in_words(rules: TableRules) -> None:
    table = seated(rules, "Tc 6d 9h 8d Kd")
    table.do(acts.CloseBets())
    table.do(bonus(4))
    table.perform()
    table.go_on()
    table.do(acts.Stand(box=1))
    lines = [str(line) for line in transcript(table.log.events)]
    assert any('"Bust Bonus?"' in line for line in lines)
    assert any("Bust Bonus 4: wins 12" in line for line in lines), lines  # one suit pays 3 to 1


def test_a_blackjack_paid_at_once_does_not_shut_it_out(rules: TableRules) -> None:
    table = seated(rules.but(hole_card="none", surrender="none"), "Ac 6d Kh 8d Kd")
    table.do(acts.CloseBets())
    assert not table.state.open_wagers(kind="main")
    assert any(isinstance(act, acts.Bet) for act in permitted(table.state))
    table.do(bonus(4))
    table.perform()
    table.go_on()
    assert table.state.money["Ann"] == 15_00 + 12_00


def test_what_is_offered_then_is_offered_once(rules: TableRules) -> None:
    table = seated(rules, "Tc 6d 9h 8d Kd")
    table.do(acts.CloseBets())
    (offer,) = window_acts(table.state)
    shown = {key: offer[key] for key in ("act", "label", "kind", "box", "player", "least", "most")}
    assert shown == {
        "act": "bet",
        "label": "Bust Bonus",
        "kind": "bust_bonus",
        "box": 1,
        "player": "Ann",
        "least": 1_00,
        "most": None,
    }
    table.do(bonus(1))
    assert not window_acts(table.state)
    late = {bet["kind"]: bet["after_the_deal"] for bet in side_bets(rules)}
    assert late == {"royal_match": False, "bust_bonus": True}


ROUND = """
format: 1
rulebook: {book}
scenarios:
- id: L01
  title: "A bonus after the deal"
  rulebook: {book}
  settings: {{decks: 6, extra: bust_bonus}}
  wagers:
    - {{box: 1, player: P1, role: seated, kind: main, stake: 10}}
    - {{box: 1, player: P1, role: seated, kind: bust_bonus, stake: 5, refused: "bonus.1"}}
  shoe: [Tc, 6d, 9h, 8c, Kd]
  acts:
    - {{act: bet, box: 1, player: P1, role: seated, kind: bust_bonus, stake: 5}}
    - {{act: stand, box: 1}}
    - {{act: bet, box: 1, player: P1, role: seated, kind: bust_bonus, stake: 5, refused: "bonus.1"}}
  expect:
    wagers:
      - {{box: 1, player: P1, kind: main, stake: 10, hand: 1, result: win, paid: 10, returned: 20}}
      - {{box: 1, player: P1, kind: bust_bonus, stake: 5, result: win, paid: 5, returned: 10}}
"""


def test_a_worked_round_places_it_by_an_act() -> None:
    text = ROUND.format(book=str(BOOK))
    (scenario,) = read_text("late.yaml", text).scenarios
    outcome = run_scenario(scenario)
    assert outcome.passed, outcome.differences


def test_a_history_keeps_the_moment(rules: TableRules) -> None:
    table = seated(rules, "Tc 6d 9h 8d Kd")
    table.do(acts.CloseBets())
    table.do(bonus(5))
    table.perform()
    table.go_on()
    table.do(acts.Stand(box=1))
    entries = read_log(table.log.write().splitlines(keepends=True))
    text = "\n".join(write_history(entries))
    assert "bust_bonus" in text and "WagerPlaced" not in text
    assert read_history(text.splitlines()).events == tuple(table.log.events)


def test_where_it_cannot_be_it_is_refused_in_one_sentence(rules: TableRules) -> None:
    with pytest.raises(BadEnvironment, match="placed after the deal, which the compiled"):
        stepped(rules, None, side_bets=["bust_bonus"])
    assert [name for name, _ in stepped(rules, None, side_bets=None).shape.sides] == ["royal_match"]
    by_count = Spread(side_bets=(SideStake("bust_bonus", Fraction(1), 3),))
    with pytest.raises(BadSpread, match="placed after the deal, so a spread cannot"):
        simulate(rules, rounds=1000, spread=by_count)


BANKED = """
id = "house"
title = "The house game"
jurisdiction = "Example City"
document = "House rules"
based_on = "nobust"

[clauses]
"1" = "A side bet of our own."

[side_bets.extra]
name = "Extra"
short = "X"
cards = "dealer's hand"
rows = [{ when = "WHEN", pays = "1:1", label = "a bust", under = "1" }]
otherwise = { is = "lose", label = "no bust", under = "1" }
placed = { is = "after_the_deal", under = "1" }
dealer_draws = { is = "to_the_end", under = "1" }
settled = { is = "in_settlement", under = "1" }
offered = { is = true, under = "1" }
amounts = { is = { min = 1 }, under = "1" }
needs = { is = "own", under = "1" }
on_anothers_box = { is = false, under = "1" }
at_most_the_main = { is = false, under = "1" }
void_with_the_hand = { is = "while_open", under = "1" }
"""


def test_a_bank_and_a_bet_on_cards_that_are_known_are_refused_by_the_reader() -> None:
    with pytest.raises(BadBook, match="not supported where a player banks"):
        read_book("house.toml", BANKED.replace("WHEN", "bust"))
    ace = """rows = [{ when = "dealer's first: A", pays = "5:1", label = "ace", under = "1" }, """
    known = BANKED.replace("nobust", "classic").replace("rows = [", ace)
    with pytest.raises(BadBook, match=r"extra, row 1: looks only at cards that are on the table"):
        read_book("house.toml", known.replace("WHEN", "bust"))
