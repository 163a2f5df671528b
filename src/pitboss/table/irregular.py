"""When something goes wrong: what the book orders, as events."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pitboss.cards import Card, NotACard
from pitboss.law.answers import Answer, Refusal
from pitboss.law.counting import is_blackjack
from pitboss.law.insurance import may_still_insure
from pitboss.law.irregularities import may_reconstruct, outcome_is_established
from pitboss.law.shoe import has_cutting_card
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.words import (
    BlackjackPaid,
    DealingError,
    Interruption,
    Result,
)
from pitboss.table import acts, missed, settling, sharing, supervision
from pitboss.table import events as e
from pitboss.table.dealing import close_window, offer_choice
from pitboss.table.duties import (
    active,
    blackjack_is_settled_now,
    is_unpaid_blackjack,
    side_bets_due,
)
from pitboss.table.missed import note
from pitboss.table.run import Run
from pitboss.table.state import Phase

_SETTLED = (Result.WIN, Result.LOSE, Result.STAND_OFF, Result.SURRENDERED)

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
    if act.what in _DURING_A_ROUND and run.state.phase in (Phase.BETTING, Phase.COLLECTION):
        return Refusal(under, "no round is being played")
    refused = _no_cards_named(act, under)
    if refused is None:
        refused = supervision.may_report(run, act, under)
    if refused is not None:
        return refused
    handler = _REMEDIES.get(act.what)
    if handler is None:
        note(run, act, under)
        return None
    return handler(run, act, under)


def _no_cards_named(act: acts.Report, under: str) -> Refusal | None:
    """A report about a card names one, and every name is that of a card."""
    if act.what in _ABOUT_A_CARD and act.card is None:
        return Refusal(under, "say which card")
    for name in (*((act.card,) if act.card is not None else ()), *act.cards, *act.lost):
        try:
            Card(name)
        except NotACard as error:
            return Refusal(under, str(error))
    return None


# Cards out of the shoe.


def _held(run: Run, act: acts.Report, under: str) -> Refusal | None:
    card = act.card or ""
    if act.what == "exposed_card" and run.state.phase is Phase.SETTLEMENT:
        note(run, act, under)
        run.emit(e.CardRemoved(card=card, why="of no use to anybody", under=under))
        return None
    if run.state.phase not in IN_ROUND:
        return Refusal(under, "no round is being dealt")
    if act.what == "exposed_card" and not may_still_insure(
        run.state.rules, further_card_dealt=True
    ):
        close_window(run)
    note(run, act, under)
    run.emit(e.CardHeld(card=card, exposed=act.what == "exposed_card", under=under))
    return None


def _together(run: Run, act: acts.Report, under: str) -> Refusal | None:
    close_window(run)
    note(run, act, under)
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
    note(run, act, under)
    run.emit(e.CardRemoved(card=act.card or "", why="drawn to a finished hand", under=under))
    return None


def _stray(run: Run, act: acts.Report, under: str) -> Refusal | None:
    close_window(run)
    note(run, act, under)
    for card in act.cards:
        run.emit(e.CardRemoved(card=card, why="dealt to an empty box", under=under))
    offer_choice(run, under)
    return None


def _dealing_error(run: Run, act: acts.Report, under: str) -> Refusal | None:
    rebuilt = _may_rebuild(run) if act.reconstructed else None
    if isinstance(rebuilt, Refusal):
        return rebuilt
    note(run, act, under)
    if rebuilt is not None:
        run.emit(e.IrregularityNoted(what="rebuilt", by=act.by, under=rebuilt.under))
    if run.state.rules.irregularities.dealing_error.value is DealingError.PLAYERS_CHOOSE:
        offer_choice(run, under)
    return None


def _may_rebuild(run: Run) -> Answer:
    """Whether cards may be put back in order now; before play the error is one of the deal."""
    state = run.state
    made = {w.when for w in state.wagers if w.result in _SETTLED}
    return may_reconstruct(
        state.rules,
        in_initial_deal=state.phase in (Phase.DEALING, Phase.AFTER_DEAL, Phase.WINDOW),
        interim_settled=not made.isdisjoint(("initial_deal", "early_window")),
        final_settled=not made.isdisjoint(("bust", "dealer_second", "end")),
    )


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
    _return_undealt(run, under)
    return None


def _return_undealt(run: Run, under: str) -> None:
    """Side bets on a box that gets no second card any more go back too."""
    for box in run.state.boxes:
        if all(h.is_void for h in box.hands) and len(box.hands[0].hand.cards) < 2:
            for wager in run.state.open_wagers(box=box.number):
                settling.hand_back(run, wager, under)


def _choice_clause(run: Run) -> str:
    return run.state.rules.book.remedies.get("dealing_error", run.state.rules.deal.turns.under)


# Voids.


def _void_hand(run: Run, act: acts.Report, under: str) -> Refusal | None:
    box, hand = act.box or 0, act.hand or 1
    found = run.state.box(box)
    if found is None or found.hand(hand) is None:
        return Refusal(under, f"there is no hand {hand} on box {box}")
    note(run, act, under)
    for card in act.lost:
        run.emit(e.CardRemoved(card=card, why="lost in the error", under=under))
    void_one_hand(run, box, hand, under)
    return None


def void_one_hand(run: Run, box: int, hand: int, under: str) -> None:
    """The hand's wagers go back, with what rests on the hand: insurance, sevens, open side bets."""
    run.emit(e.HandVoided(box=box, hand=hand, under=under))
    here = [w for w in run.state.wagers if w.box == box]
    initial = {w.player: w.hand for w in here if w.kind is WagerKind.MAIN}
    for wager in here:
        is_open = wager.result is None or wager.kind is WagerKind.SUPER_SEVENS
        rests = wager.hand is None and initial.get(wager.player) == hand and is_open
        if wager.hand == hand or rests:
            settling.void_wager(run, wager, under)


