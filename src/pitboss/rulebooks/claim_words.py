"""The words of claims: facts, names with their values, numbers, happenings and acts.

Each is a question that the law or the table answers; ``pitboss.audit.conditions`` says which.
"""

from __future__ import annotations

from typing import Final

_OF_HANDS: Final = (
    "player blackjack",
    "dealer blackjack",
    "player over",
    "dealer over",
    "doubled",
    "split",
    "split ace",
    "zapped",
    "surrendered",
    "absent",
    "refused",
    "void",
    "soft",
    "dealer soft",
    "pair",
    "an ace",
    "may draw",
    "may stand",
    "no more cards",
)
"""Facts about the hand that an event concerns, and the dealer's"""

_OF_WAGERS: Final = (
    "side bet",
    "in control",
    "has the bank",
    "bank exhausted",
    "bank at its limit",
    "banked before",
    "more than half",
)
"""Facts about the wager or the bettor that an event concerns"""

_OF_CARDS: Final = (
    "to the dealer",
    "to a box",
    "in the deal",
    "held",
    "held exposed",
    "refused by a player",
    "dealer draws",
    "in vain",
    "first of the round",
    "first of the shoe",
    "exhausted",
    "at once",
    "round void",
    "by the house",
    "drawn together",
    "choice open",
)
"""Facts about the card, the dealer, the shoe or the round that an event concerns"""

HAPPENINGS: Final = (
    "back bettors asked",
    "bank declined",
    "bank taken",
    "bets closed",
    "bets reopened",
    "bets withdrawn",
    "burned card shown",
    "button pressed",
    "card burned",
    "card chosen",
    "card dealt",
    "card held",
    "card refused",
    "card removed",
    "card to be replaced",
    "cards collected",
    "cards prepared",
    "cards shuffled",
    "cards taken away",
    "choice offered",
    "cut card drawn",
    "cut declined",
    "cut offered",
    "cut unanswered",
    "deal changed",
    "deal completed",
    "dealer changed",
    "dealer hand completed",
    "equipment failed",
    "equipment repaired",
    "even money taken",
    "fee collected",
    "fee returned",
    "hand busted",
    "hand closed",
    "hand doubled",
    "hand hit",
    "hand split",
    "hand stood",
    "hand surrendered",
    "hand voided",
    "hand zapped",
    "hole card checked",
    "hole card revealed",
    "insurance reopened",
    "irregularity noted",
    "late card due",
    "late card taken",
    "player arrived",
    "player continued",
    "player left",
    "player readmitted",
    "recut ordered",
    "round closed",
    "round voided",
    "seat left",
    "seat taken",
    "seed given",
    "seeds mixed",
    "share declined",
    "shoe cut",
    "shoe exhausted",
    "shoe loaded",
    "shoe revealed",
    "shoe sealed",
    "shuffle ordered",
    "squeeze granted",
    "supervisor ruled",
    "table opened",
    "time passed",
    "wager lowered",
    "wager placed",
    "wager pro rated",
    "wager raised",
    "wager settled",
    "wager withdrawn",
    "window closed",
    "window opened",
)
"""Every kind of event, in words"""

ACTS: Final = (
    "to arrive",
    "to bet",
    "to call dead",
    "to change dealer",
    "to close bets",
    "to continue",
    "to cut",
    "to decline",
    "to decline bank",
    "to decline cut",
    "to double",
    "to hit",
    "to insure",
    "to leave",
    "to order recut",
    "to pass cut",
    "to pass time",
    "to prepare cards",
    "to press button",
    "to refuse card",
    "to report",
    "to show burned",
    "to shuffle",
    "to sit",
    "to split",
    "to squeeze",
    "to stand",
    "to surrender",
    "to take back",
    "to take bank",
    "to take even money",
    "to take late card",
    "to withdraw",
    "to zap",
)
"""Every act, in words: what is refused"""

FACTS: Final = (*_OF_HANDS, *_OF_WAGERS, *_OF_CARDS, *HAPPENINGS, *ACTS)
"""The words that are true or not."""

_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")

NAMES: Final[dict[str, tuple[str, ...]]] = {
    "up card": _RANKS,
    "result": ("win", "lose", "standoff", "returned", "surrendered", "void"),
    "settled": (),
    "bet": (),
    "phase": (
        "betting",
        "dealing",
        "after_deal",
        "window",
        "play",
        "dealer",
        "settlement",
        "collection",
    ),
    "reported": (),
    "shuffled for": (),
    "cut card on": ("box", "dealer", "nothing"),
    "voided under": (),
    "row": (),
    "elected": (),
}
"""The words that have a value, each with the values it may have; none listed is any text."""

NUMBERS: Final = (
    "player total",
    "dealer total",
    "cards",
    "dealer cards",
    "hands",
    "whole stake",
    "turn",
    "main",
    "stake",
    "effective",
    "minimum",
)
"""The words that have a number, each of the hand or wager that an event concerns."""

OF_HANDS: Final = frozenset({"split", "doubled", "zapped", "soft", "player total", "cards"})
"""The words that a hand alone decides, by which a provision may cite different clauses"""

OF_SCORES: Final = frozenset(
    {
        "player blackjack",
        "dealer blackjack",
        "player over",
        "dealer over",
        "player total",
        "dealer total",
        "cards",
        "dealer cards",
        "up card",
        "split",
        "doubled",
        "zapped",
        "elected",
    }
)
"""The words that two scores alone decide, by which a provision may cite different clauses."""
