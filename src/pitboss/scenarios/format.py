"""A scenario as values: wagers, the order of the cards, what everybody does, what must come out.

Amounts are cents. ``None`` means that the scenario does not say; an empty tuple, that it says
"none". Every field has the name of its key in the file, but for ``with_``, which is ``with``.
"""

from __future__ import annotations

from enum import StrEnum, unique
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct, field

from pitboss.cards import Card
from pitboss.law.irregularities import RECORDS, Record
from pitboss.money import Cents
from pitboss.rulebooks.enumerations import Result

Clause = str
Player = str
"""``P1``, ``P2``, ...; where the rules let them, also ``employee`` and ``dealer``."""


@unique
class Marker(StrEnum):
    """What may lie in a shoe beside its own cards."""

    FOREIGN = "XX"
    CUT = "CUT"
    END = "END"


class FaceUp(Struct, frozen=True):
    """A card that is found face up in the shoe."""

    card: Card


ShoeItem = Card | FaceUp | Marker
"""What leaves a shoe, in its order."""


@unique
class Role(StrEnum):
    """Whether a bettor sits at the box."""

    SEATED = "seated"
    STANDING = "standing"


@unique
class When(StrEnum):
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
    """When the reshuffle that became due in a round is made."""

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
class Ruling(StrEnum):
    """What the operator declares void when a continuous shuffler fails."""

    VOID_ROUND = "void_round"
    VOID_HANDS = "void_hands"


@unique
class ActName(StrEnum):
    """What somebody at the table decides."""

    STAND = "stand"
    HIT = "hit"
    DOUBLE = "double"
    SPLIT = "split"
    ZAP = "zap"
    SURRENDER = "surrender"
    REFUSE_CARD = "refuse_card"
    INSURANCE = "insurance"
    EVEN_MONEY = "even_money"
    PRESS_BUTTON = "press_button"
    CONTINUE = "continue"
    TAKE_BACK = "take_back"
    LATE_CARD = "late_card"
    DEAD_HAND = "dead_hand"
    BET = "bet"
    WITHDRAW = "withdraw"
    DEAL = "deal"
    CUT = "cut"
    DECLINE_CUT = "decline_cut"
    ACCEPT_BANK = "accept_bank"
    DECLINE_BANK = "decline_bank"


class Keys(NamedTuple):
    """The keys an entry needs, those it may have, and those of which it has exactly one."""

    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        return self.needs + self.one_of + self.may


_PLAY = Keys(("box",), ("hand", "player"))
_ANSWER = Keys(("player",))
_IN_THE_DEAL = ("after_cards",)

ACT_KEYS: Final[dict[ActName, Keys]] = {
    ActName.STAND: _PLAY,
    ActName.HIT: Keys(("box",), ("hand", "player", "pick")),
    ActName.DOUBLE: Keys(("box",), ("hand", "player"), one_of=("amount", "amounts")),
    ActName.SPLIT: Keys(("box",), ("hand", "player", "with", "stay")),
    ActName.ZAP: _PLAY,
    ActName.SURRENDER: Keys(("box",), ("hand", "player")),
    ActName.REFUSE_CARD: _PLAY,
    ActName.INSURANCE: Keys(("box", "amount"), ("player",)),
    ActName.EVEN_MONEY: Keys(("box",), ("player",)),
    ActName.PRESS_BUTTON: Keys(("box", "prize"), ("player", "nominated_by")),
    ActName.CONTINUE: _ANSWER,
    ActName.TAKE_BACK: _ANSWER,
    ActName.LATE_CARD: _PLAY,
    ActName.DEAD_HAND: _PLAY,
    ActName.BET: Keys(("box", "player", "kind", "stake"), ("role",)),
    ActName.WITHDRAW: Keys(("box", "player", "kind"), ("role", "stake")),
    ActName.DEAL: Keys(),
    ActName.CUT: Keys(("player", "depth")),
    ActName.DECLINE_CUT: _ANSWER,
    ActName.ACCEPT_BANK: _ANSWER,
    ActName.DECLINE_BANK: _ANSWER,
}
"""The keys of each act, beside ``act`` itself and ``refused``, which every act may have."""

_KEY_OF: Final = {"lost": "lost_cards"}
"""Where a worked round says how many cards, and the report names them."""


