"""The strategies a player may be priced with."""

from __future__ import annotations

from enum import StrEnum, unique
from typing import Final


@unique
class Policy(StrEnum):
    """A strategy to price; each is worth at least as much as the next."""

    OPTIMAL = "optimal"
    """By the exact cards; how a split hand is played and resplit may depend on the pair."""
    CDZ = "cdz"
    """By the exact cards, split hands as if never split, resplit whenever allowed."""
    BASIC = "basic"
    """By totals alone, as a chart shows it."""

    @classmethod
    def _missing_(cls, value: object) -> None:
        raise ValueError(f"no policy {value!r}; the policies are {', '.join(cls)}")

    @property
    def meaning(self) -> str:
        """The policy in a few words."""
        return _MEANINGS[self]


_MEANINGS: Final = {
    Policy.OPTIMAL: "best composition-dependent play",
    Policy.CDZ: "composition-dependent, split hands played as if never split",
    Policy.BASIC: "best total-dependent play, as charted",
}
