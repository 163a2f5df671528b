"""Errors as problem documents (RFC 9457): what is wrong, and under which clause of which book."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from pitboss.documents import BadDocument, check_json
from pitboss.law.answers import Refusal
from pitboss.numbers import NotANumber, whole
from pitboss.rulebooks import TableRules
from pitboss.web.live.open_table import ServerRefusal

NO_STORE: Final = "the database is not responding; try again"
"""The reason if nothing was changed."""

UNKNOWN: Final = "the outcome is unknown; try again with the same key"
"""The reason if the outcome is unknown."""

_LONGEST: Final = 500
"""The most characters of the reason why a request cannot be read"""

NUL: Final = "\\u0000"
"""The character that no database stores, as JSON writes it."""
_NUL: Final = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")


def has_nul(text: str) -> bool:
    """Whether a JSON document has a NUL character in one of its strings."""
    return _NUL.search(text) is not None


class Problem(Exception):
    """A failed request, as a problem document for the client."""

    def __init__(self, status: int, why: str, **more: Any) -> None:
        self.status, self.why, self.more = status, why, more
        super().__init__(why)

    def response(self) -> Response:
        """The document with its status."""
        return problem(self.status, self.why, **self.more)


def problem(status: int, why: str, **more: Any) -> Response:
    """A problem document."""
    headers = more.pop("headers", None)
    document = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": why,
        "why": why,
        **more,
    }
    return Response(
        msgspec.json.encode(document),
        status_code=status,
        media_type="application/problem+json",
        headers=headers,
    )


def refused_by_book(rules: TableRules, refusal: Refusal, sequence: int) -> Response:
    """A refusal by the book: the reason and the clause."""
    return problem(
        409,
        refusal.why,
        clause=refusal.under,
        book=rules.book.id,
        accepted=False,
        sequence=sequence,
    )


def refused_by_house(refused: ServerRefusal, book: str | None = None) -> Response:
    """A refusal by the server, or an unknown outcome."""
    if refused.is_unknown:
        return problem(503, refused.why, outcome="unknown", headers={"retry-after": "1"})
    return problem(refused.status, refused.why, clause=refused.clause, book=book, accepted=False)


def json_response(message: Any, status: int = 200, **headers: str) -> Response:
    """A JSON document."""
    return Response(
        msgspec.json.encode(message),
        status_code=status,
        media_type="application/json",
        headers=headers or None,
    )


_HALF_A_CHARACTER: Final = "a text in it has half of a character (a surrogate without its other)"
_SURROGATE: Final = re.compile(rb"\\u[dD][89a-fA-F]")


async def body_of(request: Request, kind: Any, *, most: int = 64 * 1024) -> Any:
    """The JSON body of a request as a value of a kind; raises ``Problem``."""
    body = getattr(request.state, "body", None)  # the body may be read twice
    if body is None:
        body = request.state.body = await _read(request, most)
    if NUL in (text := body.decode("utf-8", "replace")) and has_nul(text):
        raise Problem(400, "a request may not contain NUL")
    try:
        check_json(text)
        return msgspec.json.decode(body or b"{}", type=kind)
    except (BadDocument, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        why = _HALF_A_CHARACTER if _has_half_a_character(body, error) else str(error)
        raise Problem(400, f"the request cannot be read: {why}"[:_LONGEST]) from None


def _has_half_a_character(body: bytes, error: Exception) -> bool:
    """Whether that is why a text cannot be read: it is said to be malformed, or truncated."""
    is_about_the_text = "surrogate" in str(error) or "truncated" in str(error)
    return is_about_the_text and _SURROGATE.search(body) is not None


async def _read(request: Request, most: int) -> bytes:
    try:
        whole(request.headers.get("content-length", "0"), least=0, most=most)
    except NotANumber:
        raise Problem(413, f"a request may have at most {most} bytes") from None
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise Problem(413, f"a request may have at most {most} bytes")
    return body
