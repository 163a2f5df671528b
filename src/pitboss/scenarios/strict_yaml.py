"""A strict subset of YAML: mappings, lists, text, whole numbers, decimals, true, false, null.

Only ``12`` and ``-12.50`` are numbers, and never binary ones; ``6:5``, ``010``, ``1e3``, ``yes``
and ``2024-05-01`` are text. A key may occur once in its mapping; tags and aliases are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, Final

import yaml

from pitboss.documents import LONGEST
from pitboss.numbers import decimal, whole

_DEEPEST: Final = 20
# Fifteen digits and twelve decimals fit a decimal's precision, so nothing is ever rounded.
_WHOLE: Final = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})")
_DECIMAL: Final = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,12}")
_WORDS: Final = {"true": True, "false": False, "null": None, "~": None, "": None}


class BadYaml(ValueError):
    """A text that is not YAML, or not of the allowed kind; the message names the line."""

    def __init__(self, line: int, wrong: str) -> None:
        self.line = line
        super().__init__(f"line {line}: {wrong}")


def load(text: str) -> Any:
    """Read the one value in a text, or raise :class:`BadYaml`.

    >>> load("{odds: 6:5, stake: 12.50, seated: yes, boxes: [1, 2]}")
    {'odds': '6:5', 'stake': Decimal('12.50'), 'seated': 'yes', 'boxes': [1, 2]}
    """
    if len(text) > LONGEST:
        raise BadYaml(1, f"a file may have at most {LONGEST} characters")
    builder = _DocumentBuilder(text)
    try:
        return builder.document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else builder.line
        raise BadYaml(line, f"this is not YAML: {error.problem or error.context}") from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise BadYaml(line, f"a character that YAML does not allow: {error.reason}") from None
    except BadYaml:
        raise
    except (ValueError, OverflowError) as error:  # an escape beyond the last character
        raise BadYaml(builder.line, f"this is not YAML: {error}") from None


class _DocumentBuilder:
    """Build values from the parser's events for exactly one document."""

    def __init__(self, text: str) -> None:
        self.events: Iterator[yaml.Event] = iter(yaml.parse(text, Loader=yaml.SafeLoader))
        self.line = 1

    def next(self) -> yaml.Event:
        event = next(self.events)
        if event.start_mark is not None:
            self.line = event.start_mark.line + 1
        return event

    def bad(self, wrong: str) -> BadYaml:
        return BadYaml(self.line, wrong)

    def document(self) -> Any:
        self.next()  # the start of the stream
        start = self.next()
        if not isinstance(start, yaml.DocumentStartEvent):
            raise self.bad("the file is empty; it needs a mapping")
        if start.version or start.tags:
            raise self.bad("directives (%) are not allowed")
        value = self.value(self.next(), 1)
        self.next()  # the end of the document
        if not isinstance(self.next(), yaml.StreamEndEvent):
            raise self.bad("a second document begins; a file may have only one")
        return value

    def value(self, event: yaml.Event, depth: int) -> Any:
        if isinstance(event, yaml.AliasEvent):
            raise self.bad(f"aliases (*{event.anchor}) are not allowed; write the value out")
        if depth > _DEEPEST:
            raise self.bad(f"more than {_DEEPEST} nested levels are not allowed")
        if isinstance(event, yaml.ScalarEvent | yaml.SequenceStartEvent | yaml.MappingStartEvent):
            if event.anchor is not None:
                raise self.bad(f"anchors (&{event.anchor}) are not allowed; write the value out")
            if event.tag is not None:
                raise self.bad(f"tags ({event.tag}) are not allowed; write the plain value")
        match event:
            case yaml.ScalarEvent():
                return _scalar(event.value) if event.implicit[0] else event.value
            case yaml.SequenceStartEvent():
                return self.sequence(depth)
            case _:
                return self.mapping(depth)

    def sequence(self, depth: int) -> list[Any]:
        result = []
        while not isinstance(event := self.next(), yaml.SequenceEndEvent):
            result.append(self.value(event, depth + 1))
        return result

    def mapping(self, depth: int) -> dict[Any, Any]:
        document: dict[Any, Any] = {}
        while not isinstance(event := self.next(), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent | yaml.AliasEvent):
                raise self.bad("a key is a list or a mapping; it must be a single word")
            key = self.value(event, depth + 1)
            if key in document:
                raise self.bad(f"the key {key!r} occurs twice in one mapping")
            document[key] = self.value(self.next(), depth + 1)
        return document


def _scalar(text: str) -> str | int | Decimal | bool | None:
    """The value of an unquoted word."""
    if text in _WORDS:
        return _WORDS[text]
    if _WHOLE.fullmatch(text):
        return whole(text)
    return decimal(text) if _DECIMAL.fullmatch(text) else text
