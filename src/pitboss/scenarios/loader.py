"""Read scenario files strictly: nothing is ignored, and an error says where and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import structs

from pitboss.cards import Card
from pitboss.law.irregularities import record_of
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import BOOKS, Rulebook, RulebookError, TableRules, rulebook
from pitboss.rulebooks.enumerations import Result
from pitboss.scenarios.format import (
    ACT_KEYS,
    EVENT_KEYS,
    WORKED,
    BankLine,
    CutOffer,
    DealerCard,
    EntryKeys,
    Expect,
    ExpectedDealer,
    ExpectedHand,
    ExpectedWager,
    HandAt,
    NetWith,
    Reshuffle,
    Scenario,
    ScenarioFile,
    ScenarioRound,
    ScriptedAct,
    ScriptedEvent,
    ScriptedFaceUp,
    ScriptedMarker,
    SettlingTime,
    ShuffleReason,
    VoidOrder,
    WagerLine,
    keys_of,
)
from pitboss.scenarios.records import (
    COMMON,
    built,
    kind_of_wager,
    made,
    read_values,
    record,
    record_keys,
)
from pitboss.scenarios.strict_yaml import BadYaml, load
from pitboss.scenarios.values import (
    BadScenario,
    Reader,
    ReaderPosition,
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


def elected(at: ReaderPosition, book: Rulebook, settings: Mapping[str, Any]) -> TableRules:
    """The rules of a table with these settings."""
    try:
        return book.elect_all(settings)
    except (ValueError, TypeError, LookupError, ArithmeticError) as error:
        raise at.bad(str(error)) from None


def check_round(at: ReaderPosition, one: ScenarioRound, rules: TableRules) -> None:
    """Check that the bank, the shoe and the settings of a round are possible under the rules."""
    if one.bank is not None and rules.banking is None:
        raise at.key("bank").bad(f"no player banks under {rules.book.id}")
    decks = rules.equipment.decks.value
    dealt = Counter(item.card if isinstance(item, ScriptedFaceUp) else item for item in one.shoe)
    for item, times in dealt.items():
        if isinstance(item, Card) and times > decks:
            raise at.key("shoe").bad(
                f"{item.text} comes out {times} times; {decks} decks allow {decks}"
            )
    for number, again in enumerate(one.expect.net_with or (), 1):
        here = at.key("expect").key("net_with").item(number).key("settings")
        elected(here, rules.book, dict((*rules.choices, *again.settings)))


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


__all__ = ["FORMAT", "BadScenario", "read_scenarios", "read_text"]

FORMAT: Final = 1
"""The supported version of the format."""


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
    at = ReaderPosition(where)
    try:
        raw = load(text)
    except BadYaml as error:
        raise at.bad(str(error)) from None
    file = mapping(at, raw, EntryKeys(("format", "rulebook", "scenarios")))
    if type(file["format"]) is not int or file["format"] != FORMAT:
        raise at.key("format").bad(f"{shown(file['format'])} is unknown; the format is {FORMAT}")
    name, book = _book(at.key("rulebook"), file["rulebook"])
    scenarios: dict[str, Scenario] = {}
    for number, entry in enumerate(listed(at.key("scenarios"), file["scenarios"]), 1):
        here = ReaderPosition(where, f"scenario {number}", bets=tuple(book.side_bets))
        try:
            scenario = _scenario(here, entry, file["rulebook"], book)
            if scenario.id in scenarios:
                raise here.key("id").bad(f"{scenario.id!r} is taken by an earlier scenario")
        except BadScenario as bad:
            if unreadable is None:
                raise
            unreadable.append(bad)
            continue
        scenarios[scenario.id] = structs.replace(scenario, rulebook=name)
    if not scenarios and not unreadable:
        raise at.key("scenarios").bad("the list is empty; a file needs at least one scenario")
    return ScenarioFile(where=where, rulebook=name, scenarios=tuple(scenarios.values()))


def _book(at: ReaderPosition, raw: object) -> tuple[str, Rulebook]:
    """The book of a file: its id, or the path of a user's own, beside the rounds or from here."""
    name = text(at, raw)
    try:
        beside = Path(at.where).parent / name
        if name not in BOOKS and beside.is_file():
            name = str(beside)
        return name, rulebook(name)
    except RulebookError as error:
        raise at.bad(str(error)) from None
    except (OSError, ValueError) as error:
        raise at.bad(f"the book {shown(name)} cannot be read: {error}") from None


