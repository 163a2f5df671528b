"""The values of a scenario: wagers, cards, acts and expected results.

Amounts are cents. ``None`` means that a key is absent; an empty tuple, that it is empty. Every
field has the name of its key in the file, except ``with_``, which is ``with``.
"""

from __future__ import annotations

from enum import StrEnum, unique
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct, field

from pitboss.cards import Card
from pitboss.law.irregularities import RECORDS, Record
from pitboss.money import Cents
from pitboss.rulebooks.enumerations import Result
from pitboss.table import acts
from pitboss.table.act_words import fields_of

Clause = str
Player = str
"""``P1``, ``P2``, ...; also ``employee`` and ``dealer`` if the rules allow them."""


@unique
class ScriptedMarker(StrEnum):
    """The markers a shoe may have besides cards."""

    FOREIGN = "XX"
    CUT = "CUT"
    END = "END"


class ScriptedFaceUp(Struct, frozen=True):
    """A card that is found face up in the shoe."""

    card: Card


ShoeItem = Card | ScriptedFaceUp | ScriptedMarker
"""A card or marker in the order of the shoe."""


@unique
class BettorRole(StrEnum):
    """Whether a bettor sits at the box."""

    SEATED = "seated"
    STANDING = "standing"


@unique
class SettlingTime(StrEnum):
    """The moment a wager is settled."""

    FIRST_CARD = "first_card"
    SECOND_CARD = "second_card"
    THIRD_CARD = "third_card"
    STAND = "stand"
    SPLIT = "split"
    INITIAL_DEAL = "initial_deal"
    EARLY_WINDOW = "early_window"
    BUST = "bust"
    DEALER_SECOND = "dealer_second"
    END = "end"
    VOID = "void"


@unique
class Reshuffle(StrEnum):
    """When a reshuffle due from a round is made."""

    AFTER_ROUND = "after_round"
    AT_ONCE = "at_once"


@unique
class ShuffleReason(StrEnum):
    """Why the cards were shuffled before a round."""

    START = "start"
    CUT_CARD = "cut_card"
    ORDERED = "ordered"
    REPLACED = "replaced"


@unique
class DealerCard(StrEnum):
    """One of the dealer's first two cards."""

    FIRST = "first"
    SECOND = "second"


@unique
class VoidOrder(StrEnum):
    """What the operator declares void when a continuous shuffler fails."""

    VOID_ROUND = "void_round"
    VOID_HANDS = "void_hands"


class EntryKeys(NamedTuple):
    """The keys an entry needs, those it may have, and those of which it has exactly one."""

    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        return self.needs + self.one_of + self.may


_IN_THE_DEAL = ("after_cards",)
_AT_ANY_CARD = ("reader_fault", "reader_repaired")
"""Events before the deal that also happen in it."""

WORKED: Final[dict[str, type[acts.Act]]] = {
    kind.words.in_rounds: kind for kind in acts.KINDS if kind.words.in_rounds
}
"""The acts of worked rounds by their words there."""

_BESIDE: Final[dict[type[acts.Act], EntryKeys]] = {
    acts.Double: EntryKeys(may=("pick",), one_of=("amount", "amounts")),
    acts.Split: EntryKeys(may=("with", "stay", "pick")),
    acts.Bet: EntryKeys(may=("role",)),
    acts.Withdraw: EntryKeys(may=("role", "hand")),
    acts.Insure: EntryKeys(may=("hand",)),
    acts.TakeEvenMoney: EntryKeys(may=("hand",)),
}
"""Keys of the format besides the fields of an act: others who follow, who is seated, the card
chosen for a double or a split, and the hand, which every act on a box may have."""


def keys_of_act(kind: type[acts.Act]) -> EntryKeys:
    """The keys of an act: its fields, as far as a worked round writes them."""
    beside = _BESIDE.get(kind, EntryKeys())
    fields = [one for one in fields_of(kind) if one.is_written and one.name not in beside.one_of]
    needs = tuple(one.name for one in fields if one.must_be_written)
    may = tuple(one.name for one in fields if not one.must_be_written)
    return EntryKeys(needs, (*may, *beside.may), beside.one_of)


ACT_KEYS: Final[dict[str, EntryKeys]] = {word: keys_of_act(kind) for word, kind in WORKED.items()}
"""The keys of each act, besides ``act`` itself and ``refused``, which every act may have."""

_HAND: Final = "hand"
_KEY_OF: Final = {"lost": "lost_cards"}
"""Keys that give a number of cards where the report names the cards."""


def keys_of(record: Record) -> EntryKeys:
    """The keys of an event: those of the report and, in the deal, after how many cards.

    The hand may be left out, as in an act; it is the first.
    """
    needs = tuple(field for field in (*record.tells, *record.written) if field != _HAND)
    may = tuple(_KEY_OF.get(field, field) for field in record.may_write)
    may += (_HAND,) if _HAND in record.tells else ()
    before = record.name in BEFORE_THE_DEAL and record.name not in _AT_ANY_CARD
    at = () if before or not record.in_deal else _IN_THE_DEAL
    return EntryKeys(needs, (*may, *at))


SHUFFLE: Final = "shuffle"
DEALER_CHANGE: Final = "dealer_change"
BEFORE_THE_DEAL: Final = (
    SHUFFLE,
    DEALER_CHANGE,
    "reader_fault",
    "reader_repaired",
    "reshuffle_missed",
)
"""Events before the deal, which do not start it."""

