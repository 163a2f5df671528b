"""When something goes wrong: what the book orders, as events."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.law.answers import Refusal
from pitboss.law.irregularities import outcome_is_established
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.words import Interruption
from pitboss.table import acts, settling
from pitboss.table import events as e
from pitboss.table.dealing import offer_choice
from pitboss.table.duties import active, next_duty
from pitboss.table.run import Run
from pitboss.table.state import Phase

IN_ROUND = (Phase.DEALING, Phase.AFTER_DEAL, Phase.WINDOW, Phase.PLAY, Phase.DEALER)


def report(run: Run, act: acts.Report) -> Refusal | None:
    """What happened is noted and the book's remedy carried out; unknown things need a ruling."""
    remedies = run.state.rules.book.remedies
    under = remedies.get(act.what)
    if under is None:
        ruling = remedies.get("ruling")
        told = f"{run.state.rules.book.id} has no rule for {act.what.replace('_', ' ')}"
        if ruling is None:
            return Refusal(run.state.rules.deal.turns.under, told)
        return Refusal(ruling, f"{told}; a supervisor rules")
    handler = _REMEDIES.get(act.what)
    if handler is None:
        _note(run, act, under)
        return None
    return handler(run, act, under)


def _note(run: Run, act: acts.Report, under: str) -> None:
    run.emit(
        e.IrregularityNoted(
            what=act.what,
            box=act.box,
            hand=act.hand,
            player=act.player,
            by=act.by,
            why=act.why or None,
            under=under,
        )
    )


# The deal.


def _dealer_missed(run: Run, act: acts.Report, under: str) -> Refusal | None:
    _note(run, act, under)
    run.emit(e.DealChanged(missed=act.which or "first", under=under))
    return None


def _no_cards(run: Run, act: acts.Report, under: str) -> Refusal | None:
    box = act.box or 0
    if run.state.box(box) is None:
        return Refusal(under, f"box {box} is not in play")
    _note(run, act, under)
    run.emit(e.DealChanged(missed="both", box=box, under=under))
    run.emit(e.HandVoided(box=box, hand=1, under=under))
    for wager in run.state.open_wagers(box=box):
        settling.void_wager(run, wager, under)
    return None


def _one_card(run: Run, act: acts.Report, under: str) -> Refusal | None:
    box = act.box or 0
    if run.state.box(box) is None:
        return Refusal(under, f"box {box} is not in play")
    _note(run, act, under)
    run.emit(e.DealChanged(missed="second_of_box", box=box, under=under))
    run.emit(e.LateCardDue(box=box, hand=1, under=under))
    return None


def _missed_card(run: Run, act: acts.Report, under: str) -> Refusal | None:
    box, hand = act.box or 0, act.hand or 1
    if run.state.phase is Phase.WINDOW:
        run.emit(e.WindowClosed(under=run.state.rules.insurance.closes.under))
    turn = active(run.state)
    if turn is None or (turn[0].number, turn[1].number) != (box, hand):
        return Refusal(under, f"hand {hand} of box {box} has not asked for a card")
    _note(run, act, under)
    run.emit(e.LateCardDue(box=box, hand=hand, under=under))
    return None


def late_card(run: Run, act: acts.TakeLateCard) -> Refusal | None:
    """Take the card that was missed."""
    found = _late(run, act)
    if found is not None:
        return found
    run.emit(e.LateCardTaken(box=act.box, hand=act.hand, under=_late_clause(run)))
    return None


def call_dead(run: Run, act: acts.CallDead) -> Refusal | None:
    """Have the hand called dead and its wagers back."""
    found = _late(run, act)
    if found is not None:
        return found
    under = _late_clause(run)
    run.emit(e.HandVoided(box=act.box, hand=act.hand, under=under))
    for wager in run.state.open_wagers(box=act.box, hand=act.hand):
        settling.void_wager(run, wager, under)
    return None


def _late(run: Run, act: acts.OnHand) -> Refusal | None:
    under = _late_clause(run)
    box = run.state.box(act.box)
    hand = box.hand(act.hand) if box is not None else None
    if hand is None or not hand.is_late:
        return Refusal(under, f"hand {act.hand} of box {act.box} has missed no card")
    if next_duty(run.state) is not None:
        return Refusal(under, "the others have not had their cards yet")
    return None


def _late_clause(run: Run) -> str:
    remedies = run.state.rules.book.remedies
    dealing = run.state.phase is Phase.DEALING
    found = remedies.get("one_card_dealt" if dealing else "missed_card")
    return found or run.state.rules.deal.turns.under


# Cards out of the shoe.


