"""What a run came to: the tallies read as edges and errors, ready to be told, drawn or kept."""

from __future__ import annotations

from math import sqrt
from typing import Any

from msgspec import Struct, field

from pitboss.frames import data_frame
from pitboss.statistics import Buckets, Distribution, Estimate, Moments, Worth, edge_slope

from .notebook import result_html, result_text


class SideBet(Struct, frozen=True):
    """What a side bet, or insurance, came to for one unit staked, over the times it was made."""

    moments: Moments
    distribution: Distribution | None = None
    by_count: Buckets | None = None
    together: int = 1
    """How many of these bets the dealer's hand decides at once, for all boxes alike"""

    @property
    def ev(self) -> float:
        """What one unit staked won."""
        return self.moments.mean

    @property
    def se(self) -> float:
        """The standard error of that."""
        return self.moments.se * sqrt(self.together)

    def to_json(self) -> dict[str, Any]:
        """The bet as data."""
        found = self.moments
        told = {"ev": found.mean, "se": self.se, "sd": found.sd, "bets": found.number}
        if (line := self.per_count) is not None:
            told |= {"edge_per_count": line[0], "edge_per_count_se": line[1]}
        return told

    @property
    def per_count(self) -> tuple[float, float] | None:
        """What each true count adds to the value, and the error of that; where it is known."""
        counts = () if self.by_count is None else self.by_count.buckets
        if self.by_count is None or sum(each.edge_se > 0 for each in counts) < 3:
            return None
        return edge_slope(self.by_count)[1:]


class Summary(Struct, frozen=True):
    """A tally, read: what the rounds came to, and what was told apart on the way.

    Rounds are those in which a bet was made. Moments are of whole rounds, all seats together, since
    seats share the dealer's hand and so are not independent.
    """

    rounds: Moments
    """What each round won, all boxes together"""
    wagered: int
    """The main bets that the rounds began with, in units"""
    seats: int = 1
    box: Moments | None = None
    """What each box won, where there are several"""
    distribution: Distribution | None = None
    """How often a box came to each result, where that was counted"""
    staked: int | None = None
    """All that was put on main hands, with doubles and splits, in units"""
    side_bets: dict[str, SideBet] = field(default_factory=dict)
    by_count: Buckets | None = None
    by_depth: Buckets | None = None
    shoes: Moments | None = None
    """What each shoe won, where that was counted; rounds of a shoe are not quite independent"""
    sat_out: int = 0
    """Rounds that were watched and not played"""


