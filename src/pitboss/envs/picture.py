"""A picture of the felt: the dealer's cards, every hand with its total and bets, the last act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from pitboss.cards import Card, Rank, Suit
from pitboss.compiled.ranks import CLASSES
from pitboss.kernels.steps import codes
from pitboss.kernels.steps.tables import Stepped
from pitboss.law.counting import count
from pitboss.law.wagers import WagerKind
from pitboss.money import dollars
from pitboss.table.procedure.duties import active
from pitboss.table.state import Phase, PlayedHand, TableState, Wager
from pitboss.table.words.phrases import called, result_word, wager_name

from .replay import Replay

WIDTH: Final = 720
HEIGHT: Final = 440

_FELT: Final = (16, 94, 62)
_EDGE: Final = (9, 60, 39)
_TEXT: Final = (242, 240, 228)
_FAINT: Final = (178, 205, 190)
_LIT: Final = (246, 205, 92)
_PAPER: Final = (252, 251, 246)
_BACK: Final = (150, 40, 44)
_RED: Final = (190, 24, 34)
_BLACK: Final = (22, 24, 28)
_LINES_AT_MOST: Final = 3
_LETTERS: Final = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c"})
_TOTAL, _SOFT, _FIRST, _SECOND, _HAND, _HANDS, _PHASE, _UP = 0, 1, 4, 5, 6, 7, 8, 9
_BOX: Final = 26
"""Columns of an observation."""


class Pictured(NamedTuple):
    """A hand as it is drawn: its cards, and what is written below them."""

    cards: tuple[Card | Rank | None, ...]
    """A card, a rank whose suit is not known, or None for a card that is face down"""
    words: tuple[str, ...] = ()
    is_lit: bool = False
    """Whether it is the hand being played"""


def felt(replay: Replay) -> NDArray[np.uint8]:
    """The table of a round that is being followed, in 8-bit RGB."""
    state = replay.laid if replay.hands else replay.table.state
    dealer: list[Card | None] = list(state.dealer)
    words: tuple[str, ...] = ()
    if replay.hands:
        if state.hole_is_down:
            dealer[1:] = [None]
        words = (called(state.rules, [card for card in dealer if card is not None]),)
    hands = list(_hands(replay, state)) if replay.hands else []
    rows = replay.text().splitlines()[-_LINES_AT_MOST:]
    sentences = [_plain(line.rpartition(" (")[0] or line) for line in rows]
    return _drawn(state.rules.book.title, Pictured(tuple(dealer), words), hands, sentences)


def _plain(sentence: str) -> str:
    """A sentence with letters for suits, whose signs the font does not have."""
    return sentence.translate(_LETTERS)


def _hands(replay: Replay, state: TableState) -> Iterator[Pictured]:
    now = replay.table.state
    turn = active(now) if now.phase is Phase.PLAY else None
    wagers = now.wagers or state.wagers
    for (box, number), played in sorted(replay.hands.items()):
        several = sum(key[0] == box for key in replay.hands) > 1
        name = f"Box {box}.{number}" if several else f"Box {box}"
        mine = [w for w in wagers if w.box == box and w.hand in (number, None)]
        mine = [w for w in mine if w.hand == number or number == 1]
        bets = tuple(_bet(state, wager) for wager in mine)
        is_lit = turn is not None and (turn[0].number, turn[1].number) == (box, number)
        words = (f"{name}: {_total(state, played)}", *bets)
        yield Pictured(played.hand.cards, words, is_lit)


def _total(state: TableState, played: PlayedHand) -> str:
    total = called(state.rules, played.hand.cards)
    return f"{total}, bust" if count(state.rules, played.hand.cards).total > 21 else total


def _bet(state: TableState, wager: Wager) -> str:
    kind = "bet" if wager.kind is WagerKind.MAIN else wager_name(state.rules, wager.kind)
    if wager.result is None:
        return f"{kind} {dollars(wager.stake)}"
    word = result_word(state.rules, wager.result)
    won = f" {dollars(wager.paid)}" if wager.paid else ""
    return f"{kind} {dollars(wager.stake)}: {word}{won}"


def felt_seen(made: Stepped, seen: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The table as an observation shows it, by ranks: for a round that no table follows."""
    dealer, hands = Pictured(()), []
    phase = int(seen[_PHASE])
    if phase != codes.BETTING:
        up = CLASSES[int(seen[_UP]) - 1]
        dealer = Pictured((up, None))
        ranks = tuple(CLASSES[int(each) - 1] for each in (seen[_FIRST], seen[_SECOND]) if each)
        soft = "soft " if seen[_SOFT] else ""
        words: tuple[str, ...] = (f"Box {seen[_BOX]}: {soft}{seen[_TOTAL]}",)
        if seen[_HANDS] > 1:
            words += (f"hand {seen[_HAND]} of {seen[_HANDS]}",)
        hands = [Pictured(ranks, words, phase == codes.PLAY)]
    return _drawn(made.rules.book.title, dealer, hands, [])


# Drawing.


@lru_cache(maxsize=16)
def _font(size: int) -> Any:
    return ImageFont.load_default(size)


