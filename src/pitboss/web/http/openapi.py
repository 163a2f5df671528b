"""The API as an OpenAPI 3.1 document, generated from the routes and the commands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from starlette.routing import Route

from pitboss import __version__
from pitboss.evidence.pack import MEDIA_TYPE
from pitboss.store.signatures import Head
from pitboss.web.http.api.audit import VerifyTable
from pitboss.web.http.api.changes import ChangeRules, DropChange
from pitboss.web.http.api.disputes import DecideDispute, OpenDispute, RejectDecision
from pitboss.web.http.api.drills import AskDrill
from pitboss.web.http.api.first_manager import ConsoleCode
from pitboss.web.http.api.lab import AskComparison, AskEffects, AskIndex, AskPrice, AskWorth
from pitboss.web.http.api.lab_runs import AskRun
from pitboss.web.http.api.people import (
    ChangePassword,
    ChooseName,
    GiveRole,
    KeepAccount,
    Lock,
    Refill,
    SignIn,
    SignUp,
)
from pitboss.web.http.api.preferences import Preferences
from pitboss.web.http.api.rulebooks import AddBook
from pitboss.web.http.api.rulings import Rejection
from pitboss.web.http.api.sheets import WriteLine
from pitboss.web.http.api.tables import OpenTable
from pitboss.web.live import commands as c
from pitboss.web.live.irregularities import ReportRequest
from pitboss.web.school.rehearsals import Rehearse

_BODIES: Final[dict[str, tuple[str, Any]]] = {
    "/people": ("SignUp", SignUp),
    "/first-manager": ("ConsoleCode", ConsoleCode),
    "/audit/witness": ("Head", Head),
    "/people/{name}/role": ("GiveRole", GiveRole),
    "/people/{name}/lock": ("Lock", Lock),
    "/me/password": ("ChangePassword", ChangePassword),
    "/me/account": ("KeepAccount", KeepAccount),
    "/me/name": ("ChooseName", ChooseName),
    "/me/refill": ("Refill", Refill),
    "/me/preferences": ("Preferences", Preferences),
    "/me/drills/{kind}": ("AskDrill", AskDrill),
    "/sessions": ("SignIn", SignIn),
    "/tables": ("OpenTable", OpenTable),
    "/tables/{table}/commands": ("Command", c.AnyCommand),
    "/tables/{table}/rulings": ("ReportRequest", ReportRequest),
    "/tables/{table}/rulings/{ruling}/rejections": ("Rejection", Rejection),
    "/tables/{table}/rounds/{number}/disputes": ("OpenDispute", OpenDispute),
    "/disputes/{dispute}/decision": ("DecideDispute", DecideDispute),
    "/disputes/{dispute}/rejections": ("RejectDecision", RejectDecision),
    "/tables/{table}/changes": ("ChangeRules", ChangeRules),
    "/tables/{table}/changes/{change}/withdrawals": ("DropChange", DropChange),
    "/sheets/{sheet}": ("WriteLine", WriteLine),
    "/rulebooks": ("AddBook", AddBook),
    "/rulebooks/{book}/rounds/{round}/rehearsal": ("Rehearse", Rehearse),
    "/audit/verify": ("VerifyTable", VerifyTable),
    "/lab/price": ("AskPrice", AskPrice),
    "/lab/compare": ("AskComparison", AskComparison),
    "/lab/books": ("AddBook", AddBook),
    "/lab/worth": ("AskWorth", AskWorth),
    "/lab/effects": ("AskEffects", AskEffects),
    "/lab/index": ("AskIndex", AskIndex),
    "/lab/runs": ("AskRun", AskRun),
}

_QUERIES: Final[dict[str, tuple[str, ...]]] = {
    "/tables/{table}/events": ("after", "limit"),
    "/tables/{table}/rounds": ("last",),
    "/tables/{table}/history": ("before", "limit"),
    "/tables/{table}/advice": ("box", "hand", "standard"),
    "/me/decisions": ("book", "kind", "standard", "worst"),
    "/me/sessions": ("standard",),
    "/me/progress": ("book", "kind", "standard"),
    "/me/progress.csv": ("book", "kind", "standard"),
    "/me/rounds": ("book", "table", "day", "standard", "skip", "limit"),
    "/me/rounds/{table}/{number}": ("standard",),
    "/disputes": ("status", "before", "limit"),
    "/audit/tables": ("before", "limit"),
    "/audit/ledger": ("before", "limit"),
    "/audit/witness": ("key",),
}

_WORDS: Final = frozenset({"standard", "book", "kind", "table", "day", "key", "status"})
"""The parameters that are not numbers."""
_TEXT: Final = {"type": "string"}
_WHOLE: Final = {"type": "integer", "minimum": 0}

_OPEN: Final = frozenset(
    {"/health", "/openapi.json", "/rulebooks", "/rulebooks/{book}", "/tables", "/people",
     "/sessions", "/rulebooks/{book}/clauses", "/rulebooks/{book}/clauses/{clause}",
     "/rulebooks/{book}/rounds", "/rulebooks/{book}/rounds/{round}", "/provisions",
     "/rulebooks/{book}/rounds/{round}/rehearsal",
     "/lab/price", "/lab/prices/{digest}", "/lab/compare", "/lab/runs",
     "/lab/effects", "/lab/index", "/lab/worth", "/lab/books", "/lab/counts",
     "/lab/runs/{run}", "/lab/runs/{run}/stream", "/lab/runs/{run}.{ending}",
     "/lab/export/{digest}.{ending}", "/first-manager", "/audit/witness"}
)  # fmt: skip

_SIGNED_IN: Final = frozenset(
    {("/tables", "POST"), ("/rulebooks", "POST"), ("/sessions", "GET"), ("/sessions", "DELETE"),
     ("/first-manager", "POST")}
)  # fmt: skip
"""Operations on open paths that need a session."""

_CREATES: Final = frozenset(
    {"/lab/books", "/people", "/sessions", "/tables", "/me/account", "/me/name", "/rulebooks",
     "/audit/witness", "/tables/{table}/rounds/{number}/disputes", "/sheets/{sheet}"}
)  # fmt: skip

_TABLE: Final = (
    "id name book title jurisdiction cloth status dealt_by opened_by bots practice settings limits "
    "boxes free players phase is_paused round edge side_bet_edges edge_policy edge_note lab"
)
_PRICE: Final = "digest link book policy shoe main waiting problems"
_PERSON: Final = "id name role guest balance"
_DISPUTE: Final = (
    "id table round by statement at status decision read name book title papers decides mine "
    "badges steps may_decide stands"
)

_ANSWERS: Final[dict[tuple[str, str], str]] = {
    ("GET", "/health"): "status version tables loop",
    ("GET", "/openapi.json"): "openapi info servers paths components",
    ("GET", "/rulebooks"): "rulebooks play_now",
    ("POST", "/rulebooks"): "id title jurisdiction own",
    ("POST", "/lab/books"): "id book title document",
    ("GET", "/rulebooks/{book}"): "id title jurisdiction elections ledger defaults",
    ("GET", "/rulebooks/{book}/clauses"): (
        "book title jurisdiction document about trace clauses readings"
    ),
    ("GET", "/provisions"): "books parts",
    ("GET", "/rulebooks/{book}/rounds"): "book title rounds",
    ("GET", "/rulebooks/{book}/rounds/{round}"): (
        "id title clauses settings book state events shows so_far net may_be_rehearsed"
    ),
    ("POST", "/rulebooks/{book}/rounds/{round}/rehearsal"): (
        "id title clauses settings book rehearsal state events shows so_far choices over net"
    ),
    ("GET", "/rulebooks/{book}/clauses/{clause}"): "book title clause clauses readings",
    ("POST", "/people"): f"token {_PERSON}",
    ("GET", "/first-manager"): "needed",
    ("POST", "/first-manager"): "name role",
    ("GET", "/audit/witness"): "heads",
    ("POST", "/audit/witness"): "n fingerprint",
    ("POST", "/people/{name}/role"): "name role",
    ("POST", "/people/{name}/lock"): "name locked",
    ("POST", "/sessions"): f"token {_PERSON}",
    ("GET", "/me"): f"{_PERSON} refilled preferences disputes",
    ("GET", "/me/disputes"): "disputes",
    ("GET", "/disputes"): "disputes next",
    ("POST", "/tables/{table}/rounds/{number}/disputes"): _DISPUTE,
    ("GET", "/disputes/{dispute}"): _DISPUTE,
    ("DELETE", "/disputes/{dispute}"): _DISPUTE,
    ("POST", "/disputes/{dispute}/decision"): _DISPUTE,
    ("POST", "/disputes/{dispute}/approvals"): _DISPUTE,
    ("POST", "/disputes/{dispute}/rejections"): _DISPUTE,
    ("POST", "/me/account"): f"token {_PERSON}",
    ("POST", "/me/name"): f"token {_PERSON}",
    ("GET", "/sessions"): "sessions",
    ("POST", "/me/refill"): "amount balance net",
    ("POST", "/me/preferences"): "speed coach coach_by",
    ("GET", "/me/decisions"): "decisions",
    ("GET", "/me/sessions"): "sessions",
    ("GET", "/me/progress"): "days kinds cells lines lines_by_kind drills",
    ("GET", "/me/rounds"): "rounds all next",
    ("GET", "/me/drills/{kind}"): "kind book settings options question tally days",
    ("POST", "/me/drills/{kind}"): "kind book settings options question tally days",
    ("GET", "/me/rounds/{table}/{number}"): (
        "number at table boxes staked expected actual cost banked luck decisions session"
    ),
    ("GET", "/tables/{table}/advice"): (
        "cards up total soft stake acts best standard exact_for reckoned unseen cards_unseen seen "
        "given_no_dealer_blackjack notes box hand sequence"
    ),
    ("GET", "/tables"): "tables",
    ("POST", "/tables"): f"{_TABLE} sequence",
    ("GET", "/tables/{table}"): "type sequence state",
    ("POST", "/tables/{table}/commands"): "accepted sequence events repeated",
    ("GET", "/tables/{table}/events"): "table after events",
    ("GET", "/tables/{table}/rules"): "table book parts edges lab note",
    ("GET", "/tables/{table}/rounds"): "table rounds",
    ("GET", "/tables/{table}/rounds/{number}/replay"): "table round state events shows",
    ("GET", "/tables/{table}/rounds/{number}"): "table book round first last at events",
    ("GET", "/tables/{table}/ledger"): "table postings balances sum",
    ("GET", "/tables/{table}/fairness/{shoe}"): (
        "table shoe commitment composition revealed cut seeds secret dealt holds problem"
    ),
    ("GET", "/tables/{table}/rules/in-force"): (
        "table name status book title jurisdiction document in_force layout side_bets options "
        "parts earlier"
    ),
    ("GET", "/tables/{table}/changes"): "table name book title status options pending changes",
    ("POST", "/tables/{table}/changes"): "sequence pending",
    ("POST", "/tables/{table}/changes/{change}/approvals"): "accepted sequence pending events",
    ("POST", "/tables/{table}/changes/{change}/withdrawals"): "accepted sequence pending events",
    ("GET", "/tables/{table}/irregularities"): "table book irregularities rulings",
    ("POST", "/tables/{table}/rulings"): "",
    ("POST", "/tables/{table}/rulings/{ruling}/approvals"): (
        "id report by second status at accepted sequence events"
    ),
    ("POST", "/tables/{table}/rulings/{ruling}/rejections"): "id report by second status at",
    ("DELETE", "/tables/{table}/rulings/{ruling}"): "id report by second status at",
    ("POST", "/tables/{table}/hold"): "held sequence",
    ("POST", "/audit/verify"): (
        "table ok entries rounds first_bad problem sealed_shoes revealed_shoes hash fingerprint "
        "signed_at"
    ),
    ("GET", "/tables/{table}/history"): (
        "table name book title status opened_by created rounds badges next"
    ),
    ("GET", "/audit/tables"): "tables badges next",
    ("GET", "/audit/ledger"): "lines balances next",
    ("GET", "/audit/head"): "n at hash key signature",
    ("GET", "/pit"): "tables badges",
    ("GET", "/returns"): "chance note_from books tables",
    ("GET", "/tables/{table}/returns"): (
        "table name book title chance note_from banked rounds complete note series"
    ),
    ("GET", "/sheets/{sheet}"): "sheet standing lines acts may_strike tables",
    ("POST", "/sheets/{sheet}"): (
        "n at hash what item table by role second decks colour amount note strikes struck_by"
    ),
    ("POST", "/lab/price"): _PRICE,
    ("GET", "/lab/prices/{digest}"): _PRICE,
    ("POST", "/lab/runs"): "id",
    ("POST", "/lab/effects"): "book settings policy shoe ev effects correlations",
    ("GET", "/lab/counts"): "counts",
    ("POST", "/lab/index"): "book settings count depth from insure_at counts plays toml",
}
"""The keys that every answer of an operation has; a ruling's preview has others."""

