"""A book as the tables of the step kernel.

Everything comes from the compiled law. Beyond the full kernel's tables, a table that stops at every
decision needs the permitted acts, and what each side bet wins by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.acts import HandAct
from pitboss.compiled.errors import CannotPrice
from pitboss.compiled.game import CompiledGame, StageTables
from pitboss.compiled.hand_states import HandWalk
from pitboss.compiled.ranks import card_of
from pitboss.compiled.round_tables import DRAWN_TO
from pitboss.compiled.shoes import shoe_rule
from pitboss.compiled.side_bets.tables import Won
from pitboss.kernels.full.game import LOOKS, MOST_BOXES, Ints
from pitboss.kernels.full.tables import CompiledArrays, compiled
from pitboss.kernels.record import fill, new
from pitboss.kernels.steps.memory import StepMemory, new_room
from pitboss.law.counting import count
from pitboss.players.decisions import PER_STAGE, rows_of
from pitboss.rulebooks import TableRules

from .codes import BASE, EXCHANGE, MOST_ACTS, MOST_SIDES, NAMES, STAND, SURRENDER
from .game import Book, Sides, Terms


@dataclass(frozen=True)
class EpisodeShape:
    """What is played: boxes, bets, side bets, the bank, and how long an episode lasts."""

    boxes: int = 1
    bets: tuple[int, ...] = (1,)
    """In units; with more than one, or with side bets, the bet is an act"""
    sides: tuple[tuple[str, Fraction], ...] = ()
    """Side bets and their stakes in units"""
    bank: Fraction | None = None
    """The player-dealer's wager in units; None means a bank that covers everything"""
    by_shoe: bool = False
    fresh: bool = False
    """Whether every round is dealt from a full shoe"""

    @property
    def is_flat(self) -> bool:
        """Whether nothing is decided before the cards."""
        return len(self.bets) == 1 and not self.sides


class Stepped(NamedTuple):
    """The tables of a book, and what they mean."""

    rules: TableRules
    shape: EpisodeShape
    book: Book
    cards: NDArray[np.uint8]
    """A full shoe"""
    made: CompiledArrays
    names: tuple[str, ...]
    """[act]"""

    @property
    def walk(self) -> HandWalk:
        """The hands of a player."""
        return self.made.walk

    @property
    def decisions(self) -> int:
        """The number of decisions that a table of values has rows for."""
        return 10 * (len(self.walk.hands) + 4)

    @property
    def decision_at_end(self) -> int:
        """The decision after a round, for the first up card; the others follow it."""
        return 10 * (len(self.walk.hands) + 3)

    def state_of(self, classes: Sequence[int]) -> int:
        """The state of a hand of these cards by class, in any order."""
        state = int(self.walk.opening[classes[0], classes[1]])
        for c in classes[2:]:
            state = int(self.walk.follows[state, c])
        return state

    def seats(self, many: int) -> StepMemory:
        """A number of tables without a seed."""
        return new_room(self.cards, many, self.shape.boxes, self.book.to_blackjack.shape[1])


