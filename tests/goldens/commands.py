"""What commands print, as text and as JSON, and how they refuse."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner

from pitboss.cli.main import cli

from . import Case, plain

ROOT = Path(__file__).parents[2]

OF_A_BOOK = (
    "rules BOOK",
    "rules BOOK --options",
    "rules BOOK --json",
    "rules BOOK 1",
    "rules BOOK settle.5",
    "solve BOOK",
    "solve BOOK --hand '8,8 v T'",
    "solve BOOK --hand 'A,6 v 5' --json",
    "chart BOOK",
    "chart BOOK --json",
    "simulate BOOK --rounds 3000 --seed 4 --threads 1",
    "simulate BOOK --rounds 3000 --seed 5 --threads 1 --seats 3 --count hi-lo --json",
    "simulate BOOK --rounds 2000 --fresh --check --threads 1",
    "play BOOK --seed 3 --rounds 2 --boxes 2",
    "play BOOK --seed 5 --rounds 3",
    "drill BOOK --questions 3 --seed 3",
    "drill BOOK --kind count --questions 3 --seed 3",
)
"""Commands that are given for each book."""

OTHERS = (
    "books",
    "books --json",
    "compare nz leaflet",
    "compare classic leaflet --decks 6 --json",
    "compare leaflet leaflet",
    "rules nz 12.4(b)",
    "rules nz 11.4",
    "rules rws 5.4.1",
    "rules zappit 6(h)(3)",
    "rules nz 12.4 --json",
    "rules rws 3.15",
    "rules zappit 6(m)(2)",
    "rules nobust 99",
    "rules no-such-book",
    "rules classic --set no=1",
    "rules classic --set decks=99",
    "solve classic --decks 1 --json",
    "solve classic --decks 1 --policy basic --hands",
    "solve classic --decks 1 --set soft_17=hit --set surrender=early --anew",
    "solve classic --decks 0",
    "solve classic --hand '8,8'",
    "solve classic --hand '8,8,8,8 v 2' --decks 1",
    "solve classic --shoe A:20",
    "effects classic --decks 1",
    "effects classic --decks 1 --json --policy cdz",
    "index classic --decks 1 --most 5",
    "index classic --decks 2 --most 5 --json --count no",
    "bankroll classic --bankroll 400 --plays chart --others 2",
    "bankroll classic --bankroll 400 --others 2",
    "bankroll classic --bankroll 400 --sit-out",
    "bankroll classic --bankroll 400 --bet-most 9 --kelly 0.5",
    "bankroll classic --bankroll 400 --spread no.toml --kelly 0.5",
    "bankroll classic --bankroll 4000 --count hi-lo --rounds 500",
    "bankroll classic --bankroll 0",
    "bankroll classic --bankroll 400 --rounds 500 --goal 300",
    "bankroll nz --bankroll 400 --rounds 500 --json",
    "report leaflet --json",
    "simulate classic --rounds 1000 --check",
    "simulate classic --rounds 1000 --control",
    "simulate classic --rounds 3000 --fresh --control --threads 1",
    "simulate classic --rounds 3000 --fresh --compare soft_17=hit --threads 1",
    "simulate classic --rounds 3000 --count ko --policy optimal --threads 1",
    "simulate classic --rounds 100 --seats 99",
    "simulate nobust --rounds 1000 --bank 10 --threads 1",
    "simulate nz --rounds 1000 --set layout=3 --side-bets none --threads 1",
    "simulate nz --rounds 1000 --set layout=3 --threads 1",
    "drill classic --kind bets --questions 2 --seed 3",
    "drill classic --kind deviations --questions 2 --seed 3",
    "drill classic --kind pairs --questions 3 --seed 4 --standard chart",
    "drill classic --kind insurance --questions 2 --seed 4 --json",
    "drill classic --questions 0",
    "play classic --seed 2 --rounds 1 --coach before",
    "play classic --seed 2 --rounds 1 --coach after --standard chart",
    "play classic --shoe As",
    "play classic --boxes 99",
    "trace leaflet",
    "trace nobust --missing --json",
    "check src/pitboss/scenarios/books/leaflet.yaml",
    "check src/pitboss/scenarios/books/leaflet.yaml --json",
    "check no-such-file.yaml",
    "history",
    "verify no-such-log.jsonl",
    "nothing",
)
"""Other commands, many of which are refused."""

TYPED = "10\ns\nh\ny\nn\n\n15\ns\nd\nh\n1\ns\n20\np\ns\ns\nh\nq\n" * 4
"""What is typed at a game or a drill, whatever it asks."""


def commands() -> Iterator[Case]:
    """Every command, with its exit code and what it printed."""
    for line in OTHERS:
        yield line, ran(line)


def commands_of(book: str) -> Iterator[Case]:
    """The commands of a book."""
    for line in OF_A_BOOK:
        yield (message := line.replace("BOOK", book)), ran(message)


def ran(line: str) -> list[str]:
    """What a command printed and how it ended, without what differs from run to run."""
    with pytest.MonkeyPatch.context() as patched, TemporaryDirectory() as folder:
        patched.setenv("COLUMNS", "100")
        patched.setenv("XDG_DATA_HOME", folder)
        patched.chdir(ROOT)
        result = CliRunner().invoke(cli, shlex.split(line), input=TYPED)
    output = result.stdout
    if output.startswith("{"):
        output = plain(_timeless(json.loads(output)))
    shown = re.sub(r"\S+ rounds per CPU second|\d[\d.]* (s|ms)\b", "TIME", output + result.stderr)
    return [f"exit {result.exit_code}", *shown.splitlines(), repr(result.exception)]


def _timeless(value: object) -> object:
    if isinstance(value, dict):
        return {
            key: _timeless(one)
            for key, one in value.items()
            if not re.search("cpu|second|version|per_second|elapsed|machine", str(key))
        }
    return [_timeless(one) for one in value] if isinstance(value, list) else value
