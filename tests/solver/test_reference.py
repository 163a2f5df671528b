"""The solver against values calculated by other programs; see ``reference/README.md``."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.cards import Rank
from pitboss.solver import BadShoe, CannotPrice, Shoe, dealer_chances
from tests.solver.reference_rows import KINDS, OWN, main_games, overall, read, tables_of
from tests.support import rules

FILES = [(path, pattern) for pattern in KINDS for path in sorted(OWN.glob(pattern))]


@pytest.mark.parametrize("path, pattern", FILES, ids=[path.stem for path, _ in FILES])
def test_every_value_is_the_one_on_file(path: Path, pattern: str) -> None:
    differences = list(KINDS[pattern](path))
    assert differences
    assert [each for each in differences if not each.apart <= each.allowed] == []


def test_the_files_are_all_there() -> None:
    assert {pattern for _, pattern in FILES} == set(KINDS)
    assert len(read(OWN / "overall_selection.csv")) >= 120
    assert {row["book"] for row in read(OWN / "main_games.csv")} == {
        "nz", "zappit", "rws", "leaflet", "nobust",
    }  # fmt: skip


def test_the_selection_spans_every_column() -> None:
    rows = read(OWN / "overall_selection.csv")
    for column, least in {
        "h17": 2, "double": 3, "das": 2, "max_hands": 4, "max_hands_aces": 3,
        "surrender": 4, "bj_pays": 3, "no_hole_card": 2,
    }.items():  # fmt: skip
        assert len({row[column] for row in rows}) >= least, column
    assert {row["decks_or_shoe"] for row in rows} >= {"1", "2", "6", "8"}
    assert any(":" in row["decks_or_shoe"] for row in rows), "a shoe that is not full"


def test_a_difference_would_be_seen(tmp_path: Path) -> None:
    """One row with its last digits changed."""
    lines = (OWN / "overall_selection.csv").read_text().splitlines()
    values = lines[1].split(",")
    values[10] = str(float(values[10]) + 2e-9)
    (tmp_path / "overall_one.csv").write_text(f"{lines[0]}\n{','.join(values)}\n")
    differences = list(overall(tmp_path / "overall_one.csv"))
    too_far = [each for each in differences if each.apart > each.allowed]
    assert len(too_far) == len(list(tables_of(read(tmp_path / "overall_one.csv")[0])))


def test_a_book_is_held_to_its_own_tolerance() -> None:
    allowed = {each.allowed for each in main_games(OWN / "main_games.csv")}
    assert allowed <= {5e-5, 1e-4}


def test_the_dealers_chances_need_the_up_card_and_enough_cards() -> None:
    table = rules("classic")
    with pytest.raises(BadShoe, match="the shoe has no 5"):
        dealer_chances(table, Shoe.parse("T:8 A:1"), Rank("5"))
    with pytest.raises(CannotPrice, match="run out"):
        dealer_chances(table, Shoe.parse("2:4"), Rank("2"))


def test_the_dealers_chances_add_up_to_one() -> None:
    found_dealer_chances = dealer_chances(rules("nz"), Shoe.parse("A:2 5:4 6:3 T:9"), Rank("T"))
    assert (
        sum(found_dealer_chances.totals.values())
        + found_dealer_chances.bust
        + found_dealer_chances.blackjack
        == 1
    )
