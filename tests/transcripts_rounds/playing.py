"""How a golden round is written, and how it is played at a live table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from pitboss.cards import Card
from pitboss.table import acts
from pitboss.table.procedure.duties import DutyKind
from pitboss.table.sources import CardSource, Rigged, Seeded
from pitboss.table.table import Automation, Table
from tests.support import rules
from tests.table.helpers import bet, close_window

Step = acts.Act | Callable[[Table], object]
"""A step at the table: an act, or a duty done by hand."""

PLAYERS = {1: "Ivy", 2: "Ben", 3: "Kim", 8: "Lou"}
"""Who sits where."""

STAFF = {"": "Ann", "supervisor": "Sue"}
"""Who deals, and who supervises."""


@dataclass(frozen=True)
class Golden:
    """A round: the cards as they leave the shoe, main wagers by box, then what is done."""

    shoe: str
    wagers: dict[int, int]
    steps: tuple[Step, ...]
    elections: dict[str, Any]
    automation: Automation = Automation.DEALER
    strict: bool = False
    source: Callable[[], CardSource] | None = field(default=None)

    def play(self, book: str) -> Table:
        """The table after the round."""
        table = Table(
            rules(book, **self.elections),
            self.source() if self.source is not None else Rigged(self.shoe),
            automation=self.automation,
            strict_supervision=self.strict,
        )
        for step in (*(wager(box, chips) for box, chips in self.wagers.items()), *self._steps()):
            if isinstance(step, acts.Act):
                table.do(step)
            else:
                step(table)
        return table

    def _steps(self) -> tuple[Step, ...]:
        return (CLOSE, *self.steps) if self.wagers else self.steps


def golden(shoe: str, wagers: dict[int, int], *steps: Step, **elections: Any) -> Golden:
    """A round in which the dealer does what is due; with main wagers the bets are closed first."""
    return Golden(shoe, wagers, steps, elections)


def by_hand(round_: Golden) -> Golden:
    """The same round with every duty done by hand: see :func:`duties` and :func:`rest`."""
    return replace(round_, automation=Automation.NONE)


def strictly(round_: Golden) -> Golden:
    """The same round with the cards' preparation and the supervision enforced."""
    return replace(round_, strict=True)


def from_a_seed(round_: Golden) -> Golden:
    """The same round from a real shoe, shuffled by a seed."""
    return replace(round_, source=lambda: Seeded(7))


# Before the deal.

CLOSE = acts.CloseBets()


def wager(box: int, chips: int, kind: str = "main", player: str = "", **more: Any) -> Step:
    """A wager by the seated player of the box, or by a back bettor."""
    return lambda table: bet(table, box, player or PLAYERS[box], chips, kind, **more)


def sit(box: int) -> Step:
    """The player of the box arrives and sits down."""

    def sits(table: Table) -> None:
        table.do(acts.Arrive(player=PLAYERS[box]))
        table.do(acts.Sit(box=box, player=PLAYERS[box]))

    return sits


def bank(box: int, chips: int) -> Step:
    """The player of the box sits down and takes the bank."""

    def takes(table: Table) -> None:
        if box not in table.state.seats:
            table.do(acts.Sit(box=box, player=PLAYERS[box]))
        table.do(acts.TakeBank(player=PLAYERS[box], box=box, wager=chips * 100))

    return takes


def prepare(*steps: str, batch: int = 1) -> Step:
    """Steps of the preparation of the cards, each ``step`` or ``step:role``."""

    def does(table: Table) -> None:
        for step in steps:
            name, _, role = step.partition(":")
            by = STAFF.get(role, PLAYERS[1])
            table.do(acts.PrepareCards(step=name, by=by, role=role or "dealer", batch=batch))

    return does


def shuffle(reason: str = "start") -> Step:
    """All cards are shuffled and offered for the cut."""
    return lambda table: table.shuffle(reason)


def cut(player: str, depth: int, *, load: bool = True) -> Step:
    """A player cuts the cards."""
    return lambda table: table.cut(player, depth, load=load)


def new_shoe(table: Table) -> None:
    """A shuffle, a cut and a new shoe if one is due."""
    table.prepare()


# The dealer.


def duties(number: int) -> Step:
    """The dealer performs that many duties, one after the other."""

    def does(table: Table) -> None:
        for _ in range(number):
            table.perform()

    return does


def rest(table: Table) -> None:
    """The dealer performs every duty until a player must act."""
    while table.duty is not None and table.duty.task is not DutyKind.CLOSE_WINDOW:
        table.perform()


def until(task: DutyKind) -> Step:
    """The dealer performs every duty before this one."""

    def does(table: Table) -> None:
        while table.duty is not None and table.duty.task is not task:
            table.perform()

    return does


def window(table: Table) -> None:
    """No player takes insurance or surrenders any more."""
    close_window(table)


# The players.


def hit(box: int, hand: int = 1, pick: str | None = None) -> Step:
    """The hand hits."""
    return acts.Hit(box=box, hand=hand, pick=pick)


def stand(*boxes: int) -> Step:
    """These boxes stand, one after the other."""

    def stands(table: Table) -> None:
        for box in boxes:
            table.do(acts.Stand(box=box))

    return stands


# What goes wrong.


def report(what: str, **more: Any) -> Step:
    """Report what has happened, or what is ordered."""
    return acts.Report(what=what, **more)


def drawn(what: str, number: int = 1, **more: Any) -> Step:
    """That many cards are drawn in error, and a report says how."""

    def draws(table: Table) -> None:
        cards = [card.text for card in (table.draw() for _ in range(number)) if card is not None]
        named = _named(what, tuple(cards))
        table.do(acts.Report(what=what, **named, **more))

    return draws


def _named(what: str, cards: tuple[str, ...]) -> dict[str, Any]:
    if what == "void_hand":
        return {"lost": cards}
    return {"card": cards[0]} if len(cards) == 1 else {"cards": cards}


def lose_a_card(table: Table) -> None:
    """A card leaves the shoe unreported."""
    card = table.source.draw()
    assert isinstance(card, Card)
