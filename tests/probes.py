"""The questions of ``tests.identical``, asked of whichever code is on the path."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import pitboss

Answers = dict[str, str]

POLICIES: Final = ("optimal", "cdz", "basic")

ROUNDS: Final = 2_000_000
"""The rounds of each simulation."""

GAMES: Final = 40
"""The fresh games of each book."""

SIMULATIONS: Final = (
    (),
    ("--seats", "3", "--seed", "7"),
    ("--count", "hi-lo", "--seed", "5"),
    ("--fresh", "--policy", "optimal"),
)
"""The options that the simulations of every book are run with."""

PATHS: Final = (
    "/",
    "/pit",
    "/audit",
    "/sign-in",
    "/me",
    "/me/drills",
    "/me/drills/count",
    "/lab",
    "/lab/nz",
    "/books",
    "/books/nz",
    "/no-such-page",
)
"""Pages that need no table."""


def _hash(what: bytes | str) -> str:
    return sha256(what.encode() if isinstance(what, str) else what).hexdigest()


def _json(*arguments: str) -> Any:
    """The answer of a command, without the time that it took."""
    ran = subprocess.run(
        (sys.executable, "-m", "pitboss", *arguments, "--json"),
        capture_output=True,
        check=False,
    )
    if ran.returncode:  # an option that this book does not have: the sentence is compared
        return ran.stderr.decode().strip().splitlines()[-1:]
    answer = json.loads(ran.stdout)
    return {key: value for key, value in answer.items() if "cpu" not in key}


def prices(size: int) -> Answers:
    """Every hand's price in every book, written so that no bit is lost."""
    return {
        f"solve {book} --policy {policy}": _hash(
            json.dumps(_json("solve", book, "--policy", policy, "--hands"), sort_keys=True)
        )
        for book in pitboss.BOOKS
        for policy in POLICIES
    }


def digests(size: int) -> Answers:
    """The digests of simulations."""
    rounds = str(ROUNDS * size // 100)
    return {
        " ".join(("simulate", book, *options)): _digest(book, rounds, *options)
        for book in pitboss.BOOKS
        for options in SIMULATIONS
    }


def _digest(book: str, *options: str) -> str:
    answer = _json("simulate", book, "--rounds", *options)
    return str(answer["digest"] if isinstance(answer, dict) else answer)


def transcripts(size: int) -> Answers:
    """The golden rounds, played again and transcribed."""
    from tests import golden

    return {name: _hash(golden.transcript(name)) for name in golden.ROUNDS}


def games(size: int) -> Answers:
    """The hashes of the logs of fresh games, played by whoever presses anything."""
    return {
        f"game {book} {seed}": _game(book, seed)
        for book in pitboss.BOOKS
        for seed in range(max(1, GAMES * size // 100))
    }


def _game(book: str, seed: int) -> str:
    table = pitboss.open_table(book, seed=seed)
    chance = Random(f"{book} {seed}")
    names = ("hit", "stand", "double", "split", "surrender", "zap")
    acts: list[Callable[[], Any]] = [getattr(table, name) for name in names if hasattr(table, name)]
    for _ in range(3):
        for box in chance.sample((1, 2, 3), chance.randint(1, 3)):
            _tried(partial(table.wager, box=box, chips=chance.choice((25, 50, 100))))
        _tried(table.deal)
        for _ in range(60):
            _tried(chance.choice(acts))
        for _ in range(30):  # whoever did not finish stands
            _tried(table.stand)
    return str(table.log.hash)


def _tried(act: Callable[[], Any]) -> None:
    try:
        act()
    except (pitboss.NotPermitted, ValueError):
        return


def openapi(size: int) -> Answers:
    """The OpenAPI document of a server."""
    with _server() as address:
        return {"openapi.json": _hash(_fetch(f"{address}/api/v1/openapi.json"))}


def pages(size: int) -> Answers:
    """The HTML of the pages of a server, its static files, and the style of each."""
    with _server() as address:
        return {path: _hash(_fetch(f"{address}{path}")) for path in PATHS}


def _fetch(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            body: bytes = answer.read()
    except urllib.error.HTTPError as refused:
        body = refused.read()
    return body


@contextmanager
def _server() -> Iterator[str]:
    """A server with an empty database, at a port of its own."""
    with TemporaryDirectory() as folder:
        log = Path(folder) / "output"
        with log.open("wb") as output:
            command = ("serve", "--port", "0", "--database", f"sqlite:///{folder}/house.sqlite3")
            server = subprocess.Popen(
                (sys.executable, "-m", "pitboss", *command), stdout=output, stderr=output
            )
        try:
            yield _address(server, log)
        finally:
            server.terminate()
            server.wait()


def _address(server: subprocess.Popen[bytes], log: Path) -> str:
    for _ in range(600):
        words = log.read_text("utf-8", "replace").split()
        for word in words:
            if word.startswith("http://"):
                return word.rstrip("/.,")
        if server.poll() is not None:
            break
        time.sleep(0.1)
    raise RuntimeError(f"the server did not start: {log.read_text('utf-8', 'replace')}")


PROBES: Final[dict[str, Callable[[int], Answers]]] = {
    "prices": prices,
    "digests": digests,
    "transcripts": transcripts,
    "games": games,
    "openapi": openapi,
    "pages": pages,
}

if __name__ == "__main__":
    print(json.dumps(PROBES[sys.argv[1]](int(sys.argv[2]))))
