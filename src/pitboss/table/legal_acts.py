"""The acts of the players that the book would accept now, and the clause of one it accepts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from pitboss.acts import IN_ORDER, HandAct
from pitboss.law.insurance import near_half
from pitboss.law.phases import BEFORE_PLAY
from pitboss.law.play import has_act, surrenders_before_play
from pitboss.law.side_bets.registry import placed_late
from pitboss.law.wagers import WagerKind
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.decide import Decision, decide_each
from pitboss.table.procedure import stakes
from pitboss.table.procedure.duties import active, pick_is_due
from pitboss.table.state import BackBettorsDue, Phase, TableState, Wager


def permitted(state: TableState) -> tuple[acts.Act, ...]:
    """Every act of play that would be accepted now, decisions before wagers.

    Decisions are for the hand whose turn it is, with a double in full and no player named. If the
    book offers them before play, insurance for half the wager (to the chip below or above), even
    money, surrender and the least of each side bet placed then are listed for every box. If back
    bettors are asked to join a double or a split, their answers are listed instead.
    """
    return tuple(act for act, _ in with_decisions(state))


def with_decisions(state: TableState) -> Iterator[tuple[acts.Act, Decision]]:
    """Every act that would be accepted now, with its events."""
    return decide_each(state, candidates(state))


def open_before_play(state: TableState) -> Iterator[tuple[acts.Act, Decision]]:
    """What is open between the deal and the first decision, with its events.

    Decisions that belong to play are left out: until the dealer has checked the hole card, which of
    them would be accepted reveals that card.
    """
    return decide_each(state, (*_early_surrenders(state), *_before_play(state)))


def _early_surrenders(state: TableState) -> Iterator[acts.Act]:
    if surrenders_before_play(state.rules):
        for box in state.boxes:
            yield from (acts.Surrender(box=box.number, hand=one.number) for one in box.hands)


def candidates(state: TableState) -> Iterator[acts.Act]:
    """Every act of play that may be worth asking for now; the book refuses some of them."""
    due = pick_is_due(state) if state.shoe.held else None
    if state.asked is not None:
        yield from _answers(state.asked)
        yield from _late_insurance(state)
    elif due is not None:
        for card in dict.fromkeys(h.card.text for h in state.shoe.held if h.together):
            yield acts.Hit(box=due[0], hand=due[1], pick=card)
    elif state.phase in BEFORE_PLAY:
        for box in state.boxes:
            for played in box.hands:
                if not played.is_done:
                    yield from _decisions(state, box.number, played.number)
        yield from _before_play(state)
    elif (turn := active(state)) is not None and state.phase is Phase.PLAY:
        yield from _decisions(state, turn[0].number, turn[1].number)
        yield from _late_insurance(state)


def _answers(back_bettors: BackBettorsDue) -> Iterator[acts.Act]:
    """The answers of the back bettors who are asked to join a double or a split."""
    for player in back_bettors.players:
        where: dict[str, Any] = {
            "box": back_bettors.box,
            "hand": back_bettors.hand,
            "player": player,
        }
        if back_bettors.new_hand is None:
            yield acts.Double(**where)
            yield acts.Decline(**where)
        else:
            yield acts.Split(**where)
            yield acts.Decline(**where, stay=back_bettors.hand)
            yield acts.Decline(**where, stay=back_bettors.new_hand)


def _decisions(state: TableState, box: int, hand: int) -> Iterator[acts.Act]:
    yield acts.Stand(box=box, hand=hand)
    together = dict.fromkeys(h.card.text for h in state.shoe.held if h.together)
    for card in together:
        yield acts.Hit(box=box, hand=hand, pick=card)
    if not together:
        yield acts.Hit(box=box, hand=hand)
    for act in IN_ORDER:
        # Every book says something of surrender, so it is always worth asking for.
        is_known = act is HandAct.SURRENDER or has_act(state.rules, act)
        if act not in (HandAct.STAND, HandAct.HIT) and is_known:
            yield acts.OF_PLAY[act](box=box, hand=hand)
    if any(h.exposed for h in state.shoe.held):
        yield acts.RefuseCard(box=box, hand=hand)


def _before_play(state: TableState) -> Iterator[acts.Act]:
    for wager in state.open_wagers(kind=WagerKind.MAIN):
        for amount in _halves(state, wager):
            yield acts.Insure(box=wager.box, amount=amount, player=wager.player)
        yield acts.TakeEvenMoney(box=wager.box, player=wager.player)
    yield from _late_side_bets(state)


def _late_side_bets(state: TableState) -> Iterator[acts.Act]:
    """The side bets placed after the deal, for the least amount, by each bettor who has none."""
    for kind in placed_late(state.rules):
        least = state.rules.side_bet(kind).amounts.value.least
        for wager in state.wagers:
            if wager.kind is WagerKind.MAIN and not stakes.of(state, wager.box, wager.player, kind):
                yield acts.Bet(box=wager.box, player=wager.player, kind=kind, stake=least)


def _late_insurance(state: TableState) -> Iterator[acts.Act]:
    for box, player in dict.fromkeys(state.may_insure_late):
        for wager in state.wagers:
            if (wager.box, wager.player, wager.kind) == (box, player, WagerKind.MAIN):
                for amount in _halves(state, wager):
                    yield acts.Insure(box=box, amount=amount, player=player)


def _halves(state: TableState, main: Wager) -> tuple[int, ...]:
    """Half of a wager, and the amounts in whole chips on either side, less what is insured."""
    insured = stakes.of(state, main.box, main.player, WagerKind.INSURANCE)
    less = insured.stake if insured is not None else 0
    halves = near_half(state.rules, stakes.initial(state.rules, main))
    return tuple(dict.fromkeys(a - less for a in halves))


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
