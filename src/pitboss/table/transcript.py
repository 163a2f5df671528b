"""The table in words: one sentence per event as a dealer would say it, and the layout as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from pitboss.cards import Card, cards, show
from pitboss.law.counting import count, is_blackjack
from pitboss.law.hands import Hand
from pitboss.law.layout import sign
from pitboss.money import dollars
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.words import Result
from pitboss.table import events as e
from pitboss.table import opening
from pitboss.table.evolve import evolve
from pitboss.table.state import Box, PlayedHand, TableState
from pitboss.table.verifying import opened

FACE_DOWN: Final = "▒"
"""How a card is written that nobody may see."""

SIDEWAYS: Final = "↷"
"""Marks a card that is laid sideways: of a double, of a split ace, or zapped."""

COLOURS: Final = ("", "red", "blue")
"""The backs of the batches, by number; a single batch has red ones."""


def tell(event: e.Event, before: TableState) -> str:
    """What the dealer says, or shows, at this event; a card that lies face down is not told."""
    return _TELL[type(event)](event, before)


def story(events: Iterable[e.Event]) -> Iterator[str]:
    """A log from its opening on, one sentence per event, each with its clause."""
    state: TableState | None = None
    for event in events:
        before = opened(event) if state is None else state
        yield f"{tell(event, before)} ({_cited(before.rules, event.under)})"
        state = before if state is None else evolve(state, event)


def story_of_round(events: Iterable[e.Event], number: int) -> Iterator[str]:
    """The sentences of one round; what comes before the first round belongs to it."""
    kept = tuple(events)
    current = 1
    for event, sentence in zip(kept, story(kept), strict=True):
        if current == number:
            yield sentence
        current += isinstance(event, e.RoundClosed)


def _cited(rules: TableRules, under: str) -> str:
    return under if under == "opening" else rules.cite(under)


def called(rules: TableRules, hand: Iterable[Card]) -> str:
    """A total as the dealer calls it: ``16``, ``soft 17``."""
    total = count(rules, tuple(hand))
    return f"soft {total.total}" if total.soft else str(total.total)


# The layout.


def layout(state: TableState) -> str:
    """The table as it lies: the dealer opposite the boxes, wagers behind each, shoe and rack."""
    rules = state.rules
    lines = [str(rules.book), *(line.text for line in sign(rules))]
    lines += [f"Out of order: {what.replace('_', ' ')}" for what in sorted(state.broken)]
    if state.banker is not None:
        turn = "first" if state.banker.turn == 1 else "second"
        lines.append(f"Bank     {state.banker.player} on box {state.banker.box}, {turn} turn")
    if state.dealer:
        lines.append(f"Dealer   {_dealers(state)}")
    for box in state.boxes:
        lines += _box_lines(state, box)
    if not state.boxes:
        lines += [f"Box {w.box}    {_wager(state, w.id)}" for w in state.wagers]
    lines.append(f"Shoe {state.shoe.number}   {len(state.shoe.rack)} cards in the discard rack")
    waiting = opening.batch_in_machine(state)
    if waiting is not None:
        batch = COLOURS[state.shoe.batch]
        lines.append(f"The {batch} batch is in play, the {COLOURS[waiting]} one in the machine")
    return "\n".join(lines)


def _dealers(state: TableState) -> str:
    if state.hole_is_down:
        return f"{state.dealer[0]} {FACE_DOWN}"
    return f"{show(state.dealer)}   {called(state.rules, state.dealer)}"


def _box_lines(state: TableState, box: Box) -> Iterator[str]:
    for played in box.hands:
        name = f"Box {box.number}" if len(box.hands) == 1 else f"Box {box.number}.{played.number}"
        lie = " ".join([*(f"{card}{SIDEWAYS}" for card in played.zapped), *_laid(state, played)])
        total = f"   {called(state.rules, played.hand.cards)}" if played.hand.cards else ""
        mine = [w.id for w in state.wagers if w.box == box.number and w.hand == played.number]
        yield f"{name:<8} {lie}{total}   {', '.join(_wager(state, id) for id in _row(state, mine))}"
    side = [w.id for w in state.wagers if w.box == box.number and w.hand is None]
    if side:
        yield f"{'':<8} {', '.join(_wager(state, id) for id in _row(state, side))}"


def _row(state: TableState, wagers: list[int]) -> list[int]:
    """The seated player's chips lie nearest the dealer, those of the others behind them."""
    return sorted(
        wagers, key=lambda i: state.seats.get(state.wager(i).box) != state.wager(i).player
    )


def _laid(state: TableState, played: PlayedHand) -> list[str]:
    """The cards of a hand, those sideways marked."""
    hand = played.hand
    shown = [str(card) for card in hand.cards]
    split_ace = hand.is_split and len(hand.cards) == 2 and hand.cards[0].rank.value == "A"
    one_card = state.rules.splitting.aces_receive.value.value == "one_card"
    if shown and ((hand.is_doubled and len(shown) > 2) or (split_ace and one_card)):
        shown[-1] += SIDEWAYS
    return shown


