"""Random irregularities: a faulty shoe, and reports of irregularities in the book."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from msgspec import structs

from pitboss.cards import DECK, Card
from pitboss.law.irregularities import Record, known_to
from pitboss.table import acts
from pitboss.table.procedure.misdrawn import next_cards
from pitboss.table.sources import CardSource, Draw, FaceUpCard, Marker, Seeded
from pitboss.table.state import Phase, TableState
from pitboss.table.table import Table


class Disturbed(Seeded):
    """A seeded shoe with cards face up, foreign cards and sometimes a misplaced cut card."""

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
        card = super().draw()
        if isinstance(card, Card) and self.random.random() < self.chance:
            return FaceUpCard(card)
        return card


@contextmanager
def _in_order(source: CardSource) -> Iterator[None]:
    """Allow one irregularity at a time, with ordinary cards meanwhile."""
    if not isinstance(source, Disturbed):
        yield
        return
    chance, source.chance = source.chance, 0.0
    yield
    source.chance = chance


def mishap(table: Table, random: Random) -> acts.Report | None:
    """Report a random irregularity in the book, drawing its cards; None if refused."""
    known = [record for record, _ in known_to(table.rules)]
    if table.state.phase is Phase.BETTING:
        known = [record for record in known if Phase.BETTING in record.when]
    if not known:
        return None
    record = random.choice(known)
    report = _report(table.state, random, record)
    if table.ask(report) is not None:
        return report
    held = next_cards(table.state)[: record.draws] if record.is_dealt else ()
    with _in_order(table.source):
        drawn = _drawn(table, len(report.lost) + record.draws - len(held))
    if drawn is None or table.ask(report) is not None:
        return None
    drawn = [*map(Card, held), *drawn]
    return _with_cards(report, record, drawn)


def _report(state: TableState, random: Random, record: Record) -> acts.Report:
    places = [(b.number, h.number) for b in state.boxes for h in b.hands] or [(1, 1)]
    box, hand = random.choice(places)
    if random.random() < 0.1 or record.name == "stray_cards":
        box, hand = random.randint(0, 9), random.randint(0, 5)
    players = sorted({w.player for w in state.wagers} | state.sat_out) or ["nobody"]
    some = tuple(card.text for card in random.sample(DECK, 2))
    tells = record.fields
    return acts.Report(
        what=record.name,
        box=box,
        hand=hand,
        player=random.choice(players) if "player" in record.tells else None,
        card=some[0] if "card" in tells else None,
        cards=some if "cards" in record.tells else (),
        which=random.choice(("first", "second")) if "which" in tells else None,
        reconstructed=random.choice((None, True, False)) if "reconstructed" in tells else None,
        ruling=random.choice((None, "void_round", "void_hands")) if "ruling" in tells else None,
        hands=((box, hand),),
        lost=some[:1] if "lost" in tells and random.random() < 0.3 else (),
        by=random.choice(("supervisor", "supervisor", "player")),
        why="at random",
        approved_by=random.choice((None, "inspector")),
    )


def _drawn(table: Table, many: int) -> list[Card] | None:
    """Draw cards from the shoe, or None if it would run out."""
    if many and table.source.left <= many:
        return None
    drawn: list[Card] = []
    while len(drawn) < many:
        shoe = table.state.shoe.number
        card = table.draw()
        if table.state.is_void:
            return None
        if table.state.shoe.number != shoe:
            drawn = []  # they were shuffled in with the others
        if card is not None:
            drawn.append(card)
    return drawn


def _with_cards(report: acts.Report, record: Record, drawn: list[Card]) -> acts.Report:
    names = tuple(card.text for card in drawn)
    if record.draws == 1:
        return structs.replace(report, card=names[0])
    if record.draws:
        return structs.replace(report, cards=names)
    return structs.replace(report, lost=names) if report.lost else report
