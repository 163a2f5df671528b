"""Rehearsals: play a worked round with its own cards, without money and without a trace.

A rehearsal is not a live table. Nothing is stored: the client sends all decisions so far, and the
round is dealt again from its fixed shoe. So no balance, ledger, log or result can depend on it.
"""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from pitboss.cards import Card
from pitboss.law.answers import Refusal
from pitboss.law.shoe import composition
from pitboss.scenarios.comparison import net_of
from pitboss.scenarios.format import Scenario
from pitboss.scenarios.runner import Runner
from pitboss.table import acts
from pitboss.table.act_words import By
from pitboss.table.procedure.duties import DutyKind, active
from pitboss.table.state import Phase, TableState
from pitboss.table.table import NotPermitted, Table
from pitboss.web.http.problems import Problem
from pitboss.web.live import commands as c
from pitboss.web.school.worked_rounds import brief, may_be_rehearsed, steps_of
from pitboss.web.wire.prompts import asks, turn_acts, window_acts

MOST: Final = 100
"""The most decisions in one round."""

Name = Annotated[str, Meta(max_length=40)]


class RehearsedDecision(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision by one of the round's players."""

    player: Name
    command: c.AnyCommand


class Rehearse(Struct, frozen=True, forbid_unknown_fields=True):
    """All decisions of a rehearsal so far."""

    decisions: Annotated[tuple[RehearsedDecision, ...], Meta(max_length=MOST)] = ()


def rehearsed(scenario: Scenario, decisions: tuple[RehearsedDecision, ...]) -> dict[str, Any]:
    """A worked round up to the decision that is due, and what may be decided now."""
    if not may_be_rehearsed(scenario):
        why = f"{scenario.id} needs more than its players' decisions, so it cannot be rehearsed"
        raise Problem(409, why, book=scenario.rulebook)
    runner = Runner(scenario, dict(scenario.settings))
    table, begins = runner.table, runner.table.log.length
    one = scenario.rounds[0]
    runner.lay(one, _others(scenario, table))
    table.do(acts.CloseBets())
    _deal_on(table)
    for decided in decisions:
        _decide(table, decided)
        _deal_on(table)
    is_over = _is_over(table)
    return {
        **brief(scenario),
        "book": scenario.rulebook,
        "rehearsal": True,
        **steps_of(scenario, table, begins),
        "choices": [] if is_over else _choices(table.state),
        "over": is_over,
        "net": net_of(table.state) if is_over else None,
    }


def _others(scenario: Scenario, table: Table) -> list[Card]:
    """The rest of the shoe in a fixed order, for a player who departs from the worked round."""
    rest = [card.text for card in composition(table.rules)]
    for item in scenario.rounds[0].shoe:
        if isinstance(item, Card) and item.text in rest:
            rest.remove(item.text)
    Random(scenario.id).shuffle(rest)
    return [Card(text) for text in rest]


def _is_over(table: Table) -> bool:
    """Whether only the cards are left to be collected, or nothing was dealt at all."""
    duty = table.duty
    if duty is None:
        return table.state.phase is Phase.BETTING
    return duty.task is DutyKind.COLLECT


def _deal_on(table: Table) -> None:
    """Perform the dealer's duties up to the next decision or the end of the round."""
    while (duty := table.duty) is not None and not _is_over(table):
        if duty.task is DutyKind.CLOSE_WINDOW and window_acts(table.state):
            return
        table.perform()


def _decide(table: Table, decided: RehearsedDecision) -> None:
    command, rules = decided.command, table.rules
    if isinstance(command, c.Done):
        duty = table.duty
        if duty is None or duty.task is not DutyKind.CLOSE_WINDOW:
            raise Problem(409, "there is nothing to decline now", book=rules.book.id)
        table.perform()
        return
    if command.act is None or command.by is not By.PLAYERS:
        raise Problem(422, "in a rehearsal there are only the decisions of the players")
    try:
        table.do(c.act_of(command, decided.player))
    except NotPermitted as error:
        no: Refusal = error.refusal
        raise Problem(409, no.why, book=rules.book.id, clause=no.under) from None


def _choices(state: TableState) -> list[dict[str, Any]]:
    """Every decision possible now: who makes it, its label, and the command to send."""
    choices = [
        {**one, "command": {**one["command"], **_amount(one)}}
        for one in asks(state)
        if one["player"] is not None
    ]
    if choices:
        return choices
    if state.phase is Phase.WINDOW:
        choices = [_choice(one, one["player"], one) for one in window_acts(state)]
        players = list(dict.fromkeys(one["player"] for one in choices))
        done = {"label": "No, play on", "key": "n", "clause": None, "costs": 0}
        return [*choices, {**done, "player": players[0], "command": {"type": "done"}}]
    turn = active(state) if state.phase is Phase.PLAY else None
    if turn is None:
        return []
    box, played = turn
    where = {"box": box.number, "hand": played.number}
    return [_choice(one, box.decider, where) for one in turn_acts(state, box.number, played.number)]


def _amount(one: dict[str, Any]) -> dict[str, int]:
    return {} if one.get("most") is None else {"amount": one["most"]}


def _choice(one: dict[str, Any], player: str | None, where: dict[str, Any]) -> dict[str, Any]:
    place = {key: where[key] for key in ("box", "hand", "pick") if where.get(key) is not None}
    if "pick" in one:
        place["pick"] = one["pick"]
    return {
        "player": player,
        "label": one["label"],
        "key": one["key"],
        "clause": one["clause"],
        "costs": one["most"] if one.get("most") is not None else one["costs"],
        "box": place.get("box"),
        "hand": place.get("hand"),
        "command": {"type": one["act"], **place, **_amount(one)},
    }
