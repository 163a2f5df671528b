"""How a seat bets at a count: its spread, and where it enters, leaves and may not come back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.law.wagering import mid_shoe_limit
from pitboss.players.counts import CountSpan
from pitboss.players.deviations import LOWEST
from pitboss.players.seats import NEVER, Seat
from pitboss.rulebooks import TableRules

from .tags import Floats


class SeatPresence(NamedTuple):
    """A seat during a shoe."""

    inside: bool = False
    since: int = -1
    """0 if it has bet since the first round, 1 since a later one, -1 if it has not bet"""
    sat_out: bool = False


class PresenceBets(NamedTuple):
    """The bets of those who then have this presence."""

    presence: SeatPresence
    here: NDArray[np.bool_]
    """[sum of tags]: whether they are these"""
    bets: Floats


class CountedBetting:
    """The bets of a seat by the count, as far as the book allows them."""

    def __init__(self, rules: TableRules, seat: Seat, span: CountSpan) -> None:
        self.spread = np.array(seat.bets(span), float)
        self.middle = span.buckets // 2
        own = seat.from_middle(span)
        self.enters_at, self.leaves_below = own.enters_at, own.leaves_below
        self.joins_late = own.enters_at > LOWEST or own.leaves_below > LOWEST
        late = mid_shoe_limit(rules, missed_first_round=True, has_sat_out=False)
        out = mid_shoe_limit(rules, missed_first_round=False, has_sat_out=True)
        self.late_most = _most(late.most, barred=late.barred)
        self.sat_out_most = _most(out.most, barred=out.barred)

    def buckets(self, true: Floats) -> NDArray[np.int64]:
        """The bucket of each count, counted from the middle of the span."""
        last = len(self.spread) - 1
        return np.clip(true + self.middle, 0, last).astype(np.int64)

    def choose(
        self, presence: SeatPresence, true: Floats, *, first: bool
    ) -> Iterator[PresenceBets]:
        """The bets at each count, by the presence that follows."""
        bets = self.spread[self.buckets(true)]
        if not self.joins_late:
            yield PresenceBets(presence, np.ones(len(true), bool), bets)
            return
        inside = true >= (self.leaves_below if presence.inside else self.enters_at)
        bets = np.where(inside, bets, 0.0)
        if not first and presence.since != 0:
            bets = np.minimum(bets, self.late_most)
        if presence.sat_out:
            bets = np.minimum(bets, self.sat_out_most)
        for is_inside in (False, True):
            for places in (False, True):
                here = (inside == is_inside) & ((bets > 0) == places)
                if not here.any():
                    continue
                since = presence.since
                if places and since < 0:
                    since = 0 if first else 1
                out = presence.sat_out or (not places and since >= 0)
                yield PresenceBets(SeatPresence(is_inside, since, out), here, bets)


def _most(cents: int | None, *, barred: bool) -> float:
    """The highest bet in units, where a unit is the table minimum."""
    if barred:
        return 0.0
    return float(NEVER if cents is None else 1)
