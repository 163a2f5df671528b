"""The result of a run: edges and errors from the tallies, to print, plot or save."""

from __future__ import annotations

from math import sqrt
from typing import Any

from msgspec import Struct, field

from pitboss.frames import data_frame
from pitboss.statistics import Buckets, Distribution, Estimate, Moments, Worth, edge_slope

from .notebook import result_html, result_text


class SideBetResult(Struct, frozen=True):
    """The result of a side bet or insurance per unit staked."""

    moments: Moments
    distribution: Distribution | None = None
    by_count: Buckets | None = None
    together: int = 1
    """How many of these bets the dealer's hand decides together, the same for all boxes"""

    @property
    def ev(self) -> float:
        """The mean win per unit staked."""
        return self.moments.mean

    @property
    def se(self) -> float:
        """The standard error of the mean win."""
        return self.moments.se * sqrt(self.together)

    def to_json(self) -> dict[str, Any]:
        """The bet as data."""
        result = self.moments
        message = {"ev": result.mean, "se": self.se, "sd": result.sd, "bets": result.number}
        if (line := self.per_count) is not None:
            message |= {"edge_per_count": line[0], "edge_per_count_se": line[1]}
        return message

    @property
    def per_count(self) -> tuple[float, float] | None:
        """What each true count adds to the value, with its error, if known."""
        counts = () if self.by_count is None else self.by_count.buckets
        if self.by_count is None or sum(each.edge_se > 0 for each in counts) < 3:
            return None
        return edge_slope(self.by_count)[1:]


class Summary(Struct, frozen=True):
    """The meaning of a tally: the results of the rounds, in all and by class.

    Rounds are those in which a bet was made. Moments are of whole rounds, all seats together, since
    seats share the dealer's hand and so are not independent.
    """

    rounds: Moments
    """The win of each round, all boxes together"""
    wagered: int
    """The initial main bets of the rounds, in units"""
    seats: int = 1
    box: Moments | None = None
    """The win of each box, if there are several"""
    distribution: Distribution | None = None
    """How often a box had each result, if counted"""
    staked: int | None = None
    """The total staked on main hands, with doubles and splits, in units"""
    side_bets: dict[str, SideBetResult] = field(default_factory=dict)
    by_count: Buckets | None = None
    by_depth: Buckets | None = None
    shoes: Moments | None = None
    """The win of each shoe, if counted; rounds of a shoe are not quite independent"""
    sat_out: int = 0
    """Rounds sat out"""


class Result(Struct, frozen=True):
    """The result of a simulation; values are per box and unit of the smallest main bet."""

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
    rules: str = ""
    """The rules in brief: the book, the decks and the elections that differ"""
    exact: float | None = None
    """The exact value of the same game, if there is one"""
    count: str | None = None
    count_starts_at: float | None = None
    """The running count of a new shoe, where the system keeps a running count"""
    trail: tuple[Moments, ...] = ()
    """The state of the run at intervals, in order"""
    workers: str = ""
    stopped_by: str | None = None
    """Why the run ended early, or None"""
    bank: float | None = None
    """The player-dealer's bank in main wagers, if it has a limit"""
    controlled: Estimate | None = None
    """The value controlled by the first cards dealt, if they were classified"""

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
        """The mean win of a box in a round."""
        return self.summary.rounds.mean / self.seats

    @property
    def se(self) -> float:
        """The standard error of the value, by shoes if they were counted, otherwise by rounds."""
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
        """The average main bet of a box, in units."""
        return self.summary.wagered / (self.rounds * self.seats * self.summary.rounds.per)

    @property
    def edge(self) -> float:
        """The win per unit of main bets; equal to the value if every bet is one unit."""
        return self.summary.rounds.total / self.summary.wagered

    @property
    def average_wager(self) -> float | None:
        """The total staked on a box, doubles and splits included, per unit of main bets."""
        staked = self.summary.staked
        return None if staked is None else staked / self.summary.wagered

    @property
    def side_bets(self) -> dict[str, SideBetResult]:
        """The side bets by name."""
        return self.summary.side_bets

    @property
    def worth(self) -> Worth:
        """The worth of a round to a player on all these boxes, per round played or watched."""
        seen, sat_out = self.summary.rounds, self.summary.sat_out
        return Worth.of(Moments(seen.number + sat_out, seen.total, seen.squares, seen.per))

    @property
    def error(self) -> float | None:
        """The difference between the value and the exact one."""
        return None if self.exact is None else self.ev - self.exact

    @property
    def z(self) -> float | None:
        """The difference in standard errors."""
        return None if self.error is None else self.error / self.se

    @property
    def rounds_per_cpu_second(self) -> float:
        """Rounds per CPU second."""
        return self.rounds / self.cpu_seconds if self.cpu_seconds else 0.0

    def agrees(self, *, within: float = 4.0) -> bool | None:
        """Whether the value is within ``within`` standard errors of the exact one."""
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
        if self.bank is not None:
            document["bank"] = self.bank
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
    """A table by count or by depth as data, one row each."""
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
