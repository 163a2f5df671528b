"""A book with its elections and side bets as the arrays of the full kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from pitboss.compiled.errors import CannotPrice
from pitboss.compiled.game import CompiledGame, game
from pitboss.compiled.hand_states import (
    DealerWalk,
    HandDistinction,
    HandWalk,
    Units,
    dealer_walk,
    hand_walk,
    units,
)
from pitboss.compiled.round_tables import DRAWN_TO, RoundTables, round_tables
from pitboss.compiled.shoes import RunsOut, ShoeRule, shoe_rule
from pitboss.compiled.side_bets.tables import SideBetTables, Won, side_bet_tables
from pitboss.kernels.record import fill, new
from pitboss.law.banking import Bank as LawBank
from pitboss.law.banking import remaining_cover
from pitboss.law.banking import settle as settle_within
from pitboss.law.insurance import settled_when as insured_when
from pitboss.law.settlement import collects_first, lost, order, won
from pitboss.law.shoe import shuffle_is_due
from pitboss.law.side_bets.registry import decisive, settled_when
from pitboss.money import Odds
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import InsuranceSettled, Result, SideSettled

from . import game as flags
from .game import MOST_BOXES, Bytes, Ints, Payments, Shorts, SidesWon, SideTables, Words
from .game import GameRecord as Record

Stakes = Mapping[str, Sequence[Fraction]]
"""For each side bet, its stake in each bucket of the true count, in main wagers"""


class CompiledArrays(NamedTuple):
    """The book's arrays for the kernel, and what is needed to interpret its results."""

    record: Record
    """The part that comes from the book"""
    sides: SideTables
    sides_won: SidesWon
    pays: Payments
    game: CompiledGame
    walk: HandWalk
    units: Units
    side_bets: SideBetTables


def compiled(
    rules: TableRules,
    *,
    distinction: HandDistinction = HandDistinction.BY_TOTALS,
    stakes: Stakes | None = None,
    buckets: int = 21,
    fresh: bool = False,
    bank: Fraction | None = None,
) -> CompiledArrays:
    """The law's answers as arrays; ``bank`` is the player-dealer's, in main wagers."""
    priced = game(rules)
    walk = hand_walk(rules, priced.outcomes, distinction)
    dealers = dealer_walk(rules, priced.outcomes)
    most = int(priced.first.hands_at_most.max())
    if priced.after_exchange is not None:
        most = max(most, int(priced.after_exchange.hands_at_most.max()))
    stakes = {} if stakes is None else stakes
    tables = round_tables(rules, walk, dealers, priced.outcomes, hands_at_most=most)
    bets = side_bet_tables(rules, tuple(stakes))
    unit = _units(tables, bets, stakes, bank)
    shoe = shoe_rule(rules)
    wins = np.array([[unit.of(amount) for amount in row] for row in tables.hands.won], np.int64)
    taken = _to_blackjack(tables, unit)
    payments = {
        name: unit.of(amount)
        for name, amount in zip(tables.payments._fields, tables.payments[:7], strict=False)
    }
    most_lost = max(int(np.abs(wins).max()), int(np.abs(taken).max()), payments["natural_wins"])
    groups = int(bets.groups.max()) + 1
    record = new(Record)
    fill(
        record,
        has_hole=tables.deal.has_hole,
        settles_at_look=tables.deal.settles_at_look,
        surrenders_first=tables.deal.surrenders_first,
        natural_at_stake=tables.hands.natural_at_stake,
        gives_back_busts=tables.dealer.gives_back_busts,
        states=len(walk.hands),
        outcomes=wins.shape[1],
        lowest=2 * most * most_lost,
        begins_above=_begins_above(shoe, fresh=fresh),
        two=_two_cards(walk, tables, bets),
        **payments,
        **_shoe(rules, shoe, fresh=fresh),
    )
    fill(record.bank, order=_bank_order(rules), **_bank(rules, tables, bets, unit, bank))
    fill(
        record.sides,
        on_dealer=bool(bets.dealers_won),
        ups=int(bets.up_sides.max()) + 1 if bets.up_sides.any() else 0,
        groups=groups,
        ends=bets.dealers_ends,
        up_class=bets.up_sides,
        third_class=bets.third_class,
    )
    _fill_hands(record, walk, dealers, tables)
    return CompiledArrays(
        record,
        _side_tables(bets, _draws(rules, bets, stakes, buckets, groups)),
        _sides(bets, stakes, unit, buckets),
        Payments(wins.ravel(), taken),
        priced,
        walk,
        unit,
        bets,
    )