# Entries of the file; the name of a key decides how its value is read.

_BY_MEANING: Final[dict[Meaning, Reader[Any]]] = {
    Meaning.BOX: whole(1),
    Meaning.HAND: whole(1),
    Meaning.MONEY: money,
    Meaning.NUMBER: whole(0),
    Meaning.PERSON: person(),
    Meaning.CARD: card,
    Meaning.WAGER: COMMON["kind"],
    Meaning.TEXT: text,
}
_WORKED_FIELDS: Final = {
    one.name: one.meaning for kind in WORKED.values() for one in fields_of(kind) if one.is_written
}
_ACT: Final[dict[str, Reader[Any]]] = {
    **COMMON,
    **{name: _BY_MEANING[meaning] for name, meaning in _WORKED_FIELDS.items()},
    "act": one_of(WORKED),
    "amounts": pairs(person(), money),
    "with": list_of(person()),
    "stay": pairs(person(), whole(1)),
}
_READ_OTHERWISE: Final[dict[str, dict[str, Reader[Any]]]] = {
    "withdraw": {"kind": kind_of_wager(*WagerKind)},
    "insurance": {"hand": whole(1, 1)},
    "even_money": {"hand": whole(1, 1)},
}
"""Keys of an act with other values: any wager may be asked back; insurance is on the box."""
_HOW_MUCH: Final = tuple(
    name for name, meaning in _WORKED_FIELDS.items() if meaning in (Meaning.MONEY, Meaning.NUMBER)
)

_EVENT: Final[dict[str, Reader[Any]]] = {
    **COMMON,
    "after_cards": whole(0),
    "reason": member(ShuffleReason),
    "at": box_or_dealer,
    "which": member(DealerCard),
    "reconstructed": truth,
    "ruling": member(VoidOrder),
    "hands": list_of(record(HandAt, COMMON)),
    "lost_cards": whole(0),
}


def _entry(events: Mapping[str, EntryKeys]) -> Reader[ScriptedAct | ScriptedEvent]:
    def read(at: ReaderPosition, raw: object) -> ScriptedAct | ScriptedEvent:
        if not isinstance(raw, dict) or ("act" in raw) == ("event" in raw):
            raise at.bad("an entry is a mapping with either act or event")
        return _act(at, raw) if "act" in raw else _event(at, raw, events)

    return read


def _events(rules: TableRules) -> dict[str, EntryKeys]:
    """The events of the format, and those that a book describes itself."""
    own = (record_of(rules, name) for name in rules.book.own_irregularities)
    return {**EVENT_KEYS, **{record.name: keys_of(record) for record in own if record is not None}}


def _act(at: ReaderPosition, raw: dict[str, Any]) -> ScriptedAct:
    name = _ACT["act"](at.key("act"), raw["act"])
    own = ACT_KEYS[name]
    if "refused" in raw:
        own = _of_refused(own)
    keys = EntryKeys(("act", *own.needs), (*own.may, "refused"), own.one_of)
    speaker = {"player": person(*WORKED[name].words.also_by)}
    readers = {**_ACT, **speaker, **_READ_OTHERWISE.get(name, {})}
    given = read_values(at, raw, readers, keys, f"to the act {name}")
    beside = {key: given.pop(key) for key in record_keys(ScriptedAct).all if key in given}
    return built(ScriptedAct, beside | {"given": given})


