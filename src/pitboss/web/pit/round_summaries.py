"""A round in one line: its time, players, results and rulings."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct

from pitboss.store.records import Posting, RoundPlace, TableInfo
from pitboss.store.store import Store

RULED: Final = frozenset({"IrregularityNoted", "SupervisorRuled", "RoundVoided", "HandVoided"})
"""The events that make a round irregular."""

CHUNK: Final = 100
"""Rounds read together."""

FARTHEST: Final = 2000
"""The most rounds that one request searches; the next continues where it stopped."""


class RoundFilter(Struct, frozen=True):
    """Which rounds to list: of a player, with a ruling, with these words."""

    player: str = ""
    words: str = ""
    ruled: bool = False

    def admits(self, summary: dict[str, Any], text: str) -> bool:
        """Whether a round is one of them."""
        if self.ruled and not summary["rulings"]:
            return False
        names = " ".join(one["name"] for one in summary["players"]).casefold()
        if self.player and self.player.casefold() not in names:
            return False
        return not self.words or self.words.casefold() in text.casefold()


def found_rounds(
    store: Store,
    info: TableInfo,
    wanted: RoundFilter,
    renamed: Callable[[str], str],
    *,
    before: int | None,
    most: int,
) -> tuple[list[dict[str, Any]], int | None]:
    """Rounds of a table, newest first, and the number to continue before; None at the end.

    ``renamed`` puts present names in place of former ones.
    """
    documents: list[dict[str, Any]] = []
    looked = 0
    while looked < FARTHEST:
        some = store.rounds_before(info.id, before, most=CHUNK)
        for each, summary, text in _summaries(store, info, some, renamed):
            before = each.number
            if wanted.admits(summary, text):
                documents.append(summary)
            if len(documents) == most:
                return documents, before if before > 1 else None
        looked += len(some)
        if len(some) < CHUNK:
            return documents, None
    return documents, before


def _summaries(
    store: Store, info: TableInfo, rounds: Sequence[RoundPlace], renamed: Callable[[str], str]
) -> list[tuple[RoundPlace, dict[str, Any], str]]:
    if not rounds:
        return []
    first, last = rounds[-1].first, rounds[0].last
    events = [
        json.loads(renamed(text))
        for text in store.shown(info.id, after=first - 1, upto=last, most=1_000_000)
    ]
    postings = [
        one._replace(account=renamed(one.account))
        for one in store.postings_between(info.id, first, last)
    ]
    summaries = []
    for each in rounds:
        own = events[each.first - first : each.last - first + 1]
        posted = [one for one in postings if each.first <= one.n <= each.last]
        text = "\n".join(f"{event['says']} {event['clause']}" for event in own)
        summaries.append((each, _summary(each, own, posted), text))
    return summaries


def _summary(
    each: RoundPlace, events: Sequence[dict[str, Any]], postings: Sequence[Posting]
) -> dict[str, Any]:
    net: dict[str, int] = {}
    for event in events:
        if event["event"] in ("WagerPlaced", "BankTaken"):
            net.setdefault(event["player"], 0)
    for posting in postings:
        kind, _, rest = posting.account.partition("/")
        name = rest if kind == "player" else rest.partition("/")[2] if kind == "bot" else ""
        if name:
            net[name] = net.get(name, 0) + posting.amount
    return {
        "round": each.number,
        "first": each.first,
        "last": each.last,
        "at": each.at,
        "began": events[0]["at"] if events else each.at,
        "players": [{"name": name, "net": net[name]} for name in sorted(net)],
        "dealer": _dealers(events),
        "rulings": [
            {
                "n": event["n"],
                "says": event["says"],
                "clause": event["clause"],
                "by": event.get("by"),
                "approved_by": event.get("approved_by"),
            }
            for event in events
            if event["event"] in RULED
        ],
        "void": any(event["event"] == "RoundVoided" for event in events),
    }


def _dealers(events: Sequence[dict[str, Any]]) -> str | None:
    """The dealer's final hand, as the log words it."""
    sentences = [event["says"] for event in events if event["event"] == "DealerHandCompleted"]
    return sentences[-1] if sentences else None