EVENT_KEYS: Final[dict[str, EntryKeys]] = {
    SHUFFLE: EntryKeys(("reason",), ("at",)),
    DEALER_CHANGE: EntryKeys(),
    **{
        record.name: keys_of(record)
        for record in RECORDS.values()
        if record.in_worked_rounds and not record.is_found
    },
}
"""The keys of each event, besides ``event`` itself: those of the irregularity's record."""


class WagerLine(Struct, frozen=True, kw_only=True):
    """A wager placed before the deal, or offered and to be refused."""

    box: int
    player: Player
    role: BettorRole
    kind: str
    stake: Cents
    refused: Clause | None = None
    unnoticed: bool = False


class BankLine(Struct, frozen=True, kw_only=True):
    """The player who banks a round, their seat, and their wager."""

    box: int
    player: Player
    wager: Cents


class HandAt(Struct, frozen=True, kw_only=True):
    """A hand by its box and number."""

    box: int
    hand: int


class ScriptedAct(Struct, frozen=True, kw_only=True):
    """An act; with ``refused``, one the table must refuse under that clause."""

    act: str
    given: dict[str, Any] = {}
    """The fields of the act that the line gives."""
    amounts: tuple[tuple[Player, Cents], ...] | None = None
    with_: tuple[Player, ...] = field(default=(), name="with")
    stay: tuple[tuple[Player, int], ...] = ()
    role: BettorRole | None = None
    refused: Clause | None = None

    @property
    def kind(self) -> type[acts.Act]:
        """The act of the table."""
        return WORKED[self.act]

    @property
    def box(self) -> int | None:
        return self.given.get("box")

    @property
    def hand(self) -> int:
        hand: int = self.given.get("hand", 1)
        return hand

    @property
    def player(self) -> Player | None:
        return self.given.get("player")

    @property
    def pick(self) -> Card | None:
        """The card chosen for a double or a split, of those drawn together."""
        return self.given.get("pick") if self.kind is not acts.Hit else None


class ScriptedEvent(Struct, frozen=True, kw_only=True):
    """An event at this point, or once ``after_cards`` cards have left the shoe."""

    event: str
    box: int | None = None
    hand: int | None = None
    player: Player | None = None
    card: Card | None = None
    cards: tuple[Card, ...] = ()
    after_cards: int | None = None
    reason: ShuffleReason | None = None
    at: int | Literal["dealer"] | None = None
    which: DealerCard | None = None
    reconstructed: bool | None = None
    ruling: VoidOrder | None = None
    hands: tuple[HandAt, ...] = ()
    lost_cards: int | None = None


class ExpectedWager(Struct, frozen=True, kw_only=True):
    """The expected result of one wager."""

    box: int
    player: Player
    kind: str
    stake: Cents
    result: Result
    paid: Cents
    returned: Cents
    hand: int | None = None
    effective: Cents | None = None
    when: SettlingTime | None = None


class ExpectedDealer(Struct, frozen=True, kw_only=True):
    """The dealer's hand at the end; in a void round no cards and a total of 0."""

    cards: tuple[Card, ...]
    total: int
    soft: bool = False
    blackjack: bool = False


class ExpectedHand(Struct, frozen=True, kw_only=True):
    """A player's hand at the end."""

    box: int
    hand: int
    cards: tuple[Card, ...]
    total: int
    blackjack: bool | None = None


class NetWith(Struct, frozen=True, kw_only=True):
    """The result of each player when the round is played again with these settings added."""

    settings: tuple[tuple[str, Any], ...]
    net: tuple[tuple[Player, Cents], ...]


class CutOffer(Struct, frozen=True, kw_only=True):
    """Who is offered the cut first after a round."""

    box: int
    player: Player
    clause: Clause


class Expect(Struct, frozen=True, kw_only=True):
    """The expected results of a round."""

    wagers: tuple[ExpectedWager, ...] | None = None
    dealer: ExpectedDealer | None = None
    hands: tuple[ExpectedHand, ...] | None = None
    net: tuple[tuple[Player, Cents], ...] | None = None
    net_with: tuple[NetWith, ...] | None = None
    bank_net: Cents | None = None
    bank_turn: int | None = None
    fees: tuple[tuple[Player, Cents], ...] | None = None
    cards_used: int | None = None
    cards_left: tuple[ShoeItem, ...] | None = None
    removed: tuple[Card | ScriptedMarker, ...] | None = None
    replaced: tuple[Card, ...] | None = None
    reshuffle: Reshuffle | None = None
    reshuffled_after: int | None = None
    cut_offer: CutOffer | None = None
    cutter: Player | None = None
    madness_available: bool | None = None


class ScenarioRound(Struct, frozen=True, kw_only=True):
    """One round: wagers, cards, acts and expected results."""

    wagers: tuple[WagerLine, ...]
    shoe: tuple[ShoeItem, ...]
    expect: Expect
    acts: tuple[ScriptedAct | ScriptedEvent, ...] = ()
    bank: BankLine | None = None


class Scenario(Struct, frozen=True, kw_only=True):
    """One round, or a few at the same table, under one book with certain settings."""

    id: str
    title: str
    rulebook: str
    settings: tuple[tuple[str, Any], ...]
    rounds: tuple[ScenarioRound, ...]
    clauses: tuple[Clause, ...] = ()
    readings: tuple[str, ...] = ()
    seats: tuple[tuple[int, Player], ...] | None = None
    arrived: tuple[Player, ...] = ()


class ScenarioFile(Struct, frozen=True, kw_only=True):
    """The scenarios of one book in a file."""

    where: str
    rulebook: str
    scenarios: tuple[Scenario, ...]
