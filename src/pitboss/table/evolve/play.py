"""How the deal and the decisions change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from pitboss.acts import HandAct
from pitboss.cards import CARDS
from pitboss.law.hands import Hand
from pitboss.law.play import closed_under, order_of_hands
from pitboss.law.wagers import WagerKind
from pitboss.table import events as e
from pitboss.table.evolve.changes import (
    answered,
    the_hand,
    with_box,
    with_card,
    with_hand,
)
from pitboss.table.state import (
    BackBettorsDue,
    Closed,
    CutSeen,
    Phase,
    PlayedHand,
    TableState,
)

_DEALING: Final = Phase.DEALING  # bound once: looking up a member of an enumeration is slow


def cut_card_drawn(state: TableState, event: e.CutCardDrawn) -> TableState:
    """After ``CutCardDrawn``; a second cut card, at the back of the shoe, changes nothing."""
    if state.shoe.cut_seen is not None:
        return state
    box = state.box(event.box) if event.box is not None else None
    seen = CutSeen(event.box, box.decider if box is not None else None)
    return replace(state, shoe=replace(state.shoe, cut_seen=seen, due_in=state.round))


def card_dealt(state: TableState, event: e.CardDealt) -> TableState:
    """After ``CardDealt``."""
    card = CARDS[event.card]
    shoe = state.shoe
    if shoe.held and any(h.card is card for h in shoe.held):
        at = next(i for i, h in enumerate(shoe.held) if h.card is card)
        shoe = replace(shoe, held=shoe.held[:at] + shoe.held[at + 1 :])
    else:
        shoe = replace(shoe, used=shoe.used + 1)
    in_deal = state.phase is _DEALING and state.owed is None
    dealt = state.dealt + 1 if in_deal else state.dealt
    if event.box is None:
        return replace(
            state,
            shoe=shoe,
            dealer=(*state.dealer, card),
            hole_is_down=state.hole_is_down or not event.face_up,
            dealt=dealt,
        )
    owed = state.owed
    if owed is not None:
        owed = (owed[0], owed[1], owed[2] - 1) if owed[2] > 1 else None
    boxes = with_card(state, event.box, event.hand, card)
    return replace(state, shoe=shoe, boxes=boxes, owed=owed, dealt=dealt)


def deal_completed(state: TableState, event: e.DealCompleted) -> TableState:
    """After ``DealCompleted``."""
    return replace(state, phase=Phase.PLAY if event.play_begins else Phase.AFTER_DEAL)


def button_pressed(state: TableState, event: e.ButtonPressed) -> TableState:
    """After ``ButtonPressed``."""
    return replace(state, boxes=with_box(state, event.box, prize=event.prize))


def window_opened(state: TableState, event: e.WindowOpened) -> TableState:
    """After ``WindowOpened``."""
    return replace(state, phase=Phase.WINDOW)


def window_closed(state: TableState, event: e.WindowClosed) -> TableState:
    """After ``WindowClosed``."""
    return replace(state, phase=Phase.PLAY)


def even_money_taken(state: TableState, event: e.EvenMoneyTaken) -> TableState:
    """After ``EvenMoneyTaken``."""
    return state


def hole_card_checked(state: TableState, event: e.HoleCardChecked) -> TableState:
    """After ``HoleCardChecked``."""
    phase = Phase.SETTLEMENT if event.blackjack else Phase.PLAY
    down = state.hole_is_down and not event.blackjack
    return replace(state, phase=phase, hole_is_down=down, has_looked=True)


def hand_hit(state: TableState, event: e.HandHit) -> TableState:
    """After ``HandHit``."""
    return replace(state, owed=(event.box, event.hand, 1), closed=())


def hand_stood(state: TableState, event: e.HandStood) -> TableState:
    """After ``HandStood``; if the house stands for an absent player, no one has acted."""
    boxes = with_hand(state, event.box, event.hand, is_done=True)
    box = state.box(event.box)
    before = state.closed if box is not None and box.is_absent else ()
    closed = (*before, Closed(event.box, event.hand, event.under))
    return replace(state, boxes=boxes, closed=closed)


def hand_doubled(state: TableState, event: e.HandDoubled) -> TableState:
    """After ``HandDoubled``."""
    played = the_hand(state, event.box, event.hand)
    doubled = replace(played.hand, is_doubled=True)
    return replace(
        state,
        boxes=with_hand(state, event.box, event.hand, hand=doubled),
        owed=(event.box, event.hand, state.rules.drawing.after_double.value),
        closed=(),
    )


def hand_split(state: TableState, event: e.HandSplit) -> TableState:
    """After ``HandSplit``."""
    box = state.box(event.box)
    assert box is not None
    played = the_hand(state, event.box, event.hand)
    first, second = played.hand.cards
    exchanges = played.hand.exchanges
    kept = replace(played, hand=Hand((first,), is_split=True, exchanges=exchanges))
    new = PlayedHand(event.new_hand, Hand((second,), is_split=True, exchanges=exchanges))
    order = order_of_hands(tuple(h.number for h in box.hands), event.hand)
    by_number = {h.number: h for h in box.hands} | {event.hand: kept, event.new_hand: new}
    return replace(
        state,
        boxes=with_box(state, event.box, hands=tuple(by_number[n] for n in order)),
        closed=(),
    )


def back_bettors_asked(state: TableState, event: e.BackBettorsAsked) -> TableState:
    """After ``BackBettorsAsked``."""
    what = WagerKind(event.what)
    request = BackBettorsDue(what, event.box, event.hand, event.new_hand, event.players)
    return replace(state, asked=request)


def share_declined(state: TableState, event: e.ShareDeclined) -> TableState:
    """After ``ShareDeclined``."""
    assert state.asked is not None
    wagers = state.wagers
    if event.stays is not None and event.stays != event.hand:
        wagers = tuple(
            replace(w, hand=event.stays)
            if w.box == event.box
            and w.hand == event.hand
            and w.player == event.player
            and w.result is None
            else w
            for w in wagers
        )
    return answered(replace(state, wagers=wagers), event.player)


def hand_zapped(state: TableState, event: e.HandZapped) -> TableState:
    """After ``HandZapped``."""
    played = the_hand(state, event.box, event.hand)
    fresh = replace(played.hand, cards=(), exchanges=played.hand.exchanges + 1)
    return replace(
        state,
        boxes=with_hand(
            state,
            event.box,
            event.hand,
            hand=fresh,
            exchanged=(*played.exchanged, *played.hand.cards),
        ),
        owed=(event.box, event.hand, 2),
        closed=(),
    )


def hand_surrendered(state: TableState, event: e.HandSurrendered) -> TableState:
    """After ``HandSurrendered``."""
    boxes = with_hand(state, event.box, event.hand, is_done=True, is_surrendered=True)
    ended = state.rules.book.cites.get("surrendered", event.under)
    return replace(state, boxes=boxes, closed=(Closed(event.box, event.hand, ended),))


def hand_busted(state: TableState, event: e.HandBusted) -> TableState:
    """After ``HandBusted``; in some books the cards are collected at once."""
    # A double ends by its own card even if that card is too many.
    under = closed_under(state.rules, the_hand(state, event.box, event.hand).hand) or event.under
    closed = (*state.closed, Closed(event.box, event.hand, under))
    if "bust_removed" in state.rules.book.cites:
        return replace(_without_cards(state, event.box, event.hand), closed=closed)
    boxes = with_hand(state, event.box, event.hand, is_done=True)
    return replace(state, boxes=boxes, closed=closed)


def cards_taken_away(state: TableState, event: e.CardsTakenAway) -> TableState:
    """After ``CardsTakenAway``."""
    return _without_cards(state, event.box, event.hand)


def _without_cards(state: TableState, box: int, hand: int) -> TableState:
    """The hand is complete and its cards are in the rack; its cards are still known."""
    played = the_hand(state, box, hand)
    rack = (*state.shoe.rack, *played.exchanged, *played.hand.cards)
    boxes = with_hand(state, box, hand, is_done=True, is_cleared=True)
    return replace(state, boxes=boxes, shoe=replace(state.shoe, rack=rack))


def hand_closed(state: TableState, event: e.HandClosed) -> TableState:
    """After ``HandClosed``."""
    boxes = with_hand(state, event.box, event.hand, is_done=True)
    closed = (*state.closed, Closed(event.box, event.hand, event.under))
    return replace(state, boxes=boxes, closed=closed)


def hole_card_revealed(state: TableState, event: e.HoleCardRevealed) -> TableState:
    """After ``HoleCardRevealed``."""
    return replace(state, hole_is_down=False, phase=Phase.DEALER)


def dealer_hand_completed(state: TableState, event: e.DealerHandCompleted) -> TableState:
    """After ``DealerHandCompleted``."""
    return replace(state, phase=Phase.SETTLEMENT)


def cards_collected(state: TableState, event: e.CardsCollected) -> TableState:
    """After ``CardsCollected``."""
    rack = (*state.shoe.rack, *[CARDS[card] for card in event.cards])
    held = tuple(h for h in state.shoe.held if not h.exposed) if event.kept else ()
    return replace(state, shoe=replace(state.shoe, rack=rack, held=held))


def round_closed(state: TableState, event: e.RoundClosed) -> TableState:
    """After ``RoundClosed``."""
    shoe = replace(
        state.shoe,
        used=0,
        removed=(),
        replaced=(),
        exhausted_after=None,
        shuffled_at_once=False,
        cutter=None,
    )
    since, out = state.betting_since, state.sat_out
    if state.shoe.exhausted_after is None:  # cards shuffled in mid-round make no complete round
        bettors = {w.player for w in state.wagers}
        out |= {p for p in since if p not in bettors}
        since = {**dict.fromkeys(bettors, state.round), **since}
    return TableState(
        rules=state.rules,
        round=state.round + 1,
        seats=state.seats,
        arrived=state.arrived,
        next_wager=state.next_wager,
        shoe=shoe,
        last_banker=state.banker or state.last_banker,
        money=state.money,
        broken=state.broken,
        betting_since=since,
        sat_out=out,
        strict_supervision=state.strict_supervision,
        by_the_book=state.by_the_book,
        dealt_by_person=state.dealt_by_person,
        dealt_by_machine=state.dealt_by_machine,
        preparing=state.preparing,
        prepared=state.prepared,
        age=state.age,
        changes=state.changes,
    )


def squeeze_granted(state: TableState, event: e.SqueezeGranted) -> TableState:
    """After ``SqueezeGranted``."""
    if event.box in state.squeezed:
        return state
    return replace(state, squeezed=(*state.squeezed, event.box))


OF_PLAY: Final[dict[HandAct, Callable[[TableState, Any], TableState]]] = {
    HandAct.STAND: hand_stood,
    HandAct.HIT: hand_hit,
    HandAct.DOUBLE: hand_doubled,
    HandAct.SPLIT: hand_split,
    HandAct.SURRENDER: hand_surrendered,
    HandAct.EXCHANGE: hand_zapped,
}
"""What the event of each act of play makes of a state"""
