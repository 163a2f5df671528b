"""Random changes to bets before betting closes: chips added, lowered and withdrawn."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pitboss.law.wagers import WagerKind
from pitboss.table import acts
from pitboss.table.state import TableState, Wager


def second_thought(state: TableState, random: Random) -> Iterator[acts.Act]:
    """A random change to a bettor's chips, legal or not."""
    if not state.wagers:
        return
    wager = random.choice(state.wagers)
    change = random.choice((_more, _more, _less, _all_back, _less_anew))
    yield from change(state, wager, random)


def _on(wager: Wager, stake: int) -> acts.Bet:
    return acts.Bet(box=wager.box, player=wager.player, kind=str(wager.kind), stake=stake)


def _back(wager: Wager, stake: int | None = None) -> acts.Withdraw:
    kind = str(wager.kind)
    return acts.Withdraw(box=wager.box, player=wager.player, kind=kind, stake=stake)


def _amount(state: TableState, wager: Wager, random: Random) -> int:
    least, chip = state.rules.limits.minimum.value, state.rules.equipment.chips.value[0]
    return random.choice((chip, 3 * chip // 2, 1_00, least, 3 * least, wager.stake, 50 * least))


def _more(state: TableState, wager: Wager, random: Random) -> Iterator[acts.Act]:
    yield _on(wager, _amount(state, wager, random))


def _less(state: TableState, wager: Wager, random: Random) -> Iterator[acts.Act]:
    half = wager.stake // 2
    yield _back(wager, random.choice((half, _amount(state, wager, random), 0, -half)))


def _all_back(state: TableState, wager: Wager, random: Random) -> Iterator[acts.Act]:
    yield _back(wager, random.choice((None, wager.stake)))


def _less_anew(state: TableState, wager: Wager, random: Random) -> Iterator[acts.Act]:
    """Withdraw a main bet and place the minimum, under side bets made for more."""
    yield _back(wager)
    yield _on(wager, state.rules.limits.minimum.value)


def insured_again(state: TableState, random: Random) -> acts.Act | None:
    """Insure for a part first, or add to an insurance."""
    mains = state.open_wagers(kind=WagerKind.MAIN)
    if not mains:
        return None
    wager = random.choice(mains)
    chip = state.rules.equipment.chips.value[0]
    amount = random.choice((chip, 2 * chip, wager.stake // 4, wager.stake // 2))
    return acts.Insure(box=wager.box, player=wager.player, amount=amount)
