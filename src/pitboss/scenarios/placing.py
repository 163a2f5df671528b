"""When an event that names its cards happens: whether the table plays on by itself before it."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import Card
from pitboss.law.irregularities import record_of
from pitboss.rulebooks.enumerations import FaceUp as FaceUpCard
from pitboss.scenarios import format as f
from pitboss.table.procedure.dealing import perform
from pitboss.table.procedure.duties import next_duty
from pitboss.table.procedure.misdrawn import next_cards
from pitboss.table.run import Run
from pitboss.table.sources import Draw, FaceUp, Marker
from pitboss.table.state import Phase, TableState
from pitboss.table.table import Table


def happens_after(table: Table, rest: tuple[Draw, ...], event: f.Event) -> int | None:
    """After how many cards of the round an event happens; None if once a player must decide.

    A card due by itself, such as that of a hit, comes first. If the cards named are then not the
    next ones, they left the shoe instead of a card that was due.
    """
    state = table.state
    if _misses_a_double(state, event):
        return state.shoe.used
    record = record_of(table.rules, event.event)
    named = [card.text for card in event.cards or (event.card,) if card is not None]
    if record is None or not record.draws or not named or state.phase is not Phase.PLAY:
        return None
    held = next_cards(state)
    out = tuple(_cards(rest, face_up=_deals_face_up(table)))
    cards = [*held, *(card for card, _ in out)]
    due = _due(state, cards)
    if cards[due : due + len(named)] == named:
        return None
    before = [i for i in range(due) if cards[i : i + len(named)] == named]
    if not before:
        return None
    drawn = before[-1] - len(held)
    return state.shoe.used + (out[drawn - 1][1] if drawn > 0 else 0)


def _misses_a_double(state: TableState, event: f.Event) -> bool:
    """Whether the card of a double, which is still due, was missed."""
    if event.event != "missed_card" or state.owed is None:
        return False
    hands = {(b.number, h.number): h.hand for b in state.boxes for h in b.hands}
    return state.owed[:2] == (event.box, event.hand) and hands[state.owed[:2]].is_doubled


def _deals_face_up(table: Table) -> bool:
    """Whether a card found face up in the shoe is dealt; otherwise it is removed."""
    return table.rules.irregularities.face_up_in_shoe.value is FaceUpCard.USED


def _cards(rest: tuple[Draw, ...], *, face_up: bool) -> Iterator[tuple[str, int]]:
    """The cards dealt before anything ends the round, and how many have left the shoe with each."""
    left = 0
    for one in rest:
        left += isinstance(one, Card | FaceUp)
        if isinstance(one, Card):
            yield one.text, left
        elif isinstance(one, FaceUp):
            if face_up:
                yield one.card.text, left
        elif one is not Marker.CUTTING_CARD:
            return


def _due(state: TableState, cards: list[str]) -> int:
    """How many cards the table deals by itself before a player must decide."""
    due = 0
    while (duty := next_duty(state)) is not None and not duty.is_after_the_players:
        if duty.needs_card and due == len(cards):
            break
        run = Run(state)
        perform(run, duty, Card(cards[due]) if duty.needs_card else None)
        state, due = run.state, due + duty.needs_card
    return due
