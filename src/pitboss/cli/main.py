"""The ``pitboss`` command, its errors and exit codes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

import click

from pitboss import __version__
from pitboss.cli import streams
from pitboss.rulebooks import RulebookError
from pitboss.rulebooks.errors import hint

GOOD, BAD_INPUT, INTERRUPTED = 0, 2, 130


COMMANDS: Final = (
    "books", "rules", "trace", "solve", "simulate", "chart", "compare", "report", "play",
    "drill", "school", "serve", "admin", "check", "verify", "history", "effects", "index",
    "bankroll", "docs",
)  # fmt: skip
"""The commands in the order a newcomer needs them; each is in the module of its name."""


class Verbs(click.Group):
    """A group that loads each command when it is called and suggests one for a misspelling."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"pitboss.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def make_context(self, *given: Any, **more: Any) -> click.Context:
        with streams.for_readers():
            return super().make_context(*given, **more)

    def invoke(self, ctx: click.Context) -> Any:
        with streams.for_readers():
            return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            suggestion = hint(args[0], COMMANDS, "the commands:")
            raise click.UsageError(f"unknown command {args[0]!r}; {suggestion}")
        return super().resolve_command(ctx, args)


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pitboss", message="%(prog)s %(version)s")
def cli() -> None:
    """Blackjack by the book: casino rules, cited clause by clause.

    A BOOK is nz, zappit, rws, leaflet, nobust, classic, or the path of your own book file. Exit
    codes: 0 success, 1 a check failed or results disagree, 2 bad usage or input.
    """


def run(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; report bad input in one sentence and exit with code 2."""
    if streams.occupy():
        sys.exit(_complain(streams.CLOSED))
    sys.exit(streams.guarded(lambda: _run(arguments), _complain))


def _run(arguments: Sequence[str] | None) -> int:
    try:
        code = cli.main(
            args=None if arguments is None else list(arguments),
            prog_name="pitboss",
            standalone_mode=False,
        )
        return code if isinstance(code, int) else GOOD
    except click.exceptions.Abort:
        _complain("interrupted")
        return INTERRUPTED
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return BAD_INPUT
    except click.ClickException as error:
        return _complain(_as_clause(error.format_message()))
    except RulebookError as error:
        return _complain(str(error))


def _as_clause(message: str) -> str:
    """Make a message of the parser read as ours do: lower case, without a full stop."""
    opening = message.split(maxsplit=1)[:1]
    if opening and opening[0].istitle():
        message = message[0].lower() + message[1:]
    return message.replace(". Did you", "; did you").removesuffix(".")


def _complain(message: str) -> int:
    streams.note(f"pitboss: {message}")
    return BAD_INPUT
