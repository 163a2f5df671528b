"""The step kernel's shoe: each card is drawn from all that are left when it is dealt."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.kernels.full.game import AT_STAKE, Int, Ints, U
from pitboss.kernels.full.game import Shorts as Tables16
from pitboss.kernels.full.jit import hot, rare
from pitboss.kernels.rng import LOW, following, two_to_the_32_modulo

from .layout import (
    BEGAN,
    BEGINS,
    BOX,
    BURNED,
    BYTES,
    DEALERS,
    DISCARDS,
    EARLY,
    END,
    GENERATOR,
    LONGS,
    MADE,
    MORE,
    NEW_SHOE,
    PARKED,
    POSITION,
    RAN_OUT,
    SHORTS,
    STATE,
    STATUS,
    UNSEEN,
    Shorts,
)
from .numbers import AT, CLASSES, FACTS

Bytes = NDArray[np.uint8]
Longs = NDArray[np.uint64]

_32 = np.uint64(32)
_STRIDE, _OWNERS, _BOXES, _FULL, _BEGINS = (
    MORE.stride, MORE.owners, MORE.boxes, MORE.at_full, MORE.at_begins,
)  # fmt: skip
_SIZE, _BURNS, _GOES_ON, _BURNS_AGAIN = AT.size, AT.burned, AT.goes_on, AT.burned_again
_HAS_HOLE = AT.has_hole


@hot
def get(s: Shorts, at: Int) -> Int:
    """A two-byte number as an integer."""
    return np.int64(s[U(at)])


@rare
def fair(longs: Longs, g: Int, product: Int, many: Int) -> Int:
    """Repeat a draw until it is unbiased."""
    unfair = two_to_the_32_modulo(many)
    while product & LOW < unfair:
        word, longs[U(g)], longs[U(g + 1)], longs[U(g + 2)], longs[U(g + 3)] = following(
            longs[U(g)], longs[U(g + 1)], longs[U(g + 2)], longs[U(g + 3)]
        )
        product = (word >> _32) * many
    return product


@hot
def draw(longs: Longs, shoes: Bytes, g: Int, first: Int, position: Int, end: Int) -> Int:
    """Draw the next card from all that are left, and put it in its place."""
    word, longs[U(g)], longs[U(g + 1)], longs[U(g + 2)], longs[U(g + 3)] = following(
        longs[U(g)], longs[U(g + 1)], longs[U(g + 2)], longs[U(g + 3)]
    )
    many = U(end - position)
    product = (word >> _32) * many
    if product & LOW < many:
        product = fair(longs, g, product, many)
    here = U(first + position)
    j = here + (product >> _32)
    card = shoes[j]
    shoes[j] = shoes[here]
    shoes[here] = card
    return np.int64(card)


@rare
def number_below(longs: Longs, g: Int, many: Int) -> Int:
    """A random number below a bound, for a prize."""
    word, longs[U(g)], longs[U(g + 1)], longs[U(g + 2)], longs[U(g + 3)] = following(
        longs[U(g)], longs[U(g + 1)], longs[U(g + 2)], longs[U(g + 3)]
    )
    among = U(many)
    return np.int64(fair(longs, g, (word >> _32) * among, among) >> _32)


@hot
def see(t: Tables16, unseen: Bytes, u: Int, card: Int) -> Int:
    """Turn a card up; returns its class."""
    c = np.int64(t[U(CLASSES + card)])
    unseen[U(u + c)] -= 1
    return c


@rare
def trace(traced: Shorts, what: Int) -> None:
    """Record a card or a mark."""
    many = np.int64(traced[0]) + 1
    if many < traced.shape[0]:
        traced[many] = what
        traced[0] = many


@rare
def new_shoe(
    t: Tables16,
    w: Ints,
    s: Shorts,
    unseen: Bytes,
    longs: Longs,
    shoes: Bytes,
    traced: Shorts,
    i: Int,
) -> None:
    """Put all cards back in the shoe, and burn the first if the book does."""
    row, u, g = i * SHORTS, i * BYTES + UNSEEN, i * LONGS + GENERATOR
    size = w[_SIZE]
    if traced.shape[0]:
        trace(traced, NEW_SHOE)
    for c in range(10):
        unseen[u + c] = t[w[_FULL] + c]
    for place in range(w[_BURNS]):
        card = draw(longs, shoes, g, i * w[_STRIDE], place, size)
        if traced.shape[0]:
            trace(traced, card)
    s[row + POSITION] = w[_BURNS]
    s[row + BURNED] = w[_BURNS]
    s[row + END] = size
    s[row + RAN_OUT] = 0
    s[row + BEGINS] = w[w[_BEGINS] + size]


@rare
def _is_discarded(t: Tables16, boxes: Shorts, at: Int, hand: Int) -> bool:
    """Whether the cards of a hand have already left the layout."""
    if boxes[at + MADE] == 1 and boxes[at + STATUS] == EARLY:
        return True
    return bool(t[FACTS + boxes[at + STATE + hand]] & AT_STAKE == 0)


@rare
def own_alone(w: Ints, s: Shorts, owners: Bytes, i: Int) -> None:
    """Record the owners of the cards of a round with one hand, after the deal."""
    row, at = i * SHORTS, i * w[_OWNERS]
    for place in range(np.int64(s[row + POSITION]) - s[row + BEGAN] + 1):
        owners[at + place] = 0
    owners[at + 1] = DEALERS
    if w[_HAS_HOLE]:
        owners[at + 3] = DEALERS


@rare
def run_out(
    t: Tables16,
    w: Ints,
    s: Shorts,
    unseen: Bytes,
    longs: Longs,
    shoes: Bytes,
    parked: Shorts,
    owners: Bytes,
    traced: Shorts,
    i: Int,
    boxes: Int,
    dealers: Int,
) -> bool:
    """Shuffle the discards if the book does; returns whether the round can continue.

    ``boxes`` is the number of boxes with cards on the layout; all cards from the place ``dealers``
    on are the dealer's.
    """
    row, u, first = i * SHORTS, i * BYTES + UNSEEN, i * w[_STRIDE]
    size, began = w[_SIZE], np.int64(s[row + BEGAN])
    if w[_GOES_ON] == 0 or s[row + RAN_OUT]:
        return False
    if w[_BOXES] > 1 and boxes:
        park(s, parked, w, i)
    at = first + size
    for place in range(began):
        card = shoes[first + place]
        shoes[at] = card
        at += 1
        if place >= s[row + BURNED]:
            unseen[u + t[CLASSES + card]] += 1
    if boxes:
        if w[_BOXES] == 1 and s[row + MADE] == 1:
            own_alone(w, s, owners, i)
        for place in range(began, dealers):
            owner = np.int64(owners[i * w[_OWNERS] + place - began])
            if owner == DEALERS:
                continue
            if w[_BOXES] > 1:
                gone = _is_discarded(t, parked, (i * w[_BOXES] + owner // 8) * PARKED, owner % 8)
            else:
                gone = _is_discarded(t, s, row, owner % 8)
            if gone:
                card = shoes[first + place]
                shoes[at] = card
                at += 1
                unseen[u + t[CLASSES + card]] += 1
    added = at - first - size
    burned = w[_BURNS_AGAIN]
    if added <= burned:
        return False
    s[row + RAN_OUT] = 1
    if traced.shape[0]:
        trace(traced, DISCARDS)
    if burned:
        # The burn card is out of play, so it is put behind the others.
        g = i * LONGS + GENERATOR
        chosen = first + size + number_below(longs, g, added)
        card = shoes[chosen]
        added -= 1
        shoes[chosen] = shoes[first + size + added]
        shoes[first + size + added] = card
        if traced.shape[0]:
            trace(traced, np.int64(card))
    s[row + END] = size + added
    return True


@hot
def deal_cards(
    t: Tables16,
    w: Ints,
    s: Shorts,
    unseen: Bytes,
    longs: Longs,
    shoes: Bytes,
    parked: Shorts,
    owners: Bytes,
    traced: Shorts,
    i: Int,
) -> bool:
    """Deal the first cards, from a new shoe if one is due; returns whether there are enough."""
    row, g, first = i * SHORTS, i * LONGS + GENERATOR, i * w[_STRIDE]
    if w[_SIZE] - get(s, row + POSITION) <= get(s, row + BEGINS) or get(s, row + RAN_OUT):
        new_shoe(t, w, s, unseen, longs, shoes, traced, i)
    position = get(s, row + POSITION)
    s[U(row + BEGAN)] = position
    for _ in range(2 * w[_BOXES] + 1 + w[_HAS_HOLE]):
        if position >= get(s, row + END):
            s[U(row + POSITION)] = position
            if not run_out(t, w, s, unseen, longs, shoes, parked, owners, traced, i, 0, position):
                return False
        card = draw(longs, shoes, g, first, position, get(s, row + END))
        if traced.shape[0]:
            trace(traced, card)
        position += 1
    s[U(row + POSITION)] = position
    return True


@rare
def go_on_with_discards(w: Ints, s: Shorts, shoes: Bytes, i: Int) -> None:
    """Deal later rounds from the shuffled discards that saved the last one.

    The cards left come last again, behind all that are out.
    """
    row, first, size = i * SHORTS, i * w[_STRIDE], w[_SIZE]
    position, end = np.int64(s[row + POSITION]), np.int64(s[row + END])
    left = end - position
    s[row + BEGINS] = w[w[_BEGINS] + end - size]
    # Where the cards left are exchanged for the last of the shoe, all others are in front.
    out = size - left
    for place in range(left):
        card = shoes[first + position + place]
        at = first
        while shoes[at] != card:
            at += 1
        last = first + size - 1 - place
        shoes[at] = shoes[last]
        shoes[last] = card
    s[row + POSITION] = out
    s[row + BURNED] = 0
    s[row + END] = size
    s[row + RAN_OUT] = 0


@rare
def park(s: Shorts, parked: Shorts, w: Ints, i: Int) -> None:
    """Store the box being played."""
    row, at = i * SHORTS, (i * w[_BOXES] + np.int64(s[i * SHORTS + BOX])) * PARKED
    for k in range(PARKED):
        parked[U(at + k)] = s[U(row + k)]


@rare
def fetch(s: Shorts, parked: Shorts, w: Ints, i: Int, box: Int) -> None:
    """Load a waiting box as the one being played."""
    row, at = i * SHORTS, (i * w[_BOXES] + box) * PARKED
    for k in range(PARKED):
        s[U(row + k)] = parked[U(at + k)]
    s[U(row + BOX)] = box
