"""One sentence for each kind of event, as the log of a table states it."""

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
from pitboss.table.state import Box, Phase, TableState
from pitboss.table.words.open_changes import CHANGES
from pitboss.table.words.phrases import (
    COLOURS,
    LEFT_OUT,
    STEPS,
    actor,
    because,
    begun,
    called,
    equipment_name,
    in_words,
    kind_name,
    mishap,
    result_word,
    wager_name,
)


def _place(state: TableState, box: int | None, hand: int | None = None) -> str:
    """The dealer, a box, or one of the hands of a split box."""
    if box is None:
        return "the dealer"
    return _hand_at(state.box(box), box, hand)


def _hand_at(found_box: Box | None, box: int, hand: int | None) -> str:
    split = found_box is not None and len(found_box.hands) > 1
    return f"hand {hand} of box {box}" if split and hand is not None else f"box {box}"


def _opened(event: e.TableOpened, before: TableState) -> str:
    return f"{before.rules.book} is open. Place your bets, please."


def _prepared(event: e.CardsPrepared, before: TableState) -> str:
    rules = before.rules
    does = in_words(rules, STEPS.get(event.step, event.step))
    sentence = f"{event.by}, {actor(rules, event.role)}, {does}"
    if event.by == event.role:  # no person: the machine has done it for the role
        sentence = f"The machine {does} for {actor(rules, event.role)}"
        if event.role == "player":
            sentence = "The players at the table may view the cards"
    if event.step == "spread" and event.under:
        fans = card_preparation.fans(rules)
        sentence += f", {len(fans) // 4} decks in fans by suit and rank: " + " | ".join(fans[:4])
    batch = f", {COLOURS[event.batch]} batch" if card_preparation.batches(rules) > 1 else ""
    return f"{sentence}{batch}."


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
    deep = "1 card" if event.depth == 1 else f"{event.depth} cards"
    return f"{begun(actor(before.rules, event.player))} cuts {deep} deep."


def _loaded(event: e.ShoeLoaded, before: TableState) -> str:
    card = before.rules.book.words["cut_card"]
    at = f", {card} {event.position} deep" if event.position is not None else ""
    second = f", a second {card} at the back" if event.second_at_back else ""
    return f"{event.cards} cards are loaded into the shoe{at}{second}."


def _wagered(event: e.WagerPlaced, before: TableState) -> str:
    kind = wager_name(before.rules, event.kind)
    by = f", placed by {event.placed_by}" if event.placed_by else ""
    at = _place(before, event.box, event.hand)
    return f"{event.player}, {at}: {kind} {dollars(event.stake)}{by}."


def _changed(event: e.WagerRaised | e.WagerLowered, before: TableState) -> str:
    wager = before.wager(event.wager)
    kind = wager_name(before.rules, wager.kind)
    raised = isinstance(event, e.WagerRaised)
    now = wager.stake + event.stake if raised else wager.stake - event.stake
    what = f"{dollars(event.stake)} {'added' if raised else 'taken back'}"
    at = _place(before, wager.box, wager.hand)
    by = event.placed_by if isinstance(event, e.WagerRaised) else None
    placed = f", placed by {by}" if by else ""
    return f"{wager.player}, {at}: {what}, {kind} now {dollars(now)}{placed}."


def _settled(event: e.WagerSettled, before: TableState) -> str:
    wager = before.wager(event.wager)
    kind, at = wager_name(before.rules, wager.kind), _place(before, wager.box, wager.hand)
    outcome = _outcome(before.rules, Result(event.result), event)
    return f"{wager.player}, {at}, {kind} {dollars(wager.stake)}: {outcome}."


def _outcome(rules: TableRules, result: Result, event: e.WagerSettled) -> str:
    """What is paid or returned; part of a losing wager may be returned."""
    if result is Result.WIN:
        return f"wins {dollars(event.paid)}"
    back = f", {dollars(event.returned)} returned" if event.returned else ""
    if result is Result.LOSE:
        return f"loses{back}"
    word = "surrenders" if result is Result.SURRENDERED else result_word(rules, result)
    return f"{dollars(event.returned)} returned" if result is Result.RETURNED else f"{word}{back}"


