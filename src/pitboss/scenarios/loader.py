"""Read scenario files strictly: nothing is ignored, and an error says where and why."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from msgspec import Struct, structs

from pitboss.law.irregularities import record_of
from pitboss.law.wagers import WagerKind, kind_of
from pitboss.rulebooks import BOOKS, Rulebook, RulebookError, TableRules, rulebook
from pitboss.rulebooks.enumerations import Result
from pitboss.scenarios.format import (
    ACT_KEYS,
    EVENT_KEYS,
    WORKED,
    Act,
    BankLine,
    CutOffer,
    DealerCard,
    Event,
    Expect,
    ExpectedDealer,
    ExpectedHand,
    ExpectedWager,
    HandAt,
    Keys,
    Marker,
    NetWith,
    Reshuffle,
    Role,
    Round,
    Ruling,
    Scenario,
    ScenarioFile,
    ShuffleReason,
    WagerLine,
    When,
    keys_of,
)
from pitboss.scenarios.possible import check_round, elected
from pitboss.scenarios.strict_yaml import BadYaml, load
from pitboss.scenarios.values import (
    At,
    BadScenario,
    Reader,
    anything,
    balance,
    box_or_dealer,
    card,
    clause,
    list_of,
    listed,
    mapping,
    member,
    money,
    one_of,
    pairs,
    person,
    shoe_item,
    shown,
    text,
    truth,
    whole,
)
from pitboss.table.act_words import Meaning, fields_of

__all__ = ["FORMAT", "BadScenario", "read_scenarios", "read_text"]

FORMAT: Final = 1
"""The supported version of the format."""

S = TypeVar("S", bound=Struct)


def read_scenarios(path: str, unreadable: list[BadScenario] | None = None) -> ScenarioFile:
    """Read the scenarios in a file, as :func:`read_text` does."""
    try:
        content = Path(path).read_text("utf-8")
    except (OSError, ValueError) as error:
        raise BadScenario(path, "", "", f"the file cannot be read: {error}") from None
    return read_text(path, content, unreadable)


def read_text(where: str, text: str, unreadable: list[BadScenario] | None = None) -> ScenarioFile:
    """Read the scenarios in a text, named ``where`` in errors, or raise :class:`BadScenario`.

    The errors of single scenarios are added to ``unreadable``, if given, and the others are read.
    """
    at = At(where)
    try:
        raw = load(text)
    except BadYaml as error:
        raise at.bad(str(error)) from None
    file = mapping(at, raw, Keys(("format", "rulebook", "scenarios")))
    if type(file["format"]) is not int or file["format"] != FORMAT:
        raise at.key("format").bad(f"{shown(file['format'])} is unknown; the format is {FORMAT}")
    book = _book(at.key("rulebook"), file["rulebook"])
    scenarios: dict[str, Scenario] = {}
    for number, entry in enumerate(listed(at.key("scenarios"), file["scenarios"]), 1):
        here = At(where, f"scenario {number}", bets=tuple(book.side_bets))
        try:
            scenario = _scenario(here, entry, file["rulebook"], book)
            if scenario.id in scenarios:
                raise here.key("id").bad(f"{scenario.id!r} is taken by an earlier scenario")
        except BadScenario as bad:
            if unreadable is None:
                raise
            unreadable.append(bad)
            continue
        scenarios[scenario.id] = scenario
    if not scenarios and not unreadable:
        raise at.key("scenarios").bad("the list is empty; a file needs at least one scenario")
    return ScenarioFile(where=where, rulebook=file["rulebook"], scenarios=tuple(scenarios.values()))


def _book(at: At, raw: object) -> Rulebook:
    name = text(at, raw)
    try:
        return rulebook(name)
    except RulebookError as error:
        raise at.bad(str(error)) from None
    except (OSError, ValueError) as error:
        raise at.bad(f"the book {shown(name)} cannot be read: {error}") from None


# Entries of the file; the name of a key decides how its value is read.


@cache
def _keys_of(kind: type[Struct]) -> Keys:
    fields = structs.fields(kind)
    return Keys(
        tuple(field.encode_name for field in fields if field.required),
        tuple(field.encode_name for field in fields if not field.required),
    )


def _made(
    kind: type[S], at: At, raw: object, readers: Mapping[str, Reader[Any]], keys: Keys, of: str = ""
) -> S:
    return _built(kind, _values(at, raw, readers, keys, of))


@cache
def _names_of(kind: type[Struct]) -> dict[str, str]:
    return {field.encode_name: field.name for field in structs.fields(kind)}


def _built(kind: type[S], values: Mapping[str, Any]) -> S:
    names = _names_of(kind)
    return kind(**{names[key]: value for key, value in values.items()})


def _values(
    at: At, raw: object, readers: Mapping[str, Reader[Any]], keys: Keys, of: str
) -> dict[str, Any]:
    given = mapping(at, raw, keys, of)
    return {key: readers[key](at.key(key), value) for key, value in given.items()}


def _struct(kind: type[S], readers: Mapping[str, Reader[Any]]) -> Reader[S]:
    return lambda at, raw: _made(kind, at, raw, readers, _keys_of(kind))


def _kind(*on_the_cards: WagerKind) -> Reader[str]:
    """Reads one of these kinds of wager, or a side bet of this book or of any that we know."""

    def read(at: At, raw: object) -> str:
        kind = kind_of(raw) if isinstance(raw, str) else ""
        if kind in on_the_cards or kind in at.bets or kind in _bets_of_all_books():
            return kind
        known = ", ".join((*on_the_cards, *at.bets))
        raise at.bad(f"{shown(raw)} is unknown; allowed: {known}")

    return read


@cache
def _bets_of_all_books() -> frozenset[str]:
    return frozenset(bet for name in BOOKS for bet in rulebook(name).side_bets)


_COMMON: Final[dict[str, Reader[Any]]] = {
    "box": whole(1),
    "hand": whole(1),
    "player": person(),
    "role": member(Role),
    "kind": _kind(WagerKind.MAIN),
    "stake": money,
    "refused": clause,
    "card": card,
    "cards": list_of(card),
    "net": pairs(person(), balance),
    "settings": pairs(text, anything),
}

_BY_MEANING: Final[dict[Meaning, Reader[Any]]] = {
    Meaning.BOX: whole(1),
    Meaning.HAND: whole(1),
    Meaning.MONEY: money,
    Meaning.NUMBER: whole(0),
    Meaning.PERSON: person(),
    Meaning.CARD: card,
    Meaning.WAGER: _COMMON["kind"],
    Meaning.TEXT: text,
}
_WORKED_FIELDS: Final = {
    one.name: one.meaning for kind in WORKED.values() for one in fields_of(kind) if one.is_written
}
_ACT: Final[dict[str, Reader[Any]]] = {
    **_COMMON,
    **{name: _BY_MEANING[meaning] for name, meaning in _WORKED_FIELDS.items()},
    "act": one_of(WORKED),
    "amounts": pairs(person(), money),
    "with": list_of(person()),
    "stay": pairs(person(), whole(1)),
}
_READ_OTHERWISE: Final[dict[str, dict[str, Reader[Any]]]] = {
    "withdraw": {"kind": _kind(*WagerKind)},
    "insurance": {"hand": whole(1, 1)},
    "even_money": {"hand": whole(1, 1)},
}
"""Keys of an act with other values: any wager may be asked back; insurance is on the box."""
_HOW_MUCH: Final = tuple(
    name for name, meaning in _WORKED_FIELDS.items() if meaning in (Meaning.MONEY, Meaning.NUMBER)
)

_EVENT: Final[dict[str, Reader[Any]]] = {
    **_COMMON,
    "after_cards": whole(0),
    "reason": member(ShuffleReason),
    "at": box_or_dealer,
    "which": member(DealerCard),
    "reconstructed": truth,
    "ruling": member(Ruling),
    "hands": list_of(_struct(HandAt, _COMMON)),
    "lost_cards": whole(0),
}


def _entry(events: Mapping[str, Keys]) -> Reader[Act | Event]:
    def read(at: At, raw: object) -> Act | Event:
        if not isinstance(raw, dict) or ("act" in raw) == ("event" in raw):
            raise at.bad("an entry is a mapping with either act or event")
        return _act(at, raw) if "act" in raw else _event(at, raw, events)

    return read


def _events(rules: TableRules) -> dict[str, Keys]:
    """The events of the format, and those that a book describes itself."""
    own = (record_of(rules, name) for name in rules.book.own_irregularities)
    return {**EVENT_KEYS, **{record.name: keys_of(record) for record in own if record is not None}}


def _act(at: At, raw: dict[str, Any]) -> Act:
    name = _ACT["act"](at.key("act"), raw["act"])
    own = ACT_KEYS[name]
    if "refused" in raw:
        own = _of_refused(own)
    keys = Keys(("act", *own.needs), (*own.may, "refused"), own.one_of)
    speaker = {"player": person(*WORKED[name].words.also_by)}
    readers = {**_ACT, **speaker, **_READ_OTHERWISE.get(name, {})}
    given = _values(at, raw, readers, keys, f"to the act {name}")
    beside = {key: given.pop(key) for key in _keys_of(Act).all if key in given}
    return _built(Act, beside | {"given": given})


def _of_refused(own: Keys) -> Keys:
    """A refused act needs no amount."""
    needs = tuple(key for key in own.needs if key not in _HOW_MUCH)
    spared = tuple(key for key in own.needs if key in _HOW_MUCH)
    return Keys(needs, (*own.may, *spared, *own.one_of))


def _event(at: At, raw: dict[str, Any], events: Mapping[str, Keys]) -> Event:
    readers = {**_EVENT, "event": one_of(events)}
    name = readers["event"](at.key("event"), raw["event"])
    own = events[name]
    event = _made(
        Event, at, raw, readers, Keys(("event", *own.needs), own.may), f"to the event {name}"
    )
    if event.at is not None and event.reason is not ShuffleReason.CUT_CARD:
        raise at.key("at").bad("it belongs only to a shuffle with the reason cut_card")
    if event.ruling and (event.ruling is Ruling.VOID_HANDS) != bool(event.hands):
        raise at.bad("the ruling void_hands must name its hands, and void_round must not")
    if event.event == "drawn_together" and len(event.cards) < 2:
        raise at.key("cards").bad("fewer than two cards; at least two are drawn together")
    if "hand" in own.may and event.hand is None:
        return structs.replace(event, hand=1)
    return event


def _wager(at: At, raw: object) -> WagerLine:
    wager = _struct(WagerLine, {**_COMMON, "unnoticed": truth})(at, raw)
    if wager.unnoticed and wager.refused is not None:
        raise at.bad("a wager is either refused or unnoticed, not both")
    return wager


_ON_A_HAND: Final = (WagerKind.MAIN, WagerKind.SPLIT, WagerKind.DOUBLE)
_EXPECTED_WAGER: Final = {
    **_COMMON,
    "kind": _kind(*WagerKind),
    "result": member(Result),
    "paid": money,
    "returned": money,
    "effective": money,
    "when": member(When),
}


def _expected_wager(at: At, raw: object) -> ExpectedWager:
    wager = _struct(ExpectedWager, _EXPECTED_WAGER)(at, raw)
    if wager.kind in _ON_A_HAND and wager.hand is None:
        raise at.bad(f"the key 'hand' is missing; a {wager.kind} wager is on a hand")
    if wager.kind not in _ON_A_HAND and wager.hand is not None:
        raise at.key("hand").bad(f"a {wager.kind} wager belongs to the box and has no hand")
    return wager


_HAND: Final = {**_COMMON, "total": whole(0), "soft": truth, "blackjack": truth}
_DEALER: Final = Keys(("cards", "total", "soft", "blackjack"))
_NO_DEALER: Final = Keys(("cards", "total"), ("soft", "blackjack"))
"""The keys of the dealer's hand, and of none, in a void round."""


