"""Read a file strictly: an error says where, what is wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from typing import Any, TypeVar

from pitboss.documents import BadDocument, toml
from pitboss.rulebooks.errors import BadBook, RulebookError, Unsupported, as_written, hint

R = TypeVar("R")


class StrictReader:
    """Reads one file and names its place in every error."""

    def __init__(self, where: str) -> None:
        self.where = where

    def fail(self, at: str, wrong: str) -> BadBook:
        return BadBook(self.where, at, wrong)

    def attempt(self, at: str, work: Callable[[], R]) -> R:
        try:
            return work()
        except (BadBook, Unsupported):
            raise
        except RulebookError as error:
            raise self.fail(at, str(error)) from None

    def toml(self, text: str) -> dict[str, Any]:
        try:
            return toml(text)
        except BadDocument as error:
            raise self.fail("", str(error)) from None

    def missing(self, gaps: Mapping[str, str]) -> BadBook:
        """The error for everything that a book still has to state, by place."""
        if len(gaps) == 1:
            [(at, wrong)] = gaps.items()
            return self.fail(at, wrong)
        return self.fail(
            "",
            f"{len(gaps)} provisions and parts are missing; the schema has no defaults: state each "
            f"with its clause, or list a part under [absent]: {', '.join(gaps)}",
        )

    def check_keys(self, at: str, given: Mapping[str, Any], known: Set[str]) -> None:
        for key in given:
            if key not in known:
                text = f"is not part of the schema; {hint(key, sorted(known), 'known:')}"
                raise self.fail(f"{at}.{key}".lstrip("."), text)

    def table(self, at: str, raw: Any) -> dict[str, Any]:
        if not isinstance(raw, dict):
            raise self.fail(at, f"must be a table of keys and values, not {as_written(raw)}")
        return raw

    def texts(self, at: str, raw: Any, *, known: Set[str] | None = None) -> dict[str, str]:
        """A table of keys and texts, restricted to ``known`` keys if given."""
        texts = self.table(at, raw)
        if known is not None:
            self.check_keys(at, texts, known)
        for name, statement in texts.items():
            if not isinstance(statement, str):
                raise self.fail(f"{at}.{name}", f"must be a text, not {as_written(statement)}")
        return texts
