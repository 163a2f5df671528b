"""How the player is taken to play."""

from __future__ import annotations

from enum import StrEnum, unique
from typing import Final


@unique
class Policy(StrEnum):
    """Which strategy is priced; each is worth at least as much as the next."""

    OPTIMAL = "optimal"
    """By the exact cards; a split hand may be played by the pair it came from, or not resplit."""
    CDZ = "cdz"
    """By the exact cards, split hands as if never split, resplit whenever allowed."""
    BASIC = "basic"
    """By totals alone, as a chart shows it."""

    @classmethod
    def _missing_(cls, value: object) -> None:
        raise ValueError(f"there is no policy {value!r}; there are {', '.join(cls)}")

    @property
    def meaning(self) -> str:
        """The policy in a few words."""
        return _MEANINGS[self]


_MEANINGS: Final = {
    Policy.OPTIMAL: "best play by the cards",
    Policy.CDZ: "by the cards, no memory of a split",
    Policy.BASIC: "best play by totals, as a chart has it",
}
