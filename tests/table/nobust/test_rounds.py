"""The game at a live table: the bank, the cards, the signals, the end of the round."""

from __future__ import annotations

from pitboss.law.banking import Bank
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.sources import Rigged
from pitboss.table.state import Phase
from pitboss.table.table import Automation, Table
from tests.support import clause, rules
from tests.table.helpers import bet, close_window, of, refused, rigged, stand, wager


def banked(shoe: str, **elections: object) -> Table:
    table = rigged("nobust", shoe, **elections)
    table.do(acts.Sit(box=8, player="P8"))
    table.do(acts.TakeBank(player="P8", box=8, wager=1000_00))
    return table


@clause("nobust:dealing.1#1")
def test_no_round_begins_without_a_player_dealer() -> None:
    table = rigged("nobust", "Th 9h 9c 8d")
    bet(table, 1, "P1", 50)
    assert "bank" in refused(table, acts.CloseBets()).why
    table.do(acts.Sit(box=8, player="P8"))
    table.do(acts.TakeBank(player="P8", box=8, wager=1000_00))
    assert table.ask(acts.CloseBets()) is None
    assert "Bank     P8 on box 8, first turn" in str(table)


@clause("nobust:dealing.4#2", "nobust:dealing.4#3")
def test_only_the_casino_dealer_moves_cards_and_the_players_signals_are_recorded() -> None:
    table = banked("5h 9h 6c 8d 7s")
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    close_window(table)
    events = table.do(acts.Hit(box=1))
    assert [type(x) for x in events][:2] == [e.HandHit, e.CardDealt]
    stood = stand(table, 1)
    assert isinstance(stood[0], e.HandStood)
    names = {name for kind in (acts.Hit, acts.Stand) for name in kind.__struct_fields__}
    assert names == {"box", "hand", "player", "pick"}


@clause("nobust:dealing.12#1")
def test_a_new_round_waits_until_every_card_is_in_the_tray() -> None:
    table = banked("Th 9h 9c 8d")
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    close_window(table)
    end = stand(table, 1)
    kinds = [type(x) for x in end]
    assert kinds.index(e.CardsCollected) < kinds.index(e.RoundClosed)
    assert len(table.state.shoe.rack) == 4
    assert refused(table, acts.CloseBets()).why


@clause("nobust:winners.10")
def test_a_proposition_player_takes_part_like_anybody() -> None:
    table = rigged("nobust", "Th 9h 9c 8d")
    table.do(acts.Sit(box=8, player="third-party proposition player"))
    bank = acts.TakeBank(player="third-party proposition player", box=8, wager=1000_00)
    assert table.do(bank)
    assert bet(table, 1, "another proposition player", 50)


@clause("nobust:Surrender a#4")
def test_who_surrenders_has_nothing_more_to_decide() -> None:
    table = banked("Th 5h 9h 6c 6d 8d 9s 9d")
    for box in (1, 2):
        bet(table, box, f"P{box}", 50)
    table.do(acts.CloseBets())
    close_window(table)
    table.do(acts.Surrender(box=1))
    for act in (acts.Hit(box=1), acts.Stand(box=1), acts.Double(box=1)):
        assert table.ask(act) is not None
    assert table.state.phase is Phase.PLAY


@clause("nobust:dealing.2#1")
def test_players_wager_in_their_own_circle_or_a_free_one_and_not_in_the_bankers() -> None:
    table = rigged("nobust", "Th 9h 9c 8d")
    for box in (1, 3, 8):
        table.do(acts.Sit(box=box, player=f"P{box}"))
    table.do(acts.TakeBank(player="P8", box=8, wager=1000_00))
    table.do(acts.Bet(box=1, player="P1", stake=50_00))
    table.do(acts.Bet(box=5, player="P1", stake=50_00))  # the seat is empty
    for occupied in (3, 8):
        refusal = refused(table, acts.Bet(box=occupied, player="P1", stake=50_00))
        assert refusal.under == "dealing.2#1"
    assert refused(table, acts.Bet(box=8, player="P8", stake=50_00)).under == "dealing.2#1"


