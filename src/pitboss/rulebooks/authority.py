"""Who may order what: the titles of the documents, and the ranks of a house."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, unique
from typing import Any, Final

from msgspec import Struct


@unique
class StaffRank(StrEnum):
    """The ranks of the staff at a table, the lowest first."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    SHIFT_MANAGER = "shift manager"

    @property
    def level(self) -> int:
        """How high it is: a higher rank may order whatever a lower one may."""
        return tuple(StaffRank).index(self)


TITLES: Final[Mapping[str, StaffRank]] = {
    "dealer": StaffRank.DEALER,
    # The person who supervises the table, and through whom an operator or licensee acts (nz A60).
    "supervisor": StaffRank.SUPERVISOR,
    "floorperson": StaffRank.SUPERVISOR,
    "game supervisor": StaffRank.SUPERVISOR,
    "Pit Supervisor": StaffRank.SUPERVISOR,
    "casino operator": StaffRank.SUPERVISOR,
    "licensee": StaffRank.SUPERVISOR,
    # The person above the supervisor.
    "casino supervisor": StaffRank.SHIFT_MANAGER,
    "Pit Manager": StaffRank.SHIFT_MANAGER,
    "Table Games Shift Manager": StaffRank.SHIFT_MANAGER,
    "shift manager": StaffRank.SHIFT_MANAGER,
}
"""The rank of each title that a document uses."""


class Authority(Struct, frozen=True):
    """Who may order something, in the document's words, and the clause that says so."""

    title: str
    under: str

    @property
    def rank(self) -> StaffRank:
        """The lowest rank that may order it."""
        return TITLES[self.title]


def read_authority(raw: Mapping[str, Any], known: Mapping[str, str]) -> dict[str, Authority]:
    """Who may order each of the ``known`` remedies; raises ``ValueError``."""
    authority: dict[str, Authority] = {}
    for name, statement in raw.items():
        if name not in known:
            raise ValueError(f"{name} is not one of the book's remedies")
        if not isinstance(statement, dict) or set(statement) != {"by", "under"}:
            raise ValueError(f"{name} must be a table of by and under, not {statement!r}")
        if statement["by"] not in TITLES:
            titles = ", ".join(TITLES)
            raise ValueError(f"{name} names the unknown title {statement['by']!r}; known: {titles}")
        if not isinstance(statement["under"], str) or not statement["under"]:
            raise ValueError(f"{name} must cite a clause under 'under'")
        authority[name] = Authority(statement["by"], statement["under"])
    return authority
