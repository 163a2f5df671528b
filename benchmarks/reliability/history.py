"""Databases with a long history: tables that were played for long, written as by the server."""

from __future__ import annotations

import secrets
import time
from typing import Final

from msgspec.structs import replace

from pitboss.law.counting import count
from pitboss.rulebooks import TableRules
from pitboss.store.records import TableInfo, Unit
from pitboss.store.store import Store
from pitboss.table import acts
from pitboss.table.procedure.duties import active
from pitboss.table.state import Phase
from pitboss.table.table import Table
from pitboss.web.lab.price_cache import fingerprint
from pitboss.web.live.driver import close_bets, close_window
from pitboss.web.live.open_table import LiveTable, open_live

RICH: Final = 10**12
"""More money than any number of rounds uses up."""

PLAYERS: Final = ("Ann", "Bob", "Cat")


def welcome(store: Store) -> None:
    """The people who play at these tables."""
    for name in PLAYERS:
        store.people.sign_up(name, secrets.token_hex(8), money=RICH)


def a_round(table: Table) -> None:
    """A round of people who stand on 17 or more; where a player banks, they take turns."""
    table.prepare()
    least = table.rules.limits.minimum.value
    if table.rules.banking is not None:
        _take_bank(table, least)
    for box, name in enumerate(PLAYERS, 1):
        banker = table.state.banker
        if banker is None or banker.player != name:
            table.do(acts.Bet(box=box, player=name, stake=least))
    close_bets(table)
    while table.state.phase is not Phase.BETTING:
        _go_on(table)


def _take_bank(table: Table, least: int) -> None:
    for _ in range(20):
        for box, name in enumerate(PLAYERS, 1):
            take = acts.TakeBank(player=name, box=box, wager=100 * least)
            if table.ask(take) is None:
                table.do(take)
                return
            decline = acts.DeclineBank(player=name)
            if table.ask(decline) is None:
                table.do(decline)
    raise AssertionError("nobody takes the bank")


def _go_on(table: Table) -> None:
    turn = active(table.state) if table.state.phase is Phase.PLAY else None
    if table.state.phase is Phase.WINDOW:
        close_window(table)
    elif turn is None or table.duty is not None:
        table.go_on()
    else:
        box, played = turn[0].number, turn[1]
        hits = count(table.rules, played.hand.cards).total < 17
        act = acts.Hit if hits else acts.Stand
        table.do(act(box=box, hand=played.number))


def opened(store: Store, rules: TableRules, name: str) -> LiveTable:
    """A new table with the players in their seats."""
    info = TableInfo(
        secrets.token_hex(6), name, rules.book.id, "house", "machine", "shoe", 0,
        fingerprint(rules), "open", 0, "", "past", "", 0.0, time.time(),
    )  # fmt: skip
    live, change = open_live(info, rules)
    info = live.info = replace(info, sequence=live.sequence, hash=live.hash)
    store.open_table(info, change.entries)
    keep(store, live, _sit)
    return live


def _sit(table: Table) -> None:
    for box, name in enumerate(PLAYERS, 1):
        table.do(acts.Arrive(player=name))
        table.do(acts.Sit(box=box, player=name))


def keep(store: Store, live: LiveTable, do: object) -> None:
    """Do something at a table and make it durable."""
    assert callable(do)
    change = live.carry_out("Ann", do)
    assert change.refusal is None, change.refusal
    unit = Unit(
        live.info.id, "past", change.before, change.hash, change.entries, change.postings,
        change.rounds, change.secrets, None, None, None, change.snapshot,
    )  # fmt: skip
    answer = store.commit([unit])
    assert answer == [None], answer


def play(store: Store, live: LiveTable, *, events: int, at_once: int = 10) -> None:
    """Play rounds until the log of a table has this many events."""

    def rounds(table: Table) -> None:
        for _ in range(at_once):
            a_round(table)

    while live.sequence < events:
        keep(store, live, rounds)
