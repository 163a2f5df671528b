"""The full kernel and the table play the same shoes: every wager must end the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from pitboss.kernels.full.game import TWO_CLASS, TWO_CLASSES, TWO_PAIR
from pitboss.kernels.full.job import FullJob, PreparedJob, prepare, tables_for
from pitboss.kernels.full.memory import Memory
from pitboss.kernels.full.short.shortcuts import EVERY_WAY, ONE_BOX, SEVERAL_BOXES
from pitboss.kernels.jobs import Tally
from pitboss.kernels.record import new
from pitboss.kernels.rng import State, state_of
from pitboss.players.counts import SYSTEMS
from pitboss.players.decisions import PermittedDecisions, decisions_of_stage
from pitboss.players.deviations import LOWEST
from pitboss.players.seats import Seat, Setting
from pitboss.rulebooks import Provision, TableRules, rulebook
from pitboss.rulebooks.enumerations import Exhausted
from pitboss.solver import solve
from tests.rigs.agreement import Agreed, agree, parts, try_out
from tests.rigs.agreement_cases import TRIALS
from tests.rigs.random_strategies import wild_decisions
from tests.rigs.table_wagers import KernelDisagreement, with_side_bets
from tests.support import by_night

ROUNDS = by_night(800)
"""Rounds of each book, in short parts so that every trial is played; `benchmarks.agreement` plays
millions."""

AT_A_TIME = 32


@pytest.mark.parametrize("book", TRIALS)
def test_kernel_and_table_agree_on_every_wager(book: str) -> None:
    done = [try_out(part) for part in parts(book, rounds=ROUNDS, at_a_time=AT_A_TIME, seed=1)]
    total = Agreed(*(sum(each) for each in zip(*done, strict=True)))
    assert total.rounds >= ROUNDS
    assert total.boxes > total.rounds, "some rounds have several boxes"
    assert total.wagers > total.boxes, "some boxes have splits, doubles, insurance or side bets"


@pytest.mark.parametrize("book", TRIALS)
def test_every_trial_of_a_book_has_its_turn(book: str) -> None:
    turns = Counter(part.trial for part in parts(book, rounds=ROUNDS, at_a_time=AT_A_TIME, seed=1))
    assert turns.keys() == set(range(len(TRIALS[book])))


def _prepared(
    rules: TableRules, seats: tuple[Seat, ...], seed: int, *, splits: float = 0.9
) -> tuple[PermittedDecisions, PreparedJob]:
    setting = with_side_bets(rules, Setting(seats=seats))
    made = tables_for(rules, setting)
    decisions = wild_decisions(made.game, made.walk, seed, splits=splits)
    return decisions, prepare(rules, decisions, setting, compiled_as=made)


@pytest.mark.parametrize(("count", "enters", "leaves"), [("ko", -8, -12), ("hi-lo", 1, -1)])
def test_who_counts_from_behind_enters_and_leaves_alike(
    count: str, enters: int, leaves: int
) -> None:
    """The counts of entering and leaving are the player's own, wherever the count begins."""
    rules = rulebook("classic").elect(decks=6, penetration="75%")
    guest = Seat(spread=((LOWEST, 1),), enters_at=enters, leaves_below=leaves)
    setting = with_side_bets(rules, Setting(seats=(Seat(own=False), guest), count=SYSTEMS[count]))
    made = tables_for(rules, setting)
    decisions = wild_decisions(made.game, made.walk, 1)
    prepared = prepare(rules, decisions, setting, compiled_as=made, scripted=True)
    done = agree(rules, decisions, prepared, rounds=1_000, seed=1)
    joined = done.boxes - done.rounds
    assert 100 < joined < done.rounds - 100, "there are rounds with the guest and without"


def test_discards_shuffled_again_with_a_card_burned() -> None:
    # No book with that remedy deals deep enough to need it, so the classic table borrows it.
    classic = rulebook("classic").elect(decks=1, penetration="95%")
    remedy = Provision(Exhausted.SHUFFLE_DISCARDS_AND_BURN, "borrowed")
    rules = structs.replace(
        classic, irregularities=structs.replace(classic.irregularities, shoe_exhausted=remedy)
    )
    counter = Seat(spread=((-10, 1), (1, 3)), insures_at=1)
    decisions, prepared = _prepared(rules, (counter, *(Seat(),) * 4), 3)
    agree(rules, decisions, prepared, rounds=1500, seed=5)


# Every part of the kernel's tables, broken on purpose: the comparison must notice.


Broken = Callable[[PreparedJob], None]


def _number(name: str, change: int = 1) -> Broken:
    """Change a number in the kernel's record, or in a record that is part of it."""
    path, _, field = name.rpartition(".")

    def broken(prepared: PreparedJob) -> None:
        record: Any = prepared.job.tables.game
        record = getattr(record, path) if path else record
        setattr(record, field, getattr(record, field) + change)

    return broken


def _table(name: str, many: int) -> Broken:
    """Reverse the first entries of a table."""

    def broken(prepared: PreparedJob) -> None:
        table: Any = prepared.job.tables.game
        for field in name.split("."):
            table = getattr(table, field)
        table[:many] = table[:many][::-1].copy()

    return broken


