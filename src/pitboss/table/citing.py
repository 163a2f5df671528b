"""The clause under which an act is accepted: that of what it does, not of what comes before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.table import acts
from pitboss.table import events as e

_DONE: Final[dict[type[acts.Act], tuple[type[e.Event], ...]]] = {
    acts.Bet: (e.WagerPlaced, e.WagerRaised),
    acts.TakeBank: (e.BankTaken,),
    acts.PressButton: (e.ButtonPressed,),
    acts.Insure: (e.WagerPlaced, e.WagerRaised),
    acts.TakeEvenMoney: (e.EvenMoneyTaken,),
    **{kind: (e.OF_PLAY[act],) for act, kind in acts.OF_PLAY.items()},
    acts.Hit: (e.CardChosen, e.HandHit),
    acts.Double: (e.HandDoubled, e.WagerPlaced, e.WagerRaised),
    acts.Split: (e.HandSplit, e.WagerPlaced, e.WagerRaised),
    acts.Decline: (e.ShareDeclined,),
    acts.RefuseCard: (e.CardRefused,),
    acts.TakeLateCard: (e.LateCardTaken,),
    acts.CallDead: (e.HandVoided,),
    acts.Continue: (e.PlayerContinued,),
    acts.TakeBack: (e.BetsWithdrawn,),
}
"""What each act does itself, the first of these that happens; of any other act, its first event"""


def accepted_under(act: acts.Act, events: Sequence[e.Event]) -> str | None:
    """The clause by which an act is accepted, given its events; None if there are none.

    The machine may have duties before it, as the end of the time for insurance before a hit, and
    a split may settle a side bet first; they have clauses of their own.
    """
    for kind in _DONE.get(type(act), ()):
        for event in events:
            if type(event) is kind:
                return event.under
    return events[0].under if events else None
