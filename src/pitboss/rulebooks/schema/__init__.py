"""The schema of a book: parts of a few provisions each, without any defaults.

A book states every provision of every part, or cites the clause under which a part is absent.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin, get_type_hints

from msgspec import Struct

from pitboss.rulebooks.domains import Domain
from pitboss.rulebooks.schema.equipment import Cutting, Equipment, Shoe
from pitboss.rulebooks.schema.irregularities import Irregularities, Rebuilding
from pitboss.rulebooks.schema.play import (
    Counting,
    Deal,
    Dealer,
    Doubling,
    Drawing,
    Splitting,
    Surrendering,
    Zapping,
)
from pitboss.rulebooks.schema.settlement import (
    Banking,
    Comparison,
    EvenMoney,
    Insurance,
    OverOver,
    Settlement,
)
from pitboss.rulebooks.schema.side_bets import (
    Buster,
    Madness21,
    OverUnder13,
    PerfectPairs,
    PlayerPair,
    SuperSevens,
)
from pitboss.rulebooks.schema.wagers import Betting, Boxes, Excess, Limits, Sharing


class Parts(Struct, frozen=True):
    """All parts of a book; an optional part that the book omits is None."""

    equipment: Equipment
    shoe: Shoe
    cutting: Cutting | None
    limits: Limits
    boxes: Boxes
    sharing: Sharing
    betting: Betting
    excess: Excess | None
    counting: Counting
    deal: Deal
    dealer: Dealer
    drawing: Drawing
    doubling: Doubling
    splitting: Splitting
    surrendering: Surrendering | None
    zapping: Zapping | None
    insurance: Insurance
    even_money: EvenMoney | None
    comparison: Comparison
    over_over: OverOver | None
    settlement: Settlement
    banking: Banking | None
    perfect_pairs: PerfectPairs | None
    player_pair: PlayerPair | None
    over_under_13: OverUnder13 | None
    super_sevens: SuperSevens | None
    madness_21: Madness21 | None
    buster: Buster | None
    irregularities: Irregularities
    rebuilding: Rebuilding | None


class Slot(NamedTuple):
    """A slot that a book fills: part, name, allowed values, and the question it answers."""

    part: str
    name: str
    domain: Domain
    question: str

    @property
    def path(self) -> str:
        return f"{self.part}.{self.name}"


def _parts() -> tuple[dict[str, type[Struct]], frozenset[str]]:
    kinds: dict[str, type[Struct]] = {}
    optional = set()
    for name, hint in get_type_hints(Parts).items():
        choices = get_args(hint)
        if type(None) in choices:
            optional.add(name)
            hint = choices[0]
        kinds[name] = hint
    return kinds, frozenset(optional)


PARTS: Final = _parts()[0]
"""The parts of the schema by name."""

OPTIONAL_PARTS: Final = _parts()[1]
"""The parts that a book may list as absent."""


def _slots(part: str) -> Iterator[Slot]:
    for name, hint in get_type_hints(PARTS[part], include_extras=True).items():
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{part}.{name} must have a domain and a question")
        _, domain, question = get_args(hint)
        yield Slot(part, name, domain, question)


SLOTS: Final[dict[str, dict[str, Slot]]] = {
    part: {slot.name: slot for slot in _slots(part)} for part in PARTS
}
"""Every slot of the schema by part and name."""


def slot(path: str) -> Slot:
    """The slot at ``part.name``."""
    part, _, name = path.partition(".")
    return SLOTS[part][name]


def build(part: str, values: dict[str, Any]) -> Struct:
    """Build a part from its provisions."""
    return PARTS[part](**values)
