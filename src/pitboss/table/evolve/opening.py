"""How seats, cards and the cut change the state."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.law.cutting import Offer
from pitboss.table import events as e
from pitboss.table.state import (
    Shoe,
    TableState,
)


def table_opened(state: TableState, event: e.TableOpened) -> TableState:
    """After ``TableOpened``."""
    return state


def player_arrived(state: TableState, event: e.PlayerArrived) -> TableState:
    """After ``PlayerArrived``."""
    return replace(state, arrived=(*state.arrived, event.player))


def seat_taken(state: TableState, event: e.SeatTaken) -> TableState:
    """After ``SeatTaken``."""
    return replace(state, seats={**state.seats, event.box: event.player})


def seat_left(state: TableState, event: e.SeatLeft) -> TableState:
    """After ``SeatLeft``."""
    return replace(state, seats={b: p for b, p in state.seats.items() if b != event.box})


def noted(state: TableState, event: e.Event) -> TableState:
    """After ``Event``."""
    return state


def cards_shuffled(state: TableState, event: e.CardsShuffled) -> TableState:
    """After ``CardsShuffled``."""
    old = state.shoe
    shoe = Shoe(
        number=old.number + 1,
        used=old.used,
        removed=old.removed,
        replaced=old.replaced,
        is_cut=False,
        burn_due=False,
        shuffled_at_once=old.shuffled_at_once,
        exhausted_after=old.exhausted_after,
    )
    return replace(state, shoe=shoe, sat_out=frozenset(), betting_since={})


def cut_offered(state: TableState, event: e.CutOffered) -> TableState:
    """After ``CutOffered``."""
    offers = tuple(Offer(*offer) for offer in event.offers)
    shoe = replace(state.shoe, offers=offers, declined=0, is_cut=not offers, burn_due=event.burn)
    return replace(state, shoe=shoe)


def dealer_changed(state: TableState, event: e.DealerChanged) -> TableState:
    """After ``DealerChanged``."""
    return replace(state, shoe=replace(state.shoe, burn_due=event.burn or state.shoe.burn_due))


def cut_declined(state: TableState, event: e.CutDeclined) -> TableState:
    """After ``CutDeclined``."""
    return replace(state, shoe=replace(state.shoe, declined=state.shoe.declined + 1))


def shoe_cut(state: TableState, event: e.ShoeCut) -> TableState:
    """After ``ShoeCut``."""
    return replace(state, shoe=replace(state.shoe, is_cut=True, cutter=event.player, offers=()))


def shoe_loaded(state: TableState, event: e.ShoeLoaded) -> TableState:
    """After ``ShoeLoaded``."""
    return replace(state, shoe=replace(state.shoe, is_cut=True, offers=()))


def card_burned(state: TableState, event: e.CardBurned) -> TableState:
    """After ``CardBurned``."""
    shoe = state.shoe
    rack = (*shoe.rack, Card(event.card))
    return replace(state, shoe=replace(shoe, used=shoe.used + 1, rack=rack, burn_due=False))