def step_tables(rules: TableRules, shape: EpisodeShape) -> Stepped:
    """The tables of a book for this shape of play."""
    _check(rules, shape)
    kinds = [kind for kind, _ in shape.sides]
    stakes = {kind: [stake] for kind, stake in shape.sides}
    made = compiled(rules, stakes=stakes, buckets=1, fresh=shape.fresh, bank=shape.bank)
    acts, window = _acts(made, boxes=shape.boxes)
    book = Book(
        _sides(made, shape),
        made.record,
        _terms(made, shape),
        _looks(rules, made.walk),
        acts.ravel(),
        window.ravel(),
        made.pays.won,
        made.pays.to_blackjack,
    )
    chosen = () if shape.is_flat else tuple(f"bet_{bet}" for bet in shape.bets)
    names = (*NAMES, *chosen, *(f"side_{kind}" for kind in kinds))
    cards = np.tile(np.arange(52, dtype=np.uint8), int(made.record.shoe_size) // 52)
    return Stepped(rules, shape, book, cards, made, names)


def _terms(made: CompiledArrays, shape: EpisodeShape) -> Terms:
    decided_late = [kind in made.side_bets.draws for kind, _ in shape.sides]
    terms = new(Terms)
    fill(
        terms,
        boxes=shape.boxes,
        bets=len(shape.bets),
        sides=len(shape.sides),
        is_flat=shape.is_flat,
        by_shoe=shape.by_shoe,
        per=made.units.per,
        stakes=np.array(shape.bets),
        on_dealer=np.array(decided_late, np.int64),
        hands_at_most=np.array([tables.hands_at_most for tables in _stages(made.game)]),
        full=np.bincount(shoe_rule(made.game.rules).classes, minlength=10),
    )
    return terms


def _check(rules: TableRules, shape: EpisodeShape) -> None:
    most = min(rules.equipment.boxes.value - (rules.banking is not None), MOST_BOXES)
    if not 1 <= shape.boxes <= most:
        raise CannotPrice(f"{rules.book.id} has 1 to {most} boxes for players, not {shape.boxes}")
    if len(shape.sides) > MOST_SIDES or BASE + len(shape.bets) + len(shape.sides) > MOST_ACTS:
        raise CannotPrice(f"at most {MOST_SIDES} side bets and {MOST_ACTS} acts are supported")
    if not shape.bets or min(shape.bets) < 1:
        raise CannotPrice("bets are whole units, at least one")


def _wide(won: Mapping[str, Won]) -> int:
    return max((len(wins) for wins in won.values()), default=1)


def _sides(made: CompiledArrays, shape: EpisodeShape) -> Sides:
    """How the side bets end, what each wins, and what the dealer draws for."""
    bets, tables = made.side_bets, made.sides
    many = max(len(shape.sides), 1)

    def amounts(won: Mapping[str, Won]) -> Ints:
        table = np.zeros((many, max((len(wins) for wins in won.values()), default=1)), np.int64)
        for place, (kind, stake) in enumerate(shape.sides):
            if kind in won:
                table[place] = [made.units.of(stake * win) for win in won[kind]]
        return table

    draws = np.zeros((many, int(made.record.sides.groups), 52), np.int64)
    for place, (kind, _) in enumerate(shape.sides):
        if kind in bets.draws:
            provision = made.game.rules.side_bet(kind).dealer_draws
            bit = 0 if provision is None else DRAWN_TO.get(provision.value, 0)
            draws[place] = np.where(bets.draws[kind], bit, 0)
    return Sides(
        *tables[:6],
        draws=draws,
        two_cards=amounts(bets.won),
        third_cards=amounts(bets.third_won),
        prizes=np.ascontiguousarray(amounts(bets.prizes_won)[:, bets.prizes]),
        dealers=amounts(bets.dealers_won),
    )


def _stages(game: CompiledGame) -> list[StageTables]:
    return [game.first, *([] if game.after_exchange is None else [game.after_exchange])]


def _acts(made: CompiledArrays, *, boxes: int) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """The permitted acts of every hand, by stage and split; and before the dealer's check."""
    game, walk = made.game, made.walk
    window = np.zeros((10, len(walk.hands)), np.uint16)
    stages = _stages(game)
    acts = np.zeros((len(stages) * PER_STAGE, 10, len(walk.hands)), np.uint16)
    for number, tables in enumerate(stages):
        for split in (None, *range(10)):
            row = 0 if split is None else 1 + split
            bits = tables.permitted[row][rows_of(game, walk, split)].astype(np.uint16)
            bits[walk.is_over | (bits == 0)] = 1 << STAND
            acts[number * PER_STAGE + row] = bits
        for a in range(10):
            for b in range(10):
                state = walk.opening[a, b]
                first = acts[number * PER_STAGE]
                if tables.offers(HandAct.EXCHANGE, a, b):
                    first[:, state] |= 1 << EXCHANGE
                for up in range(10):
                    # A surrender before play is offered in the window, unless nothing is learnt
                    # between that and the first act.
                    learns = made.record.up_card[up] & LOOKS or boxes > 1
                    if tables.offered[HandAct.SURRENDER, a, b, up]:
                        early = made.record.surrenders_first and learns and number == 0
                        values = window if early else first
                        values[up, state] |= 1 << SURRENDER
    return acts, window


def _looks(rules: TableRules, walk: HandWalk) -> NDArray[np.uint64]:
    seen = np.zeros((len(walk.hands), 8), np.uint8)
    for look, hand in zip(seen, walk.hands, strict=True):
        counted = count(rules, [card_of(c) for c in hand])
        two = [c + 1 for c in sorted(hand)] if len(hand) == 2 else [0, 0]
        pair = two[0] if two[0] == two[1] else 0
        look[:6] = (counted.total, counted.soft, pair, min(len(hand), 4), *two)
    return seen.view(np.uint64).ravel()
