"""The ``pitboss`` command, its errors and exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Final

import click

from pitboss import __version__
from pitboss.rulebooks import RulebookError

GOOD, BAD_INPUT = 0, 2


COMMANDS: Final = (
    "books", "rules", "trace", "solve", "simulate", "chart", "compare", "report", "play", "serve",
    "check", "verify",
)  # fmt: skip
"""In the order in which a newcomer needs them; each is in the module of its name"""


class Verbs(click.Group):
    """Commands that are loaded when they are called, with a hint for a mistyped one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"pitboss.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            close = get_close_matches(args[0], COMMANDS, 1)
            hint = f"did you mean {close[0]!r}?" if close else "try: " + ", ".join(COMMANDS)
            raise click.UsageError(f"there is no command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pitboss", message="%(prog)s %(version)s")
def cli() -> None:
    """Blackjack by the book: rule documents as cited data.

    Every command takes a BOOK: nz, zappit, rws, leaflet, nobust, classic, or the path of your own
    book file. Exit codes: 0 good, 1 something failed or disagreed, 2 bad usage or bad input.
    """


def run(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; bad input is one clear sentence and exit code 2."""
    sys.exit(_run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    try:
        code = cli.main(
            args=None if arguments is None else list(arguments),
            prog_name="pitboss",
            standalone_mode=False,
        )
        return code if isinstance(code, int) else GOOD
    except click.exceptions.Abort:
        return _complain("stopped")
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return BAD_INPUT
    except click.ClickException as error:
        return _complain(error.format_message())
    except RulebookError as error:
        return _complain(str(error))
    except BrokenPipeError:
        # The reader has gone (a pager, head); there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return GOOD


def _complain(message: str) -> int:
    click.echo(f"pitboss: {message}", err=True)
    return BAD_INPUT
