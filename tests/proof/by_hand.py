"""Worked rounds played in the house: a person deals them, from called cards, over the HTTP API.

A worked round is first played as ever, and what was done at its table is noted. Then players, a
dealer and supervisors do the same at a table of the server, with their own sessions, and the dealer
calls the same cards. What the house does not accept is refused, as it would be to anybody.

python -m tests.proof.by_hand rws R12          play one of them, and print who did what
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

import httpx

from pitboss.jsonable import plain
from pitboss.law.answers import Refusal
from pitboss.rulebooks import rulebook
from pitboss.scenarios import format as f
from pitboss.scenarios import runner, sharing, shuffles
from pitboss.scenarios.refusals import Stopped, must_refuse
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.act_words import fields_of
from pitboss.table.procedure.duties import Duty
from pitboss.table.sources import Rigged
from pitboss.table.state import Phase, TableState
from pitboss.table.table import Table
from pitboss.web.live import open_table
from tests.proof.corpus import worked
from tests.proof.house import House, opened
from tests.web.serving import Visitor

STEPS = 200
"""The most duties between two acts."""


class Noted(NamedTuple):
    """What was done at the table of a worked round, and how far the table was."""

    act: acts.Act | None
    """None where a round begins"""
    used: int
    phase: Phase
    duty: Duty | None
    left: int
    """How many cards and markers of the round were still in the shoe"""


class NotedTable(Table):
    """A table that notes what is done at it."""

    notes: list[Noted]

    def note(self, act: acts.Act | None) -> None:
        state, source = self.state, self.source
        left = len(source.peek_all()) if isinstance(source, Rigged) else 0
        self.notes.append(Noted(act, state.shoe.used, state.phase, self.duty, left))

    def do(self, act: acts.Act, **more: Any) -> tuple[e.Event, ...]:
        self.note(act)
        return super().do(act, **more)

    def let_the_cut_pass(self) -> None:
        self.note(acts.PassCut())
        super().let_the_cut_pass()


class Notes(NamedTuple):
    """A worked round as a list of what was done, with the cards of each of its rounds."""

    done: list[Noted]
    shoes: list[tuple[str, ...]]
    events: tuple[e.Event, ...]
    refused: tuple[str, ...]
    """The clauses under which the worked round is refused something"""


def noted(scenario: f.Scenario) -> Notes:
    """Play a worked round, and note what is done."""
    done: list[Noted] = []
    shoes: list[tuple[str, ...]] = []
    refused: list[str] = []

    class Here(NotedTable):
        notes = done

    def refusing(table: Table, where: str, ask: Any, clause: str, act: Any = None) -> None:
        if act is not None and isinstance(table, NotedTable) and table.ask(act) is not None:
            table.note(act)
        answer = ask()
        if isinstance(answer, Refusal):
            refused.append(answer.under)
        must_refuse(table, where, lambda: answer, clause, act)

    with ExitStack() as patches:
        for module in (runner, sharing, shuffles):
            if hasattr(module, "must_refuse"):
                patches.enter_context(patch.object(module, "must_refuse", refusing))
        patches.enter_context(patch.object(runner, "Table", Here))
        played = runner.Runner(scenario, dict(scenario.settings))
        try:
            for one in scenario.rounds:
                shoes.append(tuple(_called(item) for item in one.shoe))
                assert isinstance(played.table, NotedTable)
                played.table.note(None)
                played.play(one)
                played.close()
        except Stopped:
            pass  # a worked round that fails is another test's business
    return Notes(done, shoes, tuple(played.table.log.events), tuple(refused))


def _called(item: f.ShoeItem) -> str:
    if isinstance(item, f.ScriptedFaceUp):
        return f"{item.card.text}!"
    return getattr(item, "text", None) or str(getattr(item, "value", item))


class Cited:
    """The clauses cited by the events that the house writes, and by its refusals."""

    def __init__(self) -> None:
        self.events: list[e.Event] = []
        self.refusals: list[str] = []

    def all(self) -> frozenset[str]:
        """Every clause."""
        return frozenset((*self.refusals, *(under for one in self.events for under in cites(one))))


def cites(event: e.Event) -> Iterator[str]:
    """The clauses that an event cites, those of single offers among them."""
    yield event.under
    yield from (offer[-1] for offer in getattr(event, "offers", ()))


@contextmanager
def citing() -> Iterator[Cited]:
    """Note every clause that the server of this process cites to anybody."""
    cited = Cited()
    taken_down = open_table.LiveTable._taken_down
    refused = open_table.ServerRefusal.__init__

    def taking_down(self: Any, actor: str, refusal: Refusal | None, *more: Any) -> Any:
        change = taken_down(self, actor, refusal, *more)
        cited.events += [stored.step.event for stored in change.happened]
        cited.refusals += [] if refusal is None else [refusal.under]
        return change

    def refusing(self: Any, why: str, **more: Any) -> None:
        cited.refusals += [more["clause"]] if more.get("clause") else []
        refused(self, why, **more)

    with (
        patch.object(open_table.LiveTable, "_taken_down", taking_down),
        patch.object(open_table.ServerRefusal, "__init__", refusing),
    ):
        yield cited


class Staff(NamedTuple):
    """Who works in the house."""

    dealer: Visitor
    boss: Visitor
    other: Visitor
    players: list[Visitor]


def staff_of(house: House) -> Staff:
    """A dealer, two supervisors who may approve, and players with enough money."""
    with patch("pitboss.web.http.api.people.PLAY_MONEY", 10_000_000_00):
        players = [house.guest() for _ in range(9)]
    dealer, boss = house.named("dealer"), house.named("supervisor")
    return Staff(dealer, boss, house.named("shift_manager"), players)


class ByHand:
    """One worked round at a table of the house."""

    def __init__(
        self, house: House, staff: Staff, scenario: f.Scenario, notes: Notes | None = None
    ) -> None:
        self.house, self.staff, self.scenario = house, staff, scenario
        self.notes = noted(scenario) if notes is None else notes
        self.names: dict[str, Visitor] = {}
        self.said: list[tuple[str, str, int, str]] = []
        """Who asked for what, the answer's status, and its clause"""
        self._keys = 0
        self._shoe: tuple[str, ...] = ()
        self._next = self._ahead = 0
        self.table = ""

    def play(self) -> None:
        """Do what was noted, act by act."""
        rules = rulebook(self.scenario.rulebook).elect_all(dict(self.scenario.settings))
        settings = json.loads(json.dumps({k: plain(v) for k, v in rules.choices}, default=str))
        self.table = self.staff.dealer.open(
            self.scenario.rulebook,
            settings=settings,
            dealt_by="person",
            cards="called",
            by_the_book=False,
        )
        self._say(self.staff.dealer, "take_chair")
        self._new_shoe()
        shoes = iter(self.notes.shoes)
        for place, one in enumerate(self.notes.done):
            if one.act is None:
                self._drain(lambda state: state.phase is Phase.BETTING)
                if not self._is_shuffled_after(place):
                    self._new_shoe()
                self._shoe, self._next = next(shoes, ()), 0
                self._ahead = self._live().state.shoe.used - one.used
                continue
            self._drain(lambda state, one=one: self._is_there(state, one))  # type: ignore[misc]
            self._next = max(self._next, len(self._shoe) - one.left)
            self._do(one.act)
        self._drain(lambda state: state.phase is Phase.BETTING)
        self._say(self.staff.boss, "close_table", why="the round has been played")

    def _is_shuffled_after(self, place: int) -> bool:
        """Whether the round that begins here lists its own shuffle."""
        later = takewhile(lambda one: one.act is not None, self.notes.done[place + 1 :])
        return any(isinstance(one.act, acts.Shuffle) for one in later)

    # The dealer.

    def _live(self) -> Any:
        return self.house.app.state.hub.live(self.table)

    def _is_there(self, state: TableState, one: Noted) -> bool:
        duty = self._live().table.duty
        used = state.shoe.used - self._ahead
        return (used, state.phase, duty) == (one.used, one.phase, one.duty)

    def _drain(self, until: Callable[[TableState], bool]) -> None:
        """Do the dealer's duties, one by one."""
        for _ in range(STEPS):
            live = self._live()
            duty = live.table.duty
            if until(live.state) or duty is None:
                return
            if duty.needs_card and not live.state.shoe.held:
                if self._next >= len(self._shoe):
                    return
                card = self._shoe[self._next]
                self._next += 1
                accepted = self._say(self.staff.dealer, "call", card=card)
            else:
                if duty.task == "close_window":
                    self._say(self.staff.dealer, "pass_offer")
                accepted = self._say(self.staff.dealer, "perform")
            if not accepted:
                return

    def _new_shoe(self) -> None:
        """Shuffle, cut and burn, if a shuffle is due."""
        live = self._live()
        if live.state.phase is Phase.BETTING and live.table.shuffle_is_due() is not None:
            self._say(self.staff.dealer, "shuffle")
            self._cut_passes()
        while (duty := self._live().table.duty) is not None and duty.task == "burn":
            if not self._say(self.staff.dealer, "call", card="2c"):
                return

    def _cut_passes(self) -> None:
        while (shoe := self._live().state.shoe).declined < len(shoe.offers):
            if not self._say(self.staff.dealer, "pass_cut"):
                return
        if not self._live().state.shoe.is_cut:
            self._say(self.staff.dealer, "house_cut")

    # Everybody.

    def _player(self, name: str | None) -> Visitor:
        if name not in self.names:
            self.names[str(name)] = self.staff.players[len(self.names) % len(self.staff.players)]
        return self.names[str(name)]

    def _do(self, act: acts.Act) -> None:
        match act:
            case acts.CloseBets():
                if not self._say(self.staff.dealer, "close_bets"):  # a shuffle or a cut is due
                    self._new_shoe()
                    self._cut_passes()
                    self._say(self.staff.dealer, "close_bets")
            case acts.Shuffle():
                self._say(self.staff.dealer, "shuffle")
            case acts.PassCut():
                self._cut_passes()
            case acts.ChangeDealer():
                self._say(self.staff.dealer, "leave_chair")
                self._say(self.staff.dealer, "take_chair")
                self._new_shoe()
            case acts.Cut(player="dealer" | "employee"):
                self._say(self.staff.dealer, "house_cut")
            case acts.Report():
                self._report(act)
            case acts.Bet(unnoticed=True):
                self._left_lying(act)
            case _:
                self._command(act)

    def _left_lying(self, bet: acts.Bet) -> None:
        """A bet that nobody rejects: its player says it, and the dealer lets it stand."""
        spot = {"box": bet.box, "kind": str(bet.kind)}
        player = self._player(bet.player)
        self._say(player, "declare", **spot, amount=bet.stake)
        for unnoticed in (True, False):  # it may be within the limits after all
            document = {**spot, "player": player.name, "unnoticed": unnoticed}
            if self._say(self.staff.dealer, "place_declared", **document):
                return

    def _command(self, act: acts.Act) -> None:
        document = {
            one.sent_as: getattr(act, one.name)
            for one in fields_of(type(act))
            if one.is_sent and getattr(act, one.name) is not None
        }
        name = getattr(act, "player", None)
        if name in (None, "", "employee"):
            box = self._live().state.box(getattr(act, "box", 0))
            name = None if box is None else self._own(box.decider)
        if act.words.command:
            self._say(self._player(name), act.words.command, **document)

    def _own(self, name: str | None) -> str | None:
        """The name in the worked round of a guest at the table."""
        return next((own for own, guest in self.names.items() if guest.name == name), name)

    def _report(self, act: acts.Report) -> None:
        document: dict[str, Any] = {
            name: getattr(act, name)
            for name in ("what", "box", "hand", "card", "which", "reconstructed", "ruling")
            if getattr(act, name) is not None
        }
        lists = {"cards": list(act.cards), "hands": [list(at) for at in act.hands]}
        document |= {name: items for name, items in lists.items() if items}
        if act.player is not None:
            document["player"] = self._player(act.player).name
        path = f"/tables/{self.table}/rulings"
        done = self._post(self.staff.boss, path, document | {"reason": "as the worked round says"})
        if done.status_code == 202:
            self._post(self.staff.other, f"{path}/{done.json()['id']}/approvals", {})

    def _say(self, who: Visitor, type: str, **more: Any) -> bool:
        path = f"/tables/{self.table}/commands"
        return self._post(who, path, {"type": type, **more}).status_code == 200

    def _post(self, who: Visitor, path: str, document: dict[str, Any]) -> httpx.Response:
        self._keys += 1
        headers = {"Idempotency-Key": f"{self.table} {self._keys}"}
        done = who.http.post(path, json=document, headers=headers)
        what = str(document.get("type") or document.get("what") or path.rpartition("/")[2])
        clause = "" if done.is_success else str(done.json().get("clause") or done.json().get("why"))
        self.said.append((who.name, what, done.status_code, clause))
        return done


def main(book: str, id: str) -> int:
    """Play one worked round in a house, and print who asked for what, and what came of it."""
    with TemporaryDirectory() as folder, opened(Path(folder)) as house:
        round_ = next(one for one in worked(book) if one.id == id)
        played = ByHand(house, staff_of(house), round_)
        played.play()
    for name, what, status, clause in played.said:
        print(f"{name}: {what}: {'accepted' if status < 300 else f'refused ({clause})'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
