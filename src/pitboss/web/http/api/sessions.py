"""Your own sessions: where you are signed in, and signing out there."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from pitboss.store.people import People
from pitboss.web.http.problems import Problem, json_response
from pitboss.web.http.security import COOKIE, reads_much, somebody, token_of


def _people(request: Request) -> People:
    people: People = request.app.state.hub.store.people
    return people


async def sessions(request: Request) -> Response:
    """Where you are signed in: device, address, last use and end of each session."""
    person = await somebody(request)
    reads_much(request)
    token = token_of(request) or ""
    sessions = await asyncio.to_thread(_people(request).sessions_of, person, token)
    return json_response(
        {
            "sessions": [
                {
                    "id": session.id,
                    "device": session.device or "unknown device",
                    "address": session.address,
                    "started": session.created,
                    "seen": session.seen,
                    "ends": session.ends,
                    "current": session.is_current,
                }
                for session in sessions
            ]
        }
    )


async def end_session(request: Request) -> Response:
    """Sign out one of your sessions; its streams end within a second."""
    person = await somebody(request)
    id = str(request.path_params["session"])
    if not await asyncio.to_thread(_people(request).end_session_of, person, id):
        raise Problem(404, "you have no such session")
    await request.app.state.visitors.look_at_all()
    return Response(status_code=204)


async def end_sessions(request: Request) -> Response:
    """Sign out everywhere, here included."""
    person = await somebody(request)
    await asyncio.to_thread(_people(request).end_sessions_of, person)
    await request.app.state.visitors.look_at_all()
    response = Response(status_code=204)
    response.delete_cookie(COOKIE)
    return response