def _dealer(at: At, raw: object) -> ExpectedDealer:
    is_none = isinstance(raw, dict) and raw.get("cards") == []
    return _made(ExpectedDealer, at, raw, _HAND, _NO_DEALER if is_none else _DEALER)


_EXPECT: Final[dict[str, Reader[Any]]] = {
    **_COMMON,
    "wagers": list_of(_expected_wager),
    "dealer": _dealer,
    "hands": list_of(_struct(ExpectedHand, _HAND)),
    "net_with": list_of(_struct(NetWith, _COMMON)),
    "bank_net": balance,
    "bank_turn": whole(1, 2),
    "fees": pairs(person(), money),
    "cards_used": whole(0),
    "cards_left": list_of(shoe_item(*Marker, face_up=True)),
    "removed": list_of(shoe_item(Marker.FOREIGN)),
    "replaced": list_of(card),
    "reshuffle": member(Reshuffle),
    "reshuffled_after": whole(0),
    "cut_offer": _struct(CutOffer, {**_COMMON, "clause": clause}),
    "cutter": person("employee", "dealer"),
    "madness_available": truth,
}
_ROUND: Final[dict[str, Reader[Any]]] = {
    "bank": _struct(BankLine, {**_COMMON, "wager": money}),
    "wagers": list_of(_wager),
    "shoe": list_of(shoe_item(*Marker, face_up=True)),
    "acts": list_of(_entry(EVENT_KEYS)),
    "expect": _struct(Expect, _EXPECT),
}
_HEAD: Final[dict[str, Reader[Any]]] = {
    "id": text,
    "title": text,
    "rulebook": text,
    "settings": _COMMON["settings"],
    "clauses": list_of(clause),
    "readings": list_of(text),
    "seats": pairs(whole(1), person()),
    "arrived": list_of(person()),
}
_NEEDED: Final = ("id", "title", "rulebook", "settings")


