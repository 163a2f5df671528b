"""What players are told of a change of the table's rules that has been announced."""

from __future__ import annotations

from typing import Any

from pitboss.table import events as e
from pitboss.table.state import ProposedChange, TableState
from pitboss.table.words.open_changes import changes_in_words, start_in_words


def options_view(options: tuple[e.OptionChange, ...]) -> list[dict[str, Any]]:
    """The options of a change, each with its old and new value and its clause."""
    return [
        {
            "option": change.option,
            "was": change.was,
            "now": change.now,
            "clause": change.under,
        }
        for change in options
    ]


def pending_view(pending: ProposedChange) -> dict[str, Any]:
    """A change that does not apply yet."""
    proposal, notice = pending.proposed, pending.announced
    return {
        "number": proposal.number,
        "options": options_view(proposal.options),
        "rounds": proposal.rounds,
        "minutes": proposal.minutes,
        "starts_with": proposal.starts_with,
        "by": proposal.by,
        "second": None if notice is None else notice.second,
        "reason": proposal.why,
        "sign_before": list(proposal.sign_before),
        "sign": list(proposal.sign),
        "clause": proposal.under,
        "status": "proposed" if notice is None else "announced",
        "from_round": None if notice is None else notice.from_round,
    }


def notice_view(state: TableState) -> dict[str, Any] | None:
    """The notice at the table, from the approval until the change applies."""
    pending = state.changes.pending
    if pending is None or pending.announced is None:
        return None
    proposal = pending.proposed
    return {
        "number": proposal.number,
        "says": f"{changes_in_words(proposal.options)}, "
        f"{start_in_words(proposal, pending.announced)}",
        "options": options_view(proposal.options),
        "sign": list(proposal.sign),
        "clause": proposal.under,
    }
