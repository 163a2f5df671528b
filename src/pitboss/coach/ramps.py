"""The ramp that grows a bankroll fastest, and the ladder of index plays, for a table's rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from pitboss.law.counting import count, up_card
from pitboss.players.counts import CountSystem
from pitboss.players.deviations import LOWEST
from pitboss.players.index_plays import Index, IndexPlays, Rung, index_plays
from pitboss.players.spreads import Spread
from pitboss.rulebooks import TableRules
from pitboss.statistics import Ramp, best_ramp

from .counted.game import CountedGame
from .spots import HandSpot

PLAYS: Final = 40
"""How many of the most valuable index plays are made."""
PLAYS_AT_DEPTH: Final = 0.5
"""The depth of the index plays, where no other is asked for"""


class RampBasis(Struct, frozen=True):
    """The basis of a ramp: a bankroll, bet limits, and a Kelly fraction."""

    bankroll: float = 1000.0
    least: float = 1.0
    most: float = 8.0
    kelly: float = 0.5


@lru_cache(maxsize=16)
def plays_of(rules: TableRules, system: CountSystem, depth: float) -> IndexPlays:
    """The index plays of these rules; ``BadCount`` for a running count."""
    return index_plays(rules, count=system, depth=depth)


def spread_of_plays(found_plays: IndexPlays) -> Spread:
    """The most valuable index plays and insurance, as a spread lists them."""
    plays = tuple(each for play in found_plays.plays[:PLAYS] for each in play.deviations)
    return Spread(deviations=plays, insure_at=found_plays.insure_at)


@lru_cache(maxsize=8)
def counted_game(
    rules: TableRules, system: CountSystem, plays: Spread, *, others: int = 0
) -> CountedGame:
    """The game of a counter who plays as the spread says, whatever it bets, over the whole shoe."""
    return CountedGame(
        rules, system, deviations=plays.deviations, insure_at=plays.insure_at, others=others
    )


def game_of(
    rules: TableRules, system: CountSystem, depth: float, *, others: int = 0
) -> CountedGame:
    """The game by the index plays of these rules at a depth, or by the chart if there are none."""
    plays = Spread() if system.is_running else spread_of_plays(plays_of(rules, system, depth))
    return counted_game(rules, system, plays, others=others)


@lru_cache(maxsize=16)
def best_ramp_of(rules: TableRules, system: CountSystem, depth: float, bank: RampBasis) -> Ramp:
    """The best bets by the count over the whole shoe, in whole units of the minimum.

    ``depth`` is that of the index plays.
    """
    return ramp_of_game(game_of(rules, system, depth), bank)


def ramp_of_game(game: CountedGame, bank: RampBasis, *, may_sit_out: bool = False) -> Ramp:
    """The best bets by the count in this game, in whole units of the minimum."""
    return best_ramp(
        game.spots, bankroll=bank.bankroll, fraction=bank.kelly, least=bank.least,
        most=bank.most, chip=bank.least, sizes=None, may_sit_out=may_sit_out,
    )  # fmt: skip


def spread_of_ramp(ramp: Ramp, least: float) -> Spread:
    """A ramp in units of its least bet, each from the count at which it begins."""
    bets: dict[int, int] = {}
    last = None
    for at, bet in zip(ramp.at, ramp.bets, strict=True):
        units = round(bet / least)
        if units != last:
            bets[LOWEST if last is None else int(at)] = units
        last = units
    return Spread.of(bets)


def usual_spread(system: CountSystem, decks: int) -> Spread:
    """One unit, then 2, 4, 6 and 8 from one to four above the count of a new shoe."""
    first = system.span(decks).start if system.is_running else 0
    return Spread.of({LOWEST: 1, first + 1: 2, first + 2: 4, first + 3: 6, first + 4: 8})


def units_at(spread: Spread, at: int) -> int:
    """The bet of a ramp at a count, in units."""
    reached = [units for start, units in spread.bets if start <= at]
    return reached[-1] if reached else spread.bets[0][1]


class Ladder:
    """The acts by the count for every hand that depends on it."""

    def __init__(self, plays: IndexPlays) -> None:
        self.found = plays
        self._plays = {(play.hand, play.up): play for play in plays.plays}

    def play_of(self, spot: HandSpot) -> Index | None:
        """The play for a hand of this total, or pair; None if the count does not matter."""
        rules, cards = spot.rules, spot.hand.cards
        counted, up = count(rules, cards), up_card(rules, spot.up).value
        name = f"A,{counted.total - 11}" if counted.soft else str(counted.total)
        ranks = {up_card(rules, card) for card in cards}
        if len(cards) == 2 and len(ranks) == 1:
            name = ",".join(2 * [ranks.pop().value])
        return self._plays.get((name, up))

    def act_at(self, spot: HandSpot, true: int) -> str | None:
        """The ladder's act at a true count; None if it has none."""
        play = self.play_of(spot)
        if play is None:
            return None
        for ladder in (play.ladder, play.unsurrendered):
            act = _reached(ladder, true).act.word
            if spot.answers.get(act):
                return act
        return None


def _reached(ladder: tuple[Rung, ...], true: int) -> Rung:
    return next((rung for rung in reversed(ladder) if rung.at <= true), ladder[0])
