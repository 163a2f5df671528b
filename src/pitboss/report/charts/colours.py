"""The colours of the letters: an aid to the eye, never needed to read a chart."""

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
    """A background and the colour of what is printed on it, as ``#rrggbb``."""

    back: str
    ink: str


# Neighbours on a chart differ in lightness too, for grey print and for the colour-blind.
LETTERS: Final = {
    Letter.HIT: Colours("#cdebd3", INK),
    Letter.STAND: Colours("#b83227", PAPER),
    Letter.DOUBLE: Colours("#1f5fa8", PAPER),
    Letter.DOUBLE_OR_STAND: Colours("#a5cdf3", INK),
    Letter.SPLIT: Colours("#f4bd3c", INK),
    Letter.SURRENDER: Colours("#5b6470", PAPER),
    Letter.SURRENDER_OR_STAND: Colours("#cbd0d6", INK),
    Letter.SURRENDER_OR_SPLIT: Colours("#d8c08a", INK),
    Letter.ZAP: Colours("#76389c", PAPER),
}
HEADING: Final = Colours("#2b333d", PAPER)
HAND: Final = Colours(RULE, INK)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours by the formula of WCAG 2: 1 for none, 21 at most.

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