def _dealt(event: e.CardDealt, before: TableState) -> str:
    if not event.face_up and event.box is None:
        return f"{begun(before.rules.book.words['hole_card'])} to the dealer, face down."
    if not event.face_up:
        return f"A card to {_place(before, event.box, event.hand)}, face down, to squeeze."
    card = Card(event.card)
    if event.box is None:
        return f"{card} to the dealer: {called(before.rules, (*before.dealer, card))}."
    box = before.box(event.box)
    played = box.hand(event.hand) if box is not None else None
    held = played.hand if played is not None else Hand(())
    now = held.with_card(card)
    side = ", laid sideways" if lies_sideways(before.rules, now) else ""
    natural = len(now.cards) == 2 and is_blackjack(before.rules, now)
    total = before.rules.book.words["blackjack"] if natural else called(before.rules, now.cards)
    return f"{card} to {_hand_at(box, event.box, event.hand)}{side}: {total}."


def _window(event: e.WindowOpened, before: TableState) -> str:
    calls = ["Insurance"] if event.insurance else []
    calls += ["Surrender"] if event.surrender else []
    calls += [kind_name(before.rules, kind) for kind in event.side_bets]
    sweep = " The dealer sweeps a hand along the insurance line." if event.insurance else ""
    return f'"{" or ".join(calls)}?"{sweep}'


def _checked(event: e.HoleCardChecked, before: TableState) -> str:
    name = before.rules.book.words["blackjack"]
    if event.blackjack:
        return f"The dealer checks and turns {before.dealer[1]}: {name}."
    return f"The dealer checks: no {name}."


def _window_closed(event: e.WindowClosed, before: TableState) -> str:
    if active(before) is None:
        return "No hands left to play."
    return "Play begins on the dealer's left."


def _turned(event: e.HoleCardRevealed, before: TableState) -> str:
    return f"The dealer turns {Card(event.card)}: {called(before.rules, before.dealer)}."


def _finished(event: e.DealerHandCompleted, before: TableState) -> str:
    words = before.rules.book.words
    if dealer_has_blackjack(before):
        return f"The dealer has {words['blackjack']}."
    busts = event.total > before.rules.counting.bust_above.value
    return f"The dealer {words['bust'].lower() + 's with' if busts else 'has'} {event.total}."


def _split(event: e.HandSplit, before: TableState) -> str:
    at = begun(_place(before, event.box, event.hand))
    return f"{at} splits into hands {event.hand} and {event.new_hand}."


def _asked(event: e.BackBettorsAsked, before: TableState) -> str:
    names = " and ".join(event.players)
    question = "double too" if event.what == WagerKind.DOUBLE.value else "cover both hands"
    return f'"{names}: {question}?"'


def _declined(event: e.ShareDeclined, before: TableState) -> str:
    stays = "" if event.stays is None else f"; the wager stays on hand {event.stays}"
    return f"{event.player} adds nothing on {_place(before, event.box)}{stays}."


def _zapped(event: e.HandZapped, before: TableState) -> str:
    old = show(cards(event.cards))
    at = begun(_place(before, event.box, event.hand))
    return f"{at} zaps {old}; the cards are turned sideways."


def _collected(event: e.CardsCollected, before: TableState) -> str:
    return f"{collected(before, len(event.cards))}: {show(cards(event.cards))}."


def collected(before: TableState, number: int) -> str:
    """How many cards were collected, without the cards themselves or a full stop."""
    many = "1 card" if number == 1 else f"{number} cards"
    return f"The dealer places {many} face down in the {before.rules.book.words['rack']}"


def _closed(event: e.RoundClosed, before: TableState) -> str:
    return f"Round {event.number} is over. Place your bets, please."


def _noted(event: e.IrregularityNoted, before: TableState) -> str:
    by = f"{begun(actor(before.rules, event.by))} notes" if event.by else "Noted"
    on = f" on {_place(before, event.box, event.hand)}" if event.box is not None else ""
    why = f"; {event.why}" if event.why else ""
    says = mishap(before.rules, event.what)
    record = record_of(before.rules, event.what)
    if event.by and record is not None and record.is_order:
        return f"{begun(actor(before.rules, event.by))} orders {says}{why}."
    return f"{by}{on}: {says}{why}."


def _held(event: e.CardHeld, before: TableState) -> str:
    if not event.exposed:
        return "The card is held face down as the next card."
    held = "is one of them" if event.together else "is held as the next card"
    return f"{Card(event.card)} {held}."


