"""Transcripts: one sentence per event, each with its clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.rulebooks import TableRules
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.log_verifier import opened
from pitboss.table.state import TableState
from pitboss.table.words.sentences import SENTENCES


def describe(event: e.Event, before: TableState) -> str:
    """The sentence of an event; it never names a card that is face down."""
    return SENTENCES[type(event)](event, before)


def transcript(events: Iterable[e.Event]) -> Iterator[str]:
    """A log from its opening, one sentence per event, each with its clause."""
    state: TableState | None = None
    for event in events:
        before = opened(event) if state is None else state
        yield f"{describe(event, before)} ({_cited(before.rules, event.under)})"
        state = before if state is None else evolve(state, event)


def transcript_of_round(events: Iterable[e.Event], number: int) -> Iterator[str]:
    """The sentences of one round; the opening of the table belongs to the first."""
    kept = tuple(events)
    current = 1
    for event, sentence in zip(kept, transcript(kept), strict=True):
        if current == number:
            yield sentence
        current += isinstance(event, e.RoundClosed)


def _cited(rules: TableRules, under: str) -> str:
    return under if under in e.OWN_MATTERS else rules.cite(under)
