"""Read what a learner passes to an environment: acts, seeds, masks, and the options of a game.

The kernels check no bounds, so nothing reaches them that has not passed through here.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import index
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

MOST_TABLES: Final = 1 << 20
"""The most tables of a vector, about a kilobyte each."""
_LARGEST: Final = 10**6
"""The largest bet, stake or bank, in units."""
_NOT_AN_ARRAY: Final = (ValueError, TypeError, OverflowError, RecursionError, MemoryError)


class BadEnvironment(ValueError):
    """Raised for options that the book does not allow; says why."""


class BadArgument(ValueError):
    """Raised for acts, seeds and masks that an environment cannot take; says why."""


def brief(value: object) -> str:
    """A value as a message quotes it."""
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype} with the shape {value.shape}"
    return reprlib.repr(value)


def act_of(action: Any, many: int) -> int:
    """The number of an act, which is below a bound."""
    try:
        act = -1 if isinstance(action, bool) else index(action)
    except TypeError:
        act = -1
    if 0 <= act < many:
        return act
    raise BadArgument(f"an act is a whole number from 0 to {many - 1}, not {brief(action)}")


def read_acts(actions: Any, acts: NDArray[np.int64]) -> None:
    """Copy an act for every table; what the caller keeps is never passed to a kernel."""
    given = actions if type(actions) is np.ndarray else _array(actions, len(acts))
    if given.shape != acts.shape or given.dtype.kind not in "iu":
        what = f"acts must be {len(acts)} whole numbers, one for each table"
        raise BadArgument(f"{what}, not {brief(given)}")
    acts[...] = given


def _array(actions: Any, many: int) -> NDArray[Any]:
    what = f"acts must be {many} whole numbers, one for each table"
    try:
        # A long sequence would be copied only to be refused.
        is_long = len(actions) != many if hasattr(actions, "__len__") else False
        given = None if is_long else np.asarray(actions)
    except _NOT_AN_ARRAY:
        given = None
    if given is None:
        raise BadArgument(f"{what}, not {brief(actions)}")
    return given


def seeds_of(seed: Any, many: int) -> list[int | None]:
    """A seed for every table: counted up from one number, as listed, or fresh."""
    if seed is None:
        seed = int(np.random.SeedSequence().generate_state(1)[0])
    if isinstance(seed, int | np.integer) and not isinstance(seed, bool):
        return [_seed(int(seed)) + i for i in range(many)]
    seed = seed.tolist() if isinstance(seed, np.ndarray) else seed
    if not isinstance(seed, Sequence) or isinstance(seed, str | bytes):
        raise BadArgument(f"a seed is a whole number, or one for each table, not {brief(seed)}")
    if len(seed) != many:
        raise BadArgument(f"{len(seed)} seeds for {many} tables; give one for each, or a number")
    return [None if each is None else _seed(each) for each in seed]


def _seed(seed: Any) -> int:
    is_whole = isinstance(seed, int | np.integer) and not isinstance(seed, bool)
    if not is_whole or seed < 0:
        raise BadArgument(f"a seed is a whole number of at least 0, not {brief(seed)}")
    return int(seed)


def options_of(options: Any) -> Mapping[str, Any]:
    """The options of a reset."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise BadArgument(f"options must be a dictionary, not {brief(options)}")
    if not isinstance(options.get("shuffle", False), bool | np.bool_ | int):
        raise BadArgument(f"shuffle must be True or False, not {brief(options['shuffle'])}")
    return options


def reset_mask(mask: Any, many: int) -> NDArray[np.bool_]:
    """Which tables to reset: a boolean for each, at least one of them true."""
    what = f"reset_mask must be an array of {many} booleans, one for each table"
    if not isinstance(mask, np.ndarray) or mask.shape != (many,) or mask.dtype != np.bool_:
        raise BadArgument(f"{what}, not {brief(mask)}")
    if not mask.any():
        raise BadArgument(f"{what}, of which at least one is true")
    return np.array(mask, np.bool_)


# The options of a game.


def whole(name: str, value: Any, most: int = _LARGEST) -> int:
    """An option that counts something."""
    try:
        number = 0 if isinstance(value, bool) else index(value)
    except TypeError:
        number = 0
    if 1 <= number <= most:
        return number
    raise BadEnvironment(f"{name} must be a whole number from 1 to {most:,}, not {brief(value)}")


def flag(name: str, value: Any) -> bool:
    """An option that is on or off."""
    if not isinstance(value, bool | np.bool_):
        raise BadEnvironment(f"{name} must be True or False, not {brief(value)}")
    return bool(value)


def units(name: str, value: Any) -> Fraction:
    """An amount in units, to a thousandth."""
    try:
        is_amount = not isinstance(value, bool | str) and 0 < value <= _LARGEST
        amount = Fraction(value).limit_denominator(1000) if is_amount else Fraction(0)
    except (TypeError, ValueError):
        amount = Fraction(0)
    if amount > 0:
        return amount
    raise BadEnvironment(
        f"{name} must be a number of units above 0 and at most {_LARGEST:,}, not {brief(value)}"
    )


def settings_of(settings: Any) -> dict[str, Any]:
    """The elections of a book."""
    if settings is None:
        return {}
    if not isinstance(settings, Mapping) or not all(isinstance(name, str) for name in settings):
        raise BadEnvironment(f"settings must be a dictionary of elections, not {brief(settings)}")
    return dict(settings)


def bets_of(bets: Any) -> tuple[int, ...]:
    """The bets to choose from."""
    if isinstance(bets, str) or not isinstance(bets, Sequence | np.ndarray) or len(bets) == 0:
        raise BadEnvironment(
            f"bets must be a list of whole units, such as (1, 2), not {brief(bets)}"
        )
    return tuple(whole("a bet", bet) for bet in bets)


def choice(name: str, value: Any, allowed: Sequence[str | None]) -> None:
    """Refuse an option that is not among these."""
    if not (value is None or isinstance(value, str)) or value not in allowed:
        names = [repr(each) for each in allowed]
        listed = f"{', '.join(names[:-1])} or {names[-1]}" if names[1:] else names[0]
        raise BadEnvironment(f"{name} must be {listed}, not {brief(value)}")
