"""The standard streams: a full disk, a closed stream or a reader that left is no traceback."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

_OF_OUTPUT: Final = frozenset(
    {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.EPIPE}
)
"""What writing to a stream may fail with; a file that fails is named in the error."""

CLOSED: Final = "standard output is closed; send it to a file, a pipe or /dev/null"


def note(message: str, *, end: str = "\n") -> None:
    """Write on standard error; what cannot be written there does not stop a command."""
    with suppress(OSError, ValueError):
        print(message, file=sys.stderr, end=end, flush=True)


def occupy() -> bool:
    """Open the null device in the place of closed streams; returns whether output was closed.

    The next file opened would otherwise get the number of a stream, and what is written to that
    stream would end up in the file.
    """
    was_closed = sys.stdout is None
    if sys.stdin is None or sys.stdout is None or sys.stderr is None:
        while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
            pass
        os.close(handle)
        sys.stdin = sys.stdin or os.fdopen(0, closefd=False)
        sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
        sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)
    return was_closed


class ReaderLeft(Exception):
    """The reader of the output (a pager, head) has closed the pipe."""


@contextmanager
def for_readers() -> Iterator[None]:
    """Let a closed pipe pass the parser, which would make an exit code of its own of it."""
    try:
        yield
    except BrokenPipeError:
        raise ReaderLeft from None


def guarded(command: Callable[[], int], complain: Callable[[str], int]) -> int:
    """The exit code of a command whose output may fail, and whose failure is one sentence."""
    problem: OSError | None = None
    try:
        code = command()
    except ReaderLeft:
        code, problem = 0, BrokenPipeError()
    except SystemExit as stopped:
        code = stopped.code if isinstance(stopped.code, int) else int(stopped.code is not None)
    except OSError as error:
        code, problem = 0, error
    unwritten = _flushed()
    if problem is None:
        problem = unwritten
    if problem is None:
        return code
    if isinstance(problem, BrokenPipeError):
        _discard()  # no one is left to read the rest
        return 0
    if unwritten is not None or (problem.filename is None and problem.errno in _OF_OUTPUT):
        _discard()
        return complain(f"cannot write to standard output: {problem.strerror or problem}")
    named = "" if problem.filename is None else f"{str(problem.filename)!r}: "
    return complain(f"{named}{problem.strerror or problem}")


def _flushed() -> OSError | None:
    """Write what is buffered; the error if that fails."""
    try:
        sys.stdout.flush()
    except OSError as error:
        return error
    except ValueError:
        return None  # a stream that the command has closed itself
    return None


def _discard() -> None:
    """Send what is still buffered nowhere, so that the interpreter does not try again at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    with suppress(OSError, ValueError):
        sys.stdout.flush()
