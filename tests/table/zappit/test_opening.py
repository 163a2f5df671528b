"""Sections 2 to 4: two batches, inspection, spread and wash, recut, idle tables, old decks."""

from __future__ import annotations

import pytest

from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure.card_preparation import batch_in_machine, batches, unfinished
from pitboss.table.sources import Seeded
from pitboss.table.table import Automation, NotPermitted, Table
from tests.support import clause, rules
from tests.table.helpers import bet, of, prepare, refused, shuffled, stand

OPENING = ("inspect", "verify:supervisor", "spread", "view:player", "turn", "wash", "stack")


def arrived(**elections: object) -> Table:
    table = shuffled("zappit", strict=True, **elections)
    table.do(acts.Arrive(player="P1"))
    return table


@clause("zappit:2(b)(1)", "zappit:2(b)(3)", "zappit:2(b)(4)", "zappit:2(b)(5)")
def test_two_equal_batches_take_turns_one_waiting_in_the_machine() -> None:
    assert batches(rules("zappit")) == 1
    table = shuffled("zappit", shuffler="batch_machine")
    first = of(e.CardsShuffled, table.prepare())[0]
    assert (first.batch, first.cards) == (1, 312)
    assert batch_in_machine(table.state) == 2
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    while table.state.phase.value != "betting":
        if table.duty is not None:
            table.perform()
        else:
            stand(table, 1)
    assert table.state.shoe.rack
    table.do(acts.Report(what="reshuffle_ordered"))
    second = of(e.CardsShuffled, table.prepare())[0]
    assert (second.batch, second.cards) == (2, 312)
    assert batch_in_machine(table.state) == 1
    assert len(table.state.shoe.rack) == 1  # the burn card of this batch only
    assert of(e.CardsShuffled, table.shuffle("ordered"))[0].batch == 1


@clause("zappit:2(c)")
def test_decks_are_replaced_once_in_24_hours() -> None:
    table = shuffled("zappit")
    table.prepare()
    table.do(acts.Sit(box=1, player="P1"))
    bet(table, 1, "P1", 10)
    table.do(acts.PassTime(minutes=24 * 60 - 1))
    assert table.ask(acts.CloseBets()) is None
    table.do(acts.PassTime(minutes=1))
    assert refused(table, acts.CloseBets()).under == "2(c)"
    table.do(acts.Report(what="cards_replaced", why="a day old"))
    # The order alone does not replace the cards: they are new once they have been shuffled.
    assert refused(table, acts.CloseBets()).under == "2(c)"
    table.do(acts.Shuffle(reason="replaced"))
    assert table.ask(acts.CloseBets()) is None


@clause("zappit:2(c)")
def test_replaced_cards_are_a_whole_new_set_whatever_the_old_ones_lacked() -> None:
    for reason, noticed in (("ordered", 1), ("replaced", 0)):
        table = shuffled("zappit")
        table.prepare()
        table.source.draw()  # a card that went astray
        what = "reshuffle_ordered" if reason == "ordered" else "cards_replaced"
        table.do(acts.Report(what=what, why="one is missing"))
        before = table.log.length
        table.do(acts.Shuffle(reason=reason))
        new = table.log.events[before:]
        missing = [n for n in of(e.IrregularityNoted, new) if n.what == "missing_card"]
        assert len(missing) == noticed
        assert of(e.CardsShuffled, new)[0].cards == 312
        assert table.source.left + len(table.state.shoe.rack) == 312


@clause("zappit:3(a)#1", "zappit:3(a)#2")
def test_the_dealer_inspects_and_the_floorperson_confirms() -> None:
    table = arrived()
    assert refused(table, acts.PrepareCards(step="spread", by="Ann")).under == "3(a)#1"
    verify = acts.PrepareCards(step="verify", by="Sue", role="supervisor")
    assert refused(table, verify).under == "3(a)#1"
    prepare(table, "inspect")
    alone = acts.PrepareCards(step="verify", by="Ann", role="supervisor")
    assert refused(table, alone).under == "3(a)#2"
    assert of(e.CardsPrepared, table.do(verify))[0].under == "3(a)#2"


@clause("zappit:3(b)#1", "zappit:3(c)#1", "zappit:3(c)#2")
def test_the_cards_are_viewed_washed_and_stacked_before_they_are_shuffled() -> None:
    table = arrived()
    prepare(table, *OPENING[:3])
    assert refused(table, acts.PrepareCards(step="wash", by="Ann")).under == "3(b)#1"
    prepare(table, *OPENING[3:6])
    with pytest.raises(NotPermitted) as early:
        table.shuffle()
    assert early.value.under == "3(c)#1"
    prepare(table, "stack")
    assert next(type(x) for x in table.shuffle()) is e.CardsShuffled


