"""The step kernel's settlement: what every box wins, side bets and the bank included."""

from __future__ import annotations

import numpy as np

from pitboss.compiled.round_tables import CAPPED
from pitboss.compiled.round_tables import INSURED as INSURED_STAKE
from pitboss.kernels.full.game import AT_STAKE, IS_OVER, Bytes, GameRecord, Int, Ints, Shorts, U
from pitboss.kernels.full.jit import hot, merged, rare
from pitboss.kernels.full.memory import EARLY, NATURAL, OPEN, SURRENDERED
from pitboss.kernels.full.settlement import waits, with_dealer, within
from pitboss.kernels.steps.memory import StepBox, TableCell

from .boxes import turn_to
from .game import Book, Sides, Terms


@rare
def _drawn_for(terms: Terms, groups: Shorts, draws: Ints, box: StepBox, up: Int) -> Int:
    """What the dealer draws for the side bets of a box, as a stake."""
    stake: Int = 0
    for bet in range(terms.sides):
        if box.sides >> bet & 1:
            stake |= draws[bet, groups[box.side], up]
    return stake


@hot
def at_stake(book: Book, box: StepBox, up: Int, is_settled: bool) -> Int:
    """What the dealer's cards can still decide of a box that has been played."""
    game = book.game
    stake: Int = 0
    if box.insured and not is_settled:
        stake |= INSURED_STAKE
    if box.sides and game.sides.on_dealer:
        stake |= _drawn_for(book.terms, book.sides.groups, book.sides.draws, box, up)
    if box.status == OPEN:
        for h in range(box.made):
            hand = box.hands[U(h)]
            lies = np.int64(game.facts[U(hand.state)] & AT_STAKE)
            stake |= lies
            if lies == 0 and game.gives_back_busts and (h > 0 or hand.doubled):
                stake |= CAPPED
    elif box.status == NATURAL:
        stake |= game.natural_at_stake
    elif box.status == SURRENDERED and game.surrendered != game.surrendered_to_blackjack:
        stake |= CAPPED
    return stake


@rare
def _code(game: GameRecord, box: StepBox) -> Int:
    """A code of which hands of a box have bust and which are doubled."""
    code: Int = 1
    for h in range(box.made - 1, -1, -1):
        hand = box.hands[h]
        over = np.int64((game.facts[hand.state] & IS_OVER) != 0)
        code = 4 * code + over + 2 * hand.doubled
    return code


@rare
def _against_blackjack(game: GameRecord, to_blackjack: Ints, box: StepBox) -> Int:
    """What a dealer blackjack leaves of a box without one."""
    net: Int = 0
    code = _code(game, box)
    for h in range(box.made):
        net += to_blackjack[code, h, 0] + to_blackjack[code, h, 1]
    return net


@rare
def _special_net(game: GameRecord, box: StepBox, blackjack: bool) -> Int:
    """What a box wins whose hand is not compared."""
    if box.status == EARLY:
        return box.early_net
    if box.status == NATURAL:
        return game.natural_ties if blackjack else game.natural_wins
    return game.surrendered_to_blackjack if blackjack else game.surrendered


@hot
def _main_net(book: Book, box: StepBox, outcome: Int, blackjack: bool) -> Int:
    """What the wagers on a box's hands win, for a bet of one."""
    game = book.game
    net: Int = 0
    if box.status != OPEN:
        net = _special_net(game, box, blackjack)
    elif blackjack:
        net = _against_blackjack(game, book.to_blackjack, box)
    else:
        for h in range(box.made):
            hand = box.hands[U(h)]
            net += book.won[U(hand.state * game.outcomes + outcome)] << np.int64(hand.doubled)
    return net


@hot
def box_net(book: Book, box: StepBox, outcome: Int, blackjack: bool, dealt: Int) -> Int:
    """What a box wins with all its wagers."""
    game, terms = book.game, book.terms
    net = _main_net(book, box, outcome, blackjack)
    if box.insured:
        net += game.insurance_wins if blackjack else game.insurance_loses
    net *= terms.stakes[U(box.bet)]
    if box.sides:
        for bet in range(terms.sides):
            if box.sides >> bet & 1:
                net += _side_net(game, terms, book.sides, box, bet, dealt)
    return net


@merged
def _side_net(
    game: GameRecord, terms: Terms, sides: Sides, box: StepBox, bet: Int, dealt: Int
) -> Int:
    """What one side bet of a box wins."""
    net = sides.two_cards[U(bet), U(box.side)]
    if box.third_end >= 0:
        net += sides.third_cards[U(bet), U(box.third_end)]
    if box.prize >= 0:
        net += sides.prizes[U(bet), U(box.prize)]
    if terms.on_dealer[U(bet)]:
        net += sides.dealers[U(bet), U(with_dealer(game, sides.groups, box.side, dealt))]
    return net


@rare
def dealers_end(
    follows: Shorts, ends: Shorts, cards: Bytes, up: Int, hole: Int, first: Int, end: Int
) -> Int:
    """How the dealer's hand ends for side bets; its further cards begin at ``first``."""
    state = np.int64(follows[up])
    if hole >= 0:
        state = np.int64(follows[state * 52 + hole])
    for at in range(first, end):
        state = np.int64(follows[state * 52 + cards[at]])
    return np.int64(ends[state])


@rare
def _dues(
    book: Book, box: StepBox, outcome: Int, blackjack: bool, dealt: Int, dues: Ints, at: Int
) -> Int:
    """List every wager of a box in the order of settlement; returns the place behind them."""
    game, terms = book.game, book.terms
    bet = terms.stakes[box.bet]
    code = _code(game, box)
    for h in range(box.made):
        hand = box.hands[h]
        if box.status != OPEN:
            dues[at], dues[at + 1] = _special_net(game, box, blackjack), 0
        elif blackjack:
            dues[at], dues[at + 1] = book.to_blackjack[code, h, 0], book.to_blackjack[code, h, 1]
        else:
            won = book.won[hand.state * game.outcomes + outcome]
            dues[at], dues[at + 1] = won, won * hand.doubled
        dues[at] *= bet
        dues[at + 1] *= bet
        at += 2
    if box.insured:
        dues[at] = bet * (game.insurance_wins if blackjack else game.insurance_loses)
        at += 1
    for late in range(2):
        for side in range(terms.sides):
            if box.sides >> side & 1 and terms.on_dealer[side] == late:
                dues[at] = _side_net(game, terms, book.sides, box, side, dealt)
                at += 1
    return at


@rare
def settle_with_bank(
    book: Book, here: TableCell, dues: Ints, outcome: Int, blackjack: bool, dealt: Int
) -> Int:
    """What all boxes win together, wager by wager within the bank."""
    game, boxes = book.game, book.terms.boxes
    many = 0
    for place in range(boxes):
        box = turn_to(here, game.bank.order[boxes, place])
        many = _dues(book, box, outcome, blackjack, dealt, dues, many)
    paid, collected = 0, 0
    for turn in range(1 + np.int64(game.bank.losers_first != 0)):
        for k in range(many):
            due = dues[k]
            if waits(game, turn, due):
                continue
            net = within(game, paid, collected, due)
            paid += max(net, 0)
            collected += max(-net, 0)
    return paid - collected