def _classes(prepared: PreparedJob) -> None:
    """Make all side bets on two cards end as with one fixed pair of cards."""
    prepared.job.tables.game.two[:] &= ~np.uint32(TWO_CLASSES << TWO_CLASS)


def _pairs(prepared: PreparedJob) -> None:
    prepared.job.tables.game.two[:] |= np.uint32(TWO_PAIR)


def _to_blackjack(prepared: PreparedJob) -> None:
    prepared.job.tables.pays.to_blackjack[4:] += 1  # whatever is doubled, busted or split


def _won(prepared: PreparedJob) -> None:
    prepared.job.tables.pays.won[-3:] += 1


def _unsplit(prepared: PreparedJob) -> None:
    prepared.job.tables.acts.unsplit[:] = 0


def _hands_at_most(prepared: PreparedJob) -> None:
    prepared.job.tables.game.hands_at_most[:] = 2


def _no_zap_context(prepared: PreparedJob) -> None:
    prepared.job.tables.game.exchange_context[:] = 0


def _ladders(prepared: PreparedJob) -> None:
    for rung in prepared.job.tables.game.rungs[:60]:
        rung.at += 1


def _bank_order(prepared: PreparedJob) -> None:
    order = prepared.job.tables.game.bank.order
    for many in range(2, len(order)):
        order[many, :many] = order[many, :many][::-1].copy()


def _losses_at_an_empty_bank(prepared: PreparedJob) -> None:
    bank = prepared.job.tables.game.bank
    bank.blocks_losses = 1 - bank.blocks_losses


SEATS = (Seat(insures_at=LOWEST), Seat())
COUNTER = TRIALS["classic"][2].seats

BROKEN: list[tuple[str, dict[str, object], tuple[Seat, ...], Broken]] = [
    ("classic", {}, SEATS, _number("natural_wins")),
    ("classic", {}, SEATS, _number("natural_ties")),
    ("classic", {}, SEATS, _number("insurance_wins")),
    ("classic", {}, SEATS, _number("insurance_loses")),
    ("classic", {}, SEATS, _number("burned")),
    ("classic", {}, SEATS, _table("dealer.further_is_due", 4)),
    ("classic", {}, SEATS, _table("dealer.follows", 900)),
    ("classic", {}, SEATS, _won),
    ("classic", {}, SEATS, _hands_at_most),
    ("classic", {"surrender": "late"}, SEATS, _number("surrendered")),
    ("classic", {"surrender": "early"}, SEATS, _number("surrenders_first", -1)),
    ("classic", {"decks": 1, "penetration": "95%"}, SEATS * 2, _number("serves_on", -1)),
    ("classic", {"decks": 1, "penetration": "95%"}, SEATS * 2, _number("goes_on", -1)),
    ("classic", {}, COUNTER, _table("classes", 52)),
    ("classic", {}, COUNTER, _table("count.tags", 52)),
    ("classic", {}, COUNTER, _ladders),
    ("classic", {}, COUNTER, _number("count.start", 6)),
    ("nz", {}, SEATS, _number("even_money")),
    ("nz", {}, SEATS, _to_blackjack),
    ("nz", {}, SEATS, _table("up_card", 10)),
    ("nz", {}, SEATS, _table("dealer.second_is_due", 4)),
    ("nz", {}, COUNTER, _number("shuffles_at_once", -1)),
    ("nz", {"dealer_bj_bust_reading": "cap"}, SEATS, _number("gives_back_busts", -1)),
    ("nz", {"layout": 4}, SEATS, _classes),
    ("leaflet", {}, SEATS, _pairs),
    ("leaflet", {}, SEATS, _unsplit),
    ("zappit", {}, SEATS, _no_zap_context),
    ("nobust", {}, SEATS, _number("surrendered_to_blackjack")),
    ("nobust", {}, SEATS, _number("sides.on_dealer", -1)),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(BROKEN)))
def test_a_broken_kernel_is_found_out(number: int) -> None:
    book, elections, seats, broken = BROKEN[number]
    rules = rulebook(book).elect(**elections)
    decisions, prepared = _prepared(rules, seats, 1)
    broken(prepared)
    with pytest.raises((KernelDisagreement, AssertionError)):
        agree(rules, decisions, prepared, rounds=8000, seed=1)


@pytest.mark.parametrize(
    ("limit", "exhausted"),
    [("net", "returns"), ("net", "collects"), ("gross", "returns"), ("matched", "returns")],
)
def test_a_broken_bank_is_found_out(limit: str, exhausted: str) -> None:
    rules = rulebook("nobust").elect(bank_limit=limit, exhausted_bank=exhausted)
    setting = with_side_bets(rules, Setting(seats=SEATS * 2, bank=Fraction(2)))
    made = tables_for(rules, setting)
    decisions = wild_decisions(made.game, made.walk, 1)
    broken_ones = [_bank_order, _number("bank.pays_paid"), _number("bank.wager", -5)]
    # A matched bank that is empty has nothing left to collect, and one that paid beyond its wager
    # would have a result for which the tallies have no room.
    if limit != "matched":
        broken_ones += [_number("bank.pays_collected"), _losses_at_an_empty_bank]
    for broken in broken_ones:
        prepared = prepare(rules, decisions, setting, compiled_as=made)
        broken(prepared)
        with pytest.raises(KernelDisagreement):
            agree(rules, decisions, prepared, rounds=3000, seed=1)


