"""Compare books: where they differ, and what each difference is worth.

Each difference is priced on its own: the first book adopts the other's answer to that one question
and is solved again. The single changes need not add up to the total difference, because rules
interact; the rest is reported as interaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np
from msgspec import Struct, structs

from pitboss.acts import PARTS as ACT_PARTS
from pitboss.compiled.game import CompiledGame, game
from pitboss.frames import data_frame
from pitboss.jsonable import plain
from pitboss.rulebooks import RulesLike, TableRules, rules_of_each
from pitboss.rulebooks.data import as_data
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.rulebooks.schema import PARTS, SIDE_BETS, SLOTS, SideBet, slot
from pitboss.solver import CannotPrice, Policy, Solution, solve

from .comparison_html import comparison_html
from .price_list import Quotation, quote

PLAY: Final = (
    "counting", "deal", "dealer", "drawing", "doubling", "splitting", *ACT_PARTS,
    "even_money", "comparison", "over_over", "settlement",
)  # fmt: skip
"""The parts whose provisions are priced one by one; all others are priced together."""

_TOGETHER: Final = (
    ("deal.hole_card", "deal.looks_under", "deal.blackjack_waits", "deal.blackjack_paid"),
    ("surrendering.against", "surrendering.time", "surrendering.is_final"),
)
"""Provisions that mean nothing without each other are changed together."""

_SHOWN: Final = 5
"""How many of the differences that matter most a prompt shows"""

_ARITHMETIC: Final = 1e-13
"""Differences this small come from rounding, not from a rule."""


class Said(Struct, frozen=True):
    """One book's answer to a question, with its clause."""

    value: str
    under: str
    cited: str
    """The clause as a person reads it, with the base's id if it is inherited from one"""
    data: Any = None
    """The value as data; by path where several provisions answer together"""

    def __str__(self) -> str:
        return f"{self.value} ({self.cited})"


class Difference(Struct, frozen=True):
    """A question the books answer differently, and what each other answer is worth."""

    paths: tuple[str, ...]
    question: str
    said: tuple[Said, ...]
    """The answers of all books, in order"""
    worth: tuple[float | None, ...]
    """For each book after the first: what its answer adds to the first's edge; None if unpriced"""
    why: tuple[str, ...] = ()
    """Why some have no price, if any"""

    @property
    def matters(self) -> bool:
        """Whether any answer moves the price or cannot be priced."""
        return any(worth != 0 for worth in self.worth)

    def to_json(self, names: Sequence[str]) -> dict[str, Any]:
        """The difference as data, with the books under these names."""
        return {
            "paths": list(self.paths),
            "question": self.question,
            "said": {
                name: {"value": phrase.data, "shown": phrase.value, "under": phrase.under}
                for name, phrase in zip(names, self.said, strict=True)
            },
            "worth": dict(zip(names[1:], self.worth, strict=True)),
            **({"why": "; ".join(dict.fromkeys(self.why))} if self.why else {}),
        }


class Total(Struct, frozen=True):
    """Another book's edge less the first's, and how much of it single changes explain."""

    difference: float
    single_changes: float
    elsewhere: float | None
    """What all provisions other than play change together"""

    @property
    def interaction(self) -> float:
        """What the changes do together beyond what each does alone."""
        return self.difference - self.single_changes - (self.elsewhere or 0.0)

    def to_json(self) -> dict[str, Any]:
        """The total as data."""
        return {
            "difference": self.difference,
            "single_changes": self.single_changes,
            "elsewhere": self.elsewhere,
            "interaction": self.interaction,
        }


