"""``pitboss simulate``: its JSON, its checks, its files, an interruption, and how it refuses."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import Command

CLASSIC = ("simulate", "classic", "--rounds", "200000", "--seed", "7")


def test_the_document(command: Command) -> None:
    ran = command("simulate", "leaflet", "--rounds", "1e5", "--seed", "7", "--decks", "6", "--json")
    assert (ran.code, ran.err) == (0, "")
    document = ran.json
    assert list(document)[:6] == ["book", "settings", "rounds", "seed", "seats", "policy"]
    assert (document["book"], document["settings"]) == ("leaflet", {"decks": 6})
    assert (document["seed"], document["seats"], document["policy"]) == (7, 1, "basic")
    assert document["rounds"] >= 100_000
    assert -0.05 < document["ev"] < 0.04
    assert 0 < document["se"] < 0.005
    assert 1 < document["sd"] < 1.3
    assert set(document["side_bets"]) == {"perfect_pairs"}
    assert {"ev", "se"} <= set(document["side_bets"]["perfect_pairs"])
    assert document["cpu_seconds"] > 0
    assert document["rounds_per_cpu_second"] == pytest.approx(
        document["rounds"] / document["cpu_seconds"]
    )
    assert re.fullmatch(r"[0-9a-f]{64}", document["digest"])
    assert document["interrupted"] is False


def test_a_limited_bank_is_in_the_result(command: Command) -> None:
    request = ("simulate", "nobust", "--rounds", "1000")
    assert re.search(
        r"^bank +2.5 main wagers$", command(*request, "--bank", "2.5").out, re.MULTILINE
    )
    assert command(*request, "--bank", "2.5", "--json").json["bank"] == 2.5
    assert "bank " not in command(*request).out
    assert "bank" not in command(*request, "--json").json


def test_the_same_digest_on_any_number_of_threads(command: Command) -> None:
    runs = [command(*CLASSIC, "--threads", threads, "--json").json for threads in "124"]
    assert len({run["digest"] for run in runs}) == 1
    assert len({run["rounds"] for run in runs}) == 1
    assert command(*CLASSIC[:-1], "8", "--json").json["digest"] != runs[0]["digest"]


def test_the_same_digest_on_a_cluster(command: Command) -> None:
    pytest.importorskip("distributed", reason="a cluster needs pip install 'pitboss[cluster]'")
    here = command(*CLASSIC, "--json").json
    there = command(*CLASSIC, "--cluster", "local", "--threads", "1", "--json").json
    assert there["digest"] == here["digest"]
    assert there["workers"] == "1 worker thread of this machine"
    assert there["cpu_seconds"] > 0


def test_told_to_people(command: Command) -> None:
    ran = command(*CLASSIC, "--set", "blackjack_pays=6:5")
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"^value +[-+]0\.\d{6} ± 0\.\d{6}$", ran.out, re.MULTILINE)
    assert re.search(r"^game +Classic blackjack$", ran.out, re.MULTILINE)
    assert re.search(r"^rules +classic · 6 decks · blackjack pays: 6 to 5$", ran.out, re.MULTILINE)
    assert re.search(r"^played by +\d+ threads?$", ran.out, re.MULTILINE)


def test_checked_against_the_exact_value(command: Command) -> None:
    ran = command(*CLASSIC, "--fresh", "--check")
    assert ran.code == 0
    assert re.search(r"^exact .* simulated .* error .* z [-+]\d\.\d\d +agrees$", ran.out, re.M)
    document = command(*CLASSIC, "--fresh", "--check", "--json").json
    assert document["agrees"] is True
    assert document["error"] == pytest.approx(document["ev"] - document["exact"])
    assert document["z"] == pytest.approx(document["error"] / document["se"])


def test_a_disagreement_is_exit_1(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.players import policies

    monkeypatch.setattr(policies.Play, "exact", 0.5)
    ran = command(*CLASSIC, "--fresh", "--check")
    assert ran.code == 1
    assert "does not agree" in ran.out


def test_until_the_error_is_that_small(command: Command) -> None:
    request = ("simulate", "classic", "--until-se", "3e-4", "--fresh")
    document = command(*request, "--json").json
    assert 2.5e-4 < document["se"] <= 3e-4
    better = command(*request, "--control", "--json").json
    assert better["controlled"]["se"] <= 3e-4 < better["se"]
    assert better["rounds"] < document["rounds"]
    assert better["controlled"]["gain"] > 1.1


def test_a_count_and_a_spread(command: Command, tmp_path: Path) -> None:
    spread = tmp_path / "spread.csv"
    spread.write_text("true_count,bet\n-10,1\n2,6\n")
    request = ("--count", "hi-lo", "--spread", str(spread), "--seats", "2")
    ran = command(*CLASSIC, *request)
    assert ran.code == 0
    assert re.search(r"^\+2 +\d\.\d+% +12\.00 ", ran.out, re.M), "on both boxes"
    document = command(*CLASSIC, *request, "--json").json
    assert (document["seats"], document["count"]) == (2, "hi-lo")
    assert {row["at"]: row["average_bet"] for row in document["by_count"]}[1] == 2


def test_a_running_count_is_one(command: Command, tmp_path: Path) -> None:
    spread = tmp_path / "spread.csv"
    spread.write_text("running_count,bet\n-20,1\n-4,6\n")
    request = (*CLASSIC, "--decks", "6", "--count", "ko", "--spread", str(spread))
    ran = command(*request)
    assert ran.code == 0
    assert re.search(r"^count +ko, a running count from -20 on$", ran.out, re.M)
    assert re.search(r"^running count +rounds", ran.out, re.M)
    assert re.search(r"^-4 +\d\.\d+% +6\.00 ", ran.out, re.M)
    document = command(*request, "--json").json
    assert (document["counted"], document["count_starts_at"]) == ("running count", -20)
    bets = {row["at"]: row["average_bet"] for row in document["by_count"]}
    assert (bets[-20], bets[-25], bets[-5], bets[-4], bets[4]) == (1, 1, 1, 6, 6)


def test_two_settings_on_the_same_cards(command: Command) -> None:
    request = ("simulate", "classic", "--compare", "blackjack_pays=6:5", "--rounds", "1e6")
    ran = command(*request, "--json")
    assert (ran.code, ran.err) == (0, "")
    document = ran.json
    assert document["settings"] == {"decks": 6}
    assert document["compared_with"] == {"decks": 6, "blackjack_pays": [6, 5]}
    assert 0.012 < document["difference"] < 0.015
    assert document["gain"] > 100
    assert abs(document["z"]) < 4
    shown = command(*request).out
    assert re.search(r"^gain +\d+\.\d times as many rounds", shown, re.M)
    assert re.search(r"^compared with +classic · 6 decks · blackjack pays: 6 to 5$", shown, re.M)


@pytest.mark.parametrize("ending", [".csv", ".json", ".html", ".png", ".parquet"])
def test_files(command: Command, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"run{ending}"
    ran = command("simulate", "classic", "--rounds", "1000", "-o", str(path), "--json")
    assert (ran.code, ran.err) == (0, f"{path} written\n")
    assert path.stat().st_size > 500
    if ending == ".json":
        kept = json.loads(path.read_text())
        assert kept["digest"] == ran.json["digest"]


def test_a_form_that_cannot_be_written_is_refused_before_the_run(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    ran = command("simulate", "classic", "--rounds", "1e15", "-o", str(tmp_path / "run.parquet"))
    assert (ran.code, ran.out) == (2, "")
    assert "pip install 'pitboss[parquet]'" in ran.err


def test_a_progress_bar_goes_to_standard_error(command: Command) -> None:
    ran = command(*CLASSIC, "--progress", "--json")
    assert ran.code == 0
    assert ran.json["rounds"] >= 200_000
    assert "M rounds/s" in ran.err
    assert command(*CLASSIC, "--json").err == "", "and only where it is asked for or seen"


def _heed_the_keyboard() -> None:
    """A process in the background of a shell ignores Ctrl-C, and so do the processes it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _interrupted(*more: str) -> tuple[int, bytes, bytes]:
    """Interrupt a real process, and all it started, as Ctrl-C does once it is under way."""
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "pitboss", "simulate", "classic", "--rounds", "1e12",
         "--threads", "1", "--progress", *more],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        preexec_fn=_heed_the_keyboard,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        seen = b""
        while b"M rounds/s" not in seen:
            piece = os.read(process.stderr.fileno(), 4096)
            assert piece, f"it ended: {seen!r}"
            seen += piece
        os.killpg(process.pid, signal.SIGINT)
        try:
            out, err = process.communicate(timeout=120)
        finally:
            process.kill()
    return process.returncode, out, seen + err


