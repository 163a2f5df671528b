"""Reading books: a user's own book, and an error that says where, what, and what is allowed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pitboss import rulebooks
from pitboss.cli.main import cli
from pitboss.money import Odds
from pitboss.rulebooks import (
    BOOKS,
    BadBook,
    BadElection,
    NoSuchBook,
    NoSuchClause,
    RulebookError,
    rulebook,
)
from pitboss.rulebooks.loader import forget_books
from pitboss.rulebooks.schema import OPTIONAL_PARTS, PARTS, SLOTS

OWN = """
id = "pub"
title = "The pub's game"
jurisdiction = "none"
document = "the notice behind the bar"
based_on = "classic"

[clauses]
"notice.1" = "A blackjack pays even money."
"notice.2" = "There are no doubles at all."

[settlement]
blackjack_odds = { is = "1:1", under = "notice.1" }

[elections.double_on]
default = "none"
under = "notice.2"
"""


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        path = tmp_path / "own.toml"
        path.write_text(text, "utf-8")
        forget_books()
        return str(path)

    return write


def test_a_book_of_ones_own_starts_from_another(write: Callable[[str], str]) -> None:
    book = rulebook(write(OWN))
    rules = book.elect(decks=2)
    assert str(book) == "The pub's game (none)"
    assert book.based_on == "classic"
    assert rules.settlement.blackjack_odds.value == Odds(1, 1)
    assert rules.settlement.blackjack_odds.under == "notice.1"
    assert rules.doubling.totals.value == frozenset()
    assert rules.equipment.decks.value == 2
    assert rules.dealer.stands_on.under == "dealer.1"
    assert book["notice.1"][0].gist == "A blackjack pays even money."


def test_a_clause_of_ones_own_is_stated_until_a_provision_of_that_book_cites_it(
    write: Callable[[str], str],
) -> None:
    text = OWN.replace(
        "[settlement]",
        '"notice.3" = "Hats are taken off."\n"dealer.1" = "The dealer is polite."\n\n[settlement]',
    )
    path = write(text)
    book = rulebook(path)
    answers = {c.id: (c.answer.value, c.by) for c in book.ledger}
    assert answers["notice.1"][0] == "enforced"
    assert "law.settlement.settle" in answers["notice.1"][1]
    assert answers["notice.2"][0] == "enforced"
    assert "law.play.may_double" in answers["notice.2"][1]
    assert answers["notice.3"] == ("stated", ())
    # Inherited provisions cite that number, but they say what the other book says.
    assert answers["dealer.1"] == ("stated", ())

    document = json.loads(CliRunner().invoke(cli, ["trace", path, "--json"]).output)
    assert (document["stated"], document["unlocated"]) == (2, [])
    output = CliRunner().invoke(cli, ["rules", path, "notice.3"]).output
    assert "notice.3  law, stated" in output
    assert "no provision of the book cites it, so nothing carries it out" in output
    now = write(text + '\n[dealer]\nsoft_17 = { is = "hit", under = "notice.3" }\n')
    assert {c.answer.value for c in rulebook(now)["notice.3"]} == {"enforced"}


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('id = "pub"', "", "id: is missing"),
        ('id = "pub"', 'id = "nz"', "is the id of a book in the package"),
        ('based_on = "classic"', 'based_on = "clasic"', "did you mean 'classic'"),
        ('based_on = "classic"', "", "elections.double_on: has no kind"),
        (OWN[OWN.index("based_on") :], "", "parts are missing; the schema has no defaults"),
        ('"1:1"', '"1 for 1"', "settlement.blackjack_odds: '1 for 1' is not allowed here"),
        ('under = "notice.1"', 'under = "notice.9"', "cites clause 'notice.9'"),
        (', under = "notice.1"', "", "does not name a clause"),
        ("blackjack_odds", "blackjack_ods", "did you mean 'blackjack_odds'"),
        ("[settlement]", "[setlement]", "did you mean 'settlement'"),
        ('{ is = "1:1", under = "notice.1" }', '"1:1"', "must give its clause"),
        (
            'is = "1:1"',
            'elected = "odds"',
            "which the book does not have",
        ),
        ('is = "1:1", ', "", "has no value"),
        ('default = "none"', 'default = "8-11"', "elections.double_on: '8-11' is not allowed"),
        ('default = "none"', 'kind = "roulette"', "'roulette' is not allowed here"),
        ('default = "none"', 'kind = "whole"', "an election of kind 'whole' needs from, to"),
        ("[elections.double_on]", "[elections.colour]", "has no kind"),
        ('default = "none"', 'defualt = "none"', "elections.double_on.defualt: is not part of"),
        ("[clauses]", "[absent]\ndealer = 'notice.1'\n[clauses]", "may not be absent"),
        ("[clauses]", "[absent]\nzapping = 1\n[clauses]", "must name the clause"),
        ("[clauses]", "[words]\nbust = 1\n[clauses]", "words.bust: must be a text"),
        ("[clauses]", "[words]\nrack = ''\n[clauses]", "words.rack: is missing"),
        ("[clauses]", "[words]\ncut_crad = 'marker'\n[clauses]", "did you mean 'cut_card'"),
        ('"A blackjack pays even money."', '""', "must be a sentence"),
        ("[clauses]", "[clauses", "not valid TOML"),
        (
            "[clauses]",
            "[[requires]]\nwhen = { colour = 1 }\nneeds = {}\nunder = 'notice.1'\n[clauses]",
            "the book has no election 'colour'",
        ),
    ],
)
def test_a_bad_book_is_told_where_and_what(
    write: Callable[[str], str], old: str, new: str, says: str
) -> None:
    with pytest.raises(BadBook) as caught:
        rulebook(write(OWN.replace(old, new, 1)))
    message = str(caught.value)
    assert message.startswith("own.toml: ")
    assert says in message
    assert "\n" not in message


def test_the_example_of_the_documentation_is_a_book(write: Callable[[str], str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "your-own-book.md").read_text("utf-8")
    house = page.split("```toml\n")[1].split("```")[0]
    rules = rulebook(write(house)).elect()
    assert rules.settlement.blackjack_odds.value == Odds(6, 5)
    assert rules.equipment.decks.value == 2
    with pytest.raises(
        BadElection, match=r"house, not in the text allows a whole number from 2 to 6"
    ):
        rulebook(write(house)).elect(decks=8)
    message = page.rpartition("pitboss: ")[2].partition("\n")[0]
    with pytest.raises(BadBook) as caught:
        rulebook(write(house.replace('"6:5"', '"6/5"')))
    assert str(caught.value) == message.replace("house.toml", "own.toml")


@given(
    st.integers(0, len(OWN)),
    st.integers(0, 40),
    st.text(st.sampled_from('{}[]="\n,. #abc123'), max_size=12),
)
def test_a_mangled_book_is_never_a_crash(at: int, drop: int, insert: str) -> None:
    from pitboss.rulebooks.loader import read_text

    text = OWN[:at] + insert + OWN[at + drop :]
    try:
        read_text("own.toml", text)
    except RulebookError as error:
        assert str(error).startswith("own.toml: ")


def test_what_is_no_book(tmp_path: Path) -> None:
    with pytest.raises(NoSuchBook, match="did you mean 'zappit'"):
        rulebook("zapit")
    with pytest.raises(NoSuchBook, match="the books are nz, zappit"):
        rulebook(str(tmp_path / "gone.toml"))
    image = tmp_path / "image.toml"
    image.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadBook, match="cannot be read"):
        rulebook(str(image))


def test_a_clause_that_is_not_there_names_its_neighbours() -> None:
    with pytest.raises(NoSuchClause, match=r"section 12 has 12\.0, 12\.1"):
        rulebook("nz")["12.9"]
    with pytest.raises(NoSuchClause, match=r"run from 1\.0 to Appendix 4"):
        rulebook("nz")["99.9"]


def test_a_clause_is_found_with_all_that_stands_under_it() -> None:
    ids = [clause.id for clause in rulebook("nz")["12.4"]]
    assert ids[0] == "12.4#1"
    assert "12.4(b)#3" in ids
    assert all(i.startswith("12.4") for i in ids)
    assert [c.id for c in rulebook("nz")["12.4(b)#3"]] == ["12.4(b)#3"]
    assert all(c.number != "13.10" for c in rulebook("nz")["13.1"])


@pytest.mark.parametrize("name", BOOKS)
def test_every_book_states_every_provision_or_says_the_part_is_absent(name: str) -> None:
    book = rulebook(name)
    stated = {path.partition(".")[0] for path in book.statements} - {"side_bets"}
    assert stated | set(book.absent) == set(PARTS)
    assert not stated & set(book.absent)
    assert set(book.absent) <= OPTIONAL_PARTS


def test_parts_are_short() -> None:
    assert {part: len(slots) for part, slots in SLOTS.items() if len(slots) > 10} == {}


@pytest.mark.parametrize("name", BOOKS)
def test_rules_are_values(name: str) -> None:
    book = rulebook(name)
    assert book.elect() == book.elect()
    assert hash(book.elect()) == hash(book.elect())
    key = "decks"
    other = next(n for n in (8, 6) if n != book.elections[key].default)
    changed = book.elect(**{key: other})
    assert changed != book.elect()
    assert changed.but(decks=book.elections[key].default) == book.elect()
    assert eval(repr(changed), {"rulebook": rulebook}) == changed


def test_a_provision_is_neither_true_nor_false() -> None:
    with pytest.raises(TypeError, match=r"use the \.value of a provision"):
        bool(rulebook("nz").elect().doubling.after_split)


OPENING = """
[opening]
steps = [{ step = "wash", by = "dealer", under = "notice.1", when = { decks = 2 } }]
"""


def test_the_opening_of_a_book_is_read_and_otherwise_inherited(write: Callable[[str], str]) -> None:
    book = rulebook(write(OWN + OPENING))
    assert [step.step for step in book.opening.steps] == ["wash"]
    assert book.opening.steps[0].applies({"decks": 2})
    assert not book.opening.steps[0].applies({"decks": 4})
    assert rulebook(write(OWN)).opening == rulebook("classic").opening


@pytest.mark.parametrize(
    ("bad", "text"),
    [
        (OPENING.replace("decks", "moons"), "moons"),
        (OPENING.replace("by =", "bye ="), "bye"),
        (OPENING.replace("notice.1", "notice.9"), r"notice\.9"),
    ],
)
def test_an_opening_that_cannot_be_is_told(
    write: Callable[[str], str], bad: str, text: str
) -> None:
    with pytest.raises(BadBook, match=text):
        rulebook(write(OWN + bad))


@pytest.mark.parametrize(
    ("book", "terms"),
    [
        ("nz", ["cutting card", "first card", "second card", "automatic shuffler"]),
        ("zappit", ["cover card", "up card", "hole card", "automated card shuffling device"]),
        ("rws", ["cut card", "first card", "second card", "Electronic Card Shuffler"]),
        ("leaflet", ["cut card", "first card", "second card", "shuffler"]),
        ("nobust", ["cut card", "card showing", "hole card", "shuffler"]),
        ("classic", ["cut card", "up card", "hole card", "shuffler"]),
    ],
)
def test_each_book_has_the_terms_of_its_document(book: str, terms: list[str]) -> None:
    words = rulebook(book).words
    assert [words["cut_card"], words["up_card"], words["hole_card"], words["shuffler"]] == terms


def test_terms_of_the_people_and_the_money() -> None:
    statement = {book: rulebook(book).words for book in BOOKS}
    assert statement["zappit"]["supervisor"] == "floorperson"
    assert statement["rws"]["supervisor"] == "Pit Supervisor"
    assert statement["rws"]["bust"] == statement["nobust"]["bust"] == "Bust"
    assert statement["nobust"]["rack"] == "discard tray"
    assert statement["nobust"]["fee"] == "collection fee"


def test_a_book_inherits_the_terms_it_does_not_state(write: Callable[[str], str]) -> None:
    words = rulebook(write(OWN + '\n[words]\ncut_card = "marker"\n')).words
    assert words["cut_card"] == "marker"
    assert words["hole_card"] == "hole card"


def test_every_folder_with_a_book_is_a_book() -> None:
    """A new book is its three files, and nothing lists it."""
    folder = Path(rulebooks.__file__).parent
    assert sorted(BOOKS) == sorted(path.parent.name for path in folder.glob("*/book.toml"))
    assert BOOKS[0] == "nz" and BOOKS[-1] == "classic"
