"""Load the elections of a book, and close those that a book based on another has settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from pitboss.rulebooks.book import Rulebook, Statement, as_key
from pitboss.rulebooks.domains import Among, Domain, YesNo
from pitboss.rulebooks.elections import KINDS, Election, Requirement, domain_of
from pitboss.rulebooks.errors import BadBook
from pitboss.rulebooks.open_changes import OpenChange, read_changes
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.rulebooks.strict import StrictReader

_ELECTION = {"says", "kind", "default", "under", "reading", "why"}


class ElectionReader(StrictReader):
    """Reads the elections of a book and their requirements."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.base: Rulebook | None = None

    def elections(self, raw: Any) -> dict[str, Election]:
        made = dict(self.base.elections) if self.base else {}
        for key, spec in self.table("elections", raw).items():
            made[key] = self.election(key, self.table(f"elections.{key}", spec), made.get(key))
        return made

    def election(self, key: str, spec: dict[str, Any], base: Election | None) -> Election:
        at = f"elections.{key}"
        self.check_keys(at, spec, _ELECTION | {"from", "to", "among"})
        kind = spec.get("kind")
        if kind is None and base is None:
            raise self.fail(at, "has no kind; allowed: " + ", ".join(KINDS))
        if kind is None and base is not None:
            domain = base.domain
        else:
            try:
                domain = self.attempt(at, lambda: domain_of(str(kind), spec))
            except BadBook:
                raise
            except (KeyError, TypeError, ValueError):
                needs = ", ".join(KINDS.get(str(kind), ()))
                raise self.fail(at, f"an election of kind {kind!r} needs {needs}") from None
        values: dict[str, Any] = {
            name: spec.get(name, getattr(base, name, None))
            for name in ("says", "under", "reading", "why")
        }
        if base is not None and "under" not in spec and domain != base.domain:
            values["under"] = NOT_IN_THE_TEXT  # the base's clause does not state this range
        for name in ("says", "under"):
            if not isinstance(values[name], str):
                raise self.fail(f"{at}.{name}", "is missing")
        if "default" not in spec and base is None:
            raise self.fail(at, "has no default")
        default = self.attempt(
            at, lambda: domain.read(spec["default"]) if "default" in spec else base and base.default
        )
        return Election(key=key, domain=domain, default=default, **values)

    def settled(
        self,
        raw: Mapping[str, Any],
        elections: Mapping[str, Election],
        statements: Mapping[str, Statement],
    ) -> dict[str, Election]:
        """The elections, with those closed that the base left open and this book settles.

        A book settles an election by stating the provision that is the election, or every
        provision that the election decides, unless it also states the election. Stating one of
        several leaves only the choices that agree with it: any other would contradict the book.
        """
        made = dict(elections)
        inherited = self.base.statements if self.base else {}
        for key in sorted(set(elections) - set(raw.get("elections", {}))):
            decided = {
                path: statement
                for path, statement in inherited.items()
                if statement.depends_on(key)
            }
            stated = {
                path: statements[path]
                for path in decided
                if path in statements and not statements[path].depends_on(key)
            }
            adopted = [path for path in stated if decided[path].is_the_election]
            gone = [path for path in decided if path not in statements]
            if adopted:
                own = statements[adopted[0]]
                made[key] = msgspec.structs.replace(made[key], default=own.fixed, settled=own.under)
                continue
            made[key] = _narrowed(made[key], [(decided[path], stated[path]) for path in stated])
            if decided and len(stated) + len(gone) == len(decided):
                under = next((statement.under for statement in stated.values()), NOT_IN_THE_TEXT)
                made[key] = msgspec.structs.replace(made[key], settled=under)
        return made

    def open_changes(self, raw: Any, elections: Mapping[str, Election]) -> dict[str, OpenChange]:
        return read_changes(self, raw, elections, self.base.open_changes if self.base else None)

    def requirements(self, raw: Any, elections: Mapping[str, Election]) -> tuple[Requirement, ...]:
        inherited = self.base.requirements if self.base else ()
        if not isinstance(raw, list):
            raise self.fail("requires", "must be a list of tables: [[requires]]")
        return inherited + tuple(
            self.requirement(i, spec, elections) for i, spec in enumerate(raw, 1)
        )

    def requirement(self, i: int, spec: Any, elections: Mapping[str, Election]) -> Requirement:
        at = f"requires {i}"
        spec = self.table(at, spec)
        self.check_keys(at, spec, {"when", "needs", "under"})

        def side(name: str) -> tuple[tuple[str, tuple[Any, ...]], ...]:
            conditions = []
            for key, values in self.table(f"{at}.{name}", spec.get(name)).items():
                if key not in elections:
                    raise self.fail(f"{at}.{name}", f"the book has no election {key!r}")
                listed = values if isinstance(values, list) else [values]
                read = partial(_read_all, elections[key], listed)
                conditions.append((key, self.attempt(at, read)))
            return tuple(conditions)

        if not isinstance(spec.get("under"), str):
            raise self.fail(at, "does not name a clause")
        return Requirement(side("when"), side("needs"), spec["under"])


def _read_all(election: Election, values: list[Any]) -> tuple[Any, ...]:
    return tuple(election.domain.read(value) for value in values)


def _narrowed(election: Election, stated: Sequence[tuple[Statement, Statement]]) -> Election:
    """An election without the choices that contradict what the book states.

    ``stated`` pairs what the base says on a provision, by choice, with what the book states. A
    value that no choice of the base gives does not narrow it: the book has a rule of its own.
    """
    choices = _choices(election.domain)
    for base, own in stated:
        by_choice = dict(base.where)
        agree = [choice for choice in choices if by_choice.get(as_key(choice)) == own.fixed]
        if own.fixed is None or not agree or len(agree) == len(choices):
            continue
        choices = agree
        default = election.default if election.default in agree else agree[0]
        if len(agree) == 1:
            return msgspec.structs.replace(election, default=default, settled=own.under)
        domain = Among(tuple(agree))
        election = msgspec.structs.replace(
            election, default=default, domain=domain, under=own.under
        )
    return election


def _choices(domain: Domain) -> list[Any]:
    """The choices of a domain that lists them."""
    if isinstance(domain, YesNo):
        return [True, False]
    return list(domain.choices) if isinstance(domain, Among) else []
