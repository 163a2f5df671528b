"""The lab: exact prices part by part, comparisons, runs and files."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from pitboss.rulebooks.schema import SLOTS
from pitboss.store.records import Person
from pitboss.web.http.api.rulebooks import AddBook, book_read
from pitboss.web.http.problems import Problem, body_of, json_response
from pitboss.web.http.security import client_of, who_asks
from pitboss.web.lab import drafts
from pitboss.web.lab.answers import QuestionAnswer
from pitboss.web.lab.desk import PARTS, PriceDesk, ShownAnswer
from pitboss.web.lab.limits import CALCULATIONS, PRICES, named
from pitboss.web.lab.questions import Posed, posed
from pitboss.web.lab.workers import SLOW, STREAM, Busy, Failed, RunningTask
from pitboss.web.rules.shelf import LONGEST, NotShelved, check_length

SOON: Final = 0.12
"""Seconds after which a price is answered with what is ready by then."""
LONG: Final = 25.0
"""The most seconds to wait for a part."""
_BITS: Final = 1.5
"""Seconds after which the prices one step away are sent as far as they are known."""

PATHS: Final = frozenset(one.path for part in SLOTS.values() for one in part.values())
"""The provisions whose worth may be requested."""

Id = Annotated[str, Meta(max_length=40)]
Policy = Literal["optimal", "cdz", "basic"]
Part = Literal["main", "hands", "bets", "chart", "spread", "near"]
ShoeText = Annotated[str, Meta(max_length=200)]


class AskPrice(Struct, forbid_unknown_fields=True):
    """A price to calculate; a newer request of the same ``page`` replaces the older."""

    book: Id
    settings: dict[str, Any] = {}
    shoe: ShoeText | None = None
    policy: Policy = "optimal"
    parts: Annotated[list[Part], Meta(max_length=12)] = []
    page: Id = ""
    touched: Annotated[list[Id], Meta(max_length=8)] = []


class Side(Struct, forbid_unknown_fields=True):
    """One of two tables to compare."""

    book: Id
    settings: dict[str, Any] = {}


class AskComparison(Struct, forbid_unknown_fields=True):
    """Two tables to compare."""

    a: Side
    b: Side
    policy: Policy = "optimal"


class AskWorth(Struct, forbid_unknown_fields=True):
    """A provision of a book, to be priced with the other books' answers."""

    book: Id
    path: Annotated[str, Meta(max_length=80)]


class AskEffects(Struct, forbid_unknown_fields=True):
    """A table whose effects of removal are requested."""

    book: Id
    settings: dict[str, Any] = {}


class AskIndex(Struct, forbid_unknown_fields=True):
    """A table, a count and a depth for which index numbers are requested."""

    book: Id
    settings: dict[str, Any] = {}
    count: Id = "hi-lo"
    depth: Annotated[float, Meta(ge=0.1, le=0.9)] = 0.5


class Asker(Struct, frozen=True):
    """The person or guest who asks, and their address."""

    person: Person | None
    address: str

    @property
    def name(self) -> str:
        """The name under which limits are counted."""
        return named(self.person, self.address)


async def asker_of(request: Request) -> Asker:
    """The person or guest who asks, and their address."""
    return Asker(await who_asks(request), client_of(request))


def desk_of(request: Request) -> PriceDesk:
    """The desk of this server's lab."""
    desk: PriceDesk = request.app.state.hub.lab
    return desk


def _count(request: Request, asker: Asker, what: str = CALCULATIONS) -> None:
    """Count what the cache does not answer."""
    request.app.state.rates.lab.count(asker.person, asker.address, time.monotonic(), what)


def count_price(request: Request, asker: Asker, shown: ShownAnswer) -> None:
    """Count a price once for the page that shows it: its further parts cost nothing."""
    if not shown.is_counted:
        _count(request, asker, PRICES)
        shown.is_counted = True


def busy(error: Busy) -> Problem:
    """The answer if every queue is full."""
    return Problem(503, str(error), headers={"retry-after": "2"})


async def price(request: Request) -> Response:
    """Price a table exactly, part by part; ``waiting`` names the parts that are not ready yet."""
    asker = await asker_of(request)
    body: AskPrice = await body_of(request, AskPrice)
    question = posed(body.book, body.settings, body.shoe, body.policy)
    desk = desk_of(request)
    answer = await desk.find(question)
    page = f"{asker.name}/{body.page}"
    desk.turn(page, question.digest)
    parts: list[str] = list(dict.fromkeys(("main", *body.parts)))
    if any(desk.is_new(answer, part) for part in parts if part != "near"):
        count_price(request, asker, desk.shown(page, answer.digest))
    try:
        for part in parts:
            desk.want(answer, part, page, first=body.touched)
    except Busy as error:
        raise busy(error) from None
    waiting = await desk.wait(answer, parts, SOON)
    return json_response(_told(answer, parts, waiting))