def keys_of(record: Record) -> Keys:
    """What an event says: what the report tells and, in the deal, after how many cards."""
    may = tuple(_KEY_OF.get(field, field) for field in record.may_write)
    at = () if record.name in BEFORE_THE_DEAL or not record.in_deal else _IN_THE_DEAL
    return Keys((*record.tells, *record.written), (*may, *at))


SHUFFLE: Final = "shuffle"
DEALER_CHANGE: Final = "dealer_change"
BEFORE_THE_DEAL: Final = (
    SHUFFLE,
    DEALER_CHANGE,
    "reader_fault",
    "reader_repaired",
    "reshuffle_missed",
)
"""Events of the time before the deal, which they do not begin."""

EVENT_KEYS: Final[dict[str, Keys]] = {
    SHUFFLE: Keys(("reason",), ("at",)),
    DEALER_CHANGE: Keys(),
    **{
        record.name: keys_of(record)
        for record in RECORDS.values()
        if record.in_worked_rounds and not record.is_found
    },
}
"""The keys of each event, beside ``event`` itself: those of the irregularity's record."""


class WagerLine(Struct, frozen=True, kw_only=True):
    """A wager placed before the deal, or offered and to be refused."""

    box: int
    player: Player
    role: Role
    kind: str
    stake: Cents
    refused: Clause | None = None
    unnoticed: bool = False


class BankLine(Struct, frozen=True, kw_only=True):
    """The player who banks a round, where he sits, and what he puts up."""

    box: int
    player: Player
    wager: Cents


class HandAt(Struct, frozen=True, kw_only=True):
    """A hand by its box and number."""

    box: int
    hand: int


class Act(Struct, frozen=True, kw_only=True):
    """What somebody decides; with ``refused``, what the table must refuse under that clause."""

    act: ActName
    box: int | None = None
    hand: int | None = None
    player: Player | None = None
    amount: Cents | None = None
    amounts: tuple[tuple[Player, Cents], ...] | None = None
    with_: tuple[Player, ...] = field(default=(), name="with")
    stay: tuple[tuple[Player, int], ...] = ()
    prize: Cents | None = None
    nominated_by: Player | None = None
    kind: str | None = None
    stake: Cents | None = None
    role: Role | None = None
    depth: int | None = None
    pick: Card | None = None
    refused: Clause | None = None


class Event(Struct, frozen=True, kw_only=True):
    """What befalls the table at this point, or once ``after_cards`` cards have left the shoe."""

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
    ruling: Ruling | None = None
    hands: tuple[HandAt, ...] = ()
    lost_cards: int | None = None


class ExpectedWager(Struct, frozen=True, kw_only=True):
    """What becomes of one wager."""

    box: int
    player: Player
    kind: str
    stake: Cents
    result: Result
    paid: Cents
    returned: Cents
    hand: int | None = None
    effective: Cents | None = None
    when: When | None = None


class ExpectedDealer(Struct, frozen=True, kw_only=True):
    """The dealer's hand at the end."""

    cards: tuple[Card, ...]
    total: int
    soft: bool
    blackjack: bool


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
    """What must come out of a round."""

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
    removed: tuple[Card | Marker, ...] | None = None
    replaced: tuple[Card, ...] | None = None
    reshuffle: Reshuffle | None = None
    reshuffled_after: int | None = None
    cut_offer: CutOffer | None = None
    cutter: Player | None = None
    madness_available: bool | None = None


class Round(Struct, frozen=True, kw_only=True):
    """One round: who bets what, the cards, what happens, what must come out."""

    wagers: tuple[WagerLine, ...]
    shoe: tuple[ShoeItem, ...]
    acts: tuple[Act | Event, ...]
    expect: Expect
    bank: BankLine | None = None


class Scenario(Struct, frozen=True, kw_only=True):
    """One round, or a few at the same table, under one book with certain settings."""

    id: str
    title: str
    rulebook: str
    settings: tuple[tuple[str, Any], ...]
    rounds: tuple[Round, ...]
    clauses: tuple[Clause, ...] = ()
    readings: tuple[str, ...] = ()
    seats: tuple[tuple[int, Player], ...] | None = None
    arrived: tuple[Player, ...] = ()


class ScenarioFile(Struct, frozen=True, kw_only=True):
    """The scenarios of one book, as a file holds them."""

    where: str
    rulebook: str
    scenarios: tuple[Scenario, ...]
