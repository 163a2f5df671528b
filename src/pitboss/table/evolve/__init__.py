"""``evolve(state, event)``: the state after an event; the only way in which a state comes about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pitboss.table import events as e
from pitboss.table.evolve import irregularities, open_changes, play, preparation, wagers
from pitboss.table.evolve.changes import HOUSE, bets
from pitboss.table.state import TableState

__all__ = ["AFTER", "HOUSE", "bets", "evolve"]


def evolve(state: TableState, event: e.Event) -> TableState:
    """The table after this has happened."""
    return AFTER[type(event)](state, event)


AFTER: Final[dict[type[e.Event], Callable[[TableState, Any], TableState]]] = {
    e.TableOpened: preparation.table_opened,
    e.PlayerArrived: preparation.player_arrived,
    e.SeatTaken: preparation.seat_taken,
    e.SeatLeft: preparation.seat_left,
    e.CardsPrepared: preparation.cards_prepared,
    e.RecutOrdered: preparation.recut_ordered,
    e.BurnedCardShown: preparation.burned_card_shown,
    e.TimePassed: preparation.time_passed,
    e.PlayerReadmitted: preparation.player_readmitted,
    e.CardsShuffled: preparation.cards_shuffled,
    e.CutOffered: preparation.cut_offered,
    e.CutDeclined: preparation.cut_declined,
    e.CutUnanswered: preparation.cut_unanswered,
    e.ShoeCut: preparation.shoe_cut,
    e.ShoeLoaded: preparation.shoe_loaded,
    e.CardBurned: preparation.card_burned,
    e.DealerChanged: preparation.dealer_changed,
    e.ShoeRevealed: preparation.noted,
    e.ShoeSealed: preparation.noted,
    e.SeedGiven: preparation.noted,
    e.SeedsMixed: preparation.noted,
    e.BankDeclined: wagers.bank_declined,
    e.BankTaken: wagers.bank_taken,
    e.FeeCollected: wagers.fee_collected,
    e.FeeReturned: wagers.fee_returned,
    e.WagerPlaced: wagers.wager_placed,
    e.WagerRaised: wagers.wager_raised,
    e.WagerLowered: wagers.wager_lowered,
    e.WagerWithdrawn: wagers.wager_withdrawn,
    e.UndealtWagerReturned: wagers.undealt_wager_returned,
    e.BankReturned: wagers.bank_returned,
    e.WagerProRated: wagers.wager_pro_rated,
    e.BetsClosed: wagers.bets_closed,
    e.BetsReopened: wagers.bets_reopened,
    e.WagerSettled: wagers.wager_settled,
    e.CutCardDrawn: play.cut_card_drawn,
    e.CardDealt: play.card_dealt,
    e.SqueezeGranted: play.squeeze_granted,
    e.CardsTakenAway: play.cards_taken_away,
    e.DealCompleted: play.deal_completed,
    e.ButtonPressed: play.button_pressed,
    e.WindowOpened: play.window_opened,
    e.OfferUnanswered: preparation.noted,
    e.WindowClosed: play.window_closed,
    e.EvenMoneyTaken: play.even_money_taken,
    e.HoleCardChecked: play.hole_card_checked,
    **{e.OF_PLAY[act]: after for act, after in play.OF_PLAY.items()},
    e.BackBettorsAsked: play.back_bettors_asked,
    e.ShareDeclined: play.share_declined,
    e.HandBusted: play.hand_busted,
    e.HandClosed: play.hand_closed,
    e.HoleCardRevealed: play.hole_card_revealed,
    e.DealerHandCompleted: play.dealer_hand_completed,
    e.CardsCollected: play.cards_collected,
    e.RoundClosed: play.round_closed,
    e.IrregularityNoted: preparation.noted,
    e.DealChanged: irregularities.deal_changed,
    e.CardHeld: irregularities.card_held,
    e.CardRemoved: irregularities.card_removed,
    e.CardRefused: irregularities.card_refused,
    e.CardChosen: irregularities.card_chosen,
    e.ChoiceOffered: irregularities.choice_offered,
    e.PlayerContinued: irregularities.player_continued,
    e.BetsWithdrawn: irregularities.bets_withdrawn,
    e.PlayerLeft: irregularities.player_left,
    e.InsuranceReopened: irregularities.insurance_reopened,
    e.LateCardDue: irregularities.late_card_due,
    e.LateCardTaken: irregularities.late_card_taken,
    e.HandVoided: irregularities.hand_voided,
    e.RoundVoided: irregularities.round_voided,
    e.ShoeExhausted: irregularities.shoe_exhausted,
    e.ShuffleOrdered: irregularities.shuffle_ordered,
    e.CardToBeReplaced: irregularities.card_to_be_replaced,
    e.EquipmentFailed: irregularities.equipment_failed,
    e.EquipmentRepaired: irregularities.equipment_repaired,
    e.SupervisorRuled: preparation.noted,
    e.ChangeProposed: open_changes.change_proposed,
    e.ChangeAnnounced: open_changes.change_announced,
    e.ChangeDropped: open_changes.change_dropped,
    e.RulesChanged: open_changes.rules_changed,
}
"""What each kind of event makes of a state."""
