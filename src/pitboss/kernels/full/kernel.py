"""The full kernel: shoe after shoe, every box and every wager, over tables and nothing else.

A shoe is shuffled as far as it will be dealt and then dealt in order, so that a shoe somebody wrote
down is played by the very same code as a random one. Nothing here knows a rule.
"""

from __future__ import annotations

import numpy as np

from pitboss.compiled.side_bets.tables import PRIZE
from pitboss.kernels.rng import State

from .count import bets, carry_bets, seen, true_count
from .jit import entry, rare
from .layout import (
    AT,
    BEGINS_ABOVE,
    BLACKJACK,
    BOX,
    BOX_ROW,
    BOXES,
    CARRIED,
    CARRIED_TRUE,
    CLASSES,
    DEALER_FACTS,
    DEALER_FOLLOWS,
    DEALER_SINGLE,
    LOOKS,
    NATURAL,
    OPEN,
    OUTCOME,
    PLANNED,
    RAN_OUT,
    READY,
    RUNNING,
    SCRIPTED,
    SIDE,
    SIZE,
    STATUS,
    SURRENDERED,
    TWO_WAITS,
    UNSEEN,
    UP_CARD,
    WINDOW,
    Bytes,
    Floats,
    Int,
    Ints,
    Longs,
    Shorts,
    U,
    Words,
)
from .one_box import add_plain_rounds, is_plain, play_plainly
from .play import at_stake, blackjacks_turn, deal, hangs_on_blackjack, play_box, play_dealer, window
from .settlement import add_up, settle, write_down
from .several_boxes import all_bet, insured_from, play_all, play_together
from .shoe import count_on, go_on_with_discards, put_in_order

_SIZE, _BURNED, _SERVES_ON = AT.size, AT.burned, AT.serves_on
_AT_ONCE = AT.shuffles_at_once
_START, _TRUNCATES = AT.count_start, AT.count_truncates
_A_LAST_ROUND = 12
"""Cards that the round in which the cutting card comes out may take besides."""
_HAS_HOLE, _SETTLES_AT_LOOK, _ON_DEALER = AT.has_hole, AT.settles_at_look, AT.on_dealer
_GROUPS, _MANY_GROUPS, _DRAWS = AT.groups, AT.many_groups, AT.draws
_FOLLOWS, _ENDS = AT.dealers_follows, AT.dealers_ends


@rare
def _drawn_for(t: Shorts, w: Ints, bucket: Int, up: Int) -> Int:
    """What the dealer draws for the sake of side bets on the dealer's hand, as a stake."""
    stake: Int = 0
    for b in range(w[BOXES]):
        side = w[BOX + b * BOX_ROW + SIDE]
        if side >= 0:
            group = np.int64(t[w[_GROUPS] + side])
            stake |= np.int64(t[w[_DRAWS] + (bucket * w[_MANY_GROUPS] + group) * 52 + up])
    return stake


@rare
def _dealers_end(
    t: Shorts, w: Ints, cards: Bytes, up: Int, hole: Int, position: Int, drawn: Int
) -> Int:
    """How the dealer's hand ends for side bets; its further cards are the last that were dealt."""
    follows = w[_FOLLOWS]
    state = np.int64(t[follows + up])
    further = drawn - 1
    if hole >= 0:
        state = np.int64(t[follows + state * 52 + cards[hole]])
        further = drawn - 2
    for at in range(position - further, position):
        state = np.int64(t[follows + state * 52 + cards[at]])
    return np.int64(t[w[_ENDS] + state])


@rare
def _draws_prizes(two: Words) -> bool:
    """Whether a prize is drawn on some two cards."""
    waits: Int = 0
    for both in two:
        waits |= both >> TWO_WAITS
    return bool(waits & PRIZE)


