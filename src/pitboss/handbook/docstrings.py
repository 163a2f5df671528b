"""Docstrings as Markdown: examples become blocks of code, roles plain names.

The generator loads this as an extension of griffe, which reads the docstrings.
"""

from __future__ import annotations

import re
from typing import Any, Final

import griffe

_EXAMPLE: Final = re.compile(r"(?:^[ \t]*>>> .*\n?(?:^[ \t]*\S.*\n?)*)+", re.M)
_ROLE: Final = re.compile(r":(?:data|mod|class|func|meth):`~?([^`]+)`")


def as_markdown(text: str) -> str:
    """A docstring with its examples fenced.

    >>> as_markdown("Add.\\n\\n>>> 1 + 1\\n2").splitlines()[2]
    '```pycon'
    """
    text = _ROLE.sub(r"`\1`", text)
    return _EXAMPLE.sub(lambda match: f"```pycon\n{match[0].rstrip()}\n```", text)


class Docstrings(griffe.Extension):
    """Rewrites every docstring that is read."""

    def on_object(self, *, obj: griffe.Object, **_kwargs: Any) -> None:
        """Called for each object with what was read of it."""
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)
