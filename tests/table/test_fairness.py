"""The sealed shoe: every order recalculated by independent code, all tampering detected."""

from __future__ import annotations

import ast
import doctest
import json
import random
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit import fairness as audit
from pitboss.cards import DECK, Card, cards, decks
from pitboss.table.fairness import (
    Commitment,
    CommittedShoe,
    Reveal,
    commit,
    composition_text,
    new_secret,
)
from pitboss.table.sources import BadPlace, ShoeEmpty, hashed_words, write_draw

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "explanation" / "fairness.md").read_text("utf-8")
EIGHT_DECKS = tuple(decks(8))
SEVEN = cards("8s Tc As 7c Kh 8s 7d")
EXAMPLE = bytes(30) + bytes([0x10, 0x75])


def play(shoe: CommittedShoe, stack: tuple[Card, ...], cut: int, number: int) -> dict[str, Any]:
    """Shuffle, cut, deal some cards, end: everything a player has at the end."""
    shoe.shuffle(stack)
    sealed = shoe.commitment
    assert sealed is not None
    shoe.cut(cut)
    shoe.place_cutting_card(len(stack) * 3 // 4)
    dealt = [word for _ in range(number) if (word := write_draw(shoe.draw())) != "CUT"]
    shoe.end()
    (reveal,) = shoe.take_reveals()
    assert (reveal.table, reveal.shoe, reveal.composition) == (
        sealed.table,
        sealed.shoe,
        sealed.composition,
    )
    return {
        "commitment": sealed.digest,
        "secret": reveal.secret,
        "table": reveal.table,
        "shoe": reveal.shoe,
        "composition": reveal.composition,
        "cut": reveal.cut,
        "dealt": dealt,
    }


def seeded(seed: int) -> random.Random:
    return random.Random(seed)


# Two hundred shoes, and what may be wrong with one.


def test_two_hundred_shoes_are_derived_again() -> None:
    dice, shoe = seeded(1), CommittedShoe("T1")
    for number in range(1, 201):
        stack = tuple(decks(dice.randint(1, 8)))
        if number % 5 == 0:  # discards, in any order, are shuffled too
            stack = tuple(dice.sample(stack, dice.randint(1, len(stack))))
        document = play(shoe, stack, dice.randint(0, len(stack)), dice.randint(1, len(stack)))
        assert document["shoe"] == number
        assert audit.verify(**document) == audit.Verdict(True)


def test_dealer_and_audit_agree_when_words_are_thrown_away() -> None:
    """With sixteen-bit words this happens in many shoes, so that a wrong scaling shows."""
    dice, seen = seeded(2), 0
    for number in range(40):
        secret = dice.randbytes(32)
        shoe = CommittedShoe("T1", first_shoe=number, draw_secret=lambda s=secret: s)  # type: ignore[misc]
        assert audit.verify(**play(shoe, EIGHT_DECKS, 200, 416)).holds
        numbers = audit.Numbers(f"pitboss fairness 1 shuffle\n{secret.hex()}\n")
        for among in range(416, 1, -1):
            numbers.below(among)
        seen += numbers.taken > 415
    assert seen >= 10


def test_the_numbers_of_dealer_and_audit_are_the_same_far_into_the_stream() -> None:
    numbers = audit.Numbers(f"pitboss fairness 1 shuffle\n{EXAMPLE.hex()}\n")
    words = hashed_words(f"pitboss fairness 1 shuffle\n{EXAMPLE.hex()}\n")
    assert all(numbers.take() == next(words) for _ in range(5000))


def _other_digit(text: str, place: int) -> str:
    return text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :]


@pytest.mark.parametrize("seed", range(5))
def test_every_tampering_is_noticed(seed: int) -> None:
    dice = seeded(seed)
    shoe = CommittedShoe("T1", first_shoe=7, draw_secret=lambda: dice.randbytes(32))
    document = play(shoe, EIGHT_DECKS, dice.randint(52, 364), 300)
    assert audit.verify(**document).holds

    def problem(**changed: object) -> str:
        verdict = audit.verify(**{**document, **changed})
        assert not verdict.holds
        return verdict.problem

    for place in range(64):
        assert "sealed by" in problem(secret=_other_digit(document["secret"], place))
        assert "sealed by" in problem(commitment=_other_digit(document["commitment"], place))
    for number in (0, 6, 8):
        assert "sealed by" in problem(shoe=number)
    assert "sealed by" in problem(table="T2")
    for card in DECK:
        fewer = document["composition"].replace(f"{card.text}*8", f"{card.text}*7")
        assert "sealed by" in problem(composition=fewer)
    for depth in range(417):
        if depth % 416 != document["cut"] % 416:
            assert "was due" in problem(cut=depth)
    for place, card_seen in enumerate(document["dealt"]):
        other = dice.choice([card.text for card in DECK if card.text != card_seen])
        dealt = [*document["dealt"][:place], other, *document["dealt"][place + 1 :]]
        assert problem(dealt=dealt).startswith(f"card {place + 1} was {other}")
    swapped = document["dealt"][::-1]
    assert "was due" in problem(dealt=swapped)
    assert "was due" in problem(dealt=document["dealt"][1:])
    assert "was due" in problem(dealt=[document["dealt"][0], *document["dealt"]])


