"""The full kernel's job: seats, side bets, count, spread, deviations, back-counting, bank."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.errors import CannotPrice
from pitboss.kernels.jobs import Job, Tally
from pitboss.kernels.rng import State
from pitboss.law.shoe import composition
from pitboss.law.wagering import mid_shoe_limit
from pitboss.players.counts import Span, count_tables
from pitboss.players.decisions import Decisions
from pitboss.players.deviations import LOWEST, strategy_tables
from pitboss.players.seats import NEVER, Setting
from pitboss.rulebooks import TableRules

from .kernel import play_shoes
from .layout import (
    AT,
    CLASSES,
    CODE_TAG,
    CODES,
    LADDERS,
    MOST_BOXES,
    RECORD_HAND,
    ROOM,
    SCRIPTED,
    SEAT_ROW,
    SEATS,
    TAGS,
    ZAP_CONTEXT,
    Ints,
    Numbers,
    Sums,
    Tables,
)
from .one_box import no_plain_rounds, plain_rounds
from .tables import Compiled, compiled

MOST_ROUNDS: Final = 10_000
"""No shoe that is written down lasts longer, however often its discards are shuffled."""
DEPTHS: Final = 20
"""How many parts of the shoe are told apart."""


@dataclass(frozen=True, eq=False)
class FullJob(Job):
    """A run of the full kernel, in chunks of so many shoes."""

    tables: Tables
    cards: NDArray[np.uint8]
    seed: int
    shoes_per_chunk: int

    def play(self, state: State) -> Tally:
        """One chunk, played by this generator from a new shoe on."""
        sums = self.sums()
        nothing = np.zeros((0, 1, 1), np.int64)
        self.run(self.cards, state, self.shoes_per_chunk, self.tables.w.copy(), sums, nothing)
        return Tally(sums._asdict())

    def run(
        self,
        cards: NDArray[np.uint8],
        state: State,
        shoes: int,
        w: Ints,
        sums: Sums,
        record: Ints,
    ) -> int:
        """Play these cards; answers with the number of rounds that the record took."""
        # Behind the shoe there is room for its discards, and for the cards of a void round.
        laid = np.zeros(2 * len(cards) + 64 * MOST_BOXES, np.uint8)
        laid[: len(cards)] = cards
        counted = np.zeros(len(laid) + 1, np.int64)
        tables = self.tables._replace(w=w)
        walked = np.zeros(len(cards) + 1, np.uint64)
        kinds = tables.two_cards_won.shape[1] * len(tables.rounds_won)
        ended = np.zeros(DEPTHS * tables.spread.shape[1] * kinds, np.int64)
        return int(play_shoes(*tables, *sums, laid, counted, walked, ended, state, shoes, record))

    def sums(self) -> Sums:
        """Nothing yet."""
        tables = self.tables
        buckets = tables.spread.shape[1]

        def zeros(*shape: int) -> Ints:
            return np.zeros(shape, np.int64)

        return Sums(
            zeros(1),
            zeros(3),
            zeros(buckets),
            zeros(buckets, 2 * int(tables.w[AT.lowest]) + 1),
            zeros(DEPTHS, buckets, 4),
            zeros(len(tables.spread), 4),
            zeros(buckets, 2),
            zeros(buckets, tables.two_cards_won.shape[1]),
            zeros(buckets, tables.third_won.shape[1]),
            zeros(tables.prizes_won.shape[1]),
            zeros(buckets, tables.dealers_won.shape[1]),
        )


class Prepared(NamedTuple):
    """A job, and what its numbers mean."""

    job: FullJob
    compiled: Compiled
    setting: Setting
    span: Span
    """The counts that its buckets tell apart"""


def prepare(
    rules: TableRules,
    decisions: Decisions,
    setting: Setting,
    *,
    seed: int = 1,
    shoes_per_chunk: int = 1000,
    compiled_as: Compiled | None = None,
    scripted: bool = False,
) -> Prepared:
    """A job for these rules; ``decisions`` must be made for the walk of :func:`tables_for`.

    For a :class:`Script` the table of the short way is left out, which a script never takes.
    """
    made = compiled_as if compiled_as is not None else tables_for(rules, setting)
    span = setting.span(rules)
    seats = [seat.from_middle(span) for seat in setting.seats]
    policies = list(dict.fromkeys(seat.deviations for seat in seats))
    strategy = strategy_tables(made.game, made.walk, decisions, policies)
    counted = count_tables(setting.count, rules.equipment.decks.value)
    t = made.t.copy()
    t[ZAP_CONTEXT : ZAP_CONTEXT + 100] = decisions.zap_context.ravel()
    parts = (
        strategy.acts, strategy.unsplit, decisions.hands_at_most.ravel(),
        strategy.act, strategy.late,
    )  # fmt: skip
    begins = np.cumsum([len(part) for part in parts])
    numbers = Numbers(
        **made.numbers,
        contexts=len(decisions.acts),
        unsplit=int(begins[0]),
        hands_at_most=int(begins[1]),
        rungs=int(begins[2]),
        late_rungs=int(begins[3]),
        count_start=counted.start,
        count_truncates=counted.truncates,
        **_joining(rules, setting),
    )
    w = np.zeros(ROOM, np.int64)
    w[: len(numbers)] = numbers
    w[TAGS : TAGS + 52] = counted.tags
    w[CODES : CODES + 52] = t[CLASSES : CLASSES + 52] + (counted.tags << CODE_TAG)
    w[LADDERS : LADDERS + len(strategy.at)] = strategy.at
    one = len(strategy.acts) // len(policies)
    for k, seat in enumerate(seats):
        row = (
            policies.index(seat.deviations) * one,
            seat.insures_at,
            seat.enters_at,
            seat.leaves_below,
            seat.own,
            seat.sides and bool(setting.side_stakes),
        )
        w[SEATS + k * SEAT_ROW : SEATS + k * SEAT_ROW + len(row)] = row
    tables = Tables(
        t,
        made.two,
        np.concatenate(parts),
        w,
        made.won,
        made.to_blackjack,
        np.array([seat.bets(span) for seat in setting.seats], np.int64),
        counted.factor,
        counted.shift,
        made.side_bets.prizes,
        *made.sides_won,
        made.begins_above,
        made.bank_order,
        _depths(made.numbers["size"]),
        *(
            plain_rounds(
                made.game,
                made.walk,
                decisions,
                strategy.acts[:one],
                made.units,
                made.sides_won.two_cards.shape[1],
            )
            if len(setting.seats) == 1 and setting.bank is None and not scripted
            else no_plain_rounds()
        ),
    )
    cards = np.array([card.index for card in composition(rules)], np.uint8)
    return Prepared(FullJob(tables, cards, seed, shoes_per_chunk), made, setting, span)


def _depths(size: int) -> NDArray[np.uint8]:
    """[cards dealt]: which part of the shoe that is."""
    dealt = np.arange(size + 1) * DEPTHS // size
    return np.minimum(dealt, DEPTHS - 1).astype(np.uint8)


def tables_for(rules: TableRules, setting: Setting) -> Compiled:
    """The book compiled for a setting."""
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
        told=setting.told,
        stakes=stakes,
        buckets=span.buckets,
        fresh=setting.fresh,
        bank=setting.bank,
    )


def _joining(rules: TableRules, setting: Setting) -> dict[str, int]:
    """Who comes and goes with the count, and what the book leaves to those who do."""
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
    """The most wagers one may bet, where one wager is the smallest that the table takes."""
    if barred:
        return 0
    return NEVER if cents is None else 1


class Script:
    """The kernel, dealing from shoes that somebody wrote down, one after the other."""

    def __init__(self, prepared: Prepared) -> None:
        self.job = prepared.job
        self.w = self.job.tables.w.copy()
        self.w[SCRIPTED] = 1
        self.sums = self.job.sums()

    def play(self, cards: NDArray[np.uint8], state: State) -> Ints:
        """A shoe in this order: for every round a row for each seat, by wager and in units."""
        tables = self.job.tables
        wide = RECORD_HAND + 2 * tables.to_blackjack.shape[1]
        record = np.zeros((MOST_ROUNDS, len(tables.spread), wide), np.int64)
        return record[: self.job.run(cards, state, 1, self.w, self.sums, record)]
