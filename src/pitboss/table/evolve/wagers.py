"""How wagers, fees and the bank change the state."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from pitboss.law.banking import Bank
from pitboss.law.dealing import order_of_deal
from pitboss.law.hands import Hand
from pitboss.law.phases import BEFORE_PLAY
from pitboss.law.wagering import decider
from pitboss.law.wagers import WagerKind, kind_of
from pitboss.rulebooks.enumerations import Result
from pitboss.table import events as e
from pitboss.table.evolve.changes import (
    HOUSE,
    answered,
    bets,
    moved,
)
from pitboss.table.state import (
    Banker,
    Box,
    Phase,
    PlayedHand,
    TableState,
    Wager,
)

RESULTS: Final = {result.value: result for result in Result}
"""The results by the word a log writes."""

_NEW_HAND: Final = PlayedHand(1, Hand(()))


def bank_declined(state: TableState, event: e.BankDeclined) -> TableState:
    """After ``BankDeclined``."""
    return replace(state, bank_declined=(*state.bank_declined, event.player))


def bank_taken(state: TableState, event: e.BankTaken) -> TableState:
    """After ``BankTaken``."""
    banker = Banker(event.box, event.player, event.turn, Bank(event.wager))
    return replace(state, banker=banker, bank_declined=())


def fee_collected(state: TableState, event: e.FeeCollected) -> TableState:
    """After ``FeeCollected``."""
    fees = {**state.fees, event.player: state.fees.get(event.player, 0) + event.amount}
    money = moved(state, (event.player, -event.amount), (HOUSE, event.amount))
    return replace(state, fees=fees, money=money)


def fee_returned(state: TableState, event: e.FeeReturned) -> TableState:
    """After ``FeeReturned``; ``fees`` still has what was collected before the deal."""
    money = moved(state, (event.player, event.amount), (HOUSE, -event.amount))
    return replace(state, money=money)


def wager_placed(state: TableState, event: e.WagerPlaced) -> TableState:
    """After ``WagerPlaced``."""
    wager = Wager(
        event.wager,
        event.box,
        event.player,
        kind_of(event.kind),
        event.stake,
        event.hand,
        event.stake,
        unnoticed=event.unnoticed,
    )
    after = replace(
        state,
        wagers=(*state.wagers, wager),
        next_wager=event.wager + 1,
        idle=0,
        money=moved(state, (event.player, -event.stake)),
    )
    back_bettors = state.asked
    if back_bettors is not None and wager.kind is back_bettors.what:
        return answered(after, event.player)
    if wager.kind is WagerKind.INSURANCE and state.phase not in BEFORE_PLAY:
        return replace(after, closed=())  # a late insurance is an act after those on the hands
    return after


def wager_raised(state: TableState, event: e.WagerRaised) -> TableState:
    """After ``WagerRaised``."""
    return replace(_staked(state, event.wager, event.stake, event.unnoticed), idle=0)


def wager_lowered(state: TableState, event: e.WagerLowered) -> TableState:
    """After ``WagerLowered``."""
    return _staked(state, event.wager, -event.stake)


def _staked(state: TableState, id: int, more: int, unnoticed: bool = False) -> TableState:
    """The state with a wager raised, or lowered, by an amount."""
    old = state.wager(id)
    new = replace(
        old,
        stake=old.stake + more,
        effective=old.effective + more,
        unnoticed=old.unnoticed or unnoticed,
    )
    return replace(
        state,
        wagers=tuple(new if w.id == id else w for w in state.wagers),
        money=moved(state, (old.player, -more)),
    )


def wager_withdrawn(state: TableState, event: e.WagerWithdrawn) -> TableState:
    """After ``WagerWithdrawn``."""
    wager = state.wager(event.wager)
    return replace(
        state,
        wagers=tuple(w for w in state.wagers if w.id != event.wager),
        money=moved(state, (wager.player, wager.stake)),
    )


def undealt_wager_returned(state: TableState, event: e.UndealtWagerReturned) -> TableState:
    """After ``UndealtWagerReturned``: as if its player had taken it back."""
    return wager_withdrawn(state, e.WagerWithdrawn(wager=event.wager, under=event.under))


def bank_returned(state: TableState, event: e.BankReturned) -> TableState:
    """After ``BankReturned``."""
    return replace(state, banker=None)


def wager_pro_rated(state: TableState, event: e.WagerProRated) -> TableState:
    """After ``WagerProRated``."""
    return replace(
        state,
        wagers=tuple(
            replace(w, effective=event.effective) if w.id == event.wager else w
            for w in state.wagers
        ),
    )


def bets_closed(state: TableState, event: e.BetsClosed) -> TableState:
    """After ``BetsClosed``."""
    numbers = sorted({w.box for w in state.wagers if w.kind is WagerKind.MAIN and w.result is None})
    on_table, seats = bets(state), state.seats
    boxes = [
        Box(n, (_NEW_HAND,), decider(state.rules, n, on_table=on_table, seats=seats))
        for n in numbers
    ]
    return replace(
        state,
        phase=Phase.DEALING,
        boxes=tuple(boxes),
        deal_order=order_of_deal(state.rules, numbers),
        dealt=0,
    )


def bets_reopened(state: TableState, event: e.BetsReopened) -> TableState:
    """After ``BetsReopened``."""
    wagers = tuple(replace(w, effective=w.stake) if w.is_open else w for w in state.wagers)
    return replace(
        state,
        phase=Phase.BETTING,
        wagers=wagers,
        boxes=(),
        deal_order=(),
        dealt=0,
        closed=(),
        fees={},
    )


def wager_settled(state: TableState, event: e.WagerSettled) -> TableState:
    """After ``WagerSettled``."""
    old = state.wager(event.wager)
    new = replace(
        old,
        result=RESULTS[event.result],
        paid=event.paid,
        returned=event.returned,
        under=event.under,
        when=event.when,
    )
    against = state.banker.player if state.banker is not None else HOUSE
    if old.result is None:
        player, other = event.returned, old.stake - event.returned
    else:
        player = event.returned - old.returned
        other = -player
    banker = state.banker
    if banker is not None:
        bank = banker.bank
        paid = bank.paid + event.paid - (old.paid if old.result else 0)
        kept = max(0, old.stake + event.paid - event.returned)
        kept_before = max(0, old.stake + old.paid - old.returned) if old.result else 0
        bank = replace(bank, paid=paid, collected=bank.collected + kept - kept_before)
        banker = replace(banker, bank=bank)
    return replace(
        state,
        wagers=tuple(new if w.id == event.wager else w for w in state.wagers),
        settled_order=(*state.settled_order, event.wager),
        money=moved(state, (old.player, player), (against, other)),
        banker=banker,
    )
