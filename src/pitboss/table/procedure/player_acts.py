"""The players' decisions, from insurance after the deal to the last hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from pitboss.acts import HandAct
from pitboss.law import insurance
from pitboss.law.answers import Answer, Refusal, refusal_in
from pitboss.law.counting import is_blackjack
from pitboss.law.hands import Hand
from pitboss.law.phases import BEFORE_PLAY
from pitboss.law.play import (
    closed_under,
    may_double,
    may_hit,
    may_split,
    may_stand,
    may_surrender,
    may_zap,
    split_wager,
    surrenders_before_play,
)
from pitboss.law.settlement import surrender as surrendered
from pitboss.law.settlement import surrender_is_final
from pitboss.law.side_bets.prizes import drawn_bet, may_be_drawn, may_press
from pitboss.law.wagering import may_decide
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure import settlement, sharing, stakes
from pitboss.table.procedure.dealing import perform
from pitboss.table.procedure.duties import (
    active,
    next_duty,
    pick_is_due,
    reader_is_broken,
    waiting_for_the_button,
)
from pitboss.table.procedure.picks import pick, pick_for_the_deal, together_clause
from pitboss.table.procedure.voids import ended_under
from pitboss.table.procedure.waiting import offered_under
from pitboss.table.run import RunningDecision
from pitboss.table.state import BackBettorsDue, Box, Phase, PlayedHand, TableState


def turn_clause(run: RunningDecision) -> str:
    """The clause on the order of play."""
    return run.state.rules.deal.turns.under


def _not_this_turn(run: RunningDecision, box: int, turn: Box) -> str:
    """The clause on the order of boxes or, if the book has one, of the hands of a box."""
    hands = run.state.rules.book.cites.get("hands_in_turn")
    return hands if hands is not None and box == turn.number else turn_clause(run)


def _no_up_card(run: RunningDecision) -> str:
    return f"the dealer has no {run.state.rules.book.words['up_card']} yet"


def _find(run: RunningDecision, box: int, hand: int) -> tuple[Box, PlayedHand] | Refusal:
    found_box = run.state.box(box)
    one = found_box.hand(hand) if found_box is not None else None
    if found_box is None or one is None:
        return Refusal(turn_clause(run), f"hand {hand} of box {box} is not in play")
    return found_box, one


def settle_into_play(run: RunningDecision) -> None:
    """Do the machine's duties that need no card and come before this decision."""
    if run.state.dealt_by_person:
        return  # they are that person's, and no act of another performs them
    while (duty := next_duty(run.state)) is not None:
        if duty.needs_card or duty.is_after_the_players:
            return
        perform(run, duty)


def begin(run: RunningDecision, act: acts.ActOnHand) -> tuple[Box, PlayedHand] | Refusal:
    """The hand, if the player may act on it now; otherwise the first reason why not."""
    for closed in run.state.closed:
        if (closed.box, closed.hand) == (act.box, act.hand):
            return Refusal(closed.under, f"hand {act.hand} of box {act.box} is already complete")
    there = run.state.box(act.box) if run.state.squeezed else None
    # Who may act comes before anything that follows from cards which only their player may see:
    # they decide whose turn it is, at other boxes too.
    if there is not None:
        refused = _not_the_decider(run, there, act.player)
        if refused is not None:
            return refused
    global _last_begun
    state, box, hand, result = _last_begun
    if state is not run.state or box != act.box or hand != act.hand:
        settle_into_play(run)
        result = _begun(run, act)
        _last_begun = run.state, act.box, act.hand, result
    if isinstance(result, Refusal) or act.player is None:
        return result
    refused = _not_the_decider(run, result[0], act.player)
    return result if refused is None else refused


_last_begun: tuple[TableState | None, int, int, tuple[Box, PlayedHand] | Refusal] = (
    None,
    0,
    0,
    Refusal(NOT_IN_THE_TEXT, "nothing was asked"),
)
"""The state and the hand that were asked about last, and what was found: the same for every act

Nothing is left to be settled in that state, in which no duty came before a decision.
"""