def test_a_shoe_dealt_longer_than_it_is_does_not_hold() -> None:
    document = play(CommittedShoe("T1"), SEVEN, 3, 8)
    document["dealt"].append("??")
    assert audit.verify(**document).problem == "8 cards dealt from a shoe of 7"


def test_a_card_that_nobody_saw_is_counted_only() -> None:
    document = play(CommittedShoe("T1"), EIGHT_DECKS, 99, 100)
    document["dealt"][0] = document["dealt"][50] = "??"
    assert audit.verify(**document).holds
    del document["dealt"][0]
    assert not audit.verify(**document).holds


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"secret": "AB" * 32}, "64 lower-case hexadecimal digits"),
        ({"secret": "ab" * 31}, "64 lower-case hexadecimal digits"),
        ({"secret": None}, "64 lower-case hexadecimal digits"),
        ({"table": "T1\n7"}, "the table is not one line"),
        ({"table": "\ud800"}, "is not text"),
        ({"table": 5}, "the table is not one line"),
        ({"shoe": -1}, "the shoe number is -1"),
        ({"shoe": True}, "the shoe number is True"),
        ({"shoe": "1"}, "the shoe number is '1'"),
        ({"cut": 8}, "the cut is 8 cards deep; the shoe has 7"),
        ({"cut": -1}, "the cut is -1"),
        ({"composition": "As*1  8s*2"}, "'' in the composition"),
        ({"composition": "8s*2 As*1"}, "As is not in the order of a new deck"),
        ({"composition": "As*1 As*1"}, "As is not in the order of a new deck"),
        ({"composition": "As*0"}, "'As*0' in the composition"),
        ({"composition": "As*01"}, "'As*01' in the composition"),
        ({"composition": "1s*1"}, "'1s*1' in the composition"),
        ({"composition": "As*99999"}, "99999 cards; a shoe has at most 65536"),
        ({"composition": ["As*1"]}, "the composition is not one line"),
    ],
)
def test_a_reveal_against_the_specification_does_not_hold(
    changed: dict[str, object], problem: str
) -> None:
    document = play(CommittedShoe("T1"), SEVEN, 3, 4)
    verdict = audit.verify(**{**document, **changed})
    assert not verdict.holds
    assert problem in verdict.problem


# The shoe itself.


def test_composition_is_written_in_the_order_of_a_new_deck() -> None:
    assert composition_text(SEVEN) == "As*1 8s*2 Kh*1 7d*1 7c*1 Tc*1"
    assert composition_text(EIGHT_DECKS).startswith("As*8 2s*8 3s*8")
    assert composition_text(()) == ""
    assert audit.starting_order(composition_text(EIGHT_DECKS)) == [
        card.text for card in sorted(EIGHT_DECKS)
    ]


def test_the_order_in_which_cards_go_in_does_not_matter() -> None:
    orders = []
    for stack in (SEVEN, SEVEN[::-1]):
        shoe = CommittedShoe("T1", draw_secret=lambda: EXAMPLE)
        shoe.shuffle(stack)
        orders.append([shoe.draw() for _ in stack])
    assert orders[0] == orders[1]


def test_a_shoe_is_cut_once_after_the_seal_and_before_its_first_card() -> None:
    shoe = CommittedShoe("T1")
    with pytest.raises(BadPlace, match="shuffled and sealed before"):
        shoe.cut(3)
    shoe.shuffle(SEVEN)
    with pytest.raises(BadPlace, match="in a stack of 7"):
        shoe.cut(8)
    shoe.cut(3)
    with pytest.raises(BadPlace, match="cut only once"):
        shoe.cut(3)
    shoe.shuffle(SEVEN)
    shoe.draw()
    with pytest.raises(BadPlace, match="before its first card"):
        shoe.cut(3)


