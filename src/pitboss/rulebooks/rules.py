"""A book with all elections made: frozen, hashable, the input of law, table and solver."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import json, structs

from pitboss.rulebooks.amounts import Money
from pitboss.rulebooks.elections import cite
from pitboss.rulebooks.provisions import Provision
from pitboss.rulebooks.schema import PARTS, Parts

if TYPE_CHECKING:
    from pitboss.rulebooks.book import Rulebook


T = TypeVar("T")


class TableRules(Parts, frozen=True, eq=False):
    """The rules of one table.

    Every value is a :class:`Provision`: ``rules.dealer.stands_on.value`` is 17 and
    ``rules.dealer.stands_on.under`` its clause. Two sets of rules are equal if their books and
    provisions are.
    """

    book: Rulebook
    choices: tuple[tuple[str, Any], ...]
    elected: tuple[tuple[str, Any], ...]
    absent: tuple[tuple[str, str], ...]
    fingerprint: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TableRules):
            return NotImplemented
        return self.book.id == other.book.id and self._provisions() == other._provisions()

    def __ne__(self, other: object) -> bool:
        return not self == other  # a Struct without eq would compare by identity here

    def __hash__(self) -> int:
        return self.fingerprint  # asked for at every card; the elections need hashing only once

    def __repr__(self) -> str:
        choices = ", ".join(f"{key}={value!r}" for key, value in self.choices)
        return f"rulebook({self.book.id!r}).elect({choices})"

    @property
    def identity(self) -> str:
        """A digest of every provision, the same in every process."""
        told = json.encode((self.book.id, self._provisions()), enc_hook=str, order="deterministic")
        return sha256(told).hexdigest()

    def _provisions(self) -> tuple[object, ...]:
        return tuple(getattr(self, part) for part in PARTS)

    @property
    def elections(self) -> Mapping[str, Any]:
        """Every election with its value."""
        return dict(self.elected)

    @property
    def settings(self) -> dict[str, Any]:
        """The elections that were chosen, as data, and always the number of decks."""
        made: dict[str, Any] = {"decks": self.equipment.decks.value}
        for key, _ in self.choices:
            domain, value = self.book.elections[key].domain, self.elections[key]
            is_plain = isinstance(value, int) and not isinstance(domain, Money)
            made[key] = value if is_plain else domain.show(value)
        return made

    def but(self, **choices: Any) -> TableRules:
        """The same rules with some elections changed."""
        return self.book.elect_all({**dict(self.choices), **choices})

    def provision(self, path: str) -> Provision[Any]:
        """The provision at ``part.name``."""
        part, _, name = path.partition(".")
        found = getattr(getattr(self, part), name)
        assert isinstance(found, Provision)
        return found

    def with_provision(self, path: str, value: Any) -> TableRules:
        """The same rules with one provision changed, for what-ifs and tests."""
        part, _, name = path.partition(".")
        changed = structs.replace(
            getattr(self, part), **{name: Provision(value, self.provision(path).under)}
        )
        rules: TableRules = structs.replace(self, **{part: changed})
        return rules

    def present(self, part: T | None, name: str) -> T:
        """A part that the book must have here; raises ``ValueError`` if it is absent."""
        if part is None:
            raise ValueError(
                f"{self.book.id} has no {name.replace('_', ' ')} ({self.cite(self.absence(name))})"
            )
        return part

    def absence(self, part: str) -> str:
        """The clause under which the book omits a part."""
        return dict(self.absent)[part]

    def cite(self, clause: str) -> str:
        """A citation for people: ``nz 9.1``."""
        return cite(self.book.id, clause)
