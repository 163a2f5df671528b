"""How a shoe runs: where its rounds begin, at which counts, with which bets, up to the cut card.

A round begins at a number of cards dealt and at a sum of the tags seen. From there it takes some
cards and adds some tags, as often as from a fresh shoe, times how much likelier the cards left make
that sum. Rounds are followed from the first card to the cut card, so that what the cut card does is
there: rounds that use few cards leave room for another.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from .rounds import RoundSample
from .tags import CountChances, Floats, Ints, Tags, count_chances

_LEAST: Final = 1e-13
"""Places less likely than this are not followed."""
_SPREADS: Final = 6.5
"""How far counts are followed, in standard deviations"""


class Moves(NamedTuple):
    """How rounds that begin at one number of cards continue, from each sum of tags."""

    sample: RoundSample
    chances: Floats
    """[sum of tags, class of rounds]"""
    nets: Floats
    """[sum of tags, class of rounds]: what a unit wins"""
    squares: Floats
    """[sum of tags]: the mean square of what a unit wins"""


class Flow(NamedTuple):
    """What continues from one place after rounds of one class."""

    cards: int
    to: slice
    """The sums of tags that they lead to"""
    amounts: Floats


class ShoeCourse:
    """The rounds of a shoe that uses cards as these samples do."""

    def __init__(
        self, shoe: Tags, *, burned: int, ends_at: int, samples: list[RoundSample]
    ) -> None:
        self.shoe, self.burned, self.ends_at = shoe, burned, ends_at
        self.samples = samples
        self.longest = max(int(sample.cards.max()) for sample in samples)
        self.far = max(int(np.abs(sample.sums).max()) for sample in samples)
        self.far += max(abs(tag) for tag in shoe.tags)
        deepest = ends_at - burned
        drift = abs(shoe.mean) * deepest
        sd = sqrt(shoe.variance * shoe.cards / 4)
        self.reach = ceil(_SPREADS * sd + drift) + self.far
        self.chances: CountChances = count_chances(shoe, deepest + self.longest, self.reach)
        self.sums = np.arange(-self.reach, self.reach + 1)
        """The sums of tags that are followed, in parts"""

    def moves(self, dealt: int, rows: slice) -> list[Moves]:
        """For each sample: how its rounds continue after this many cards, from these sums."""
        seen = dealt - self.burned
        known = self.chances
        width = 2 * self.far + 1
        number = rows.stop - rows.start
        # spread[sum, tags added]: the chance after drawing card by card
        spread = np.zeros((number, width))
        spread[:, self.far] = 1.0
        by_cards = {0: spread}
        left = self.shoe.cards - seen
        for drawn in range(min(self.longest, left - 1)):
            grown = np.zeros_like(spread)
            row = np.pad(known.following[min(seen + drawn, len(known.at) - 1)],
                         ((self.far, self.far), (0, 0)), mode="edge")  # fmt: skip
            for place, tag in enumerate(self.shoe.tags):
                chance = sliding_window_view(row[:, place], width)[rows]
                part = spread * chance
                if tag > 0:
                    grown[:, tag:] += part[:, :-tag]
                elif tag < 0:
                    grown[:, :tag] += part[:, -tag:]
                else:
                    grown += part
            spread = grown
            by_cards[drawn + 1] = spread
        excess = self.shoe.excess(seen, self.sums.astype(float))
        return [
            self._moves(sample, by_cards, rows, sample.nearest(excess)) for sample in self.samples
        ]

    def _moves(
        self, sample: RoundSample, by_cards: dict[int, Floats], rows: slice, near: Ints
    ) -> Moves:
        chances = np.zeros((len(self.sums), len(sample.cards)))
        at = self.chances.at
        for place, (cards, tags) in enumerate(
            zip(sample.cards.tolist(), sample.sums.tolist(), strict=True)
        ):
            fresh = at[cards, tags + self.reach]
            if cards in by_cards and fresh > 0:
                chances[rows, place] = by_cards[cards][:, tags + self.far] / fresh
        chances *= sample.chances[near]
        total = chances.sum(axis=1, keepdims=True)
        chances /= np.where(total > 0, total, 1.0)
        squares = (chances * sample.squares[near]).sum(axis=1)
        return Moves(sample, chances, sample.nets[near], squares)

    def positions(self) -> range:
        """The numbers of cards dealt at which a round may begin."""
        return range(self.burned, self.ends_at)

    def follow(self, here: Floats, moves: Moves, won: Floats | None = None) -> Iterator[Flow]:
        """Where the rounds that begin here lead, class by class.

        ``here`` and the amounts are [(rounds, won before, rounds before), sum of tags]; ``won``, by
        sum of tags, is the stake whose winnings go along.
        """
        some = np.flatnonzero(here[0] > _LEAST)
        if not len(some):
            return
        low, high = int(some[0]), int(some[-1]) + 1
        flow = here[:, low:high, None] * moves.chances[low:high]
        if won is not None:
            flow[1] += won[low:high, None] * moves.chances[low:high] * moves.nets[low:high]
        size = here.shape[1]
        for place, (cards, tags) in enumerate(
            zip(moves.sample.cards.tolist(), moves.sample.sums.tolist(), strict=True)
        ):
            first = max(0, -(low + tags))
            last = min(high - low, size - low - tags)
            if first < last:
                to = slice(low + tags + first, low + tags + last)
                yield Flow(cards, to, flow[:, first:last, place])