@clause("nobust:dealing.2#1")
def test_nobody_banks_in_a_circle_where_another_player_has_a_wager() -> None:
    table = rigged("nobust", "Th 9h 9c 8d")
    table.do(acts.Sit(box=1, player="P1"))
    table.do(acts.Bet(box=5, player="P1", stake=50_00))
    for box in (5, 6):
        table.do(acts.Sit(box=box, player="P8"))
    assert refused(table, acts.TakeBank(player="P8", box=5, wager=1000_00)).under == "dealing.2#1"
    table.do(acts.TakeBank(player="P8", box=6, wager=1000_00))


def test_the_bank_is_at_least_the_minimum() -> None:
    table = rigged("nobust", "Th 9h 9c 8d", min=50)
    table.do(acts.Sit(box=8, player="P8"))
    answer = refused(table, acts.TakeBank(player="P8", box=8, wager=49_00))
    assert (answer.under, answer.why) == ("table.5", "49 is below the minimum of 50")
    table.do(acts.TakeBank(player="P8", box=8, wager=50_00))


@clause("nobust:type.6")
def test_the_bank_is_taken_at_the_takers_own_seat() -> None:
    table = rigged("nobust", "Th 9h 9c 8d")
    for box in (1, 8):
        table.do(acts.Sit(box=box, player=f"P{box}"))
    for box in (1, 4):  # another's seat, and a free one
        assert refused(table, acts.TakeBank(player="P8", box=box, wager=1000_00)).under == "type.6"
    assert refused(table, acts.TakeBank(player="P9", box=8, wager=1000_00)).under == "type.6"
    table.do(acts.TakeBank(player="P8", box=8, wager=1000_00))
    assert table.state.banker is not None
    assert table.state.banker.box == 8


@clause("nobust:table.5")
def test_the_sign_tells_the_game_the_limits_and_both_fees() -> None:
    table = rigged("nobust", "Th", min=20, max=200, fee_player=3, fee_player_dealer=5)
    lines = str(table).splitlines()
    assert "No Bust 21st Century Blackjack 4.0a" in lines[0]
    assert "Wagers: at least 20, at most 200" in lines
    assert "Collection fee: 3 per circle" in lines
    assert "Collection fee of the player-dealer: 5" in lines


@clause("nobust:deck.2")
def test_one_deck_carries_the_warning_that_no_identical_pair_can_come() -> None:
    warning = "One deck has no two identical cards: 25 to 1 for a perfect pair cannot be won"
    assert warning in str(rigged("nobust", "Th", decks=1)).splitlines()
    assert "identical" not in str(rigged("nobust", "Th", decks=2))


def test_a_bet_that_was_lowered_follows_its_cap_like_any_other() -> None:
    table = banked("Th 9h 9c 8d")
    bet(table, 1, "P1", 20)
    bet(table, 1, "P1", 20, "perfect_pairs")
    table.do(acts.Withdraw(box=1, player="P1", kind="perfect_pairs", stake=5_00))
    lowered = wager(table, 1, "perfect_pairs")
    assert lowered.stake == 15_00
    assert not lowered.unnoticed, "the dealer handed these chips back"
    table.do(acts.Withdraw(box=1, player="P1", stake=10_00))
    assert wager(table, 1).stake == wager(table, 1, "perfect_pairs").stake == 10_00


def test_a_bank_whose_round_is_void_has_paid_and_collected_nothing() -> None:
    # The pair on box 1 wins right after the deal, and box 4 has none and loses.
    settled_early = rules("nobust", perfect_pairs_settle="after_deal")
    table = Table(settled_early, Rigged("9h 5c Ts 9h 7d 8h"), automation=Automation.CARDS)
    table.do(acts.Sit(box=8, player="P8"))
    table.do(acts.TakeBank(player="P8", box=8, wager=1000_00))
    for box in (1, 4):
        bet(table, box, f"P{box}", 20)
        bet(table, box, f"P{box}", 10, "perfect_pairs")
    table.do(acts.CloseBets())
    while not of(e.WagerSettled, table.log.events):
        table.perform()
    banker = table.state.banker
    assert banker is not None
    assert (banker.bank.paid, banker.bank.collected) == (250_00, 10_00)
    table.do(acts.Report(what="void_round", why="a foreign card", by="Sue"))
    banker = table.state.banker
    assert banker is not None
    assert banker.bank == Bank(1000_00, paid=0, collected=0)
    assert set(table.state.money.values()) == {0}, "and nobody has won, lost or paid a fee"
