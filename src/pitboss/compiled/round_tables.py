"""A whole round with all its wagers as tables: everything a kernel needs, asked of the law once.

Amounts are fractions of a unit wager here; the kernels convert them to whole units.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.law.counting import Score, count, is_bust, up_card
from pitboss.law.dealer import AtStake, looks_for_blackjack, next_card_is_due
from pitboss.law.dealing import CardPlace, order_of_deal, order_of_turns
from pitboss.law.hands import Hand
from pitboss.law.insurance import (
    even_money,
    may_insure,
    may_take_even_money,
    settled_when,
)
from pitboss.law.insurance import settle as settle_insurance
from pitboss.law.play import may_split, surrenders_before_play
from pitboss.law.settlement import (
    HandWager,
    blackjack_is_paid,
    bust_is_collected,
    gives_back_busts,
    is_decided,
    settle_against_blackjack,
    surrender,
)
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import BlackjackPaid, BustTaken, InsuranceSettled
from pitboss.rulebooks.side_bet_enumerations import DealerDraws

from .errors import CannotPrice
from .hand_states import DealerWalk, HandWalk
from .outcomes import Outcomes, natural, winnings
from .payoffs import an_open_hand
from .ranks import ACE, CLASSES, TEN, card_of

STAKE: Final = 100_000_00
"""The stake with which the law is asked."""
MOST_HANDS: Final = 6
"""The most hands on a box that are supported."""

LIES: Final = 1
"""At stake on the dealer's turn: a wager on a hand still on the layout."""
UNDECIDED: Final = 2
"""A wager on a hand whose result the dealer's cards decide."""
INSURED: Final = 4
"""An unsettled insurance wager."""
SIDE_BETS: Final = 8
"""A side bet for which the dealer's hand is completed."""
CAPPED: Final = 16
"""A wager that only a dealer blackjack still changes: an extra wager taken on a bust that it gives
back, or a surrendered one of which it takes all."""
STAKES: Final = 32

DRAWN_TO: Final = {DealerDraws.TO_THE_END: SIDE_BETS, DealerDraws.SECOND_CARD: INSURED}
"""The stake that makes the dealer draw as far as a side bet needs; a second card, as insurance"""

Flags = NDArray[np.uint8]
Amounts = tuple[Fraction, ...]

_DECIDED: Final = Hand((card_of(ACE), card_of(TEN)))


class HandTables(NamedTuple):
    """What the law permits and pays for a player's hands."""

    won: tuple[Amounts, ...]
    """[state][outcome]: the win of a wager"""
    at_stake: Flags
    """[state]: LIES if its wagers stay to the end, and UNDECIDED if the dealer decides them"""
    is_over: Flags
    is_natural: Flags
    natural_at_stake: int
    pairs: Flags
    """[first card x 52 + second]: whether they may be split at all"""
    classes: Flags
    """[card]: its class"""


class DealTables(NamedTuple):
    """From the deal to the first decision; arrays over up cards."""

    has_hole: bool
    looks: Flags
    paid_after_deal: Flags
    paid_at_turn: Flags
    insures: Flags
    settles_at_look: bool
    even_money: Flags
    surrenders_first: bool


class DealerTables(NamedTuple):
    """When the dealer draws."""

    second_is_due: Flags
    """[up card x 32 + stake]: a sum of what is at stake"""
    further_is_due: Flags
    """[stake]: whether the dealer draws to the hand"""
    is_over: Flags
    """[state]"""
    gives_back_busts: bool


class RoundPayments(NamedTuple):
    """Wins and losses other than by comparing hands, per unit wager."""

    natural_wins: Fraction
    natural_ties: Fraction
    even_money: Fraction
    insurance_wins: Fraction
    insurance_loses: Fraction
    surrendered: Fraction
    surrendered_to_blackjack: Fraction
    to_blackjack: tuple[tuple[tuple[Fraction, Fraction], ...], ...]
    """[code of a box][hand]: what the wager on it and its double win; see :func:`box_code`"""


