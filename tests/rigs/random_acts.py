"""Acts at random, legal or not, for tables that must refuse most of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from pitboss.table import acts
from pitboss.table.state import TableState


def any_act(state: TableState, random: Random, players: Sequence[str]) -> acts.Act:
    """An act of any kind by any of the players, mostly out of turn."""
    box, hand = random.randint(0, 8), random.randint(0, 4)
    if state.boxes and random.random() < 0.7:
        there = random.choice(state.boxes)
        box, hand = there.number, random.choice(there.hands).number
    who = random.choice((None, *players))
    on_hand = random.choice(acts.ON_HAND)
    others: tuple[acts.Act, ...] = (
        acts.Insure(box=box, player=who, amount=random.choice((-100, 0, 1, 250, 500, 10**9))),
        acts.TakeEvenMoney(box=box, player=who),
        acts.PressButton(box=box, player=who or "employee", prize=100),
        acts.Continue(player=who or "Ada"),
        acts.TakeBack(player=who or "Ada"),
        acts.Bet(box=box, player=who or "Ada", stake=1000),
        acts.Withdraw(box=box, player=who or "Ada"),
        acts.CloseBets(),
        acts.Leave(box=box, player=who or "Ada"),
        acts.ChangeDealer(),
        acts.DeclineBank(player=who or "Ada"),
        acts.TakeBank(player=who or "Ada", box=box, wager=10_000),
        acts.Cut(player=who or "Ada", depth=hand),
        acts.DeclineCut(player=who or "Ada"),
        acts.PassOffer(player=who or "Ada"),
        acts.Hit(box=box, hand=hand, pick=random.choice(("As", "", "??"))),
        acts.Double(box=box, hand=hand, amount=random.choice((-1, 0, 1, 500, 10**9))),
        acts.Double(box=box, hand=hand, player=who, amount=random.choice((0, 500, 1000))),
        acts.Decline(box=box, hand=hand, player=who, stay=random.choice((0, hand, hand + 1))),
        acts.PassTime(minutes=random.choice((-1, 0, 5, 60))),
        acts.ShowBurned(player=who or "Ada"),
        acts.OrderRecut(by=random.choice(("supervisor", "player", "")), why="at random"),
        acts.Report(what="nothing we know"),
    )
    return random.choice((on_hand(box=box, hand=hand, player=who), random.choice(others)))
