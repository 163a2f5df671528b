"""``pitboss play``: play a book's game in the terminal."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import click

from pitboss.acts import KEYS
from pitboss.cards import NotACard
from pitboss.cli.common import with_rules
from pitboss.cli.numbers import WholeParameter, only_with
from pitboss.law.answers import Refusal
from pitboss.law.stakes import StakedBet
from pitboss.law.wagering import may_wager
from pitboss.law.wagers import WagerKind
from pitboss.money import Cents, NotMoney
from pitboss.rulebooks import TableRules
from pitboss.table.sources import Rigged
from pitboss.table.table import Table
from pitboss.terminal.banking import BOTS
from pitboss.terminal.coaching import Coach
from pitboss.terminal.commentary import ME
from pitboss.terminal.game import TerminalGame
from pitboss.terminal.keyboard import Left, keyboard
from pitboss.terminal.screen import Screen, amount
from pitboss.terminal.shoes import Rehearsed, chance

_KEYS = ", ".join(f"{key} {act.word}" for key, act in KEYS.items())
_HELP = f"""Play a book's game in the terminal.

Keys: {_KEYS}, i insurance, e even money, q quit.
A play the book forbids is refused with its clause. Input from a file or pipe is read line by
line. The coach prices every decision exactly (docs/how-to/coach.md). Without --seed or --shoe,
the system's random source shuffles; each shoe is sealed before the cut and revealed when it
ends (docs/explanation/fairness.md).
"""


@click.command(help=_HELP)
@with_rules
@click.option("--seed", type=WholeParameter(0, 10**18), help="Random seed, for a repeatable game.")
@click.option(
    "--shoe",
    metavar="CARDS",
    help='Cards to rehearse, in order, e.g. "As Td 9c"; include the burn card.',
)
@click.option(
    "--boxes",
    type=WholeParameter(1, 99, "number of boxes"),
    default=1,
    show_default=True,
    help="Number of boxes to play.",
)
@click.option("--stake", help="Opening bet (default: the table minimum).")
@click.option(
    "--rounds",
    type=WholeParameter(1, 10**9, "number of rounds"),
    help="Rounds to play before leaving.",
)
@click.option(
    "--log", "path", metavar="FILE", help="Log file to write; 'pitboss verify' checks it."
)
@click.option(
    "--coach",
    "advice",
    type=click.Choice(("before", "after", "off")),
    default="off",
    show_default=True,
    help="Advice before each decision, or what errors cost after each round.",
)
@click.option(
    "--standard",
    type=click.Choice(("chart", "hand", "seen")),
    default="hand",
    show_default=True,
    help="The coach's standard: the chart, the cards of the hand, or all cards seen.",
)
def play(
    rules: TableRules,
    seed: int | None,
    shoe: str | None,
    boxes: int,
    stake: str | None,
    rounds: int | None,
    path: str | None,
    advice: str,
    standard: str,
) -> None:
    """Play a book's game in the terminal."""
    if advice == "off":
        only_with("--coach", "standard")
    _check_boxes(rules, boxes)
    first = _read_stake(rules, stake)
    name = f"pitboss play {rules.book.id}"
    dealt = chance(shoe=_read_shoe(shoe), seed=seed, table=name)
    with _log_file(path) as log, suppress(Left), _hanging_up_is_leaving():
        # A rehearsal's cards come in the order given, so there is nothing to cut.
        asks = not isinstance(dealt.source, Rigged)
        table = Table(rules, dealt.source, name=name, asks_for_cuts=asks)
        try:
            screen = Screen(keyboard())
            coach = None
            if advice != "off":
                coach = Coach(table, screen, before=advice == "before", standard=standard)
            TerminalGame(table, dealt, screen, boxes=boxes, stake=first, coach=coach).play(rounds)
        finally:
            if log is not None:
                _write_log(log, table)


def _write_log(log: BinaryIO, table: Table) -> None:
    """Write the whole log; a full disk is reported with the file's name."""
    try:
        log.write(table.log.write())
        log.flush()
    except OSError as error:
        with suppress(OSError):
            log.close()  # closing would try to write again
        raise OSError(error.errno, f"--log cannot be written: {error.strerror}", log.name) from None


def _check_boxes(rules: TableRules, wanted: int) -> None:
    there, each = rules.equipment.boxes, rules.boxes.boxes_per_player
    most, under = there.value, there.under
    if rules.banking is not None:
        most -= len(BOTS)
    if each.value is not None and each.value < most:
        most, under = each.value, each.under
    if not 1 <= wanted <= most:
        raise click.UsageError(
            f"--boxes {wanted} is out of range; you may play 1 to {most} here ({rules.cite(under)})"
        )


def _read_stake(rules: TableRules, given: str | None) -> Cents:
    if given is None:
        return rules.limits.minimum.value
    try:
        stake = amount(given)
    except NotMoney as error:
        raise click.UsageError(f"--stake {error}") from None
    answer = may_wager(rules, StakedBet(1, ME, WagerKind.MAIN, stake))
    if isinstance(answer, Refusal):
        raise click.UsageError(f"--stake {given}: {answer.why} ({rules.cite(answer.under)})")
    return stake


def _read_shoe(given: str | None) -> Rehearsed | None:
    if given is None:
        return None
    try:
        shoe = Rehearsed(given)
    except NotACard as error:
        raise click.UsageError(f"--shoe {error}") from None
    if shoe.left == 0:
        raise click.UsageError("--shoe names no cards; write them as in 'As Td 9c'")
    return shoe


@contextmanager
def _log_file(path: str | None) -> Iterator[BinaryIO | None]:
    """Open the log file before the game begins, and refuse to overwrite an existing log."""
    if path is None:
        yield None
        return
    there = Path(path)
    if there.is_file() and there.stat().st_size:
        raise click.UsageError(f"{path!r} already exists; choose another file for the log")
    try:
        file = there.open("wb")
    except OSError as error:
        raise click.UsageError(f"--log {path!r} cannot be written: {error.strerror}") from None
    with file:
        yield file


@contextmanager
def _hanging_up_is_leaving() -> Iterator[None]:
    """Treat a closed window or a termination signal as quitting, so that the log is written."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    names = [n for n in ("SIGTERM", "SIGHUP") if hasattr(signal, n)]
    before = {n: signal.signal(getattr(signal, n), _left) for n in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def _left(*_: object) -> None:
    raise Left
