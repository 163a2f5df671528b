"""What the commands share: the book argument, elections, and printing."""

from __future__ import annotations

import json
import sys
from typing import Any

import click
from rich.console import Console, RenderableType

from pitboss.rulebooks import Rulebook, rulebook


def _read_book(_ctx: click.Context, _param: click.Parameter, given: str) -> Rulebook:
    return rulebook(given)


book_argument = click.argument("book", callback=_read_book)

json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document instead of text."
)


def _read_settings(
    _ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]
) -> dict[str, str]:
    settings: dict[str, str] = {}
    for setting in given:
        key, equals, value = setting.partition("=")
        if not equals or not key:
            raise click.UsageError(f"--set {setting!r} is not of the form KEY=VALUE")
        settings[key.strip()] = value.strip()
    return settings


set_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    callback=_read_settings,
    help="Make an operator's election; 'pitboss rules BOOK --options' lists them.",
)


def show(*parts: RenderableType) -> None:
    """Print for people; plain and without trailing blanks where it is not a terminal."""
    if sys.stdout.isatty():
        Console(highlight=False).print(*parts, sep="\n")
        return
    console = Console(highlight=False, width=100, color_system=None)
    with console.capture() as captured:
        console.print(*parts, sep="\n")
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


def print_json(document: Any) -> None:
    """One JSON document on standard output and nothing else there."""
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))
