"""The sheets of the house: lines with names and times that nobody changes or removes."""

from __future__ import annotations

import csv
from contextlib import closing
from io import StringIO
from pathlib import Path
from sqlite3 import IntegrityError
from typing import Any

import pytest

from pitboss.rulebooks import rulebook
from pitboss.store import Store, open_database
from pitboss.store.sheets import SheetEntry, SheetLine
from pitboss.web.audit.house_audit import verified_house
from pitboss.web.pit.sheets import ACTS, BadLine, Sheet, check, inventory, valid
from tests.web.forging import unguarded
from tests.web.serving import Server, Visitor, signed_store


def write(person: Visitor, sheet: str, what: str, status: int = 201, **more: Any) -> Any:
    return person.post(f"/sheets/{sheet}", {"what": what, **more}, status)


def file_of(person: Visitor, sheet: str) -> list[dict[str, str]]:
    answer = person.http.get(f"/sheets/{sheet}.csv")
    assert answer.status_code == 200
    return list(csv.DictReader(StringIO(answer.text)))


def test_a_set_of_cards_from_receipt_to_destruction(server: Server) -> None:
    boss, manager = server.named("supervisor"), server.named("shift_manager")
    dealer = server.named("dealer")
    table, item = boss.open("zappit"), f"set {boss.name}"
    set_: dict[str, Any] = {"item": item}
    assert "not on the sheet" in write(dealer, "cards", "opened", 409, **set_)["why"]
    write(dealer, "cards", "received", 403, decks=6, colour="red", **set_)
    assert "number of decks" in write(boss, "cards", "received", 409, **set_)["why"]
    write(boss, "cards", "received", decks=6, colour="red", **set_)
    opened = write(dealer, "cards", "opened", **set_)
    assert (opened["by"], opened["role"]) == (dealer.name, "dealer")
    write(dealer, "cards", "in_use", 409, table=table, **set_)  # not inspected
    write(dealer, "cards", "inspected", 409, second=dealer.name, **set_)
    write(dealer, "cards", "inspected", 422, second="nobody at all", **set_)
    write(dealer, "cards", "inspected", second=boss.name, **set_)
    write(dealer, "cards", "in_use", 422, table="nowhere", **set_)
    write(dealer, "cards", "in_use", table=table, **set_)
    (stands,) = [one for one in boss.get("/sheets/cards")["standing"] if one["item"] == item]
    assert (stands["status"], stands["table"], stands["overdue"]) == ("in_use", table, False)
    assert stands["due"] == pytest.approx(opened["at"] + 24 * 3600)
    assert stands["clause"] == "2(c)"
    write(dealer, "cards", "damaged", note="a bent ace of spades", **set_)
    write(boss, "cards", "destroyed", 403, second=manager.name, **set_)
    write(manager, "cards", "destroyed", second=boss.name, **set_)
    write(manager, "cards", "opened", 409, **set_)  # nothing comes after it
    rows = [row for row in file_of(manager, "cards") if row["item"] == item]
    assert [row["what"] for row in rows] == [
        "received", "opened", "inspected", "in_use", "damaged", "destroyed",
    ]  # fmt: skip
    assert all(row["by"] and row["time"].endswith("+00:00") and row["hash"] for row in rows)


def ready_set(boss: Visitor, dealer: Visitor, item: str, decks: int) -> None:
    """A set of cards that may be put in use."""
    write(boss, "cards", "received", item=item, decks=decks, colour="red")
    write(dealer, "cards", "opened", item=item)
    write(dealer, "cards", "inspected", item=item, second=boss.name)


def test_a_set_has_one_name(server: Server) -> None:
    boss, dealer = server.named("supervisor"), server.named("dealer")
    item = f"Set {boss.name}"
    write(boss, "cards", "received", item=item, decks=6, colour="red")
    for other in (item.upper(), item.lower(), item.replace(" ", ""), item.replace("e", "\uff45")):
        refused = write(boss, "cards", "received", 409, item=other, decks=6, colour="red")
        assert f"as {item}; write the name in the same way" in refused["why"]
        write(dealer, "cards", "opened", 409, item=other)
    write(dealer, "cards", "opened", item=item)


@pytest.mark.parametrize(
    "book, clause, chosen, sets",
    [
        ("nz", "3.3(a)#1", {"decks": 6, "shuffler": "hand"}, 1),
        ("nz", "3.3(a)#1", {"decks": 6, "shuffler": "automatic"}, 2),  # one is being shuffled
        ("zappit", "2(a)#1", {"decks": 6}, 1),
    ],
)
def test_a_table_has_no_more_decks_in_use_than_it_plays_with(
    server: Server, book: str, clause: str, chosen: dict[str, Any], sets: int
) -> None:
    boss, dealer = server.named("supervisor"), server.named("dealer")
    table = boss.open(book, settings=chosen)
    items = [f"{boss.name} {n}" for n in range(sets + 1)]
    for item in items:
        ready_set(boss, dealer, item, 6)
    for item in items[:sets]:
        write(dealer, "cards", "in_use", table=table, item=item)
    refused = write(dealer, "cards", "in_use", 409, table=table, item=items[-1])
    assert refused["clause"] == clause
    assert f"plays with {6 * sets} decks" in refused["why"] and items[0] in refused["why"]
    write(dealer, "cards", "returned", item=items[0])
    write(dealer, "cards", "in_use", table=table, item=items[-1])


