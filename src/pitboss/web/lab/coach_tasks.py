"""What a worker calculates for the coach: advice on a decision, and a player's whole account."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from pitboss.rulebooks import TableRules, rulebook
from pitboss.rulebooks.loader import read_text
from pitboss.table.log import read_event
from pitboss.web.lab.worker import Control, Steps

_STEP: Final = 200
"""Events read between chances for a more urgent task."""


@lru_cache(maxsize=32)
def _rules(book: str, source: str | None, settings: str) -> TableRules:
    import msgspec

    full_book = rulebook(book) if source is None else read_text(book, source)
    return full_book.elect_all(msgspec.json.decode(settings))


def rules_asked(document: dict[str, Any]) -> TableRules:
    """The rules that a question is about."""
    return _rules(document["book"], document["source"], document["settings"])


def advice(request: dict[str, Any], _control: Control) -> Steps:
    """Every act of a decision with its value, from what the player has seen."""
    from pitboss.coach.advice import advice_on
    from pitboss.coach.spots import Standard, spot_from

    rules = rules_asked(request)
    spot = spot_from(rules, request["spot"])
    document = advice_on(spot, Standard(request["standard"])).to_json()
    for standard in ("chart", "hand", "seen"):
        if standard != request["standard"]:
            other = advice_on(spot, Standard(standard))
            value = other.value(other.best)
            document[f"by_{standard}"] = {
                "best": other.best,
                "ev": None if value is None else round(value, 6),
                "exact_for": other.exact_for.value,
            }
    yield document


def account(document: dict[str, Any], _control: Control) -> Steps:
    """The decisions and rounds of a player in the log of one table."""
    from pitboss.coach.accounts import Bookkeeper
    from pitboss.coach.spots import Standard

    events = [read_event(line) for line in document["events"]]
    keeper = Bookkeeper(events[0], document["viewer"], Standard(document["standard"]))
    for at, event in enumerate(events[1:], 1):
        keeper.follow(event)
        if at % _STEP == 0:
            yield None
    account = keeper.account
    yield {
        "decisions": [row.to_json() for row in account.decisions],
        "rounds": [
            {
                "number": one.number,
                "n": one.n,
                "boxes": one.boxes,
                "staked": one.staked,
                "expected": round(one.expected, 2),
                "actual": one.actual,
                "cost": round(one.cost, 2),
                "banked": one.is_banked,
            }
            for one in account.rounds
        ],
        "totals": account.to_json(),
    }
