"""``simulate``: play rounds of a game by a policy and return the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeGuard

import numpy as np

from pitboss.compiled.errors import CannotPrice
from pitboss.jsonable import plain
from pitboss.kernels.fast.first_cards import FirstCardsJob, first_chances, first_values
from pitboss.kernels.fast.job import FastJob, job_for
from pitboss.kernels.full.job import prepare
from pitboss.kernels.jobs import Job, Tally
from pitboss.law.side_bets.registry import in_the_book, is_placed_late, on_offer
from pitboss.players.counts import HI_LO, BadCount, CountSystem, count_system
from pitboss.players.policies import Play, PolicyLike, play_by
from pitboss.players.seats import Seat, Setting
from pitboss.players.spreads import BadSpread, SideStake, Spread, read_spread, side_bet_kind
from pitboss.rulebooks import RulesLike, TableRules, rules_of
from pitboss.statistics import Estimate

from .chunks import ChunkWorkers, Goal, Ran, RunMark, Threads, run
from .cluster import Cluster
from .limits import LARGEST_ERROR, MOST_ROUNDS, MOST_THREADS
from .results import Result, Summary
from .summaries import fast_summary, first_cards_summary, full_summary

ROUNDS: Final = 10_000_000
"""The default number of rounds."""
SEED: Final = 1
SHOES_IN_CHUNK: Final = 5_000
FRESH_ROUNDS_IN_CHUNK: Final = 200_000
"""Rounds in a chunk of the full kernel if each has a fresh shoe"""
_MOST_BANK: Final = 10**9
_MOST_PARTS: Final = 1_000

SideBets = Iterable[str] | None
SpreadLike = Spread | Mapping[int, int] | str | Path
CountLike = CountSystem | str | Path


class BadRun(ValueError):
    """A simulation that cannot be run; the message says why."""


class PreparedRun(NamedTuple):
    """A job ready to run, and how its tallies are summarised."""

    job: Job
    read: Callable[[Tally], Summary]
    play: Play
    is_fast: bool
    """Whether the fast kernel plays it"""
    exact: float | None
    """The exact value of the game, or None if it is not known"""
    better: Callable[[Tally], Estimate] | None = None
    """The value controlled by the first cards dealt, if they are classified"""

    def error_of(self, tally: Tally) -> float:
        """The standard error of the value."""
        if self.better is not None:
            return self.better(tally).se
        summary = self.read(tally)
        return summary.rounds.se / summary.seats


def simulate(
    book: RulesLike,
    *,
    policy: PolicyLike = "basic",
    rounds: float | None = None,
    until_se: float | None = None,
    seed: int = SEED,
    seats: int = 1,
    count: CountLike | None = None,
    spread: SpreadLike | None = None,
    fresh: bool = False,
    control: bool = False,
    side_bets: SideBets = None,
    bank: Fraction | int | None = None,
    threads: int | None = None,
    cluster: str | None = None,
    tell: Callable[[RunMark], None] | None = None,
    **elections: Any,
) -> Result:
    """Play a game by the million rounds and report the results.

    ``book`` is a book's id, a ``Rulebook`` or ``TableRules``.

    A run plays ``rounds``, up to the end of a chunk. ``until_se`` ends it once the standard error
    of the value is that small; ``rounds``, if given, is then the maximum. All side bets offered are
    tracked, or those named, at one unit each; only a ``spread`` stakes money on them. ``control``
    reduces the variance of fresh rounds with the known odds of their first cards. ``cluster`` is
    the address of a Dask scheduler, or ``"local"``. The result depends on neither ``threads`` nor
    ``cluster``.

    >>> result = simulate("classic", decks=6, rounds=100_000, seed=7)
    >>> result.rounds >= 100_000 and abs(result.ev) < 0.02
    True
    """
    rules = rules_of(book, **elections)
    workers = workers_of(threads, cluster)
    prepared = prepare_run(
        rules,
        policy=policy,
        seed=seed,
        seats=seats,
        count=count,
        spread=spread,
        fresh=fresh,
        control=control,
        side_bets=side_bets,
        bank=bank,
    )
    goal = goal_of(prepared, rounds=rounds, until_se=until_se)
    ran = run(prepared.job, goal, workers, tell=tell)
    if not ran.chunks:
        raise BadRun(f"the run ended before its first chunk was complete: {ran.stopped_by}")
    return result_of(
        rules, prepared, ran, workers, fresh=fresh, count=count, spread=spread, bank=bank
    )


def workers_of(threads: int | None, cluster: str | None) -> ChunkWorkers:
    """The workers for a run."""
    if threads is not None and not (_is_whole(threads) and 1 <= threads <= MOST_THREADS):
        raise BadRun(f"threads is {threads!r}; it must be a whole number from 1 to {MOST_THREADS}")
    if cluster is not None and not isinstance(cluster, str):
        raise BadRun(f"cluster is {cluster!r}; it must be the address of a scheduler, or 'local'")
    return Threads(threads) if cluster is None else Cluster(cluster, workers=threads)


def goal_of(prepared: PreparedRun, *, rounds: float | None, until_se: float | None) -> Goal:
    """The goal at which the run ends."""
    rounds = whole_rounds(rounds)
    if until_se is None:
        return Goal(ROUNDS if rounds is None else rounds)
    if not (_is_number(until_se) and 0 < until_se <= LARGEST_ERROR):
        raise BadRun(
            f"until_se is {until_se!r}; it must be above zero and at most {LARGEST_ERROR:g}"
        )
    return Goal(rounds, until_se, prepared.error_of)


def whole_rounds(rounds: float | None) -> int | None:
    """A number of rounds, which may be written 1e6; raise ``BadRun`` for anything else."""
    if rounds is None:
        return None
    if not (_is_number(rounds) and 1 <= rounds <= MOST_ROUNDS and rounds == int(rounds)):
        raise BadRun(f"rounds is {rounds!r}; it must be a whole number from 1 to {MOST_ROUNDS:.0e}")
    return int(rounds)


def _is_number(given: object) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool)


def _is_whole(given: object) -> TypeGuard[int]:
    return isinstance(given, int) and not isinstance(given, bool)


def _check_options(
    *, seed: object, seats: object, fresh: object, control: object, side_bets: object, bank: Any
) -> None:
    """Raise ``BadRun`` for options of another kind than they should be."""
    if not _is_whole(seed) or seed < 0:
        raise BadRun(f"a seed must be a whole number of at least zero, not {seed!r}")
    if not _is_whole(seats):
        raise BadRun(f"seats must be a number of boxes, not {seats!r}")
    for name, given in (("fresh", fresh), ("control", control)):
        if not isinstance(given, bool):
            raise BadRun(f"{name} must be True or False, not {given!r}")
    if side_bets is not None and (
        isinstance(side_bets, str) or not isinstance(side_bets, Iterable)
    ):
        raise BadRun(f"side_bets must be a list of names, not {side_bets!r}")
    if bank is not None:
        is_amount = isinstance(bank, int | Fraction) and not isinstance(bank, bool)
        if not is_amount or not 0 < bank <= _MOST_BANK or Fraction(bank).denominator > _MOST_PARTS:
            raise BadRun(
                f"the bank is {bank!r}; it must be above zero and at most {_MOST_BANK:,} units, "
                f"in parts of 1/{_MOST_PARTS:,} at the finest"
            )


def prepare_run(
    rules: TableRules,
    *,
    policy: PolicyLike = "basic",
    seed: int = SEED,
    seats: int = 1,
    count: CountLike | None = None,
    spread: SpreadLike | None = None,
    fresh: bool = False,
    control: bool = False,
    side_bets: SideBets = None,
    bank: Fraction | int | None = None,
) -> PreparedRun:
    """Prepare everything that a run needs before its first card."""
    _check_options(
        seed=seed, seats=seats, fresh=fresh, control=control, side_bets=side_bets, bank=bank
    )
    bets = _spread(spread)
    counting = _count(count)
    counting.check()
    check_boxes(rules, counting, bets, seats=seats)
    company = 0 if bets is None else bets.company
    stakes = _side_stakes(rules, side_bets, bets)
    is_plain = seats == 1 and count is None and bets is None and bank is None
    if control and not (is_plain and fresh):
        raise BadRun("control needs fresh rounds of one box without a count")
    play = play_by(rules, policy)
    if control:
        return _controlled(play, seed=seed)
    if is_plain and not stakes:
        try:
            return _fast(play, seed=seed, fresh=fresh)
        except CannotPrice:
            pass  # the full kernel supports what the fast one does not
    setting = Setting(
        seats=((Seat() if bets is None else bets.seat()),) * seats + (Seat(own=False),) * company,
        count=counting,
        side_stakes=tuple((each.kind, each.stake) for each in stakes),
        side_bets_from=tuple((each.kind, each.from_) for each in stakes if each.from_ is not None),
        fresh=fresh,
        bank=None if bank is None else Fraction(bank),
        told=play.told,
    )
    full = prepare(
        rules,
        play.decisions,
        setting,
        seed=seed,
        shoes_per_chunk=FRESH_ROUNDS_IN_CHUNK if fresh else SHOES_IN_CHUNK,
    )
    counted = count is not None or bets is not None
    return PreparedRun(
        full.job,
        lambda tally: full_summary(full, tally, counted=counted),
        play,
        False,
        play.exact if fresh and bets is None and bank is None else None,
    )


def check_boxes(
    rules: TableRules, counting: CountSystem, bets: Spread | None, *, seats: int = 1
) -> None:
    """Raise ``BadRun`` or ``BadSpread`` if this many boxes cannot be played by such a spread."""
    span = counting.span(rules.equipment.decks.value)
    if bets is not None:
        bets.check(span)
    boxes = rules.equipment.boxes.value
    company = 0 if bets is None else bets.company
    if seats < 1 or seats + company > boxes:
        raise BadRun(f"{rules.book.id} takes 1 to {boxes} boxes here, not {seats + company}")
    if bets is not None and bets.sits_out(span) and not company:
        if span.is_running and bets.bets[0][0] > span.start:
            raise BadRun(
                f"{counting.name} starts at {span.start} here; begin the bets there or lower, or "
                "sit out with others playing: set company in the spread"
            )
        raise BadRun("sitting out needs other players at the table: set company in the spread")


def _fast(play: Play, *, seed: int, fresh: bool) -> PreparedRun:
    job = job_for(play, seed=seed, fresh=fresh)
    exact = play.exact if job.is_fresh else None
    return PreparedRun(job, lambda tally: fast_summary(job, tally), play, True, exact)


def _controlled(play: Play, *, seed: int) -> PreparedRun:
    """Prepare fresh rounds classified by their first cards, without side bets."""
    flat = _fast(play, seed=seed, fresh=True).job
    assert isinstance(flat, FastJob)
    job = FirstCardsJob(flat, seed, flat.shoes)
    if play.stage is None:

        def better(tally: Tally) -> Estimate:
            return job.strata(tally).poststratified()
    else:
        chances = first_chances(np.bincount(flat.cards, minlength=10))
        values = first_values(play.game.rules, play.stage)[chances > 0]

        def better(tally: Tally) -> Estimate:
            return job.strata(tally).controlled(values)

    return PreparedRun(
        job, lambda tally: first_cards_summary(job, tally), play, True, play.exact, better
    )


def _spread(given: SpreadLike | None) -> Spread | None:
    if given is None or isinstance(given, Spread):
        return given
    if isinstance(given, Mapping):
        return Spread.of(given)
    if not isinstance(given, str | Path):
        raise BadSpread(f"a spread is bets by count or a file, not {given!r}")
    return read_spread(given)


def _count(given: CountLike | None) -> CountSystem:
    if given is None:
        return HI_LO
    if isinstance(given, CountSystem):
        return given
    if not isinstance(given, str | Path):
        raise BadCount(f"a counting system is a name or a file, not {given!r}")
    return count_system(given)


def _side_stakes(
    rules: TableRules, side_bets: SideBets, bets: Spread | None
) -> tuple[SideStake, ...]:
    """The side bets to track; only those in the spread have a stake."""
    there = on_offer(rules)
    staked = {} if bets is None else {each.kind: each for each in bets.side_bets}
    wanted = there if side_bets is None else tuple(side_bet_kind(str(name)) for name in side_bets)
    for kind in (*wanted, *staked):
        if kind not in (known := in_the_book(rules)):
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise BadSpread(f"{rules.book.id} has no side bet {kind!r}; {has}")
        if kind not in there:
            raise BadSpread(f"{rules.book.id} does not offer {kind} with these options")
        if kind in staked and staked[kind].from_ is not None and is_placed_late(rules, kind):
            raise BadSpread(
                f"{kind} is placed after the deal, so a spread cannot place it by the count "
                "before the deal; leave out 'from'"
            )
    return tuple(
        staked.get(kind, SideStake(kind, Fraction(0))) for kind in dict.fromkeys((*wanted, *staked))
    )


def result_of(
    rules: TableRules,
    prepared: PreparedRun,
    ran: Ran,
    workers: ChunkWorkers,
    *,
    fresh: bool,
    count: CountLike | None,
    spread: SpreadLike | None,
    bank: Fraction | int | None = None,
) -> Result:
    """The result of a completed run."""
    counts = count is not None or spread is not None
    system = _count(count)
    start = system.start_of(rules.equipment.decks.value)
    return Result(
        book=rules.book.id,
        settings=plain(rules.settings),
        policy=prepared.play.name,
        seed=prepared.job.seed,
        fresh=fresh,
        summary=prepared.read(ran.tally),
        digest=ran.tally.digest(),
        cpu_seconds=ran.cpu_seconds,
        seconds=ran.seconds,
        title=rules.book.title,
        rules=rules.brief,
        exact=prepared.exact,
        count=system.name if counts else None,
        count_starts_at=float(start) if counts and system.is_running else None,
        trail=tuple(prepared.read(tally).rounds for tally in ran.trail),
        workers=workers.told(),
        stopped_by=ran.stopped_by,
        bank=None if bank is None else float(bank),
        controlled=None if prepared.better is None else prepared.better(ran.tally),
    )
