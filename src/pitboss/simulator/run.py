"""``simulate``: rules and a policy in, what so many rounds came to out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from pitboss.compiled.errors import CannotPrice
from pitboss.kernels.flat.first_cards import FirstCardsJob, first_chances, first_values
from pitboss.kernels.flat.job import FlatJob, job_for
from pitboss.kernels.full.job import prepare
from pitboss.kernels.jobs import Job, Tally
from pitboss.law.side_bets.registry import in_the_book, on_offer
from pitboss.players.counts import HI_LO, CountSystem, count_system
from pitboss.players.policies import Play, PolicyLike, play_by
from pitboss.players.seats import Seat, Setting
from pitboss.players.spreads import BadSpread, SideStake, Spread, read_spread, side_bet_kind
from pitboss.rulebooks import TableRules
from pitboss.statistics import Estimate

from .chunks import Goal, Mark, Ran, Threads, Workers, run
from .cluster import Cluster
from .results import Result, Summary
from .summaries import first_cards_summary, flat_summary, full_summary

ROUNDS: Final = 10_000_000
"""How many rounds are played where nobody says."""
SEED: Final = 1
SHOES_IN_CHUNK: Final = 5_000
FRESH_ROUNDS_IN_CHUNK: Final = 200_000
"""What the full kernel plays in a chunk, each round of which is a shoe of its own"""

SideBets = Iterable[str] | None
SpreadLike = Spread | Mapping[int, int] | str | Path
CountLike = CountSystem | str | Path


class BadRun(ValueError):
    """Raised for a simulation that cannot be run as asked; says why."""


class Prepared(NamedTuple):
    """A job, ready to be run anywhere, and how its tallies are read."""

    job: Job
    read: Callable[[Tally], Summary]
    play: Play
    is_fast: bool
    """Whether the kernel for one box and a flat bet plays it"""
    exact: float | None
    """What the simulated value should come to; None where that is not known exactly"""
    better: Callable[[Tally], Estimate] | None = None
    """The value put right by the first cards dealt, where those are told apart"""

    def error_of(self, tally: Tally) -> float:
        """The standard error of the value."""
        if self.better is not None:
            return self.better(tally).se
        summary = self.read(tally)
        return summary.rounds.se / summary.seats


def simulate(
    rules: TableRules,
    *,
    policy: PolicyLike = "basic",
    rounds: int | None = None,
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
    told: Callable[[Mark], None] | None = None,
) -> Result:
    """Play rounds by a policy and say what they came to.

    ``rounds`` is how many at least, and ``until_se`` ends the run as soon as the standard error of
    the value is that small. Side bets are those on offer unless some are named; they are counted
    for one unit each, and no money is put on them but by a ``spread``. ``control`` takes out of the
    error of fresh rounds what is known of their first cards. ``cluster`` is the address of a Dask
    scheduler, or ``"local"``. The result hangs on none of ``threads`` and ``cluster``.

    >>> from pitboss.rulebooks import rulebook
    >>> result = simulate(rulebook("classic").elect(decks=6), rounds=100_000, seed=7)
    >>> result.rounds >= 100_000 and abs(result.ev) < 0.02
    True
    """
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
    ran = run(prepared.job, goal, workers, told=told)
    if not ran.chunks:
        raise BadRun(f"the run ended before the first chunk was whole: {ran.stopped_by}")
    return result_of(rules, prepared, ran, workers, fresh=fresh, count=count, spread=spread)


def workers_of(threads: int | None, cluster: str | None) -> Workers:
    """Whoever is to play."""
    if threads is not None and threads < 1:
        raise BadRun(f"a run needs one thread at least, and not {threads}")
    return Threads(threads) if cluster is None else Cluster(cluster, workers=threads)


def goal_of(prepared: Prepared, *, rounds: int | None, until_se: float | None) -> Goal:
    """When the run has done enough."""
    if rounds is not None and rounds < 1:
        raise BadRun(f"a run has one round at least, and not {rounds}")
    if until_se is None:
        return Goal(ROUNDS if rounds is None else rounds)
    if not until_se > 0:
        raise BadRun(f"a standard error to be reached is more than nothing, and not {until_se}")
    return Goal(rounds, until_se, prepared.error_of)


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
) -> Prepared:
    """Everything that is worked out before the first card."""
    if seed < 0:
        raise BadRun(f"a seed is not negative, as {seed} is")
    bets = _spread(spread)
    boxes = rules.equipment.boxes.value
    company = 0 if bets is None else bets.company
    if seats < 1 or seats + company > boxes:
        raise BadRun(f"{rules.book.id} has 1 to {boxes} boxes here, and not {seats + company}")
    if bets is not None and bets.sits_out and not company:
        raise BadRun("who sits out needs company that is dealt to: say company in the spread")
    stakes = _side_stakes(rules, side_bets, bets)
    is_plain = seats == 1 and count is None and bets is None and bank is None
    if control and not (is_plain and fresh):
        raise BadRun("first cards are a control for fresh rounds of one box without a count")
    play = play_by(rules, policy)
    if control:
        return _controlled(play, seed=seed)
    if is_plain and not stakes:
        try:
            return _fast(play, seed=seed, fresh=fresh)
        except CannotPrice:
            pass  # the full kernel sees what the fast one does not
    setting = Setting(
        seats=((Seat() if bets is None else bets.seat()),) * seats + (Seat(own=False),) * company,
        count=_count(count),
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
    return Prepared(
        full.job,
        lambda tally: full_summary(full, tally, counted=counted),
        play,
        False,
        play.exact if fresh and bets is None and bank is None else None,
    )


def _fast(play: Play, *, seed: int, fresh: bool) -> Prepared:
    job = job_for(play, seed=seed, fresh=fresh)
    exact = play.exact if job.is_fresh else None
    return Prepared(job, lambda tally: flat_summary(job, tally), play, True, exact)


def _controlled(play: Play, *, seed: int) -> Prepared:
    """Fresh rounds told apart by their first cards; side bets are left out."""
    flat = _fast(play, seed=seed, fresh=True).job
    assert isinstance(flat, FlatJob)
    job = FirstCardsJob(flat, seed, flat.shoes)
    if play.stage is None:

        def better(tally: Tally) -> Estimate:
            return job.strata(tally).poststratified()
    else:
        chances = first_chances(np.bincount(flat.cards, minlength=10))
        values = first_values(play.game.rules, play.stage)[chances > 0]

        def better(tally: Tally) -> Estimate:
            return job.strata(tally).controlled(values)

    return Prepared(
        job, lambda tally: first_cards_summary(job, tally), play, True, play.exact, better
    )


def _spread(given: SpreadLike | None) -> Spread | None:
    if given is None or isinstance(given, Spread):
        return given
    return Spread.of(given) if isinstance(given, Mapping) else read_spread(given)


def _count(given: CountLike | None) -> CountSystem:
    if given is None:
        return HI_LO
    return given if isinstance(given, CountSystem) else count_system(given)


def _side_stakes(rules: TableRules, asked: SideBets, bets: Spread | None) -> tuple[SideStake, ...]:
    """The side bets that are counted; nothing is staked on one that the spread does not name."""
    there = on_offer(rules)
    staked = {} if bets is None else {each.kind: each for each in bets.side_bets}
    wanted = there if asked is None else tuple(side_bet_kind(str(name)) for name in asked)
    for kind in (*wanted, *staked):
        if kind not in (known := in_the_book(rules)):
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise BadSpread(f"{rules.book.id} has no side bet {kind!r}; {has}")
        if kind not in there:
            raise BadSpread(f"{rules.book.id} does not offer {kind} with these elections")
    return tuple(
        staked.get(kind, SideStake(kind, Fraction(0))) for kind in dict.fromkeys((*wanted, *staked))
    )


def result_of(
    rules: TableRules,
    prepared: Prepared,
    ran: Ran,
    workers: Workers,
    *,
    fresh: bool,
    count: CountLike | None,
    spread: SpreadLike | None,
) -> Result:
    """A run that has ended, read."""
    counts = count is not None or spread is not None
    return Result(
        book=rules.book.id,
        settings=rules.settings,
        policy=prepared.play.name,
        seed=prepared.job.seed,
        fresh=fresh,
        summary=prepared.read(ran.tally),
        digest=ran.tally.digest(),
        cpu_seconds=ran.cpu_seconds,
        seconds=ran.seconds,
        title=rules.book.title,
        exact=prepared.exact,
        count=_count(count).name if counts else None,
        trail=tuple(prepared.read(tally).rounds for tally in ran.trail),
        workers=workers.told(),
        stopped_by=ran.stopped_by,
        controlled=None if prepared.better is None else prepared.better(ran.tally),
    )
