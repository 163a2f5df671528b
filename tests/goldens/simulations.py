"""Short simulations: many tables, seats, counts, spreads and policies, to the last digit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any, Final

from pitboss.compiled.errors import CannotPrice
from pitboss.players.spreads import BadSpread, Spread, spread_of
from pitboss.rulebooks import BOOKS, BadElection, TableRules, rulebook
from pitboss.simulator.run import BadRun, simulate
from tests.proof.corpus import tables

from . import Case, plain

ROUNDS: Final = 600

EACH: Final = 6
"""Of the tables of a book only every sixth: each is solved for its basic strategy."""

OFTEN_INSURED: Final = Spread.of({-10: 1, 1: 3, 2: 8})._replace(insure_at=1)

SHAPES: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"seats": 3},
    {"count": "hi-lo", "spread": OFTEN_INSURED},
    {"fresh": True},
    {"fresh": True, "side_bets": ()},
    {"count": "ko", "seats": 2},
    {"count": "hi-lo",
     "spread": Spread.of({-10: 1})._replace(enter_at=0, leave_below=-1, company=1)},
    {"count": "ko",
     "spread": Spread.of({-30: 1, 2: 5})._replace(enter_at=-2, leave_below=-4, company=2)},
    {"count": "omega-2", "spread": spread_of({"bets": {"-4": 1, "0": 2, "3": 6}})},
)  # fmt: skip
"""How the tables of a book are played, one after the other."""

DEEP: Final[tuple[dict[str, Any], ...]] = (
    {"decks": 1, "penetration": "95%"},
    {"decks": 2, "penetration": "95%"},
)
"""Shoes that run out, if a book allows it."""


def simulations() -> Iterator[Case]:
    """Every book's tables in turn."""
    for book in BOOKS:
        for n, (rules, shape) in enumerate(zip(tables(book)[1::EACH], cycle(SHAPES), strict=False)):
            yield f"{book} table {n}", _run(rules, **shape)
        for n, shape in enumerate(SHAPES):
            yield f"{book} {n}", _run(rulebook(book).elect(), **shape)
    for shape in ({"control": True}, {"policy": "optimal"}, {"policy": "cdz", "seats": 2}):
        yield f"classic {shape}", _run(rulebook("classic").elect(decks=1), fresh=True, **shape)
    for settings in DEEP:
        rules = rulebook("classic").elect_all(settings)
        for seats in (1, 4, 7):
            yield f"classic {settings} {seats}", _run(rules, seats=seats)
            yield f"classic {settings} {seats} hi-lo", _run(rules, seats=seats, count="hi-lo")


def _run(rules: TableRules, **shape: Any) -> list[str]:
    try:
        result = simulate(rules, rounds=ROUNDS, seed=7, threads=1, **shape)
    except (BadElection, BadRun, BadSpread, CannotPrice) as refused:
        return [str(refused)]
    document = result.to_json()
    for key in ("seconds", *[key for key in document if "cpu" in key]):
        document.pop(key, None)
    return [f"{result.digest} {result.rounds}", plain(document), plain(result.trail)]
