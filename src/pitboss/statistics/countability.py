"""How well a wager can be counted: the effect of removing each card on its value.

The effects are exact, from the solver. What follows from them is Peter Griffin's approximation
(*The Theory of Blackjack*): the value moves by the sum of the effects of the cards seen, and a
count whose tags are proportional to the effects captures all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, pi, sqrt
from statistics import NormalDist

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.cards import DECK, DECK_SIZE, Card
from pitboss.compiled.ranks import CLASSES
from pitboss.compiled.side_bets.deals import TWO_CARDS, rows_won
from pitboss.law.counting import up_card
from pitboss.law.side_bets.settling import settle_row
from pitboss.law.wagers import is_side_bet
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.side_bet_terms import LooksAt
from pitboss.solver import Policy, Shoe, solve
from pitboss.solver.side_bets import CardsLeft, price_insurance, price_side_bet
from pitboss.solver.side_bets.prices import whole_stake

Floats = NDArray[np.float64]


class CardEffects(Struct, frozen=True):
    """The value of a wager from a full shoe, and the effect of removing each of the 52 cards."""

    wager: str
    cards: int
    """The number of cards in the full shoe"""
    ev: float
    by_card: tuple[float, ...]
    """In the order of :data:`pitboss.cards.DECK`"""

    def of(self, card: Card) -> float:
        """The effect of removing one such card."""
        return self.by_card[DECK.index(card)]

    @property
    def spread(self) -> float:
        """The standard deviation of the effects over a deck."""
        return float(np.std(self.by_card))

    def correlation(self, tags: Sequence[float]) -> float:
        """How well a count with these tags, for the 52 cards, follows the value; 1 at best.

        For the main game this is the betting correlation, for insurance the insurance correlation.
        An unbalanced count is judged by its tags less their mean.
        """
        tagged = np.asarray([float(tag) for tag in tags])
        if tagged.size != DECK_SIZE:
            raise ValueError("a count needs 52 tags")
        if not tagged.std() or not self.spread:
            return 0.0
        return float(np.corrcoef(tagged, self.by_card)[0, 1])

    def per_count(self, tags: Sequence[float]) -> float:
        """What each true count per deck adds to the value, the same at every depth."""
        tagged = np.asarray([float(tag) for tag in tags])
        if not tagged.std():
            return 0.0
        by_card = self.correlation(tags) * self.spread / float(tagged.std())
        # A true count is per deck left; effects are per card of a full shoe.
        return by_card * (self.cards - 1) / DECK_SIZE

    def swing(self, cards_seen: int) -> float:
        """The standard deviation of the value after ``cards_seen`` cards."""
        left = self.cards - cards_seen
        if not 0 <= cards_seen < self.cards:
            raise ValueError(f"{cards_seen} cards cannot have been seen of {self.cards}")
        return self.spread * sqrt(cards_seen * (self.cards - 1) / left)

    def win(self, *, depth: float, correlation: float = 1.0, often: float = 1.0) -> float:
        """The mean win per round from betting one unit whenever the count favours it.

        From a full shoe down to the depth (a share of it); ``correlation`` of the count used;
        ``often`` is how often in a round the wager is offered.
        """
        seen = np.arange(0, max(1, round(depth * self.cards)))
        wins = [_gain(self.ev, abs(correlation) * self.swing(int(n))) for n in seen]
        return often * float(np.mean(wins))

    def chance_of_edge(self, *, depth: float, correlation: float = 1.0) -> float:
        """The share of rounds in which the count favours the wager."""
        seen = np.arange(1, max(2, round(depth * self.cards)))
        swings = (abs(correlation) * self.swing(int(n)) for n in seen)
        chances = [NormalDist().cdf(self.ev / swing) if swing else 0.0 for swing in swings]
        return float(np.mean(chances))


def _gain(ev: float, swing: float) -> float:
    """The mean of the positive part of a normal distribution (the linear loss integral)."""
    if not swing:
        return max(0.0, ev)
    z = ev / swing
    return ev * NormalDist().cdf(z) + swing * exp(-(z**2) / 2) / sqrt(2 * pi)


def main_effects(rules: TableRules, *, policy: Policy | str = Policy.CDZ) -> CardEffects:
    """Effects on the main game under optimal play with the card removed."""
    shoe = Shoe.of_decks(rules.equipment.decks.value)
    full = solve(rules, policy=policy, shoe=shoe).ev
    by_class = {}
    for i, rank in enumerate(CLASSES):
        counts = tuple(number - (i == j) for j, number in enumerate(shoe.counts))
        by_class[rank] = solve(rules, policy=policy, shoe=Shoe(counts)).ev - full
    by_card = tuple(by_class[up_card(rules, card)] for card in DECK)
    return CardEffects("main", shoe.size, full, by_card)


def insurance_effects(rules: TableRules) -> CardEffects:
    """Effects on insurance, the dealer's up card removed."""

    def value(left: CardsLeft) -> float:
        return float(price_insurance(rules, left).ev)

    return _effects(rules, "insurance", value, by_points=True)


