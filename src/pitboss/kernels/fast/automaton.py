"""A whole round as one table: the deal, the player's hand by a strategy, the dealer's hand.

A row is a moment at which a card is drawn. For each class of card it gives the row that follows, or
how the round ends. Rows with the same continuation are merged, so the table is minimal. A split
leaves the table: such a box is played by :mod:`pitboss.kernels.fast.splits`.

A hole card that is not checked before play is drawn as the dealer's next card once the player is
done: it is still unknown then, so drawing it late changes nothing. Only if the cards come in a
given order must it be drawn when it is dealt; that table is larger.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.acts import HandAct
from pitboss.compiled.errors import CannotPrice
from pitboss.compiled.hand_states import DealerWalk, HandWalk
from pitboss.compiled.payoffs import Dues
from pitboss.compiled.ranks import ACE, TEN, card_of
from pitboss.law.counting import is_blackjack
from pitboss.law.dealer import looks_for_blackjack, takes_hole_card
from pitboss.law.dealing import CardPlace, order_of_deal
from pitboss.law.hands import Hand
from pitboss.law.play import surrenders_before_play
from pitboss.law.settlement import blackjack_is_paid, is_decided
from pitboss.players.decisions import PER_STAGE, PermittedDecisions
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import BlackjackPaid

ROW_BITS: Final = 18
"""An entry's low bits are ten times the row that follows; row 0 begins a round."""
SPLIT_BIT: Final = 31
"""Set if a pair is split; the bits between give which pair, or how the round ends."""
MOST_ROWS: Final = (1 << ROW_BITS) // 10
MOST_OUTS: Final = 1 << (SPLIT_BIT - ROW_BITS)


class SplitPair(NamedTuple):
    """A pair to be split."""

    context: int
    """Of the pair, see :class:`~pitboss.players.decisions.PermittedDecisions`"""
    rank: int
    up: int
    hole: int
    """The dealer's second card if it was checked, otherwise -1"""
    most: int
    """The maximum number of hands it is split into"""


class End(NamedTuple):
    """A round that is over: what was won, net of the stake, and what was staked, in units."""

    net: int
    staked: int


class Automaton(NamedTuple):
    """The rounds of one strategy."""

    table: NDArray[np.uint32]
    """[10 × row + class]: the row that follows and how the round ended, 0 if it continues"""
    player_is_done: NDArray[np.bool_]
    """[row]: whether the player's hand has no open wager, so that its cards are cleared"""
    takes_hole_card: NDArray[np.bool_]
    """[row]: whether the card is the hole card, which the dealer has had since the deal"""
    ends: tuple[End, ...]
    """By number; the first is not used"""
    splits: NDArray[np.int64]
    """[number, field of :class:`SplitPair`]"""


class FastTables(NamedTuple):
    """What the rounds are made of."""

    rules: TableRules
    walk: HandWalk
    dealer: DealerWalk
    dues: Dues
    decisions: PermittedDecisions
    takes_even_money: NDArray[np.bool_]
    """[up card]"""
    leaves: NDArray[np.bool_] | None = None
    """[context, up card, state]: where play leaves the table, because it depends on more"""
    in_order: bool = False
    """Whether every card is drawn when it is dealt, the hole card too"""


def automaton(tables: FastTables) -> Automaton:
    """The table of all rounds; raises :class:`CannotPrice` if there can be none."""
    return _AutomatonBuilder(tables).build()


class _CompletedBox(NamedTuple):
    """A completed box: its result for each dealer hand."""

    won: tuple[int, ...]
    """By outcome"""
    to_blackjack: int
    staked: int
    lies: bool
    is_open: bool
    """Whether a dealer's hand other than a blackjack may still decide something"""
    capped: bool


_Row = tuple[tuple[int, ...], bool, bool]
"""Entries, with an end as the complement of its number; player done; takes the hole card"""