def _begun(run: RunningDecision, act: acts.ActOnHand) -> tuple[Box, PlayedHand] | Refusal:
    """The hand, if it is its turn; otherwise the first reason why not."""
    state = run.state
    rules = state.rules
    if state.broken and reader_is_broken(state):
        return Refusal(rules.book.remedies["reader_fault"], "the card reader is out of order")
    if state.has_looked and state.phase is Phase.SETTLEMENT:
        return Refusal(
            rules.deal.looks_under.under, f"the dealer has {rules.book.words['blackjack']}"
        )
    result = _find(run, act.box, act.hand)
    if isinstance(result, Refusal):
        return result
    turn = active(state)
    if state.asked is not None:
        names = " and ".join(state.asked.players)
        must = sharing.left_to_each(rules, state.asked.what)
        return Refusal(must, f"{names} must answer before the next card")
    if state.phase is not Phase.PLAY or turn is None or state.owed is not None:
        # With no other hand to wait for, what closed this one is the reason.
        closed_by = ended_under(state, act.box, result[1]) if turn is None else None
        return Refusal(closed_by or turn_clause(run), "no hand is waiting for a decision")
    if state.shoe.held and pick_is_due(state) is not None:
        return Refusal(
            together_clause(run), "the player must choose one of the cards drawn together"
        )
    if turn[0].number != act.box or turn[1].number != act.hand:
        return Refusal(
            _closed_by_the_deal(state, *result) or _not_this_turn(run, act.box, turn[0]),
            f"hand {turn[1].number} of box {turn[0].number} must act first",
        )
    return result


def pass_offer(run: RunningDecision, act: acts.PassOffer) -> Refusal | None:
    """Play on without the answer of a player to whom something is on offer after the deal."""
    state = run.state
    if state.phase is not Phase.WINDOW:
        return Refusal(NOT_IN_THE_TEXT, "nothing is on offer")
    if not state.open_wagers(player=act.player):
        why = f"nothing is on offer to {act.player}, who has no open wager"
        return Refusal(NOT_IN_THE_TEXT, why)
    run.emit(e.OfferUnanswered(player=act.player, under=offered_under(state)))
    return None


def _closed_by_the_deal(state: TableState, at: Box, played: PlayedHand) -> str | None:
    """The clause that closed a blackjack at the deal, until someone has acted on a hand."""
    rules = state.rules
    if at.number in state.squeezed or not is_blackjack(rules, played.hand):
        return None  # only who squeezes a hand knows what it is
    as_dealt = all(
        len(one.hand.cards) == 2 and (not one.is_done or is_blackjack(rules, one.hand))
        for box in state.boxes
        for one in box.hands
    )
    return closed_under(rules, played.hand) if as_dealt else None


def _not_the_decider(run: RunningDecision, box: Box, speaker: str | None) -> Refusal | None:
    if speaker is None or speaker == box.decider:
        return None
    bettors = {
        w.player for w in run.state.wagers if w.box == box.number and w.kind is WagerKind.MAIN
    }
    rules, seats = run.state.rules, run.state.seats
    full = len(seats) >= rules.equipment.boxes.value
    return refusal_in(may_decide(rules, speaker, box.decider, bettors=bettors, is_full=full))


class Allowed(NamedTuple):
    """A decision that the player may take now, and the clause that allows it."""

    box: Box
    played: PlayedHand
    under: str


def allowed(
    run: RunningDecision, act: acts.ActOnHand, may: Callable[[TableRules, Hand], Answer]
) -> Allowed | Refusal:
    """The hand and the clause, if it is the player's turn and the law allows the decision."""
    result = begin(run, act)
    if isinstance(result, Refusal):
        return result
    box, played = result
    answer = may(run.state.rules, played.hand)
    return answer if isinstance(answer, Refusal) else Allowed(box, played, answer.under)


def stand(run: RunningDecision, act: acts.Stand) -> Refusal | None:
    """Take no more cards."""
    now = allowed(run, act, may_stand)
    if isinstance(now, Refusal):
        return now
    run.emit(e.HandStood(box=act.box, hand=act.hand, under=now.under))
    if act.hand == 1:
        settlement.settle_decided(run, act.box, is_closed=True)
    return None


def hit(run: RunningDecision, act: acts.Hit) -> Refusal | None:
    """Take a card; of cards drawn together, choose which comes first."""
    if run.state.shoe.held and pick_is_due(run.state) is not None:
        return pick_for_the_deal(run, act)
    now = allowed(run, act, may_hit)
    if isinstance(now, Refusal):
        return now
    together = [h for h in run.state.shoe.held if h.together]
    if act.pick is not None or together:
        refused = pick(run, act, [h.card for h in together])
        if refused is not None:
            return refused
    run.emit(e.HandHit(box=act.box, hand=act.hand, under=now.under))
    return None


