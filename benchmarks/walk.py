"""The walk of a click on *Hit*: what runs between a player's message and its acknowledgement.

    python -m benchmarks.walk                    the figures of one hit, in the first book
    python -m benchmarks.walk --book zappit --draw

A table is opened in this process over a SQLite database. One player is connected by a line without
a network, has cards that never bust, and hits twice; the second hit is measured. What counts:

- The walk begins with the text of the message at ``Talk.hear_at_once`` and ends when the player has
  the event and its acknowledgement. It leads through the server's thread, the writer's thread,
  which commits, and the server's again, which broadcasts. Housekeeping, which runs by itself
  meanwhile, does not count; nor does what the standard library does.
- A *call* is the start of a Python function of ``pitboss``. A comprehension or a generator
  expression belongs to the function that it stands in, and a generator starts once.
- A call *crosses* if its caller, the nearest function of ``pitboss`` on the stack, is in another
  module. A walk's first steps in a thread have no caller, and cross as well.
- An event is *evolved* if a function of ``table.evolve`` is called with it. Events that are only
  supposed, to find out which acts would be accepted, are other events.
- A duty is *asked for* by every call of ``next_duty``, and *worked out* if it was not kept: once
  for each state would be enough.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from inspect import CO_COROUTINE
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple, cast

from starlette.websockets import WebSocket
from tests.web.inside import hub_on, soon, table_in
from tests.web.looping import done

import pitboss
from pitboss.cards import Card
from pitboss.rulebooks import BOOKS, TableRules, rulebook
from pitboss.rulebooks.enumerations import HoleCard
from pitboss.table.evolve import AFTER
from pitboss.table.procedure.duties import BY_PHASE, next_duty
from pitboss.table.sources import Stack
from pitboss.web.http.limits import Rate, RateBucket
from pitboss.web.live.actor import Actor
from pitboss.web.live.driver import Clocks
from pitboss.web.wire.frames import HearAtOnce
from pitboss.web.wire.streams import Pace, Stream, serve_stream

HEADS_UP: Final = tuple(book for book in BOOKS if rulebook(book).elect().banking is None)
"""The books in which a player may be alone with the dealer; where players bank, bots play too."""

SOURCE: Final = f"{Path(pitboss.__file__).parent}/"

CARDS: Final = ("5h", "Ts", "3d", "7c", "2c", "4c", "2d")
"""The next cards: 8 against a 10 whether or not there is a hole card, and two hits to 14."""

UNHURRIED: Final = Clocks(
    bets=900, window=900, turn=900, cut=0, bank=0, choice=900, pace=0, away=900, seeds=0
)
"""No clock runs out during the walk."""

_INSIDE: Final = frozenset({"<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>"})
_WORKS_OUT: Final = frozenset(works_out.__code__ for works_out in BY_PHASE.values())
_EVOLVES: Final = frozenset(handler.__code__ for handler in AFTER.values())


class Call(NamedTuple):
    """A call of a function: its module and name, the caller's module, and how deep it is."""

    module: str
    name: str
    caller: str | None
    depth: int

    @property
    def crosses(self) -> bool:
        """Whether the caller is in another module."""
        return self.module != self.caller


class Walk(NamedTuple):
    """A walk: its calls in order, how often each event was evolved, and duties were asked for."""

    calls: tuple[Call, ...]
    evolved: tuple[int, ...]
    duties_asked: int
    duties_worked_out: int
    states_asked: int

    @property
    def functions(self) -> int:
        """How many different functions were called."""
        return len({call[:2] for call in self.calls})

    @property
    def modules(self) -> int:
        """How many modules the functions are in."""
        return len({call.module for call in self.calls})

    @property
    def crossings(self) -> int:
        """How many calls led from one module to another."""
        return sum(call.crosses for call in self.calls)


class Tracer:
    """Notes the calls of ``pitboss`` in the server's thread and in the writer's."""

    def __init__(self) -> None:
        self.is_on = False
        self._frames: dict[int, FrameType] = {}
        """The frames that have begun, kept alive so that no other gets the same number"""
        self._calls: list[Call] = []
        self._evolved: list[Any] = []
        self._asked: list[Any] = []
        self._worked_out = 0
        self._threads = {"writer"}

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Note what happens meanwhile in this thread and in the writer's."""
        self._threads.add(threading.current_thread().name)
        self.is_on = True
        sys.setprofile(self.hear)
        try:
            yield
        finally:
            sys.setprofile(None)
            self.is_on = False

    def hear(self, frame: FrameType, event: str, _argument: object) -> None:
        """Note a call, as ``sys.setprofile`` reports it."""
        code = frame.f_code
        if not self.is_on or event != "call" or not _is_ours(code) or id(frame) in self._frames:
            return
        self._frames[id(frame)] = frame
        if code.co_name in _INSIDE:
            return
        callers = _callers(frame)
        outermost = callers[-1].f_code if callers else code
        thread = threading.current_thread().name
        if outermost.co_flags & CO_COROUTINE or thread not in self._threads:
            return
        caller = _module(callers[0].f_code) if callers else None
        self._calls.append(Call(_module(code), code.co_qualname, caller, len(callers)))
        if code in _EVOLVES:
            self._evolved.append(frame.f_locals["event"])
        elif code in _WORKS_OUT:
            self._worked_out += 1
        elif code is next_duty.__code__:
            self._asked.append(frame.f_locals["state"])

    def walk(self) -> Walk:
        """Everything noted."""
        evolved = Counter(map(id, self._evolved))
        request = Counter(map(id, self._asked))
        evolutions = tuple(sorted(evolved.values()))
        return Walk(
            tuple(self._calls), evolutions, len(self._asked), self._worked_out, len(request)
        )


