"""Sections 3, 6 and 7: the cards before play, step by step, shuffled, cut and loaded."""

from __future__ import annotations

import pytest

from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure.card_preparation import batches, fans, open_steps, unfinished
from pitboss.table.sources import Rigged
from pitboss.table.table import NotPermitted, Table
from tests.support import clause, rules
from tests.table.helpers import bet, of, prepare, refused, sentences_of, shuffled

MIXING = ("wash", "stack", "riffle")


def arrived(**elections: object) -> Table:
    table = shuffled("nz", strict=True, **elections)
    table.do(acts.Arrive(player="P1"))
    return table


@clause("nz:6.1")
def test_supervisor_and_dealer_inspect_each_apart_from_the_other() -> None:
    table = arrived()
    table.do(acts.PrepareCards(step="inspect", by="Ann", role="dealer"))
    same = refused(table, acts.PrepareCards(step="inspect", by="Ann", role="supervisor"))
    assert same.under == "6.1"
    assert refused(table, acts.PrepareCards(step="spread", by="Ann")).under == "6.1"
    done = table.do(acts.PrepareCards(step="inspect", by="Sue", role="supervisor"))
    assert of(e.CardsPrepared, done)[0].by == "Sue"


@clause("nz:6.2#1")
def test_the_first_to_arrive_looks_at_cards_spread_face_up() -> None:
    table = shuffled("nz", strict=True)
    prepare(table, "inspect", "inspect:supervisor")
    assert refused(table, acts.PrepareCards(step="view", by="P1", role="player")).under == "6.2#1"
    prepare(table, "spread")
    nobody = refused(table, acts.PrepareCards(step="view", by="P1", role="player"))
    assert "not at the table" in nobody.why
    table.do(acts.Arrive(player="P1"))
    assert of(e.CardsPrepared, prepare(table, "view:player"))[0].under == "6.2#1"


def test_what_may_be_done_now_is_what_is_due_and_what_somebody_may_ask() -> None:
    def now(table: Table) -> list[tuple[int, str, str]]:
        return [(batch, step.step, step.by) for batch, step in open_steps(table.state)]

    table = arrived(card_supply="pre_shuffled")
    rights = [(1, "look", "player"), (1, "insist", "player")]
    assert now(table) == [(1, "release", "supervisor"), *rights]
    prepare(table, "release:supervisor", "look:player")
    assert now(table) == [(1, "mix", "dealer"), (1, "insist", "player")]
    prepare(table, "mix")
    table.prepare()
    assert now(table) == []


def test_the_fans_lie_deck_by_deck_in_suits_and_ranks() -> None:
    spread = fans(rules("nz", decks=4))
    assert len(spread) == 16
    assert spread[0] == "A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ T♠ J♠ Q♠ K♠"
    table = arrived()
    prepare(table, "inspect", "inspect:supervisor", "spread")
    assert spread[0] in sentences_of(table)[-1]


@clause("nz:6.3", "nz:6.3(a)", "nz:6.3(b)", "nz:6.3(c)")
def test_then_they_are_turned_washed_stacked_and_riffled_in_this_order() -> None:
    table = arrived()
    prepare(table, "inspect", "inspect:supervisor", "spread")
    assert refused(table, acts.PrepareCards(step="turn", by="Ann")).under == "6.2#1"
    prepare(table, "view:player")
    for early in MIXING:
        assert refused(table, acts.PrepareCards(step=early, by="Ann")).under == "6.3"
    done = prepare(table, "turn", *MIXING)
    message = [(p.step, p.under) for p in of(e.CardsPrepared, done)]
    assert message == [
        ("turn", "6.3"),
        ("wash", "6.3(a)"),
        ("stack", "6.3(b)"),
        ("riffle", "6.3(c)"),
    ]
    assert unfinished(table.state) is None


@clause("nz:6.4(a)", "nz:6.4(b)", "nz:6.4(c)")
def test_a_set_for_the_machine_is_mixed_and_needs_no_viewing() -> None:
    table = arrived(shuffler="automatic")
    for batch in (1, 2):
        prepare(table, "inspect", "inspect:supervisor", batch=batch)
        early = refused(table, acts.PrepareCards(step="riffle", by="Ann", batch=batch))
        assert early.under == "6.4(a)"
        done = prepare(table, *MIXING, batch=batch)
        assert [p.under for p in of(e.CardsPrepared, done)] == ["6.4(a)", "6.4(b)", "6.4(c)"]
    assert unfinished(table.state) is None
    shown = arrived(shuffler="automatic", fan_before_load=True)
    prepare(shown, "inspect", "inspect:supervisor")
    assert refused(shown, acts.PrepareCards(step="wash", by="Ann")).under == "6.4"


