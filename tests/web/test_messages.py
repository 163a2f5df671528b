"""A client that applies every message has the whole state, after every act of random rounds."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from benchmarks.reliability.leaks import VIEWERS, Prying, look_at
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.rulebooks import BOOKS, TableRules, rulebook
from pitboss.store.records import Person
from pitboss.table import acts
from pitboss.table.evolve import evolve
from pitboss.table.log_verifier import opened
from pitboss.table.run import TableStep
from pitboss.table.sources import Rigged, Seeded
from pitboss.table.state import Phase, TableState
from pitboss.table.table import Table
from pitboss.web.live.driver import close_bets
from pitboss.web.rules.rules_views import rules_view
from pitboss.web.wire.messages import Events, PrivateView, TableFrame, followed
from pitboss.web.wire.movements import followed as now_shown
from pitboss.web.wire.movements import shows
from pitboss.web.wire.views import box_view, boxes_now, dealer_view, own_view
from tests.rigs.random_play import RandomPlayer


class Followed(RandomPlayer):
    """Random players at a table, each of whom applies every message."""

    def __init__(self, rules: TableRules, seed: str) -> None:
        super().__init__(rules, seed)
        self.static = {key: msgspec.json.encode(p) for key, p in rules_view(rules).items()}
        self.before: TableFrame | None = None
        self.known: dict[str, dict[str, Any]] = {viewer.name: {} for viewer in VIEWERS}
        self.own: dict[Person, PrivateView] = {}
        self.bytes_told = self.bytes_whole = 0
        self.events, self.state = 0, opened(self.table.log.events[0])
        self.laid = {viewer.name: layout(self.state, viewer.name) for viewer in VIEWERS}

    def check(self, *, replayed: bool = False) -> None:
        self.follow_events()
        telling = TableFrame(look_at(self.table.state), self.static, self.before)
        news, self.before = telling.since_before(), telling
        for viewer in VIEWERS:
            own = telling.own(viewer.name, 7)
            message = news.message(Events(()), viewer, own if own != self.own.get(viewer) else None)
            self.own[viewer] = own
            whole = TableFrame(look_at(self.table.state), self.static).snapshot(viewer, own)
            self.bytes_told += len(message)
            self.bytes_whole += len(whole)
            known = followed(self.known[viewer.name], msgspec.json.decode(message)["state"])
            assert known == msgspec.json.decode(whole)["state"], viewer.name
            self.known[viewer.name] = known

    def follow_events(self) -> None:
        """What each event shows, put on the layout before it, is the layout after it."""
        for event in self.table.log.events[self.events :]:
            after = evolve(self.state, event)
            for viewer in VIEWERS:
                document = msgspec.json.decode(
                    msgspec.json.encode(shows(TableStep(event, self.state, after), viewer.name))
                )
                laid = self.laid[viewer.name] = now_shown(self.laid[viewer.name], document)
                assert laid == layout(after, viewer.name), (type(event).__name__, viewer.name)
            self.state = after
        self.events = len(self.table.log.events)


class Squeezing(Followed):
    """Players who squeeze the cards of their boxes."""

    apart = 0

    def do(self, act: acts.Act) -> bool:
        is_done = super().do(act)
        if is_done and isinstance(act, acts.Bet):
            super().do(acts.Squeeze(box=act.box, player=act.player))
        return is_done

    def check(self, *, replayed: bool = False) -> None:
        super().check(replayed=replayed)
        assert self.before is not None
        self.apart += bool(self.before.apart)


def layout(state: TableState, viewer: str) -> dict[str, Any]:
    """What the page draws of a state: boxes, cards, phase and round."""
    rules, boxes = state.rules, boxes_now(state)
    views = [own_view(rules, one, viewer) or box_view(rules, one) for one in boxes]
    made = {
        "phase": state.phase.value,
        "round": state.round,
        "dealer": dealer_view(state),
        "boxes": [{**view, "yours": False} for view in views],
    }
    laid: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(made))
    return laid


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_told_adds_up_to_the_state(book: str) -> None:
    player = Followed(rulebook(book).elect(), f"following {book}")
    for _ in range(12):
        player.play()
    assert player.bytes_told < player.bytes_whole / 2


def test_what_is_told_adds_up_where_cards_are_squeezed() -> None:
    """Whoever squeezes has prompts of their own, until the cards are turned up."""
    player = Squeezing(rulebook("rws").elect(allow_squeeze=True), "following squeezes")
    for _ in range(12):
        player.play()
    assert player.apart > 50


def test_a_hand_turned_up_leaves_no_prompt_of_ones_own() -> None:
    """Not even if everybody else is told of no change in what may be done."""
    table = Table(rulebook("rws").elect(allow_squeeze=True), Rigged("9s 3h 7d"))
    player = VIEWERS[1]
    table.do(acts.Sit(box=1, player=player.name))
    table.do(acts.Bet(box=1, player=player.name, stake=100_00))
    table.do(acts.Squeeze(box=1, player=player.name))
    close_bets(table)
    look = look_at(table.state)._replace(ready=frozenset([player.name]))
    before = TableFrame(look, {})
    own = msgspec.json.decode(before.snapshot(player, before.own(player.name, 7)))["state"]
    assert [act["act"] for act in own["window"]["acts"]] == ["surrender"]
    table.do(acts.Surrender(box=1, hand=1, player=player.name))
    state = replace(table.state, phase=Phase.WINDOW)
    news = TableFrame(look._replace(state=state), {}, before).since_before()
    document = msgspec.json.decode(news.message(Events(()), player, None))
    assert followed(own, document["state"])["window"]["acts"] == []


def test_the_others_see_no_prompt_that_follows_from_squeezed_cards() -> None:
    """A pair may be split, a blackjack may not be surrendered: whoever sees that knows it."""
    rules = rulebook("rws").elect(allow_squeeze=True)
    leaking = Prying(rules, "the cards of another")
    for _ in range(25):
        leaking.play()
    assert leaking.squeezed > 20 and not leaking.leaks, leaking.leaks[:3]


def test_who_squeezes_is_told_of_a_card_that_looks_the_same_to_the_others() -> None:
    table = Table(rulebook("rws").elect(allow_squeeze=True), Seeded(1))
    player = VIEWERS[1].name
    table.do(acts.Sit(box=1, player=player))
    table.do(acts.Bet(box=1, player=player, stake=table.rules.limits.minimum.value))
    table.do(acts.Squeeze(box=1, player=player))
    close_bets(table)
    box = table.state.boxes[0]
    (played,) = box.hands
    other = replace(played.hand, cards=(Card("2s"), Card("3s")))
    exchanged = replace(box, hands=(replace(played, hand=other),))
    before = TableFrame(look_at(table.state), {})
    after = TableFrame(look_at(replace(table.state, boxes=(exchanged,))), {}, before)
    news = after.since_before()
    to_player, to_stranger = (
        news.message(Events(()), viewer, None) for viewer in (VIEWERS[1], VIEWERS[0])
    )
    assert b'["2s","3s"]' in to_player
    assert b'"2s"' not in to_stranger and b'["??","??"]' in to_stranger
