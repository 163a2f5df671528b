"""Permissions by role, and the headers sent to a browser."""

from __future__ import annotations

import json
import re

import httpx
import pytest
from openapi_spec_validator import validate
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from pitboss.cli.serve import serve
from pitboss.store.people import PersonRole
from pitboss.table import acts
from pitboss.web.http.app import ROUTES
from pitboss.web.live import commands as c
from tests.web.serving import PASSWORD, Server

BODIES: dict[str, dict[str, object]] = {
    "sit": {"box": 1},
    "leave": {"box": 1},
    "bet": {"box": 1, "amount": 1},
    "place": {"bets": [{"box": 1, "amount": 1}]},
    "withdraw": {"box": 1},
    "squeeze": {"box": 1},
    "take_bank": {"box": 1, "amount": 1},
    "cut": {"depth": 1},
    "give_seed": {"seed": "x", "commitment": "0" * 64},
    "press_button": {"box": 1},
    "insure": {"box": 1, "amount": 1},
    "even_money": {"box": 1},
    "call": {"card": "As"},
    "declare": {"box": 1, "amount": 1},
    "place_declared": {"player": "x", "box": 1},
    "return_declared": {"player": "x", "box": 1},
    "prepare": {"step": "wash"},
    "order_recut": {"why": "x"},
    "disable": {"why": "x"},
    "pause": {"why": "x"},
    "close_table": {"why": "x"},
}


def _body(kind: type[c.Command]) -> dict[str, object]:
    tag = str(kind.__struct_config__.tag)
    on_hand = kind.act is not None and issubclass(kind.act, acts.ActOnHand)
    box = {"box": 1} if on_hand else {}
    return {"type": tag, **box, **BODIES.get(tag, {})}


def test_the_matrix_of_roles_and_commands(server: Server) -> None:
    """Every role is refused exactly where the matrix says so, and for no earlier reason."""
    opener = server.guest()
    for role in PersonRole:
        person = server.named(role.value)
        table = opener.open("classic")
        # A closed table accepts no commands, so closing it comes last.
        for number, kind in enumerate(sorted(c.KINDS, key=lambda k: k is c.CloseTable)):
            answer = person.http.post(
                f"/tables/{table}/commands",
                json=_body(kind),
                headers={"Idempotency-Key": f"{table} {number}"},
            )
            by_role = answer.status_code == 403 and "may not do this" in answer.json()["why"]
            assert by_role == (role not in c.who_may(kind)), (role, kind, answer.text)


@pytest.mark.parametrize(
    "kind, roles",
    [
        (
            c.BY_WORD["bet"],
            {PersonRole.PLAYER, PersonRole.DEALER, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER},
        ),
        (c.Perform, {PersonRole.DEALER, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER}),
        (
            c.BY_WORD["prepare"],
            {PersonRole.PLAYER, PersonRole.DEALER, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER},
        ),
        (c.Disable, {PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER}),
    ],
)
def test_who_may_is_what_the_documentation_says(
    kind: type[c.Command], roles: set[PersonRole]
) -> None:
    assert c.who_may(kind) == roles


