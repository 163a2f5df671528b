"""Every provision on which the result of a round depends, with its other values, one at a time.

    python -m tests.rule_space.slots                        all of them
    python -m tests.rule_space.slots comparison.charlie     one provision, or one part

A value must be refused by name, or change the table, the price and the simulator alike: on tiny
shoes the table played out in every way comes to the price, and the price differs from that of the
rules as they were; both kernels agree with the table wager by wager. A value that changes no price
is listed here with the reason. So a provision that only the table knows cannot stay unnoticed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice, product
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.acts import HandAct
from pitboss.cards import Rank
from pitboss.compiled.errors import CannotPrice
from pitboss.compiled.game import game
from pitboss.compiled.ranks import CLASSES
from pitboss.rulebooks import TableRules, Unsupported, rulebook
from pitboss.rulebooks.domains import Domain, Totals, UpCards, WholeNumber
from pitboss.rulebooks.schema import Slot
from pitboss.rulebooks.supported import unsupported
from pitboss.solver import Shoe, solve
from pitboss.solver.contraction import Floats
from pitboss.table.table import Table
from tests.rigs.table_wagers import KernelDisagreement
from tests.rule_space.drawing import SLOTS_DRAWN, made_comparable
from tests.rule_space.holding import NEAR, beginnings, simulator_against_table
from tests.solver.exhaustive import Exhaustive, ShoeTooSmall, TreeTooLarge
from tests.solver.following import Following, by_lot

BASES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("classic", {"decks": 1, "surrender": "early", "draw_to_split_aces": True}),
    (
        "classic",
        {"decks": 1, "hole_card": "none", "surrender": "late", "dealer_blackjack_takes": "all"},
    ),
    ("nobust", {"decks": 1, "split_tens": "same_value"}),
    ("zappit", {}),
    ("nz", {"decks": 4}),
)
"""Rules in which one provision is changed: the first in which the change can be seen"""


class Spot(NamedTuple):
    """A tiny shoe, and a strategy by lot that may prefer one act wherever it is permitted."""

    shoe: str
    seed: int
    prefers: HandAct | None = None


SPOTS: Final = (
    Spot("T:8 8:4 A:4 5:3", 1),
    Spot("T:4 A:4 2:4 3:4 4:2", 2, HandAct.HIT),
    Spot("T:16 6:3 5:1 A:3", 3, HandAct.EXCHANGE),
    Spot("T:8 8:6 A:2", 4),
    Spot("T:8 7:4 4:4 A:3", 5),
)
"""In the second one, hands of seven cards are common; in the fourth, boxes of four hands."""

MOST_CARDS: Final = (150, 1500)
"""Cards dealt in one tree before another start is tried; small trees are tried everywhere first"""
TREES: Final = 2
"""Trees played out from one spot"""
STARTS: Final = 8
"""Starts tried, of which some have too many courses"""
ROUNDS: Final = 20

CHANGES_NO_PRICE: Final = {
    "shoe.cutting_card_first": "a price is for one shoe, from which no card has been dealt",
    "shoe.burns_first": "an unknown card makes no difference to the next",
    "irregularities.shoe_exhausted": "a price is for a shoe that lasts the round",
    "deal.hole_card": "one that is not checked before play might as well be dealt after it",
    "deal.squeezing": "who holds the cards does not change them",
    "deal.blackjack_paid = at the end": "a blackjack that no dealer ties is paid in any case",
    "deal.blackjack_waits = A T": "a dealer who has checked has no blackjack",
    "dealer.draws_in_vain": "it is about cards that change no result",
    "drawing.must_draw_below = 1": "no hand totals nothing",
    "drawing.bust_taken": "a bust hand has lost, now or later",
    "doubling.amount": "a price is for doubles of the whole wager",
    "splitting.second_card_after_refusal": "a price is for a round in which no card is exposed",
    "splitting.wager": "a price is for splits at the whole wager",
    "surrendering.blackjack_too": "nobody gives up a blackjack",
    "insurance.offered": "insurance is a bet of its own",
    "insurance.against": "insurance is a bet of its own",
    "insurance.odds": "insurance is a bet of its own",
    "even_money.returns_insurance": "insurance is a bet of its own",
    "even_money.after_insurance": "insurance is a bet of its own, returned for even money",
    "even_money.against = A T": "a dealer with a five up ties no blackjack",
    "settlement.order": "all wagers are settled, in any order",
}
"""Provisions, or values, that change no price of a hand; both kernels agree on them too."""


_SMALL: Final = 4
"""The most other values of which every one is tried"""


Start = tuple[int, int, int]
"""The first and the second card by class, and the up card"""


class Covered(NamedTuple):
    """What was seen of one value."""

    path: str
    value: str
    refused: str | None = None
    changes_price: bool = False
    trees: int = 0
    wagers: int = 0


def others(domain: Domain, now: Any) -> tuple[Any, ...]:
    """Every other value of a small domain; of a large one, some near and some far."""
    match domain:
        case WholeNumber(least, most):
            whole = range(least, most + 1)
            values = tuple(whole) if len(whole) <= _SMALL else (now - 1, now + 1, least, most)
            return _different(now, (n for n in values if n in whole))
        case Totals(least, most):
            half = frozenset(range(least, (least + most) // 2))
            return _different(now, (frozenset(), frozenset(range(least, most + 1)), half))
        case UpCards():
            aces, tens = frozenset({Rank.ACE}), frozenset({Rank.TEN})
            return _different(now, (frozenset(), aces, tens, aces | tens))
        case _:
            return domain.neighbours(now)[:_SMALL]


def _different(now: Any, values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(value for value in dict.fromkeys(values) if value != now)


def cover(slot: Slot, *, played: int = _SMALL + 1) -> Iterator[Covered]:
    """Try the other values; raise ``KernelDisagreement`` where one is neither priced nor refused.

    Every value is refused or taken, and ``played`` of those that are taken are played, those
    that change a price first.
    """
    bases = [each for each in map(_base, range(len(BASES))) if getattr(each, slot.part) is not None]
    assert bases, f"no rules to change {slot.path} in: add some to BASES"
    values = others(slot.domain, bases[0].provision(slot.path).value)
    for value in sorted(values, key=lambda value: not _changes_price(slot, value)):
        changed = [(base, base.with_provision(slot.path, value)) for base in bases]
        sentences = {both: _refused_by_all(both[1]) for both in changed if both[0] != both[1]}
        taken = [both for both, sentence in sentences.items() if sentence is None]
        if not taken:
            shown = slot.domain.show(value)
            yield Covered(slot.path, shown, next(filter(None, sentences.values())))
        elif played:
            played -= 1
            yield _covered(slot, value, taken)


def _changes_price(slot: Slot, value: Any) -> bool:
    return not {slot.path, f"{slot.path} = {slot.domain.show(value)}"} & CHANGES_NO_PRICE.keys()


def _covered(slot: Slot, value: Any, taken: list[tuple[TableRules, TableRules]]) -> Covered:
    shown, expected = slot.domain.show(value), _changes_price(slot, value)
    trees, rules = 0, taken[0][1]
    for base, rules in taken if expected else ():
        trees = _where_the_price_changes(base, rules)
        if trees:
            break
    else:
        for _, rules in taken if expected else taken[:1]:
            trees += _everywhere(rules, SPOTS if expected else SPOTS[:1])
        if expected:
            raise KernelDisagreement(
                f"{slot.path} = {shown} changes no price. If it should, what is compiled from the "
                "rules does not know it, or nothing in SPOTS reaches it; if it should not, say in "
                "CHANGES_NO_PRICE why."
            )
    lot = Random(f"{slot.path} {shown}")
    _, wagers = simulator_against_table(rules, lot, ROUNDS, long_hands=True)
    return Covered(slot.path, shown, None, expected, trees, wagers)


def _refused_by_all(rules: TableRules) -> str | None:
    """The sentence with which price, simulator and table refuse, or None if none refuses."""
    sentence = unsupported(rules)
    if sentence is None:
        return None
    for what in (game, solve, Table):
        try:
            what(rules)
        except (CannotPrice, Unsupported) as refused:
            assert str(refused) == sentence
        else:
            raise KernelDisagreement(f"{what.__name__} takes rules that are refused: {sentence}")
    return sentence


@lru_cache
def _base(number: int) -> TableRules:
    book, elected = BASES[number]
    return made_comparable(rulebook(book).elect_all(elected))


@lru_cache(maxsize=64)
def _followed(rules: TableRules, spot: Spot) -> Following:
    counts: Floats = np.array(Shoe.parse(spot.shoe).counts, float)
    given = by_lot(game(rules), seed=spot.seed, prefers=spot.prefers)
    return Following(game(rules), counts, best_splits=False, given=given)


def _where_the_price_changes(base: TableRules, rules: TableRules) -> int:
    """Compare trees with their prices where these are others than the base's."""
    for most_cards, spot in product(MOST_CARDS, SPOTS):
        was, now = (_followed(each, spot).stage.two_cards.best for each in (base, rules))
        differs = ~np.isclose(was, now, rtol=0.0, atol=NEAR, equal_nan=True)
        starts = [start for start in _starts(spot.shoe) if differs[start]]
        trees = _count(_trees(_followed(rules, spot), spot, starts, most_cards))
        if trees:
            return trees
    return 0


