"""Before the deal: placing and taking back wagers, and closing the betting."""

from __future__ import annotations

from typing import Final

from pitboss.law import banking
from pitboss.law.answers import Answer, Refusal, refusal_in
from pitboss.law.dealing import order_of_deal
from pitboss.law.shoe import burns_for_new_dealer
from pitboss.law.side_bets.registry import is_placed_late, may_be_placed
from pitboss.law.spoken import may_place_spoken
from pitboss.law.stakes import StakedBet, circles
from pitboss.law.wagering import (
    after_the_cards_under,
    may_lower,
    may_still_bet,
    may_wager,
    may_withdraw,
)
from pitboss.law.wagers import WagerKind, is_side_bet, kind_of
from pitboss.money import dollars
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Result
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.evolve import bets
from pitboss.table.procedure import card_preparation, stakes
from pitboss.table.procedure.between_rounds import comes_late, is_shuffled
from pitboss.table.procedure.cutting import cut_is_due, last_clause, last_cutter, stack_of
from pitboss.table.procedure.duties import reader_is_broken
from pitboss.table.run import RunningDecision
from pitboss.table.state import Phase, TableState

CLOSING: Final = "closing"
"""What the closing of a table cites"""

_AFTER_THE_CARDS: Final = frozenset({WagerKind.SPLIT, WagerKind.DOUBLE, WagerKind.INSURANCE})


def bet(run: RunningDecision, act: acts.Bet) -> Refusal | None:
    """Place a wager, or add to one; limits apply to the whole stake."""
    state = run.state
    rules = state.rules
    kind = kind_of(act.kind)
    is_late = is_placed_late(rules, kind)
    open_ = _may_bet_now(state, kind)
    if act.placed_by is not None:
        open_ = may_place_spoken(rules, is_open=open_)
    if not open_:
        return refusal_in(open_)
    if kind in _AFTER_THE_CARDS:
        return Refusal(after_the_cards_under(rules, kind), f"{kind} may not be bet before the deal")
    if act.stake <= 0:
        return Refusal(rules.limits.minimum.under, "a wager must be more than zero")
    if (strange := _not_of_this_table(rules, act.box, kind)) is not None:
        return strange
    seated_first = not act.unnoticed and _seated_counts_first(run, act, kind)
    if not act.unnoticed:
        bet = StakedBet(act.box, act.player, kind, act.stake)
        banker = state.banker.player if state.banker is not None else None
        others = _made(state) if is_late else bets(state)
        if seated_first:
            others = [b for b in others if not _stands_behind(act, b)]
        answer = may_wager(rules, bet, on_table=others, seats=state.seats, banker=banker)
        if not answer:
            return refusal_in(answer)
        late = comes_late(run.state, act, kind)
        if late is not None:
            return late
    if kind in state.broken and (beside := rules.side_bet(kind)).draw is not None:
        under = beside.draw.failure_pays.under
        return Refusal(under, f"the {beside.name} equipment is out of order")
    hand = 1 if kind is WagerKind.MAIN else None
    chips = stakes.Chips(act.box, hand, act.player, kind, act.stake, act.unnoticed, act.placed_by)
    spoken = open_.under if act.placed_by is not None else None
    stakes.put(run, chips, spoken or _placed_under(rules, kind, open_.under))
    if seated_first:
        stakes.give_way(run, act.box, rules.book.remedies["seated_first"])
    if kind is WagerKind.MAIN:
        stakes.cap_side_bets(run, act.box)  # an earlier main wager may have been taken back
    if state.phase is not Phase.BETTING and not is_late:
        _call(run)
    return None


def _placed_under(rules: TableRules, kind: str, open_under: str) -> str:
    """The clause of a wager: the book's on betting, or the one that offers the side bet."""
    if is_placed_late(rules, kind):
        return open_under
    if is_side_bet(kind):
        return rules.side_bet(kind).offered.under
    return rules.book.cites.get("wager", open_under)


def _may_bet_now(state: TableState, kind: str) -> Answer:
    """Whether a wager of this kind may be placed now: before the deal or, for some, after it."""
    if is_placed_late(state.rules, kind):
        return may_be_placed(state.rules, kind, state.phase)
    return may_still_bet(
        state.rules,
        called=state.phase is not Phase.BETTING,
        first_card_out=_first_card_is_out(state),
        kind=kind,
    )


def _made(state: TableState) -> list[StakedBet]:
    """The wagers of the round: a main wager that was paid at once still carries a late side bet."""
    undone = (Result.RETURNED, Result.VOID)
    return [
        StakedBet(w.box, w.player, w.kind, w.stake) for w in state.wagers if w.result not in undone
    ]


def _first_card_is_out(state: TableState) -> bool:
    """Whether the round's first card has been dealt, or reported as missed."""
    if state.phase is Phase.BETTING:
        return False
    # A card held since an earlier round was not drawn in this one.
    drawn = state.shoe.held and state.shoe.used
    if state.phase is not Phase.DEALING or state.dealt or drawn:
        return True
    return state.deal_order != order_of_deal(state.rules, [box.number for box in state.boxes])


def _seated_counts_first(run: RunningDecision, act: acts.Bet, kind: str) -> bool:
    """Whether the seated player's wager takes precedence over the back bettors'."""
    seated = run.state.seats.get(act.box) == act.player
    return seated and kind is WagerKind.MAIN and "seated_first" in run.state.rules.book.remedies


def _stands_behind(act: acts.Bet, other: StakedBet) -> bool:
    return other.kind is WagerKind.MAIN and other.box == act.box and other.player != act.player


