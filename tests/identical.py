"""Whether two commits do the same: what a move or a new name must leave exactly as it was.

    python -m tests.identical HEAD~3           compare a commit with the working tree
    python -m tests.identical v1.0 main        compare two commits

Compared are the prices of every book to the last bit, the digests of simulations, the golden
transcripts, the hashes of fresh games, the OpenAPI document and the HTML of every page. Each side
runs its own code in processes of its own; only what users rely on is called, so that any name
inside may have changed. Exit codes: 0 if nothing differs, 1 if something does, 2 for a bad commit.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]

PROBES: Final = ROOT / "tests" / "probes.py"
"""The questions, asked of the code of either side."""

KINDS: Final = ("prices", "digests", "transcripts", "games", "openapi", "pages")
"""What is compared, in the order of the output."""


class BadCommit(ValueError):
    """Raised for a commit that git does not know."""


@contextmanager
def tree_of(commit: str | None) -> Iterator[Path]:
    """The files of a commit, or those of the working tree for None."""
    if commit is None:
        yield ROOT
        return
    with TemporaryDirectory(prefix="pitboss-identical-") as folder:
        packed = subprocess.run(
            ("git", "archive", "--format=tar", commit), cwd=ROOT, capture_output=True, check=False
        )
        if packed.returncode:
            raise BadCommit(packed.stderr.decode().strip())
        subprocess.run(("tar", "-x", "-C", folder), input=packed.stdout, check=True)
        yield Path(folder)


def answers(tree: Path, kind: str, size: int) -> Mapping[str, str]:
    """What the code in a folder answers to the questions of one kind, by question."""
    path = os.pathsep.join((str(tree / "src"), str(tree)))
    process = subprocess.run(
        (sys.executable, str(PROBES), kind, str(size)),
        cwd=tree,
        env={**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"},
        stdout=subprocess.PIPE,
        check=True,
    )
    answered: dict[str, str] = json.loads(process.stdout)
    return answered


def differences(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The questions answered differently, or on one side only."""
    everything = sorted(before.keys() | after.keys())
    return [question for question in everything if before.get(question) != after.get(question)]


def compare(before: str, after: str | None, kinds: tuple[str, ...], size: int) -> int:
    """Print what differs between two commits; how many answers do."""
    differing = 0
    with tree_of(before) as old, tree_of(after) as new:
        for kind in kinds:
            earlier, later = answers(old, kind, size), answers(new, kind, size)
            changed = differences(earlier, later)
            differing += len(changed)
            print(f"{kind}: {len(later)} compared, {len(changed)} differ", flush=True)
            for question in changed:
                print(f"  {question}")
    return differing


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("before", help="a commit")
    words.add_argument("after", nargs="?", help="a commit (default: the working tree)")
    words.add_argument("--only", choices=KINDS, action="append", help="compare this kind alone")
    words.add_argument("--size", type=int, default=100, help="percent of the usual rounds")
    chosen = words.parse_args()
    try:
        return int(
            compare(chosen.before, chosen.after, tuple(chosen.only or KINDS), chosen.size) > 0
        )
    except BadCommit as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
