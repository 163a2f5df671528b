"""Every single change that can be made to a module: what is written there, and what instead."""

from __future__ import annotations

import ast
import hashlib
import io
import re
import tokenize
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

_OTHER: Final = {
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">",
    "is": "is not", "is not": "is", "in": "not in", "not in": "in",
    "+": "-", "-": "+", "*": "//", "//": "*", "/": "*", "%": "+",
    "+=": "-=", "-=": "+=", "*=": "+=", "|=": "&=", "and": "or", "or": "and",
}  # fmt: skip
"""What stands instead of an operator."""

_CITED: Final = re.compile(r"(?P<rules>(?:\w+\.)*rules)\.(?P<where>\w+\.\w+)\.under")
_IN_ANY_ORDER: Final = ("max", "min")
"""What is called with arguments whose order makes no difference."""

_CLAUSES: Final = ("deal.turns", "limits.minimum")
"""Provisions of every book, whose clause stands instead of the one that is cited."""


class Change(NamedTuple):
    """One change to a file: which characters of its text, and what stands there instead."""

    file: str
    function: str
    """The qualified name of the function or class around it; empty in the body of the module"""
    line: int
    last_line: int
    kind: str
    start: int
    end: int
    new: str
    before: str
    """The changed lines as they are, without indentation"""
    after: str
    number: int = 0
    """Which of the same changes in this function it is"""

    @property
    def text(self) -> str:
        """What is changed, whatever its line."""
        return f"{self.before} -> {self.after}"

    @property
    def id(self) -> str:
        """The change's name: the same as long as its function has it."""
        text = f"{self.file} {self.function} {self.kind} {self.text} {self.number}"
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    def made_in(self, text: str) -> str:
        """The text of the file with the change."""
        return text[: self.start] + self.new + text[self.end :]

    def __str__(self) -> str:
        where = f"{self.file}:{self.line} {self.function}".rstrip()
        return f"{self.id} {where} ({self.kind})\n    - {self.before}\n    + {self.after}"


def changes_of(root: Path, path: Path) -> list[Change]:
    """Every change of a module under ``root``, in the order of its text."""
    text = path.read_text("utf-8")
    reader = _Reader(text, str(path.relative_to(root)))
    reader.visit(ast.parse(text))
    changes: list[Change] = []
    seen: dict[tuple[str, str, str], int] = {}
    for change in sorted(reader.changes, key=lambda one: (one.start, one.end, one.kind, one.new)):
        key = (change.function, change.kind, change.text)
        if change.before != change.after:
            changes.append(change._replace(number=seen.get(key, 0)))
            seen[key] = seen.get(key, 0) + 1
    return changes


def drawn(changes: Sequence[Change], number: int, seed: int, root: Path) -> list[Change]:
    """Some of them, each kind of change as often as the others; the same for the same seed."""
    kinds: dict[str, list[Change]] = {}
    for change in changes:
        kinds.setdefault(change.kind, []).append(change)
    random, found_changes = Random(seed), list[Change]()
    for left in kinds.values():
        random.shuffle(left)
    while len(found_changes) < number and kinds:
        kind = random.choice(sorted(kinds))
        change = kinds[kind].pop()
        if not kinds[kind]:
            del kinds[kind]
        if _compiles(change.made_in((root / change.file).read_text("utf-8"))):
            found_changes.append(change)
    return found_changes