@entry
def play_shoes(
    t: Shorts,
    two: Words,
    p: Bytes,
    w: Ints,
    won: Ints,
    to_blackjack: Ints,
    spread: Ints,
    factor: Floats,
    shift: float,
    prizes: Shorts,
    two_cards_won: Ints,
    third_won: Ints,
    prizes_won: Ints,
    dealers_won: Ints,
    begins_above: Ints,
    bank_order: Ints,
    depths: Bytes,
    as_one_table: Words,
    won_by_table: Ints,
    rounds: Ints,
    played: Ints,
    observed: Ints,
    results: Ints,
    money: Ints,
    by_seat: Ints,
    insured: Ints,
    two_cards: Ints,
    third_cards: Ints,
    prizes_drawn: Ints,
    dealers_hands: Ints,
    cards: Bytes,
    counted: Ints,
    walked: Longs,
    ended: Ints,
    generator: State,
    shoes: Int,
    record: Ints,
) -> Int:
    """So many shoes; rounds for which the record has room are written down, wager by wager.

    The arguments are the fields of :class:`~pitboss.kernels.full.layout.Tables` and of ``Sums``,
    then the cards, room for the short way, and who shuffles.
    """
    buckets = spread.shape[1]
    middle = buckets // 2
    size = w[_SIZE]
    has_hole = w[_HAS_HOLE] != 0
    # What is written down goes the long way, so that both can be compared.
    is_short = record.shape[0] == 0
    alone = is_short and is_plain(w, spread, as_one_table)
    together = is_short and play_together(w)
    insures_from, bets_at = insured_from(w, spread.shape[0]), all_bet(spread)
    # Prizes are drawn by the generator that shuffles, so there the whole shoe comes first.
    as_dealt = alone and not _draws_prizes(two)
    written = 0
    for _ in range(shoes):
        position = _new_shoe(cards, counted, begins_above, w, generator, as_dealt)
        number = 0
        while size - position > w[BEGINS_ABOVE] and w[RAN_OUT] == 0:
            if (alone or together) and not w[CARRIED]:
                last = size
                if alone:
                    position, many = play_plainly(
                        t, two, w, factor, shift, depths, as_one_table, cards, counted, walked,
                        ended, generator, buckets, bets_at, two_cards_won.shape[1],
                        won_by_table.shape[0], position,
                    )  # fmt: skip
                    number += many
                    last = position
                if together:
                    position, many = play_all(
                        t, two, p, w, won, to_blackjack, spread, factor, shift, two_cards_won,
                        depths, observed, played, results, money, by_seat, two_cards, cards,
                        counted, generator, insures_from, bets_at, last, position,
                    )  # fmt: skip
                    number += many
                # A box that left the one table, for a split, may have been played meanwhile.
                if position > last or size - position <= w[BEGINS_ABOVE]:
                    continue
            began = position
            if w[CARRIED]:
                true, many = w[CARRIED_TRUE], w[BOXES]
                bucket = min(max(true + middle, 0), buckets - 1)
                w[CARRIED] = 0
            else:
                running = w[RUNNING] + counted[U(position)]
                true = true_count(factor, shift, w[_TRUNCATES], running, size - position)
                bucket = min(max(true + middle, 0), buckets - 1)
                many = bets(spread, true, bucket, number, w)
            observed[U(bucket)] += 1
            if many == 0:
                break  # nobody is left at the table, and the shoe is not dealt any further
            position = deal(t, two, w, prizes, cards, counted, position, many, generator)
            up = np.int64(t[U(CLASSES + np.int64(cards[U(began + many)]))])
            flags = np.int64(t[U(UP_CARD + up)])
            hole = position - 1 if has_hole else -1
            stake = 0
            if flags & WINDOW:
                now = seen(cards, counted, position, hole, factor, shift, w)
                stake = window(t, p, w, up, now)
            dealers, drawn = np.int64(t[U(DEALER_SINGLE + up)]), 1
            found = False
            if has_hole:
                second = np.int64(t[U(CLASSES + np.int64(cards[U(hole)]))])
                dealers = np.int64(t[U(DEALER_FOLLOWS + dealers * 10 + second)])
                drawn = 2
                if flags & LOOKS:
                    found = t[U(DEALER_FACTS + dealers)] & BLACKJACK != 0
                    if w[_SETTLES_AT_LOOK]:
                        stake = 0
            if not found:
                if w[_ON_DEALER]:
                    first = np.int64(cards[U(began + many)])
                    stake |= _drawn_for(t, w, bucket, first)
                for b in range(many):
                    status = BOX + b * BOX_ROW + STATUS
                    if w[U(status)] == OPEN:
                        position = play_box(
                            t, two, p, w, factor, shift, cards, counted, position, hole, up, b,
                            generator,
                        )  # fmt: skip
                        if w[U(status)] == OPEN:
                            stake |= at_stake(t, w, b)
                    elif w[U(status)] == NATURAL:
                        stake |= blackjacks_turn(w, flags, b)
                    if w[U(status)] == SURRENDERED:
                        stake |= hangs_on_blackjack(w)
                position, dealers, drawn = play_dealer(
                    t, w, cards, counted, position, up, dealers, drawn, stake, generator
                )
            ends = np.int64(t[U(DEALER_FACTS + dealers)])
            blackjack = ends & BLACKJACK != 0
            outcome = max((ends & OUTCOME) - 1, 0)
            dealt: Int = 0
            if w[_ON_DEALER]:
                first = np.int64(cards[U(began + many)])
                dealt = _dealers_end(t, w, cards, first, hole, position, drawn)
            settle(
                t, w, won, to_blackjack, two_cards_won, third_won, prizes_won, dealers_won,
                bank_order, bucket, outcome, blackjack, dealt,
            )  # fmt: skip
            add_up(
                t, w, bucket, depths[U(began)], blackjack, dealt, played, results, money, by_seat,
                insured, two_cards, third_cards, prizes_drawn, dealers_hands,
            )  # fmt: skip
            if written < record.shape[0]:
                write_down(t, w, record[written], true, dealt)
                written += 1
            number += 1
            if w[RAN_OUT] == 1 and w[_SERVES_ON]:
                position = go_on_with_discards(cards, counted, position, begins_above, w)
        if w[_AT_ONCE] and size - position == w[BEGINS_ABOVE]:
            # The bets are made before anybody knows that the cutting card comes first.
            running = w[RUNNING] + counted[position]
            _carry_on(spread, factor, shift, running, size - position, number, w)
        rounds[0] += number
        played[0] += 1
    add_plain_rounds(
        w, spread, two_cards_won, won_by_table, ended, observed, played, results, money, by_seat,
        two_cards,
    )  # fmt: skip
    return written


