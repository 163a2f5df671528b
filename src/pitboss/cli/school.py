"""``pitboss school``: deal a book's game by hand, and be marked by its clauses."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.common import json_option, print_json, with_rules
from pitboss.cli.numbers import WholeParameter, only_with
from pitboss.rulebooks import TableRules
from pitboss.terminal.keyboard import keyboard
from pitboss.terminal.screen import Screen

if TYPE_CHECKING:
    from pitboss.school import Lesson


@click.command(short_help="Deal a game by hand, marked by the clauses of its book.")
@with_rules
@click.option("--robot", is_flag=True, help="Let a robot deal by hand, and compare the log.")
@click.option(
    "--wrong",
    type=WholeParameter(0, 100_000, "number of errors"),
    help="Number of wrong gestures the robot makes.",
)
@click.option(
    "--drill",
    type=click.Choice(("payouts", "totals")),
    help="Practise payouts or totals instead of dealing.",
)
@click.option(
    "--rounds",
    type=WholeParameter(1, 100_000, "number of rounds"),
    help="Rounds to deal (default: 5).",
)
@click.option(
    "--questions",
    type=WholeParameter(1, 100_000, "number of questions"),
    help="Questions of a drill (default: 20).",
)
@click.option(
    "--mode",
    type=click.Choice(("guided", "hinted", "alone")),
    default="guided",
    show_default=True,
    help="What is due is shown at once, after an error, or never.",
)
@click.option(
    "--boxes", type=WholeParameter(1, 99, "number of boxes"), help="Players' boxes (default: 3)."
)
@click.option(
    "--seed", type=WholeParameter(0, 10**18), default=1, show_default=True, help="Random seed."
)
@json_option
def school(
    rules: TableRules,
    robot: bool,
    wrong: int | None,
    drill: str | None,
    rounds: int | None,
    questions: int | None,
    mode: str,
    boxes: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Deal a round by hand: every card, call, payment and check, each marked by its clause.

    Players, bets and decisions come from the seed. A gesture is a line such as "card 3", "down",
    "pay 3 22.50", "take 2", "leave 4", "call soft 17", "look", "turn", "burn" or "rack"; ? shows
    what is due, and q stops. The order of settlement is judged only where the book orders it,
    and calls only where a clause has them.

    \b
    pitboss school classic
    pitboss school nz --mode alone --rounds 10
    pitboss school nz --drill payouts
    pitboss school rws --robot --rounds 100 --wrong 3 --json
    """
    if not robot:
        only_with("--robot", "wrong")
    if drill is None:
        only_with("--drill payouts or totals", "questions")
    if drill is not None and robot:
        raise click.UsageError("--robot deals; a drill is for people: leave one of them out")
    with redirect_stdout(sys.stderr if as_json else sys.stdout):
        if drill is not None:
            summary = _drilled(rules, drill, questions or 20, seed)
        else:
            from pitboss.school import Lesson

            lesson = Lesson(
                rules, rounds or 5, seed, boxes or 3, is_guided=robot or mode != "alone"
            )
            summary = _dealt_by_robot(lesson, wrong or 0) if robot else _dealt(lesson, mode)
    if as_json:
        print_json({"book": rules.book.id, "seed": seed, **summary})
    if robot and (summary["marks"] != (wrong or 0) or not summary["log_equal"]):
        raise SystemExit(1)


def _dealt_by_robot(lesson: Lesson, wrong: int) -> dict[str, Any]:
    from pitboss.school import deal_by_robot

    practice = deal_by_robot(lesson, wrong=wrong)
    same = "is" if practice.log_equal else "IS NOT"
    click.echo(
        f"{practice.rounds} rounds, {practice.steps} steps by hand, {practice.marks} marked wrong; "
        f"the log {same} that of the machine"
    )
    return {
        "rounds": practice.rounds,
        "steps": practice.steps,
        "marks": practice.marks,
        "log_equal": practice.log_equal,
    }


def _dealt(lesson: Lesson, mode: str) -> dict[str, Any]:
    from pitboss.terminal.dealing import dealt_by_hand

    return dealt_by_hand(Screen(keyboard()), lesson, mode)


def _drilled(rules: TableRules, kind: str, questions: int, seed: int) -> dict[str, Any]:
    from pitboss.school.drills import payout_questions, total_questions
    from pitboss.terminal.dealing import answered

    source = payout_questions if kind == "payouts" else total_questions
    screen = Screen(keyboard())
    return {"drill": kind, **answered(screen, rules, source(rules, seed), questions)}