def _not_of_this_table(rules: TableRules, box: int, kind: str) -> Refusal | None:
    """Refuse what cannot be bet even unnoticed, because the layout has no spot for it."""
    if not 1 <= box <= rules.equipment.boxes.value:
        return Refusal(
            rules.equipment.boxes.under,
            f"there is no box {box}; the table has {rules.equipment.boxes.value} boxes",
        )
    if is_side_bet(kind) and rules.side_bets.get(kind) is None:
        return Refusal(NOT_IN_THE_TEXT, f"this game has no {kind.replace('_', ' ')}")
    return None


def withdraw(run: RunningDecision, act: acts.Withdraw) -> Refusal | None:
    """Take back a wager, or part of it, while betting is open.

    What stays must itself be a legal wager; any side bet above it is returned as well.
    """
    state = run.state
    closed = state.phase is not Phase.BETTING
    answer = may_withdraw(state.rules, bets_are_closed=closed, kind=act.kind)
    if not answer:
        return refusal_in(answer)
    mine = [w for w in state.open_wagers(box=act.box, player=act.player) if w.kind == act.kind]
    if not mine:
        return Refusal(answer.under, f"{act.player} has no {act.kind} wager on box {act.box}")
    wager = mine[0]
    taken = wager.stake if act.stake is None else act.stake
    if not 0 < taken <= wager.stake:
        return Refusal(
            answer.under,
            f"{act.player} may take back at most {dollars(wager.stake)}, not {dollars(taken)}",
        )
    left = wager.stake - taken
    if left:
        lawful = may_lower(state.rules, StakedBet(wager.box, wager.player, wager.kind, left))
        if not lawful:
            return refusal_in(lawful)
    stakes.take_back(run, wager, answer.under, left=left)
    if wager.kind is WagerKind.MAIN:
        stakes.cap_side_bets(run, act.box)
    return None


def close_bets(run: RunningDecision, act: acts.CloseBets) -> Refusal | None:
    """Close the betting: collect fees, pro-rate wagers over the maximum, and begin the deal."""
    state = run.state
    rules = state.rules
    closes = rules.betting.closes
    if state.phase is not Phase.BETTING:
        return Refusal(_called_under(rules), "betting is already closed")
    if reader_is_broken(state):
        return Refusal(rules.book.remedies["reader_fault"], "the card reader is out of order")
    unplayable = card_preparation.not_playable(state)
    if unplayable is not None:
        return unplayable
    mains = state.open_wagers(kind=WagerKind.MAIN)
    if not mains:
        under = rules.book.cites.get("wager", closes.under)
        return Refusal(under, "no main wager has been placed")
    if rules.banking is not None and state.banker is None:
        return Refusal(rules.banking.passes.under, "no player has taken the bank")
    unshuffled = refusal_in(is_shuffled(state))
    if unshuffled is not None:
        return unshuffled
    if state.dealt_by_person and (uncut := cut_is_due(run)) is not None:
        return uncut
    if rules.banking is not None:
        _collect_fees(run)
    if state.shoe.offers and not state.shoe.is_cut:
        for due in state.shoe.offers[state.shoe.declined :]:
            run.emit(e.CutUnanswered(player=due.player, under=due.under))
        run.emit(e.ShoeCut(player=last_cutter(rules), depth=_middle(run), under=last_clause(run)))
    _call(run)
    return None


def return_undealt(run: RunningDecision, act: acts.ReturnUndealt) -> Refusal | None:
    """Return every wager and the bank, because the table closes; no document provides for it."""
    state = run.state
    if state.phase is not Phase.BETTING:
        return Refusal(CLOSING, "the round is still in progress")
    for wager in state.open_wagers():
        run.emit(e.UndealtWagerReturned(wager=wager.id, by=act.by, why=act.why, under=CLOSING))
    if state.banker is not None:
        player, stake = state.banker.player, state.banker.bank.wager
        run.emit(e.BankReturned(player=player, wager=stake, by=act.by, why=act.why, under=CLOSING))
    return None


def _call(run: RunningDecision) -> None:
    """Call "No more bets", again if a wager was placed between the call and the first card."""
    mains = run.state.open_wagers(kind=WagerKind.MAIN)
    if run.state.phase is not Phase.BETTING and run.state.banker is not None:
        _collect_fees(run)
    stakes.put_in_proportion(run, mains)
    stakes.return_orphans(run)
    run.emit(e.BetsClosed(under=_called_under(run.state.rules)))


def _called_under(rules: TableRules) -> str:
    """The clause of the call that ends the betting."""
    return rules.book.cites.get("no_more_bets", rules.betting.closes.under)


def reopened(state: TableState, under: str) -> RunningDecision:
    """Reopen the betting, because no round has begun; fees are returned."""
    run = RunningDecision(state)
    for player, amount in state.fees.items():
        run.emit(e.FeeReturned(player=player, amount=amount, under=under))
    run.emit(e.BetsReopened(under=under))
    return run


def _middle(run: RunningDecision) -> int:
    return stack_of(run.state) // 2


def _collect_fees(run: RunningDecision) -> None:
    """Collect the fee for each circle with a wager, however often chips were added to it."""
    state = run.state
    assert state.banker is not None
    due = banking.fees(state.rules, circles=circles(bets(state)), banker=state.banker.player)
    for player, (amount, under) in due.items():
        owing = amount - state.fees.get(player, 0)
        if owing > 0:
            run.emit(e.FeeCollected(player=player, amount=owing, under=under))


def change_dealer(run: RunningDecision, act: acts.ChangeDealer) -> Refusal | None:
    """Change the dealer; some books require a burn card."""
    rules = run.state.rules
    answer = burns_for_new_dealer(rules)
    if run.state.phase is not Phase.BETTING:
        return Refusal(answer.under, "the dealer may change only between rounds")
    run.emit(e.DealerChanged(burn=bool(answer), under=answer.under))
    return None
