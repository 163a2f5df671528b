"""The language of side bets: read a row's condition and what it pays.

    when      := condition { ";" condition }        all must be met
    condition := [ cards ":" ] term { "," term }    of the bet's own cards, unless others are named
    cards     := place { "and" place }

There is no "or" and no "not": use another row.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct, structs

from pitboss.cards import Card, Rank, Suit
from pitboss.money import NotOdds, Odds
from pitboss.numbers import whole
from pitboss.rulebooks.amounts import Prizes, PrizeTable
from pitboss.rulebooks.enumerations import Otherwise
from pitboss.rulebooks.errors import BadValue, RulebookError
from pitboss.rulebooks.side_bet_terms import TERMS, Says
from pitboss.rulebooks.side_bets import (
    PLACES,
    CardAt,
    Condition,
    PayingRow,
    Pays,
    PayTable,
    Term,
)

_RANKS: Final = "".join(rank.value for rank in Rank)
_SUITS: Final = "".join(suit.value for suit in Suit)


class BadRow(RulebookError):
    """A row that cannot be read; the text says what is wrong and what is allowed."""


_KNOWN: Final = ", ".join(words.shown for words in TERMS)

_THE_DEAL: Final = (CardAt.PLAYER_1, CardAt.PLAYER_2, CardAt.DEALER_1)


def read_when(text: str, cards: str) -> tuple[Condition, ...]:
    """A row's condition, on the bet's own cards unless it names others."""
    return tuple(_condition(part.strip(), cards) for part in text.split(";"))


def read_places(text: str) -> tuple[CardAt, ...]:
    """The cards of a list of places such as ``player's first two and dealer's first``."""
    card_places: list[CardAt] = []
    for name in text.split(" and "):
        if name.strip() not in PLACES:
            raise BadRow(f"no cards are called {name.strip()!r}; allowed: {', '.join(PLACES)}")
        card_places += PLACES[name.strip()]
    if len(set(card_places)) < len(card_places) or (
        CardAt.DEALERS_HAND in card_places and len(card_places) > 1
    ):
        raise BadRow(f"{text!r} names a card twice")
    return tuple(card_places)


def _condition(text: str, cards: str) -> Condition:
    place, colon, terms = text.rpartition(":")
    named = " and ".join(word.strip() for word in place.split(" and ")) if colon else cards
    of = read_places(named)
    return Condition(of, tuple(_term(term.strip(), of) for term in terms.split(",")), named)


def _term(text: str, of: tuple[CardAt, ...]) -> Term:
    many = None if CardAt.DEALERS_HAND in of else len(of)
    if listed := _card_list(text):
        if many is not None and len(listed.wanted) != many:
            raise BadRow(f"{text!r} lists {len(listed.wanted)} cards, where there are {many}")
        return listed
    for words in TERMS:
        if match := re.fullmatch(words.written, text):
            if words.of_the_deal and of != _THE_DEAL:
                raise BadRow(f"{text!r} can only be said of player's first two and dealer's first")
            of_a_hand = many is None and words.says is Says.BLACKJACK
            if words.cards and many not in words.cards and not of_a_hand:
                raise BadRow(f"{text!r} cannot be said of {_so_many(many)}")
            least, most = _numbers(match)
            if least is not None and most is not None and least > most:
                raise BadRow(f"{text!r} runs from the higher number to the lower")
            return Term(words.says, least, most)
    raise BadRow(f"{text!r} is not understood; allowed: {_KNOWN}, or a list of cards such as 7 7 7")


def _so_many(cards: int | None) -> str:
    if cards is None:
        return "a whole hand"
    return f"{cards} cards" if cards > 1 else "one card"


def _numbers(match: re.Match[str]) -> tuple[int | None, int | None]:
    groups = match.groupdict()
    if groups.get("bound"):
        bound = whole(groups["bound"])
        return (bound + 1, None) if groups["over"] else (None, bound - 1)
    if not groups.get("n"):
        return None, None
    least = whole(groups["n"])
    return least, None if groups["more"] else whole(groups["to"] or least)


def _card_list(text: str) -> Term | None:
    """``7 7 7``, ``K Q``, ``Qh Qh``, ``2-6``, ``Q *``: exactly these cards, in any order."""
    wanted: list[tuple[Card, ...]] = []
    for word in text.split():
        match = re.fullmatch(rf"(?:([{_RANKS}])(?:-([{_RANKS}]))?|\*)([{_SUITS}]?)", word)
        if match is None:
            return None
        low, high = match[1] or "A", match[2] or match[1] or "K"
        ranks = _RANKS[_RANKS.index(low) : _RANKS.index(high) + 1]
        if not ranks:
            raise BadRow(f"{word!r} runs from the higher rank to the lower")
        wanted.append(tuple(Card(rank + suit) for suit in match[3] or _SUITS for rank in ranks))
    return Term(Says.CARDS, wanted=tuple(wanted), text=" ".join(text.split())) if wanted else None


def read_pays(raw: object) -> Pays:
    """``25:1``, ``11 for 1``, ``lose``, ``standoff``, or ``{ drawn = [[1000, 1], ...] }``."""
    allowed = 'odds such as "25:1" or "11 for 1", "lose", "standoff", or { drawn = [[1000, 1]] }'
    if isinstance(raw, Mapping) and set(raw) == {"drawn"}:
        return Prizes().read(raw["drawn"])
    if not isinstance(raw, str):
        raise BadValue(raw, allowed)
    if raw in set(Otherwise):
        return Otherwise(raw)
    if match := re.fullmatch(r"\s*([0-9]{1,6}) for ([0-9]{1,6})\s*", raw):
        pays, per = whole(match[1]), whole(match[2])
        if pays <= per or per == 0:
            raise BadRow(f"{raw!r} wins nothing beyond the stake")
        return Odds(pays - per, per)
    try:
        return Odds.read(raw)
    except NotOdds:
        raise BadValue(raw, allowed) from None


class RowsOf(Struct, frozen=True):
    """The rows of a side bet: what wins, and what it pays."""

    @property
    def allowed(self) -> str:
        return "rows of when, pays, label and under"

    def read(self, raw: object) -> PayTable:
        if isinstance(raw, PayTable):
            return raw
        raise BadValue(raw, self.allowed)

    def show(self, value: PayTable) -> str:
        return str(value)

    def neighbours(self, value: PayTable) -> tuple[PayTable, ...]:
        """Odds one higher, a number of a term one more or less, two rows exchanged."""
        changed: list[PayTable] = []

        def with_row(at: int, row: PayingRow) -> None:
            rows = (*value.rows[:at], row, *value.rows[at + 1 :])
            changed.append(structs.replace(value, rows=rows))

        for at, row in enumerate(value.rows):
            for pays in _pays_neighbours(row.pays):
                with_row(at, structs.replace(row, pays=pays))
            for when in _when_neighbours(row.when):
                if when not in [above.when for above in value.rows[:at]] and not _is_taken(
                    when, row.when, value.rows[:at]
                ):
                    with_row(at, structs.replace(row, when=when))
        for at in range(len(value.rows) - 1):
            above, below = value.rows[at : at + 2]
            if _overlap(above, below):
                rows = (*value.rows[:at], below, above, *value.rows[at + 2 :])
                changed.append(structs.replace(value, rows=rows))
        return tuple(changed)


def _pays_neighbours(pays: Pays) -> tuple[Pays, ...]:
    match pays:
        case PrizeTable():
            return Prizes().neighbours(pays)
        case Odds():
            return (Odds(pays.pays + 1, pays.per),)
        case _:
            return tuple(other for other in Otherwise if other is not pays)


def _when_neighbours(when: tuple[Condition, ...]) -> list[tuple[Condition, ...]]:
    conditions = []
    for at, condition in enumerate(when):
        for place, term in enumerate(condition.terms):
            for other in term.neighbours():
                terms = (*condition.terms[:place], other, *condition.terms[place + 1 :])
                changed = structs.replace(condition, terms=terms)
                conditions.append((*when[:at], changed, *when[at + 1 :]))
    return conditions


def _is_taken(
    when: tuple[Condition, ...], before: tuple[Condition, ...], above: tuple[PayingRow, ...]
) -> bool:
    """Whether everything that a changed row newly matches is taken by a row above it."""
    for new, old in zip(when, before, strict=True):
        for place, (term, was) in enumerate(zip(new.terms, old.terms, strict=True)):
            if term != was and term.most is None and term.least is not None:
                only = structs.replace(term, most=term.least)
                terms = (*new.terms[:place], only, *new.terms[place + 1 :])
                alone = structs.replace(new, terms=terms)
                if any(alone in row.when for row in above):
                    return True
    return False


def _overlap(above: PayingRow, below: PayingRow) -> bool:
    """Whether the order of two rows matters: one's conditions include the other's."""
    request, other = (
        {(condition.of, str(term)) for condition in row.when for term in condition.terms}
        for row in (above, below)
    )
    return request != other and (request <= other or other <= request)
