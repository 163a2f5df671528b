"""Runs of the simulator: started, followed, stopped, and saved as files."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from pitboss.web.http.api.lab import (
    MEDIA,
    Id,
    Policy,
    asker_of,
    busy,
    desk_of,
    known_count,
    sent,
    streamed,
)
from pitboss.web.http.problems import Problem, body_of, json_response
from pitboss.web.lab.questions import posed
from pitboss.web.lab.workers import Busy


class AskRun(Struct, forbid_unknown_fields=True):
    """A simulator run to start."""

    book: Id
    settings: dict[str, Any] = {}
    rounds: Annotated[int, Meta(ge=1, le=10**10)] = 10_000_000
    seed: Annotated[int, Meta(ge=0, le=10**18)] = 1
    policy: Policy = "basic"
    count: Id | None = None
    spread: dict[str, Any] | None = None
    fresh: bool = True


async def start_run(request: Request) -> Response:
    """Start a run of the simulator."""
    asker = await asker_of(request)
    body: AskRun = await body_of(request, AskRun)
    question = posed(body.book, body.settings)
    document = question.question.asked() | {
        "rounds": body.rounds,
        "seed": body.seed,
        "policy": body.policy,
        "count": known_count(body.count),
        "spread": body.spread,
        "fresh": body.fresh,
    }
    rates = request.app.state.rates.lab
    rates.count_run(asker.address, time.monotonic())
    runs = desk_of(request).runs
    runs.check_address(asker.address, most=rates.rates.runs_at_once)
    try:
        run = runs.start(asker.person, asker.name, document, address=asker.address)
    except Busy as error:
        raise busy(error) from None
    return json_response({"id": run.id}, 202, location=f"/api/v1/lab/runs/{run.id}/stream")


async def run_stream(request: Request) -> Response:
    """The progress of a run four times a second and, last, its result."""
    run = desk_of(request).runs.get(request.path_params["run"])

    async def lines() -> AsyncIterator[bytes]:
        async for raw in run.marks():
            yield sent(raw)

    return streamed(lines())


async def stop_run(request: Request) -> Response:
    """End a run early; the completed chunks are its result."""
    asker = await asker_of(request)
    runs = desk_of(request).runs
    run = runs.get(request.path_params["run"])
    if run.owner != asker.name:
        raise Problem(404, "run not found")
    runs.stop(run)
    return Response(status_code=204)


async def run_file(request: Request) -> Response:
    """The result of a run as a file (html, csv, json), the same as the command writes."""
    asker = await asker_of(request)
    run, ending = (
        desk_of(request).runs.get(request.path_params["run"]),
        request.path_params["ending"],
    )
    request.app.state.rates.lab.count_file(asker.person, asker.address, time.monotonic())
    made = run.file(f".{ending}")
    if made is None:
        raise Problem(404, "this run has no such file, or is still going")
    headers = {"content-disposition": f'attachment; filename="run.{ending}"'}
    return Response(made, media_type=MEDIA[ending], headers=headers)
