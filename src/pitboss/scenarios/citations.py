"""Whether everything that worked rounds cite is true, and how often each clause is cited."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from importlib.resources import files
from typing import Any

from msgspec import Struct

from pitboss.audit.citations import Citations
from pitboss.law.answers import Refusal
from pitboss.rulebooks import Clause, Rulebook
from pitboss.scenarios import format as f
from pitboss.scenarios.loader import read_text
from pitboss.scenarios.refusals import Stopped
from pitboss.scenarios.runner import Runner
from pitboss.table import acts
from pitboss.table.events import OWN_MATTERS


class Cited(Struct, frozen=True):
    """What worked rounds cite: how often each clause, and each false citation in words."""

    rounds: int
    cited: Mapping[str, int]
    false: tuple[str, ...]

    def times(self, clause: Clause) -> int:
        """How often a clause is cited, by itself or by its whole number."""
        return sum(self.cited.get(name, 0) for name in {clause.id, clause.number})

    def in_words(self) -> Iterator[str]:
        """The false citations, and how many there are."""
        yield from self.false
        events, number = sum(self.cited.values()), len(self.false)
        citations = "citation" if number == 1 else "citations"
        yield f"{number} false {citations} in {self.rounds} worked rounds of {events} events"

    def to_json(self) -> dict[str, Any]:
        """The false citations, and how often the events of the rounds cite each clause."""
        clauses = sorted(set(self.cited) - OWN_MATTERS)
        return {
            "false_citations": list(self.false),
            "cited": {clause: self.cited[clause] for clause in clauses},
        }


class JudgedRunner(Runner):
    """Plays a worked round and judges every citation of its events and refusals."""

    def __init__(self, scenario: f.Scenario, settings: dict[str, Any]) -> None:
        self.judge: Citations | None = None
        super().__init__(scenario, settings)
        self.judge = Citations(self.table.rules)

    def catch_up(self) -> Citations:
        """Judge the events since the last time."""
        assert self.judge is not None
        self.judge.up_to(self.table.log.events)
        return self.judge

    def lay(self, one: f.ScenarioRound, more: Iterable[Any] = ()) -> None:
        super().lay(one, more)
        # A round may begin with a shoe that its page describes and no event has told.
        self.catch_up().goes_on_from(self.table.state)

    def _do(self, where: str, act: acts.Act, refused: str | None) -> None:
        if refused is not None:
            answer = self.table.ask(act)
            if isinstance(answer, Refusal):
                self.catch_up().refusal(self.table.state, act, answer)
        super()._do(where, act, refused)


def cited_by(scenarios: Iterable[f.Scenario]) -> Cited:
    """What these worked rounds cite; one that cannot be played to its end counts until there."""
    cited: Counter[str] = Counter()
    false: list[str] = []
    rounds = 0
    for scenario in scenarios:
        table = JudgedRunner(scenario, dict(scenario.settings))
        with suppress(Stopped):
            for one in scenario.rounds:
                table.play(one)
                table.close()
                rounds += 1
        judge = table.catch_up()
        cited.update(judge.cited)
        false += [f"{scenario.id}, {wrong}" for wrong in judge.false]
    return Cited(rounds, cited, tuple(false))


def worked_rounds(book: Rulebook) -> tuple[f.Scenario, ...]:
    """The worked rounds that come with the package for one of its books."""
    file = files("pitboss.scenarios") / "books" / f"{book.id}.yaml"
    if book.source is not None or not file.is_file():
        return ()
    return read_text(file.name, file.read_text("utf-8")).scenarios
