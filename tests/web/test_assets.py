"""Static files: compressed, named by their content, kept, and answered as HTTP asks for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pitboss.web.http.assets import STATIC, lean
from tests.web.serving import Server

FOREVER = "public, max-age=31536000, immutable"
PLAIN = {"accept-encoding": "identity"}
GZIP = {"accept-encoding": "br, gzip"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    (folder / "index.html").write_text("<!doctype html><title>Docs</title>" + "word " * 500)
    (folder / "search.json").write_text("[" + ", ".join(map(str, range(3000))) + "]")
    (folder / "photo.png").write_bytes(os.urandom(2000))
    return folder


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory, site: Path) -> Iterator[httpx.Client]:
    url = f"sqlite:///{tmp_path_factory.mktemp('assets') / 'house.sqlite3'}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PITBOSS_DOCS", str(site))
        with Server(url) as house, httpx.Client(base_url=house.address) as client:
            yield client


def a_table(web: httpx.Client) -> str:
    """The id of a new table, which a guest opens."""
    guest = web.post("/api/v1/sessions", json={"guest": True}).json()
    opened = web.post(
        "/api/v1/tables",
        json={"book": "classic"},
        headers={"authorization": f"Bearer {guest['token']}"},
    )
    assert opened.status_code == 201, opened.text
    return str(opened.json()["id"])


def main_script(web: httpx.Client) -> str:
    """The versioned address of the script of every page."""
    match = re.search(r'type="module" src="(/static/[0-9a-f]{16}/js/main.js)"', web.get("/").text)
    assert match is not None
    return match[1]


def test_a_file_is_kept_for_ever_under_the_digest_of_all_and_asked_for_elsewhere(
    web: httpx.Client,
) -> None:
    script = main_script(web)
    answer = web.get(script)
    assert answer.headers["cache-control"] == FOREVER
    old = script.replace(script.split("/")[2], "0123456789abcdef")
    for other in ("/static/js/main.js", old):
        assert web.get(other).text == answer.text, "a page open since before the upgrade goes on"
        assert web.get(other).headers["cache-control"] == "no-cache"
    for missing in ("/static/nothing.js", script.replace("main", "nothing"), "/static/js/"):
        assert web.get(missing).status_code == 404
    assert web.get("/static/%2e%2e/app.py").status_code == 404


@pytest.mark.parametrize("path", ["/", "/lab", "/tables/{table}", "/me/drills"])
def test_a_page_names_its_files_at_once_and_is_asked_for_again(
    web: httpx.Client, path: str
) -> None:
    if "{table}" in path:
        path = path.format(table=a_table(web))
    document = web.get(path)
    assert document.headers["cache-control"] == "no-cache"
    unchanged = web.get(path, headers={"if-none-match": document.headers["etag"]})
    assert unchanged.status_code == 304 and not unchanged.content
    linked = re.findall(r'(?:href|src)="(/static/[^"]+)"', document.text)
    assert len(linked) > 8 and len(set(linked)) >= len(linked) - 1, "main.js is also the script"
    for one in linked:
        assert web.head(one).headers["cache-control"] == FOREVER, one


@pytest.mark.parametrize("path", ["/static/js/table.js", "/docs/", "/docs/search.json", "/"])
def test_text_is_compressed_and_each_form_has_its_own_tag(web: httpx.Client, path: str) -> None:
    plain, packed = web.get(path, headers=PLAIN), web.get(path, headers=GZIP)
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip" and packed.content == plain.content
    assert int(plain.headers["content-length"]) == len(plain.content)
    assert int(packed.headers["content-length"]) < len(plain.content)
    assert plain.headers["etag"] != packed.headers["etag"]
    for answer in (plain, packed):
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    for weight in ("gzip;q=0", "gzip; q=0.000", "identity;q=1, gzip;q=0"):
        refused = web.get(path, headers={"accept-encoding": weight})
        assert "content-encoding" not in refused.headers
    head = web.head(path, headers=GZIP)
    assert not head.content
    for name in ("etag", "content-length", "content-type", "vary", "cache-control"):
        assert head.headers[name] == packed.headers[name]
    tag = packed.headers["etag"]
    for known in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        same = web.get(path, headers={**GZIP, "if-none-match": known})
        assert same.status_code == 304 and not same.content
        assert same.headers["etag"] == tag and same.headers["vary"] == "accept-encoding"
    other = web.get(path, headers={**GZIP, "if-none-match": '"x"'})
    assert other.status_code == 200 and other.content == plain.content


def test_a_script_is_sent_without_comments_and_indentation_line_by_line(
    web: httpx.Client,
) -> None:
    source = (STATIC / "js" / "table.js").read_text("utf-8").splitlines()
    sent = web.get("/static/js/table.js").text.splitlines()
    assert len(sent) == len(source), "an error names the line of the source"
    kept = [line.strip() for line in source]
    assert [line for line in sent if line] == [
        line for line in kept if line and not line.startswith(("//", "/**", "*"))
    ]
    assert lean(b"a(); // b\n  /* c\n */\n\td('/** e');\n") == b"a(); // b\n\n\nd('/** e');\n"


def test_a_part_is_a_part_of_the_file_itself(web: httpx.Client) -> None:
    path = "/static/js/table.js"
    whole = web.get(path, headers=PLAIN)
    size = len(whole.content)
    parts = {
        "bytes=0-9": slice(0, 10),
        "bytes=10-": slice(10, size),
        "bytes=-7": slice(size - 7, size),
        f"bytes={size - 1}-{size + 50}": slice(size - 1, size),
    }
    for wanted, part in parts.items():
        answer = web.get(path, headers={**GZIP, "range": wanted})
        assert answer.status_code == 206 and answer.content == whole.content[part]
        span = f"bytes {part.start}-{part.stop - 1}/{size}"
        assert answer.headers["content-range"] == span
        assert answer.headers["etag"] == whole.headers["etag"]
    for wanted in (f"bytes={size}-", "bytes=-0"):
        answer = web.get(path, headers={**PLAIN, "range": wanted})
        assert answer.status_code == 416 and answer.headers["content-range"] == f"bytes */{size}"
    for wanted in ("bytes=5-2", "bytes=-", "lines=1-2", "bytes=0-1,4-5", "bytes=" + "9" * 5000):
        answer = web.get(path, headers={**PLAIN, "range": wanted})
        assert answer.status_code == 200 and answer.content == whole.content
    first = {**PLAIN, "range": "bytes=0-9"}
    assert web.get(path, headers={**first, "if-range": '"x"'}).status_code == 200
    assert web.get(path, headers={**first, "if-range": whole.headers["etag"]}).status_code == 206


def test_what_does_not_shrink_is_sent_as_it_is_and_a_changed_page_is_read_again(
    web: httpx.Client, site: Path
) -> None:
    photo = web.get("/docs/photo.png", headers=GZIP)
    assert photo.headers["content-type"] == "image/png"
    assert "content-encoding" not in photo.headers
    assert photo.content == (site / "photo.png").read_bytes()
    before = web.get("/docs/index.html", headers=GZIP)
    (site / "index.html").write_text("<!doctype html><title>Docs</title>" + "other " * 500)
    after = web.get("/docs/", headers={**GZIP, "if-none-match": before.headers["etag"]})
    assert after.status_code == 200 and "other other" in after.text
    assert web.get("/docs/nothing.html").status_code == 404


def test_public_documents_are_compressed_and_nothing_personal_is(web: httpx.Client) -> None:
    for path in ("rulebooks", "rulebooks/nz", "rulebooks/nz/clauses", "provisions", "openapi.json"):
        plain = web.get(f"/api/v1/{path}", headers=PLAIN)
        packed = web.get(f"/api/v1/{path}", headers=GZIP)
        assert packed.headers["content-encoding"] == "gzip" and packed.json() == plain.json()
        assert packed.headers["vary"] == "accept-encoding" == plain.headers["vary"]
        assert int(packed.headers["content-length"]) < len(plain.content) / 2
        assert packed.headers["cache-control"] == "no-store"
        assert packed.headers["content-type"] == "application/json"
    web.post("/api/v1/sessions", json={"guest": True})
    for path in ("me", "tables"):
        assert "content-encoding" not in web.get(f"/api/v1/{path}", headers=GZIP).headers
    web.cookies.clear()