@rare
def _new_shoe(
    cards: Bytes, counted: Ints, begins_above: Ints, w: Ints, generator: State, as_dealt: bool
) -> Int:
    """All cards are shuffled, as far as they will be dealt; answers with the place of the first.

    Where they are put in order only as they are dealt the order is the same: what is left of the
    last shoe is shuffled first.
    """
    size, burned = w[_SIZE], w[_BURNED]
    put_in_order(cards, counted, w[PLANNED], w, generator)
    w[BEGINS_ABOVE] = begins_above[size]
    w[UNSEEN] = burned
    w[SIZE] = size
    w[RAN_OUT] = 0
    if w[SCRIPTED]:
        count_on(cards, counted, w, 0, size)
        w[READY] = w[PLANNED] = size
    else:
        w[READY] = 0
        w[PLANNED] = min(size, size - max(begins_above[size], 0) + _A_LAST_ROUND)
        put_in_order(cards, counted, burned if as_dealt else w[PLANNED], w, generator)
    w[RUNNING] = w[_START] - counted[burned]
    return burned


@rare
def _carry_on(
    spread: Ints, factor: Floats, shift: float, running: Int, left: Int, number: Int, w: Ints
) -> None:
    """Make the bets of a round that begins with a shuffle."""
    buckets = spread.shape[1]
    true = true_count(factor, shift, w[_TRUNCATES], running, left)
    bucket = min(max(true + buckets // 2, 0), buckets - 1)
    if bets(spread, true, bucket, number, w) > 0:
        carry_bets(spread, true, w)
