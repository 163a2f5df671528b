"""The cases on which kernel and table are compared: elections and seats for every book."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from pitboss.acts import HandAct
from pitboss.players.counts import HI_LO, SYSTEMS, CountSystem, DecksSeen, TrueCount
from pitboss.players.deviations import LOWEST, Deviation
from pitboss.players.seats import Seat
from pitboss.rulebooks import BOOKS, Rulebook, rulebook


class Trial(NamedTuple):
    """Elections and seats for a book, with the ``share`` of rounds played with them."""

    name: str
    elections: dict[str, Any]
    seats: tuple[Seat, ...]
    share: int = 1
    bank: Fraction | None = None
    counting: CountSystem = HI_LO
    fresh: bool = False
    side_bets_from: int | None = None


_DEVIATIONS: Final = (
    Deviation("16", "T", HandAct.STAND, at=0),
    Deviation("15", "T", HandAct.SURRENDER, at=1),
    Deviation("14", "T", HandAct.SURRENDER, at=0),
    Deviation("14", "T", HandAct.HIT, at=-1),
    Deviation("12", "3", HandAct.STAND, at=2),
    Deviation("12", "3", HandAct.HIT, at=0, below=True),
    Deviation("11", "A", HandAct.DOUBLE, at=1),
    Deviation("9", "2", HandAct.DOUBLE, at=1),
    Deviation("A,7", "6", HandAct.DOUBLE, at=1),
    Deviation("T,T", "6", HandAct.SPLIT, at=1),
    Deviation("8,8", "T", HandAct.STAND, at=2),
)
_PLAIN: Final = Seat()
_INSURED: Final = Seat(insures_at=LOWEST)
_OTHER: Final = Seat(own=False, sides=False)
_COUNTER: Final = Seat(
    spread=((-10, 1), (1, 2), (2, 4), (4, 8)), deviations=_DEVIATIONS, insures_at=1
)
_RUNNING: Final = Seat(
    spread=((-100, 1), (-9, 2), (-4, 4), (1, 8)),
    deviations=tuple(each._replace(at=3 * each.at - 4) for each in _DEVIATIONS),
    insures_at=-1,
)
_GUEST: Final = Seat(spread=((-10, 1), (2, 4)), enters_at=1, leaves_below=-1)

_HALVES: Final = SYSTEMS["halves"]._replace(true=TrueCount.TRUNCATE, decks=DecksSeen.HALF)
_ROUNDED: Final = SYSTEMS["zen"]._replace(true=TrueCount.ROUND, decks=DecksSeen.WHOLE)


_OF_EVERY_BOOK: Final = (
    Trial("heads up", {}, (_PLAIN,), share=6),
    Trial("heads up, insured", {}, (_INSURED,), share=3),
    Trial("three seats, one counts", {}, (_COUNTER, _OTHER, _INSURED), share=2),
    Trial("by halves", {}, (_OTHER, _COUNTER), counting=_HALVES),
    Trial("rounded", {}, (_COUNTER,), counting=_ROUNDED, side_bets_from=1),
    Trial("unbalanced", {}, (_RUNNING,), counting=SYSTEMS["red-7"]),
    Trial("knock-out", {}, (_OTHER, _RUNNING), counting=SYSTEMS["ko"], side_bets_from=1),
    Trial("comes and goes", {}, (_OTHER, _GUEST)),
)
_DEALT_DEEP: Final[tuple[dict[str, Any], ...]] = (
    {"decks": 1, "penetration": "95%"},
    {"decks": 4, "cut_depth": 0},
    {"decks": 6, "penetration": "85%"},
    {"penetration": "75%"},
    {},
)
"""How few cards are left undealt; a book takes the first that it allows."""

_BANKED: Final = (*(_INSURED,) * 4, Seat(spread=((-10, 3),), sides=False), _COUNTER)
_SIDE_BETS: Final = "perfect_pairs, player_pair, over_under_13, super_sevens, madness_21"

_ELECTED: Final = (
    Trial("no hole card", {"hole_card": "none"}, (_INSURED, _PLAIN)),
    Trial("early surrender", {"surrender": "early"}, (_COUNTER, _PLAIN)),
    Trial("late surrender", {"surrender": "late"}, (_COUNTER, _PLAIN)),
    Trial("push on 22", {"push_22": True}, (_PLAIN,)),
    Trial("aces", {"draw_to_split_aces": True, "resplit_aces": True}, (_PLAIN, _PLAIN)),
    Trial("every side bet", {"side_bets": _SIDE_BETS}, (_PLAIN, _PLAIN)),
    Trial("buster", {"side_bets": "buster"}, (_PLAIN, _PLAIN)),
    Trial("Super Sevens", {"layout": 2}, (_PLAIN, _COUNTER), share=2),
    Trial("Madness 21", {"layout": 3}, (_PLAIN,)),
    Trial("Perfect Pairs", {"layout": 4, "shuffler": "continuous"}, (_PLAIN, _PLAIN)),
    Trial("take capped", {"dealer_bj_bust_reading": "cap"}, (_PLAIN, _PLAIN)),
    Trial("busted plus one", {"dealer_bj_bust_reading": "busted_plus_one"}, (_PLAIN,)),
    Trial("card in vain", {"deal_card2_when_dead": True}, (_PLAIN,)),
    Trial("no double after an exchange", {"zap_then_double": False}, (_PLAIN,)),
    Trial("no split after an exchange", {"zap_then_split": False}, (_PLAIN, _PLAIN)),
    Trial("always drawn out", {"dealer_draws_when_no_live_wager": True}, (_PLAIN,)),
    Trial("hard 21 drawn to", {"allow_hit_hard_21": True}, (_PLAIN,)),
    Trial("blackjack given up", {"allow_surrender_blackjack": True}, (_PLAIN, _PLAIN)),
    Trial("always drawn out", {"dealer_draws_when_no_live_bet": True}, (_PLAIN,)),
    Trial("aces again", {"resplit_aces": True}, (_PLAIN,)),
    Trial("soft doubles", {"soft_double": True}, (_PLAIN, _PLAIN)),
    Trial("pairs by value", {"pair_by": "value"}, (_PLAIN,)),
    Trial("bank, net", {"bank_limit": "net"}, _BANKED, bank=Fraction(3)),
    Trial("bank, still collecting", {"exhausted_bank": "collects"}, _BANKED, bank=Fraction(1)),
    Trial("bank, gross", {"bank_limit": "gross"}, _BANKED, bank=Fraction(3)),
    Trial("bank, matched", {"bank_limit": "matched"}, _BANKED, bank=Fraction(3)),
    Trial("pairs by value", {"split_tens": "same_value"}, (_PLAIN,)),
    Trial("pushes by the player's hand", {"bust_push_rule": "player_three_card"}, (_PLAIN,)),
)
"""Trials of the books that have such elections, whichever those are."""


def trials_of(book: Rulebook) -> tuple[Trial, ...]:
    """The trials of a book: those of every book, and of its own elections each that it allows."""
    deep = next(one for one in _DEALT_DEEP if _allows(book, one))
    trials = [*_OF_EVERY_BOOK, Trial("six seats, dealt deep", deep, (_COUNTER, *(_PLAIN,) * 5))]
    for trial in _ELECTED:
        items = trial.elections.items()
        is_new = not any(items <= one.elections.items() for one in trials)
        if is_new and _allows(book, trial.elections):
            trials.append(trial)
    return tuple(trials)


def _allows(book: Rulebook, elections: Mapping[str, Any]) -> bool:
    if not elections.keys() <= book.elections.keys():
        return False
    try:
        book.elect_all(elections)
    except (ValueError, LookupError):
        return False
    return True


TRIALS: Final[Mapping[str, tuple[Trial, ...]]] = {id: trials_of(rulebook(id)) for id in BOOKS}
"""The trials of each book."""