_STREAMS: Final = frozenset({"/lab/compare", "/lab/worth", "/lab/runs/{run}/stream"})
"""Operations that answer with an event stream."""

_PROBLEM: Final = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "why"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "why": {"type": "string", "description": "The reason, in one sentence."},
        "clause": {"type": ["string", "null"], "description": "The clause that applies."},
        "book": {"type": ["string", "null"]},
    },
}


def document(routes: Sequence[Route]) -> dict[str, Any]:
    """The document for these routes."""
    kinds = [kind for _, kind in _BODIES.values()]
    _, parts = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        path = re.sub(r":\w+}", "}", route.path).removeprefix("/api/v1")
        for method in sorted((route.methods or set()) - {"HEAD"}):
            paths.setdefault(path, {})[method.lower()] = _operation(route, path, method)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "pitboss",
            "version": __version__,
            "summary": "Live blackjack tables by the book.",
        },
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {
            "schemas": {**parts, "Command": _schema_of(c.AnyCommand), "Problem": _PROBLEM},
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "pitboss_session"},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _schema_of(kind: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components(
        [kind], ref_template="#/components/schemas/{name}"
    )
    return dict(schema)


def _done(method: str, path: str) -> dict[str, Any]:
    """The successful answers."""
    is_silent = method == "DELETE" or path in ("/me/password", "/disputes/{dispute}/read")
    if (method, path) not in _ANSWERS and is_silent:
        return {"204": {"description": "Done."}}
    if path.endswith(("/export", "/log")):
        log = {"schema": {"type": "string"}}
        return {"200": {"description": "A log.", "content": {"application/jsonl": log}}}
    if path in _STREAMS:
        lines = {"schema": {"type": "string"}}
        return {"200": {"description": "Messages.", "content": {"text/event-stream": lines}}}
    if path.endswith(("{ending}", ".csv")):
        file = {"schema": {"type": "string"}}
        return {"200": {"description": "A file.", "content": {"application/octet-stream": file}}}
    if path.endswith(("/evidence", "/papers")):
        pack = {"schema": {"type": "object"}}
        return {"200": {"description": "An evidence pack.", "content": {MEDIA_TYPE: pack}}}
    keys = _ANSWERS[method, path].split()
    schema = {"type": "object", "required": keys, "properties": {key: {} for key in keys}}
    texts = {"description": "Done.", "content": {"application/json": {"schema": schema}}}
    if path.endswith(("/rulings", "/changes")):
        waits = {**texts, "description": "Awaiting a second approval."}
        return {"200": texts, "202": waits}
    if path == "/disputes/{dispute}/decision":
        return {"200": texts, "202": {**texts, "description": "Awaiting a second approval."}}
    if path == "/lab/runs":
        return {"202": texts}
    return {"201" if method == "POST" and path in _CREATES else "200": texts}


def _operation(route: Route, path: str, method: str) -> dict[str, Any]:
    name = f"{method.lower()}_{re.sub(r'[^a-z]+', '_', path).strip('_')}"
    operation: dict[str, Any] = {
        "operationId": name,
        "summary": (route.endpoint.__doc__ or "").strip().splitlines()[0],
        "parameters": [
            {"name": one, "in": "path", "required": True, "schema": {"type": "string"}}
            for one in re.findall(r"{(\w+)}", path)
        ]
        + [
            {"name": one, "in": "query", "schema": _TEXT if one in _WORDS else _WHOLE}
            for one in _QUERIES.get(path, ())
        ],
        "responses": {
            **_done(method, path),
            "default": {
                "description": "A problem: the reason and, if a book requires it, its clause.",
                "content": {
                    "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
                },
            },
        },
    }
    if path == "/tables/{table}/commands":
        operation["parameters"].append(
            {
                "name": "Idempotency-Key",
                "in": "header",
                "required": True,
                "schema": {"type": "string", "minLength": 1, "maxLength": 100},
            }
        )
    if method == "POST" and path in _BODIES:
        ref = {"$ref": f"#/components/schemas/{_BODIES[path][0]}"}
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": ref}},
        }
    if path not in _OPEN or (path, method) in _SIGNED_IN:
        operation["security"] = [{"cookie": []}, {"bearer": []}]
    return operation
