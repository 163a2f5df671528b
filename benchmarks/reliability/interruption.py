"""Interruption: disconnected at every decision of every book, and the book's rule for the absent.

The first part plays over a real stream and connects anew before every decision: the state must be
the one from before, to the byte. The second lets the clock run out for somebody who has bet and
gone away, and looks for what the book orders.
"""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.web.inside import played_by_the_clock
from tests.web.serving import Seat, Server

from benchmarks.reliability.figures import Figure, milliseconds, progress
from pitboss.rulebooks import BOOKS, rulebook


def interruption(*, rounds: int) -> Figure:
    """Play this many rounds of each book."""
    with tempfile.TemporaryDirectory(prefix="pitboss-away-") as folder:
        times: list[float] = []
        differ = 0
        with Server(f"sqlite:///{Path(folder) / 'house.sqlite3'}") as server:
            for book in BOOKS:
                differ += _play(server, book, rounds, times)
                progress(f"{book}: {len(times)} interruptions, {differ} differ")
        wrong = [
            message
            for book in BOOKS
            if (message := _absent(book, Path(folder) / f"{book}.sqlite3", 2 + rounds)) is not None
        ]
    for message in wrong:
        progress(message)
    seen = (
        f"{len(times)} interruptions at decisions of {len(BOOKS)} books: {differ} states differ, "
        f"back after {milliseconds(max(times))} at most; the book's rule for the absent player "
        f"was carried out in {len(BOOKS) - len(wrong)} of {len(BOOKS)} books"
    )
    return Figure(seen, not differ and not wrong and max(times) <= 1.0 and len(times) > rounds)


def _play(server: Server, book: str, rounds: int, times: list[float]) -> int:
    visitor, chance, differ = server.guest(), random.Random(book), 0
    table = visitor.open(book, bots=1)
    seat = visitor.sit(table)
    seat.must("sit", box=1)
    for _ in range(rounds):
        number = seat.state["round"]
        if seat.say("bet", box=1, amount=seat.state["limits"]["minimum"])["type"] != "ack":
            visitor = server.guest()  # the money is gone
            seat.must("leave", box=1)
            seat.close()
            seat = visitor.sit(table)
            seat.must("sit", box=1)
            continue
        seat.must("deal")
        for _ in range(300):
            seat.catch_up()
            if seat.state["round"] > number:
                break
            wish = _wish(seat, chance)
            if wish is None:
                time.sleep(0.005)
                continue
            before = _lasting(seat.state)
            began = time.monotonic()
            seat.reconnect()
            times.append(time.monotonic() - began)
            if seat.state["sequence"] == before["sequence"]:
                differ += _lasting(seat.state) != before
            seat.say(**wish)
    seat.close()
    return differ


def _lasting(state: dict[str, Any]) -> dict[str, Any]:
    """A state without the seconds on its clocks."""
    message = {key: part for key, part in state.items() if key != "seconds"}
    for key in ("turn", "window"):
        if message[key] is not None:
            message[key] = {k: part for k, part in message[key].items() if k != "seconds"}
    return message


def _wish(seat: Seat, chance: random.Random) -> dict[str, Any] | None:
    """What this player could do now, or None while others have to act."""
    state, name = seat.state, seat.name
    mine: list[dict[str, Any]] = [a["command"] for a in state["asks"] if a["player"] == name]
    if mine:
        return mine[-1]
    if state["window"] is not None and name in state["window"]["waiting"]:
        return {"type": "done"}
    turn = state["turn"]
    if turn is None or turn["player"] != name:
        return None
    act = chance.choice(turn["acts"])
    message = {"type": act["act"], "box": turn["box"], "hand": turn["hand"]}
    return {"type": "stand", "box": turn["box"], "hand": turn["hand"]} if "pick" in act else message


def _absent(book: str, path: Path, rounds: int) -> str | None:
    """What differs from the book's rule when a player bets and then sends nothing, or None."""
    events = played_by_the_clock(book, path, rounds=rounds)
    remedies = rulebook(book).remedies
    wanted = "PlayerLeft" if "absent" in remedies else "HandStood"
    if "absent" not in remedies and "ruling" in remedies:
        wanted = "SupervisorRuled"
    return None if wanted in events else f"{book}: there was no {wanted} in {sorted(set(events))}"
