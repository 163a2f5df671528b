"""``python -m tests.mutants`` makes random single changes to the code; a test must notice each.

The changes are the same for the same seed and code. Each is made in a private copy, in which the
tests run that cover its lines. Exit code 1 means that fewer than 95% were noticed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from .changes import Change, changes_of, drawn
from .copies import Tree
from .covering import Records, cache_of
from .trials import CAUGHT, EQUIVALENT, SURVIVED, UNDECIDED, Results, Trials, equivalents

ROOT = Path(__file__).resolve().parents[2]
LEAST = 95.0
"""The share of changes that must be noticed, in percent, without the equivalent ones."""
BROWSER = ("tests/web/browser/",)
"""The tests that take the longest, and that say the least about Python."""


def main(arguments: list[str] | None = None, tree: Tree | None = None) -> int:
    """Draw changes, try them, and say what became of each."""
    options = _asked(arguments)
    tree = tree or Tree(
        ROOT,
        "pitboss",
        () if options.browser else BROWSER,
        tuple(options.tests or ("",)),
    )
    modules = [path for path in tree.modules if _is_in(tree, path, options.package)]
    if not modules:
        sys.exit(f"src/{tree.package} has no package or module {options.package!r}")
    possible = [change for path in modules for change in changes_of(tree.root, path)]
    if options.only:
        changes = [change for change in possible if change.id in options.only]
        unknown = set(options.only) - {change.id for change in changes}
        if unknown:
            sys.exit(f"no change has the id {', '.join(sorted(unknown))}")
    else:
        changes = drawn(possible, options.number, options.seed, tree.root)[options.skip :]
    if options.list:
        for change in changes:
            print(change)
        print(f"{len(changes)} of {len(possible)} changes")
        return 0
    return _try(tree, changes, options)


def _try(tree: Tree, changes: list[Change], arguments: argparse.Namespace) -> int:
    cache = cache_of(tree)
    records = None if arguments.no_record else Records(tree, cache)
    trials = Trials(
        tree, cache, known=equivalents(Path(__file__).with_name("equivalent.toml")),
        budget=arguments.budget, records=records, served=True,
    )  # fmt: skip
    if records is not None:
        missing = records.missing()
        if missing:
            print(f"{len(missing)} files of tests are recorded first", flush=True)
        trials.record(missing, arguments.jobs, lambda line: print(line, flush=True))
    if arguments.record_only:
        return 0
    results = Results(arguments.results)
    known = [results.outcomes[change.id] for change in changes if change.id in results.outcomes]
    number = Counter(known)
    if known:
        print(f"{len(known)} of {len(changes)} are known from {arguments.results}", flush=True)
    left = [change for change in changes if change.id not in results.outcomes]
    left.sort(key=lambda change: not trials.is_quick(change))
    for verdict in trials.tried(left, arguments.jobs) if left else ():
        number[verdict.outcome] += 1
        results.add(verdict)
        print(verdict, flush=True)
    matter = number[CAUGHT] + number[SURVIVED] + number[UNDECIDED]
    share = 100 * number[CAUGHT] / matter if matter else 100.0
    print(
        f"{number[CAUGHT]} caught, {number[SURVIVED]} survived, {number[UNDECIDED]} undecided, "
        f"{number[EQUIVALENT]} equivalent: {share:.1f}% of those that matter are caught"
    )
    return 0 if share >= LEAST else 1


def _is_in(tree: Tree, path: Path, package: str) -> bool:
    name = path.relative_to(tree.root / "src" / tree.package).with_suffix("").as_posix()
    return not package or name == package or name.startswith(f"{package}/")


def _asked(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants", description=(__doc__ or "").replace("``", "")
    )
    parser.add_argument("--seed", type=int, default=1, help="the seed of the draw (default: 1)")
    parser.add_argument("--number", type=_positive, default=300, help="how many (default: 300)")
    parser.add_argument("--skip", type=int, default=0, help="not the first of them", metavar="N")
    parser.add_argument(
        "--results", type=Path, metavar="FILE",
        help="note each verdict in this file, and try only what is not noted in it",
    )  # fmt: skip
    parser.add_argument(
        "--package", default="", metavar="NAME", help="only of law, or web/wire/connections"
    )
    parser.add_argument("--jobs", type=_positive, default=2, help="at a time (default: 2)")
    parser.add_argument("--list", action="store_true", help="show the changes, and try none")
    parser.add_argument("--only", action="append", metavar="ID", help="this change; repeatable")
    parser.add_argument(
        "--tests", action="append", metavar="PATH", help="only these tests; repeatable"
    )
    parser.add_argument("--browser", action="store_true", help="run the tests in browsers, too")
    parser.add_argument("--record-only", action="store_true", help="record, and try nothing")
    parser.add_argument(
        "--no-record", action="store_true",
        help="run the tests of the room and those that import the module, not those that cover it",
    )  # fmt: skip
    parser.add_argument(
        "--budget", type=float, default=60.0, metavar="SECONDS",
        help="how long the tests of one change take at most, by the record (default: 60)",
    )  # fmt: skip
    return parser.parse_args(arguments)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is not at least 1")
    return number


if __name__ == "__main__":
    sys.exit(main())
