"""What a file says to people: its string literals, its text, its labels."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]


class Said(NamedTuple):
    """A piece of text and the line on which it begins; a placeholder is written ``{}``."""

    line: int
    text: str


Reader = Callable[[str], Iterator[Said]]


def python(text: str) -> Iterator[Said]:
    """Every string literal except docstrings."""
    return _python(text, docstrings=False)


def python_api(text: str) -> Iterator[Said]:
    """Every string literal, with the docstrings of public classes and functions."""
    return _python(text, docstrings=True)


def python_written(text: str) -> Iterator[Said]:
    """Every string and every comment of more than one word, as they are written."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.STRING, tokenize.COMMENT) and " " in token.string:
            yield Said(token.start[0], token.string)


def _python(text: str, *, docstrings: bool) -> Iterator[Said]:
    tree = ast.parse(text)
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            public = not getattr(node, "name", "_").startswith("_")
            notes = [s.value for s in node.body if isinstance(s, ast.Expr)]
            keep = docstrings and public and ast.get_docstring(node) is not None
            skipped |= {id(note) for note in (notes[1:] if keep else notes)}
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in node.values}
            parts = [str(p.value) if isinstance(p, ast.Constant) else "{}" for p in node.values]
            yield Said(node.lineno, "".join(parts))
    for node in (one for one in ast.walk(tree) if isinstance(one, ast.Constant)):
        if isinstance(node.value, str) and id(node) not in skipped:
            yield Said(node.lineno, node.value)


_JS_SKIPPED: Final = re.compile(
    r"//[^\n]*|/\*.*?\*/|(?<=[(,=:\[])\s*/(?![/*])(?:\\.|[^/\n\\])+/", re.S
)


def javascript(text: str) -> Iterator[Said]:
    """Every string and template literal; comments and regular expressions are left out."""
    yield from _script(text, 0, "")[1]


def _script(text: str, at: int, end: str) -> tuple[int, list[Said]]:
    """Read code up to ``end``: its position, and the text found before it."""
    phrases: list[Said] = []
    depth = 0
    while at < len(text):
        skipped = _JS_SKIPPED.match(text, at)
        char = text[at]
        if skipped:
            at = skipped.end()
        elif char in "\"'`":
            at, stated_phrases = _literal(text, at)
            phrases += stated_phrases
        elif char == end and depth == 0:
            return at, phrases
        else:
            depth += (char == "{") - (char == "}")
            at += 1
    return at, phrases


def _literal(text: str, start: int) -> tuple[int, list[Said]]:
    quote, at = text[start], start + 1
    parts, phrases = "", list[Said]()
    while text[at] != quote:
        if quote == "`" and text.startswith("${", at):
            at, inner = _script(text, at + 2, "}")
            phrases += inner
            parts += "{}"
        elif text[at] == "\\":
            parts += text[at + 1]
            at += 1
        else:
            parts += text[at]
        at += 1
    return at + 1, [Said(text.count("\n", 0, start) + 1, parts), *phrases]


def html(text: str) -> Iterator[Said]:
    """The text and the attributes of a page."""
    phrases: list[Said] = []

    class Page(HTMLParser):
        def handle_data(self, data: str) -> None:
            phrases.append(Said(self.getpos()[0], data.strip()))

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            phrases.extend(Said(self.getpos()[0], value or "") for _, value in attrs)

    Page().feed(text)
    yield from phrases


def css(text: str) -> Iterator[Said]:
    """The text that a style sheet writes on a page."""
    for match in re.finditer(r'content:\s*"([^"]*)"', text):
        yield Said(text.count("\n", 0, match.start()) + 1, match[1])


def prose(text: str) -> Iterator[Said]:
    """The lines of a document, without code."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        fenced ^= line.lstrip().startswith("```")
        if not fenced:
            yield Said(number, re.sub(r"`[^`]*`", "{}", line))


def toml(text: str) -> Iterator[Said]:
    """The quoted values of a file of rules."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.lstrip().startswith("#"):
            for value in re.findall(r'"((?:\\.|[^"\\])*)"', line):
                yield Said(number, value)
