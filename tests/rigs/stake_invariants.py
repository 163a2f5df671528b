"""Invariants of stakes at every table after every act."""

from __future__ import annotations

from typing import Final

from pitboss.law import banking
from pitboss.law.stakes import StakedBet, circles, payable
from pitboss.law.wagering import above_the_main, initial_bet, needs_a_main
from pitboss.law.wagers import WagerKind, is_side_bet
from pitboss.table.state import Phase, TableState, Wager

_BEFORE_PLAY: Final = frozenset({Phase.BETTING, Phase.DEALING})

_EXTRA: Final = frozenset({WagerKind.DOUBLE, WagerKind.SPLIT, WagerKind.INSURANCE})


def broken_stakes(state: TableState) -> str | None:
    """Check that each person's stake per box and purpose is one sum and legal as a whole."""
    open_ = [w for w in state.wagers if w.result is None]
    if len({(w.box, w.player, w.kind, w.hand) for w in open_}) != len(open_):
        return "a person has two wagers on one box for one purpose"
    for wager in open_:
        if wager.kind in _EXTRA and (wrong := _extra(state, wager)) is not None:
            return f"{wager.kind} of {wager.stake} on box {wager.box}: {wrong}"
    if state.phase not in _BEFORE_PLAY:
        return None
    return _before_play(state, open_) or _beside(state) or _fees(state)


def _extra(state: TableState, wager: Wager) -> str | None:
    """Check later wagers against the whole original wager."""
    mains = [
        w
        for w in state.wagers
        if w.box == wager.box and w.player == wager.player and w.kind is WagerKind.MAIN
    ]
    if len(mains) != 1:
        return f"{len(mains)} original wagers"
    main = mains[0]
    original = initial_bet(state.rules, chips=main.stake, in_action=main.effective)
    if wager.kind is WagerKind.SPLIT:
        return None if wager.stake == original else f"the original is {original}"
    if wager.kind is WagerKind.DOUBLE:
        return None if wager.stake <= original else f"the original is {original}"
    chip = state.rules.equipment.chips.value[0]
    most = -(-original // (2 * chip)) * chip
    return None if wager.stake <= most else f"half of the original is {most}"


def _before_play(state: TableState, open_: list[Wager]) -> str | None:
    limits = state.rules.limits
    most, each = limits.maximum.value, limits.each_player_at_most.value
    boxes: dict[int, int] = {}
    unnoticed = {w.box for w in state.wagers if w.unnoticed}
    for wager in open_:
        if wager.unnoticed:
            continue
        stake = wager.stake
        if not payable(state.rules, stake):
            return f"{stake} on box {wager.box} cannot be made of the chips in use"
        if wager.kind is WagerKind.MAIN:
            boxes[wager.box] = boxes.get(wager.box, 0) + stake
            if stake < limits.minimum.value or stake > min(most or stake, each or stake):
                return f"{wager.player} has {stake} on box {wager.box}, outside the limits"
        elif not state.rules.side_bet(wager.kind).amounts.value.admits(stake):
            return f"{wager.player} has {stake} on {wager.kind}, not what the sign shows"
    if most is None or not limits.box_total_capped.value:
        return None
    over = [n for n, total in boxes.items() if total > most and n not in unnoticed]
    return f"box {over[0]} has {boxes[over[0]]}, above the maximum" if over else None


def _beside(state: TableState) -> str | None:
    """Check side bets against their main wagers, which they need once betting is closed."""
    placed = [StakedBet(w.box, w.player, w.kind, w.stake) for w in state.wagers]
    noticed = {(w.box, w.player, w.kind) for w in state.wagers if w.is_open and not w.unnoticed}
    for number in {b.box for b in placed}:
        for bet, left, _ in above_the_main(state.rules, placed, number):
            if (bet.box, bet.player, bet.kind) in noticed:
                return f"{bet.stake} on {bet.kind} of box {bet.box}, where {left} may lie"
    if state.phase is Phase.BETTING:
        return None
    for wager, bet in zip(state.wagers, placed, strict=True):
        if wager.is_open and is_side_bet(bet.kind) and not needs_a_main(state.rules, bet, placed):
            return f"{bet.kind} on box {bet.box} without its main wager"
    return None


def _fees(state: TableState) -> str | None:
    """Check that each circle pays one collection fee, however many chips are in it."""
    if state.banker is None or state.phase is not Phase.DEALING:
        return None
    placed = [StakedBet(w.box, w.player, w.kind, w.stake) for w in state.wagers]
    due = banking.fees(state.rules, circles=circles(placed), banker=state.banker.player)
    owed = {player: amount for player, (amount, _) in due.items() if amount}
    return None if owed == state.fees else f"the fees are {state.fees}, but {owed} are due"
