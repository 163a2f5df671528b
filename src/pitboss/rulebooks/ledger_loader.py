"""Load the ledger of a book: its clauses, what they claim, and the families that decide a case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from pitboss.rulebooks.claim_words import OF_HANDS, OF_SCORES
from pitboss.rulebooks.claims import Claim, PhraseShape, read_claim
from pitboss.rulebooks.election_loader import ElectionReader
from pitboss.rulebooks.ledger import Answer, Clause, Family, Kind, Ledger
from pitboss.rulebooks.provisions import CitedRow
from pitboss.rulebooks.schema import Slot

BY_CASE: Final = {
    "comparison": OF_SCORES,
    "over_over": OF_SCORES,
    "doubling.cards": OF_HANDS,
    "doubling.totals": OF_HANDS,
}
"""The parts and provisions whose clause may differ by case, with the words that decide it"""

_CLAIMS: Final = ("when", "forbids")


class LedgerReader(ElectionReader):
    """Reads the ledger of a book, with the clauses inherited from its base."""

    def ledger(self, book: str, own: Any, text: str | None) -> Ledger:
        document = self.toml(text) if text else {}
        self.check_keys("clauses.toml", document, {"sections", "clause", "family"})
        entries = tuple(
            self.clause(i, entry) for i, entry in enumerate(document.get("clause", []), 1)
        )
        for clause, gist in self.table("clauses", own).items():
            if not isinstance(gist, str) or not gist:
                raise self.fail(f"clauses.{clause}", "must be a sentence")
            entries += (Clause(clause, Kind.LAW, gist, Answer.STATED),)
        seen: set[str] = set()
        for entry in entries:
            if entry.id in seen:
                raise self.fail(f"clause {entry.id}", "appears twice")
            seen.add(entry.id)
        if self.base is None:
            self.check_claims({entry.id: entry for entry in entries})
            families = tuple(self.family(raw, seen) for raw in document.get("family", []))
            return Ledger(book, entries, document.get("sections", {}), families=families)
        above = self.base.ledger
        inherited = tuple(clause for clause in above if clause.id not in seen)
        return Ledger(
            book,
            (*entries, *inherited),
            document.get("sections", above.sections),
            {clause.id: above.origin(clause.id) for clause in inherited},
        )

    def clause(self, i: int, raw: Any) -> Clause:
        at = f"clause {raw.get('id', i)}"
        stated = {**raw, **{key: self.claim(at, raw[key]) for key in _CLAIMS if key in raw}}
        try:
            clause = msgspec.convert(stated, Clause)
        except msgspec.ValidationError as error:
            raise self.fail(at, str(error)) from None
        if (clause.answer is Answer.NOT_APPLICABLE) != (clause.why_not is not None):
            raise self.fail(at, "must give why_not if it is not applicable, and only then")
        return clause

    def claim(self, at: str, raw: Any) -> Claim:
        """A claim, or an error that names the clause and the words that exist."""
        if not isinstance(raw, str) or not raw.strip():
            raise self.fail(at, 'must state its condition as a text, as in when = "player over"')
        return self.attempt(at, lambda: read_claim(raw))

    def cited_rows(self, place: Slot, raw: Any) -> tuple[CitedRow, ...]:
        """The clauses of a provision by case, each with the condition on the two scores."""
        at = place.path
        words = BY_CASE.get(place.part) or BY_CASE.get(at)
        if not isinstance(raw, list) or (raw and words is None):
            raise self.fail(at, f"may not have rows; only {', '.join(BY_CASE)} may, as a list")
        rows = []
        for n, row in enumerate(raw, 1):
            self.check_keys(f"{at}, row {n}", self.table(f"{at}, row {n}", row), {"when", "under"})
            when = self.claim(f"{at}, row {n}", row.get("when"))
            for phrase in when.phrases:
                if not (words or frozenset()).issuperset((phrase.word, *phrase.operands)):
                    known = ", ".join(sorted(words or ()))
                    raise self.fail(at, f"'{phrase}' decides nothing here; the words are {known}")
            if not isinstance(row.get("under"), str) or not row["under"]:
                raise self.fail(f"{at}, row {n}", 'must name its clause, as in under = "5.1(a)"')
            rows.append(CitedRow(when, row["under"]))
        return tuple(rows)

    def family(self, raw: Any, clauses: set[str]) -> Family:
        """A family of clauses, each with a claim in this ledger."""
        at = f"family {self.table('family', raw).get('name', '')}"
        stated = {**raw, "when": self.claim(at, raw["when"])} if "when" in raw else raw
        try:
            family = msgspec.convert(stated, Family)
        except msgspec.ValidationError as error:
            raise self.fail(at, str(error)) from None
        for clause in family.clauses:
            if clause not in clauses:
                raise self.fail(at, f"names clause {clause!r}, which is not in this ledger")
        return family

    def check_claims(self, clauses: Mapping[str, Clause]) -> None:
        """Refuse a claim that refers to a clause without one, or to itself."""
        for clause in clauses.values():
            for named in _referred(clause):
                at = f"clause {clause.id}"
                if named not in clauses or clauses[named].when is None:
                    raise self.fail(at, f"refers to clause {named!r}, which claims nothing")
                if clause.id in _reached(clauses, named):
                    raise self.fail(at, f"refers to itself by clause {named!r}")


def _referred(clause: Clause) -> Iterator[str]:
    """The clauses that the claims of a clause refer to."""
    for claim in (clause.when, clause.forbids):
        for phrase in claim.phrases if claim is not None else ():
            if phrase.shape is PhraseShape.CLAUSE:
                yield phrase.values[0]


def _reached(clauses: Mapping[str, Clause], start: str) -> set[str]:
    """The clauses that a claim refers to, directly or by others."""
    texts: set[str] = set()
    left = [start]
    while left:
        clause = left.pop()
        if clause not in texts and clause in clauses:
            texts.add(clause)
            left += _referred(clauses[clause])
    return texts
