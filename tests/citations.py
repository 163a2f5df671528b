"""Judge every citation of random rounds: the cited clause's own condition must have held.

python -m tests.citations nz --rounds 100000 --processes 2     name every false citation
python -m tests.citations nz --rounds 1000 --unclaimed         list what is cited without one
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from time import perf_counter
from typing import NamedTuple

from pitboss.audit.citations import Citations
from pitboss.law.answers import Refusal
from pitboss.rulebooks import BOOKS, TableRules
from pitboss.rulebooks.errors import BadElection
from pitboss.table import acts
from tests.proof.corpus import offering, tables
from tests.rigs.random_play import RandomPlayer

AT_A_TABLE = 25
"""How many rounds are played at a table before the next one opens."""

TROUBLE = (0.01, 0.03, 0.1)
"""How often something goes wrong, table by table."""


class Judged(RandomPlayer):
    """Random people at a table where every citation is judged."""

    def __init__(self, rules: TableRules, seed: int | str, *, trouble: float = 0.03) -> None:
        super().__init__(rules, seed, trouble=trouble, every_step=False)
        self.judge = Citations(rules)

    def catch_up(self) -> None:
        """Judge the events since the last time."""
        self.judge.up_to(self.table.log.events)

    def was_refused(self, act: acts.Act, refusal: Refusal) -> None:
        self.catch_up()
        self.judge.refusal(self.table.state, act, refusal)

    def play(self) -> None:
        super().play()
        self.catch_up()


class Found(NamedTuple):
    """What was found at some tables."""

    rounds: int
    cited: Counter[str]
    refused: Counter[str]
    unclaimed: Counter[tuple[str, str]]
    false: Counter[tuple[str, str, str]]


def kinds_of_tables(book: str) -> tuple[TableRules, ...]:
    """A table for each value of every election, and one that offers side bets after each."""
    beside = offering(book)
    return tuple(
        rules for i, each in enumerate(tables(book)) for rules in (each, beside[i % len(beside)])
    )


def judged(book: str, first: int, number: int) -> Found:
    """Random rounds at ``number`` tables, of which ``first`` is the first."""
    kinds = kinds_of_tables(book)
    findings = Found(0, Counter(), Counter(), Counter(), Counter())
    rounds = 0
    for seed in count(first):
        if rounds == number * AT_A_TABLE:
            break
        rules = kinds[seed % len(kinds)]
        try:
            people = Judged(rules, seed, trouble=TROUBLE[seed // len(kinds) % len(TROUBLE)])
        except BadElection:  # so few cards leave no room for the cut card
            continue
        for _ in range(AT_A_TABLE):
            people.play()
        rounds += AT_A_TABLE
        findings.cited.update(people.judge.cited)
        findings.refused.update(people.judge.refused)
        findings.unclaimed.update(people.judge.unclaimed)
        findings.false.update((f.clause, f.what, f.why) for f in people.judge.false)
    return findings._replace(rounds=rounds)


def main() -> int:
    """Play, and name every false citation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", choices=BOOKS)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--unclaimed", action="store_true")
    arguments = parser.parse_args()
    began = perf_counter()
    each = -(-arguments.rounds // AT_A_TABLE // arguments.processes)
    total = Found(0, Counter(), Counter(), Counter(), Counter())
    rounds = 0
    with ProcessPoolExecutor(arguments.processes) as pool:
        parts = [
            pool.submit(judged, arguments.book, i * 10**6, each) for i in range(arguments.processes)
        ]
        for part in parts:
            findings = part.result()
            rounds += findings.rounds
            total.cited.update(findings.cited)
            total.refused.update(findings.refused)
            total.unclaimed.update(findings.unclaimed)
            total.false.update(findings.false)
    for (clause, what, why), number in sorted(total.false.items()):
        print(f"{clause}: {what}: {why} ({number} times)")
    if arguments.unclaimed:
        for (what, clause), number in sorted(total.unclaimed.items(), key=lambda one: one[0][::-1]):
            print(f"no condition: {clause} ({what}, {number} times)")
    seconds = perf_counter() - began
    print(
        f"{arguments.book}: {rounds} rounds, {sum(total.cited.values())} events, "
        f"{sum(total.refused.values())} refusals, {sum(total.false.values())} false citations, "
        f"{sum(total.unclaimed.values())} without a condition, {seconds:.1f} s"
    )
    return int(bool(total.false))


if __name__ == "__main__":
    sys.exit(main())