def test_an_interruption_tells_what_was_done() -> None:
    code, out, err = _interrupted()
    assert code == 1
    assert re.search(rb"^ended early +interrupted$", out, re.MULTILINE)
    assert b"Traceback" not in err


def test_an_interruption_of_a_cluster_does_too() -> None:
    pytest.importorskip("distributed", reason="a cluster needs pip install 'pitboss[cluster]'")
    code, out, err = _interrupted("--cluster", "local", "--json")
    assert code == 1
    document = json.loads(out)
    assert (document["interrupted"], document["stopped_by"]) == (True, "interrupted")
    assert 0 < document["rounds"] < 1e12
    assert b"Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        *(
            (("classic", "--rounds", given), f"--rounds {given!r} is not a whole number of rounds")
            for given in ("many", "0", "-5", "1.5", "nan", "inf", "1e30", "1e999999999", "")
        ),
        *(
            (("classic", "--until-se", given), f"--until-se {given!r} is not a number above zero")
            for given in ("0", "-1", "nan", "inf", "1e30", "1e-999", "small", "")
        ),
        *(
            (("classic", "--seats", given), f"--seats {given!r} is not a whole number of boxes")
            for given in ("0", "-1", "nan", "1e30", "two", "1.5")
        ),
        *(
            (("classic", "--threads", given), f"--threads {given!r} is not a whole number from 1")
            for given in ("0", "-1", "nan", "1e30", "all")
        ),
        (("classic", "--seed", "1e30"), "--seed '1e30' is not a whole number from 0"),
        (("nobust", "--bank", "1e30"), "--bank '1e30' is not a number of main wagers"),
        (("nobust", "--bank", "nan"), "--bank 'nan' is not a number of main wagers"),
        (("nobust", "--bank", "-2"), "--bank '-2' is not a number of main wagers"),
        (("classic", "--decks", "1e30"), "1e30"),
        (("classic", "--decks", "0"), "classic"),
        (("classic", "--check"), "--check needs --fresh"),
        (("classic", "--compare", "soft_17"), "'soft_17' is not of the form KEY=VALUE"),
        (("classic", "--compare", "soft_17=draw"), "soft_17"),
        (
            ("classic", "--compare", "soft_17=hit", "--seats", "2"),
            "--compare may be combined only with",
        ),
        (("classic", "--policy", "wild"), "unknown policy 'wild'"),
        (("classic", "--policy", "none.csv"), "cannot be read"),
        (("classic", "--count", "lo-hi"), "unknown counting system 'lo-hi'"),
        (("classic", "--spread", "none.toml"), "cannot be read"),
        (("classic", "--seats", "99"), "1 to 7 boxes"),
        (("classic", "--seed", "-1"), "-1"),
        (("classic", "--side-bets", "buster"), "classic does not offer buster"),
        (("classic", "--bank", "none"), "is not a number of main wagers"),
        (("classic", "--cluster", "tcp://127.0.0.1:9", "--rounds", "1"), "no Dask scheduler"),
        (("classic", "-o", "run.pdf"), "must end in .parquet, .csv, .json, .html or .png"),
        (("nz", "--decks", "3"), "nz 3.3(a)"),
    ],
)
def test_bad_input_is_one_sentence(command: Command, arguments: tuple[str, ...], text: str) -> None:
    ran = command("simulate", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert text in ran.err
    assert ran.err.count("\n") == 1


def test_nothing_to_check_against(command: Command, tmp_path: Path) -> None:
    spread = tmp_path / "spread.csv"
    spread.write_text("true_count,bet\n-10,1\n")
    ran = command(*CLASSIC, "--fresh", "--check", "--spread", str(spread))
    assert ran.code == 2
    assert "no exact value" in ran.err
