"""Private copies of a tree, in which changes are made and tests run; the tree stays untouched."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from .changes import Change
from .serving import NOT_HERE, Served, Server

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
    left_out: tuple[str, ...] = ()
    """How the paths of tests begin that are not run"""
    wanted: tuple[str, ...] = ("",)
    """How the paths of tests begin that are run"""

    @property
    def modules(self) -> list[Path]:
        """The files of the package."""
        return sorted((self.root / "src" / self.package).rglob("*.py"))

    @property
    def tests(self) -> list[str]:
        """The files of tests."""
        paths = sorted((self.root / "tests").rglob("test_*.py"))
        names = (path.relative_to(self.root).as_posix() for path in paths)
        kept = [name for name in names if name.startswith(self.wanted)]
        return [name for name in kept if not (self.left_out and name.startswith(self.left_out))]


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
        self.tree = tree._replace(root=self.folder / "tree")
        shutil.copytree(tree.root, self.tree.root, ignore=_LEFT_OUT, symlinks=True)
        self._lib = self.folder / "lib"
        self._lib.mkdir()
        plugin = Path(__file__).with_name("plugin.py")
        shutil.copyfile(plugin, self._lib / "mutants_plugin.py")
        self._cache = self.folder / "cache"
        self._server: Server | None = None
        self._texts: dict[Path, str] = {}

    def serve(self, tests: list[str]) -> None:
        """Begin a process that runs some of these tests whenever that is possible."""
        (self._lib / "sitecustomize.py").write_text(_STARTER, "utf-8")
        begun = self.folder / "begun"
        begun.mkdir()
        environment = self._environment(secrets.token_hex(8), begun, begun, begun)
        del environment["MUTANTS_ORDER"], environment["MUTANTS_FAILED"]
        self._server = Server(self.tree.root, self.folder / "served", tests, environment)

    @property
    def is_serving(self) -> bool:
        """Whether there is a process that runs tests in forks."""
        return self._server is not None

    def close(self) -> None:
        """Remove the copy."""
        if self._server is not None:
            self._server.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def apply(self, change: Change) -> None:
        """Make a change, if it is not made."""
        path = self.tree.root / change.file
        self._write(path, change.made_in(self._texts.setdefault(path, path.read_text("utf-8"))))

    def restore(self, change: Change) -> None:
        """Undo a change."""
        path = self.tree.root / change.file
        if path in self._texts:
            self._write(path, self._texts.pop(path))

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
        budget: float | None = None,
        served: bool = False,
        change: Change | None = None,
    ) -> Ran:
        """Run tests in this order; the first failure ends them, except for a record.

        ``seconds`` says how long the processor may work for some of the tests, ``budget`` for all
        of them. They are served if that is possible, and ``change`` is made first.
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
        if budget is not None:
            environment["MUTANTS_BUDGET"] = f"{budget:.0f}"
        code, output = None, ""
        if served and self._server is not None:
            code, output = self._fork(environment, scratch, token, limit, change)
        if code is None:  # nothing is served, or not this change
            if change is not None:
                self.apply(change)
            code, output = self._fresh(tests, environment, scratch, token, limit, record)
        first = failed.read_text("utf-8").splitlines() if failed.exists() else []
        return Ran(code, first[0] if first else "", output[-4000:])

    def _fresh(
        self,
        tests: list[str],
        environment: dict[str, str],
        scratch: Path,
        token: str,
        limit: float,
        record: Path | None,
    ) -> tuple[int, str]:
        """Run tests in a process that begins for them; its exit code, and what it wrote."""
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
                _end(process.pid, token, gently=record is not None)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(10)
            out.seek(0)
            return code, out.read()

    def _fork(
        self,
        environment: dict[str, str],
        scratch: Path,
        token: str,
        limit: float,
        change: Change | None,
    ) -> tuple[int | None, str]:
        """Run tests in a fork of the server; no exit code if the change cannot be made there."""
        assert self._server is not None
        file = str(self.tree.root / change.file) if change is not None else ""
        before = Path(file).read_text("utf-8") if change is not None else ""
        request = {
            "environment": {k: v for k, v in environment.items() if os.environ.get(k) != v},
            "scratch": str(scratch / "p"),
            "file": file,
            "before": before,
            "after": change.made_in(before) if change is not None else "",
        }
        try:
            self._server.wait()
            if change is not None:
                self.apply(change)  # for the processes that tests start
            size = self._server.out.stat().st_size
            process = self._server.begin(request)
            code = self._server.end(limit)
            _end(process, token, gently="MUTANTS_RECORD" in environment)
            if code is None:
                self._server.end(None)
                code = -1
        except Served as ended:
            self._server.close()
            self._server = None
            return None, str(ended)
        output = self._server.out.read_text("utf-8", "replace")[size:]
        return None if code == NOT_HERE else code, output

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


def _end(process: int, token: str, *, gently: bool) -> None:
    """End a run with everything it started, also what began a session of its own."""
    groups = {process, *_groups(token)} - {os.getpgrp()}
    for how in (signal.SIGTERM, signal.SIGKILL) if gently else (signal.SIGKILL,):
        for group in groups:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(group, how)
        if how is signal.SIGTERM:
            for _ in range(20):  # what was measured is written down
                if not _groups(token):
                    break
                time.sleep(0.1)


def _groups(token: str) -> set[int]:
    """The process groups in which a process has the run's token in its environment."""
    groups: set[int] = set()
    for path in Path("/proc").glob("[0-9]*/environ"):  # elsewhere: only the run's own group
        with suppress(OSError):
            if f"MUTANTS_RUN={token}".encode() in path.read_bytes():
                groups.add(os.getpgid(int(path.parent.name)))
    return groups
