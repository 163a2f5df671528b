"""Sessions of your own: listed, ended one by one or everywhere; https once is https for a year."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from pitboss.web.http.api.people import device_name
from tests.web.serving import PASSWORD, Server, Visitor
from tests.web.test_sessions import again, ends_within


def test_sessions_are_listed_with_device_address_and_last_use(server: Server) -> None:
    ada = server.named()
    message = {"name": ada.name, "password": PASSWORD}
    phone = "Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0"
    httpx.post(f"{server.address}/api/v1/sessions", json=message, headers={"user-agent": phone})
    listed = ada.get("/sessions")["sessions"]
    assert {one["device"] for one in listed} >= {"Firefox on Android", "python-httpx"}
    assert sum(one["current"] for one in listed) == 1
    for one in listed:
        assert one["address"] == "127.0.0.1"
        assert one["started"] <= one["seen"] < one["ends"]
        assert one["ends"] - one["started"] == pytest.approx(30 * 86400)
    assert ada.token not in str(listed)
    assert "sign in" in server_get(server, "/sessions")


def server_get(server: Server, path: str) -> str:
    answer = httpx.get(f"{server.address}/api/v1{path}")
    assert answer.status_code == 401
    return str(answer.json()["why"])


def test_one_session_is_ended_with_its_streams(server: Server) -> None:
    ada = server.named()
    other, table = again(ada), ada.open("classic")
    ended, stays = other.sit(table), ada.sit(table)
    (id,) = (one["id"] for one in other.get("/sessions")["sessions"] if one["current"])
    assert server.guest().http.delete(f"/sessions/{id}").status_code == 404
    assert ada.http.delete(f"/sessions/{id}").status_code == 204
    ends_within(ended)
    other.get("/me", 401)
    stays.must("sit", box=1)
    assert ada.http.delete(f"/sessions/{id}").status_code == 404


def test_signing_out_everywhere_ends_every_session(server: Server) -> None:
    ada, ben = server.named(), server.named()
    people: list[Visitor] = [again(ada), again(ada), ada]
    table = ben.open("classic")
    seats = [one.sit(table) for one in people]
    answer = ada.http.delete("/sessions")
    assert answer.status_code == 204 and "pitboss_session" in answer.headers["set-cookie"]
    for one, seat in zip(people, seats, strict=True):
        ends_within(seat)
        one.get("/me", 401)
    ben.get("/me")
    assert len(again(ada).get("/sessions")["sessions"]) == 1


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0",
         "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) Version/17.6 Safari/604.1",
         "Safari on iPhone"),
        ("curl/8.5.0", "curl"),
        ("", "unknown device"),
        ("\u202e<script>" * 100, "unknown device"),
        ("x" * 1000, "x" * 30),
    ],
)  # fmt: skip
def test_the_name_of_a_device(agent: str, name: str) -> None:
    assert device_name(agent) == name


def test_https_is_kept_only_where_a_trusted_proxy_reports_it(
    tmp_path: Path, sqlite_house: Server
) -> None:
    secure = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9"}
    with Server(
        f"sqlite:///{tmp_path / 'house.sqlite3'}", "--trusted-proxy", "127.0.0.1"
    ) as behind:
        for path in ("/", "/api/v1/health", "/nonsense"):
            answer = httpx.get(f"{behind.address}{path}", headers=secure)
            assert answer.headers["strict-transport-security"] == "max-age=31536000"
            assert "strict-transport-security" not in httpx.get(f"{behind.address}{path}").headers
        came = httpx.post(f"{behind.address}/api/v1/sessions", json={"guest": True}, headers=secure)
        assert "Secure" in came.headers["set-cookie"]
    answer = httpx.get(f"{sqlite_house.address}/", headers=secure)
    assert "strict-transport-security" not in answer.headers, "anybody may send that header"
