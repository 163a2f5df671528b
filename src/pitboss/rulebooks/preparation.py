"""The steps by which a book has the cards prepared before the shuffle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

Conditions = dict[str, Any]
"""Elections, each with the value or values to which something applies."""


class PreparationStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One step: who takes it, under which clause, and with which elections it is required.

    An optional step is a right; ``brings`` lists the elections it overrides.
    """

    step: str
    by: str
    under: str
    when: Conditions = {}
    optional: bool = False
    brings: Conditions = {}

    def applies(self, elected: Mapping[str, Any]) -> bool:
        """Whether a table with these elections takes the step."""
        return _fits(self.when, elected)


class Batches(Struct, frozen=True, forbid_unknown_fields=True):
    """How many batches of cards alternate, with which elections, under which clause."""

    number: int
    under: str
    when: Conditions = {}


class Renewal(Struct, frozen=True, forbid_unknown_fields=True):
    """After how many hours the decks are replaced, and under which clause."""

    hours: int
    under: str


class Idle(Struct, frozen=True, forbid_unknown_fields=True):
    """The election that sets the idle limit in minutes, and the clause."""

    elected: str
    under: str


class Uncut(Struct, frozen=True, forbid_unknown_fields=True):
    """With which elections the shuffled cards are not cut, and under which clause."""

    under: str
    when: Conditions


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """How a book has the cards handled outside the rounds.

    ``first_shuffle`` is the clause that orders the shuffle at the start of play.
    """

    steps: tuple[PreparationStep, ...] = ()
    after_idle: tuple[PreparationStep, ...] = ()
    batches: tuple[Batches, ...] = ()
    uncut: tuple[Uncut, ...] = ()
    renewal: Renewal | None = None
    idle: Idle | None = None
    first_shuffle: str | None = None

    def batches_of(self, elected: Mapping[str, Any]) -> int:
        """The number of batches at a table with these elections."""
        return next((b.number for b in self.batches if _fits(b.when, elected)), 1)

    def uncut_under(self, elected: Mapping[str, Any]) -> str | None:
        """The clause under which a table with these elections skips the cut, if any."""
        return next((u.under for u in self.uncut if _fits(u.when, elected)), None)

    def elections(self) -> set[str]:
        """Every election that it names."""
        conditions = [s.when for s in (*self.steps, *self.after_idle)]
        conditions += [s.brings for s in self.steps] + [b.when for b in self.batches]
        conditions += [u.when for u in self.uncut]
        named = {key for when in conditions for key in when}
        return named | ({self.idle.elected} if self.idle is not None else set())

    def citations(self) -> dict[str, str]:
        """Every clause it cites, by place in the book."""
        cited = {f"opening.steps {i}": one.under for i, one in enumerate(self.steps, 1)}
        cited |= {f"opening.after_idle {i}": s.under for i, s in enumerate(self.after_idle, 1)}
        cited |= {f"opening.batches {i}": one.under for i, one in enumerate(self.batches, 1)}
        cited |= {f"opening.uncut {i}": one.under for i, one in enumerate(self.uncut, 1)}
        if self.renewal is not None:
            cited["opening.renewal"] = self.renewal.under
        if self.idle is not None:
            cited["opening.idle"] = self.idle.under
        if self.first_shuffle is not None:
            cited["opening.first_shuffle"] = self.first_shuffle
        return cited


def _fits(when: Conditions, elected: Mapping[str, Any]) -> bool:
    return all(
        elected[key] in (value if isinstance(value, list) else [value])
        for key, value in when.items()
    )
