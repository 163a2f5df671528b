"""When an event that names its cards happens: whether the table plays on by itself before it."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import Card
from pitboss.law.irregularities import Irregularity, record_of, resolution
from pitboss.law.phases import BEFORE_PLAY
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import FaceUp as TurnedCard
from pitboss.scenarios import format as f
from pitboss.table.procedure.dealing import perform
from pitboss.table.procedure.duties import DutyKind, next_duty
from pitboss.table.procedure.misdrawn import next_cards
from pitboss.table.run import RunningDecision
from pitboss.table.sources import Draw, Marker
from pitboss.table.state import Phase, TableState
from pitboss.table.table import Table

_PLAY = BEFORE_PLAY | {Phase.PLAY}
"""The phases in which the table may have cards to deal by itself before an event."""


def happens_after(table: Table, rest: tuple[Draw, ...], event: f.ScriptedEvent) -> int | None:
    """After how many cards of the round an event happens; None if once a player must decide.

    A card due by itself, such as that of a hit, comes first. If the cards named are then not the
    next ones, they left the shoe instead of a card that was due, or of one that the dealer draws.
    """
    state = table.state
    if _misses_a_double(state, event):
        return state.shoe.used
    record = record_of(table.rules, event.event)
    named = [card.text for card in event.cards or (event.card,) if card is not None]
    if record is None or not record.draws or not named or state.phase not in _PLAY:
        return None
    coming = [*((card, 0) for card in next_cards(state)), *_cards(table.rules, rest)]
    cards = [card for card, _ in coming]
    due = _due(state, cards)
    if cards[due : due + len(named)] == named and (state.phase is Phase.PLAY or not due):
        return None
    places = [i for i in range(len(cards)) if cards[i : i + len(named)] == named]
    at = max((i for i in places if i <= due), default=None)
    if at is None:
        last = _due(state, cards, dealer_too=True)
        at = min((i for i in places if i < last), default=None)
    return state.shoe.used + coming[at][1] if at is not None else None


def _misses_a_double(state: TableState, event: f.ScriptedEvent) -> bool:
    """Whether the card of a double, which is still due, was missed."""
    if event.event != "missed_card" or state.owed is None:
        return False
    hands = {(b.number, h.number): h.hand for b in state.boxes for h in b.hands}
    return state.owed[:2] == (event.box, event.hand) and hands[state.owed[:2]].is_doubled


def _cards(rules: TableRules, rest: tuple[Draw, ...]) -> Iterator[tuple[str, int]]:
    """The cards to be dealt before anything ends the round, each with how many are out before it.

    A card that is found face up and removed is out with the card that follows it.
    """
    is_used = resolution(rules, Irregularity.FACE_UP_IN_SHOE).remedy is TurnedCard.USED
    out = 0
    for left, one in enumerate(filter(lambda one: one is not Marker.CUTTING_CARD, rest), 1):
        if isinstance(one, Marker):
            return
        if isinstance(one, Card) or is_used:
            yield one.text if isinstance(one, Card) else one.card.text, out
            out = left


def _due(state: TableState, cards: list[str], *, dealer_too: bool = False) -> int:
    """How many cards the table deals by itself before a player must decide, or to the end."""
    due = 0
    while (duty := next_duty(state)) is not None:
        if duty.is_after_the_players and (not dealer_too or duty.task is DutyKind.FINISH):
            break
        if duty.needs_card and due == len(cards):
            break
        run = RunningDecision(state)
        perform(run, duty, Card(cards[due]) if duty.needs_card else None)
        state, due = run.state, due + duty.needs_card
    return due