class Comparison(Struct, frozen=True):
    """Books side by side, with their prices and differences."""

    names: tuple[str, ...]
    quotations: tuple[Quotation, ...]
    differences: tuple[Difference, ...]
    totals: tuple[Total, ...]
    """For each book after the first"""

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each question: each book's answer and clause, and what it is worth."""
        return [
            {"question": each.question, "paths": ", ".join(each.paths)}
            | dict(zip(self.names, (phrase.data for phrase in each.said), strict=True))
            | {
                f"{name} clause": phrase.under
                for name, phrase in zip(self.names, each.said, strict=True)
            }
            | {
                f"{name} worth": worth
                for name, worth in zip(self.names[1:], each.worth, strict=True)
            }
            for each in self.differences
        ]

    def to_pandas(self) -> Any:
        """The rows of :meth:`to_dicts` as a data frame."""
        return data_frame(self.to_dicts())

    def __repr__(self) -> str:
        edges = (
            f"  {name:<10} {each.solution.house_edge:.4%}"
            for name, each in zip(self.names, self.quotations, strict=True)
        )
        moving = sorted(
            (each for each in self.differences if each.matters),
            key=lambda each: max(abs(worth or 0.0) for worth in each.worth),
            reverse=True,
        )
        worth = (
            f"  {'  '.join('not priced' if w is None else f'{w:+.4%}' for w in each.worth)}"
            f"  {each.question}"
            for each in moving[:_SHOWN]
        )
        what = f"{len(self.differences)} differences, {len(moving)} of which change the edge"
        return "\n".join(["house edge", *edges, what, *worth])

    def _repr_html_(self) -> str:
        return comparison_html(self)

    def to_json(self) -> dict[str, Any]:
        """The comparison as data: edges are the house's, worth a change in the first's."""
        others = self.names[1:]
        return {
            "books": list(self.names),
            "policy": self.quotations[0].solution.policy.value,
            "prices": {
                name: quotation.to_json(hands=False)
                for name, quotation in zip(self.names, self.quotations, strict=True)
            },
            "differences": [each.to_json(self.names) for each in self.differences],
            "totals": {
                name: total.to_json() for name, total in zip(others, self.totals, strict=True)
            },
        }


def compare(
    *books: RulesLike,
    policy: Policy | str = Policy.OPTIMAL,
    tell: Callable[[str], object] = lambda question: None,
    **elections: Any,
) -> Comparison:
    """Compare the first book with each of the others: provisions, clauses and prices.

    An election applies to every book that has it; ``told`` is called with what is being priced.
    """
    if len(books) < 2:
        raise ValueError("name at least two books to compare")
    tables = rules_of_each(*books, **elections)
    quotations = tuple(quote(solve(rules, policy=policy)) for rules in tables)
    changes = differences(tables, quotations[0].solution, tell=tell)
    return compared(quotations, changes)


def compared(quotations: Sequence[Quotation], differences: Sequence[Difference]) -> Comparison:
    """The comparison of books whose prices and differences are known."""
    base = quotations[0].solution
    tables = [each.solution.rules for each in quotations]
    totals = [
        Total(
            quotation.solution.house_edge - base.house_edge,
            sum(each.worth[i] or 0.0 for each in differences),
            _worth(base, _changed_elsewhere(base.rules, quotation.solution.rules), []),
        )
        for i, quotation in enumerate(quotations[1:])
    ]
    return Comparison(names_of(tables), tuple(quotations), tuple(differences), tuple(totals))


def differences(
    tables: Sequence[TableRules],
    base: Solution,
    *,
    tell: Callable[[str], object] = lambda question: None,
) -> tuple[Difference, ...]:
    """Find where the rules differ and price each other answer in the first book's game."""
    return tuple(each_difference(tables, base, tell=tell))


def each_difference(
    tables: Sequence[TableRules],
    base: Solution,
    *,
    tell: Callable[[str], object] = lambda question: None,
    about: str | None = None,
) -> Iterator[Difference]:
    """The differences one by one, as they are priced; only those ``about`` one provision."""
    for paths, question in _questions(tables):
        if about is not None and about not in paths and about.partition(".")[0] not in paths:
            continue
        phrases = tuple(_said(rules, paths) for rules in tables)
        if len({each.value for each in phrases}) == 1:
            continue
        worth: list[float | None] = [0.0] * (len(tables) - 1)
        why: list[str] = []
        if _is_play(paths):
            tell(question)
            hybrids = (changed(base.rules, other, paths) for other in tables[1:])
            worth = [_worth(base, rules, why) for rules in hybrids]
        yield Difference(paths, question, phrases, tuple(worth), tuple(why))


def changed(rules: TableRules, other: TableRules, paths: Sequence[str]) -> TableRules:
    """``rules`` with ``other``'s answers at ``paths``; a path without a dot is a part."""
    for path in paths:
        part, dot, name = path.partition(".")
        if part == SIDE_BETS and dot:
            rules = rules.with_side_bets(_with_bet_of(rules, other, name))
        elif dot:
            rules = rules.with_provision(path, other.provision(path).value)
        else:
            absent = {name: under for name, under in rules.absent if name != part}
            absent |= {name: under for name, under in other.absent if name == part}
            theirs = {part: getattr(other, part), "absent": tuple(absent.items())}
            rules = structs.replace(rules, **theirs)
    return rules


