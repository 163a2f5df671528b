"""The state of a table as each person may see it: one document that a page is drawn from."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pitboss.acts import HandAct
from pitboss.cards import Card
from pitboss.law.counting import is_blackjack
from pitboss.law.hands import Hand
from pitboss.law.layout import lies_sideways
from pitboss.law.shoe import cut_limits, has_cutting_card, size
from pitboss.law.spoken import may_say
from pitboss.rulebooks import TableRules
from pitboss.store.records import Person
from pitboss.table.procedure.cutting import stack_of
from pitboss.table.procedure.duties import Duty, DutyKind, active, is_squeezed
from pitboss.table.state import Box, Phase, PlayedHand, TableState, Wager
from pitboss.table.words.phrases import called, result_word
from pitboss.web.live.notices import notice_view
from pitboss.web.live.table_notes import Declared, Pause
from pitboss.web.pit.known_people import badges
from pitboss.web.wire.bank_view import bank_view
from pitboss.web.wire.masking import HIDDEN
from pitboss.web.wire.prompts import (
    asks,
    declared_view,
    preparation,
    turn_acts,
    unanswered,
    window_acts,
)


class TableSnapshot(NamedTuple):
    """A table at one moment: its state and what else is known."""

    id: str
    name: str
    status: str
    dealt_by: str
    cards: str
    sequence: int
    hash: str
    state: TableState
    left: int
    commitment: str | None
    dealer_name: str | None
    ready: frozenset[str]
    seconds: float | None
    last: dict[str, Any] | None
    duty: Duty | None
    seeds: tuple[str, ...] | None = None
    """Who has given a seed for the sealed shoe; None if it no longer accepts seeds."""
    pause: Pause | None = None
    is_practice: bool = False
    staff: Mapping[str, str] = MappingProxyType({})
    shuffle_due: str | None = None
    """Why the cards must be shuffled before the next round; None if they need not be."""
    declared: tuple[Declared, ...] = ()


_WHATEVER_THE_CARDS: Final = ("insure", "bet")
"""What is open before the play to a hand of any cards."""

Acting = tuple[Box, PlayedHand]
"""The box and the hand whose turn it is."""


def acting_in(look: TableSnapshot) -> Acting | None:
    """Whose turn it is, without revealing the hole card."""
    state = look.state
    waited_for = state.choosing or state.asked is not None
    turn = active(state) if state.phase is Phase.PLAY and not waited_for else None
    # Until the dealer has checked, the legal acts would reveal the hole card.
    looks = look.duty is not None and look.duty.task is DutyKind.LOOK
    waits = state.owed is not None or looks
    return None if turn is None or waits else turn


def views_of(look: TableSnapshot, acting: Acting | None) -> tuple[dict[str, Any], list[BoxNow]]:
    """The shared view of a table, and what its boxes are drawn from."""
    return table_view(look, acting), boxes_now(look.state, acting)


def table_view(look: TableSnapshot, acting: Acting | None) -> dict[str, Any]:
    """The shared view of a table without its boxes; ``you`` is added per person."""
    state = look.state
    return {
        "table": look.id,
        "name": look.name,
        "status": look.status,
        "dealt_by": look.dealt_by,
        "cards": look.cards,
        "practice": look.is_practice,
        "by_the_book": state.by_the_book,
        "paused": _paused(look),
        "notice": None if state.changes.pending is None else notice_view(state),
        "sequence": look.sequence,
        "hash": look.hash,
        "phase": state.phase.value,
        "round": state.round,
        "void": state.is_void,
        "broken": sorted(state.broken),
        "shoe": _shoe(look),
        "dealer": {**dealer_view(state), "name": look.dealer_name, **_due(look.duty)},
        **open_view(look, acting),
        "asks": asks(state),
        "preparation": preparation(state) if state.phase is Phase.BETTING else [],
        "spoken_bets": look.dealt_by == "person" and bool(may_say(state.rules, has_chips=True)),
        "declared": declared_view(state, look.declared) if look.declared else [],
        "bank": None if state.rules.banking is None else bank_view(state),
        "ready": sorted(look.ready),
        "seconds": look.seconds,
        "held": [h.card.text if h.exposed else HIDDEN for h in state.shoe.held],
        "last": look.last,
        "badges": badges(look.staff, _named(look)),
    }


def _named(look: TableSnapshot) -> list[str | None]:
    """Everyone whose name is shown at the table."""
    state = look.state
    wagered = (wager.player for wager in state.wagers)
    return list(dict.fromkeys((look.dealer_name, *state.seats.values(), *wagered)))


def own_view(rules: TableRules, now: BoxNow, name: str) -> dict[str, Any] | None:
    """A box that looks different to this person: their own seat, or cards they are squeezing."""
    yours = now.seated == name
    squeezes = now.hidden and now.box is not None and now.box.decider == name
    if not yours and not squeezes:
        return None
    shown = now._replace(hidden=now.hidden and not squeezes)
    return {**box_view(rules, shown), "yours": yours}


def open_view(look: TableSnapshot, acting: Acting | None, viewer: str = "") -> dict[str, Any]:
    """What may be done now, as this viewer may see it: most of it follows from the cards."""
    hidden = {number for number, decider in squeezing(look.state).items() if decider != viewer}
    return {"turn": _turn(look, acting, hidden), "window": _window(look, hidden)}


def squeezing(state: TableState) -> dict[int, str]:
    """Who squeezes the cards of each box that are not turned up yet."""
    return {box.number: box.decider or "" for box in state.boxes if is_squeezed(state, box)}


# Parts.


def _paused(look: TableSnapshot) -> dict[str, Any] | None:
    """Why nothing happens at the table now, as everyone may know it."""
    pause = look.pause
    if pause is None:
        return None
    return {"why": pause.why, "ruling": bool(pause.ruling)}


def _shoe(look: TableSnapshot) -> dict[str, Any]:
    shoe, rules = look.state.shoe, look.state.rules
    offer = None
    if shoe.offers and not shoe.is_cut and shoe.declined < len(shoe.offers):
        due, span = shoe.offers[shoe.declined], cut_limits(rules, stack_of(look.state))
        offer = {
            "player": due.player,
            "box": due.box,
            "least": span.least,
            "most": span.most,
            "clause": due.under,
        }
    return {
        "left": look.left,
        "size": size(rules),
        "number": shoe.number,
        "rack": len(shoe.rack),
        "cut": shoe.is_cut,
        "shuffle_due": look.shuffle_due,
        "cutting_card": has_cutting_card(rules),
        "cutting_card_seen": shoe.cut_seen is not None,
        "batch": shoe.batch,
        "burned_shown_under": _burned_card_under(look.state),
        "offer": offer,
        "commitment": look.commitment,
        "seeds": None if look.seeds is None else list(look.seeds),
    }


def _burned_card_under(state: TableState) -> str | None:
    """The clause under which the players at the table may see the burn card now, if any."""
    if state.shoe.burned is None:
        return None
    return state.rules.book.remedies.get("burned_card_asked")


class BoxNow(NamedTuple):
    """Everything that determines the view of a box: if it is equal, so is the view."""

    number: int
    seated: str | None
    box: Box | None
    hidden: bool
    wagers: tuple[Wager, ...]
    acting: int | None


def boxes_now(state: TableState, acting: Acting | None = None) -> list[BoxNow]:
    """Every box of the layout."""
    wagers: dict[int, list[Wager]] = {}
    for wager in state.wagers:
        wagers.setdefault(wager.box, []).append(wager)
    boxes = {box.number: box for box in state.boxes}
    turn, hand = (0, None) if acting is None else (acting[0].number, acting[1].number)
    return [
        BoxNow(
            number,
            state.seats.get(number),
            box := boxes.get(number),
            box is not None and is_squeezed(state, box),
            tuple(wagers.get(number, ())),
            hand if number == turn else None,
        )
        for number in range(1, state.rules.equipment.boxes.value + 1)
    ]


def box_now(state: TableState, number: int) -> BoxNow:
    """One box of the layout, without a turn."""
    box = state.box(number)
    wagers = tuple(wager for wager in state.wagers if wager.box == number)
    hidden = box is not None and is_squeezed(state, box)
    return BoxNow(number, state.seats.get(number), box, hidden, wagers, None)


def box_view(rules: TableRules, now: BoxNow) -> dict[str, Any]:
    """A box with who sits there, the wagers and the hands."""
    box, wagers = now.box, now.wagers
    return {
        **box_facts(now),
        "wagers": [wager_view(rules, w) for w in wagers],
        "hands": []
        if box is None
        else [hand_view(rules, now, played, wagers) for played in box.hands],
    }


def box_facts(now: BoxNow) -> dict[str, Any]:
    """A box without its wagers and hands."""
    number, seated, box, _, _, acting = now
    return {
        "number": number,
        "seat": None if seated is None else {"name": seated},
        "yours": False,
        "decider": None if box is None else box.decider,
        "absent": box is not None and box.is_absent,
        "prize": None if box is None else box.prize,
        "acting": acting is not None,
    }


def wager_view(rules: TableRules, wager: Wager) -> dict[str, Any]:
    """A wager with its result."""
    result = wager.result
    return {
        "id": wager.id,
        "kind": str(wager.kind),
        "bettor": wager.player,
        "amount": wager.stake,
        "effective": wager.effective,
        "hand": wager.hand,
        "result": None if result is None else result.value,
        "word": None if result is None else result_word(rules, result),
        "paid": wager.paid,
        "returned": wager.returned,
        "clause": wager.under or None,
    }


def hand_view(
    rules: TableRules, now: BoxNow, played: PlayedHand, wagers: tuple[Wager, ...]
) -> dict[str, Any]:
    """A hand of a box with its cards, its count and its result; ``wagers`` has those on it."""
    assert now.box is not None
    box, hidden, acting = now.box, now.hidden, now.acting
    hand = played.hand
    shown = [HIDDEN if hidden else card.text for card in hand.cards]
    own = [w for w in wagers if w.hand == played.number]
    whose = [w for w in own if w.player == box.decider] or own
    results = [w.result for w in whose if w.result is not None]
    return {
        "number": played.number,
        "cards": shown,
        "count": "" if hidden or not hand.cards else called(rules, hand.cards),
        "blackjack": not hidden and len(hand.cards) == 2 and is_blackjack(rules, hand),
        "sideways": lies_sideways(rules, hand),
        "doubled": hand.is_doubled,
        "split": hand.is_split,
        "surrendered": played.is_surrendered,
        "void": played.is_void,
        "late": played.is_late,
        HandAct.EXCHANGE.words.done: [card.text for card in played.exchanged],
        "closed": played.is_done,
        "result": result_word(rules, results[0]) if results else None,
        "acting": acting == played.number,
    }


def dealer_view(state: TableState) -> dict[str, Any]:
    """The dealer's cards, the hole card hidden."""
    cards = state.dealer
    open_: tuple[Card, ...] = cards[:1] if state.hole_is_down else cards
    shown = [card.text for card in open_] + [HIDDEN] * (len(cards) - len(open_))
    natural = len(open_) == 2 and is_blackjack(state.rules, Hand(open_))
    count = called(state.rules, open_) if open_ else ""
    return {"cards": shown, "count": count, "blackjack": natural}


