"""The decision a player faces at a table, from what that player may know."""

from __future__ import annotations

from pitboss.cards import Card
from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.insurance import amounts, may_be_less, may_insure
from pitboss.law.play import doubles_for_less, may_double, surrenders_before_play
from pitboss.law.wagers import WagerKind
from pitboss.table import acts
from pitboss.table.decide import decide
from pitboss.table.legal_acts import accepted_under
from pitboss.table.procedure.duties import DutyKind, active, next_duty
from pitboss.table.procedure.stakes import initial
from pitboss.table.state import Box, Phase, PlayedHand, TableState

from .seen import CardsSeen
from .spots import EVEN_MONEY, INSURANCE, HandSpot


def turn_of(state: TableState) -> tuple[Box, PlayedHand] | None:
    """The hand that waits for a decision; None while the dealer still has to check or deal.

    Before the check, what the book would permit depends on the hole card.
    """
    if state.phase is not Phase.PLAY or state.choosing or state.asked or state.owed is not None:
        return None
    duty = next_duty(state)
    if duty is not None and (duty.task is DutyKind.LOOK or duty.needs_card):
        return None
    return active(state)


def spot_at(state: TableState, seen: CardsSeen, box: int, hand: int = 1) -> HandSpot | None:
    """What the viewer has to decide on a hand now; None if nothing, or if it is not theirs."""
    there = state.box(box)
    if there is None or there.decider != seen.viewer or there.is_absent:
        return None
    if state.banker is not None and state.banker.player == seen.viewer:
        return None
    if state.phase is Phase.WINDOW:
        return _window(state, seen, there) if hand == 1 else None
    turn = turn_of(state)
    if turn is None or (turn[0].number, turn[1].number) != (box, hand):
        return None
    return _play(state, seen, *turn)


def _play(state: TableState, seen: CardsSeen, box: Box, played: PlayedHand) -> HandSpot | None:
    if len(played.hand.cards) < 2:
        return None
    answers: dict[str, Answer] = {}
    for kind in acts.OF_PLAY.values():
        act = kind(box=box.number, hand=played.number)
        answers[kind.words.command] = _answer(state, act)
    if not answers["double"] and doubles_for_less(state.rules):
        answers["double"] = may_double(state.rules, played.hand)
    mine = state.open_wagers(box=box.number, hand=played.number, player=seen.viewer)
    stake = sum(wager.effective for wager in mine if wager.kind is not WagerKind.DOUBLE)
    return _spot(state, seen, box, played, answers, stake)


def _window(state: TableState, seen: CardsSeen, box: Box) -> HandSpot | None:
    played = box.hands[0]
    if played.is_done or len(played.hand.cards) != 2:
        return None
    mine = state.open_wagers(box=box.number, player=seen.viewer, kind=WagerKind.MAIN)
    main = sum(wager.effective for wager in mine)
    insurable = sum(initial(state.rules, wager) for wager in mine)
    insured, insurance = _insurance(state, box.number, seen.viewer, insurable)
    early = acts.TakeEvenMoney(box=box.number, player=seen.viewer)
    answers = {INSURANCE: insurance, EVEN_MONEY: _answer(state, early)}
    if surrenders_before_play(state.rules):
        giving_up = acts.Surrender(box=box.number, hand=1, player=seen.viewer)
        answers["surrender"] = _answer(state, giving_up)
    if not main or not any(answers.values()):
        return None
    spot = _spot(state, seen, box, played, answers, main)
    return HandSpot(
        spot.rules, spot.hand, spot.up, answers, stake=main, own=spot.own, exchanged=spot.exchanged,
        seen=spot.seen, is_window=True, insured=insured,
    )  # fmt: skip


def _insurance(state: TableState, box: int, player: str, main: int) -> tuple[int, Answer]:
    """The maximum insurance now, and the book's answer to it."""
    permit = may_insure(state.rules, up=state.up, main=main)
    if not permit:
        return 0, permit

    def ask(amount: int) -> Answer:
        return _answer(state, acts.Insure(box=box, amount=amount, player=player))

    most = next(amounts(state.rules, main), max(1, main // 2))
    if answer := ask(most):
        return most, answer
    chip = state.rules.equipment.chips.value[0]
    if not may_be_less(state.rules) or not ask(chip):
        return 0, answer  # the amount is not the reason for the refusal
    least = (chip, ask(chip))
    result = ((amount, ask(amount)) for amount in amounts(state.rules, main))
    return next((one for one in result if one[1]), least)


def _answer(state: TableState, act: acts.Act) -> Answer:
    decision = decide(state, act)
    if isinstance(decision, Refusal):
        return decision
    under = accepted_under(act, decision.events)
    assert under is not None, "an act that is accepted does something"
    return Permit(under)


def _spot(
    state: TableState,
    seen: CardsSeen,
    box: Box,
    played: PlayedHand,
    answers: dict[str, Answer],
    stake: int,
) -> HandSpot:
    own: list[Card] = []
    for other in box.hands:
        if other.number != played.number:
            own += (*other.hand.cards, *other.exchanged)
    known = (*played.hand.cards, state.up, *own, *played.exchanged)
    return HandSpot(
        state.rules, played.hand, state.up, answers, stake=stake, own=tuple(own),
        exchanged=played.exchanged, seen=seen.besides(state, known),
    )  # fmt: skip