def _refused_card(event: e.CardRefused, before: TableState) -> str:
    sentence = f"{begun(_place(before, event.box, event.hand))} declines the exposed card."
    if not event.others:
        return sentence
    where = " and ".join(_place(before, box, hand) for box, hand in event.others)
    take = "takes" if len(event.others) == 1 else "take"
    return f"{sentence} {begun(where)} {take} no more cards either."


def _removed(event: e.CardRemoved, before: TableState) -> str:
    if event.card == Marker.FOREIGN.value:
        return f"A card is set aside: {event.why}."
    return f"{Card(event.card)} is discarded face down: {event.why}."


def _pro_rated(event: e.WagerProRated, before: TableState) -> str:
    wager = before.wager(event.wager)
    stake, plays = dollars(wager.stake), dollars(event.effective)
    return f"{wager.player}, box {wager.box}: {plays} of {stake} in action."


def _round_void(event: e.RoundVoided, before: TableState) -> str:
    why = "" if event.why == "void_round" else f": {mishap(before.rules, event.why)}"
    return f"The round is void{why}."


def _to_be_shuffled(event: e.ShuffleOrdered, before: TableState) -> str:
    later = "before the next round" if before.phase is Phase.BETTING else "after the round"
    when = "now" if event.at_once else later
    return f"Shuffle {when}{because(before.rules, event.reason)}."


def _minutes(event: e.TimePassed, before: TableState) -> str:
    hours, rest = divmod(event.minutes, 60)
    if hours and not rest:
        return "1 hour passes." if hours == 1 else f"{hours} hours pass."
    return "1 minute passes." if event.minutes == 1 else f"{event.minutes} minutes pass."


def _cut_card(event: e.CutCardDrawn, before: TableState) -> str:
    card, when = before.rules.book.words["cut_card"], ", first in the round" if event.first else ""
    return f"The {card} comes out on {_place(before, event.box)}{when}, and is set aside."


def _ruled(event: e.SupervisorRuled, before: TableState) -> str:
    second = f", approved by {actor(before.rules, event.approved_by)}" if event.approved_by else ""
    because_of = ", because" if record_of(before.rules, event.ruling) is None else ";"
    by = begun(actor(before.rules, event.by))
    return f"{by} rules{second}: {mishap(before.rules, event.ruling)}{because_of} {event.why}."


def _plain(sentence: str) -> Callable[[Any, TableState], str]:
    """A sentence with the event's values and the book's terms filled in."""

    def describe(event: e.Event, before: TableState) -> str:
        words = before.rules.book.words
        values: dict[str, Any] = {**words, "busts": f"{words['bust'].lower()}s"}
        values |= {name: getattr(event, name) for name in event.__struct_fields__}
        if "card" in values and values["card"] in Card._known:
            values["card"] = Card(values["card"])
        for name in ("amount", "wager", "prize", "effective"):
            if name in values:
                values[name] = dollars(values[name])
        if "box" in values:
            values["at"] = begun(_place(before, values["box"], values.get("hand")))
        for name in ("by", "player"):
            if name in values:
                values[name] = begun(actor(before.rules, values[name]))
        if "what" in values:
            values["what"] = equipment_name(before.rules, values["what"])
        return sentence.format(**values)

    return describe