def _drawn(
    title: str, dealer: Pictured, hands: Sequence[Pictured], sentences: Sequence[str]
) -> NDArray[np.uint8]:
    image = Image.new("RGB", (WIDTH, HEIGHT), _EDGE)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((8, 8, WIDTH - 9, HEIGHT - 9), 26, fill=_FELT)
    _write(draw, (WIDTH // 2, 22), _cut(draw, title, 15, WIDTH - 80), 15, _FAINT)
    _lay(draw, dealer, WIDTH // 2, 44, room=WIDTH - 120, high=92, name="Dealer")
    column = (WIDTH - 40) / max(len(hands), 1)
    for place, hand in enumerate(hands):
        middle = round(20 + column * (place + 0.5))
        _lay(draw, hand, middle, 176, room=round(column) - 10, high=84)
    for line, sentence in enumerate(sentences):
        colour = _LIT if line + 1 == len(sentences) else _FAINT
        y = HEIGHT - 22 - 15 * (len(sentences) - line)
        _write(draw, (WIDTH // 2, y), _cut(draw, sentence, 13, WIDTH - 60), 13, colour)
    return np.asarray(image, np.uint8).copy()


def _write(draw: Any, at: tuple[int, int], text: str, size: int, colour: Any) -> None:
    draw.text(at, text, font=_font(size), fill=colour, anchor="mt")


def _cut(draw: Any, text: str, size: int, room: int) -> str:
    """A text that fits, with an ellipsis if it was too long."""
    shown = text
    while shown and draw.textlength(shown, font=_font(size)) > room:
        shown = shown[:-2].rstrip(" …") + "…" if len(shown) > 2 else ""
    return shown


def _lay(
    draw: Any, hand: Pictured, middle: int, top: int, *, room: int, high: int, name: str = ""
) -> None:
    """Draw a hand's cards side by side, overlapping if there is little room, and its words."""
    wide = min(round(high * 0.7), room)
    high = round(wide / 0.7)
    many = len(hand.cards)
    step = min(wide + 6, (room - wide) // (many - 1)) if many > 1 else 0
    left = middle - (wide + step * max(many - 1, 0)) // 2
    for n, card in enumerate(hand.cards):
        _card(draw, (left + n * step, top, wide, high), card, is_lit=hand.is_lit)
    size = 14 if room > 90 else 11
    words = (f"{name} {' '.join(hand.words)}".strip(),) if name else hand.words
    for line, text in enumerate(words[:6]):
        colour = _LIT if hand.is_lit and line == 0 else _TEXT
        at = (middle, top + high + 6 + (size + 3) * line)
        _write(draw, at, _cut(draw, text, size, max(room, 40)), size, colour)


def _card(
    draw: Any, at: tuple[int, int, int, int], card: Card | Rank | None, *, is_lit: bool
) -> None:
    x, y, wide, high = at
    edge = _LIT if is_lit else _BLACK
    border = (x, y, x + wide, y + high)
    if card is None:
        draw.rounded_rectangle(border, wide // 8, fill=_BACK, outline=_PAPER, width=2)
        draw.rounded_rectangle(
            (x + wide // 6, y + wide // 6, x + wide - wide // 6, y + high - wide // 6),
            wide // 10, outline=(214, 150, 140), width=1,
        )  # fmt: skip
        return
    draw.rounded_rectangle(border, wide // 8, fill=_PAPER, outline=edge, width=2 if is_lit else 1)
    suit = card.suit if isinstance(card, Card) else None
    rank = card.rank if isinstance(card, Card) else card
    colour = _RED if suit in (Suit.HEARTS, Suit.DIAMONDS) else _BLACK
    text = "10" if rank.value == "T" else rank.value
    size = max(round(wide * 0.42), 9)
    # The rank is at the left, where a card on top does not cover it.
    draw.text((x + wide // 10, y + wide // 12), text, font=_font(size), fill=colour, anchor="lt")
    if suit is not None:
        _suit(draw, suit, x + wide * 0.27, y + high * 0.52, wide * 0.17, colour)
        _suit(draw, suit, x + wide * 0.66, y + high * 0.74, wide * 0.22, colour)


def _suit(draw: Any, suit: Suit, x: float, y: float, r: float, colour: Any) -> None:
    """Draw a suit's sign around a middle; fonts need not have it."""

    def dot(cx: float, cy: float, size: float) -> None:
        draw.ellipse((cx - size, cy - size, cx + size, cy + size), fill=colour)

    stem = ((x, y), (x - r * 0.45, y + r), (x + r * 0.45, y + r))
    if suit is Suit.DIAMONDS:
        draw.polygon(((x, y - r), (x + r * 0.75, y), (x, y + r), (x - r * 0.75, y)), fill=colour)
    elif suit is Suit.HEARTS:
        dot(x - r * 0.45, y - r * 0.35, r * 0.52)
        dot(x + r * 0.45, y - r * 0.35, r * 0.52)
        draw.polygon(
            ((x - r * 0.93, y - r * 0.1), (x + r * 0.93, y - r * 0.1), (x, y + r)), fill=colour
        )
    elif suit is Suit.SPADES:
        dot(x - r * 0.45, y + r * 0.2, r * 0.48)
        dot(x + r * 0.45, y + r * 0.2, r * 0.48)
        draw.polygon(
            ((x - r * 0.9, y + r * 0.1), (x + r * 0.9, y + r * 0.1), (x, y - r)), fill=colour
        )
        draw.polygon(stem, fill=colour)
    else:
        dot(x, y - r * 0.48, r * 0.46)
        dot(x - r * 0.5, y + r * 0.22, r * 0.46)
        dot(x + r * 0.5, y + r * 0.22, r * 0.46)
        draw.polygon(stem, fill=colour)
