"""Rounds made from the definition of each side bet: every row is paid at the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from pitboss.audit.side_bet_rounds import side_bet_rounds
from pitboss.audit.trace import trace
from pitboss.law.side_bets import settling
from pitboss.law.side_bets.registry import in_the_book
from pitboss.rulebooks import BOOKS, rulebook

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "side_bets.toml")


@pytest.mark.parametrize("book", [*BOOKS, EXAMPLE])
def test_every_row_of_every_bet_is_paid_at_the_table(book: str) -> None:
    rules = rulebook(book).elect()
    for kind in in_the_book(rules):
        played = list(side_bet_rounds(rules, kind))
        wrong = [one for one in played if not one.is_right]
        assert not wrong, (wrong[0].name, wrong[0].dealt, wrong[0].wager)
        every = range(len(rules.side_bet(kind).rows.value.rows) + 1)
        assert {one.dealt.row for one in played} == set(every), kind


def test_a_table_that_pays_another_row_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rulebook("leaflet").elect()
    right = settling.settle_row

    def less(*given: object, **more: object) -> object:
        settled = right(*given, **more)  # type: ignore[arg-type]
        return structs.replace(settled, paid=settled.paid // 2)

    monkeypatch.setattr(settling, "settle_row", less)
    seen = [one.is_right for one in side_bet_rounds(rules, "perfect_pairs")]
    assert seen == [False, False, False, True]  # what loses is not paid either way


def test_a_book_of_ones_own_is_witnessed_row_by_row() -> None:
    found_trace = trace(rulebook(EXAMPLE))
    assert [
        clause.id for clause in found_trace.unwitnessed if clause.id[:4] in ("21+3", "bonu", "kick")
    ] == ["bonus.1"]
    assert not found_trace.unlocated