class RoundTables(NamedTuple):
    """A table's rules for a round with any number of boxes."""

    hands: HandTables
    deal: DealTables
    dealer: DealerTables
    payments: RoundPayments
    hands_at_most: int


def round_tables(
    rules: TableRules,
    walk: HandWalk,
    dealers: DealerWalk,
    classes: Outcomes,
    *,
    hands_at_most: int,
) -> RoundTables:
    """Ask the law about everything that can happen in a round."""
    if hands_at_most > MOST_HANDS:
        raise CannotPrice(
            f"{rules.book.id} allows {hands_at_most} hands on a box; at most six are supported"
        )
    return RoundTables(
        _hands(rules, walk, classes),
        _deal(rules),
        _dealer(rules, dealers),
        _payments(rules, classes, hands_at_most),
        hands_at_most,
    )


def _bits(values: Iterable[bool]) -> Flags:
    return np.array(list(values), np.uint8)


def _hands(rules: TableRules, walk: HandWalk, classes: Outcomes) -> HandTables:
    # A split hand is never a blackjack, so it represents any hand of the state in a
    # comparison; a blackjack is handled separately.
    hands = [Hand(tuple(card_of(c) for c in hand), is_split=True) for hand in walk.hands]
    scores = [Score(False, count(rules, hand.cards).total, len(hand.cards)) for hand in hands]
    at_once = bust_is_collected(rules).when is BustTaken.AT_ONCE
    over = [is_bust(rules, hand.cards) for hand in hands]
    at_stake = [
        0 if bust and at_once else LIES + UNDECIDED * (not is_decided(rules, hand))
        for hand, bust in zip(hands, over, strict=True)
    ]
    return HandTables(
        tuple(winnings(rules, score, classes) for score in scores),
        np.array(at_stake, np.uint8),
        _bits(over),
        walk.is_natural.astype(np.uint8),
        LIES,
        _bits(bool(may_split(rules, Hand((a, b)))) for a in DECK for b in DECK),
        np.array([CLASSES.index(up_card(rules, card)) for card in DECK], np.uint8),
    )


