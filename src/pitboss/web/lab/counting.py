"""What counting is worth under these rules: effects of removal, correlations, index numbers."""

from __future__ import annotations

from typing import Any

from pitboss.cards import DECK
from pitboss.compiled.ranks import CLASSES
from pitboss.law.counting import up_card
from pitboss.players.counts import SYSTEMS, count_system
from pitboss.players.index_numbers import index_numbers
from pitboss.rulebooks import TableRules, rulebook
from pitboss.rulebooks.loader import read_text
from pitboss.statistics.countability import Effects, insurance_effects, main_effects
from pitboss.web.lab.worker import Control, Steps


def _rules(asked: dict[str, Any]) -> TableRules:
    own = asked.get("source")
    book = rulebook(asked["book"]) if own is None else read_text(asked["book"], own)
    return book.elect_all(asked["settings"])


def effects(asked: dict[str, Any], _control: Control) -> Steps:
    """The effect of removing each rank on the main game and on insurance, and every count."""
    rules = _rules(asked)
    main = main_effects(rules)
    yield None
    insured = insurance_effects(rules) if rules.insurance.offered.value else None
    counts = [
        {
            "name": system.name,
            "betting": main.correlation([float(tag) for tag in system.tags]),
            "insurance": None
            if insured is None
            else insured.correlation([float(tag) for tag in system.tags]),
            "per_count": main.per_count([float(tag) for tag in system.tags]),
        }
        for system in SYSTEMS.values()
    ]
    yield {
        "cards": main.cards,
        "ev": main.ev,
        "main": _by_rank(rules, main),
        "insurance": None if insured is None else _by_rank(rules, insured),
        "counts": sorted(counts, key=lambda one: -abs(one["betting"] or 0.0)),
    }


def _by_rank(rules: TableRules, found: Effects) -> dict[str, float]:
    """The mean effect of the cards of each class."""
    told: dict[str, list[float]] = {rank.value: [] for rank in CLASSES}
    for card in DECK:
        told[up_card(rules, card).value].append(found.of(card))
    return {rank: sum(each) / len(each) for rank, each in told.items()}


def index(asked: dict[str, Any], _control: Control) -> Steps:
    """Index numbers from likeliest shoes, a solve a step."""
    rules = _rules(asked)
    system = count_system(asked["count"])
    for step in index_numbers(rules, system, depth=asked["depth"]):
        yield None if step is None else step.to_json()
