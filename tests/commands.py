"""Running a command as a user does: what it printed, and its exit code."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from pitboss.cli.main import run


class Ran(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one document on standard output."""
        return json.loads(self.out)


Command = Callable[..., Ran]


def runner(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """``command("play", "nz", typed="10\\\\n")`` runs ``pitboss play nz`` and types a line."""

    def command(*arguments: str, typed: str | None = None) -> Ran:
        if typed is not None:
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        with pytest.raises(SystemExit) as stopped:
            run(arguments)
        captured = capsys.readouterr()
        assert isinstance(stopped.value.code, int)
        return Ran(stopped.value.code, captured.out, captured.err)

    return command
