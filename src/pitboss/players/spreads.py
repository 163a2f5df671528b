"""How a counter bets: so many units from which true count on, and what else hangs on the count.

A spread comes from a file, in TOML or JSON:

    bets = { "-10" = 1, "1" = 2, "2" = 4, "3" = 8 }   # from that true count on; 0 sits out
    insure_at = 3                                     # insurance from that true count on
    enter_at = 1                                      # sit down there, and leave below that one
    leave_below = -1
    company = 2                                       # others, who bet one unit on every round
    [[deviations]]
    hand = "16"                                       # as a chart names it
    up = "T"
    act = "stand"
    at = 0                                            # from that count on; or below = 0
    [side_bets.perfect_pairs]
    stake = 0.5                                       # in units, from that true count on
    from = 4

or, where there is nothing but bets, in two columns of CSV under ``true_count,bet``.
"""

from __future__ import annotations

import csv
import json
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple

from pitboss.compiled.acts import Act
from pitboss.law.wagers import is_side_bet, kind_of

from .deviations import LOWEST, Deviation
from .seats import BUCKETS, NEVER, Seat

_HEADING: Final = ["true_count", "bet"]
_FURTHEST: Final = BUCKETS // 2
_MOST_UNITS: Final = 10_000


class BadSpread(ValueError):
    """Raised for a spread that cannot be read; says what is wrong."""


class SideStake(NamedTuple):
    """A side bet that money is put on: how much, in units, and from which true count on."""

    kind: str
    stake: Fraction
    from_: int | None = None


class Spread(NamedTuple):
    """The bets of a counter, and what else is decided by the count."""

    bets: tuple[tuple[int, int], ...] = ((-_FURTHEST, 1),)
    """Units from which true count on, in rising order"""
    insure_at: int | None = None
    enter_at: int | None = None
    leave_below: int | None = None
    company: int = 0
    """How many others sit there, who bet one unit on every round"""
    deviations: tuple[Deviation, ...] = ()
    side_bets: tuple[SideStake, ...] = ()

    @classmethod
    def of(cls, bets: Mapping[int, int]) -> Spread:
        """A spread of bets alone: ``Spread.of({-10: 1, 2: 4, 4: 8})``."""
        return cls(_bets(bets))

    def seat(self) -> Seat:
        """The counter's own seat."""
        return Seat(
            spread=self.bets,
            deviations=self.deviations,
            insures_at=NEVER if self.insure_at is None else self.insure_at,
            enters_at=LOWEST if self.enter_at is None else self.enter_at,
            leaves_below=LOWEST if self.leave_below is None else self.leave_below,
        )

    @property
    def sits_out(self) -> bool:
        """Whether there are rounds without a bet."""
        looks_on = self.enter_at is not None or self.leave_below is not None
        return looks_on or self.bets[0][0] > -_FURTHEST or any(bet == 0 for _, bet in self.bets)


