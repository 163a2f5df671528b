"""The table in words: its layout, and what has just happened, with its clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rich.text import Text

from pitboss.acts import HandAct
from pitboss.cards import Card
from pitboss.law.counting import count, is_blackjack, is_bust
from pitboss.law.hands import Hand
from pitboss.law.wagers import WagerKind
from pitboss.money import Cents, dollars
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Result
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.state import Phase, TableState, Wager
from pitboss.table.table import Table
from pitboss.table.words.phrases import begun, kind_name, mishap, person
from pitboss.terminal.screen import Screen, face

ME: Final = "Player"
"""The player's name at the table and in the log."""


def signed(amount: Cents) -> str:
    """A gain or a loss."""
    return f"+{dollars(amount)}" if amount > 0 else dollars(amount)


def counted(rules: TableRules, hand: Hand) -> str:
    """What a hand counts: hard, soft, bust, or a blackjack in the book's own word."""
    if is_blackjack(rules, hand):
        return rules.book.words["blackjack"]
    tally = count(rules, hand.cards)
    return f"{tally.total}, bust" if is_bust(rules, hand.cards) else str(tally)


class Teller:
    """Follows the log of a table and says what happens, event by event."""

    def __init__(self, table: Table, screen: Screen) -> None:
        self._table, self._screen = table, screen
        self._state = TableState(rules=table.rules)
        self._heard = 0
        self._balance_before = 0

    def catch_up(self) -> None:
        """Say everything that has happened since this was last called."""
        for event in self._table.log.events[self._heard :]:
            before, self._state = self._state, evolve(self._state, event)
            self._heard += 1
            tell = _TELL.get(type(event))
            if tell is not None:
                tell(self, event, before)

    def say(self, *parts: Text | str, under: str) -> None:
        """A line with its clause."""
        self._screen.say(*parts, under=self._table.rules.cite(under))

    # Places and hands.

    def place(self, box: int | None, hand: int = 1) -> str:
        """How a box or a hand of it is called; a bot's box has its name."""
        if box is None:
            return "Dealer"
        found_box = self._state.box(box)
        several = found_box is not None and len(found_box.hands) > 1
        seated = self._state.seats.get(box, ME)
        name = "" if seated == ME else f" ({seated})"
        return f"Box {box}{name}" + (f", hand {hand}" if several else "")

    def hand(self, box: int, hand: int) -> Text:
        """The cards of a hand and their count."""
        found_box = self._state.box(box)
        played = found_box.hand(hand) if found_box is not None else None
        assert played is not None
        if not played.hand.cards:
            return Text("no cards")
        return Text.assemble(face(played.hand.cards), "  ", counted(self._rules, played.hand))

    def dealers_hand(self) -> Text:
        """The dealer's cards, the hole card face down as long as it is."""
        cards = self._state.dealer
        if self._state.hole_is_down or len(cards) < 2:
            return face(cards, hidden=1)
        return Text.assemble(face(cards), "  ", counted(self._rules, Hand(cards)))

    @property
    def _rules(self) -> TableRules:
        return self._table.rules

    def felt(self) -> None:
        """Show the whole layout."""
        rows: list[tuple[str, Text, str]] = [("Dealer", self.dealers_hand(), "")]
        for box in self._state.boxes:
            for played in box.hands:
                laid = [
                    w
                    for w in self._state.wagers
                    if w.box == box.number
                    and w.is_open
                    and (w.hand == played.number or (w.hand is None and played is box.hands[0]))
                ]
                stakes = ", ".join(f"{self._kind(w)} {dollars(w.stake)}" for w in laid)
                place = self.place(box.number, played.number)
                rows.append((place, self.hand(box.number, played.number), stakes))
        wide = max(len(place) for place, _, _ in rows) + 2
        deep = max(cards.cell_len for _, cards, _ in rows) + 3
        for place, cards, stakes in rows:
            cards.pad_right(deep - cards.cell_len)
            self._screen.say("  ", place.ljust(wide), cards, stakes)

    def _kind(self, wager: Wager) -> str:
        if wager.kind is WagerKind.MAIN:
            return self._rules.book.words["main"]
        return kind_name(self._rules, wager.kind)

    # What has happened.

    def _shuffled(self, event: e.CardsShuffled, _: TableState) -> None:
        self.say(f"{event.cards} cards are shuffled.", under=event.under)

    def _sealed(self, event: e.ShoeSealed, _: TableState) -> None:
        self._screen.say(Text(f"Shoe {event.shoe} is sealed: {event.commitment}", "dim"))

    def _secret(self, event: e.ShoeRevealed, _: TableState) -> None:
        over = f"Shoe {event.shoe} of {event.table!r} ends: cut {event.cut}, secret"
        self._screen.say(Text(over, "dim"))
        self._screen.say(Text(f"  {event.secret}", "dim"))

    def _cut(self, event: e.ShoeCut, _: TableState) -> None:
        who = "You cut" if event.player == ME else f"{begun(person(event.player))} cuts"
        self.say(f"{who} {event.depth} cards deep.", under=event.under)

    def _burned(self, event: e.CardBurned, _: TableState) -> None:
        self.say("The dealer burns a card.", under=event.under)

    def _cutting_card(self, event: e.CutCardDrawn, _: TableState) -> None:
        self.say(
            f"The {self._rules.book.words['cut_card']} comes out.",
            under=event.under,
        )

    def _ordered(self, event: e.ShuffleOrdered, _: TableState) -> None:
        when = "at once" if event.at_once else "after this round"
        self.say(f"Shuffle {when}.", under=event.under)

    def _exhausted(self, event: e.ShoeExhausted, _: TableState) -> None:
        self.say("The shoe is empty.", under=event.under)

    def _removed(self, event: e.CardRemoved, _: TableState) -> None:
        self.say(f"{event.card} is removed from play: {event.why}.", under=event.under)

    def _noted(self, event: e.IrregularityNoted, _: TableState) -> None:
        self.say(f"Noted: {mishap(self._rules, event.what)}.", under=event.under)

    def _voided(self, event: e.RoundVoided, _: TableState) -> None:
        why = "" if event.why == "void_round" else f": {mishap(self._rules, event.why)}"
        self.say(f"The round is void{why}.", under=event.under)

    def _bank(self, event: e.BankTaken, _: TableState) -> None:
        who = "You have the bank" if event.player == ME else f"{event.player} has the bank"
        self.say(f"{who}: {dollars(event.wager)}, turn {event.turn}.", under=event.under)

    def _fee(self, event: e.FeeCollected, _: TableState) -> None:
        if event.player == ME:
            self.say(f"You pay the collection fee: {dollars(event.amount)}.", under=event.under)

    def _placed(self, event: e.WagerPlaced, before: TableState) -> None:
        if before.phase is Phase.BETTING:
            return
        wager = self._state.wager(event.wager)
        place = self.place(event.box, event.hand or 1)
        box = self._state.box(event.box)
        other = box is not None and event.player not in (ME, box.decider)
        whose = f" of {event.player}" if other else ""
        self.say(f"{place}: {self._kind(wager)}{whose} {dollars(event.stake)}.", under=event.under)

    def _raised(self, event: e.WagerRaised, before: TableState) -> None:
        if before.phase is Phase.BETTING:
            return
        wager = self._state.wager(event.wager)
        place = self.place(wager.box, wager.hand or 1)
        text = f"{place}: {dollars(event.stake)} more, {self._kind(wager)} {dollars(wager.stake)}."
        self.say(text, under=event.under)

    def _in_proportion(self, event: e.WagerProRated, _: TableState) -> None:
        self.say(f"Only {dollars(event.effective)} of it is in action.", under=event.under)

    def _dealt(self, event: e.CardDealt, before: TableState) -> None:
        if before.phase is Phase.DEALING:
            return
        card = face((Card(event.card),))
        hand = self.dealers_hand() if event.box is None else self.hand(event.box, event.hand)
        self._screen.say(f"{self.place(event.box, event.hand)} draws ", card, ": ", hand)

    def _deal_over(self, event: e.DealCompleted, _: TableState) -> None:
        self.felt()

    def _prize(self, event: e.ButtonPressed, _: TableState) -> None:
        self.say(f"The prize is {dollars(event.prize)} per dollar bet.", under=event.under)

    def _even(self, event: e.EvenMoneyTaken, _: TableState) -> None:
        self.say(f"{self.place(event.box)} takes even money.", under=event.under)

    def _looked(self, event: e.HoleCardChecked, _: TableState) -> None:
        word = self._rules.book.words["blackjack"]
        text = Text.assemble(f"{word}: ", self.dealers_hand()) if event.blackjack else f"no {word}"
        self.say("The dealer checks: ", text, ".", under=event.under)

    def _split(self, event: e.HandSplit, _: TableState) -> None:
        self.say(f"Box {event.box} splits hand {event.hand}.", under=event.under)

    def _declined(self, event: e.ShareDeclined, _: TableState) -> None:
        who = "You add" if event.player == ME else f"{event.player} adds"
        self.say(f"{who} nothing.", under=event.under)

    def _exchanged(self, event: Any, _: TableState) -> None:
        gone, does = face(Card(c) for c in event.cards), f"{HandAct.EXCHANGE.word}s"
        self.say(f"{self.place(event.box, event.hand)} {does} ", gone, ".", under=event.under)

    def _surrendered(self, event: e.HandSurrendered, _: TableState) -> None:
        self.say(f"{self.place(event.box, event.hand)} surrenders.", under=event.under)

    def _stood(self, event: e.HandStood, _: TableState) -> None:
        place = self.place(event.box, event.hand)
        self.say(f"{place} stands on ", self.hand(event.box, event.hand), ".", under=event.under)

    def _busted(self, event: e.HandBusted, _: TableState) -> None:
        place = self.place(event.box, event.hand)
        self.say(f"{place} busts with {event.total}.", under=event.under)

    def _revealed(self, event: e.HoleCardRevealed, _: TableState) -> None:
        name = begun(self._rules.book.words.get("hole_card", "hole card"))
        self.say(f"{name}: ", self.dealers_hand(), ".", under=event.under)

    def _dealer_done(self, event: e.DealerHandCompleted, _: TableState) -> None:
        self.say("The dealer has ", self.dealers_hand(), ".", under=event.under)

    def _settled(self, event: e.WagerSettled, before: TableState) -> None:
        wager = self._state.wager(event.wager)
        match wager.result:
            case Result.WIN:
                text = Text(f"wins {dollars(event.paid)}", "green")
            case Result.LOSE:
                text = Text(f"loses {dollars(wager.stake - event.returned)}", "red")
            case Result.STAND_OFF:
                text = Text(self._rules.book.words["standoff"])
            case Result.RETURNED:
                text = Text(f"{dollars(event.returned)} returned")
            case _:
                text = Text(f"{event.result}, {dollars(event.returned)} returned")
        again = "" if before.wager(event.wager).is_open else " (resettled)"
        place = self.place(wager.box, wager.hand or 1)
        what = f"  {place}, {self._kind(wager)} {dollars(wager.stake)}: "
        self.say(what, text, again, under=event.under)

    def _closed(self, event: e.RoundClosed, _: TableState) -> None:
        balance = self._state.money.get(ME, 0)
        won = balance - self._balance_before
        self._balance_before = balance
        self._screen.say(
            Text.assemble(
                f"Round {event.number}: ",
                (signed(won), "bold green" if won > 0 else "bold red" if won < 0 else "bold"),
                f"; balance {signed(balance)}.",
            )
        )


