"""What people at the table do, in the imperative: each act is decided by the book.

An act is described here, once: its words, its fields with their limits, whose it is and when it is
done. The commands of the server, the acts of worked rounds, the prompts and the keys of the
terminal are made of this description (:mod:`pitboss.table.act_words`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

from msgspec import Struct

from pitboss.acts import HandAct as Played
from pitboss.table.act_words import (
    BEFORE,
    PLAY,
    WINDOW,
    ActWords,
    Amount,
    Batch,
    Box,
    By,
    CardName,
    Depth,
    HandNumber,
    Origin,
    Person,
    Reason,
    RoundPart,
    SentAs,
    Speaker,
    WagerName,
    Word,
)


class Act(Struct, frozen=True, kw_only=True, gc=False):
    """An act that a person wants to do."""

    words: ClassVar[ActWords] = ActWords()


class Arrive(Act, frozen=True):
    """Join the table."""

    words = ActWords("arrive", when=BEFORE)
    player: Speaker


class Sit(Act, frozen=True):
    """Take the seat at a box."""

    words = ActWords("sit", when=BEFORE)
    box: Box
    player: Speaker


class Leave(Act, frozen=True):
    """Leave the seat at a box."""

    words = ActWords("leave", when=BEFORE)
    box: Box
    player: Speaker


class Bet(Act, frozen=True):
    """Place a bet, or add to your own: before the deal or, for some side bets, right after it."""

    words = ActWords("bet", "bet", when=BEFORE | WINDOW)
    box: Box
    player: Speaker
    stake: Annotated[Amount, SentAs("amount")]
    kind: Annotated[WagerName, Origin.SPELT_OUT] = "main"
    unnoticed: Annotated[bool, Origin.INTERNAL] = False
    placed_by: Annotated[Person | None, Origin.INTERNAL] = None


class Squeeze(Act, frozen=True):
    """Ask to squeeze the cards of a box: they are dealt face down for the player to turn."""

    words = ActWords("squeeze", when=BEFORE)
    box: Box
    player: Speaker


class Withdraw(Act, frozen=True):
    """Take back a bet, or part of it, before betting closes."""

    words = ActWords("withdraw", "withdraw", when=BEFORE)
    box: Box
    player: Speaker
    kind: Annotated[WagerName, Origin.SPELT_OUT] = "main"
    stake: Annotated[Amount | None, SentAs("amount")] = None


class CloseBets(Act, frozen=True):
    """Call "No more bets" and begin the deal."""

    words = ActWords("close_bets", "deal", by=By.DEALERS, when=BEFORE)


class TakeBank(Act, frozen=True):
    """Accept the bank, with a wager from which winners are paid."""

    words = ActWords("take_bank", "accept_bank", "Take the bank", answer="y", when=BEFORE)
    player: Speaker
    box: Annotated[Box, Origin.COMMAND_ONLY]
    wager: Annotated[Amount, SentAs("amount"), Origin.COMMAND_ONLY]


class DeclineBank(Act, frozen=True):
    """Pass the bank."""

    words = ActWords("decline_bank", "decline_bank", "Pass the bank", answer="n", when=BEFORE)
    player: Speaker


class Shuffle(Act, frozen=True):
    """Shuffle the cards for a new shoe."""

    reason: str
    at: int | str | None = None


class Cut(Act, frozen=True):
    """Insert the cut card at this depth."""

    words = ActWords("cut", "cut", when=BEFORE, also_by=("employee", "dealer"))
    player: Speaker
    depth: Depth


class DeclineCut(Act, frozen=True):
    """Decline the cut."""

    words = ActWords("decline_cut", "decline_cut", "Decline the cut", answer="n", when=BEFORE)
    player: Speaker


class PassCut(Act, frozen=True):
    """Pass the offer of the cut on: the player to whom it was made has not answered."""

    words = ActWords("pass_cut", label="Pass the cut on", by=By.DEALERS, when=BEFORE)


class PassOffer(Act, frozen=True):
    """Play on without a player's answer to what is on offer after the deal."""

    words = ActWords("pass_offer", label="Play on without an answer", by=By.DEALERS, when=WINDOW)
    player: Annotated[Person, Origin.HOUSE]


class OrderRecut(Act, frozen=True):
    """Order a recut before the cards are loaded."""

    words = ActWords("order_recut", by=By.SUPERVISORS, when=BEFORE)
    by: Speaker
    why: Reason


class PrepareCards(Act, frozen=True):
    """Do a step of the preparation: inspect, spread, view, wash, stack..., in a role."""

    words = ActWords("prepare", when=BEFORE)
    step: Word
    by: Speaker
    role: Annotated[Word, Origin.INTERNAL] = "dealer"
    batch: Batch = 1


class ReturnUndealt(Act, frozen=True):
    """Return every wager that no card was dealt to, and the bank, because the table closes."""

    by: Speaker
    why: Reason


class PassTime(Act, frozen=True):
    """Let minutes pass, as the clock of the table reports."""

    minutes: int