def _units(
    tables: RoundTables, bets: SideBetTables, stakes: Stakes, bank: Fraction | None
) -> Units:
    payments = tables.payments
    amounts = [amount for row in tables.hands.won for amount in row]
    amounts += payments[:7]
    amounts += [a for box in payments.to_blackjack for wagers in box for a in wagers]
    for kind, staked in stakes.items():
        wins = {
            *bets.won[kind],
            *bets.third_won.get(kind, ()),
            *bets.prizes_won.get(kind, ()),
            *bets.dealers_won.get(kind, ()),
        }
        amounts += [stake * win for stake in set(staked) for win in wins]
    return units(*amounts, *(() if bank is None else (bank,)))


def _fill_hands(record: Record, walk: HandWalk, dealers: DealerWalk, tables: RoundTables) -> None:
    deal, dealer = tables.deal, tables.dealer
    if len(dealers.outcome) > flags.MOST_DEALERS_STATES or len(walk.hands) > flags.MOST_STATES:
        raise CannotPrice("this game has more hands than the tables support")
    has_window = deal.insures | deal.even_money | np.uint8(deal.surrenders_first)
    up = (
        flags.LOOKS * deal.looks
        + flags.PAID_AFTER_DEAL * deal.paid_after_deal
        + flags.PAID_AT_TURN * deal.paid_at_turn
        + flags.WINDOW * has_window
        + flags.INSURES * deal.insures
        + flags.EVEN_MONEY * deal.even_money
    )
    ends = (dealers.outcome + 1) + flags.BLACKJACK * dealers.is_blackjack.astype(np.uint16)
    fill(
        record,
        classes=tables.hands.classes,
        up_card=up,
        facts=_facts(tables),
        follows=walk.follows,
    )
    fill(
        record.dealer,
        single=dealers.single,
        follows=dealers.follows,
        facts=ends,
        second_is_due=dealer.second_is_due,
        further_is_due=dealer.further_is_due,
    )


def _side_tables(bets: SideBetTables, draws: Shorts) -> SideTables:
    parts = (
        bets.ends, bets.third, bets.closed, bets.groups, bets.dealers.follows, bets.dealers.ends,
        draws, bets.prizes,
    )  # fmt: skip
    return SideTables(*(part.ravel().astype(np.uint16) for part in parts))


def _draws(
    rules: TableRules, bets: SideBetTables, stakes: Stakes, buckets: int, groups: int
) -> Shorts:
    """[bucket, group, dealer's first card]: what the dealer draws for, as a stake.

    A bet without a stake is still counted, and the dealer draws as if it had been placed.
    """
    draws = np.zeros((buckets, groups, 52), np.uint16)
    for kind, waits in bets.draws.items():
        provision = rules.side_bet(kind).dealer_draws
        bit = 0 if provision is None else DRAWN_TO.get(provision.value, 0)
        for bucket, stake in enumerate(stakes[kind]):
            if stake or not any(stakes[kind]):
                draws[bucket] |= np.where(waits, np.uint16(bit), np.uint16(0))
    return draws


def _two_cards(walk: HandWalk, tables: RoundTables, bets: SideBetTables) -> Words:
    """Everything that the kernel needs to know about two cards, in one number."""
    classes = tables.hands.classes
    states = walk.opening[classes[:, None], classes[None, :]].ravel().astype(np.uint32)
    kinds = bets.two_cards.astype(np.uint32)
    two = (
        states
        | (_facts(tables)[states].astype(np.uint32) << flags.TWO_FACTS)
        | (np.uint32(flags.TWO_PAIR) * tables.hands.pairs.ravel().astype(np.uint32))
        | (kinds << flags.TWO_CLASS)
        | (bets.class_waits[kinds].astype(np.uint32) << flags.TWO_WAITS)
    )
    return two.astype(np.uint32)


def _facts(tables: RoundTables) -> Bytes:
    hands = tables.hands
    facts: Bytes = (
        hands.at_stake + flags.IS_OVER * hands.is_over + flags.IS_NATURAL * hands.is_natural
    )
    return facts.astype(np.uint8)


def _to_blackjack(tables: RoundTables, unit: Units) -> Ints:
    boxes = tables.payments.to_blackjack
    taken = np.zeros((len(boxes), tables.hands_at_most, 2), np.int64)
    for code, box in enumerate(boxes):
        for hand, wagers in enumerate(box):
            taken[code, hand] = [unit.of(amount) for amount in wagers]
    return taken