@clause("nz:6.5#2", "nz:6.5(a)", "nz:6.5(b)", "nz:6.5(c)")
def test_pre_checked_cards_come_out_of_safe_keeping_and_are_mixed() -> None:
    table = arrived(card_supply="pre_checked")
    assert refused(table, acts.PrepareCards(step="wash", by="Ann")).under == "6.5#2"
    done = prepare(table, "release:supervisor", *MIXING)
    texts = [p.under for p in of(e.CardsPrepared, done)]
    assert texts == ["6.5#2", "6.5(a)", "6.5(b)", "6.5(c)"]
    assert unfinished(table.state) is None


@clause("nz:6.5#2", "nz:6.5#3")
def test_pre_shuffled_cards_are_mixed_once_more() -> None:
    table = arrived(card_supply="pre_shuffled")
    done = prepare(table, "release:supervisor", "mix")
    assert [p.under for p in of(e.CardsPrepared, done)] == ["6.5#2", "6.5#3"]
    table.shuffle()


@clause("nz:7.1A", "nz:7.1A(b)")
def test_a_player_may_look_at_pre_shuffled_decks_or_insist_on_the_whole_procedure() -> None:
    table = arrived(card_supply="pre_shuffled")
    prepare(table, "release:supervisor")
    assert of(e.CardsPrepared, prepare(table, "look:player"))[0].under == "7.1A(a)"
    insisted = prepare(table, "insist:player")
    assert of(e.CardsPrepared, insisted)[0].under == "7.1A(b)"
    with pytest.raises(NotPermitted) as early:
        table.shuffle()
    assert early.value.under == "6.1"
    prepare(table, "inspect", "inspect:supervisor", "spread", "view:player", "turn", *MIXING)
    table.shuffle()
    others = arrived()
    look = acts.PrepareCards(step="look", by="P1", role="player")
    assert refused(others, look).under == "6.1"


@clause("nz:7.7#1", "nz:7.7#2")
def test_replaced_cards_go_through_the_whole_procedure_again() -> None:
    table = arrived(card_supply="pre_checked")
    prepare(table, "release:supervisor", *MIXING)
    table.prepare()
    ordered = table.do(acts.Report(what="cards_replaced", by="Sue", why="worn"))
    assert of(e.IrregularityNoted, ordered)[0].under == "7.7#1"
    assert table.shuffle_is_due() == ("replaced", None)
    with pytest.raises(NotPermitted) as early:
        table.prepare()
    assert early.value.under == "6.5#2"
    prepare(table, "release:supervisor", *MIXING)
    again = table.prepare()
    assert [type(x) for x in again][:2] == [e.CardsShuffled, e.CutOffered]
    assert of(e.ShoeCut, again)


@clause("nz:3.4#1")
def test_with_an_automatic_shuffler_two_sets_take_turns() -> None:
    assert [batches(rules("nz", shuffler=s)) for s in ("hand", "automatic")] == [1, 2]
    table = shuffled("nz", shuffler="automatic")
    seen = [of(e.CardsShuffled, table.shuffle())[0].batch for _ in range(4)]
    assert seen == [1, 2, 1, 2]
    assert "The blue batch is in play, the red one in the automatic shuffler" in str(table)


@clause("nz:7.1", "nz:7.1(a)")
def test_the_cards_are_shuffled_into_random_order_directly_before_play() -> None:
    table = shuffled("nz")
    assert table.shuffle_is_due() == ("start", None)
    table.prepare()
    assert table.shuffle_is_due() is None
    first = [str(table.draw()) for _ in range(50)]
    table.shuffle("ordered")
    assert first != [str(table.draw()) for _ in range(50)]


