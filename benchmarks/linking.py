"""What linking a kernel as a whole gains over Numba's own way, each from an empty cache.

    python -m benchmarks.linking               compiling, playing and the digest, both ways
    python -m benchmarks.linking --rounds 1e7  more rounds behind the speed

The ordinary way is the one that is taken when Numba's internals are not those that
:mod:`pitboss.compiled.linked` knows: here one of them is taken away. Exit code 1 means that the two
ways do not play the same rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

_LINKED: Final = "import sys; from pitboss.cli.main import run; run(sys.argv[1:])"
_ORDINARY: Final = f"from numba.core import codegen; del codegen.JITCodeLibrary; {_LINKED}"
_GAME: Final = ("simulate", "nz", "--seats", "3", "--count", "hi-lo", "--seed", "7", "--json")
"""A game for the full kernel: several boxes, splits and a count."""


class Way(NamedTuple):
    """One way to compile: what it costs and what it plays."""

    compiling: float
    """Processor seconds of a first run, with next to nothing to play"""
    rounds_per_second: float
    digest: str


def measured(program: str, rounds: int) -> Way:
    """Compile with an empty cache, then play with the compiled kernel."""
    with TemporaryDirectory(prefix="pitboss-linking-") as cache:
        _, first = _ran(program, 1, cache)
        _, later = _ran(program, 1, cache)
        result, _ = _ran(program, rounds, cache)
    return Way(first - later, result["rounds_per_cpu_second"], result["digest"])


def _ran(program: str, rounds: int, cache: str) -> tuple[dict[str, Any], float]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(
        (sys.executable, "-c", program, *_GAME, "--rounds", str(rounds)),
        env={**os.environ, "PITBOSS_CACHE": cache},
        stdout=subprocess.PIPE,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    result: dict[str, Any] = json.loads(ran.stdout)
    return result, seconds


def main() -> int:
    """Measure both ways and print them side by side."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.linking", description=__doc__)
    parser.add_argument("--rounds", type=float, default=3e6, help="rounds to play (default: 3e6)")
    rounds = int(parser.parse_args().rounds)
    linked, ordinary = measured(_LINKED, rounds), measured(_ORDINARY, rounds)
    for name, way in (("linked", linked), ("ordinary", ordinary)):
        print(
            f"{name:9} compiling {way.compiling:6.1f} CPU s, "
            f"{way.rounds_per_second / 1e6:6.2f} million rounds a CPU s"
        )
    print(
        f"linked / ordinary: compiling {linked.compiling / ordinary.compiling:.2f}, "
        f"speed {linked.rounds_per_second / ordinary.rounds_per_second:.2f}"
    )
    if linked.digest != ordinary.digest:
        print(f"different digests: {linked.digest} and {ordinary.digest}")
        return 1
    print(f"the same rounds: digest {linked.digest[:16]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
