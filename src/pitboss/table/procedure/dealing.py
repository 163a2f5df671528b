"""The dealer's duties, each as its events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.law.answers import Refusal
from pitboss.law.banking import refunded_fee
from pitboss.law.counting import count, is_bust
from pitboss.law.dealer import completed_under, must_draw
from pitboss.law.dealing import dealt_under, drawn_under
from pitboss.law.irregularities import (
    not_needed_under,
    refusal_binds,
    refused_card_is_dealers_second,
    stays_next_card,
)
from pitboss.law.play import bust_under, closed_under
from pitboss.law.shoe import burn_clause
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import BlackjackPaid, InsuranceSettled
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.table import events as e
from pitboss.table.procedure import settlement
from pitboss.table.procedure.duties import (
    Duty,
    DutyKind,
    after_deal,
    blackjack_is_settled_now,
    dealer_has_blackjack,
    is_squeezed,
    is_unpaid_blackjack,
    next_duty,
    next_to_draw,
    was_refused,
    window,
)
from pitboss.table.procedure.picks import together_clause
from pitboss.table.procedure.waiting import offered_under, window_closed_under
from pitboss.table.run import RunningDecision
from pitboss.table.state import Box, Phase, PlayedHand, TableState

_DEALING: Final = Phase.DEALING  # bound once: looking up a member of an enumeration is slow


def perform(run: RunningDecision, duty: Duty, card: Card | None = None) -> None:
    """The duty done; one that needs a card is given it."""
    PERFORM[duty.task](run, duty, card)


def _burn(run: RunningDecision, duty: Duty, card: Card | None) -> None:
    assert card is not None
    shoe = run.state.shoe
    under = burn_clause(
        run.state.rules, is_first=shoe.burned is None, has_run_out=shoe.exhausted_after is not None
    )
    run.emit(e.CardBurned(card=card.text, under=under))


def _complete_deal(run: RunningDecision, duty: Duty, card: Card | None) -> None:
    following = after_deal(run.state)
    idle = following is not None and following.task is DutyKind.OPEN_WINDOW
    begins = idle and not any(window(run.state))
    under = run.state.rules.deal.hole_card.under
    run.emit(e.DealCompleted(play_begins=begins, under=under))


def no_card_is_due(state: TableState) -> bool:
    """Whether this round needs no more cards: no player draws, and the dealer's hand is complete.

    The duties before the next card are done on a copy, since they may settle what it would decide.
    While a card is face down that decides it, a card may be due: another answer would tell it.
    """
    if state.phase is Phase.SETTLEMENT:
        return True
    if state.hole_is_down or any(is_squeezed(state, box) for box in state.boxes):
        return False
    if next_to_draw(state) is not None:
        return False
    ahead = RunningDecision(state)
    while (duty := next_duty(ahead.state)) is not None and not duty.needs_card:
        if duty.task is DutyKind.FINISH:
            return True
        perform(ahead, duty)
    return False


def close_window(run: RunningDecision) -> None:
    """End the time between the deal and the first decision, if it had begun."""
    if run.state.phase is Phase.WINDOW:
        run.emit(e.WindowClosed(under=window_closed_under(run.state)))


def _stand_for_absent(run: RunningDecision, duty: Duty, card: Card | None) -> None:
    assert duty.box is not None
    under = run.state.rules.irregularities.absent_player.under
    run.emit(e.HandStood(box=duty.box, hand=duty.hand, under=under))
    settlement.settle_decided(run, duty.box, is_closed=True)


def _reveal(run: RunningDecision, duty: Duty, card: Card | None) -> None:
    hole = run.state.dealer[1]
    rules = run.state.rules
    under = rules.book.cites.get("hole_card_turned", rules.deal.hole_card.under)
    run.emit(e.HoleCardRevealed(card=hole.text, under=under))


def _deal(run: RunningDecision, duty: Duty, card: Card | None) -> None:
    assert card is not None
    state = run.state
    in_deal = state.phase is _DEALING
    if duty.box is None:
        under = _dealers_card_under(state, in_deal=in_deal)
        run.emit(e.CardDealt(card=card.text, face_up=duty.face_up, under=under))
        if not in_deal and len(run.state.dealer) == 2:
            _second_card_seen(run)
        return
    box, to = played(run, duty.box, duty.hand)
    under = (
        dealt_under(state.rules, box=True, in_deal=True, second=bool(to.hand.cards))
        if in_deal
        else drawn_under(state.rules, to.hand, is_absent=box.is_absent)
    )
    held = state.shoe.held
    picked = bool(held) and held[0].together
    squeezed = duty.box in state.squeezed
    run.emit(
        e.CardDealt(card=card.text, box=duty.box, hand=duty.hand, face_up=not squeezed, under=under)
    )
    if duty.hand == 1:
        settlement.settle_decided(run, duty.box)
    if not in_deal:
        after_card(run, duty.box, duty.hand, collects=not picked)
    if picked:
        offer_choice(run, choice_of_order(run))


def _dealers_card_under(state: TableState, *, in_deal: bool) -> str:
    """The clause of a card to the dealer: of the deal, or of one that the players refused."""
    second = len(state.dealer) == 1
    held = state.shoe.held[0] if state.shoe.held else None
    if second and not in_deal and held is not None and held.exposed and was_refused(state):
        return refused_card_is_dealers_second(state.rules).under
    drawn = None if in_deal or second else must_draw(state.rules, state.dealer).under
    return dealt_under(state.rules, box=False, in_deal=in_deal, second=second, drawn=drawn)


def offer_choice(run: RunningDecision, under: str, *, rebuilt: bool = False) -> None:
    """Offer every player with an open bet the choice to play on or take it back."""
    players = tuple(dict.fromkeys(w.player for w in run.state.open_wagers()))
    run.emit(e.ChoiceOffered(players=players, rebuilt=rebuilt, under=under))


def discard_together(run: RunningDecision) -> None:
    """Discard the cards drawn together for the dealer; another is drawn."""
    for held in run.state.shoe.held:
        run.emit(not_for_the_dealer(run, held.card.text, held=True))
    offer_choice(run, choice_of_order(run))


def choice_of_order(run: RunningDecision) -> str:
    """The clause by which players choose after cards drawn together: an error of the deal."""
    return run.state.rules.book.cites.get("choice_of_order", together_clause(run))


def not_for_the_dealer(run: RunningDecision, card: str, *, held: bool = False) -> e.CardRemoved:
    """The discarding of one of the cards drawn together for the dealer."""
    under = run.state.rules.book.remedies.get("drawn_together_dealer", together_clause(run))
    return e.CardRemoved(card=card, why="drawn together for the dealer", held=held, under=under)


def _second_card_seen(run: RunningDecision) -> None:
    if settlement.insurance_is_settled_at(run, InsuranceSettled.AT_THE_SECOND_CARD):
        settlement.settle_insurance(run, "dealer_second")


def played(run: RunningDecision, box: int, hand: int) -> tuple[Box, PlayedHand]:
    """The box and the hand of that number."""
    found_box = run.state.box(box)
    assert found_box is not None
    one = found_box.hand(hand)
    assert one is not None
    return found_box, one


def after_card(run: RunningDecision, box: int, hand: int, *, collects: bool = True) -> None:
    """The effect of a card: a bust, or a hand that takes no more cards.

    A bust by one of several cards drawn together is collected only after the players' choice.
    """
    if run.state.owed is not None:
        return
    rules = run.state.rules
    where, one = played(run, box, hand)
    cards = one.hand.cards
    if len(cards) < 2:
        return
    if is_bust(rules, cards):
        under = bust_under(rules, one.hand)
        total = count(rules, cards).total
        run.emit(e.HandBusted(box=box, hand=hand, total=total, under=under))
        if collects:
            settlement.collect_bust(run, box, hand)
        return
    # A player who refused a card on another hand has to stand on this one (zappit 11(c)).
    hand_itself = replace(one.hand, has_refused=False) if one.hand.has_refused else one.hand
    closing = closed_under(rules, hand_itself, hands_on_box=len(where.hands))
    if closing is not None:
        run.emit(e.HandClosed(box=box, hand=hand, under=closing))
        if hand == 1:
            settlement.settle_decided(run, box, is_closed=True)


def _pay_blackjacks(run: RunningDecision, duty: Duty, card: Card | None) -> None:
    for box in run.state.boxes:
        if is_unpaid_blackjack(run.state, box):
            settlement.pay_blackjack(run, box.number, "initial_deal")
            _finish_blackjack(run, box.number)
            settlement.take_away(run, box.number, "paid_blackjack_removed")


def _finish_blackjack(run: RunningDecision, box: int) -> None:
    under = run.state.rules.drawing.no_draw_on.under
    run.emit(e.HandClosed(box=box, hand=1, under=under))


def _blackjacks_turn(run: RunningDecision, duty: Duty, card: Card | None) -> None:
    """Pay a blackjack at its turn, or leave it until the dealer's hand."""
    assert duty.box is not None
    if blackjack_is_settled_now(run.state, BlackjackPaid.AT_ITS_TURN):
        settlement.pay_blackjack(run, duty.box, "initial_deal")
    _finish_blackjack(run, duty.box)
    settlement.take_away(run, duty.box, "paid_blackjack_removed")


