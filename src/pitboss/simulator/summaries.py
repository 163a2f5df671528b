"""Summaries of each kind of job's tallies."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import numpy as np

from pitboss.compiled.hand_states import units
from pitboss.compiled.side_bets.tables import PRIZE, THIRD_CARD, SideBetTables, Won
from pitboss.kernels.fast.first_cards import FirstCardsJob
from pitboss.kernels.fast.job import FastJob
from pitboss.kernels.full.job import PreparedJob
from pitboss.kernels.jobs import Counts, Tally
from pitboss.law.wagers import WagerKind
from pitboss.players.counts import CountSpan
from pitboss.statistics import Buckets, Distribution, Moments

from .results import SideBetResult, Summary

DEPTH: Final = "depth"


def fast_summary(job: FastJob, tally: Tally) -> Summary:
    """Summarise a run of the fast kernel: one box, one unit every round."""
    distribution = _results(tally, per=job.per)
    return Summary(
        rounds=distribution.moments,
        wagered=distribution.number * job.per,
        distribution=distribution,
        staked=job.staked(tally) * job.per,
    )


def first_cards_summary(job: FirstCardsJob, tally: Tally) -> Summary:
    """Summarise a run of fresh rounds classified by their first cards."""
    moments = job.moments(tally)
    return Summary(rounds=moments, wagered=moments.number * moments.per)


def full_summary(prepared: PreparedJob, tally: Tally, *, counted: bool) -> Summary:
    """Summarise a run of the full kernel, its own boxes together, by count if one is used.

    The value of a round includes insurance and staked side bets; a side bet without a stake is
    tracked separately.
    """
    setting, per = prepared.setting, prepared.compiled.units.per
    money = tally["money"]
    own = [at for at, seat in enumerate(setting.seats) if seat.own]
    rounds = _moments(money.sum(axis=(0, 1)), per)
    parts = money.shape[0]
    depths = [(part + 0.5) / parts for part in range(parts)]
    return Summary(
        rounds=rounds,
        wagered=int(money[..., 1].sum()) * per,
        seats=len(own),
        box=_moments(tally["seats"][own].sum(axis=0), per) if len(own) > 1 else None,
        distribution=_results(tally, per=per),
        side_bets=dict(_side_bets(prepared, tally)),
        by_count=_by_count(prepared.span, money.sum(axis=0), per) if counted else None,
        by_depth=None if setting.fresh else _buckets(DEPTH, depths, money.sum(axis=1), per),
        sat_out=int(tally["observed"].sum()) - rounds.number,
    )


def _results(tally: Tally, *, per: int) -> Distribution:
    """The distribution of boxes by result per unit; the middle column is a push."""
    counts = tally["results"].sum(axis=0).tolist()
    most = len(counts) // 2
    return Distribution.of(zip(range(-most, most + 1), counts, strict=True), per=per)


def _moments(columns: Counts, per: int) -> Moments:
    """Moments from rounds or boxes, wagers, units won and their squares."""
    number, _, total, squares = columns.tolist()
    return Moments(number, total, squares, per)


def _buckets(by: str, at: object, columns: Counts, per: int) -> Buckets:
    return Buckets.of_arrays(
        by,
        np.asarray(at, float).tolist(),
        rounds=columns[:, 0],
        wagered=columns[:, 1] * per,
        totals=columns[:, 2],
        squares=columns[:, 3],
        per=per,
    )


def _by_count(span: CountSpan, columns: Counts, per: int) -> Buckets:
    return _buckets(span.by, span.counts(), columns, per)


def _side_bets(prepared: PreparedJob, tally: Tally) -> Iterator[tuple[str, SideBetResult]]:
    tables, game = prepared.compiled.side_bets, prepared.compiled.record
    placed_from = dict(prepared.setting.side_bets_from)
    span = prepared.span
    counts = np.array(span.counts())
    boxes = sum(seat.own for seat in prepared.setting.seats)
    for kind in tables.kinds:
        values, won = _endings(kind, tables, tally)
        if kind in placed_from:
            values = np.where(counts[:, None] >= placed_from[kind], values, 0)
        if values.any():
            span_of = None if kind in tables.prizes_won else span  # a draw has no count
            together = boxes if kind in tables.dealers_won else 1
            yield kind, _side_bet(values, won, span=span_of, together=together)
    insured = tally["insured"]
    if insured.any():
        # Insurance is half the main wager; report the win per unit staked.
        odds = Fraction(int(game.insurance_wins), -int(game.insurance_loses))
        insurance = _side_bet(insured, (Fraction(-1), odds), span=span, together=boxes)
        yield WagerKind.INSURANCE.value, insurance


def _endings(kind: str, tables: SideBetTables, tally: Tally) -> tuple[Counts, Won]:
    """[bucket, ending]: how often each outcome occurred and what it wins."""
    if kind in tables.dealers_won:
        return tally["buster"], tables.dealers_won[kind]
    if kind in tables.third_won:
        decided = np.where(tables.waits & THIRD_CARD, 0, tally["two_cards"])
        won = (*tables.won[kind], *tables.third_won[kind])
        return np.hstack([decided, tally["sevens"]]), won
    if kind in tables.prizes_won:
        decided = np.where(tables.waits & PRIZE, 0, tally["two_cards"])
        prizes = np.zeros((len(decided), len(tables.prizes_won[kind])), np.int64)
        prizes[-1] = tally["prizes"]
        return np.hstack([decided, prizes]), (*tables.won[kind], *tables.prizes_won[kind])
    return tally["two_cards"], tables.won[kind]


def _side_bet(counts: Counts, nets: Won, *, span: CountSpan | None, together: int) -> SideBetResult:
    unit = units(*nets)
    won = np.array([unit.of(net) for net in nets], np.int64)
    distribution = Distribution.of(
        zip(won.tolist(), counts.sum(axis=0).tolist(), strict=True), per=unit.per
    )
    times = counts.sum(axis=1)
    columns = np.stack([times, times, counts @ won, counts @ won**2], axis=1)
    buckets = None if span is None else _by_count(span, columns, unit.per)
    return SideBetResult(distribution.moments, distribution, buckets, together)
