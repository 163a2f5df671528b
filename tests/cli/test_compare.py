"""``pitboss compare``: provisions and prices side by side."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import rulebook
from pitboss.solver import solve
from tests.commands import Command


def test_books_side_by_side_as_data(command: Command) -> None:
    ran = command("compare", "nz", "leaflet", "--decks", "6", "--json")
    assert (ran.code, ran.err) == (0, "")
    document = ran.json
    assert document["books"] == ["nz", "leaflet"]
    for name in document["books"]:
        solution = solve(rulebook(name).elect(decks=6))
        assert document["prices"][name]["main"]["ev"] == solution.ev
        assert document["prices"][name]["settings"] == {"decks": 6}
    aces = next(d for d in document["differences"] if d["paths"] == ["doubling.aces"])
    assert aces["question"] == "How does an ace affect doubling?"
    assert aces["said"]["nz"] == {"value": "barred", "shown": "barred", "under": "11.1#3"}
    assert aces["worth"]["leaflet"] < 0
    assert not any(d["paths"] == ["equipment.decks"] for d in document["differences"])
    total = document["totals"]["leaflet"]
    edges = [document["prices"][name]["main"]["house_edge"] for name in document["books"]]
    assert total["difference"] == edges[1] - edges[0]
    assert total["single_changes"] + total["interaction"] == pytest.approx(total["difference"])
    assert total["elsewhere"] == 0


def test_people_read_what_moves_the_price_first(command: Command) -> None:
    out = command("compare", "nz", "leaflet", "--policy", "cdz").out
    assert "would add to the house edge of nz" in out
    moving, rest = out.split("Different, but with no effect on the main wager")
    assert "8 (gap.decks)" in moving
    assert "total difference" in moving
    assert "What chips are in use?" in rest
    assert max(map(len, out.splitlines())) <= 100


def test_a_book_is_like_itself(command: Command) -> None:
    ran = command("compare", "leaflet", "leaflet")
    assert ran.code == 0
    assert "The books agree on every provision." in ran.out
    assert command("compare", "leaflet", "leaflet", "--json").json["books"] == [
        "leaflet",
        "leaflet#2",
    ]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nz"], "name at least two books"),
        (["nz", "rws", "--decks", "3"], "nz 3.3(a) allows a whole number from 4 to 8"),
        (["nz", "rws", "--set", "soft_17=hit"], "none of nz, rws has an option 'soft_17'"),
        (["nz", "nope"], "no book or file named 'nope'"),
    ],
)
def test_refusals_are_one_sentence(command: Command, arguments: list[str], says: str) -> None:
    ran = command("compare", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1