class ShowBurned(Act, frozen=True):
    """Ask to see the burn card."""

    words = ActWords("show_burned")
    player: Speaker


class ChangeDealer(Act, frozen=True):
    """Change the dealer."""


class PressButton(Act, frozen=True, kw_only=True):
    """Draw the Madness 21 prize of a box; ``prize`` is in cents per dollar."""

    words = ActWords(
        "press_button",
        "press_button",
        "Press the button",
        answer="y",
        when=WINDOW,
        also_by=("employee",),
    )
    box: Box
    player: Speaker = ""
    prize: Annotated[Amount, Origin.HOUSE]
    nominated_by: Annotated[Person | None, Origin.HOUSE] = None


class Insure(Act, frozen=True):
    """Insure against a dealer blackjack."""

    words = ActWords("insure", "insurance", "Insurance", key="i", when=WINDOW)
    box: Box
    amount: Amount
    player: Speaker | None = None


class TakeEvenMoney(Act, frozen=True):
    """Take even money for a blackjack."""

    words = ActWords("even_money", "even_money", "Even money", key="e", when=WINDOW)
    box: Box
    player: Speaker | None = None


def _of_play(act: Played, *, when: RoundPart = PLAY) -> tuple[Played, ActWords]:
    """An act of play, with the words of its record."""
    return act, ActWords(act.word, act.word, act.words.label, key=act.words.key, when=when)


class ActOnHand(Act, frozen=True):
    """A decision on a hand, by ``player`` or, by default, the player in control."""

    act: ClassVar[Played | None] = None
    """Its record, if it is an act of play (:mod:`pitboss.acts`)"""
    box: Box
    hand: HandNumber = 1
    player: Speaker | None = None


class Hit(ActOnHand, frozen=True):
    """Hit; ``pick`` chooses among cards drawn together."""

    act, words = _of_play(Played.HIT)
    pick: CardName | None = None


class Stand(ActOnHand, frozen=True):
    """Stand."""

    act, words = _of_play(Played.STAND)


class Double(ActOnHand, frozen=True):
    """Double, or join the double of the player in control."""

    act, words = _of_play(Played.DOUBLE)
    amount: Amount | None = None


class Split(ActOnHand, frozen=True):
    """Split a pair, or join the split of the player in control."""

    act, words = _of_play(Played.SPLIT)


class Decline(ActOnHand, frozen=True):
    """Decline to join a double or split; ``stay`` names the hand the bet stays on."""

    words = ActWords("decline", answer="n")
    stay: HandNumber | None = None


class Surrender(ActOnHand, frozen=True):
    """Surrender half the bet."""

    act, words = _of_play(Played.SURRENDER, when=WINDOW | PLAY)


class Zap(ActOnHand, frozen=True):
    """Exchange the first two cards."""

    act, words = _of_play(Played.EXCHANGE)


class RefuseCard(ActOnHand, frozen=True):
    """Decline the exposed card."""

    words = ActWords("refuse_card", "refuse_card", "Refuse the card", key="x")


class TakeLateCard(ActOnHand, frozen=True):
    """Take the card that was missed."""

    words = ActWords("take_late_card", "late_card", "Take the card", answer="y")


class CallDead(ActOnHand, frozen=True):
    """Call a hand dead because its card was missed."""

    words = ActWords("call_dead", "dead_hand", "Call the hand dead", answer="n")


ON_HAND: Final = tuple(ActOnHand.__subclasses__())
"""Every kind of decision on a hand."""

OF_PLAY: Final[dict[Played, type[ActOnHand]]] = {
    kind.act: kind
    for kind in sorted(ON_HAND, key=lambda kind: -1 if kind.act is None else kind.act)
    if kind.act is not None
}
"""The acts of play, in the order of their numbers"""


class Continue(Act, frozen=True):
    """Play on after a dealing error."""

    words = ActWords("continue", "continue", "Play on", answer="y", when=WINDOW)
    player: Speaker


class TakeBack(Act, frozen=True):
    """Take back all open bets after a dealing error."""

    words = ActWords("take_back", "take_back", "Take my bets back", answer="n", when=WINDOW)
    player: Speaker


class Report(Act, frozen=True):
    """Report an irregularity, or give a supervisor's order; ``what`` is its name."""

    what: str
    box: int | None = None
    hand: int | None = None
    player: str | None = None
    card: str | None = None
    cards: tuple[str, ...] = ()
    which: str | None = None
    reconstructed: bool | None = None
    ruling: str | None = None
    hands: tuple[tuple[int, int], ...] = ()
    lost: tuple[str, ...] = ()
    by: str = "supervisor"
    why: str = ""
    approved_by: str | None = None


def kinds(below: type[Act] = Act) -> Iterator[type[Act]]:
    """Every kind of act, in the order in which they are described."""
    for kind in below.__subclasses__():
        yield from kinds(kind) if kind.__subclasses__() else (kind,)


KINDS: Final = tuple(kinds())
"""Every kind of act."""
