"""Running a command as a user does: what it printed, and its exit code."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from pitboss.cli.main import run


class Ran:
    """What a command printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        """The one document on standard output."""
        return json.loads(self.out)


Command = Callable[..., Ran]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """``command("solve", "nz")`` runs ``pitboss solve nz``."""

    def command(*arguments: str) -> Ran:
        with pytest.raises(SystemExit) as stopped:
            run(arguments)
        captured = capsys.readouterr()
        assert isinstance(stopped.value.code, int)
        return Ran(stopped.value.code, captured.out, captured.err)

    return command
