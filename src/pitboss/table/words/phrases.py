"""The phrases of a table: totals, results, irregularities, shuffles, steps and equipment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pitboss.cards import Card
from pitboss.law.counting import count
from pitboss.law.irregularities import RECORDS, record_of
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Result

COLOURS: Final = ("", "red", "blue")
"""The backs of the batches, by number; a single batch is red."""

REASONS: Final = {
    "cut_card": "the {cut_card} came out",
    "idle": "the table has been idle",
    **{r.reason or r.name: r.because for r in RECORDS.values() if r.because},
}
"""Why the cards are shuffled, after "because"; terms in braces are the book's own."""

STEPS: Final = {
    "insist": "requires a full shuffle of the cards",
    "inspect": "inspects the cards",
    "load": "loads the cards into the {shuffler}",
    "look": "checks the cards",
    "mix": "mixes the cards",
    "release": "releases the cards",
    "riffle": "riffles the cards",
    "spread": "spreads the cards",
    "stack": "stacks the cards",
    "turn": "turns the cards face down",
    "verify": "verifies the inspection",
    "view": "views the cards",
    "wash": "washes the cards",
}
"""The steps of preparing the cards before a shuffle."""

EQUIPMENT: Final = {
    "card_reader": "The card reader",
    "shuffler": "The {shuffler}",
}
"""Equipment that can fail."""

LEFT_OUT: Final = {
    "first": "The players' cards are completed first, then the dealer's.",
    "second": "The players' cards are completed first, then the dealer's.",
    "both": "The deal passes over box {box}.",
    "second_of_box": "The deal continues without the second card of box {box}.",
}
"""How the deal continues after a missed card."""


def equipment_name(rules: TableRules, what: str) -> str:
    """Equipment by its name; that which draws prizes is named after the bet."""
    bet = rules.side_bets.get(what)
    if bet is not None:
        return f"The {bet.name} equipment"
    return in_words(rules, EQUIPMENT.get(what, what))


def mishap(rules: TableRules, name: str) -> str:
    """An irregularity in words: ours, or those of the book that defines it."""
    record = record_of(rules, name)
    return name.replace("_", " ") if record is None else in_words(rules, record.says)


def in_words(rules: TableRules, phrase: str) -> str:
    """A phrase of ours in the book's own terms: ``{cut_card}`` is a cover card at zappit."""
    if "{" in phrase:
        for term, word in rules.book.words.items():
            phrase = phrase.replace(f"{{{term}}}", str(word))
    return phrase


def because(rules: TableRules, reason: str) -> str:
    """The reason for a shuffle, as the end of a sentence; the first shoe needs none."""
    if reason == "start":
        return ""
    if reason == "continuous":
        return ", as after every round"
    own = rules.book.own_irregularities.get(reason)
    why = own.says if own is not None else REASONS.get(reason, reason.replace("_", " "))
    return f", because {in_words(rules, why)}"


ROLES: Final = frozenset(
    {"dealer", "employee", "house", "inspector", "player", "shift manager", "supervisor"}
)
"""Who acts without a name; anything else is the name of a person, however it is spelt."""


def person(name: str) -> str:
    """A person by name or by role: ``Sue``, ``the dealer``."""
    role = name.replace("_", " ")
    return f"the {role}" if role in ROLES else name


def actor(rules: TableRules, name: str) -> str:
    """A person by name or role, a supervisor in the book's own word for the role."""
    if name in ("supervisor", "the supervisor"):
        return f"the {rules.book.words['supervisor']}"
    return person(name)


def wager_name(rules: TableRules, kind: str) -> str:
    """What a wager is called at this table: ``blackjack wager``, ``double``, ``Over 13 bet``."""
    if kind == "main":
        return rules.book.words["main"]
    name = kind_name(rules, kind)
    return f"{name} bet" if name[-1:].isdigit() else name


def kind_name(rules: TableRules, kind: str) -> str:
    """A kind of wager by its name: ``Over 13``, ``double``."""
    return rules.name_of(kind)


def begun(sentence: str) -> str:
    """The sentence with a capital first letter and otherwise unchanged."""
    return sentence[:1].upper() + sentence[1:]


def called(rules: TableRules, hand: Iterable[Card]) -> str:
    """A total as the dealer calls it: ``16``, ``soft 17``."""
    total = count(rules, tuple(hand))
    return f"soft {total.total}" if total.soft else str(total.total)


def result_word(rules: TableRules, result: Result) -> str:
    """A result; a tie in the book's own word."""
    return rules.book.words["standoff"] if result is Result.STAND_OFF else result.value
