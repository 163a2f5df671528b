"""Acts, events and the bank of the scenario format as acts of the table."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from pitboss.cards import Card
from pitboss.law.irregularities import record_of
from pitboss.scenarios import format as f
from pitboss.table import acts
from pitboss.table.act_words import Meaning, fields_of
from pitboss.table.procedure.bank import bank_is_offered_to
from pitboss.table.procedure.misdrawn import next_cards
from pitboss.table.run import RunningDecision
from pitboss.table.sources import Draw, FaceUpCard, Marker
from pitboss.table.table import Table

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


def take_off_the_page(table: Table, bank: f.BankLine) -> None:
    """Give the bank to its player if no one has it; those asked before have declined."""
    if table.state.banker is not None:
        return
    last = table.state.last_banker
    if last is not None and last.player != bank.player:
        while (player := bank_is_offered_to(RunningDecision(table.state))) not in (
            None,
            bank.player,
        ):
            table.do(acts.DeclineBank(player=player))
    table.do(acts.TakeBank(player=bank.player, box=bank.box, wager=bank.wager))


class WrongCard(Exception):
    """The event names a card other than the one that leaves the shoe."""


def reported(table: Table, event: f.ScriptedEvent) -> acts.Report:
    """The report of an event; a card drawn in error leaves the shoe now."""
    record = record_of(table.rules, event.event)
    if record is not None and record.draws:
        held = list(next_cards(table.state)) if record.is_dealt else []
        named = 0
        for card in event.cards or (event.card,):
            if card is not None and card.text in held:
                held.remove(card.text)
            else:
                _take(table, card, named)
                named += 1
    lost = tuple(_take(table, None, i).text for i in range(event.lost_cards or 0))
    return acts.Report(
        what=event.event,
        box=event.box,
        hand=event.hand,
        player=event.player,
        card=event.card.text if event.card is not None else None,
        cards=tuple(one.text for one in event.cards),
        which=event.which.value if event.which is not None else None,
        reconstructed=event.reconstructed,
        ruling=event.ruling.value if event.ruling is not None else None,
        hands=tuple((at.box, at.hand) for at in event.hands),
        lost=lost,
        why="as the scenario says",
    )


def _take(table: Table, card: Card | None, before: int) -> Card:
    drawn = table.draw(unrecorded=before)
    if drawn is None or (card is not None and drawn is not card):
        raise WrongCard(f"the event names {card}, but {drawn} leaves the shoe")
    return drawn


def as_draw(item: f.ShoeItem) -> Draw:
    """A card or marker of a scenario's shoe as a source of cards yields it."""
    if isinstance(item, Card):
        return item
    if isinstance(item, f.ScriptedFaceUp):
        return FaceUpCard(item.card)
    return Marker(item.value)


def act_text(act: acts.Act) -> str:
    """An act by its name."""
    return type(act).__name__.lower()


def shown_entry(entry: f.ScriptedAct | f.ScriptedEvent) -> str:
    """An entry by its name and place."""
    name = entry.act if isinstance(entry, f.ScriptedAct) else entry.event
    at = f" on box {entry.box}" if entry.box is not None else ""
    return f"{name}{at}"
