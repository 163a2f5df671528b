"""Which short ways a run takes, and how: all that the long way knows of them.

A short way plays rounds until one is out of the ordinary, and leaves that one to the long way from
its first card. Each can be switched off (``Game.short_ways``), and a run comes to the same sums
without it. What each is worth is measured by ``benchmarks.simulator``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pitboss.compiled.side_bets.tables import PRIZE

from ..game import TWO_WAITS, Game, Int, Ints, Longs, Tables
from ..jit import hot, rare
from ..room import Room, Sums
from .one_box import add_plain_rounds, is_plain, play_plainly
from .several_boxes import all_bet, insured_from, may_play_together, play_all

ONE_BOX: Final = 1
SEVERAL_BOXES: Final = 2
EVERY_WAY: Final = ONE_BOX | SEVERAL_BOXES


class Noted(NamedTuple):
    """Room for what a short way notes of its rounds."""

    walked: Longs
    """[round]: how it ended, and where"""
    ended: Ints
    """[((depth x buckets + bucket) x sides + side) x ends + end]: how many rounds did"""


class Ways(NamedTuple):
    """The short ways of a run."""

    alone: bool
    together: bool
    as_dealt: bool
    """Whether cards may be put in order only as they are dealt"""
    insures_from: Int
    bets_at: Int


@rare
def short_ways(tables: Tables, is_written: bool) -> Ways:
    """Those a run may take; none where the rounds are written down."""
    game, spread = tables.game, tables.spread
    open_ = 0 if is_written else game.short_ways
    alone = bool(open_ & ONE_BOX) and is_plain(tables)
    together = bool(open_ & SEVERAL_BOXES) and may_play_together(game)
    # Prizes are drawn by the generator that shuffles, so there the whole shoe comes first.
    as_dealt = alone and not _draws_prizes(game)
    return Ways(alone, together, as_dealt, insured_from(game, spread.shape[0]), all_bet(spread))


@rare
def _draws_prizes(game: Game) -> bool:
    """Whether a prize is drawn on some two cards."""
    waits: Int = 0
    for both in game.two:
        waits |= both >> TWO_WAITS
    return bool(waits & PRIZE)


@hot
def play_short(
    tables: Tables, room: Room, sums: Sums, noted: Noted, ways: Ways, position: Int
) -> tuple[Int, Int, bool]:
    """Rounds until one is out of the ordinary: its place, how many came before, if it is over."""
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


@rare
def add_short_rounds(tables: Tables, sums: Sums, noted: Noted) -> None:
    """Add up what was only noted."""
    add_plain_rounds(tables, sums, noted.ended)
