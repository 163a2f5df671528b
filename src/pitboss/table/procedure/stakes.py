"""Changes of a stake: chips placed, added, taken back or cut, and what follows."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.law.settlement import handed_back
from pitboss.law.stakes import most_payable
from pitboss.law.wagering import (
    above_the_main,
    initial_bet,
    needs_a_main,
    pro_rata,
    pro_rata_under,
)
from pitboss.law.wagers import WagerKind, is_side_bet
from pitboss.money import Cents
from pitboss.rulebooks import TableRules
from pitboss.table import events as e
from pitboss.table.evolve import bets
from pitboss.table.procedure import settlement
from pitboss.table.run import RunningDecision
from pitboss.table.state import TableState, Wager


def of(
    state: TableState, box: int, player: str, kind: str, hand: int | None = None
) -> Wager | None:
    """The open wager of a bettor on a box, by kind and hand."""
    for w in state.wagers:
        if (
            w.result is None
            and w.box == box
            and w.kind == kind
            and w.player == player
            and w.hand == hand
        ):
            return w
    return None


def initial(rules: TableRules, wager: Wager) -> Cents:
    """The amount of a wager by which insurance, a double or a split of it is measured."""
    return initial_bet(rules, chips=wager.stake, in_action=wager.effective)


class Chips(NamedTuple):
    """What one person lays down for one purpose."""

    box: int
    hand: int | None
    player: str
    kind: str
    stake: int
    unnoticed: bool = False
    placed_by: str | None = None


def put(run: RunningDecision, chips: Chips, under: str) -> bool:
    """Place chips; returns whether they are a new wager and not added to one."""
    box, hand, player, kind, stake, unnoticed, placed_by = chips
    there = of(run.state, box, player, kind, hand)
    if there is not None:
        run.emit(
            e.WagerRaised(
                wager=there.id, stake=stake, unnoticed=unnoticed, placed_by=placed_by, under=under
            )
        )
        return False
    run.emit(
        e.WagerPlaced(
            wager=run.state.next_wager,
            box=box,
            hand=hand,
            player=player,
            kind=str(kind),
            stake=stake,
            unnoticed=unnoticed,
            placed_by=placed_by,
            under=under,
        )
    )
    return True


def take_back(run: RunningDecision, wager: Wager, under: str, *, left: int = 0) -> None:
    """Return chips before betting closes, all of a wager or all but ``left``."""
    if left <= 0:
        run.emit(e.WagerWithdrawn(wager=wager.id, under=under))
    elif left < wager.stake:
        run.emit(e.WagerLowered(wager=wager.id, stake=wager.stake - left, under=under))


def give_way(run: RunningDecision, box: int, under: str) -> None:
    """Return what back bettors have above the maximum of the box, the last wager first."""
    rules = run.state.rules
    mains = run.state.open_wagers(box=box, kind=WagerKind.MAIN)
    if len(mains) < 2 or rules.limits.maximum.value is None:
        return
    over = sum(w.stake for w in mains) - rules.limits.maximum.value
    for wager in reversed([w for w in mains if w.player != run.state.seats.get(box)]):
        if over <= 0:
            return
        rest = most_payable(rules, wager.stake - over)
        take_back(run, wager, under, left=rest if rest >= rules.limits.minimum.value else 0)
        over -= wager.stake


def cap_side_bets(run: RunningDecision, box: int) -> None:
    """Return what side bets have above the main wagers that cap them."""
    if len(run.state.wagers) < 2:
        return
    for bet, left, under in above_the_main(run.state.rules, bets(run.state), box):
        wager = of(run.state, box, bet.player, bet.kind)
        if wager is not None and not wager.unnoticed:
            take_back(run, wager, under, left=left)


def put_in_proportion(run: RunningDecision, mains: list[Wager]) -> None:
    """Pro-rate the stakes of a box above its maximum."""
    rules = run.state.rules
    if rules.excess is None:
        return
    for box in sorted({w.box for w in mains}):
        seated = run.state.seats.get(box)
        here = [w for w in mains if w.box == box]
        here.sort(key=lambda w: w.player != seated)
        stakes = [w.stake for w in here]
        shares = pro_rata(rules, stakes)
        if sum(shares) == sum(stakes):
            continue
        for wager, share in zip(here, shares, strict=True):
            under = pro_rata_under(rules, wager.stake, share)
            run.emit(e.WagerProRated(wager=wager.id, effective=share, under=under))


def return_orphans(run: RunningDecision) -> None:
    """Return a side bet without the main wager it needs, whatever the cards."""
    rules, wagers = run.state.rules, run.state.open_wagers()
    if len(wagers) < 2:
        return
    laid = bets(run.state)
    for wager, bet in zip(wagers, laid, strict=True):
        if is_side_bet(wager.kind) and not (answer := needs_a_main(rules, bet, laid)):
            under = rules.book.remedies.get("orphan_side_bet", answer.under)
            settlement.settle_wager(run, wager, handed_back(wager.stake, under), "initial_deal")
