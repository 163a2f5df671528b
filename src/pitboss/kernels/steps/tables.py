"""A book as the tables of the step kernel.

Everything comes from the compiled law. Beyond the full kernel's tables, a table that stops at every
decision needs the permitted acts, and what each side bet wins by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.errors import CannotPrice
from pitboss.compiled.game import Game, StageTables
from pitboss.compiled.hand_states import HandWalk
from pitboss.compiled.ranks import card_of
from pitboss.compiled.round_tables import DRAWN_TO
from pitboss.compiled.shoes import shoe_rule
from pitboss.compiled.side_bets.tables import Won
from pitboss.kernels.full.game import LOOKS, MOST_BOXES, Ints
from pitboss.kernels.full.game import Shorts as Tables16
from pitboss.kernels.full.tables import Compiled, compiled
from pitboss.law.counting import count
from pitboss.players.decisions import PER_STAGE, rows_of
from pitboss.rulebooks import TableRules

from .layout import (
    BASE,
    GENERATOR,
    LONGS,
    MOST_ACTS,
    MOST_SIDES,
    NAMES,
    NUMBERS,
    PARKED,
    STAND,
    SURRENDER,
    ZAP,
    Extra,
    Tables,
)
from .numbers import laid_out


@dataclass(frozen=True)
class Shape:
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


class StepTables(NamedTuple):
    """The kernel's read-only tables."""

    t: Tables16
    two: NDArray[np.uint32]
    w: Ints
    look: NDArray[np.uint64]
    """[state]: eight bytes of the observation that show the hand"""


class Stepped(NamedTuple):
    """The tables of a book, and what they mean."""

    rules: TableRules
    shape: Shape
    tables: StepTables
    cards: NDArray[np.uint8]
    """A full shoe"""
    made: Compiled
    names: tuple[str, ...]
    """[act]"""
    extra: Extra

    @property
    def walk(self) -> HandWalk:
        """The hands of a player."""
        return self.made.walk

    @property
    def decisions(self) -> int:
        """The number of decisions that a table of values has rows for."""
        return 10 * (len(self.walk.hands) + 4)

    def state_of(self, classes: Sequence[int]) -> int:
        """The state of a hand of these cards by class, in any order."""
        state = int(self.walk.opening[classes[0], classes[1]])
        for c in classes[2:]:
            state = int(self.walk.follows[state, c])
        return state

    def seats(self, many: int) -> Tables:
        """A number of tables without cards."""
        extra = self.extra
        memory = np.zeros(many * LONGS, np.uint64)
        memory.reshape(many, LONGS)[:, GENERATOR:] = 1
        shoes = np.zeros((many, extra.stride), np.uint8)
        shoes[:, : len(self.cards)] = self.cards
        return Tables.over(
            memory,
            shoes.ravel(),
            np.zeros(many * extra.boxes * PARKED, np.int16),
            np.zeros(many * extra.owners, np.uint8),
            np.zeros(4 * extra.boxes * (2 * extra.hands + 1 + MOST_SIDES), np.int64),
        )


_IN_T = ("at_acts", "at_window", "at_most", "at_full")
_IN_W = (
    "at_won", "at_to_blackjack", "at_bets", "at_begins", "at_order",
    "at_sides", "at_third", "at_prizes", "at_dealers", "at_draws", "at_on_dealer",
)  # fmt: skip


