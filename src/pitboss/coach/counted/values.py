"""What a round is worth at each count, by a chart and by plays that depend on the count.

A shoe whose cards seen have some count has, on average, more of some cards left and fewer of
others. A full shoe with those shares is priced exactly. It differs from the cards left in one
respect: its count varies with the cards of the round as that of a whole shoe does, although it is
known. Under one chart the value is a martingale as the shoe is dealt, so the difference is that
between the powers of the count and their Hermite polynomials, whose mean over all counts is the
value of the full shoe, as it must be.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
from numpy.polynomial import hermite_e

from pitboss.cards import DECK_SIZE
from pitboss.compiled.ranks import ACE, TEN
from pitboss.kernels.full.game import EVEN_MONEY, INSURES
from pitboss.solver import Shoe
from pitboss.solver.game_value import Given, SolvedStage, natural_meets, solve_stage
from pitboss.solver.shared_work import SharedWork

from .plays import CountedPlays, Ints, class_of_card
from .tags import Floats

_DEGREE: Final = 5
"""Of the polynomial in the count."""
_FARTHEST: Final = 16.0
"""The farthest excess per deck that is priced"""


class CountedValues:
    """The value of a round, per unit, at every depth and count."""

    def __init__(self, plays: CountedPlays, *, deepest: int) -> None:
        self.plays = plays
        self.shoe = plays.shoe
        self.full: Floats = np.array(Shoe.of_decks(plays.decks).counts, float)
        self.deepest = deepest
        self.widest = float(self.spread(deepest))
        exchanges = plays.play.game.after_exchange is not None
        self.grid = _grid(self.widest, step=2.0 if exchanges else 1.0)
        self._known = [SharedWork() for _ in self.grid]
        self._shoes = [self.shoe_at(excess) for excess in self.grid]

    def spread(self, seen: int | Ints) -> Floats:
        """The standard deviation of the excess per deck after this many cards."""
        cards = self.shoe.cards
        sd: Floats = (
            np.sqrt(self.shoe.variance * seen / ((cards - 1.0) * (cards - seen)))
            * DECK_SIZE
            / self.shoe.parts
        )
        return sd

    def shoe_at(self, excess: float) -> Floats:
        """A full shoe with the mean shares of each class, given the excess per deck."""
        per_deck = np.zeros(10)
        together = np.zeros(10)
        for place, tag in enumerate(self.plays.tables.tags):
            per_deck[class_of_card(place)] += 1
            together[class_of_card(place)] += tag - self.shoe.mean
        moved = excess * self.shoe.parts / DECK_SIZE
        shares = (per_deck - moved * together / self.shoe.variance) / DECK_SIZE
        shares = np.maximum(shares, 0.01 / DECK_SIZE)
        shoe: Floats = self.shoe.cards * shares / shares.sum()
        return shoe

    @cached_property
    def by_chart(self) -> Floats:
        """[grid]: the value by the chart alone."""
        given = self.plays.given
        return np.array([self._value(i, given, None) for i in range(len(self.grid))])

    @cached_property
    def powers(self) -> Floats:
        """The value by the chart as a polynomial in the excess."""
        full = float(np.interp(0.0, self.grid, self.by_chart))
        weights = np.exp(-((self.grid / self.widest) ** 2) / 4) + 0.02
        columns = np.stack([self.grid**k for k in range(1, _DEGREE + 1)], axis=1)
        scale = self.widest ** np.arange(1, _DEGREE + 1)
        values = np.linalg.lstsq(
            columns / scale * weights[:, None], (self.by_chart - full) * weights, rcond=None
        )[0]
        powers = np.append(full, values / scale)
        # In a small shoe the shares are not quite those of cards removed one by one. The slope is
        # known exactly, from shoes without one card.
        excess = self.shoe.excess(1, self.plays.tables.tags.astype(float))
        sd = float(self.spread(1))
        ours = hermite_e.hermeval(excess / sd, powers * sd ** np.arange(len(powers)))
        powers[1] += self._slope_of_one_card() - float(ours @ excess / (excess @ excess))
        return powers

    def at(self, seen: int, excess: Floats) -> Floats:
        """The value by the chart at this excess per deck after this many cards."""
        sd = float(self.spread(seen))
        if sd == 0:
            value = np.polynomial.polynomial.polyval(excess, self.powers)
        else:
            weights = self.powers * sd ** np.arange(len(self.powers))
            value = hermite_e.hermeval(excess / sd, weights)
        return np.asarray(value, np.float64) + self.gain(seen, excess)

    def _slope_of_one_card(self) -> float:
        """How steeply the value rises with the count of one card seen, from shoes without it."""
        game, given = self.plays.play.game, self.plays.given
        values = []
        for rank in range(10):
            shoe = self.full.copy()
            shoe[rank] -= 1
            stage = solve_stage(game, game.first, shoe, best_splits=False, given=given)
            best = stage.two_cards.best.copy()
            self._insure(best, stage, 0.0, None)
            values.append(_mean(shoe, best))
        excess = self.shoe.excess(1, self.plays.tables.tags.astype(float))
        of_cards = np.array([values[class_of_card(place)] for place in range(DECK_SIZE)])
        return float(of_cards @ excess / (excess @ excess))

    # What the plays by the count gain.

    @cached_property
    def depths(self) -> Ints:
        """The depths at which the plays by the count are priced."""
        return np.unique(np.array([0.25, 0.75]) * self.deepest).astype(int)

    @cached_property
    def gains(self) -> Floats:
        """[depth, grid]: what the plays by the count add to the chart."""
        if not self.plays.depends_on_count:
            return np.zeros((len(self.depths), len(self.grid)))
        return np.array(
            [
                [
                    self._value(i, self.plays.settled(excess, int(seen)), int(seen))
                    - self.by_chart[i]
                    for i, excess in enumerate(self.grid)
                ]
                for seen in self.depths
            ]
        )

    def gain(self, seen: int, excess: Floats) -> Floats:
        """The gain between the depths and counts that were priced."""
        if not self.plays.depends_on_count:
            return np.zeros_like(excess)
        each = np.array([np.interp(excess, self.grid, row) for row in self.gains])
        place = float(np.interp(seen, self.depths, np.arange(len(self.depths))))
        low = min(int(place), len(self.depths) - 1)
        high = min(low + 1, len(self.depths) - 1)
        gained: Floats = each[low] + (place - low) * (each[high] - each[low])
        return gained

    def _value(self, i: int, given: Given, seen: int | None) -> float:
        """The value of the shoe at one place of the grid; ``seen`` if insurance may be taken."""
        game, shoe = self.plays.play.game, self._shoes[i]
        stage = solve_stage(
            game, game.first, shoe, best_splits=False, given=given, known=self._known[i]
        )
        best = stage.two_cards.best.copy()
        self._insure(best, stage, float(self.grid[i]), seen)
        return _mean(shoe, best)

    def _insure(self, best: Floats, stage: SolvedStage, excess: float, seen: int | None) -> None:
        """Take insurance and even money at the seat's count alone, not by the value."""
        game, plays = self.plays.play.game, self.plays
        record, per = plays.compiled.record, plays.compiled.units.per
        first = game.first
        if first.has_natural:
            chance = natural_meets(first, stage.two_cards.blackjack)
            held = first.natural_wins * (1 - chance) + first.natural_ties * chance
            best[ACE, TEN] = best[TEN, ACE] = held
        if seen is None or not plays.insures:
            return
        flags = np.array(record.up_card[:10], np.int64)
        taken = plays.seen_with(excess, seen) >= plays.seat.insures_at
        blackjack = stage.two_cards.blackjack
        wins, loses = int(record.insurance_wins) / per, int(record.insurance_loses) / per
        worth = blackjack * wins + (1 - blackjack) * loses
        gained = np.where(taken & (flags & INSURES > 0), worth, 0.0)
        if first.has_natural:
            gained[ACE, TEN] = np.where(first.natural_is_safe, 0.0, gained[ACE, TEN])
            even = taken[ACE, TEN] & (flags & EVEN_MONEY > 0) & ~first.natural_is_safe
            early = int(record.even_money) / per - best[ACE, TEN]
            gained[ACE, TEN] = np.where(even, early, gained[ACE, TEN])
            gained[TEN, ACE] = gained[ACE, TEN]
        best += gained


def _grid(widest: float, *, step: float) -> Floats:
    """Excesses per deck, dense in the middle; far beyond them a full shoe has no such shares.

    Exchanges make a price slow, so the step may be wider there.
    """
    steps = [0.0]
    while steps[-1] < min(3.5 * widest, _FARTHEST):
        steps.append(steps[-1] + step * (1.0 if steps[-1] < 8 else 2.0))
    return np.array([-step for step in reversed(steps[1:])] + steps)


def _mean(shoe: Floats, best: Floats) -> float:
    """The mean of the values over the two cards and the up card that the shoe deals."""
    left = shoe[:, None] - np.eye(10)
    pairs = left.T[:, :, None] * (left.T[:, None, :] - np.eye(10)[None])
    ways = shoe[:, None, None] * np.maximum(pairs, 0.0)
    values = np.moveaxis(best, 2, 0)
    return float(np.where(ways > 0, ways * values, 0.0).sum() / ways.sum())
