"""A practice round: chosen cards at a real table of the book, until the box has been played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Final

from msgspec import Struct

from pitboss.cards import DECK, Card
from pitboss.law.counting import is_blackjack
from pitboss.law.hands import Hand
from pitboss.rulebooks import TableRules
from pitboss.table import acts
from pitboss.table.procedure.duties import Duty, DutyKind
from pitboss.table.sources import Called
from pitboss.table.state import Phase
from pitboss.table.table import Automation, Table

from .at_table import spot_at, turn_of
from .seen import CardsSeen
from .spots import DECLINE, EVEN_MONEY, INSURANCE, HandSpot

_ME: Final = "You"
_BANK: Final = "The bank"
_STAKES: Final = (100_00, 10_00, 20_00, 50_00, 200_00, 500_00, 1000_00, 1_00, 5_00)
"""Wagers to try until the table accepts one; errors are priced per unit of it."""
_PLAY: Final[dict[str, type[acts.ActOnHand]]] = {
    act.word: kind for act, kind in acts.OF_PLAY.items()
}


def bets_closed(table: Table, boxes: int) -> None:
    """Place bets on the first boxes, have a player bank where players do, and close betting."""
    table.prepare()
    people = {box: _ME if box == 1 else f"Player {box}" for box in range(1, boxes + 1)}
    for box, player in people.items():
        table.do(acts.Sit(box=box, player=player))
    if table.rules.banking is not None:
        table.do(acts.Sit(box=boxes + 1, player=_BANK))
        table.do(acts.TakeBank(box=boxes + 1, player=_BANK, wager=10_000_00))
    bets = [acts.Bet(box=1, player=_ME, kind="main", stake=stake) for stake in _STAKES]
    taken = next((bet.stake for bet in bets if table.ask(bet) is None), None)
    if taken is None:
        raise CannotPractise("this table takes none of the usual wagers")
    for box, player in people.items():
        table.do(acts.Bet(box=box, player=player, kind="main", stake=taken))
    table.do(acts.CloseBets())


class CannotPractise(ValueError):
    """Raised if a table does not reach the decision requested."""


class PracticeScript(Struct):
    """A practice round: the cards in order, and the acts."""

    cards: list[str]
    """The first cards of the box and the up card, then every card that left the shoe"""
    acts: list[str]


class PracticeRound:
    """One box of a table, with given first two cards and up card.

    The other cards come at random from the rest of the shoe; the dealer never has a blackjack,
    which everyone would know by then. The same script gives the same round.
    """

    def __init__(
        self,
        rules: TableRules,
        script: PracticeScript,
        random: Random,
        *,
        gone: Iterable[Card] = (),
        windows: frozenset[str] = frozenset(),
    ) -> None:
        self.rules, self.script, self._random, self._windows = rules, script, random, windows
        self._left = Counter(dict.fromkeys(DECK, rules.equipment.decks.value))
        self._left -= Counter(gone)
        self._first = [Card(text) for text in script.cards[:2]]
        self._up = Card(script.cards[2])
        self._known = [Card(text) for text in script.cards[3:]]
        self._left -= Counter([*self._first, self._up, *self._known])
        self._seen, self._source = CardsSeen(_ME), Called()
        self._told = 0
        self._table = Table(
            rules, self._source, automation=Automation.NONE, keep_log=False, chained=False
        )
        bets_closed(self._table, 1)
        self._go_on()
        done, script.acts = script.acts, []
        for act in done:
            self.act(act)

    @property
    def spot(self) -> HandSpot | None:
        """What has to be decided now; None when the box has been played."""
        state = self._table.state
        if state.phase is Phase.WINDOW:
            return spot_at(state, self._seen, 1)
        turn = turn_of(state)
        return None if turn is None else spot_at(state, self._seen, 1, turn[1].number)

    @property
    def hands(self) -> list[tuple[tuple[Card, ...], bool]]:
        """The cards of every hand of the box, and whether it is the one in turn."""
        state, turn = self._table.state, turn_of(self._table.state)
        box = state.box(1)
        if box is None:
            return []
        at = 1 if turn is None else turn[1].number
        return [(one.hand.cards, one.number == at) for one in box.hands]

    def act(self, name: str) -> None:
        """Carry out a decision, and deal what follows."""
        spot, state, table = self.spot, self._table.state, self._table
        if spot is None:
            raise CannotPractise("the hand is over")
        if state.phase is Phase.WINDOW:
            if name == INSURANCE:
                table.do(acts.Insure(box=1, amount=spot.insured, player=_ME))
            elif name == EVEN_MONEY:
                table.do(acts.TakeEvenMoney(box=1, player=_ME))
            elif name != DECLINE:
                table.do(acts.Surrender(box=1, hand=1, player=_ME))
            table.perform()
        else:
            turn = turn_of(state)
            assert turn is not None
            table.do(_PLAY[name](box=1, hand=turn[1].number))
        self.script.acts.append(name)
        self._go_on()

    def _go_on(self) -> None:
        """Do the dealer's duties until the player has to decide or the box has been played."""
        table = self._table
        while (duty := table.duty) is not None:
            if duty.is_after_the_players and table.state.phase is not Phase.DEALING:
                return
            if duty.task is DutyKind.CLOSE_WINDOW and self._is_asked():
                return
            if duty.needs_card:
                self._source.call(self._card(duty))
            table.perform()

    def _is_asked(self) -> bool:
        """Whether the window offers the act being practised."""
        spot = spot_at(self._table.state, self._seen, 1)
        return spot is not None and any(spot.answers.get(act) for act in self._windows)

    def _card(self, duty: Duty) -> Card:
        state = self._table.state
        if duty.task is DutyKind.DEAL and state.phase is Phase.DEALING:
            if duty.box is not None and self._first:
                return self._first.pop(0)
            if duty.box is None and not state.dealer:
                return self._up
        if self._told < len(self._known):
            self._told += 1
            return self._known[self._told - 1]
        card = self._drawn()
        while duty.box is None and duty.task is DutyKind.DEAL and self._is_blackjack(card):
            card = self._drawn()
        self._left[card] -= 1
        self.script.cards.append(card.text)
        self._known.append(card)
        self._told += 1
        return card

    def _drawn(self) -> Card:
        cards = [card for card, number in self._left.items() if number > 0]
        return self._random.choices(cards, [self._left[card] for card in cards])[0]

    def _is_blackjack(self, card: Card) -> bool:
        return is_blackjack(self.rules, Hand((*self._table.state.dealer, card)))