def test_a_set_of_too_many_decks_is_not_put_in_use(server: Server) -> None:
    boss, dealer = server.named("supervisor"), server.named("dealer")
    table, item = boss.open("nz", settings={"decks": 4}), f"large {boss.name}"
    ready_set(boss, dealer, item, 8)
    assert (
        f"and {item} has 8" in write(dealer, "cards", "in_use", 409, table=table, item=item)["why"]
    )


def test_a_wrong_line_is_struck_and_stays(server: Server) -> None:
    boss, dealer = server.named("supervisor"), server.named("dealer")
    device: dict[str, Any] = {"item": f"shuffler {boss.name}"}
    first = write(boss, "equipment", "installed", **device)
    fault = write(dealer, "equipment", "fault", note="=it jams", **device)
    write(dealer, "equipment", "struck", 403, strikes=fault["n"], note="the other one")
    why = write(boss, "equipment", "struck", 409, strikes=first["n"], note="the other one")["why"]
    assert "strike the last one first" in why
    write(boss, "equipment", "struck", strikes=fault["n"], note="the other one")
    write(boss, "equipment", "struck", 409, strikes=fault["n"], note="the other one")
    message = boss.get("/sheets/equipment")
    (stands,) = [one for one in message["standing"] if one["item"] == device["item"]]
    assert stands["status"] == "installed"
    (line,) = [one for one in message["lines"] if one["n"] == fault["n"]]
    assert line["struck_by"] is not None
    (row,) = [row for row in file_of(boss, "equipment") if row["n"] == str(fault["n"])]
    assert row["note"] == "'=it jams"  # no formula for a spreadsheet


def test_the_opening_and_closing_of_a_table_have_names(server: Server) -> None:
    boss, other = server.named("supervisor"), server.named("supervisor")
    table = boss.open("nz")
    count: dict[str, Any] = {"table": table, "second": other.name}
    write(boss, "tables", "closed", 409, amount=1, **count)
    write(boss, "tables", "opened", amount=5_000_00, **count)
    boss.say(table, "close_table", why="the night is over")
    write(boss, "tables", "closed", amount=5_200_00, **count)
    message = boss.get("/sheets/tables")
    mine = [line for line in message["recorded"] if line["table"] == table]
    assert [(line["what"], line["by"]) for line in mine] == [
        ("closed", boss.name), ("open", boss.name), ("created", boss.name),
    ]  # fmt: skip
    (stands,) = [one for one in message["standing"] if one["item"] == table]
    assert (stands["status"], stands["amount"]) == ("closed", 5_200_00)


def test_who_reads_and_who_writes(server: Server) -> None:
    dealer, auditor = server.named("dealer"), server.named("auditor")
    for person, status in ((server.named(), 403), (dealer, 403), (auditor, 200)):
        person.get("/sheets/cards", status)
        assert person.http.get("/sheets/cards.csv").status_code == status
    write(auditor, "cards", "received", 403, item="A", decks=6, colour="red")
    auditor.get("/sheets/sauna", 404)


@pytest.mark.parametrize("sheet", Sheet)
def test_every_act_of_a_sheet_can_be_reached_and_follows_known_ones(sheet: Sheet) -> None:
    acts = ACTS[sheet]
    assert all(before in acts or not before for act in acts.values() for before in act.after)
    reached = {""}
    for _ in acts:
        reached |= {what for what, act in acts.items() if reached & set(act.after)}
    assert reached == {"", *acts}


def test_verification_finds_a_changed_line(tmp_path: Path) -> None:
    path = tmp_path / "house.sqlite3"
    line = SheetEntry("equipment", "fault", "Ana", "dealer", item="shoe 1", note="a crack")
    with closing(signed_store(f"sqlite:///{path}")) as store:
        made = store.add_line(line, lambda before: None)
        assert store.lines("equipment") == [made]
        assert verified_house(store).problem is None
        with pytest.raises(IntegrityError, match="only added to"), store.database.writing() as rows:
            rows.run("UPDATE journal SET body = '{}' WHERE n = ?", (made.n,))
    with unguarded(path) as database:
        database.execute("UPDATE journal SET body = replace(body, 'a crack', 'a trace')")
        database.commit()
    with closing(Store(open_database(f"sqlite:///{path}"))) as store:
        assert f"entry {made.n} of the journal was changed" in (verified_house(store).problem or "")


def test_cards_are_overdue_a_day_after_they_were_opened() -> None:
    renewal = rulebook("zappit").opening.renewal
    assert renewal is not None
    acts = ("received", "opened", "inspected", "in_use")
    lines = [
        SheetLine(n, 1000.0 * n, "", SheetEntry("cards", what, "Ana", "supervisor", "A", table="t"))
        for n, what in enumerate(acts, 1)
    ]
    for now, overdue in ((2000 + 24 * 3600, False), (2001 + 24 * 3600, True)):
        (one,) = inventory(lines, {"t": renewal}, now)
        assert (one["due"], one["overdue"]) == (2000 + 24 * 3600, overdue)
    assert inventory(lines, {}, 1e9)[0]["due"] is None  # no other book has such a clause


def test_a_struck_line_may_be_written_again() -> None:
    first = SheetLine(1, 0, "", SheetEntry("cards", "received", "Ana", "supervisor", "A"))
    strike = SheetEntry("cards", "struck", "Ana", "supervisor", strikes=1, note="twice")
    again = SheetEntry("cards", "received", "Ana", "supervisor", "A", decks=6, colour="red")
    with pytest.raises(BadLine, match="last received"):
        check(Sheet.CARDS, again, [first])
    lines = [first, SheetLine(2, 0, "", strike)]
    assert valid(lines) == []
    check(Sheet.CARDS, again, lines)
