"""Keys: a used key is never taken for new, and a new one needs no database lookup."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.store import Store
from pitboss.store.records import Person, StoredCommand
from pitboss.web.live import commands as c
from pitboss.web.live.outcomes import UsedKeys
from tests.web.inside import hub_on, table_in
from tests.web.looping import done


def test_keys_are_each_persons_own(tmp_path: Path) -> None:
    async def look() -> None:
        async with hub_on(f"sqlite:///{tmp_path / 'house'}") as hub:
            keys = UsedKeys(hub.store)
            used = [f"k{n}" for n in range(2000)]
            for key in used:
                keys.add("ada", key)
            assert not any(keys.is_new("ada", key) for key in used)
            assert sum(keys.is_new("ben", key) for key in used) > 1990

    done(look())


def test_after_a_restart_keys_are_known_and_new_ones_ask_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'house'}"

    async def play() -> tuple[Person, str, int]:
        async with hub_on(url) as hub:
            ada = hub.store.people.welcome_guest(money=10_000_00)
            actor = await table_in(hub, "nz")
            return (
                ada,
                actor.id,
                (await actor.command(ada, "first", c.command("sit", box=1))).sequence,
            )

    async def go_on(ada: Person, table: str, sequence: int) -> None:
        texts: list[str] = []
        ask = Store.command

        def noted(store: Store, person: str, key: str) -> StoredCommand | None:
            texts.append(key)
            return ask(store, person, key)

        monkeypatch.setattr(Store, "command", noted)
        async with hub_on(url) as hub:
            actor = await hub.actor(table)
            again = await actor.command(ada, "first", c.command("sit", box=1))
            assert again.repeated and again.sequence == sequence
            second = await actor.command(ada, "second", c.command("leave", box=1))
            assert second.is_accepted and not second.repeated
        assert texts == ["first"]

    done(go_on(*done(play())))
