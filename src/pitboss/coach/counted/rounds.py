"""What a round takes from a fresh shoe and wins: a sample by the cards it uses and their tags.

The first few rounds of a shoe are dealt as if each came from a full one, so a sample of them tells
how many cards a round uses and what these add to the count. The kernel writes down the count before
every round, and a count of cards and tags together tells both. Play that depends on the count is
sampled at several counts: the kernel's thresholds are set to the tags that would reach them.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.kernels.full.game import CODE_TAG, GameRecord
from pitboss.kernels.full.job import FullJob, PreparedJob, prepare
from pitboss.kernels.full.memory import Memory
from pitboss.kernels.record import copy_of, fill, new
from pitboss.kernels.rng import state_of
from pitboss.players.seats import NEVER, Seat, Setting

from .plays import CountedPlays
from .tags import Floats

Ints = NDArray[np.int64]

SAMPLE: Final = 800_000
"""Rounds in a sample."""
_AT_EACH_COUNT: Final = 0.2
"""The part of a sample that is played at each count, where play depends on it"""
_SEED: Final = 20_260
_PER_TAG: Final = 1 << 12
"""Counted for each part of a tag, and one for each card: more than the cards of a shoe"""
_ROUNDS_AT_A_TIME: Final = 20_000
_OF_A_BOX, _OF_THE_DEALER = 2.9, 3.1
"""About how many cards a box and the dealer use"""
_COUNTS: Final = np.array([-8.0, -5.0, -3.0, -1.5, 0.0, 1.5, 3.0, 4.2, 5.5, 7.5])
"""Excesses per deck at which play that depends on the count is sampled"""
_FARTHEST: Final = 1_000_000
"""Thresholds beyond this are never or always reached."""


class RoundSample(Struct, frozen=True):
    """Classes of rounds, each with the cards used, the sum of their tags, and what was won."""

    cards: Ints
    """[class]"""
    sums: Ints
    """[class], in parts of the count"""
    counts: Floats
    """The excesses per deck at which rounds were sampled; one if play does not depend on them"""
    chances: Floats
    """[count, class]"""
    nets: Floats
    """[count, class]: the mean win of all own boxes, in wagers"""
    squares: Floats
    """[count, class]: the mean of its square"""

    def nearest(self, excess: Floats) -> Ints:
        """The sampled count that is nearest to each."""
        between = (self.counts[1:] + self.counts[:-1]) / 2
        return np.searchsorted(between, excess)


class _PlayedRounds(NamedTuple):
    """Rounds one by one."""

    cards: Ints
    sums: Ints
    won: Floats


def sample_rounds(
    plays: CountedPlays, *, own: int, others: int, depth: int, rounds: int = SAMPLE
) -> tuple[RoundSample, RoundSample]:
    """Two halves of a sample with these boxes; plays are those after ``depth`` cards."""
    by_count = own > 0 and plays.depends_on_count
    seat = plays.kept if by_count else Seat()
    seats = (seat._replace(sides=False),) * own + (Seat(sides=False, own=False),) * others
    setting = Setting(seats=seats, count=plays.system, told=plays.play.told)
    counts = _COUNTS if by_count else np.zeros(1)
    number = round(rounds * _AT_EACH_COUNT) if by_count else rounds
    # Recorded rounds take no shortcut, so its tables are not made.
    prepared = prepare(plays.rules, plays.play.decisions, setting, seed=_SEED, scripted=True)
    begun = copy_of(prepared.job.tables.game)
    played = []
    for count in counts.tolist():
        _count_cards(prepared, begun, plays, count, depth)
        played.append(_sampled(prepared, own + others, own, number, only_first=by_count))
    return _classes(played, counts, plays, 0), _classes(played, counts, plays, 1)


def _count_cards(
    prepared: PreparedJob, begun: GameRecord, plays: CountedPlays, count: float, depth: int
) -> None:
    """Let the kernel count cards and tags, and act as at this count after this many cards."""
    game = prepared.job.tables.game
    tags = plays.tables.tags * _PER_TAG + 1
    factor = np.ones_like(plays.tables.factor)
    fill(
        game.count, start=0, truncates=0, shift=0.5, factor=factor, tags=tags,
        codes=game.classes + (tags << CODE_TAG),
    )  # fmt: skip
    left = plays.shoe.cards - depth - 4
    far = np.arange(-4 * left, 4 * left + 1)
    true = plays.true(plays.running_at(count, depth) + far.astype(float), left)

    def reached_by(threshold: int) -> int:
        if abs(threshold) > _FARTHEST:
            return threshold
        if true[-1] < threshold:
            return NEVER
        return int(far[np.searchsorted(true, threshold)]) * _PER_TAG

    for rung, kept in zip(game.rungs, begun.rungs, strict=True):
        rung.at = reached_by(int(kept.at))
    for number in range(len(prepared.setting.seats)):
        game.seats[number].insures_at = reached_by(int(begun.seats[number].insures_at))


def _sampled(
    prepared: PreparedJob, boxes: int, own: int, rounds: int, *, only_first: bool
) -> _PlayedRounds:
    """The first rounds of shoes, as many as are surely dealt before the cut card."""
    job, per = prepared.job, prepared.compiled.units.per
    game = job.tables.game
    usual = _OF_A_BOX * boxes + _OF_THE_DEALER
    size, burned = int(game.shoe_size), int(game.burned)
    room = size - min(size // 3, round(3 * usual))
    first = 1
    if only_first:
        room = min(room, round(burned + usual + 6 * sqrt(usual) + 6))
    else:
        while burned + (first + 1) * usual + 4 * sqrt((first + 1) * usual) < room:
            first += 1
    game.begins_above[size] = size - room
    chunks: list[_PlayedRounds] = []
    many = 0
    while many < rounds:
        chunks.append(_played(job, len(chunks), first, own, per, room))
        many += len(chunks[-1].cards)
    return _PlayedRounds(*(np.concatenate(columns) for columns in zip(*chunks, strict=True)))


def _played(job: FullJob, chunk: int, first: int, own: int, per: int, room: int) -> _PlayedRounds:
    """The first rounds of some shoes."""
    seats = len(job.tables.spread)
    shoes = max(1, _ROUNDS_AT_A_TIME // (first * seats))
    record = job.record(shoes * (room // (2 * seats + 1) + 2))
    state = state_of(job.seed, chunk)
    number = job.run(job.cards, state, shoes, new(Memory), job.sums(), record)
    rows = record[:number]
    counted = rows["true"][:, 0].astype(np.int64)
    sums = counted // _PER_TAG
    dealt = counted - sums * _PER_TAG
    begins = np.append(True, dealt[1:] <= dealt[:-1])
    places = np.arange(number)
    order = places - np.maximum.accumulate(np.where(begins, places, 0))
    taken = np.flatnonzero((order < first) & ~np.append(begins[1:], True))
    rows = rows[taken]
    nets, hands = rows["nets"][:, :own].sum(axis=3), rows["hands"][:, :own]
    won = rows["insurance"][:, :own].sum(axis=1)
    # A row keeps the numbers of hands that an earlier box made.
    for hand in range(int(hands.max()) if own else 0):
        won = won + np.where(hands > hand, nets[..., hand], 0).sum(axis=1)
    return _PlayedRounds(
        dealt[taken + 1] - dealt[taken], sums[taken + 1] - sums[taken], won / float(per)
    )


def _classes(
    played: list[_PlayedRounds], counts: Floats, plays: CountedPlays, half: int
) -> RoundSample:
    """Sum half the rounds of each class, weighted so that the count is fair."""
    lowest = min(int(each.sums.min()) for each in played)
    width = max(int(each.sums.max()) for each in played) - lowest + 1
    longest = max(int(each.cards.max()) for each in played)
    numbers, totals, squares = [], [], []
    for each in played:
        at = each.cards[half::2] * width + each.sums[half::2] - lowest
        won, places = each.won[half::2], (longest + 1) * width
        numbers.append(np.bincount(at, minlength=places))
        totals.append(np.bincount(at, won, places))
        squares.append(np.bincount(at, won**2, places))
    values = np.array(numbers)
    some = np.flatnonzero(values.sum(axis=0))
    values = values[:, some]
    each_of = np.maximum(values, 1)
    cards, sums = some // width, some % width + lowest
    chances = values / values.sum(axis=1, keepdims=True)
    # The mean tag of the cards left is a martingale, so that it is the same after a round as before
    # it. The sample is tilted by the little that it misses this by.
    off = (sums - plays.shoe.mean * cards) / (plays.shoe.cards - cards)
    chances = chances * (1 - off * ((chances @ off) / (chances @ off**2))[:, None])
    return RoundSample(
        cards, sums, counts, chances,
        np.array(totals)[:, some] / each_of, np.array(squares)[:, some] / each_of,
    )  # fmt: skip
