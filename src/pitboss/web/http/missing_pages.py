"""Pages for people where there is nothing: what is wrong, and where to go."""

from __future__ import annotations

import asyncio
from html import escape
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from pitboss.store.errors import BadDatabase
from pitboss.store.store import Store
from pitboss.web.coach.drilling import KINDS as DRILLS
from pitboss.web.http.problems import problem
from pitboss.web.lab import drafts
from pitboss.web.rules import shelf

_SHOWN: Final = 80
"""The most characters of an unknown path that are shown."""

_WAYS: Final = (
    ("/", "Lobby", "every open table"),
    ("/books", "Books", "the rules, clause by clause"),
    ("/lab", "Lab", "what a bet is worth"),
    ("/me", "My play", "your rounds and drills"),
    ("/audit", "History", "your money and finished rounds"),
)
"""Where to go from a page that does not exist."""

_MAIN: Final = '<main id="main" tabindex="-1"><p class="waiting">Loading…</p></main>'


async def missing(request: Request) -> str | None:
    """Why the thing that a page is about does not exist, or None."""
    named, store = request.path_params, request.app.state.hub.store
    if (table := named.get("table")) is not None and not await _has_table(store, table):
        return f"There is no table {_short(table)!r}; the address may be mistyped."
    if (kind := named.get("kind")) is not None and kind not in DRILLS:
        return f"There is no drill {_short(kind)!r}; the drills are {', '.join(DRILLS)}."
    book = named.get("book")
    if book is not None and not await asyncio.to_thread(_has_book, store, book):
        return f"There is no book {_short(book)!r}; the books of this house are on their own page."
    return None


async def _has_table(store: Store, table: str) -> bool:
    if "\0" in table:
        return False
    try:
        return await asyncio.to_thread(store.table, table) is not None
    except BadDatabase:
        return True  # unknown: the page itself reports what does not respond


def _has_book(store: Store, book: str) -> bool:
    if drafts.is_draft(book) or shelf.find(book) is not None:
        return True
    try:
        shelf.load(store)  # another process may have added it
    except BadDatabase:
        return True
    return shelf.find(book) is not None


def _short(text: str) -> str:
    """A part of an address as it is shown: in one line, and not too long."""
    plain = "".join(ch if ch.isprintable() else "�" for ch in text)
    return plain if len(plain) <= _SHOWN else f"{plain[:_SHOWN]}…"


_LISTED: Final = {404: "has", 405: "takes"}


def not_found(request: Request, error: Exception, document: str) -> Response:
    """The answer to a request that no route takes: a page for people, a problem for programs."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    path = _short(request.url.path)
    if status == 404:
        why = f"there is nothing at {path}"
    elif status == 405:
        why = f"{request.method[:20]} is not possible at {path}"
    else:
        why = str(error.detail) if isinstance(error, HTTPException) else "internal error"
    headers = getattr(error, "headers", None)
    if _wants_a_page(request):
        return page_about(status, f"{why[0].upper()}{why[1:]}.", document, headers)
    if status in _LISTED:
        why = f"{why}; /api/v1/openapi.json lists what the API {_LISTED[status]}"
    return problem(status, why, headers=headers)


def _wants_a_page(request: Request) -> bool:
    """Whether a person looks at the answer: a browser asks for HTML, and never below /api."""
    if request.method not in ("GET", "HEAD") or request.url.path.startswith("/api/"):
        return False
    kinds = request.headers.get("accept", "").split(",")
    return any(kind.partition(";")[0].strip() == "text/html" for kind in kinds)


def page_about(
    status: int, why: str, document: str, headers: dict[str, str] | None = None
) -> Response:
    """A page that says what is wrong and where to go, complete without a script."""
    ways = "".join(
        f'<li><a href="{path}">{label}</a> <span class="small">{escape(what)}</span></li>'
        for path, label, what in _WAYS
    )
    main = (
        '<main id="main" tabindex="-1" data-complete><div class="page no-page">'
        f"<h1>{'This page does not exist' if status == 404 else 'This did not work'}</h1>"
        f'<p class="lead"><bdi>{escape(why)}</bdi></p>'
        f'<p>Continue here:</p><ul class="ways">{ways}</ul></div></main>'
    )
    title = "<title>Page not found · Pitboss</title>"
    text = document.replace(_MAIN, main).replace("<title>Pitboss</title>", title)
    return HTMLResponse(text, status, headers={**(headers or {}), "cache-control": "no-cache"})
