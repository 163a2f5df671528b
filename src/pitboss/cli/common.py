"""What the commands share: the book argument, elections, and printing."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console, RenderableType

from pitboss.rulebooks import Rulebook, TableRules, rulebook

if TYPE_CHECKING:
    from pitboss.solver import Shoe


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


decks_option = click.option(
    "--decks", type=int, metavar="N", help="Decks in the shoe; short for --set decks=N."
)

shoe_option = click.option(
    "--shoe",
    metavar="COUNTS",
    help='Price from these cards, as in "A:20 2:24 ... T:96"; otherwise from a full shoe.',
)


def table_rules(book: Rulebook, settings: dict[str, str], decks: int | None) -> TableRules:
    """The book with the elections made by ``--set`` and ``--decks``."""
    if decks is None:
        return book.elect_all(settings)
    if settings.get("decks", str(decks)) != str(decks):
        raise click.UsageError(f"--decks {decks} and --set decks={settings['decks']} disagree")
    return book.elect_all({**settings, "decks": decks})


def read_shoe(given: str | None) -> Shoe | None:
    """The shoe that ``--shoe`` describes; None for a full one."""
    from pitboss.solver import Shoe

    return None if given is None else Shoe.parse(given)


@contextmanager
def pricing() -> Iterator[None]:
    """What has no price is one sentence."""
    try:
        yield
    except ValueError as error:
        # The solver is loaded where it is asked for, and not for other commands.
        from pitboss.solver import BadShoe, CannotPrice

        if isinstance(error, (BadShoe, CannotPrice)):
            raise click.UsageError(str(error)) from None
        raise


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
