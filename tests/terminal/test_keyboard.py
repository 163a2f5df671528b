"""A real terminal: single keys work, and its mode is as before however the game ends."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

SHOE = "2c Ts 9h 6d 3c 8s"


class Seat:
    """A game on a new pseudo-terminal."""

    def __init__(self, *arguments: str) -> None:
        self._mine, self._theirs = pty.openpty()
        self.before = termios.tcgetattr(self._theirs)
        self.game = subprocess.Popen(
            [sys.executable, "-m", "pitboss", "play", *arguments],
            stdin=self._theirs,
            stdout=self._theirs,
            stderr=self._theirs,
            start_new_session=True,
            preexec_fn=_own_terminal,
            env={**os.environ, "TERM": "dumb"},
        )
        self.seen = ""

    def sees(self, text: str) -> None:
        """Wait until the text is on the screen, and forget everything before it."""
        until = time.monotonic() + 20
        while text not in self.seen:
            left = until - time.monotonic()
            ready = left > 0 and select.select([self._mine], [], [], left)[0]
            assert ready, f"no {text!r} in {self.seen!r}"
            self.seen += os.read(self._mine, 4096).decode()
        self.seen = self.seen.partition(text)[2]

    def types(self, keys: str) -> None:
        os.write(self._mine, keys.encode())

    def ends(self) -> int:
        return self.game.wait(timeout=20)

    @property
    def mode(self) -> object:
        return termios.tcgetattr(self._theirs)

    def close(self) -> None:
        if self.game.poll() is None:
            self.game.kill()
            self.game.wait()
        os.close(self._mine)
        os.close(self._theirs)


def _own_terminal() -> None:
    import fcntl

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored if the suite runs in the background


@pytest.fixture
def seat() -> Iterator[Seat]:
    seat = Seat("nz", "--shoe", SHOE)
    yield seat
    seat.close()


def at_the_decision(seat: Seat) -> None:
    seat.sees("q = quit) > ")
    seat.types("10\n")
    seat.sees("d double > ")
    while seat.mode == seat.before:
        time.sleep(0.01)


def test_a_key_needs_no_enter(seat: Seat) -> None:
    at_the_decision(seat)
    seat.types("h")
    seat.sees("Box 1 draws 3♣")
    seat.sees("s stand > ")
    seat.types("\x1b[A")
    seat.sees("is not a choice here")
    seat.types("s")
    seat.sees("balance +10.")
    assert seat.ends() == 0
    assert seat.mode == seat.before


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["ctrl-c", "ctrl-d"])
@pytest.mark.parametrize("deciding", [True, False], ids=["key", "line"])
def test_the_terminal_is_restored(seat: Seat, key: str, deciding: bool) -> None:
    if deciding:
        at_the_decision(seat)
    else:
        seat.sees("q = quit) > ")
    seat.types(key)
    seat.sees("You leave the table.")
    assert seat.ends() == 0
    assert seat.mode == seat.before


def test_ctrl_c_and_a_polite_kill_keep_the_log(tmp_path: Path) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        log = tmp_path / f"{number.name}.log"
        seat = Seat("nz", "--shoe", SHOE, "--log", str(log))
        try:
            at_the_decision(seat)
            seat.game.send_signal(number)
            seat.sees("You leave the table.")
            assert seat.ends() == 0
            assert seat.mode == seat.before
        finally:
            seat.close()
        verified = subprocess.run(
            [sys.executable, "-m", "pitboss", "verify", str(log)], capture_output=True, check=False
        )
        assert verified.returncode == 0, verified.stdout


def test_a_pipe_is_read_line_by_line() -> None:
    game = subprocess.run(
        [sys.executable, "-m", "pitboss", "play", "nz", "--shoe", SHOE],
        input="10\nstand\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Box 1 stands on T♠ 6♦" in game.stdout
    assert game.stderr == ""
