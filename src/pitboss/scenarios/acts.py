"""Acts of the scenario format as acts of the table."""

from __future__ import annotations

from typing import Any

from pitboss.scenarios import format as f
from pitboss.table import acts


def translated(one: f.Round, entry: f.Act) -> acts.Act:
    """An act of the format as an act of the table."""
    box, hand, player = entry.box or 0, entry.hand or 1, entry.player
    where: dict[str, Any] = {"box": box, "hand": hand, "player": player}
    match entry.act:
        case f.ActName.STAND:
            return acts.Stand(**where)
        case f.ActName.HIT:
            return acts.Hit(**where, pick=entry.pick.text if entry.pick is not None else None)
        case f.ActName.DOUBLE:
            return acts.Double(**where, amount=entry.amount)
        case f.ActName.SPLIT:
            return acts.Split(**where)
        case f.ActName.ZAP:
            return acts.Zap(**where)
        case f.ActName.SURRENDER:
            return acts.Surrender(**where)
        case f.ActName.REFUSE_CARD:
            return acts.RefuseCard(**where)
        case f.ActName.INSURANCE:
            return acts.Insure(box=box, player=player, amount=entry.amount or 0)
        case f.ActName.EVEN_MONEY:
            return acts.TakeEvenMoney(box=box, player=player)
        case f.ActName.PRESS_BUTTON:
            return acts.PressButton(
                box=box,
                player=player or "",
                prize=entry.prize or 0,
                nominated_by=entry.nominated_by,
            )
        case f.ActName.CONTINUE:
            return acts.Continue(player=player or "")
        case f.ActName.TAKE_BACK:
            return acts.TakeBack(player=player or "")
        case f.ActName.LATE_CARD:
            return acts.TakeLateCard(**where)
        case f.ActName.DEAD_HAND:
            return acts.CallDead(**where)
        case f.ActName.BET:
            kind = str(entry.kind) if entry.kind is not None else "main"
            return acts.Bet(box=box, player=player or "", kind=kind, stake=entry.stake or 0)
        case f.ActName.WITHDRAW:
            kind = str(entry.kind) if entry.kind is not None else "main"
            return acts.Withdraw(box=box, player=player or "", kind=kind, stake=entry.stake)
        case f.ActName.DEAL:
            return acts.CloseBets()
        case f.ActName.CUT:
            return acts.Cut(player=player or "", depth=entry.depth or 0)
        case f.ActName.DECLINE_CUT:
            return acts.DeclineCut(player=player or "")
        case f.ActName.ACCEPT_BANK:
            bank = one.bank
            wager = bank.wager if bank is not None else 0
            seat = bank.box if bank is not None and bank.player == player else 0
            return acts.TakeBank(player=player or "", box=seat, wager=wager)
        case f.ActName.DECLINE_BANK:
            return acts.DeclineBank(player=player or "")
