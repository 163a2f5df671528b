"""Where there is nothing a person reads a page, and a program a problem document."""

from __future__ import annotations

import re

import httpx
import pytest

from tests.web.serving import Server

one_database = pytest.mark.parametrize("server", ["sqlite"], indirect=True)
"""One database is enough for what does not depend on it."""

BROWSER = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@one_database
@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/nonsense", "There is nothing at /nonsense."),
        ("/static/js/nonsense.js", "There is nothing at /static/js/nonsense.js."),
        ("/tables", "There is nothing at /tables."),
        ("/tables/abc", "There is no table &#x27;abc&#x27;"),
        ("/audit/abc", "There is no table &#x27;abc&#x27;"),
        ("/me/rounds/abc/1", "There is no table &#x27;abc&#x27;"),
        ("/me/drills/abc", "the drills are"),
        ("/books/abc", "There is no book &#x27;abc&#x27;"),
        ("/lab/abc", "There is no book &#x27;abc&#x27;"),
        ("/%3Cscript%3E%E2%80%AEx", "There is nothing at /&lt;script&gt;\ufffdx."),
        (f"/{'y' * 3000}", f"There is nothing at /{'y' * 79}…."),
    ],
)
def test_a_person_reads_what_is_wrong_and_where_to_go(server: Server, path: str, says: str) -> None:
    answer = httpx.get(f"{server.address}{path}", headers=BROWSER)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "<title>Page not found" in answer.text
    (main,) = re.findall(r"<main.*</main>", answer.text)
    assert says in main and "<script" not in main and len(main) < 2000
    ways = re.findall(r'href="([^"]+)"', main)
    assert "/" in ways and "/books" in ways
    for way in ways:
        there = httpx.get(f"{server.address}{way}", headers=BROWSER)
        assert there.status_code == 200, way
    head = httpx.head(f"{server.address}{path}", headers=BROWSER)
    assert head.status_code == 404 and head.headers["content-type"].startswith("text/html")


@one_database
@pytest.mark.parametrize("accept", ["application/json", "*/*", "text/plain"])
@pytest.mark.parametrize("path", ["/nonsense", "/api/v1/nonsense", "/api/v1/tables/abc/nonsense"])
def test_a_program_gets_one_sentence(server: Server, path: str, accept: str) -> None:
    answer = httpx.get(f"{server.address}{path}", headers={"accept": accept})
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["why"].startswith(f"there is nothing at {path};")


@one_database
def test_the_api_answers_a_browser_in_json_too(server: Server) -> None:
    answer = httpx.get(f"{server.address}/api/v1/nonsense", headers=BROWSER)
    assert answer.headers["content-type"] == "application/problem+json"
    answer = httpx.post(f"{server.address}/nonsense", headers=BROWSER)
    assert (answer.status_code, answer.json()["status"]) == (404, 404)
    answer = httpx.delete(f"{server.address}/api/v1/pit")
    assert answer.status_code == 405 and "GET" in answer.headers["allow"]
    assert answer.json()["why"].startswith("DELETE is not possible at /api/v1/pit;")


@one_database
def test_pages_of_things_that_exist_are_pages(server: Server) -> None:
    table = server.guest().open("classic")
    for path in (f"/tables/{table}", f"/audit/{table}", "/books/nz", "/lab/nz", "/me/drills/hands"):
        answer = httpx.get(f"{server.address}{path}", headers=BROWSER)
        assert answer.status_code == 200 and "data-complete" not in answer.text, path
