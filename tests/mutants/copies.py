"""Private copies of a tree, in which changes are made and tests run; the tree stays untouched."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from .changes import Change

_LEFT_OUT: Final = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", "__pycache__", ".hypothesis", "node_modules", "*.egg-info"
)
_STARTER: Final = """\
import coverage

coverage.process_startup()
"""
"""Measures every process of Python that inherits the environment, whoever starts it."""


class Tree(NamedTuple):
    """What is tested: a folder with ``src`` and ``tests``, and the name of its package."""

    root: Path
    package: str

    @property
    def modules(self) -> list[Path]:
        """The files of the package."""
        return sorted((self.root / "src" / self.package).rglob("*.py"))

    @property
    def tests(self) -> list[str]:
        """The files of tests."""
        found = sorted((self.root / "tests").rglob("test_*.py"))
        return [str(path.relative_to(self.root)) for path in found]


class Ran(NamedTuple):
    """How a run of tests ended."""

    code: int
    """The exit code of pytest; -1 if the time ran out"""
    failed: str
    """The first test that failed, if any"""
    output: str


class Copy:
    """A copy of a tree, with folders of its own for everything that tests leave behind."""

    def __init__(self, tree: Tree) -> None:
        # A short name: a socket's path may have no more than 107 characters.
        self.folder = Path(tempfile.mkdtemp(prefix="mut-"))
        self.folder.chmod(0o755)  # a server of PostgreSQL runs as somebody else
        self.tree = Tree(self.folder / "tree", tree.package)
        shutil.copytree(tree.root, self.tree.root, ignore=_LEFT_OUT, symlinks=True)
        self._lib = self.folder / "lib"
        self._lib.mkdir()
        plugin = Path(__file__).with_name("plugin.py")
        shutil.copyfile(plugin, self._lib / "mutants_plugin.py")
        self._cache = self.folder / "cache"

    def close(self) -> None:
        """Remove the copy."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def apply(self, change: Change) -> None:
        """Make a change."""
        path = self.tree.root / change.file
        self._write(path, change.made_in(path.read_text("utf-8")))

    def restore(self, change: Change, tree: Tree) -> None:
        """Undo a change."""
        self._write(self.tree.root / change.file, (tree.root / change.file).read_text("utf-8"))

    def _write(self, path: Path, text: str) -> None:
        path.write_text(text, "utf-8")
        # A compiled file is known by the second and the length, which may both be the same.
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
            compiled.unlink(missing_ok=True)

    def warm(self, cache: Path) -> None:
        """Begin with a copy of this cache, of code without a change."""
        shutil.rmtree(self._cache, ignore_errors=True)
        if cache.is_dir():
            shutil.copytree(cache, self._cache)

    def keep_cache(self, cache: Path) -> None:
        """Leave what was compiled to those who begin later."""
        if self._cache.is_dir():
            shutil.copytree(self._cache, cache, dirs_exist_ok=True)

    def run(
        self,
        tests: list[str],
        *,
        limit: float,
        record: Path | None = None,
        seconds: Mapping[str, float] | None = None,
    ) -> Ran:
        """Run tests in this order; the first failure ends them, except for a record.

        ``seconds`` says how long the processor may work for some of the tests.
        """
        scratch = self.folder / "t"
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir()
        order, failed = scratch / "order", scratch / "failed"
        most = seconds or {}
        order.write_text("".join(f"{most.get(test, 0):.0f} {test}\n" for test in tests), "utf-8")
        token = secrets.token_hex(8)
        environment = self._environment(token, scratch, order, failed)
        if record is not None:
            environment |= self._measuring(record, tests)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "mutants_plugin",
                   "-p", "no:cacheprovider", "-p", "no:randomly",
                   f"--basetemp={scratch / 'p'}"]  # fmt: skip
        command += ["-x"] if record is None else []
        command += dict.fromkeys(test.split("::")[0] for test in tests)
        with (scratch / "out").open("w+", encoding="utf-8") as out:
            process = subprocess.Popen(
                command, cwd=self.tree.root, env=environment, stdin=subprocess.DEVNULL,
                stdout=out, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
            try:
                code = process.wait(limit)
            except subprocess.TimeoutExpired:
                code = -1
            finally:
                _end(process, token, gently=record is not None)
            out.seek(0)
            output = out.read()
        first = failed.read_text("utf-8").splitlines() if failed.exists() else []
        return Ran(code, first[0] if first else "", output[-4000:])

    def _environment(self, token: str, scratch: Path, order: Path, failed: Path) -> dict[str, str]:
        source = self.tree.root / "src"
        return {
            **{k: v for k, v in os.environ.items() if not k.startswith(("MUTANTS_", "PYTEST_"))},
            "CI": "1",  # the same examples in every run
            "PYTHONPATH": f"{source}{os.pathsep}{self._lib}",
            "PITBOSS_CACHE": str(self._cache),
            "TMPDIR": str(scratch),
            "MUTANTS_RUN": token,
            "MUTANTS_PACKAGE": self.tree.package,
            "MUTANTS_SOURCE": str(source),
            "MUTANTS_ORDER": str(order),
            "MUTANTS_FAILED": str(failed),
        }

    def _measuring(self, record: Path, tests: list[str]) -> dict[str, str]:
        (self._lib / "sitecustomize.py").write_text(_STARTER, "utf-8")
        settings = self._lib / "coveragerc"
        settings.write_text(
            "[run]\nparallel = true\nsigterm = true\nconcurrency = thread, multiprocessing\n"
            f"data_file = {record.parent}/data\nsource = {self.tree.root / 'src'}\n"
            f"context = {tests[0]}\ndisable_warnings = no-data-collected\n",
            "utf-8",
        )
        return {"COVERAGE_PROCESS_START": str(settings), "MUTANTS_RECORD": str(record)}


def _end(process: subprocess.Popen[bytes], token: str, *, gently: bool) -> None:
    """End a run with everything it started, also what began a session of its own."""
    groups = {process.pid, *_groups(token)} - {os.getpgrp()}
    for how in (signal.SIGTERM, signal.SIGKILL) if gently else (signal.SIGKILL,):
        for group in groups:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(group, how)
        if how is signal.SIGTERM:
            with suppress(subprocess.TimeoutExpired):
                process.wait(2)
    with suppress(subprocess.TimeoutExpired):
        process.wait(10)


def _groups(token: str) -> set[int]:
    """The process groups in which a process has the run's token in its environment."""
    groups: set[int] = set()
    for path in Path("/proc").glob("[0-9]*/environ"):  # elsewhere: only the run's own group
        with suppress(OSError):
            if f"MUTANTS_RUN={token}".encode() in path.read_bytes():
                groups.add(os.getpgid(int(path.parent.name)))
    return groups