def _open_window(run: RunningDecision, duty: Duty, card: Card | None) -> None:
    open_ = window(run.state)
    if any(open_):
        run.emit(e.WindowOpened(**open_._asdict(), under=offered_under(run.state)))
    else:
        run.emit(e.WindowClosed(under=run.state.rules.deal.turns.under))


def _look(run: RunningDecision, duty: Duty, card: Card | None) -> None:
    """Check the hole card for blackjack; settle insurance and, with a blackjack, the round."""
    blackjack = dealer_has_blackjack(run.state)
    run.emit(e.HoleCardChecked(blackjack=blackjack, under=run.state.rules.deal.looks_under.under))
    if settlement.insurance_is_settled_at(run, InsuranceSettled.AT_THE_LOOK):
        settlement.settle_insurance(run, "dealer_second")
    if blackjack:
        discard_held(run)


def discard_held(run: RunningDecision) -> None:
    """Discard the cards offered and no longer needed; the others stay the next cards."""
    if isinstance(refusal_binds(run.state.rules), Refusal):
        return
    for held in run.state.shoe.held:
        if not held.exposed and stays_next_card(run.state.rules):
            continue
        under = not_needed_under(run.state.rules, run.state.dealer)
        why = "refused and not needed"
        run.emit(e.CardRemoved(card=held.card.text, why=why, held=True, under=under))


