"""What carries over between rounds: limits on latecomers, and a shuffle that is due."""

from __future__ import annotations

from pitboss.law.answers import Answer, Refusal
from pitboss.law.irregularities import CONDEMNS
from pitboss.law.shoe import may_deal
from pitboss.law.wagering import Allowance, mid_shoe_limit
from pitboss.law.wagers import WagerKind
from pitboss.money import dollars
from pitboss.table import acts
from pitboss.table.procedure import stakes
from pitboss.table.procedure.cutting import MISSED, shuffle_clause
from pitboss.table.state import TableState


def mid_shoe(state: TableState, player: str) -> Allowance:
    """What a player may bet, given the rounds of this shoe they have played or missed."""
    since = state.betting_since
    return mid_shoe_limit(
        state.rules,
        missed_first_round=bool(since) and since.get(player, state.round) > min(since.values()),
        has_sat_out=player in state.sat_out,
    )


def comes_late(state: TableState, act: acts.Bet, kind: str) -> Refusal | None:
    """Why a player who has not bet on every round of the shoe may not place this wager."""
    if kind is not WagerKind.MAIN or not state.betting_since:
        return None
    allowed = mid_shoe(state, act.player)
    if allowed.barred:
        return Refusal(
            allowed.under, f"{act.player} sat out a round and may not bet until the next shuffle"
        )
    there = stakes.of(state, act.box, act.player, kind, 1)
    whole = act.stake + (there.stake if there is not None else 0)
    if allowed.most is not None and whole > allowed.most:
        return Refusal(
            allowed.under,
            f"{act.player} may bet at most {dollars(allowed.most)} until the next shuffle",
        )
    return None


def shuffle_due(state: TableState) -> tuple[str, int | str | None] | None:
    """Why this shoe must be shuffled before another round, and where its cut card came out."""
    shoe = state.shoe
    overrides = shoe.shuffle_after in ("replaced", "reshuffle_missed")
    if shoe.cut_seen is not None and not overrides:
        return ("cut_card", shoe.cut_seen.box or "dealer")
    return (shoe.shuffle_after, None) if shoe.shuffle_after is not None else None


def is_condemned(state: TableState) -> bool:
    """Whether these cards were found unfit for play until they are shuffled in earnest."""
    return state.shoe.shuffle_after in CONDEMNS


def is_shuffled(state: TableState) -> Answer:
    """Whether the round may be dealt without a shuffle."""
    shoe = state.shoe
    reason = None if shoe.shuffle_after == MISSED else shoe.shuffle_after
    # After a cut card that comes out with the burn card, before the round, the round is played.
    return may_deal(
        state.rules,
        cutting_card_seen=shoe.cut_seen is not None and state.round > shoe.due_in,
        ordered_under=None if reason is None else shuffle_clause(state.rules, reason),
    )