def _due(duty: Duty | None) -> dict[str, Any]:
    """The dealer's next duty and, if it needs a card, where that card goes."""
    if duty is None:
        return {"due": None, "card_to": None}
    where = {"box": duty.box, "hand": duty.hand, "face_up": duty.face_up}
    return {"due": duty.task.value, "card_to": where if duty.needs_card else None}


def _turn(look: TableSnapshot, acting: Acting | None, hidden: set[int]) -> dict[str, Any] | None:
    if acting is None:
        return None
    box, played = acting
    is_hidden = box.number in hidden
    return {
        "box": box.number,
        "hand": played.number,
        "player": box.decider,
        "acts": [] if is_hidden else turn_acts(look.state, box.number, played.number),
        "seconds": look.seconds,
    }


def _window(look: TableSnapshot, hidden: set[int]) -> dict[str, Any] | None:
    """The acts still open to each player; it waits for those who squeeze, whatever they hold."""
    state = look.state
    if state.phase is not Phase.WINDOW:
        return None
    open_to = [
        act
        for act in window_acts(state)
        if act["box"] not in hidden or act["act"] in _WHATEVER_THE_CARDS
    ]
    kinds = list(dict.fromkeys(act["act"] for act in open_to))
    return {
        "kind": " ".join(kinds) or "none",
        "acts": open_to,
        "waiting": list(unanswered(state, look.ready)),
        "seconds": look.seconds,
    }


