"""Invariants of every table after every act; ``broken`` reports the first violation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from operator import attrgetter
from typing import Final

from pitboss.acts import HandAct
from pitboss.cards import DECK, Card
from pitboss.law.answers import Refusal
from pitboss.law.counting import is_bust
from pitboss.law.irregularities import refusal_binds
from pitboss.law.irregularities.exposed import Binds
from pitboss.law.play import has_act
from pitboss.law.shoe import size
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Result
from pitboss.table.log_verifier import check_money, replay
from pitboss.table.procedure.duties import DutyKind, next_duty
from pitboss.table.procedure.sharing import on_hand
from pitboss.table.state import Box, Phase, PlayedHand, TableState, Wager
from pitboss.table.table import Table
from tests.rigs.stake_invariants import broken_stakes


def broken(table: Table, *, since: TableState | None = None, replayed: bool = False) -> str | None:
    """The first violated invariant of a table, or None.

    ``since`` is an earlier state in which nothing was violated: stakes and cards that have not
    changed since then are not checked again. ``replayed`` also replays the whole log and compares
    every field of the state.
    """
    state = table.state
    for check in _OF_STATES:
        if (wrong := check(state)) is not None:
            return wrong
    stakes = broken_stakes(state) if _changed(state, since, _OF_STAKES) else None
    cards = broken_cards(table) if _changed(state, since, _OF_CARDS) else None
    return stakes or cards or (broken_log(table) if replayed else None)


def _changed(state: TableState, since: TableState | None, parts: tuple[str, ...]) -> bool:
    """Whether any of these parts of a state differs from an earlier state."""
    if since is None:
        return True
    return any(getattr(state, part) is not getattr(since, part) for part in parts)


# Money.


def _escrow(state: TableState) -> str | None:
    """Check that all wagers are open before the deal and none after the collection."""
    if state.phase is Phase.COLLECTION and state.escrow:
        return f"the round is settled, and {state.escrow} cents are still at stake"
    if state.phase is Phase.BETTING and any(w.result is not None for w in state.wagers):
        return "a wager is settled before the cards"
    return None


def _wagers(state: TableState) -> str | None:
    if len({w.id for w in state.wagers}) != len(state.wagers):
        return "two wagers have the same number"
    for wager in state.wagers:
        wrong = _wager(state, wager, state.settled_order.count(wager.id))
        if wrong is not None:
            return f"wager {wager.id} ({wager.kind}): {wrong}"
    return None


_AFTER_THE_PLAYERS: Final = frozenset({Phase.DEALER, Phase.SETTLEMENT})

_index: Final = attrgetter("index")

_SETTLED_AGAIN: Final = (Result.VOID, Result.LOSE, Result.RETURNED)
"""Check that a wager settled again is settled to at most its stake."""

_STAKE_BACK: Final = (Result.VOID, Result.RETURNED, Result.STAND_OFF)


def _wager(state: TableState, wager: Wager, times: int) -> str | None:
    if wager.stake <= 0:
        return f"a stake of {wager.stake}"
    if not 0 <= wager.effective <= wager.stake:
        return f"{wager.effective} in action of a stake of {wager.stake}"
    if wager.result is None:
        if times or wager.paid or wager.returned:
            return "open, and yet settled"
        return _open_on(state, wager)
    if not times:
        return "settled, but not in the order of settlement"
    if times > 1 and wager.result not in _SETTLED_AGAIN:
        return f"settled {times} times, at last as {wager.result.value}"
    if wager.paid < 0 or not 0 <= wager.returned <= wager.stake + wager.paid:
        return f"paid {wager.paid}, returned {wager.returned} on a stake of {wager.stake}"
    if wager.result in _STAKE_BACK and wager.returned != wager.stake + wager.paid:
        return f"{wager.result.value}, and {wager.returned} of {wager.stake} comes back"
    if wager.result in _STAKE_BACK and wager.paid and wager.result is not Result.STAND_OFF:
        return f"{wager.result.value}, and {wager.paid} is paid"
    if wager.result is Result.LOSE and wager.paid:
        return f"lost, and {wager.paid} is paid"
    return None


def _open_on(state: TableState, wager: Wager) -> str | None:
    """Check that an open wager on a hand is on one that exists and is not void."""
    if state.phase is Phase.BETTING or wager.hand is None:
        return None
    box = state.box(wager.box)
    played = box.hand(wager.hand) if box is not None else None
    if played is None:
        return f"on hand {wager.hand} of box {wager.box}, which is not there"
    return "open on a void hand" if played.is_void else None


def _bank(state: TableState) -> str | None:
    if state.banker is None:
        return None
    banking = state.rules.banking
    may_bet = banking is not None and banking.banker_may_bet.value
    if not may_bet and any(w.player == state.banker.player for w in state.wagers):
        return "the banker wagers against the bank"
    bank = state.banker.bank
    if bank.paid < 0 or bank.collected < 0:
        return f"the bank has paid {bank.paid} and collected {bank.collected}"
    if bank.paid - bank.collected > bank.wager:
        return f"the bank of {bank.wager} has lost {bank.paid - bank.collected}"
    paid = sum(w.paid for w in state.wagers)
    return None if paid == bank.paid else f"{paid} is paid, the bank says {bank.paid}"


# Hands.


def _hands(state: TableState) -> str | None:
    for box in state.boxes:
        numbers = sorted([h.number for h in box.hands])
        if numbers != list(range(1, len(numbers) + 1)):
            return f"box {box.number} has the hands {numbers}"
        for played in box.hands:
            over = _over(state, box, played) if played.is_done else _not_over(state, played)
            wrong = over or _wrong_with_hand(state, box, played)
            if wrong is not None:
                return f"hand {played.number} of box {box.number} {wrong}"
    return None


def _binds_the_player(rules: TableRules) -> bool:
    """Whether a refused card leaves the player's other hands to be played, without another card."""
    refused = refusal_binds(rules)
    return not isinstance(refused, Refusal) and refused.binds is Binds.PLAYER