def _compiles(text: str) -> bool:
    try:
        compile(text, "changed", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def _is_text(node: ast.expr) -> bool:
    constant = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return constant or isinstance(node, ast.JoinedStr)


class _Reader(ast.NodeVisitor):
    """Collects the changes of a module."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        self.changes: list[Change] = []
        self._within: list[str] = []
        self._starts = [0]
        for line in text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._lines = text.splitlines()
        self._tokens = [
            (self._at(t.start[0], t.start[1]), t.string)
            for t in tokenize.generate_tokens(io.StringIO(text).readline)
            if t.type in (tokenize.OP, tokenize.NAME)
        ]

    # Places in the text.

    def _at(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._place(node.lineno, node.col_offset)

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._place(node.end_lineno, node.end_col_offset)

    def _place(self, line: int, column: int) -> int:
        """The place of a column that is counted in bytes, as the parser counts."""
        read = self._lines[line - 1].encode()[:column].decode() if column else ""
        return self._starts[line - 1] + len(read)

    def _said(self, node: ast.expr | ast.stmt) -> str:
        return self.text[self._start(node) : self._end(node)]

    def _between(self, start: int, end: int, wanted: tuple[str, ...]) -> int | None:
        """Where these words stand one after the other between two places."""
        places = (bisect_left(self._tokens, (place, "")) for place in (start, end))
        here = self._tokens[slice(*places)]
        for n in range(len(here) - len(wanted) + 1):
            if tuple(word for _, word in here[n : n + len(wanted)]) == wanted:
                return here[n][0]
        return None

    def _add(self, kind: str, start: int, end: int, new: str) -> None:
        line = self.text.count("\n", 0, start) + 1
        last = self.text.count("\n", 0, end) + 1
        begins, ends = self._starts[line - 1], self._starts[last]
        before = self.text[begins:ends]
        after = self.text[begins:start] + new + self.text[end:ends]
        self.changes.append(
            Change(
                self.file, ".".join(self._within), line, last, kind, start, end, new,
                " ".join(before.split()), " ".join(after.split()),
            )
        )  # fmt: skip

    def _instead(self, kind: str, node: ast.expr | ast.stmt, new: str) -> None:
        self._add(kind, self._start(node), self._end(node), new)

    # What is never changed.

    def visit_Assert(self, node: ast.Assert) -> None: ...
    def visit_JoinedStr(self, node: ast.JoinedStr) -> None: ...
    def visit_Import(self, node: ast.Import) -> None: ...
    def visit_ImportFrom(self, node: ast.ImportFrom) -> None: ...

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None: ...

    # Functions, statements.

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if any("overload" in self._said(d) or "abstract" in self._said(d)
               for d in node.decorator_list):  # fmt: skip
            return
        self._within.append(node.name)
        self.visit(node.args)
        self._body(node.body)
        self._within.pop()

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._within.append(node.name)
        self._body(node.body)
        self._within.pop()

    def _body(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self.visit(statement)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return  # a docstring, or an ellipsis
        if isinstance(node.value, ast.Call | ast.Await):
            self._instead("statement deleted", node, "pass")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if any(isinstance(one, ast.Attribute | ast.Subscript) for one in node.targets):
            self._instead("statement deleted", node, "pass")
        if not any(isinstance(one, ast.Name) and one.id == "__all__" for one in node.targets):
            self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._instead("statement deleted", node, "pass")
        self._operator("arithmetic", self._end(node.target), self._start(node.value))
        self.visit(node.value)

    def visit_Raise(self, node: ast.Raise) -> None:
        self._instead("statement deleted", node, "pass")

    def visit_Continue(self, node: ast.Continue) -> None:
        self._instead("statement deleted", node, "pass")

    def visit_Break(self, node: ast.Break) -> None:
        self._instead("statement deleted", node, "pass")

    def visit_Return(self, node: ast.Return) -> None:
        value = node.value
        if value is None:
            return
        if isinstance(value, ast.Compare | ast.BoolOp | ast.UnaryOp):
            self._instead("returned value", value, f"not ({self._said(value)})")
        elif not (isinstance(value, ast.Constant) and value.value is None):
            self._instead("returned value", value, "None")
        self.generic_visit(node)

    # Conditions.

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" not in self._said(node.test):
            self._condition(node.test)
            self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._condition(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._condition(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self._instead("condition", condition, "True")
        self.generic_visit(node)

    def _condition(self, test: ast.expr) -> None:
        if isinstance(test, ast.Name | ast.Attribute | ast.Call):
            self._instead("condition", test, f"not {self._said(test)}")

    # Expressions.

    def _operator(self, kind: str, start: int, end: int) -> None:
        for operator, other in _OTHER.items():
            words = tuple(operator.split())
            if (
                kind != "arithmetic"
                and operator == "is"
                and (self._between(start, end, ("is", "not")) is not None)
            ):
                continue
            if operator == "in" and self._between(start, end, ("not", "in")) is not None:
                continue
            at = self._between(start, end, words)
            if at is not None:
                length = re.match(r"\s*".join(map(re.escape, words)), self.text[at:end])
                assert length is not None
                self._add(kind, at, at + length.end(), other)
                return

    def visit_Compare(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        for left, right in pairwise(sides):
            self._operator("comparison", self._end(left), self._start(right))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        text = any(map(_is_text, (node.left, node.right)))
        if not text:
            self._operator("arithmetic", self._end(node.left), self._start(node.right))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in pairwise(node.values):
            self._operator("and or", self._end(left), self._start(right))
        first, last = node.values[0], node.values[-1]
        self._add("operand dropped", self._start(first), self._start(node.values[1]), "")
        self._add("operand dropped", self._end(node.values[-2]), self._end(last), "")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._instead("not", node, f"({self._said(node.operand)})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._instead("constant", node, str(not node.value))
        elif isinstance(node.value, int):
            self._instead("constant", node, str(node.value + 1))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        cited = _CITED.fullmatch(self._said(node))
        if cited is not None and isinstance(node.ctx, ast.Load):
            other = next(one for one in _CLAUSES if one != cited["where"])
            self._instead("clause", node, f"{cited['rules']}.{other}.under")
            return
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        args, name = node.args, self._said(node.func)
        if name.endswith(("cites.get", "remedies.get")):
            self._instead("clause", args[0], '"none"')
        for left, right in pairwise(args if name not in _IN_ANY_ORDER else ()):
            swapped = (self._said(right), self.text[self._end(left) : self._start(right)],
                       self._said(left))  # fmt: skip
            if swapped[0] != swapped[2] and not isinstance(left, ast.Starred):
                self._add(
                    "arguments swapped", self._start(left), self._end(right), "".join(swapped)
                )
        for n, keyword in enumerate(node.keywords):
            before = [*args, *(one.value for one in node.keywords[:n])]
            if keyword.arg is not None and before:
                end = self._end(keyword.value)
                self._add("argument dropped", max(map(self._end, before)), end, "")
        self.generic_visit(node)
