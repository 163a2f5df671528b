"""Where the output goes: a full disk, a closed stream, a pipe whose reader left, a terminal."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss import open_table
from pitboss.cli import streams, waiting
from pitboss.cli.main import COMMANDS, run

ARGUMENTS: dict[str, tuple[str, ...]] = {
    "books": (),
    "rules": ("nz", "12.4"),
    "trace": ("leaflet",),
    "solve": ("classic", "--json"),
    "simulate": ("classic", "--rounds", "1000", "--json"),
    "chart": ("classic",),
    "compare": ("classic", "leaflet"),
    "report": ("classic", "--json"),
    "play": ("classic", "--seed", "1"),
    "drill": ("classic", "--kind", "count"),
    "school": ("classic", "--seed", "1"),
    "serve": ("--port", "0", "--fast", "--database", "HOUSE"),
    "check": ("ROUND",),
    "verify": ("LOG",),
    "history": ("import", "HISTORY"),
    "effects": ("classic", "--decks", "1"),
    "index": ("--help",),
    "bankroll": ("classic", "--bankroll", "500"),
    "docs": ("--help",),
    "admin": ("--help",),
}
"""A quick use of every command that writes on standard output."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("files")
    log, history = folder / "game.log", folder / "game.brh.jsonl"
    table = open_table("classic", shoe="Th 9h Ts 8s")
    table.wager(box=1, chips=25)
    table.deal()
    table.stand()
    log.write_bytes(table.log.write())
    with pytest.raises(SystemExit):
        run(["history", "export", str(log), "-o", str(history)])
    examples = Path(__file__).parents[2] / "src" / "pitboss" / "scenarios" / "books"
    return {
        "LOG": str(log),
        "HISTORY": str(history),
        "ROUND": str(sorted(examples.rglob("*.yaml"))[0]),
        "HOUSE": f"sqlite:///{folder / 'house.sqlite3'}",
    }


def _arguments(command: str, files: dict[str, str]) -> list[str]:
    given = [files.get(word, word) for word in ARGUMENTS[command]]
    return [command, *given]


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "serve"])
def test_a_full_disk_is_one_sentence(
    command: str,
    files: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    full = open("/dev/full", "w")  # noqa: SIM115  # the command may redirect it
    monkeypatch.setattr(sys, "stdout", full)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"q\n")))
    with pytest.raises(SystemExit) as stopped:
        run(_arguments(command, files))
    full.close()
    assert stopped.value.code == 2
    lines = capfd.readouterr().err.splitlines()
    assert lines == ["pitboss: cannot write to standard output: No space left on device"]


@pytest.mark.parametrize("command", ["books", "rules", "check", "verify", "play", ""])
def test_a_reader_that_left_is_no_failure(
    command: str,
    files: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    ends, begins = os.pipe()
    os.close(ends)
    pipe = os.fdopen(begins, "w")
    monkeypatch.setattr(sys, "stdout", pipe)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"q\n")))
    with pytest.raises(SystemExit) as stopped:
        run(_arguments(command, files) if command else ["--help"])
    pipe.close()
    assert stopped.value.code == 0
    assert capfd.readouterr().err == ""


PITBOSS = (sys.executable, "-m", "pitboss")


