"""Mishaps at random: a shoe that is not in order, and reports of what the book knows of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Final

from pitboss.cards import DECK, Card
from pitboss.table import acts
from pitboss.table.sources import CardSource, Draw, FaceUp, Marker, Seeded
from pitboss.table.state import Phase, TableState
from pitboss.table.table import Table

ONE_CARD: Final = ("exposed_card", "drawn_unexposed", "extra_dealer_card")
"""Reports that name one card drawn in error."""

MANY_CARDS: Final = ("drawn_together", "stray_cards")
"""Reports that name several cards drawn in error."""

ABOUT_A_PLAYER: Final = ("insurance_not_offered", "readmitted")
"""Reports that name a player."""

NOT_REPORTED: Final = ("void_round", "shoe_exhausted", "face_up_card", "orphan_side_bet")
"""Remedies that the table applies by itself."""

BETWEEN: Final = (
    "reshuffle_ordered",
    "vacancy_shuffle",
    "cards_replaced",
    "reshuffle_missed",
    "cut_card_missing",
    "reader_fault",
    "reader_repaired",
    "madness_failure",
    "madness_repaired",
    "tech_interruption",
    "card_count_wrong",
    "unshuffled",
)
"""What also happens between rounds."""


class Disturbed(Seeded):
    """A seeded shoe with cards face up, foreign cards, and a cutting card sometimes misplaced."""

    __slots__ = ("chance", "random")

    def __init__(self, seed: int | str, random: Random, *, chance: float = 0.002) -> None:
        super().__init__(seed)
        self.random, self.chance = random, chance

    def place_cutting_card(self, position: int) -> None:
        at_the_back = self.random.random() < 0.2
        super().place_cutting_card(self.left if at_the_back else position)

    def draw(self) -> Draw:
        if self.random.random() < self.chance / 4:
            return Marker.FOREIGN
        found = super().draw()
        if isinstance(found, Card) and self.random.random() < self.chance:
            return FaceUp(found)
        return found


@contextmanager
def _in_order(source: CardSource) -> Iterator[None]:
    """One mishap at a time: meanwhile the shoe gives ordinary cards."""
    if not isinstance(source, Disturbed):
        yield
        return
    chance, source.chance = source.chance, 0.0
    yield
    source.chance = chance


def mishap(table: Table, random: Random) -> acts.Report | None:
    """A report of something that the book has a remedy for, its cards drawn; None if refused."""
    state = table.state
    known = sorted(set(state.rules.book.remedies) - set(NOT_REPORTED))
    if state.phase is Phase.BETTING:
        known = [what for what in known if what in BETWEEN]
    if not known:
        return None
    what = random.choice(known)
    report = _report(state, random, what)
    if table.ask(report) is not None:
        return report
    with _in_order(table.source):
        drawn = _drawn(table, len(report.cards) + len(report.lost) + (what in ONE_CARD))
    return None if drawn is None else _with_cards(report, drawn)


def _report(state: TableState, random: Random, what: str) -> acts.Report:
    places = [(b.number, h.number) for b in state.boxes for h in b.hands] or [(1, 1)]
    box, hand = random.choice(places)
    if random.random() < 0.1:
        box, hand = random.randint(0, 9), random.randint(0, 5)
    players = sorted({w.player for w in state.wagers} | state.sat_out) or ["nobody"]
    some = tuple(card.text for card in random.sample(DECK, 2))
    return acts.Report(
        what=what,
        box=box,
        hand=hand,
        player=random.choice(players) if what in ABOUT_A_PLAYER else None,
        card=some[0] if what in ONE_CARD or what == "damaged_card" else None,
        cards=some if what in MANY_CARDS else (),
        which=random.choice(("first", "second")) if what == "dealer_card_missed" else None,
        ruling=random.choice((None, "void_round", "void_hands")),
        hands=((box, hand),),
        lost=some[:1] if what == "void_hand" and random.random() < 0.3 else (),
        by=random.choice(("supervisor", "supervisor", "player")),
        why="at random",
        second=random.choice((None, "inspector")),
    )


def _drawn(table: Table, many: int) -> list[Card] | None:
    """So many cards out of the shoe; None where it cannot give them without running empty."""
    if many and table.source.left <= many:
        return None
    drawn: list[Card] = []
    while len(drawn) < many:
        shoe = table.state.shoe.number
        card = table.draw(table.duty)
        if table.state.is_void:
            return None
        if table.state.shoe.number != shoe:
            drawn = []  # they were shuffled with the others
        if card is not None:
            drawn.append(card)
    return drawn


def _with_cards(report: acts.Report, drawn: list[Card]) -> acts.Report:
    names = tuple(card.text for card in drawn)
    what = report.what
    return acts.Report(
        what=what,
        box=report.box,
        hand=report.hand,
        player=report.player,
        card=names[0] if what in ONE_CARD else report.card,
        cards=names if what in MANY_CARDS else (),
        which=report.which,
        ruling=report.ruling,
        hands=report.hands,
        lost=names if report.lost else (),
        by=report.by,
        why=report.why,
        second=report.second,
    )
