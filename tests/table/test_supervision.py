"""Supervisors: under strict supervision a void needs a reason and a second approval."""

from __future__ import annotations

from typing import Any

from pitboss.history.columns import TableColumns
from pitboss.history.sessions import Logged
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.log_verifier import replay, verify
from pitboss.table.sources import Rigged
from pitboss.table.table import Table
from tests.support import rules
from tests.table.helpers import bet, of, refused


def test_a_strict_table_refuses_a_void_without_reason_or_second_person() -> None:
    table = Table(rules("rws"), Rigged("Th 9c 9d"), strict_supervision=True)
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    order: dict[str, Any] = {"what": "unshuffled", "by": "Sue"}
    assert "reason" in refused(table, acts.Report(**order)).why
    assert "second" in refused(table, acts.Report(**order, why="sealed decks")).why
    alone = acts.Report(**order, why="sealed decks", approved_by="Sue")
    assert "second" in refused(table, alone).why
    done = table.do(acts.Report(**order, why="sealed decks", approved_by="Max"))
    ruled = of(e.SupervisorRuled, done)[0]
    assert (ruled.by, ruled.approved_by, ruled.why) == ("Sue", "Max", "sealed decks")
    assert replay(table.log.events) == table.state
    assert verify(table.log.write().splitlines()).ok


def test_a_table_that_is_not_strict_takes_the_report_as_it_comes() -> None:
    table = Table(rules("rws"), Rigged("Th 9c 9d"))
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    done = table.do(acts.Report(what="unshuffled"))
    assert of(e.RoundVoided, done)
    assert not of(e.SupervisorRuled, done)


def test_a_second_approval_is_recorded_at_every_table_and_in_the_columns_of_the_round() -> None:
    table = Table(rules("rws"), Rigged("Th 9c 9d"))
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    done = table.do(acts.Report(what="unshuffled", by="Sue", why="sealed", approved_by="Max"))
    assert [(r.by, r.approved_by) for r in of(e.SupervisorRuled, done)] == [("Sue", "Max")]
    while table.duty is not None:
        table.perform()
    columns = TableColumns()
    columns.add([Logged(event) for event in table.log.events])
    (row,) = columns.rows["rounds"]
    assert (row["void"], row["ordered_by"], row["approved_by"]) == (True, "Sue", "Max")
