"""The words of a table: totals and results, mishaps, shuffles, steps, equipment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pitboss.cards import Card
from pitboss.law.counting import count
from pitboss.law.irregularities import RECORDS, record_of
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Result

COLOURS: Final = ("", "red", "blue")
"""The backs of the batches, by number; a single batch has red ones."""

REASONS: Final = {
    "cut_card": "the cutting card came out",
    "idle": "nobody has played for a while",
    **{r.reason or r.name: r.because for r in RECORDS.values() if r.because},
}
"""Why the cards are shuffled, after "because"."""

STEPS: Final = {
    "insist": "insists that the cards are checked and shuffled",
    "inspect": "inspects the cards",
    "load": "loads the cards into the machine",
    "look": "looks at the cards",
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
"""What somebody does with the cards before they are shuffled."""

EQUIPMENT: Final = {
    "card_reader": "The card reader",
    "shuffler": "The shuffling machine",
}
"""What breaks and is repaired."""

LEFT_OUT: Final = {
    "first": "The players' cards come first, then those of the dealer.",
    "second": "The players' cards come first, then those of the dealer.",
    "both": "The deal leaves box {box} out.",
    "second_of_box": "The deal goes on without the second card of box {box}.",
}
"""How the deal goes on when cards of it were missed."""


def equipment_name(rules: TableRules, what: str) -> str:
    """Equipment by its name; that which draws prizes is named after the bet."""
    bet = rules.side_bets.get(what)
    return EQUIPMENT.get(what, what) if bet is None else f"The {bet.name} equipment"


def mishap(rules: TableRules, name: str) -> str:
    """A mishap in words: ours, or those of the book that knows of it."""
    record = record_of(rules, name)
    return name.replace("_", " ") if record is None else record.says


def because(rules: TableRules, reason: str) -> str:
    """Why the cards are shuffled, as the end of a sentence; nothing is said of the first shoe."""
    if reason == "start":
        return ""
    if reason == "continuous":
        return ", as after every round"
    own = rules.book.own_irregularities.get(reason)
    told = own.says if own is not None else REASONS.get(reason, reason.replace("_", " "))
    return f", because {told}"


def person(name: str) -> str:
    """Somebody by name or by role: ``Sue``, ``the dealer``."""
    return name if name[:1].isupper() or name.startswith("the ") else f"the {name}"


def begun(sentence: str) -> str:
    """The sentence with a capital letter, and nothing else changed."""
    return sentence[:1].upper() + sentence[1:]


def called(rules: TableRules, hand: Iterable[Card]) -> str:
    """A total as the dealer calls it: ``16``, ``soft 17``."""
    total = count(rules, tuple(hand))
    return f"soft {total.total}" if total.soft else str(total.total)


def result_word(rules: TableRules, result: Result) -> str:
    """A result in the book's own word for a tie."""
    return rules.book.words["standoff"] if result is Result.STAND_OFF else result.value
