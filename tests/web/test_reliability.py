"""The targets of the reliability page at a small size; a command measures each at full size."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from benchmarks.reliability.__main__ import PROMISES, measured

SMALL: dict[str, dict[str, Any]] = {
    "once": {"commands": 80},
    "money": {"rounds": 30},
    "tamper": {"trials": 240, "rounds": 5},
    "flips": {"trials": 60},
    "interruption": {"rounds": 1},
    "fairness": {"shoes": 60},
    "leaks": {"rounds": 120},
    "refusals": {"rounds": 270},
    "peeks": {"rounds": 2_400},
    "prediction": {"rounds": 30},
    "grinding": {"secrets": 300, "seeds": 1000},
    "values": {"requests": 200, "most_ms": 20_000},
    "malformed": {"requests": 200, "frames": 200, "files": 100},
}


@pytest.mark.parametrize("promise", SMALL)
def test_a_promise_is_kept(promise: str) -> None:
    figure = measured(promise, **SMALL[promise])
    assert figure.holds, figure.seen


def test_without_its_nonce_every_hidden_card_is_found() -> None:
    figure = measured("prediction", rounds=30, broken=1)
    assert figure.holds and " 0 found" not in figure.seen, figure.seen


def test_the_last_rounds_are_recalled_whole() -> None:
    """How long it takes is measured at full size, not here."""
    assert "4 complete" in measured("recall", requests=4, tables=1, events=1700).seen


def test_many_tables_at_once_leave_a_house_that_verifies() -> None:
    seen = measured("load", tables=4, people=3, rate=40, seconds=2).seen
    assert "the house verifies" in seen and "12 connections" in seen
    # Half a second to warm up, then two: the schedule is fixed, however slow the house is.
    assert "40 commands/s for 2 s" in seen and "100 commands due, sent and acknowledged" in seen
    rounds = re.search(r"\((\d+) rounds", seen)
    assert rounds is not None and int(rounds[1]) > 0, seen


def test_the_documentation_names_every_command() -> None:
    text = (Path(__file__).parents[2] / "docs" / "explanation" / "reliability.md").read_text(
        "utf-8"
    )
    for promise in PROMISES:
        assert f"`{promise}" in text or f"reliability {promise}" in text, promise
