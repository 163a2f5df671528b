"""Goldens: worked rounds as transcripts that a dealer can read, and digests of much else.

The rounds are written down in ``tests/transcripts_rounds``, a table for each book. The digests of
random rounds, commands, simulations, environments and the coach are in ``tests/goldens``.

python -m tests.golden                          regenerate both
python -m tests.golden --against HEAD           show what differs from a commit, line by line
python -m tests.golden --against HEAD commands  the same of one kind
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from difflib import unified_diff
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from pitboss.rulebooks import BOOKS as EVERY_BOOK
from pitboss.table.table import Table
from pitboss.table.words import transcript as words
from tests.goldens import (
    Kind,
    coaching,
    commands,
    documents,
    environments,
    evening,
    keep,
    pages,
    play,
    simulations,
)
from tests.identical import tree_of
from tests.transcripts_rounds import BOOKS

FOLDER = Path(__file__).parent / "transcripts"

ROUNDS = {
    f"{book}/{name}": round_ for book, rounds in BOOKS.items() for name, round_ in rounds.items()
}
"""Every golden round by book and name."""


def played(name: str) -> Table:
    """The table after a golden round."""
    return ROUNDS[name].play(name.split("/")[0])


def transcript(name: str) -> str:
    """A golden round as text."""
    return "".join(line + "\n" for line in words.transcript(played(name).log.events))


def write() -> None:
    """Regenerate every transcript, and remove those whose round is gone."""
    for left in FOLDER.rglob("*.txt"):
        if left.relative_to(FOLDER).with_suffix("").as_posix() not in ROUNDS:
            left.unlink()
    for name in ROUNDS:
        path = FOLDER / f"{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(transcript(name), "utf-8")
    print(f"{len(ROUNDS)} transcripts in {FOLDER}")


KINDS: Final[Mapping[str, Kind]] = {
    **{f"play-{book}": partial(play.play, book) for book in EVERY_BOOK},
    **{f"commands-{book}": partial(commands.commands_of, book) for book in EVERY_BOOK},
    "commands": commands.commands,
    **{f"evening-{book}": partial(evening.evening, book) for book in EVERY_BOOK},
    "coaching": coaching.coaching,
    "documents": documents.documents,
    "environments": environments.environments,
    "pages": pages.pages,
    "simulations": simulations.simulations,
}
"""Of what there are digests."""

HELP: Final = (
    "If this is meant, look at `python -m tests.golden --against HEAD` and keep it with "
    "`python -m tests.golden`."
)

MOST: Final = 40
"""How many lines of a difference are shown."""


def compare(commit: str, kinds: list[str]) -> int:
    """Show the first lines that differ in each case; how many cases do."""
    differing = 0
    with tree_of(commit) as old:
        for kind in kinds:
            before, after = _cases(old, kind), dict(KINDS[kind]())
            for name in dict.fromkeys((*before, *after)):
                then, now = before.get(name, []), after.get(name, [])
                if then != now:
                    differing += 1
                    print(f"== {kind}: {name}")
                    print("\n".join(islice(unified_diff(then, now, lineterm="", n=1), MOST)))
    return differing


def _cases(tree: Path, kind: str) -> dict[str, list[str]]:
    """The cases of a kind as the code in a folder has them."""
    code = (
        "import json\nfrom tests import golden\n"
        f"print(json.dumps(dict(golden.KINDS.get({kind!r}, dict)() or ())))"
    )
    result = subprocess.run(
        (sys.executable, "-c", code),
        cwd=tree,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tree / "src"), str(tree)))},
        stdout=subprocess.PIPE,
        check=True,
    )
    cases: dict[str, list[str]] = json.loads(result.stdout)
    return cases


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--against", metavar="COMMIT", help="show what differs, and keep nothing")
    parser.add_argument("kinds", nargs="*", help="of which kinds (default: all)")
    wanted = parser.parse_args()
    if unknown := set(wanted.kinds) - set(KINDS):
        parser.error(f"no kind {', '.join(sorted(unknown))}; there are {', '.join(KINDS)}")
    kinds = wanted.kinds or list(KINDS)
    if wanted.against:
        return int(compare(wanted.against, kinds) > 0)
    if not wanted.kinds:
        write()
    for kind in kinds:
        print(f"{keep(kind, KINDS[kind]())} digests of {kind}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