SENTENCES: Final[dict[type[e.Event], Callable[[Any, TableState], str]]] = {
    e.TableOpened: _opened,
    e.PlayerArrived: _plain("{player} joins the table."),
    e.SeatTaken: _plain("{player} sits down at box {box}."),
    e.SeatLeft: _plain("{player} leaves box {box}."),
    e.CardsPrepared: _prepared,
    e.CardsShuffled: _shuffled,
    e.CutOffered: _offered,
    e.CutDeclined: _plain("{player} declines the cut."),
    e.OfferUnanswered: _plain("{player} does not answer what is on offer."),
    e.CutUnanswered: _plain("{player} does not answer the offer of the cut."),
    e.ShoeCut: _cut,
    e.RecutOrdered: _plain("{by} orders a recut: {why}."),
    e.ShoeLoaded: _loaded,
    e.CardBurned: _plain("The dealer burns a card."),
    e.BurnedCardShown: _plain("{player} asks to see the burn card: {card}."),
    e.DealerChanged: _plain("Change of dealer."),
    e.ShoeSealed: _plain("Shoe {shoe} is sealed: {commitment}."),
    e.SeedGiven: _plain("{player} gives a seed for shoe {shoe}: {seed}."),
    e.SeedsMixed: _plain("The players' seeds are mixed into shoe {shoe}."),
    e.ShoeRevealed: _plain("Shoe {shoe} ends: cut {cut}, secret {secret}."),
    e.TimePassed: _minutes,
    e.PlayerReadmitted: _plain("{by} readmits {player}."),
    e.BankDeclined: _plain("{player} passes the bank."),
    e.BankTaken: lambda event, before: (
        f"{event.player} takes the bank: {dollars(event.wager)}, "
        f"{'first' if event.turn == 1 else 'second'} turn."
    ),
    e.FeeCollected: _plain("{player} pays the {fee}: {amount}."),
    e.FeeReturned: _plain("{player}'s {fee} of {amount} is returned."),
    e.WagerPlaced: _wagered,
    e.WagerRaised: _changed,
    e.WagerLowered: _changed,
    e.WagerWithdrawn: lambda event, before: (
        f"{before.wager(event.wager).player} takes back the wager on "
        f"box {before.wager(event.wager).box}."
    ),
    e.UndealtWagerReturned: lambda event, before: (
        f"The table closes: the wager of {before.wager(event.wager).player} goes back."
    ),
    e.BankReturned: _plain("The table closes: the bank of {player} goes back."),
    e.WagerProRated: _pro_rated,
    e.CardsTakenAway: _plain("The dealer takes the cards of box {box} away."),
    e.SqueezeGranted: _plain("{player} may squeeze the cards on box {box}."),
    e.BetsClosed: _plain("No more bets."),
    e.BetsReopened: _plain("No round has begun. Place your bets, please."),
    e.WagerSettled: _settled,
    e.CutCardDrawn: _cut_card,
    e.CardDealt: _dealt,
    e.DealCompleted: _plain("The deal is complete."),
    e.ButtonPressed: _plain("{player} presses the prize button for box {box}: {prize} per dollar."),
    e.WindowOpened: _window,
    e.WindowClosed: _window_closed,
    e.EvenMoneyTaken: _plain("{player} takes even money on box {box}."),
    e.HoleCardChecked: _checked,
    e.HandHit: _plain("{at} hits."),
    e.HandStood: _plain("{at} stands."),
    e.HandDoubled: _plain("{at} doubles."),
    e.HandSplit: _split,
    e.BackBettorsAsked: _asked,
    e.ShareDeclined: _declined,
    e.HandZapped: _zapped,
    e.HandSurrendered: _plain("{at} surrenders."),
    e.HandBusted: _plain("{at} {busts} with {total}."),
    e.HandClosed: _plain("{at} takes no more cards."),
    e.HoleCardRevealed: _turned,
    e.DealerHandCompleted: _finished,
    e.CardsCollected: _collected,
    e.RoundClosed: _closed,
    e.IrregularityNoted: _noted,
    e.DealChanged: lambda event, before: LEFT_OUT[event.missed].format(box=event.box),
    e.CardHeld: _held,
    e.CardRemoved: _removed,
    e.CardRefused: _refused_card,
    e.CardChosen: _plain("{at} chooses {card} first."),
    e.ChoiceOffered: lambda event, before: (
        f'"{" and ".join(event.players)}: play on, or take your bets back?"'
    ),
    e.PlayerContinued: _plain("{player} plays on."),
    e.BetsWithdrawn: _plain("{player} takes back the open bets."),
    e.PlayerLeft: _plain("{player} has left box {box} unattended."),
    e.InsuranceReopened: _plain(
        "{player} was not offered insurance and may still insure box {box}."
    ),
    e.LateCardDue: _plain("{at} may take the missed card after the other players have theirs."),
    e.LateCardTaken: _plain("{at} takes the missed card."),
    e.HandVoided: _plain("{at} is void; wagers returned."),
    e.RoundVoided: _round_void,
    e.ShoeExhausted: _plain("The shoe is empty."),
    e.ShuffleOrdered: _to_be_shuffled,
    e.CardToBeReplaced: _plain("{card} will be replaced after the round."),
    e.EquipmentFailed: _plain("{what} is out of order."),
    e.EquipmentRepaired: _plain("{what} is back in service."),
    e.SupervisorRuled: _ruled,
    **CHANGES,
}