@pytest.mark.parametrize(("table", "splits"), [("closed", 0.9), ("closed", 0.0), ("third", 0.0)])
def test_sevens_broken_are_found_out(table: str, splits: float) -> None:
    """Two sevens that are split, take no third card, or take one."""
    rules = rulebook("nz").elect(layout=2)
    for seed in (1, 2, 3):  # one of them draws to two sevens, another does not
        decisions, prepared = _prepared(rules, SEATS, seed, splits=splits)
        tables, kinds = prepared.job.tables, prepared.job.tables.sides_won.third_cards.shape[1]
        broken = getattr(tables.sides, table)
        broken[:] = (broken + 1) % kinds
        try:
            agree(rules, decisions, prepared, rounds=4000, seed=1)
        except KernelDisagreement:
            return
    pytest.fail("nobody noticed")


@pytest.mark.parametrize("book", TRIALS)
def test_the_short_way_comes_to_the_same(book: str) -> None:
    """Recorded rounds never take a shortcut; the tallies are the same."""
    rules = rulebook(book).elect()
    counter = Seat(spread=((-10, 1), (1, 2), (3, 6)), insures_at=2)
    others = (Seat(own=False), Seat(spread=((-3, 2), (2, 5)), sides=False), *(Seat(),) * 2)
    stage = solve(rules, policy="cdz").stage
    for seats in ((counter,), (COUNTER[0],), (counter, *others), COUNTER):
        setting = with_side_bets(rules, Setting(seats=seats), 1)
        made = tables_for(rules, setting)
        decisions = decisions_of_stage(made.game, made.walk, stage)
        job = prepare(rules, decisions, setting, compiled_as=made, shoes_per_chunk=500).job
        _short_and_long_agree(job, state_of(3, 0))


def _short_and_long_agree(job: FullJob, state: State) -> None:
    """All shortcuts, each alone, none, and with every round recorded."""
    short, sums = job.play(state.copy()), job.sums()
    for ways in (ONE_BOX, SEVERAL_BOXES, 0):
        job.tables.game.short_ways = ways
        assert job.play(state.copy()) == short
    job.tables.game.short_ways = EVERY_WAY
    record = job.record(short.rounds + 1)
    many = job.run(job.cards, state.copy(), job.shoes_per_chunk, new(Memory), sums, record)
    assert many == short.rounds
    assert Tally(sums._asdict()) == short


@pytest.mark.parametrize(
    ("book", "elections"),
    [
        ("classic", {"decks": 1}),
        ("classic", {"side_bets": "super_sevens, madness_21"}),
        ("nz", {"layout": 3}),
        ("zappit", {}),
    ],
    ids=["shoes that run out", "sevens and prizes", "prizes", "zaps"],
)
def test_the_short_way_comes_to_the_same_whatever_is_played(
    book: str, elections: dict[str, Any]
) -> None:
    """Prizes are drawn, and discards shuffled, by the generator that puts the cards in order."""
    rules = rulebook(book).elect(**elections)
    # The first word of this generator is 0, which may not be used to draw a card.
    unfair = np.array([0, 5, 9, 0], np.uint64)
    for many in (1, 2, 5):
        setting = with_side_bets(rules, Setting(seats=SEATS[:1] * many))
        made = tables_for(rules, setting)
        decisions = wild_decisions(made.game, made.walk, many)
        job = prepare(rules, decisions, setting, compiled_as=made, shoes_per_chunk=500).job
        _short_and_long_agree(job, unfair)
        _short_and_long_agree(job, state_of(3, many))


def test_the_tallies_are_those_of_the_wagers() -> None:
    """The tallies are the sums of the recorded wagers."""
    rules = rulebook("classic").elect(side_bets="perfect_pairs", decks=6)
    setting = with_side_bets(rules, Setting(seats=COUNTER))
    made = tables_for(rules, setting)
    decisions = wild_decisions(made.game, made.walk, 5)
    job = prepare(rules, decisions, setting, compiled_as=made).job
    sums, record = job.sums(), job.record(20_000)
    many = job.run(job.cards, state_of(3, 0), 100, new(Memory), sums, record)
    record = record[:many]
    nets = record["nets"].sum(axis=(2, 3)) + record["insurance"] + record["sides"]
    assert sums.seats[:, 0].tolist() == [many] * 3
    assert sums.seats[:, 1].tolist() == record["bet"].sum(axis=0).tolist()
    assert sums.seats[:, 2].tolist() == nets.sum(axis=0).tolist()
    assert sums.seats[:, 3].tolist() == (nets**2).sum(axis=0).tolist()
