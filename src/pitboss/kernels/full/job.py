"""The full kernel's job: seats, side bets, count, spread, deviations, back-counting, bank."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.errors import CannotPrice
from pitboss.kernels.full.memory import Memory, SeatResult, Sums
from pitboss.kernels.full.short.shortcuts import EVERY_WAY, ShortcutNotes, short_ways
from pitboss.kernels.jobs import Job, Tally
from pitboss.kernels.record import copy_of, dtype_of, fill, new
from pitboss.kernels.rng import State
from pitboss.law.shoe import composition
from pitboss.law.wagering import mid_shoe_limit
from pitboss.players.counts import CountSpan, count_tables
from pitboss.players.decisions import PermittedDecisions
from pitboss.players.deviations import LOWEST, strategy_tables
from pitboss.players.seats import NEVER, Setting
from pitboss.rulebooks import TableRules

from .game import CODE_TAG, MOST_BOXES, Acts, Ints, Tables
from .kernel import play_shoes
from .short.one_box import no_plain_rounds, plain_rounds
from .tables import CompiledArrays, compiled

MOST_ROUNDS: Final = 10_000
"""The most rounds of a recorded shoe, however often its discards are shuffled."""
DEPTHS: Final = 20
"""How many parts of the shoe are distinguished."""


@dataclass(frozen=True, eq=False)
class FullJob(Job):
    """A run of the full kernel, in chunks of shoes."""

    tables: Tables
    cards: NDArray[np.uint8]
    seed: int
    shoes_per_chunk: int

    def play(self, state: State) -> Tally:
        """Play one chunk with this generator, from a new shoe."""
        sums = self.sums()
        self.run(self.cards, state, self.shoes_per_chunk, new(Memory), sums, self.record(0))
        return Tally(sums._asdict())

    def run(
        self,
        cards: NDArray[np.uint8],
        state: State,
        shoes: int,
        room: Memory,
        sums: Sums,
        record: NDArray[Any],
    ) -> int:
        """Play these cards; returns the number of rounds recorded."""
        tables = self.tables
        room.counted[:] = 0
        fill(room, cards=cards, generator=state)
        kinds = tables.sides_won.two_cards.shape[1] * len(tables.one.won)
        noted = ShortcutNotes(
            np.zeros(len(cards) + 1, np.uint64),
            np.zeros(DEPTHS * tables.spread.shape[1] * kinds, np.int64),
        )
        # Recorded rounds take the full path, so that both can be compared.
        ways = short_ways(tables, is_written=len(record) > 0)
        return int(play_shoes(tables, room, sums, noted, ways, shoes, record))

    def record(self, rounds: int) -> NDArray[Any]:
        """Space to record this many rounds: a row per seat for each."""
        return np.zeros((rounds, len(self.tables.spread)), dtype_of(SeatResult))

    def sums(self) -> Sums:
        """Empty sums."""
        tables = self.tables
        buckets = tables.spread.shape[1]

        def zeros(*shape: int) -> Ints:
            return np.zeros(shape, np.int64)

        return Sums(
            zeros(1),
            zeros(3),
            zeros(buckets),
            zeros(buckets, 2 * int(tables.game.lowest) + 1),
            zeros(DEPTHS, buckets, 4),
            zeros(len(tables.spread), 4),
            zeros(buckets, 2),
            zeros(buckets, tables.sides_won.two_cards.shape[1]),
            zeros(buckets, tables.sides_won.third_cards.shape[1]),
            zeros(tables.sides_won.prizes.shape[1]),
            zeros(buckets, tables.sides_won.dealers.shape[1]),
        )


class PreparedJob(NamedTuple):
    """A job, and what its numbers mean."""

    job: FullJob
    compiled: CompiledArrays
    setting: Setting
    span: CountSpan
    """The counts of its buckets"""


def prepare(
    rules: TableRules,
    decisions: PermittedDecisions,
    setting: Setting,
    *,
    seed: int = 1,
    shoes_per_chunk: int = 1000,
    compiled_as: CompiledArrays | None = None,
    scripted: bool = False,
) -> PreparedJob:
    """A job for these rules; ``decisions`` must be made for the walk of :func:`tables_for`.

    For a :class:`ShoeScript` the shortcut's table is left out, since a script never takes it.
    """
    made = compiled_as if compiled_as is not None else tables_for(rules, setting)
    span = setting.span(rules)
    seats = [seat.from_middle(span) for seat in setting.seats]
    policies = list(dict.fromkeys(seat.deviations for seat in seats))
    strategy = strategy_tables(made.game, made.walk, decisions, policies)
    counted = count_tables(setting.count, rules.equipment.decks.value)
    game = copy_of(made.record)
    fill(
        game,
        contexts=len(decisions.acts),
        exchange_context=decisions.exchange_context,
        hands_at_most=decisions.hands_at_most,
        depths=_depths(int(game.shoe_size)),
        short_ways=EVERY_WAY,
        **_joining(rules, setting),
    )
    fill(
        game.count,
        start=counted.start,
        truncates=counted.truncates,
        shift=counted.shift,
        factor=counted.factor,
        tags=counted.tags,
        codes=game.classes + (counted.tags << CODE_TAG),
    )
    for place, rung in enumerate(zip(strategy.at, strategy.act, strategy.late, strict=True)):
        game.rungs[place].at, game.rungs[place].act, game.rungs[place].late = rung
    one = len(strategy.acts) // len(policies)
    for k, seat in enumerate(seats):
        fill(
            game.seats[k],
            policy=policies.index(seat.deviations) * one,
            insures_at=seat.insures_at,
            enters_at=seat.enters_at,
            leaves_below=seat.leaves_below,
            own=seat.own,
            sides=seat.sides and bool(setting.side_stakes),
        )
    is_alone = len(setting.seats) == 1 and setting.bank is None and not scripted
    many_sides = made.sides_won.two_cards.shape[1]
    tables = Tables(
        game,
        Acts(strategy.acts, strategy.unsplit),
        made.sides,
        made.sides_won,
        made.pays,
        np.array([seat.bets(span) for seat in setting.seats], np.int64),
        plain_rounds(made.game, made.walk, decisions, strategy.acts[:one], made.units, many_sides)
        if is_alone
        else no_plain_rounds(),
    )
    cards = np.array([card.index for card in composition(rules)], np.uint8)
    return PreparedJob(FullJob(tables, cards, seed, shoes_per_chunk), made, setting, span)


def _depths(size: int) -> NDArray[np.uint8]:
    """[cards dealt]: which part of the shoe that is."""
    dealt = np.arange(size + 1) * DEPTHS // size
    return np.minimum(dealt, DEPTHS - 1).astype(np.uint8)


def tables_for(rules: TableRules, setting: Setting) -> CompiledArrays:
    """The book compiled for these settings."""
    from_ = dict(setting.side_bets_from)
    span = setting.span(rules)
    stakes = {
        kind: [
            stake if kind not in from_ or count >= from_[kind] else Fraction(0)
            for count in span.counts()
        ]
        for kind, stake in setting.side_stakes
    }
    return compiled(
        rules,
        distinction=setting.told,
        stakes=stakes,
        buckets=span.buckets,
        fresh=setting.fresh,
        bank=setting.bank,
    )


def _joining(rules: TableRules, setting: Setting) -> dict[str, int]:
    """Which seats back-count, and what the book allows them."""
    seats = setting.seats
    if not 1 <= len(seats) <= min(rules.equipment.boxes.value, MOST_BOXES):
        raise CannotPrice(f"{rules.book.id} has only {rules.equipment.boxes.value} boxes here")
    joins_late = any(seat.enters_at > LOWEST or seat.leaves_below > LOWEST for seat in seats)
    stays = any(
        seat.enters_at == seat.leaves_below == LOWEST and min(seat.bets(setting.span(rules))) > 0
        for seat in seats
    )
    if joins_late and not stays:
        raise CannotPrice("a player who sits out needs another seat that bets every round")
    late = mid_shoe_limit(rules, missed_first_round=True, has_sat_out=False)
    out = mid_shoe_limit(rules, missed_first_round=False, has_sat_out=True)
    return {
        "joins_late": joins_late,
        "late_most": _most(late.most, barred=late.barred),
        "sat_out_most": _most(out.most, barred=out.barred),
    }


def _most(cents: int | None, *, barred: bool) -> int:
    """The maximum bet in wagers, where one wager is the table minimum."""
    if barred:
        return 0
    return NEVER if cents is None else 1


class ShoeScript:
    """The kernel dealing from given shoes, one after the other."""

    def __init__(self, prepared: PreparedJob) -> None:
        self.job = prepared.job
        self.room = new(Memory)
        self.room.scripted = 1
        self.sums = self.job.sums()

    def play(self, cards: NDArray[np.uint8], state: State) -> NDArray[Any]:
        """Play a shoe in this order: for every round a row per seat, by wager and in units."""
        record = self.job.record(MOST_ROUNDS)
        return record[: self.job.run(cards, state, 1, self.room, self.sums, record)]
