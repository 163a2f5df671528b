"""Change limits and options of an open table: propose, approve, withdraw, and let them hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.law.answers import Refusal
from pitboss.law.layout import sign
from pitboss.law.open_changes import changed_rules, changes_of, may_change, starts
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.data import as_data
from pitboss.rulebooks.open_changes import From
from pitboss.table import events as e
from pitboss.table.log import plain
from pitboss.table.run import RunningDecision
from pitboss.table.state import Phase, ProposedChange, TableState


def propose(
    run: RunningDecision,
    settings: Mapping[str, Any],
    *,
    by: str,
    why: str,
    rounds: int = 0,
    minutes: int = 0,
) -> Refusal | None:
    """Propose that these options change, after this many rounds and minutes of notice."""
    state = run.state
    if state.changes.pending is not None:
        number = state.changes.pending.proposed.number
        return Refusal("opening", f"change {number} is pending; withdraw it or wait for it first")
    if not why.strip():
        return Refusal("opening", "a change of the table's rules needs a reason")
    if rounds < 0 or minutes < 0:
        return Refusal("opening", "a change holds from a round of the future")
    answer = may_change(state.rules, settings)
    if isinstance(answer, Refusal):
        return answer
    options = _changes(state.rules, settings)
    after = changed_rules(state.rules, settings)
    run.emit(
        e.ChangeProposed(
            number=state.changes.number + 1,
            options=options,
            rounds=rounds,
            minutes=minutes,
            starts_with=starts(state.rules, settings).start.value,
            by=by,
            why=why,
            sign_before=_sign(state.rules),
            sign=_sign(after),
            under=answer.under,
        )
    )
    return None


def approve(run: RunningDecision, number: int, *, second: str) -> Refusal | None:
    """Approve and announce a proposed change; it holds at once if the betting is still empty."""
    state = run.state
    pending = _pending(state, number)
    if pending is None or pending.announced is not None:
        return Refusal("opening", f"change {number} does not await an approval")
    proposal = pending.proposed
    if second == proposal.by:
        return Refusal(proposal.under, "the second approval must come from someone else")
    # The next round is the one whose first bet is still to be placed.
    following = state.round if _is_unbet(state) else state.round + 1
    run.emit(
        e.ChangeAnnounced(
            number=number,
            by=proposal.by,
            second=second,
            from_round=following + proposal.rounds,
            # The clock counts whole minutes, so one more makes the notice long enough.
            from_minute=state.age + proposal.minutes + 1 if proposal.minutes else 0,
            under=proposal.under,
        )
    )
    begin(run)
    return None


def drop(run: RunningDecision, number: int, *, by: str, why: str) -> Refusal | None:
    """Reject or withdraw a change that does not hold yet."""
    pending = _pending(run.state, number)
    if pending is None:
        return Refusal("opening", f"change {number} is not pending")
    if not why.strip():
        return Refusal(pending.proposed.under, "a change is dropped for a reason; give it")
    run.emit(e.ChangeDropped(number=number, by=by, why=why, under=pending.proposed.under))
    return None


def begin(run: RunningDecision, *, new_shoe: bool = False) -> bool:
    """Let an announced change hold if its time has come; whether it now holds.

    Bets on the table were placed under the old rules and are played and settled under them, so a
    change waits until none is left.
    """
    state = run.state
    pending = state.changes.pending
    if pending is None or pending.announced is None:
        return False
    proposal, notice = pending.proposed, pending.announced
    if proposal.starts_with == From.SHOE and not new_shoe:
        return False
    if not _is_unbet(state) or state.round < notice.from_round or state.age < notice.from_minute:
        return False
    run.emit(
        e.RulesChanged(
            number=proposal.number,
            round=state.round,
            options=proposal.options,
            sign_before=proposal.sign_before,
            sign=proposal.sign,
            under=proposal.under,
        )
    )
    return True


def needs_clock(state: TableState) -> bool:
    """Whether minutes must be recorded, since a change was announced so long before."""
    pending = state.changes.pending
    return (
        pending is not None
        and pending.announced is not None
        and state.age < pending.announced.from_minute
    )


def reaches_notice(state: TableState, minutes: int) -> bool:
    """Whether this many more minutes complete the notice of a change."""
    pending = state.changes.pending
    notice = None if pending is None else pending.announced
    return notice is not None and state.age + minutes >= notice.from_minute


def _pending(state: TableState, number: int) -> ProposedChange | None:
    pending = state.changes.pending
    return pending if pending is not None and pending.proposed.number == number else None


def _is_unbet(state: TableState) -> bool:
    """Whether the next round has not begun: no bet lies on the table, and no bank."""
    return state.phase is Phase.BETTING and not state.open_wagers() and state.banker is None


def _changes(rules: TableRules, settings: Mapping[str, Any]) -> tuple[e.OptionChange, ...]:
    book, before = rules.book, rules.elections
    values = changes_of(rules, settings)
    assert not isinstance(values, Refusal)
    return tuple(
        e.OptionChange(
            option=key,
            before=plain(as_data(book.elections[key].domain, before[key])),
            after=plain(settings[key]),
            was=book.elections[key].domain.show(before[key]),
            now=book.elections[key].domain.show(value),
            under=book.open_changes[key].under,
        )
        for key, value in values.items()
    )


def _sign(rules: TableRules) -> tuple[str, ...]:
    return tuple(line.text for line in sign(rules))
