"""Limits and options of an open table change only as the book allows, and not under a bet."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from pitboss.law.answers import Refusal
from pitboss.law.open_changes import may_change
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.rulebooks.errors import BadBook
from pitboss.rulebooks.loader import read_text
from pitboss.rulebooks.open_changes import UNSTATED, From
from pitboss.solver import solve
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.log_verifier import replay, verify
from pitboss.table.procedure import open_changes
from pitboss.table.procedure.duties import active
from pitboss.table.sources import Seeded
from pitboss.table.state import Phase
from pitboss.table.stored_state import read_state, written_state
from pitboss.table.table import NotPermitted, Table
from tests.table.helpers import close_window


def table_of(book: str, **options: Any) -> Table:
    table = Table(rulebook(book).elect(**options), Seeded(7))
    table.do(acts.Arrive(player="Ana"))
    table.do(acts.Sit(box=1, player="Ana"))
    return table


def propose(table: Table, rounds: int = 0, minutes: int = 0, **settings: Any) -> None:
    order = partial(
        open_changes.propose, settings=settings, by="Sara", why="busy", rounds=rounds,
        minutes=minutes,
    )  # fmt: skip
    table.change(order)


def approve(table: Table, number: int = 1) -> tuple[e.Event, ...]:
    return table.change(partial(open_changes.approve, number=number, second="Mia"))


def shuffled(table: Table) -> None:
    """A new shoe, if one is due."""
    due = table.shuffle_is_due()
    if due is not None:
        table.shuffle(*due)


def finished(table: Table) -> None:
    """Deal the round; nobody takes a card unless they must."""
    shuffled(table)
    table.do(acts.CloseBets())
    while table.state.boxes:
        if (result := active(table.state)) is not None and table.state.phase is Phase.PLAY:
            place: dict[str, Any] = {"box": result[0].number, "hand": result[1].number}
            may_stand = table.ask(acts.Stand(**place)) is None
            table.do(acts.Stand(**place) if may_stand else acts.Hit(**place))
        else:
            close_window(table)


def play(table: Table, stake: int) -> None:
    """One round of a bet of Ana's, who stands."""
    shuffled(table)
    table.do(acts.Bet(box=1, player="Ana", stake=stake))
    finished(table)


@pytest.mark.parametrize("book", BOOKS)
def test_every_option_of_a_book_says_from_when_it_may_change(book: str) -> None:
    held = rulebook(book)
    assert held.open_changes.keys() == held.elections.keys()
    assert all(terms.why != UNSTATED for terms in held.open_changes.values())


@pytest.mark.parametrize(
    ("book", "settings", "under"),
    [
        ("nz", {"max": 1000}, "14.2#1"),
        ("nz", {"player_max": 200}, "14.2#2"),
        ("rws", {"min": 100}, "3.4"),
        ("zappit", {"min": 25}, "gap.limits"),
        ("nobust", {"max": 200}, "table.5"),
        ("leaflet", {"pp_max": 25}, "gap.limits"),
        ("classic", {"max": 500}, "limits.1"),
    ],
)
def test_limits_change_under_the_clause_of_the_book(
    book: str, settings: dict[str, Any], under: str
) -> None:
    assert may_change(rulebook(book).default_rules, settings).under == under


@pytest.mark.parametrize(
    ("book", "settings", "under"),
    [
        ("nz", {"pp_scale": 2}, "15B.8#2"),
        ("nz", {"layout": 4}, "3.2(c)"),
        ("zappit", {"bj_pay": "6:5"}, "10(a)#2"),
        ("zappit", {"max_adjacent_boxes": 3}, "5(e)"),
        ("nobust", {"fee_player": 2}, "collection.1"),
        ("classic", {"blackjack_pays": "6:5"}, "settle.2"),
        ("rws", {"layout": "B"}, "2.1.1"),
    ],
)
def test_what_may_not_change_at_an_open_table_is_refused_by_its_clause(
    book: str, settings: dict[str, Any], under: str
) -> None:
    refused = may_change(rulebook(book).default_rules, settings)
    assert isinstance(refused, Refusal)
    assert refused.under == under
    assert "close it first" in refused.why


def test_values_out_of_range_or_contradicting_each_other_are_refused() -> None:
    rules = rulebook("nz").default_rules
    for settings in ({"min": 600}, {"min": "cheap"}, {"players_per_box": 4}):
        assert isinstance(may_change(rules, settings), Refusal)
    assert "already have" in getattr(may_change(rules, {"min": 5}), "why", "")
    assert "name at least one" in getattr(may_change(rules, {}), "why", "")
    assert "no option" in getattr(may_change(rules, {"sauna": 1}), "why", "")


def test_a_shoe_that_never_ends_has_no_next_shoe_to_change_with() -> None:
    rules = rulebook("rws").elect(dealing_device="continuous_shuffler")
    assert "never ends" in getattr(may_change(rules, {"decks": 6}), "why", "")


def test_a_bet_on_the_table_keeps_the_limits_under_which_it_was_placed() -> None:
    table = table_of("nz")
    table.do(acts.Bet(box=1, player="Ana", stake=5_00))
    propose(table, min=25, max=1000)
    (announced,) = approve(table)
    assert isinstance(announced, e.ChangeAnnounced)
    assert announced.from_round == 2
    with pytest.raises(NotPermitted, match="above the maximum of 500"):
        table.do(acts.Bet(box=1, player="Ana", stake=600_00))  # it is still this round
    finished(table)
    (changed,) = [event for event in table.log.events if isinstance(event, e.RulesChanged)]
    assert (changed.round, changed.under) == (2, "14.6")
    assert changed.sign_before == ("Wagers: at least 5, at most 500", "Box total at most 500")
    assert changed.sign == ("Wagers: at least 25, at most 1000", "Box total at most 1000")
    settled = [event for event in table.log.events if isinstance(event, e.WagerSettled)]
    assert [event.number for event in table.log.events if isinstance(event, e.RoundClosed)] == [1]
    assert len(settled) == 1
    with pytest.raises(NotPermitted, match="below the minimum of 25"):
        table.do(acts.Bet(box=1, player="Ana", stake=5_00))
    table.do(acts.Bet(box=1, player="Ana", stake=600_00))


