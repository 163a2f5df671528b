"""Whether each citation is true: the clause's own condition held when it was cited."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct

from pitboss.audit.cited_events import Citation, RoundTrail
from pitboss.audit.conditions import in_words, means
from pitboss.law.answers import Refusal
from pitboss.law.irregularities import RECORDS, ordered
from pitboss.law.open_changes import starts
from pitboss.rulebooks import Clause, TableRules
from pitboss.rulebooks.claims import Claim
from pitboss.rulebooks.ledger import Family
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.evolve import AFTER
from pitboss.table.run import TableStep
from pitboss.table.state import TableState


class FalseCitation(Struct, frozen=True):
    """A citation whose clause does not hold, or is not the one of its family that does."""

    clause: str
    what: str
    """What happened or was refused, in words"""
    why: str
    round: int

    def __str__(self) -> str:
        return f"round {self.round}: {self.what} cites {self.clause}: {self.why}"


Asked = Callable[[Citation], bool]


class _Claims(Struct, frozen=True):
    """What a clause claims of what happens by it, and of what it refuses."""

    when: Asked | None
    forbids: Asked | None
    whens: str
    forbiddens: str


def _said(claims: list[Claim]) -> str:
    return "; or ".join(map(str, claims))


class _Kin(Struct, frozen=True):
    """A family with what each of its clauses claims."""

    family: Family
    when: Asked | None
    clauses: tuple[tuple[str, Asked], ...]

    def deciding(self, cited: Citation) -> list[str]:
        """The clauses of the family that hold."""
        return [clause for clause, holds in self.clauses if holds(cited)]


class _Prepared:
    """What the clauses of a table's book claim, and its families, as questions."""

    def __init__(self, rules: TableRules) -> None:
        self.rules, self.ledger = rules, rules.book.ledger
        ledger = {clause.id: clause for clause in rules.book.ledger}
        self.claims = {id: self._claims_of([clause]) for id, clause in ledger.items()}
        by_number: dict[str, list[Clause]] = {}
        for clause in ledger.values():
            by_number.setdefault(clause.number, []).append(clause)
        for number, parts in by_number.items():
            if number not in ledger:
                self.claims[number] = self._claims_of(parts)
        self.kin = tuple(self._kin_of(family) for family in rules.book.ledger.families)

    def _claims_of(self, parts: list[Clause]) -> _Claims:
        """What a clause claims or, if only its number is cited, what one of its parts does."""
        when = [part.when for part in parts if part.when is not None]
        forbids = [part.forbids for part in parts if part.forbids is not None]
        return _Claims(self._any(when), self._any(forbids), _said(when), _said(forbids))

    def _any(self, claims: list[Claim]) -> Asked | None:
        request = [means(self.rules, claim) for claim in claims]
        if len(request) < 2:
            return request[0] if request else None
        return lambda cited: any(holds(cited) for holds in request)

    def _asked(self, claim: Claim | None) -> Asked | None:
        return None if claim is None else means(self.rules, claim)

    def _kin_of(self, family: Family) -> _Kin:
        held = [(clause, self.claims[clause].when) for clause in family.clauses]
        clauses = tuple((clause, when) for clause, when in held if when is not None)
        return _Kin(family, self._asked(family.when), clauses)


_KNOWN: Final[dict[TableRules, _Prepared]] = {}
"""The questions of each kind of table, which take longer to prepare than a round to judge"""


def _prepared(rules: TableRules) -> _Prepared:
    """The questions of a table, prepared once."""
    known = _KNOWN.get(rules)
    if known is None or known.ledger is not rules.book.ledger:
        known = _KNOWN[rules] = _Prepared(rules)
    return known


class Citations:
    """Judges the citations at a table of these rules, and counts them."""

    def __init__(self, rules: TableRules) -> None:
        self.rules = rules
        self.trail = RoundTrail()
        self.cited: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.unclaimed: Counter[tuple[str, str]] = Counter()
        self.false: list[FalseCitation] = []
        self._prepared = _prepared(rules)
        self._state, self._judged = TableState(rules=rules), 0

    def up_to(self, events: Sequence[e.Event]) -> None:
        """Judge the events of a log since the last time, the first time from its opening."""
        for event in events[self._judged :]:
            after = AFTER[type(event)](self._state, event)
            self.event(TableStep(event, self._state, after))
            self._state = after
        self._judged = len(events)

    def goes_on_from(self, state: TableState) -> None:
        """Take the table to be as it is now, because it has changed without an event."""
        self._state = state

    def event(self, step: TableStep) -> None:
        """Judge what the event of a step cites."""
        self.trail.follow(step.event)
        cited = Citation(step.before, step.event, step.after, self.trail)
        self.cited[cited.under] += 1
        self._judge(cited, "when", step.before.round)

    def refusal(self, state: TableState, act: acts.Act, refusal: Refusal) -> None:
        """Judge what a refusal of an act cites."""
        cited = Citation(state, act, state, self.trail, refusal.under)
        self.refused[cited.under] += 1
        self._judge(cited, "forbids", state.round)

    def _judge(self, cited: Citation, by: str, number: int) -> None:
        under = cited.under
        approved = _order_of(cited)
        if approved is not None:
            if approved != under:
                self._note(cited, number, f"it is ordered under {approved}")
            return
        claims = self._prepared.claims.get(under)
        if claims is None:
            if under != NOT_IN_THE_TEXT and under not in e.OWN_MATTERS:
                self.unclaimed[in_words(type(cited.event)), under] += 1
        else:
            ask = claims.when if by == "when" else claims.forbids
            if ask is None:
                self.unclaimed[in_words(type(cited.event)), under] += 1
            elif not ask(cited):
                says = claims.whens if by == "when" else claims.forbiddens
                self._note(cited, number, f"it claims {says}")
        for kin in self._prepared.kin if by == "when" else ():
            if under in kin.family.clauses or (kin.when is not None and kin.when(cited)):
                deciding = kin.deciding(cited)
                if deciding != [under]:
                    decides = " and ".join(deciding) or "none"
                    self._note(cited, number, f"{decides} of {kin.family.name} holds")

    def _note(self, cited: Citation, number: int, why: str) -> None:
        what = in_words(type(cited.event))
        self.false.append(FalseCitation(cited.under, what, why, number))


def _order_of(cited: Citation) -> str | None:
    """The clause of what a supervisor approved, or of the options that change at an open table."""
    event, before = cited.event, cited.before
    if isinstance(event, e.SupervisorRuled) and event.ruling in RECORDS:
        order = ordered(cited.rules, event.ruling)
        return None if isinstance(order, Refusal) else order[1].under
    if not isinstance(event, _CHANGES):
        return None
    pending = before.changes.pending
    proposal = event if pending is None else pending.proposed
    if not isinstance(proposal, e.ChangeProposed):
        return None
    return starts(before.rules, {each.option: each.after for each in proposal.options}).under


_CHANGES: Final = (e.ChangeProposed, e.ChangeAnnounced, e.ChangeDropped, e.RulesChanged)
"""What happens with a change of limits or options: by the clause that lets them change."""


def false_citations(rules: TableRules, events: Iterable[e.Event]) -> list[FalseCitation]:
    """The false citations of a log, from the opening of its table."""
    judge = Citations(rules)
    judge.up_to(tuple(events))
    return judge.false
