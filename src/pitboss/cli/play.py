"""``pitboss play``: sit down at the table of a book."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import click

from pitboss.cards import NotACard
from pitboss.cli.common import book_argument, decks_option, set_option, table_rules
from pitboss.cli.numbers import Whole
from pitboss.money import Cents, NotMoney
from pitboss.rulebooks import Rulebook, TableRules
from pitboss.table.sources import Rigged
from pitboss.table.table import Table
from pitboss.terminal.banking import BOTS
from pitboss.terminal.game import Game
from pitboss.terminal.keyboard import Left, keyboard
from pitboss.terminal.screen import Screen, amount
from pitboss.terminal.shoes import Rehearsed, chance


@click.command()
@book_argument
@click.option("--seed", type=int, help="Shuffle by this number: the same game every time.")
@click.option(
    "--shoe",
    metavar="CARDS",
    help='Rehearse these cards in this order, as in "As Td 9c"; a burned card counts.',
)
@click.option(
    "--boxes",
    type=Whole(1, 99, "number of boxes"),
    default=1,
    show_default=True,
    help="Boxes you play.",
)
@click.option("--stake", help="The first stake offered; the minimum otherwise.")
@click.option(
    "--rounds", type=Whole(1, 10**9, "number of rounds"), help="Rounds to play before leaving."
)
@click.option("--log", "path", metavar="FILE", help="Write the log; 'pitboss verify' checks it.")
@decks_option
@set_option
def play(
    book: Rulebook,
    seed: int | None,
    shoe: str | None,
    boxes: int,
    stake: str | None,
    rounds: int | None,
    path: str | None,
    decks: int | None,
    settings: dict[str, str],
) -> None:
    """Play at the table of a book, alone.

    Keys: h hit, s stand, d double, p split, r surrender, z zap, i insurance, e even money, q leave.
    Every key may be tried: the table says what forbids it. Input that is no terminal is read line
    by line. Without --seed and --shoe the cards come from operating-system entropy, each shoe
    sealed before the cut and revealed after it (docs/fairness.md).
    """
    rules = table_rules(book, settings, decks)
    _check_boxes(rules, boxes)
    first = _read_stake(rules, stake)
    name = f"pitboss play {book.id}"
    dealt = chance(shoe=_read_shoe(shoe), seed=seed, table=name)
    with _log_file(path) as log, suppress(Left), _hanging_up_is_leaving():
        # A rehearsal's cards come in their order, so that there is nothing to cut.
        asks = not isinstance(dealt.source, Rigged)
        table = Table(rules, dealt.source, name=name, asks_for_cuts=asks)
        try:
            Game(table, dealt, Screen(keyboard()), boxes=boxes, stake=first).play(rounds)
        finally:
            if log is not None:
                log.write(table.log.write())


def _check_boxes(rules: TableRules, wanted: int) -> None:
    there, each = rules.equipment.boxes, rules.boxes.boxes_per_player
    most, under = there.value, there.under
    if rules.banking is not None:
        most -= len(BOTS)
    if each.value is not None and each.value < most:
        most, under = each.value, each.under
    if not 1 <= wanted <= most:
        raise click.UsageError(
            f"--boxes {wanted}; you may play 1 to {most} here ({rules.cite(under)})"
        )


def _read_stake(rules: TableRules, given: str | None) -> Cents:
    try:
        return rules.limits.minimum.value if given is None else amount(given)
    except NotMoney as error:
        raise click.UsageError(f"--stake {error}") from None


def _read_shoe(given: str | None) -> Rehearsed | None:
    if given is None:
        return None
    try:
        shoe = Rehearsed(given)
    except NotACard as error:
        raise click.UsageError(f"--shoe {error}") from None
    if shoe.left == 0:
        raise click.UsageError("--shoe names no card; write them as in 'As Td 9c'")
    return shoe


@contextmanager
def _log_file(path: str | None) -> Iterator[BinaryIO | None]:
    """The file of the log, open before the game begins; a log that is there is kept."""
    if path is None:
        yield None
        return
    there = Path(path)
    if there.is_file() and there.stat().st_size:
        raise click.UsageError(f"there is a file {path!r} already; name a new one for the log")
    try:
        file = there.open("wb")
    except OSError as error:
        raise click.UsageError(f"--log {path!r} cannot be written: {error.strerror}") from None
    with file:
        yield file


@contextmanager
def _hanging_up_is_leaving() -> Iterator[None]:
    """A closed window or a polite kill ends the game as leaving does, with its log."""
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