def test_a_change_waits_for_its_notice_in_rounds() -> None:
    table = table_of("rws")
    propose(table, rounds=2, min=100)
    approve(table)
    minimums = []
    for _ in range(4):
        minimums.append(table.rules.limits.minimum.value)
        play(table, 100_00)
    assert minimums == [50_00, 50_00, 100_00, 100_00]


def test_a_change_waits_for_its_notice_in_minutes_and_then_for_an_empty_table() -> None:
    table = table_of("leaflet")
    propose(table, minutes=10, min=20)
    approve(table)
    table.do(acts.PassTime(minutes=10))
    assert table.rules.limits.minimum.value == 10_00  # ten whole minutes are not over yet
    table.do(acts.Bet(box=1, player="Ana", stake=10_00))
    table.do(acts.PassTime(minutes=1))
    assert table.rules.limits.minimum.value == 10_00  # a bet lies
    finished(table)
    assert table.rules.limits.minimum.value == 20_00


def test_other_cards_come_with_a_new_shoe_and_the_price_follows() -> None:
    table = table_of("classic")
    before = solve(table.rules).house_edge
    play(table, 10_00)
    propose(table, decks=1, penetration="1/2")
    approve(table)
    play(table, 10_00)
    assert table.rules.equipment.decks.value == 6
    for _ in range(100):
        if table.rules.equipment.decks.value == 1:
            break
        play(table, 10_00)
    shuffled = [event for event in table.log.events if isinstance(event, e.CardsShuffled)]
    assert [event.cards for event in shuffled] == [312, 52]
    after = solve(table.rules).house_edge
    assert after != before
    assert after == solve(rulebook("classic").elect(decks=1, penetration="1/2")).house_edge
    play(table, 10_00)
    assert verify(table.log.write().splitlines()).ok


def test_the_one_who_proposed_a_change_does_not_approve_it() -> None:
    table = table_of("nz")
    propose(table, max=1000)
    with pytest.raises(NotPermitted, match="someone else"):
        table.change(partial(open_changes.approve, number=1, second="Sara"))
    with pytest.raises(NotPermitted, match="pending"):
        propose(table, min=10)
    approve(table)
    with pytest.raises(NotPermitted, match="does not await"):
        approve(table)


def test_a_withdrawn_change_never_holds() -> None:
    table = table_of("nz")
    propose(table, rounds=1, max=1000)
    approve(table)
    with pytest.raises(NotPermitted, match="reason"):
        table.change(partial(open_changes.drop, number=1, by="Sara", why=" "))
    table.change(partial(open_changes.drop, number=1, by="Sara", why="the party left"))
    play(table, 5_00)
    play(table, 5_00)
    assert table.rules == rulebook("nz").default_rules
    assert not [event for event in table.log.events if isinstance(event, e.RulesChanged)]


def test_the_log_replays_a_change_and_a_snapshot_keeps_it() -> None:
    table = table_of("nz")
    for number, most in enumerate((1000, 2000), 1):
        propose(table, max=most)
        approve(table, number)
        play(table, 600_00 if number == 2 else 5_00)
    assert replay(table.log.events) == table.state
    assert table.rules == rulebook("nz").elect(max=2000)
    assert verify(table.log.write().splitlines()).ok
    forged = table.log.write().replace(b'"after":2000', b'"after":3000')
    assert not verify(forged.splitlines()).ok
    opened = replay(table.log.events[:1])
    assert read_state(opened, written_state(table.state)) == table.state


def test_a_log_in_which_rules_change_without_notice_is_not_replayed() -> None:
    table = table_of("nz")
    propose(table, rounds=1, max=1000)
    proposed = table.log.events[-1]
    assert isinstance(proposed, e.ChangeProposed)
    changed = e.RulesChanged(number=1, round=1, options=proposed.options, under="14.2#1")
    with pytest.raises(ValueError, match="not the one that was announced"):
        replay([*table.log.events, changed])
    approve(table)
    with pytest.raises(ValueError, match="before its notice is over"):
        replay([*table.log.events, changed])


def test_a_snapshot_of_a_table_without_changes_is_as_it_was() -> None:
    assert b'"changes"' not in written_state(table_of("nz").state)


def test_a_book_of_ones_own_keeps_the_options_of_its_base_and_may_close_them() -> None:
    text = 'id = "mine"\ntitle = "Mine"\nbased_on = "nz"\n'
    assert read_text("mine", text).open_changes["max"].start is From.ROUND
    rows = '[[changes]]\nfrom = "closed"\noptions = ["max"]\nunder = "14.2#1"\nwhy = "We say so."\n'
    assert read_text("mine", text + rows).open_changes["max"].start is From.CLOSED
    for wrong, why in (
        ('from = "closed"', "must be one of round"),
        ('["max"]', "no election"),
        ('under = "14.2#1"', "not in the ledger"),
    ):
        bad = {"must be one of round": 'from = "noon"', "no election": '["sauna"]'}
        with pytest.raises(BadBook, match=why):
            read_text("mine", text + rows.replace(wrong, bad.get(why, 'under = "99"')))
