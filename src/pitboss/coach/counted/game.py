"""A counter's game over the whole shoe: edges by the count, and what a ramp is worth.

Rounds are followed from the first card to the cut card (:mod:`.course`), each worth what it is at
its count (:mod:`.values`). Two halves of the sample of rounds are followed separately, and their
difference shows how much the sample matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import sqrt
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct

from pitboss.compiled.shoes import shoe_rule
from pitboss.law.shoe import shuffle_is_due
from pitboss.players.counts import CountSystem
from pitboss.players.deviations import Deviation
from pitboss.players.policies import play_by, solved
from pitboss.players.seats import NEVER, Seat
from pitboss.players.spreads import Spread
from pitboss.rulebooks import TableRules
from pitboss.statistics import Spot, Worth

from .betting import CountedBetting, PresenceBets, SeatPresence
from .course import Moves, ShoeCourse
from .plays import CountedPlays
from .rounds import SAMPLE, RoundSample, sample_rounds
from .tags import Floats, Ints
from .values import CountedValues

_DEPTHS: Final = 20
_LEAST: Final = 1e-13


class CountRow(Struct, frozen=True):
    """The rounds that begin at one count."""

    at: int
    share: float
    bet: float
    """The average bet, in units; with rounds sat out"""
    edge: float
    """The win per unit"""
    variance: float
    """Of a unit"""


class DepthRow(Struct, frozen=True):
    """The rounds that begin in one part of the shoe."""

    dealt: float
    """The share of the shoe dealt, in the middle of the part"""
    share: float
    bet: float
    ev: float
    sd: float


class ShoeWorth(Struct, frozen=True):
    """What a ramp is worth per round played or watched, in units."""

    worth: Worth
    """By the variance of one round"""
    steady: Worth
    """By the variance of many rounds, those of one shoe being dependent; this is what ruin sees"""
    average_bet: float
    """Per round played or watched"""
    sat_out: float
    """The share of rounds without a bet"""
    rounds_in_shoe: float
    error: float
    """The standard error of the win, from the sample of rounds"""
    by_count: tuple[CountRow, ...]
    by_depth: tuple[DepthRow, ...]


class _Sums:
    """What one half of the sample adds up to over a shoe."""

    def __init__(self, buckets: int) -> None:
        self.rounds = self.bets = self.won = self.squares = self.sat_out = 0.0
        self.total_squared = self.total_by_rounds = self.rounds_squared = 0.0
        self.by_count = np.zeros((buckets, 4))
        """[bucket, (rounds, bets, value of a unit, its square)]"""
        self.by_depth = np.zeros((_DEPTHS, 4))
        """[part of the shoe, (rounds, bets, won, squares)]"""

    @property
    def ev(self) -> float:
        """The win per round."""
        return self.won / self.rounds

    @property
    def variance(self) -> float:
        """The variance of a round."""
        return self.squares / self.rounds - self.ev**2

    @property
    def steady(self) -> float:
        """The variance of many rounds, per round."""
        squared = self.total_squared - 2 * self.ev * self.total_by_rounds
        return (squared + self.ev**2 * self.rounds_squared) / self.rounds


class CountedGame:
    """A game whose bets, and plays if deviations are given, follow a count."""

    def __init__(
        self,
        rules: TableRules,
        system: CountSystem,
        *,
        deviations: tuple[Deviation, ...] = (),
        insure_at: int | None = None,
        boxes: int = 1,
        others: int = 0,
        rounds: int = SAMPLE,
    ) -> None:
        self.rules, self.system, self.boxes, self.others = rules, system, boxes, others
        self.rounds_sampled = rounds
        play = play_by(rules)
        chart = solved(rules).chart
        assert chart is not None
        self.seat = Seat(
            deviations=deviations, insures_at=NEVER if insure_at is None else insure_at
        )
        self.plays = CountedPlays(rules, play, chart, system, self.seat)
        self.span = system.span(rules.equipment.decks.value)
        rule = shoe_rule(rules)
        self.size, self.burned = rule.size, rule.burned
        begins = rule.size - int(rule.begins_above[rule.size])
        self.ends_at = rule.burned + 1 if rule.is_continuous else min(begins, rule.size - 1)
        first = not rule.is_continuous and shuffle_is_due(rules, first_of_round=True).at_once
        self.shuffles_at_once = first
        self.values = CountedValues(self.plays, deepest=self.ends_at - self.burned)

    @property
    def plays_by(self) -> str:
        """What the player plays by: "index" or "chart"."""
        return "index" if self.seat.deviations else "chart"

    @cached_property
    def _sampled(self) -> tuple[RoundSample, RoundSample]:
        return self._sample(self.boxes, self.others)

    @cached_property
    def _watched(self) -> tuple[RoundSample, RoundSample]:
        return self._sample(0, self.others)

    def _sample(self, own: int, others: int) -> tuple[RoundSample, RoundSample]:
        depth = (self.ends_at - self.burned) * 5 // 9
        return sample_rounds(
            self.plays, own=own, others=others, depth=depth, rounds=self.rounds_sampled
        )

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """The counts at which a bet is chosen, with the edge and variance of every round there."""
        shoe_worth = self._run(CountedBetting(self.rules, Seat(), self.span))
        return tuple(
            Spot(float(row.at), row.share, row.edge, row.variance) for row in shoe_worth.by_count
        )

    def steps(self) -> Iterator[None]:
        """Calculate the counts at which a bet is chosen, in steps of about a second."""
        _ = self.values.powers
        yield
        _ = self.values.gains
        yield
        _ = self._sampled
        yield
        _ = self.spots

    def worth(self, spread: Spread) -> ShoeWorth:
        """What a spread is worth; it sits out as far as it says and the book allows."""
        return self._run(CountedBetting(self.rules, spread.seat(), self.span))

    def _run(self, betting: CountedBetting) -> ShoeWorth:
        samples = list(self._sampled)
        watches = betting.joins_late or bool((betting.spread == 0).any())
        if watches:
            if not self.others:
                raise ValueError("sitting out needs other players at the table")
            samples += self._watched
        course = ShoeCourse(
            self.plays.shoe, burned=self.burned, ends_at=self.ends_at, samples=samples
        )
        halves = self._followed(betting, course, watches=watches)
        if self.shuffles_at_once and betting.joins_late:
            # Who bet before the cut card came out first is present from the start of the new shoe.
            carried = [half.carried() for half in halves]
            halves = self._followed(betting, course, carried, watches=watches)
        return self._summed([half.finished() for half in halves])

    def _followed(
        self,
        betting: CountedBetting,
        course: ShoeCourse,
        carried: Sequence[Carried | None] = (None, None),
        *,
        watches: bool,
    ) -> list[_SampledShoe]:
        """Both halves of the sample, followed from the first card to the cut card."""
        halves = [_SampledShoe(self, betting, course, each) for each in carried]
        for dealt in course.positions():
            here = np.flatnonzero(sum(half.begins_at(dealt) for half in halves) > _LEAST)
            if not len(here):
                continue
            moves = course.moves(dealt, slice(int(here[0]), int(here[-1]) + 1))
            for i, half in enumerate(halves):
                half.deal(dealt, moves[i], moves[2 + i] if watches else None)
        return halves

    def _summed(self, halves: list[_Sums]) -> ShoeWorth:
        ev = sum(half.ev for half in halves) / 2
        rounds = sum(half.rounds for half in halves) / 2
        variance = sum(half.variance for half in halves) / 2
        by_count = np.mean([half.by_count for half in halves], axis=0)
        by_depth = np.mean([half.by_depth for half in halves], axis=0)
        counts = [
            CountRow(at, row[0] / rounds, row[1] / row[0], row[2] / row[0],
                     row[3] / row[0] - (row[2] / row[0]) ** 2)
            for at, row in zip(self.span.counts(), by_count.tolist(), strict=True)
            if row[0] > 1e-9
        ]  # fmt: skip
        depths = [
            DepthRow((part + 0.5) / _DEPTHS, row[0] / rounds, row[1] / row[0], row[2] / row[0],
                     sqrt(max(0.0, row[3] / row[0] - (row[2] / row[0]) ** 2)))
            for part, row in enumerate(by_depth.tolist())
            if row[0] > 1e-9
        ]  # fmt: skip
        return ShoeWorth(
            Worth(ev, sqrt(variance)),
            Worth(ev, sqrt(sum(half.steady for half in halves) / 2)),
            sum(half.bets for half in halves) / 2 / rounds,
            sum(half.sat_out for half in halves) / 2 / rounds,
            rounds,
            abs(halves[0].ev - halves[1].ev) / 2,
            tuple(counts),
            tuple(depths),
        )


class Carried(NamedTuple):
    """Bets that stand in the first round of a new shoe."""

    share: float
    """Of shoes"""
    bet: float
    square: float
    """The mean square of the bet"""


_PRESENT: Final = SeatPresence(since=0)
"""Who has bet before the shoe began"""


class _SampledShoe:
    """One half of the sample, followed through a shoe."""

    def __init__(
        self, game: CountedGame, betting: CountedBetting, course: ShoeCourse, begun: Carried | None
    ) -> None:
        self.game, self.betting, self.course, self.begun = game, betting, course, begun
        self.sums = _Sums(game.span.buckets)
        self.size = course.ends_at + course.longest + 1
        # [rounds that begin, won before, rounds before], by cards dealt and sum of tags
        self.places: dict[SeatPresence, Floats] = {}
        start = self._of(SeatPresence())
        share = 0.0 if begun is None else begun.share
        start[0, course.burned, course.reach] = 1.0 - share
        if share:
            self._of(_PRESENT)[0, course.burned, course.reach] = share
        self.bet_at_start = self.square_at_start = 0.0

    def _of(self, presence: SeatPresence) -> Floats:
        if presence not in self.places:
            self.places[presence] = np.zeros((3, self.size, len(self.course.sums)))
        return self.places[presence]

    def begins_at(self, dealt: int) -> Floats:
        """[sum of tags]: how often a round begins here."""
        begins: Floats = np.sum([place[0, dealt] for place in self.places.values()], axis=0)
        return begins

    def deal(self, dealt: int, played: Moves, watched: Moves | None) -> None:
        """Deal the rounds that begin here, to where the next ones begin."""
        game, course = self.game, self.course
        seen = dealt - course.burned
        sums = course.sums.astype(float)
        value = game.values.at(seen, course.shoe.excess(seen, sums)) * game.boxes
        true = game.plays.true(game.plays.tables.start + sums, game.size - dealt)
        buckets = self.betting.buckets(true)
        squares = played.squares
        for presence in list(self.places):
            place = self.places[presence][:, dealt].copy()
            if place[0].sum() <= _LEAST:
                continue
            for bets in self._chosen(presence, true, dealt):
                here = np.where(bets.here, place, 0.0)
                self._add(here, dealt, buckets, bets.bets, value, squares)
                to = self._of(bets.presence)
                plays = bets.bets > 0
                self._move(np.where(plays, here, 0.0), bets.bets, dealt, played, to)
                if watched is not None:
                    self._move(np.where(plays, 0.0, here), None, dealt, watched, to)

    def _chosen(self, presence: SeatPresence, true: Floats, dealt: int) -> Iterable[PresenceBets]:
        """The bets at each count, or in a first round those that were carried into it."""
        is_first = dealt == self.course.burned
        if is_first and self.begun is not None and presence == _PRESENT:
            return (
                PresenceBets(
                    _PRESENT, np.ones(len(true), bool), np.full(len(true), self.begun.bet)
                ),
            )
        return self.betting.choose(presence, true, first=is_first)

    def _move(
        self, here: Floats, bets: Floats | None, dealt: int, moves: Moves, to: Floats
    ) -> None:
        won = None if bets is None else here[0] * bets
        carried = here.copy()
        carried[2] += here[0]
        last = self.size - 1
        for flow in self.course.follow(carried, moves, won):
            to[:, min(dealt + flow.cards, last), flow.to] += flow.amounts

    def _add(
        self, here: Floats, dealt: int, buckets: Ints, bets: Floats, value: Floats, squares: Floats
    ) -> None:
        """Add the rounds that begin here."""
        sums, (rounds, won_before, rounds_before) = self.sums, here
        won = bets * value
        squared = bets**2 * squares
        number = float(rounds.sum())
        sums.rounds += number
        sums.bets += float(rounds @ bets)
        sums.won += float(rounds @ won)
        sums.squares += float(rounds @ squared)
        sums.sat_out += float(rounds @ (bets == 0))
        sums.total_squared += float(rounds @ squared + 2 * won_before @ won)
        sums.total_by_rounds += float(rounds @ won + won_before.sum() + rounds_before @ won)
        sums.rounds_squared += number + 2 * float(rounds_before.sum())
        for column, amounts in enumerate((rounds, rounds * bets, rounds * value, rounds * squares)):
            sums.by_count[:, column] += np.bincount(buckets, amounts, len(sums.by_count))
        part = min(dealt * _DEPTHS // self.game.size, _DEPTHS - 1)
        sums.by_depth[part] += (
            number, float(rounds @ bets), float(rounds @ won), float(rounds @ squared)
        )  # fmt: skip
        if dealt == self.course.burned and self.begun is not None:
            spread = self.begun.square - self.begun.bet**2
            sums.squares += self.begun.share * spread * float(squares[self.course.reach])
        elif dealt == self.course.burned:
            self.bet_at_start = float(bets[self.course.reach])
            self.square_at_start = float(squares[self.course.reach])

    def finished(self) -> _Sums:
        """The sums, with the bets that are carried into a new shoe."""
        if self.game.shuffles_at_once and self.begun is None:
            self._carry(self.carried())
        return self.sums

    def carried(self) -> Carried:
        """Bets made just before the cut card comes out stand in the first round of a new shoe."""
        game, course = self.game, self.course
        left = game.size - course.ends_at
        true = game.plays.true(game.plays.tables.start + course.sums.astype(float), left)
        share = bet = square = 0.0
        for presence in list(self.places):
            here = self.places[presence][0, course.ends_at]
            for bets in self.betting.choose(presence, true, first=False):
                some = np.where(bets.here & (bets.bets > 0), here, 0.0)
                share += float(some.sum())
                bet += float(some @ bets.bets)
                square += float(some @ bets.bets**2)
        return Carried(share, bet / share if share else 0.0, square / share if share else 0.0)

    def _carry(self, carried: Carried) -> None:
        """Replace the bet of a first round by one that was carried into it."""
        value = float(self.game.values.at(0, np.zeros(1))[0]) * self.game.boxes
        more = carried.share * (carried.bet - self.bet_at_start)
        squares = carried.share * (carried.square - self.bet_at_start**2) * self.square_at_start
        self.sums.bets += more
        self.sums.won += more * value
        self.sums.squares += squares
        self.sums.total_squared += squares
