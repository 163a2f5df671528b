"""Golden rounds: worked rounds told as a dealer would, kept as text that a dealer can read.

python -m tests.golden             write tests/transcripts/<book>/*.txt anew
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pitboss.table import acts
from pitboss.table.sources import Rigged
from pitboss.table.table import Table
from pitboss.table.transcript import story
from tests.support import rules
from tests.table.helpers import bet, close_window, dealt, prepare, rigged, stand

FOLDER = Path(__file__).parent / "transcripts"


def _nz_insurance() -> Table:
    table = dealt("nz", "Th 9h As Kc 5d 3c Qd", {1: 20, 2: 10}, decks=6)
    table.do(acts.Insure(box=1, player="P1", amount=1000))
    close_window(table)
    stand(table, 1)
    table.do(acts.Hit(box=2))
    stand(table, 2)
    return table


def _nz_split() -> Table:
    table = dealt("nz", "8h 7s 8c 3d Td 9s 9c 2h", {1: 10}, decks=6)
    table.do(acts.Split(box=1))
    table.do(acts.Double(box=1, hand=1))
    stand(table, 1, 2)
    return table


def _nz_opening() -> Table:
    table = Table(rules("nz", decks=4), Rigged("4s"), strict_supervision=True)
    table.do(acts.Arrive(player="P1"))
    table.do(acts.Sit(box=1, player="P1"))
    prepare(table, "inspect", "inspect:supervisor", "spread", "view:player", "turn")
    prepare(table, "wash", "stack", "riffle")
    table.shuffle()
    table.cut("P1", 100)
    table.do(acts.ShowBurned(player="P1"))
    return table


def _zappit_zap() -> Table:
    table = dealt("zappit", "Th 9h 7s 6c 9c 9d 2c 3c 5s Kd 4h 6d", {1: 10, 2: 10})
    close_window(table)
    table.do(acts.Zap(box=1))
    table.do(acts.Hit(box=1))
    table.do(acts.Hit(box=1))
    stand(table, 1)
    stand(table, 2)
    return table


def _rws_error() -> Table:
    table = dealt("rws", "Th 9h 9d 9c 8c 7d Td", {1: 50, 2: 50})
    table.do(acts.Report(what="dealing_error", reconstructed=False, why="order lost"))
    table.do(acts.Continue(player="P1"))
    table.do(acts.TakeBack(player="P2"))
    close_window(table)
    stand(table, 1)
    return table


def _rws_void() -> Table:
    table = Table(rules("rws"), Rigged("Th 9h 9c XX"), strict_supervision=True)
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    table.do(acts.Report(what="unshuffled", by="Sue", why="sealed decks", second="Max"))
    return table


def _leaflet_pairs() -> Table:
    table = rigged("leaflet", "8h 7s 8c Td 9s")
    bet(table, 1, "P1", 25)
    table.do(acts.CloseBets())
    close_window(table)
    table.do(acts.Hit(box=1))
    return table


def _nobust_bank() -> Table:
    table = rigged("nobust", "Th 9h 9c 8d")
    table.do(acts.Sit(box=8, player="P8"))
    table.do(acts.TakeBank(player="P8", box=8, wager=1000_00))
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    close_window(table)
    stand(table, 1)
    return table


ROUNDS: dict[str, Callable[[], Table]] = {
    "nz/insurance": _nz_insurance,
    "nz/split-and-double": _nz_split,
    "nz/opening": _nz_opening,
    "zappit/zap": _zappit_zap,
    "rws/dealing-error": _rws_error,
    "rws/void": _rws_void,
    "leaflet/bust": _leaflet_pairs,
    "nobust/bank": _nobust_bank,
}


def transcript(name: str) -> str:
    """A golden round as text."""
    return "".join(line + "\n" for line in story(ROUNDS[name]().log.events))


if __name__ == "__main__":
    for name in ROUNDS:
        path = FOLDER / f"{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(transcript(name), "utf-8")
        print(path.relative_to(FOLDER.parent))
