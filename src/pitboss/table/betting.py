"""Before the deal: wagers, the cut, and closing the bets."""

from __future__ import annotations

from typing import Final

from pitboss.law import banking
from pitboss.law.answers import Answer, Refusal, refusal_in
from pitboss.law.settlement import handed_back
from pitboss.law.shoe import burns_for_new_dealer, may_deal
from pitboss.law.wagering import (
    PART_OF_KIND,
    Bet,
    may_still_bet,
    may_wager,
    may_withdraw,
    mid_shoe_limit,
    pro_rata,
)
from pitboss.law.wagers import WagerKind
from pitboss.money import dollars
from pitboss.rulebooks import TableRules
from pitboss.table import acts, opening, settling
from pitboss.table import events as e
from pitboss.table.cutting import MISSED, last_clause, last_cutter, shuffle_clause, stack_of
from pitboss.table.evolve import bets
from pitboss.table.evolve.wagers import KINDS
from pitboss.table.run import Run
from pitboss.table.state import Phase, TableState, Wager

_AFTER_THE_CARDS: Final = frozenset({WagerKind.SPLIT, WagerKind.DOUBLE, WagerKind.INSURANCE})


def bet(run: Run, act: acts.Bet) -> Refusal | None:
    """A wager before the cards, within the limits of the book."""
    state = run.state
    rules = state.rules
    open_ = may_still_bet(
        rules,
        called=state.phase is not Phase.BETTING,
        first_card_out=state.phase is not Phase.BETTING,
    )
    if not open_:
        return Refusal(open_.under, "the bets are closed")
    kind = KINDS.get(act.kind)
    if kind is None:
        return Refusal(rules.limits.minimum.under, f"there is no wager called {act.kind!r}")
    if kind in _AFTER_THE_CARDS:
        return Refusal(rules.betting.closes.under, f"{kind.value} is not wagered before the cards")
    if act.stake <= 0:
        return Refusal(rules.limits.minimum.under, "a wager is more than nothing")
    if (strange := _not_of_this_table(rules, act.box, kind)) is not None:
        return strange
    seated_first = not act.unnoticed and _seated_counts_first(run, act, kind)
    if not act.unnoticed:
        asked = Bet(act.box, act.player, kind, act.stake)
        banker = state.banker.player if state.banker is not None else None
        others = bets(state)
        if seated_first:
            others = [b for b in others if not _stands_behind(act, b)]
        answer = may_wager(rules, asked, on_table=others, seats=state.seats, banker=banker)
        if not answer:
            return refusal_in(answer)
        late = _comes_late(run, act, kind)
        if late is not None:
            return late
    if kind is WagerKind.MADNESS_21 and "madness_21" in state.broken and rules.madness_21:
        return Refusal(
            rules.madness_21.failure_pays.under, "the Madness 21 equipment is out of order"
        )
    under = rules.betting.closes.under
    run.emit(
        e.WagerPlaced(
            wager=state.next_wager,
            box=act.box,
            player=act.player,
            kind=str(kind),
            stake=act.stake,
            hand=1 if kind is WagerKind.MAIN else None,
            unnoticed=act.unnoticed,
            placed_by=act.placed_by,
            under=under,
        )
    )
    if seated_first:
        _give_way(run, act.box, rules.book.remedies["seated_first"])
    return None


def _seated_counts_first(run: Run, act: acts.Bet, kind: WagerKind) -> bool:
    """Whether the seated player's wager goes before those of others on the box."""
    seated = run.state.seats.get(act.box) == act.player
    return seated and kind is WagerKind.MAIN and "seated_first" in run.state.rules.book.remedies


def _stands_behind(act: acts.Bet, other: Bet) -> bool:
    return other.kind is WagerKind.MAIN and other.box == act.box and other.player != act.player


def _give_way(run: Run, box: int, under: str) -> None:
    """What others on the box have above its maximum goes back, the last wager first."""
    limits, mains = run.state.rules.limits, run.state.open_wagers(box=box, kind=WagerKind.MAIN)
    if len(mains) < 2:
        return
    over = sum(w.stake for w in mains) - (limits.maximum.value or sum(w.stake for w in mains))
    for wager in reversed([w for w in mains if w.player != run.state.seats.get(box)]):
        if over <= 0:
            return
        run.emit(e.WagerWithdrawn(wager=wager.id, under=under))
        rest, over = wager.stake - over, over - wager.stake
        if rest >= limits.minimum.value:
            run.emit(
                e.WagerPlaced(
                    wager=run.state.next_wager,
                    box=box,
                    player=wager.player,
                    kind=wager.kind.value,
                    stake=rest,
                    hand=1,
                    under=under,
                )
            )


def _not_of_this_table(rules: TableRules, box: int, kind: WagerKind) -> Refusal | None:
    """What cannot be wagered even unnoticed: there is no place on the layout for it."""
    if not 1 <= box <= rules.equipment.boxes.value:
        return Refusal(rules.equipment.boxes.under, f"there is no box {box}")
    name = PART_OF_KIND.get(kind)
    if name is not None and getattr(rules, name) is None:
        return Refusal(rules.absence(name), f"this game has no {kind.value}")
    return None


