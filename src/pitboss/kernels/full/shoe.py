"""The full kernel's shoe: shuffled as far as it is dealt, and shuffled again where it runs out.

Beside the cards lies the count: for every place the sum of all tags before it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pitboss.kernels.rng import LOW, State, below, fair, following

from .jit import entry, hot, rare
from .layout import (
    AT,
    BEGAN,
    BEGINS,
    BEGINS_ABOVE,
    BOX,
    BOX_ROW,
    BOXES,
    CARD,
    CLEARED,
    COUNTS,
    EARLY,
    ENDS,
    HAND,
    HAND_ROW,
    HANDS,
    HANDS_OF_BOX,
    PLANNED,
    RAN_OUT,
    READY,
    RUNNING,
    SCRIPTED,
    SECOND,
    SIZE,
    STATUS,
    TAGS,
    UNSEEN,
    ZAPPED,
    Bytes,
    Int,
    Ints,
    U,
)

AT_A_TIME: Final = 16
"""So many more cards are put in order when a round needs them."""
_GOES_ON, _BURNED_AGAIN, _SIZE = AT.goes_on, AT.burned_again, AT.size
_1, _2, _32 = np.uint64(1), np.uint64(2), np.uint64(32)


@hot
def exchange(cards: Bytes, i: Int, j: Int) -> Int:
    """Put the card of the second place into the first; answers with it."""
    chosen = cards[j]
    cards[j] = cards[i]
    cards[i] = chosen
    return chosen


@rare
def place_two(
    cards: Bytes,
    counted: Ints,
    w: Ints,
    generator: State,
    i: np.uint64,
    one: np.uint64,
    other: np.uint64,
    many: np.uint64,
) -> None:
    """Put two cards in order by products that may not be fair: then by other words."""
    chosen = exchange(cards, i, i + fair(generator, one, many))
    counted[i + _1] = counted[i] + w[U(TAGS) + U(chosen)]
    i += _1
    chosen = exchange(cards, i, i + fair(generator, other, many - _1))
    counted[i + _1] = counted[i] + w[U(TAGS) + U(chosen)]


@rare
def shuffle_on(
    cards: Bytes, counted: Ints, w: Ints, generator: State, ready: Int, to: Int, size: Int
) -> None:
    """Put the next cards in their final order: each is one of all that are not in order yet.

    A word of the generator serves two cards; a draw that is not fair takes another word.
    """
    a, b, c, d = generator[0], generator[1], generator[2], generator[3]
    many = np.uint64(size - ready)
    running = counted[U(ready)]
    i, end = U(ready), U(to)
    while i + _1 < end:
        word, a, b, c, d = following(a, b, c, d)
        one, other = (word >> _32) * many, (word & LOW) * (many - _1)
        if (one & LOW < many) | (other & LOW < many):
            generator[0], generator[1], generator[2], generator[3] = a, b, c, d
            place_two(cards, counted, w, generator, i, one, other, many)
            a, b, c, d = generator[0], generator[1], generator[2], generator[3]
            i += _2
            running = counted[i]
        else:
            chosen = exchange(cards, i, i + (one >> _32))
            running += w[U(TAGS) + U(chosen)]
            i += _1
            counted[i] = running
            chosen = exchange(cards, i, i + (other >> _32))
            running += w[U(TAGS) + U(chosen)]
            i += _1
            counted[i] = running
        many -= _2
    generator[0], generator[1], generator[2], generator[3] = a, b, c, d
    if i < end:
        chosen = exchange(cards, i, i + below(generator, many))
        counted[i + _1] = running + w[U(TAGS) + U(chosen)]


@entry
def shuffle_all(cards: Bytes, counted: Ints, w: Ints, generator: State) -> None:
    """Shuffle cards as the kernel shuffles its discards, for whoever plays beside it."""
    shuffle_on(cards, counted, w, generator, 0, len(cards), len(cards))


@hot
def next_card(cards: Bytes, counted: Ints, position: Int, w: Ints, generator: State) -> Int:
    """The card at this place, which is put in order first where it is not yet."""
    if position >= w[READY]:
        make_ready(cards, counted, position + 1, w, generator)
    return np.int64(cards[U(position)])


@rare
def make_ready(cards: Bytes, counted: Ints, to: Int, w: Ints, generator: State) -> None:
    """Put at least so many cards in order, from the discards where the shoe runs out."""
    put_in_order(cards, counted, to + AT_A_TIME, w, generator)
    if w[READY] < to and w[READY] < w[SIZE] and w[SCRIPTED] == 0:
        end = min(w[SIZE], to + AT_A_TIME)
        shuffle_on(cards, counted, w, generator, w[READY], end, w[SIZE])
        w[READY] = end
    if w[READY] < to:
        _run_out(cards, counted, to, w, generator)


@rare
def put_in_order(cards: Bytes, counted: Ints, to: Int, w: Ints, generator: State) -> None:
    """Put so many of the planned cards in order, and one more where they are not even.

    A word of the generator serves two cards, so the order does not depend on where one pauses.
    """
    end = min(w[PLANNED], to + to % 2)
    if w[READY] < end:
        shuffle_on(cards, counted, w, generator, w[READY], end, w[SIZE])
        w[READY] = end


@rare
def _run_out(cards: Bytes, counted: Ints, to: Int, w: Ints, generator: State) -> None:
    added = 0
    burned = w[_BURNED_AGAIN]
    if w[_GOES_ON] and w[RAN_OUT] == 0:
        added = _lay_discards(cards, w)
    if added > burned:
        w[RAN_OUT] = 1
        first = w[SIZE]
        if w[SCRIPTED]:
            # Whoever follows a script elsewhere has the discards in the order of new decks.
            _sort(cards, first, added)
        shuffle_on(cards, counted, w, generator, first, first + added, first + added)
        if burned:
            # The burned card is out of play: what follows it moves up.
            for i in range(first, first + added - 1):
                cards[i] = cards[i + 1]
            added -= 1
    if w[SIZE] + added < to:
        # A void round is played out with any cards at all, and counts for nothing.
        w[RAN_OUT] = 2
        for i in range(w[SIZE] + added, to):
            cards[i] = cards[i - w[SIZE]]
        added = to - w[SIZE]
    count_on(cards, counted, w, w[SIZE], w[SIZE] + added)
    w[SIZE] += added
    w[READY] = w[SIZE]


@rare
def count_on(cards: Bytes, counted: Ints, w: Ints, first: Int, to: Int) -> None:
    """Count cards that are in their final order."""
    for i in range(first, to):
        counted[i + 1] = counted[i] + w[TAGS + cards[i]]


@rare
def _lay_discards(cards: Bytes, w: Ints) -> Int:
    """Lay the cards of earlier rounds, and of hands already cleared, behind the shoe."""
    end = w[SIZE]
    at = end
    for i in range(w[BEGAN]):
        cards[at] = cards[i]
        at += 1
    for b in range(w[BOXES]):
        box, first = BOX + b * BOX_ROW, HAND + b * HANDS_OF_BOX
        is_whole = w[box + HANDS] == 1
        for hand in range(first, first + w[box + HANDS] * HAND_ROW, HAND_ROW):
            if not w[hand + CLEARED] and not (is_whole and w[box + STATUS] == EARLY):
                continue
            cards[at] = w[hand + CARD]
            at += 1
            if is_whole:
                cards[at] = w[box + SECOND]
                at += 1
            elif hand == first and w[box + ZAPPED]:
                cards[at] = cards[w[BEGAN] + b]
                cards[at + 1] = cards[w[BEGAN] + w[BOXES] + 1 + b]
                at += 2
            for i in range(w[hand + BEGINS], w[hand + ENDS]):
                cards[at] = cards[i]
                at += 1
    # What was burned nobody had seen, nor counted.
    for i in range(end + w[UNSEEN], at):
        w[RUNNING] -= w[TAGS + cards[i]]
    return at - end


@rare
def go_on_with_discards(
    cards: Bytes, counted: Ints, position: Int, begins_above: Ints, w: Ints
) -> Int:
    """After a round that the shuffled discards have saved, later rounds are dealt from them.

    The cards left come last again, behind all that are out; answers with their place.
    """
    size = w[_SIZE]
    left = w[SIZE] - position
    running = w[RUNNING] + counted[position]
    w[BEGINS_ABOVE] = begins_above[w[SIZE] - size]
    for card in range(52):
        w[COUNTS + card] = size // 52
    for i in range(left):
        card = cards[position + i]
        cards[size - left + i] = card
        w[COUNTS + card] -= 1
    at = 0
    for card in range(52):
        for _ in range(w[COUNTS + card]):
            cards[at] = card
            at += 1
    count_on(cards, counted, w, 0, size)
    w[RUNNING] = running - counted[size - left]
    w[SIZE] = w[READY] = size
    w[RAN_OUT] = w[UNSEEN] = 0
    return size - left


@rare
def _sort(cards: Bytes, first: Int, many: Int) -> None:
    for i in range(first + 1, first + many):
        card = cards[i]
        j = i
        while j > first and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card
