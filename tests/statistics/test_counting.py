"""How well wagers can be counted: effects of removal and correlations, with their sources named."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import isclose

import numpy as np
import pytest

from pitboss.cards import CARDS, DECK, Rank
from pitboss.players.counts import SYSTEMS
from pitboss.rulebooks import rulebook
from pitboss.solver.side_bets import CardsLeft, price_side_bet
from pitboss.statistics.countability import (
    CardEffects,
    insurance_effects,
    main_effects,
    perfect_play,
    side_bet_effects,
    two_card_nets,
    two_card_values,
)

# www.blackjackapprenticeship.com, Card Counting Systems: betting and insurance correlation.
PUBLISHED = {
    "hi-lo": (0.97, 0.76),
    "ko": (0.98, 0.78),
    "hi-opt-1": (0.88, 0.85),
    "hi-opt-2": (0.91, 0.91),
    "halves": (0.99, 0.72),
    "omega-2": (0.92, 0.85),
    "red-7": (0.98, 0.78),
    "zen": (0.96, 0.85),
}

# wizardofodds.com, Effect of Card Removal in Blackjack: six decks, dealer stands on soft 17.
REMOVED = {
    "2": 0.069, "3": 0.082, "4": 0.110, "5": 0.141, "6": 0.079, "7": 0.041, "8": -0.008,
    "9": -0.040, "T": -0.091, "A": -0.094,
}  # fmt: skip


@cache
def _insurance(decks: int) -> CardEffects:
    return insurance_effects(rulebook("classic").elect(decks=decks))


@cache
def _main() -> CardEffects:
    return main_effects(rulebook("classic").elect(decks=6, max_hands=2, surrender="late"))


@cache
def _over_13() -> CardEffects:
    return side_bet_effects(rulebook("rws").elect(decks=6), "over_13")


class TestInsurance:
    def test_effects_are_fractions_anybody_can_work_out(self) -> None:
        """One deck: 16 tens of 51 cards behind the ace; a card gone leaves 50."""
        effects = _insurance(1)
        even = Fraction(3 * 16, 51) - 1
        assert isclose(effects.ev, even)
        assert isclose(effects.of(CARDS["Ks"]), float(Fraction(3 * 15, 50) - 1 - even))
        assert isclose(effects.of(CARDS["5h"]), float(Fraction(3 * 16, 50) - 1 - even))

    @pytest.mark.parametrize("name", PUBLISHED)
    def test_correlation_is_the_published_one(self, name: str) -> None:
        value = _insurance(6).correlation([float(tag) for tag in SYSTEMS[name].tags])
        # Red 7 counts by colour here, and half a point for every seven there.
        assert abs(value - PUBLISHED[name][1]) < (0.011 if name == "red-7" else 0.0055)

    def test_a_tens_count_knows_everything(self) -> None:
        tens = [-9 if card.rank in _TENS else 4 for card in DECK]
        assert isclose(_insurance(6).correlation(tens), 1.0)


class TestMain:
    def test_effects_are_the_published_ones(self) -> None:
        """To two thousandths of a per cent; the page does not say so, but surrenders are in it."""
        for rank, percent in REMOVED.items():
            assert abs(100 * _main().of(CARDS[f"{rank}s"]) - percent) < 0.0025

    @pytest.mark.parametrize("name", PUBLISHED)
    def test_betting_correlation_is_near_the_published_one(self, name: str) -> None:
        """Those are for one deck without surrender, so they are near but not equal."""
        value = _main().correlation([float(tag) for tag in SYSTEMS[name].tags])
        assert abs(value - PUBLISHED[name][0]) < 0.035

    def test_effects_of_a_whole_deck_nearly_cancel(self) -> None:
        assert abs(sum(_main().by_card)) < 0.1 * sum(map(abs, _main().by_card))


class TestSideBets:
    def test_published_edges_of_over_and_under_13(self) -> None:
        """E. Jacobson, 888casino.com, Card Counting the Over/Under 13: 6.555 % and 10.067 %."""
        under = side_bet_effects(rulebook("rws").elect(decks=6), "under_13")
        assert round(-100 * _over_13().ev, 3) == 6.555
        assert round(-100 * under.ev, 3) == 10.067
        # The Crush count he gives for both: A, 2 = +2, 3 = +1, 9, T = -1.
        crush = [_CRUSH.get(card.rank, 0) for card in DECK]
        assert _over_13().correlation(crush) > 0.94
        assert under.correlation(crush) < -0.9

    def test_perfect_play_is_of_the_size_that_was_published(self) -> None:
        """E. Jacobson, Computer-Perfect Play against Over/Under 13: 0.7697 units in 100 hands.

        Six decks, one cut off. Where his rounds begin in the shoe is not said, and the win grows
        fast with the depth: so it is compared in size.
        """
        rules = rulebook("rws").elect(decks=6)
        found_perfect_play = perfect_play(rules, "over_13", depth=260 / 312, shoes=40_000)
        assert 0.85 < 100 * found_perfect_play.win / 0.7697 < 1.05
        # Griffin's linear approximation of the same.
        assert isclose(_over_13().win(depth=260 / 312), found_perfect_play.win, rel_tol=0.08)
        assert isclose(
            _over_13().chance_of_edge(depth=260 / 312), found_perfect_play.often, rel_tol=0.08
        )

    def test_nets_of_two_cards_price_full_and_other_shoes(self) -> None:
        rules = rulebook("nz").elect(decks=4)
        nets = two_card_nets(rules, "perfect_pairs")
        gone = [CARDS[name] for name in ("7h", "7h", "7d", "Ks", "Ks", "Ks", "Kc")]
        full = np.full(52, 4)
        left = full - np.bincount([DECK.index(card) for card in gone], minlength=52)
        values = two_card_values(nets, np.array([full, left]))
        shoes = (CardsLeft.in_full(rules), CardsLeft.in_full(rules).without(*gone))
        for value, shoe in zip(values, shoes, strict=True):
            price = price_side_bet(rules, "perfect_pairs", shoe)
            assert isclose(value, float(price.ev), rel_tol=1e-12)

    def test_pairs_are_not_countable_by_tags(self) -> None:
        pairs = side_bet_effects(rulebook("nz").elect(decks=6), "perfect_pairs")
        assert pairs.spread < 1e-12
        assert pairs.correlation([float(tag) for tag in SYSTEMS["hi-lo"].tags]) == 0

    def test_swing_is_that_of_random_removals(self) -> None:
        """Six decks half dealt at random: the spread of exact prices is as predicted."""
        rules, rng = rulebook("rws").elect(decks=6), np.random.default_rng(4)
        nets = two_card_nets(rules, "over_13")
        left = rng.multivariate_hypergeometric(np.full(52, 6), 156, size=4000)
        values = two_card_values(nets, left)
        assert isclose(float(values.std()), _over_13().swing(156), rel_tol=0.05)

    def test_value_per_count_is_the_slope_on_random_shoes(self) -> None:
        """And near what a run on six decks showed: 1.454 % ± 0.017 % for each count of Hi-Lo."""
        tags = [float(tag) for tag in SYSTEMS["hi-lo"].tags]
        rng = np.random.default_rng(6)
        nets = two_card_nets(rulebook("rws").elect(decks=6), "over_13")
        for cards in (104, 234):
            left = rng.multivariate_hypergeometric(np.full(52, 6), cards, size=20_000)
            true = -(left @ np.array(tags)) / (cards / 52)
            slope = float(np.polyfit(true, two_card_values(nets, left), 1)[0])
            assert isclose(slope, _over_13().per_count(tags), rel_tol=0.04)
        assert isclose(_over_13().per_count(tags), 0.01454, rel_tol=0.02)

    def test_a_better_count_wins_more(self) -> None:
        wins = [_over_13().win(depth=0.75, correlation=c) for c in (0.2, 0.6, 1.0)]
        assert wins == sorted(wins)
        assert _over_13().win(depth=0.0) == 0

    def test_other_bets_are_refused(self) -> None:
        with pytest.raises(ValueError, match="first two cards"):
            two_card_nets(rulebook("nobust").elect(), "buster")
        with pytest.raises(ValueError, match="52"):
            _over_13().correlation([1.0, -1.0])
        with pytest.raises(ValueError, match="seen"):
            _over_13().swing(312)

    def test_effect_is_the_price_without_the_card(self) -> None:
        rules = rulebook("rws").elect(decks=6)
        left = CardsLeft.in_full(rules).without(CARDS["9d"])
        gone = float(price_side_bet(rules, "over_13", left).ev)
        assert isclose(_over_13().ev + _over_13().of(CARDS["9d"]), gone)


_TENS = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
_CRUSH = {
    Rank.ACE: 2,
    Rank.TWO: 2,
    Rank.THREE: 1,
    Rank.NINE: -1,
    **dict.fromkeys(_TENS, -1),
}
