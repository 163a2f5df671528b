"""Hands on which a worked round need not say that the player stands."""

from __future__ import annotations

from pitboss.law.counting import count
from pitboss.law.play import may_hit
from pitboss.scenarios import format as f
from pitboss.table import acts
from pitboss.table.procedure.duties import active
from pitboss.table.table import NotPermitted, Table


def passes_over_the_turn(table: Table, entry: f.ScriptedAct) -> bool:
    """Whether an act is for a hand after the one whose turn it is."""
    turn = active(table.state)
    if turn is None or entry.refused is not None or table.duty is not None:
        return False
    return (entry.box, entry.hand) != (turn[0].number, turn[1].number)


def stands_on_its_own(table: Table) -> bool:
    """Stand on a 21, or on a hand that takes no more cards though its player may still decide.

    That is a further hand of a player who refused the exposed card, or a split ace that may be
    split again.
    """
    turn = active(table.state)
    if turn is None:
        return False
    hand, most = turn[1].hand, table.rules.counting.bust_above.value
    is_21 = count(table.rules, hand.cards).total == most
    return (is_21 or not may_hit(table.rules, hand)) and _stands(table)


def stands_unsaid(table: Table) -> bool:
    """Stand on a hand that took a missed card, or on its own, if no further act is listed."""
    turn = active(table.state)
    late = turn is not None and turn[1].had_late_card and _stands(table)
    return late or stands_on_its_own(table)


def _stands(table: Table) -> bool:
    turn = active(table.state)
    assert turn is not None
    try:
        table.do(acts.Stand(box=turn[0].number, hand=turn[1].number))
    except NotPermitted:
        return False
    return True