def test_a_shoe_that_nobody_cuts_is_cut_at_nothing() -> None:
    shoe = CommittedShoe("T1")
    shoe.shuffle(SEVEN)
    shoe.end()
    assert [reveal.cut for reveal in shoe.take_reveals()] == [0]


def test_nothing_is_revealed_and_nothing_shown_while_the_shoe_is_open() -> None:
    shoe = CommittedShoe("T1")
    shoe.shuffle(SEVEN)
    assert shoe.take_reveals() == ()
    assert shoe.secret is not None
    assert shoe.secret.hex() not in f"{shoe!r} {shoe} {shoe.commitment!r}"


def test_what_ended_waits_to_be_taken_and_no_card_comes_from_it() -> None:
    shoe = CommittedShoe("T1", first_shoe=12)
    shoe.end()
    assert shoe.take_reveals() == ()
    for _ in range(3):
        shoe.shuffle(SEVEN)
        shoe.place_cutting_card(2)
    shoe.end()
    assert (shoe.commitment, shoe.secret, shoe.left) == (None, None, 0)
    with pytest.raises(ShoeEmpty):
        shoe.draw()
    assert [reveal.shoe for reveal in shoe.take_reveals()] == [12, 13, 14]
    assert shoe.take_reveals() == ()


def test_a_shoe_goes_on_after_a_crash_from_the_secret_kept() -> None:
    shoe = CommittedShoe("T1", first_shoe=5)
    shoe.shuffle(EIGHT_DECKS)
    kept, sealed = shoe.secret, shoe.commitment
    assert kept is not None
    again = CommittedShoe("T1", first_shoe=5, draw_secret=lambda: kept)
    again.shuffle(EIGHT_DECKS)
    assert again.commitment == sealed
    assert [shoe.draw() for _ in range(416)] == [again.draw() for _ in range(416)]


def test_every_shoe_has_a_secret_of_its_own() -> None:
    assert len({new_secret() for _ in range(100)}) == 100
    assert len(new_secret()) == 32
    with pytest.raises(ValueError, match="a secret must have 32 bytes, not 3"):
        CommittedShoe("T1", draw_secret=lambda: b"abc").shuffle(SEVEN)


@pytest.mark.parametrize("name", ["", "T\n1", "T\r1", "\ud800"])
def test_a_table_has_a_name_of_one_line(name: str) -> None:
    with pytest.raises(ValueError, match="a table name must be one line"):
        CommittedShoe(name)


def test_a_shoe_without_cards_is_empty_and_holds() -> None:
    document = play(CommittedShoe("T1"), (), 0, 1)
    assert (document["composition"], document["dealt"]) == ("", [])
    assert audit.verify(**document).holds


# The page, and known answers: the derivation may never change silently.


def test_the_worked_example_of_the_page() -> None:
    shoe = CommittedShoe("Blue 7", first_shoe=12, draw_secret=lambda: EXAMPLE)
    shoe.shuffle(SEVEN)
    digest = "9b6cb10ef1dc368414f287e0440f47b3fc923dd1fabe7ccf04c38e2b7437f778"
    composition = "As*1 8s*2 Kh*1 7d*1 7c*1 Tc*1"
    assert shoe.commitment == Commitment(digest, "Blue 7", 12, composition)
    shoe.cut(3)
    assert [shoe.draw() for _ in SEVEN] == list(cards("7d 8s As 8s Tc Kh 7c"))
    shoe.end()
    assert shoe.take_reveals() == (Reveal(EXAMPLE.hex(), "Blue 7", 12, composition, 3),)
    block = sha256(f"pitboss fairness 1 shuffle\n{EXAMPLE.hex()}\n0\n".encode()).hexdigest()
    for text in (EXAMPLE.hex(), digest, block, f"    composition  {composition}\n"):
        assert text in PAGE


def test_every_row_of_the_worked_example() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.splitlines()
        if re.match(r"\| ([\d|]|cut)", line)
    ]
    stack = rows[0][4].split()
    assert stack == audit.starting_order("As*1 8s*2 Kh*1 7d*1 7c*1 Tc*1")
    numbers = audit.Numbers(f"pitboss fairness 1 shuffle\n{EXAMPLE.hex()}\n")
    for among, below, text, place, after in rows[1:-1]:
        m = int(among)
        assert int(below) == 65536 - 65536 % m
        for number in re.findall(r"\d+", text):
            chosen = numbers.take()
            assert chosen == int(number)
        assert chosen < int(below)
        assert ("discarded" in text) is (len(re.findall(r"\d+", text)) > 1)
        assert int(place) == chosen % m
        stack[m - 1], stack[chosen % m] = stack[chosen % m], stack[m - 1]
        assert after.split() == stack
    assert [int(row[0]) for row in rows[1:-1]] == [7, 6, 5, 4, 3, 2]
    assert rows[-1] == ["cut", "", "", "3", " ".join(stack[3:] + stack[:3])]


