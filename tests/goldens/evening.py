"""An evening in a house: what the HTTP API answers to players, dealers and managers.

The application runs in this process. The clock stands still but for a second at each request, and
what is drawn by chance follows from a seed, so that every answer is the same in each run.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import sys
import time
from collections.abc import Iterator
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import httpx
import pytest
from argon2 import PasswordHasher

from pitboss.store import Store, open_database
from pitboss.store.heads import Signer
from pitboss.store.people import People, PersonRole
from pitboss.web.http.app import create_app
from pitboss.web.http.limits import Rate
from pitboss.web.http.security import Rates
from pitboss.web.live.driver import Clocks
from tests.web.inside import KEY
from tests.web.looping import done
from tests.web.serving import PASSWORD

from . import Case, plain

ROUNDS: Final = 2

SLOWLY: Final = Clocks(
    bets=900, window=900, turn=900, cut=900, bank=900, choice=900, pace=0, away=900, seeds=0
)

STAFF: Final = {
    "Ada": PersonRole.PLAYER,
    "Ben": PersonRole.PLAYER,
    "Dora": PersonRole.DEALER,
    "Sue": PersonRole.SUPERVISOR,
    "Max": PersonRole.SHIFT_MANAGER,
    "Amy": PersonRole.AUDITOR,
}

OPEN_TO_ALL: Final = (
    "/rulebooks", "/rulebooks/BOOK", "/rulebooks/BOOK/clauses", "/rulebooks/BOOK/rounds",
    "/tables", "/tables/TABLE", "/tables/TABLE/rules", "/tables/TABLE/rules/in-force",
    "/tables/TABLE/rounds", "/tables/TABLE/rounds/1", "/tables/TABLE/rounds/9",
    "/tables/TABLE/rounds/1/replay", "/tables/TABLE/history", "/tables/TABLE/events",
    "/tables/TABLE/ledger", "/tables/TABLE/changes", "/tables/TABLE/irregularities",
    "/tables/TABLE/returns", "/tables/TABLE/log", "/tables/TABLE/export",
    "/tables/TABLE/fairness/1",
    "/me", "/me/decisions", "/me/sessions", "/me/progress", "/me/disputes", "/me/rounds",
    "/me/rounds/TABLE/1", "/disputes", "/pit", "/returns", "/audit/tables",
    "/audit/ledger", "/sheets/shoes", "/sheets/shoes.csv", "/sessions", "/provisions",
)  # fmt: skip
"""What everybody asks for, and some are refused."""

POSTED: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("/tables/TABLE/rounds/1/disputes", {"statement": "I stood."}),
    ("/tables/TABLE/rounds/1/disputes", {"statement": " "}),
    ("/tables/TABLE/rounds/7/disputes", {"statement": "I stood."}),
    ("/tables/TABLE/changes", {"settings": {"min": 25}, "reason": "a full house"}),
    ("/tables/TABLE/changes", {"settings": {"no": 25}}),
    ("/tables/TABLE/hold", {"reason": "a count"}),
    ("/tables/TABLE/hold", {}),
    ("/sheets/cards", {"what": "received", "item": "S1", "decks": 6, "colour": "red"}),
    ("/sheets/cards", {"what": "nothing"}),
    ("/sheets/none", {}),
    ("/me/refill", {}),
    ("/me/name", {"name": "Adah"}),
    ("/me/preferences", {"squeeze": True}),
    ("/me/password", {"old": "wrong", "new": "short"}),
    ("/people", {"name": "Ada", "password": PASSWORD}),
    ("/people", {"name": "x" * 60, "password": "abc"}),
    ("/people/Ben/role", {"role": "dealer"}),
    ("/people/Amy/lock", {"locked": True}),
    ("/audit/verify", {"table": "no"}),
    ("/tables", {"book": "none"}),
    ("/tables", {"book": "classic", "settings": {"decks": 99}}),
    ("/rulebooks", {"text": "title = 1"}),
)
"""What is sent once by a player and once by a shift manager."""

COMMANDS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("Dora", {"type": "take_chair"}), ("Dora", {"type": "perform"}), ("Ada", {"type": "pause"}),
    ("Sue", {"type": "pause", "why": "a break"}), ("Ada", {"type": "bet", "box": 1}),
    ("Sue", {"type": "resume"}), ("Ben", {"type": "sit", "box": 99}), ("Ben", {"type": "nothing"}),
    ("Ben", {"type": "bet", "box": 2, "amount": 1_000}), ("Ben", {"type": "withdraw", "box": 2}),
    ("Ada", {"type": "leave", "box": 1}), ("Ada", {"type": "hit", "box": 1, "hand": 1}),
    ("Max", {"type": "close_table", "why": "it is late"}), ("Ada", {"type": "sit", "box": 1}),
)  # fmt: skip
"""What is said at the table after the rounds."""

UNTOLD: Final = re.compile(r'"(version|seconds)": ("[^"]*"|[-\d.e]+|\{[^}]*\})')


class Unsalted(PasswordHasher):
    """Quick, and the same for the same password: hashes are part of the journal's chain."""

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        return super().hash(password, salt=salt or bytes(16))


