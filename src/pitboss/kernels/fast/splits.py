"""A box whose pair is split, and the dealer's hand after it: rare, so not in the table."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.acts import HandAct
from pitboss.compiled.blackjack import Beyond
from pitboss.compiled.hand_states import DealerWalk, HandWalk
from pitboss.compiled.jit import lean_kernel, woven
from pitboss.compiled.payoffs import Dues
from pitboss.kernels.fast.shoe import HELD, LEFT, SCRIPTED, WORDS, Cards, Depths, Numbers, goes_on
from pitboss.kernels.rng import LOW, State, following, two_to_the_32_modulo
from pitboss.law.dealer import takes_hole_card
from pitboss.players.decisions import PermittedDecisions
from pitboss.rulebooks import TableRules

_SPLIT: Final = int(HandAct.SPLIT)
_HIT: Final = int(HandAct.HIT)
_DOUBLE: Final = int(HandAct.DOUBLE)
_ONE_IN_ALL: Final = int(Beyond.ONE_IN_ALL)
_FIRST: Final = int(Beyond.BUSTED_AND_FIRST)
_ONE: Final = int(Beyond.BUSTED_AND_ONE)

VOID: Final = np.int64(-(1 << 40))
"""The result recorded for a void round"""

MOST_HANDS: Final = 8
"""The maximum number of hands on one box"""

# Columns of the tables, after the ten states that follow a card of each class.
OVER: Final = 10
STAYS: Final = 11
"""Whether the wager stays until the end, or is collected at a bust"""
OPEN: Final = 12
"""Whether a dealer's hand other than a blackjack may still decide it"""
WON: Final = 13
"""From here on, what a wager wins against each outcome"""
OUTCOME: Final = 10
"""Of the dealer's hand: a class of outcomes, or one of the two that follow"""
DRAWS: Final = np.int64(-1)
BLACKJACK: Final = -2

# Columns of what depends on the up card.
SECOND_IS_DUE: Final = 0
"""[two if a wager is open, plus one if an extra wager was taken that a blackjack returns]"""
FURTHER_IS_DUE: Final = 4
"""[one if a hand is open]"""
SPARED: Final = 6
"""[one if bust]: how much less than two wagers a doubled hand loses to a blackjack"""
BEYOND: Final = 8


class SplitTables(NamedTuple):
    """Everything needed to play a split box, in few arrays, since each is passed in a call."""

    hands: NDArray[np.int32]
    """[state, column]"""
    acts: NDArray[np.uint8]
    """[1 if the box may have another hand, context, up card, state]"""
    dealer: NDArray[np.int32]
    """[state, column]"""
    against: NDArray[np.int32]
    """[up card, column]"""
    single: NDArray[np.uint16]
    """[player or dealer, class]: the state of one card"""
    per: int
    gives_back_busts: bool


def split_tables(
    rules: TableRules, walk: HandWalk, dealer: DealerWalk, dues: Dues, decisions: PermittedDecisions
) -> SplitTables:
    """The tables in the kernel's layout."""
    flags = (walk.is_over, dues.stays, dues.stays & ~dues.is_decided)
    outcome = np.where(dealer.is_blackjack, BLACKJACK, dealer.outcome)
    # The hole card has been dealt, whether or not it is needed.
    second = dues.second_is_due.reshape(10, 4) | bool(takes_hole_card(rules))
    further = np.tile(dues.further_is_due, (10, 1))
    spared = np.column_stack([dues.double_spared, dues.busted_double_spared])
    return SplitTables(
        np.column_stack([walk.follows, *flags, dues.won]).astype(np.int32),
        np.stack([decisions.unsplit, decisions.acts]),
        np.column_stack([dealer.follows, outcome]).astype(np.int32),
        np.column_stack([second, further, spared, dues.beyond]).astype(np.int32),
        np.stack([walk.single, dealer.single]),
        dues.per,
        dues.gives_back_busts,
    )