def double(run: RunningDecision, act: acts.Double) -> Refusal | None:
    """Double the wager and take one card; the back bettors are asked for theirs."""
    if run.state.asked is not None:
        return sharing.double_too(run, act)
    now = allowed(run, act, may_double)
    if isinstance(now, Refusal):
        return now
    rules, decides, wager = run.state.rules, *_own_wager(run, now)
    amount = act.amount if act.amount is not None else wager
    if not wager:  # a seated player without a wager may act, but has nothing to double
        return Refusal(rules.doubling.amount.under, f"{decides} has no wager on the hand")
    covered = may_double(rules, now.played.hand, wager=wager, amount=amount)
    if not covered:
        return refusal_in(covered)
    players = sharing.followers(run.state, WagerKind.DOUBLE, act.box, act.hand)
    run.emit(e.HandDoubled(box=act.box, hand=act.hand, under=now.under))
    sharing.place(run, act.box, act.hand, decides, WagerKind.DOUBLE, amount, covered.under)
    sharing.ask(run, BackBettorsDue(WagerKind.DOUBLE, act.box, act.hand, None, players))
    return None


def _own_wager(run: RunningDecision, now: Allowed) -> tuple[str, int]:
    """The player in control of a hand, and what they have on it."""
    decides = now.box.decider or ""
    return decides, sharing.on_hand(run.state, now.box.number, now.played.number).get(decides, 0)


def split(run: RunningDecision, act: acts.Split) -> Refusal | None:
    """Split a pair with an equal wager; the back bettors are asked for theirs."""
    if run.state.asked is not None:
        return sharing.split_too(run, act)
    there = run.state.box(act.box)
    hands = 0 if there is None else len(there.hands)
    now = allowed(run, act, partial(may_split, hands_on_box=hands))
    if isinstance(now, Refusal):
        return now
    rules, decides, wager = run.state.rules, *_own_wager(run, now)
    covered = split_wager(rules, wager=wager, amount=wager)
    if not covered:
        return refusal_in(covered)
    players = sharing.followers(run.state, WagerKind.SPLIT, act.box, act.hand)
    new = hands + 1
    if act.hand == 1 and not now.played.hand.is_split:
        settlement.settle_decided(run, act.box, is_split=True)
    run.emit(e.HandSplit(box=act.box, hand=act.hand, new_hand=new, under=now.under))
    under = rules.splitting.wager.under
    sharing.place(run, act.box, new, decides, WagerKind.SPLIT, wager, under)
    sharing.ask(run, BackBettorsDue(WagerKind.SPLIT, act.box, act.hand, new, players))
    return None


def zap(run: RunningDecision, act: acts.Zap) -> Refusal | None:
    """Exchange the first two cards for two new ones."""
    now = allowed(run, act, may_zap)
    if isinstance(now, Refusal):
        return now
    old = tuple(card.text for card in now.played.hand.cards)
    run.emit(e.HandZapped(box=act.box, hand=act.hand, cards=old, under=now.under))
    return None


def surrender(run: RunningDecision, act: acts.Surrender) -> Refusal | None:
    """Surrender, right after the deal or as the first decision."""
    rules = run.state.rules
    if not surrenders_before_play(rules):
        return _surrender_as_decision(run, act)
    result = _find(run, act.box, act.hand)
    if isinstance(result, Refusal):
        return result
    if not run.state.dealer:
        return Refusal(turn_clause(run), _no_up_card(run))
    refused = _not_the_decider(run, result[0], act.player)
    if refused is not None:
        return refused
    answer = may_surrender(
        rules,
        result[1].hand,
        up=run.state.up,
        play_has_begun=run.state.phase is not Phase.WINDOW,
    )
    if not answer:
        return refusal_in(answer)
    if result[1].is_done:
        return Refusal(answer.under, "the hand is already complete")
    run.emit(e.HandSurrendered(box=act.box, hand=act.hand, under=answer.under))
    if surrender_is_final(rules):
        for wager in run.state.open_wagers(box=act.box, hand=act.hand):
            due = surrendered(rules, wager.effective)
            settlement.settle_wager(run, wager, due, "early_window")
    return None


def _surrender_as_decision(run: RunningDecision, act: acts.Surrender) -> Refusal | None:
    def may(rules: TableRules, hand: Hand) -> Answer:
        return may_surrender(rules, hand, up=run.state.up)

    now = allowed(run, act, may)
    if isinstance(now, Refusal):
        return now
    run.emit(e.HandSurrendered(box=act.box, hand=act.hand, under=now.under))
    return None


# The window after the deal.


