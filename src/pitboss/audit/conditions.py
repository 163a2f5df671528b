"""What the words of a claim mean: each asks the law, or the table, about one citation."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

from pitboss.audit import asked_of_acts as of_acts
from pitboss.audit.cited_events import Citation
from pitboss.law import counting, dealer, insurance, play
from pitboss.law.banking import remaining_cover
from pitboss.law.cases import OF_SCORES, elections
from pitboss.law.hands import WAS, Hand
from pitboss.law.irregularities import outcome_is_established
from pitboss.law.shoe import burns_first_card
from pitboss.law.side_bets.deciding import DecidingCards, decide
from pitboss.law.wagering import initial_bet
from pitboss.law.wagers import WagerKind, is_side_bet
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.claims import Claim, SubjectWords, meaning
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure.cutting import last_cutter
from pitboss.table.procedure.duties import at_stake, cards_of_box, dealer_has_blackjack
from pitboss.table.procedure.irregularities import decided
from pitboss.table.procedure.misdrawn import may_rebuild
from pitboss.table.state import Banker, PlayedHand, TableState, Wager

# Facts of hands.


def _was(was: Callable[[Hand], bool], _: TableRules, hand: Hand) -> bool:
    return was(hand)


def _of_hand(asks: Callable[[TableRules, Hand], object]) -> Callable[[Citation], bool]:
    """A fact of the hand, false if there is none."""

    def fact(cited: Citation) -> bool:
        hand = cited.hand
        return hand is not None and bool(asks(cited.rules, hand))

    return fact


def _of_played(asks: Callable[[PlayedHand], bool]) -> Callable[[Citation], bool]:
    def fact(cited: Citation) -> bool:
        played = cited.played
        return played is not None and asks(played)

    return fact


def _is_pair(rules: TableRules, hand: Hand) -> bool:
    """Whether the first two cards are a pair by what the book compares in a split."""
    return len(hand.cards) == 2 and play.not_a_pair(rules, hand) is None


# Facts of cards and of the dealer.


def _is_refused_card(cited: Citation) -> bool:
    """Whether the card was offered as an exposed one, and a player refused it."""
    card = getattr(cited.event, "card", None)
    held = any(h.exposed and not h.together and h.card.text == card for h in cited.before.shoe.held)
    return held and any(p.hand.has_refused for b in cited.before.boxes for p in b.hands)


def _is_offered(cited: Citation) -> bool:
    """Whether an exposed card is on offer."""
    return any(h.exposed and not h.together for h in cited.before.shoe.held)


def _is_held(cited: Citation) -> bool:
    card = getattr(cited.event, "card", None)
    return any(h.card.text == card for h in cited.before.shoe.held)


def _would_be_in_vain(cited: Citation) -> bool:
    """Whether no further card of the dealer can change a result."""
    before = cited.before
    return not dealer.card_would_matter(cited.rules, before.dealer, at_stake(before))


def _dealer_must_draw(cited: Citation) -> bool:
    return bool(cited.before.dealer) and bool(dealer.must_draw(cited.rules, cited.before.dealer))


def _is_first_of_shoe(cited: Citation) -> bool:
    return cited.before.shoe.burned is None and bool(burns_first_card(cited.rules))


# Facts of wagers and people.


def _is_more_than_half(cited: Citation) -> bool:
    """Whether the insurance is above half of the bettor's wager, in chips if the book counts so."""
    whole = _whole_stake(cited)
    return whole is not None and whole > insurance.half(cited.rules, _initial_bet(cited))


def _is_above_exact_half(cited: Citation) -> bool:
    """Whether the insurance is above half of the bettor's wager, whatever chips there are."""
    whole = _whole_stake(cited)
    return whole is not None and 2 * whole > _initial_bet(cited)


def _initial_bet(cited: Citation) -> int:
    """The bettor's wager on the box, by which insurance is measured."""
    mains = _mains(cited)
    chips, in_action = sum(w.stake for w in mains), sum(w.effective for w in mains)
    return initial_bet(cited.rules, chips=chips, in_action=in_action)


def _is_by_the_house(cited: Citation) -> bool:
    """Whether no player does it: the house cuts, or an employee presses the button."""
    if isinstance(cited.event, e.CutOffered):
        return not cited.event.offers
    return cited.player in (last_cutter(cited.rules), "employee")


def _of_act(asks: Callable[[TableState, Any], bool]) -> Callable[[Citation], bool]:
    """A fact of an act in its state."""
    return lambda cited: asks(cited.before, cited.event)


def _controls(cited: Citation) -> bool:
    if isinstance(cited.event, acts.Act):
        return of_acts.is_in_control(cited.before, cited.event)
    box, player = cited.box, cited.player
    return box is not None and player is not None and player == box.decider


def _others_are_present(cited: Citation) -> bool:
    """Whether another bettor of the box is still there to decide."""
    box, player = cited.box, cited.player
    if box is None:
        return False
    riding = {w.player for w in cited.before.open_wagers(box=box.number) if w.hand is not None}
    return bool(riding - {player, *box.away})


