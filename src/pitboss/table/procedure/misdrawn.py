"""Cards drawn or dealt in error: held, chosen, removed or reconstructed; the players' choice."""

from __future__ import annotations

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.counting import is_bust
from pitboss.law.insurance import may_still_insure
from pitboss.law.irregularities import (
    Irregularity,
    may_reconstruct,
    resolution,
    side_bet_stays,
)
from pitboss.rulebooks.enumerations import DealingError, Result
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure import settlement
from pitboss.table.procedure.dealing import (
    choice_of_order,
    close_window,
    no_card_is_due,
    not_for_the_dealer,
    offer_choice,
)
from pitboss.table.procedure.duties import next_to_draw
from pitboss.table.procedure.missed_cards import note
from pitboss.table.procedure.voids import void_hands
from pitboss.table.run import RunningDecision
from pitboss.table.state import Phase, TableState

_SETTLED = (Result.WIN, Result.LOSE, Result.STAND_OFF, Result.SURRENDERED)
_INTERIM = frozenset({"initial_deal", "early_window"})
_FINAL = frozenset({"bust", "dealer_second", "end"})


def next_card(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    """Set aside a card that was not exposed as the next card."""
    note(run, act, under)
    run.emit(e.CardHeld(card=act.card or "", exposed=False, under=under))
    return None


def offered(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    """Offer an exposed card as the next one; insurance closes if the book says so."""
    if run.state.phase is Phase.SETTLEMENT:
        note(run, act, under)
        run.emit(e.CardRemoved(card=act.card or "", why="not needed", under=under))
        return None
    if run.state.phase is Phase.DEALING:
        # Before the deal is complete no one may refuse it: the cards keep their order.
        under = run.state.rules.book.remedies.get("dealing_error", under)
    _seen(run)
    note(run, act, under)
    run.emit(e.CardHeld(card=act.card or "", exposed=True, under=under))
    return None


def next_card_and_choice(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    """Set the card aside as the next one, and offer every player the choice."""
    if no_card_is_due(run.state):
        return Refusal(under, "no more cards are due in this round")
    seen = act.what != "drawn_unexposed"
    if seen:
        _seen(run)
    note(run, act, under)
    # As the next card it is back in its order: reconstructed, where that is still allowed.
    rebuilt = may_rebuild(run.state, is_drawn=True)
    back = rebuilt.under if isinstance(rebuilt, Permit) else under
    run.emit(e.CardHeld(card=act.card or "", exposed=seen, under=back))
    offer_choice(run, under, rebuilt=bool(rebuilt))
    return None


def _seen(run: RunningDecision) -> None:
    if not may_still_insure(run.state.rules, further_card_dealt=True):
        close_window(run)


def picked(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    """Let the player choose among cards drawn together; the dealer's are discarded."""
    if len(act.cards) < 2:
        return Refusal(under, "at least two cards must have been drawn together")
    if run.state.shoe.held:
        return Refusal(under, "a card is already held as the next card")
    if no_card_is_due(run.state):
        return Refusal(under, "no more cards are due in this round")
    if run.state.phase is not Phase.DEALING:
        close_window(run)
    note(run, act, under)
    dealers = next_to_draw(run.state) is None
    for card in act.cards:
        if dealers:
            run.emit(not_for_the_dealer(run, card))
        else:
            run.emit(e.CardHeld(card=card, exposed=True, together=True, under=under))
    if dealers:
        offer_choice(run, choice_of_order(run))
    return None


def removed(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    """Discard a card drawn to a completed hand."""
    note(run, act, under)
    _discard(run, act.card or "", "drawn to a completed hand", under)
    return None


def _discard(run: RunningDecision, card: str, why: str, under: str) -> None:
    """Remove a card from play: one held as the next card, or one from the shoe."""
    run.emit(e.CardRemoved(card=card, why=why, held=card in next_cards(run.state), under=under))


def next_cards(state: TableState) -> tuple[str, ...]:
    """The cards held as the next ones, which come before those in the shoe (rws 5.12)."""
    return tuple(held.card.text for held in state.shoe.held)


def removed_and_choice(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    """Discard cards dealt to an empty box, or in the initial deal put them back in order."""
    boxes = run.state.rules.equipment.boxes
    if not 1 <= (act.box or 0) <= boxes.value:
        return Refusal(boxes.under, f"there is no box {act.box}; the table has {boxes.value} boxes")
    if run.state.open_wagers(box=act.box):
        return Refusal(under, f"box {act.box} has a bet")
    if run.state.phase is not Phase.DEALING:
        close_window(run)
    note(run, act, under)
    rebuilt = may_rebuild(run.state, are_stray=True)
    held = list(next_cards(run.state))
    for card in act.cards:
        if not rebuilt:
            _discard(run, card, "dealt to an empty box", under)
        elif card in held:
            held.remove(card)
        else:
            run.emit(e.CardHeld(card=card, exposed=True, under=rebuilt.under))
    if rebuilt:
        run.emit(e.IrregularityNoted(what="rebuilt", by=act.by, under=rebuilt.under))
    offer_choice(run, choice_clause(run), rebuilt=bool(rebuilt))
    return None


def choice(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    """Offer every player with an open bet the choice, cards as dealt or reconstructed."""
    refused = _note_and_rebuild(run, act, under)
    if refused is None:
        offer_choice(run, under, rebuilt=bool(act.reconstructed))
    return refused


def _note_and_rebuild(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    rebuilt = may_rebuild(run.state) if act.reconstructed else None
    if isinstance(rebuilt, Refusal):
        return rebuilt
    note(run, act, under)
    if rebuilt is not None:
        run.emit(e.IrregularityNoted(what="rebuilt", by=act.by, under=rebuilt.under))
        for card in act.cards:
            left = resolution(run.state.rules, Irregularity.EXTRA_DEALER_CARD).under
            why = "left over after the reconstruction"
            run.emit(e.CardRemoved(card=card, why=why, under=left))
    return None


def rebuilt_or_void(run: RunningDecision, act: acts.Report, under: str) -> Refusal | None:
    """Reconstruct the cards or, if that is not possible, void the affected hands."""
    refused = _note_and_rebuild(run, act, under)
    if refused is not None or act.reconstructed:
        return refused
    hands = act.hands or (((act.box, act.hand or 1),) if act.box is not None else ())
    return void_hands(run, hands, run.state.rules.book.remedies.get("void_hand", under))


def may_rebuild(state: TableState, *, are_stray: bool = False, is_drawn: bool = False) -> Answer:
    """Whether the cards may be reconstructed now; before play the error is one of the deal.

    A card drawn in error is one of the deal only while that lasts (``is_drawn``).
    For cards on an empty box the interim settlement is past with the initial deal (rws B31).
    """
    made = {w.when for w in state.wagers if w.result in _SETTLED}
    in_deal = state.phase is Phase.DEALING if is_drawn else not has_gone_on(state)
    is_past = are_stray and state.phase is not Phase.DEALING
    return may_reconstruct(
        state.rules,
        in_initial_deal=in_deal or are_stray,
        interim_settled=is_past or not made.isdisjoint(_INTERIM),
        final_settled=not made.isdisjoint(_FINAL),
    )


def has_gone_on(state: TableState) -> bool:
    """Whether a card has left the shoe, or is due, after those of the initial deal.

    Until then an error in the cards can only be one of the initial deal.
    """
    if state.phase in (Phase.DEALING, Phase.AFTER_DEAL, Phase.WINDOW):
        return False
    dealt = len(state.dealer) + sum(len(h.hand.cards) for b in state.boxes for h in b.hands)
    return dealt > state.dealt or state.owed is not None or state.phase is not Phase.PLAY


# The players' choice.


def go_on(run: RunningDecision, act: acts.Continue) -> Refusal | None:
    """Play on with the hand as dealt or reconstructed."""
    if act.player not in run.state.choosing:
        return Refusal(choice_clause(run), f"{act.player} has no choice to make")
    key = "goes_on_rebuilt" if run.state.chooses_rebuilt else "goes_on_as_dealt"
    under = run.state.rules.book.cites.get(key, choice_clause(run))
    run.emit(e.PlayerContinued(player=act.player, under=under))
    _collect_busts(run)
    return None


def take_back(run: RunningDecision, act: acts.TakeBack) -> Refusal | None:
    """Take back all open bets."""
    if act.player not in run.state.choosing:
        return Refusal(_stay_under(run), f"{act.player} has no choice to make")
    under = run.state.rules.book.cites.get("bets_taken_back", choice_clause(run))
    for wager in run.state.open_wagers(player=act.player):
        settlement.hand_back(run, wager, under)
    run.emit(e.BetsWithdrawn(player=act.player, under=under))
    _return_orphans(run, under)
    _collect_busts(run)
    return None


def _stay_under(run: RunningDecision) -> str:
    """The clause by which bets stay: that of the choice or, without one, of bets once closed."""
    choice = choice_clause(run)
    return run.state.rules.betting.withdrawn_later.under if choice == NOT_IN_THE_TEXT else choice


def _collect_busts(run: RunningDecision) -> None:
    """Collect the busts that waited for the choice, once every player has made it."""
    state = run.state
    if state.choosing:
        return
    for box in state.boxes:
        for played in box.hands:
            if is_bust(state.rules, played.hand.cards):
                settlement.collect_bust(run, box.number, played.number)


def _return_orphans(run: RunningDecision, under: str) -> None:
    """Return the side bets on a box without a main wager, unless its two cards decide them."""
    rules = run.state.rules
    under = rules.book.remedies.get("orphan_side_bet", under)
    for box in run.state.boxes:
        if not all(h.is_void for h in box.hands):
            continue
        if not side_bet_stays(rules, cards=len(box.hands[0].hand.cards)):
            for wager in run.state.open_wagers(box=box.number):
                settlement.hand_back(run, wager, under)


def must_choose_first(run: RunningDecision) -> Refusal | None:
    """Refuse a decision while players still have to choose."""
    if not run.state.choosing:
        return None
    names = " and ".join(run.state.choosing)
    return Refusal(
        choice_clause(run), f"{names} must first choose to play on or take back the bets"
    )


def choice_clause(run: RunningDecision) -> str:
    """The clause under which the players choose."""
    rules = run.state.rules
    if rules.irregularities.dealing_error.value is not DealingError.PLAYERS_CHOOSE:
        return NOT_IN_THE_TEXT
    return rules.book.remedies.get("dealing_error", rules.irregularities.dealing_error.under)
