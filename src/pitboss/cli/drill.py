"""``pitboss drill``: practise hands, counts and bets; the solver knows the answers."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

import click

from pitboss.cli.common import (
    book_argument,
    decks_option,
    json_option,
    pricing,
    print_json,
    set_option,
    table_rules,
)
from pitboss.cli.numbers import Whole
from pitboss.rulebooks import Rulebook, TableRules
from pitboss.terminal.keyboard import keyboard
from pitboss.terminal.screen import Screen

if TYPE_CHECKING:
    from pitboss.terminal.drilling import Drill

_HANDS = ("hands", "hard", "soft", "pairs", "surrender", "zap")


@click.command()
@book_argument
@click.option(
    "--kind",
    type=click.Choice((*_HANDS, "count", "bets")),
    default="hands",
    show_default=True,
    help="What to practise: hands of all kinds or of one, the count, or the bets of a ramp.",
)
@click.option(
    "--questions",
    type=Whole(1, 100_000, "number of questions"),
    default=20,
    show_default=True,
    help="Number of questions.",
)
@click.option("--seed", type=int, help="Random seed, for repeatable questions.")
@click.option(
    "--standard",
    type=click.Choice(("chart", "hand")),
    default="hand",
    show_default=True,
    help="What hands are judged by: the chart, or the cards of the hand.",
)
@click.option(
    "--count", "system", default="hi-lo", show_default=True, help="Counting system, or its file."
)
@click.option(
    "--cards",
    type=Whole(1, 40, "number of cards"),
    default=1,
    show_default=True,
    help="Cards shown at once in the count drill.",
)
@click.option(
    "--spread",
    metavar="FILE",
    help="Bets by the count, as for simulate (default: 1 unit, then 2, 4, 6, 8 from +1 to +4).",
)
@decks_option
@set_option
@json_option
def drill(
    book: Rulebook,
    kind: str,
    questions: int,
    seed: int | None,
    standard: str,
    system: str,
    cards: int,
    spread: str | None,
    decks: int | None,
    settings: dict[str, str],
    as_json: bool,
) -> None:
    """Practise hands, the count or bets.

    A hand comes the more often, the more often it is dealt and the more your answers to it have
    cost. Input from a file or pipe is read line by line; q stops. With --json the questions go to
    standard error, and the summary to standard output.

    \b
    pitboss drill nz --kind pairs
    pitboss drill classic --kind count --count ko --cards 2
    """
    rules = table_rules(book, settings, decks)
    with redirect_stdout(sys.stderr if as_json else sys.stdout):
        from pitboss.terminal.drilling import drilled

        screen = Screen(keyboard())
        asked = _drill(screen, rules, kind, seed, (standard, system, cards, spread))
        with pricing():
            told = drilled(screen, asked, questions)
    if as_json:
        print_json({"book": book.id, "kind": kind, "seed": seed, **told})


def _drill(
    screen: Screen,
    rules: TableRules,
    kind: str,
    seed: int | None,
    options: tuple[str, str, int, str | None],
) -> Drill:
    from pitboss.coach.drills import KINDS, BetDrill, CountDrill, HandDrill, NothingToDrill
    from pitboss.coach.spots import Standard
    from pitboss.players.counts import BadCount, count_system
    from pitboss.players.spreads import BadSpread, Spread, read_spread
    from pitboss.terminal.drilling import Bets, Counts, Hands

    standard, system, cards, spread = options
    try:
        if kind in _HANDS:
            kinds = KINDS if kind == "hands" else (kind,)
            hands = HandDrill(rules, kinds=kinds, seed=seed, standard=Standard(standard))
            return Hands(screen, hands)
        counted = count_system(system)
        if kind == "count":
            size = rules.equipment.decks.value
            return Counts(screen, CountDrill(counted, size, at_once=cards, seed=seed))
        first = counted.span(rules.equipment.decks.value).start if counted.is_running else 0
        usual = {-1000: 1, first + 1: 2, first + 2: 4, first + 3: 6, first + 4: 8}
        bets = Spread.of(usual) if spread is None else read_spread(spread)
        return Bets(screen, BetDrill(rules, counted, bets, seed=seed))
    except (BadCount, BadSpread, NothingToDrill) as error:
        raise click.UsageError(str(error)) from None