def void_round(run: Run, why: str, under: str) -> None:
    """Every wager of the round goes back, whatever was settled, and every fee."""
    run.emit(e.RoundVoided(why=why, under=under))
    for wager in run.state.wagers:
        settling.void_wager(run, wager, under)
    for player, amount in run.state.fees.items():
        run.emit(e.FeeReturned(player=player, amount=amount, under=under))


def _nothing_to_void(run: Run) -> bool:
    """Whether no round is on: bets that lie are part of one, even before its first card."""
    return run.state.phase not in IN_ROUND and not run.state.open_wagers()


def _void_the_round(run: Run, act: acts.Report, under: str) -> Refusal | None:
    if _nothing_to_void(run):
        return Refusal(under, "no round is being played")
    note(run, act, under)
    void_round(run, act.what, run.state.rules.book.remedies.get("void_round", under))
    return None


def _malfunction(run: Run, act: acts.Report, under: str) -> Refusal | None:
    note(run, act, under)
    elected = run.state.rules.irregularities.interruption.value
    ruling = act.ruling or ("void_round" if elected is Interruption.VOID_ROUND else "void_hands")
    if ruling == "void_round":
        void_round(run, act.what, under)
        return None
    for box, hand in act.hands:
        void_one_hand(run, box, hand, under)
    return None


def _interruption(run: Run, act: acts.Report, under: str) -> Refusal | None:
    if _nothing_to_void(run):
        return Refusal(under, "no round is being played")
    note(run, act, under)
    if not outcome_is_established(run.state.rules, _decided(run)):
        void_round(run, act.what, run.state.rules.book.remedies.get("void_round", under))
    return None


def _decided(run: Run) -> Iterator[bool]:
    """Whether anything is won or lost by now, also what lies open in the deal but is unpaid."""
    state = run.state
    conclusive = (Result.WIN, Result.LOSE, Result.SURRENDERED)
    yield from (w.result in conclusive for w in state.wagers)
    if state.phase is Phase.DEALING and state.dealer:
        yield bool(side_bets_due(state))
        if blackjack_is_settled_now(state, BlackjackPaid.AFTER_THE_DEAL):
            yield from (is_unpaid_blackjack(state, box) for box in state.boxes)


# People and equipment.


def _absent(run: Run, act: acts.Report, under: str) -> Refusal | None:
    box = run.state.box(act.box or 0)
    if box is None:
        return Refusal(under, f"box {act.box} is not in play")
    player = act.player or box.decider or ""
    run.emit(e.PlayerLeft(box=box.number, player=player, under=under))
    sharing.decline_for(run, box.number, player)
    return None


def _insurance_not_offered(run: Run, act: acts.Report, under: str) -> Refusal | None:
    if len(run.state.dealer) > 1:
        return Refusal(under, "the dealer has a second card already")
    run.emit(e.InsuranceReopened(box=act.box or 0, player=act.player or "", under=under))
    return None


def _madness_failed(run: Run, act: acts.Report, under: str) -> Refusal | None:
    run.emit(e.EquipmentFailed(what="madness_21", under=under))
    if run.state.phase in IN_ROUND and run.state.phase is not Phase.DEALING:
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


def _machine_failed(run: Run, act: acts.Report, under: str) -> Refusal | None:
    run.emit(e.EquipmentFailed(what="shuffler", under=under))
    return None


def _side_bets_missed(run: Run, act: acts.Report, under: str) -> Refusal | None:
    note(run, act, under)
    settling.settle_after_deal(run)
    return None


# Shuffles.


def _shuffle_later(run: Run, act: acts.Report, under: str) -> Refusal | None:
    note(run, act, under)
    reason = {"cards_replaced": "replaced", "reshuffle_ordered": "ordered"}.get(act.what, act.what)
    run.emit(e.ShuffleOrdered(reason=reason, under=under))
    return None


def _cut_card_missing(run: Run, act: acts.Report, under: str) -> Refusal | None:
    if not has_cutting_card(run.state.rules):
        return Refusal(under, "a continuous shuffler has no cutting card")
    return _shuffle_later(run, act, under)


def _damaged(run: Run, act: acts.Report, under: str) -> Refusal | None:
    note(run, act, under)
    run.emit(e.CardToBeReplaced(card=act.card or "", under=under))
    return None


_ABOUT_A_CARD = frozenset({"damaged_card", "drawn_unexposed", "exposed_card", "extra_dealer_card"})

_DURING_A_ROUND = frozenset(
    {
        "absent",
        "csm_malfunction",
        "dealing_error",
        "drawn_together",
        "missed_card",
        "side_bets_missed",
        "stray_cards",
        "void_hand",
    }
)

_REMEDIES: dict[str, Callable[[Run, acts.Report, str], Refusal | None]] = {
    **missed.REMEDIES,
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
    "void_round": _void_the_round,
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
    "shuffler_fault": _shuffle_later,
    "card_seen_before_shoe": _shuffle_later,
    "shuffler_dead": _machine_failed,
    "ruling": supervision.rule,
    "readmitted": supervision.readmit,
}
