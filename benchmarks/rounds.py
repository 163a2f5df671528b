"""Random rounds with irregularities, in which no invariant may break.

    python -m benchmarks.rounds --book nz --rounds 1000000
    python -m benchmarks.rounds --book rws --rounds 20000 --seed 7 --processes 2

Each table is played for some rounds by people who mostly keep to the book and by bad luck; every
second table has elections made at random. After every act the money, the wagers, the hands and the
cards are checked; the log of one table in ten is replayed and compared with the table. The exit
code is 1 where anything broke; each such table is named so that it can be played again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, Final, NamedTuple

from tests.rigs.random_play import BrokenInvariant, RandomTotals, play_randomly

from pitboss.law.shoe import cutting_card_position, size
from pitboss.money import Odds
from pitboss.rulebooks import BadElection, TableRules, rulebook
from pitboss.rulebooks.amounts import OddsPair, SideBetsDomain
from pitboss.rulebooks.domains import Among, WholeNumber, YesNo
from pitboss.rulebooks.elections import Election

ROUNDS_AT_A_TABLE: Final = 100
REPLAYED: Final = 10
"""The log of every table whose number is a multiple of this is replayed."""

TROUBLE: Final = (0.01, 0.03, 0.15)
"""The probability of an irregularity at each step, table after table."""


class Told(NamedTuple):
    """The result of one table; ``broken`` names a broken invariant, and how to reproduce it."""

    played: RandomTotals
    broken: str | None = None


def elected(book: str, seed: str) -> TableRules:
    """The default rules, or some that the operator might elect instead."""
    random, result = Random(seed), rulebook(book)
    rules = result.default_rules
    if random.random() < 0.5:
        return rules
    for key, election in result.elections.items():
        others = list(_others(election))
        if others and random.random() < 0.3:
            try:
                chosen = rules.but(**{key: random.choice(others)})
                cutting_card_position(chosen, size(chosen))
                rules = chosen
            except BadElection:
                continue  # it needs another election with it
    return rules


def _others(election: Election) -> Iterator[Any]:
    """The other values that may be elected, as text."""
    domain, default = election.domain, election.default
    match domain:
        case YesNo():
            yield not default
        case WholeNumber(least, most):
            yield from (least, most)
        case Among() | OddsPair():
            for value in domain.neighbours(default):
                yield f"{value.pays}:{value.per}" if isinstance(value, Odds) else value
        case SideBetsDomain(names):
            yield ",".join(names)
        case _:
            return


def table(book: str, seed: str, number: int, rounds: int) -> Told:
    """Play one table."""
    name = f"{seed}-{number}"
    rules = elected(book, name)
    try:
        return Told(
            play_randomly(
                rules,
                name,
                rounds,
                trouble=TROUBLE[number % len(TROUBLE)],
                replayed=number % REPLAYED == 0,
            )
        )
    except BrokenInvariant as broken:
        return Told(RandomTotals(0, 0, 0, 0), f"{rules!r}, seed {name!r}: {broken}")


def tables(args: argparse.Namespace) -> Iterator[Told]:
    """Every table, one after another or in several processes."""
    many = -(-args.rounds // ROUNDS_AT_A_TABLE)
    jobs = [
        (args.book, args.seed, i, min(ROUNDS_AT_A_TABLE, args.rounds - i * ROUNDS_AT_A_TABLE))
        for i in range(many)
    ]
    if args.processes == 1:
        yield from (table(*job) for job in jobs)
        return
    with ProcessPoolExecutor(args.processes) as pool:
        yield from pool.map(table, *zip(*jobs, strict=True), chunksize=4)


def main() -> int:
    """Play, count and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--book", required=True)
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    began, message, broken = time.perf_counter(), RandomTotals(0, 0, 0, 0), 0
    for one in tables(args):
        message = RandomTotals(*map(sum, zip(message, one.played, strict=True)))
        if one.broken is not None:
            broken += 1
            if broken <= 20:
                print(f"BROKEN {one.broken}", flush=True)
    took = time.perf_counter() - began
    print(
        f"{args.book}: {message.rounds} rounds, {message.events} events, {message.refused} acts "
        f"refused, {message.mishaps} mishaps, {broken} broken invariants, {took:.0f} s"
    )
    return 1 if broken or not message.rounds else 0


if __name__ == "__main__":
    sys.exit(main())
