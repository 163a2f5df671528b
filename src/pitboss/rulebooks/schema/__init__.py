"""The schema of a book: parts of a few provisions each, without any defaults.

A book states every provision of every part, or cites the clause under which a part is absent. Side
bets are parts that a book names itself: ``side_bets.perfect_pairs``, and
``side_bets.madness_21.draw`` for the drawing of prizes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
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
from pitboss.rulebooks.schema.side_bets import ONLY_WHERE_ASKED, Draw, SideBet, SideBets
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


def _slots(part: str, kind: type[Struct]) -> Iterator[Slot]:
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if get_origin(hint) is Annotated:
            _, domain, question = get_args(hint)
            yield Slot(part, name, domain, question)
        elif kind is not SideBet:
            raise TypeError(f"{part}.{name} must have a domain and a question")


SLOTS: Final[dict[str, dict[str, Slot]]] = {
    part: {slot.name: slot for slot in _slots(part, kind)} for part, kind in PARTS.items()
}
"""Every slot of the schema by part and name, but for those of side bets."""

SIDE_BETS: Final = "side_bets"
"""The table of a book in which its side bets are, each a part by itself."""


@cache
def slots_of(part: str) -> dict[str, Slot]:
    """The slots of a part by name; a side bet's part is ``side_bets.perfect_pairs``."""
    if not part.startswith(f"{SIDE_BETS}."):
        return SLOTS[part]
    kind = Draw if part.endswith(".draw") else SideBet
    return {slot.name: slot for slot in _slots(part, kind)}


def summary_of(part: str) -> str:
    """What a part is about, in one sentence."""
    kind = PARTS.get(part, Draw if part.endswith(".draw") else SideBet)
    return (kind.__doc__ or "").strip().splitlines()[0]


def slot(path: str) -> Slot:
    """The slot at ``part.name``."""
    part, _, name = path.rpartition(".")
    return slots_of(part)[name]


def build(part: str, values: dict[str, Any]) -> Struct:
    """Build a part from its provisions."""
    return PARTS[part](**values)


class SideBetHead(NamedTuple):
    """What a book calls a side bet, and what it provides if no row wins."""

    name: str
    short: str
    label: str


def build_side_bet(id: str, head: SideBetHead, values: dict[str, Any], draw: Any) -> SideBet:
    """The side bet filled with these provisions; ``draw`` are those of its drawing, or None."""
    document = {**dict.fromkeys(ONLY_WHERE_ASKED), **values}
    drawn = None if draw is None else Draw(**draw)
    return SideBet(**document, id=id, **head._asdict(), draw=drawn)


__all__ = [
    "ONLY_WHERE_ASKED",
    "OPTIONAL_PARTS",
    "PARTS",
    "SIDE_BETS",
    "SLOTS",
    "Draw",
    "Parts",
    "SideBet",
    "SideBetHead",
    "SideBets",
    "Slot",
    "build",
    "build_side_bet",
    "slot",
    "slots_of",
    "summary_of",
]
