"""What a table sends to a page: the parts of its state, and what each event shows.

The server builds these documents from parts that it keeps as bytes, so no class of its own
describes them whole. This does, for the types of the pages; ``test_stream`` compares it with
every message of random rounds, key by key.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from pitboss.web.wire.movements import Movement

Phase = Literal[
    "betting", "dealing", "after_deal", "window", "play", "dealer", "settlement", "collection"
]
Role = Literal["player", "dealer", "supervisor", "shift_manager", "auditor"]


class Line(TypedDict):
    """A line of a sign, with its clause."""

    text: str
    clause: str


class Limits(TypedDict):
    """The amounts of the main wager, and the chips offered for it."""

    minimum: int
    maximum: int | None
    each_player: int | None
    chips: list[int]
    rail: list[int]
    clause: str
    sign: list[Line]


class Felt(TypedDict):
    """What is printed on the layout."""

    boxes: int
    inscriptions: list[Line]
    spots: list[str]
    bank: bool


class Amounts(TypedDict):
    """The amounts on the sign of a side bet."""

    least: int
    most: int | None
    step: int | None
    text: str


class Row(TypedDict):
    """A row of a pay table."""

    label: str
    pays: str
    clause: str


class SideBet(TypedDict):
    """A side bet on offer."""

    kind: str
    label: str
    short: str
    amounts: Amounts
    clause: str
    after_the_deal: bool
    rows: list[Row]


class ActOfTheGame(TypedDict):
    """An act that this game has, with its button."""

    act: str
    label: str
    key: str


class May(TypedDict):
    """What players may do with cards and bets."""

    squeeze: bool
    take_back: bool


class Elected(TypedDict):
    """A house option as it is set."""

    key: str
    says: str
    value: str
    default: str
    clause: str


class Pause(TypedDict):
    """Why nothing happens at the table."""

    why: str
    clause: str | None
    ruling: bool


class Option(TypedDict):
    """An option that changes."""

    option: str
    was: str
    now: str
    clause: str


class Notice(TypedDict):
    """A change of the rules that has been announced."""

    number: int
    says: str
    options: list[Option]
    sign: list[str]
    clause: str


class Offer(TypedDict):
    """Whose cut it is."""

    player: str
    box: int | None
    least: int
    most: int
    clause: str


class Shoe(TypedDict):
    """The cards: how many are left, what was seen of them, and what seals them."""

    left: int
    size: int
    number: int
    rack: int
    cut: bool
    shuffle_due: str | None
    cutting_card: bool
    cutting_card_seen: bool
    batch: int
    burned_shown_under: str | None
    offer: Offer | None
    commitment: str | None
    seeds: list[str] | None


class CardTo(TypedDict):
    """Where the next card goes."""

    box: int | None
    hand: int | None
    face_up: bool


class DealersCards(TypedDict):
    """The dealer's cards as they lie."""

    cards: list[str]
    count: str
    blackjack: bool


class Dealer(DealersCards):
    """The dealer: cards, name, and the next duty."""

    name: str | None
    due: str | None
    card_to: CardTo | None


class OpenAct(TypedDict):
    """An act that would be accepted now; money in cents."""

    act: str
    label: str
    key: str
    least: int | None
    most: int | None
    costs: int
    clause: str
    box: NotRequired[int]
    hand: NotRequired[int]
    player: NotRequired[str | None]
    kind: NotRequired[str]
    pick: NotRequired[str]
    step: NotRequired[int | None]


class Turn(TypedDict):
    """The hand whose turn it is."""

    box: int
    hand: int
    player: str | None
    acts: list[OpenAct]
    seconds: float | None


class Window(TypedDict):
    """The moment before play, with what is open to whom."""

    kind: str
    acts: list[OpenAct]
    waiting: list[str]
    seconds: float | None


class Ready(TypedDict):
    """A command that answers a question as it is, but for an amount."""

    type: str
    box: NotRequired[int]
    hand: NotRequired[int]
    amount: NotRequired[int]
    pick: NotRequired[str]
    stay: NotRequired[int]


class Ask(TypedDict):
    """A question to a player, with the command that answers it."""

    player: str | None
    label: str
    key: str
    clause: str
    command: Ready
    costs: int
    least: NotRequired[int]
    most: NotRequired[int]


class Preparation(TypedDict):
    """A step that the cards need before the shuffle."""

    step: str
    by: str
    batch: int
    label: str
    optional: bool
    clause: str


class Declared(TypedDict):
    """A bet that a player has said."""

    player: str
    box: int
    kind: str
    amount: int
    refused: str | None
    clause: str | None
    may_stand: bool


class Banker(TypedDict):
    """The player who has the bank."""

    player: str
    box: int
    turn: int
    wager: int
    paid: int
    collected: int
    against: int
    fee: int


class Bank(TypedDict):
    """The bank of a table where players bank."""

    banker: Banker | None
    open: bool
    offered_to: str | None
    declined: list[str]
    turns: int
    fees: dict[str, int]
    fee: int
    clause: str


