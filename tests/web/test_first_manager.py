"""The first shift manager is made at the console, by a code or by a command; never by address."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from click.testing import CliRunner, Result

from pitboss.cli.main import cli
from pitboss.store import Store, open_database
from pitboss.web.audit.house_audit import verified_house
from tests.postgres import new_database
from tests.web.serving import PASSWORD, Server, key_of


def sign_up(server: Server, name: str, *, forwarded: str = "", **more: str) -> httpx.Response:
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    return httpx.post(
        f"{server.address}/api/v1/people",
        json={"name": name, "password": PASSWORD, **more},
        headers=headers,
    )


def is_needed(server: Server) -> bool:
    answer: dict[str, Any] = httpx.get(f"{server.address}/api/v1/first-manager").json()
    return bool(answer["needed"])


def admin(server_url: str, *arguments: str, input: str | bytes | None = None) -> Result:
    key = key_of(server_url)
    options = [
        "--database",
        server_url,
        *([] if key is None or arguments[0] == "people" else ["--key", key]),
    ]
    return CliRunner().invoke(cli, ["admin", *arguments, *options], input=input)


def test_nobody_is_manager_by_being_first(fresh_url: str) -> None:
    """Here, and behind the proxy that the documentation describes."""
    with Server(fresh_url, "--trusted-proxy", "127.0.0.1") as server:
        assert sign_up(server, "Eve").json()["role"] == "player"
        assert sign_up(server, "Eva", forwarded="203.0.113.9").json()["role"] == "player"
        assert is_needed(server)


def test_the_code_on_the_console_makes_one_manager(fresh_url: str) -> None:
    with Server(fresh_url) as server:
        code = server.console_code()
        wrong = sign_up(server, "Eve", code="AAAA-AAAA")
        assert wrong.status_code == 403 and "the code is wrong" in wrong.json()["why"]
        store = Store(open_database(fresh_url))
        stored = [value for _, value in store.kept_under("first-manager/")]
        assert store.everything("SELECT count(*) FROM people") == [(0,)], "nothing is kept of it"
        store.close()
        assert len(stored) == 1 and "$argon2" in stored[0]
        assert code not in stored[0] and code.replace("-", "") not in stored[0]
        mia = sign_up(server, "Mia", code=f" {code.lower().replace('-', ' ')} ")
        assert mia.status_code == 201 and mia.json()["role"] == "shift_manager"
        assert not is_needed(server)
        again = sign_up(server, "Eve", code=code)
        assert again.status_code == 409 and "a shift manager already" in again.json()["why"]
    store = Store(open_database(fresh_url))
    assert store.kept_under("first-manager/") == [] and verified_house(store).problem is None
    assert store.journal()[-1].kind == "closed"
    store.close()
    with Server(fresh_url) as server:
        assert not is_needed(server)
        assert sign_up(server, "Eve", code=code).status_code == 409


def test_who_is_signed_in_may_use_the_code(fresh_url: str) -> None:
    with Server(fresh_url) as server:
        code = server.console_code()
        ada, guest = server.named(), server.guest()
        assert "guest" in guest.post("/first-manager", {"code": code}, 409)["why"]
        assert "the code is wrong" in ada.post("/first-manager", {"code": "ABCD"}, 403)["why"]
        assert ada.get("/me")["role"] == "player"
        response = ada.post("/first-manager", {"code": code})
        assert response == {"name": ada.name, "role": "shift_manager"}
        assert ada.get("/me")["role"] == "shift_manager"
        assert ada.post(f"/people/{server.named().name}/role", {"role": "dealer"})
        ben = server.named()
        assert "already" in ben.post("/first-manager", {"code": code}, 409)["why"]


def test_guessing_the_code_takes_for_ever(tmp_path: Any) -> None:
    with Server(f"sqlite:///{tmp_path / 'house.sqlite3'}") as server:
        code = server.console_code()
        ada = server.named()
        answers = [
            ada.http.post("/first-manager", json={"code": f"AAAA-AAA{n}"}) for n in range(2, 9)
        ]
        assert [answer.status_code for answer in answers] == [403] * 5 + [429] * 2
        assert answers[-1].headers["retry-after"] and "wrong codes" in answers[-1].json()["why"]
        assert ada.http.post("/first-manager", json={"code": code}).status_code == 429


def test_each_start_makes_a_new_code(tmp_path: Any) -> None:
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    with Server(url) as server:
        old = server.console_code()
    with Server(url) as server:
        new = server.console_code()
        assert sign_up(server, "Mia", code=old).status_code == 403
        assert sign_up(server, "Mia", code=new).status_code == 201


def test_every_process_has_a_code_until_there_is_a_manager(postgres: str) -> None:
    url = new_database(postgres)
    with Server(url) as first, Server(url) as second:
        codes = first.console_code(), second.console_code()
        assert sign_up(second, "Mia", code=codes[0]).json()["role"] == "shift_manager"
        assert sign_up(first, "Eve", code=codes[1]).status_code == 409


# At the console.


def test_the_console_adds_people_while_the_server_runs(fresh_url: str) -> None:
    with Server(fresh_url) as server:
        result = admin(
            fresh_url, "add", "Mia", "--password-file", "-", "--json", input=f"{PASSWORD}\n"
        )
        assert result.exit_code == 0, result.output
        assert json.loads(result.output)["role"] == "shift_manager"
        assert not is_needed(server)
        signed_in = httpx.post(
            f"{server.address}/api/v1/sessions", json={"name": "Mia", "password": PASSWORD}
        )
        assert signed_in.json()["role"] == "shift_manager"
        server.guest()
    listed = json.loads(admin(fresh_url, "people", "--json").output)["people"]
    assert [(one["name"], one["role"], one["balance"]) for one in listed] == [
        ("Mia", "shift_manager", 100_000)
    ]
    everyone = json.loads(admin(fresh_url, "people", "--guests", "--json").output)["people"]
    assert [one["guest"] for one in everyone] == [False, True]
    store = Store(open_database(fresh_url))
    outcome = verified_house(store)
    (role,) = [entry.told for entry in store.journal() if entry.kind == "role"]
    store.close()
    assert outcome.problem is None and outcome.unsigned == 0
    assert role["role"] == "shift_manager" and " on " in role["by"]


def test_the_console_adds_people_before_there_is_a_server(fresh_url: str, tmp_path: Any) -> None:
    file = tmp_path / "password"
    file.write_text(f"{PASSWORD}\r\nanother line\n")
    done = admin(fresh_url, "add", "Dee", "--role", "dealer", "--password-file", str(file))
    assert done.exit_code == 0 and done.output == "Dee is a dealer and may sign in\n"
    given = admin(fresh_url, "role", "dee", "AUDITOR")
    assert given.exit_code == 0 and "is an auditor now" in given.output
    assert "auditor" in admin(fresh_url, "people").output
    with Server(fresh_url) as server:
        assert is_needed(server) and server.console_code()


@pytest.mark.parametrize(
    "arguments, input, why",
    [
        (("add", "Mia", "--password-file", "-"), "short\n", "at least 8 characters"),
        (("add", "Mia", "--password-file", "-"), "password123\n", "too common"),
        (("add", "Mia", "--password-file", "/nowhere/at/all"), None, "cannot be read"),
        (("add", "Mia"), None, "needs a terminal"),
        (("add", "dealer", "--password-file", "-"), f"{PASSWORD}\n", "is reserved"),
        (("add", "M", "--password-file", "-"), f"{PASSWORD}\n", "at least 2 characters"),
        (("add", "Mi\u200ba", "--password-file", "-"), PASSWORD, "no invisible characters"),
        (("add", "Mia", "--role", "owner", "--password-file", "-"), PASSWORD, "'owner' is not one"),
        (("role", "Nobody", "dealer"), None, "no database named"),
        (("rotate-key",), None, "no database named"),
        (("add", "Mia", "--password-file", "-"), "a1!é" * 51, "at most 200 characters"),
        (("add", "Mia", "--password-file", "-"), "a long\0password", "no control characters"),
        (("add", "Mia", "--password-file", "-"), b"a long p\xe4ssword\n", "it is not text"),
    ],
)
def test_bad_input_is_one_sentence_and_changes_nothing(
    tmp_path: Any, arguments: tuple[str, ...], input: str | bytes | None, why: str
) -> None:
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    refused = admin(url, *arguments, input=input)
    assert refused.exit_code == 2 and why in refused.output, refused.output
    listed = admin(url, "people")
    assert "no database named" in listed.output or listed.output == "0 accounts\n"


def test_a_role_is_for_someone_and_a_byte_order_mark_is_no_password(tmp_path: Any) -> None:
    url, file = f"sqlite:///{tmp_path / 'house.sqlite3'}", tmp_path / "password"
    file.write_text(f"{PASSWORD}\n", encoding="utf-8-sig")
    assert admin(url, "add", "Mia", "--password-file", str(file)).exit_code == 0
    refused = admin(url, "role", "Nobody", "dealer")
    assert refused.exit_code == 2
    assert "no account with a password is named 'Nobody'" in refused.output
    store = Store(open_database(url))
    assert store.people.sign_in("Mia", PASSWORD).name == "Mia"
    store.close()


def test_a_name_is_taken_once(tmp_path: Any) -> None:
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    for code, words in ((0, "a shift manager"), (2, "'pitboss admin role' changes a role")):
        result = admin(url, "add", "Mia", "--password-file", "-", input=f"{PASSWORD}\n")
        assert result.exit_code == code and words in result.output