def read_spread(path: str | Path) -> Spread:
    """A spread from a file; ``BadSpread`` where it cannot be read."""
    path = Path(path)
    try:
        text = path.read_text("utf-8-sig")
        match path.suffix.lower():
            case ".csv":
                return Spread(_bets(_columns(text)))
            case ".toml":
                said = tomllib.loads(text)
            case ".json":
                said = json.loads(text)
            case _:
                raise BadSpread("a spread is a file in .toml, .json or .csv")
        return spread_of(said)
    except BadSpread as error:
        raise BadSpread(f"{path.name}: {error}") from None
    except OSError as error:
        raise BadSpread(f"the spread {str(path)!r} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise BadSpread(f"{path.name} cannot be read: {error}") from None


def spread_of(said: object) -> Spread:
    """A spread as a file says it."""
    if not isinstance(said, Mapping):
        raise BadSpread('a spread says its bets, such as bets = { "-10" = 1, "2" = 4 }')
    strange = sorted(set(said) - set(Spread._fields))
    if strange:
        raise BadSpread(f"a spread has no {strange[0]!r}; it has {', '.join(Spread._fields)}")
    bets = said.get("bets", {-_FURTHEST: 1})
    if not isinstance(bets, Mapping):
        raise BadSpread('bets are units by true count, such as { "-10" = 1, "2" = 4 }')
    company = _whole("company", said.get("company", 0))
    if company < 0:
        raise BadSpread("company is how many others sit there")
    return Spread(
        _bets(bets),
        _count(said, "insure_at"),
        _count(said, "enter_at"),
        _count(said, "leave_below"),
        company,
        tuple(_deviation(each) for each in _listed(said, "deviations")),
        tuple(_side_bets(said.get("side_bets", {}))),
    )


def _bets(bets: Mapping[Any, Any]) -> tuple[tuple[int, int], ...]:
    found = {}
    for at, units in bets.items():
        count, bet = _whole("a true count", at), _whole(f"the bet at {at}", units)
        if not 0 <= bet <= _MOST_UNITS:
            raise BadSpread(f"the bet at {at} is {bet} units; it may be 0 to {_MOST_UNITS}")
        if not -_FURTHEST <= count <= _FURTHEST:
            raise BadSpread(f"true counts go from -{_FURTHEST} to {_FURTHEST}, and not to {at}")
        found[count] = bet
    if not any(found.values()):
        raise BadSpread("a spread has a bet at some true count")
    return tuple(sorted(found.items()))


def _columns(text: str) -> dict[str, str]:
    lines = [line for line in csv.reader(text.splitlines()) if any(map(str.strip, line))]
    if not lines or [cell.strip() for cell in lines[0]] != _HEADING:
        raise BadSpread(f"it must begin with the line {','.join(_HEADING)}")
    for line in lines[1:]:
        if len(line) != 2:
            raise BadSpread(f"{','.join(line)!r} is not a true count and a bet")
    return {line[0].strip(): line[1].strip() for line in lines[1:]}


def _deviation(said: object) -> Deviation:
    if not isinstance(said, Mapping) or not {"hand", "up", "act"} <= set(said):
        raise BadSpread("a deviation has hand, up, act, and at or below")
    if ("at" in said) == ("below" in said) or len(said) != 4:
        raise BadSpread("a deviation has hand, up, act, and either at or below")
    try:
        act = Act[str(said["act"]).upper()]
    except KeyError:
        known = ", ".join(act.name.lower() for act in Act)
        raise BadSpread(f"{said['act']!r} is no act; the acts are {known}") from None
    below = "below" in said
    at = _whole("a true count", said["below" if below else "at"])
    return Deviation(str(said["hand"]), str(said["up"]), act, at, below)


def _side_bets(said: object) -> list[SideStake]:
    if not isinstance(said, Mapping):
        raise BadSpread("side_bets has a part for each, such as [side_bets.perfect_pairs]")
    return [_side_bet(str(name), part) for name, part in said.items()]


def _side_bet(name: str, said: object) -> SideStake:
    if not isinstance(said, Mapping) or "stake" not in said or set(said) - {"stake", "from"}:
        raise BadSpread(f"the side bet {name} has a stake and, if need be, from")
    try:
        stake = Fraction(str(said["stake"]))
    except (ValueError, ZeroDivisionError):
        stake = Fraction(0)
    if stake <= 0:
        raise BadSpread(f"the stake of {name} is {said['stake']!r}, and no amount")
    return SideStake(side_bet_kind(name), stake, _count(said, "from"))


def side_bet_kind(name: str) -> str:
    """The id of a side bet, whether or not any table offers it."""
    if not is_side_bet(name) or not name:
        raise BadSpread(f"{name!r} is not a side bet")
    return kind_of(name)


def _listed(said: Mapping[Any, Any], name: str) -> list[object]:
    listed = said.get(name, [])
    if not isinstance(listed, list):
        raise BadSpread(f"{name} is a list")
    return listed


def _count(said: Mapping[Any, Any], name: str) -> int | None:
    return None if said.get(name) is None else _whole(name, said[name])


def _whole(what: str, value: object) -> int:
    try:
        if isinstance(value, int | str) and not isinstance(value, bool):
            return int(value)
    except ValueError:
        pass
    raise BadSpread(f"{what} is {value!r}, and no whole number")
