"""``pitboss compare``: show where books differ and what each difference is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pitboss.cli.common import (
    decks_option,
    json_option,
    policy_option,
    pricing,
    print_json,
    set_option,
    show,
    table_rules,
)
from pitboss.cli.waiting import waiting
from pitboss.rulebooks import BadElection, Rulebook, rulebook

if TYPE_CHECKING:
    from pitboss.report.comparison import Comparison, Difference


def _read_books(
    _ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]
) -> tuple[Rulebook, ...]:
    if len(given) < 2:
        raise click.UsageError("name at least two books to compare")
    return tuple(rulebook(name) for name in given)


@click.command()
@click.argument("books", nargs=-1, callback=_read_books, metavar="BOOK BOOK...")
@decks_option
@set_option
@policy_option
@json_option
def compare(
    books: tuple[Rulebook, ...],
    decks: str | None,
    settings: dict[str, str],
    policy: str,
    as_json: bool,
) -> None:
    """Compare books: provisions, clauses and prices.

    Each difference is priced on its own: the first book adopts the other's answer to that one
    question and is solved again. What the single changes do not explain is shown as interaction.
    An option given with --set applies to every book that has it.

    \b
    pitboss compare nz rws                  the books' defaults
    pitboss compare nz rws nobust --decks 6
    """
    tables = [table_rules(book, made, decks) for book, made in _shared(books, settings)]
    with pricing():
        from pitboss.report.comparison import compare as held_together

        with waiting("comparing") as wait:

            def show_question(question: str) -> None:
                wait.doing = f"comparing: {question}"

            comparison = held_together(*tables, policy=policy, tell=show_question)
        if as_json:
            print_json(comparison.to_json())
        else:
            show(*_shown(comparison))


def _shared(
    books: Sequence[Rulebook], settings: dict[str, str]
) -> Iterator[tuple[Rulebook, dict[str, str]]]:
    for key in settings:
        if not any(key in book.elections for book in books):
            raise BadElection(f"none of {', '.join(b.id for b in books)} has an option {key!r}")
    for book in books:
        yield book, {key: value for key, value in settings.items() if key in book.elections}


def _shown(comparison: Comparison) -> Iterator[RenderableType]:
    yield _prices(comparison)
    if any(not bet.offered for each in comparison.quotations for bet in each.side_bets):
        yield Text("* in the book, but not offered with these options", style="dim")
    names, others = comparison.names, comparison.names[1:]
    moving = [each for each in comparison.differences if each.matters]
    if moving:
        yield Text()
        text = " and ".join(others)
        yield Text(f"What each answer of {text} would add to the house edge of {names[0]}")
        yield _moving(comparison, moving)
    rest = [each for each in comparison.differences if not each.matters]
    if rest:
        yield Text()
        yield Text("Different, but with no effect on the main wager")
        yield _table_of(comparison.names, rest)
    if not comparison.differences:
        yield Text()
        yield Text("The books agree on every provision.")


def _prices(comparison: Comparison) -> Table:
    table = _columns(("per unit wagered", *comparison.names), numbers=True)
    quotations = comparison.quotations
    solutions = [each.solution for each in quotations]
    rows: list[tuple[str, list[Any]]] = [
        ("decks", [s.rules.equipment.decks.value for s in solutions]),
        ("house edge", [f"{s.house_edge:.4%}" for s in solutions]),
        ("standard deviation", [f"{s.spread.sd:.4f}" for s in solutions]),
        ("average wager", [f"{s.spread.average_wager:.4f}" for s in solutions]),
        (
            "insurance",
            [q.insurance and f"{float(q.insurance.house_edge):.4%}" for q in quotations],
        ),
    ]
    bets = [{b.price.name: b for b in q.side_bets} for q in quotations]
    called = {b.id: b.name for q in quotations for b in q.solution.rules.side_bets.bets}
    for name in dict.fromkeys(name for each in bets for name in each):
        quotes = [each.get(name) for each in bets]
        rows.append(
            (
                called.get(name, name),
                [
                    bet and f"{float(bet.price.house_edge):.4%}{'' if bet.offered else ' *'}"
                    for bet in quotes
                ],
            )
        )
    for label, cells in rows:
        table.add_row(label, *("–" if cell is None else str(cell) for cell in cells))
    return table


def _moving(comparison: Comparison, moving: Sequence[Difference]) -> Table:
    others = comparison.names[1:]
    table = _columns(("", *comparison.names))
    for name in others:
        table.add_column(f"{name}'s", justify="right", no_wrap=True)
    for each in sorted(moving, key=_weight, reverse=True):
        table.add_row(each.question, *map(str, each.said), *map(_worth, each.worth))
    blank = [""] * len(comparison.names)
    totals = comparison.totals
    table.add_section()
    table.add_row("single changes, summed", *blank, *(_worth(t.single_changes) for t in totals))
    table.add_row("everything other than play", *blank, *(_worth(t.elsewhere) for t in totals))
    table.add_row("interaction", *blank, *(_worth(t.interaction) for t in totals))
    table.add_row("total difference", *blank, *(_worth(t.difference) for t in totals),
                  style="bold")  # fmt: skip
    return table


def _table_of(names: Sequence[str], differences: Sequence[Difference]) -> Table:
    table = _columns(("", *names))
    for each in differences:
        table.add_row(each.question, *map(str, each.said))
    return table


def _columns(names: Sequence[str], *, numbers: bool = False) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column(names[0], ratio=None if numbers else 3)
    for name in names[1:]:
        table.add_column(name, justify="right" if numbers else "left", ratio=None if numbers else 2)
    return table


def _weight(difference: Difference) -> float:
    return max(abs(worth or 0.0) for worth in difference.worth)


def _worth(worth: float | None) -> str:
    if worth is None:
        return "not priced"
    return f"{worth:+.4%}" if worth else "0"
