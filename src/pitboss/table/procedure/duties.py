"""The dealer's next duty: one at a time, or none while a player has to act."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum, unique
from typing import Final, NamedTuple

from msgspec import Struct

from pitboss.cards import Card
from pitboss.law.counting import is_blackjack
from pitboss.law.dealer import CARDS_FOR_SIDE_BETS, AtStake, next_card_is_due, peeks_with
from pitboss.law.hands import Hand
from pitboss.law.insurance import is_window
from pitboss.law.irregularities import refused_card_is_dealers_second
from pitboss.law.play import draws_for_absent, is_surrender_window
from pitboss.law.settlement import blackjack_is_paid, gives_back_busts
from pitboss.law.side_bets.deciding import DecidingCards, decide
from pitboss.law.side_bets.registry import placed_late, settled_when
from pitboss.law.side_bets.settling import wins_a_draw
from pitboss.law.wagers import WagerKind, is_side_bet
from pitboss.rulebooks.enumerations import BlackjackPaid, DrawsInVain, Result, SideSettled
from pitboss.table.state import Box, Phase, PlayedHand, TableState, Wager


@unique
class DutyKind(StrEnum):
    """The kinds of duty."""

    BURN = "burn"
    DEAL = "deal"
    COMPLETE_DEAL = "complete_deal"
    SETTLE_SIDE_BETS = "settle_side_bets"
    PAY_BLACKJACKS = "pay_blackjacks"
    OPEN_WINDOW = "open_window"
    CLOSE_WINDOW = "close_window"
    LOOK = "look"
    PAY_BLACKJACK = "pay_blackjack"
    STAND_FOR_ABSENT = "stand_for_absent"
    DISCARD_TOGETHER = "discard_together"
    REVEAL = "reveal"
    FINISH = "finish"
    SETTLE = "settle"
    COLLECT = "collect"


NEED_A_CARD: Final = frozenset({DutyKind.DEAL, DutyKind.BURN})
"""The duties for which a card leaves the shoe."""

_AFTER_THE_PLAYERS: Final = frozenset(
    {DutyKind.REVEAL, DutyKind.FINISH, DutyKind.SETTLE, DutyKind.COLLECT}
)


class Duty(Struct, frozen=True, gc=False):
    """A duty that is due now, for a hand of a box or, if ``box`` is None, for the dealer."""

    task: DutyKind
    box: int | None = None
    hand: int = 1
    face_up: bool = True

    @property
    def needs_card(self) -> bool:
        return self.task in NEED_A_CARD

    @property
    def is_after_the_players(self) -> bool:
        """Whether it belongs to the dealer's turn or comes after it."""
        return self.task in _AFTER_THE_PLAYERS or (self.task is DutyKind.DEAL and self.box is None)


# Duties without a box are always the same, and asked for most often.
_DEAL, _FINISH, _REVEAL = Duty(DutyKind.DEAL), Duty(DutyKind.FINISH), Duty(DutyKind.REVEAL)
_COMPLETE_DEAL, _LOOK = Duty(DutyKind.COMPLETE_DEAL), Duty(DutyKind.LOOK)
_SETTLE, _COLLECT = Duty(DutyKind.SETTLE), Duty(DutyKind.COLLECT)
_STOPPED: Final = frozenset({DutyKind.DEAL, DutyKind.BURN, DutyKind.LOOK})
"""The duties that wait for a cut, a repair, or a choice among cards."""
_OPEN_WINDOW, _CLOSE_WINDOW = Duty(DutyKind.OPEN_WINDOW), Duty(DutyKind.CLOSE_WINDOW)
_PAY_BLACKJACKS = Duty(DutyKind.PAY_BLACKJACKS)


def next_duty(state: TableState) -> Duty | None:
    """The dealer's duty, or None if a player or the house has to act first."""
    global _worked_out
    last, duty = _worked_out
    if last is state:
        return duty
    shoe, phase = state.shoe, state.phase
    if state.choosing or state.asked is not None:
        duty = None
    else:
        if shoe.burn_due and shoe.is_cut and phase is not Phase.COLLECTION:
            duty = Duty(DutyKind.BURN)
        else:
            duty = BY_PHASE[phase](state)
        if shoe.held or state.broken or not shoe.is_cut:
            duty = _unless_stopped(state, duty)
    _worked_out = state, duty
    return duty


