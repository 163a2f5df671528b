"""A live shoe in the log: its seal, the cut and the secret, checked with the rest of the log."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from pitboss.audit import fairness
from pitboss.audit.sealed_shoes import verify_with_shoes
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.fairness import CommittedShoe
from pitboss.table.log import Log
from pitboss.table.table import Table
from tests.support import rules
from tests.table.helpers import bet, close_window, of

BOOKS = ("nz", "zappit", "rws", "leaflet", "classic")


def sealed_table(book: str, **elections: Any) -> Table:
    numbers = count(1)
    shoe = CommittedShoe("Blue 7", draw_secret=lambda: next(numbers).to_bytes(32, "big"))
    return Table(rules(book, **elections), shoe)


def play_round(table: Table) -> None:
    table.prepare()
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    while table.state.phase.value != "betting":
        close_window(table)
        if table.state.phase.value == "play":
            act = acts.Stand(box=1, hand=1)
            table.do(act if table.ask(act) is None else acts.Hit(box=1, hand=1))


def three_rounds(book: str, **elections: Any) -> Table:
    table = sealed_table(book, **elections)
    for _ in range(3):
        play_round(table)
    table.end_shoe()
    return table


def rewritten(table: Table, change: Callable[[e.Event], e.Event | None]) -> bytes:
    """The log of an operator who changed some events and recalculated all later hashes."""
    log = Log()
    changed = (change(event) for event in table.log.events)
    log.append(event for event in changed if event is not None)
    return log.write()


@pytest.mark.parametrize("book", BOOKS)
def test_the_log_of_a_sealed_shoe_holds(book: str) -> None:
    table = three_rounds(book)
    outcome, shoes = verify_with_shoes(table.log.write().splitlines(keepends=True))
    assert outcome.ok, outcome.problem
    assert outcome.rounds == 3
    assert len(shoes) == 1
    assert shoes[0].is_revealed
    assert len(shoes[0].dealt) >= 12
    if book in ("nz", "zappit"):
        assert 10 <= shoes[0].cut <= 302
    else:
        assert shoes[0].cut == 0


def test_the_seal_comes_after_the_shuffle_and_before_the_cut() -> None:
    order = [type(event) for event in three_rounds("nz").log.events]
    places = [order.index(k) for k in (e.CardsShuffled, e.ShoeSealed, e.ShoeCut, e.ShoeRevealed)]
    assert places == sorted(places)


def test_the_independent_verifier_reads_an_exported_shoe(tmp_path: Path) -> None:
    _, shoes = verify_with_shoes(three_rounds("zappit").log.write().splitlines(keepends=True))
    path = tmp_path / "shoe.json"
    path.write_text(shoes[0].as_json(), "utf-8")
    assert fairness.main([str(path)]) == 0
    document = json.loads(path.read_text("utf-8"))
    document["dealt"][3] = "As" if document["dealt"][3] != "As" else "2s"
    path.write_text(json.dumps(document), "utf-8")
    assert fairness.main([str(path)]) == 1


def test_every_round_of_a_continuous_shuffler_has_a_seal_of_its_own() -> None:
    table = three_rounds("nz", shuffler="continuous")
    outcome, shoes = verify_with_shoes(table.log.write().splitlines(keepends=True))
    assert outcome.ok, outcome.problem
    assert [shoe.shoe for shoe in shoes] == [1, 2, 3]
    assert all(shoe.is_revealed for shoe in shoes)


def another_secret(event: e.Event) -> e.Event:
    if isinstance(event, e.ShoeRevealed):
        return structs.replace(event, secret="ab" * 32)
    return event


def _another_cut(event: e.Event) -> e.Event:
    return structs.replace(event, depth=303) if isinstance(event, e.ShoeCut) else event


def _another_seal(event: e.Event) -> e.Event:
    if isinstance(event, e.ShoeSealed):
        return structs.replace(event, commitment="cd" * 32)
    return event


def _fewer_cards(event: e.Event) -> e.Event:
    if isinstance(event, e.ShoeSealed):
        return structs.replace(event, composition=event.composition.replace("As*6", "As*5"))
    return event


def _no_seal(event: e.Event) -> e.Event | None:
    return None if isinstance(event, e.ShoeSealed) else event


def _another_burned_card(event: e.Event) -> e.Event:
    if isinstance(event, e.CardBurned):
        return structs.replace(event, card="As" if event.card != "As" else "2s")
    return event


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (another_secret, "failed: the reveal is sealed by"),
        (_another_cut, ", but it was 303"),
        (_another_seal, "failed: the reveal is sealed by"),
        (_fewer_cards, "the seal is of 311 cards, but 312 were shuffled"),
        (_no_seal, "shoe 1 is revealed, but no seal of it is open"),
        (_another_burned_card, "failed: card 1 was"),
    ],
)
def test_a_house_that_rewrites_its_log_is_found_out(
    change: Callable[[e.Event], e.Event | None], text: str
) -> None:
    lines = rewritten(three_rounds("nz"), change).splitlines(keepends=True)
    outcome, _ = verify_with_shoes(lines)
    assert not outcome.ok
    assert text in (outcome.problem or "")


def test_a_seal_after_the_cut_is_no_seal() -> None:
    table = three_rounds("nz")
    events = list(table.log.events)
    seal = of(e.ShoeSealed, events)[0]
    events.remove(seal)
    cut = next(i for i, event in enumerate(events) if isinstance(event, e.ShoeCut))
    events.insert(cut + 1, seal)
    log = Log()
    log.append(events)
    outcome, _ = verify_with_shoes(log.write().splitlines(keepends=True))
    assert "already cut or dealt from when it was sealed" in (outcome.problem or "")


def test_a_card_from_a_shoe_whose_secret_is_told_is_found_out() -> None:
    table = three_rounds("nz")
    events = list(table.log.events)
    shoe_revealed = of(e.ShoeRevealed, events)[0]
    events.remove(shoe_revealed)
    dealt = max(i for i, event in enumerate(events) if isinstance(event, e.CardDealt))
    events.insert(dealt, shoe_revealed)
    log = Log()
    log.append(events)
    outcome, _ = verify_with_shoes(log.write().splitlines(keepends=True))
    assert "whose secret is already revealed" in (outcome.problem or "")
    assert outcome.first_bad == dealt + 2


def test_a_secret_waits_for_the_end_of_the_round() -> None:
    """The hole card is still face down when a shoe ends in the middle of a round."""
    table = sealed_table("zappit")
    play_round(table)
    while table.state.phase.value == "betting":  # a blackjack may end the round at once
        bet(table, 1, "P1", 50)
        table.do(acts.CloseBets())
    table.reload("shoe_exhausted", table.discards(), burn=True, under="11(f)#1")
    assert [event.shoe for event in of(e.ShoeSealed, table.log.events)] == [1, 2]
    assert table.state.phase.value != "betting"
    assert table.reveal() == ()
    while table.state.phase.value != "betting":
        close_window(table)
        if table.state.phase.value == "play":
            table.do(acts.Stand(box=1, hand=1))
    # The secret of shoe 2 follows from that of shoe 1: neither is published while in play.
    assert table.reveal() == ()
    assert [event.shoe for event in of(e.ShoeRevealed, table.end_shoe())] == [1, 2]
    outcome, shoes = verify_with_shoes(table.log.write().splitlines(keepends=True))
    assert outcome.ok, outcome.problem
    assert [shoe.is_revealed for shoe in shoes] == [True, True]


def test_a_shoe_that_is_still_in_play_is_sealed_and_not_revealed() -> None:
    table = sealed_table("nz")
    play_round(table)
    outcome, shoes = verify_with_shoes(table.log.write().splitlines(keepends=True))
    assert outcome.ok
    assert [shoe.is_revealed for shoe in shoes] == [False]
