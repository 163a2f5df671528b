"""How fast the table is: rounds and verified events for each second, and memory over many rounds.

    python -m benchmarks.table                        every book, a few thousand rounds
    python -m benchmarks.table --book nz --rounds 20000

One player stands on 17 or more, heads up against the dealer, and every event goes into the
hash-chained log. Seconds are those of one processor; the clock of the wall is not looked at.
"""

from __future__ import annotations

import argparse
import time
import tracemalloc
from statistics import median
from typing import Final, NamedTuple

from pitboss.law.counting import count
from pitboss.rulebooks import TableRules, rulebook
from pitboss.table import acts
from pitboss.table.log_verifier import verify
from pitboss.table.procedure.duties import active
from pitboss.table.sources import Seeded
from pitboss.table.state import Phase
from pitboss.table.table import Automation, NotPermitted, Table

BOOKS: Final = ("nz", "zappit", "rws", "leaflet", "nobust", "classic")
BANKERS: Final = {7: "Cleo", 8: "Ben"}
TAKE_BANK: Final = tuple(
    acts.TakeBank(player=player, box=box, wager=100_000) for box, player in BANKERS.items()
)


class Figures(NamedTuple):
    """What was measured."""

    median_rounds_per_second: float
    best_rounds_per_second: float
    events_per_round: float
    verified_per_second: float
    kib_after_tenth: float
    kib_at_end: float


def opened(rules: TableRules, *, keep_log: bool) -> Table:
    """A table with one player and, where a player banks, two who take turns at it."""
    table = Table(rules, Seeded(1), automation=Automation.EVERYTHING, keep_log=keep_log)
    table.do(acts.Sit(box=1, player="Ada"))
    if rules.banking is not None:
        for box, player in BANKERS.items():
            table.do(acts.Sit(box=box, player=player))
    return table


def play(table: Table, rounds: int) -> None:
    """Play this many rounds as a player who stands on 17 or more."""
    bet = acts.Bet(box=1, player="Ada", stake=table.rules.limits.minimum.value)
    for _ in range(rounds):
        table.prepare()
        if table.rules.banking is not None:
            _take_bank(table)
        table.do(bet)
        table.do(acts.CloseBets())
        while table.state.phase is not Phase.BETTING:
            _decide(table)


def _decide(table: Table) -> None:
    turn = active(table.state)
    assert turn is not None
    box, played = turn[0].number, turn[1]
    if count(table.rules, played.hand.cards).total < 17:
        table.do(acts.Hit(box=box, hand=played.number))
    else:
        table.do(acts.Stand(box=box, hand=played.number))


def _take_bank(table: Table) -> None:
    """Each banker takes two rounds in a row; when the player is offered the bank, it passes."""
    take = TAKE_BANK[(table.state.round - 1) // 2 % len(TAKE_BANK)]
    try:
        table.do(take)
    except NotPermitted:
        table.do(acts.DeclineBank(player="Ada"))
        table.do(take)


def measured(book: str, rounds: int) -> Figures:
    """The figures of one book."""
    rules = rulebook(book).default_rules
    table = opened(rules, keep_log=True)
    rates = []
    for chunk in chunks(rounds):
        began = time.process_time()
        play(table, chunk)
        rates.append(chunk / (time.process_time() - began))
    lines = table.log.write().splitlines()
    began = time.process_time()
    outcome = verify(lines)
    verified = time.process_time() - began
    if not outcome.ok or outcome.rounds != rounds:
        raise RuntimeError(f"{book}: the log does not hold: {outcome}")
    early, late = memory(rules, rounds)
    return Figures(
        median(rates),
        max(rates),
        table.log.length / rounds,
        outcome.entries / verified,
        early,
        late,
    )


def chunks(rounds: int) -> list[int]:
    """Split the rounds into up to ten parts; a noisy machine slows some of them down."""
    size = max(1, rounds // 10)
    return [size] * (rounds // size - 1) + [size + rounds % size]


def memory(rules: TableRules, rounds: int) -> tuple[float, float]:
    """The memory in use, in KiB, after a tenth of the rounds and after all, without a log."""
    table = opened(rules, keep_log=False)
    play(table, 10)
    tracemalloc.start()
    try:
        play(table, rounds // 10)
        early = tracemalloc.get_traced_memory()[0]
        play(table, rounds - rounds // 10)
        late = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    return early / 1024, late / 1024


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--book", choices=BOOKS)
    parser.add_argument("--rounds", type=int, default=5000)
    args = parser.parse_args()
    print("rounds per second of one processor: the median and the best of ten parts")
    print("book       median    best  events/round  verified/s  KiB after 10 %  KiB at the end")
    for book in (args.book,) if args.book else BOOKS:
        message = measured(book, args.rounds)
        print(
            f"{book:8} {message.median_rounds_per_second:8.0f}  "
            f"{message.best_rounds_per_second:6.0f}  "
            f"{message.events_per_round:12.1f}  "
            f"{message.verified_per_second:10.0f}  {message.kib_after_tenth:14.0f}  "
            f"{message.kib_at_end:14.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