_worked_out: tuple[TableState | None, Duty | None] = (None, None)
"""The last state and its duty: driver, view and rules ask about the same state one after another"""


def _unless_stopped(state: TableState, duty: Duty | None) -> Duty | None:
    """The duty, unless a card cannot be dealt yet: no cut, no reader, or one is to be picked."""
    if duty is None or duty.task not in _STOPPED:
        return duty
    if not state.shoe.is_cut or reader_is_broken(state):
        return None
    if duty.task is DutyKind.DEAL and state.shoe.has_unpicked:
        if duty.box is None:
            return Duty(DutyKind.DISCARD_TOGETHER)
        box = state.box(duty.box)
        return duty if box is not None and box.is_absent else None
    return duty


def reader_is_broken(state: TableState) -> bool:
    """Whether the card reader is out of order, so that the dealer may not continue."""
    return "card_reader" in state.broken


def next_to_draw(state: TableState) -> tuple[int, int] | None:
    """The box and hand that the next card is for; None if it is the dealer's."""
    if state.owed is not None:
        return state.owed[:2]
    if state.phase is Phase.DEALING and state.dealt < len(state.deal_order):
        box = state.deal_order[state.dealt].box
        return None if box is None else (box, 1)
    for where in state.boxes:
        for played in where.hands:
            if played.is_done or played.is_late or _is_natural(state, played):
                continue
            if where.is_absent and not draws_for_absent(state.rules, played.hand):
                continue
            return where.number, played.number
    return None


def _deal(state: TableState) -> Duty | None:
    if state.owed is not None:
        return Duty(DutyKind.DEAL, state.owed[0], state.owed[1])
    if state.dealt == len(state.deal_order):
        return _COMPLETE_DEAL
    due = state.deal_order[state.dealt]
    # The dealer's own second card waits for a box that was passed over (zappit 11(g)), and so
    # does a first card that was missed and follows the players' second ones (zappit 11(e)).
    own_last = due.box is None and (due.was_missed or not due.face_up)
    if own_last and waits_for_a_card(state):
        return None
    if due.box is None and _is_over(state):
        return _FINISH
    return Duty(_DEAL.task, due.box, 1, due.face_up)


def _is_over(state: TableState) -> bool:
    """Whether every bet was taken back during the deal, so that the dealer needs no card."""
    in_vain = state.rules.dealer.draws_in_vain.value is DrawsInVain.ALWAYS
    return not in_vain and all(wager.result is Result.RETURNED for wager in state.wagers)


def pick_is_due(state: TableState) -> tuple[int, int] | None:
    """The hand whose player must choose which of the cards drawn together comes first, if any."""
    if not state.shoe.has_unpicked or state.choosing:
        return None
    where = next_to_draw(state)
    if where is None or state.phase is Phase.DEALING or state.owed is not None:
        return where
    box = state.box(where[0])
    played = box.hand(where[1]) if box is not None else None
    return where if played is not None and len(played.hand.cards) < 2 else None


def is_squeezed(state: TableState, box: Box) -> bool:
    """Whether the cards of a box are being squeezed and not turned up yet."""
    return box.number in state.squeezed and any(not played.is_done for played in box.hands)


def waits_for_a_card(state: TableState) -> bool:
    """Whether a hand was passed over and its card is still to come."""
    for box in state.boxes:
        for played in box.hands:
            if played.is_late:
                return True
    return False


def cards_of_box(state: TableState, number: int) -> tuple[Card, ...]:
    """The cards dealt to a box, three at most, whatever was done with the first two since."""
    box = state.box(number)
    assert box is not None
    one = box.hands[0] if box.hands[0].number == 1 else next(h for h in box.hands if h.number == 1)
    if one.exchanged:
        return one.exchanged[:2]
    if one.hand.is_split:
        second = next((h for h in box.hands if h.number == 2), None)
        if second is not None:
            return (one.hand.cards[0], second.hand.cards[0])
    return one.hand.cards[:3]


