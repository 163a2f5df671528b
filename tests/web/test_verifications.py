"""The result of a verification is reused while a table is open, and never for a closed one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.store.records import TableInfo
from pitboss.web.audit import verifications
from tests.web.looping import done


def _info(sequence: int, status: str) -> TableInfo:
    return TableInfo(
        id="t", name="T", book="nz", opened_by="Ada", dealt_by="machine", cards="shoe", bots=0,
        price="", status=status, sequence=sequence, hash="", owner=None, address=None, lease=0.0,
        created=0.0,
    )  # fmt: skip


def test_a_closed_table_is_verified_once_more_although_the_last_result_is_recent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [0.0]
    logs: list[tuple[int, str]] = []

    def slow(store: Any, info: TableInfo) -> Any:
        clock[0] += 1.0
        logs.append((info.sequence, info.status))
        return logs[-1]

    async def at_once(seconds: float) -> None:
        clock[0] += seconds

    store: Any = None
    held = verifications.Verifications(store)
    monkeypatch.setattr(verifications, "verified_table", slow)
    monkeypatch.setattr(verifications, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr("asyncio.sleep", at_once)

    async def ask() -> list[Any]:
        looks = [(1, "open"), (2, "open"), (3, "closed"), (3, "closed")]
        return [await held.of(_info(*look), is_staff=False) for look in looks]

    assert done(ask()) == [(1, "open"), (1, "open"), (3, "closed"), (3, "closed")]
    assert logs == [(1, "open"), (3, "closed")]