class House:
    """A house with a clock and a chance of its own."""

    def __init__(self, seed: str) -> None:
        self.now, self.random = 1_700_000_000.0, Random(seed)
        self.lines: list[str] = []
        self.tokens: dict[str, str] = {}
        self.client: httpx.AsyncClient

    def patch(self, patched: pytest.MonkeyPatch) -> None:
        """Let nothing depend on the time or on chance."""
        patched.setattr(time, "time", lambda: self.now)
        patched.setattr(secrets, "token_bytes", self._bytes)
        patched.setattr(secrets, "token_hex", lambda number=32: self._bytes(number).hex())
        patched.setattr(secrets, "randbelow", self.random.randrange)
        for name, instead in (("token_bytes", self._bytes), ("randbelow", self.random.randrange)):
            for module in [
                one for known, one in sys.modules.items() if known.startswith("pitboss.")
            ]:
                if hasattr(module, name):
                    patched.setattr(module, name, instead)

    def _bytes(self, number: int = 32) -> bytes:
        return self.random.randbytes(number)

    async def ask(self, who: str, how: str, path: str, body: Any = None) -> Any:
        """Ask for something, and write down the answer."""
        self.now += 1
        headers = {"authorization": f"Bearer {self.tokens[who]}"} if who else {}
        if how == "POST":
            headers["Idempotency-Key"] = f"key {self.now}"
        answer = await self.client.request(how, path, json=body, headers=headers)
        text = answer.text
        kind = answer.headers.get("content-type", "").partition(";")[0]
        is_json = kind in ("application/json", "application/problem+json")
        text = plain(json.loads(text)) if is_json else text
        self.lines.append(f"{who} {how} {path} {body}: {answer.status_code} {UNTOLD.sub('', text)}")
        return answer.json() if is_json else None

    async def state(self, who: str, table: str) -> dict[str, Any]:
        """A table as somebody sees it."""
        headers = {"authorization": f"Bearer {self.tokens[who]}"}
        answer = await self.client.get(f"/tables/{table}", headers=headers)
        state: dict[str, Any] = answer.json()["state"]
        return state

    async def quiet(self, table: str) -> dict[str, Any]:
        """A table when the house has done what it does by itself."""
        entries: list[int] = []
        for _ in range(400):
            now = await self.state("Ada", table)
            entries.append(now["sequence"])
            if len(entries) > 3 and len(set(entries[-4:])) == 1:
                return now
            await asyncio.sleep(0.05)
        raise AssertionError(f"the table does not come to rest: {now}")


def evening(book: str) -> Iterator[Case]:
    """Rounds at a table of a book, and what everybody sees afterwards."""
    house = House(book)
    with pytest.MonkeyPatch.context() as patched, TemporaryDirectory() as folder:
        house.patch(patched)
        yield from done(_evening(house, book, f"sqlite:///{folder}/house.sqlite3"))


