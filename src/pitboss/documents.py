"""Files in TOML and JSON from outside, read within limits of length, depth and number size.

The libraries read numbers of any size, and take quadratic time over a key of many parts.
"""

from __future__ import annotations

import json
import re
import tomllib
from decimal import Decimal
from typing import Any, Final, NoReturn

from pitboss.numbers import FARTHEST, NotANumber, decimal, shortened, whole

LONGEST: Final = 2 * 1024 * 1024
"""The most characters in a document."""
DEEPEST: Final = 20
"""The most levels of lists and tables, and the most parts of a dotted key."""


class BadDocument(ValueError):
    """A text that is not a document of its kind, or is beyond the limits; says which."""


def toml(text: str) -> dict[str, Any]:
    """The contents of a TOML document, numbers with a point as decimals.

    >>> toml("edge = 0.5\\nboxes = [1, 2]")
    {'edge': Decimal('0.5'), 'boxes': [1, 2]}
    """
    _check_length(text)
    _check_toml(text)
    try:
        document = tomllib.loads(text, parse_float=_decimal)
    except tomllib.TOMLDecodeError as error:
        raise BadDocument(f"not valid TOML: {error}") from None
    except NotANumber as error:
        raise BadDocument(str(error)) from None
    except (ValueError, RecursionError):
        raise BadDocument("not valid TOML: a number is too long") from None
    _check_numbers(document)
    return document


def json_value(text: str) -> Any:
    """The value of a JSON document, numbers with a point as decimals.

    >>> json_value('{"stake": 0.5}')
    {'stake': Decimal('0.5')}
    """
    _check_length(text)
    check_json(text)
    try:
        return json.loads(
            text, parse_float=_decimal, parse_int=_integer, parse_constant=_no_constant
        )
    except json.JSONDecodeError as error:
        raise BadDocument(f"not valid JSON: {error}") from None
    except NotANumber as error:
        raise BadDocument(str(error)) from None


def _decimal(text: str) -> Decimal:
    return decimal(text, allowed="a number of modest size")


def _integer(text: str) -> int:
    return whole(text, allowed="a whole number of at most 18 digits")


def _no_constant(text: str) -> NoReturn:
    raise NotANumber(text, "a number")


_TEXTS: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)  # one without an end is the last
_BRACKETS: Final = re.compile(r"[^\[\]{}]+")
_LONG: Final = re.compile(r"-[0-9]{19}|(?<![.0-9])[0-9]{20}|[0-9]{41}")
"""A number that no database stores, or that takes long to read"""


def check_json(text: str) -> None:
    """Refuse JSON that is too deep or has too long a number, before anything is built from it."""
    bare = _TEXTS.sub('""', text)
    if (match := _LONG.search(bare)) is not None:
        raise BadDocument(f"{match[0]}… is not a number of at most 18 digits")
    depth = 0
    for bracket in _BRACKETS.sub("", bare):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            raise BadDocument(f"more than {DEEPEST} levels are not allowed")


_MARK: Final = re.compile(r"""["'\[\]{}.=,\n#]""")
_ENDS: Final = {
    '"""': re.compile(r'(?:[^"\\]|\\.|"(?!""))*+"{3,5}', re.DOTALL),
    "'''": re.compile(r"(?:[^']|'(?!''))*+'{3,5}"),
    '"': re.compile(r'(?:[^"\\\n]|\\[^\n])*+"'),
    "'": re.compile(r"[^'\n]*+'"),
    "#": re.compile(r"[^\n]*+"),
}
"""What comes after the opening of a text or a comment, up to and with its end."""


def _check_toml(text: str) -> None:
    """The same for TOML, where a key of many parts counts as many levels."""
    depth, parts, at = 0, 1, 0
    while (match := _MARK.search(text, at)) is not None:
        mark, at = match[0], match.end()
        if mark in "\"'#":
            if 3 * mark in _ENDS and text.startswith(3 * mark, match.start()):
                mark, at = 3 * mark, at + 2
            end = _ENDS[mark].match(text, at)
            if end is None:
                return  # a text that does not end, which the parser reports with its line
            at = end.end()
        elif mark == ".":
            parts += 1
        else:
            parts = parts if mark in "]}" else 1
            depth += (mark in "[{") - (mark in "]}")
        if depth > DEEPEST or parts > DEEPEST:
            line = text.count("\n", 0, at) + 1
            raise BadDocument(f"line {line}: more than {DEEPEST} levels are not allowed")


def _check_length(text: str) -> None:
    if len(text) > LONGEST:
        raise BadDocument(f"a document may have at most {LONGEST} characters")


def _check_numbers(value: object) -> None:
    """Refuse whole numbers beyond the limit; hexadecimal ones are read at any length."""
    match value:
        case dict():
            for each in value.values():
                _check_numbers(each)
        case list():
            for each in value:
                _check_numbers(each)
        case int() if abs(value) > FARTHEST:
            raise BadDocument(f"{shortened(value)} is not a whole number of at most 18 digits")
        case _:
            pass