def _finish(run: RunningDecision, duty: Duty, card: Card | None) -> None:
    discard_held(run)
    state = run.state
    total = count(state.rules, state.dealer).total
    run.emit(e.DealerHandCompleted(total=total, under=completed_under(state.rules, state.dealer)))
    settlement.give_back_busts(run)


def _settle(run: RunningDecision, duty: Duty, card: Card | None) -> None:
    settlement.settle_round(run)
    left = run.state.open_wagers()
    assert not left, left
    if run.state.rules.banking is not None:
        _give_fees_back(run)


def _give_fees_back(run: RunningDecision) -> None:
    """Return the fee of a wager that had no action, if the house option says so."""
    for wager in run.state.wagers:
        if wager.kind is WagerKind.MAIN and wager.result is not None:
            amount, under = refunded_fee(run.state.rules, wager.result)
            if amount:
                run.emit(e.FeeReturned(player=wager.player, amount=amount, under=under))


def _collect(run: RunningDecision, duty: Duty, card: Card | None) -> None:
    state = run.state
    hands = [h for b in state.boxes for h in b.hands if not h.is_cleared]
    cards = [c.text for h in hands for c in (*h.exchanged, *h.hand.cards)]
    cards += [c.text for c in state.dealer]
    stays = bool(state.shoe.held) and stays_next_card(state.rules)
    cards += [h.card.text for h in state.shoe.held if h.exposed or not stays]
    kept = sum(not h.exposed for h in state.shoe.held) if stays else 0
    under = state.rules.book.cites.get("collection", NOT_IN_THE_TEXT)
    run.emit(e.CardsCollected(cards=tuple(cards), kept=kept, under=under))
    run.emit(e.RoundClosed(number=state.round, under=under))


PERFORM: Final[dict[DutyKind, Callable[[RunningDecision, Duty, Card | None], None]]] = {
    DutyKind.BURN: _burn,
    DutyKind.DEAL: _deal,
    DutyKind.COMPLETE_DEAL: _complete_deal,
    DutyKind.SETTLE_SIDE_BETS: lambda run, _duty, _card: settlement.settle_after_deal(run),
    DutyKind.PAY_BLACKJACKS: _pay_blackjacks,
    DutyKind.OPEN_WINDOW: _open_window,
    DutyKind.CLOSE_WINDOW: lambda run, _duty, _card: close_window(run),
    DutyKind.LOOK: _look,
    DutyKind.PAY_BLACKJACK: _blackjacks_turn,
    DutyKind.STAND_FOR_ABSENT: _stand_for_absent,
    DutyKind.DISCARD_TOGETHER: lambda run, _duty, _card: discard_together(run),
    DutyKind.REVEAL: _reveal,
    DutyKind.FINISH: _finish,
    DutyKind.SETTLE: _settle,
    DutyKind.COLLECT: _collect,
}
"""The handler of each duty."""
