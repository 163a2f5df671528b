"""How a counter bets: units by the count, and what else depends on it.

A spread comes from a file, in TOML or JSON:

    by = "true"                                       # or "running": which count is meant
    bets = { "-10" = 1, "1" = 2, "2" = 4, "3" = 8 }   # from that count on; 0 sits out
    insure_at = 3                                     # insurance from that count on
    enter_at = 1                                      # enter at this count, leave below that one
    leave_below = -1
    company = 2                                       # other players, who bet one unit every round
    [[deviations]]
    hand = "16"                                       # as in a chart
    up = "T"
    act = "stand"
    at = 0                                            # from that count up; or below = 0
    [side_bets.perfect_pairs]
    stake = 0.5                                       # in units, from that count on
    from = 4

or, for bets alone, in two columns of CSV under ``true_count,bet`` or
``running_count,bet``. With a running count the first bet is made at lower counts as well if it
begins at the count of a new shoe or below.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple

from pitboss.acts import HandAct
from pitboss.documents import json_value, toml
from pitboss.law.wagers import is_side_bet, kind_of
from pitboss.numbers import NotANumber, exact, shortened, whole

from .counts import FARTHEST, TRUE_COUNTS, CountSpan
from .deviations import LOWEST, Deviation
from .seats import NEVER, Seat

_HEADINGS: Final[Mapping[tuple[str, ...], str]] = {
    ("true_count", "bet"): "true",
    ("running_count", "bet"): "running",
}
_MOST_UNITS: Final = 10_000
_MOST_COMPANY: Final = 99
_FINEST: Final = 100


class BadSpread(ValueError):
    """A spread that cannot be read; the message says why."""


class SideStake(NamedTuple):
    """A side bet that is placed: its stake in units, and the count from which it is placed."""

    kind: str
    stake: Fraction
    from_: int | None = None


class Spread(NamedTuple):
    """A counter's bets, and everything else that depends on the count."""

    bets: tuple[tuple[int, int], ...] = ((LOWEST, 1),)
    """Units from which count on, in rising order"""
    insure_at: int | None = None
    enter_at: int | None = None
    leave_below: int | None = None
    company: int = 0
    """The number of other players, who bet one unit every round"""
    deviations: tuple[Deviation, ...] = ()
    side_bets: tuple[SideStake, ...] = ()
    by: str | None = None
    """Which count is meant, "true" or "running", where the file says so"""

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
    def plays(self) -> Spread:
        """Its plays and insurance alone."""
        return Spread(deviations=self.deviations, insure_at=self.insure_at)

    def sits_out(self, span: CountSpan = TRUE_COUNTS) -> bool:
        """Whether there are rounds without a bet."""
        looks_on = self.enter_at is not None or self.leave_below is not None
        return looks_on or 0 in self.seat().bets(span)

    def check(self, span: CountSpan) -> None:
        """Raise ``BadSpread`` for another kind of count, or for anything out of range."""
        _check_amounts(self)
        if self.by is not None and (self.by == "running") != span.is_running:
            raise BadSpread(f"the spread is by {self.by} count, but the system keeps a {span.by}")
        for at, _ in self.bets:
            if at != LOWEST and not span.lowest <= at <= span.highest:
                counts = f"{span.by}s go from {span.lowest} to {span.highest} here"
                raise BadSpread(f"{counts}; the bet at {at} would never be made on its own")


def _check_amounts(spread: Spread) -> None:
    """Raise ``BadSpread`` for what a file could not have said."""
    try:
        bets, deviations = dict(spread.bets), tuple[Any, ...](spread.deviations)
        stakes = [(each.kind, each.stake, each.from_) for each in spread.side_bets]
    except (TypeError, ValueError, AttributeError):
        raise BadSpread(
            "a spread has pairs of a count and a bet, deviations and side bets"
        ) from None
    if tuple(spread.bets) != _bets(bets):
        raise BadSpread("the bets of a spread are in the order of their counts, each count once")
    if not 0 <= _whole("company", spread.company) <= _MOST_UNITS:
        raise BadSpread("company must be the number of other players")
    for name in ("insure_at", "enter_at", "leave_below"):
        _count(spread._asdict(), name)
    for each in deviations:
        if not isinstance(each, Deviation) or not isinstance(each.act, HandAct):
            raise BadSpread(f"{each!r} is not a deviation")
        _threshold("the count of a deviation", each.at)
    for kind, stake, from_ in stakes:
        _check_stake(kind, stake)
        if from_ is not None:
            _threshold(f"the count of {kind}", from_)


def _check_stake(name: str, stake: Any) -> None:
    is_amount = isinstance(stake, int | Fraction) and not isinstance(stake, bool)
    if not is_amount or not 0 < stake <= _MOST_UNITS or stake.denominator > FARTHEST:
        raise BadSpread(
            f"the stake of {name} is {stake}; it must be above 0 and at most {_MOST_UNITS} units, "
            f"in parts of 1/{FARTHEST} at the finest"
        )