async def _evening(house: House, book: str, url: str) -> list[Case]:
    database = open_database(url)
    store = Store(
        database,
        people=People(database, hasher=Unsalted(time_cost=1, memory_cost=8, parallelism=1)),
    )
    signer = Signer(store, KEY)
    signer.take_up()
    for name, role in STAFF.items():
        store.people.sign_up(name, PASSWORD, money=1_000_000, role=role, by="the console")
    many = Rate(10**6, 10**6)
    rates = Rates(
        requests=many, reads=many, commands=many, sign_ins=many, openings=many, audits=many
    )
    app = create_app(store, clocks=SLOWLY, rates=rates, prices=False, signer=signer)
    transport = httpx.ASGITransport(app)
    cases = list[Case]()
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://localhost/api/v1") as client,
    ):
        house.client = client
        for name in STAFF:
            response = await client.post("/sessions", json={"name": name, "password": PASSWORD})
            house.tokens[name] = response.json()["token"]
            client.cookies.clear()
        table = await _played(house, book)
        cases.append((f"{book} rounds", list(house.lines)))
        house.lines.clear()
        await _house_matters(house, table)
        cases.append((f"{book} house", list(house.lines)))
        for name in ("", *STAFF):
            house.lines.clear()
            for path in OPEN_TO_ALL:
                await house.ask(name, "GET", path.replace("BOOK", book).replace("TABLE", table))
            cases.append((f"{book} {name or 'nobody'}", list(house.lines)))
    return cases


async def _played(house: House, book: str) -> str:
    """Rounds that Ada and Ben play."""
    opened = await house.ask("Ada", "POST", "/tables", {"book": book, "name": "One", "bots": 0})
    assert "id" in opened, house.lines
    table = str(opened["id"])

    async def say(who: str, **body: Any) -> Any:
        return await house.ask(who, "POST", f"/tables/{table}/commands", body)

    await house.quiet(table)
    await say("Ada", type="sit", box=1)
    await say("Ben", type="sit", box=2)
    await say("Ben", type="sit", box=1)
    for number in range(1, ROUNDS + 1):
        least = (await house.quiet(table))["limits"]["minimum"]
        await say("Ada", type="bet", box=1, amount=2 * least)
        await say("Ben", type="bet", box=2, amount=least)
        await say("Ben", type="bet", box=2, amount=1)
        await say("Ada", type="deal")
        await say("Ben", type="deal")
        await _finish(house, say, table, number)
    await house.quiet(table)
    return table


async def _house_matters(house: House, table: str) -> None:
    """Reports, disputes, changes of rules, sheets: some are refused, and some are unreadable."""
    here = f"/tables/{table}"
    known = await house.ask("Sue", "GET", f"{here}/irregularities")
    for report in known["irregularities"]:
        message = {"what": report["what"], "reason": "seen", "preview": True}
        for who, more in (("Sue", {}), ("Max", {"box": 1, "player": "Ada", "card": "9h"})):
            await house.ask(who, "POST", f"{here}/rulings", {**message, **more})
    for path, body in POSTED:
        for who in ("Ada", "Max"):
            await house.ask(who, "POST", path.replace("TABLE", table), body)
    await house.ask("Max", "DELETE", f"{here}/hold")
    for path in ("/disputes", f"{here}/changes", f"{here}/rules/in-force", "/sheets/cards", "/pit"):
        await house.ask("Max", "GET", path)
    for who, body in COMMANDS:
        await house.ask(who, "POST", f"{here}/commands", body)


async def _finish(house: House, say: Any, table: str, number: int) -> None:
    for _ in range(400):
        now = await house.state("Ada", table)
        if now["round"] > number:
            return
        asks, window, turn = now["asks"], now["window"], now["turn"]
        waiting = sorted(set(window["waiting"]) & set(STAFF)) if window is not None else []
        if asks and asks[-1]["player"] in STAFF:
            await say(asks[-1]["player"], **asks[-1]["command"])
        elif waiting:
            await say(waiting[0], type="done")
        elif turn is not None and turn["player"] in STAFF:
            open_now = [act["act"] for act in turn["acts"]]
            act = next(one for one in ("split", "stand", "hit") if one in open_now)
            await say(turn["player"], type=act, box=turn["box"], hand=turn["hand"])
        else:
            await asyncio.sleep(0.01)
    raise AssertionError(f"the round does not end: {now}")
