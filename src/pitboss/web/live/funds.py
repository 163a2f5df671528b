"""Whether a player's balance covers an act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.law import banking
from pitboss.law.wagers import WagerKind
from pitboss.store.ledger import by_balance, player_account
from pitboss.table import acts
from pitboss.table.events import MOVES_MONEY
from pitboss.table.run import RunningDecision
from pitboss.table.state import Phase, TableState
from pitboss.web.live.open_table import ServerRefusal

if TYPE_CHECKING:
    from pitboss.web.live.actor import Actor


def check_funds(actor: Actor, player: str, act: acts.Act, run: RunningDecision) -> None:
    """Refuse a bet above the balance; other refusals are left to the book."""
    if not any(isinstance(event, MOVES_MONEY) for event in run.events):
        return
    accounts = actor.live.accounts
    postings = [posting for step in run.steps for posting in accounts.postings(0, step)]
    ahead = _fee_ahead(run.state, player) if isinstance(act, acts.Bet | acts.TakeBank) else 0
    for account, amount in by_balance(postings).items():
        if not account.startswith("player/") or amount >= 0:
            continue
        holds = actor.hub.money.balance(account.removeprefix("player/"))
        needed = -amount + (ahead if account == player_account(player) else 0)
        if holds < needed:
            raise ServerRefusal("your balance does not cover that")


def _fee_ahead(state: TableState, player: str) -> int:
    """The collection fee still due before the deal, where players bank."""
    if state.rules.banking is None or state.phase is not Phase.BETTING:
        return 0
    mains = [w for w in state.open_wagers(kind=WagerKind.MAIN) if w.player == player]
    banker = "" if state.banker is None else state.banker.player
    due = banking.fees(state.rules, circles={player: len(mains)}, banker=banker)
    return due[player][0]
