"""Where a name of a module is used: the places to test if what it stands for is never measured.

A compiled function runs outside of Python, and a constant before any test. The lines that mention
them are measured, or those that mention what mentions them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from .copies import Tree


class Name(NamedTuple):
    """A function, class or constant at the top of a module."""

    file: str
    name: str


class Mention(NamedTuple):
    """A line that mentions a name, and the function, class or constant in which it is."""

    line: int
    within: Name


class Mentions:
    """Which lines of a package mention which names of its modules."""

    def __init__(self, tree: Tree) -> None:
        self._files = {
            _module(tree, path): str(path.relative_to(tree.root)) for path in tree.modules
        }
        self._of: dict[Name, list[Mention]] = {}
        self._tops: dict[str, list[tuple[int, int, Name]]] = {}
        self._passed_on: dict[Name, Name] = {}
        for path in tree.modules:
            self._read(_module(tree, path), ast.parse(path.read_text("utf-8")), path.stem)
        for name in list(self._of):
            origin = self._origin(name)
            if origin != name:
                self._of.setdefault(origin, []).extend(self._of.pop(name))

    def of(self, name: Name) -> list[Mention]:
        """The lines that mention a name, outside of what it names."""
        return [mention for mention in self._of.get(name, []) if mention.within != name]

    def at(self, file: str, line: int) -> Name | None:
        """The function, class or constant at the top of a module to which a line belongs."""
        for first, last, name in self._tops.get(file, []):
            if first <= line <= last:
                return name
        return None

    def lines(self, name: Name) -> range:
        """The lines of a function, class or constant."""
        tops = self._tops.get(name.file, [])
        return next((range(first, last + 1) for first, last, one in tops if one == name), range(0))

    def _read(self, module: str, tree: ast.Module, stem: str) -> None:
        file = self._files[module]
        package = module if stem == "__init__" else module.rpartition(".")[0]
        tops = self._tops[file] = list[tuple[int, int, Name]]()
        known: dict[str, Name] = {}
        modules: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for bound, base, name in _imported(node, package):
                    if f"{base}.{name}" in self._files:
                        modules[bound] = f"{base}.{name}"
                    elif base in self._files:
                        known[bound] = Name(self._files[base], name)
                        self._passed_on[Name(file, bound)] = known[bound]
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.asname and alias.name in self._files:
                        modules[alias.asname] = alias.name
        for statement in tree.body:
            for name in _named(statement):
                known[name] = Name(file, name)
                first = min([statement.lineno, *(d.lineno for d in _decorators(statement))])
                tops.append((first, statement.end_lineno or first, known[name]))
        for statement in tree.body:
            names = list(_named(statement)) or [""]
            for node in ast.walk(statement):
                used = self._used(node, known, modules)
                if used is not None and isinstance(node, ast.expr):
                    for name in names:
                        self._note(used, node.lineno, Name(file, name))

    def _origin(self, name: Name) -> Name:
        """Where a name is made that a module only passes on."""
        seen = {name}
        while (further := self._passed_on.get(name)) is not None and further not in seen:
            seen.add(further)
            name = further
        return name

    def _note(self, used: Name, line: int, within: Name) -> None:
        self._of.setdefault(used, []).append(Mention(line, within))

    def _used(self, node: ast.AST, known: dict[str, Name], modules: dict[str, str]) -> Name | None:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            return known.get(node.id)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = modules.get(node.value.id)
            return Name(self._files[module], node.attr) if module else None
        return None


def _module(tree: Tree, path: Path) -> str:
    parts = path.relative_to(tree.root / "src").with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(node: ast.ImportFrom, package: str) -> Iterator[tuple[str, str, str]]:
    """The name that an import binds, the module it comes from, and its name there."""
    base = node.module or ""
    if node.level:
        above = package.split(".")[: len(package.split(".")) - node.level + 1]
        base = ".".join([*above, *([base] if base else [])])
    for alias in node.names:
        yield alias.asname or alias.name, base, alias.name


def _named(statement: ast.stmt) -> Iterable[str]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return (statement.name,)
    if isinstance(statement, ast.Assign):
        return tuple(
            node.id for one in statement.targets for node in ast.walk(one)
            if isinstance(node, ast.Name)
        )  # fmt: skip
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return (statement.target.id,)
    return ()


def _decorators(statement: ast.stmt) -> list[ast.expr]:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return statement.decorator_list
    return []