def step_tables(rules: TableRules, shape: Shape) -> Stepped:
    """The tables of a book for this shape of play."""
    _check(rules, shape)
    kinds = [kind for kind, _ in shape.sides]
    stakes = {kind: [stake] for kind, stake in shape.sides}
    made = compiled(rules, stakes=stakes, buckets=1, fresh=shape.fresh, bank=shape.bank)
    shoe = shoe_rule(rules)
    acts, window = _acts(made, boxes=shape.boxes)
    full = np.bincount(shoe.classes, minlength=16)
    own, numbers = laid_out(made)
    t, places = _laid(own, acts, window, _most(made.game), full)
    won, amounts = _laid(
        np.zeros(NUMBERS, np.int64),
        made.pays.won,
        made.pays.to_blackjack,
        np.array(shape.bets),
        made.record.begins_above[: shoe.size + 1],
        made.record.bank.order,
        *_sides(made, shape),
    )
    hands = made.pays.to_blackjack.shape[1]
    bets = made.side_bets
    at = dict(zip(_IN_T, places, strict=True)) | dict(zip(_IN_W, amounts, strict=True))
    extra = Extra(
        boxes=shape.boxes,
        bets=len(shape.bets),
        sides=len(kinds),
        flat=int(shape.is_flat),
        by_shoe=int(shape.by_shoe),
        stride=2 * shoe.size,
        owners=_owners(shape.boxes, hands),
        hands=hands,
        ends=len(bets.waits),
        thirds=_wide(bets.third_won),
        prizes=len(bets.prizes),
        dealers=_wide(bets.dealers_won),
        **at,
    )
    won[: len(numbers)] = numbers
    won[len(numbers) : NUMBERS] = extra
    chosen = () if shape.is_flat else tuple(f"bet_{bet}" for bet in shape.bets)
    names = (*NAMES, *chosen, *(f"side_{kind}" for kind in kinds))
    cards = np.tile(np.arange(52, dtype=np.uint8), shoe.size // 52)
    tables = StepTables(t, made.record.two.copy(), won, _look(rules, made.walk))
    return Stepped(rules, shape, tables, cards, made, names, extra)


def _check(rules: TableRules, shape: Shape) -> None:
    most = min(rules.equipment.boxes.value - (rules.banking is not None), MOST_BOXES)
    if not 1 <= shape.boxes <= most:
        raise CannotPrice(f"{rules.book.id} has 1 to {most} boxes for players, not {shape.boxes}")
    if len(shape.sides) > MOST_SIDES or BASE + len(shape.bets) + len(shape.sides) > MOST_ACTS:
        raise CannotPrice(f"at most {MOST_SIDES} side bets and {MOST_ACTS} acts are supported")
    if not shape.bets or min(shape.bets) < 1:
        raise CannotPrice("bets are whole units, at least one")


def _owners(boxes: int, hands: int) -> int:
    """The places needed for the owners of a round's cards; no hand has more than 21."""
    return 8 * (-(-(boxes * hands * 21 + 32) // 8))


def _laid(first: NDArray[Any], *tables: NDArray[Any]) -> tuple[NDArray[Any], list[int]]:
    """Tables one after another behind the first, and where each begins."""
    places, parts, at = [], [first.ravel()], first.size
    for table in tables:
        places.append(at)
        parts.append(np.asarray(table).ravel().astype(first.dtype))
        at += parts[-1].size
    return np.concatenate(parts), places


def _wide(won: Mapping[str, Won]) -> int:
    return max((len(wins) for wins in won.values()), default=1)


def _sides(made: Compiled, shape: Shape) -> list[NDArray[np.int64]]:
    """What each side bet wins, by ending; what the dealer draws for, and for which bets."""
    bets = made.side_bets

    def amounts(won: Mapping[str, Won], many: int) -> NDArray[np.int64]:
        table = np.zeros((max(len(shape.sides), 1), many), np.int64)
        for place, (kind, stake) in enumerate(shape.sides):
            if kind in won:
                table[place] = [made.units.of(stake * win) for win in won[kind]]
        return table

    prizes = amounts(bets.prizes_won, _wide(bets.prizes_won))[:, bets.prizes]
    groups = int(bets.groups.max()) + 1
    draws = np.zeros((max(len(shape.sides), 1), groups, 52), np.int64)
    on_dealer = np.zeros(max(len(shape.sides), 1), np.int64)
    for place, (kind, _) in enumerate(shape.sides):
        if kind in bets.draws:
            on_dealer[place] = 1
            said = made.game.rules.side_bet(kind).dealer_draws
            bit = 0 if said is None else DRAWN_TO.get(said.value, 0)
            draws[place] = np.where(bets.draws[kind], bit, 0)
    return [
        amounts(bets.won, len(bets.waits)),
        amounts(bets.third_won, _wide(bets.third_won)),
        prizes,
        amounts(bets.dealers_won, _wide(bets.dealers_won)),
        draws,
        on_dealer,
    ]


def _stages(game: Game) -> list[StageTables]:
    return [game.first, *([] if game.after_zap is None else [game.after_zap])]


def _acts(made: Compiled, *, boxes: int) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
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
                if tables.zaps[a, b]:
                    first[:, state] |= 1 << ZAP
                for up in range(10):
                    # A surrender before play is offered in the window, unless nothing is learnt
                    # between that and the first act.
                    learns = made.record.up_card[up] & LOOKS or boxes > 1
                    if tables.surrenders[a, b, up]:
                        early = made.record.surrenders_first and learns and number == 0
                        asked = window if early else first
                        asked[up, state] |= 1 << SURRENDER
    return acts, window


def _most(game: Game) -> NDArray[np.int64]:
    return np.array([tables.hands_at_most for tables in _stages(game)])


def _look(rules: TableRules, walk: HandWalk) -> NDArray[np.uint64]:
    seen = np.zeros((len(walk.hands), 8), np.uint8)
    for state, hand in enumerate(walk.hands):
        counted = count(rules, [card_of(c) for c in hand])
        two = [c + 1 for c in sorted(hand)] if len(hand) == 2 else [0, 0]
        pair = two[0] if two[0] == two[1] else 0
        seen[state, :6] = (counted.total, counted.soft, pair, min(len(hand), 4), *two)
    return seen.view(np.uint64).ravel()
