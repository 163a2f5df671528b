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


def offers_cuts(rules: TableRules) -> bool:
    """Whether the players are offered the cut at all."""
    return rules.cutting is not None and rules.cutting.by_players.value


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
    order = _round_the_table(cutting.refusal_passes.value, boxes, start)
    if his is not None and first.value is Cutter.THAT_BOX:
        order, start = [his, *order], his
    # A player seated at several boxes is offered the cut once.
    once: dict[str, int] = {}
    for box in order:
        once.setdefault(seats[box], box)
    order = list(once.values())
    own_clause = rules.book.cites.get(f"cut_passes_{occasion}")
    later = own_clause or _passed_on_under(cutting.refusal_passes.under, first.under)
    if order[0] != start:
        first = Provision(first.value, later)
    return Offers(
        tuple(Offer(box, seats[box], later if i else first.under) for i, box in enumerate(order)),
        *last,
    )


def offers_now(
    rules: TableRules, offers: Sequence[Offer], made: int, *, seats: Mapping[int, str]
) -> tuple[Offer, ...]:
    """The offers after players sat down or left; the first ``made`` have been answered or passed.

    The others stay in their order without those who have left, and each player who has sat down is
    offered the cut where the offer reaches their box on its way round the table.
    """
    cutting = rules.cutting
    if cutting is None or not offers:
        return tuple(offers)
    past_offers = tuple(offers[:made])
    begins = offers[min(made, len(offers) - 1)].box
    boxes = _round_the_table(cutting.refusal_passes.value, sorted(seats), begins)
    place = {box: number for number, box in enumerate(boxes)}
    where = {seats[box]: box for box in reversed(boxes)}
    rest = [
        offer if seats.get(offer.box) == offer.player else offer._replace(box=where[offer.player])
        for offer in offers[made:]
        if offer.player in where
    ]
    later = _passed_on_under(cutting.refusal_passes.under, offers[min(1, len(offers) - 1)].under)
    known = {offer.player for offer in (*past_offers, *rest)}
    pending = rest[:1] if offers[made:] and rest and rest[0].player == offers[made].player else []
    rest = rest[len(pending) :]
    for box in (where[player] for player in where if player not in known):
        before = [o for o in rest if place[o.box] < place[box]]
        rest.insert(len(before), Offer(box, seats[box], later))
    return (*past_offers, *pending, *rest)


def _round_the_table(direction: Direction, boxes: Sequence[int], start: int) -> list[int]:
    """The boxes once round the table from a box, in the direction in which an offer passes on."""
    if direction is Direction.CLOCKWISE:
        return [b for b in boxes if b >= start] + [b for b in boxes if b < start]
    back = list(reversed(boxes))
    return [b for b in back if b <= start] + [b for b in back if b > start]


def _passed_on_under(passes: str, first: str) -> str:
    """The clause of a declined offer: its own, unless that only introduces the first offer's."""
    return first if number(first).startswith(number(passes)) else passes


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