def side_bet_effects(rules: TableRules, kind: str) -> CardEffects:
    """Effects on a side bet of the book."""

    def value(left: CardsLeft) -> float:
        return float(price_side_bet(rules, kind, left).ev)

    terms = rules.side_bet(kind).rows.value.terms
    by_points = all(term.looks_at is LooksAt.POINTS for term in terms)
    return _effects(rules, kind, value, by_points=by_points)


def _effects(
    rules: TableRules, name: str, value: Callable[[CardsLeft], float], *, by_points: bool
) -> CardEffects:
    """The effect of each card, the same for cards of equal points if ``by_points``."""
    left = CardsLeft.in_full(rules)
    full = value(left)
    known: dict[object, float] = {}
    by_card = []
    for card in DECK:
        alike = up_card(rules, card) if by_points else card
        if alike not in known:
            known[alike] = value(left.without(card)) - full
        by_card.append(known[alike])
    return CardEffects(name, left.size, full, tuple(by_card))


class PerfectPlay(Struct, frozen=True):
    """The win from betting one unit on a side bet whenever perfect knowledge favours it."""

    win: float
    """Per round, on average from a full shoe down to the depth"""
    se: float
    often: float
    """The share of rounds in which the bet is favourable"""


def perfect_play(
    rules: TableRules, kind: str, *, depth: float, shoes: int = 20_000, seed: int = 1
) -> PerfectPlay:
    """The most any count could win on a side bet decided by the box's first two cards.

    Only the sample is approximate: shoes are shuffled and dealt to a random depth, and the bet is
    priced from the cards left.
    """
    decks = rules.equipment.decks.value
    nets = two_card_nets(rules, kind)
    rng = np.random.default_rng(seed)
    cards = decks * DECK_SIZE
    seen = rng.integers(0, max(1, round(depth * cards)), size=shoes)
    left = np.array(
        [rng.multivariate_hypergeometric(np.full(DECK_SIZE, decks), cards - n) for n in seen]
    )
    values = two_card_values(nets, left)
    won = np.maximum(values, 0.0)
    return PerfectPlay(
        float(won.mean()), float(won.std()) / sqrt(shoes), float((values > 0).mean())
    )


def two_card_values(nets: Floats, left: NDArray[np.int64]) -> Floats:
    """[shoe]: the value of a bet on two cards, given the cards left in each shoe."""
    many = left.sum(axis=1)
    pairs = np.einsum("si,ij,sj->s", left, nets, left, optimize=True) - left @ np.diag(nets)
    return np.asarray(pairs / (many * (many - 1)))


def two_card_nets(rules: TableRules, kind: str) -> Floats:
    """[card, card]: the win per unit of a side bet on these first two cards."""
    bet = rules.side_bet(kind) if is_side_bet(kind) else None
    if bet is None or bet.draw is not None or bet.rows.value.looks_at - set(TWO_CARDS):
        raise ValueError(f"{kind} is not settled by the first two cards of the box")
    stake = whole_stake(bet)
    nets = [
        (settle_row(bet, row, stake).returned - stake) / stake
        for row in range(len(bet.rows.value.rows) + 1)
    ]
    floats: Floats = np.array(nets)[rows_won(rules, bet, TWO_CARDS)]
    return floats
