"""A citation with the table before and after it, which the words of a claim ask about."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from pitboss.cards import Card
from pitboss.law import counting
from pitboss.law.cases import Compare
from pitboss.law.counting import Score
from pitboss.law.hands import Hand
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import TableRules
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.state import Box, PlayedHand, TableState, Wager


class RoundTrail(Struct):
    """What the state does not keep of the round so far, and a claim may ask about."""

    reported: str = ""
    shuffled_for: str = ""
    cut_card_on: str = "nothing"
    cut_card_of_shoe: str = "nothing"
    voided: dict[tuple[int, int], str] = {}
    drawn_together: bool = False

    def follow(self, event: e.Event) -> None:
        """Note an event, before its citation is judged."""
        match event:
            case e.IrregularityNoted():
                self.reported = event.what
                self.drawn_together |= event.what == "drawn_together"
            case e.CardRemoved(card="XX"):
                self.reported = "foreign_card"
            case e.CutCardDrawn():
                self.cut_card_of_shoe = "dealer" if event.box is None else "box"
            case e.CardsShuffled():
                self.shuffled_for = event.reason
                self.cut_card_on, self.cut_card_of_shoe = self.cut_card_of_shoe, "nothing"
            case e.HandVoided():
                self.voided[event.box, event.hand] = event.under
            case e.RoundClosed():
                self.reported, self.voided, self.drawn_together = "", {}, False


class Citation:
    """A citation, with the table before and after it: of an event, or of a refused act."""

    __slots__ = ("_compare", "after", "before", "event", "rules", "trail", "under")

    def __init__(
        self,
        before: TableState,
        event: Any,
        after: TableState,
        trail: RoundTrail,
        under: str | None = None,
    ) -> None:
        self.rules: TableRules = after.rules
        self.before, self.event, self.after, self.trail = before, event, after, trail
        self.under: str = event.under if under is None else under
        self._compare: Compare | None = None

    @property
    def wager(self) -> Wager | None:
        """The wager that is placed, changed or settled."""
        id = getattr(self.event, "wager", None)
        if not isinstance(id, int) or isinstance(self.event, e.BankTaken | acts.TakeBank):
            return None
        state = self.after if isinstance(self.event, e.WagerPlaced) else self.before
        return next((w for w in state.wagers if w.id == id), None)

    @property
    def place(self) -> tuple[int, int] | None:
        """The box and the hand: of the event, of its wager, or the first of its box."""
        number = getattr(self.event, "box", None)
        hand = getattr(self.event, "hand", None)
        wager = self.wager
        if wager is not None:
            number, hand = wager.box, wager.hand or _main_hand(self.before, wager)
        return None if number is None else (number, hand or 1)

    @property
    def box(self) -> Box | None:
        """The box that the event concerns."""
        place = self.place
        if place is None:
            return None
        return self.before.box(place[0]) or self.after.box(place[0])

    @property
    def played(self) -> PlayedHand | None:
        """The hand that the event concerns: before it, but with the card that is dealt."""
        place = self.place
        if place is None:
            return None
        state = self.after if isinstance(self.event, e.CardDealt) else self.before
        for at in (state, self.after):
            box = at.box(place[0])
            played = box.hand(place[1]) if box is not None else None
            if played is not None:
                return played
        return None

    @property
    def hand(self) -> Hand | None:
        """The cards of that hand."""
        played = self.played
        return None if played is None else played.hand

    @property
    def dealers(self) -> tuple[Card, ...]:
        """The dealer's cards, with the one that is dealt."""
        return self.after.dealer if isinstance(self.event, e.CardDealt) else self.before.dealer

    @property
    def compare(self) -> Compare:
        """The scores of the hand and the dealer; one without cards has nothing."""
        if self._compare is None:
            self._compare = Compare(
                self.rules,
                _score(self.rules, self.hand),
                _score(self.rules, Hand(self.dealers)),
            )
        return self._compare

    @property
    def kind(self) -> str | None:
        """The kind of the wager that is placed, changed or settled, or is asked for."""
        wager = self.wager
        kind = getattr(self.event, "kind", None) if wager is None else wager.kind
        if kind is None and isinstance(self.event, acts.Insure):
            return WagerKind.INSURANCE
        return None if kind is None else str(kind)

    @property
    def player(self) -> str | None:
        """The person that the event names, or whose wager it is."""
        wager = self.wager
        named: str | None = getattr(self.event, "player", None) if wager is None else wager.player
        return named


_NOTHING: Final = Score(False, 0, 0)


def _score(rules: TableRules, hand: Hand | None) -> Score:
    return counting.score(rules, hand) if hand is not None and hand.cards else _NOTHING


def _main_hand(state: TableState, wager: Wager) -> int | None:
    """The hand on which the main wager of a bettor is."""
    for w in state.wagers:
        if w.box == wager.box and w.player == wager.player and w.kind is WagerKind.MAIN:
            return w.hand
    return None