def test_the_whole_shoe_of_the_page() -> None:
    secret = sha256(b"pitboss").digest()
    shoe = CommittedShoe("Blue 7", first_shoe=13, draw_secret=lambda: secret)
    document = play(shoe, EIGHT_DECKS, 100, 417)
    assert (
        document["commitment"] == "42c9a8d3afe278d2faf0b83696eb0fe0ed045f73ee350cc701afd32fe6e51df5"
    )
    everything = " ".join(document["dealt"])
    assert sha256(everything.encode()).hexdigest() == (
        "8d779830de1fd46d94da025242a5dd52e1cfdaa4fb1de6f559e5b0a66fb5fcee"
    )
    for shown in (secret.hex(), document["commitment"], " ".join(document["dealt"][:20])):
        assert f"  {shown}\n" in PAGE
    assert sha256(everything.encode()).hexdigest() in PAGE
    composition = composition_text(EIGHT_DECKS)
    sealed = commit(secret=secret, table="Blue 7", shoe=13, composition=composition)
    assert sealed.digest == document["commitment"]


def test_the_shell_lines_of_the_page() -> None:
    (script,) = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    try:
        done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("there is no sha256sum here")
    assert [line.split()[0] for line in done.stdout.splitlines()] == [
        "9b6cb10ef1dc368414f287e0440f47b3fc923dd1fabe7ccf04c38e2b7437f778",
        "c638fffc0b2250acb1fe26faf584e5c0dd4fd17ea579db3160aa4fcf8179b52e",
    ]


def test_the_examples_of_the_page_run() -> None:
    results = doctest.testfile(
        str(ROOT / "docs" / "explanation" / "fairness.md"), module_relative=False
    )
    assert (results.failed, results.attempted) == (0, 13)


# The file that anyone can run.

CHECKER = ROOT / "src" / "pitboss" / "audit" / "fairness.py"


def test_the_audit_shares_no_code_with_the_dealer() -> None:
    for node in ast.walk(ast.parse(CHECKER.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names = [node.module or ""]
        else:
            continue
        for name in names:
            assert name.split(".")[0] in sys.stdlib_module_names, name


def _check(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the file on its own, without the package."""
    command = [sys.executable, "-I", "-S", str(CHECKER), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_file_checks_a_shoe_on_its_own(tmp_path: Path) -> None:
    document = play(CommittedShoe("Blue 7"), EIGHT_DECKS, 99, 300)
    path = tmp_path / "shoe.json"
    path.write_text(json.dumps(document), "utf-8")
    done = _check(path)
    assert (done.returncode, done.stdout) == (0, "verified: shoe 1 of table Blue 7\n")
    path.write_text(json.dumps({**document, "cut": 100}), "utf-8")
    done = _check(path)
    assert (done.returncode, done.stderr) == (1, "")
    # Neighbouring cards may be equal, so the first difference need not be at the first card.
    assert done.stdout.startswith("failed: card ")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff", "not JSON"),
        (b"{", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "not one object with the keys"),
        (b"{}", "not one object with the keys"),
        (json.dumps(dict.fromkeys(audit.KEYS)).encode(), "not a list of cards"),
        (json.dumps({key: [1] for key in audit.KEYS}).encode(), "not a list of cards"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, sentence: str
) -> None:
    path = tmp_path / "shoe.json"
    path.write_bytes(content)
    assert audit.main([str(path)]) == 2
    assert sentence in capsys.readouterr().err


def test_a_missing_file_and_a_missing_argument_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.main([str(tmp_path / "none.json")]) == 2
    assert audit.main([]) == 2
    assert "usage" in capsys.readouterr().err


def test_the_verdict_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = play(CommittedShoe("T1"), SEVEN, 3, 4)
    path = tmp_path / "shoe.json"
    for changed, code in (({}, 0), ({"shoe": 2}, 1)):
        path.write_text(json.dumps({**document, **changed}), "utf-8")
        assert audit.main([str(path)]) == code
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == [
        "verified",
        "failed",
    ]