class Result(Struct, frozen=True):
    """A simulation that has ended; values are for one box and one unit of the least main bet."""

    book: str
    settings: dict[str, Any]
    policy: str
    seed: int
    fresh: bool
    """Whether every round began with a full shoe"""
    summary: Summary
    digest: str
    cpu_seconds: float
    seconds: float
    title: str = ""
    """The book's own title"""
    exact: float | None = None
    """The exact value of the same game, where there is one to compare with"""
    count: str | None = None
    count_starts_at: float | None = None
    """The running count of a new shoe, where the system keeps a running count"""
    trail: tuple[Moments, ...] = ()
    """What the run had come to on the way, in order"""
    workers: str = ""
    stopped_by: str | None = None
    """Why the run ended before its time"""
    controlled: Estimate | None = None
    """The value put right by the first cards dealt, where those were told apart"""

    @property
    def rounds(self) -> int:
        """The rounds played."""
        return self.summary.rounds.number

    @property
    def seats(self) -> int:
        """The boxes in play."""
        return self.summary.seats

    @property
    def ev(self) -> float:
        """What a box won in a round."""
        return self.summary.rounds.mean / self.seats

    @property
    def se(self) -> float:
        """The standard error of that, by whole shoes where they were counted, else by rounds."""
        shoes = self.summary.shoes
        if shoes is None or shoes.number < 2:
            return self.summary.rounds.se / self.seats
        return sqrt(shoes.variance * shoes.number) / (self.rounds * self.seats)

    @property
    def sd(self) -> float:
        """The standard deviation of one box in one round."""
        return (self.summary.box or self.summary.rounds).sd

    @property
    def average_bet(self) -> float:
        """The main bet of a box, in units."""
        return self.summary.wagered / (self.rounds * self.seats * self.summary.rounds.per)

    @property
    def edge(self) -> float:
        """What one unit of main bets won; the same as the value where every bet is one unit."""
        return self.summary.rounds.total / self.summary.wagered

    @property
    def average_wager(self) -> float | None:
        """What was put on a box in all, doubles and splits included, for one unit of main bets."""
        staked = self.summary.staked
        return None if staked is None else staked / self.summary.wagered

    @property
    def side_bets(self) -> dict[str, SideBet]:
        """The side bets by name."""
        return self.summary.side_bets

    @property
    def worth(self) -> Worth:
        """What a round is worth to a player on all these boxes, or for each round seen."""
        seen, sat_out = self.summary.rounds, self.summary.sat_out
        return Worth.of(Moments(seen.number + sat_out, seen.total, seen.squares, seen.per))

    @property
    def error(self) -> float | None:
        """How far the value lies above the exact one."""
        return None if self.exact is None else self.ev - self.exact

    @property
    def z(self) -> float | None:
        """The same in standard errors."""
        return None if self.error is None else self.error / self.se

    @property
    def rounds_per_cpu_second(self) -> float:
        """How fast the rounds were played."""
        return self.rounds / self.cpu_seconds if self.cpu_seconds else 0.0

    def agrees(self, *, within: float = 4.0) -> bool | None:
        """Whether it lies within so many standard errors of the exact value, if there is one."""
        return None if self.z is None else abs(self.z) <= within

    def to_json(self) -> dict[str, Any]:
        """The result as one document."""
        document: dict[str, Any] = {
            "book": self.book,
            "settings": self.settings,
            "rounds": self.rounds,
            "seed": self.seed,
            "seats": self.seats,
            "policy": self.policy,
            "fresh": self.fresh,
            "ev": self.ev,
            "se": self.se,
            "sd": self.sd,
            "average_bet": self.average_bet,
            "average_wager": self.average_wager,
            "edge": self.edge,
            "side_bets": {name: bet.to_json() for name, bet in self.side_bets.items()},
            "rounds_per_cpu_second": self.rounds_per_cpu_second,
            "cpu_seconds": self.cpu_seconds,
            "seconds": self.seconds,
            "workers": self.workers,
            "digest": self.digest,
        }
        if self.exact is not None:
            document |= {"exact": self.exact, "error": self.error, "z": self.z}
        if self.controlled is not None:
            better = self.controlled
            document["controlled"] = {"ev": better.value, "se": better.se, "gain": better.gain}
            if self.exact is not None:
                document["controlled"]["z"] = better.z(self.exact)
        if self.count is not None:
            worth = self.worth
            document |= {
                "count": self.count,
                "counted": "true count" if self.count_starts_at is None else "running count",
                "rounds_sat_out": self.summary.sat_out,
                "n0": worth.n0,
                "di": worth.di,
                "score": worth.score,
            }
            if self.count_starts_at is not None:
                document["count_starts_at"] = self.count_starts_at
        if self.stopped_by is not None:
            document["stopped_by"] = self.stopped_by
        return document | self._tables()

    def _tables(self) -> dict[str, Any]:
        summary, tables = self.summary, dict[str, Any]()
        if summary.distribution is not None:
            per = summary.distribution.per
            tables["distribution"] = [
                {"net": net / per, "boxes": count} for net, count in summary.distribution
            ]
        for name, buckets in (("by_count", summary.by_count), ("by_depth", summary.by_depth)):
            if buckets is not None:
                tables[name] = bucket_rows(buckets)
        return tables

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each count or, where none was kept, for each depth of the shoe or the run."""
        for buckets in (self.summary.by_count, self.summary.by_depth):
            if buckets is not None:
                return [{"by": buckets.by, **row} for row in bucket_rows(buckets)]
        figures = ("rounds", "ev", "se", "sd", "average_bet", "edge")
        return [{"by": "run", **{name: getattr(self, name) for name in figures}}]

    def to_pandas(self) -> Any:
        """The rows of :meth:`to_dicts` as a data frame."""
        return data_frame(self.to_dicts())

    def __repr__(self) -> str:
        return result_text(self)

    def _repr_html_(self) -> str:
        return result_html(self)


def bucket_rows(buckets: Buckets) -> list[dict[str, Any]]:
    """A table by count or by depth as data, a row for each."""
    return [
        {
            "at": bucket.at,
            "rounds": bucket.rounds,
            "frequency": buckets.frequency(bucket),
            "average_bet": bucket.average_bet,
            "ev": bucket.moments.mean,
            "sd": bucket.moments.sd if bucket.rounds > 1 else None,
            "edge": bucket.edge if bucket.wagered else None,
            "edge_se": bucket.edge_se if bucket.wagered and bucket.rounds > 1 else None,
        }
        for bucket in buckets.buckets
    ]
