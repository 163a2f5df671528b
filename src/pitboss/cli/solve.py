"""``pitboss solve``: exact values of a game, of its side bets, and of every hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pitboss.cli.common import (
    book_argument,
    decks_option,
    json_option,
    pricing,
    print_json,
    read_shoe,
    set_option,
    shoe_option,
    show,
    table_rules,
)
from pitboss.rulebooks import Rulebook

if TYPE_CHECKING:
    from pitboss.report.quoting import Quotation
    from pitboss.solve import HandValue, Solution

_ACTS = ("stand", "hit", "double", "split", "surrender", "zap")


policy_option = click.option(
    "--policy",
    type=click.Choice(("optimal", "cdz", "basic")),
    default="optimal",
    show_default=True,
    help="How the player plays: by the cards (optimal, cdz), or by totals (basic).",
)


@click.command()
@book_argument
@decks_option
@set_option
@policy_option
@shoe_option
@click.option("--hands", is_flag=True, help="Every two cards against every first card.")
@json_option
def solve(
    book: Rulebook,
    decks: int | None,
    settings: dict[str, str],
    policy: str,
    shoe: str | None,
    hands: bool,
    as_json: bool,
) -> None:
    """Price a game exactly: the main wager, insurance, side bets and every hand.

    Values are per unit of the main wager, one box in play, off the top of a full shoe or of the
    shoe given. Side bets are exact fractions of one unit staked on them.

    \b
    pitboss solve nz                        the game as the book has it
    pitboss solve classic --decks 2 --set soft_17=hit
    pitboss solve rws --policy basic        as a chart plays it
    """
    rules = table_rules(book, settings, decks)
    with pricing():
        from pitboss.report.quoting import quote
        from pitboss.solve import solve as price

        solution = price(rules, policy=policy, shoe=read_shoe(shoe))
        quotation = quote(solution)
        if as_json:
            print_json(quotation.to_json(hands=hands))
        else:
            show(*_shown(quotation, hands=hands))


def _shown(quotation: Quotation, *, hands: bool) -> Iterator[RenderableType]:
    solution = quotation.solution
    yield Text.assemble((solution.rules.book.title, "bold"), f", {_cards(solution)}")
    yield Text()
    yield _main(solution)
    if quotation.insurance is not None or quotation.side_bets:
        yield Text()
        yield _beside(quotation)
    if hands:
        yield Text()
        given = (
            "given that the dealer has no blackjack"
            if solution.given_no_blackjack
            else "a dealer blackjack included"
        )
        yield Text(f"First two cards, per unit of the main wager, {given}")
        yield _hands(solution)
    for note in quotation.notes:
        yield Text()
        yield Text(f"Note: {note}.", style="italic")


def _cards(solution: Solution) -> str:
    from pitboss.report.quoting import is_full

    decks = solution.rules.equipment.decks.value
    if is_full(solution):
        return f"{decks} deck{'s' * (decks > 1)}"
    return f"{solution.shoe.size} cards ({solution.shoe})"


def _main(solution: Solution) -> Table:
    from pitboss.solve import Policy
    from pitboss.solve import solve as price

    spread = solution.spread
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 3, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim")
    table.add_row("house edge", Text(_percent(solution.house_edge), style="bold"), "of the wager")
    table.add_row("value", f"{solution.ev:+.6f}", f"per unit, {solution.policy.meaning}")
    for policy in Policy:
        if policy is not solution.policy:
            other = price(solution.rules, policy=policy, shoe=solution.shoe)
            table.add_row(
                f"  {policy}",
                f"{other.ev:+.6f}",
                f"{policy.meaning} ({other.ev - solution.ev:+.4%})",
            )
    table.add_row("standard deviation", f"{spread.sd:.4f}", "of a round")
    table.add_row("average wager", f"{spread.average_wager:.4f}", "with doubles and splits")
    return table


def _beside(quotation: Quotation) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    table.add_column("beside it")
    for heading in ("house edge", "wins", "sd"):
        table.add_column(heading, justify="right")
    table.add_column("value, exactly", overflow="fold")
    if quotation.insurance is not None:
        price = quotation.insurance
        table.add_row("insurance", *_odds(price.house_edge, price.hit_frequency, price.sd),
                      price.exact)  # fmt: skip
    for bet in quotation.side_bets:
        price = bet.price
        table.add_row(
            price.name.replace("_", " ") + ("" if bet.offered else " (not on offer)"),
            *_odds(price.house_edge, price.hit_frequency, price.sd),
            price.exact or f"{float(price.ev):+.6f}, main hand by {price.policy} play",
            style=None if bet.offered else "dim",
        )
    return table


def _odds(house_edge: object, wins: object, sd: float) -> tuple[str, str, str]:
    return _percent(house_edge), _percent(wins), f"{sd:.3f}"


def _percent(share: object) -> str:
    return f"{float(share):.4%}"  # type: ignore[arg-type]


def _hands(solution: Solution) -> Table:
    acts = [a for a in _ACTS if any(getattr(hand, a) is not None for hand in solution.hands)]
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("hand")
    table.add_column("up")
    for act in acts:
        table.add_column(act, justify="right")
    table.add_column("best")
    for hand in solution.hands:
        table.add_row(hand.cards, hand.up, *(_value(hand, act) for act in acts), hand.best)
    return table


def _value(hand: HandValue, act: str) -> Text:
    value = getattr(hand, act)
    if value is None:
        return Text("")
    return Text(f"{value:+.6f}", style="bold" if act == hand.best else "")
