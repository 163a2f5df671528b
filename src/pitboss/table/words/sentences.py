"""One sentence for each kind of event, as a dealer would say it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pitboss.cards import Card, cards, show
from pitboss.law.counting import is_blackjack
from pitboss.law.hands import Hand
from pitboss.law.irregularities import record_of
from pitboss.law.layout import lies_sideways
from pitboss.law.wagers import WagerKind
from pitboss.money import dollars
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Result
from pitboss.table import events as e
from pitboss.table.procedure import card_preparation
from pitboss.table.procedure.duties import active, dealer_has_blackjack
from pitboss.table.sources import Marker
from pitboss.table.state import Phase, TableState
from pitboss.table.words.phrases import (
    COLOURS,
    LEFT_OUT,
    STEPS,
    because,
    begun,
    called,
    equipment_name,
    mishap,
    person,
    result_word,
)


def _place(state: TableState, box: int | None, hand: int | None = None) -> str:
    """The dealer, a box, or one of the hands of a box that was split."""
    if box is None:
        return "the dealer"
    found = state.box(box)
    split = found is not None and len(found.hands) > 1
    return f"hand {hand} of box {box}" if split and hand is not None else f"box {box}"


def _opened(event: e.TableOpened, before: TableState) -> str:
    return f"{before.rules.book} is open. Place your bets, please."


def _prepared(event: e.CardsPrepared, before: TableState) -> str:
    told = f"{event.by}, the {event.role}, {STEPS.get(event.step, event.step)}"
    if event.step == "spread" and event.under:
        fans = card_preparation.fans(before.rules)
        told += f", {len(fans) // 4} decks in fans by suit and rank: " + " | ".join(fans[:4])
    batch = f", {COLOURS[event.batch]} batch" if card_preparation.batches(before.rules) > 1 else ""
    return f"{told}{batch}."


def _shuffled(event: e.CardsShuffled, before: TableState) -> str:
    batch = (
        f" of the {COLOURS[event.batch]} batch"
        if card_preparation.batches(before.rules) > 1
        else ""
    )
    return f"{event.cards} cards{batch} are shuffled{because(before.rules, event.reason)}."


def _offered(event: e.CutOffered, before: TableState) -> str:
    if not event.offers:
        return "The cards are ready."
    return "The cut is offered to " + ", then ".join(player for _, player, _ in event.offers) + "."


def _cut(event: e.ShoeCut, before: TableState) -> str:
    front = "1 card" if event.depth == 1 else f"{event.depth} cards"
    return f"{begun(person(event.player))} cuts with {front} in front."


def _loaded(event: e.ShoeLoaded, before: TableState) -> str:
    at = f", the cutting card after {event.position}" if event.position is not None else ""
    second = ", a second one at the very back" if event.second_at_back else ""
    return f"{event.cards} cards go into the shoe{at}{second}."


def _wagered(event: e.WagerPlaced, before: TableState) -> str:
    kind = before.rules.book.words["main"] if event.kind == "main" else event.kind.replace("_", " ")
    by = f", placed by {event.placed_by}" if event.placed_by else ""
    at = _place(before, event.box, event.hand)
    return f"{event.player} on {at}: {kind} of {dollars(event.stake)}{by}."


def _changed(event: e.WagerRaised | e.WagerLowered, before: TableState) -> str:
    wager, words = before.wager(event.wager), before.rules.book.words
    kind = words["main"] if wager.kind is WagerKind.MAIN else wager.kind.replace("_", " ")
    raised = isinstance(event, e.WagerRaised)
    now = wager.stake + event.stake if raised else wager.stake - event.stake
    what = f"{dollars(event.stake)} {'more' if raised else 'back'}"
    at = _place(before, wager.box, wager.hand)
    by = event.placed_by if isinstance(event, e.WagerRaised) else None
    placed = f", placed by {by}" if by else ""
    return f"{wager.player} on {at}: {what}, now {kind} of {dollars(now)}{placed}."


def _settled(event: e.WagerSettled, before: TableState) -> str:
    wager = before.wager(event.wager)
    kind = before.rules.book.words["main"] if wager.kind is WagerKind.MAIN else wager.kind
    result = _outcome(before.rules, Result(event.result), event.paid)
    back = f", {dollars(event.returned)} back" if event.returned else ""
    return (
        f"{wager.player} on {_place(before, wager.box, wager.hand)}, {kind.replace('_', ' ')} of "
        f"{dollars(wager.stake)}: {result}{back}."
    )


def _outcome(rules: TableRules, result: Result, paid: int) -> str:
    if result is Result.WIN:
        return f"wins {dollars(paid)}"
    return "loses" if result is Result.LOSE else result_word(rules, result)


def _dealt(event: e.CardDealt, before: TableState) -> str:
    if not event.face_up and event.box is None:
        return "The dealer takes a card face down."
    if not event.face_up:
        return (
            f"A card face down to {_place(before, event.box, event.hand)}, for the player to turn."
        )
    card = Card(event.card)
    if event.box is None:
        return f"{card} to the dealer: {called(before.rules, (*before.dealer, card))}."
    box = before.box(event.box)
    played = box.hand(event.hand) if box is not None else None
    held = played.hand if played is not None else Hand(())
    now = held.takes(card)
    side = ", laid sideways" if lies_sideways(before.rules, now) else ""
    natural = len(now.cards) == 2 and is_blackjack(before.rules, now)
    total = before.rules.book.words["blackjack"] if natural else called(before.rules, now.cards)
    return f"{card} to {_place(before, event.box, event.hand)}{side}: {total}."


def _window(event: e.WindowOpened, before: TableState) -> str:
    calls = ["Insurance"] if event.insurance else []
    calls += ["Surrender"] if event.surrender else []
    sweep = " The dealer's hand sweeps along the insurance line." if event.insurance else ""
    return f'"{" or ".join(calls)}?"{sweep}'


def _checked(event: e.HoleCardChecked, before: TableState) -> str:
    name = before.rules.book.words["blackjack"]
    if event.blackjack:
        return f"The dealer looks, and turns {before.dealer[1]}: {name}."
    return f"The dealer looks: no {name}."


def _window_closed(event: e.WindowClosed, before: TableState) -> str:
    if active(before) is None:
        return "Nobody has anything to decide."
    return "The players decide, from the dealer's left."


def _turned(event: e.HoleCardRevealed, before: TableState) -> str:
    return f"The dealer turns up {Card(event.card)}: {called(before.rules, before.dealer)}."


def _finished(event: e.DealerFinished, before: TableState) -> str:
    if dealer_has_blackjack(before):
        return f"The dealer has {before.rules.book.words['blackjack']}."
    over = event.total > before.rules.counting.bust_above.value
    return f"The dealer is over with {event.total}." if over else f"The dealer has {event.total}."


def _split(event: e.HandSplit, before: TableState) -> str:
    at = begun(_place(before, event.box, event.hand))
    return f"{at} splits into hands {event.hand} and {event.new_hand}."


def _asked(event: e.OthersAsked, before: TableState) -> str:
    names = " and ".join(event.players)
    question = "double too" if event.what == WagerKind.DOUBLE.value else "cover both hands"
    return f'"{names}: {question}?"'


def _declined(event: e.ShareDeclined, before: TableState) -> str:
    stays = "" if event.stays is None else f"; the wager is on hand {event.stays}"
    return f"{event.player} adds nothing on {_place(before, event.box)}{stays}."


def _zapped(event: e.HandZapped, before: TableState) -> str:
    old = show(cards(event.cards))
    at = begun(_place(before, event.box, event.hand))
    return f"{at} zaps {old}, which are turned sideways."


def _collected(event: e.CardsCollected, before: TableState) -> str:
    many = "1 card goes" if len(event.cards) == 1 else f"{len(event.cards)} cards go"
    return f"{many} face down into the discard rack: {show(cards(event.cards))}."


def _closed(event: e.RoundClosed, before: TableState) -> str:
    return f"Round {event.number} is over. Place your bets, please."


def _noted(event: e.IrregularityNoted, before: TableState) -> str:
    by = f"{begun(person(event.by))} notes" if event.by else "Noted"
    on = f" on {_place(before, event.box, event.hand)}" if event.box is not None else ""
    why = f"; {event.why}" if event.why else ""
    says = mishap(before.rules, event.what)
    record = record_of(before.rules, event.what)
    if event.by and record is not None and record.is_order:
        return f"{begun(person(event.by))} orders {says}{why}."
    return f"{by}{on}: {says}{why}."


def _held(event: e.CardHeld, before: TableState) -> str:
    if not event.exposed:
        return "The card waits face down to be the next one."
    waits = "is one of them" if event.together else "waits to be the next card"
    return f"{Card(event.card)} {waits}."


def _refused_card(event: e.CardRefused, before: TableState) -> str:
    told = f"{begun(_place(before, event.box, event.hand))} declines the exposed card."
    if not event.others:
        return told
    where = " and ".join(_place(before, box, hand) for box, hand in event.others)
    return f"{told} {begun(where)} takes no more cards either."


def _removed(event: e.CardRemoved, before: TableState) -> str:
    if event.card == Marker.FOREIGN.value:
        return f"A card is laid aside: it was {event.why}."
    return f"{Card(event.card)} is discarded face down: it was {event.why}."


def _proportion(event: e.StakePutInProportion, before: TableState) -> str:
    wager = before.wager(event.wager)
    stake, plays = dollars(wager.stake), dollars(event.effective)
    return f"{wager.player} on box {wager.box} plays for {plays} of {stake}."


def _round_void(event: e.RoundVoided, before: TableState) -> str:
    why = "" if event.why == "void_round" else f": {mishap(before.rules, event.why)}"
    return f"The round is void{why}."


def _to_be_shuffled(event: e.ShuffleOrdered, before: TableState) -> str:
    later = "before the next round" if before.phase is Phase.BETTING else "after the round"
    when = "now" if event.at_once else later
    return f"The cards are to be shuffled {when}{because(before.rules, event.reason)}."


def _minutes(event: e.TimePassed, before: TableState) -> str:
    hours, rest = divmod(event.minutes, 60)
    return f"{event.minutes} minutes go by." if rest or not hours else f"{hours} hours go by."


def _cutting_card(event: e.CuttingCardDrawn, before: TableState) -> str:
    when = ", the first of the round" if event.first else ""
    return f"The cutting card comes out on {_place(before, event.box)}{when}, and is laid aside."


def _ruled(event: e.SupervisorRuled, before: TableState) -> str:
    second = f", seconded by {person(event.second)}" if event.second else ""
    because_of = ", because" if record_of(before.rules, event.ruling) is None else ";"
    by = begun(person(event.by))
    return f"{by} rules{second}: {mishap(before.rules, event.ruling)}{because_of} {event.why}."


def _plain(sentence: str) -> Callable[[Any, TableState], str]:
    """A sentence with the event's own values in it."""

    def told(event: e.Event, before: TableState) -> str:
        values = {name: getattr(event, name) for name in event.__struct_fields__}
        if "card" in values and values["card"] in Card._known:
            values["card"] = Card(values["card"])
        for name in ("amount", "wager", "prize", "effective"):
            if name in values:
                values[name] = dollars(values[name])
        if "box" in values:
            values["at"] = begun(_place(before, values["box"], values.get("hand")))
        for name in ("by", "player"):
            if name in values:
                values[name] = begun(person(values[name]))
        if "what" in values:
            values["what"] = equipment_name(before.rules, values["what"])
        return sentence.format(**values)

    return told


