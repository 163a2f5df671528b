"""Compare the kernel with the table, wager by wager, on the same shoes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card, Rank
from pitboss.compiled.hand_states import HandDistinction
from pitboss.kernels.full.job import PreparedJob, ShoeScript, prepare, tables_for
from pitboss.kernels.full.tables import CompiledArrays
from pitboss.kernels.rng import state_of
from pitboss.players.decisions import PermittedDecisions, decisions_of_stage
from pitboss.players.seats import Setting
from pitboss.rulebooks import TableRules, rulebook
from pitboss.solver import solve
from tests.rigs.agreement_cases import TRIALS
from tests.rigs.random_strategies import wild_decisions
from tests.rigs.table_player import TablePlayer
from tests.rigs.table_wagers import KernelDisagreement, Wagers, main_stake, with_side_bets


class Agreed(NamedTuple):
    """What was compared, and how much of it."""

    rounds: int
    boxes: int
    wagers: int


def kernels_wagers(prepared: PreparedJob, rules: TableRules, row: Any) -> Wagers | None:
    """A row of the kernel's record in cents."""
    if not row["bet"]:
        return None
    setting, made = prepared.setting, prepared.compiled
    stake = main_stake(rules)

    def cents(units: int) -> int:
        exact = Fraction(int(units) * stake, made.units.per)
        assert exact.denominator == 1, f"{units} units are not whole cents"
        return int(exact)

    hands = tuple((cents(net), cents(of_double)) for net, of_double in row["nets"][: row["hands"]])
    if row["void"]:
        return Wagers(int(row["bet"]) * stake, ((0, 0),), 0, (), True)
    sides: tuple[tuple[str, int], ...] = ()
    if setting.bank is not None and row["side"] >= 0:
        sides = (("all", cents(row["sides"])),)
    elif row["side"] >= 0:
        sides = tuple(sorted(_sides(prepared, row, stake)))
        assert sum(net for _, net in sides) == cents(row["sides"]), "side bets do not add up"
    return Wagers(int(row["bet"]) * stake, hands, cents(row["insurance"]), sides, False)


def _sides(prepared: PreparedJob, row: Any, stake: int) -> Iterator[tuple[str, int]]:
    bets, span = prepared.compiled.side_bets, prepared.span
    from_ = dict(prepared.setting.side_bets_from)
    count = span.lowest + span.bucket(int(row["true"]) + span.middle)
    for kind, share in prepared.setting.side_stakes:
        if count < from_.get(kind, span.lowest):
            continue
        won = bets.won[kind][row["side"]]
        if kind in bets.third_won and row["third_end"] >= 0:
            won += bets.third_won[kind][row["third_end"]]
        elif kind in bets.prizes_won and row["prize"] >= 0:
            won = bets.prizes_won[kind][row["prize"]]
        elif kind in bets.dealers_won:
            won = bets.dealers_won[kind][row["dealers"]]
        yield kind, int(won * share * stake)


def agree(
    rules: TableRules,
    decisions: PermittedDecisions,
    prepared: PreparedJob,
    *,
    rounds: int,
    seed: int,
    small_first: bool = False,
) -> Agreed:
    """Play rounds twice, and raise ``KernelDisagreement`` on the first wager that differs.

    ``small_first`` deals the small cards of a shoe before the others, so that hands get long.
    """
    shuffles = np.random.default_rng(np.random.SeedSequence(seed))
    kernel, at_table = ShoeScript(prepared), TablePlayer(rules, prepared, decisions)
    done = boxes = wagers = shoes = 0
    while done < rounds:
        order = shuffles.permutation(prepared.job.cards)
        if small_first:
            order = order[np.argsort([not is_small(DECK[i]) for i in order], kind="stable")]
        record = kernel.play(order, state_of(seed, shoes))
        at_table.source.waiting.append(([DECK[i] for i in order], state_of(seed, shoes)))
        for number, rows in enumerate(record, start=1):
            given_wagers = at_table.play(rows)
            if at_table.source.waiting:
                raise KernelDisagreement("the table plays on where the kernel shuffles")
            mine = [kernels_wagers(prepared, rules, row) for row in rows]
            _compare(mine, given_wagers, order, number)
            boxes += sum(each is not None for each in given_wagers)
            wagers += sum(_many(each) for each in given_wagers)
        done += len(record)
        shoes += 1
    return Agreed(done, boxes, wagers)


