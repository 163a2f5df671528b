"""A book's house options for a form: kind, range, labels, group, and whether they affect a price.

Amounts are in cents here. A setting is sent as text (``"12.50"``, ``"3/4"``, ``"6:5"``), or as the
value that an option of that kind has below.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from pitboss.acts import PARTS
from pitboss.law.layout import pays_in_words
from pitboss.money import Odds, dollars
from pitboss.rulebooks import Election, Rulebook, TableRules
from pitboss.rulebooks.amounts import (
    Amounts,
    ChipSet,
    MoneyDomain,
    OddsPair,
    Offered,
    SideBetsDomain,
)
from pitboss.rulebooks.book import Statement
from pitboss.rulebooks.domains import Among, Share, WholeNumber, YesNo
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT, number
from pitboss.rulebooks.schema import SIDE_BETS
from pitboss.rulebooks.side_bets import PayTable
from pitboss.web.rules.labels import option_label

_GROUPS: Final = {
    "Limits and chips": ("limits", "equipment.chips", "excess"),
    "Boxes and bettors": ("equipment.boxes", "boxes", "sharing", "betting"),
    "Cards and shuffling": ("equipment", "shoe", "cutting"),
    "Dealer": ("deal", "dealer"),
    "Payouts": ("settlement", "comparison", "over_over", "insurance", "even_money", "counting"),
    "Split, double, surrender": ("splitting", "doubling", *PARTS, "drawing"),
    "Side bets": (SIDE_BETS,),
    "The bank": ("banking",),
    "Procedure": ("irregularities", "rebuilding"),
}
"""The groups of a form in their order, with the parts or provisions that each collects."""

_LAST: Final = "Procedure"
"""The group of an option that decides no provision."""

_ABOUT_LIMITS: Final = ("least", "in_steps")
"""Provisions of a part of play that are limits."""

_PRICED: Final = (
    "counting", "deal", "dealer", "drawing", "doubling", "splitting", *PARTS,
    "insurance", "even_money", "comparison", "over_over", "settlement", "equipment.decks",
    SIDE_BETS,
)  # fmt: skip
"""The parts and provisions that the solver reads, except for those below."""

_UNPRICED: Final = frozenset(
    {"amounts", "least", "in_steps", "order", "squeezing", "failure_basis", "settled"}
)
"""Provisions of these parts that no price depends on: limits, and the order of things."""

CHIPS: Final = (50, 1_00, 2_50, 5_00, 10_00, 25_00, 50_00, 100_00, 500_00, 1000_00, 5000_00)
"""The denominations that a form proposes, in cents."""


@lru_cache(maxsize=64)
def house_options(book: Rulebook) -> list[dict[str, Any]]:
    """Every option that the book leaves open, in form order: limits first."""
    order = list(_GROUPS)
    options = [_option(book, election) for election in book.open_elections.values()]
    return sorted(options, key=lambda one: order.index(one["group"]))


def _option(book: Rulebook, election: Election) -> dict[str, Any]:
    paths = _paths(book, election.key)
    return {
        "key": election.key,
        "says": election.says,
        "range": election.range,
        "default": _shown(book, election, election.default),
        "clause": number(election.under),
        "group": _group(paths),
        "moves_price": any(_is_priced(path) for path in paths),
        **_control(book, election),
    }


def move_a_price(book: Rulebook, keys: Iterable[str]) -> bool:
    """Whether a price depends on one of these options; none depends on the limits."""
    return any(_is_priced(path) for key in keys for path in _paths(book, key))


def changed_options(rules: TableRules, *, except_in: Container[str]) -> Iterator[dict[str, Any]]:
    """The options set to other than their default, unless a provision of these parts shows it."""
    book = rules.book
    for key, value in rules.elected:
        election = book.elections[key]
        is_shown = any(path.partition(".")[0] in except_in for path in _paths(book, key))
        if value == election.default or is_shown:
            continue
        yield {
            "question": election.says.removesuffix("."),
            "value": _shown(book, election, value),
            "clause": None if election.under == NOT_IN_THE_TEXT else number(election.under),
            "changed": True,
            "default": _shown(book, election, election.default),
        }


def _control(book: Rulebook, election: Election) -> dict[str, Any]:
    """The kind of the option, its range and its default as a value."""
    default = election.default
    match election.domain:
        case YesNo():
            document: dict[str, Any] = {"kind": "yes_no", "among": ["true", "false"]}
            return {**document, "labels": ["yes", "no"], "value": default}
        case WholeNumber(least, most):
            return {"kind": "whole", "least": least, "most": most, "value": default}
        case Share(least, most):
            span = {"least": float(least), "most": float(most), "step": 0.01}
            return {"kind": "share", **span, "value": float(default)}
        case Among(among):
            labels = [_label(book, election.key, value) for value in among]
            document = {"kind": "one_of", "among": [str(value) for value in among]}
            return {**document, "labels": labels, "value": str(default)}
        case OddsPair(among=among):
            odds_texts = [f"{odds.pays}:{odds.per}" for odds in among]
            document = {
                "kind": "odds",
                "among": odds_texts,
                "labels": [str(odds) for odds in among],
            }
            return {**document, "value": f"{default.pays}:{default.per}"}
        case MoneyDomain() as money:
            span = {"least": money.least, "or_none": money.or_none}
            return {"kind": "money", **span, "value": default}
        case Amounts():
            value = {"least": default.least, "most": default.most, "step": default.step}
            return {"kind": "amounts", "value": value}
        case ChipSet():
            chips = sorted({*CHIPS, *default})
            labels = [dollars(chip) for chip in chips]
            return {"kind": "chips", "among": chips, "labels": labels, "value": list(default)}
        case SideBetsDomain(names):
            offered: Offered = default
            bets = [_side_bet(book, election.key, name) for name in names]
            now = [{"name": name, "scale": list(scale)} for name, scale in offered.bets]
            return {"kind": "side_bets", "bets": bets, "value": now}
        case _:
            return {"kind": "text", "value": election.shown_default}


# Groups.


def _paths(book: Rulebook, key: str) -> list[str]:
    """The provisions that an option decides."""
    return [path for path, statement in book.statements.items() if statement.depends_on(key)]


def _covers(wanted: str, path: str) -> bool:
    return path == wanted or path.startswith(f"{wanted}.")


def _group(paths: list[str]) -> str:
    """The group of the first provision that an option decides; limits form one group."""
    for path in paths:
        if path.rpartition(".")[2] in _ABOUT_LIMITS:
            return next(iter(_GROUPS))
    result = [
        (len(part), name)
        for path in paths[:1]
        for name, parts in _GROUPS.items()
        for part in parts
        if _covers(part, path)
    ]
    return max(result)[1] if result else _LAST


def _is_priced(path: str) -> bool:
    if path.rpartition(".")[2] in _UNPRICED:
        return False
    return any(_covers(part, path) for part in _PRICED)


# Labels.


def shown_option(book: Rulebook, key: str, value: Any) -> str:
    """A value of an option in words."""
    return _shown(book, book.elections[key], value)


def _shown(book: Rulebook, election: Election, value: Any) -> str:
    """A value of the option in words."""
    if isinstance(election.domain, Among):
        return _label(book, election.key, value)
    return election.domain.show(value)


def _label(book: Rulebook, key: str, value: str | int) -> str:
    """A choice in words: its own label, or its effect on the side bets."""
    offered, rows = list(_decided(book, key, "offered")), list(_decided(book, key, "rows"))
    if offered:
        names = [
            book.side_bets[id].name
            for id, statement in offered
            if _chosen(statement, value) is True
        ]
        return f"{value}: {' and '.join(names) or 'no side bet'}"
    for _, statement in rows:
        choice = _chosen(statement, value)
        if isinstance(choice, PayTable):
            return f"{value}: {', '.join(pays_in_words(row) for row in choice.rows)}"
    return option_label(value, key)


def _decided(book: Rulebook, key: str, name: str) -> Iterator[tuple[str, Statement]]:
    """The side bets of which an option decides this provision by a list of cases."""
    for id in book.side_bets:
        statement = book.statements.get(f"{SIDE_BETS}.{id}.{name}")
        if statement is not None and statement.elected == key and statement.where:
            yield id, statement


def _chosen(statement: Statement, value: str | int) -> object:
    return dict(statement.where).get(str(value))


def _side_bet(book: Rulebook, key: str, name: str) -> dict[str, Any]:
    """A side bet that may be offered, with the odds of its scale if it has one."""
    covers = [
        id
        for id in book.side_bets
        if (statement := book.statements.get(f"{SIDE_BETS}.{id}.offered")) is not None
        and statement.elected == key
        and name in statement.offers
    ]
    scale = None
    for id in covers:
        statement = book.statements[f"{SIDE_BETS}.{id}.rows"]
        if statement.scale_of is not None and isinstance(statement.fixed, PayTable):
            rows = statement.fixed.rows
            scale = {
                "labels": [row.label for row in rows],
                "pays": [row.pays.pays for row in rows if isinstance(row.pays, Odds)],
            }
    under = {book.statements[f"{SIDE_BETS}.{id}.rows"].under for id in covers}
    label = " and ".join(book.side_bets[id].name for id in covers)
    return {"name": name, "label": label, "clause": min(under, default=""), "scale": scale}