class _AutomatonBuilder:
    def __init__(self, tables: FastTables) -> None:
        self.rules, self.walk, self.dealer, self.dues, self.decisions, self.even = tables[:6]
        self.leaves, self.in_order = tables.leaves, tables.in_order
        self.order = order_of_deal(self.rules, [1])
        self.has_hole = bool(takes_hole_card(self.rules))
        self.rows: dict[_Row, int] = {}
        self.ends: dict[End, int] = {}
        self.splits: dict[SplitPair, int] = {}
        self.same_context = _same_contexts(self.decisions)
        # Play reaches the same moments in many ways.
        self.play = cache(self._play)
        self.dealers_turn = cache(self._dealers_turn)
        self.looks = [bool(looks_for_blackjack(self.rules, card_of(up))) for up in range(10)]

    def build(self) -> Automaton:
        start = self._deal(0, (), ())
        rows = _from_the_start(tuple(self.rows), start)
        if len(rows) > MOST_ROWS or max(len(self.ends) + 2, len(self.splits)) > MOST_OUTS:
            raise CannotPrice(
                f"the strategy distinguishes too many hands for one table ({len(rows)} states)"
            )
        place = {old: new for new, old in enumerate(rows)}
        listed = tuple(self.rows)
        table = [self._entry(entry, place) for old in rows for entry in listed[old][0]]
        return Automaton(
            np.array(table, np.uint32),
            np.array([listed[old][1] for old in rows]),
            np.array([listed[old][2] for old in rows]),
            (End(0, 0), *self.ends),
            np.array(list(self.splits), np.int64).reshape(-1, len(SplitPair._fields)),
        )

    def _entry(self, entry: int, place: dict[int, int]) -> int:
        if entry >= 0:
            return 10 * place[entry]
        out = ~entry
        if out >= MOST_OUTS:
            return (1 << SPLIT_BIT) | (out - MOST_OUTS) << ROW_BITS
        return out << ROW_BITS

    # Entries: a row, or the complement of an end or a split.

    def _draw(
        self, after: Callable[[int], int], *, player_is_done: bool = False, hole: bool = False
    ) -> int:
        entries = tuple(after(c) for c in range(10))
        return self.rows.setdefault((entries, player_is_done, hole), len(self.rows))

    def _end(self, net: int, staked: int) -> int:
        return ~self.ends.setdefault(End(net, staked), len(self.ends) + 1)

    def _split(self, split: SplitPair) -> int:
        return ~(self.splits.setdefault(split, len(self.splits)) + MOST_OUTS)

    # The deal.

    def _deal(self, dealt: int, box: tuple[int, ...], dealer: tuple[int, ...]) -> int:
        if dealt == len(self.order):
            return self._after_deal(box, dealer)
        due = self.order[dealt]
        if due.place is CardPlace.BOX:
            return self._draw(lambda c: self._deal(dealt + 1, (*box, c), dealer))
        if not due.face_up and not self.looks[dealer[0]] and not self.in_order:
            return self._deal(dealt + 1, box, dealer)
        return self._draw(lambda c: self._deal(dealt + 1, box, (*dealer, c)))

    def _after_deal(self, box: tuple[int, ...], dealer: tuple[int, ...]) -> int:
        """Blackjacks paid early and hands surrendered early; then the dealer checks."""
        up, hole = dealer[0], dealer[1] if len(dealer) == 2 else -1
        state = int(self.walk.opening[box])
        natural = is_blackjack(self.rules, Hand(tuple(card_of(c) for c in box)))
        settled = self._settled_early(natural, state, up)
        if hole >= 0 and self.looks[up] and self.dealer.is_blackjack[self._dealers(up, hole)]:
            if settled is not None:
                return self._end(settled.to_blackjack, settled.staked)
            per = self.dues.per
            return self._end(self.dues.natural_ties if natural else -per, per)
        if settled is not None:
            return self._finish(settled, up, hole)
        return self._turn(natural, 0, state, up, hole)

    def _settled_early(self, natural: bool, state: int, up: int) -> _CompletedBox | None:
        if natural:
            paid = blackjack_is_paid(self.rules, card_of(up)).when
            if paid is BlackjackPaid.AFTER_THE_DEAL:
                return self._settled(self.dues.natural_wins)
            if self.even[up]:
                return self._settled(self.dues.even_money)
        elif (
            surrenders_before_play(self.rules)
            and self._act(0, up, state) is HandAct.SURRENDER
            and (self.leaves is None or not self.leaves[0, up, state])
        ):
            return self._given_up()
        return None

    # The player's turn.

    def _turn(self, natural: bool, context: int, state: int, up: int, hole: int) -> int:
        if not natural:
            return self.play(context, up, hole, state)
        if blackjack_is_paid(self.rules, card_of(up)).when is BlackjackPaid.AT_ITS_TURN:
            return self._finish(self._settled(self.dues.natural_wins), up, hole)
        won = (self.dues.natural_wins,) * self.dues.won.shape[1]
        decided = is_decided(self.rules, Hand((card_of(ACE), card_of(TEN))))
        waits = _CompletedBox(won, self.dues.natural_ties, self.dues.per, True, not decided, False)
        return self._finish(waits, up, hole)

    def _act(self, context: int, up: int, state: int) -> HandAct:
        return HandAct(int(self.decisions.acts[context, up, state]))

    def _play(self, context: int, up: int, hole: int, state: int) -> int:
        if self.leaves is not None and self.leaves[context, up, state]:
            return self._split(SplitPair(context, -1, up, hole, 0))
        follows = self.walk.follows[state].tolist()
        match self._act(context, up, state):
            case HandAct.STAND:
                return self._finish(self._hand(state, up, doubled=False), up, hole)
            case HandAct.HIT:
                return self._draw(lambda c: self.play(context, up, hole, follows[c]))
            case HandAct.DOUBLE:
                return self._draw(
                    lambda c: self._finish(self._hand(follows[c], up, doubled=True), up, hole)
                )
            case HandAct.SPLIT:
                rank = int(self.walk.pair[state])
                most = int(self.decisions.hands_at_most[context // PER_STAGE, rank, up])
                return self._split(SplitPair(context, rank, up, hole, most))
            case HandAct.SURRENDER:
                return self._finish(self._given_up(), up, hole)
            case HandAct.EXCHANGE:
                old = self.walk.hands[state]
                fresh = self.same_context[int(self.decisions.exchange_context[old[0], old[1]])]
                return self._exchange(fresh, up, hole)

    def _exchange(self, context: int, up: int, hole: int) -> int:
        def second(a: int, b: int) -> int:
            cards = (card_of(a), card_of(b))
            natural = is_blackjack(self.rules, Hand(cards, exchanges=1))
            return self._turn(natural, context, int(self.walk.opening[a, b]), up, hole)

        return self._draw(lambda a: self._draw(lambda b: second(a, b)))

    def _hand(self, state: int, up: int, *, doubled: bool) -> _CompletedBox:
        dues = self.dues
        wagers = 2 if doubled else 1
        over, stays = bool(self.walk.is_over[state]), bool(dues.stays[state])
        spared = dues.busted_double_spared if over else dues.double_spared
        lost = wagers * dues.per - (int(spared[up]) if doubled else 0)
        return _CompletedBox(
            tuple((wagers * dues.won[state]).tolist()),
            -lost,
            wagers * dues.per,
            stays,
            stays and not dues.is_decided[state],
            # A bust that was doubled has cost an extra wager.
            dues.gives_back_busts and doubled and not stays,
        )

    def _settled(self, net: int) -> _CompletedBox:
        """A main wager decided regardless of the dealer's hand."""
        won = (net,) * self.dues.won.shape[1]
        return _CompletedBox(won, net, self.dues.per, False, False, False)

    def _given_up(self) -> _CompletedBox:
        """A surrendered hand, the rest of which a blackjack may take."""
        dues = self.dues
        return self._settled(dues.surrendered)._replace(
            to_blackjack=dues.surrendered_to_blackjack, capped=dues.surrender_hangs
        )

    # The dealer's turn.

    def _dealers(self, up: int, second: int) -> int:
        return int(self.dealer.follows[self.dealer.single[up], second])

    def _finish(self, played: _CompletedBox, up: int, hole: int) -> int:
        if hole >= 0:
            return self.dealers_turn(played, self._dealers(up, hole))
        due = self.dues.second_is_due[up, int(played.lies), int(played.capped)]
        if not self.has_hole and not due:
            return self._end(played.won[0], played.staked)
        return self._draw(
            lambda c: self.dealers_turn(played, self._dealers(up, c)),
            player_is_done=not played.lies,
            hole=self.has_hole,
        )

    def _dealers_turn(self, played: _CompletedBox, state: int) -> int:
        if self.dealer.is_blackjack[state]:
            return self._end(played.to_blackjack, played.staked)
        outcome = int(self.dealer.outcome[state])
        if outcome >= 0:
            return self._end(played.won[outcome], played.staked)
        if not self.dues.further_is_due[int(played.is_open)]:
            return self._end(played.won[0], played.staked)
        follows = self.dealer.follows[state].tolist()
        return self._draw(
            lambda c: self.dealers_turn(played, follows[c]), player_is_done=not played.lies
        )


def _same_contexts(decisions: PermittedDecisions) -> dict[int, int]:
    """For each stage's first context, the first one with identical play."""
    first: dict[bytes, int] = {}
    same = {}
    for context in range(0, decisions.acts.shape[0], PER_STAGE):
        part = slice(context, context + PER_STAGE)
        most = decisions.hands_at_most[context // PER_STAGE]
        key = b"".join(t.tobytes() for t in (decisions.acts[part], decisions.unsplit[part], most))
        same[context] = first.setdefault(key, context)
    return same


def _from_the_start(rows: tuple[_Row, ...], start: int) -> list[int]:
    """The rows breadth first, so that the most used are close together."""
    result = {start: None}
    queue = [start]
    for row in queue:
        for entry in rows[row][0]:
            if entry >= 0 and entry not in result:
                result[entry] = None
                queue.append(entry)
    return queue