def press_button(run: RunningDecision, act: acts.PressButton) -> Refusal | None:
    """Draw the prize that a wager on a box has won."""
    rules = run.state.rules
    bet = drawn_bet(rules)
    if bet is None or bet.draw is None:
        return Refusal(NOT_IN_THE_TEXT, "this game draws no prizes")
    box = run.state.box(act.box)
    bettors = {w.player for w in run.state.open_wagers(box=act.box, kind=bet.id)}
    if box is None or not bettors or not waiting_for_the_button(run.state):
        return Refusal(bet.draw.button.under, f"no prize is due for box {act.box}")
    answer = may_press(
        bet,
        act.player,
        controller=box.decider or "",
        bettors=bettors,
        nominated_by=act.nominated_by,
        all_declined=act.player == "employee",
    )
    if not answer:
        return refusal_in(answer)
    drawn = may_be_drawn(bet, act.prize)
    if not drawn:
        return refusal_in(drawn)
    run.emit(e.ButtonPressed(box=act.box, player=act.player, prize=act.prize, under=answer.under))
    settlement.settle_drawn(run, bet.id, act.box, act.prize)
    return None


def _insurance_is_open(state: TableState, *, late: bool = False) -> Answer:
    """Whether insurance, or even money, may be taken now; the play closes it, as a card does."""
    closed, looked = not late and state.phase not in BEFORE_PLAY, state.has_looked
    still = insurance.may_still_insure
    return still(state.rules, dealer_has_looked=looked, further_card_dealt=closed)


def insure(run: RunningDecision, act: acts.Insure) -> Refusal | None:
    """Insure against a dealer blackjack, each bettor for their own main wager."""
    state = run.state
    rules = state.rules
    box = state.box(act.box)
    player = act.player or (box.decider if box is not None else None) or ""
    if not state.dealer or state.phase is Phase.DEALING:
        return Refusal(rules.insurance.against.under, "insurance is open only after the deal")
    passed_over = (act.box, player) in state.may_insure_late
    # An exposed card that every player refused is as good as dealt to the dealer.
    known = active(state) is None and any(h.exposed for h in state.shoe.held)
    late = passed_over and len(state.dealer) < 2 and not known
    still = _insurance_is_open(state, late=late)
    # A player who was not offered insurance may take it even if the hand has bust (nz 16.11);
    # anyone else whose wager is settled by now is too late, as they would be with an open one.
    main = sum(
        stakes.initial(rules, w)
        for w in state.wagers
        if w.box == act.box
        and w.player == player
        and w.kind is WagerKind.MAIN
        and (w.result is None or not still or (passed_over and w.when == "bust"))
    )
    already = sum(
        w.stake for w in state.open_wagers(box=act.box, player=player, kind=WagerKind.INSURANCE)
    )
    answer = insurance.may_insure(
        rules, up=state.up, main=main, amount=act.amount + already, window_is_closed=not still
    )
    if not answer:
        return refusal_in(answer)
    if act.amount <= 0:
        return Refusal(rules.insurance.amount.under, "insurance must be more than zero")
    sharing.place(run, act.box, None, player, WagerKind.INSURANCE, act.amount, answer.under)
    return None


def even_money(run: RunningDecision, act: acts.TakeEvenMoney) -> Refusal | None:
    """Take even money for a blackjack; some books return its insurance."""
    state = run.state
    rules = state.rules
    result = _find(run, act.box, 1)
    if isinstance(result, Refusal):
        return result
    box, one = result
    if not state.dealer:
        return Refusal(insurance.even_money_under(rules), _no_up_card(run))
    player = act.player or box.decider or ""
    still = _insurance_is_open(state)
    mine = state.open_wagers(box=act.box, player=player, kind=WagerKind.MAIN)
    insured = state.open_wagers(box=act.box, player=player, kind=WagerKind.INSURANCE)
    answer = insurance.may_take_even_money(
        rules, one.hand, up=state.up, window_is_closed=not still,
        has_wager=bool(mine), has_insured=bool(insured),
    )  # fmt: skip
    if not answer:
        return refusal_in(answer)
    run.emit(e.EvenMoneyTaken(box=act.box, player=player, under=answer.under))
    for wager in mine:
        due = insurance.even_money(rules, wager.effective)
        settlement.settle_wager(run, wager, due, "early_window")
    for wager in insured:
        back = insurance.insurance_after_even_money(rules, wager.stake)
        if back is not None:
            settlement.settle_wager(run, wager, back, "early_window")
    if not run.state.open_wagers(box=act.box, hand=1):
        run.emit(e.HandClosed(box=act.box, hand=1, under=answer.under))
        settlement.take_away(run, act.box, "even_money_removed")
    return None


OF_PLAY: Final[dict[HandAct, Callable[[RunningDecision, Any], Refusal | None]]] = {
    HandAct.STAND: stand,
    HandAct.HIT: hit,
    HandAct.DOUBLE: double,
    HandAct.SPLIT: split,
    HandAct.SURRENDER: surrender,
    HandAct.EXCHANGE: zap,
}
"""How each act of play is done"""
