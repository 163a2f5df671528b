"""The coach does not peek: its advice is the same whatever card is face down.

Two people play random rounds with random acts; one has the coach on. At each of that player's
decisions the coach speaks twice: once from the table as it is, followed event by event, and once
from one in which every card that the player may not see has been exchanged all along. What advice
is calculated from and the advice itself, by the hand, must be the same to the byte. By the cards
seen, where every shoe has to be solved, one decision in a few hundred speaks.
"""

from __future__ import annotations

from random import Random

import msgspec

from benchmarks.reliability.exchanging import Exchanging
from benchmarks.reliability.figures import Figure, parts_of, progress, shared_out
from pitboss.cards import Card
from pitboss.coach.advice import advice_on
from pitboss.coach.at_table import spot_at
from pitboss.coach.seen import CardsSeen
from pitboss.coach.spots import HandSpot, Standard, spot_data
from pitboss.rulebooks import BOOKS, TableRules, rulebook
from pitboss.solver import BadHand, CannotPrice
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.legal_acts import permitted
from pitboss.table.sources import Seeded
from pitboss.table.state import Phase, TableState
from pitboss.table.table import Automation, NotPermitted, Table

AT_A_TABLE = 100
_BY_CARDS_SEEN = 400
"""Decisions of which one is advised on by the cards seen."""
_COACHED, _OTHER, _BANK = "Ada", "Ben", "Cleo"


class Coached(Exchanging):
    """A table of two players, and both coaches of the first."""

    def __init__(self, rules: TableRules, seed: str, advised: int = 0) -> None:
        self.other = Random(seed)
        self.table = Table(
            rules, Seeded(seed), automation=Automation.DEALER, keep_log=False, chained=False
        )
        self.advised = advised
        """Decisions so far, at this table and at those before it"""
        self.by_seen = 0
        self.peeks: list[str] = []
        self._known = CardsSeen(_COACHED), CardsSeen(_COACHED)
        self._state = self.table.state
        self._follow(self.table.prepare())

    def _all_of_the_rack(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """One card for all of them, since the rack is long."""
        return (self._card(cards[0]),) * len(cards) if cards else ()

    def _follow(self, events: tuple[e.Event, ...]) -> None:
        """Send both coaches the events, the second with every hidden card exchanged."""
        for event in events:
            before, hides = self._state, self.changed(self._state, _COACHED)
            self._known[0].follow(before, event)
            self._known[1].follow(hides, self.changed_event(event, before, hides, _COACHED))
            self._state = evolve(before, event)

    def _do(self, act: acts.Act) -> bool:
        try:
            self._follow(self.table.do(act))
        except NotPermitted:
            return False
        return True

    def play(self) -> None:
        """One round: bets, random acts, and the coach before each of them."""
        state, least = self.table.state, self.table.rules.limits.minimum.value
        number = state.round
        if self.table.rules.banking is not None:
            self._bank(1000 * least)
        for box, player in ((1, _COACHED), (2, _OTHER)):
            self._do(acts.Sit(box=box, player=player))
            if box == 2 and self.other.random() < 0.3:
                self._do(acts.Squeeze(box=box, player=player))
            self._do(acts.Bet(box=box, player=player, kind="main", stake=10 * least))
        if not self._do(acts.CloseBets()):
            self._follow(self.table.prepare())
            self._do(acts.CloseBets())
        for _ in range(200):
            if self.table.state.round != number or self.table.state.phase is Phase.BETTING:
                return
            self._step()
        raise AssertionError(f"the round does not end: {self.table.state.phase}")

    def _bank(self, wager: int) -> None:
        """Have another player bank; one who has banked often enough leaves it to the next."""
        for box, player in ((1, _COACHED), (2, _OTHER), (3, _BANK), (4, "Dan")):
            self._do(acts.Sit(box=box, player=player))
        for _ in range(8):
            for box, player in ((3, _BANK), (4, "Dan"), (2, _OTHER)):
                if self.table.state.banker is not None:
                    return
                if not self._do(acts.TakeBank(box=box, player=player, wager=wager)):
                    self._do(acts.DeclineBank(player=player))
            self._do(acts.DeclineBank(player=_COACHED))

    def _step(self) -> None:
        self._compare(self.table.state)
        open_now = permitted(self.table.state)
        in_window = self.table.state.phase is Phase.WINDOW
        if open_now and not (in_window and self.other.random() < 0.6):
            self._do(self.other.choice(open_now))
        else:
            self._follow(self.table.perform())
            self._follow(self.table.go_on())

    def _compare(self, state: TableState) -> None:
        other = self.changed(state, _COACHED)
        box = state.box(1)
        for played in () if box is None else box.hands:
            spots = [
                spot_at(s, known, 1, played.number)
                for s, known in zip((state, other), self._known, strict=True)
            ]
            if spots == [None, None]:
                continue
            self.advised += 1
            by_seen = self.advised % _BY_CARDS_SEEN == 0
            self.by_seen += by_seen
            one, two = (_words(spot, by_seen=by_seen) for spot in spots)
            if one != two:
                self.peeks.append(f"{state.rules.book.id}: {one[:300]!r} or {two[:300]!r}")


def _words(spot: HandSpot | None, *, by_seen: bool) -> bytes:
    """The coach's advice, and everything it is calculated from."""
    if spot is None:
        return b"nothing"
    message = [msgspec.json.encode(spot_data(spot))]
    for standard in (Standard.HAND, Standard.SEEN) if by_seen else (Standard.HAND,):
        try:
            message.append(msgspec.json.encode(advice_on(spot, standard).to_json()))
        except (BadHand, CannotPrice) as error:
            message.append(str(error).encode())
    return b"\n".join(message)


def _tables(part: tuple[str, int, int]) -> tuple[int, int, int, list[str]]:
    book, first, last = part
    advised, by_seen, result = 0, 0, list[str]()
    rules = rulebook(book).elect()
    for number in range(first, last, AT_A_TABLE):
        table = Coached(rules, f"p {number}", advised)
        for _ in range(min(AT_A_TABLE, last - number)):
            table.play()
        advised = table.advised
        by_seen += table.by_seen
        result += table.peeks
    return last - first, advised, by_seen, result


def peeks(*, rounds: int, processes: int = 1) -> Figure:
    """Rounds of all books together with the coach on."""
    done, advised, by_seen, result = 0, 0, 0, list[str]()
    each = -(-rounds // len(BOOKS))
    for played, decided, from_seen, peeked in shared_out(
        _tables, parts_of(each, AT_A_TABLE, BOOKS), processes
    ):
        before, done = done, done + played
        advised += decided
        by_seen += from_seen
        result += peeked
        if done // 5000 > before // 5000:
            progress(f"{done} rounds, {len(result)} differences")
    for one in result[:5]:
        progress(one)
    seen = (
        f"{done} rounds, {advised} decisions advised twice, {by_seen} of them also by the cards "
        f"seen: {len(result)} differ"
    )
    enough = done >= rounds and advised > rounds // 2 and by_seen >= rounds // 1000
    return Figure(seen, not result and enough)
