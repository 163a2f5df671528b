"""Bots: they keep a player company and play the book's basic strategy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct, field

from pitboss.acts import HandAct, Letter
from pitboss.cards import Card
from pitboss.law.answers import Refusal
from pitboss.law.counting import count, up_card
from pitboss.law.hands import Hand
from pitboss.law.play import surrenders_before_play
from pitboss.rulebooks import TableRules
from pitboss.store.ledger import BOT
from pitboss.table import acts
from pitboss.table.decide import decide
from pitboss.table.state import BackBettorsDue, Box, PlayedHand, TableState

NAMES: Final = tuple(BOT + name for name in ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil"))
"""The names of the bots, in the order in which they sit down."""

_STANDS_ON: Final = 17
"""The total a bot draws to until its chart has been calculated."""

_UP_CARDS: Final = "23456789TA"

Rows = dict[str, tuple[str, ...]]
"""For each hand, a letter per up card from 2 to A."""


class BotChart(Struct, frozen=True):
    """A table's basic strategy as calculated by the solver, in chart letters."""

    hard: Rows
    soft: Rows
    pairs: Rows
    exchange: Rows = field(default_factory=dict, name=HandAct.EXCHANGE.word)


def is_bot(name: str | None) -> bool:
    """Whether this is a bot."""
    return name is not None and name.startswith(BOT)


def decision(state: TableState, box: Box, played: PlayedHand, chart: BotChart | None) -> acts.Act:
    """A bot's act on the hand in turn: the first choice of its chart that the book permits."""
    for kind in _wishes(state, played, chart):
        act = kind(box=box.number, hand=played.number)
        if not isinstance(decide(state, act), Refusal):
            return act
    return acts.Hit(box=box.number, hand=played.number)


def answer(
    state: TableState, back_bettors: BackBettorsDue, player: str, chart: BotChart | None
) -> acts.Act:
    """A bot's answer to a double or split: it joins if its own chart would have made it."""
    box = state.box(back_bettors.box)
    assert box is not None
    hands = [
        box.hand(number)
        for number in (back_bettors.hand, back_bettors.new_hand)
        if number is not None
    ]
    cards = tuple(card for played in hands if played is not None for card in played.hand.cards)
    played = PlayedHand(back_bettors.hand, Hand(cards))
    kind = acts.Double if back_bettors.new_hand is None else acts.Split
    act = kind(box=back_bettors.box, hand=back_bettors.hand, player=player)
    wants = kind in _wishes(state, played, chart)[:1]
    if wants and not isinstance(decide(state, act), Refusal):
        return act
    return acts.Decline(box=back_bettors.box, hand=back_bettors.hand, player=player)


def surrenders(state: TableState, box: Box, chart: BotChart | None) -> acts.Act | None:
    """Whether a bot surrenders, where surrender is offered before play."""
    played = box.hands[0]
    if chart is None or played.is_done or len(played.hand.cards) != 2:
        return None
    if not surrenders_before_play(state.rules):
        return None
    if acts.Surrender not in _wishes(state, played, chart)[:1]:
        return None
    act = acts.Surrender(box=box.number, hand=played.number)
    return None if isinstance(decide(state, act), Refusal) else act


_LETTERS: Final[dict[str, tuple[type[acts.ActOnHand], ...]]] = {
    letter.value: tuple(acts.OF_PLAY[act] for act in letter.wishes) for letter in Letter
} | {Letter.SURRENDER_OR_SPLIT.value: (acts.Surrender, acts.Split, acts.Hit, acts.Stand)}
"""The acts of each chart letter, in order of preference."""


def _wishes(
    state: TableState, played: PlayedHand, chart: BotChart | None
) -> tuple[type[acts.ActOnHand], ...]:
    rules, cards = state.rules, played.hand.cards
    counted = count(rules, cards)
    if chart is None:
        hits = counted.total < _STANDS_ON
        return (acts.Hit, acts.Stand) if hits else (acts.Stand, acts.Hit)
    at = _UP_CARDS.index(up_card(rules, state.up).value)
    wishes: list[type[acts.ActOnHand]] = []
    for letters in _rows(rules, chart, cards, soft=counted.soft, total=counted.total):
        wishes += _LETTERS[letters[at]]
    return tuple(dict.fromkeys(wishes)) or (acts.Stand, acts.Hit)


def _rows(
    rules: TableRules, chart: BotChart, cards: tuple[Card, ...], *, soft: bool, total: int
) -> Iterator[tuple[str, ...]]:
    """The chart rows that apply to a hand, in order of precedence."""
    names: list[tuple[Rows, str]] = []
    if len(cards) == 2:
        first, second = (up_card(rules, card) for card in cards)
        if first is second:
            pair = f"{first.value},{second.value}"
            names += [(chart.exchange, pair), (chart.pairs, pair)]
        elif not soft:
            names.append((chart.exchange, str(total)))
    names.append((chart.soft, f"A,{total - 11}") if soft else (chart.hard, str(total)))
    for rows, hand in names:
        if hand in rows:
            yield rows[hand]
