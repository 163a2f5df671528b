"""No leaks: what is told does not depend on any card that the viewer may not see.

Random rounds are played. After every act the state and the events are told to everybody at the
table and to a stranger, twice: once as they are, and once with every card that lies face down, was
burned or is held unseen exchanged for another. Both must be the same, byte for byte. Cards that
were not dealt are in no state at all. One of the players has the coach on: everything that its
advice is calculated from must be the same to the byte too. And everybody asks for acts out of turn:
what is refused, and in which words, must be the same, whoever deals.
"""

from __future__ import annotations

from random import Random

import msgspec
from msgspec.structs import replace
from tests.rigs.random_acts import any_act
from tests.rigs.random_play import PLAYERS, RandomPlayer

from benchmarks.reliability.exchanging import Exchanging
from benchmarks.reliability.figures import Figure, parts_of, progress, shared_out
from pitboss.coach.at_table import spot_at
from pitboss.coach.seen import CardsSeen
from pitboss.coach.spots import HandSpot, spot_data
from pitboss.law.answers import Refusal
from pitboss.rulebooks import BOOKS, TableRules, rulebook
from pitboss.store.records import Person
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.decide import Decision, decide
from pitboss.table.evolve import evolve
from pitboss.table.log_verifier import opened
from pitboss.table.procedure.duties import active, next_duty
from pitboss.table.run import TableStep
from pitboss.table.state import Box, TableState
from pitboss.web.wire.masking import StoredStep, shown
from pitboss.web.wire.messages import TableFrame
from pitboss.web.wire.movements import shows
from pitboss.web.wire.views import TableSnapshot

AT_A_TABLE = 50
_TRIES = 20
REFUSALS = 3
"""Acts that are asked for after every act."""
VIEWERS = [Person(str(n), name, "player", False) for n, name in enumerate(("Stranger", *PLAYERS))]


def look_at(state: TableState) -> TableSnapshot:
    """A table in this state, everything else about it being the same each time."""
    return TableSnapshot("t", "T", "open", "machine", "shoe", 1, "h", state, 100, None, None,
                frozenset(), None, None, next_duty(state))  # fmt: skip


class Prying(Exchanging, RandomPlayer):
    """Random people at a table, and somebody who compares all that they are told."""

    def __init__(self, rules: TableRules, seed: str) -> None:
        super().__init__(rules, seed)
        self._seen, self._before = 0, opened(self.table.log.events[0])
        self.other = Random(seed)
        self.leaks: list[str] = []
        self.compared = self.advised = 0
        self._coached = self.other.choice(PLAYERS)
        self._known = CardsSeen(self._coached), CardsSeen(self._coached)
        self.squeezes = rules.deal.squeezing.value
        self.squeezed = 0

    def do(self, act: acts.Act) -> bool:
        """Whether the table accepts the act; where cards may be squeezed, some bettors do."""
        is_done = super().do(act)
        if is_done and self.squeezes and isinstance(act, acts.Bet) and self.other.random() < 0.5:
            self.squeezed += super().do(acts.Squeeze(box=act.box, player=act.player))
        return is_done

    def changed(self, state: TableState, viewer: str) -> TableState:
        """The state with hidden cards exchanged; everybody sees whose turn it is."""
        for _ in range(_TRIES):
            other = super().changed(state, viewer)
            if not state.squeezed or _turn(other) == _turn(state):
                return other
        return state

    def _changed_box(self, state: TableState, box: Box, viewer: str) -> Box:
        """A split shows that there was a pair; no other cards may be in its place."""
        is_split = any(played.hand.is_split for played in box.hands)
        return box if is_split else super()._changed_box(state, box, viewer)

    def check(self, *, replayed: bool = False) -> None:
        """After every act: the new events, and the state as it is now."""
        for event in self.table.log.events[self._seen :]:
            after = evolve(self._before, event)
            self._compare_event(event, self._before)
            self._compare_shown(event, self._before, after)
            self._coach_sees(event, self._before)
            self._before = after
        self._seen = len(self.table.log.events)
        self._compare_refusals(self.table.state)
        self._compare_state(self.table.state)
        self._compare_advice(self.table.state)

    # Refusals.

    def _compare_refusals(self, state: TableState) -> None:
        """Acts of all kinds by somebody who does not see the hidden cards."""
        viewer = self.other.choice(VIEWERS).name
        other = self.changed(state, viewer)
        if next_duty(other) != next_duty(state):
            return  # everybody sees that another duty is due
        for _ in range(REFUSALS):
            act = any_act(state, self.other, (viewer,))
            if state.squeezed and getattr(act, "player", viewer) != viewer:
                continue  # in the name of whoever squeezes them
            self.compared += 1
            one, two = (_why_not(decide(s, act)) for s in (state, other))
            if one != two:
                self.leaks.append(f"{state.rules.book.id}: refusal: {act}: {one} or {two}")

    # The coach.

    def _coach_sees(self, event: e.Event, before: TableState) -> None:
        """Both coaches follow what happens, one of them with every hidden card exchanged."""
        hides = self.changed(before, self._coached)
        self._known[0].follow(before, event)
        self._known[1].follow(hides, self.changed_event(event, before, hides, self._coached))

    def _compare_advice(self, state: TableState) -> None:
        """What advice is calculated from, on every hand that the player has to decide."""
        other = self.changed(state, self._coached)
        for box in state.boxes:
            for played in box.hands if box.decider == self._coached else ():
                one, two = (
                    _reckoned(spot_at(s, known, box.number, played.number))
                    for s, known in zip((state, other), self._known, strict=True)
                )
                self.advised += one != _NOTHING
                if one != two:
                    self.leaks.append(f"{state.rules.book.id}: advice: {_differ(one, two)}")

    # Telling everything twice.

    def _compare_state(self, state: TableState) -> None:
        for viewer in (VIEWERS[0], self.other.choice(VIEWERS)):
            self.compared += 1
            one, two = (self._told(s, viewer) for s in (state, self.changed(state, viewer.name)))
            if one != two:
                self.leaks.append(f"{state.rules.book.id}: {viewer.name}: {_differ(one, two)}")

    def _told(self, state: TableState, viewer: Person) -> bytes:
        telling = TableFrame(look_at(state), {})
        return telling.snapshot(viewer, telling.own(viewer.name, 0))

    def _compare_event(self, event: e.Event, before: TableState) -> None:
        viewer = self.other.choice(VIEWERS).name
        self.compared += 1
        one = shown(StoredStep(TableStep(event, before, before, "a"), 1, "h", 0.0), viewer)
        hides = self.changed(before, viewer)
        other = self.changed_event(event, before, hides, viewer)
        if _turns_the_hole_card(event):
            hides = replace(hides, dealer=before.dealer)
        two = shown(StoredStep(TableStep(other, hides, hides, "a"), 1, "h", 0.0), viewer)
        if one != two:
            message = _differ(msgspec.json.encode(one), msgspec.json.encode(two))
            self.leaks.append(f"{before.rules.book.id}: {type(event).__name__} {message}")

    def _compare_shown(self, event: e.Event, before: TableState, after: TableState) -> None:
        """What the event changes on the layout; a card that it turns up was face down before."""
        if after.squeezed:
            return  # two exchanges of the same hand would differ from each other
        viewer = self.other.choice(VIEWERS).name
        self.compared += 1
        one = shows(TableStep(event, before, after), viewer)
        then, now = self.changed(before, viewer), self.changed(after, viewer)
        two = shows(TableStep(event, then, now), viewer)
        if one != two:
            message = _differ(msgspec.json.encode(one), msgspec.json.encode(two))
            self.leaks.append(f"{before.rules.book.id}: shown {type(event).__name__} {message}")


