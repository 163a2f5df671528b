"""The state of a table: frozen values, all of it derived from the events."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.law.banking import Bank
from pitboss.law.cutting import Offer
from pitboss.law.dealing import DealtCard
from pitboss.law.hands import Hand
from pitboss.law.phases import Phase as Phase
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Result
from pitboss.table.events.open_changes import ChangeAnnounced, ChangeProposed

# gc=False: these values form no reference cycles, so the collector can skip them.


class Wager(Struct, frozen=True, gc=False):
    """A wager on the layout, open until it is settled: one bettor's stake of one kind."""

    id: int
    box: int
    player: str
    kind: str
    stake: int
    hand: int | None
    effective: int
    result: Result | None = None
    paid: int = 0
    returned: int = 0
    under: str = ""
    when: str = ""
    unnoticed: bool = False

    @property
    def is_open(self) -> bool:
        return self.result is None


class PlayedHand(Struct, frozen=True, gc=False):
    """One of the hands of a box, and its progress."""

    number: int
    hand: Hand
    is_done: bool = False
    is_surrendered: bool = False
    is_cleared: bool = False
    is_void: bool = False
    is_paid: bool = False
    is_late: bool = False
    had_late_card: bool = False
    exchanged: tuple[Card, ...] = ()


class Box(Struct, frozen=True, gc=False):
    """A box in play: its hands from left to right, and the player in control."""

    number: int
    hands: tuple[PlayedHand, ...]
    decider: str | None
    is_absent: bool = False
    away: tuple[str, ...] = ()
    prize: int | None = None

    def hand(self, number: int) -> PlayedHand | None:
        for played in self.hands:
            if played.number == number:
                return played
        return None


class HeldCard(Struct, frozen=True, gc=False):
    """A card out of the shoe that is held as the next card."""

    card: Card
    exposed: bool
    together: bool = False
    is_picked: bool = False


class Closed(Struct, frozen=True, gc=False):
    """A hand that closed since the last act, and the clause that closed it."""

    box: int
    hand: int
    under: str


class CutSeen(Struct, frozen=True, gc=False):
    """Where the cut card came out, and the player in control of that box."""

    box: int | None
    player: str | None = None


class PreparedStep(Struct, frozen=True, gc=False):
    """A completed step of the cards' preparation: which, by whom, in which role."""

    step: str
    by: str
    role: str
    batch: int


class ShoeState(Struct, frozen=True, gc=False):
    """The known state of the shoe: how many cards are out, and where they are."""

    number: int = 0
    used: int = 0
    rack: tuple[Card, ...] = ()
    removed: tuple[Card, ...] = ()
    held: tuple[HeldCard, ...] = ()
    cut_seen: CutSeen | None = None
    shuffle_after: str | None = None
    due_in: int = 0
    """The round in which the next shuffle became due, and which is still completed"""
    shuffled_at_once: bool = False
    exhausted_after: int | None = None
    replaced: tuple[Card, ...] = ()
    offers: tuple[Offer, ...] = ()
    declined: int = 0
    is_cut: bool = True
    cutter: str | None = None
    burn_due: int = 0
    batch: int = 0
    order: tuple[Offer, ...] = ()
    is_loaded: bool = False
    burned: Card | None = None
    stack: int = 0
    burned_shown_to: tuple[str, ...] = ()
    """Who has asked to see the burn card, and was shown it"""

    @property
    def has_unpicked(self) -> bool:
        """Whether cards were drawn together and the first has not been chosen."""
        return bool(self.held) and self.held[0].together and not self.held[0].is_picked


class Banker(Struct, frozen=True, gc=False):
    """The player-dealer of a round, and the number of turns in a row."""

    box: int
    player: str
    turn: int
    bank: Bank


class BackBettorsDue(Struct, frozen=True, gc=False):
    """Back bettors who may join a double or split and have not answered."""

    what: WagerKind
    box: int
    hand: int
    new_hand: int | None
    players: tuple[str, ...]

    def without(self, player: str) -> BackBettorsDue | None:
        """The question without ``player``, or None if every bettor has answered."""
        players = tuple(p for p in self.players if p != player)
        return replace(self, players=players) if players else None


class ProposedChange(Struct, frozen=True, gc=False):
    """A change of options that was proposed, and perhaps announced, but does not hold yet."""

    proposed: ChangeProposed
    announced: ChangeAnnounced | None = None


class OpenChanges(Struct, frozen=True, gc=False):
    """What has changed since the table opened: how many proposals, and the options that hold."""

    number: int = 0
    pending: ProposedChange | None = None
    settings: dict[str, Any] = {}


class TableState(Struct, frozen=True, gc=False):
    """The whole state of a table, as its events lead to it."""

    rules: TableRules
    phase: Phase = Phase.BETTING
    round: int = 1
    seats: dict[int, str] = {}
    arrived: tuple[str, ...] = ()
    wagers: tuple[Wager, ...] = ()
    next_wager: int = 1
    settled_order: tuple[int, ...] = ()
    boxes: tuple[Box, ...] = ()
    dealer: tuple[Card, ...] = ()
    hole_is_down: bool = False
    deal_order: tuple[DealtCard, ...] = ()
    dealt: int = 0
    owed: tuple[int, int, int] | None = None
    has_looked: bool = False
    squeezed: tuple[int, ...] = ()
    """The boxes whose cards are dealt face down, to be turned by their players"""
    closed: tuple[Closed, ...] = ()
    choosing: tuple[str, ...] = ()
    chooses_rebuilt: bool = False
    asked: BackBettorsDue | None = None
    may_insure_late: tuple[tuple[int, str], ...] = ()
    shoe: ShoeState = ShoeState()
    banker: Banker | None = None
    last_banker: Banker | None = None
    bank_declined: tuple[str, ...] = ()
    fees: dict[str, int] = {}
    money: dict[str, int] = {}
    broken: frozenset[str] = frozenset()
    is_void: bool = False
    sat_out: frozenset[str] = frozenset()
    betting_since: dict[str, int] = {}
    strict_supervision: bool = False
    by_the_book: bool = False
    """Whether every step of the opening is done: by people under supervision, or by the machine"""
    dealt_by_person: bool = False
    dealt_by_machine: bool = False
    preparing: str = "opening"
    prepared: tuple[PreparedStep, ...] = ()
    idle: int = 0
    age: int = 0
    changes: OpenChanges = OpenChanges()

    def box(self, number: int) -> Box | None:
        for box in self.boxes:
            if box.number == number:
                return box
        return None

    def wager(self, id: int) -> Wager:
        for wager in self.wagers:
            if wager.id == id:
                return wager
        raise LookupError(f"there is no wager {id}")

    def open_wagers(
        self,
        *,
        box: int | None = None,
        hand: int | None = None,
        player: str | None = None,
        kind: str | None = None,
    ) -> list[Wager]:
        """The wagers not yet settled, filtered by the given values."""
        return [
            w
            for w in self.wagers
            if w.result is None
            and (kind is None or w.kind == kind)
            and (box is None or w.box == box)
            and (hand is None or w.hand == hand)
            and (player is None or w.player == player)
        ]

    @property
    def up(self) -> Card:
        """The dealer's up card."""
        return self.dealer[0]

    @property
    def escrow(self) -> int:
        """The stakes of all open wagers."""
        return sum(w.stake for w in self.wagers if w.result is None)