def read_spread(path: str | Path) -> Spread:
    """Read a spread from a file; raise ``BadSpread`` if that fails."""
    path = Path(path)
    try:
        text = path.read_text("utf-8-sig")
        match path.suffix.lower():
            case ".csv":
                by, columns = _columns(text)
                return Spread(_bets(columns), by=by)
            case ".toml":
                value = toml(text)
            case ".json":
                value = json_value(text)
            case _:
                raise BadSpread("a spread must be a .toml, .json or .csv file")
        return spread_of(value)
    except BadSpread as error:
        raise BadSpread(f"{path.name}: {error}") from None
    except OSError as error:
        raise BadSpread(f"the spread {str(path)!r} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise BadSpread(f"{path.name} cannot be read: {error}") from None


def spread_of(value: object) -> Spread:
    """Read a spread from the contents of a file."""
    if not isinstance(value, Mapping):
        raise BadSpread('a spread needs bets, such as bets = { "-10" = 1, "2" = 4 }')
    strange = sorted(set(value) - set(Spread._fields))
    if strange:
        known = ", ".join(Spread._fields)
        raise BadSpread(f"unknown key {strange[0]!r} in a spread; the keys: {known}")
    bets = value.get("bets", {LOWEST: 1})
    if not isinstance(bets, Mapping):
        raise BadSpread('bets must be units by count, such as { "-10" = 1, "2" = 4 }')
    by = value.get("by")
    if by not in (None, "true", "running"):
        raise BadSpread(f'by must be "true" or "running", not {shortened(by)}')
    company = _whole("company", value.get("company", 0))
    if not 0 <= company <= _MOST_COMPANY:
        raise BadSpread(f"company must be the number of other players, at most {_MOST_COMPANY}")
    return Spread(
        _bets(bets),
        _count(value, "insure_at"),
        _count(value, "enter_at"),
        _count(value, "leave_below"),
        company,
        tuple(_deviation(each) for each in _listed(value, "deviations")),
        tuple(_side_bets(value.get("side_bets", {}))),
        by,
    )


def _bets(bets: Mapping[Any, Any]) -> tuple[tuple[int, int], ...]:
    result = {}
    for at, units in bets.items():
        count, bet = _whole("a count", at), _whole(f"the bet at {at}", units)
        if not 0 <= bet <= _MOST_UNITS:
            raise BadSpread(f"the bet at {at} is {bet} units; it may be 0 to {_MOST_UNITS}")
        if abs(count) > FARTHEST and count != LOWEST:
            raise BadSpread(f"counts go from -{FARTHEST} to {FARTHEST}, not to {at}")
        result[count] = bet
    if not any(result.values()):
        raise BadSpread("a spread needs a bet at some count")
    return tuple(sorted(result.items()))


def _columns(text: str) -> tuple[str, dict[str, str]]:
    """Which count the heading names, and the bets."""
    try:
        lines = [line for line in csv.reader(text.splitlines()) if any(map(str.strip, line))]
    except csv.Error as error:
        raise BadSpread(f"it is not CSV: {error}") from None
    by = _HEADINGS.get(tuple(cell.strip() for cell in lines[0])) if lines else None
    if by is None:
        either = " or ".join(",".join(heading) for heading in _HEADINGS)
        raise BadSpread(f"it must begin with the line {either}")
    for line in lines[1:]:
        if len(line) != 2:
            raise BadSpread(f"{','.join(line)!r} is not a {by} count and a bet")
    return by, {line[0].strip(): line[1].strip() for line in lines[1:]}


def _deviation(value: object) -> Deviation:
    if not isinstance(value, Mapping) or not {"hand", "up", "act"} <= set(value):
        raise BadSpread("a deviation needs hand, up, act, and at or below")
    if ("at" in value) == ("below" in value) or len(value) != 4:
        raise BadSpread("a deviation needs hand, up, act, and either at or below")
    try:
        act = HandAct[str(value["act"]).upper()]
    except KeyError:
        known = ", ".join(act.word for act in HandAct)
        raise BadSpread(f"{value['act']!r} is not an act; the acts: {known}") from None
    below = "below" in value
    at = _threshold("a count", value["below" if below else "at"])
    return Deviation(str(value["hand"]), str(value["up"]), act, at, below)


def _side_bets(value: object) -> list[SideStake]:
    if not isinstance(value, Mapping):
        raise BadSpread("side_bets needs a table for each bet, such as [side_bets.perfect_pairs]")
    return [_side_bet(str(name), part) for name, part in value.items()]


def _side_bet(name: str, value: object) -> SideStake:
    if not isinstance(value, Mapping) or "stake" not in value or set(value) - {"stake", "from"}:
        raise BadSpread(f"the side bet {name} needs a stake and may have from")
    try:
        stake = exact(value["stake"], least=0, most=_MOST_UNITS)
        if stake == 0 or stake.denominator > _FINEST:
            raise NotANumber(stake, "an amount")
    except NotANumber:
        raise BadSpread(
            f"the stake of {name} is {shortened(value['stake'])}, not a number of units above 0 "
            f"and at most {_MOST_UNITS}, in parts of at least 1/{_FINEST}"
        ) from None
    return SideStake(side_bet_kind(name), stake, _count(value, "from"))


def side_bet_kind(name: str) -> str:
    """The id of a side bet, whether or not a table offers it."""
    if not is_side_bet(name) or not name:
        raise BadSpread(f"{name!r} is not a side bet")
    return kind_of(name)


def _listed(document: Mapping[Any, Any], name: str) -> list[object]:
    listed = document.get(name, [])
    if not isinstance(listed, list):
        raise BadSpread(f"{name} must be a list")
    return listed


def _count(document: Mapping[Any, Any], name: str) -> int | None:
    return None if document.get(name) is None else _threshold(name, document[name])


def _threshold(what: str, value: object) -> int:
    count = _whole(what, value)
    if abs(count) > FARTHEST:
        raise BadSpread(f"{what} is {count}; counts go from -{FARTHEST} to {FARTHEST}")
    return count


def _whole(what: str, value: object) -> int:
    try:
        return whole(value, allowed="a whole number")
    except NotANumber:
        raise BadSpread(f"{what} is {shortened(value)}, not a whole number") from None