@clause("zappit:3(d)")
def test_each_batch_is_prepared_apart_from_the_other() -> None:
    table = arrived(shuffler="batch_machine")
    prepare(table, *OPENING, batch=1)
    missing = unfinished(table.state)
    assert missing is not None
    assert missing.step == "inspect"
    with pytest.raises(NotPermitted):
        table.shuffle()
    prepare(table, *OPENING, batch=2)
    table.shuffle()


@clause("zappit:3(e)")
def test_preshuffled_decks_skip_it_all() -> None:
    table = arrived(preshuffled=True)
    assert unfinished(table.state) is None
    table.shuffle()


@clause("zappit:4(a)#1", "zappit:4(a)#2", "zappit:4(a)#3", "zappit:6(d)(2)")
def test_the_cards_are_shuffled_into_one_random_stack_before_play_and_on_order() -> None:
    table = shuffled("zappit")
    assert table.shuffle_is_due() == ("start", None)
    first = of(e.CardsShuffled, table.prepare())[0]
    assert first.cards == 6 * 52
    seen = [str(table.draw()) for _ in range(60)]
    table.do(acts.Report(what="reshuffle_ordered"))
    assert table.shuffle_is_due() == ("ordered", None)
    table.prepare()
    assert table.source.left == 6 * 52 - 1
    assert seen != [str(table.draw()) for _ in range(60)]


@clause("zappit:4(d)#4", "zappit:6(a)#2", "zappit:6(a)#1")
def test_the_stack_is_loaded_when_it_is_shuffled_and_cut_and_then_dealt_from() -> None:
    table = shuffled("zappit")
    table.do(acts.Sit(box=1, player="P1"))
    table.shuffle()
    with pytest.raises(NotPermitted):
        table.load()
    done = table.cut("P1", 100)
    kinds = [type(x) for x in done]
    assert kinds[:2] == [e.ShoeCut, e.ShoeLoaded]
    left = table.source.left
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    assert left - table.source.left == len(of(e.CardDealt, table.log.events))


@clause("zappit:4(e)#1", "zappit:4(e)#2", "zappit:4(e)#3")
def test_until_the_cards_are_in_the_shoe_a_floorperson_may_have_them_cut_again() -> None:
    table = shuffled("zappit")
    for box, player in ((1, "P1"), (2, "P2"), (3, "P3")):
        table.do(acts.Arrive(player=player))
        table.do(acts.Sit(box=box, player=player))
    table.shuffle()
    table.do(acts.DeclineCut(player="P1"))
    offered = [o.player for o in table.state.shoe.offers]
    second, third = offered[1:]
    recut = acts.OrderRecut(by="floorperson", why="cut too near the end")
    assert refused(table, recut).under == "4(e)#1"
    table.cut(second, 100, load=False)
    assert refused(table, acts.OrderRecut(by="floorperson", why="")).under == "4(e)#1"
    ordered = of(e.RecutOrdered, table.do(recut))[0]
    assert [player for _, player, _ in ordered.offers] == [second, third]
    assert refused(table, acts.Cut(player="P1", depth=100)).under
    table.do(acts.DeclineCut(player=second))
    table.cut(third, 150)
    assert table.state.shoe.is_loaded
    assert refused(table, recut).under == "4(e)#1"


@clause("zappit:4(e)#1", "zappit:4(e)#2", "zappit:4(e)#3")
@pytest.mark.parametrize("by_players", [True, False])
def test_where_a_person_deals_the_cut_stack_waits_for_its_recut(by_players: bool) -> None:
    table = Table(
        rules("zappit", cut_by="player" if by_players else "dealer"),
        Seeded(7),
        automation=Automation.NONE,
    )
    table.do(acts.Sit(box=1, player="P1"))
    table.shuffle(load=False)
    cutter = "P1" if by_players else "dealer"
    if by_players:
        table.do(acts.Cut(player="P1", depth=100))
    assert (table.state.shoe.cutter, table.state.shoe.is_loaded) == (cutter, False)
    drawn = acts.Report(what="drawn_unexposed", card="5c")
    assert "not in the shoe yet" in refused(table, drawn).why
    recut = acts.OrderRecut(by="floorperson", why="cut too near the end")
    table.do(recut)
    assert table.duty is None and table.perform() == (), "an uncut stack is not loaded"
    table.do(acts.Cut(player=cutter, depth=150))
    assert not table.state.shoe.is_loaded
    happened = table.perform()
    assert [type(event) for event in happened] == [e.ShoeLoaded, e.CardBurned]
    assert refused(table, recut).under == "4(e)#1"


