"""Odd values: in every field of every route and of the books' schema, while health is polled."""

from __future__ import annotations

import json
import re
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

import httpx
from tests.web.serving import OPEN, Server, Visitor

from benchmarks.reliability.figures import Figure, progress
from benchmarks.reliability.odd_books import KEY, VALUE, templates
from benchmarks.reliability.odd_values import Odd
from pitboss.rulebooks import BOOKS, rulebook

_PATIENCE: Final = 20.0
"""Seconds in which a request must be answered, unless it waits for a calculation"""
_CALCULATES: Final = ("/lab/effects", "/lab/index", "/lab/export", "/me/drills")
_STREAMS: Final = ("/lab/compare", "/lab/worth", "/stream")
_NEVER: Final = frozenset(
    {("DELETE", "/sessions/current"), ("DELETE", "/sessions"), ("POST", "/people/{name}/lock")}
)
"""Routes after which the visitors are locked out"""

_LONGEST_BODY: Final = 16 * 1024

_HUGE: Final = '"1e60000000"'
WORST: Final[tuple[tuple[str, str, str], ...]] = (
    ("POST", "/lab/price", '{"book":"classic","settings":{"penetration":' + _HUGE + "}}"),
    ("POST", "/lab/price", '{"book":"classic","settings":{"min":' + _HUGE + "}}"),
    ("POST", "/lab/price", '{"book":"nz","settings":{"chips":[99999.99,100000]}}'),
    ("POST", "/tables", '{"book":"classic","settings":{"penetration":' + _HUGE + "}}"),
    ("POST", "/me/drills/count", '{"answer":{"question":1,"running":' + _HUGE + ',"true":0}}'),
    ("POST", "/lab/runs", '{"book":"classic","rounds":1000,"count":"hi-lo","spread":'
     '{"bets":{"-10":1},"side_bets":{"perfect_pairs":{"stake":' + _HUGE + "}}}}"),
    ("POST", "/lab/books", json.dumps({"text": "a = " + "[" * 30_000 + "]" * 30_000})),
    ("POST", "/lab/books", json.dumps({"text": ".".join(["k"] * 30_000) + " = 1"})),
)  # fmt: skip
"""The requests that once stopped a server, which are always sent"""


class Target(NamedTuple):
    """A request with a place for one odd value."""

    method: str
    path: str
    body: str | None = None
    field: str = ""
    is_book: bool = False


def targets(document: dict[str, Any], table: str) -> list[Target]:
    """Every parameter and field of every route, every house option, every field of a book."""
    result = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if (method.upper(), path) not in _NEVER:
                result += _of_route(document, method.upper(), path, operation, table)
    for book in BOOKS:
        for key in rulebook(book).open_elections:
            for path in ("/lab/price", "/tables", "/lab/runs"):
                body = {"book": book, "settings": {key: VALUE}}
                result.append(Target("POST", path, json.dumps(body), f"{book} {key}"))
    result += [Target("POST", "/lab/runs", json.dumps(body), "spread") for body in _spreads()]
    for text in templates():
        for path in ("/lab/books", "/rulebooks"):
            result.append(Target("POST", path, text, "book", is_book=True))
    return result


def _of_route(
    document: dict[str, Any], method: str, path: str, operation: dict[str, Any], table: str
) -> Iterator[Target]:
    named = {"table": table, "book": "classic", "number": "1", "kind": "count", "ending": "json"}
    for each in operation.get("parameters", ()):
        others = {k: v for k, v in named.items() if k != each["name"]}
        at = re.sub(r"{(\w+)}", lambda m, o=others: o.get(m[1], VALUE), path)  # type: ignore[misc]
        if each["in"] == "query":
            at = f"{at.replace(VALUE, '1')}?{each['name']}={VALUE}"
        yield Target(method, at, None, each["name"])
    at = re.sub(r"{(\w+)}", lambda m: named.get(m[1], "1"), path)
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return
    for field, body in _places(document, content["schema"]):
        yield Target(method, at, json.dumps(body), field)


