"""``evolve(state, event)``: the state after an event; the only way in which a state comes about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pitboss.table import events as e
from pitboss.table.evolve import opening, play, trouble, wagers
from pitboss.table.evolve.changes import HOUSE, bets
from pitboss.table.state import TableState

__all__ = ["AFTER", "HOUSE", "bets", "evolve"]


def evolve(state: TableState, event: e.Event) -> TableState:
    """The table after this has happened."""
    return AFTER[type(event)](state, event)


AFTER: Final[dict[type[e.Event], Callable[[TableState, Any], TableState]]] = {
    e.TableOpened: opening.table_opened,
    e.PlayerArrived: opening.player_arrived,
    e.SeatTaken: opening.seat_taken,
    e.SeatLeft: opening.seat_left,
    e.CardsPrepared: opening.cards_prepared,
    e.RecutOrdered: opening.recut_ordered,
    e.BurnedCardShown: opening.noted,
    e.TimePassed: opening.time_passed,
    e.PlayerReadmitted: opening.readmitted,
    e.CardsShuffled: opening.cards_shuffled,
    e.CutOffered: opening.cut_offered,
    e.CutDeclined: opening.cut_declined,
    e.ShoeCut: opening.shoe_cut,
    e.ShoeLoaded: opening.shoe_loaded,
    e.CardBurned: opening.card_burned,
    e.DealerChanged: opening.dealer_changed,
    e.ShoeRevealed: opening.noted,
    e.ShoeSealed: opening.noted,
    e.SeedGiven: opening.noted,
    e.SeedsMixed: opening.noted,
    e.BankDeclined: wagers.bank_declined,
    e.BankTaken: wagers.bank_taken,
    e.FeeCollected: wagers.fee_collected,
    e.FeeReturned: wagers.fee_returned,
    e.WagerPlaced: wagers.wager_placed,
    e.WagerRaised: wagers.wager_raised,
    e.WagerLowered: wagers.wager_lowered,
    e.WagerWithdrawn: wagers.wager_withdrawn,
    e.StakePutInProportion: wagers.in_proportion,
    e.BetsClosed: wagers.bets_closed,
    e.BetsReopened: wagers.bets_reopened,
    e.WagerSettled: wagers.wager_settled,
    e.CuttingCardDrawn: play.cutting_card,
    e.CardDealt: play.card_dealt,
    e.SqueezeGranted: play.squeeze_granted,
    e.CardsTakenAway: play.cards_taken_away,
    e.DealCompleted: play.deal_completed,
    e.ButtonPressed: play.button_pressed,
    e.WindowOpened: play.window_opened,
    e.WindowClosed: play.window_closed,
    e.EvenMoneyTaken: play.even_money_taken,
    e.HoleCardChecked: play.hole_checked,
    e.CardAsked: play.card_asked,
    e.HandStood: play.hand_stood,
    e.HandDoubled: play.hand_doubled,
    e.HandSplit: play.hand_split,
    e.OthersAsked: play.others_asked,
    e.ShareDeclined: play.share_declined,
    e.HandZapped: play.hand_zapped,
    e.HandSurrendered: play.hand_surrendered,
    e.HandBusted: play.hand_busted,
    e.HandFinished: play.hand_finished,
    e.HoleCardRevealed: play.hole_revealed,
    e.DealerFinished: play.dealer_finished,
    e.CardsCollected: play.cards_collected,
    e.RoundClosed: play.round_closed,
    e.IrregularityNoted: opening.noted,
    e.DealChanged: trouble.deal_changed,
    e.CardHeld: trouble.card_held,
    e.CardRemoved: trouble.card_removed,
    e.CardRefused: trouble.card_refused,
    e.CardPicked: trouble.card_picked,
    e.ChoiceOffered: trouble.choice_offered,
    e.PlayerContinued: trouble.continued,
    e.BetsTakenBack: trouble.taken_back,
    e.PlayerLeft: trouble.player_left,
    e.InsuranceReopened: trouble.insurance_reopened,
    e.LateCardDue: trouble.late_card_due,
    e.LateCardTaken: trouble.late_card_taken,
    e.HandVoided: trouble.hand_voided,
    e.RoundVoided: trouble.round_voided,
    e.ShoeExhausted: trouble.shoe_exhausted,
    e.ShuffleOrdered: trouble.shuffle_ordered,
    e.CardToBeReplaced: trouble.to_be_replaced,
    e.EquipmentFailed: trouble.failed,
    e.EquipmentRepaired: trouble.repaired,
    e.SupervisorRuled: opening.noted,
}
"""What each kind of event makes of a state."""