@clause("zappit:4(e)#3")
def test_a_machine_loads_what_has_been_cut() -> None:
    table = shuffled("zappit")
    table.do(acts.Sit(box=1, player="P1"))
    table.shuffle()
    table.do(acts.Cut(player="P1", depth=100))
    assert table.state.shoe.is_loaded


@clause("zappit:4(f)#2")
def test_a_floorperson_may_order_a_reshuffle_after_any_round() -> None:
    table = shuffled("zappit")
    table.prepare()
    order = acts.Report(what="reshuffle_ordered", by="floorperson", why="a new patron asked")
    noted = of(e.IrregularityNoted, table.do(order))[0]
    assert (noted.by, noted.under) == ("floorperson", "4(f)#2")
    assert refused(table, acts.Report(what="reshuffle_ordered", by="player")).under == "4(f)#2"


@clause("zappit:4(g)#1", "zappit:4(g)#2", "zappit:4(g)(1)")
def test_an_idle_table_is_spread_viewed_washed_stacked_shuffled_and_cut() -> None:
    table = shuffled("zappit")
    table.prepare()
    table.do(acts.PassTime(minutes=9))
    assert table.shuffle_is_due() is None
    spread = table.do(acts.PassTime(minutes=1))
    assert of(e.ShuffleOrdered, spread)[0].under == "4(g)#1"
    table.do(acts.Sit(box=1, player="P1"))
    bet(table, 1, "P1", 10)
    assert refused(table, acts.CloseBets()).under == "4(g)#1"
    prepare(table, "spread")
    with pytest.raises(NotPermitted) as early:
        table.prepare()
    assert early.value.under == "4(g)#2"
    done = prepare(table, "view:player", "wash", "stack")
    texts = [p.under for p in of(e.CardsPrepared, done)]
    assert texts == ["4(g)#2", "4(g)(1)", "4(g)(1)"]
    again = table.prepare()
    assert of(e.CardsShuffled, again)
    assert of(e.ShoeCut, again)
    assert table.ask(acts.CloseBets()) is None


@clause("zappit:4(g)(2)#1", "zappit:4(g)(2)#2")
def test_with_a_machine_the_spread_cards_go_in_and_the_waiting_batch_comes_out() -> None:
    table = shuffled("zappit", shuffler="batch_machine")
    table.prepare()
    table.do(acts.PassTime(minutes=10))
    table.do(acts.Arrive(player="P1"))
    done = prepare(table, "spread", "view:player", "stack", "load", batch=1)
    assert [p.under for p in of(e.CardsPrepared, done)][2:] == ["4(g)(2)#1", "4(g)(2)#1"]
    waiting = batch_in_machine(table.state)
    assert of(e.CardsShuffled, table.prepare())[0].batch == waiting == 2


@clause("zappit:4(h)#2")
def test_with_a_continuous_device_nothing_is_cut_or_spread() -> None:
    table = shuffled("zappit", shuffler="continuous")
    table.do(acts.Sit(box=1, player="P1"))
    assert not of(e.ShoeCut, table.prepare())
    table.do(acts.PassTime(minutes=600))
    assert not of(e.ShuffleOrdered, table.log.events)


@clause("zappit:11(k)")
def test_when_the_machine_jams_the_cards_are_shuffled_again() -> None:
    table = shuffled("zappit", shuffler="batch_machine")
    table.prepare()
    done = table.do(acts.Report(what="shuffler_fault", why="jammed"))
    assert of(e.ShuffleOrdered, done)[0].under == "11(k)"
    assert table.shuffle_is_due() == ("shuffler_fault", None)


def test_a_dead_machine_is_signed_out_of_order() -> None:
    table = shuffled("zappit", shuffler="batch_machine")
    table.do(acts.Report(what="shuffler_dead"))
    assert "Out of order: shuffler" in str(table)


@clause("zappit:6(d)(1)")
def test_a_missing_card_is_noticed_when_the_rest_of_the_shoe_joins_the_rack() -> None:
    table = shuffled("zappit")
    table.prepare()
    assert not of(e.IrregularityNoted, table.shuffle("ordered"))
    table.source.draw()  # a card is missing that no event mentions
    table.shuffle("ordered")
    assert of(e.IrregularityNoted, table.log.events)[0].what == "missing_card"