def _deal(rules: TableRules) -> DealTables:
    boxes = order_of_turns(rules, (1, 2))
    order = order_of_deal(rules, boxes)
    places = [(dealt.place, dealt.box) for dealt in order]
    each = [(CardPlace.BOX, box) for box in boxes]
    up = (CardPlace.DEALER, None)
    if places not in ([*each, up, *each], [*each, up, *each, up]):
        raise CannotPrice(f"{rules.book.id} deals in an order that is not supported")
    ups = [card_of(up) for up in range(10)]
    paid = [blackjack_is_paid(rules, card).when for card in ups]
    return DealTables(
        places[-1] == up,
        _bits(bool(looks_for_blackjack(rules, card)) for card in ups),
        _bits(when is BlackjackPaid.AFTER_THE_DEAL for when in paid),
        _bits(when is BlackjackPaid.AT_ITS_TURN for when in paid),
        _bits(bool(may_insure(rules, up=card, main=STAKE, amount=STAKE // 2)) for card in ups),
        settled_when(rules).when is InsuranceSettled.AT_THE_LOOK,
        _bits(bool(may_take_even_money(rules, _DECIDED, up=card)) for card in ups),
        surrenders_before_play(rules),
    )


def _stake(rules: TableRules, bits: int, open_hand: tuple[Hand, ...]) -> AtStake:
    hands: tuple[Hand, ...] = (_DECIDED,) if bits & (LIES | UNDECIDED) else ()
    if bits & UNDECIDED:
        hands += open_hand
    side_bet = _completes_the_hand(rules) if bits & SIDE_BETS else ""
    return AtStake(hands, bool(bits & INSURED), side_bet, bool(bits & CAPPED))


def _completes_the_hand(rules: TableRules) -> str:
    """A side bet of the book for which the dealer's hand is completed, if there is one."""
    for bet in rules.side_bets.bets:
        if bet.dealer_draws is not None and bet.dealer_draws.value is DealerDraws.TO_THE_END:
            return bet.id
    return ""


def _dealer(rules: TableRules, walk: DealerWalk) -> DealerTables:
    open_hand = an_open_hand(rules)
    to_draw = (card_of(1), card_of(1))
    return DealerTables(
        _bits(
            bool(next_card_is_due(rules, (card_of(up),), _stake(rules, bits, open_hand)))
            for up in range(10)
            for bits in range(STAKES)
        ),
        _bits(
            bool(next_card_is_due(rules, to_draw, _stake(rules, bits, open_hand)))
            for bits in range(STAKES)
        ),
        walk_over(rules, walk),
        gives_back_busts(rules),
    )


def walk_over(rules: TableRules, walk: DealerWalk) -> Flags:
    """[state]: whether the dealer's hand has bust."""
    reached: dict[int, tuple[Card, ...]] = {int(walk.single[c]): (card_of(c),) for c in range(10)}
    waiting = list(reached)
    while waiting:
        state = waiting.pop()
        for c in range(10):
            follows = int(walk.follows[state, c])
            if follows not in reached:
                reached[follows] = (*reached[state], card_of(c))
                waiting.append(follows)
    return _bits(is_bust(rules, reached[state]) for state in range(len(walk.outcome)))


def box_code(parts: Iterable[tuple[bool, bool]]) -> int:
    """The code of a box: which of its hands, in order, have bust and are doubled."""
    code = 1
    for busted, doubled in reversed(list(parts)):
        code = 4 * code + busted + 2 * doubled
    return code


def _payments(rules: TableRules, classes: Outcomes, most: int) -> RoundPayments:
    wins, ties = natural(rules, classes)
    even = rules.even_money
    has_surrender = rules.surrendering is not None

    def given_up(*, dealer_blackjack: bool) -> Fraction:
        if not has_surrender:
            return Fraction(0)
        return _net(surrender(rules, STAKE, dealer_blackjack=dealer_blackjack).returned)

    half = STAKE // 2
    insured = [
        Fraction(settle_insurance(rules, half, dealer_blackjack=any_found).returned - half, STAKE)
        for any_found in (True, False)
    ]
    return RoundPayments(
        wins,
        ties,
        Fraction(0) if even is None else _net(even_money(rules, STAKE).returned),
        insured[0],
        insured[1],
        given_up(dealer_blackjack=False),
        given_up(dealer_blackjack=True),
        _to_blackjack(rules, most),
    )


def _net(returned: int) -> Fraction:
    return Fraction(returned - STAKE, STAKE)


def _to_blackjack(
    rules: TableRules, most: int
) -> tuple[tuple[tuple[Fraction, Fraction], ...], ...]:
    parts = [(busted, doubled) for busted in (False, True) for doubled in (False, True)]
    result: dict[int, tuple[tuple[Fraction, Fraction], ...]] = {}
    for hands in range(1, most + 1):
        for box in product(parts, repeat=hands):
            result[box_code(box)] = _box_to_blackjack(rules, box)
    return tuple(result.get(code, ()) for code in range(max(result) + 1))


def _box_to_blackjack(
    rules: TableRules, box: tuple[tuple[bool, bool], ...]
) -> tuple[tuple[Fraction, Fraction], ...]:
    """What a dealer blackjack leaves of each wager on a box without a blackjack."""
    laid = []
    for number, (busted, doubled) in enumerate(box, start=1):
        kind = WagerKind.MAIN if number == 1 else WagerKind.SPLIT
        laid.append(HandWager(kind, number, STAKE, busted))
        if doubled:
            laid.append(HandWager(WagerKind.DOUBLE, number, STAKE, busted))
    results: dict[tuple[int, bool], Fraction] = {}
    for wager, settled in zip(laid, settle_against_blackjack(rules, laid), strict=True):
        results[wager.hand, wager.kind is WagerKind.DOUBLE] = _net(settled.returned)
    return tuple(
        (results[number, False], results.get((number, True), Fraction(0)))
        for number in range(1, len(box) + 1)
    )
