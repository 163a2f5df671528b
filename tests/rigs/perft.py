"""Count every course a round can take from a tiny shoe, played on the table.

A course is a sequence of cards and decisions. Two cards are the same where the book counts them
alike and pairs them alike: suits are dropped, and tens, jacks, queens and kings are one rank class
except in a book that splits by rank. A decision is any act that :func:`permitted` lists for the
hand whose turn it is; insurance and even money, if open, are taken by the first box or not at all.
A card is any class of which the shoe still has one; how many it has does not matter. A course ends
when the cards are collected or the shoe runs out. The counts are of courses, not of probabilities.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pitboss.cards import Card, Rank
from pitboss.law.answers import Refusal
from pitboss.law.counting import up_card
from pitboss.law.hands import Hand
from pitboss.law.play import may_split, surrenders_before_play
from pitboss.rulebooks import TableRules
from pitboss.table import acts
from pitboss.table.decide import decide, perform_duty
from pitboss.table.legal_acts import permitted
from pitboss.table.procedure.duties import DutyKind, next_duty
from pitboss.table.state import Phase, TableState


class Courses(NamedTuple):
    """The number of courses of a round: to its end, and until the shoe runs out."""

    complete: int
    cut_short: int
    decisions: int

    def __add__(self, other: tuple[object, ...]) -> Courses:
        assert isinstance(other, Courses)
        return Courses(
            self.complete + other.complete,
            self.cut_short + other.cut_short,
            self.decisions + other.decisions,
        )


NOTHING = Courses(0, 0, 0)


def perft(rules: TableRules, shoe: Iterable[Card], *, boxes: int = 1) -> Courses:
    """Count the courses of a round with a minimum wager on ``boxes`` boxes, from these cards."""
    return _walk(_ready(rules, boxes), Counter(_class_of(rules, card) for card in shoe))


def _class_of(rules: TableRules, card: Card) -> Card:
    """The card that represents all cards the table cannot distinguish from this one."""
    rank = up_card(rules, card)
    if rank is Rank.TEN and not _tens_pair(rules):
        rank = card.rank
    return Card(f"{rank.value}s")


def _tens_pair(rules: TableRules) -> bool:
    """Whether any two ten-value cards may be split."""
    return bool(may_split(rules, Hand.of("Ks Th"), hands_on_box=1))


def _ready(rules: TableRules, boxes: int) -> TableState:
    """A table at which betting is closed and the first card is due."""
    state = TableState(rules=rules)
    stake = rules.limits.minimum.value
    begin: list[acts.Act] = [acts.Sit(box=n, player=f"P{n}") for n in range(1, boxes + 1)]
    if rules.banking is not None:
        begin.append(acts.Sit(box=boxes + 1, player="bank"))
        begin.append(acts.TakeBank(player="bank", box=boxes + 1, wager=100 * stake))
    begin += [acts.Bet(box=n, player=f"P{n}", stake=stake) for n in range(1, boxes + 1)]
    for act in (*begin, acts.CloseBets()):
        decided = decide(state, act)
        if isinstance(decided, Refusal):
            raise ValueError(f"{act} is refused: {decided.why}")
        state = decided.state
    return state


def _walk(state: TableState, shoe: Counter[Card]) -> Courses:
    duty = next_duty(state)
    while duty is not None and not duty.needs_card and duty.task is not DutyKind.CLOSE_WINDOW:
        state = perform_duty(state, duty).state
        if state.phase is Phase.BETTING:
            return Courses(1, 0, 0)
        duty = next_duty(state)
    total = NOTHING
    if duty is not None and duty.needs_card:
        for card in [card for card, left in shoe.items() if left]:
            shoe[card] -= 1
            total += _walk(perform_duty(state, duty, card).state, shoe)
            shoe[card] += 1
        return total if total != NOTHING else Courses(0, 1, 0)
    if duty is not None:
        total += _walk(perform_duty(state, duty).state, shoe)
    for act in _choices(state, in_window=duty is not None):
        decided = decide(state, act)
        assert not isinstance(decided, Refusal)
        total += Courses(0, 0, 1) + _walk(decided.state, shoe)
    return total


def _choices(state: TableState, *, in_window: bool) -> Iterator[acts.Act]:
    """The decisions open now; in the window only those that exist only there."""
    first = state.boxes[0].number
    insured = False
    for act in permitted(state):
        if not in_window:
            if not isinstance(act, acts.Insure):
                yield act
        elif isinstance(act, acts.TakeEvenMoney | acts.Surrender):
            if act.box == first and (
                isinstance(act, acts.TakeEvenMoney) or surrenders_before_play(state.rules)
            ):
                yield act
        elif isinstance(act, acts.Insure) and act.box == first and not insured:
            insured = True
            yield act
