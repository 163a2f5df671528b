"""What the player types: single keys at a terminal, whole lines from anywhere else."""

from __future__ import annotations

import errno
import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, Final, Protocol

if sys.platform != "win32":
    import termios

END_OF_INPUT: Final = b"\x04"
"""What Ctrl-D sends while single keys are read."""

ESCAPE: Final = b"\x1b"
"""What arrows and function keys begin with."""


class Left(Exception):
    """The player has left: said so, ended the input, or was hung up on."""


class Keyboard(Protocol):
    """What the game needs of a keyboard."""

    @property
    def echoes(self) -> bool:
        """Whether what is typed on a line shows by itself."""

    def key(self) -> str:
        """One key, or a line that stands for it; ``Left`` if there is no more."""

    def line(self) -> str:
        """One line without its end; ``Left`` if there is no more."""


class Lines:
    """A script or a pipe: every answer is a line."""

    echoes = False

    def __init__(self, stream: BinaryIO | None) -> None:
        self._stream = stream

    def line(self) -> str:
        """The next line; ``Left`` at the end."""
        read = self._stream.readline() if self._stream is not None else b""
        if not read:
            raise Left
        return read.decode("utf-8", "replace").rstrip("\r\n")

    key = line


class KeyReader:
    """A terminal: keys are read one by one, and its mode is restored after each."""

    echoes = True

    def __init__(self, fd: int) -> None:
        self._fd, self._waiting = fd, b""

    def key(self) -> str:
        """The next key, in lower case; Enter is empty, and so is an arrow, which means nothing."""
        with self._single_keys():
            result = self._byte()
            if result == ESCAPE:
                while self._waiting or select.select([self._fd], [], [], 0.02)[0]:
                    self._byte()
                return "?"
            while (text := _decoded(result)) is None:
                result += self._byte()
        return "" if text in "\r\n" else text.lower()

    def line(self) -> str:
        """The next line, edited as the terminal edits lines; ``Left`` at Ctrl-D."""
        while b"\n" not in self._waiting:
            read = self._read(4096)
            if not read:
                raise Left
            self._waiting += read
        line, _, self._waiting = self._waiting.partition(b"\n")
        return line.decode("utf-8", "replace").rstrip("\r")

    def _byte(self) -> bytes:
        if not self._waiting:
            self._waiting = self._read(1)
        result, self._waiting = self._waiting[:1], self._waiting[1:]
        if result in (b"", END_OF_INPUT):
            raise Left
        return result

    def _read(self, most: int) -> bytes:
        try:
            return os.read(self._fd, most)
        except OSError as error:
            if error.errno == errno.EIO:  # the terminal has been closed
                raise Left from None
            raise

    @contextmanager
    def _single_keys(self) -> Iterator[None]:
        before = termios.tcgetattr(self._fd)
        single = termios.tcgetattr(self._fd)
        single[3] &= ~(termios.ICANON | termios.ECHO)
        single[6][termios.VMIN], single[6][termios.VTIME] = 1, 0

        def switch(*_: object) -> None:
            termios.tcsetattr(self._fd, termios.TCSADRAIN, single)

        # After Ctrl-Z and fg the shell has reset the terminal mode, so set it again.
        continued = signal.signal(signal.SIGCONT, switch)
        try:
            switch()
            yield
        finally:
            signal.signal(signal.SIGCONT, continued)
            termios.tcsetattr(self._fd, termios.TCSADRAIN, before)


def _decoded(read: bytes) -> str | None:
    """The character, or None while some of its bytes are to come."""
    try:
        return read.decode("utf-8")
    except UnicodeDecodeError as error:
        return "?" if error.reason != "unexpected end of data" else None


def keyboard() -> Keyboard:
    """The keyboard for standard input: single keys at a terminal, lines otherwise."""
    if sys.stdin is None:
        return Lines(None)
    if sys.platform != "win32" and sys.stdin.isatty():
        return KeyReader(sys.stdin.fileno())
    return Lines(sys.stdin.buffer)
