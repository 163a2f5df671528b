"""What the pages show of a book comes from the server: blurb, cloth and labels, no identifiers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pitboss.web
from pitboss.rulebooks import BOOKS
from tests.web.serving import Server

STATIC = Path(pitboss.web.__file__).parent / "static"


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.[jc]s*")), ids=lambda path: path.name)
def test_no_page_knows_a_book_by_its_id(path: Path) -> None:
    text = path.read_text("utf-8")
    named = re.findall(rf"""["'`]({"|".join(BOOKS)})["'`]|\b({"|".join(BOOKS)}):""", text)
    assert not named, f"{path.name} names {named}; let the server send what is needed"


def test_every_book_has_a_blurb_and_a_cloth_that_is_drawn(server: Server) -> None:
    told = server.guest().get("/rulebooks")
    drawn = set(re.findall(r'\[data-cloth="(\w+)"\]', (STATIC / "css/felt.css").read_text("utf-8")))
    assert [book["id"] for book in told["rulebooks"]] == list(BOOKS)
    assert told["play_now"] in BOOKS
    for book in told["rulebooks"]:
        assert book["about"].endswith((".", "?")) and book["about"] != book["document"]
        assert book["cloth"] in drawn | {"green"}
    assert len({book["cloth"] for book in told["rulebooks"]}) == len(BOOKS)


@pytest.mark.parametrize("book", BOOKS)
def test_every_choice_of_a_house_option_has_a_label(server: Server, book: str) -> None:
    options = server.guest().get(f"/rulebooks/{book}")["elections"]
    chosen = [option for option in options if option["kind"] == "one_of"]
    assert all(len(option["labels"]) == len(option["among"]) for option in chosen)
    labels = {label for option in chosen for label in option["labels"]}
    assert not {label for label in labels if "_" in label or label in ("identity", "cap")}


def test_a_table_has_the_cloth_of_its_book(server: Server) -> None:
    ada = server.guest()
    table = ada.open("rws")
    listed = {one["id"]: one for one in ada.get("/tables")["tables"]}
    assert listed[table]["cloth"] == ada.state(table)["words"]["cloth"] == "red"
