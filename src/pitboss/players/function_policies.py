"""Policies as plain Python functions, called once for every hand they could ever see.

    def policy(hand, up):
        return "stand" if hand.total >= 17 else "hit"

The function is called wherever the book leaves a choice, and its answers become a table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from pitboss.acts import ACT_OF, BY_CARDS, HandAct
from pitboss.cards import Rank
from pitboss.compiled.dealer_rows import WIDE
from pitboss.compiled.game import CompiledGame, StageTables
from pitboss.compiled.hand_states import HandWalk
from pitboss.compiled.permissions import DOUBLE, HIT, STAND
from pitboss.compiled.ranks import CLASSES, card_of
from pitboss.law.counting import count
from pitboss.solver.chart import Letter
from pitboss.solver.game_value import Acts, Given
from pitboss.solver.hand_values import PREFERS_DOUBLE, PREFERS_HIT

from .decisions import PER_STAGE, PermittedDecisions, Table, decisions_of_chart


class BadPolicy(ValueError):
    """A policy that cannot be followed; the message names the hand."""


class PolicyHand(NamedTuple):
    """A hand as a policy sees it."""

    cards: tuple[Rank, ...]
    """The cards, every ten-value card a T: the first two, or any that play can reach"""
    total: int
    is_soft: bool
    permitted: frozenset[str]
    """What the book lets the player do now, by the words of the acts: "stand", "hit", "split"..."""
    is_split: bool = False
    is_exchanged: bool = False

    def __getattr__(self, name: str) -> bool:
        """Whether the first cards were exchanged, by the act's own word."""
        if name != f"is_{HandAct.EXCHANGE.words.done}":
            raise AttributeError(f"a hand has no {name!r}")
        return self.is_exchanged

    @property
    def is_pair(self) -> bool:
        """Whether this is a pair that may be split now."""
        return "split" in self.permitted

    def __str__(self) -> str:
        return ",".join(self.cards)


PolicyFunction = Callable[[PolicyHand, Rank], str]
"""A function from a hand and the dealer's up card to the name of an act or a chart letter."""

_LETTERS: Final[dict[str, tuple[str, ...]]] = {
    letter: tuple(act.word for act in letter.acts) for letter in Letter
}
_BITS: Final = {STAND: HandAct.STAND.word, HIT: HandAct.HIT.word, DOUBLE: HandAct.DOUBLE.word}


class CompiledFunction(NamedTuple):
    """A function as tables."""

    decisions: PermittedDecisions
    given: Given | None
    """The same for the solver; None if split hands are played by a plan of their own"""


def compile_function(
    game: CompiledGame, walk: HandWalk, function: PolicyFunction
) -> CompiledFunction:
    """Call a function for every hand; the walk must distinguish hands by their cards."""
    enquiry = _Asked(game, walk, function)
    decisions = enquiry.decisions()
    given = enquiry.given()
    plain = decisions_of_chart(game, walk, given)
    _forget_what_is_never_split(decisions, plain, walk)
    is_plain = all(np.array_equal(a, b) for a, b in zip(decisions, plain, strict=True))
    return CompiledFunction(decisions, given if is_plain else None)


def _forget_what_is_never_split(
    decisions: PermittedDecisions, plain: PermittedDecisions, walk: HandWalk
) -> None:
    """Ignore how split hands would be played for pairs that are not split."""
    for number in range(len(decisions.hands_at_most)):
        base = PER_STAGE * number
        for rank in range(10):
            pair = decisions.acts[base, :, walk.opening[rank, rank]]
            never = pair != HandAct.SPLIT
            context = base + 1 + rank
            decisions.acts[context, never] = plain.acts[context, never]
            decisions.unsplit[context, never] = plain.unsplit[context, never]
            decisions.hands_at_most[number, rank, never] = plain.hands_at_most[number, rank, never]