def _comes_late(run: Run, act: acts.Bet, kind: WagerKind) -> Refusal | None:
    state = run.state
    if kind is not WagerKind.MAIN or not state.betting_since:
        return None
    first = min(state.betting_since.values())
    allowed = mid_shoe_limit(
        state.rules,
        missed_first_round=state.betting_since.get(act.player, state.round) > first,
        has_sat_out=act.player in state.sat_out,
    )
    if allowed.barred:
        return Refusal(allowed.under, f"{act.player} sat out and waits for the next shuffle")
    if allowed.most is not None and act.stake > allowed.most:
        return Refusal(
            allowed.under, f"{act.player} may wager {dollars(allowed.most)} until the next shuffle"
        )
    return None


def withdraw(run: Run, act: acts.Withdraw) -> Refusal | None:
    """A wager may be taken back until the bets are closed."""
    state = run.state
    answer = may_withdraw(state.rules, bets_are_closed=state.phase is not Phase.BETTING)
    if not answer:
        return refusal_in(answer)
    mine = [
        w for w in state.open_wagers(box=act.box, player=act.player) if w.kind.value == act.kind
    ]
    if not mine:
        return Refusal(answer.under, f"{act.player} has no {act.kind} wager on box {act.box}")
    for wager in mine:
        run.emit(e.WagerWithdrawn(wager=wager.id, under=answer.under))
    return None


def close_bets(run: Run, act: acts.CloseBets) -> Refusal | None:
    """No more bets: fees are taken, what is too much is put in proportion, and the deal begins."""
    state = run.state
    rules = state.rules
    closes = rules.betting.closes
    if state.phase is not Phase.BETTING:
        return Refusal(closes.under, "the bets are closed already")
    if "card_reader" in state.broken:
        return Refusal(rules.book.remedies["reader_fault"], "the card reader is out of order")
    unplayable = opening.not_playable(state)
    if unplayable is not None:
        return unplayable
    mains = state.open_wagers(kind=WagerKind.MAIN)
    if not mains:
        return Refusal(closes.under, "nobody has placed a main wager")
    if rules.banking is not None and state.banker is None:
        return Refusal(rules.banking.passes.under, "nobody has taken the bank")
    unshuffled = refusal_in(is_shuffled(state))
    if unshuffled is not None:
        return unshuffled
    if rules.banking is not None:
        _collect_fees(run, mains)
    if state.shoe.offers and not state.shoe.is_cut:
        run.emit(
            e.ShoeCut(
                player=last_cutter(run.state.rules), depth=_middle(run), under=last_clause(run)
            )
        )
    _put_in_proportion(run, mains)
    _return_orphans(run, mains)
    run.emit(e.BetsClosed(under=closes.under))
    return None


def is_shuffled(state: TableState) -> Answer:
    """Whether no shuffle stands between the bets and the deal."""
    shoe = state.shoe
    reason = None if shoe.shuffle_after == MISSED else shoe.shuffle_after
    return may_deal(
        state.rules,
        cutting_card_seen=shoe.cut_seen is not None,
        ordered_under=None if reason is None else shuffle_clause(state.rules, reason),
    )


def reopened(state: TableState, under: str) -> Run:
    """No round has begun: fees go back, and the bets are open again."""
    run = Run(state)
    for player, amount in state.fees.items():
        run.emit(e.FeeReturned(player=player, amount=amount, under=under))
    run.emit(e.BetsReopened(under=under))
    return run


def _middle(run: Run) -> int:
    return stack_of(run.state) // 2


def _collect_fees(run: Run, mains: list[Wager]) -> None:
    state = run.state
    assert state.banker is not None
    circles: dict[str, int] = {}
    for wager in mains:
        circles[wager.player] = circles.get(wager.player, 0) + 1
    due = banking.fees(state.rules, circles=circles, banker=state.banker.player)
    for player, (amount, under) in due.items():
        if amount:
            run.emit(e.FeeCollected(player=player, amount=amount, under=under))


def _put_in_proportion(run: Run, mains: list[Wager]) -> None:
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
            run.emit(
                e.StakePutInProportion(
                    wager=wager.id, effective=share, under=rules.excess.pro_rata.under
                )
            )


def _return_orphans(run: Run, mains: list[Wager]) -> None:
    """A side bet on a box without a main wager goes back, whatever the cards would bring."""
    boxes = {w.box for w in mains}
    closes = run.state.rules.betting.closes.under
    for wager in run.state.open_wagers():
        if wager.box not in boxes and wager.kind.is_side_bet:
            under = run.state.rules.book.remedies.get("orphan_side_bet", closes)
            settling.settle_wager(run, wager, handed_back(wager.stake, under), "initial_deal")


def change_dealer(run: Run, act: acts.ChangeDealer) -> Refusal | None:
    """A new dealer burns a card where the book says so."""
    rules = run.state.rules
    answer = burns_for_new_dealer(rules)
    if run.state.phase is not Phase.BETTING:
        return Refusal(answer.under, "the round is not over")
    run.emit(e.DealerChanged(burn=bool(answer), under=answer.under))
    return None
