"""``pitboss solve``: price a game, its side bets and every hand exactly."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pitboss.acts import HandAct
from pitboss.cli.common import (
    json_option,
    policy_option,
    pricing,
    print_json,
    read_shoe,
    shoe_option,
    show,
    with_rules,
)
from pitboss.cli.waiting import waiting
from pitboss.compiled.answer_cache import answer
from pitboss.jsonable import plain
from pitboss.rulebooks import TableRules

if TYPE_CHECKING:
    from pitboss.report.price_list import Quotation
    from pitboss.solver import Prices
    from pitboss.solver.side_bets import SideBetPrice

_ACTS = tuple(act.word for act in HandAct)


@click.command()
@with_rules
@policy_option
@shoe_option
@click.option("--hands", is_flag=True, help="List every two-card hand against every up card.")
@click.option(
    "--hand",
    metavar="HAND",
    help='Every act with one hand, such as "8,8 v T", "Kh Td v 10" or "4 4 5 v 6".',
)
@click.option(
    "--no-cache", "--anew", "anew", is_flag=True, help="Recalculate even if the answer is cached."
)
@json_option
def solve(
    rules: TableRules,
    policy: str,
    shoe: str | None,
    hands: bool,
    hand: str | None,
    anew: bool,
    as_json: bool,
) -> None:
    """Price a game exactly: main wager, insurance, side bets, hands.

    Values are per unit of the main wager, with one box in play, off the top of a full shoe or of
    the shoe given. Side bets are exact fractions of one unit staked on them.

    Answers are cached until the book, its options or this program change.

    \b
    pitboss solve nz                        the book's defaults
    pitboss solve classic --decks 2 --set soft_17=hit
    pitboss solve rws --policy basic        total-dependent play, as charted
    pitboss solve nz --hand "8,8 v T"       one hand, with any number of cards
    """
    if hand is not None:
        if hands:
            raise click.UsageError("--hand is one hand and --hands all of them; choose one")
        _one_hand(rules, hand, policy=policy, shoe=shoe, anew=anew, as_json=as_json)
        return

    def work_out() -> dict[str, Any]:
        from pitboss.report.price_list import quote
        from pitboss.solver import Prices

        prices = Prices(rules, policy=policy, shoe=read_shoe(shoe))
        quotation = quote(prices.main)
        if as_json:
            return quotation.to_json(hands=hands)
        return _page(prices, quotation, hands=hands)

    question = [*_asked_of(rules), policy, shoe, hands, as_json]
    with pricing(), waiting(f"pricing {rules.book.id}"):
        document = work_out() if anew else answer(["solve", *question], work_out)
    if as_json:
        print_json(document)
    else:
        show(*_shown(document))


def _asked_of(rules: TableRules) -> list[Any]:
    """What distinguishes the rules of one question from those of another."""
    return [rules.identity, rules.book.source, plain(rules.settings)]


def _one_hand(
    rules: TableRules, hand: str, *, policy: str, shoe: str | None, anew: bool, as_json: bool
) -> None:
    """Show what every act on one hand is worth, and why others are refused."""
    with pricing(), waiting(f"pricing {rules.book.id}"):
        from pitboss.solver.hand_notation import BadHand, read_hand_against

        def work_out() -> dict[str, Any]:
            from pitboss.solver import solve as price

            solution = price(rules, policy=policy, shoe=read_shoe(shoe))
            about = {"book": rules.book.id, "settings": plain(rules.settings), "policy": policy}
            return solution.hand(cards, up).to_json() | about

        try:
            cards, up = read_hand_against(hand)
            texts = [card.text for card in (*cards, up)]
            question = [*_asked_of(rules), policy, shoe, texts]
            document = work_out() if anew else answer(["hand", *question], work_out)
        except BadHand as error:
            raise click.UsageError(f"--hand: {error}") from None
    if as_json:
        print_json(document)
    else:
        show(*_shown_hand(rules, document))


def _shown_hand(rules: TableRules, document: dict[str, Any]) -> Iterator[RenderableType]:
    total = f"{'soft' if document['soft'] else 'hard'} {document['total']}"
    yield Text.assemble((rules.book.title, "bold"), f": {rules.brief}")
    given = ", given no dealer blackjack" if document["given_no_dealer_blackjack"] else ""
    yield Text(
        f"{document['cards']} against {document['up']} ({total}), per unit of the main wager{given}"
    )
    yield Text()
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 3, 0, 0))
    for act, value in sorted(document["acts"].items(), key=lambda item: -item[1]):
        best = act == document["best"]
        table.add_row(act, _value(value, best=best), "best" if best else "")
    for act, refused in document["refused"].items():
        why = f"{refused['why']} ({rules.cite(refused['clause'])})"
        table.add_row(Text(act, style="dim"), "", Text(why, style="dim"))
    yield table


def _page(prices: Prices, quotation: Quotation, *, hands: bool) -> dict[str, Any]:
    """The page people are shown, as plain data."""
    solution = quotation.solution
    page = {
        "title": solution.rules.book.title,
        "rules": solution.brief,
        "main": list(_main(prices)),
        "beside": list(_beside(quotation)),
        "notes": list(quotation.notes),
    }
    if hands:
        page["given"] = (
            "given that the dealer does not have blackjack"
            if solution.given_no_blackjack
            else "dealer blackjack included"
        )
        page["hands"] = [hand.to_dict() for hand in solution.hands]
    return page


def _main(prices: Prices) -> Iterator[tuple[str, str, str]]:
    from pitboss.solver import Policy

    solution = prices.main
    yield "house edge", _percent(solution.house_edge), "of the wager"
    yield "value", f"{solution.ev:+.6f}", f"per unit, {solution.policy.meaning}"
    for policy in Policy:
        if policy is not solution.policy:
            other = prices.by(policy)
            costs = f"{policy.meaning} ({other.ev - solution.ev:+.4%})"
            yield f"  {policy}", f"{other.ev:+.6f}", costs
    if solution.memory_at_most:
        bound = f"+{solution.memory_at_most:.6f}"
        yield "  with memory", bound, "at most, for remembering every card of a split box"
    yield "standard deviation", f"{solution.spread.sd:.4f}", "per round"
    yield "average wager", f"{solution.spread.average_wager:.4f}", "including doubles and splits"


def _beside(quotation: Quotation) -> Iterator[dict[str, Any]]:
    if quotation.insurance is not None:
        yield {"bet": "insurance", **_odds(quotation.insurance), "offered": True}
    for bet in quotation.side_bets:
        name = quotation.solution.rules.name_of(bet.price.name)
        name += "" if bet.offered else " (not offered)"
        yield {"bet": name, **_odds(bet.price), "offered": bet.offered}
        for up, ev in bet.price.by_up_card:
            value = {"house edge": _percent(-ev), "wins": "", "sd": "", "value": str(ev)}
            yield {"bet": f"  after an up card of {up}", **value, "offered": bet.offered}


def _odds(price: SideBetPrice) -> dict[str, str]:
    return {
        "house edge": _percent(price.house_edge),
        "wins": _percent(price.hit_frequency),
        "sd": f"{price.sd:.3f}",
        "value": price.exact or f"{float(price.ev):+.6f}, main hand played by {price.policy}",
    }


def _percent(share: Fraction | float) -> str:
    return f"{float(share):.4%}"


def _shown(page: dict[str, Any]) -> Iterator[RenderableType]:
    yield Text.assemble((page["title"], "bold"), f": {page['rules']}")
    yield Text()
    yield _main_table(page["main"])
    if page["beside"]:
        yield Text()
        yield _beside_table(page["beside"])
    if "hands" in page:
        yield Text()
        yield Text(f"First two cards, per unit of the main wager, {page['given']}")
        yield _hands_table(page["hands"])
    for note in page["notes"]:
        yield Text()
        yield Text(f"Note: {note}.", style="italic")


def _main_table(rows: list[tuple[str, str, str]]) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 3, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    table.add_column(style="dim")
    for number, (name, value, remark) in enumerate(rows):
        table.add_row(name, Text(value, style="" if number else "bold"), remark)
    return table


def _beside_table(bets: list[dict[str, Any]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
    table.add_column("side bet")
    for heading in ("house edge", "wins", "sd"):
        table.add_column(heading, justify="right")
    table.add_column("exact value", overflow="fold")
    for bet in bets:
        columns = (bet[name] for name in ("bet", "house edge", "wins", "sd", "value"))
        table.add_row(*columns, style=None if bet["offered"] else "dim")
    return table


def _hands_table(hands: list[dict[str, Any]]) -> Table:
    acts = [act for act in _ACTS if any(hand[act] is not None for hand in hands)]
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("hand")
    table.add_column("up")
    for act in acts:
        table.add_column(act, justify="right")
    table.add_column("best")
    for hand in hands:
        values = (_value(hand[act], best=act == hand["best"]) for act in acts)
        table.add_row(hand["cards"], hand["up"], *values, hand["best"])
    return table


def _value(value: float | None, *, best: bool) -> Text:
    if value is None:
        return Text("")
    return Text(f"{value:+.6f}", style="bold" if best else "")