def _held(run: Run, act: acts.Report, under: str) -> Refusal | None:
    card = act.card or ""
    if run.state.phase not in IN_ROUND:
        return Refusal(under, "no round is being dealt")
    if act.what == "exposed_card" and run.state.phase is Phase.WINDOW:
        run.emit(e.WindowClosed(under=run.state.rules.insurance.closes.under))
    _note(run, act, under)
    run.emit(e.CardHeld(card=card, exposed=act.what == "exposed_card", under=under))
    return None


def _together(run: Run, act: acts.Report, under: str) -> Refusal | None:
    if run.state.phase is Phase.WINDOW:
        run.emit(e.WindowClosed(under=run.state.rules.insurance.closes.under))
    _note(run, act, under)
    if active(run.state) is not None:
        for card in act.cards:
            run.emit(e.CardHeld(card=card, exposed=True, together=True, under=under))
        return None
    dealers = run.state.rules.book.remedies.get("drawn_together_dealer", under)
    for card in act.cards:
        run.emit(e.CardRemoved(card=card, why="drawn together for the dealer", under=dealers))
    offer_choice(run, under)
    return None


def _extra_dealer_card(run: Run, act: acts.Report, under: str) -> Refusal | None:
    if run.state.phase is not Phase.SETTLEMENT:
        return Refusal(under, "the dealer's hand is not finished")
    _note(run, act, under)
    run.emit(e.CardRemoved(card=act.card or "", why="drawn to a finished hand", under=under))
    return None


def _stray(run: Run, act: acts.Report, under: str) -> Refusal | None:
    _close_window(run)
    _note(run, act, under)
    for card in act.cards:
        run.emit(e.CardRemoved(card=card, why="dealt to an empty box", under=under))
    offer_choice(run, under)
    return None


def _dealing_error(run: Run, act: acts.Report, under: str) -> Refusal | None:
    _note(run, act, under)
    offer_choice(run, under)
    return None


def _close_window(run: Run) -> None:
    if run.state.phase is Phase.WINDOW:
        run.emit(e.WindowClosed(under=run.state.rules.insurance.closes.under))


def go_on(run: Run, act: acts.Continue) -> Refusal | None:
    """Accept the hand, as it is or as rebuilt, and the cards to come."""
    if act.player not in run.state.choosing:
        return Refusal(_choice_clause(run), f"{act.player} has nothing to choose")
    run.emit(e.PlayerContinued(player=act.player, under=_choice_clause(run)))
    return None


def take_back(run: Run, act: acts.TakeBack) -> Refusal | None:
    """Have all open bets returned."""
    if act.player not in run.state.choosing:
        return Refusal(_choice_clause(run), f"{act.player} has nothing to choose")
    under = _choice_clause(run)
    for wager in run.state.open_wagers(player=act.player):
        settling.hand_back(run, wager, under)
    run.emit(e.BetsTakenBack(player=act.player, under=under))
    return None


def _choice_clause(run: Run) -> str:
    return run.state.rules.book.remedies.get("dealing_error", run.state.rules.deal.turns.under)


# Voids.


def _void_hand(run: Run, act: acts.Report, under: str) -> Refusal | None:
    box, hand = act.box or 0, act.hand or 1
    found = run.state.box(box)
    if found is None or found.hand(hand) is None:
        return Refusal(under, f"there is no hand {hand} on box {box}")
    _note(run, act, under)
    for card in act.lost:
        run.emit(e.CardRemoved(card=card, why="lost in the error", under=under))
    void_one_hand(run, box, hand, under)
    return None


def void_one_hand(run: Run, box: int, hand: int, under: str) -> None:
    """The hand's wagers go back, with what rests on the hand: insurance, sevens, open side bets."""
    run.emit(e.HandVoided(box=box, hand=hand, under=under))
    for wager in run.state.wagers:
        if wager.box != box:
            continue
        on_it = wager.hand == hand and wager.result is None
        rests = (
            hand == 1
            and wager.hand is None
            and (wager.result is None or wager.kind is WagerKind.SUPER_SEVENS)
        )
        if on_it or rests:
            settling.void_wager(run, wager, under)


def void_round(run: Run, why: str, under: str) -> None:
    """Every wager of the round goes back, whatever was settled."""
    run.emit(e.RoundVoided(why=why, under=under))
    for wager in run.state.wagers:
        settling.void_wager(run, wager, under)


def _void_the_round(run: Run, act: acts.Report, under: str) -> Refusal | None:
    if run.state.phase not in IN_ROUND:
        return Refusal(under, "no round is being played")
    _note(run, act, under)
    void_round(run, act.what, run.state.rules.book.remedies.get("void_round", under))
    return None