_SMALL: Final = frozenset({Rank.ACE, Rank.TWO, Rank.THREE, Rank.FOUR})


def is_small(card: Card) -> bool:
    """Whether a hand of such cards gets long."""
    return card.rank in _SMALL


class TrialPart(NamedTuple):
    """Some rounds of one of a book's trials."""

    book: str
    trial: int
    rounds: int
    seed: int
    plays_well: bool
    """Whether everyone plays by the solver, or at random within the rules"""


def parts(book: str, *, rounds: int, at_a_time: int, seed: int) -> Iterator[TrialPart]:
    """All trials of a book in turn, by their shares, until there are enough rounds."""
    turns = [(number, k) for number, trial in enumerate(TRIALS[book]) for k in range(trial.share)]
    for place in range(-(-rounds // at_a_time)):
        lap, turn = divmod(place, len(turns))
        number, time = turns[turn]
        own, many = 10_000 * seed + place, min(at_a_time, rounds - place * at_a_time)
        yield TrialPart(book, number, many, own, (time + lap) % 2 == 1)


@lru_cache(maxsize=2)  # the turns of a trial come one after another
def _table(
    book: str, number: int, distinction: HandDistinction
) -> tuple[TableRules, Setting, CompiledArrays]:
    """The table of a trial, compiled for the kernel."""
    trial = TRIALS[book][number]
    rules = rulebook(book).elect(**trial.elections)
    setting = Setting(
        seats=trial.seats,
        fresh=trial.fresh,
        bank=trial.bank,
        count=trial.counting,
        told=distinction,
    )
    setting = with_side_bets(rules, setting, trial.side_bets_from)
    return rules, setting, tables_for(rules, setting)


def try_out(part: TrialPart) -> Agreed:
    """Rounds of a trial."""
    book, seed = part.book, part.seed
    trial = TRIALS[book][part.trial]
    # The composition-dependent walk takes longest to build, and is the same for all trials.
    message = (
        HandDistinction.BY_CARDS
        if part.plays_well and part.trial == 0
        else HandDistinction.BY_TOTALS
    )
    rules, setting, made = _table(book, part.trial, message)
    if part.plays_well:
        decisions = decisions_of_stage(made.game, made.walk, solve(rules, policy="cdz").stage)
    else:
        decisions = wild_decisions(made.game, made.walk, seed)
    prepared = prepare(rules, decisions, setting, compiled_as=made, scripted=True)
    try:
        return agree(rules, decisions, prepared, rounds=part.rounds, seed=seed)
    except KernelDisagreement as error:
        raise KernelDisagreement(f"{part}, {trial.name}: {error}") from None


def _many(wagers: Wagers | None) -> int:
    if wagers is None:
        return 0
    doubles = sum(double != 0 for _, double in wagers.hands)
    return len(wagers.hands) + doubles + len(wagers.sides) + (wagers.insurance != 0)


def _compare(
    mine: Sequence[Wagers | None],
    wagers: Sequence[Wagers | None],
    order: NDArray[np.uint8],
    round_: int,
) -> None:
    for seat, (kernels, tables) in enumerate(zip(mine, wagers, strict=True), start=1):
        if kernels is not None and tables is not None and kernels.is_void and tables.is_void:
            continue
        if kernels != tables:
            shoe = " ".join(DECK[i].text for i in order)
            raise KernelDisagreement(
                f"round {round_} of the shoe, seat {seat}: the kernel says {kernels}, "
                f"the table {tables}; shoe: {shoe}"
            )