async def _recalled(desk: PriceDesk, digest: str) -> QuestionAnswer:
    answer = await desk.answers.recall(digest[:64])
    if answer is None:
        raise Problem(404, "this price is not cached; request it again")
    return answer


async def prices(request: Request) -> Response:
    """A price by its digest, once the part named by ``wait`` is ready."""
    asker = await asker_of(request)
    digest, part = request.path_params["digest"], request.query_params.get("wait", "main")
    if part not in PARTS:
        raise Problem(400, f"there is no part {part[:40]!r}; the parts are {', '.join(PARTS)}")
    desk = desk_of(request)
    answer = await _recalled(desk, digest)
    tag = f'"{digest}-{part}"'
    headers = {"etag": tag, "cache-control": "private, max-age=31536000, immutable"}
    if request.headers.get("if-none-match") == tag and not await desk.wait(answer, [part], 0):
        return Response(status_code=304, headers=headers)
    page = f"{asker.name}/{request.query_params.get('page', digest)}"
    if desk.is_new(answer, part):
        if part != "near":
            count_price(request, asker, desk.shown(page, answer.digest))
        try:
            desk.want(answer, part, page)
        except Busy as error:
            raise busy(error) from None
    waiting = await desk.wait(answer, [part], _BITS if part == "near" else LONG)
    if waiting and await request.is_disconnected():
        desk.leave(page)
    document = _told(answer, [part], waiting)
    return json_response(document) if waiting else json_response(document, 200, **headers)


def _told(answer: QuestionAnswer, parts: list[str], waiting: list[str]) -> dict[str, Any]:
    if (why := answer.problems.get("main")) is not None:
        raise Problem(422, why, book=answer.question.book)
    question = answer.question
    document: dict[str, Any] = {
        "digest": answer.digest,
        "link": question.link,
        "book": question.book,
        "policy": question.policy,
        "shoe": question.shoe,
        "main": None,
        "waiting": waiting,
        "problems": {part: answer.problems[part] for part in parts if part in answer.problems},
    }
    for part in dict.fromkeys(("main", *parts)):
        document |= answer.fields(part)
    if "near" in parts:
        document["near"] = answer.near
    return document


def sent(message: Any) -> bytes:
    """One message of an event stream."""
    return b"data: " + msgspec.json.encode(message) + b"\n\n"


def streamed(lines: AsyncIterator[bytes]) -> Response:
    """Lines as an event stream."""
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(lines, media_type="text/event-stream", headers=headers)


def _rules(side: Side) -> Posed:
    return posed(side.book, side.settings)


async def compare(request: Request) -> Response:
    """What each difference between two tables is worth: one line each, as it is priced."""
    asker = await asker_of(request)
    body: AskComparison = await body_of(request, AskComparison)
    question = {
        "a": _rules(body.a).question.asked(),
        "b": _rules(body.b).question.asked(),
        "policy": body.policy,
    }
    _count(request, asker)
    return streamed(_lines(desk_of(request), _alone(request, asker, "compare", question, STREAM)))


async def bring_book(request: Request) -> Response:
    """Load a book of your own into the lab: it is priced like the others but not stored."""
    asker = await asker_of(request)
    body: AddBook = await body_of(request, AddBook, most=2 * LONGEST)
    request.app.state.rates.lab.count_book(asker.person, asker.address, time.monotonic())
    try:
        check_length(body.text)
    except NotShelved as error:
        raise Problem(422, str(error)) from None
    id = drafts.id_of(body.text)
    book = drafts.find(id)
    if book is None:
        book = await book_read(request, body.text)
        drafts.add(body.text, book)
    document = {"id": id, "book": book.id, "title": book.title, "document": book.document}
    return json_response(document, 201, location=f"/api/v1/rulebooks/{id}")


