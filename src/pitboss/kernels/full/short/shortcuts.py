"""The shortcuts of a run: all that the full path knows about them.

A shortcut plays rounds until one needs more, and leaves that one to the full path from its first
card. Each can be switched off (``Game.short_ways``), and a run gives the same sums without it.
``benchmarks.simulator`` measures what each is worth.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pitboss.compiled.side_bets.tables import PRIZE
from pitboss.kernels.full.game import TWO_WAITS, Int, Ints, Longs, Tables
from pitboss.kernels.full.jit import hot
from pitboss.kernels.full.memory import Memory, Sums
from pitboss.kernels.full.short.one_box import is_plain, play_plainly
from pitboss.kernels.full.short.several_boxes import may_play_together, play_all

ONE_BOX: Final = 1
SEVERAL_BOXES: Final = 2
EVERY_WAY: Final = ONE_BOX | SEVERAL_BOXES


class ShortcutNotes(NamedTuple):
    """Space for what a shortcut records of its rounds."""

    walked: Longs
    """[round]: how it ended, and where"""
    ended: Ints
    """[((depth x buckets + bucket) x sides + side) x ends + end]: how many rounds did"""


class Ways(NamedTuple):
    """The shortcuts of a run."""

    alone: bool
    together: bool
    as_dealt: bool
    """Whether cards may be put in order only as they are dealt"""
    insures_from: Int
    """The true count from which any seat insures"""
    bets_at: Int
    """The buckets of the true count in which every seat bets, a bit for each"""


def short_ways(tables: Tables, *, is_written: bool) -> Ways:
    """The shortcuts a run may take; none if the rounds are recorded."""
    game, spread = tables.game, tables.spread
    open_ = 0 if is_written else int(game.short_ways)
    alone = bool(open_ & ONE_BOX) and is_plain(tables)
    # The generator that shuffles also draws prizes, so with prizes the whole shoe is shuffled
    # first.
    draws_prizes = bool((game.two >> TWO_WAITS & PRIZE).any())
    bets_at = sum(1 << bucket for bucket, least in enumerate(spread.min(axis=0)) if least > 0)
    return Ways(
        alone=alone,
        together=bool(open_ & SEVERAL_BOXES) and may_play_together(game),
        as_dealt=alone and not draws_prizes,
        insures_from=min(int(plan.insures_at) for plan in game.seats[: len(spread)]),
        bets_at=bets_at,
    )


@hot
def play_short(
    tables: Tables, room: Memory, sums: Sums, noted: ShortcutNotes, ways: Ways, position: Int
) -> tuple[Int, Int, bool]:
    """Play rounds until one needs the full path: its place, how many came before, if it is over."""
    number: Int = 0
    last = tables.game.shoe_size
    if ways.alone:
        position, many = play_plainly(
            tables, room, noted.walked, noted.ended, ways.bets_at, position
        )
        number += many
        last = position
    if ways.together:
        position, many = play_all(
            tables, room, sums, ways.insures_from, ways.bets_at, last, position
        )
        number += many
    # A box that left the one table, for a split, may have been played meanwhile.
    is_over = position > last or tables.game.shoe_size - position <= room.begins_above
    return position, number, is_over
