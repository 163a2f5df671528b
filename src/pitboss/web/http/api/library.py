"""The library: every clause of a book with its code and tests, and the books side by side."""

from __future__ import annotations

import asyncio
from functools import cache, lru_cache
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from pitboss.audit.acting import acting_json
from pitboss.audit.clauses import clause_data, reading_data
from pitboss.audit.side_by_side import Cell, parts_of
from pitboss.audit.trace import trace
from pitboss.rulebooks import BOOKS, Rulebook, rulebook
from pitboss.rulebooks.schema import slot
from pitboss.scenarios.format import Scenario
from pitboss.web.http.api.rulebooks import look_for
from pitboss.web.http.assets import packed_json
from pitboss.web.http.problems import Problem, body_of, json_response
from pitboss.web.http.security import reads_much
from pitboss.web.rules.house_options import house_options
from pitboss.web.school.rehearsals import Rehearse, rehearsed
from pitboss.web.school.worked_rounds import brief, played, rounds_of

_IN_WORDS: Final = {"amounts": "a minimum, a maximum and a step", "chips": "chip denominations"}
"""Ranges of options that a book writes as TOML"""


def _elections(book: Rulebook) -> dict[str, list[dict[str, str]]]:
    """The house options, by the clause that leaves them open."""
    result: dict[str, list[dict[str, str]]] = {}
    for option in house_options(book):
        result.setdefault(option["clause"], []).append(
            {key: option[key] for key in ("key", "says", "default")} | {"range": _range(option)}
        )
    return result


def _range(option: dict[str, Any]) -> str:
    """The values of an option in words, as its control has them."""
    match option["kind"]:
        case "yes_no" | "one_of" | "odds":
            return " · ".join(option["labels"])
        case "side_bets":
            return " · ".join(bet["label"] for bet in option["bets"])
        case kind:
            return str(_IN_WORDS.get(kind, option["range"]))


@lru_cache(maxsize=64)
def _whole(book: Rulebook) -> dict[str, Any]:
    """A book as the library shows it; built once, since a book never changes."""
    rules, traced, open_to_choice = book.default_rules, trace(book), _elections(book)
    clauses = []
    for entry in traced.entries:
        one = clause_data(entry, rules)
        for statement in one["provisions"]:
            plain_path = " " not in statement["path"]
            statement["question"] = slot(statement["path"]).question if plain_path else None
            statement["shown"] = book.shown(statement["path"]) if plain_path else statement["value"]
        clauses.append(
            {
                **one,
                "number": entry.clause.number,
                "section": book.ledger.section(entry.clause),
                "elections": open_to_choice.get(entry.clause.number, []),
                "readings": [r.id for r in book.readings if entry.clause.number in r.about],
                "rounds": [
                    round_.id
                    for round_ in rounds_of(book.id).values()
                    if {entry.clause.id, entry.clause.number} & set(round_.clauses)
                ],
            }
        )
    return {
        "book": book.id,
        "title": book.title,
        "jurisdiction": book.jurisdiction,
        "document": book.document,
        "about": book.words.get("about", book.document),
        "cloth": book.words.get("cloth"),
        "trace": {**traced.to_json(), **acting_json(traced)},
        "clauses": clauses,
        "readings": [reading_data(reading) for reading in book.readings],
    }


async def whole_book(request: Request) -> Response:
    """Every clause of a book in document order, with what sets, carries out and covers it."""
    book = await look_for(request, request.path_params["book"])
    return packed_json(request, json_response(await asyncio.to_thread(_whole, book)))


async def worked_rounds(request: Request) -> Response:
    """The worked rounds of a book: what each shows, and the clauses it names."""
    book = await look_for(request, request.path_params["book"])
    scenarios = await asyncio.to_thread(rounds_of, book.id)
    document = {
        "book": book.id,
        "title": book.title,
        "rounds": [brief(one) for one in scenarios.values()],
    }
    return json_response(document)


async def worked_round(request: Request) -> Response:
    """A worked round, step by step, with its layout."""
    book = await look_for(request, request.path_params["book"])
    scenario = await _round(book, request.path_params["round"])
    return json_response(await asyncio.to_thread(played, book.id, scenario.id))


async def rehearse(request: Request) -> Response:
    """A worked round dealt again from its own cards, up to the next decision; nothing is stored."""
    reads_much(request)
    book = await look_for(request, request.path_params["book"])
    body: Rehearse = await body_of(request, Rehearse, most=32 * 1024)
    scenario = await _round(book, request.path_params["round"])
    return json_response(await asyncio.to_thread(rehearsed, scenario, body.decisions))


async def _round(book: Rulebook, text: str) -> Scenario:
    scenario = (await asyncio.to_thread(rounds_of, book.id)).get(text)
    if scenario is None:
        raise Problem(404, f"{book.id} has no worked round {text[:40]!r}", book=book.id)
    return scenario


@cache
def _side_by_side() -> dict[str, Any]:
    books = [rulebook(id) for id in BOOKS]

    def cell(one: Cell | None) -> dict[str, str | None] | None:
        return None if one is None else {"shown": one.shown, "clause": one.clause}

    return {
        "books": [{"id": book.id, "title": book.title} for book in books],
        "parts": [
            {
                "part": part.id,
                "title": part.title,
                "summary": part.summary,
                "absent": part.absent,
                "rows": [
                    {
                        "path": row.path,
                        "question": row.question,
                        "differs": row.differs,
                        "cells": [cell(one) for one in row.cells],
                    }
                    for row in part.rows
                ],
            }
            for part in parts_of(books)
        ],
    }


async def side_by_side(request: Request) -> Response:
    """Every provision as a question, with each book's answer and its clause."""
    return packed_json(request, json_response(await asyncio.to_thread(_side_by_side)))
