"""An operator's own book: offered, played, priced, read and verified like ours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss.rulebooks import BOOKS
from pitboss.rulebooks.loader import read_text
from pitboss.solver import solve
from pitboss.store import Store, open_database
from pitboss.web.audit.house_audit import verified_house
from tests.web.serving import Server
from tests.web.test_purse import _is_sound

TEXT = """
id = "ID"
title = "The house game"
jurisdiction = "Example City"
document = "House rules, edition of May"
based_on = "classic"

[words]
about = "Six to five, but aces are split again."
cloth = "slate"

[clauses]
"3" = "A blackjack pays six to five."

[settlement]
blackjack_odds = { is = "6:5", under = "3" }
"""


@pytest.fixture
def own(server: Server) -> str:
    """The id of a book that this server does not have yet."""
    known = {book["id"] for book in server.guest().get("/rulebooks")["rulebooks"]}
    return next(f"house-{n}" for n in range(100) if f"house-{n}" not in known)


def test_a_supervisor_adds_a_book_and_it_is_like_the_others(server: Server, own: str) -> None:
    boss, ada = server.named("supervisor"), server.guest()
    text = TEXT.replace("ID", own)
    ada.post("/rulebooks", {"text": text}, 403)
    added = boss.post("/rulebooks", {"text": text}, 201)
    assert (added["id"], added["own"], added["cloth"]) == (own, True, "slate")
    assert boss.post("/rulebooks", {"text": text}, 201)["id"] == own, "the same text again"
    listed = ada.get("/rulebooks")["rulebooks"]
    assert [book["id"] for book in listed[: len(BOOKS)]] == list(BOOKS)
    assert next(book for book in listed if book["id"] == own)["about"].startswith("Six to five")
    message = ada.get(f"/rulebooks/{own}")
    assert message["elections"] and message["defaults"]["title"] == "The house game"
    assert "six to five" in json.dumps(ada.get(f"/rulebooks/{own}/clauses/3"))
    assert "3" in [clause["number"] for clause in ada.get(f"/rulebooks/{own}/clauses")["clauses"]]
    seat = ada.sit(ada.open(own))
    seat.must("bet", box=1, amount=10_00)
    seat.must("deal")
    seat.finish()
    assert "Blackjack pays 6 to 5" in [i["text"] for i in seat.state["felt"]["inscriptions"]]
    ada.verifies(seat.table)
    _is_sound(server)


def test_its_price_is_the_solvers(server: Server, own: str) -> None:
    boss = server.named("supervisor")
    quick = {"max_hands": "1", "double_on": "none", "insurance": "false", "decks": "1"}
    boss.post("/rulebooks", {"text": TEXT.replace("ID", own)}, 201)
    texts = {"book": own, "settings": quick, "parts": ["main"], "page": "x"}
    response = boss.post("/lab/price", texts)
    if "main" not in response or response["main"] is None:
        response = boss.get(f"/lab/prices/{response['digest']}?wait=main&page=x")
    book = read_text(own, TEXT.replace("ID", own))
    assert (
        response["main"]["house_edge"] == solve(book.elect_all(quick), policy="optimal").house_edge
    )


@pytest.mark.parametrize(
    ("text", "status", "why"),
    [
        ("id = 3", 422, "id"),
        ("this is not a book", 422, ""),
        (TEXT.replace("ID", "nz"), 422, "the id of a book in the package"),
        (TEXT.replace("ID", "Not An Id"), 409, "must have at most 40 characters"),
        (TEXT.replace("ID", "x").replace("6:5", "six"), 422, "odds"),
        ("#" * 70_000, 409, "at most 65536 bytes"),
    ],
)
def test_what_is_no_book_is_refused_in_the_readers_words(
    server: Server, text: str, status: int, why: str
) -> None:
    assert why in server.named("supervisor").post("/rulebooks", {"text": text}, status)["why"]


def test_a_book_is_not_replaced(server: Server, own: str) -> None:
    boss = server.named("shift_manager")
    text = TEXT.replace("ID", own)
    boss.post("/rulebooks", {"text": text}, 201)
    other = boss.post("/rulebooks", {"text": text.replace("6:5", "1:1")}, 409)
    assert "give yours another id" in other["why"]


def test_a_file_is_given_at_the_start_and_stays(fresh_url: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace("ID", "mine"), "utf-8")
    with Server(fresh_url, "--book", str(path)) as server:
        assert "mine" in [book["id"] for book in server.guest().get("/rulebooks")["rulebooks"]]
    with Server(fresh_url) as server:
        ada = server.guest()
        ada.open("mine")
        assert ada.get("/rulebooks/mine")["own"]
    store = Store(open_database(fresh_url))
    assert verified_house(store).problem is None
    store.keep("book/mine", TEXT)
    assert verified_house(store).problem == "a book was changed, added or removed"
    store.close()
