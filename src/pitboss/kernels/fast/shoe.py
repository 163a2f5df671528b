"""Drawing from a shoe that stays shuffled, and what happens when it runs out.

One array always has the whole shoe in some order: the cards left in front, those drawn behind, the
latest first. A card is drawn by swapping it with the last one left, so a new shoe needs no shuffle;
only the number of cards left is reset.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.jit import lean, woven
from pitboss.compiled.shoes import RunsOut
from pitboss.kernels.rng import State, below

Cards = NDArray[np.uint8]
Numbers = NDArray[np.int64]

# The words that follow a generator's four, while a shoe is dealt from.
LEFT: Final = 4
"""Cards left"""
ROW: Final = 5
"""Ten times the row of the automaton; 0 between rounds"""
BEGAN: Final = 6
"""Cards left when the round began"""
ENDS: Final = 7
"""No round begins unless more cards than this are left; stored plus one, so it is positive"""
DONE: Final = 8
"""Cards left when the player's hand was cleared, plus one; 0 if it was not"""
SCRIPTED: Final = 9
"""Not 0 if cards come in the given order, for comparison with a table"""
PRODUCT: Final = 10
"""The product from which the next card is drawn, see :func:`~pitboss.kernels.rng.fair`"""
HELD: Final = 11
"""The hole card plus one; 0 if there is none, or the dealer has turned it"""
WORDS: Final = 12

_VOID: Final = int(RunsOut.VOID)
_GOES_ON: Final = int(RunsOut.GOES_ON)

NO_CARD: Final = np.int64(-1)
"""Drawn if the round is void"""


_ON_THE_FELT: Final = np.uint8(0x80)
"""Marks a card while the discards are collected"""
_NOT_MARKED: Final = np.uint8(0x7F)


class Depths(NamedTuple):
    """How far shoes are dealt; see :class:`~pitboss.compiled.shoes.ShoeRule`."""

    burned: int
    burned_again: int
    begins_above: Numbers
    runs_out: int
    dealers: NDArray[np.bool_]
    """[place]: which cards of the initial deal are the dealer's"""
    holds: NDArray[np.bool_]
    """[up card]: whether the last card of the deal is a hole card that is not checked"""
    up_place: int
    enough: int
    """With this many cards left no round can run out"""


@lean
def new_shoe(cards: Cards, state: State, depths: Depths) -> None:
    """Shuffle all cards; the burn cards are not seen."""
    size = cards.shape[0]
    state[LEFT] = np.uint64(size)
    state[ROW] = state[DONE] = np.uint64(0)
    state[BEGAN] = np.uint64(size)
    state[ENDS] = np.uint64(depths.begins_above[size] + 1)
    for _ in range(depths.burned):
        take(cards, state)


@woven
def take(cards: Cards, state: State) -> np.int64:
    """A card of a shoe that has one."""
    at = state[LEFT] - np.uint64(1)
    if state[SCRIPTED] == np.uint64(0):
        at = below(state, state[LEFT])
    return take_at(cards, state, at)


@woven
def take_at(cards: Cards, state: State, at: np.uint64) -> np.int64:
    """The card of this number, among those left."""
    left = state[LEFT] - np.uint64(1)
    card = cards[at]
    cards[at] = cards[left]
    cards[left] = card
    state[LEFT] = left
    return np.int64(card)


@woven
def draw(cards: Cards, state: State, cleared: Numbers, depths: Depths | None) -> np.int64:
    """The next card of a round; the shoe may run out, unless no ``depths`` are given.

    ``cleared`` counts cards of the round that have left the layout, by class.
    """
    # Whether there are depths is known at compile time; Numba needs the test by itself.
    if depths is not None:  # noqa: SIM102
        if state[LEFT] == np.uint64(0) and not goes_on(cards, state, cleared, depths):
            return NO_CARD
    return take(cards, state)


@lean
def goes_on(cards: Cards, state: State, cleared: Numbers, depths: Depths) -> bool:
    """Handle an empty shoe: shuffle the discards, or void the round."""
    size = cards.shape[0]
    began = np.int64(state[BEGAN])
    state[ENDS] = np.uint64(size + 1)  # all cards are shuffled after the round
    if depths.runs_out == _VOID:
        return False
    if state[DONE] > np.uint64(0):
        _clear_the_player(cards, began, np.int64(state[DONE]) - np.int64(1), cleared, depths)
    for at in range(size):
        card = cards[at]
        if at < began and cleared[card] == 0:
            cards[at] = card | _ON_THE_FELT
        elif at < began:
            cleared[card] -= 1
    discards = _in_front(cards)
    if discards == 0:
        return False
    state[LEFT] = np.uint64(discards)
    state[BEGAN] = np.uint64(size)
    if depths.runs_out == _GOES_ON:
        state[ENDS] = np.uint64(depths.begins_above[discards] + 1)
    for _ in range(depths.burned_again):
        take(cards, state)
    return bool(state[LEFT] > np.uint64(0))


@lean
def _in_front(cards: Cards) -> int:
    """Move marked cards to the front; returns how many there are."""
    discards, last = 0, cards.shape[0]
    while discards < last:
        card = cards[discards]
        if card & _ON_THE_FELT == 0:
            discards += 1
        else:
            last -= 1
            cards[discards] = cards[last]
            cards[last] = card & _NOT_MARKED
    return discards


@lean
def _clear_the_player(
    cards: Cards, began: np.int64, done: np.int64, cleared: Numbers, depths: Depths
) -> None:
    """Clear the player's cards: all those drawn before the player was done, except the dealer's."""
    for at in range(done, began):
        place = began - 1 - at
        if place >= depths.dealers.shape[0] or not depths.dealers[place]:
            cleared[cards[at]] += 1
