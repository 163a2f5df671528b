"""Random rounds of every book: each event with its sentence and clause, each refusal, each view."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pitboss.history import write_history
from pitboss.history.columns import TableColumns
from pitboss.history.sessions import read_log
from pitboss.history.single import lifted
from pitboss.law.answers import Refusal
from pitboss.law.irregularities import known_to
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.authority import StaffRank
from pitboss.rulebooks.errors import BadElection
from pitboss.table import acts
from pitboss.table.evolve import evolve
from pitboss.table.legal_acts import with_decisions
from pitboss.table.run import TableStep
from pitboss.table.words.transcript import describe
from pitboss.web.live.finished_rounds import finished_view
from pitboss.web.live.irregularities import Reporter, known, preview, probes
from pitboss.web.live.open_table import ServerRefusal
from pitboss.web.rules.rules_views import rules_sheet, rules_view
from pitboss.web.wire.movements import movement
from pitboss.web.wire.views import (
    TableSnapshot,
    acting_in,
    box_view,
    boxes_now,
    standings,
    table_view,
)
from tests.citations import kinds_of_tables
from tests.rigs.random_play import RandomPlayer

from . import Case, plain

ROUNDS = 8
"""How many rounds are played at each table."""

TROUBLE = (0.03, 0.1, 0.2)
"""How often something goes wrong, table by table."""

LOOKS = 9
"""Every how many acts everybody looks at the table."""

REPORTS = 63
"""Every how many acts somebody thinks of reporting something."""


class Told(RandomPlayer):
    """Random people at a table where everything is written down."""

    def __init__(self, rules: TableRules, seed: int, *, trouble: float) -> None:
        super().__init__(rules, seed, trouble=trouble, every_step=False)
        self.lines: list[str] = []
        self._at, self._acts = 0, 0
        self._state = self.table.state
        self._ranks = (None, *StaffRank)

    def do(self, act: acts.Act) -> bool:
        self.catch_up()
        accepted = super().do(act)
        self._acts += 1
        if self._acts % LOOKS == 0:
            self.catch_up()
            self.look()
        return accepted

    def was_refused(self, act: acts.Act, refusal: Refusal) -> None:
        self.lines.append(f"{act}: {refusal.why} ({refusal.under})")

    def catch_up(self) -> None:
        """Write down the events since the last time."""
        events = self.table.log.events
        for event in events[self._at :]:
            before = self._state if self._at else self.table.state
            if self._at:
                self._state = evolve(before, event)
            self.lines.append(f"{describe(event, before)} {msgspec.json.encode(event).decode()}")
            step = TableStep(event, before, self._state)
            self.lines.append(f"{movement(step)} {self._state.phase.value}")
            self._at += 1

    def look(self) -> None:
        """Write down what the pages show, and what may be done."""
        table, state = self.table, self.table.state
        look = TableSnapshot(
            id="t", name="T", status="open", dealt_by="machine", cards="shoe", sequence=self._at,
            hash="", state=state, left=table.source.left, commitment=None, dealer_name=None,
            ready=frozenset(), seconds=None, last=None, duty=table.duty,
        )  # fmt: skip
        acting = acting_in(look)
        self.lines.append(plain(table_view(look, acting)))
        self.lines += [plain(box_view(state.rules, now)) for now in boxes_now(state, acting)]
        self.lines.append(str(sorted(standings(state).items())))
        self.lines += [f"{act}: {accepted.events}" for act, accepted in with_decisions(state)]
        if self._acts % REPORTS == 0:
            self.report()

    def report(self) -> None:
        """Write down what may be reported, and what some reports would bring about."""
        state, left = self.table.state, self.table.source.left
        reporter = Reporter("Ines", self._ranks[self._acts % len(self._ranks)])
        self.lines.append(plain(known(state, reporter, left)))
        for record, _ in known_to(state.rules):
            reports = list(probes(state, record))
            request = reports[self._acts % len(reports)] if reports else None
            if request is None:
                continue
            try:
                shown = plain(preview(state, request, reporter, "t", cards_left=left))
            except ServerRefusal as refused:
                shown = f"{refused.why} ({refused.clause})"
            self.lines.append(f"{request}: {shown}")

    def leave(self) -> None:
        """Write down what is left of the table: its rules, its history and its columns."""
        self.lines.append(plain(rules_view(self.table.rules)))
        self.lines.append(plain(rules_sheet(self.table.rules)))
        entries = read_log(self.table.log.write().splitlines(keepends=True))
        self.lines += write_history(entries)
        self.lines += [str(lifted(entries, 2))]
        columns = TableColumns()
        columns.add(entries, table="t")
        self.lines += [plain(row) for rows in columns.rows.values() for row in rows]

    def play(self) -> None:
        super().play()
        self.catch_up()
        self.lines.append(plain(finished_view(self.table.state)))


def play(book: str) -> Iterator[Case]:
    """Rounds at every kind of table of a book."""
    for n, rules in enumerate(kinds_of_tables(book)):
        try:
            people = Told(rules, n, trouble=TROUBLE[n % len(TROUBLE)])
        except BadElection:  # so few cards leave no room for the cut card
            continue
        for _ in range(ROUNDS):
            people.play()
        people.leave()
        yield f"{book} table {n}", people.lines
