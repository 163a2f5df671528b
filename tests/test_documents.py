"""Documents from outside: limits of length, depth and numbers before anything is built."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pitboss.documents import DEEPEST, LONGEST, BadDocument, check_json, json_value, toml
from pitboss.history.notation import BadHistory
from pitboss.history.sessions import read_history
from pitboss.history.single import read_round
from pitboss.players.charts import BadChart, read_chart
from pitboss.players.counts import BadCount, count_system
from pitboss.players.spreads import BadSpread, read_spread
from pitboss.rulebooks import RulebookError
from pitboss.rulebooks.loader import read_text
from pitboss.scenarios import loader as scenarios
from pitboss.scenarios.values import BadScenario
from pitboss.solver import BadShoe, Shoe

BAD_TOML = (
    "a = " + "[" * 30_000 + "]" * 30_000,
    "a = " + "{a=" * 30_000,
    ".".join(["a"] * 30_000) + " = 1",
    "[" + ".".join(["a"] * 30_000) + "]",
    "'''x'''\n" + " . ".join(["a"] * 30) + "=1",
    "a = 1e60000000", "a = -1.5e60000000", "a = inf", "a = nan", "a = 0x" + "f" * 60_000,
    "a = " + "9" * 5000, "a = " + "9" * 20, "a = [{ b = 1e400 }]", '"""\\' * 9000, '"' * 60_001,
    "'" * 60_001, "a = \"\"\"" + "\\\"\"\"" * 9000, "#" * (LONGEST + 1),
)  # fmt: skip
BAD_JSON = (
    "[" * 30_000, '{"a":' * 30_000, "9" * 20, "-9999999999999999999", "1e400", "NaN", "-Infinity",
    "1e60000000", '"\\' * 30_000, '"' * 60_001, "1" * 5000, "0." + "1" * 41, "{",
)  # fmt: skip


@pytest.mark.parametrize("text", BAD_TOML, ids=lambda text: text[:12])
def test_bad_toml_is_one_short_sentence(text: str) -> None:
    with pytest.raises(BadDocument) as refused:
        toml(text)
    assert 0 < len(str(refused.value)) < 250


@pytest.mark.parametrize("text", BAD_JSON, ids=lambda text: text[:12])
def test_bad_json_is_one_short_sentence(text: str) -> None:
    with pytest.raises(BadDocument) as refused:
        json_value(text)
    assert 0 < len(str(refused.value)) < 250


def test_what_only_looks_deep_is_read() -> None:
    """Points and brackets within texts and comments are no levels."""
    dots = "." * 99 + "[" * 99
    text = (
        f'### {dots}\na = \'{dots}\' # {dots}\nb = """"x" {dots}\\"""""\nc = \'\'\'{dots}\'\'\'\'\n'
    )
    assert toml(text)["a"] == dots and toml(text)["c"] == f"{dots}'"
    deep = "[" * DEEPEST + "]" * DEEPEST
    assert toml(f"a = {deep}\nb = {deep}") and json_value(f'["{dots}\\"", 1.5]')[1] == Decimal(
        "1.5"
    )
    key = ".".join("a" * DEEPEST)
    assert toml(f"{key} = 1.50\n[b.c]\nd = 2.5")
    check_json("[0.00001234567890123456]")


def _file(read: Callable[[Path], Any], suffix: str) -> Callable[[str, Path], Any]:
    def from_file(text: str, folder: Path) -> Any:
        path = folder / f"x{suffix}"
        path.write_text(text, "utf-8")
        return read(path)

    return from_file


CASES: list[tuple[Callable[[str, Path], Any], str, type[Exception]]] = [
        *((lambda text, _: read_text("b", text), text, RulebookError) for text in BAD_TOML),
        *((lambda text, _: read_round(text), text, BadHistory) for text in BAD_TOML),
        *((_file(count_system, ".toml"), text, BadCount) for text in BAD_TOML),
        *((_file(count_system, ".json"), text, BadCount) for text in BAD_JSON),
        *((_file(read_spread, ".toml"), text, BadSpread) for text in BAD_TOML),
        *((_file(read_spread, ".json"), text, BadSpread) for text in BAD_JSON),
        *((lambda text, _: read_history([text]), text, BadHistory) for text in BAD_JSON),
        (_file(count_system, ".toml"), '[tags]\n"2-6" = "1e60000000"', BadCount),
        (_file(count_system, ".toml"), '[tags]\n"2-6" = "1/999983"', BadCount),
        (_file(count_system, ".json"), '{"tags": {"2-6": 1, "A": 100000}}', BadCount),
        (_file(read_spread, ".toml"), 'bets = { "1e9" = 1 }', BadSpread),
        (_file(read_spread, ".toml"), 'bets = { "1" = 1 }\ncompany = 100000', BadSpread),
        (_file(read_spread, ".toml"),
         'bets = { "1" = 1 }\n[side_bets.buster]\nstake = "1e60000000"', BadSpread),
        (_file(read_spread, ".csv"), f"true_count,bet\n1,{'9' * 200_000}", BadSpread),
        (lambda text, _: read_chart(text), "part," + "9" * 200_000, BadChart),
        (lambda text, _: Shoe.parse(text), "A:" + "9" * 5000, BadShoe),
        (lambda text, _: Shoe.parse(text), "A:٣", BadShoe),
        (lambda text, _: scenarios.read_text("s", text), "[" * 30_000, BadScenario),
        (lambda text, _: scenarios.read_text("s", text), "#" * (LONGEST + 1), BadScenario),
    ]  # fmt: skip


@pytest.mark.parametrize("case", range(len(CASES)))
def test_every_reader_of_files_refuses_in_one_sentence(case: int, tmp_path: Path) -> None:
    read, text, error = CASES[case]
    with pytest.raises(error) as refused:
        read(text, tmp_path)
    assert 0 < len(str(refused.value)) < 600 and "\n" not in str(refused.value)
