"""``pitboss check`` and ``pitboss verify``: what they print, and how they refuse."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from pitboss.rulebooks import rulebook
from pitboss.table import acts
from pitboss.table.sources import Seeded
from pitboss.table.table import Automation, Table
from tests.commands import Command
from tests.web.inside import played_by_the_clock

BOOKS = files("pitboss.scenarios") / "books"


def log_of_ten_rounds() -> bytes:
    """Ten rounds of one player who always stands."""
    table = Table(rulebook("classic").elect(), Seeded(5), automation=Automation.EVERYTHING)
    table.do(acts.Sit(box=1, player="P1"))
    while table.state.round <= 10:
        table.prepare()
        table.do(acts.Bet(box=1, player="P1", stake=10_00))
        table.do(acts.CloseBets())
        if table.duty is None and table.state.boxes:
            table.do(acts.Stand(box=1))
    return table.log.write()


@pytest.mark.parametrize("book", ["nz", "zappit", "rws", "leaflet", "nobust"])
def test_the_shipped_scenarios_pass(command: Command, book: str) -> None:
    code, out, err = command("check", str(BOOKS / f"{book}.yaml"))
    assert code == 0, out
    assert err == ""
    assert out.splitlines()[-1].endswith(" passed, 0 failed")
    assert all(line.startswith("ok  ") for line in out.splitlines()[:-1])


def test_check_as_json(command: Command) -> None:
    code, out, _ = command("check", str(BOOKS / "leaflet.yaml"), "--json")
    document = json.loads(out)
    assert code == 0
    assert list(document) == ["passed", "failed", "scenarios"]
    assert document["failed"] == 0
    assert document["scenarios"][0] == {"id": "L02", "passed": True, "differences": []}


def test_a_wrong_expectation_is_exit_code_1_with_both_values(
    command: Command, tmp_path: Path
) -> None:
    text = (BOOKS / "leaflet.yaml").read_text("utf-8")
    wrong = text.replace(
        "result: win, paid: 50, returned: 52", "result: win, paid: 60, returned: 62"
    )
    path = tmp_path / "wrong.yaml"
    path.write_text(wrong, "utf-8")
    code, out, _ = command("check", str(path))
    assert code == 1
    assert "expected win (paid 60, returned 62), got win (paid 50, returned 52)" in out
    assert "failed" in out.splitlines()[-1]


def test_a_malformed_scenario_is_one_sentence_and_exit_code_2(
    command: Command, tmp_path: Path
) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text("format: 1\nrulebook: nz\nscenarios:\n- {id: A, colour: red}\n", "utf-8")
    code, out, err = command("check", str(path))
    assert (code, out) == (2, "")
    assert err.startswith("pitboss: ")
    assert err.count("\n") == 1
    code, _, err = command("check", str(tmp_path / "gone.yaml"))
    assert code == 2


def test_a_malformed_scenario_does_not_keep_the_others_from_being_run(
    command: Command, tmp_path: Path
) -> None:
    text = (BOOKS / "leaflet.yaml").read_text("utf-8")
    path = tmp_path / "one-odd.yaml"
    path.write_text(f"{text}\n- {{id: ODD, colour: red}}\n", "utf-8")
    code, out, err = command("check", str(path))
    lines = out.splitlines()
    assert code == 2
    assert "ODD: the key 'colour' does not belong" in err
    assert lines[0].startswith("ok   L02")
    assert lines[-3] == "FAIL ODD  cannot be read"
    assert lines[-1].endswith(" passed, 1 failed")
    code, out, _ = command("check", str(path), "--json")
    document = json.loads(out)
    assert code == 2
    assert (document["failed"], document["passed"]) == (1, len(document["scenarios"]) - 1)
    assert [one["id"] for one in document["scenarios"] if not one["passed"]] == ["ODD"]


def test_a_log_verifies(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "good.jsonl"
    path.write_bytes(log_of_ten_rounds())
    code, out, _ = command("verify", str(path))
    assert code == 0
    assert "10 rounds: every hash, state and balance verified" in out
    document = command("verify", str(path), "--json").json
    assert document["ok"] is True
    assert document["rounds"] == 10
    assert document["first_bad"] is None


def test_a_changed_log_is_exit_code_1_naming_the_entry(command: Command, tmp_path: Path) -> None:
    lines = log_of_ten_rounds().splitlines(keepends=True)
    lines[6] = lines[6].replace(b'"event"', b'"event" ', 1).replace(b"10", b"11", 1)
    path = tmp_path / "bad.jsonl"
    path.write_bytes(b"".join(lines))
    code, out, _ = command("verify", str(path))
    assert code == 1
    assert "entry 7" in out


def test_what_is_no_log(command: Command, tmp_path: Path) -> None:
    assert command("verify", str(tmp_path / "gone.jsonl"))[0] == 2
    path = tmp_path / "text.jsonl"
    path.write_text("hello\n", "utf-8")
    code, out, _ = command("verify", str(path))
    assert code == 1
    assert "entry 1" in out


def test_sealed_shoes_are_verified_with_the_log_and_written_for_others(
    command: Command, tmp_path: Path
) -> None:
    from pitboss.audit import fairness
    from tests.table.test_sealed_log import three_rounds

    log, shoes = tmp_path / "live.jsonl", tmp_path / "shoes"
    log.write_bytes(three_rounds("nz").log.write())
    code, out, _ = command("verify", str(log), "--shoes", str(shoes))
    assert code == 0
    assert "sealed shoes: 1; revealed and dealt as sealed: 1" in out
    shoe = fairness.read((shoes / "shoe-1.json").read_bytes())
    assert fairness.verify(**shoe).holds  # type: ignore[arg-type]
    document = command("verify", str(log), "--json").json
    assert (document["sealed_shoes"], document["revealed_shoes"]) == (1, 1)
    assert command("verify", str(log), "--shoes", str(log))[0] == 2


def test_a_shoe_dealt_otherwise_than_sealed_is_exit_code_1(
    command: Command, tmp_path: Path
) -> None:
    from tests.table.test_sealed_log import another_secret, rewritten, three_rounds

    log = tmp_path / "live.jsonl"
    log.write_bytes(rewritten(three_rounds("nz"), another_secret))
    code, out, _ = command("verify", str(log))
    assert code == 1
    assert "shoe 1 failed" in out


def test_a_house_is_verified_by_the_path_of_its_file(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_by_the_clock("nz", tmp_path / "house.sqlite3")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "renamed").write_bytes((tmp_path / "house.sqlite3").read_bytes())
    by_url = command("verify", f"sqlite:///{tmp_path / 'house.sqlite3'}", "--json").json
    for name in ("house.sqlite3", "renamed", str(tmp_path / "house.sqlite3")):
        code, out, err = command("verify", name, "--json")
        assert (code, err) == (0, ""), "by whatever name it has, for it begins as such files do"
        assert json.loads(out) == by_url
    assert by_url["ok"] is True
    assert by_url["tables"] == 1


def test_a_file_that_only_has_the_name_of_a_house(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "house.sqlite3"
    path.write_bytes(b"no database at all" * 100)
    code, out, err = command("verify", str(path), "--json")
    assert (code, out) == (2, "")
    assert "house.sqlite3" in err
    assert err.count("\n") == 1
