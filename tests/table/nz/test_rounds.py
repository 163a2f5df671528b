"""Sections 4, 5 and 8 to 15 at a live table: wagers locked, cards dealt, called and cleared."""

from __future__ import annotations

from collections import Counter

from pitboss.cards import cards
from pitboss.law.side_bets.registry import one_scale
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.prizes import Controller, Controllers
from pitboss.table.sources import system_words
from pitboss.table.state import Phase
from pitboss.table.table import Automation
from tests.support import clause, rules
from tests.table.helpers import (
    bet,
    close_window,
    dealt,
    of,
    refused,
    rigged,
    sentences_of,
    stand,
    wager,
)


@clause("nz:4.2#1", "nz:4.2#2", "nz:4.2#3", "nz:8.4#1")
def test_cards_move_only_when_the_dealer_deals_what_is_due() -> None:
    """No act names a card to take, and after each act the cards are where they were."""
    table = dealt("nz", "Th 9h 8c 3d 2c 4c", {1: 10, 2: 10}, decks=4)
    table.automation = Automation.NONE
    table._automated = frozenset()
    before = table.state.boxes, table.state.dealer
    events = table.do(acts.Hit(box=1))
    assert [type(x) for x in events] == [e.HandHit]
    hands = [h.hand.cards for b in table.state.boxes for h in b.hands]
    assert hands == [h.hand.cards for b in before[0] for h in b.hands]
    card = of(e.CardDealt, table.perform())[0]
    assert (card.card, card.box, card.face_up) == ("4c", 1, True)
    assert refused(table, acts.Hit(box=1, player="P2")).under == "14.3(a)"


@clause("nz:5.3#1", "nz:5.3#2", "nz:8.2#1")
def test_a_wager_needs_its_chips_on_the_table_before_betting_is_called_closed() -> None:
    table = rigged("nz", "Th 9h 8c", decks=4)
    assert refused(table, acts.Bet(box=1, player="P1", stake=0)).under
    bet(table, 1, "P1", 10)
    assert table.state.money == {"P1": -1000}
    closed = table.do(acts.CloseBets())
    assert [type(x) for x in closed][:2] == [e.BetsClosed, e.CardDealt]
    assert "No more bets." in sentences_of(table)
    assert refused(table, acts.Bet(box=2, player="P2", stake=1000)).under == "5.5(a)"


@clause("nz:5.5#2", "nz:5.6#1", "nz:5.6#2")
def test_wagers_and_confirmed_insurance_doubles_and_splits_are_locked() -> None:
    table = dealt("nz", "8h As 8c 3d 9c Tc 5c", {1: 10}, decks=4)
    table.do(acts.Insure(box=1, player="P1", amount=500))
    table.do(acts.Split(box=1))
    table.do(acts.Double(box=1, hand=1))
    for kind in ("main", "insurance", "split", "double"):
        assert any(w.kind == kind for w in table.state.wagers)
        lock = refused(table, acts.Withdraw(box=1, player="P1", kind=kind))
        assert lock.under == "5.5(b)"


@clause("nz:5.7#1", "nz:13.2#3")
def test_a_lost_wager_is_not_touched_and_its_cards_are_cleared_at_once() -> None:
    table = dealt("nz", "Th 9h 7d 6c 9c Tc", {1: 10, 2: 10}, decks=4)
    busted = table.do(acts.Hit(box=1))
    assert of(e.WagerSettled, busted)[0].result == "lose"
    assert set(table.discards()) == set(cards("Th 6c Tc"))
    assert table.state.phase is Phase.PLAY
    assert refused(table, acts.Withdraw(box=1, player="P1")).under == "5.5(b)"


@clause("nz:5.7#2")
def test_nobody_acts_between_the_payments_of_a_box() -> None:
    table = rigged("nz", "Th 6d 9h Tc Ts", decks=4)
    bet(table, 1, "P1", 10)
    table.do(acts.Bet(box=1, player="P2", stake=2000))
    table.do(acts.CloseBets())
    end = [type(x) for x in stand(table, 1)]
    first = end.index(e.WagerSettled)
    assert end[first : first + 2] == [e.WagerSettled, e.WagerSettled]
    assert table.state.money == {"P1": 1000, "P2": 2000, "house": -3000}