@pytest.mark.parametrize(("command", "unbuffered"), [("books", ""), ("books", "1"), ("serve", "")])
def test_a_full_disk_leaves_nothing_for_the_interpreter_to_complain_about(
    command: str, unbuffered: str, files: dict[str, str]
) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [*PITBOSS, *_arguments(command, files)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    assert (ran.returncode, ran.stderr) == (
        2,
        "pitboss: cannot write to standard output: No space left on device\n",
    )


def test_closed_streams_are_one_sentence_and_no_file_takes_their_place(tmp_path: Path) -> None:
    command = f"{' '.join(PITBOSS)} books"
    ran = subprocess.run(["sh", "-c", f"{command} >&-"], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (2, f"pitboss: {streams.CLOSED}\n")
    log = tmp_path / "game.log"
    command = f"{' '.join(PITBOSS)} play classic --seed 1 --rounds 1 --log {log}"
    ran = subprocess.run(["sh", "-c", f"{command} <&- 2>&-"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
    assert "Traceback" not in ran.stdout and "Error" not in ran.stdout


def test_a_full_disk_for_messages_is_no_failure() -> None:
    with Path("/dev/full").open("w") as full:
        bad = subprocess.run([*PITBOSS, "rules", "absent"], stderr=full, stdout=subprocess.PIPE)
        good = subprocess.run([*PITBOSS, "books"], stderr=full, stdout=subprocess.PIPE)
    assert (bad.returncode, good.returncode) == (2, 0)


def test_a_file_on_a_full_disk_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("chart.svg", "game.log"):
        (tmp_path / name).symlink_to("/dev/full")
    monkeypatch.chdir(tmp_path)
    for given, named in (
        (("chart", "classic", "-o", "chart.svg"), "-o 'chart.svg' cannot be written: No space"),
        (("chart", "classic", "-o", "/dev/full"), "-o '/dev/full' must end in"),
        (("play", "classic", "--log", "game.log", "--rounds", "1"), "game.log': --log cannot be w"),
    ):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"q\n")))
        with pytest.raises(SystemExit) as stopped:
            run(given)
        assert stopped.value.code == 2
        last = capsys.readouterr().err.splitlines()[-1]
        assert last.startswith("pitboss: ") and named in last


# A sign of life.


class Screen:
    """A terminal on standard error."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._shown, terminal = pty.openpty()
        self.stream = os.fdopen(terminal, "w")
        monkeypatch.setattr(sys, "stderr", self.stream)

    def text(self) -> str:
        """Everything that was written there; then it is closed."""
        self.stream.close()
        data = b""
        try:
            while part := os.read(self._shown, 4096):
                data += part
        except OSError:
            pass
        os.close(self._shown)
        return data.decode()


def _slow(monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    """Make a calculation wait until its sign of life has been shown."""
    module, _, name = target.rpartition(".")
    loaded: Any = __import__(module, fromlist=[name])
    real: Callable[..., Any] = getattr(loaded, name)
    shown = threading.Event()
    noted = streams.note

    def note(message: str, *, end: str = "\n") -> None:
        noted(message, end=end)
        shown.set()

    def slow(*given: Any, **more: Any) -> Any:
        shown.wait(timeout=60)
        return real(*given, **more)

    monkeypatch.setattr(waiting, "note", note)
    monkeypatch.setattr(waiting, "_QUIET", 0.01)
    monkeypatch.setattr(loaded, name, slow)


@pytest.mark.parametrize(
    ("given", "target", "doing"),
    [
        (("solve", "classic", "--json"), "pitboss.cli.solve.answer", "pricing classic"),
        (
            ("solve", "classic", "--hand", "8,8 v T", "--json"),
            "pitboss.cli.solve.answer",
            "pricing c",
        ),
        (
            ("bankroll", "classic", "--bankroll", "500", "--json"),
            "pitboss.cli.bankroll._flat",
            "pric",
        ),
        (("report", "classic", "--json"), "pitboss.report.par_sheet.par_sheet", "pricing classic"),
        (("chart", "classic", "--json"), "pitboss.solver.solve", "pricing classic"),
        (
            ("compare", "classic", "leaflet", "--json"),
            "pitboss.report.comparison.compare",
            "compar",
        ),
    ],
)
def test_a_long_calculation_shows_a_sign_of_life(
    given: tuple[str, ...],
    target: str,
    doing: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    _slow(monkeypatch, target)
    screen = Screen(monkeypatch)
    with pytest.raises(SystemExit) as stopped:
        run(given)
    assert stopped.value.code == 0
    text = screen.text()
    assert text.startswith(f"\r\x1b[Kpitboss: {doing}") and text.endswith("\r\x1b[K")
    assert "\n" not in text
    assert isinstance(json.loads(capsys.readouterr().out), dict)


def test_what_is_quick_shows_nothing_and_so_does_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(waiting, "_QUIET", 0.0)
    with waiting.waiting("pricing"):
        time.sleep(0.05)
    assert capsys.readouterr().err == ""  # not a terminal
    monkeypatch.setattr(waiting, "_QUIET", 60.0)
    screen = Screen(monkeypatch)
    with waiting.waiting("pricing"):
        pass
    assert screen.text() == ""


def test_a_terminal_without_cursor_gets_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "_QUIET", 0.0)
    monkeypatch.setenv("TERM", "dumb")
    screen = Screen(monkeypatch)
    with waiting.waiting("pricing"):
        time.sleep(0.1)
    assert screen.text() == "pitboss: pricing\r\n"


AT_ONCE = """
import sys
from pitboss.cli import waiting
waiting._QUIET = 0.0
from pitboss.cli.main import run
run(sys.argv[1:])
"""


def test_the_server_shows_that_it_starts(
    files: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen(monkeypatch)
    with subprocess.Popen(
        [sys.executable, "-c", AT_ONCE, *_arguments("serve", files)],
        stdout=subprocess.PIPE,
        stderr=screen.stream,
        text=True,
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("pitboss is open at http://127.0.0.1:")
        server.terminate()
    text = screen.text()
    assert text.startswith("\r\x1b[Kpitboss: starting the casino: 0 s") and "\n" not in text
    assert text.endswith("\r\x1b[K")


# The cache.

CACHED = """
import numba
from pitboss.compiled.jit import kept_kernel
@kept_kernel
def one(x):
    return x + 1
@kept_kernel
def two(x):
    return x + 2
print(one(1), two(1))
"""


def _cached(tmp_path: Path, cache: Path, prepare: str = "") -> subprocess.CompletedProcess[str]:
    script = tmp_path / "kernels.py"
    script.write_text(prepare + CACHED)
    environment = {k: v for k, v in os.environ.items() if k != "PITBOSS_CACHE_NOTED"}
    return subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        env={**environment, "PITBOSS_CACHE": str(cache)},
    )


FULL = """
from numba.core.caching import IndexDataCacheFile
def save(*_): raise OSError(28, "No space left on device")
IndexDataCacheFile.save = save
"""


@pytest.mark.parametrize(
    ("cache", "prepare", "why"),
    [("/dev/null/cache", "", "Not a directory"), ("cache", FULL, "No space left on device")],
)
def test_an_unwritable_kernel_cache_is_noted_once_and_work_goes_on(
    cache: str, prepare: str, why: str, tmp_path: Path
) -> None:
    ran = _cached(tmp_path, tmp_path / cache, prepare)
    assert (ran.returncode, ran.stdout) == (0, "2 3\n"), ran.stderr
    [line] = ran.stderr.splitlines()
    assert line.startswith("pitboss: the cache '")
    assert f"cannot be written ({why}), so kernels are compiled again" in line


def test_a_cache_that_can_only_be_read_is_used(tmp_path: Path) -> None:
    assert _cached(tmp_path, tmp_path / "cache").stderr == ""
    refusing = """
from pathlib import Path
def touch(self, *_, **__): raise PermissionError(13, "Permission denied", str(self))
Path.touch = touch
from numba.core.caching import IndexDataCacheFile
def save(*_): raise SystemExit("compiled again")
IndexDataCacheFile.save = save
"""
    ran = _cached(tmp_path, tmp_path / "cache", refusing)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "2 3\n", "")


def test_processes_started_later_do_not_repeat_the_note(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pitboss.compiled.cache import check_cache

    monkeypatch.setenv("PITBOSS_CACHE", "/dev/null")
    monkeypatch.setenv("PITBOSS_CACHE_NOTED", "")
    check_cache()
    check_cache()
    assert capsys.readouterr().err.count("cannot be written") == 1
    assert os.environ["PITBOSS_CACHE_NOTED"] == "1"