_TELL: dict[type[e.Event], Callable[[Teller, Any, TableState], None]] = {
    e.CardsShuffled: Teller._shuffled,
    e.ShoeSealed: Teller._sealed,
    e.ShoeRevealed: Teller._secret,
    e.ShoeCut: Teller._cut,
    e.CardBurned: Teller._burned,
    e.CutCardDrawn: Teller._cutting_card,
    e.ShuffleOrdered: Teller._ordered,
    e.ShoeExhausted: Teller._exhausted,
    e.CardRemoved: Teller._removed,
    e.IrregularityNoted: Teller._noted,
    e.RoundVoided: Teller._voided,
    e.BankTaken: Teller._bank,
    e.FeeCollected: Teller._fee,
    e.WagerPlaced: Teller._placed,
    e.WagerRaised: Teller._raised,
    e.WagerProRated: Teller._in_proportion,
    e.CardDealt: Teller._dealt,
    e.DealCompleted: Teller._deal_over,
    e.ButtonPressed: Teller._prize,
    e.EvenMoneyTaken: Teller._even,
    e.HoleCardChecked: Teller._looked,
    e.HandSplit: Teller._split,
    e.ShareDeclined: Teller._declined,
    e.OF_PLAY[HandAct.EXCHANGE]: Teller._exchanged,
    e.HandSurrendered: Teller._surrendered,
    e.HandStood: Teller._stood,
    e.HandBusted: Teller._busted,
    e.HoleCardRevealed: Teller._revealed,
    e.DealerHandCompleted: Teller._dealer_done,
    e.WagerSettled: Teller._settled,
    e.RoundClosed: Teller._closed,
}
"""How each kind of event is described; the layout shows the others anyway."""