@clause("nz:8.6#1", "nz:1.0 'Round'")
def test_the_round_ends_with_all_cards_in_the_rack_hand_by_hand() -> None:
    table = dealt("nz", "Th 9h 8c 7d 8s 9c Tc 2s 3s", {1: 10, 2: 10}, decks=4)
    assert table.state.round == 1
    stand(table, 1)
    done = stand(table, 2)
    gathered = of(e.CardsCollected, done)[0]
    assert gathered.cards == ("Th", "7d", "9h", "8s", "8c", "9c")
    assert [type(x) for x in done][-2:] == [e.CardsCollected, e.RoundClosed]
    assert table.state.shoe.rack == cards("Th 7d 9h 8s 8c 9c")
    assert table.state.round == 2


@clause("nz:9.2", "nz:9.2(a)")
def test_against_an_ace_the_deal_is_finished_and_then_insurance_is_called() -> None:
    table = dealt("nz", "Th 9h As 8c 7d", {1: 10, 2: 10}, decks=4)
    kinds = [type(x) for x in table.log.events]
    assert kinds[-2:] == [e.DealCompleted, e.WindowOpened]
    assert sentences_of(table)[-1].startswith('"Insurance?"')
    assert table.ask(acts.Insure(box=1, player="P1", amount=500)) is None


@clause("nz:10.1#2")
def test_a_paid_blackjack_is_cleared_before_another_card_is_dealt() -> None:
    table = dealt("nz", "Ah 9h 7d Kc 9c", {1: 10, 2: 10}, decks=4)
    assert wager(table, 1).paid == 1500
    assert set(table.discards()) == set(cards("Ah Kc"))
    assert table.state.phase is Phase.PLAY


@clause("nz:10.3(a)#2", "nz:10.3(b)#1")
def test_a_blackjack_settled_early_is_paid_and_cleared_while_the_round_runs() -> None:
    table = dealt("nz", "Ah 9h Ad Kc 9c", {1: 10, 2: 10}, decks=4)
    table.do(acts.TakeEvenMoney(box=1, player="P1"))
    assert table.state.money["P1"] == 1000
    assert set(table.discards()) == set(cards("Ah Kc"))
    assert table.state.phase is Phase.WINDOW


@clause("nz:10.3(b)#2")
def test_its_cards_stay_while_another_on_the_box_has_not_asked() -> None:
    table = rigged("nz", "Ah Ad Kc Td", decks=4)
    bet(table, 1, "P1", 10)
    table.do(acts.Bet(box=1, player="P2", stake=2000))
    table.do(acts.CloseBets())
    table.do(acts.TakeEvenMoney(box=1, player="P1"))
    assert table.discards() == ()
    close_window(table)
    assert table.state.phase is Phase.BETTING
    assert table.state.money == {"P1": 1000, "P2": 0, "house": -1000}


@clause("nz:12.4#1")
def test_the_total_is_called_once_a_split_hand_has_its_second_card() -> None:
    table = dealt("nz", "8h 7d 8c 3s 9s", {1: 10}, decks=4)
    table.do(acts.Split(box=1))
    assert sentences_of(table)[-1] == "3♠ to hand 1 of box 1: 11."
    table.do(acts.Hit(box=1))
    assert sentences_of(table)[-1] == "9♠ to hand 1 of box 1: 20."


def test_every_total_is_called_and_sideways_cards_are_shown() -> None:
    table = dealt("nz", "6h 9c 9h 5c 8c 4c 6s 5s", {1: 10, 2: 10}, decks=4)
    assert "5♣ to box 1: 11." in sentences_of(table)
    table.do(acts.Double(box=1))
    assert sentences_of(table)[-2] == "4♣ to box 1, laid sideways: 15."
    assert "Box 1    6♥ 5♣ 4♣↷   15   P1 10 (5 5), P1 double 10 (5 5)" in str(table)
    aces = dealt("nz", "Ah 9c 9h Ac 8c 4c 5c", {1: 10, 2: 10}, decks=4)
    aces.do(acts.Split(box=1))
    assert "4♣ to hand 1 of box 1, laid sideways: soft 15." in sentences_of(aces)


