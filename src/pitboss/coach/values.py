"""What each act on a hand is worth, read from one solve per shoe."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from pitboss.acts import HandAct
from pitboss.cards import Card
from pitboss.compiled.game import StageTables, game
from pitboss.compiled.ranks import ACE, CLASSES, TEN
from pitboss.law.counting import up_card
from pitboss.law.play import surrenders_before_play
from pitboss.rulebooks import TableRules
from pitboss.solver import BadHand, CannotPrice, Shoe
from pitboss.solver.game_value import SolvedStage, solve_stage
from pitboss.solver.pricing import check_shoe

from .spots import DECLINE, EVEN_MONEY, INSURANCE, HandSpot, without

PLAY: Final = tuple(act.word for act in HandAct)
"""The acts of play, in increasing order of stake."""

_KEPT: Final = 48
"""The most solves cached; each takes about a megabyte."""


def classes_of(rules: TableRules, cards: tuple[Card, ...]) -> list[int]:
    """Cards by class: aces, twos to nines, tens."""
    return [CLASSES.index(up_card(rules, card)) for card in cards]


@lru_cache(maxsize=_KEPT)
def stage_of(
    rules: TableRules, shoe: Shoe, gives_up: tuple[int, int] | None, is_exchanged: bool
) -> SolvedStage:
    """The solved stage of a shoe: every hand of any size against every up card.

    Only the pair of classes ``gives_up`` is solved again for its two new cards, so a game with
    exchanges takes two solves, not one per hand that may be exchanged.
    """
    compiled = game(rules)
    check_shoe(compiled, shoe)
    counts = np.array(shoe.counts, float)
    tables = compiled.first
    if is_exchanged:
        assert compiled.after_exchange is not None
        tables = compiled.after_exchange
    elif compiled.after_exchange is not None:
        offered = tables.offered.copy()
        only = np.zeros((10, 10), bool)
        if gives_up is not None:
            only[gives_up] = only[gives_up[::-1]] = True
        offered[HandAct.EXCHANGE, ~only] = False
        tables = tables._replace(offered=offered)
    return solve_stage(compiled, tables, counts, best_splits=True)


class Valued:
    """The acts of a spot from one shoe; every value is per unit of the wager on the hand."""

    def __init__(self, spot: HandSpot, shoe: Shoe) -> None:
        self.spot, self.compiled = spot, game(spot.rules)
        self.classes = classes_of(spot.rules, spot.hand.cards)
        self.up = CLASSES.index(up_card(spot.rules, spot.up))
        self.stage = stage_of(spot.rules, *self._question(shoe))
        self._check()
        self.blackjack = self._blackjack_chance()

    def _question(self, shoe: Shoe) -> tuple[Shoe, tuple[int, int] | None, bool]:
        spot, compiled = self.spot, self.compiled
        if spot.exchanged:
            left = without(spot.rules, shoe, spot.exchanged)
            if left is None:
                raise CannotPrice(f"the shoe does not have the {HandAct.EXCHANGE.words.done} cards")
            return left, None, True
        if len(self.classes) == 2 and not spot.hand.is_split:
            low, high = sorted(self.classes)
            if compiled.first.offers(HandAct.EXCHANGE, low, high):
                return shoe, (low, high), False
        return shoe, None, False

    def _check(self) -> None:
        held = np.bincount([*self.classes, self.up], minlength=10)
        if (held > self.stage.values.shoe).any():
            raise BadHand("the shoe does not have these cards")

    @property
    def is_given_no_blackjack(self) -> bool:
        """Whether the dealer has checked for blackjack when this is decided."""
        return not self.spot.is_window and bool(self.compiled.looked_for[self.up])

    def acts(self) -> dict[str, float]:
        """The value of every act that the book permits, in the order of preference."""
        return self._window() if self.spot.is_window else self._play()

    def _play(self) -> dict[str, float]:
        raw, answers = self._unconditional(), self.spot.answers
        values = {name: raw[name] for name in PLAY if answers.get(name) and name in raw}
        if not self.is_given_no_blackjack:
            return values
        return {name: self._given_none(name, value) for name, value in values.items()}

    def _given_none(self, name: str, value: float) -> float:
        chance = self.blackjack
        if name == "stand" and self._is_natural:
            # A blackjack does not lose its unit to a dealer blackjack.
            return (value - self._tables.natural_ties * chance) / (1 - chance)
        return (value + chance) / (1 - chance)

    def _window(self) -> dict[str, float]:
        """The values before the dealer has checked, dealer blackjacks included."""
        spot, compiled, answers = self.spot, self.compiled, self.spot.answers
        plays = self._unconditional()
        if surrenders_before_play(spot.rules):
            plays.pop("surrender", None)
        declined = max(plays.values())
        values = {DECLINE: declined}
        if answers.get(INSURANCE) and spot.stake:
            odds = spot.rules.insurance.odds.value
            won = self.blackjack * odds.pays / odds.per - (1 - self.blackjack)
            values[INSURANCE] = declined + won * spot.insured / spot.stake
        if answers.get(EVEN_MONEY):
            values[EVEN_MONEY] = float(compiled.even_money[self.up])
        if answers.get("surrender"):
            values["surrender"] = float(self._two(HandAct.SURRENDER))
        return values

    def _unconditional(self) -> dict[str, float]:
        """The value of every act that the solver values, dealer blackjacks included."""
        stage, up = self.stage, self.up
        if len(self.classes) != 2:
            counts = tuple(np.bincount(self.classes, minlength=10).tolist())
            row = _rows(self.spot.rules)[counts]
            values = stage.values
            document = {"stand": values.every_stand[row, up], "hit": values.every_hit[row, up]}
            return {name: float(value) for name, value in document.items()}
        a, b = sorted(self.classes)
        values, two = stage.values, stage.two_cards
        stand = self._held_natural() if self._is_natural else values.stand[a, b, up]
        worth = {act: two.worth[act, a, b, up] for act in HandAct}
        permitted = {act for act, value in worth.items() if not np.isnan(value)}
        worth[HandAct.STAND] = stand
        worth[HandAct.HIT] = values.hit[a, b, up]
        worth[HandAct.DOUBLE] = values.double[a, b, up]
        if self.spot.is_window:
            worth = {act: value for act, value in worth.items() if act in permitted}
        return {act.word: float(value) for act, value in worth.items() if not np.isnan(value)}

    def _two(self, act: HandAct) -> float:
        a, b = sorted(self.classes)
        return float(self.stage.two_cards.worth[act, a, b, self.up])

    @property
    def _tables(self) -> StageTables:
        tables = self.compiled.after_exchange if self.spot.exchanged else self.compiled.first
        assert tables is not None
        return tables

    @property
    def _is_natural(self) -> bool:
        tables = self._tables
        return (
            tables.has_natural
            and sorted(self.classes) == [ACE, TEN]
            and not self.spot.hand.is_split
        )

    def _held_natural(self) -> float:
        """A blackjack that waits for the dealer's hand."""
        tables = self._tables
        chance = 0.0 if tables.natural_is_safe[self.up] else self.blackjack
        return float(tables.natural_wins * (1 - chance) + tables.natural_ties * chance)

    def _blackjack_chance(self) -> float:
        """The probability of a dealer blackjack, with the hand and the up card out of the shoe."""
        needed = {ACE: TEN, TEN: ACE}.get(self.up)
        if needed is None:
            return 0.0
        shoe = self.stage.values.shoe
        left = shoe[needed] - self.classes.count(needed)
        return float(left / (shoe.sum() - len(self.classes) - 1))


@lru_cache(maxsize=32)
def _rows(rules: TableRules) -> dict[tuple[int, ...], int]:
    """The index of every hand in the solver's tables."""
    return {counts: row for row, counts in enumerate(game(rules).multisets.rows)}