SENTENCES: Final[dict[type[e.Event], Callable[[Any, TableState], str]]] = {
    e.TableOpened: _opened,
    e.PlayerArrived: _plain("{player} comes to the table."),
    e.SeatTaken: _plain("{player} sits down at box {box}."),
    e.SeatLeft: _plain("{player} leaves box {box}."),
    e.CardsPrepared: _prepared,
    e.CardsShuffled: _shuffled,
    e.CutOffered: _offered,
    e.CutDeclined: _plain("{player} lets the cut pass."),
    e.ShoeCut: _cut,
    e.RecutOrdered: _plain("{by} has the cards cut again: {why}."),
    e.ShoeLoaded: _loaded,
    e.CardBurned: _plain("A card is burned."),
    e.BurnedCardShown: _plain("{player} asks for the burned card: {card}."),
    e.DealerChanged: _plain("A new dealer comes to the table."),
    e.ShoeSealed: _plain("Shoe {shoe} is sealed: {commitment}."),
    e.SeedGiven: _plain("{player} gives a seed for shoe {shoe}: {seed}."),
    e.SeedsMixed: _plain("The seeds of the table are mixed into shoe {shoe}."),
    e.ShoeRevealed: _plain("Shoe {shoe} is over; cut {cut}, secret {secret}."),
    e.TimePassed: _minutes,
    e.PlayerReadmitted: _plain("{by} lets {player} back in."),
    e.BankDeclined: _plain("{player} lets the bank pass."),
    e.BankTaken: lambda event, before: (
        f"{event.player} takes the bank with {dollars(event.wager)}, for the "
        f"{'first' if event.turn == 1 else 'second'} turn."
    ),
    e.FeeCollected: _plain("{player} pays a fee of {amount}."),
    e.FeeReturned: _plain("{player} gets the fee of {amount} back."),
    e.WagerPlaced: _wagered,
    e.WagerRaised: _changed,
    e.WagerLowered: _changed,
    e.WagerWithdrawn: lambda event, before: (
        f"{before.wager(event.wager).player} takes the wager on "
        f"box {before.wager(event.wager).box} back."
    ),
    e.StakePutInProportion: _proportion,
    e.CardsTakenAway: _plain("The cards of box {box} are taken away."),
    e.SqueezeGranted: _plain("{player} may turn the cards of box {box}."),
    e.BetsClosed: _plain("No more bets."),
    e.BetsReopened: _plain("No round has begun. Place your bets, please."),
    e.WagerSettled: _settled,
    e.CuttingCardDrawn: _cutting_card,
    e.CardDealt: _dealt,
    e.DealCompleted: _plain("The deal is complete."),
    e.ButtonPressed: _plain("{player} presses the button for box {box}: {prize} for each dollar."),
    e.WindowOpened: _window,
    e.WindowClosed: _window_closed,
    e.EvenMoneyTaken: _plain("{player} has the blackjack on box {box} settled early."),
    e.HoleCardChecked: _checked,
    e.CardAsked: _plain("{at} asks for a card."),
    e.HandStood: _plain("{at} stands."),
    e.HandDoubled: _plain("{at} doubles."),
    e.HandSplit: _split,
    e.OthersAsked: _asked,
    e.ShareDeclined: _declined,
    e.HandZapped: _zapped,
    e.HandSurrendered: _plain("{at} surrenders."),
    e.HandBusted: _plain("{at} is over with {total}."),
    e.HandFinished: _plain("{at} has nothing more to decide."),
    e.HoleCardRevealed: _turned,
    e.DealerFinished: _finished,
    e.CardsCollected: _collected,
    e.RoundClosed: _closed,
    e.IrregularityNoted: _noted,
    e.DealChanged: lambda event, before: LEFT_OUT[event.missed].format(box=event.box),
    e.CardHeld: _held,
    e.CardRemoved: _removed,
    e.CardRefused: _refused_card,
    e.CardPicked: _plain("{at} chooses {card} first."),
    e.ChoiceOffered: lambda event, before: (
        f'"{" and ".join(event.players)}: go on, or take the bets back?"'
    ),
    e.PlayerContinued: _plain("{player} goes on."),
    e.BetsTakenBack: _plain("{player} takes the bets back."),
    e.PlayerLeft: _plain("{player} is away from box {box}."),
    e.InsuranceReopened: _plain("{player} was passed over, and may still insure box {box}."),
    e.LateCardDue: _plain("{at} may still have the missing card when the others have theirs."),
    e.LateCardTaken: _plain("{at} takes the card that was missed."),
    e.HandVoided: _plain("{at} is void; its wagers go back."),
    e.RoundVoided: _round_void,
    e.ShoeExhausted: _plain("The shoe is empty."),
    e.ShuffleOrdered: _to_be_shuffled,
    e.CardToBeReplaced: _plain("{card} is to be replaced after the round."),
    e.EquipmentFailed: _plain("{what} is out of order."),
    e.EquipmentRepaired: _plain("{what} is repaired."),
    e.SupervisorRuled: _ruled,
}
