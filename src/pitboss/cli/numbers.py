"""Numbers on the command line within limits, and options that need another."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource

from pitboss.numbers import NotANumber, approximate, decimal, exact, shortened


class WholeParameter(click.ParamType[int]):
    """A whole number within limits, which may be written 1e9 or 100_000_000."""

    name = "number"

    def __init__(self, least: int, most: int, what: str = "number") -> None:
        self.least, self.most, self.what = least, most, what

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number = _whole(str(value))
        if number is None or not self.least <= number <= self.most:
            least, most = _brief(self.least), _brief(self.most)
            raise click.UsageError(
                f"{_option(param)} {shortened(str(value))} is not a whole {self.what} "
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
        try:
            number = approximate(value, least=0, most=self.most)
        except NotANumber:
            number = 0.0
        if number == 0:
            raise click.UsageError(
                f"{_option(param)} {shortened(str(value))} is not a number above zero "
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


def _whole(text: str) -> int | None:
    """The whole number that a text writes; exponents are read only while they are small."""
    try:
        number = exact(decimal(text))
    except NotANumber:
        return None
    return number.numerator if number.denominator == 1 else None


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