def _is_ours(code: CodeType) -> bool:
    return code.co_filename.startswith(SOURCE)


def _module(code: CodeType) -> str:
    return code.co_filename.removeprefix(SOURCE).removesuffix(".py").replace("/", ".")


def _callers(frame: FrameType) -> list[FrameType]:
    """The functions of ``pitboss`` on the stack, the nearest first."""
    result, each = [], frame.f_back
    while each is not None:
        if _is_ours(each.f_code) and each.f_code.co_name not in _INSIDE:
            result.append(each)
        each = each.f_back
    return result


class Line:
    """A connection without a network, on the fast path of the server."""

    def __init__(self) -> None:
        self.received: list[dict[str, Any]] = []
        self.hear_at_once: HearAtOnce | None = None
        self.scope = {"extensions": {"pitboss.at_once": self}}

    def write_at_once(self, message: bytes) -> bool:
        """Take a message from the server."""
        self.received.append(json.loads(message))
        return True

    async def receive(self) -> dict[str, str]:
        """Nothing arrives on the usual path."""
        await asyncio.Event().wait()
        raise AssertionError

    async def send(self, **command: Any) -> None:
        """Send a command, and wait for its answer."""
        key = f"key {len(self.received)}"
        assert self.hear_at_once is not None
        assert self.hear_at_once(json.dumps({"type": "command", "key": key, "command": command}))
        await soon(lambda: any(message.get("key") == key for message in self.received))
        answer = next(message for message in self.received if message.get("key") == key)
        assert answer["type"] == "ack", answer


@asynccontextmanager
async def _at_a_table(folder: str, book: str) -> AsyncIterator[tuple[Line, Actor]]:
    """A player on a line, at a table that waits for bets."""
    async with hub_on(f"sqlite:///{folder}/house.sqlite3", clocks=UNHURRIED) as hub:
        ada = hub.store.people.welcome_guest(money=1_000_000_00)
        actor = await table_in(hub, book)
        line, bucket = Line(), RateBucket(Rate(at_once=1000, a_second=1000))
        socket = cast(WebSocket, line)
        serving = asyncio.create_task(
            serve_stream(Stream(socket, ada), socket, actor, Pace(bucket, bucket))
        )
        await soon(lambda: line.hear_at_once)
        yield line, actor
        serving.cancel()
        await asyncio.wait((serving,))


async def _play(line: Line, actor: Actor, tracer: Tracer) -> None:
    rules, source = actor.live.rules, actor.live.table.source
    assert isinstance(source, Stack)
    await line.send(type="bet", box=1, amount=rules.limits.minimum.value)
    await soon(lambda: actor.live.state.shoe.is_loaded and not actor.rests)
    _arrange(source, rules)
    await line.send(type="deal")
    await soon(lambda: actor.live.state.dealer and not actor.rests)
    if actor.live.state.phase.value == "window":
        await line.send(type="done")
    await soon(lambda: actor.live.state.phase.value == "play" and not actor.rests)
    await line.send(type="hit", box=1, hand=1)
    with tracer.listening():
        await line.send(type="hit", box=1, hand=1)
    last = [message for message in line.received if message["type"] == "events"][-1]
    happened = [event["event"] for event in last["events"]]
    assert happened == ["HandHit", "CardDealt"], happened


def _arrange(source: Stack, rules: TableRules) -> None:
    """Put the cards of the round on top of the shoe, in the order in which they are dealt."""
    cards = list(CARDS)
    if rules.deal.hole_card.value is HoleCard.NONE:
        del cards[3]
    for place, card in enumerate(cards, 1):
        source._rest[-place] = Card(card)


def walked(book: str = HEADS_UP[0]) -> Walk:
    """The walk of a hit at a table of this book."""
    tracer = Tracer()

    async def play() -> None:
        threading.setprofile(tracer.hear)
        try:
            with TemporaryDirectory(prefix="pitboss-walk-") as folder:
                async with _at_a_table(folder, book) as (line, actor):
                    await _play(line, actor, tracer)
        finally:
            threading.setprofile(None)

    done(play())
    return tracer.walk()


def drawn(walk: Walk) -> str:
    """The walk as text: one line per call, indented under its caller, with each new module."""
    lines = []
    for call in walk.calls:
        module = f"  ({call.module})" if call.crosses else ""
        lines.append(f"{'  ' * call.depth}{call.name}{module}")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--book", choices=HEADS_UP, default=HEADS_UP[0])
    parser.add_argument("--draw", action="store_true", help="print every call, under its caller")
    parser.add_argument("--modules", action="store_true", help="print the calls of each module")
    args = parser.parse_args()
    walk = walked(args.book)
    if args.draw:
        print(drawn(walk))
    if args.modules:
        into = Counter(call.module for call in walk.calls if call.crosses)
        for module, calls in sorted(Counter(call.module for call in walk.calls).items()):
            print(f"{module:40} {calls:4} calls {into[module]:4} crossings into it")
    print(f"a hit in {args.book}")
    print(f"  calls                    {len(walk.calls):5}")
    print(f"  functions                {walk.functions:5}")
    print(f"  modules                  {walk.modules:5}")
    print(f"  crossings                {walk.crossings:5}")
    print(f"  evolutions of an event   {max(walk.evolved):5}  (at most)")
    print(f"  duties asked for         {walk.duties_asked:5}  (of {walk.states_asked} states)")
    print(f"  duties worked out        {walk.duties_worked_out:5}")


if __name__ == "__main__":
    main()