class _Asked:
    """A function and the hands it is called for."""

    def __init__(self, game: CompiledGame, walk: HandWalk, function: PolicyFunction) -> None:
        self.game, self.walk, self.function = game, walk, function
        self.stages = [game.first, *([] if game.after_exchange is None else [game.after_exchange])]
        index = {counts: row for row, counts in enumerate(game.multisets.rows)}
        self.rows = [
            index.get(tuple(np.bincount(hand, minlength=10).tolist()), len(index))
            for hand in walk.hands
        ]
        self.held = [self._held(hand) for hand in walk.hands]
        self.answers: dict[tuple[PolicyHand, Rank], HandAct] = {}
        self.drawn: dict[PolicyHand, tuple[HandAct, ...]] = {}

    def decisions(self) -> PermittedDecisions:
        """Every answer, stage by stage, checked to be permitted where it applies."""
        shape = (PER_STAGE * len(self.stages), 10, len(self.walk.hands))
        acts = np.zeros(shape, np.uint8)
        unsplit = acts.copy()
        most = np.ones((len(self.stages), 10, 10), np.uint8)
        for number, tables in enumerate(self.stages):
            base, is_exchanged = PER_STAGE * number, number > 0
            for split in (None, *range(10)):
                context = base + (0 if split is None else 1 + split)
                for state in range(len(self.walk.hands)):
                    drawn = self._drawn(state, tables, split, is_exchanged)
                    acts[context, :, state] = unsplit[context, :, state] = drawn
            self._first_two(acts[base], unsplit[base], tables, is_exchanged)
            most[number] = self._resplits(acts[base + 1 : base + PER_STAGE], tables, is_exchanged)
        return PermittedDecisions(acts, unsplit, most, np.full((10, 10), PER_STAGE, np.uint8))

    def given(self) -> Given:
        """The answers in the solver's form: for first hands, and by cards for later ones."""
        acts = [self._two_cards(tables, at > 0) for at, tables in enumerate(self.stages)]
        intents = np.zeros((11, len(self.game.multisets.rows) + 1, WIDE), np.uint8)
        for state, row in enumerate(self.rows):
            bits = int(self.game.first.permitted[0][row])
            if self._has_nothing_to_decide(state) or not bits & HIT:
                continue
            hits = self._ask(self._holding(state, frozenset({"stand", "hit"})))
            intents[0, row, :10] = [PREFERS_HIT * (act is HandAct.HIT) for act in hits]
            if bits & DOUBLE:
                plays = self._ask(self._holding(state, _named(bits)))
                intents[0, row, :10] |= np.array(
                    [PREFERS_DOUBLE * (act is HandAct.DOUBLE) for act in plays], np.uint8
                )
        return Given(acts[0], acts[-1], intents)

    def _drawn(
        self, state: int, tables: StageTables, split: int | None, is_exchanged: bool
    ) -> tuple[HandAct, ...]:
        if self._has_nothing_to_decide(state):
            single = len(self.walk.hands[state]) == 1
            return (HandAct.HIT if single else HandAct.STAND,) * 10
        bits = int(tables.permitted[0 if split is None else 1 + split][self.rows[state]])
        if not bits:
            return (HandAct.HIT,) * 10  # that split cannot make such a hand
        holding = self._holding(
            state, _named(bits), is_split=split is not None, is_exchanged=is_exchanged
        )
        return self._ask(holding)

    def _two_cards(self, tables: StageTables, is_exchanged: bool) -> Acts:
        """[class, class, up card]: the act for the first two cards."""
        acts = np.zeros((10, 10, 10), np.int8)
        for a in range(10):
            for b in range(10):
                splits = a == b and tables.hands_at_most[a] > 1
                acts[a, b] = self._first(a, b, tables, is_exchanged, splits=bool(splits))
        return acts

    def _first(
        self, a: int, b: int, tables: StageTables, is_exchanged: bool, *, splits: bool
    ) -> list[HandAct]:
        state = int(self.walk.opening[a, b])
        if tables.has_natural and self.walk.is_natural[state]:
            return [HandAct.STAND] * 10
        more = frozenset([HandAct.SPLIT.word] * splits)
        always = _named(int(tables.permitted[0][self.rows[state]])) | more
        answers = []
        for up in range(10):
            by_cards = {act.word for act in BY_CARDS if tables.offered[act, a, b, up]}
            holding = self._holding(state, always | by_cards, is_exchanged=is_exchanged)
            answers.append(self._answer(holding, CLASSES[up]))
        return answers

    def _first_two(
        self, acts: Table, unsplit: Table, tables: StageTables, is_exchanged: bool
    ) -> None:
        two = self._two_cards(tables, is_exchanged)
        for a in range(10):
            for b in range(10):
                state = self.walk.opening[a, b]
                acts[:, state] = two[a, b]
                # Tens of two ranks may not be a pair; they are then played on.
                other = self._drawn(int(state), tables, None, is_exchanged)
                unsplit[:, state] = np.where(two[a, b] == HandAct.SPLIT, other, two[a, b])

    def _resplits(self, acts: Table, tables: StageTables, is_exchanged: bool) -> Table:
        """[class, up card]: into how many hands a pair is split, counting resplits."""
        most = np.repeat(tables.hands_at_most[:, None], 10, axis=1).astype(np.uint8)
        for rank in range(10):
            if tables.hands_at_most[rank] < 3:
                continue
            state = int(self.walk.opening[rank, rank])
            bits = int(tables.permitted[1 + rank][self.rows[state]])
            again = self._ask(
                self._holding(
                    state, _named(bits) | {"split"}, is_split=True, is_exchanged=is_exchanged
                )
            )
            acts[rank, :, state] = again
            most[rank] = np.where(np.array(again) == HandAct.SPLIT, most[rank], 2)
        return most

    def _has_nothing_to_decide(self, state: int) -> bool:
        return len(self.walk.hands[state]) == 1 or bool(self.walk.is_over[state])

    def _holding(
        self, state: int, may: frozenset[str], *, is_split: bool = False, is_exchanged: bool = False
    ) -> PolicyHand:
        return self.held[state]._replace(
            permitted=may, is_split=is_split, is_exchanged=is_exchanged
        )

    def _held(self, hand: tuple[int, ...]) -> PolicyHand:
        """The cards, the highest first and aces higher still."""
        ranks = tuple(CLASSES[c] for c in sorted(hand, key=lambda c: (c + 9) % 10, reverse=True))
        return PolicyHand(ranks, *count(self.game.rules, [card_of(c) for c in hand]), frozenset())

    def _ask(self, holding: PolicyHand) -> tuple[HandAct, ...]:
        """The answers against every up card."""
        if holding not in self.drawn:
            self.drawn[holding] = tuple(self._answer(holding, up) for up in CLASSES)
        return self.drawn[holding]

    def _answer(self, holding: PolicyHand, up: Rank) -> HandAct:
        if len(holding.permitted) == 1:
            return ACT_OF[next(iter(holding.permitted))]
        if (holding, up) not in self.answers:
            answer = self.function(holding, up)
            self.answers[holding, up] = ACT_OF[_choice(answer, holding, up)]
        return self.answers[holding, up]


def _choice(answer: object, holding: PolicyHand, up: Rank) -> str:
    """The act an answer names, or its letter's second choice if the first is refused."""
    if isinstance(answer, str):
        wanted = _LETTERS.get(answer, (str(answer).lower(),))
        for act in wanted:
            if act in holding.permitted:
                return act
    raise BadPolicy(
        f"the policy answers {answer!r} for {holding} against {up}; "
        f"allowed: {' or '.join(sorted(holding.permitted))} (see hand.permitted)"
    )


def _named(bits: int) -> frozenset[str]:
    return frozenset(name for bit, name in _BITS.items() if bits & bit)
