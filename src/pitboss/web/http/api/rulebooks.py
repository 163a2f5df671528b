"""The books, their house options and their clauses in our words."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from pitboss.audit.trace import trace
from pitboss.rulebooks import NoSuchClause, Rulebook
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.store.people import PersonRole
from pitboss.web.http.assets import packed_json
from pitboss.web.http.problems import Problem, body_of, json_response
from pitboss.web.http.security import one_of
from pitboss.web.lab import drafts
from pitboss.web.lab.questions import book_named
from pitboss.web.lab.reader import NotRead, book_from
from pitboss.web.lab.workers import Busy
from pitboss.web.rules import shelf
from pitboss.web.rules.house_options import house_options
from pitboss.web.rules.rules_views import rules_view

_PLAY_NOW: Final = "classic"
"""The book of a newcomer's first practice table."""

PRACTISED: Final[dict[str, dict[str, str]]] = {"nz": {"layout": "4"}}
"""The house options of a practice table that differ from the defaults: a side bet to try."""


class AddBook(Struct, forbid_unknown_fields=True):
    """A book to add: the text of its TOML file."""

    text: str


def book_of(id: str) -> Rulebook:
    """A book of this server; a ``Problem`` if none has that id."""
    book = shelf.find(id)
    if book is None:
        raise Problem(404, f"no book named {id[:40]!r}; the books are {shelf.names()}")
    return book


async def look_for(request: Request, id: str) -> Rulebook:
    """The same, or a draft, after loading what another process may have added."""
    if drafts.is_draft(id):
        return book_named(id)
    if shelf.find(id) is None:
        await asyncio.to_thread(shelf.load, request.app.state.hub.store)
    return book_of(id)


async def book_read(request: Request, text: str) -> Rulebook:
    """A book read from a user's text by a worker; a ``Problem`` if it is not one."""
    try:
        return await book_from(request.app.state.hub.lab.workers, "the book", text)
    except NotRead as error:
        raise Problem(422, str(error)) from None
    except Busy as error:
        raise Problem(503, str(error), headers={"retry-after": "2"}) from None


@lru_cache(maxsize=64)
def _brief(book: Rulebook) -> dict[str, Any]:
    rules = book.default_rules
    return {
        "id": book.id,
        "title": book.title,
        "jurisdiction": book.jurisdiction,
        "document": book.document,
        "about": book.words.get("about", book.document),
        "cloth": book.words.get("cloth"),
        "clauses": len(book.ledger),
        "boxes": rules.equipment.boxes.value,
        "minimum": rules.limits.minimum.value,
        "maximum": rules.limits.maximum.value,
        "banked_by_players": rules.banking is not None,
        "own": book.source is not None,
    }


async def books(request: Request) -> Response:
    """A summary of every book."""
    store = request.app.state.hub.store
    if store.database.shared:
        await asyncio.to_thread(shelf.load, store)
    documents = [_brief(book) for book in shelf.on_the_shelf()]
    return packed_json(request, json_response({"rulebooks": documents, "play_now": _PLAY_NOW}))


async def add_book(request: Request) -> Response:
    """Add a book of your own; it gets tables, pages and prices like the others."""
    person = await one_of(request, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER)
    body: AddBook = await body_of(request, AddBook, most=2 * shelf.LONGEST)
    store = request.app.state.hub.store
    try:
        shelf.check_length(body.text)
        book = await book_read(request, body.text)
        added = await asyncio.to_thread(lambda: shelf.add(store, book, by=person.name))
    except shelf.NotShelved as error:
        raise Problem(409, str(error)) from None
    return json_response(_brief(added), 201, location=f"/api/v1/rulebooks/{added.id}")


async def book(request: Request) -> Response:
    """A book with its house options, layout and clauses."""
    book = await look_for(request, request.path_params["book"])
    response = json_response(
        {
            **_brief(book),
            "id": request.path_params["book"],
            "defaults": rules_view(book.default_rules),
            "elections": house_options(book),
            "ledger": [
                {"id": c.id, "kind": c.kind.value, "gist": c.gist, "answer": c.answer.value}
                for c in book.ledger
            ],
        }
    )
    return packed_json(request, response)


_SAID_BY_US: Final = {
    NOT_IN_THE_TEXT: "The document does not cover this point; the table follows common practice.",
    "opening": "The table opens or time passes; no clause applies.",
    "closing": "The table closes; no clause applies. Bets that no card was dealt to go back.",
    "fairness": (
        "The server seals the order of every shoe before the cut and publishes it afterwards."
    ),
}
"""Citations that are not clauses of a document."""


def _own(text: str) -> dict[str, Any]:
    return {
        "id": text,
        "number": text,
        "kind": "not in the text",
        "gist": _SAID_BY_US[text],
        "answer": "displayed",
        "by": [],
        "witnesses": 0,
    }


async def clause(request: Request) -> Response:
    """A clause in our words, the code behind it, and our reading where the text is unclear."""
    book = await look_for(request, request.path_params["book"])
    clause = request.path_params["clause"]
    if clause in _SAID_BY_US:
        return json_response(
            {
                "book": book.id,
                "title": book.title,
                "clause": clause,
                "clauses": [_own(clause)],
                "readings": [],
            }
        )
    try:
        wanted = {one.id for one in book[clause]}
    except NoSuchClause as error:
        raise Problem(404, str(error), book=book.id) from None
    entries = [entry for entry in trace(book).entries if entry.clause.id in wanted]
    numbers = {entry.clause.number for entry in entries}
    return json_response(
        {
            "book": book.id,
            "title": book.title,
            "clause": clause,
            "clauses": [
                {
                    "id": entry.clause.id,
                    "number": entry.clause.number,
                    "kind": entry.clause.kind.value,
                    "gist": entry.clause.gist,
                    "answer": entry.clause.answer.value,
                    "by": list(entry.clause.by),
                    "witnesses": len(entry.witnesses),
                }
                for entry in entries
            ],
            "readings": [
                {"id": r.id, "question": r.question, "we_take": r.we_take, "why": r.why}
                for r in book.readings
                if numbers & set(r.about)
            ],
        }
    )
