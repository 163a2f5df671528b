"""The fast kernel's job: one box, the same wager every round, a strategy without a count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.acts import HandAct
from pitboss.compiled.errors import CannotPrice
from pitboss.compiled.game import CompiledGame
from pitboss.compiled.hand_states import HandWalk, dealer_walk
from pitboss.compiled.payoffs import dues
from pitboss.compiled.ranks import TEN
from pitboss.compiled.shoes import ShoeRule, most_cards, shoe_rule
from pitboss.kernels.fast.automaton import Automaton, FastTables, automaton
from pitboss.kernels.fast.loops import Scratch, play_deep_shoes, play_fresh, play_shoes
from pitboss.kernels.fast.shoe import WORDS, Cards, Depths
from pitboss.kernels.fast.splits import MOST_HANDS, SplitTables, have_ready, split_tables
from pitboss.kernels.jobs import ROUNDS, Counts, Job, Tally
from pitboss.kernels.rng import State
from pitboss.law.dealing import CardPlace, order_of_deal
from pitboss.players.decisions import PER_STAGE, PermittedDecisions
from pitboss.players.policies import Play
from pitboss.solver.pricing import check_shoe
from pitboss.solver.shoe import Shoe

SHOES_IN_CHUNK: Final = 10_000
FRESH_ROUNDS_IN_CHUNK: Final = 400_000


@dataclass(frozen=True, eq=False, kw_only=True)
class FastJob(Job):
    """Rounds of one box at a flat wager; arrays and numbers only."""

    seed: int
    is_fresh: bool
    """Whether all cards are shuffled before every round"""
    shoes: int
    """Shoes in a chunk or, if rounds are fresh, rounds"""
    cards: Cards
    rounds: Automaton
    split_box: SplitTables
    depths: Depths
    most_units: int
    """No round wins or loses more"""
    per: int
    """Units that make one wager"""

    def play(self, state: State) -> Tally:
        hist, split_hist = self.played(state)
        results = split_hist.copy()
        for number, end in enumerate(self.rounds.ends[1:], start=1):
            results[end.staked // self.per, end.net + self.most_units] += hist[number]
        void = hist[-1:].copy()
        results[1, self.most_units] += void[0]
        return Tally(
            {
                ROUNDS: np.array([results.sum()], np.int64),
                "results": results,
                "splits": np.array([split_hist.sum()], np.int64),
                "void": void,
            }
        )

    def played(self, state: State) -> tuple[Counts, Counts]:
        """How often each end occurred, a void round last; and split boxes by result."""
        hist = np.zeros(len(self.rounds.ends) + 1, np.int64)
        split_hist = np.zeros((2 * MOST_HANDS + 1, 2 * self.most_units + 1), np.int64)
        words = np.zeros(WORDS, np.uint64)
        words[:4] = state
        cards, rounds, depths, scratch = self.cards.copy(), self.rounds, self.depths, Scratch.new()
        have_ready(rounds.splits, self.split_box, cards)
        if self.is_fresh:
            play_fresh(
                rounds.table, rounds.splits, self.split_box, cards, self.shoes, words, hist,
                split_hist, scratch,
            )  # fmt: skip
        elif not self.is_deep:
            play_shoes(
                rounds.table, rounds.splits, self.split_box, depths, cards, self.shoes, words,
                hist, split_hist, scratch,
            )  # fmt: skip
        else:
            play_deep_shoes(
                rounds.table, rounds.player_is_done, rounds.takes_hole_card, rounds.splits,
                self.split_box, depths, cards, self.shoes, words, hist, split_hist, scratch,
            )  # fmt: skip
        return hist, split_hist

    @property
    def is_deep(self) -> bool:
        """Whether shoes are dealt so deep that a round might run out of cards."""
        return bool(self.depths.begins_above[len(self.cards)] + 1 < self.depths.enough)

    def distribution(self, tally: Tally) -> tuple[NDArray[np.float64], Counts]:
        """What a round can win, in wagers, and how often it did."""
        net = np.arange(-self.most_units, self.most_units + 1) / self.per
        return net, tally["results"].sum(axis=0)

    def staked(self, tally: Tally) -> int:
        """The total number of wagers staked."""
        wagers = np.arange(tally["results"].shape[0])
        return int((tally["results"].sum(axis=1) * wagers).sum())


def fast_job(
    game: CompiledGame,
    walk: HandWalk,
    decisions: PermittedDecisions,
    *,
    seed: int,
    is_fresh: bool = False,
    takes_even_money: NDArray[np.bool_] | None = None,
    shoes: int | None = None,
) -> FastJob:
    """The job of a strategy; raises :class:`CannotPrice` if the fast kernel cannot play it."""
    rules = game.rules
    of_tens = decisions.acts[::PER_STAGE, :, walk.opening[TEN, TEN]]
    if game.tens_pair_by_rank and (of_tens == HandAct.SPLIT).any():
        raise CannotPrice(
            f"{rules.book.id} pairs tens by rank, which the fast kernel does not support; "
            "do not split tens, or use the full kernel"
        )
    check_shoe(game, Shoe.of_decks(rules.equipment.decks.value))
    even = np.zeros(10, bool) if takes_even_money is None else takes_even_money
    due, dealer = dues(rules, walk, game.outcomes), dealer_walk(rules, game.outcomes)
    shoe = shoe_rule(rules)
    table = automaton(FastTables(rules, walk, dealer, due, decisions, even))
    most_hands = int(decisions.hands_at_most.max())
    is_fresh = is_fresh or shoe.is_continuous
    return FastJob(
        seed=seed,
        is_fresh=is_fresh,
        shoes=shoes or (FRESH_ROUNDS_IN_CHUNK if is_fresh else SHOES_IN_CHUNK),
        cards=shoe.classes,
        rounds=table,
        split_box=split_tables(rules, walk, dealer, due, decisions),
        depths=_depths(game, shoe, most_hands),
        most_units=2 * most_hands * int(np.abs(due.won).max()),
        per=due.per,
    )


def _depths(game: CompiledGame, shoe: ShoeRule, most_hands: int) -> Depths:
    order = order_of_deal(game.rules, [1])
    dealers = [each.place is CardPlace.DEALER for each in order]
    return Depths(
        shoe.burned,
        shoe.burned_again,
        shoe.begins_above,
        int(shoe.runs_out),
        np.array(dealers),
        ~game.looked_for & (not order[-1].face_up),
        dealers.index(True),
        most_cards(game.rules, shoe.classes, hands=most_hands),
    )


def job_for(play: Play, *, seed: int, fresh: bool) -> FastJob:
    """The flat job of a policy; raises :class:`CannotPrice` if the kernel cannot play it."""
    return fast_job(
        play.game,
        play.walk,
        play.decisions,
        seed=seed,
        is_fresh=fresh,
        takes_even_money=play.takes_even_money,
    )