class Wager(TypedDict):
    """A wager on a box."""

    id: int
    kind: str
    bettor: str
    amount: int
    effective: int
    hand: int | None
    result: str | None
    word: str | None
    paid: int
    returned: int
    clause: str | None


class Hand(TypedDict):
    """A hand of a box."""

    number: int
    cards: list[str]
    count: str
    blackjack: bool
    sideways: bool
    doubled: bool
    split: bool
    surrendered: bool
    void: bool
    late: bool
    zapped: list[str]
    closed: bool
    result: str | None
    acting: bool


class Seat(TypedDict):
    """Who sits at a box."""

    name: str


class Box(TypedDict):
    """A box of the layout."""

    number: int
    seat: Seat | None
    yours: bool
    decider: str | None
    absent: bool
    prize: int | None
    acting: bool
    wagers: list[Wager]
    hands: list[Hand]


class Last(TypedDict):
    """The last round, as long as its cards are shown."""

    round: int
    void: bool
    boxes: list[Box]
    dealer: DealersCards
    banker: str | None
    results: dict[str, dict[str, int]] | None


class You(TypedDict):
    """The viewer, and what they have at this table."""

    name: str
    role: Role
    guest: bool
    balance: int
    boxes: list[int]
    net: int
    refill: int | None


class State(TypedDict):
    """The whole state of a table as one person may see it."""

    table: str
    name: str
    status: Literal["open", "disabled", "closed"]
    dealt_by: Literal["machine", "person"]
    cards: str
    practice: bool
    by_the_book: bool
    paused: Pause | None
    notice: Notice | None
    sequence: int
    hash: str
    phase: Phase
    round: int
    void: bool
    broken: list[str]
    shoe: Shoe
    dealer: Dealer
    turn: Turn | None
    window: Window | None
    asks: list[Ask]
    preparation: list[Preparation]
    spoken_bets: bool
    declared: list[Declared]
    bank: Bank | None
    ready: list[str]
    seconds: float | None
    held: list[str]
    last: Last | None
    badges: dict[str, str]
    boxes: list[Box]
    you: You
    book: str
    title: str
    jurisdiction: str
    limits: Limits
    words: dict[str, str]
    felt: Felt
    side_bets: list[SideBet]
    acts: list[ActOfTheGame]
    may: May
    elections: list[Elected]
    movements: dict[str, Movement]


# What an event changes on the layout: the parts that have changed, everything else as it was.


class HandShown(TypedDict, total=False):
    """The changed parts of a hand, named by its number."""

    number: int
    cards: list[str]
    count: str
    blackjack: bool
    sideways: bool
    doubled: bool
    split: bool
    surrendered: bool
    void: bool
    late: bool
    zapped: list[str]
    closed: bool
    result: str | None
    acting: bool


class WagerShown(TypedDict, total=False):
    """The changed parts of a wager, named by its id."""

    id: int
    kind: str
    bettor: str
    amount: int
    effective: int
    hand: int | None
    result: str | None
    word: str | None
    paid: int
    returned: int
    clause: str | None


class BoxShown(TypedDict):
    """The changed parts of a box, named by its number."""

    number: int
    seat: NotRequired[Seat | None]
    yours: NotRequired[bool]
    decider: NotRequired[str | None]
    absent: NotRequired[bool]
    prize: NotRequired[int | None]
    acting: NotRequired[bool]
    hands: NotRequired[list[HandShown]]
    wagers: NotRequired[list[WagerShown]]
    hands_order: NotRequired[list[int]]
    wagers_order: NotRequired[list[int]]


class Show(TypedDict, total=False):
    """What an event changes on the layout, and the name of its movement."""

    moves: str
    phase: Phase
    round: int
    clear: bool
    dealer: DealersCards
    banker: Banker | None
    fees: dict[str, int]
    boxes: list[BoxShown]


class Changes(TypedDict):
    """The parts and boxes of a state that have changed."""

    boxes: list[Box]


# The messages.


class Snapshot(TypedDict):
    """The first message: the whole state."""

    type: Literal["snapshot"]
    sequence: int
    state: State


class Happened(TypedDict):
    """What has happened, and how the state changed."""

    type: Literal["events"]
    sequence: int
    events: list[Any]
    state: dict[str, Any]
    shows: NotRequired[list[Show]]


class Clock(TypedDict):
    """A clock has started."""

    type: Literal["clock"]
    box: int | None
    hand: int | None
    waits_for: str
    seconds: float | None


class Acknowledged(TypedDict):
    """A command was accepted; its event is the last of this sequence."""

    type: Literal["ack"]
    key: str
    sequence: int


class Refused(TypedDict):
    """A command was refused: why, and the clause where it is the book's."""

    type: Literal["refused"]
    key: str
    why: str
    clause: str | None
    book: str | None
    box: NotRequired[int]
    kind: NotRequired[str]
    outcome: NotRequired[Literal["unknown"]]


class Pong(TypedDict):
    """The answer to a ping."""

    type: Literal["pong"]
    sequence: int