def _not_over(state: TableState, played: PlayedHand) -> str | None:
    """A fault in a hand that is still to be played, or None."""
    if played.is_surrendered:
        return "is surrendered, but not over"
    if played.is_void:
        return "is void, but not over"
    if played.hand.has_refused and not _binds_the_player(state.rules):
        return "has refused its card, but is not over"
    if not played.is_late and is_bust(state.rules, played.hand.cards):
        return "is over the limit and still in play"
    if state.phase in _AFTER_THE_PLAYERS and not state.has_looked:
        return f"is not over in the phase {state.phase.value}"
    return None


def _over(state: TableState, box: Box, played: PlayedHand) -> str | None:
    """A fault in a completed hand, or None."""
    if played.is_late:
        return "is over, and waits for a card"
    if state.owed is not None and state.owed[:2] == (box.number, played.number):
        return "is over, and a card is owed to it"
    return None


def _wrong_with_hand(state: TableState, box: Box, played: PlayedHand) -> str | None:
    hand = played.hand
    if hand.is_split != (len(box.hands) > 1):
        return "is split alone" if hand.is_split else "is one of several, but not split"
    if hand.exchanges and not has_act(state.rules, HandAct.EXCHANGE):
        return f"is {HandAct.EXCHANGE.words.done} in a book without it"
    if len(played.exchanged) != 2 * hand.exchanges and not hand.is_split:
        return f"lost {len(played.exchanged)} cards in {hand.exchanges} exchanges"
    return None


def _procedure(state: TableState) -> str | None:
    if state.hole_is_down and len(state.dealer) < 2:
        return "a hole card is down that was not dealt"
    if state.owed is not None and (state.owed[2] < 1 or _misses(state, *state.owed[:2])):
        return f"a card is owed to no one: {state.owed}"
    if not 0 <= state.dealt <= len(state.deal_order):
        return f"{state.dealt} of {len(state.deal_order)} cards of the deal are dealt"
    duty = next_duty(state)
    if duty is None or duty.task is not DutyKind.DEAL or duty.box is None:
        return None
    if _misses(state, duty.box, duty.hand):
        return f"a card is due to hand {duty.hand} of box {duty.box}, which is not there"
    return None


def _asked(state: TableState) -> str | None:
    """Check that everyone asked to join a double or a split has a wager on that hand."""
    back_bettors = state.asked
    if back_bettors is None:
        return None
    if not back_bettors.players:
        return "no one is asked, but an answer is pending"
    there = on_hand(state, back_bettors.box, back_bettors.hand)
    for player in back_bettors.players:
        if player not in there:
            where = f"box {back_bettors.box} without a wager on hand {back_bettors.hand}"
            return f"{player} is asked for {where}"
    return None


def _misses(state: TableState, box: int, hand: int) -> bool:
    found_box = state.box(box)
    return found_box is None or found_box.hand(hand) is None


_OF_STATES: Final[tuple[Callable[[TableState], str | None], ...]] = (
    check_money,
    _escrow,
    _wagers,
    _bank,
    _hands,
    _asked,
    _procedure,
)

_OF_STAKES: Final = ("wagers", "phase", "banker", "fees", "rules")
"""The parts of a state that the law of stakes concerns."""

_OF_CARDS: Final = ("shoe", "dealer", "boxes")
"""The parts of a state that contain cards."""


# Cards.


def seen(state: TableState) -> list[Card]:
    """Every card out of the shoe: in the rack, on the layout, or held as the next card."""
    out = [*state.shoe.rack, *state.dealer]
    out += [h.card for h in state.shoe.held]
    for box in state.boxes:
        for played in box.hands:
            if not played.is_cleared:
                out += played.hand.cards
                out += played.exchanged
    return out


def broken_cards(table: Table) -> str | None:
    """Check that no card is in two places or lost, once the first shuffle is done."""
    state = table.state
    if state.shoe.number == 0:
        return None
    decks = state.rules.equipment.decks.value
    out = seen(state)
    times = Counter(map(_index, out))  # counting numbers takes a third of the time
    if times and max(times.values()) > decks:
        index, most = times.most_common(1)[0]
        return f"{DECK[index]} is out {most} times in {decks} decks"
    counted = table.source.left + len(out)
    if counted != size(state.rules):
        return f"{counted} cards in the shoe, the rack and on the layout; {size(state.rules)} in it"
    return None


# The log.


def broken_log(table: Table) -> str | None:
    """Check that replaying the log gives the state, in every field."""
    again = replay(table.log.events)
    for field in TableState.__struct_fields__:
        now, then = getattr(table.state, field), getattr(again, field)
        if now != then:
            return f"the log leads to another {field}: {then}, not {now}"
    return None
