"""What the files of the suite cost is counted, with the processes that they start."""

from __future__ import annotations

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from tests.spending import MOST, PROCESSES, Sum, lines, spent

CALCULATES = "import time\nwhile time.process_time() < 0.3: pass\n"


@pytest.mark.parametrize("then", ["", "print(flush=True)\ninput()"])
def test_what_a_process_does_counts_for_who_has_started_it(then: str) -> None:
    before = spent(os.getpid())
    command = [sys.executable, "-c", CALCULATES + then]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        if not then:
            process.wait()
        # Not every system says what other processes have used.
        assert spent(os.getpid()) - before >= (0.25 if PROCESSES.is_dir() else 0)


def test_the_sum_is_that_of_all_processes_and_shows_the_most_expensive_files() -> None:
    both = Sum()
    for used in ({"tests/a.py": 2.04, "tests/c.py": 3.0}, {"tests/b.py": 31.0, "tests/c.py": 0.5}):
        both.pytest_testnodedown(SimpleNamespace(workeroutput={"spent": used}))
    both.pytest_testnodedown(SimpleNamespace())  # one that was killed
    assert lines(both.seconds) == [
        "  31.0 s tests/b.py",
        "   3.5 s tests/c.py",
        "   2.0 s tests/a.py",
    ]
    assert len(lines({str(n): float(n) for n in range(1, 30)})) == MOST
