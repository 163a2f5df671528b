"""How irregularities change the state."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.law.dealing import CardPlace
from pitboss.law.stakes import StakedBet
from pitboss.law.wagering import decider
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import Decider, Exhausted, Result
from pitboss.table import events as e
from pitboss.table.evolve.changes import (
    answered,
    the_hand,
    with_box,
    with_hand,
)
from pitboss.table.state import (
    Box,
    Closed,
    HeldCard,
    Phase,
    TableState,
)


def deal_changed(state: TableState, event: e.DealChanged) -> TableState:
    """After ``DealChanged``."""
    order = list(state.deal_order)
    if event.missed in ("first", "second"):
        mine = [d for d in order if d.place is CardPlace.DEALER]
        others = [d for d in order if d.place is not CardPlace.DEALER]
        up, *rest = mine
        if event.missed == "first":
            return replace(state, deal_order=(*others, up._replace(was_missed=True), *rest))
        if up.was_missed:  # both of the dealer's cards come last already
            return state
        # The up card follows the first cards of all boxes, whichever of them miss the second.
        firsts = [others.index(d) for d in dict.fromkeys(others)]
        seconds = [d for i, d in enumerate(others) if i not in firsts]
        first_round = (others[i] for i in firsts)
        return replace(state, deal_order=(*first_round, up, *seconds, *rest))
    for_box = [i for i, d in enumerate(order) if d.box == event.box]
    dropped = for_box if event.missed == "both" else for_box[1:]
    kept = tuple(d for i, d in enumerate(order) if i not in dropped)
    return replace(state, deal_order=kept)


def card_held(state: TableState, event: e.CardHeld) -> TableState:
    """After ``CardHeld``."""
    shoe = state.shoe
    held = (*shoe.held, HeldCard(Card(event.card), event.exposed, event.together))
    return replace(state, shoe=replace(shoe, held=held, used=shoe.used + 1))


def card_removed(state: TableState, event: e.CardRemoved) -> TableState:
    """After ``CardRemoved``."""
    shoe = state.shoe
    if event.card == "XX":
        return replace(state, shoe=replace(shoe, used=shoe.used + 1))
    card = Card(event.card)
    held, used = shoe.held, shoe.used + 1
    if event.held:
        at = next(i for i, h in enumerate(held) if h.card is card)
        held, used = held[:at] + held[at + 1 :], shoe.used
    return replace(
        state,
        shoe=replace(
            shoe,
            used=used,
            held=held,
            removed=(*shoe.removed, card),
            rack=(*shoe.rack, card),
        ),
    )


def card_refused(state: TableState, event: e.CardRefused) -> TableState:
    """After ``CardRefused``."""
    played = the_hand(state, event.box, event.hand)
    refused = replace(played.hand, has_refused=True)
    boxes = with_hand(state, event.box, event.hand, hand=refused, is_done=True)
    for box, hand in event.others:
        bound = replace(the_hand(state, box, hand).hand, has_refused=True)
        boxes = with_hand(replace(state, boxes=boxes), box, hand, hand=bound)
    closed = (Closed(event.box, event.hand, event.under),)
    return replace(state, boxes=boxes, closed=closed)


def card_chosen(state: TableState, event: e.CardChosen) -> TableState:
    """After ``CardChosen``."""
    held = state.shoe.held
    at = next(i for i, h in enumerate(held) if h.card is Card(event.card))
    # The picked card brings the choice of 5.7 with it; the others are simply the next cards.
    others = (replace(h, together=False) for h in (*held[:at], *held[at + 1 :]))
    picked = replace(held[at], is_picked=True)
    return replace(state, shoe=replace(state.shoe, held=(picked, *others)))


def choice_offered(state: TableState, event: e.ChoiceOffered) -> TableState:
    """After ``ChoiceOffered``."""
    # The choice is offered once; the other cards drawn together are simply the next ones.
    held = tuple(replace(h, together=False) for h in state.shoe.held)
    return replace(
        state,
        choosing=event.players,
        chooses_rebuilt=event.rebuilt,
        shoe=replace(state.shoe, held=held),
    )


def player_continued(state: TableState, event: e.PlayerContinued) -> TableState:
    """After ``PlayerContinued``."""
    return replace(state, choosing=tuple(p for p in state.choosing if p != event.player))


def bets_withdrawn(state: TableState, event: e.BetsWithdrawn) -> TableState:
    """After ``BetsWithdrawn``."""
    request = state.asked.without(event.player) if state.asked is not None else None
    boxes = []
    for box in state.boxes:
        hands = []
        for played in box.hands:
            # A hand of a split is not void while another bettor may still follow onto it.
            may_follow = (
                request is not None
                and request.box == box.number
                and (played.number in (request.hand, request.new_hand))
            )
            rides = may_follow or any(
                w.box == box.number
                and w.hand == played.number
                and w.player != event.player
                and w.result is None
                for w in state.wagers
            )
            gone = not rides and not played.is_paid and not played.is_void
            mine = any(
                w.box == box.number
                and w.hand == played.number
                and w.player == event.player
                and w.result is Result.RETURNED
                for w in state.wagers
            )
            if gone and mine:
                played = replace(played, is_done=True, is_void=True, is_late=False)
            hands.append(played)
        decides = box.decider
        if decides == event.player:
            decides = _next_decider(state, box, event.player)
        boxes.append(replace(box, hands=tuple(hands), decider=decides))
    choosing = tuple(p for p in state.choosing if p != event.player)
    after = answered(replace(state, boxes=tuple(boxes), choosing=choosing), event.player)
    if after.owed is not None and the_hand(after, *after.owed[:2]).is_void:
        after = replace(after, owed=None)
    return _without_void_boxes(after)


def _without_void_boxes(state: TableState) -> TableState:
    """A box without a hand in play gets no more cards of the initial deal."""
    if state.phase is not Phase.DEALING:
        return state
    gone = {b.number for b in state.boxes if all(h.is_void for h in b.hands)}
    done, rest = state.deal_order[: state.dealt], state.deal_order[state.dealt :]
    return replace(state, deal_order=(*done, *(d for d in rest if d.box not in gone)))


def player_left(state: TableState, event: e.PlayerLeft) -> TableState:
    """After ``PlayerLeft``."""
    box = state.box(event.box)
    away = (*(box.away if box is not None else ()), event.player)
    if box is not None and event.player != box.decider:
        # The player in control is present, and acts as before (nz 16.6).
        return replace(state, boxes=with_box(state, event.box, away=away))
    highest = None
    if box is not None and state.rules.boxes.nobody_seated.value is Decider.HIGHEST_BETTOR:
        highest = _next_decider(state, box, event.player)
    if highest is not None:
        return replace(state, boxes=with_box(state, event.box, decider=highest, away=away))
    return replace(state, boxes=with_box(state, event.box, is_absent=True, away=away))


def _next_decider(state: TableState, box: Box, gone: str) -> str | None:
    """The player in control once one is absent: by the initial bets of those still in the round."""
    riding = {w.player for w in state.open_wagers(box=box.number) if w.hand is not None}
    riding -= {gone, *box.away}
    initial = [
        StakedBet(w.box, w.player, w.kind, w.stake)
        for w in state.wagers
        if w.kind is WagerKind.MAIN and w.player in riding
    ]
    return decider(state.rules, box.number, on_table=initial, seats=state.seats)


def insurance_reopened(state: TableState, event: e.InsuranceReopened) -> TableState:
    """After ``InsuranceReopened``."""
    late = (*state.may_insure_late, (event.box, event.player))
    return replace(state, may_insure_late=late)


def late_card_due(state: TableState, event: e.LateCardDue) -> TableState:
    """After ``LateCardDue``."""
    owed = state.owed
    if owed is not None and owed[:2] == (event.box, event.hand):
        owed = None
    boxes = with_hand(state, event.box, event.hand, is_late=True)
    return replace(state, boxes=boxes, owed=owed)


def late_card_taken(state: TableState, event: e.LateCardTaken) -> TableState:
    """After ``LateCardTaken``."""
    boxes = with_hand(state, event.box, event.hand, is_late=False, had_late_card=True)
    return replace(state, owed=(event.box, event.hand, 1), boxes=boxes)


def hand_voided(state: TableState, event: e.HandVoided) -> TableState:
    """After ``HandVoided``."""
    boxes = with_hand(state, event.box, event.hand, is_done=True, is_void=True, is_late=False)
    owed = state.owed
    if owed is not None and owed[:2] == (event.box, event.hand):
        owed = None
    back_bettors = state.asked
    if (
        back_bettors is not None
        and back_bettors.box == event.box
        and event.hand in (back_bettors.hand, back_bettors.new_hand)
    ):
        back_bettors = None
    closed = (*state.closed, Closed(event.box, event.hand, event.under))
    after = replace(state, boxes=boxes, owed=owed, asked=back_bettors, closed=closed)
    return _without_void_boxes(after)


def round_voided(state: TableState, event: e.RoundVoided) -> TableState:
    """After ``RoundVoided``."""
    return replace(state, is_void=True, phase=Phase.COLLECTION, choosing=(), owed=None, asked=None)


def shoe_exhausted(state: TableState, event: e.ShoeExhausted) -> TableState:
    """After ``ShoeExhausted``."""
    shoe = replace(state.shoe, exhausted_after=event.after)
    if state.rules.irregularities.shoe_exhausted.value is Exhausted.SHUFFLE_DISCARDS:
        # The shuffled discards serve later rounds too, so the cut card requires no further shuffle.
        shoe = replace(shoe, cut_seen=None)
    return replace(state, shoe=shoe)


def shuffle_ordered(state: TableState, event: e.ShuffleOrdered) -> TableState:
    """After ``ShuffleOrdered``."""
    shoe = state.shoe
    if event.at_once:
        return replace(state, shoe=replace(shoe, shuffled_at_once=True, cut_seen=None))
    if shoe.shuffle_after == "replaced" and event.reason != "reshuffle_missed":
        return state  # the new cards are shuffled in any case
    # After a missed shuffle the cut card did not come out in the round before the next one.
    seen = None if shoe.shuffle_after == "reshuffle_missed" else shoe.cut_seen
    shoe = replace(shoe, shuffle_after=event.reason, due_in=state.round, cut_seen=seen)
    ordered = replace(state, shoe=shoe)
    if event.reason == "replaced":
        return replace(ordered, preparing="opening", prepared=())
    if event.reason == "idle":
        return replace(ordered, preparing="idle", prepared=())
    return ordered


def card_to_be_replaced(state: TableState, event: e.CardToBeReplaced) -> TableState:
    """After ``CardToBeReplaced``."""
    shoe = state.shoe
    return replace(state, shoe=replace(shoe, replaced=(*shoe.replaced, Card(event.card))))


def equipment_failed(state: TableState, event: e.EquipmentFailed) -> TableState:
    """After ``EquipmentFailed``."""
    return replace(state, broken=state.broken | {event.what})


def equipment_repaired(state: TableState, event: e.EquipmentRepaired) -> TableState:
    """After ``EquipmentRepaired``."""
    return replace(state, broken=state.broken - {event.what})
