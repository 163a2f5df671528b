"""Accounts that are kept: found again, made anew when the log has grown, bounded in bytes."""

from __future__ import annotations

from typing import Any, cast

import pytest

from pitboss.store.records import StoredEvent
from pitboss.web.coach import coaching as module
from pitboss.web.coach.coaching import Coaching, TooLong
from tests.web.looping import done


class Log:
    """A store with one table's log, and nobody in it."""

    people: Any = None

    def __init__(self, length: int) -> None:
        self.length = length
        self.pages: list[int] = []

    def entries(
        self, table: str, *, after: int = 0, upto: int | None = None, most: int
    ) -> list[StoredEvent]:
        """A page of the log, of which every other entry is missing, as where peers take numbers."""
        every = range(2, 2 * self.length + 1, 2)
        page = [n for n in every if n > after and (upto is None or n <= upto)][:most]
        self.pages.append(len(page))
        return [StoredEvent(n, "{}", "", "", n / 2) for n in page]


class Job:
    """An account of two decisions and a round."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.last = len(document["events"]) - 1

    async def result(self) -> dict[str, Any]:
        """The worker's answer, which names entries by their places."""
        decisions = [{"n": 0, "loss": 0.25}, {"n": self.last, "loss": 0.5}]
        return {"decisions": decisions, "rounds": [{"n": self.last}], "totals": {"loss": 0.75}}


class Workers:
    """Workers that count the accounts they make."""

    def __init__(self) -> None:
        self.begun = 0

    def begin(self, kind: str, document: dict[str, Any], **_: Any) -> Job:
        """An account of these events."""
        self.begun += 1
        return Job(document)


def coached(log: Log, workers: Workers) -> Coaching:
    """A coach with this log and these workers, and no names to replace."""
    made = Coaching(cast(Any, log), cast(Any, workers))
    made.known = cast(Any, type("Known", (), {"text": staticmethod(str)}))
    return made


def account(coach: Coaching, viewer: str = "Ada") -> dict[str, Any]:
    """A person's account at the table."""
    return done(coach.account("t", viewer, "hand"))


def test_an_account_is_made_once_from_pages_until_the_log_grows() -> None:
    log, workers = Log(4_500), Workers()
    coach = coached(log, workers)
    made = account(coach)
    assert log.pages == [2000, 2000, 500, 0]
    assert made["decisions"] == [
        {"n": 2, "loss": 0.25, "at": 1.0, "table": "t"},
        {"n": 9000, "loss": 0.5, "at": 4500.0, "table": "t"},
    ]
    assert made["rounds"] == [{"at": 4500.0, "table": "t"}]
    assert account(coach) == made and workers.begun == 1
    log.length += 1
    assert account(coach)["decisions"][1]["n"] == 9002 and workers.begun == 2


def test_the_accounts_in_memory_are_bounded_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    log, workers = Log(10), Workers()
    coach = coached(log, workers)
    account(coach, "Ada")
    monkeypatch.setattr(module, "_BYTES", 5 * coach._weight // 2)
    for viewer in ("Ben", "Ada", "Cleo"):  # Ada was used since, so Ben goes
        account(coach, viewer)
    assert workers.begun == 3 and coach._weight <= module._BYTES
    account(coach, "Ada")
    assert workers.begun == 3
    account(coach, "Ben")
    assert workers.begun == 4
    log.length = 11
    account(coach, "Ben")
    assert coach._weight == sum(len(packed) for _, packed in coach._accounts.values())


def test_a_log_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LONGEST", 4_000)
    log = Log(50_000)
    with pytest.raises(TooLong, match="more than 4000 entries"):
        account(coached(log, Workers()))
    assert len(log.pages) == 3, "no more is read than is needed to know"
