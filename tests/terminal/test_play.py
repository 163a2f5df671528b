"""Scripted games through the real command: a rigged shoe, typed lines, and their results."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.rulebooks import BOOKS
from pitboss.table.log import read
from pitboss.table.words.transcript import transcript
from tests.commands import Command
from tests.support import clause


class Played:
    """What a game printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    def shows(self, *lines: str) -> None:
        """Assert that each line, or part of one, was printed, in this order."""
        at = 0
        for line in lines:
            number = self.out.find(line, at)
            assert number >= 0, f"no {line!r} after:\n{self.out[:at]}\n--- but:\n{self.out[at:]}"
            at = number + len(line)


Play = Callable[..., Played]


@pytest.fixture
def play(command: Command) -> Play:
    def play(*arguments: str, typed: str = "") -> Played:
        lines = "".join(f"{line.strip()}\n" for line in typed.split("/")) if typed else ""
        return Played(*command("play", *arguments, typed=lines))

    return play


def test_nz_a_blackjack_is_paid_and_the_balance_runs_on(play: Play) -> None:
    game = play("nz", "--shoe", "2c As 9h Kd  Ts 9s 6d Tc", typed="10 / 20 / s")
    game.shows(
        "Your bet (Enter = 5, q = quit) > 10",
        "Box 1   A♠ K♦  blackjack",
        "Box 1, wager 10: wins 15 (nz",
        "Round 1: +15; balance +15.",
        "Box 1  T♠ 6♦  hard 16  against 9♠  h hit  s stand  d double > s",
        "Box 1, wager 20: loses 20 (nz",
        "Round 2: -20; balance -5.",
        "No cards left",
    )
    assert game.code == 0


def test_nz_insurance_double_for_less_and_a_dealer_blackjack(play: Play) -> None:
    game = play("nz", "--shoe", "2c 5s Ah 6d 9c Kd", typed="20 / i / 99 / 10 / d / 15")
    game.shows(
        "A♥",
        "i insurance  n none > i",
        "Insure for (Enter = 10, n = cancel) > 99",
        "No: insurance may be at most 10, half the wager (nz 9.3(a))",
        "Insurance may be at most half",
        "Box 1: insurance 10. (nz 9.3(a))",
        "Double by (Enter = 20, n = cancel) > 15",
        "Box 1: double 15.",
        "insurance 10: wins 20 (nz 9.4)",
        "wager 20: loses 20",
        "double 15: 15 returned (nz 11.5)",
        "Round 1: 0; balance 0.",
    )


def test_nz_even_money_and_a_madness_prize_that_the_seed_decides(play: Play) -> None:
    def game() -> Played:
        shoe = ("--shoe", "2c As Ah Kd", "--seed", "4")
        return play("nz", "--set", "layout=3", *shoe, typed="20 / madness_21 1 / / e")

    first = game()
    first.shows(
        "Side bets: Madness 21",
        "Box 1 wins a prize: press Enter to draw it",
        "The prize is ",
        "Madness 21 1: wins ",
        "i insurance  e even money  n none > e",
        "Box 1, wager 20: wins 20 (nz 10.3(a))",
    )
    assert first.out == game().out


def test_zappit_zaps_and_says_why_not_twice(play: Play) -> None:
    shoe = "2c Ts 9h 6d 7c Th 5d Kh"
    game = play("zappit", "--shoe", shoe, typed="10 / z / z / s")
    game.shows(
        "9♥ ▒",
        "z zap > z",
        "Box 1 zaps T♠ 6♦. (zappit 6(h)(2))",
        "h hit  s stand  d double > z",
        "No: the hand has already been zapped (zappit 6(h)(2))",
        "Hole card: 9♥ 7♣  hard 16.",
        "26, bust",
        "blackjack wager 10: wins 10",
    )


def test_rws_side_bets_and_surrender_in_the_window(play: Play) -> None:
    game = play(
        "rws", "--shoe", "Ts 9h 6d", typed="50 / over_13 10, player 5 / over_13 10 / i / h / r"
    )
    game.shows(
        "No: 5 is outside the posted amounts: from 10 to 500 (rws",
        "Initial Bet 50, Over 13 10\n",
        "Over 13 10: wins 10",
        "r surrender  n none > i",
        "No: insurance is not offered against 9♥ (rws 3.14.2)",
        "Press n first, then hit.",
        "Initial Bet 50: surrendered, 25 returned (rws 3.16)",
        "Round 1: -15; balance -15.",
    )


def test_leaflet_a_split_and_a_refusal_with_its_gist(play: Play) -> None:
    game = play(
        "leaflet", "--shoe", "2c 8s 6h 8d Tc 3d 9d Ts Kd", typed="10 / none / d / p / s / h / s"
    )
    game.shows(
        "h hit  s stand  p split > d",
        "No: a total of 16 may not be doubled (leaflet double.1)",
        "    A player may double on two cards totalling 9, 10 or 11",
        "Box 1 splits hand 1.",
        "Box 1, hand 2: split 10.",
        "Box 1, hand 1, bet 10: wins 10",
        "Box 1, hand 2, split 10: wins 10",
        "balance +20.",
    )