def test_every_answer_has_the_headers(server: Server) -> None:
    for path in ("/api/v1/health", "/", "/api/v1/nothing", "/static/nothing.js"):
        headers = httpx.get(server.address + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


def test_another_origin_is_turned_away(server: Server) -> None:
    evil = {"origin": "https://evil.example"}
    answer = httpx.post(f"{server.address}/api/v1/sessions", json={"guest": True}, headers=evil)
    assert answer.status_code == 403
    ours = {"origin": server.address}
    answer = httpx.post(f"{server.address}/api/v1/sessions", json={"guest": True}, headers=ours)
    assert answer.status_code == 201
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    ada = server.guest()
    table = ada.open("classic")
    url = server.address.replace("http", "ws", 1) + f"/api/v1/tables/{table}/stream"
    token = {"authorization": f"Bearer {ada.token}"}
    with pytest.raises(InvalidStatus), connect(url, additional_headers=token | evil) as socket:
        socket.recv(timeout=5)
    with pytest.raises(InvalidStatus), connect(url) as socket:
        socket.recv(timeout=5)


def test_a_frame_that_is_too_long_ends_the_connection(server: Server) -> None:
    ada = server.guest()
    seat = ada.sit(ada.open("classic"))
    seat.socket.send(json.dumps({"type": "ping", "x": "y" * 20_000}))
    with pytest.raises(ConnectionClosed):
        seat.hear(lambda _: False, seconds=5)


def test_signing_in_again_makes_the_old_token_useless(server: Server) -> None:
    ada = server.named()
    again = ada.post("/sessions", {"name": ada.name, "password": PASSWORD}, 201)
    assert again["token"] != ada.token
    ada.get("/me", 401)


def test_wrong_passwords_lock_a_person_out(server: Server) -> None:
    ada = server.named()
    message = {"name": ada.name, "password": "not that one"}
    statuses = [ada.http.post("/sessions", json=message).status_code for _ in range(6)]
    assert statuses == [401] * 5 + [429]


@pytest.mark.parametrize("name", ["house", "Bot Ada", "Guest 123456", "dealer", "a\nb;", "x"])
def test_some_names_are_the_houses_own(server: Server, name: str) -> None:
    answer = httpx.post(
        f"{server.address}/api/v1/people", json={"name": name, "password": PASSWORD}
    )
    assert answer.status_code == 400, answer.text


def test_what_cannot_be_read_is_one_clear_sentence(server: Server) -> None:
    ada = server.guest()
    table = ada.open("classic")
    for body in (b"", b"{", b"[]", b'{"type":"no such"}', b'{"type":"bet"}', b"\xff\xfe",
                 b"9" * 999, b'{"type":"bet","box":1,"amount":1e99}', b"[" * 5000):  # fmt: skip
        answer = ada.http.post(
            f"/tables/{table}/commands", content=body, headers={"Idempotency-Key": "k"}
        )
        assert answer.status_code in (400, 413), (body, answer.text)
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["why"]
    assert ada.http.post(f"/tables/{table}/commands", json={"type": "deal"}).status_code == 400
    seat = ada.sit(table)
    for frame in ("", "{", '{"type":"x"}', '{"type":"command","key":"k","command":{"type":7}}'):
        seat.socket.send(frame)
        assert seat.hear(lambda m: m["type"] == "refused")["why"]
    seat.socket.send(b"bytes")
    assert "text" in seat.hear(lambda m: m["type"] == "refused")["why"]
    seat.must("sit", box=1)
    for number in ("99", "9" * 400):
        assert ada.http.get(f"/tables/{table}/rounds/{number}").status_code == 404
        assert ada.http.get(f"/tables/{table}/fairness/{number}").status_code == 404


def test_the_document_of_the_interface_is_valid_and_names_every_route(server: Server) -> None:
    document = httpx.get(f"{server.address}/api/v1/openapi.json").json()
    assert document["openapi"] == "3.1.0"
    validate(document)
    rows = {
        (method.upper(), path)
        for path, operations in document["paths"].items()
        for method in operations
    }
    served = {
        (method, re.sub(r":\w+}", "}", route.path).removeprefix("/api/v1"))
        for route in ROUTES
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert rows == served
    for path, operations in document["paths"].items():
        for operation in operations.values():
            named = {p["name"] for p in operation["parameters"] if p["in"] == "path"}
            assert named == set(re.findall(r"{(\w+)}", path)) and operation["summary"]
    tags = {str(kind.__struct_config__.tag) for kind in c.KINDS}
    assert tags == set(document["components"]["schemas"]["Command"]["discriminator"]["mapping"])


STAFF_ONLY: dict[tuple[str, str], set[PersonRole]] = {
    ("GET", "/pit"): {PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER, PersonRole.AUDITOR},
    ("GET", "/audit/tables"): {PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER, PersonRole.AUDITOR},
    ("GET", "/disputes"): {PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER, PersonRole.AUDITOR},
    ("GET", "/disputes.csv"): {PersonRole.SHIFT_MANAGER, PersonRole.AUDITOR},
    ("POST", "/disputes/{dispute}/decision"): {PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER},
    ("POST", "/disputes/{dispute}/approvals"): {PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER},
    ("POST", "/disputes/{dispute}/rejections"): {PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER},
    ("GET", "/tables/{table}/export"): {
        PersonRole.SUPERVISOR,
        PersonRole.SHIFT_MANAGER,
        PersonRole.AUDITOR,
    },
    ("GET", "/tables/{table}/irregularities"): set(PersonRole) - {PersonRole.PLAYER},
    ("POST", "/tables/{table}/rulings"): {PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER},
    ("POST", "/tables/{table}/rulings/{ruling}/approvals"): {
        PersonRole.SUPERVISOR,
        PersonRole.SHIFT_MANAGER,
    },
    ("POST", "/tables/{table}/rulings/{ruling}/rejections"): {
        PersonRole.SUPERVISOR,
        PersonRole.SHIFT_MANAGER,
    },
    ("POST", "/tables/{table}/hold"): {PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER},
    ("DELETE", "/tables/{table}/hold"): {PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER},
    ("DELETE", "/tables/{table}/rulings/{ruling}"): {
        PersonRole.SUPERVISOR,
        PersonRole.SHIFT_MANAGER,
    },
    ("GET", "/tables/{table}/changes"): set(PersonRole) - {PersonRole.PLAYER},
    ("POST", "/tables/{table}/changes"): {PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER},
    ("POST", "/tables/{table}/changes/{change}/approvals"): {
        PersonRole.SUPERVISOR,
        PersonRole.SHIFT_MANAGER,
    },
    ("POST", "/tables/{table}/changes/{change}/withdrawals"): {
        PersonRole.SUPERVISOR,
        PersonRole.SHIFT_MANAGER,
    },
    ("GET", "/tables/{table}/returns"): {
        PersonRole.SUPERVISOR,
        PersonRole.SHIFT_MANAGER,
        PersonRole.AUDITOR,
    },
    ("GET", "/returns"): {PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER, PersonRole.AUDITOR},
    ("GET", "/sheets/{sheet}"): {
        PersonRole.SUPERVISOR,
        PersonRole.SHIFT_MANAGER,
        PersonRole.AUDITOR,
    },
    ("GET", "/sheets/{sheet}.csv"): {
        PersonRole.SUPERVISOR,
        PersonRole.SHIFT_MANAGER,
        PersonRole.AUDITOR,
    },
    ("POST", "/sheets/{sheet}"): {
        PersonRole.DEALER,
        PersonRole.SUPERVISOR,
        PersonRole.SHIFT_MANAGER,
    },
    ("POST", "/rulebooks"): {PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER},
    ("POST", "/people/{name}/role"): {PersonRole.SHIFT_MANAGER},
    ("POST", "/people/{name}/lock"): {PersonRole.SHIFT_MANAGER},
}
"""Requests for certain roles only; the rest are for everyone who has signed in."""

OPEN_TO_ALL = {
    "/health", "/openapi.json", "/rulebooks", "/rulebooks/{book}", "/people", "/sessions",
    "/rulebooks/{book}/clauses/{clause}", "/rulebooks/{book}/clauses", "/provisions",
    "/rulebooks/{book}/rounds", "/rulebooks/{book}/rounds/{round}",
    "/lab/counts", "/lab/effects", "/lab/index",
    "/lab/price", "/lab/prices/{digest}", "/lab/compare",
    "/rulebooks/{book}/rounds/{round}/rehearsal", "/lab/worth", "/lab/books",
    "/lab/runs", "/lab/runs/{run}",
    "/lab/runs/{run}/stream", "/lab/runs/{run}.{ending}", "/lab/export/{digest}.{ending}",
    "/first-manager", "/audit/witness",
}  # fmt: skip


SIGNED_IN = {
    ("POST", "/rulebooks"),
    ("POST", "/first-manager"),
    ("GET", "/sessions"),
    ("DELETE", "/sessions"),
}
"""Requests on paths open to all that need a session."""


def test_the_matrix_of_roles_and_requests(server: Server) -> None:
    """Every route, without a session and by every role."""
    table = server.guest().open("classic")
    people = {role: server.named(role.value) for role in PersonRole}
    for route in ROUTES:
        path = re.sub(r":\w+}", "}", route.path).removeprefix("/api/v1")
        (method,) = (route.methods or set()) - {"HEAD"}
        url = path.replace("{table}", table).replace("{name}", "Nobody there")
        url = re.sub(r"{\w+}", "1", url)
        message = (
            None if method == "GET" else {"role": "auditor"} if "role" in path else {"what": "x"}
        )
        nobody = httpx.request(method, f"{server.address}/api/v1{url}", json=message)
        is_open = path in OPEN_TO_ALL or (method, path) == ("GET", "/tables")
        is_open = is_open and (method, path) not in SIGNED_IN
        assert (nobody.status_code == 401) == (not is_open), (method, path, nobody.text)
        if method == "DELETE" and path in ("/sessions", "/sessions/current"):
            continue  # signs out
        for role, person in people.items():
            answer = person.http.request(method, url, json=message)
            may = STAFF_ONLY.get((method, path), set(PersonRole))
            assert (answer.status_code == 403) == (role not in may), (role, path, answer.text)


@pytest.mark.parametrize("role", PersonRole)
def test_who_opens_a_table_with_a_dealers_chair(server: Server, role: PersonRole) -> None:
    answer = server.named(role.value).http.post(
        "/tables", json={"book": "classic", "dealt_by": "person"}
    )
    staff = {PersonRole.DEALER, PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER}
    assert answer.status_code == (201 if role in staff else 403)


def test_the_server_listens_to_this_machine_only_unless_told_otherwise() -> None:
    option = next(p for p in serve.params if p.name == "host")
    assert option.default == "127.0.0.1"


def test_answers_are_as_the_document_says(server: Server) -> None:
    document = httpx.get(f"{server.address}/api/v1/openapi.json").json()
    boss, ada = server.named("supervisor"), server.guest()
    table = ada.open("leaflet", bots=1)
    seat = ada.sit(table)
    seat.must("sit", box=1)
    seat.must("bet", box=1, amount=seat.state["limits"]["minimum"])
    seat.must("deal")
    seat.finish()
    dispute = ada.post(f"/tables/{table}/rounds/1/disputes", {"statement": "I had 21"}, 201)
    files = ("/export", "/log", ".csv", "/evidence", "/papers")
    for path, operations in document["paths"].items():
        if "get" not in operations or path.endswith(files):
            continue
        if path.startswith("/lab/"):
            continue  # there is nothing to read before a first request
        if path.endswith("/advice") or path.startswith("/me/rounds/"):
            continue  # for the player whose turn it is, and who has played
        url = (
            path.replace("{table}", table)
            .replace("{book}", "leaflet")
            .replace("{sheet}", "tables")
            .replace("{kind}", "hands")
            .replace("{clause}", "object.1")
            .replace("{dispute}", dispute["id"])
            .replace("{round}", boss.get("/rulebooks/leaflet/rounds")["rounds"][0]["id"])
        )
        answer = boss.get(re.sub(r"{\w+}", "1", url))
        schema = operations["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        assert set(schema["required"]) <= set(answer), path
    answer = ada.say(table, "sit", box=2)
    operation = document["paths"]["/tables/{table}/commands"]["post"]
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    assert set(schema["required"]) == set(answer)
    seat.close()
