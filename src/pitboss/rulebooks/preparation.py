"""How a book has the cards prepared before they are shuffled, step by step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

Conditions = dict[str, Any]
"""Elections and the value, or list of values, for which something applies."""


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One step: who does it, under which clause, and with which elections it is needed.

    An optional step is a right of somebody; ``brings`` says which elections it overrides.
    """

    step: str
    by: str
    under: str
    when: Conditions = {}
    optional: bool = False
    brings: Conditions = {}

    def applies(self, elected: Mapping[str, Any]) -> bool:
        """Whether the step belongs to a table with these elections."""
        return _fits(self.when, elected)


class Batches(Struct, frozen=True, forbid_unknown_fields=True):
    """How many batches of cards take turns, with which elections, under which clause."""

    number: int
    under: str
    when: Conditions = {}


class Renewal(Struct, frozen=True, forbid_unknown_fields=True):
    """After how many hours the decks are replaced, and under which clause."""

    hours: int
    under: str


class Idle(Struct, frozen=True, forbid_unknown_fields=True):
    """Which election says how many minutes without a wager are too many, and the clause."""

    elected: str
    under: str


class Uncut(Struct, frozen=True, forbid_unknown_fields=True):
    """With which elections the shuffled cards are not cut, and under which clause."""

    under: str
    when: Conditions


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a book says about the cards outside the rounds.

    ``first_shuffle`` is the clause that orders the shuffle at the start of play.
    """

    steps: tuple[Step, ...] = ()
    after_idle: tuple[Step, ...] = ()
    batches: tuple[Batches, ...] = ()
    uncut: tuple[Uncut, ...] = ()
    renewal: Renewal | None = None
    idle: Idle | None = None
    first_shuffle: str | None = None

    def batches_of(self, elected: Mapping[str, Any]) -> int:
        """How many batches a table with these elections has."""
        return next((b.number for b in self.batches if _fits(b.when, elected)), 1)

    def uncut_under(self, elected: Mapping[str, Any]) -> str | None:
        """The clause under which a table with these elections does without a cut, if any."""
        return next((u.under for u in self.uncut if _fits(u.when, elected)), None)

    def elections(self) -> set[str]:
        """Every election that it names."""
        conditions = [s.when for s in (*self.steps, *self.after_idle)]
        conditions += [s.brings for s in self.steps] + [b.when for b in self.batches]
        conditions += [u.when for u in self.uncut]
        named = {key for when in conditions for key in when}
        return named | ({self.idle.elected} if self.idle is not None else set())

    def citations(self) -> dict[str, str]:
        """Every clause it cites, by where it stands."""
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
