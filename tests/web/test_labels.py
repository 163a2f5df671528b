"""A book's blurb, cloth and labels come from the server; pages show no identifiers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import pitboss.web
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.solver import solve
from pitboss.web.rules.house_options import house_options
from tests.web.serving import Server

STATIC = Path(pitboss.web.__file__).parent / "static"


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.[jc]s*")), ids=lambda path: path.name)
def test_no_page_knows_a_book_by_its_id(path: Path) -> None:
    text = path.read_text("utf-8")
    named = re.findall(rf"""["'`]({"|".join(BOOKS)})["'`]|\b({"|".join(BOOKS)}):""", text)
    assert not named, f"{path.name} names {named}; let the server send what is needed"


def test_every_book_has_a_blurb_and_a_cloth_that_is_drawn(server: Server) -> None:
    message = server.guest().get("/rulebooks")
    drawn = set(re.findall(r'\[data-cloth="(\w+)"\]', (STATIC / "css/felt.css").read_text("utf-8")))
    message["rulebooks"] = [book for book in message["rulebooks"] if not book["own"]]
    assert [book["id"] for book in message["rulebooks"]] == list(BOOKS)
    assert message["play_now"] in BOOKS
    for book in message["rulebooks"]:
        assert book["about"].endswith((".", "?")) and book["about"] != book["document"]
        assert book["cloth"] in drawn | {"green"}
    assert len({book["cloth"] for book in message["rulebooks"]}) == len(BOOKS)


@pytest.mark.parametrize("book", BOOKS)
def test_every_choice_of_a_house_option_has_a_label(server: Server, book: str) -> None:
    options = server.guest().get(f"/rulebooks/{book}")["elections"]
    chosen = [option for option in options if "among" in option]
    assert all(len(option["labels"]) == len(option["among"]) for option in chosen)
    labels = {label for option in chosen for label in option["labels"]}
    labels |= {bet["label"] for option in options for bet in option.get("bets", ())}
    assert not {label for label in labels if "_" in label or label in ("identity", "cap", "")}
    assert not {option["key"] for option in options if "_" in option["says"]}
    assert "text" not in {option["kind"] for option in options}
    groups = [option["group"] for option in options]
    assert groups[0] == "Limits and chips", "limits come first"
    assert groups == sorted(groups, key=groups.index), "each group is in one place"


@pytest.mark.parametrize("book", BOOKS)
def test_the_default_of_every_house_option_may_be_sent_back(book: str) -> None:
    """The API accepts values as it describes them: the table has the book's defaults."""
    found_book = rulebook(book)
    sent = {one["key"]: _as_sent(one["kind"], one["value"]) for one in house_options(found_book)}
    assert found_book.elect_all(sent).elected == found_book.default_rules.elected


def _as_sent(kind: str, value: Any) -> Any:
    """A setting of that kind in the form that the documentation gives."""

    def money(cents: int | None) -> str | None:
        return None if cents is None else f"{cents / 100:.2f}"

    match kind:
        case "money":
            return money(value) or "none"
        case "amounts":
            names = {"least": "min", "most": "max", "step": "step"}
            return {names[key]: money(amount) for key, amount in value.items()}
        case "chips":
            return [money(chip) for chip in value]
        case "side_bets":
            return [f"{bet['name']}:{'-'.join(map(str, bet['scale']))}" for bet in value]
        case _:
            return str(value)


@pytest.mark.parametrize("book", ["classic", "leaflet"])
def test_what_does_not_move_the_price_changes_no_digit_of_it(book: str) -> None:
    found_book = rulebook(book)
    price = solve(found_book.default_rules, policy="optimal").house_edge
    for option in house_options(found_book):
        election = found_book.elections[option["key"]]
        other = election.domain.show(election.domain.neighbours(election.default)[0])
        if not option["moves_price"]:
            changed = found_book.elect_all({option["key"]: other})
            assert solve(changed, policy="optimal").house_edge == price, option["key"]
    moving = {option["key"] for option in house_options(found_book) if option["moves_price"]}
    assert "decks" in moving and not moving & {"min", "max", "penetration", "boxes"}


def test_a_table_has_the_cloth_of_its_book(server: Server) -> None:
    ada = server.guest()
    table = ada.open("rws")
    listed = {one["id"]: one for one in ada.get("/tables")["tables"]}
    assert listed[table]["cloth"] == ada.state(table)["words"]["cloth"] == "red"
