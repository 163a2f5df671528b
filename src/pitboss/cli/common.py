"""The arguments, options and printing that the commands share."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click
from rich.console import Console, RenderableType

from pitboss.rulebooks import Rulebook, TableRules, rulebook

if TYPE_CHECKING:
    from pitboss.solver import Shoe

T = TypeVar("T")


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
    help="Set a house option; 'pitboss rules BOOK --options' lists them.",
)


decks_option = click.option(
    "--decks", metavar="N", help="Number of decks; short for --set decks=N."
)

policy_option = click.option(
    "--policy",
    type=click.Choice(("optimal", "cdz", "basic")),
    default="optimal",
    show_default=True,
    help="Strategy: composition-dependent (optimal, cdz) or total-dependent (basic).",
)

shoe_option = click.option(
    "--shoe",
    metavar="COUNTS",
    help='Price this shoe, e.g. "A:20 2:24 ... T:96" (default: a full shoe).',
)


def table_rules(book: Rulebook, settings: dict[str, str], decks: str | None) -> TableRules:
    """The rules of ``book`` with the options set by ``--set`` and ``--decks``."""
    if decks is None:
        return book.elect_all(settings)
    if settings.get("decks", decks) != decks:
        raise click.UsageError(f"--decks {decks} and --set decks={settings['decks']} disagree")
    return book.elect_all({**settings, "decks": decks})


def with_rules(command: Callable[..., T]) -> Callable[..., T]:
    """BOOK, --decks and --set, which the command is given as the rules of one table."""

    @wraps(command)
    def tell(book: Rulebook, settings: dict[str, str], decks: str | None, **more: Any) -> T:
        return command(rules=table_rules(book, settings, decks), **more)

    return book_argument(decks_option(set_option(tell)))


def read_shoe(given: str | None) -> Shoe | None:
    """The shoe that ``--shoe`` describes, or None for a full one."""
    from pitboss.solver import Shoe

    return None if given is None else Shoe.parse(given)


@contextmanager
def pricing() -> Iterator[None]:
    """Report a game or shoe that cannot be priced as bad usage, in one sentence."""
    try:
        yield
    except ValueError as error:
        # Import the solver only here: the other commands start faster without it.
        from pitboss.solver import BadShoe, CannotPrice

        if isinstance(error, (BadShoe, CannotPrice)):
            raise click.UsageError(str(error)) from None
        raise


def show(*parts: RenderableType) -> None:
    """Print for people: plain text without trailing spaces unless it goes to a terminal."""
    if sys.stdout.isatty():
        Console(highlight=False).print(*parts, sep="\n")
        return
    console = Console(highlight=False, width=100, color_system=None)
    with console.capture() as captured:
        console.print(*parts, sep="\n")
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


def print_json(document: Any) -> None:
    """Print one JSON document, and nothing else, on standard output."""
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))
