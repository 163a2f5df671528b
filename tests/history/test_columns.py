"""A server's rounds as Parquet, and typical queries."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from pitboss.cli.main import cli
from pitboss.history.parquet import SCHEMAS
from tests.web.inside import played_by_the_clock

from .test_histories import log_of

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def columns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty random rounds of two books, as columns."""
    from pitboss.history.columns import TableColumns
    from pitboss.history.sessions import read_log

    columns, folder = TableColumns(), tmp_path_factory.mktemp("columns")
    for book in ("classic", "nz"):
        log = log_of(book, rounds=20, trouble=0)
        columns.add(read_log(log.splitlines(keepends=True)), table=f"{book} 1")
    columns.write(folder)
    return folder


def test_money_of_all_wagers_is_there_to_the_cent(columns: Path) -> None:
    wagers = pq.read_table(columns / "wagers.parquet").to_pylist()
    rounds = {row["id"]: row for row in pq.read_table(columns / "rounds.parquet").to_pylist()}
    assert len(rounds) == 40
    assert all(row["net"] == row["returned"] - row["stake"] for row in wagers)
    assert {row["id"] for row in wagers} <= rounds.keys()
    text = (ROOT / "docs" / "reference" / "columns.md").read_text("utf-8")
    for name, schema in SCHEMAS.items():
        assert pq.read_schema(columns / f"{name}.parquet").names == schema.names
        section = text.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        first = "".join(line.split("|")[1] for line in section.splitlines() if "|" in line)
        assert re.findall(r"`(\w+)`", first) == schema.names


def test_what_a_round_says_of_the_dealer_is_what_the_cards_say(columns: Path) -> None:
    rounds = pq.read_table(columns / "rounds.parquet").to_pylist()
    for row in rounds:
        ranks = [card[0] for card in row["dealer"].split()]
        worth = [10 if rank in "TJQK" else 1 if rank == "A" else int(rank) for rank in ranks]
        is_soft = "A" in ranks and sum(worth) <= 11
        total = sum(worth) + (10 if is_soft else 0)
        assert (row["dealer_total"], row["dealer_soft"]) == (total, is_soft)
        assert row["dealer_blackjack"] == (total == 21 and len(ranks) == 2)
        assert row["dealer_bust"] == (total > 21)
        assert row["up"] == ("T" if ranks[0] in "TJQK" else ranks[0])
    assert {row["dealer_bust"] for row in rounds} == {True, False}


def test_a_decision_is_one_that_was_permitted(columns: Path) -> None:
    for row in pq.read_table(columns / "decisions.parquet").to_pylist():
        assert row["act"] in row["permitted"].split()
        assert len(row["seen"]) == 10


def _example() -> ModuleType:
    path = ROOT / "examples" / "analyse_histories.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_examples_of_analysis_run(columns: Path) -> None:
    example: Any = _example()
    by_duckdb = example.kept_by_kind(columns)
    by_pandas = example.kept_by_kind_with_pandas(columns)
    assert {tuple(row) for row in by_duckdb} == {tuple(row) for row in by_pandas}
    assert {row[0] for row in by_duckdb} == {"classic", "nz"}
    cost = example.cost_of_decisions(columns, "classic")
    assert cost.height > 0 and (cost["cost"] >= 0).all()


def test_the_command_exports_from_a_house_and_reads_it_back(tmp_path: Path) -> None:
    house = tmp_path / "house.sqlite3"
    played_by_the_clock("nz", house)
    folder = tmp_path / "histories"
    ran = CliRunner().invoke(cli, ["history", "export", str(house), "-o", str(folder)])
    assert ran.exit_code == 0 and "5 rounds" in ran.output, ran.output
    (file,) = folder.glob("*.brh.jsonl")
    log = tmp_path / "log.jsonl"
    ran = CliRunner().invoke(cli, ["history", "import", str(file), "-o", str(log)])
    assert ran.exit_code == 0 and "the seal is verified" in ran.output, ran.output
    for path in (log, file):
        ran = CliRunner().invoke(cli, ["verify", str(path)])
        assert ran.exit_code == 0 and "5 rounds: every hash" in ran.output, ran.output
    one = tmp_path / "three.toml"
    ran = CliRunner().invoke(cli, ["history", "export", str(log), "-o", str(one), "--round", "3"])
    assert ran.exit_code == 0, ran.output
    ran = CliRunner().invoke(cli, ["history", "import", str(one)])
    assert ran.exit_code == 0 and "as the book provides" in ran.output, ran.output
    ran = CliRunner().invoke(cli, ["history", "import", str(file), "--json"])
    assert json.loads(ran.output)["rounds"] == 5
    folder = tmp_path / "columns"
    ran = CliRunner().invoke(cli, ["history", "export", str(house), "-o", str(folder), "--parquet"])
    assert ran.exit_code == 0, ran.output
    assert pq.read_table(folder / "rounds.parquet").num_rows == 5


def test_what_cannot_be_exported_is_refused_in_one_sentence(tmp_path: Path) -> None:
    missing = CliRunner().invoke(cli, ["history", "export", "nothing.jsonl", "-o", "x.jsonl"])
    assert missing.exit_code == 2 and "there is no file" in missing.output
    log = tmp_path / "log.jsonl"
    log.write_bytes(log_of("nz", rounds=1, trouble=0))
    texts = ["history", "export", str(log), "-o", str(tmp_path / "x.toml")]
    assert "choose it with --round" in CliRunner().invoke(cli, texts).output
    assert "no completed round 9" in CliRunner().invoke(cli, [*texts, "--round", "9"]).output
