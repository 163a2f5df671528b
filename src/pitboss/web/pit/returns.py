"""The return of each table against theory, round by round, and when the difference is an alarm.

A bet's theory is its exact edge and standard deviation for a player of basic strategy, at the stake
that lay. Boxes of a round share the dealer, so their results go together; bets on the dealer's
cards alone go together wholly. ``z`` is the difference in standard deviations. It is looked
at after every round, so ``|z| > 3`` will happen at a correct table sooner or later: it is a
note. The boundary is what a correct table crosses at any time with a chance of at most ``CHANCE``:
an alarm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import log, sqrt
from typing import Any, Final

from msgspec import Struct

from pitboss.law.open_changes import changed_rules
from pitboss.law.side_bets.registry import on_offer
from pitboss.law.wagers import WagerKind, is_side_bet
from pitboss.money import Odds
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.amounts import PrizeTable
from pitboss.store.records import StoredEvent
from pitboss.table import events as e
from pitboss.table.log import read_event
from pitboss.web.lab.price_cache import Price
from pitboss.web.pit.theory import COUNTED, LABELS, UNDECIDED, edge_of

CHANCE: Final = 0.0027
"""The chance that a correct table ever raises an alarm: that of ``|z| > 3`` at one look."""

NOTE: Final = 3.0
"""The ``|z|`` from which a note is made."""

TOGETHER: Final = 0.40
"""The correlation of two boxes of a round, rounded up: 0.31 to 0.37 in the simulator."""

SCALE: Final = 100
"""The boundary is tightest from about as many times the variance of the first round."""

MOST_OF_A_BOX: Final = 8
"""Units that a box can lose or win at most: four hands, each doubled."""

POINTS: Final = 128
"""The most points that are kept of a series."""

TOTAL: Final = "total"
"""The series of all bets together."""


class ReturnPoint(Struct, frozen=True):
    """A series after a round."""

    round: int
    at: float
    z: float
    bound: float
    """The boundary at that moment, as a ``z``"""


class ReturnSeries(Struct):
    """The bets of one kind, or all together: what was won, and what theory says."""

    number: int = 0
    stakes: int = 0
    won: int = 0
    expected: float = 0.0
    variance: float = 0.0
    scale: float = 0.0
    largest: float = 0.0
    """The most that the house could lose in one of the rounds"""
    points: list[ReturnPoint] = []
    every: int = 1
    rounds: int = 0
    noted: int | None = None
    """The first round after which ``|z|`` was above ``NOTE``"""
    alarmed: int | None = None
    """The first round after which the boundary was crossed"""

    @property
    def difference(self) -> float:
        """How much more than by theo the house has won."""
        return self.won - self.expected

    @property
    def z(self) -> float:
        """The difference in standard deviations."""
        return self.difference / sqrt(self.variance) if self.variance else 0.0

    def bound(self, chance: float) -> float:
        """The boundary as a ``z``; a correct table ever crosses it with at most this chance."""
        if not self.variance:
            return 0.0
        return boundary(self.variance, self.scale, self.largest, chance) / sqrt(self.variance)

    def close(self, part: RoundSums, number: int, at: float, chance: float) -> None:
        """Add a round."""
        self.number += part.number
        self.stakes += part.stakes
        self.won += part.won
        self.expected += part.expected
        self.variance += part.variance
        self.largest = max(self.largest, part.largest)
        if not self.scale and part.variance:
            self.scale = SCALE * part.variance
        self.rounds += 1
        z, bound = self.z, self.bound(chance)
        if self.noted is None and abs(z) > NOTE:
            self.noted = number
        if self.alarmed is None and bound and abs(z) > bound:
            self.alarmed = number
        if self.rounds % self.every == 0 or self.alarmed == number:
            self.points = [*self.points, ReturnPoint(number, at, z, bound)]
        if len(self.points) > POINTS:
            self.points, self.every = self.points[1::2], 2 * self.every


def boundary(variance: float, scale: float, largest: float, chance: float) -> float:
    """How far the sum may be from theory: a normal mixture with Bernstein's term for rare prizes.

    A martingale whose steps have this variance crosses Robbins's mixture boundary at any time with
    a chance of at most ``chance``; the second term keeps that for steps as skew as a large prize.
    """
    level = 0.5 * log((variance + scale) / scale) + log(1 / chance)
    return sqrt(2 * (variance + scale) * level) + largest * level / 3


class RoundSums(Struct):
    """The decided bets of one kind in one round."""

    number: int = 0
    stakes: int = 0
    won: int = 0
    expected: float = 0.0
    variance: float = 0.0
    largest: float = 0.0


class RoundBet(Struct):
    """A bet of a round that is not over."""

    kind: str
    box: int
    stake: int
    returned: int | None = None


class Returns(Struct):
    """Every series of a table up to an entry of its log."""

    n: int = 0
    round: int = 0
    settings: dict[str, Any] = {}
    """The options that have changed since the table opened"""
    series: dict[str, ReturnSeries] = {}
    waits: bool = False
    """Whether a price is not known yet, so that the rounds from there on are not counted"""

    def follow(
        self,
        opened: TableRules,
        entries: Iterable[StoredEvent],
        price_of: Callable[[TableRules, Iterable[str]], Price | None],
    ) -> None:
        """Count these entries, up to the last round whose price is known.

        ``price_of`` has the price of the rules after a change of these options.
        """
        rules = changed_rules(opened, self.settings) if self.settings else opened
        price, bets, self.waits = price_of(rules, self.settings), dict[int, RoundBet](), False
        for entry in entries:
            if not any(mark in entry.event for mark in _MARKS):
                continue
            event = read_event(entry.event)
            if isinstance(event, e.RulesChanged):
                self.settings = {
                    **self.settings,
                    **{change.option: change.after for change in event.options},
                }
                rules = changed_rules(opened, self.settings)
                price, self.n = price_of(rules, self.settings), entry.n
            elif isinstance(event, e.RoundClosed):
                if price is None or price.house_edge is None or price.sd is None:
                    self.waits = True
                    return
                self._close(rules, price, list(bets.values()), event.number, entry)
                bets = {}
            else:
                _see(bets, event)

    def _close(
        self, rules: TableRules, price: Price, bets: list[RoundBet], number: int, entry: StoredEvent
    ) -> None:
        self.n, self.round = entry.n, number
        parts = parts_of(rules, price, bets)
        chance = chance_of_a_series(rules)
        for kind, part in parts.items():
            series = self.series.setdefault(kind, ReturnSeries())
            series.close(part, number, entry.at, chance)


def chance_of_a_series(rules: TableRules) -> float:
    """The share of ``CHANCE`` of each series: total, main, insurance, and every side bet."""
    return CHANCE / (3 + len(on_offer(rules)))


def _see(bets: dict[int, RoundBet], event: e.Event) -> None:
    match event:
        case e.WagerPlaced(wager=wager, kind=kind, box=box, stake=stake):
            bets[wager] = RoundBet(str(kind), box, stake)
        case e.WagerRaised(wager=wager, stake=stake):
            bets[wager].stake += stake
        case e.WagerLowered(wager=wager, stake=stake):
            bets[wager].stake -= stake
        case e.WagerWithdrawn(wager=wager):
            bets.pop(wager, None)
        case e.WagerSettled(wager=wager, result=result, returned=returned):
            bets[wager].returned = None if result in UNDECIDED else returned
        case _:
            pass


_MARKS: Final = (*COUNTED, '"event":"RulesChanged"')

_WITH_MAIN: Final = frozenset({WagerKind.MAIN.value, WagerKind.DOUBLE.value, WagerKind.SPLIT.value})


def parts_of(rules: TableRules, price: Price, bets: Iterable[RoundBet]) -> dict[str, RoundSums]:
    """The decided bets of a round by kind, and all together, with their theory."""
    stakes: dict[str, dict[int, int]] = {}
    parts: dict[str, RoundSums] = {}
    for bet in bets:
        if bet.returned is None:
            continue
        with_main = bet.kind in _WITH_MAIN
        part = parts.setdefault(WagerKind.MAIN.value if with_main else bet.kind, RoundSums())
        part.number += 1
        part.stakes += bet.stake
        part.won += bet.stake - bet.returned
        if not with_main or bet.kind == WagerKind.MAIN:
            on_box = stakes.setdefault(bet.kind, {})
            on_box[bet.box] = on_box.get(bet.box, 0) + bet.stake
    for kind in [kind for kind in parts if edge_of(price, kind) is None]:
        del parts[kind]  # it has no theory, so it is not judged
    for kind, part in parts.items():
        edge, on_box = edge_of(price, kind), stakes.get(kind, {})
        assert edge is not None
        whole, squares = sum(on_box.values()), sum(stake**2 for stake in on_box.values())
        together = _together(rules, kind)
        part.expected = whole * edge.edge
        part.variance = edge.sd**2 * ((1 - together) * squares + together * whole**2)
        part.largest = whole * _most(rules, kind)
    total = RoundSums()
    for part in parts.values():
        for field in RoundSums.__struct_fields__:
            setattr(total, field, getattr(total, field) + getattr(part, field))
    return {TOTAL: total, **parts} if parts else {}


def _together(rules: TableRules, kind: str) -> float:
    """How much the results of two boxes go together for bets of this kind."""
    if kind == WagerKind.MAIN:
        return TOGETHER
    if kind == WagerKind.INSURANCE:
        return 1.0
    rows = rules.side_bet(kind).rows.value.rows
    on_player = all(condition.is_on_the_player for row in rows for condition in row.when)
    return 0.0 if on_player else 1.0


def _most(rules: TableRules, kind: str) -> float:
    """The most units that the house can lose on a bet of this kind."""
    if not is_side_bet(kind):
        return 2.0 if kind == WagerKind.INSURANCE else MOST_OF_A_BOX
    bet = rules.side_bet(kind)
    pays = [0.0]
    for row in bet.rows.value.rows:
        if isinstance(row.pays, Odds):
            pays.append(row.pays.pays / row.pays.per)
        elif isinstance(row.pays, PrizeTable):
            pays.append(max(prize for prize, _ in row.pays.levels) / 100)
    return max(pays)


# What is shown.


def returns_view(rules: TableRules, returns: Returns, note: str | None) -> dict[str, Any]:
    """Every series of a table, its notes and alarms, for people and for programs."""
    chance = chance_of_a_series(rules)
    order = [TOTAL, WagerKind.MAIN.value, WagerKind.INSURANCE.value]
    kinds = sorted(
        returns.series, key=lambda kind: (order.index(kind) if kind in order else 9, kind)
    )
    return {
        "rounds": returns.round,
        "complete": not returns.waits,
        "note": note if returns.waits else None,
        "series": [
            series_view(kind, _label(rules, kind), returns.series[kind], chance) for kind in kinds
        ],
    }


def to_be_said(rules: TableRules, returns: Returns) -> list[dict[str, Any]]:
    """The notes and alarms of a table."""
    series = returns_view(rules, returns, None)["series"]
    keys = ("kind", "label", "z", "bound", "status", "says")
    return [{key: one[key] for key in keys} for one in series if one["says"]]


def series_view(kind: str, label: str, series: ReturnSeries, chance: float) -> dict[str, Any]:
    """One series: its sums, its ``z``, the boundary, and what is to be said of it."""
    z, bound = series.z, series.bound(chance)
    return {
        "kind": kind,
        "label": label,
        "number": series.number,
        "rounds": series.rounds,
        "stakes": series.stakes,
        "won": series.won,
        "theoretical": round(series.expected),
        "sigma": round(sqrt(series.variance)),
        "z": round(z, 3),
        "bound": round(bound, 3),
        "status": "alarm" if series.alarmed else "note" if abs(z) > NOTE else "in range",
        "noted": series.noted,
        "alarmed": series.alarmed,
        "says": _says(series, z, bound),
        "points": [[p.round, p.at, round(p.z, 3), round(p.bound, 3)] for p in series.points],
    }


def _says(series: ReturnSeries, z: float, bound: float) -> str:
    more = "more" if z > 0 else "less"
    if series.alarmed:
        return (
            f"The boundary was crossed after round {series.alarmed}: luck does not explain that "
            f"the house wins {more} than by theo. Examine the cards, the payments and the play."
        )
    if abs(z) > NOTE:
        return (
            f"The house wins {more} than by theo, by {abs(z):.1f} standard deviations. A table "
            f"without fault goes beyond 3 now and then; an alarm is from {bound:.1f} on."
        )
    return ""


def _label(rules: TableRules, kind: str) -> str:
    if kind == TOTAL:
        return "All bets"
    if is_side_bet(kind):
        return rules.side_bet(kind).name
    return LABELS[WagerKind(kind)]


def together(tables: Iterable[Returns]) -> dict[str, Any]:
    """The total of several tables under one book: independent, so their sums add up."""
    whole, alarms = ReturnSeries(), 0
    for returns in tables:
        series = returns.series.get(TOTAL)
        if series is None:
            continue
        alarms += any(one.alarmed is not None for one in returns.series.values())
        for field in ("number", "stakes", "won", "expected", "variance", "rounds"):
            setattr(whole, field, getattr(whole, field) + getattr(series, field))
    return {
        "rounds": whole.rounds,
        "stakes": whole.stakes,
        "won": whole.won,
        "theoretical": round(whole.expected),
        "sigma": round(sqrt(whole.variance)),
        "z": round(whole.z, 3),
        "alarms": alarms,
    }