async def worth(request: Request) -> Response:
    """How a book's edge changes with each other book's answer to one question, line by line."""
    asker = await asker_of(request)
    body: AskWorth = await body_of(request, AskWorth)
    question = posed(body.book, {}).question
    if body.path not in PATHS:
        raise Problem(422, f"{body.path!r} is not a provision; GET provisions lists them")
    _count(request, asker)
    job = _alone(request, asker, "worth", question.asked() | {"path": body.path}, STREAM)
    return streamed(_lines(desk_of(request), job))


async def effects(request: Request) -> Response:
    """What removing a card of each rank does to the value, and how well each count follows it."""
    asker = await asker_of(request)
    body: AskEffects = await body_of(request, AskEffects)
    document = posed(body.book, body.settings).question.asked()
    return await _whole(request, asker, "effects", document)


async def index(request: Request) -> Response:
    """Index numbers for these rules and a count, from the likeliest shoe at each true count."""
    asker = await asker_of(request)
    body: AskIndex = await body_of(request, AskIndex)
    document = posed(body.book, body.settings).question.asked()
    more = {"count": known_count(body.count), "depth": body.depth}
    return await _whole(request, asker, "index", document | more)


async def counts(_request: Request) -> Response:
    """The counting systems by name, and for which of them there are index numbers."""
    from pitboss.players.counts import SYSTEMS, TITLES

    systems = [
        {"name": name, "title": title, "has_index": not SYSTEMS[name].is_running}
        for name, title in TITLES.items()
    ]
    return json_response({"counts": systems})


def known_count(name: str | None) -> str | None:
    """A counting system by its name; files on the server may not be named."""
    if name is not None and not all(c.isalnum() or c == "-" for c in name):
        raise Problem(400, f"{name!r} is not the name of a counting system")
    return name


async def _whole(request: Request, asker: Asker, kind: str, document: dict[str, Any]) -> Response:
    """The answer to a calculation limited to one per person at a time."""
    _count(request, asker)
    job = _alone(request, asker, kind, document, SLOW)
    try:
        return json_response(await job.result())
    except Failed as failed:
        raise Problem(422, str(failed)) from None


def _alone(
    request: Request, asker: Asker, kind: str, document: dict[str, Any], lane: str
) -> RunningTask:
    """Begin a calculation limited to one per person at a time: a newer one replaces it."""
    try:
        return desk_of(request).alone(f"{asker.name}/{kind}", kind, document, lane=lane)
    except Busy as error:
        raise busy(error) from None


async def _lines(desk: PriceDesk, job: RunningTask) -> AsyncIterator[bytes]:
    try:
        async for message in job.results():
            yield sent(message)
    except Failed as failed:
        yield sent({"problem": str(failed)})
    finally:
        desk.workers.cancel(job)


MEDIA: Final = {
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}
"""The files of the lab by their ending."""


async def export(request: Request) -> Response:
    """A par sheet (html, json) or a chart (csv, svg, png), the same file as the command writes."""
    asker = await asker_of(request)
    digest, ending = request.path_params["digest"], request.path_params["ending"]
    if ending not in MEDIA:
        raise Problem(404, f"no file of that kind; the kinds are {', '.join(MEDIA)}")
    desk = desk_of(request)
    answer = await _recalled(desk, digest)
    request.app.state.rates.lab.count_file(asker.person, asker.address, time.monotonic())
    wanted = request.query_params.get("what")
    what = wanted if ending == "html" and wanted == "chart" else _WHAT[ending]
    if what == "sheet" and answer.question.shoe is not None:
        raise Problem(422, "a par sheet is for the full shoe; export the chart of this shoe")
    document = {**answer.question.asked(), "what": what, "ending": f".{ending}"}
    try:
        made = await desk.workers.begin("export", document, lane=SLOW, priority=6).result()
    except Busy as error:
        raise busy(error) from None
    except Failed as failed:
        raise Problem(422, str(failed)) from None
    return _file(made, ending, f"{'par-sheet' if what == 'sheet' else 'chart'}", answer)


_WHAT: Final = {"html": "sheet", "json": "sheet", "csv": "chart", "svg": "chart", "png": "chart"}


def _file(made: bytes, ending: str, what: str, answer: QuestionAnswer) -> Response:
    question = answer.question
    parts = [question.book, what, *(f"{key}={value}" for key, value in question.settings)]
    name = "-".join(parts)[:120]
    name = "".join(c if c.isalnum() or c in "-_=.," else "_" for c in name)
    headers = {
        "content-disposition": f'attachment; filename="{name}.{ending}"',
        "link": f'<{question.link}>; rel="canonical"',
    }
    return Response(made, media_type=MEDIA[ending], headers=headers)
