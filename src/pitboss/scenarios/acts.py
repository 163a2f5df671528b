"""Acts of the scenario format as acts of the table."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from pitboss.cards import Card
from pitboss.scenarios import format as f
from pitboss.table import acts
from pitboss.table.act_words import Meaning, fields_of

_UNSAID: Final = {Meaning.BOX: 0, Meaning.HAND: 1, Meaning.MONEY: 0, Meaning.NUMBER: 0}
"""The value of a number that the line leaves out; a missing word is empty."""


def translated(one: f.ScenarioRound, entry: f.ScriptedAct) -> acts.Act:
    """An act of the format as an act of the table."""
    own = {field.name for field in fields_of(entry.kind)}
    given = {name: _plain(value) for name, value in entry.given.items() if name in own}
    if entry.kind is acts.TakeBank and one.bank is not None:
        given["wager"] = one.bank.wager
        given["box"] = one.bank.box if one.bank.player == entry.player else 0
    for field in fields_of(entry.kind):
        if field.is_required:
            given.setdefault(field.name, _UNSAID.get(field.meaning, ""))
    return entry.kind(**given)


def _plain(value: Any) -> Any:
    """A value as an act has it: cards and kinds of wager by their names."""
    if isinstance(value, Card):
        return value.text
    return str(value) if isinstance(value, StrEnum) else value