def _malfunction(run: Run, act: acts.Report, under: str) -> Refusal | None:
    _note(run, act, under)
    elected = run.state.rules.irregularities.interruption.value
    ruling = act.ruling or ("void_round" if elected is Interruption.VOID_ROUND else "void_hands")
    if ruling == "void_round":
        void_round(run, act.what, under)
        return None
    for box, hand in act.hands:
        void_one_hand(run, box, hand, under)
    return None


def _interruption(run: Run, act: acts.Report, under: str) -> Refusal | None:
    _note(run, act, under)
    decided = outcome_is_established(
        run.state.rules, (w.result is not None for w in run.state.wagers)
    )
    if not decided:
        void_round(run, act.what, under)
    return None


# People and equipment.


def _absent(run: Run, act: acts.Report, under: str) -> Refusal | None:
    _close_window(run)
    box = run.state.box(act.box or 0)
    if box is None:
        return Refusal(under, f"box {act.box} is not in play")
    player = act.player or box.decider or ""
    run.emit(e.PlayerLeft(box=box.number, player=player, under=under))
    return None


def _insurance_not_offered(run: Run, act: acts.Report, under: str) -> Refusal | None:
    if len(run.state.dealer) > 1:
        return Refusal(under, "the dealer has a second card already")
    run.emit(e.InsuranceReopened(box=act.box or 0, player=act.player or "", under=under))
    return None


def _madness_failed(run: Run, act: acts.Report, under: str) -> Refusal | None:
    run.emit(e.EquipmentFailed(what="madness_21", under=under))
    if run.state.phase in IN_ROUND and run.state.phase is not Phase.DEALING:
        from pitboss.law.counting import is_blackjack

        for box in run.state.boxes:
            if is_blackjack(run.state.rules, box.hands[0].hand):
                settling.settle_madness(run, box.number, None)
    return None


def _repaired(what: str) -> Callable[[Run, acts.Report, str], Refusal | None]:
    def repaired(run: Run, act: acts.Report, under: str) -> Refusal | None:
        if what not in run.state.broken:
            return Refusal(under, "it is not out of order")
        run.emit(e.EquipmentRepaired(what=what, under=under))
        return None

    return repaired


def _reader_failed(run: Run, act: acts.Report, under: str) -> Refusal | None:
    run.emit(e.EquipmentFailed(what="card_reader", under=under))
    return None


def _side_bets_missed(run: Run, act: acts.Report, under: str) -> Refusal | None:
    _note(run, act, under)
    settling.settle_after_deal(run)
    return None


# Shuffles.


def _shuffle_later(run: Run, act: acts.Report, under: str) -> Refusal | None:
    if act.what == "reshuffle_ordered" and act.by == "player":
        return Refusal(under, "only a supervisor orders a shuffle")
    _note(run, act, under)
    reason = {"cards_replaced": "replaced", "reshuffle_ordered": "ordered"}.get(act.what, act.what)
    run.emit(e.ShuffleOrdered(reason=reason, under=under))
    return None


def _cut_card_missing(run: Run, act: acts.Report, under: str) -> Refusal | None:
    from pitboss.law.shoe import has_cutting_card

    if not has_cutting_card(run.state.rules):
        return Refusal(under, "a continuous shuffler has no cutting card")
    return _shuffle_later(run, act, under)


def _damaged(run: Run, act: acts.Report, under: str) -> Refusal | None:
    _note(run, act, under)
    run.emit(e.CardToBeReplaced(card=act.card or "", under=under))
    return None


_REMEDIES: dict[str, Callable[[Run, acts.Report, str], Refusal | None]] = {
    "dealer_card_missed": _dealer_missed,
    "no_cards_dealt": _no_cards,
    "one_card_dealt": _one_card,
    "missed_card": _missed_card,
    "exposed_card": _held,
    "drawn_unexposed": _held,
    "drawn_together": _together,
    "extra_dealer_card": _extra_dealer_card,
    "stray_cards": _stray,
    "dealing_error": _dealing_error,
    "void_hand": _void_hand,
    "csm_malfunction": _malfunction,
    "tech_interruption": _interruption,
    "foreign_card": _void_the_round,
    "card_count_wrong": _void_the_round,
    "unshuffled": _void_the_round,
    "absent": _absent,
    "insurance_not_offered": _insurance_not_offered,
    "madness_failure": _madness_failed,
    "madness_repaired": _repaired("madness_21"),
    "reader_fault": _reader_failed,
    "reader_repaired": _repaired("card_reader"),
    "side_bets_missed": _side_bets_missed,
    "reshuffle_ordered": _shuffle_later,
    "cards_replaced": _shuffle_later,
    "reshuffle_missed": _shuffle_later,
    "vacancy_shuffle": _shuffle_later,
    "cut_card_missing": _cut_card_missing,
    "damaged_card": _damaged,
}
