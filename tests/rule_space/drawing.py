"""Rule sets drawn at random: any book as base, its elections, and any provision of the schema."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any, Final, NamedTuple

from msgspec import structs

from pitboss.cards import Rank
from pitboss.money import Odds
from pitboss.rulebooks import BOOKS, BadElection, TableRules, rulebook
from pitboss.rulebooks.amounts import MoneyDomain, OddsPair, SideBetsDomain
from pitboss.rulebooks.domains import (
    UP_CARDS,
    Among,
    Domain,
    OneOf,
    Share,
    Totals,
    UpCards,
    WholeNumber,
    YesNo,
)
from pitboss.rulebooks.schema import OPTIONAL_PARTS, SLOTS, Slot

PARTS: Final = (
    "counting", "deal", "dealer", "drawing", "doubling", "splitting", "surrendering", "zapping",
    "insurance", "even_money", "comparison", "over_over", "settlement",
)  # fmt: skip
"""The parts that decide the result of a round"""

ELSEWHERE: Final = {
    "equipment": "a price is for given cards, and the cards are drawn from any number of decks",
    "shoe": "which cards are dealt: see MORE",
    "cutting": "who cuts makes no card likelier",
    "limits": "a price is for any wager",
    "boxes": "whose wager it is",
    "sharing": "whose wager it is",
    "betting": "when a wager is placed",
    "excess": "how large a wager may be",
    "banking": "how a bank limits what is paid: the simulator's own comparison plays it",
    "irregularities": "rulings on accidents, which no price has: see MORE",
    "rebuilding": "rulings on accidents, which no price has",
}
"""The parts of the schema that do not decide the result of a round, with the reason"""

MORE: Final = (
    "shoe.burns_first", "shoe.cutting_card_first",
    "shoe.cutting_card_in_round", "irregularities.shoe_exhausted",
)  # fmt: skip
"""The other parts that decide which cards are dealt"""

LEFT_OUT: Final = frozenset(
    {
        # They depend on the number of chips staked, and a price is for any wager.
        "doubling.least", "doubling.in_steps", "insurance.in_chips", "insurance.amount",
        "insurance.closes",
        # Who may bet, and how much: a wager is placed before a round has a value.
        "needs", "amounts", "on_anothers_box", "at_most_the_main", "button", "failure_pays",
        "failure_basis", "void_with_the_hand", "one_scale_in_the_house",
        # The moment of settlement is tied to the cards that decide the bet.
        "settled",
    }
)  # fmt: skip
"""Provisions, or names of provisions, on which no result of a round depends"""

SLOTS_DRAWN: Final = tuple(
    slot
    for part, slots in SLOTS.items()
    for slot in slots.values()
    if (part in PARTS or slot.path in MORE)
    and slot.path not in LEFT_OUT
    and slot.name not in LEFT_OUT
)
"""Every place of the schema that is drawn"""

_ODDS: Final = tuple(Odds(*each) for each in ((1,), (3, 2), (6, 5), (2,), (7, 5), (5, 4), (3,)))
_SHARES: Final = tuple(Fraction(n, 20) for n in (5, 8, 10, 15, 20))
_STAKE: Final = 100_00
"""A wager for which every share and all odds drawn here give whole cents"""


class RuleSet(NamedTuple):
    """Rules, and a description of how they were made."""

    rules: TableRules
    told: str


def draw(number: int, *, seed: int) -> RuleSet:
    """The rule set of that number."""
    lot = Random(f"{seed}:{number}")
    book = lot.choice(BOOKS)
    elected = _elections(lot, book)
    texts = [book, *(f"{key}={value}" for key, value in elected.items())]
    rules = rulebook(book).elect_all(elected)
    for part in PARTS:
        if part not in OPTIONAL_PARTS:
            continue
        if lot.random() < 0.03:
            rules = _lend(lot, rules, part, texts)
    slots = (*SLOTS_DRAWN, *_of_side_bets(rules))
    for slot in lot.sample(slots, lot.choice((0, 1, 1, 2, 2, 3, 4))):
        if slot.part.startswith("side_bets.") or getattr(rules, slot.part) is not None:
            value = _near(lot, rules, slot) if slot.name == "rows" else value_of(lot, slot.domain)
            rules = rules.with_provision(slot.path, value)
            texts.append(f"{slot.path}={slot.domain.show(value)}")
    return RuleSet(made_comparable(rules), " ".join(texts))


def made_comparable(rules: TableRules) -> TableRules:
    """The rules with a wager for which every share and all odds give whole cents, and no limits."""
    for path, value in (
        ("limits.minimum", _STAKE), ("limits.maximum", None), ("doubling.least", 1),
        ("doubling.in_steps", False), ("insurance.in_chips", False),
    ):  # fmt: skip
        rules = rules.with_provision(path, value)
    return rules


def _of_side_bets(rules: TableRules) -> list[Slot]:
    """The places of the side bets on which the result of a round depends."""
    parts = [part for part in rules.parts if part.startswith("side_bets.")]
    return [s for part in parts for s in rules.slots(part) if s.name not in LEFT_OUT]


def _near(lot: Random, rules: TableRules, slot: Slot) -> Any:
    """The rows of a side bet with other odds, another number in a term, or in another order."""
    return lot.choice(slot.domain.neighbours(rules.provision(slot.path).value))


def _elections(lot: Random, book: str) -> dict[str, Any]:
    """Some of the elections, made at random within their ranges and requirements."""
    made: dict[str, Any] = {}
    for key, election in rulebook(book).elections.items():
        if isinstance(
            election.domain, Among | OneOf | WholeNumber | YesNo | OddsPair | SideBetsDomain
        ):
            if lot.random() > 0.4:
                continue
            trial = {**made, key: value_of(lot, election.domain)}
            try:
                rulebook(book).elect_all(trial)
            except BadElection:
                continue
            made = trial
    return made


def _lend(lot: Random, rules: TableRules, part: str, texts: list[str]) -> TableRules:
    """The rules without an optional part, or with that of another book."""
    if getattr(rules, part) is not None:
        texts.append(f"no {part}")
        absent = (*rules.absent, (part, "not in the text"))
        without: TableRules = structs.replace(rules, **{part: None}, absent=absent)
        return without
    lenders = [book for book in BOOKS if part not in rulebook(book).absent]
    lender = lot.choice(lenders)
    texts.append(f"{part} of {lender}")
    lent: TableRules = structs.replace(
        rules,
        **{part: getattr(rulebook(lender).elect(), part)},
        absent=tuple(each for each in rules.absent if each[0] != part),
    )
    return lent


def value_of(lot: Random, domain: Domain) -> Any:
    """Any value of the domain."""
    match domain:
        case YesNo():
            return lot.random() < 0.5
        case WholeNumber(least, most):
            return lot.randint(least, most)
        case OneOf(kind):
            return lot.choice(list(kind))
        case Among(choices):
            return lot.choice(choices)
        case Share():
            return lot.choice([s for s in _SHARES if domain.least <= s <= domain.most])
        case Totals(least, most):
            return _some(lot, range(least, most + 1))
        case UpCards():
            return lot.choice(
                (
                    frozenset(), frozenset(UP_CARDS), frozenset({Rank.ACE}),
                    frozenset({Rank.TEN}), frozenset({Rank.ACE, Rank.TEN}),
                    _some(lot, UP_CARDS),
                )
            )  # fmt: skip
        case OddsPair(among):
            return lot.choice(among or _ODDS)
        case MoneyDomain():
            return _STAKE
        case SideBetsDomain(names):
            return ",".join(lot.sample(names, lot.randint(0, min(2, len(names))))) or "none"
        case _:
            raise LookupError(f"no way to draw {domain}")


def _some(lot: Random, among: Any) -> frozenset[Any]:
    listed = list(among)
    return frozenset(lot.sample(listed, lot.randint(0, len(listed))))
