"""Who is offered the cut, and who cuts if every player declines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum, unique
from typing import NamedTuple

from pitboss.rulebooks import Provision, TableRules
from pitboss.rulebooks.enumerations import Cutter, Direction
from pitboss.rulebooks.provisions import number


@unique
class Occasion(StrEnum):
    """Why the cards were shuffled."""

    START = "start"
    CUTTING_CARD_ON_BOX = "cutting_card_on_box"
    CUTTING_CARD_ON_DEALER = "cutting_card_on_dealer"
    CARDS_REPLACED = "cards_replaced"
    ORDERED = "ordered"


class Offer(NamedTuple):
    """The cut offered to the player at a box, under a clause."""

    box: int
    player: str
    under: str


class Offers(NamedTuple):
    """All offers in order, and who cuts if all are declined."""

    offers: tuple[Offer, ...]
    at_last: str
    at_last_under: str


def offers(
    rules: TableRules,
    occasion: Occasion,
    *,
    seats: Mapping[int, str],
    arrived: Sequence[str] = (),
    on_box: int | None = None,
    plays: str | None = None,
) -> Offers:
    """The seated players in the order they are offered the cut.

    ``plays`` is the player of the box on which the cut card came out, if they sit elsewhere.
    """
    cutting = rules.cutting
    if cutting is None:
        return Offers((), "dealer", rules.absence("cutting"))
    last = (cutting.at_last.value.value, cutting.at_last.under)
    if not cutting.by_players.value:
        return Offers((), "dealer", cutting.by_players.under)
    first: Provision[Cutter] = {
        Occasion.START: cutting.at_start,
        Occasion.CUTTING_CARD_ON_BOX: cutting.on_a_box,
        Occasion.CUTTING_CARD_ON_DEALER: cutting.on_the_dealers_hand,
        Occasion.CARDS_REPLACED: cutting.cards_replaced,
        Occasion.ORDERED: cutting.ordered,
    }[occasion]
    if not seats:
        return Offers((), *last)
    boxes = sorted(seats)
    start = _first_box(first.value, boxes, seats, arrived, on_box)
    own = occasion is Occasion.CUTTING_CARD_ON_BOX and start not in seats
    his = next((b for b in boxes if own and seats[b] == plays), None)
    passed_on = cutting.refusal_passes
    if passed_on.value is Direction.CLOCKWISE:
        order = [b for b in boxes if b >= start] + [b for b in boxes if b < start]
    else:
        order = [b for b in reversed(boxes) if b <= start] + [
            b for b in reversed(boxes) if b > start
        ]
    if his is not None and first.value is Cutter.THAT_BOX:
        order, start = [his, *order], his
    # A player seated at several boxes is offered the cut once.
    once: dict[str, int] = {}
    for box in order:
        once.setdefault(seats[box], box)
    order = list(once.values())
    # A declined offer passes on under its own clause, unless that only introduces the first one.
    introduces = number(first.under).startswith(number(passed_on.under))
    own_clause = rules.book.cites.get(f"cut_passes_{occasion}")
    later = own_clause or (first.under if introduces else passed_on.under)
    if order[0] != start:
        first = Provision(first.value, later)
    return Offers(
        tuple(Offer(box, seats[box], later if i else first.under) for i, box in enumerate(order)),
        *last,
    )


def _first_box(
    cutter: Cutter,
    boxes: Sequence[int],
    seats: Mapping[int, str],
    arrived: Sequence[str],
    on_box: int | None,
) -> int:
    match cutter:
        case Cutter.FIRST_ARRIVAL:
            by_player = {player: box for box, player in sorted(seats.items(), reverse=True)}
            return next((by_player[p] for p in arrived if p in by_player), boxes[0])
        case Cutter.THAT_BOX:
            return on_box if on_box is not None else boxes[0]
        case Cutter.FARTHEST_RIGHT:
            return boxes[-1]
        case Cutter.FARTHEST_LEFT:
            return boxes[0]
