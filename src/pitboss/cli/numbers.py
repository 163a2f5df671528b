"""Numbers on the command line within limits, and options that need another."""

from __future__ import annotations

import re
from math import isfinite
from typing import Any, Final

import click
from click.core import ParameterSource

_LONGEST: Final = 40
"""The most characters that a number may have; longer ones are refused unread."""


class Whole(click.ParamType[int]):
    """A whole number within limits, which may be written 1e9 or 100_000_000."""

    name = "number"

    def __init__(self, least: int, most: int, what: str = "number") -> None:
        self.least, self.most, self.what = least, most, what

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number = _whole(str(value))
        if number is None or not self.least <= number <= self.most:
            least, most = _brief(self.least), _brief(self.most)
            raise click.UsageError(
                f"{_option(param)} {shortened(value)} is not a whole {self.what} "
                f"from {least} to {most}"
            )
        return number


class Positive(click.ParamType[float]):
    """A number above zero and at most ``most``."""

    name = "number"

    def __init__(self, most: float, example: str) -> None:
        self.most, self.example = most, example

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        text = str(value)
        try:
            number = float(text) if len(text) <= _LONGEST and text.isascii() else 0.0
        except ValueError:
            number = 0.0
        if not isfinite(number) or not 0 < number <= self.most:
            raise click.UsageError(
                f"{_option(param)} {shortened(value)} is not a number above zero "
                f"and at most {self.most:g}, such as {self.example}"
            )
        return number


def only_with(needed: str, *options: str) -> None:
    """Refuse options that were given but mean nothing without another, or with another value."""
    context = click.get_current_context()
    for option in context.command.params:
        name = option.name or ""
        source = context.get_parameter_source(name)
        if name in options and source is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{_option(option)} applies only with {needed}")


def shortened(value: object) -> str:
    """What was given, in quotes, cut where it is long."""
    text = str(value)
    return repr(text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…")


def _whole(text: str) -> int | None:
    """The whole number that a text writes; exponents are read only while they are small."""
    if len(text) > _LONGEST or not text.isascii():
        return None
    found = re.fullmatch(r"\s*([-+]?\d+(?:_\d+)*)(?:\.(\d*))?(?:[eE]\+?(\d{1,2}))?\s*", text)
    if found is None:
        return None
    digits, places, exponent = found[1], found[2] or "", int(found[3] or 0)
    shift = exponent - len(places)
    number = int(digits.replace("_", "") + places)
    if shift >= 0:
        return number * int(10**shift)
    whole, rest = divmod(number, 10**-shift)
    return None if rest else int(whole)


def _option(param: click.Parameter | None) -> str:
    return "it" if param is None else max(param.opts, key=len)


def _brief(number: int) -> str:
    """A limit as people write it.

    >>> _brief(7), _brief(10**15)
    ('7', '1e15')
    """
    text = str(number)
    zeros = len(text) - len(text.rstrip("0"))
    return f"{text[:-zeros]}e{zeros}" if zeros > 5 else text


depth_option = click.option(
    "--depth",
    type=Positive(0.99, "0.5"),
    default=0.5,
    show_default=True,
    help="Share of the shoe dealt.",
)
