"""Index numbers for exactly these rules: from which true count another act is better.

For each true count the likeliest shoe at a depth is solved. With so many cards seen, the expected
number left of each rank is linear in the count (the conditional mean of a multivariate
hypergeometric distribution). A total is worth the mean of its two-card hands, by their chances in
that shoe. Counts are those at the decision, the hand and the up card being seen, and rounded
down. The numbers are approximations: a count stands for many shoes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import NormalDist
from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.cards import DECK, DECK_SIZE, Rank
from pitboss.compiled.ranks import CLASSES
from pitboss.law.counting import count, up_card
from pitboss.rulebooks import TableRules
from pitboss.solver import CannotPrice, HandValue, Policy, Shoe, Solution, solve
from pitboss.solver.side_bets import CardsLeft, price_insurance

from .counts import CountSystem

COUNTS: Final = range(-10, 11)
"""The true counts that are solved"""
_LEAST_GAIN: Final = 1e-7
"""Per round; what gains less is left out"""
_IN_A_FILE: Final = 100
"""Ladders in a file: a run follows at most 128"""

ACTS: Final = ("stand", "hit", "double", "split", "surrender")
Floats = NDArray[np.float64]
Values = dict[str, float]
"""What each act is worth"""


class Step(Struct, frozen=True):
    """The best act of a hand from a true count up."""

    act: str
    from_: int | None
    """The lowest true count, None for the first step"""


class Ladder(Struct, frozen=True):
    """A hand against an up card whose best act depends on the count."""

    hand: str
    up: str
    section: str
    base: str
    """The best act at a count of zero"""
    steps: tuple[Step, ...]
    gain: float
    """Per round, over the act at zero, with the counts as often as they are at this depth"""
    values: tuple[Values, ...]
    """At each true count in :data:`COUNTS`"""

    def to_json(self) -> dict[str, Any]:
        """The ladder as data."""
        steps = [{"act": step.act, "from": step.from_} for step in self.steps]
        return {
            "cell": f"{self.section}/{self.hand}/{self.up}",
            "hand": self.hand,
            "up": self.up,
            "base": self.base,
            "steps": steps,
            "gain": self.gain,
            "values": list(self.values),
        }


class IndexNumbers(Struct, frozen=True):
    """Every ladder of a game, the greatest gain first, and when to insure."""

    count: str
    depth: float
    ladders: tuple[Ladder, ...]
    insure_at: int | None

    def to_json(self) -> dict[str, Any]:
        """The numbers as data, with a file that ``simulate --spread`` reads."""
        return {
            "count": self.count,
            "depth": self.depth,
            "counts": list(COUNTS),
            "insure_at": self.insure_at,
            "ladders": [ladder.to_json() for ladder in self.ladders],
            "toml": self.toml(),
        }

    def deviations(self) -> Iterator[dict[str, Any]]:
        """The departures from the act at zero, as a spread lists them."""
        for ladder in self.ladders[:_IN_A_FILE]:
            at_zero = max(n for n, step in enumerate(ladder.steps) if (step.from_ or -99) <= 0)
            for n, step in enumerate(ladder.steps):
                about = {"hand": ladder.hand, "up": ladder.up, "act": step.act}
                if n > at_zero and step.from_ is not None:
                    yield about | {"at": step.from_}
            # Of those below, the last that applies decides: the lowest count comes last.
            for n in reversed(range(at_zero)):
                until = ladder.steps[n + 1].from_
                assert until is not None
                act = ladder.steps[n].act
                yield {"hand": ladder.hand, "up": ladder.up, "act": act, "below": until}

    def toml(self) -> str:
        """A file for ``simulate --spread``: one unit at every count, and the deviations."""
        lines = ['bets = { "-10" = 1 }']
        lines += [] if self.insure_at is None else [f"insure_at = {self.insure_at}"]
        for each in self.deviations():
            lines += ["", "[[deviations]]"]
            lines += [
                f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}"
                for key, value in each.items()
            ]
        return "\n".join(lines) + "\n"


def tags_by_class(rules: TableRules, system: CountSystem) -> list[float]:
    """The mean tag of the cards of each class."""
    tags: dict[Rank, list[float]] = {rank: [] for rank in CLASSES}
    for card, tag in zip(DECK, system.tags, strict=True):
        tags[up_card(rules, card)].append(float(tag))
    return [sum(tags[rank]) / len(tags[rank]) for rank in CLASSES]


def likeliest_shoe(full: Shoe, tags: Sequence[float], *, true: float, depth: float) -> list[float]:
    """How many cards of each class are left, on average, at a true count and a depth."""
    cards, counts = full.size, full.counts
    left = cards * (1 - depth)
    mean = sum(tag * number for tag, number in zip(tags, counts, strict=True)) / cards
    squares = sum(n * (tag - mean) ** 2 for tag, n in zip(tags, counts, strict=True))
    # An unbalanced count is taken less its drift, so that zero is a neutral shoe.
    pull = true * left / DECK_SIZE / squares
    return [
        min(float(n), max(0.0, n * left / cards - n * (tag - mean) * pull))
        for tag, n in zip(tags, counts, strict=True)
    ]


def _whole(wanted: Sequence[float]) -> Shoe:
    """The nearest shoe of whole cards."""
    whole = [int(each) for each in wanted]
    rest = sorted(range(len(wanted)), key=lambda i: whole[i] - wanted[i])
    for i in rest[: max(0, round(sum(wanted)) - sum(whole))]:
        whole[i] += 1
    return Shoe(tuple(whole))


def index_numbers(
    rules: TableRules, system: CountSystem, *, depth: float = 0.5
) -> Iterator[IndexNumbers | None]:
    """Solve one shoe after another, None after each, and last the numbers."""
    full = Shoe.of_decks(rules.equipment.decks.value)
    tags = tags_by_class(rules, system)
    solutions: dict[int, Solution] = {}
    insure_at: int | None = None
    for true in COUNTS:
        wanted = likeliest_shoe(full, tags, true=true, depth=depth)
        # The solver's chances are ratios of numbers of cards, which need not be whole.
        shoe = Shoe(tuple(wanted))  # type: ignore[arg-type]
        solutions[true] = solve(rules, policy=Policy.CDZ, shoe=shoe)
        if insure_at is None and _insures(rules, _whole(wanted)):
            insure_at = true
        yield None
    tagged = dict(zip(CLASSES, tags, strict=True))
    ladders = tuple(_ladders(rules, solutions, tagged, depth))
    yield IndexNumbers(system.name, depth, ladders, insure_at)


def _insures(rules: TableRules, shoe: Shoe) -> bool:
    if not rules.insurance.offered.value:
        return False
    try:
        return price_insurance(rules, CardsLeft.in_shoe(rules, shoe)).ev > 0
    except CannotPrice:
        return False


def _weights(cards_left: float, tags: dict[Rank, float], depth: float) -> Floats:
    """How often each true count is there at this depth, taken as normal."""
    of_a_deck = [(tag, 16 if rank is Rank.TEN else 4) for rank, tag in tags.items()]
    mean = sum(tag * n for tag, n in of_a_deck) / DECK_SIZE
    square = sum(n * (tag - mean) ** 2 for tag, n in of_a_deck) / DECK_SIZE
    cards = cards_left / (1 - depth)
    sd = sqrt(square * cards * depth * cards_left / (cards - 1)) / (cards_left / DECK_SIZE)
    normal = NormalDist(0, sd)
    return np.array([normal.cdf(true + 1) - normal.cdf(true) for true in COUNTS])


def _ladders(
    rules: TableRules, solutions: dict[int, Solution], tags: dict[Rank, float], depth: float
) -> list[Ladder]:
    weights = _weights(solutions[0].shoe.size, tags, depth)
    hands: dict[tuple[str, str], list[HandValue]] = {}
    for true in COUNTS:
        for hand in solutions[true].hands:
            hands.setdefault((hand.cards, hand.up), []).append(hand)
    cells: dict[tuple[str, str, str], tuple[Floats, dict[str, Floats]]] = {}
    for (cards, up), by_count in hands.items():
        place = _place(rules, Rank(cards[0]), Rank(cards[1]))
        if place is None or len(by_count) < len(COUNTS):
            continue
        seen = (Rank(cards[0]), Rank(cards[1]), Rank(up))
        chances, values = cells.setdefault((*place, up), (np.zeros(len(COUNTS)), {}))
        often = np.array([_chance(solutions[true].shoe, *seen) for true in COUNTS])
        chances += often
        before = _before(solutions[0].shoe.size, sum(tags[rank] for rank in seen))
        for act in ACTS:
            told = [getattr(hand, act) for hand in by_count]
            if None not in told:
                worth = np.interp(before, COUNTS, np.array(told, float))
                values[act] = values.get(act, 0.0) + often * worth
    found = []
    for (section, hand_, up), (chances, summed) in cells.items():
        means = {act: each / chances for act, each in summed.items()}
        best = [max(means, key=lambda act: means[act][n]) for n in range(len(COUNTS))]
        base = best[COUNTS.index(0)]
        gained = [means[act][n] - means[base][n] for n, act in enumerate(best)]
        gain = float(np.sum(weights * chances * np.array(gained)))
        steps = _steps(best)
        if len(steps) > 1 and gain > _LEAST_GAIN:
            values_ = tuple(
                {act: float(each[n]) for act, each in means.items()} for n in range(len(COUNTS))
            )
            found.append(Ladder(hand_, up, section, base, tuple(steps), gain, values_))
    return sorted(found, key=lambda ladder: -ladder.gain)


def _before(cards_left: float, tags: float) -> Floats:
    """The true counts before the deal that lead to the middle of each count at the decision."""
    wanted = np.array(COUNTS) + 0.5  # true counts are rounded down
    running = wanted * (cards_left - 3) / DECK_SIZE - tags
    return np.asarray(running * DECK_SIZE / cards_left)


def _chance(shoe: Shoe, one: Rank, other: Rank, up: Rank) -> float:
    """How often these two cards lie against this up card."""
    left, size, chance = {rank: shoe[rank] for rank in CLASSES}, shoe.size, 1.0
    for n, rank in enumerate((one, other, up)):
        chance *= max(0.0, left[rank]) / (size - n)
        left[rank] -= 1
    return chance * (1 if one == other else 2)


def _steps(best: Sequence[str]) -> list[Step]:
    steps: list[Step] = []
    for true, act in zip(COUNTS, best, strict=True):
        if not steps or steps[-1].act != act:
            steps.append(Step(act, true if steps else None))
    return steps


def _place(rules: TableRules, one: Rank, other: Rank) -> tuple[str, str] | None:
    """The section and row of a chart for two cards; None for a blackjack."""
    if one == other:
        return "pairs", f"{one},{other}"
    cards = [next(card for card in DECK if up_card(rules, card) == rank) for rank in (one, other)]
    counted = count(rules, tuple(cards))
    if counted.total == 21:
        return None
    if counted.soft:
        return "soft", f"A,{other if one is Rank.ACE else one}"
    return "hard", str(counted.total)
