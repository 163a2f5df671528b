"""How seats, cards and the cut change the state."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.law.cutting import Offer, offers_now
from pitboss.table import events as e
from pitboss.table.evolve.changes import clearable, with_hand
from pitboss.table.state import (
    Phase,
    PreparedStep,
    ShoeState,
    TableState,
)


def table_opened(state: TableState, event: e.TableOpened) -> TableState:
    """After ``TableOpened``."""
    return replace(
        state,
        strict_supervision=event.strict_supervision,
        by_the_book=event.strict_supervision if event.by_the_book is None else event.by_the_book,
        dealt_by_person=event.dealt_by_person,
        dealt_by_machine=event.dealt_by_machine,
    )


def player_arrived(state: TableState, event: e.PlayerArrived) -> TableState:
    """After ``PlayerArrived``."""
    return replace(state, arrived=(*state.arrived, event.player))


def seat_taken(state: TableState, event: e.SeatTaken) -> TableState:
    """After ``SeatTaken``."""
    return _seated(state, {**state.seats, event.box: event.player})


def seat_left(state: TableState, event: e.SeatLeft) -> TableState:
    """After ``SeatLeft``."""
    return _seated(state, {b: p for b, p in state.seats.items() if b != event.box})


def _seated(state: TableState, seats: dict[int, str]) -> TableState:
    """After a change of seats: a cut on offer is offered to who sits at the table now."""
    shoe = state.shoe
    if shoe.order and not shoe.is_loaded:
        order = offers_now(state.rules, shoe.order, shoe.declined, seats=seats)
        shoe = replace(shoe, order=order, offers=() if shoe.is_cut else order)
    return replace(state, seats=seats, shoe=shoe)


def noted(state: TableState, event: e.Event) -> TableState:
    """After ``Event``."""
    return state


def burned_card_shown(state: TableState, event: e.BurnedCardShown) -> TableState:
    """After ``BurnedCardShown``."""
    shown_to = (*state.shoe.burned_shown_to, event.player)
    return replace(state, shoe=replace(state.shoe, burned_shown_to=shown_to))


def cards_prepared(state: TableState, event: e.CardsPrepared) -> TableState:
    """After ``CardsPrepared``."""
    done = PreparedStep(event.step, event.by, event.role, event.batch)
    return replace(state, prepared=(*state.prepared, done))


def recut_ordered(state: TableState, event: e.RecutOrdered) -> TableState:
    """After ``RecutOrdered``."""
    offers = tuple(Offer(*offer) for offer in event.offers)
    shoe = replace(state.shoe, offers=offers, order=offers, declined=0, is_cut=False, cutter=None)
    return replace(state, shoe=shoe)


def time_passed(state: TableState, event: e.TimePassed) -> TableState:
    """After ``TimePassed``."""
    nobody = state.phase is Phase.BETTING and not state.wagers
    idle = state.idle + event.minutes if nobody else 0
    return replace(state, idle=idle, age=state.age + event.minutes)


def player_readmitted(state: TableState, event: e.PlayerReadmitted) -> TableState:
    """After ``PlayerReadmitted``: as if the player had wagered since the shoe began."""
    first = min(state.betting_since.values(), default=state.round)
    since = {**state.betting_since, event.player: first}
    return replace(state, sat_out=state.sat_out - {event.player}, betting_since=since)


def cards_shuffled(state: TableState, event: e.CardsShuffled) -> TableState:
    """After ``CardsShuffled``."""
    old = state.shoe
    shoe = ShoeState(
        number=old.number + 1,
        used=old.used,
        removed=old.removed,
        replaced=old.replaced,
        is_cut=False,
        burn_due=0,
        shuffled_at_once=old.shuffled_at_once,
        exhausted_after=old.exhausted_after,
        batch=event.batch,
        stack=event.cards,
    )
    age = 0 if event.reason == "replaced" else state.age  # new cards, whatever became of the old
    boxes, ready = state.boxes, replace(state, preparing="", prepared=(), idle=0, age=age)
    if event.reason == "shoe_exhausted":
        ready = state
        # The discards of a shoe that ran out: what is due after the round stays due.
        shoe = replace(
            shoe,
            held=old.held,
            burn_due=old.burn_due,
            cut_seen=old.cut_seen,
            shuffle_after=old.shuffle_after,
            due_in=old.due_in,
            cutter=old.cutter,
        )
        for box, hand in clearable(state):
            boxes = with_hand(replace(state, boxes=boxes), box, hand, is_cleared=True)
    return replace(ready, shoe=shoe, boxes=boxes, sat_out=frozenset(), betting_since={})


def cut_offered(state: TableState, event: e.CutOffered) -> TableState:
    """After ``CutOffered``."""
    offers = tuple(Offer(*offer) for offer in event.offers)
    burn = state.shoe.burn_due + event.burn
    shoe = replace(state.shoe, offers=offers, declined=0, is_cut=not offers, burn_due=burn)
    return replace(state, shoe=replace(shoe, order=offers))


def dealer_changed(state: TableState, event: e.DealerChanged) -> TableState:
    """After ``DealerChanged``."""
    return replace(state, shoe=replace(state.shoe, burn_due=state.shoe.burn_due + event.burn))


def cut_declined(state: TableState, event: e.CutDeclined) -> TableState:
    """After ``CutDeclined``."""
    return replace(state, shoe=replace(state.shoe, declined=state.shoe.declined + 1))


def cut_unanswered(state: TableState, event: e.CutUnanswered) -> TableState:
    """After ``CutUnanswered``."""
    return replace(state, shoe=replace(state.shoe, declined=state.shoe.declined + 1))


def shoe_cut(state: TableState, event: e.ShoeCut) -> TableState:
    """After ``ShoeCut``; who cut before the round is remembered through a cut in its middle."""
    cutter = state.shoe.cutter or event.player
    return replace(state, shoe=replace(state.shoe, is_cut=True, cutter=cutter, offers=()))


def shoe_loaded(state: TableState, event: e.ShoeLoaded) -> TableState:
    """After ``ShoeLoaded``."""
    return replace(state, shoe=replace(state.shoe, is_cut=True, is_loaded=True, offers=()))


def card_burned(state: TableState, event: e.CardBurned) -> TableState:
    """After ``CardBurned``."""
    shoe = state.shoe
    rack = (*shoe.rack, Card(event.card))
    used, held = shoe.used + 1, shoe.held
    if held and state.phase is Phase.BETTING:  # a card held since the round before is the next one
        used, held = shoe.used, held[1:]
    shoe = replace(shoe, used=used, held=held, rack=rack, burn_due=shoe.burn_due - 1)
    return replace(state, shoe=replace(shoe, burned=Card(event.card), burned_shown_to=()))