def _places(document: dict[str, Any], schema: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """A good value of a schema with each of its fields replaced in turn."""
    schema = _named(document, schema)
    for choice in schema.get("anyOf", schema.get("oneOf", ())):
        yield from _places(document, choice)
    properties = schema.get("properties", {})
    good = {
        name: _good(document, each)
        for name, each in properties.items()
        if name in schema.get("required", ())
    }
    for name, each in properties.items():
        yield name, {**good, name: VALUE}
        for field, inner in _places(document, each):
            yield f"{name}.{field}", {**good, name: inner}
    if isinstance(schema.get("items"), dict):
        yield "an item", [VALUE]
        for field, inner in _places(document, schema["items"]):
            yield f"an item's {field}", [inner]
    if schema.get("type") == "object" and not properties:
        yield "a key", {"k": VALUE}


def _named(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def _good(document: dict[str, Any], schema: dict[str, Any]) -> Any:
    """A value that a schema allows."""
    schema = _named(document, schema)
    if "default" in schema:
        return schema["default"]
    for name in ("anyOf", "oneOf"):
        if name in schema:
            return _good(document, schema[name][0])
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return True
        case "array":
            return [_good(document, schema["items"])] * schema.get("minItems", 0)
        case "object":
            needed, each = schema.get("required", ()), schema.get("properties", {})
            return {name: _good(document, each[name]) for name in needed}
        case _:
            return "classic".ljust(schema.get("minLength", 0), "c")


def _spreads() -> Iterator[dict[str, Any]]:
    run = {"book": "classic", "rounds": 1000, "count": "hi-lo"}
    bets = {"bets": {"-10": 1, "2": 4}}
    for name in ("bets", "insure_at", "enter_at", "leave_below", "company", "by", "side_bets"):
        yield {**run, "spread": {**bets, name: VALUE}}
    yield {**run, "spread": {"bets": {"-10": VALUE}}}
    for name in ("stake", "from"):
        side = {"perfect_pairs": {"stake": 1, "from": 2, name: VALUE}}
        yield {**run, "spread": {**bets, "side_bets": side}}
    for name in ("hand", "up", "act", "at"):
        deviation = {"hand": "16", "up": "T", "act": "stand", "at": 0, name: VALUE}
        yield {**run, "spread": {**bets, "deviations": [deviation]}}


def _request(target: Target, odd: Odd) -> tuple[str, str, bytes | None]:
    """The method, the path and the body of a target with an odd value in its place."""
    path = target.path
    if VALUE in path:
        path = path.replace(VALUE, httpx.QueryParams({"v": odd.text()[:3000]}).__str__()[2:])
    if target.body is None:
        return target.method, path, None
    if target.is_book:
        text = target.body
        while VALUE in text or KEY in text:
            text = text.replace(VALUE, odd.toml(), 1).replace(KEY, odd.key(), 1)
        return target.method, path, json.dumps({"text": text}).encode("utf-8", "replace")
    body = target.body.replace(json.dumps(VALUE), odd.json())
    return target.method, path, body.encode("utf-8", "replace")


class Health:
    """Asks a server for its health all the time, and remembers the slowest answer."""

    def __init__(self, server: Server) -> None:
        self._url = f"{server.address}/api/v1/health"
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._poll)
        self.slowest, self.number, self.bad = 0.0, 0, 0

    def _poll(self) -> None:
        with httpx.Client(timeout=600) as client:
            while not self._is_over.wait(0.02):
                began = time.monotonic()
                try:
                    is_good = client.get(self._url).status_code == 200
                except httpx.HTTPError:
                    is_good = False
                self.slowest = max(self.slowest, time.monotonic() - began)
                self.number, self.bad = self.number + 1, self.bad + (not is_good)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()


def _wrong(client: httpx.Client, method: str, path: str, body: bytes | None, n: int) -> str | None:
    """What is wrong with the answer to a request, if anything."""
    slow = any(part in path for part in _CALCULATES)
    headers = {"Idempotency-Key": f"odd {n}"}
    try:
        request = client.build_request(method, path, content=body, headers=headers)
    except (httpx.InvalidURL, UnicodeError):
        return None  # it never left this process
    where = f"{method} {path[:120]} {(body or b'')[:160]!r}"
    try:
        answer = client.send(request, stream=True)
        try:
            if answer.status_code < 500 and any(part in path for part in _STREAMS):
                return None
            message = answer.read()
        finally:
            answer.close()
    except httpx.ReadTimeout:
        return None if slow else f"{where}: no answer in {_PATIENCE:g} s"
    except httpx.NetworkError as error:
        # A body that is too long is refused before it is read, and its connection ends.
        is_too_long = body is not None and len(body) > _LONGEST_BODY
        return None if is_too_long else f"{where}: {type(error).__name__} {error}"
    except httpx.HTTPError as error:
        return f"{where}: {type(error).__name__} {error}"
    is_problem = answer.headers.get("content-type") == "application/problem+json"
    if answer.status_code >= 500:
        return f"{where}: {answer.status_code} {message[:200]!r}"
    if answer.status_code >= 400 and not (is_problem and 0 < len(answer.json()["why"]) <= 2100):
        return f"{where}: {answer.status_code} not in one sentence: {message[:200]!r}"
    return None


def values(*, requests: int, most_ms: int, seed: int) -> Figure:
    """Send this many odd values, to each field in turn, and ask for health meanwhile."""
    with (
        tempfile.TemporaryDirectory(prefix="pitboss-values-") as folder,
        Server(f"sqlite:///{Path(folder) / 'house.sqlite3'}") as server,
        Health(server) as health,
    ):
        visitors = [server.named("shift_manager"), server.guest()]
        nobody = OPEN.enter_context(httpx.Client(base_url=visitors[0].http.base_url))
        clients = [*(visitor.http for visitor in visitors), nobody]
        for client in clients:
            client.timeout = httpx.Timeout(_PATIENCE)
        table = _prepared(visitors[1])
        odd, every = Odd(seed), targets(visitors[0].get("/openapi.json"), table)
        odd.random.shuffle(every)
        routes = {(target.method, target.path.partition("?")[0]) for target in every}
        wrong = [_wrong(clients[1], *_worst, n) for n, _worst in enumerate(_worst_ones())]
        for n in range(requests - len(WORST)):
            request = _request(every[n % len(every)], odd)
            wrong.append(_wrong(odd.random.choice(clients), *request, n + len(WORST)))
            if n % 1000 == 999:
                progress(f"{n + 1} values, health {health.slowest * 1000:.0f} ms at the slowest")
        late = server.guest()
        seat = late.sit(late.open("classic"))
        seat.must("sit", box=2)
        seat.close()
        OPEN.close()
    faults = [each for each in wrong if each is not None]
    for fault in faults[:20]:
        progress(fault)
    seen = (
        f"{len(wrong)} odd values in {len(every)} fields of {len(routes)} routes: health "
        f"{health.slowest * 1000:.0f} ms at the slowest of {health.number} answers, "
        f"{len(faults) + health.bad} wrong answers"
    )
    holds = not faults and not health.bad and health.slowest * 1000 <= most_ms
    return Figure(seen, holds)


def _prepared(guest: Visitor) -> str:
    """A table with a bet on it, and a count drill under way."""
    table = guest.open("classic")
    guest.post("/me/drills/count", {"begin": {"book": "classic"}})
    guest.say(table, "bet", box=1, amount=10_00)
    return table


def _worst_ones() -> Iterator[tuple[str, str, bytes]]:
    for method, path, body in WORST:
        yield method, path, body.encode()
