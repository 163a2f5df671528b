"""Money and replay: random rounds of every book, each event posted, each log replayed."""

from __future__ import annotations

import msgspec
from tests.rigs.random_play import RandomPlayer

from benchmarks.reliability.figures import Figure, parts_of, progress, shared_out
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.store.ledger import Accounts, by_balance
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.log import START, VERSION, step
from pitboss.table.log_verifier import opened
from pitboss.table.run import TableStep
from pitboss.table.state import TableState

AT_A_TABLE = 50
"""Rounds at one table, before another is opened."""

_encode = msgspec.json.Encoder(order="sorted").encode
_decode: msgspec.json.Decoder[e.Event] = msgspec.json.Decoder(e.AnyEvent)


class Checked:
    """Read a log back from its bytes: states, hashes and postings are recalculated."""

    def __init__(self) -> None:
        self.events = self.rounds = 0
        self.wrong: list[str] = []

    def check(self, player: RandomPlayer) -> None:
        """Check every invariant of the table after its rounds."""
        log, accounts = player.table.log, Accounts("t")
        assert log.lines is not None
        balances: dict[str, int] = {}
        state: TableState | None = None
        before = START
        for n, line in enumerate(log.lines, 1):
            event = _decode.decode(line)
            if _encode(event) != line:
                self.wrong.append(f"{event} is not written as it was")
            before = step(before, n, "", 0, line, log.opens.get(n, ""), VERSION)
            if state is None:
                state = opened(event)
                continue
            after = evolve(state, event)
            self._post(balances, accounts, n, state, event, after)
            state = after
        if state != player.table.state or before.hex() != log.hash:
            self.wrong.append("the log leads to another state")
        self.events += len(log.lines)

    def _post(
        self,
        balances: dict[str, int],
        accounts: Accounts,
        n: int,
        before: TableState,
        event: e.Event,
        after: TableState,
    ) -> None:
        lines = accounts.postings(n, TableStep(event, before, after))
        if sum(line.amount for line in lines):
            self.wrong.append(f"{event} does not sum to zero")
        for account, amount in by_balance(lines).items():
            held = balances[account] = balances.get(account, 0) + amount
            if held < 0 and account.startswith(("escrow/", "bank/")):
                self.wrong.append(f"{account} is below zero after {event}")
        if isinstance(event, e.RoundClosed):
            self.rounds += 1
            if balances.get("escrow/t", 0) or balances.get("bank/t", 0):
                self.wrong.append(f"something stays in escrow after round {event.number}")
            if sum(balances.values()):
                self.wrong.append(f"the accounts do not sum to zero after round {event.number}")


def _tables(part: tuple[str, int, int]) -> Checked:
    """The tables of a book from one round to another."""
    book, first, last = part
    rules, checked = rulebook(book).elect(), Checked()
    for table in range(first, last, AT_A_TABLE):
        player = RandomPlayer(rules, f"money {table}", every_step=False)
        for _ in range(min(AT_A_TABLE, last - table)):
            player.play()
        checked.check(player)
    return checked


def money(*, rounds: int, begin: int = 0, processes: int = 1) -> Figure:
    """Play this many random rounds of each book, with irregularities and rulings.

    Each table has a number for its seed; to go on with a long run, ``begin`` where it has ended.
    """
    done, events, wrong = 0, 0, list[str]()
    wanted = (rounds - begin) * len(BOOKS)
    for one in shared_out(_tables, parts_of(rounds, AT_A_TABLE, BOOKS, begin=begin), processes):
        before, done = done, done + one.rounds
        events += one.events
        wrong += one.wrong
        if done * 20 // wanted > before * 20 // wanted:
            progress(f"{done} rounds, {len(wrong)} faults")
    for message in wrong[:5]:
        progress(message)
    seen = (
        f"{done} rounds ({rounds - begin} of each book), {events} events, each summed "
        f"and replayed byte for byte: {len(wrong)} faults"
    )
    return Figure(seen, not wrong and done == wanted)