# Scenarios, and checks between their parts.


def _scenario(at: At, raw: object, name: str, book: Rulebook) -> Scenario:
    if isinstance(raw, dict) and "id" in raw:
        at = structs.replace(at, scenario=text(at.key("id"), raw["id"]))
    several = isinstance(raw, dict) and "rounds" in raw
    optional = tuple(key for key in _HEAD if key not in _NEEDED)
    needed = ("rounds",) if several else _keys_of(Round).needs
    given = mapping(at, raw, Keys((*_NEEDED, *needed), (*optional, *_ROUND, "rounds")))
    if several and (both := [key for key in _ROUND if key in given]):
        raise at.bad(f"{', '.join(both)} together with rounds; each round has its own instead")
    head = {key: read(at.key(key), given[key]) for key, read in _HEAD.items() if key in given}
    if head["rulebook"] != name:
        raise at.key("rulebook").bad(f"{shown(head['rulebook'])} in a file for {shown(name)}")
    if "decks" in book.elections and "decks" not in given["settings"]:
        raise at.key("settings").bad("the key 'decks' is missing; it must always be given")
    rules = elected(at.key("settings"), book, dict(head["settings"]))
    read_round = _struct(Round, {**_ROUND, "acts": list_of(_entry(_events(rules)))})
    if several:
        rounds = list_of(read_round, at_least=1)(at.key("rounds"), given["rounds"])
    else:
        rounds = (read_round(at, {key: given[key] for key in _ROUND if key in given}),)
    for number, one in enumerate(rounds, 1):
        check_round(at.key("rounds").item(number) if several else at, one, rules)
    return Scenario(**head, rounds=rounds)
