"""The answer of ``solve``: the value of a game and of every hand in it."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec import Struct

from pitboss.acts import HandAct
from pitboss.cards import Rank
from pitboss.compiled.game import CompiledGame, game
from pitboss.compiled.permissions import DOUBLE
from pitboss.compiled.ranks import CLASSES
from pitboss.frames import data_frame
from pitboss.law.play import doubles_for_less
from pitboss.law.side_bets.registry import on_offer
from pitboss.rulebooks import TableRules
from pitboss.solver.chart import Chart
from pitboss.solver.contraction import Floats
from pitboss.solver.distribution import ResultSpread, spread
from pitboss.solver.errors import CannotPrice
from pitboss.solver.game_value import SolvedStage
from pitboss.solver.hand_list import HandValue, two_card_values
from pitboss.solver.hand_notation import BadHand, CardsLike, read_cards, read_up_card
from pitboss.solver.hand_query import HandAnswer, hand_answer
from pitboss.solver.notebook import solution_html
from pitboss.solver.policy import Policy
from pitboss.solver.prompt import solution_text
from pitboss.solver.shoe import Shoe
from pitboss.solver.side_bets import (
    CardsLeft,
    SideBetPrice,
    ThirdCardPolicy,
    price_insurance,
    price_side_bet,
)


class LessIsMore(NamedTuple):
    """A two-card hand against an up card that is best doubled for the minimum."""

    cards: tuple[int, int]
    up: int
    gain: float
    """Its gain over every other act, with a minimum near zero"""


def better_for_less(game: CompiledGame, stage: SolvedStage) -> tuple[LessIsMore, ...]:
    """The hands on which doubling for less beats everything else.

    After a double, each unit is worth what the wager is worth with exactly one more card. So the
    full amount is best if an added unit wins, and the minimum if it loses; the double is then no
    better than a hit that gives up the right to hit again. Only a book that forces a player to draw
    could make that worthwhile; no book of ours does.
    """
    if not doubles_for_less(game.rules):
        return ()
    one_card = _one_card(game, stage)
    two = stage.two_cards
    bits = game.first.permitted[0][game.multisets.hands.two]
    may = (bits & DOUBLE > 0)[..., None] & ~np.isnan(two.worth[HandAct.DOUBLE])
    others = np.where(np.isnan(two.worth), -9.0, two.worth)
    gain = np.where(may, one_card - np.nanmax(others, 0), -1.0)
    return tuple(
        LessIsMore((int(a), int(b)), int(up), float(gain[a, b, up]))
        for a, b, up in zip(*np.nonzero(gain > 1e-12), strict=True)
        if a <= b
    )


def _one_card(game: CompiledGame, stage: SolvedStage) -> Floats:
    """[class, class, up card]: the value of the wager after exactly one more card."""
    hands, shoe = game.multisets.hands, stage.values.shoe
    stand = np.vstack([stage.values.every_stand, np.full((1, 10), -1.0)])
    value = np.full((10, 10, 10), -1.0)
    for a in range(10):
        for b in range(10):
            hand = hands.two[a, b]
            for up in range(10):
                left = shoe - hands.counts[hand]
                left[up] -= 1
                if left.min() >= 0:
                    value[a, b, up] = left @ stand[hands.child[hand], up] / left.sum()
    return value


ONE_DECK: Final = 52
_SEEN_OF_A_SPLIT: Final = 0.004
"""The largest gap found between a split cell of ``optimal`` and the best play, with one deck"""


class ByUpCard(dict[Rank, float]):
    """Values by up card, which may be asked for as people write it: ``by_up["10"]``."""

    def __getitem__(self, up: Rank | str) -> float:
        if up not in self:
            try:
                card = read_up_card(up)
            except BadHand as error:
                raise KeyError(str(error)) from None
            up = Rank.TEN if card.pips is None and not card.is_ace else card.rank
        if up not in self:
            raise KeyError(f"the shoe has no {up} for the dealer to show")
        return super().__getitem__(Rank(up))


class Solution(Struct, frozen=True, dict=True):
    """The price of a game under one policy, per unit of the main wager, off the top of a shoe."""

    rules: TableRules
    shoe: Shoe
    policy: Policy
    ev: float
    by_up: ByUpCard
    """The value against each up card in the shoe: ``by_up["10"]``"""
    given_no_blackjack: bool
    """Whether the values of hands assume that the dealer has checked and has no blackjack"""
    chart: Chart | None
    """The chart, if the policy is basic"""
    stage: SolvedStage
    """The arrays it was calculated from"""
    cpu_seconds: float

    def __eq__(self, other: object) -> bool:
        """Whether the price of the same game is the same, however long it took."""
        return isinstance(other, Solution) and self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash((self.rules, self.shoe, self.policy, self.ev))

    def _compared(self) -> tuple[object, ...]:
        request = (self.rules, self.shoe, self.policy, self.given_no_blackjack)
        return (*request, self.ev, self.by_up, self.chart)

    @property
    def house_edge(self) -> float:
        """The house edge per unit of the main wager."""
        return -self.ev

    @property
    def memory_at_most(self) -> float:
        """The most a player who remembers all cards of a split box can gain over ``optimal``.

        With one deck we take a split to be worth at most 0.004 more to such a player, the largest
        gap found, though not proven; the more cards there are, the less each reveals. The values
        of the other policies are exact.
        """
        if self.policy is not Policy.OPTIMAL:
            return 0.0
        splits = np.argwhere(self.stage.two_cards.chosen == HandAct.SPLIT)
        shoe, size = self.shoe.counts, self.shoe.size
        chance = 0.0
        for rank, _, up in splits.tolist():
            left = shoe[rank] - (rank == up)
            if shoe[up] and left > 1:
                chance += shoe[up] * left * (left - 1) / (size * (size - 1) * (size - 2))
        return _SEEN_OF_A_SPLIT * chance * ONE_DECK / size

    @cached_property
    def hands(self) -> tuple[HandValue, ...]:
        """Every two-card hand against every up card."""
        return tuple(two_card_values(game(self.rules), self.stage))

    @cached_property
    def spread(self) -> ResultSpread:
        """The average wager, the variance and the probability of every result of a round."""
        return spread(game(self.rules), self.stage)

    @cached_property
    def doubled_for_less(self) -> tuple[LessIsMore, ...]:
        """The hands best doubled for less than the wager, if the book allows it."""
        return better_for_less(game(self.rules), self.stage)

    def hand(self, cards: CardsLike, up: CardsLike) -> HandAnswer:
        """What every act is worth with any cards against an up card, and what is refused.

        Cards are written as people write them: ``hand("8,8", "10")``, ``hand("Kh Td", "T")``,
        ``hand("4 4 5", "6")``. ``BadHand``, a ``ValueError``, says why a hand cannot be answered.
        """
        held, first = read_cards(cards), read_up_card(up)
        return hand_answer(game(self.rules), self.stage, held, first)

    @cached_property
    def insurance(self) -> SideBetPrice | None:
        """Insurance off the top, only the ace being known; None if it is not offered."""
        if not self.rules.insurance.offered.value:
            return None
        return price_insurance(self.rules, self._cards_left())

    @property
    def side_bets(self) -> dict[str, SideBetPrice]:
        """Every side bet offered that has a price with these cards, by name."""
        return self._offered_side_bets[0]

    @property
    def unpriced_side_bets(self) -> dict[str, str]:
        """Why a side bet offered has no price with these cards, by name."""
        return self._offered_side_bets[1]

    @cached_property
    def _offered_side_bets(self) -> tuple[dict[str, SideBetPrice], dict[str, str]]:
        prices: dict[str, SideBetPrice] = {}
        reasons: dict[str, str] = {}
        for name in on_offer(self.rules):
            try:
                prices[name] = self.side_bet(name)
            except CannotPrice as error:
                reasons[name] = str(error)
        return prices, reasons

    def side_bet(self, kind: str) -> SideBetPrice:
        """The price of a side bet in the book, offered or not, under this policy."""
        return price_side_bet(self.rules, kind, self._cards_left(), policy=self._third_cards())

    @property
    def is_full(self) -> bool:
        """Whether the price is from the full shoe of the table."""
        return self.shoe == Shoe.of_decks(self.rules.equipment.decks.value)

    @property
    def brief(self) -> str:
        """The rules in brief, with the shoe in place of the decks if it is not full."""
        if self.is_full:
            return self.rules.brief
        book, _, *elections = self.rules.brief.split(" · ")
        return " · ".join([book, f"shoe of {self.shoe}", *elections])

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each two cards against each up card, with the value of every act."""
        return [hand.to_dict() for hand in self.hands]

    def to_pandas(self) -> Any:
        """The rows of :meth:`to_dicts` as a data frame."""
        return data_frame(self.to_dicts())

    def __repr__(self) -> str:
        return solution_text(self)

    def _repr_html_(self) -> str:
        return solution_html(self)

    def _cards_left(self) -> CardsLeft:
        return CardsLeft.in_shoe(self.rules, self.shoe)

    def _third_cards(self) -> ThirdCardPolicy:
        """When two cards take a third card: where the main hand hits or doubles."""
        drawn: dict[tuple[Rank, Rank], frozenset[Rank]] = {}
        for hand in self.hands:
            first, second = Rank(hand.cards[0]), Rank(hand.cards[1])
            low, high = sorted((first, second), key=CLASSES.index)
            ups = drawn.get((low, high), frozenset())
            drawn[low, high] = ups | {Rank(hand.up)} if _draws(hand.best) else ups
        return ThirdCardPolicy(self.policy.value, frozenset(), drawn)


def _draws(act: str) -> bool:
    return act in ("hit", "double")
