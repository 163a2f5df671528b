"""A completed round before its cards were collected, and each player's result."""

from __future__ import annotations

from typing import Any, Final

from pitboss.law.wagers import WagerKind
from pitboss.table.state import TableState
from pitboss.web.wire.views import box_view, boxes_now, dealer_view


def finished_view(state: TableState) -> dict[str, Any]:
    """A round as it was just before its cards were collected."""
    return {
        "round": state.round,
        "void": state.is_void,
        "boxes": [box_view(state.rules, b) for b in boxes_now(state) if b.box or b.wagers],
        "dealer": dealer_view(state),
        "banker": None if state.banker is None else state.banker.player,
        "results": results(state),
    }


def results(state: TableState) -> dict[str, dict[str, int]]:
    """Each player's result: hands, side bets, insurance, the bank and the fee."""
    by_player: dict[str, dict[str, int]] = {}

    def add(player: str, part: str, amount: int) -> None:
        own = by_player.setdefault(player, {"net": 0})
        own["net"] += amount
        own[part] = own.get(part, 0) + amount

    for wager in state.wagers:
        if wager.result is not None:
            part = _PARTS.get(wager.kind, "side_bets")
            add(wager.player, part, wager.returned - wager.stake)
    for player, fee in state.fees.items():
        if fee:
            add(player, "fee", -fee)
    if (banker := state.banker) is not None:
        add(banker.player, "bank", banker.bank.result)
    return by_player


_PARTS: Final[dict[str, str]] = {
    WagerKind.MAIN: "hands",
    WagerKind.SPLIT: "hands",
    WagerKind.DOUBLE: "hands",
    WagerKind.INSURANCE: "insurance",
}
"""The part of a result to which each kind of wager belongs; the others are side bets."""
