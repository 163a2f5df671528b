"""The layout as text: the dealer opposite the boxes, wagers behind each, shoe and rack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.law.layout import face, lies_sideways, sign, stack
from pitboss.law.wagers import WagerKind
from pitboss.money import dollars
from pitboss.table.procedure import card_preparation
from pitboss.table.state import Box, PlayedHand, TableState
from pitboss.table.words.phrases import COLOURS, called, result_word, wager_name

FACE_DOWN: Final = "▒"
"""A card that is face down."""

SIDEWAYS: Final = "↷"
"""Marks a card turned sideways: on a double, on a split ace, or exchanged."""


def layout(state: TableState) -> str:
    """The layout as lines of text, with the book's own terms."""
    rules = state.rules
    lines = [str(rules.book), *(line.text for line in sign(rules))]
    lines += [f"Out of order: {what.replace('_', ' ')}" for what in sorted(state.broken)]
    if state.banker is not None:
        turn = "first" if state.banker.turn == 1 else "second"
        lines.append(f"Bank     {state.banker.player} on box {state.banker.box}, {turn} turn")
    if state.dealer:
        lines.append(f"Dealer   {_dealers(state)}")
    for box in state.boxes:
        lines += _box_lines(state, box)
    if not state.boxes:
        lines += [f"Box {w.box}    {_wager(state, w.id)}" for w in state.wagers]
    lines.append(f"Shoe {state.shoe.number}   {_rack(state)}")
    waiting = card_preparation.batch_in_machine(state)
    if waiting is not None:
        played, other = COLOURS[state.shoe.batch], COLOURS[waiting]
        shuffler = rules.book.words["shuffler"]
        lines.append(f"The {played} batch is in play, the {other} one in the {shuffler}")
    return "\n".join(lines)


def _rack(state: TableState) -> str:
    number = len(state.shoe.rack)
    many = "1 card" if number == 1 else f"{number} cards"
    return f"{many} in the {state.rules.book.words['rack']}"


def _dealers(state: TableState) -> str:
    if state.hole_is_down:
        return f"{face(state.rules, state.dealer[0])} {FACE_DOWN}"
    lie = " ".join(face(state.rules, card) for card in state.dealer)
    return f"{lie}   {called(state.rules, state.dealer)}"


def _box_lines(state: TableState, box: Box) -> Iterator[str]:
    for played in box.hands:
        name = f"Box {box.number}" if len(box.hands) == 1 else f"Box {box.number}.{played.number}"
        shown = [*(f"{card}{SIDEWAYS}" for card in played.exchanged), *_laid(state, played)]
        lie = "cards taken away" if played.is_cleared else " ".join(shown)
        total = f"   {called(state.rules, played.hand.cards)}" if played.hand.cards else ""
        mine = [w.id for w in state.wagers if w.box == box.number and w.hand == played.number]
        yield f"{name:<8} {lie}{total}   {', '.join(_wager(state, id) for id in _row(state, mine))}"
    side = [w.id for w in state.wagers if w.box == box.number and w.hand is None]
    if side:
        yield f"{'':<8} {', '.join(_wager(state, id) for id in _row(state, side))}"


def _row(state: TableState, wagers: list[int]) -> list[int]:
    """The wagers of a box in order: the seated player's nearest the dealer, then the others'."""
    return sorted(
        wagers, key=lambda i: state.seats.get(state.wager(i).box) != state.wager(i).player
    )


def _laid(state: TableState, played: PlayedHand) -> list[str]:
    """The cards of a hand; a card turned sideways is marked."""
    hand = played.hand
    shown = [face(state.rules, card) for card in hand.cards]
    if lies_sideways(state.rules, hand):
        shown[-1] += SIDEWAYS
    return shown


def _wager(state: TableState, id: int) -> str:
    wager = state.wager(id)
    kind = "" if wager.kind is WagerKind.MAIN else f" {wager_name(state.rules, wager.kind)}"
    result = f" {result_word(state.rules, wager.result)}" if wager.result is not None else ""
    chips = stack(state.rules, wager.stake)
    lie = f" ({' '.join(map(dollars, chips))})" if 1 < len(chips) <= 10 else ""
    return f"{wager.player}{kind} {dollars(wager.stake)}{lie}{result}"