def _count(trees: Iterator[float]) -> int:
    return sum(1 for _ in islice(trees, TREES))


def _everywhere(rules: TableRules, spots: Iterable[Spot]) -> int:
    """Compare trees with their prices at every spot."""
    return sum(_at_spot(_followed(rules, spot), spot) for spot in spots)


def _at_spot(following: Following, spot: Spot) -> int:
    counts = (_count(_trees(following, spot, _starts(spot.shoe), most)) for most in MOST_CARDS)
    return next(filter(None, counts), 0)


@lru_cache
def _starts(shoe: str) -> tuple[Start, ...]:
    return tuple(beginnings(Shoe.parse(shoe), Random(shoe)))


def _trees(
    following: Following, spot: Spot, starts: Iterable[Start], most_cards: int
) -> Iterator[float]:
    """Play out trees, and compare each with its price."""
    shoe, rules = Shoe.parse(spot.shoe), following.game.rules
    for start in islice(starts, STARTS):
        tree = Exhaustive(rules, shoe, following, most_cards=most_cards)
        try:
            value = tree.value_of(*start)
        except (ShoeTooSmall, TreeTooLarge):
            continue
        price = float(following.stage.two_cards.best[start])
        if not abs(value - price) < NEAR:
            names = " ".join(str(CLASSES[rank]) for rank in start)
            raise KernelDisagreement(
                f"from {spot.shoe}, {names}: the table played out gives {value}, "
                f"the price is {price}"
            )
        yield value


def main(texts: list[str]) -> int:
    """Try the values of the provisions asked for, or of all."""
    slots = [s for s in SLOTS_DRAWN if not texts or {s.path, s.part} & set(texts)]
    wrong, held, refused, began = 0, 0, 0, time.process_time()
    for slot in slots:
        before = time.process_time()
        try:
            for each in cover(slot):
                held, refused = held + (each.refused is None), refused + (each.refused is not None)
                text = each.refused or (
                    f"{each.trees} trees, {each.wagers} wagers"
                    + ("" if each.changes_price else "; no price changes")
                )
                print(f"{each.path} = {each.value}: {text}", flush=True)
        except Exception as error:
            wrong += 1
            print(f"{slot.path}: {type(error).__name__}: {error}", flush=True)
        print(f"    {time.process_time() - before:.2f} s")
    seconds = time.process_time() - began
    print(f"{held} values held, {refused} refused, {wrong} provisions wrong; {seconds:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