@clause("nz:7.1(d)", "nz:7.1(e)", "nz:7.1(f)")
@pytest.mark.parametrize(
    ("what", "under"),
    [
        ("vacancy_shuffle", "7.1(d)"),
        ("reshuffle_ordered", "7.1(e)"),
        ("card_seen_before_shoe", "7.1(f)"),
    ],
)
def test_a_supervisor_orders_a_shuffle_and_it_is_due(what: str, under: str) -> None:
    table = shuffled("nz")
    table.prepare()
    done = table.do(acts.Report(what=what, by="Sue", why="the table was empty"))
    noted = of(e.IrregularityNoted, done)[0]
    assert (noted.under, noted.by, noted.why) == (under, "Sue", "the table was empty")
    due = table.shuffle_is_due()
    assert due is not None
    assert of(e.CardsShuffled, table.prepare())
    assert table.shuffle_is_due() is None
    if what != "card_seen_before_shoe":
        assert refused(table, acts.Report(what=what, by="player")).under == under


@clause("nz:7.2#1", "nz:7.2#2")
def test_shuffled_cards_are_cut_but_in_a_continuous_shuffler_only_once() -> None:
    table = shuffled("nz")
    assert of(e.ShoeCut, table.prepare())
    table.do(acts.Sit(box=1, player="P1"))
    table.shuffle("ordered")
    assert not table.state.shoe.is_cut
    table.cut("P1", 100)
    assert table.state.shoe.is_cut
    machine = shuffled("nz", shuffler="continuous")
    machine.do(acts.Sit(box=1, player="P1"))
    assert of(e.ShoeCut, machine.prepare())
    again = machine.shuffle("continuous")
    assert of(e.CardsShuffled, again)
    assert not of(e.ShoeCut, again)
    assert [(offer.offers, offer.under) for offer in of(e.CutOffered, again)] == [((), "3.3(e)")]


@clause("nz:7.6(a)#2", "nz:7.6(a)#3", "nz:7.6(b)#2")
def test_the_cut_stack_goes_into_the_shoe_a_second_cutting_card_at_its_very_back() -> None:
    one, two, machine = (
        of(e.ShoeLoaded, shuffled("nz", **chosen).prepare())[0]
        for chosen in ({}, {"cutting_cards": 2}, {"shuffler": "continuous"})
    )
    assert (one.cards, one.position, one.second_at_back) == (312, 234, False)
    assert (two.position, two.second_at_back) == (234, True)
    assert (machine.cards, machine.position, machine.second_at_back) == (312, None, False)
    table = shuffled("nz")
    table.prepare()
    bet(table, 1, "P1", 10)
    assert of(e.CardDealt, table.do(acts.CloseBets()))


@clause("nz:1.0 'Continuous Shuffler'")
def test_used_cards_go_back_into_the_machine_after_the_round_and_not_during_it() -> None:
    table = shuffled("nz", shuffler="continuous")
    table.prepare()
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    assert (
        refused(table, acts.Shuffle(reason="continuous")).why
        == "the cards may be shuffled only between rounds"
    )
    while table.state.phase.value != "betting":
        if table.duty is not None:
            table.perform()
        elif table.ask(acts.Stand(box=1)) is None:
            table.do(acts.Stand(box=1))
        else:
            table.do(acts.Hit(box=1))
    assert table.state.shoe.rack
    table.prepare()
    assert table.state.shoe.rack == ()
    assert table.source.left == 312


def test_a_player_who_asks_sees_the_burned_card() -> None:
    table = Table(rules("nz"), Rigged("9c"))
    assert refused(table, acts.ShowBurned(player="P1")).under == "8.1#2"
    table.shuffle()
    asks = acts.ShowBurned(player="P1")
    assert refused(table, asks).why == "only a player with a seat or a bet may see the burn card"
    table.do(acts.Sit(box=1, player="P1"))
    shown = of(e.BurnedCardShown, table.do(asks))[0]
    assert (shown.card, shown.under) == ("9c", "8.1#2")
    again = refused(table, asks)
    assert (again.under, "already" in again.why) == ("8.1#2", True)


@clause("nz:7.3")
def test_after_a_vacancy_the_cut_is_offered_to_the_first_arrival() -> None:
    table = shuffled("nz")
    for box, player in ((5, "P5"), (2, "P2")):
        table.do(acts.Arrive(player=player))
        table.do(acts.Sit(box=box, player=player))
    first = of(e.CutOffered, table.shuffle("vacancy_shuffle"))[0].offers[0]
    assert first[:2] == (5, "P5")
    ordered = of(e.CutOffered, table.shuffle("ordered"))[0].offers[0]
    assert ordered[:2] == (2, "P2")
