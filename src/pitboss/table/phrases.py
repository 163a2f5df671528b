"""The words of a table: totals and results, mishaps, shuffles, steps, equipment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pitboss.cards import Card
from pitboss.law.counting import count
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.words import Result

COLOURS: Final = ("", "red", "blue")
"""The backs of the batches, by number; a single batch has red ones."""

MISHAPS: Final = {
    "card_count_wrong": "the set has too many cards or too few",
    "card_seen_before_shoe": "a card was seen before it went into the shoe",
    "cards_replaced": "new cards",
    "csm_malfunction": "the continuous shuffler has failed",
    "cut_card_missing": "there is no cutting card in the shoe",
    "damaged_card": "a card is damaged",
    "dealer_card_missed": "the dealer took no card when one was due",
    "dealing_error": "cards were dealt in the wrong order",
    "drawn_together": "cards came out together, and nobody knows their order",
    "drawn_unexposed": "a card was drawn by mistake, and nobody saw it",
    "exposed_card": "a card was drawn by mistake, and seen",
    "extra_dealer_card": "the dealer has drawn to a finished hand",
    "face_up_card": "the next card lies face up in the shoe",
    "foreign_card": "a card does not belong to the set",
    "missed_card": "a card that was asked for was not dealt",
    "missing_card": "the cards are counted, and their number is wrong",
    "no_cards_dealt": "no card was dealt",
    "one_card_dealt": "only one card was dealt",
    "over_limit": "the wagers are above the maximum",
    "rebuilt": "the cards lie in their order again",
    "reshuffle_missed": "a shuffle that was due was missed",
    "reshuffle_ordered": "a shuffle",
    "shoe_exhausted": "the shoe is empty",
    "shuffler_fault": "the shuffling machine has failed",
    "side_bets_missed": "side bets were not settled in time",
    "squeeze_exposed": "a card to be squeezed was turned up",
    "stray_cards": "cards were dealt where nobody has a wager",
    "tech_interruption": "a fault interrupts the round",
    "under_minimum": "a wager below the minimum went unseen",
    "unshuffled": "the cards were not shuffled",
    "vacancy_shuffle": "a shuffle of the empty table's cards",
    "void_hand": "the hand cannot be put right",
    "void_round": "the round is called off",
    "wrong_peek": "the card reader was used without need",
}
"""What went wrong or was ordered, by the name it is reported under."""

REASONS: Final = {
    "card_seen_before_shoe": "a card was seen",
    "cut_card": "the cutting card came out",
    "cut_card_missing": "the cutting card was missing",
    "idle": "nobody has played for a while",
    "ordered": "it was ordered",
    "replaced": "they are new",
    "reshuffle_missed": "the last shuffle was missed",
    "shoe_exhausted": "the shoe ran out",
    "shuffler_fault": "the machine failed",
    "vacancy_shuffle": "the table stood empty",
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
    "madness_21": "The Madness 21 equipment",
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


def mishap(name: str) -> str:
    """A mishap in words."""
    return MISHAPS.get(name, name.replace("_", " "))


def because(reason: str) -> str:
    """Why the cards are shuffled, as the end of a sentence; nothing is said of the first shoe."""
    if reason == "start":
        return ""
    if reason == "continuous":
        return ", as after every round"
    return f", because {REASONS.get(reason, reason.replace('_', ' '))}"


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