@lean_kernel
def play_split(
    split: Numbers,
    tables: SplitTables,
    cards: Cards,
    state: State,
    cleared: Numbers,
    finals: Numbers,
    depths: Depths | None,
) -> tuple[np.int64, int]:
    """What the box wins, net of its stakes, and how many wagers were staked.

    Without ``depths`` the shoe is known to have enough cards. All cards are drawn in one place,
    with the generator in registers: one round in forty comes here.
    """
    rank, up, hole, most = split[1], split[2], split[3], split[4]
    context = split[0] + 1 + rank
    of_hands, acts, of_dealer, against = tables.hands, tables.acts, tables.dealer, tables.against
    a, b, c, d, left = state[0], state[1], state[2], state[3], state[LEFT]
    single = np.int64(tables.single[0, rank])
    hands, done, wagers = 2, 0, 0
    hand, doubled, start = single, 0, left
    lies = is_open = extra_taken = further = 0
    dealer, outcome = np.int64(tables.single[1, up]), DRAWS
    if hole >= 0:
        dealer = np.int64(of_dealer[dealer, hole])
        outcome = np.int64(of_dealer[dealer, OUTCOME])
    if depths is not None:
        cleared[:] = 0
    is_void = False
    while True:
        card, is_held = np.uint8(0), False
        if depths is not None:  # known when this is compiled
            is_held = done == hands and state[HELD] > np.uint64(0)
            if is_held:
                card, state[HELD] = np.uint8(state[HELD] - np.uint64(1)), np.uint64(0)
            elif left == np.uint64(0):
                state[0], state[1], state[2], state[3], state[LEFT] = a, b, c, d, left
                if not goes_on(cards, state, cleared, depths):
                    is_void = True
                    break
                a, b, c, d, left = state[0], state[1], state[2], state[3], state[LEFT]
        if not is_held:
            word, a, b, c, d = following(a, b, c, d)
            product = (word >> np.uint64(32)) * left
            if product & LOW < left and product & LOW < two_to_the_32_modulo(left):
                continue
            at = product >> np.uint64(32)
            left -= np.uint64(1)
            if depths is not None and state[SCRIPTED]:
                at = left
            card = cards[at]
            cards[at] = cards[left]
            cards[left] = card
        due = further
        if done == hands:
            dealer = np.int64(of_dealer[dealer, card])
            outcome = np.int64(of_dealer[dealer, OUTCOME])
        else:
            hand = np.int64(of_hands[hand, card])
            if doubled == 0:
                act = acts[1 if hands < most else 0, context, up, hand]
                if act == _HIT:
                    continue
                if act == _DOUBLE:
                    doubled = 1
                    continue
                if act == _SPLIT:
                    hands += 1
                    hand, start = single, left
                    continue
            finals[done] = 2 * hand + doubled
            if of_hands[hand, STAYS]:
                lies = 1
                is_open |= of_hands[hand, OPEN]
            else:
                extra_taken |= 1 if done > 0 else doubled
                if depths is not None:
                    cleared[rank] += 1
                    for gone in range(left, start):
                        cleared[cards[gone]] += 1
            wagers += 1 + doubled
            done += 1
            hand, doubled, start = single, 0, left
            if done < hands:
                continue
            further = against[up, FURTHER_IS_DUE + is_open]
            capped = extra_taken if tables.gives_back_busts else 0
            due = further if hole >= 0 else against[up, SECOND_IS_DUE + 2 * lies + capped]
        if outcome != DRAWS or due == 0:
            break
    state[0], state[1], state[2], state[3], state[LEFT] = a, b, c, d, left
    net = np.int64(0)
    if is_void:
        net = VOID
    elif outcome == BLACKJACK:
        net = -taken(of_hands, against, finals, hands, up, tables.per)
    else:
        for i in range(hands):
            # If the dealer has not drawn, all hands are decided, and any outcome will do.
            won = np.int64(of_hands[finals[i] >> 1, WON + max(outcome, np.int64(0))])
            net += won + won * (finals[i] & 1)
    return net, wagers


@woven
def taken(
    of_hands: NDArray[np.int32],
    against: NDArray[np.int32],
    finals: Numbers,
    hands: int,
    up: np.int64,
    per: int,
) -> np.int64:
    """What a dealer blackjack takes from the box."""
    lost = alive = np.int64(0)
    first = 1 - np.int64(of_hands[finals[0] >> 1, OVER])
    for i in range(hands):
        over = np.int64(of_hands[finals[i] >> 1, OVER])
        spared = np.int64(against[up, SPARED + over]) if finals[i] & 1 else np.int64(per)
        lost += 2 * per - spared
        alive += 1 - over
    beyond = against[up, BEYOND]
    if beyond == _ONE_IN_ALL:
        lost -= (hands - 1) * per
    elif beyond == _FIRST:
        lost -= (alive - first) * per
    elif beyond == _ONE:
        lost -= (alive - min(alive, np.int64(1))) * per
    return lost


def have_ready(splits: Numbers, tables: SplitTables, cards: Cards) -> None:
    """Play a split and discard it, so that the function is compiled before its callers.

    A cached kernel then uses the compiled function instead of its own inlined copy, which makes the
    whole kernel slower by an eighth.
    """
    if len(splits):
        state = np.ones(WORDS, np.uint64)
        state[LEFT] = len(cards)
        cleared, finals = np.zeros(10, np.int64), np.zeros(MOST_HANDS, np.int64)
        play_split(splits[0], tables, cards.copy(), state, cleared, finals, None)