def _wager(state: TableState, id: int) -> str:
    wager = state.wager(id)
    kind = "" if wager.kind.value == "main" else f" {wager.kind.value.replace('_', ' ')}"
    result = f" {_word(state.rules, wager.result)}" if wager.result is not None else ""
    return f"{wager.player}{kind} {dollars(wager.stake)}{result}"


def _word(rules: TableRules, result: Result) -> str:
    return rules.book.words["standoff"] if result is Result.STAND_OFF else result.value


# The sentences.


def _place(box: int | None, hand: int = 1) -> str:
    if box is None:
        return "the dealer"
    return f"box {box}" if hand == 1 else f"hand {hand} of box {box}"


def _opened(event: e.TableOpened, before: TableState) -> str:
    return f"{before.rules.book} is open. Place your bets, please."


def _prepared(event: e.CardsPrepared, before: TableState) -> str:
    told = f"{event.by}, {event.role}: {event.step}"
    if event.step == "spread" and event.under:
        fans = opening.fans(before.rules)
        told += f", {len(fans) // 4} decks in fans by suit and rank: " + " | ".join(fans[:4])
    batch = f", {COLOURS[event.batch]} batch" if opening.batches(before.rules) > 1 else ""
    return f"{told}{batch}."


def _shuffled(event: e.CardsShuffled, before: TableState) -> str:
    batch = f" of the {COLOURS[event.batch]} batch" if opening.batches(before.rules) > 1 else ""
    return f"Shuffle: {event.cards} cards{batch}, {event.reason.replace('_', ' ')}."


def _offered(event: e.CutOffered, before: TableState) -> str:
    if not event.offers:
        return "The cards are ready."
    return "The cut is offered to " + ", then ".join(player for _, player, _ in event.offers) + "."


def _loaded(event: e.ShoeLoaded, before: TableState) -> str:
    at = f", the cutting card after {event.position}" if event.position is not None else ""
    second = ", a second one at the very back" if event.second_at_back else ""
    return f"{event.cards} cards go into the shoe{at}{second}."


def _wagered(event: e.WagerPlaced, before: TableState) -> str:
    kind = before.rules.book.words["main"] if event.kind == "main" else event.kind.replace("_", " ")
    by = f", placed by {event.placed_by}" if event.placed_by else ""
    return f"{event.player} on {_place(event.box)}: {kind} of {dollars(event.stake)}{by}."


def _settled(event: e.WagerSettled, before: TableState) -> str:
    wager = before.wager(event.wager)
    kind = before.rules.book.words["main"] if wager.kind.value == "main" else wager.kind.value
    result = _word(before.rules, Result(event.result))
    return (
        f"{wager.player} on {_place(wager.box, wager.hand or 1)}, {kind.replace('_', ' ')} of "
        f"{dollars(wager.stake)}: {result}, {dollars(event.returned)} back."
    )


def _dealt(event: e.CardDealt, before: TableState) -> str:
    if not event.face_up:
        return "The dealer takes a card face down."
    card = Card(event.card)
    if event.box is None:
        return f"{card} to the dealer: {_total(before.rules, (*before.dealer, card))}."
    box = before.box(event.box)
    played = box.hand(event.hand) if box is not None else None
    held = played.hand if played is not None else Hand(())
    side = ", laid sideways" if _is_sideways(before, held) else ""
    now = held.takes(card)
    natural = len(now.cards) == 2 and is_blackjack(before.rules, now)
    total = before.rules.book.words["blackjack"] if natural else _total(before.rules, now.cards)
    return f"{card} to {_place(event.box, event.hand)}{side}: {total}."


def _is_sideways(state: TableState, hand: Hand) -> bool:
    one_card = state.rules.splitting.aces_receive.value.value == "one_card"
    ace = hand.is_split and len(hand.cards) == 1 and hand.cards[0].rank.value == "A"
    return hand.is_doubled or (ace and one_card)


def _total(rules: TableRules, hand: tuple[Card, ...]) -> str:
    return called(rules, hand)


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


def _split(event: e.HandSplit, before: TableState) -> str:
    return f"{_place(event.box, event.hand).capitalize()} splits into hands {event.hand} and " + (
        f"{event.new_hand}."
    )


def _zapped(event: e.HandZapped, before: TableState) -> str:
    old = show(cards(event.cards))
    return f"{_place(event.box, event.hand).capitalize()} zaps {old}, which are turned sideways."


def _collected(event: e.CardsCollected, before: TableState) -> str:
    return (
        f"{len(event.cards)} cards go face down into the discard rack: {show(cards(event.cards))}."
    )


def _closed(event: e.RoundClosed, before: TableState) -> str:
    return f"Round {event.number} is over. Place your bets, please."


def _noted(event: e.IrregularityNoted, before: TableState) -> str:
    where = f" on {_place(event.box, event.hand or 1)}" if event.box is not None else ""
    by = f", told by {event.by}" if event.by else ""
    why = f": {event.why}" if event.why else ""
    return f"Noted{where}: {event.what.replace('_', ' ')}{by}{why}."


