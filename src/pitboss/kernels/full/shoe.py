"""The full kernel's shoe: shuffled as far as it is dealt, and again if it runs out.

The count is stored with the cards: for every place, the sum of all tags before it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pitboss.kernels.full.memory import EARLY, Memory
from pitboss.kernels.rng import LOW, below, fair, following

from .game import Bytes, GameRecord, Int, U
from .jit import entry, hot, merged, rare

AT_A_TIME: Final = 16
"""The number of further cards ordered when a round needs them."""
_1, _2, _32 = np.uint64(1), np.uint64(2), np.uint64(32)


@hot
def exchange(cards: Bytes, i: Int, j: Int) -> Int:
    """Swap the cards of two places; returns the one now in the first."""
    chosen = cards[j]
    cards[j] = cards[i]
    cards[i] = chosen
    return chosen


@rare
def place_two(
    game: GameRecord, room: Memory, i: np.uint64, one: np.uint64, other: np.uint64, many: np.uint64
) -> None:
    """Order two cards by random products; a biased one is drawn again."""
    cards, counted, generator = room.cards, room.counted, room.generator
    chosen = exchange(cards, i, i + fair(generator, one, many))
    counted[i + _1] = counted[i] + game.count.tags[U(chosen)]
    i += _1
    chosen = exchange(cards, i, i + fair(generator, other, many - _1))
    counted[i + _1] = counted[i] + game.count.tags[U(chosen)]


@rare
def shuffle_on(game: GameRecord, room: Memory, ready: Int, to: Int, size: Int) -> None:
    """Put the next cards in their final order, each drawn from all that are not in order yet.

    One word of the generator serves two cards; a biased draw takes another word.
    """
    cards, counted, generator, tags = room.cards, room.counted, room.generator, game.count.tags
    a, b, c, d = generator[0], generator[1], generator[2], generator[3]
    many = np.uint64(size - ready)
    running = counted[U(ready)]
    i, end = U(ready), U(to)
    while i + _1 < end:
        word, a, b, c, d = following(a, b, c, d)
        one, other = (word >> _32) * many, (word & LOW) * (many - _1)
        if (one & LOW < many) | (other & LOW < many):
            generator[0], generator[1], generator[2], generator[3] = a, b, c, d
            place_two(game, room, i, one, other, many)
            a, b, c, d = generator[0], generator[1], generator[2], generator[3]
            i += _2
            running = counted[i]
        else:
            chosen = exchange(cards, i, i + (one >> _32))
            running += tags[U(chosen)]
            i += _1
            counted[i] = running
            chosen = exchange(cards, i, i + (other >> _32))
            running += tags[U(chosen)]
            i += _1
            counted[i] = running
        many -= _2
    generator[0], generator[1], generator[2], generator[3] = a, b, c, d
    if i < end:
        chosen = exchange(cards, i, i + below(generator, many))
        counted[i + _1] = running + tags[U(chosen)]


@entry
def shuffle_all(game: GameRecord, room: Memory, many: int) -> None:
    """Shuffle this many cards as the kernel shuffles its discards, for comparison with a table."""
    shuffle_on(game, room, 0, many, many)


@merged
def next_card(game: GameRecord, room: Memory, position: Int) -> Int:
    """The card at this place, ordered first if necessary."""
    if position >= room.ready:
        make_ready(game, room, position + 1)
    return np.int64(room.cards[U(position)])


@rare
def make_ready(game: GameRecord, room: Memory, to: Int) -> None:
    """Put at least this many cards in order, using the discards if the shoe runs out."""
    put_in_order(game, room, to + AT_A_TIME)
    if room.ready < to and room.ready < room.total and room.scripted == 0:
        end = min(room.total, to + AT_A_TIME)
        shuffle_on(game, room, room.ready, end, room.total)
        room.ready = end
    if room.ready < to:
        _run_out(game, room, to)


@rare
def put_in_order(game: GameRecord, room: Memory, to: Int) -> None:
    """Put this many of the planned cards in order, and one more if the number is odd.

    One word of the generator serves two cards, so the order does not depend on the pauses.
    """
    end = min(room.planned, to + to % 2)
    if room.ready < end:
        shuffle_on(game, room, room.ready, end, room.total)
        room.ready = end


@rare
def _run_out(game: GameRecord, room: Memory, to: Int) -> None:
    cards = room.cards
    added = 0
    if game.goes_on and room.ran_out == 0:
        added = _lay_discards(game, room)
    if added > game.burned_again:
        room.ran_out = 1
        first = room.total
        if room.scripted:
            # A table that follows a script has its discards in new-deck order.
            _sort(cards, first, added)
        shuffle_on(game, room, first, first + added, first + added)
        if game.burned_again:
            # The burn card is out of play, so the cards after it move up.
            for i in range(first, first + added - 1):
                cards[i] = cards[i + 1]
            added -= 1
    if room.total + added < to:
        # A void round is played out with any cards at all, and counts for nothing.
        room.ran_out = 2
        for i in range(room.total + added, to):
            cards[i] = cards[i - room.total]
        added = to - room.total
    count_on(game, room, room.total, room.total + added)
    room.total += added
    room.ready = room.total


@rare
def count_on(game: GameRecord, room: Memory, first: Int, to: Int) -> None:
    """Count cards that are in their final order."""
    for i in range(first, to):
        room.counted[i + 1] = room.counted[i] + game.count.tags[room.cards[i]]


@rare
def _lay_discards(game: GameRecord, room: Memory) -> Int:
    """Put the cards of earlier rounds, and of hands already cleared, behind the shoe."""
    cards, began = room.cards, room.began
    end = room.total
    at = end
    for i in range(began):
        cards[at] = cards[i]
        at += 1
    for b in range(room.many):
        box = room.boxes[b]
        is_whole = box.many == 1
        for h in range(box.many):
            hand = box.hands[h]
            if not hand.cleared and not (is_whole and box.status == EARLY):
                continue
            cards[at] = hand.card
            at += 1
            if is_whole:
                cards[at] = box.second
                at += 1
            elif h == 0 and box.exchanged:
                cards[at] = cards[began + b]
                cards[at + 1] = cards[began + room.many + 1 + b]
                at += 2
            for i in range(hand.begins, hand.ends):
                cards[at] = cards[i]
                at += 1
    # Burn cards were not seen, nor counted.
    for i in range(end + room.unseen, at):
        room.running -= game.count.tags[cards[i]]
    return at - end


@rare
def go_on_with_discards(game: GameRecord, room: Memory, position: Int) -> Int:
    """Deal later rounds from the shuffled discards that completed the last one.

    The cards left are placed behind all that are out; returns the place of the first.
    """
    cards, counts, size = room.cards, room.counts, game.shoe_size
    left = room.total - position
    running = room.running + room.counted[position]
    room.begins_above = game.begins_above[room.total - size]
    for card in range(52):
        counts[card] = size // 52
    for i in range(left):
        card = cards[position + i]
        cards[size - left + i] = card
        counts[card] -= 1
    at = 0
    for card in range(52):
        for _ in range(counts[card]):
            cards[at] = card
            at += 1
    count_on(game, room, 0, size)
    room.running = running - room.counted[size - left]
    room.total = size
    room.ready = size
    room.ran_out = 0
    room.unseen = 0
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