def _may_be_rebuilt(cited: Citation) -> bool:
    """Whether the cards that were reported may be reconstructed."""
    what = cited.trail.reported
    drawn = what in ("exposed_card", "drawn_unexposed")
    return bool(may_rebuild(cited.before, are_stray=what == "stray_cards", is_drawn=drawn))


def _has_the_bank(cited: Citation) -> bool:
    banker = cited.before.banker
    return banker is not None and banker.player == cited.player


def _cover(rules: TableRules, banker: Banker | None) -> tuple[int, ...]:
    """What the bank can still pay, and what it can still collect; nothing if there is no bank."""
    return () if banker is None else remaining_cover(rules, banker.bank)


FACTS: Final[dict[str, Callable[[Citation], bool]]] = {
    **{
        word: (lambda cited, asks=asks: asks(cited.compare))  # type: ignore[misc]
        for word, asks in OF_SCORES.facts.items()
    },
    "dealer blackjack": lambda cited: dealer_has_blackjack(cited.before),
    **{word: _of_hand(partial(_was, was)) for word, was in WAS.items()},
    "split ace": _of_hand(lambda _, hand: hand.is_split_ace),
    "refused": _of_hand(lambda _, hand: hand.has_refused),
    "soft": _of_hand(lambda rules, hand: counting.count(rules, hand.cards).soft),
    "pair": _of_hand(_is_pair),
    "an ace": _of_hand(lambda _, hand: any(card.is_ace for card in hand.cards)),
    "may draw": _of_hand(lambda rules, hand: play.may_hit(rules, hand)),
    "may stand": _of_hand(lambda rules, hand: play.may_stand(rules, hand)),
    "no more cards": _of_hand(lambda rules, hand: play.is_closed(rules, hand)),
    "surrendered": _of_played(lambda played: played.is_surrendered),
    "void": _of_played(lambda played: played.is_void),
    "absent": lambda cited: (box := cited.box) is not None and box.is_absent,
    "dealer soft": lambda cited: counting.count(cited.rules, cited.dealers).soft,
    "to the dealer": lambda cited: getattr(cited.event, "box", 0) is None,
    "to a box": lambda cited: bool(getattr(cited.event, "box", None)),
    "in the deal": lambda cited: cited.before.phase.value == "dealing",
    "held": _is_held,
    "held exposed": _is_offered,
    "refused by a player": _is_refused_card,
    "dealer draws": _dealer_must_draw,
    "in vain": _would_be_in_vain,
    "first of the shoe": _is_first_of_shoe,
    "first of the round": lambda cited: bool(getattr(cited.event, "first", False)),
    "exhausted": lambda cited: cited.before.shoe.exhausted_after is not None,
    "at once": lambda cited: bool(getattr(cited.event, "at_once", False)),
    "round void": lambda cited: cited.after.is_void,
    "side bet": lambda cited: (kind := cited.kind) is not None and is_side_bet(kind),
    "more than half": _is_more_than_half,
    "above exact half": _is_above_exact_half,
    "in control": _controls,
    "offered": _of_act(of_acts.is_offered),
    "on the sign": _of_act(of_acts.is_on_the_sign),
    "payable": _of_act(of_acts.is_payable),
    "with its main": _of_act(of_acts.has_its_main),
    "more than there is": _of_act(of_acts.is_more_than_there_is),
    "limited to the minimum": _of_act(of_acts.is_limited),
    "seat of another": _of_act(of_acts.is_anothers_seat),
    "no one seated": lambda cited: cited.place is None or cited.place[0] not in cited.before.seats,
    "others present": _others_are_present,
    "in turn": _of_act(of_acts.is_in_turn),
    "asked": lambda cited: cited.before.asked is not None,
    "cut due": lambda cited: not cited.before.shoe.is_cut,
    "offered the cut": _of_act(of_acts.is_offered_the_cut),
    "too near an end": _of_act(of_acts.is_too_near_an_end),
    "by the house": _is_by_the_house,
    "has the bank": _has_the_bank,
    "bank exhausted": lambda cited: _cover(cited.rules, cited.before.banker)[:1] == (0,),
    "bank at its limit": lambda cited: 0 in _cover(cited.rules, cited.after.banker),
    "drawn together": lambda cited: cited.trail.drawn_together,
    "equipment broken": lambda cited: bool(cited.before.broken),
    "hands rebuilt": lambda cited: cited.before.chooses_rebuilt,
    "choice open": lambda cited: bool(cited.before.choosing),
    "may rebuild": _may_be_rebuilt,
    "outcome established": lambda cited: bool(
        outcome_is_established(cited.rules, decided(cited.before))
    ),
    "banked before": lambda cited: cited.before.last_banker is not None,
}

# Happenings and acts, by the names of their kinds.


def in_words(kind: type) -> str:
    """The name of a kind of event or act, in words: ``hand busted`` for ``HandBusted``."""
    return re.sub("(?<!^)([A-Z])", r" \1", kind.__name__).lower()


def _is_a(kind: type) -> Callable[[Citation], bool]:
    return lambda cited: type(cited.event) is kind


