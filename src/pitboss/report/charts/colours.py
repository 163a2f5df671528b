"""The colours of a chart's letters, which help the eye but are never needed."""

from __future__ import annotations

from typing import Final, NamedTuple

from pitboss.solver.chart import Letter

INK: Final = "#1b1f24"
FAINT: Final = "#59616b"
PAPER: Final = "#ffffff"
RULE: Final = "#e9ecef"
NIGHT: Final = "#14181d"
NIGHT_INK: Final = "#e8eaed"
NIGHT_FAINT: Final = "#a3abb5"


class Colours(NamedTuple):
    """A background colour and the text colour on it, as ``#rrggbb``."""

    back: str
    ink: str


# Neighbouring letters differ in lightness too, for grey print and colour-blind readers.
_PALETTE: Final = {
    "green": Colours("#cdebd3", INK),
    "red": Colours("#b83227", PAPER),
    "blue": Colours("#1f5fa8", PAPER),
    "sky": Colours("#a5cdf3", INK),
    "gold": Colours("#f4bd3c", INK),
    "slate": Colours("#5b6470", PAPER),
    "silver": Colours("#cbd0d6", INK),
    "sand": Colours("#d8c08a", INK),
    "violet": Colours("#76389c", PAPER),
}
LETTERS: Final = {letter: _PALETTE[letter.colour] for letter in Letter}
HEADING: Final = Colours("#2b333d", PAPER)
HAND: Final = Colours(RULE, INK)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours by WCAG 2, from 1 (none) to 21.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)