def _of_refused(own: EntryKeys) -> EntryKeys:
    """A refused act needs no amount."""
    needs = tuple(key for key in own.needs if key not in _HOW_MUCH)
    spared = tuple(key for key in own.needs if key in _HOW_MUCH)
    return EntryKeys(needs, (*own.may, *spared, *own.one_of))


def _event(
    at: ReaderPosition, raw: dict[str, Any], events: Mapping[str, EntryKeys]
) -> ScriptedEvent:
    readers = {**_EVENT, "event": one_of(events)}
    name = readers["event"](at.key("event"), raw["event"])
    own = events[name]
    event = made(
        ScriptedEvent,
        at,
        raw,
        readers,
        EntryKeys(("event", *own.needs), own.may),
        f"to the event {name}",
    )
    if event.at is not None and event.reason is not ShuffleReason.CUT_CARD:
        raise at.key("at").bad("it belongs only to a shuffle with the reason cut_card")
    if event.ruling and (event.ruling is VoidOrder.VOID_HANDS) != bool(event.hands):
        raise at.bad("the ruling void_hands must name its hands, and void_round must not")
    if event.event == "drawn_together" and len(event.cards) < 2:
        raise at.key("cards").bad("fewer than two cards; at least two are drawn together")
    if "hand" in own.may and event.hand is None:
        return structs.replace(event, hand=1)
    return event


def _wager(at: ReaderPosition, raw: object) -> WagerLine:
    wager = record(WagerLine, {**COMMON, "unnoticed": truth})(at, raw)
    if wager.unnoticed and wager.refused is not None:
        raise at.bad("a wager is either refused or unnoticed, not both")
    return wager


_ROUND: Final[dict[str, Reader[Any]]] = {
    "bank": record(BankLine, {**COMMON, "wager": money}),
    "wagers": list_of(_wager),
    "shoe": list_of(shoe_item(*ScriptedMarker, face_up=True)),
    "acts": list_of(_entry(EVENT_KEYS)),
    "expect": expect,
}
_HEAD: Final[dict[str, Reader[Any]]] = {
    "id": text,
    "title": text,
    "rulebook": text,
    "settings": COMMON["settings"],
    "clauses": list_of(clause),
    "readings": list_of(text),
    "seats": pairs(whole(1), person()),
    "arrived": list_of(person()),
}
_NEEDED: Final = ("id", "title", "rulebook", "settings")


# Scenarios, and checks between their parts.


def _scenario(at: ReaderPosition, raw: object, name: str, book: Rulebook) -> Scenario:
    if isinstance(raw, dict) and "id" in raw:
        at = structs.replace(at, scenario=text(at.key("id"), raw["id"]))
    several = isinstance(raw, dict) and "rounds" in raw
    optional = tuple(key for key in _HEAD if key not in _NEEDED)
    needed = ("rounds",) if several else record_keys(ScenarioRound).needs
    given = mapping(at, raw, EntryKeys((*_NEEDED, *needed), (*optional, *_ROUND, "rounds")))
    if several and (both := [key for key in _ROUND if key in given]):
        raise at.bad(f"{', '.join(both)} together with rounds; each round has its own instead")
    head = {key: read(at.key(key), given[key]) for key, read in _HEAD.items() if key in given}
    if head["rulebook"] != name:
        raise at.key("rulebook").bad(f"{shown(head['rulebook'])} in a file for {shown(name)}")
    if "decks" in book.elections and "decks" not in given["settings"]:
        raise at.key("settings").bad("the key 'decks' is missing; it must always be given")
    rules = elected(at.key("settings"), book, dict(head["settings"]))
    read_round = record(ScenarioRound, {**_ROUND, "acts": list_of(_entry(_events(rules)))})
    if several:
        rounds = list_of(read_round, at_least=1)(at.key("rounds"), given["rounds"])
    else:
        rounds = (read_round(at, {key: given[key] for key in _ROUND if key in given}),)
    for number, one in enumerate(rounds, 1):
        check_round(at.key("rounds").item(number) if several else at, one, rules)
    return Scenario(**head, rounds=rounds)