def boxes_with_a_draw(state: TableState) -> list[tuple[str, int]]:
    """The bets, and their boxes, that have won a prize which is not drawn yet."""
    result = []
    for wager in state.wagers:
        if wager.result is None and wager.hand is None and is_side_bet(wager.kind):
            box = state.box(wager.box)
            if box is None or box.prize is not None or len(box.hands[0].hand.cards) < 2:
                continue
            seen = DecidingCards(cards_of_box(state, wager.box)[:2])
            if wins_a_draw(state.rules, state.rules.side_bet(wager.kind), seen):
                result.append((wager.kind, wager.box))
    return list(dict.fromkeys(result))


def waiting_for_the_button(state: TableState) -> bool:
    """Whether a wager has won a prize that is not drawn yet, and the equipment works."""
    for wager in state.wagers:
        if wager.hand is None and wager.result is None and is_side_bet(wager.kind):
            return any(kind not in state.broken for kind, _ in boxes_with_a_draw(state))
    return False


def _is_natural(state: TableState, played: PlayedHand) -> bool:
    return is_blackjack(state.rules, played.hand)


def after_deal(state: TableState) -> Duty | None:
    """What is due when the initial deal is over."""
    if side_bets_due(state):
        return Duty(DutyKind.SETTLE_SIDE_BETS)
    if waiting_for_the_button(state):
        return None
    for box in state.boxes:
        if is_unpaid_blackjack(state, box) and blackjack_is_settled_now(
            state, BlackjackPaid.AFTER_THE_DEAL
        ):
            return _PAY_BLACKJACKS
    return _OPEN_WINDOW


def side_bets_due(state: TableState) -> list[Wager]:
    """The side bets to be settled now that the initial deal is over."""
    due = []
    for wager in state.wagers:
        if wager.result is not None or wager.hand is not None or not is_side_bet(wager.kind):
            continue
        box = state.box(wager.box)
        if box is None or len(box.hands[0].hand.cards) < 2:
            continue
        if settled_when(state.rules, wager.kind).when is not SideSettled.AFTER_THE_DEAL:
            continue
        # A prize waits for the button, unless that is out of order.
        bet, seen = (
            state.rules.side_bet(wager.kind),
            DecidingCards(cards_of_box(state, wager.box)[:2]),
        )
        if wager.kind in state.broken or not wins_a_draw(state.rules, bet, seen):
            due.append(wager)
    return due


def is_unpaid_blackjack(state: TableState, box: Box) -> bool:
    """Whether a box has a blackjack that has not been paid or left for the end."""
    one = box.hands[0]
    return not one.is_done and not one.is_void and is_blackjack(state.rules, one.hand)


class Window(NamedTuple):
    """What is open right after the deal."""

    insurance: bool
    """Insurance, or even money"""
    surrender: bool
    side_bets: tuple[str, ...]
    """The side bets that are placed then"""


def window(state: TableState) -> Window:
    """What is open right after the deal, against this up card."""
    rules, up = state.rules, state.up
    return Window(is_window(rules, up), is_surrender_window(rules, up), placed_late(rules))


def active(state: TableState) -> tuple[Box, PlayedHand] | None:
    """The hand whose turn it is, boxes from the dealer's left, hands from left to right."""
    for box in state.boxes:
        for played in box.hands:
            if not played.is_done and not played.is_late:
                return box, played
    return None


def _play(state: TableState) -> Duty | None:
    rules = state.rules
    if state.owed is not None:
        return Duty(DutyKind.DEAL, state.owed[0], state.owed[1])
    if state.hole_is_down and not state.has_looked and peeks_with(rules, state.dealer[0]):
        return _LOOK
    turn = active(state)
    if turn is None:
        return _dealers_turn(state)
    box, played = turn
    if len(played.hand.cards) < 2:
        return Duty(DutyKind.DEAL, box.number, played.number)
    if _is_natural(state, played):
        return Duty(DutyKind.PAY_BLACKJACK, box.number, played.number)
    if box.is_absent:
        if draws_for_absent(rules, played.hand):
            return Duty(DutyKind.DEAL, box.number, played.number)
        return Duty(DutyKind.STAND_FOR_ABSENT, box.number, played.number)
    return None