def _with_bet_of(rules: TableRules, other: TableRules, bet: str) -> tuple[SideBet, ...]:
    """The side bets of the rules, one of them as the other book has it."""
    theirs = other.side_bets.get(bet)
    rest = tuple(b for b in rules.side_bets.bets if b.id != bet)
    return rest if theirs is None else (*rest, theirs)


def _questions(tables: Sequence[TableRules]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every question in the schema; a part that a book lacks is a single question."""
    follow = {path: group for group in _TOGETHER for path in group}
    for part, kind in PARTS.items():
        about = (kind.__doc__ or "").strip().splitlines()[0]
        if any(getattr(rules, part) is None for rules in tables):
            yield (part,), about
            continue
        for each in SLOTS[part].values():
            group = follow.get(each.path, (each.path,))
            if each.path == group[0]:
                yield group, each.question if len(group) == 1 else about
    bets = {bet.id: bet.name for rules in tables for bet in rules.side_bets.bets}
    for bet, name in bets.items():
        yield (f"{SIDE_BETS}.{bet}",), f"What does {name} pay?"


def _said(rules: TableRules, paths: Sequence[str]) -> Said:
    part, dot, name = paths[0].partition(".")
    if part == SIDE_BETS:
        bet = rules.side_bets.get(name)
        if bet is None or not bet.offered.value:
            return _cited(
                rules, "not offered", NOT_IN_THE_TEXT if bet is None else bet.offered.under
            )
        return _cited(rules, str(bet.rows.value), bet.rows.under)
    if getattr(rules, part) is None:
        return _cited(rules, "none", rules.absence(part))
    slots = [slot(path) for path in paths] if dot else list(SLOTS[part].values())
    shown = [each.domain.show(rules.provision(each.path).value) for each in slots]
    if len(slots) > 1:
        names = (each.name.replace("_", " ") for each in slots)
        shown = [f"{name}: {value}" for name, value in zip(names, shown, strict=True)]
    document = {
        each.path: plain(as_data(each.domain, rules.provision(each.path).value)) for each in slots
    }
    data = document if len(slots) > 1 else document[slots[0].path]
    return _cited(rules, "; ".join(shown), rules.provision(slots[0].path).under, data)


def _cited(rules: TableRules, value: str, under: str, data: Any = None) -> Said:
    return Said(value, under, rules.book.ledger.short(under), data)


def _is_play(paths: Sequence[str]) -> bool:
    return paths[0] == "equipment.decks" or paths[0].partition(".")[0] in PLAY


def _changed_elsewhere(rules: TableRules, other: TableRules) -> TableRules:
    """``rules`` with everything but play and the number of decks taken from ``other``."""
    elsewhere = changed(rules, other, [*(part for part in PARTS if part not in PLAY), SIDE_BETS])
    return elsewhere.with_provision("equipment.decks", rules.equipment.decks.value)


def _worth(base: Solution, rules: TableRules, why: list[str]) -> float | None:
    """What the changed rules add to the house edge; None, and ``why``, without a price."""
    try:
        if same_game(game(base.rules), game(rules)) and _decks(base.rules) == _decks(rules):
            return 0.0
        added = solve(rules, policy=base.policy).house_edge - base.house_edge
        return added if abs(added) > _ARITHMETIC else 0.0
    except CannotPrice as no:
        why.append(str(no))
        return None


def _decks(rules: TableRules) -> int:
    return rules.equipment.decks.value


def same_game(one: CompiledGame, other: CompiledGame) -> bool:
    """Whether two games compile to the same tables, so that their prices must be equal."""
    return all(
        _alike(getattr(one, name), getattr(other, name))
        for name in CompiledGame._fields
        if name != "rules"
    )


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray):
        return one.shape == other.shape and np.array_equal(
            one, other, equal_nan=one.dtype.kind == "f"
        )
    if isinstance(one, tuple):
        return (
            isinstance(other, tuple)
            and len(one) == len(other)
            and all(_alike(a, b) for a, b in zip(one, other, strict=True))
        )
    return bool(one == other)


def names_of(tables: Sequence[TableRules]) -> tuple[str, ...]:
    """The books' ids, numbered where one occurs twice."""
    names: list[str] = []
    for rules in tables:
        before = sum(name.partition("#")[0] == rules.book.id for name in names)
        names.append(f"{rules.book.id}#{before + 1}" if before else rules.book.id)
    return tuple(names)