_NOTHING = b"null"


def _turn(state: TableState) -> tuple[object, ...]:
    turn = active(state)
    return next_duty(state), None if turn is None else (turn[0].number, turn[1].number)


def _why_not(answer: Decision | Refusal) -> Refusal | None:
    return answer if isinstance(answer, Refusal) else None


def _reckoned(spot: HandSpot | None) -> bytes:
    return _NOTHING if spot is None else msgspec.json.encode(spot_data(spot))


def _turns_the_hole_card(event: e.Event) -> bool:
    if isinstance(event, e.HoleCardChecked):
        return event.blackjack
    return isinstance(event, e.HoleCardRevealed)


def _differ(one: bytes, two: bytes) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), len(one))
    return f"{one[max(0, at - 60) : at + 40]!r} or {two[max(0, at - 20) : at + 40]!r}"


def _tables(part: tuple[str, int, int]) -> tuple[int, int, int, list[str]]:
    """The rounds, the messages, the advice and the leaks of the tables of a book."""
    book, first, last = part
    compared, advised, result = 0, 0, list[str]()
    for number in range(first, last, AT_A_TABLE):
        may_squeeze = rulebook(book).elections.keys() & {"allow_squeeze"}
        rules = rulebook(book).elect(**dict.fromkeys(may_squeeze, number % 2 == 0))
        player = Prying(rules, f"l {number}")
        for _ in range(min(AT_A_TABLE, last - number)):
            player.play()
        compared += player.compared
        advised += player.advised
        result += player.leaks
    return last - first, compared, advised, result


def leaks(*, rounds: int, processes: int = 1) -> Figure:
    """So many random rounds of all books together."""
    done, compared, advised, result = 0, 0, 0, list[str]()
    each = -(-rounds // len(BOOKS))
    parts = parts_of(each, AT_A_TABLE, BOOKS)
    for played, message, decided, leaked in shared_out(_tables, parts, processes):
        before, done = done, done + played
        compared += message
        advised += decided
        result += leaked
        if done // 5000 > before // 5000:
            progress(f"{done} rounds, {len(result)} leaks")
    for leak in list({t[:40]: t for t in result}.values())[:8]:
        progress(leak)
    seen = (
        f"{done} random rounds, {compared} messages told twice, {advised} decisions advised twice: "
        f"{len(result)} leaks"
    )
    return Figure(seen, not result and done >= rounds)
