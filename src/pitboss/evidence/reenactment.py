"""A round played again at a table of its book: what each wager gets, to the cent.

Every event must follow from an act of a player, a duty of the dealer or an order of a supervisor.
An order has no act of its own in a log; of what it pays, only stakes that are returned whole, fees
that are returned and a drawn prize are accepted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from msgspec import structs

from pitboss.history.course import Course
from pitboss.history.notation import Names
from pitboss.history.rounds import round_of
from pitboss.history.writer import RoundWriter
from pitboss.law.side_bets.deciding import DecidingCards
from pitboss.law.side_bets.settling import settle
from pitboss.law.wagers import is_side_bet
from pitboss.rulebooks.enumerations import Result
from pitboss.table import events as e
from pitboss.table.decide import perform_duty
from pitboss.table.hiding import sealed_in
from pitboss.table.log_verifier import check_money
from pitboss.table.procedure.duties import cards_of_box, next_duty
from pitboss.table.state import TableState

_WITHOUT_ACTION = frozenset({Result.VOID, Result.RETURNED})

STAND_IN = "2s"
"""The card that replaces one still sealed; no payment may depend on it."""

ACE, KING = "As", "Ks"
"""What replaces a hole card that is known to make a blackjack"""


class WrongPayment(ValueError):
    """A payment that the book does not provide for; ``at`` is its place among the events."""

    def __init__(self, at: int, problem: str) -> None:
        self.at = at
        super().__init__(problem)


class Reenactment(RoundWriter):
    """Follows the events of a round, and stops at a payment that is not the book's."""

    def __init__(self, before: TableState, sealed_boxes: Collection[int] = ()) -> None:
        super().__init__(Course(before), Names())
        self._at, self._events = 0, tuple[e.Event, ...]()
        self._sealed_boxes = frozenset(sealed_boxes)
        self.unproven = 0
        """Payments that cannot be checked before the cards of their box are known"""

    def _next(self, events: Sequence[e.Event], at: int) -> int:
        self._at, self._events = at, tuple(events)
        taken = super()._next(events, at)
        if (wrong := check_money(self.course.state)) is not None:
            raise WrongPayment(at, wrong)
        return taken

    def _as_it_is(self, event: e.Event) -> int:
        """Take an event that no act and no duty explains, if it pays nothing of its own."""
        problem = _wrong_payment(self.course.state, event)
        if problem is not None:
            wager = getattr(event, "wager", None)
            if wager is None or self.course.state.wager(wager).box not in self._sealed_boxes:
                raise self._differing() or WrongPayment(self._at, problem)
            self.unproven += 1
        return super()._as_it_is(event)

    def _differing(self) -> WrongPayment | None:
        """Which of the payments that a duty makes together is not as the book makes it."""
        state, at = self.course.state, self._at
        duty = next_duty(state)
        if duty is None or duty.needs_card:
            return None
        for place, due in enumerate(perform_duty(state, duty).events, at):
            if place >= len(self._events) or self._events[place] == due:
                continue
            event = self._events[place]
            if isinstance(due, e.WagerSettled) and isinstance(event, e.WagerSettled):
                return WrongPayment(
                    place,
                    f"wager {due.wager}: the book returns {due.returned} cents "
                    f"({due.result}, {due.under}), not {event.returned} ({event.result})",
                )
            return None
        return None


def _wrong_payment(state: TableState, event: e.Event) -> str | None:
    """What is wrong with an event that pays, or None."""
    match event:
        case e.FeeCollected():
            return f"the book takes no fee of {event.amount} cents from {event.player} here"
        case e.FeeReturned() if event.amount != state.fees.get(event.player, 0):
            return f"{event.player} gets back a fee that is not the one paid"
        case e.WagerSettled():
            wager = state.wager(event.wager)
            if event.result in _WITHOUT_ACTION:
                is_whole = (event.returned, event.paid) == (wager.stake, 0)
                return None if is_whole else _differs(event, wager.stake)
            if is_side_bet(wager.kind) and (box := state.box(wager.box)) is not None:
                seen = DecidingCards(cards_of_box(state, wager.box)[:2])
                due = settle(
                    state.rules, wager.kind, wager.effective, seen, prize_per_dollar=box.prize
                )
                if due is not None and (due.settled.paid, due.settled.returned) == (
                    event.paid,
                    event.returned,
                ):
                    return None
            return f"wager {event.wager}: the book does not pay {event.returned} cents here"
        case _:
            return None


def _differs(event: e.WagerSettled, stake: int) -> str:
    return (
        f"wager {event.wager}: {event.returned} cents come back of a stake of {stake}, "
        "although it has no action"
    )


def with_stand_ins(events: Sequence[e.Event]) -> tuple[list[e.Event], set[int]]:
    """The events with a card in place of each that is sealed, and the boxes that have such."""
    known: list[e.Event] = []
    boxes: set[int] = set()
    hole = _hole_card(events)
    for event in events:
        if sealed_in(event) is None:
            known.append(event)
        elif isinstance(event, e.CardsCollected):
            known.append(structs.replace(event, cards=()))
        else:
            if isinstance(event, e.CardDealt) and event.box is not None:
                boxes.add(event.box)
            is_hole = isinstance(event, e.CardDealt) and event.box is None
            changed: Any = event
            known.append(structs.replace(changed, card=hole if is_hole else STAND_IN))
    return known, boxes


def _hole_card(events: Sequence[e.Event]) -> str:
    """A card for a hole card that was never turned, as far as the round has shown what it is."""
    if not any(isinstance(event, e.HoleCardChecked) and event.blackjack for event in events):
        return STAND_IN
    up = [event.card for event in events if isinstance(event, e.CardDealt) and event.box is None]
    return KING if up[0].startswith("A") else ACE


def account_of(before: TableState, events: Sequence[e.Event]) -> dict[str, Any]:
    """Every wager with its result, and what each person has won, in cents."""
    known, _ = with_stand_ins(events)
    course = Course(before)
    played = round_of(course, known, is_complete=True)
    return {
        "wagers": [wager._asdict() for wager in played.wagers],
        "players": [
            {"name": name, "net": amount - before.money.get(name, 0)}
            for name, amount in sorted(course.state.money.items())
        ],
    }
