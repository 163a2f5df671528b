"""Read what a scenario expects of a round."""

from __future__ import annotations

from typing import Any, Final

from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import Result
from pitboss.scenarios.format import (
    CutOffer,
    EntryKeys,
    Expect,
    ExpectedDealer,
    ExpectedHand,
    ExpectedWager,
    NetWith,
    Reshuffle,
    ScriptedMarker,
    SettlingTime,
)
from pitboss.scenarios.records import COMMON, kind_of_wager, made, record
from pitboss.scenarios.values import (
    Reader,
    ReaderPosition,
    balance,
    card,
    clause,
    list_of,
    member,
    money,
    pairs,
    person,
    shoe_item,
    truth,
    whole,
)

_ON_A_HAND: Final = (WagerKind.MAIN, WagerKind.SPLIT, WagerKind.DOUBLE)
_EXPECTED_WAGER: Final = {
    **COMMON,
    "kind": kind_of_wager(*WagerKind),
    "result": member(Result),
    "paid": money,
    "returned": money,
    "effective": money,
    "when": member(SettlingTime),
}


def _expected_wager(at: ReaderPosition, raw: object) -> ExpectedWager:
    wager = record(ExpectedWager, _EXPECTED_WAGER)(at, raw)
    if wager.kind in _ON_A_HAND and wager.hand is None:
        raise at.bad(f"the key 'hand' is missing; a {wager.kind} wager is on a hand")
    if wager.kind not in _ON_A_HAND and wager.hand is not None:
        raise at.key("hand").bad(f"a {wager.kind} wager belongs to the box and has no hand")
    return wager


_HAND: Final = {**COMMON, "total": whole(0), "soft": truth, "blackjack": truth}
_DEALER: Final = EntryKeys(("cards", "total", "soft", "blackjack"))
_NO_DEALER: Final = EntryKeys(("cards", "total"), ("soft", "blackjack"))
"""The keys of the dealer's hand, and of none, in a void round."""


def _dealer(at: ReaderPosition, raw: object) -> ExpectedDealer:
    is_none = isinstance(raw, dict) and raw.get("cards") == []
    return made(ExpectedDealer, at, raw, _HAND, _NO_DEALER if is_none else _DEALER)


_EXPECT: Final[dict[str, Reader[Any]]] = {
    **COMMON,
    "wagers": list_of(_expected_wager),
    "dealer": _dealer,
    "hands": list_of(record(ExpectedHand, _HAND)),
    "net_with": list_of(record(NetWith, COMMON)),
    "bank_net": balance,
    "bank_turn": whole(1, 2),
    "fees": pairs(person(), money),
    "cards_used": whole(0),
    "cards_left": list_of(shoe_item(*ScriptedMarker, face_up=True)),
    "removed": list_of(shoe_item(ScriptedMarker.FOREIGN)),
    "replaced": list_of(card),
    "reshuffle": member(Reshuffle),
    "reshuffled_after": whole(0),
    "cut_offer": record(CutOffer, {**COMMON, "clause": clause}),
    "cutter": person("employee", "dealer"),
    "madness_available": truth,
}

expect: Final = record(Expect, _EXPECT)
"""Reads the key ``expect`` of a round"""