def _sides(bets: SideBetTables, stakes: Stakes, unit: Units, buckets: int) -> SidesWon:
    def amounts(won: Mapping[str, Won], many: int) -> Ints:
        table = np.zeros((buckets, many), np.int64)
        for kind, wins in won.items():
            for bucket, stake in enumerate(stakes[kind]):
                table[bucket] += [unit.of(stake * win) for win in wins]
        return table

    def after_the_deal(won: Mapping[str, Won]) -> Ints:
        return amounts(won, max((len(wins) for wins in won.values()), default=1))

    return SidesWon(
        amounts(bets.won, len(bets.waits)),
        after_the_deal(bets.third_won),
        after_the_deal(bets.prizes_won),
        after_the_deal(bets.dealers_won),
    )


def _shoe(rules: TableRules, rule: ShoeRule, *, fresh: bool) -> dict[str, int]:
    in_rounds = not fresh and not rule.is_continuous
    return {
        "shoe_size": rule.size,
        "burned": rule.burned,
        "burned_again": rule.burned_again,
        "shuffles_at_once": in_rounds and shuffle_is_due(rules, first_of_round=True).at_once,
        "goes_on": rule.runs_out is not RunsOut.VOID,
        "serves_on": rule.runs_out is RunsOut.GOES_ON,
    }


def _begins_above(rule: ShoeRule, *, fresh: bool) -> Ints:
    begins_above = rule.begins_above.copy()
    if fresh or rule.is_continuous:
        begins_above[rule.size] = rule.size - rule.burned - 1  # all cards are there every time
    return begins_above


_PROBE: Final = 1000
"""A sample bank with which the law is queried."""


def _bank(
    rules: TableRules, tables: RoundTables, bets: SideBetTables, unit: Units, bank: Fraction | None
) -> dict[str, int]:
    if bank is None:
        return {}
    if rules.banking is None:
        raise CannotPrice(f"in {rules.book.id} the house banks, not a player")
    _check_moments(rules, tables, bets)
    whole = remaining_cover(rules, LawBank(_PROBE))
    paid = remaining_cover(rules, LawBank(_PROBE, paid=1))
    collected = remaining_cover(rules, LawBank(_PROBE, collected=1))
    # A bank that can pay nothing more, and a wager that is lost, or won.
    empty = next(
        each
        for each in (LawBank(_PROBE, paid=_PROBE), LawBank(0))
        if remaining_cover(rules, each)[0] == 0
    )
    losing = settle_within(rules, empty, 1, lost(""))[1].result
    winning = settle_within(rules, empty, 1, won(1, Odds(1), ""))[1].result
    return {
        "wager": unit.of(bank),
        "pays_paid": paid[0] - whole[0],
        "pays_collected": collected[0] - whole[0],
        "collects_paid": paid[1] - whole[1],
        "collects_collected": collected[1] - whole[1],
        "blocks_losses": losing is Result.RETURNED,
        "returns": winning is Result.RETURNED,
        "losers_first": collects_first(rules),
    }


def _bank_order(rules: TableRules) -> Ints:
    orders = np.zeros((MOST_BOXES + 1, MOST_BOXES), np.int64)
    for many in range(1, MOST_BOXES + 1):
        orders[many, :many] = [box - 1 for box in order(rules, range(1, many + 1))]
    return orders


def _check_moments(rules: TableRules, tables: RoundTables, bets: SideBetTables) -> None:
    """Check that everything is settled at the end, since the bank is applied only once."""
    deal = tables.deal
    early = (
        deal.paid_after_deal.any()
        or deal.paid_at_turn.any()
        or deal.settles_at_look
        or deal.even_money.any()
        or deal.surrenders_first
        or not tables.hands.at_stake.all()
        or insured_when(rules).when is not InsuranceSettled.IN_SETTLEMENT
    )
    for kind in bets.kinds:
        bet = rules.side_bet(kind)
        early = early or settled_when(rules, kind).when is not SideSettled.IN_SETTLEMENT
        early = early or decisive(bet).third_card
    if early:
        raise CannotPrice(
            f"{rules.book.id} settles some wagers early, so a bank cannot be simulated"
        )
    on_dealer = [kind for kind in bets.kinds if decisive(rules.side_bet(kind)).dealers]
    if len(on_dealer) > 1 or len(bets.kinds) - len(on_dealer) > 1:
        raise CannotPrice("a bank is simulated with one side bet on the deal and one on its hand")
