"""``./pitboss test --quick``: what a change needs, in about two minutes.

    ./pitboss test --quick                  the files that differ from the last commit
    ./pitboss test --quick --since main     all that has come since another commit

ruff, mypy, and the files of tests that belong to what has changed: those that are changed
themselves, those of its room, and those that import it. How long a file takes is known from the
last run on this machine; what does not fit is named at the end, and is left to ``./pitboss test``.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]

SECONDS: Final = Path(".pytest_cache/v/pitboss/seconds")
"""How long each file of tests took when it last ran here; written by ``tests/conftest.py``."""

_BUDGET: Final = 90.0
"""Seconds of work for each core; starting and collecting come on top"""
_UNKNOWN: Final = 3.0
_ALWAYS: Final = (
    "tests/test_api.py", "tests/health/test_english.py", "tests/health/test_numbers.py"
)  # fmt: skip


def changed_since(commit: str) -> list[str]:
    """The files that differ from a commit, and those that git does not know yet."""
    lists = (
        ("git", "diff", "--name-only", "--diff-filter=d", commit),
        ("git", "ls-files", "--others", "--exclude-standard"),
    )
    files: dict[str, None] = {}
    for command in lists:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if listed.returncode:
            sys.exit(f"quick: {listed.stderr.strip()}")
        files |= dict.fromkeys(listed.stdout.splitlines())
    return list(files)


def chosen(changed: Iterable[str], texts: Mapping[str, str]) -> list[str]:
    """The files of tests that these changes need, the closest first.

    ``texts`` holds every file of tests with its text.
    """
    changed = list(changed)
    own = [file for file in changed if file in texts]
    near = [test for file in changed for test in _of_the_room(file, texts)]
    modules = {module for file in changed for module in _named(file)}
    importing = [test for test, text in texts.items() if modules & _imported(text)]
    always = [test for test in _ALWAYS if test in texts]
    # A room may have a hundred files; those that import the very module are closer.
    close = [test for test in near if test in set(importing)]
    return list(dict.fromkeys((*own, *close, *always, *near, *importing)))


def within(
    tests: Sequence[str], seconds: Mapping[str, float], budget: float
) -> tuple[list[str], list[str]]:
    """The tests that fit into a budget, and those that do not; the first always fits."""
    kept, left, total = list[str](), list[str](), 0.0
    for test in tests:
        takes = seconds.get(test, _UNKNOWN)
        if kept and total + takes > budget:
            left.append(test)
        else:
            kept.append(test)
            total += takes
    return kept, left


def _of_the_room(file: str, texts: Mapping[str, str]) -> Iterator[str]:
    parts = Path(file).parts
    if parts[:2] == ("src", "pitboss") and len(parts) > 3:
        # The folder of the same name, or the nearest one above it.
        for depth in range(len(parts) - 1, 2, -1):
            folder = "/".join(("tests", *parts[2:depth])) + "/"
            room = [test for test in texts if test.startswith(folder)]
            if room:
                yield from room
                return


def _named(file: str) -> Iterator[str]:
    """The names under which a module may be imported."""
    path = Path(file)
    if path.suffix != ".py" or path.parts[:2] != ("src", "pitboss"):
        return
    yield ".".join(path.with_suffix("").parts[1:]).removesuffix(".__init__")


def _imported(text: str) -> frozenset[str]:
    names = set[str]()
    for line in text.splitlines():
        words = line.split()
        if len(words) > 1 and words[0] in ("from", "import"):
            names.add(words[1])
            if words[0] == "from" and "import" in words:
                after = words[words.index("import") + 1 :]
                names |= {f"{words[1]}.{name.strip('(),')}" for name in after}
    return frozenset(names)


def main(arguments: Sequence[str] | None = None) -> int:
    """Choose the tests, run them, and say what was left out."""
    parser = argparse.ArgumentParser(prog="./pitboss test --quick", description=__doc__)
    parser.add_argument("--since", default="HEAD", metavar="COMMIT", help="default: HEAD")
    parser.add_argument("--list", action="store_true", help="name the tests, and run none")
    request = parser.parse_args(arguments)
    changed = changed_since(request.since)
    if not changed:
        print(f"quick: nothing differs from {request.since}; --since COMMIT names an earlier one")
        return 0
    paths = sorted((ROOT / "tests").rglob("test_*.py"))
    texts = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in paths}
    cores = os.cpu_count() or 1
    tests, left = within(chosen(changed, texts), _known(ROOT / SECONDS), _BUDGET * cores)
    if request.list:
        print("\n".join(tests))
        return 0
    workers = ("-n", str(cores), "--dist", "loadfile") if len(tests) > 1 else ()
    code = subprocess.call((sys.executable, "-m", "pytest", "-q", *workers, *tests), cwd=ROOT)
    if left:
        print(f"quick: {len(left)} files of tests did not fit: {', '.join(left[:5])}"
              f"{' ...' if len(left) > 5 else ''}; ./pitboss test runs them")  # fmt: skip
    return code


def _known(path: Path) -> dict[str, float]:
    try:
        seconds: dict[str, float] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return seconds


if __name__ == "__main__":
    sys.exit(main())
