"""The step kernel's shoe: each card is drawn from all that are left when it is dealt."""

from __future__ import annotations

import numpy as np

from pitboss.kernels.full.game import AT_STAKE, GameRecord, Int, Longs, U
from pitboss.kernels.full.hands import class_of
from pitboss.kernels.full.jit import hot, rare
from pitboss.kernels.full.memory import EARLY
from pitboss.kernels.full.shoe import exchange
from pitboss.kernels.rng import LOW, below, fair, next_word
from pitboss.kernels.steps.memory import DEALERS, Shorts, StepBox, StepTable, TableCell

from .codes import DISCARDS, NEW_SHOE
from .game import Terms

_32 = np.uint64(32)


@rare
def _drawn_again(generator: Longs, product: np.uint64, many: np.uint64) -> np.uint64:
    """The number of a draw that may be biased."""
    return fair(generator, product, many)


@hot
def draw(here: TableCell, position: Int) -> Int:
    """Draw the next card from all that are left, and put it in its place."""
    generator = here.table.generator
    many = U(here.table.end - position)
    product = (next_word(generator) >> _32) * many
    drawn = product >> _32
    if product & LOW < many:
        drawn = _drawn_again(generator, product, many)
    card = np.int64(exchange(here.cards, U(position), U(position) + drawn))
    if here.traced.shape[0]:
        trace(here.traced, card)
    return card


@rare
def number_below(generator: Longs, many: Int) -> Int:
    """A random number below a bound, for a prize or a burn card."""
    return np.int64(below(generator, U(many)))


@hot
def see(game: GameRecord, table: StepTable, card: Int) -> Int:
    """Turn a card up; returns its class."""
    c = class_of(game, card)
    table.unseen[U(c)] -= 1
    return c


@rare
def _forget(game: GameRecord, table: StepTable, card: Int) -> None:
    """Count a card as unseen again, because it is shuffled."""
    table.unseen[class_of(game, card)] += 1


@rare
def trace(traced: Shorts, what: Int) -> None:
    """Record a card or a mark, if there is room for it."""
    many = np.int64(traced[0]) + 1
    if many < traced.shape[0]:
        traced[many] = what
        traced[0] = many


@rare
def new_shoe(game: GameRecord, terms: Terms, here: TableCell) -> None:
    """Put all cards back in the shoe, and burn the first if the book does."""
    table = here.table
    if here.traced.shape[0]:
        trace(here.traced, NEW_SHOE)
    for c in range(10):
        table.unseen[c] = terms.full[c]
    table.end = game.shoe_size
    for place in range(game.burned):
        draw(here, place)
    table.position = game.burned
    table.burned = game.burned
    table.ran_out = 0
    table.begins = game.begins_above[game.shoe_size]


@hot
def is_due(game: GameRecord, table: StepTable) -> bool:
    """Whether the cards are shuffled before the next round."""
    return bool(game.shoe_size - table.position <= table.begins or table.ran_out != 0)


@rare
def _is_discarded(game: GameRecord, box: StepBox, hand: Int) -> bool:
    """Whether the cards of a hand have already left the layout."""
    if box.made == 1 and box.status == EARLY:
        return True
    return bool(game.facts[box.hands[hand].state] & AT_STAKE == 0)


@rare
def own_alone(game: GameRecord, here: TableCell) -> None:
    """Record the owners of the cards of a round with one hand, after the deal."""
    owners = here.owners
    for place in range(here.table.position - here.table.began + 1):
        owners[place] = 0
    owners[1] = DEALERS
    if game.has_hole:
        owners[3] = DEALERS


@rare
def run_out(game: GameRecord, terms: Terms, here: TableCell, is_dealt: bool, dealers: Int) -> bool:
    """Shuffle the discards if the book does; returns whether the round can continue.

    All cards from the place ``dealers`` on are the dealer's. Before the boxes have their cards,
    nothing of this round is a discard.
    """
    table, cards, size = here.table, here.cards, game.shoe_size
    if game.goes_on == 0 or table.ran_out:
        return False
    at = size
    for place in range(table.began):
        card = cards[place]
        cards[at] = card
        at += 1
        if place >= table.burned:
            _forget(game, table, card)
    if is_dealt:
        if terms.boxes == 1 and here.boxes[0].made == 1:
            own_alone(game, here)
        for place in range(np.int64(table.began), dealers):
            owner = np.int64(here.owners[place - table.began])
            if owner != DEALERS and _is_discarded(game, here.boxes[owner // 8], owner % 8):
                card = cards[place]
                cards[at] = card
                at += 1
                _forget(game, table, card)
    added = at - size
    if added <= game.burned_again:
        return False
    table.ran_out = 1
    if here.traced.shape[0]:
        trace(here.traced, DISCARDS)
    if game.burned_again:
        # The burn card is out of play, so it is put behind the others.
        chosen = size + number_below(table.generator, added)
        added -= 1
        card = exchange(cards, size + added, chosen)
        if here.traced.shape[0]:
            trace(here.traced, np.int64(card))
    table.end = size + added
    return True


@hot
def deal_cards(game: GameRecord, terms: Terms, here: TableCell) -> bool:
    """Deal the first cards, from a new shoe if one is due; returns whether there are enough."""
    table = here.table
    if is_due(game, table):
        new_shoe(game, terms, here)
    position = np.int64(table.position)
    table.began = position
    is_enough = True
    for _ in range(2 * terms.boxes + 1 + game.has_hole):
        if position >= table.end:
            table.position = position
            if not run_out(game, terms, here, False, position):
                is_enough = False
                break
        draw(here, position)
        position += 1
    if is_enough:
        table.position = position
    return is_enough


@rare
def go_on_with_discards(game: GameRecord, here: TableCell) -> None:
    """Deal later rounds from the shuffled discards that completed the last one.

    The cards left are placed behind all that are out.
    """
    table, cards, size = here.table, here.cards, game.shoe_size
    left = table.end - table.position
    table.begins = game.begins_above[table.end - size]
    # The cards left change places with the last of the shoe, so that all others are in front.
    for place in range(left):
        card = cards[table.position + place]
        at = 0
        while cards[at] != card:
            at += 1
        exchange(cards, at, size - 1 - place)
    table.position = size - left
    table.burned = 0
    table.end = size
    table.ran_out = 0