def _cutting_card(event: e.CuttingCardDrawn, before: TableState) -> str:
    when = ", the first of the round" if event.first else ""
    return f"The cutting card comes out on {_place(event.box)}{when}, and is laid aside."


def _ruled(event: e.SupervisorRuled, before: TableState) -> str:
    second = f", seconded by {event.second}" if event.second else ""
    return f"{event.by} rules{second}: {event.ruling.replace('_', ' ')}, because {event.why}."


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
            values["at"] = _place(values["box"], values.get("hand") or 1).capitalize()
        for name in ("reason", "what", "why"):
            if isinstance(values.get(name), str):
                values[name] = values[name].replace("_", " ")
        return sentence.format(**values)

    return told


_TELL: Final[dict[type[e.Event], Callable[[Any, TableState], str]]] = {
    e.TableOpened: _opened,
    e.PlayerArrived: _plain("{player} comes to the table."),
    e.SeatTaken: _plain("{player} sits down at box {box}."),
    e.SeatLeft: _plain("{player} leaves box {box}."),
    e.CardsPrepared: _prepared,
    e.CardsShuffled: _shuffled,
    e.CutOffered: _offered,
    e.CutDeclined: _plain("{player} lets the cut pass."),
    e.ShoeCut: _plain("{player} cuts with {depth} cards in front."),
    e.RecutOrdered: _plain("{by} has the cards cut again: {why}."),
    e.ShoeLoaded: _loaded,
    e.CardBurned: _plain("A card is burned."),
    e.BurnedCardShown: _plain("{player} asks for the burned card: {card}."),
    e.DealerChanged: _plain("A new dealer comes to the table."),
    e.ShoeRevealed: _plain("The secret of the finished shoe: {secret}."),
    e.TimePassed: _plain("{minutes} minutes go by."),
    e.PlayerReadmitted: _plain("{by} lets {player} back in."),
    e.BankDeclined: _plain("{player} lets the bank pass."),
    e.BankTaken: _plain("{player} takes the bank with {wager}, turn {turn}."),
    e.FeeCollected: _plain("{player} pays a fee of {amount}."),
    e.WagerPlaced: _wagered,
    e.WagerWithdrawn: lambda event, before: (
        f"{before.wager(event.wager).player} takes the wager on "
        f"{_place(before.wager(event.wager).box)} back."
    ),
    e.StakePutInProportion: _plain("Only {effective} of it is in action."),
    e.BetsClosed: _plain("No more bets."),
    e.WagerSettled: _settled,
    e.CuttingCardDrawn: _cutting_card,
    e.CardDealt: _dealt,
    e.DealCompleted: _plain("The deal is complete."),
    e.ButtonPressed: _plain("{player} presses the button for box {box}: {prize} for each dollar."),
    e.WindowOpened: _window,
    e.WindowClosed: _plain("The players decide, from the dealer's left."),
    e.EvenMoneyTaken: _plain("{player} has the blackjack on box {box} settled early."),
    e.HoleCardChecked: _checked,
    e.CardAsked: _plain("{at} asks for a card."),
    e.HandStood: _plain("{at} stands."),
    e.HandDoubled: _plain("{at} doubles."),
    e.HandSplit: _split,
    e.HandZapped: _zapped,
    e.HandSurrendered: _plain("{at} surrenders."),
    e.HandBusted: _plain("{at} is over with {total}; its cards are cleared."),
    e.HandFinished: _plain("{at} has nothing more to decide."),
    e.HoleCardRevealed: _plain("The dealer turns up {card}."),
    e.DealerFinished: _plain("The dealer has {total}."),
    e.CardsCollected: _collected,
    e.RoundClosed: _closed,
    e.IrregularityNoted: _noted,
    e.DealChanged: _plain("The deal goes on without what was missed: {missed}."),
    e.CardHeld: _plain("A card out of turn waits to be the next: {card}."),
    e.CardRemoved: _plain("{card} is taken out of play, face down into the rack: {why}."),
    e.CardRefused: _plain("{at} declines the exposed card."),
    e.CardPicked: _plain("{at} chooses {card} first."),
    e.ChoiceOffered: lambda event, before: (
        ", ".join(event.players) + ": go on, or take the bets back?"
    ),
    e.PlayerContinued: _plain("{player} goes on."),
    e.BetsTakenBack: _plain("{player} takes the bets back."),
    e.PlayerLeft: _plain("{player} is away from box {box}."),
    e.InsuranceReopened: _plain("{player} may still insure box {box}."),
    e.LateCardDue: _plain("{at} has missed a card and may still take it."),
    e.LateCardTaken: _plain("{at} takes the card that was missed."),
    e.HandVoided: _plain("{at} is void; its wagers go back."),
    e.RoundVoided: _plain("The round is void: {why}."),
    e.ShoeExhausted: _plain("The shoe is empty."),
    e.ShuffleOrdered: _plain("The cards are to be shuffled: {reason}."),
    e.CardToBeReplaced: _plain("{card} is to be replaced after the round."),
    e.EquipmentFailed: _plain("Out of order: {what}."),
    e.EquipmentRepaired: _plain("Repaired: {what}."),
    e.SupervisorRuled: _ruled,
}