class Standing(NamedTuple):
    """A person's position at a table: boxes, and net result."""

    boxes: tuple[int, ...] = ()
    net: int = 0
    stake: int = 0
    """What is undecided: bets, and the bank"""


def standings(state: TableState) -> dict[str, Standing]:
    """The position of every person who has one at a table."""
    boxes: dict[str, set[int]] = {}
    net, stake = dict(state.money), dict[str, int]()
    if state.banker is not None:
        stake[state.banker.player] = state.banker.bank.wager
    for box, player in state.seats.items():
        boxes.setdefault(player, set()).add(box)
    for wager in state.wagers:
        boxes.setdefault(wager.player, set()).add(wager.box)
        if wager.result is None:
            net[wager.player] = net.get(wager.player, 0) + wager.stake
            stake[wager.player] = stake.get(wager.player, 0) + wager.stake
    return {
        name: Standing(tuple(sorted(boxes.get(name, ()))), net.get(name, 0), stake.get(name, 0))
        for name in boxes.keys() | net.keys()
    }


REFILL: Final = 1000_00
"""Play money for a person who has run out, in cents."""

REFILL_EVERY: Final = 60.0
"""Seconds between two refills."""


def is_broke(rules: TableRules, balance: int, standing: Standing) -> bool:
    """Whether a person can no longer bet at this table: too little left, and nothing at stake."""
    return balance < rules.limits.minimum.value and standing.stake == 0


def you(rules: TableRules, person: Person, balance: int, standing: Standing) -> dict[str, Any]:
    """The viewer, and what they have at this table."""
    broke = person.role != "auditor" and is_broke(rules, balance, standing)
    return {
        "name": person.name,
        "role": person.role,
        "guest": person.is_guest,
        "balance": balance,
        "boxes": standing.boxes,
        "net": standing.net,
        "refill": REFILL if broke else None,
    }