@clause("nz:15.6#2")
def test_a_super_sevens_winner_is_handed_stake_and_winnings_directly() -> None:
    table = rigged("nz", "7h 9h 7c 9c", decks=6, layout=2)
    bet(table, 1, "P1", 10)
    bet(table, 1, "P1", 1, "super_sevens")
    table.do(acts.CloseBets())
    close_window(table)
    stood = stand(table, 1)
    assert of(e.WagerSettled, stood)[0].result == "win"
    assert of(e.WagerSettled, stood)[0].paid == 5000


@clause("nz:15B.8#2")
def test_all_tables_pay_perfect_pairs_by_one_scale() -> None:
    first, second = (rules("nz", layout=4, pp_scale=n) for n in (1, 2))
    assert one_scale(first, [first, rules("nz", layout=1, pp_scale=2), rules("leaflet")])
    assert one_scale(rules("nz", layout=1, pp_scale=2), [first])
    other = one_scale(second, [first])
    assert not other
    assert other.under == "15B.8#2"
    # A book without that provision lets every table use its own scale.
    assert one_scale(rules("classic"), [rules("classic")])


@clause("nz:15A.6#1", "nz:15A.6#2", "nz:1.0 'Jackpot Prize Button'")
def test_the_button_gives_one_of_the_prizes_of_the_table_and_nothing_else() -> None:
    table = rigged("nz", "Ah 7s Kc 9d 9c", layout=3)
    bet(table, 1, "P1", 10)
    bet(table, 1, "P1", 1, "madness_21")
    table.do(acts.CloseBets())
    for none in (0, 4_00, 16_00, 26_00, 999_00, 1001_00, -5_00):
        press = acts.PressButton(box=1, player="P1", prize=none)
        assert refused(table, press).under == "15A.6#2"
    pressed = table.do(acts.PressButton(box=1, player="P1", prize=14_00))
    assert of(e.WagerSettled, pressed)[0].paid == 14_00


@clause("nz:3.5(a)#2")
def test_a_controller_serves_as_many_tables_as_the_house_has_elected_four_at_most() -> None:
    class Live:
        pass

    for most in (1, 3, 4):
        house, elected = Controllers(), rules("nz", layout=3, tables_per_controller=most)
        tables = [Live() for _ in range(9)]
        serving = [house.serving(table, elected) for table in tables]
        assert [house.serving(table, elected) for table in tables] == serving
        assert max(serving.count(one) for one in serving) == most
        assert len(set(map(id, serving))) == -(-9 // most)
    assert rules("nz", layout=3).equipment.tables_per_controller.value == 1


@clause("nz:10.1#2", "nz:10.3(b)#1", "nz:10.3(b)#2", "nz:13.2#3")
def test_cards_of_a_paid_blackjack_and_of_a_bust_are_in_the_rack_at_once() -> None:
    table = dealt("nz", "Ah Th Td 7s Kc 6c 8d 9c 2d", {1: 10, 2: 10, 3: 10})
    assert of(e.CardsTakenAway, table.log.events)[0].under == "10.1#2"
    assert table.state.shoe.rack == cards("Ah Kc")
    table.do(acts.Hit(box=2))
    assert table.state.shoe.rack == cards("Ah Kc Th 6c 9c")

    shared = rigged("nz", "Ah As Kc 9d 9c")
    bet(shared, 1, "P1", 10)
    bet(shared, 1, "P2", 10)
    shared.do(acts.CloseBets())
    assert not of(e.CardsTakenAway, shared.do(acts.TakeEvenMoney(box=1, player="P1")))
    away = of(e.CardsTakenAway, shared.do(acts.TakeEvenMoney(box=1, player="P2")))
    assert [a.under for a in away] == ["10.3(b)#1"]


@clause("nz:3.5(a)#1", "nz:3.5(a)(i)", "nz:3.5(a)(iii)")
def test_the_controller_draws_every_entry_alike_and_from_entropy() -> None:
    madness = rules("nz", layout=3)
    entries = 3750  # of Appendix 3
    drawn = Counter(Controller(iter([word])).draw(madness) for word in range(entries))
    assert drawn[1000_00] == 1
    assert drawn[5_00] == 290
    assert sum(drawn.values()) == entries
    thrown_away = Controller(iter([65535, 0]))
    assert thrown_away.draw(madness) == 1000_00
    live = Controller()
    assert type(live._words) is type(system_words())
    assert len({live.draw(madness) for _ in range(200)}) > 5
