"""``pitboss solve``: the document other people's scripts read, the page people read, refusals."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss.rulebooks import rulebook
from pitboss.solver import Shoe, solve
from tests.commands import Command

PLENTY = "A:20 2:24 3:24 4:24 5:24 6:24 7:24 8:24 9:24 T:90"
"""Six decks short of four aces and six tens."""


def test_the_document_has_the_keys_of_the_contract(command: Command) -> None:
    ran = command("solve", "classic", "--json")
    assert (ran.code, ran.err) == (0, "")
    document = ran.json
    assert list(document) == [
        "book",
        "settings",
        "main",
        "insurance",
        "side_bets",
        "hands_given_no_dealer_blackjack",
        "cpu_seconds",
    ]
    contract = ["ev", "house_edge", "sd", "policy", "average_wager"]
    assert list(document["main"]) == [*contract, "memory_at_most"]
    assert document["book"] == "classic"
    assert document["settings"] == {"decks": 6}
    solution = solve(rulebook("classic").elect())
    assert document["main"] == {
        "ev": solution.ev,
        "house_edge": -solution.ev,
        "sd": solution.spread.sd,
        "policy": "optimal",
        "average_wager": solution.spread.average_wager,
        "memory_at_most": solution.memory_at_most,
    }
    assert document["hands_given_no_dealer_blackjack"] is True
    assert document["cpu_seconds"] > 0


def test_insurance_and_side_bets_are_exact(command: Command) -> None:
    """215 of the 311 cards behind an ace are not tens: (2·96 − 215) / 311."""
    offered = "side_bets=perfect_pairs:25-12-6,super_sevens"
    document = command("solve", "classic", "--set", offered, "--json").json
    assert document["insurance"] == {"ev": -23 / 311, "exact": "-23/311"}
    pairs = document["side_bets"]["perfect_pairs"]
    assert (pairs["exact"], pairs["offered"]) == ("-19/311", True)
    assert pairs["ev"] == -19 / 311
    sevens = document["side_bets"]["super_sevens"]
    assert sevens["policy"] == "optimal"
    assert "exact" not in sevens
    assert document["side_bets"]["buster"]["offered"] is False


def test_settings_are_told_as_they_were_made(command: Command) -> None:
    elected = ["soft_17=hit", "double_after_split=false", "min=2.50"]
    arguments = [part for each in elected for part in ("--set", each)]
    document = command("solve", "classic", "--decks", "2", *arguments, "--json").json
    assert document["settings"] == {
        "decks": 2,
        "soft_17": "hit",
        "double_after_split": False,
        "min": 2.5,
    }
    rules = rulebook("classic").elect(decks=2, soft_17="hit", double_after_split=False)
    assert document["main"]["ev"] == solve(rules).ev
    assert command("solve", "rws", "--json").json["settings"] == {"decks": 8}


def test_every_hand_against_every_first_card(command: Command) -> None:
    document = command("solve", "nz", "--hands", "--json").json
    hands = document["hands"]
    assert len({(hand["cards"], hand["up"]) for hand in hands}) == len(hands) == 550
    hand = next(h for h in hands if (h["cards"], h["up"]) == ("T6", "9"))
    assert list(hand) == [
        "cards",
        "up",
        "stand",
        "hit",
        "double",
        "split",
        "surrender",
        "zap",
        "best",
    ]
    listed = solve(rulebook("nz").elect()).hands
    assert hand == next(h for h in listed if (h.cards, h.up) == ("T6", "9")).to_dict()
    assert document["hands_given_no_dealer_blackjack"] is False
    assert {hand["cards"] for hand in hands} >= {"AA", "AT", "A8", "T6", "88", "22"}


def test_each_policy_is_worth_no_more_than_the_one_before(command: Command) -> None:
    policies = ("optimal", "cdz", "basic")
    message = [command("solve", "nz", "--policy", each, "--json").json["main"] for each in policies]
    assert [main["policy"] for main in message] == list(policies)
    values = [main["ev"] for main in message]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[2]


def test_a_shoe_may_be_anything_that_lasts_a_round(command: Command) -> None:
    document = command("solve", "classic", "--decks", "1", "--shoe", PLENTY, "--json").json
    assert document["shoe"] == PLENTY
    assert document["cards"] == Shoe.parse(PLENTY).by_rank()
    rules = rulebook("classic").elect(decks=1)
    assert document["main"]["ev"] == solve(rules, shoe=Shoe.parse(PLENTY)).ev
    assert document["main"]["ev"] != solve(rules).ev


def test_what_the_shoe_leaves_open_is_noted_and_has_no_number(command: Command) -> None:
    document = command("solve", "classic", "--shoe", PLENTY, "--json").json
    assert "perfect_pairs" not in document["side_bets"]
    assert any("perfect pairs cannot be priced" in note for note in document["notes"])
    document = command("solve", "rws", "--shoe", "2:40 6:40 9:40 T:160", "--json").json
    assert document["insurance"] is None
    assert any(note.startswith("insurance cannot be priced here") for note in document["notes"])


def test_who_banks_and_which_fee_is_left_out_is_noted(command: Command) -> None:
    (note,) = command("solve", "nobust", "--json").json["notes"]
    assert "the edge is the bank's" in note
    assert "fee of 1 per circle (nobust dealing.2)" in note


def test_people_read_a_page(command: Command) -> None:
    out = command("solve", "rws", "--hands").out
    lines = out.splitlines()
    assert lines[0] == "Blackjack (Version 5): rws · 8 decks"
    solution = solve(rulebook("rws").elect())
    assert f"{solution.house_edge:.4%}" in out
    assert f"{solution.spread.sd:.4f}" in out
    assert any(line.split()[:2] == ["Player", "Pair"] and "-43/415" in line for line in lines)
    assert any(line.split()[:2] == ["T6", "9"] and line.endswith("surrender") for line in lines)
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nz", "--decks", "9"], "nz 3.3(a) allows a whole number from 4 to 8"),
        (["nz", "--decks", "8", "--set", "decks=6"], "--decks 8 and --set decks=6 disagree"),
        (["nz", "--policy", "best"], "'best' is not one of 'optimal', 'cdz', 'basic'"),
        (["nz", "--shoe", "X:4"], "'X:4' does not name a rank"),
        (["nz", "--shoe", ""], "the shoe is empty"),
        (["nz", "--shoe", "A:4 T:2"], "a shoe of 6 cards could run out within a round"),
        (["nzz"], "no book or file named 'nzz'"),
    ],
)
def test_refusals_are_one_sentence(command: Command, arguments: list[str], says: str) -> None:
    ran = command("solve", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("pitboss: ")
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_rules_that_are_not_priced_are_refused_in_one_sentence(
    command: Command, tmp_path_factory: pytest.TempPathFactory
) -> None:
    book = tmp_path_factory.mktemp("books") / "odd.toml"
    book.write_text(
        'id = "odd"\ntitle = "Odd"\nbased_on = "classic"\n'
        "[doubling]\n"
        'cards = { is = 3, under = "double.1" }\n'
    )
    ran = command("solve", str(book), "--json")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "pitboss: odd.toml: doubling.cards: a double on three cards is not supported; "
        "only '2' is (classic double.1)\n"
    )


def test_an_answer_is_kept_and_told_the_same_way(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    monkeypatch.setattr("pitboss.compiled.answer_cache.package_digest", lambda: "of this test")
    for options in ((), ("--json",), ("--hands",)):
        first = command("solve", "classic", *options)
        with monkeypatch.context() as without:
            without.setattr("pitboss.solver.solve", None)
            assert command("solve", "classic", *options).out == first.out
    document = command("solve", "classic", "--decks", "8", "--json").json
    assert document["settings"] == {"decks": 8}
    anew = command("solve", "classic", "--decks", "8", "--json", "--anew").json
    assert anew["main"] == document["main"]
    assert anew["cpu_seconds"] != document["cpu_seconds"]


def test_a_chart_tells_the_elections_that_were_made_for_it() -> None:
    """Even if the same game was compiled before for the same options in other words."""
    book = rulebook("leaflet")
    spelled_out = solve(book.elect_all({"min": 5, "decks": 8}), policy="basic").chart
    by_default = solve(book.elect(), policy="basic").chart
    assert spelled_out is not None
    assert by_default is not None
    assert spelled_out.settings == (("min", "5"), ("decks", "8"))
    assert by_default.settings == (("decks", "8"),), "the decks are always told"
    assert spelled_out.pairs == by_default.pairs


def test_one_hand_as_data(command: Command) -> None:
    ran = command("solve", "nz", "--hand", "8,8 v T", "--json")
    assert (ran.code, ran.err) == (0, "")
    document = ran.json
    assert list(document)[:5] == ["cards", "up", "acts", "refused", "best"]
    assert (document["cards"], document["up"], document["best"]) == ("88", "T", "split")
    assert set(document["acts"]) == {"stand", "hit", "double", "split"}
    listed = command("solve", "nz", "--hands", "--json").json["hands"]
    row = next(h for h in listed if (h["cards"], h["up"]) == ("88", "T"))
    assert document["acts"] == {act: row[act] for act in document["acts"]}
    assert document["refused"]["surrender"] == {
        "why": "this game has no surrender",
        "clause": "8.3#3",
    }
    assert (document["book"], document["settings"]) == ("nz", {"decks": 6})


def test_one_hand_as_people_read_it(command: Command) -> None:
    out = command("solve", "nz", "--hand", "A 6 v 5").out
    assert "A6 against 5 (soft 17)" in out
    assert re.search(r"^double +a hand with an ace .*\(nz 11\.1\)$", out, re.M)
    assert re.search(r"^hit +[-+]0\.\d{6} +best$", out, re.M)


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        ("8,8", "is not a hand against an up card"),
        ("8x v T", "is not a hand"),
        ("T T 5 v 6", "counts 25"),
        ("8 v T", "is one card"),
        ("8 8 v", "is not an up card"),
        ("8 8 v 9 9", "the up card is one"),
        ("9,9 v 9", "the shoe has 2"),
    ],
)
def test_a_hand_that_cannot_be_answered(command: Command, hand: str, says: str) -> None:
    shoe = "A:24 2:24 3:24 4:24 5:24 6:24 7:24 8:24 9:2 T:96"
    ran = command("solve", "nz", "--hand", hand, "--shoe", shoe)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1