def at_stake(state: TableState) -> AtStake:
    """The wagers that the dealer's cards can still decide."""
    hands: list[Hand] = []
    insurance = extra_bust = given_up = False
    waits: list[str] = []
    for wager in state.wagers:
        if wager.result is not None:
            # The extra wager of a bust is what a capped take gives back.
            extra_bust |= wager.when == "bust" and wager.kind is not WagerKind.MAIN
            continue
        if wager.hand is not None:
            box = state.box(wager.box)
            played = box.hand(wager.hand) if box is not None else None
            if played is not None and not played.is_void:
                if played.is_surrendered:
                    given_up = True
                else:
                    hands.append(played.hand)
        elif wager.kind is WagerKind.INSURANCE:
            insurance = True
        else:
            waits += _waits_for_the_dealer(state, wager)
    capped = extra_bust and gives_back_busts(state.rules)
    surrendering = state.rules.surrendering
    hangs = given_up and surrendering is not None and not surrendering.is_final.value
    side_bet = max(waits, key=lambda kind: _cards_for(state, kind)) if waits else ""
    void = all(played.is_void for box in state.boxes for played in box.hands)
    return AtStake(tuple(hands), insurance, side_bet, capped, hangs, void)


def _waits_for_the_dealer(state: TableState, wager: Wager) -> tuple[str, ...]:
    """The side bet, where it asks for the dealer's further cards and is open."""
    bet = state.rules.side_bet(wager.kind)
    if bet.dealer_draws is None:
        return ()
    # Whether it is open shows when the dealer's turn comes; then it gets all the cards it asks.
    seen = DecidingCards(cards_of_box(state, wager.box), state.dealer[:1], closed=True)
    return (wager.kind,) if decide(state.rules, bet, seen) is None else ()


def _cards_for(state: TableState, kind: str) -> int:
    """How many cards the dealer takes for a side bet."""
    provision = state.rules.side_bet(kind).dealer_draws
    return 0 if provision is None else CARDS_FOR_SIDE_BETS[provision.value]


def _dealers_turn(state: TableState) -> Duty | None:
    # A card that was missed is offered after the last player, before the hole card (zappit 11(h)).
    if waits_for_a_card(state):
        return None
    if state.hole_is_down:
        return _REVEAL
    if dealer_has_blackjack(state):
        return _FINISH
    if state.shoe.held and len(state.dealer) == 1 and was_refused(state):
        return _DEAL
    if next_card_is_due(state.rules, state.dealer, at_stake(state)):
        return _DEAL
    return _FINISH


def dealer_is_done(state: TableState) -> bool:
    """Whether the dealer's hand is complete, whether or not that has been said."""
    if state.phase is Phase.SETTLEMENT:
        return True
    duty = next_duty(state)
    return duty is not None and duty.task is DutyKind.FINISH


def was_refused(state: TableState) -> bool:
    """Whether the players refused a card that the book then gives to the dealer."""
    refused = any(h.hand.has_refused for b in state.boxes for h in b.hands)
    return refused and bool(refused_card_is_dealers_second(state.rules))


def dealer_has_blackjack(state: TableState) -> bool:
    """Whether the dealer's first two cards are a blackjack."""
    return len(state.dealer) == 2 and is_blackjack(state.rules, Hand(state.dealer))


def blackjack_is_settled_now(state: TableState, when: BlackjackPaid) -> bool:
    """Whether the book pays a player's blackjack at this moment against this first card."""
    return blackjack_is_paid(state.rules, state.up).when is when


def _settle(state: TableState) -> Duty:
    for wager in state.wagers:
        if wager.result is None:
            return _SETTLE
    return _COLLECT


BY_PHASE: Final[dict[Phase, Callable[[TableState], Duty | None]]] = {
    Phase.BETTING: lambda _: None,
    Phase.DEALING: _deal,
    Phase.AFTER_DEAL: after_deal,
    Phase.WINDOW: lambda _: _CLOSE_WINDOW,
    Phase.PLAY: _play,
    Phase.DEALER: _play,
    Phase.SETTLEMENT: _settle,
    Phase.COLLECTION: lambda _: _COLLECT,
}
