"""The theoretical win of a table's bets, and the range that luck explains.

Only completed rounds count, and only decided bets. Each kind of bet has its own edge: a main bet
that of the game, which already includes doubles and splits; insurance and every side bet their
own. The range treats bets as independent, although the boxes of a round share the dealer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from math import sqrt
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.law.wagers import WagerKind, is_side_bet
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Result
from pitboss.store.records import StoredEvent, TableInfo
from pitboss.store.store import Store
from pitboss.table import events as e
from pitboss.table.log import read_event
from pitboss.web.lab.price_cache import Price

UNDECIDED: Final = frozenset({Result.RETURNED.value, Result.VOID.value})
"""Results of bets that had no action."""

COUNTED: Final = tuple(
    f'"event":"{kind.__name__}"'
    for kind in (
        e.WagerPlaced,
        e.WagerRaised,
        e.WagerLowered,
        e.WagerWithdrawn,
        e.UndealtWagerReturned,
        e.WagerSettled,
        e.FeeCollected,
        e.FeeReturned,
        e.RoundClosed,
    )
)
"""The log entries that concern bets, by their stored names."""

_KEEP_EVERY: Final = 500
"""Entries after which a sum is stored."""

LABELS: Final = {
    WagerKind.MAIN: "Main bets",
    WagerKind.DOUBLE: "Doubles",
    WagerKind.SPLIT: "Splits",
    WagerKind.INSURANCE: "Insurance",
}


class DecidedBets(Struct):
    """The decided bets of one kind: how many, for how much, their squares, and who won."""

    number: int = 0
    stakes: int = 0
    squares: int = 0
    won: int = 0
    """What the bets lost: the win of the house or the bank"""


class Open(Struct):
    """A bet of a round that is not over."""

    kind: str
    stake: int
    returned: int | None = None


class Handle(Struct):
    """The bets of a table up to an entry of its log."""

    n: int = 0
    rounds: int = 0
    fees: int = 0
    kinds: dict[str, DecidedBets] = {}

    def add(self, entries: Iterable[StoredEvent]) -> None:
        """Count these entries, which end with a round."""
        open_: dict[int, Open] = {}
        for entry in entries:
            self.n = entry.n
            if not any(mark in entry.event for mark in COUNTED):
                continue
            match read_event(entry.event):
                case e.WagerPlaced(wager=wager, kind=kind, stake=stake):
                    open_[wager] = Open(str(kind), stake)
                case e.WagerRaised(wager=wager, stake=stake):
                    open_[wager].stake += stake
                case e.WagerLowered(wager=wager, stake=stake):
                    open_[wager].stake -= stake
                case e.WagerWithdrawn(wager=wager) | e.UndealtWagerReturned(wager=wager):
                    open_.pop(wager, None)
                case e.WagerSettled(wager=wager, result=result, returned=returned):
                    open_[wager].returned = None if result in UNDECIDED else returned
                case e.FeeCollected(amount=amount):
                    self.fees += amount
                case e.FeeReturned(amount=amount):
                    self.fees -= amount
                case e.RoundClosed():
                    self._close(open_.values())
                    open_ = {}
                case _:
                    pass

    def _close(self, bets: Iterable[Open]) -> None:
        self.rounds += 1
        for bet in bets:
            if bet.returned is not None:
                sums = self.kinds.setdefault(bet.kind, DecidedBets())
                sums.number += 1
                sums.stakes += bet.stake
                sums.squares += bet.stake**2
                sums.won += bet.stake - bet.returned

    @property
    def stakes(self) -> int:
        """Everything that was bet."""
        return sum(bets.stakes for bets in self.kinds.values())

    @property
    def won(self) -> int:
        """What the house, or the bank, has won."""
        return sum(bets.won for bets in self.kinds.values())


class Edge(Struct, frozen=True):
    """What a bet of one kind costs, and its standard deviation, for one unit."""

    edge: float
    sd: float


def edge_of(price: Price, kind: str) -> Edge | None:
    """The edge of a kind of bet; None if it has none of its own, or it is not known."""
    if kind == WagerKind.MAIN:
        edge, sd = price.house_edge, price.sd
        return None if edge is None or sd is None else Edge(edge, sd)
    result = price.insurance if kind == WagerKind.INSURANCE else price.side_bet_figures.get(kind)
    return None if result is None else Edge(*result)


def theory(rules: TableRules, handle: Handle, price: Price | None) -> dict[str, Any]:
    """Amount bet, win and theoretical win, in total and by kind of bet."""
    rows, expected, variance = [], 0.0, 0.0
    is_known = price is not None
    for kind, bets in handle.kinds.items():
        edge = None if price is None else edge_of(price, kind)
        with_main = kind in (WagerKind.DOUBLE, WagerKind.SPLIT)
        is_known = is_known and (with_main or edge is not None)
        if edge is not None:
            expected += bets.stakes * edge.edge
            variance += bets.squares * edge.sd**2
        rows.append(
            {
                "kind": kind,
                "label": rules.side_bet(kind).name
                if is_side_bet(kind)
                else LABELS[WagerKind(kind)],
                "number": bets.number,
                "stakes": bets.stakes,
                "won": bets.won,
                "edge": None if edge is None else edge.edge,
                "theoretical": None if edge is None else round(bets.stakes * edge.edge),
                "in_main": with_main,
            }
        )
    known = is_known and bool(rows)
    sigma = sqrt(variance)
    return {
        "rounds": handle.rounds,
        "wagered": handle.stakes,
        "wagers": sum(bets.number for bets in handle.kinds.values()),
        "win": handle.won,
        "theoretical": round(expected) if known else None,
        "sigma": round(sigma) if known else None,
        "luck": round((handle.won - expected) / sigma, 2) if known and sigma else None,
        "by_kind": rows,
        "banked": rules.banking is not None,
        "fees": handle.fees,
    }


class Handles:
    """The sums of every table, each continued from the last request."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Handle] = {}
        self._one = asyncio.Lock()

    async def of(self, info: TableInfo) -> Handle:
        """The sums of a table up to its last completed round."""
        known = self._known.get(info.id)
        if known is not None and known.n >= info.sequence:
            return known
        async with self._one:
            return await asyncio.to_thread(self._up_to_date, info)

    def _up_to_date(self, info: TableInfo) -> Handle:
        store, key = self._store, f"handle/{info.id}"
        handle = self._known.get(info.id)
        if handle is None:
            kept = store.kept(key)
            handle = Handle() if kept is None else msgspec.json.decode(kept, type=Handle)
        last = store.rounds(info.id, last=1)
        if last and last[0].last > handle.n:
            before = handle.n
            handle.add(store.entries(info.id, after=before, upto=last[0].last))
            if handle.n - before >= _KEEP_EVERY:
                store.keep(key, msgspec.json.encode(handle).decode())
        self._known[info.id] = handle
        return handle
