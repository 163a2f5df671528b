"""The log is bounded in bytes as well as in lines, and what people send is no line of ours."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest

from pitboss.web.http.server import LONGEST, Sparing


@pytest.fixture
def written() -> Iterator[tuple[logging.Logger, io.StringIO]]:
    log, sink = logging.Logger("pitboss.tests.sparing"), io.StringIO()
    log.addHandler(logging.StreamHandler(sink))
    log.addFilter(Sparing())
    yield log, sink


def test_a_message_has_at_most_so_many_characters(
    written: tuple[logging.Logger, io.StringIO],
) -> None:
    log, sink = written
    log.error("the database is not responding: %s", "9" * 10**6)
    log.error("b" * 10**6)
    log.error("%s and %s", "one value")
    assert len(sink.getvalue()) < 3 * LONGEST
    assert "1000032 characters" in sink.getvalue() or "characters) …" in sink.getvalue()
    assert "not formatted" in sink.getvalue()


def test_all_messages_together_have_at_most_so_many_bytes(
    written: tuple[logging.Logger, io.StringIO],
) -> None:
    log, sink = written
    for number in range(3000):
        log.error(f"kind {number} " + "💥" * 1900)
    assert 10_000 < len(sink.getvalue().encode()) < 300_000


def test_a_deep_traceback_shows_its_ends(written: tuple[logging.Logger, io.StringIO]) -> None:
    log, sink = written

    def down(n: int) -> int:
        return up(n + 1)

    def up(n: int) -> int:
        return down(n + 1)

    try:
        down(0)
    except RecursionError:
        log.exception("an exception")
    text = sink.getvalue()
    assert len(text) < 7000 and "RecursionError" in text and "calls" in text
    assert "in down" in text and "Traceback" in text


def test_a_line_that_someone_sends_is_indented(
    written: tuple[logging.Logger, io.StringIO],
) -> None:
    log, sink = written
    log.error("refused: %s", "x\nERROR: the house was robbed\r\x1b[2J")
    lines = sink.getvalue().splitlines()
    assert [line for line in lines if line.startswith("ERROR")] == []
    assert "\x1b" not in sink.getvalue() and "\\x1b" in sink.getvalue()
