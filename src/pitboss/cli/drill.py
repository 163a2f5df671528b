"""``pitboss drill``: practise hands, counts and bets; the solver knows the answers."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, NamedTuple

import click

from pitboss.acts import KINDS_OF_HANDS
from pitboss.cli.common import json_option, pricing, print_json, with_rules
from pitboss.cli.numbers import Positive, WholeParameter, only_with
from pitboss.rulebooks import TableRules
from pitboss.terminal.keyboard import keyboard
from pitboss.terminal.screen import Screen

if TYPE_CHECKING:
    from pitboss.players.counts import CountSystem
    from pitboss.terminal.drilling import Drill

_HANDS = ("hands", *KINDS_OF_HANDS)


@click.command()
@with_rules
@click.option(
    "--kind",
    type=click.Choice((*_HANDS, "count", "bets", "deviations")),
    default="hands",
    show_default=True,
    help="What to practise: all hands or one kind, the count, bets, or plays by the count.",
)
@click.option(
    "--questions",
    type=WholeParameter(1, 100_000, "number of questions"),
    default=20,
    show_default=True,
    help="Number of questions.",
)
@click.option(
    "--seed", type=WholeParameter(0, 10**18), help="Random seed, for repeatable questions."
)
@click.option(
    "--standard",
    type=click.Choice(("chart", "hand")),
    default="hand",
    show_default=True,
    help="Standard that judges hands: the chart, or the cards in the hand.",
)
@click.option(
    "--count", "system", default="hi-lo", show_default=True, help="Counting system, or its file."
)
@click.option(
    "--cards",
    type=WholeParameter(1, 40, "number of cards"),
    default=1,
    show_default=True,
    help="Cards shown at once in the count drill.",
)
@click.option(
    "--spread",
    metavar="FILE",
    help="Bet spread, as for simulate, or 'best' for a half-Kelly ramp of 1 to 8 units on a "
    "bankroll of 1000 (default: 1 unit, then 2, 4, 6, 8 from +1 to +4).",
)
@click.option(
    "--depth",
    type=Positive(0.9, "0.5"),
    default=0.5,
    show_default=True,
    help="Share of the shoe dealt for which the index plays are calculated.",
)
@json_option
def drill(
    rules: TableRules,
    kind: str,
    questions: int,
    seed: int | None,
    standard: str,
    system: str,
    cards: int,
    spread: str | None,
    depth: float,
    as_json: bool,
) -> None:
    """Practise hands, the count, or bets and plays by the count.

    Hands that are dealt more often, and hands on which your answers have cost more, come up more
    often; each is played out, splits included. Bets are judged by a ramp, deviations by the index
    plays for exactly these rules; the cost of an error is exact for that shoe. Input from a file or
    pipe is read line by line; q stops. With --json the questions go to standard error and the
    summary to standard output.

    \b
    pitboss drill nz --kind pairs
    pitboss drill classic --kind count --count ko --cards 2
    pitboss drill nz --kind deviations --count hi-lo
    """
    if kind not in _HANDS:
        only_with("--kind hands, or one kind of hands", "standard")
    if kind in _HANDS:
        only_with("--kind count, bets or deviations", "system", "depth")
    if kind != "count":
        only_with("--kind count", "cards")
    if kind != "bets":
        only_with("--kind bets", "spread")
    with redirect_stdout(sys.stderr if as_json else sys.stdout):
        from pitboss.terminal.drilling import drilled

        screen = Screen(keyboard())
        with pricing():
            options = _Options(standard, system, cards, spread, depth)
            drill = _drill(screen, rules, kind, seed, options)
            document = drilled(screen, drill, questions)
    if as_json:
        print_json({"book": rules.book.id, "kind": kind, "seed": seed, **document})


class _Options(NamedTuple):
    standard: str
    system: str
    cards: int
    spread: str | None
    depth: float


def _drill(
    screen: Screen, rules: TableRules, kind: str, seed: int | None, options: _Options
) -> Drill:
    from pitboss.coach.count_drills import CountDrill
    from pitboss.coach.drills import NothingToDrill
    from pitboss.coach.hand_drills import KINDS, HandDrill
    from pitboss.coach.spots import Standard
    from pitboss.players.counts import BadCount, count_system
    from pitboss.players.spreads import BadSpread
    from pitboss.terminal.drilling import Counts, HandDrilling

    try:
        if kind in _HANDS:
            kinds = KINDS if kind == "hands" else (kind,)
            judge = Standard(options.standard)
            return HandDrilling(screen, HandDrill(rules, kinds=kinds, seed=seed, standard=judge))
        counted = count_system(options.system)
        if kind == "count":
            size = rules.equipment.decks.value
            return Counts(screen, CountDrill(counted, size, at_once=options.cards, seed=seed))
        return _by_the_count(screen, rules, counted, (kind, seed), options)
    except (BadCount, BadSpread, NothingToDrill) as error:
        raise click.UsageError(str(error)) from None


def _by_the_count(
    screen: Screen,
    rules: TableRules,
    counted: CountSystem,
    request: tuple[str, int | None],
    options: _Options,
) -> Drill:
    """Bets by a ramp, or plays by the index plays of the rules."""
    from pitboss.coach.ramp_drills import RampDrill
    from pitboss.coach.ramps import (
        Ladder,
        RampBasis,
        best_ramp_of,
        plays_of,
        spread_of_ramp,
        usual_spread,
    )
    from pitboss.players.spreads import read_spread
    from pitboss.terminal.drilling import RampDrilling

    kind, seed = request
    bets = usual_spread(counted, rules.equipment.decks.value)
    if options.spread == "best":
        bank = RampBasis()
        bets = spread_of_ramp(best_ramp_of(rules, counted, options.depth, bank), bank.least)
    elif options.spread is not None:
        bets = read_spread(options.spread)
    ladder = None
    if kind == "deviations":
        ladder = Ladder(plays_of(rules, counted, options.depth))
    asks = frozenset({"bet" if kind == "bets" else "act"})
    return RampDrilling(
        screen, RampDrill(rules, counted, bets, ladder=ladder, asks=asks, seed=seed)
    )