def test_classic_late_surrender_and_the_look(play: Play) -> None:
    shoe = "2c Ts Kh 6d 7c  Ts Ah 6d Kc"
    game = play("classic", "--set", "surrender=late", "--shoe", shoe, typed="/ r / / n")
    game.shows(
        "The dealer checks: no blackjack.",
        "r surrender > r",
        "bet 10: surrendered, 5 returned",
        "i insurance  n none > n",
        "The dealer checks: blackjack: A♥ K♣  blackjack.",
        "bet 10: loses 10",
        "balance -15.",
    )


def test_nobust_the_player_banks_against_two_bots_and_then_the_bank_goes_on(play: Play) -> None:
    typed = "y / abc / 5 / 100 /  / / / r / / / r /  / / / r"
    game = play("nobust", "--seed", "2", "--rounds", "4", typed=typed)
    game.shows(
        "The bank is offered to you (up to 2 turns). Take it?",
        "'abc' is not an amount of money",
        "No: 5 is below the minimum of 10 (nobust",
        "You have the bank: 100, turn 1. (nobust dealing.1)",
        "You pay the collection fee: 2.",
        "Box 6 (Ann)",
        "Box 7 (Ben)",
        "Keep the bank?",
        "Cora has the bank: 1000, turn 1.",
        "You pay the collection fee: 1.",
        "hard 1",
        "game wager 10",
        "r surrender > r",
        "Cora has the bank: 1000, turn 2.",
        "The bank is offered to you",
        "Ann has the bank: 1000, turn 1.",
    )


def test_nobust_nobody_banks_three_times_running(play: Play) -> None:
    game = play("nobust", "--seed", "2", "--rounds", "3", typed="y / / y / / / / s")
    game.shows(
        "You have the bank: 200, turn 1.",
        "You have the bank: 200, turn 2.",
        "Cora has the bank: 1000",
    )
    assert game.out.count("Keep the bank?") == 1


def test_several_boxes_with_a_stake_each(play: Play) -> None:
    shoe = "2c Ts 8s 9h 6d 9d Tc"
    game = play("nz", "--boxes", "2", "--shoe", shoe, typed="10 20 30 / 10 1 / 10 20 / s / s")
    game.shows(
        "Your bet on each box, or one amount per box (Enter = 5, q = quit) > 10 20 30",
        "You gave 3 amounts for 2 boxes.",
        "No: 1 is below the minimum of 5 (nz 14.6)",
        "Box 1   T♠ 6♦  hard 16   wager 10",
        "Box 2   8♠ 9♦  hard 17   wager 20",
        "Round 1: -30; balance -30.",
    )


def test_a_side_bet_on_one_box_only(play: Play) -> None:
    shoe = "2c Ts 8s 6h 6d 8d Tc Kc"
    typed = "10 / perfect pairs 5 on 2 / s / s"
    game = play("leaflet", "--boxes", "2", "--shoe", shoe, typed=typed)
    game.shows(
        "Box 1   T♠ 6♦  hard 16   bet 10\n", "Box 2   8♠ 8♦  hard 16   bet 10, Perfect Pairs"
    )


@clause("leaflet:gap.limits")
def test_two_handfuls_of_a_side_bet_are_held_to_its_limit_together(play: Play) -> None:
    shoe = "2c Ts 8s 6h 6d 8d Tc Kc"
    typed = "10 / perfect_pairs 40 on 2, perfect_pairs 20"
    typed += " / perfect_pairs 4, perfect_pairs 3 on 2 / s / s"
    game = play("leaflet", "--boxes", "2", "--shoe", shoe, typed=typed)
    game.shows(
        "No: 60 is outside the posted amounts: from 1 to 50 (leaflet gap.limits)",
        "bet 10, Perfect Pairs 4\n",
        "bet 10, Perfect Pairs 7",
    )


@pytest.mark.parametrize("book", BOOKS)
def test_a_log_of_every_book_is_verified(
    play: Play, command: Command, book: str, tmp_path: Path
) -> None:
    """Stand on everything for five rounds, whatever the prompt; unknown keys are ignored."""
    log = tmp_path / "game.log"
    typed = "/".join(["", "n", "s", "h"] * 60)
    game = play(book, "--seed", "5", "--rounds", "5", "--log", str(log), typed=typed)
    assert game.code == 0
    game.shows("Round 5:", "5 rounds played; balance ")
    assert command("verify", str(log)).code == 0


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("10 / q / n / q / y", "Round unfinished: your open bets are 10."),
        ("10", "Round unfinished: your open bets are 10."),
        ("0", "0 rounds played; balance 0."),
        ("q", "0 rounds played; balance 0."),
    ],
)
def test_leaving_keeps_the_log(
    play: Play, command: Command, tmp_path: Path, typed: str, text: str
) -> None:
    log = tmp_path / "game.log"
    game = play("nz", "--shoe", "2c Ts 9h 6d Tc", "--log", str(log), typed=typed)
    assert game.code == 0
    game.shows("You leave the table.")
    assert text in game.out
    assert command("verify", str(log)).code == 0


