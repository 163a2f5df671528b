"""The players' decisions, from the window after the deal to the last hand."""

from __future__ import annotations

from pitboss.cards import Card, NotACard
from pitboss.law import insurance
from pitboss.law.answers import Refusal, refusal_in
from pitboss.law.banking import extra_fee
from pitboss.law.play import (
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
from pitboss.law.side_bets.madness_21 import may_press
from pitboss.law.wagering import may_decide, may_double_too, stays_uncovered
from pitboss.law.wagers import WagerKind
from pitboss.table import acts, settling
from pitboss.table import events as e
from pitboss.table.dealing import perform
from pitboss.table.duties import active, next_duty, waiting_for_the_button
from pitboss.table.run import Run
from pitboss.table.state import Box, Phase, PlayedHand


def turn_clause(run: Run) -> str:
    """The clause that says whose turn it is."""
    return run.state.rules.deal.turns.under


def _find(run: Run, box: int, hand: int) -> tuple[Box, PlayedHand] | Refusal:
    found = run.state.box(box)
    one = found.hand(hand) if found is not None else None
    if found is None or one is None:
        return Refusal(turn_clause(run), f"there is no hand {hand} on box {box} in play")
    return found, one


def settle_into_play(run: Run) -> None:
    """The dealer's duties that need no card and stand between the window and this decision."""
    while (duty := next_duty(run.state)) is not None:
        if duty.needs_card or duty.is_after_the_players:
            return
        perform(run, duty)


def begin(run: Run, act: acts.OnHand) -> tuple[Box, PlayedHand] | Refusal:
    """The hand, if it may be decided on now by whoever speaks; else the first reason why not."""
    for closed in run.state.closed:
        if (closed.box, closed.hand) == (act.box, act.hand):
            return Refusal(closed.under, f"hand {act.hand} of box {act.box} has nothing to decide")
    settle_into_play(run)
    state = run.state
    rules = state.rules
    if "looked" in state.flags and state.phase is Phase.SETTLEMENT:
        return Refusal(rules.deal.looks_under.under, "the dealer has a blackjack")
    found = _find(run, act.box, act.hand)
    if isinstance(found, Refusal):
        return found
    turn = active(state)
    if state.phase is not Phase.PLAY or turn is None or state.owed is not None:
        return Refusal(turn_clause(run), "no hand is to be decided on now")
    if turn[0].number != act.box or turn[1].number != act.hand:
        return Refusal(
            turn_clause(run), f"it is the turn of hand {turn[1].number} on box {turn[0].number}"
        )
    if act.player is not None:
        allowed = may_decide(rules, act.player, found[0].decider)
        if not allowed:
            return Refusal(allowed.under, f"{found[0].decider} decides for box {act.box}")
    return found


def stand(run: Run, act: acts.Stand) -> Refusal | None:
    """Take no more cards."""
    found = begin(run, act)
    if isinstance(found, Refusal):
        return found
    answer = may_stand(run.state.rules, found[1].hand)
    if not answer:
        return refusal_in(answer)
    run.emit(e.HandStood(box=act.box, hand=act.hand, under=answer.under))
    if act.hand == 1:
        settling.settle_sevens(run, act.box, is_closed=True)
    return None


def hit(run: Run, act: acts.Hit) -> Refusal | None:
    """Take a card."""
    found = begin(run, act)
    if isinstance(found, Refusal):
        return found
    answer = may_hit(run.state.rules, found[1].hand)
    if not answer:
        return refusal_in(answer)
    together = [h for h in run.state.shoe.held if h.together]
    if act.pick is not None or together:
        refused = _pick(run, act, [h.card for h in together])
        if refused is not None:
            return refused
    run.emit(e.CardAsked(box=act.box, hand=act.hand, under=answer.under))
    return None


def _pick(run: Run, act: acts.Hit, together: list[Card]) -> Refusal | None:
    under = run.state.rules.book.remedies.get("drawn_together", turn_clause(run))
    try:
        picked = Card(act.pick or "")
    except NotACard:
        return Refusal(under, "choose one of the cards that came out together")
    if picked not in together:
        return Refusal(under, f"{picked} is not among the cards that came out together")
    run.emit(e.CardPicked(box=act.box, hand=act.hand, card=picked.text, under=under))
    return None


def _on_hand(run: Run, box: int, hand: int) -> dict[str, int]:
    """What each bettor has in action on a hand, the wager on the cards and not its double."""
    return {
        w.player: w.effective
        for w in run.state.open_wagers(box=box, hand=hand)
        if w.kind is not WagerKind.DOUBLE
    }


def double(run: Run, act: acts.Double) -> Refusal | None:
    """Add to the wager and take one card; others on the box may take part."""
    found = begin(run, act)
    if isinstance(found, Refusal):
        return found
    box, one = found
    rules = run.state.rules
    answer = may_double(rules, one.hand)
    if not answer:
        return refusal_in(answer)
    decides = act.player or box.decider or ""
    wagers = _on_hand(run, act.box, act.hand)
    amounts = dict(act.amounts) if act.amounts is not None else {}
    if act.amounts is None:
        amounts = {decides: act.amount if act.amount is not None else wagers.get(decides, 0)}
    too = may_double_too(rules, decider_doubles=box.decider in amounts)
    if not too:
        return refusal_in(too)
    for player, amount in amounts.items():
        if player not in wagers:
            return Refusal(too.under, f"{player} has no wager on the hand")
        allowed = may_double(rules, one.hand, wager=wagers[player], amount=amount)
        if not allowed:
            return refusal_in(allowed)
    run.emit(e.HandDoubled(box=act.box, hand=act.hand, under=answer.under))
    for player, amount in amounts.items():
        _place(run, act.box, act.hand, player, WagerKind.DOUBLE, amount, answer.under)
    return None


def _place(
    run: Run, box: int, hand: int | None, player: str, kind: WagerKind, stake: int, under: str
) -> None:
    run.emit(
        e.WagerPlaced(
            wager=run.state.next_wager,
            box=box,
            hand=hand,
            player=player,
            kind=kind.value,
            stake=stake,
            under=under,
        )
    )
    if run.state.rules.banking is not None:
        fee, due = extra_fee(run.state.rules, kind)
        if fee:
            run.emit(e.FeeCollected(player=player, amount=fee, under=due))


def split(run: Run, act: acts.Split) -> Refusal | None:
    """Make two hands of a pair, the decider paying as much again."""
    found = begin(run, act)
    if isinstance(found, Refusal):
        return found
    box, one = found
    rules = run.state.rules
    answer = may_split(rules, one.hand, hands_on_box=len(box.hands))
    if not answer:
        return refusal_in(answer)
    wagers = _on_hand(run, act.box, act.hand)
    decides = box.decider or ""
    paying = [p for p in dict.fromkeys((decides, *act.others)) if p in wagers]
    strangers = [p for p in (*act.others, *act.stay) if p not in wagers]
    if strangers:
        return Refusal(
            rules.boxes.not_paying_a_split.under, f"{strangers[0]} has no wager on the hand"
        )
    new = len(box.hands) + 1
    stays = {
        p: stays_uncovered(rules, split_hand=act.hand, new_hand=new, named=act.stay.get(p))
        for p in wagers
        if p not in paying
    }
    for player, hand in stays.items():
        if hand not in (act.hand, new):
            return Refusal(
                rules.boxes.not_paying_a_split.under,
                f"{player} names hand {hand}; the split makes hands {act.hand} and {new}",
            )
    for player in paying:
        allowed = split_wager(rules, wager=wagers[player], amount=wagers[player])
        if not allowed:
            return refusal_in(allowed)
    if act.hand == 1 and not one.hand.is_split:
        settling.settle_sevens(run, act.box, is_split=True)
    run.emit(e.HandSplit(box=act.box, hand=act.hand, new_hand=new, stays=stays, under=answer.under))
    for player in paying:
        _place(
            run, act.box, new, player, WagerKind.SPLIT, wagers[player], rules.splitting.wager.under
        )
    return None


def zap(run: Run, act: acts.Zap) -> Refusal | None:
    """Exchange the first two cards for two new ones."""
    found = begin(run, act)
    if isinstance(found, Refusal):
        return found
    answer = may_zap(run.state.rules, found[1].hand)
    if not answer:
        return refusal_in(answer)
    old = tuple(card.text for card in found[1].hand.cards)
    run.emit(e.HandZapped(box=act.box, hand=act.hand, cards=old, under=answer.under))
    return None


def surrender(run: Run, act: acts.Surrender) -> Refusal | None:
    """Give up half, in the window after the deal or as the first decision."""
    rules = run.state.rules
    if not surrenders_before_play(rules):
        return _surrender_as_decision(run, act)
    found = _find(run, act.box, act.hand)
    if isinstance(found, Refusal):
        return found
    if not run.state.dealer:
        return Refusal(turn_clause(run), "the dealer has no card yet")
    if act.player is not None:
        allowed = may_decide(rules, act.player, found[0].decider)
        if not allowed:
            return refusal_in(allowed)
    answer = may_surrender(
        rules,
        found[1].hand,
        up=run.state.up,
        play_has_begun=run.state.phase is not Phase.WINDOW,
    )
    if not answer:
        return refusal_in(answer)
    if found[1].is_done:
        return Refusal(answer.under, "the hand is over")
    run.emit(e.HandSurrendered(box=act.box, hand=act.hand, under=answer.under))
    if surrender_is_final(rules):
        for wager in run.state.open_wagers(box=act.box, hand=act.hand):
            due = surrendered(rules, wager.effective)
            settling.settle_wager(run, wager, due, "early_window")
    return None


def _surrender_as_decision(run: Run, act: acts.Surrender) -> Refusal | None:
    found = begin(run, act)
    if isinstance(found, Refusal):
        return found
    answer = may_surrender(run.state.rules, found[1].hand, up=run.state.up)
    if not answer:
        return refusal_in(answer)
    run.emit(e.HandSurrendered(box=act.box, hand=act.hand, under=answer.under))
    return None


# The window after the deal.


def press_button(run: Run, act: acts.PressButton) -> Refusal | None:
    """Draw the prize of a box whose blackjack won a Madness 21 wager."""
    rules = run.state.rules
    part = rules.madness_21
    if part is None:
        return Refusal(rules.absence("madness_21"), "this game has no Madness 21")
    box = run.state.box(act.box)
    bettors = {w.player for w in run.state.open_wagers(box=act.box, kind=WagerKind.MADNESS_21)}
    if box is None or not bettors or not waiting_for_the_button(run.state):
        return Refusal(part.controller_presses.under, f"no prize is to be drawn for box {act.box}")
    answer = may_press(
        rules,
        act.player,
        controller=box.decider or "",
        bettors=bettors,
        nominated_by=act.nominated_by,
        all_declined=act.player == "employee",
    )
    if not answer:
        return refusal_in(answer)
    run.emit(e.ButtonPressed(box=act.box, player=act.player, prize=act.prize, under=answer.under))
    settling.settle_madness(run, act.box, act.prize)
    return None


def insure(run: Run, act: acts.Insure) -> Refusal | None:
    """Wager on a dealer blackjack, each bettor for the own main wager."""
    state = run.state
    rules = state.rules
    box = state.box(act.box)
    player = act.player or (box.decider if box is not None else None) or ""
    if not state.dealer or state.phase is Phase.DEALING:
        return Refusal(rules.insurance.against.under, "the deal is not over")
    main = sum(
        w.stake
        for w in state.wagers
        if w.box == act.box
        and w.player == player
        and w.kind is WagerKind.MAIN
        and (w.result is None)
    )
    already = sum(
        w.stake for w in state.open_wagers(box=act.box, player=player, kind=WagerKind.INSURANCE)
    )
    # A card seen and refused by all is as good as dealt to the dealer.
    known = active(state) is None and any(h.exposed for h in state.shoe.held)
    late = (act.box, player) in state.may_insure_late and len(state.dealer) < 2 and not known
    # The first decision ends the offer as its card does, which may follow at once.
    still = insurance.may_still_insure(
        rules,
        dealer_has_looked="looked" in state.flags,
        further_card_dealt=not late and state.phase not in (Phase.WINDOW, Phase.AFTER_DEAL),
    )
    answer = insurance.may_insure(
        rules, up=state.up, main=main, amount=act.amount + already, window_is_closed=not still
    )
    if not answer:
        return refusal_in(answer)
    if act.amount <= 0:
        return Refusal(rules.insurance.amount.under, "an insurance wager is more than nothing")
    _place(run, act.box, None, player, WagerKind.INSURANCE, act.amount, answer.under)
    return None


def even_money(run: Run, act: acts.TakeEvenMoney) -> Refusal | None:
    """Have a blackjack paid one to one now; insurance on it goes back where the book says so."""
    state = run.state
    rules = state.rules
    found = _find(run, act.box, 1)
    if isinstance(found, Refusal):
        return found
    box, one = found
    if not state.dealer:
        return Refusal(turn_clause(run), "the dealer has no card yet")
    player = act.player or box.decider or ""
    answer = insurance.may_take_even_money(rules, one.hand, up=state.up)
    if not answer:
        return refusal_in(answer)
    if state.phase not in (Phase.WINDOW, Phase.AFTER_DEAL):
        even = rules.present(rules.even_money, "even_money")
        return Refusal(even.offered.under, "the time for it is over")
    mine = state.open_wagers(box=act.box, player=player, kind=WagerKind.MAIN)
    if not mine:
        return Refusal(answer.under, f"{player} has no open wager on box {act.box}")
    run.emit(e.EvenMoneyTaken(box=act.box, player=player, under=answer.under))
    for wager in mine:
        due = insurance.even_money(rules, wager.effective)
        settling.settle_wager(run, wager, due, "early_window")
    for wager in run.state.open_wagers(box=act.box, player=player, kind=WagerKind.INSURANCE):
        back = insurance.insurance_after_even_money(rules, wager.stake)
        if back is not None:
            settling.settle_wager(run, wager, back, "early_window")
    if not run.state.open_wagers(box=act.box, hand=1):
        run.emit(e.HandFinished(box=act.box, hand=1, under=answer.under))
    return None


def refuse_card(run: Run, act: acts.RefuseCard) -> Refusal | None:
    """Decline the exposed card; the hand takes no more."""
    found = begin(run, act)
    if isinstance(found, Refusal):
        return found
    under = run.state.rules.irregularities.exposed_card.under
    if (
        not any(h.exposed for h in run.state.shoe.held)
        or "exposed_card" not in run.state.rules.book.remedies
    ):
        return Refusal(under, "there is no exposed card to refuse")
    run.emit(e.CardRefused(box=act.box, hand=act.hand, under=under))
    if act.hand == 1:
        settling.settle_sevens(run, act.box, is_closed=True)
    return None