FACTS.update((in_words(kind), _is_a(kind)) for kind in e.KINDS)
FACTS.update((f"to {in_words(kind)}", _is_a(kind)) for kind in acts.KINDS)


# Names.


def _up_card(cited: Citation) -> str | None:
    dealers = cited.dealers
    return counting.up_card(cited.rules, dealers[0]).value if dealers else None


def _row(cited: Citation) -> str | None:
    """The row by which a side bet is decided, from the cards as they are: 1, 2... or none."""
    wager = cited.wager
    if wager is None or not is_side_bet(wager.kind):
        return None
    bet = cited.rules.side_bet(wager.kind)
    cards = cards_of_box(cited.before, wager.box)
    row = decide(
        cited.rules, bet, DecidingCards(cards, cited.before.dealer, closed=True, done=True)
    )
    if row is None:
        return None
    return "none" if row == len(bet.rows.value.rows) else str(row + 1)


def _voided_under(cited: Citation) -> str | None:
    place = cited.place
    return None if place is None else cited.trail.voided.get(place)


ASKED: Final[dict[str, Callable[[Citation], str | frozenset[str] | None]]] = {
    "up card": _up_card,
    "result": lambda cited: getattr(cited.event, "result", None),
    "settled": lambda cited: getattr(cited.event, "when", None),
    "bet": lambda cited: cited.kind,
    "phase": lambda cited: cited.before.phase.value,
    "reported": lambda cited: getattr(cited.event, "what", None) or cited.trail.reported,
    "shuffled for": lambda cited: getattr(cited.event, "reason", None) or cited.trail.shuffled_for,
    "cut card on": lambda cited: cited.trail.cut_card_on,
    "voided under": _voided_under,
    "closed under": lambda cited: of_acts.closed_under(cited.before, cited.event),
    "row": _row,
    "elected": lambda cited: elections(cited.rules),
}

# Numbers.


def _whole_stake(cited: Citation) -> int | None:
    """The whole stake of a wager after it was placed or changed."""
    wager = cited.wager
    if isinstance(cited.event, acts.Act):
        return of_acts.whole_stake(cited.before, cited.event)
    if wager is None:
        return None
    return next((w.stake for w in cited.after.wagers if w.id == wager.id), None)


def _stake(cited: Citation) -> int | None:
    """The stake of the wager that an event concerns, or the chips that an act names."""
    wager = cited.wager
    return of_acts.amount(cited.before, cited.event) if wager is None else wager.stake


def _mains(cited: Citation) -> list[Wager]:
    """The main wagers of the bettor on the box, of the player in control if none is named."""
    place, box = cited.place, cited.box
    player = cited.player or (box.decider if box is not None else None)
    here = (w for w in cited.before.wagers if place is not None and w.box == place[0])
    return [w for w in here if w.kind is WagerKind.MAIN and w.player == player]


def _main(cited: Citation) -> int:
    """What the bettor has on the box, or had until it was settled."""
    return sum(w.stake for w in _mains(cited))


NUMBERS: Final[dict[str, Callable[[Citation], int | None]]] = {
    **{
        word: (lambda cited, asks=asks: asks(cited.compare))  # type: ignore[misc]
        for word, asks in OF_SCORES.numbers.items()
    },
    "hands": lambda cited: None if (box := cited.box) is None else len(box.hands),
    "whole stake": _whole_stake,
    "turn": lambda cited: getattr(cited.event, "turn", None),
    "stake": _stake,
    "own": lambda cited: of_acts.own(cited.before, cited.event),
    "box stake": lambda cited: of_acts.box_stake(cited.before, cited.event),
    "minimum": lambda cited: cited.rules.limits.minimum.value,
    "maximum": lambda cited: cited.rules.limits.maximum.value,
    "player maximum": lambda cited: cited.rules.limits.each_player_at_most.value,
    "increment": lambda cited: cited.rules.doubling.least.value,
    "mains": lambda cited: len(cited.before.open_wagers(kind=WagerKind.MAIN)),
    "bettors": lambda cited: of_acts.other_bettors(cited.before, cited.event),
    "most bettors": lambda cited: cited.rules.boxes.bettors_at_most.value,
    "box": lambda cited: getattr(cited.event, "box", None),
    "boxes": lambda cited: cited.rules.equipment.boxes.value,
    "boxes of the player": lambda cited: of_acts.boxes_of_the_player(cited.before, cited.event),
    "most boxes": lambda cited: cited.rules.boxes.boxes_per_player.value,
    "main": _main,
    "effective": lambda cited: getattr(cited.event, "effective", None),
    "open main": lambda cited: sum(w.stake for w in _mains(cited) if w.is_open),
}


@cache
def means(rules: TableRules, claim: Claim) -> Callable[[Citation], bool]:
    """A claim of this book as a question to a citation."""

    def other(cited: Citation, clause: str) -> bool:
        [named] = (c for c in rules.book.ledger if c.id == clause)
        return named.when is not None and means(rules, named.when)(cited)

    return meaning(claim, SubjectWords(FACTS, ASKED, NUMBERS, other))