def test_leaving_before_the_cards_takes_the_wagers_back(play: Play) -> None:
    game = play("leaflet", "--seed", "1", typed="10 / q")
    game.shows("Side bets: Perfect Pairs", "You leave the table.", "balance 0.")


def test_the_player_cuts_a_new_shoe(play: Play) -> None:
    game = play("nz", "--seed", "1", typed="x / 5 / 100 / q")
    game.shows(
        "52 to 260 (Enter = the middle) > x",
        "'x' is not a number of cards.",
        "No: a stack of 312 must be cut 52 to 260 cards deep, not 5",
        "You cut 100 cards deep. (nz 7.3(a))",
    )


@pytest.mark.parametrize("seed", [(), ("--seed", "1")])
def test_enter_cuts_in_the_middle_of_any_shoe(play: Play, seed: tuple[str, ...]) -> None:
    game = play("nz", *seed, typed=" / q")
    game.shows("52 to 260 (Enter = the middle)", "You cut 156 cards deep. (nz 7.3(a))")


def test_a_live_shoe_is_sealed_before_the_cut_and_revealed_at_the_end(play: Play) -> None:
    from pitboss.audit.fairness import commitment
    from pitboss.cards import decks
    from pitboss.table.fairness import composition_text

    game = play("nz", typed="100 / q")
    game.shows("Shoe 1 is sealed: ", "You cut 100", "Shoe 1 of 'pitboss play nz' ends: cut")
    seal = game.out.split("is sealed: ")[1].split()[0]
    secret = game.out.split("secret\n")[1].strip()
    composition = composition_text(list(decks(6)))
    table = "pitboss play nz"
    assert seal == commitment(secret=secret, table=table, shoe=1, composition=composition)


def test_the_same_seed_is_the_same_game(play: Play) -> None:
    typed = "/".join(["", "s", "n"] * 20)
    first, again = (play("classic", "--seed", "9", "--rounds", "3", typed=typed) for _ in "12")
    assert first.out == again.out


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("nzz",), "no book or file named 'nzz'"),
        (("nz", "--set", "decks=99"), "decks"),
        (("nz", "--set", "decks"), "not of the form KEY=VALUE"),
        (("nz", "--shoe", "As 1x"), "'1x' is not a card"),
        (("nz", "--shoe", " "), "--shoe names no card"),
        (("nz", "--boxes", "4"), "you may play 1 to 3 here (nz 14.7)"),
        (("nobust", "--boxes", "6"), "you may play 1 to 5 here"),
        (("nz", "--stake", "1e9"), "not an amount of money"),
        (("nz", "--seed", "x"), "'x' is not a whole number"),
        (("nz", "--rounds", "0"), "--rounds"),
        (("nz", "--log", "/"), "cannot be written"),
    ],
)
def test_bad_arguments_are_one_sentence(play: Play, arguments: tuple[str, ...], text: str) -> None:
    game = play(*arguments)
    assert game.code == 2
    assert game.out == ""
    assert text in game.err
    assert len(game.err.splitlines()) == 1


def test_a_log_that_is_there_is_not_written_over(play: Play, tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    log.write_text("precious\n")
    assert play("nz", "--log", str(log)).code == 2
    assert log.read_text() == "precious\n"


def test_the_log_names_everyone_who_sits_down(play: Play, tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    play("nobust", "--seed", "2", "--log", str(log), typed="y / 100 / q / y")
    texts = list(transcript(read(log.read_bytes().splitlines(keepends=True))))
    seated = [line for line in texts if "sits down" in line]
    assert [line.partition(" at ")[0].rpartition(": ")[2] for line in seated] == [
        "Player sits down",
        "Ann sits down",
        "Ben sits down",
        "Cora sits down",
    ]
    assert not [line for line in texts if " you " in line.lower()]


@pytest.mark.parametrize("hole", ["Kd", "5d"])
def test_nothing_in_the_window_tells_what_the_hole_card_is(play: Play, hole: str) -> None:
    """A surrender that belongs to play comes after the dealer has checked for a blackjack."""
    shoe = f"2c Tc Ad 6h {hole} 9s 8s 7s 6s"
    game = play("classic", "--set", "surrender=late", "--shoe", shoe, typed="10 / h / r / n")
    window = game.out[game.out.index("i insurance") :]
    assert window.startswith("i insurance  n none > h\n")
    game.shows(
        "Press n first, then hit.", "Press n first, then surrender.", "i insurance  n none > n"
    )


def test_a_side_bet_after_the_deal_is_asked_for_then(play: Play) -> None:
    book = str(Path(__file__).parents[2] / "examples" / "side_bets.toml")
    bets = ("--set", "extra=bust_bonus,royal_match")
    game = play(
        book, *bets, "--shoe", "2c Tc 6d 9h 8c Kd", typed="10 / / bust bonus x / bust 5 / s"
    )
    game.shows(
        "Side bets: Royal Match (for example royal match 5; Enter = none) >",
        "Side bets: Bust Bonus (for example bust bonus 5; Enter = none) > bust bonus x",
        "Side bets: Bust Bonus",
        "Box 1: Bust Bonus 5.",
        "Bust Bonus 5: wins 5 (side-bets bonus.9)",
    )
