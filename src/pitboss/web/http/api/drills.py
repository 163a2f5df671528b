"""Drills: hands, the count, and bets with plays by the count; one question at a time."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from pitboss.acts import KINDS_OF_HANDS
from pitboss.numbers import NotANumber, exact
from pitboss.web.coach.drilling import KINDS, Drilling, NoDrill
from pitboss.web.http.api.coach import accounts
from pitboss.web.http.api.tables import hub_of
from pitboss.web.http.problems import Problem, body_of, json_response
from pitboss.web.http.security import client_of, reads_much, somebody
from pitboss.web.lab.questions import posed
from pitboss.web.lab.workers import Busy, Failed

Id = Annotated[str, Meta(max_length=40)]
if TYPE_CHECKING:
    Hands = str
else:
    Hands = Literal[KINDS_OF_HANDS]
Tags = Annotated[dict[str, Any], Meta(max_length=8)]
Bets = Annotated[dict[str, Annotated[int, Meta(ge=0, le=10_000)]], Meta(max_length=70)]
Money = Annotated[float, Meta(gt=0, le=1e9)]

_OPTIONS: Final = {
    "hands": ("kinds", "standard"),
    "count": ("count", "cards", "boxes"),
    "bets": ("count", "ramp", "bank", "depth"),
}
"""The options of each kind of drill."""
_FARTHEST: Final = 10_000
"""The largest running count that can be an answer."""
_RECENT: Final = 200
"""How many table decisions a new drill takes its costs from."""


class BankAsked(Struct, forbid_unknown_fields=True):
    """The bankroll and limits that a ramp is calculated for, in units."""

    bankroll: Money = 1000.0
    least: Money = 1.0
    most: Money = 8.0
    kelly: Annotated[float, Meta(gt=0, le=2)] = 0.5


class Begin(Struct, forbid_unknown_fields=True):
    """A drill to begin or to continue."""

    book: Id
    settings: dict[str, Any] = {}
    kinds: Annotated[list[Hands], Meta(max_length=6)] = []
    standard: Literal["chart", "hand"] = "hand"
    count: Id | Tags = "hi-lo"
    cards: Literal["one", "two", "round"] = "one"
    boxes: Annotated[int, Meta(ge=1, le=7)] = 3
    ramp: Literal["usual", "best"] | Bets = "usual"
    bank: BankAsked = msgspec.field(default_factory=BankAsked)
    depth: Annotated[float, Meta(ge=0.1, le=0.9)] = 0.5


class Answered(Struct, forbid_unknown_fields=True):
    """The answer to a question: an act, counts, or a bet in units."""

    question: int
    act: Id | None = None
    running: Annotated[str, Meta(max_length=12)] | None = None
    decks: Annotated[float, Meta(ge=0, le=20)] | None = None
    true: Annotated[int, Meta(ge=-1000, le=1000)] | None = None
    units: Annotated[int, Meta(ge=0, le=10_000)] | None = None


class AskDrill(Struct, forbid_unknown_fields=True):
    """Begin a drill, or answer its question."""

    begin: Begin | None = None
    answer: Answered | None = None


def _drilling(request: Request) -> Drilling:
    drilling: Drilling = hub_of(request).lab.drilling
    return drilling


def _kind(request: Request) -> str:
    kind: str = request.path_params["kind"]
    if kind not in KINDS:
        raise Problem(404, f"there is no drill {kind[:20]!r}; the drills are {', '.join(KINDS)}")
    return kind


async def drill(request: Request) -> Response:
    """The open question of your drill, and your score so far."""
    person, kind = await somebody(request), _kind(request)
    return json_response(await _drilling(request).standing(person.id, kind))


async def practise(request: Request) -> Response:
    """Begin a drill, or answer its question; the response has the verdict and the next question."""
    person, kind = await somebody(request), _kind(request)
    body: AskDrill = await body_of(request, AskDrill)
    if (body.begin is None) == (body.answer is None):
        raise Problem(400, "say begin or answer")
    if kind == "count":
        reads_much(request)
    else:
        request.app.state.rates.lab.count(person, client_of(request), time.monotonic())
    try:
        if body.begin is not None:
            return json_response(await _begun(request, person.id, kind, body.begin))
        assert body.answer is not None
        document = _said(kind, body.answer)
        drilling = _drilling(request)
        return json_response(await drilling.answer(person.id, kind, body.answer.question, document))
    except NoDrill as error:
        raise Problem(409, str(error)) from None
    except Busy as error:
        raise Problem(503, str(error), headers={"retry-after": "2"}) from None
    except Failed as error:
        raise Problem(422, str(error)) from None


async def _begun(request: Request, person: str, kind: str, begin: Begin) -> dict[str, Any]:
    question = posed(begin.book, begin.settings)
    message = msgspec.to_builtins(begin)
    options = {name: message[name] for name in _OPTIONS[kind]}
    if options.get("ramp") == "usual":
        options["ramp"] = {}
    options["settings"] = {key: message["settings"][key] for key, _ in question.question.settings}
    drilling = _drilling(request)
    costs: dict[str, float] = {}
    if kind == "hands" and await drilling.is_new(person, kind, question.rules, options):
        costs = await _costs(request, begin.book)
    return await drilling.begin(person, kind, question.rules, options, costs)


async def _costs(request: Request, book: str) -> dict[str, float]:
    """What each cell has recently cost at this book's tables, in cents on a wager of 10."""
    try:
        own_accounts = await accounts(request, book)
    except Problem:
        return {}  # without known costs the drill still begins
    rows = [row for _, account in own_accounts for row in account["decisions"]]
    rows.sort(key=lambda row: row["at"], reverse=True)
    costs: dict[str, float] = defaultdict(float)
    for row in rows[:_RECENT]:
        if row["grade"] != "right":
            costs[row["cell"]] += 1000 * row["lost"]
    return dict(costs)


def _said(kind: str, answer: Answered) -> dict[str, Any]:
    """An answer as a worker reads it; a ``Problem`` if it does not fit the question."""
    if kind == "hands" and answer.act is None:
        raise Problem(400, "a hand is answered with an act")
    if kind == "count":
        try:
            exact(answer.running, least=-_FARTHEST, most=_FARTHEST)
        except NotANumber:
            raise Problem(400, "the running count must be a number, such as -3 or 2.5") from None
    if kind == "bets" and (answer.act is None) == (answer.units is None):
        raise Problem(400, "answer with units or with an act")
    document: dict[str, Any] = msgspec.to_builtins(answer)
    decks = answer.decks
    document["decks"] = None if decks is None else f"{round(2 * decks)}/2"
    return document
