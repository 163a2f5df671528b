"""The bets that the first two cards of the box decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from pitboss.cards import Card
from pitboss.law.hands import Hand
from pitboss.law.side_bets import madness_21, over_under_13, perfect_pairs, player_pair
from pitboss.law.wagers import WagerKind
from pitboss.money import Cents, dollars
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Result
from pitboss.solver.side_bets.cards_left import CardsLeft, agreed
from pitboss.solver.side_bets.prices import Ending, SideBetPrice, whole_stake


def _by_pairs(
    name: str, left: CardsLeft, end: Callable[[Card, Card], Ending], *, stake: Cents
) -> SideBetPrice:
    ways: Counter[Ending] = Counter()
    for one, other, number in left.pairs():
        ways[agreed(name, end, (one, other))] += number
    return SideBetPrice.of_combinations(name, ways, stake=stake)


def price_perfect_pairs(rules: TableRules, left: CardsLeft) -> SideBetPrice:
    """Perfect Pairs, by how alike the pair is."""
    stake = whole_stake(rules.present(rules.perfect_pairs, "perfect_pairs"))

    def end(first: Card, second: Card) -> Ending:
        found = perfect_pairs.pair(first, second)
        label = "no pair" if found is None else f"{found} pair"
        return Ending(label, perfect_pairs.settle(rules, stake, first, second))

    return _by_pairs(WagerKind.PERFECT_PAIRS, left, end, stake=stake)


def price_player_pair(rules: TableRules, left: CardsLeft) -> SideBetPrice:
    """Player Pair, whatever the suits."""
    stake = whole_stake(rules.present(rules.player_pair, "player_pair"))

    def end(first: Card, second: Card) -> Ending:
        settled = player_pair.settle(rules, stake, first, second)
        return Ending("pair" if settled.result is Result.WIN else "no pair", settled)

    return _by_pairs(WagerKind.PLAYER_PAIR, left, end, stake=stake)


def price_over_or_under_13(rules: TableRules, left: CardsLeft, kind: WagerKind) -> SideBetPrice:
    """Over 13 or Under 13, aces counting low."""
    part = rules.present(rules.over_under_13, "over_under_13")
    stake, pivot = whole_stake(part), part.pivot.value

    def end(first: Card, second: Card) -> Ending:
        total = over_under_13.low_total(rules, first, second)
        side = "exactly" if total == pivot else "over" if total > pivot else "under"
        settled = over_under_13.settle(rules, kind, stake, first, second)
        return Ending(f"{side} {pivot}", settled)

    return _by_pairs(kind, left, end, stake=stake)


def price_madness_21(rules: TableRules, left: CardsLeft) -> SideBetPrice:
    """Madness 21: every blackjack with every entry of the prize table."""
    part = rules.present(rules.madness_21, "madness_21")
    stake = whole_stake(part)
    prizes = part.prizes.value
    ways: Counter[Ending] = Counter()

    def ends(first: Card, second: Card) -> tuple[tuple[Ending, int], ...]:
        hand = Hand((first, second))
        if not madness_21.wins(rules, hand):
            lost = madness_21.settle(rules, stake, hand, prize_per_dollar=0)
            return ((Ending("no blackjack", lost), prizes.entries),)
        return tuple(
            (
                Ending(
                    f"blackjack, prize {dollars(prize)}",
                    madness_21.settle(rules, stake, hand, prize_per_dollar=prize),
                ),
                entries,
            )
            for prize, entries in prizes.levels
        )

    for one, other, number in left.pairs():
        for ending, entries in agreed(WagerKind.MADNESS_21, ends, (one, other)):
            ways[ending] += number * entries
    return SideBetPrice.of_combinations(WagerKind.MADNESS_21, ways, stake=stake)


def price_madness_21_after_failure(rules: TableRules, left: CardsLeft) -> SideBetPrice:
    """Madness 21 at its least stake when the equipment has failed and a fixed sum is paid."""
    stake = rules.present(rules.madness_21, "madness_21").amounts.value.least

    def end(first: Card, second: Card) -> Ending:
        hand = Hand((first, second))
        settled = madness_21.settle_after_failure(rules, stake, hand)
        return Ending("blackjack" if settled.result is Result.WIN else "no blackjack", settled)

    return _by_pairs(WagerKind.MADNESS_21, left, end, stake=stake)
