"""Players' seeds are mixed into every sealed shoe, and prizes are sealed too."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from msgspec import structs

from pitboss.audit import fairness
from pitboss.audit.sealed_shoes import SealedShoe, verify_with_shoes
from pitboss.rulebooks import BOOKS
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.fairness import CommittedShoe
from pitboss.table.log import Log
from pitboss.table.log_verifier import Verified
from pitboss.table.prizes import Controller
from pitboss.table.table import NotPermitted, Table
from tests.support import rules
from tests.table.helpers import bet, close_window, of

SEEDS = (("Ada", "horse battery"), ("Ben", "ünïcode ✓"))


def sealed_table(book: str, **elections: Any) -> Table:
    numbers = count(1)
    shoe = CommittedShoe("Blue 7", draw_secret=lambda: next(numbers).to_bytes(32, "big"))
    return Table(rules(book, **elections), shoe)


def begun(book: str, seeds: tuple[tuple[str, str], ...] = SEEDS, **elections: Any) -> Table:
    """A first shoe: sealed, given these seeds, cut by the house if it is cut, and loaded."""
    table = sealed_table(book, **elections)
    table.shuffle(load=False)
    for player, seed in seeds:
        table.give_seed(player, seed)
    assert table.waits_to_load
    table.load()
    return table


def checked(table: Table) -> tuple[Verified, tuple[SealedShoe, ...]]:
    return verify_with_shoes(table.log.write().splitlines(keepends=True))


def rest(table: Table) -> list[str]:
    """All cards that are still in the shoe."""
    cards = []
    while table.source.left:
        cards.append(getattr(table.source.draw(), "text", ""))
    return [card for card in cards if card]


@pytest.mark.parametrize("book", BOOKS)
def test_in_every_book_the_order_depends_on_what_the_table_gives(
    book: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "pitboss.table.procedure.shoe_preparation.randbelow", lambda n: 5 % n
    )  # the house's cut
    one, same, other = (begun(book, s) for s in (SEEDS, SEEDS, (SEEDS[0], ("Ben", "other"))))
    assert rest(one) == rest(same) != rest(other)


@pytest.mark.parametrize("book", BOOKS)
def test_seeds_come_after_the_seal_and_before_the_first_card(book: str) -> None:
    table = begun(book)
    kinds = [type(event) for event in table.log.events]
    places = [kinds.index(k) for k in (e.ShoeSealed, e.SeedGiven, e.SeedsMixed, e.ShoeLoaded)]
    assert places == sorted(places)
    assert all(kinds.index(e.SeedsMixed) < n for n, k in enumerate(kinds) if k is e.CardBurned)
    table.end_shoe()
    outcome, shoes = checked(table)
    assert outcome.ok, outcome.problem
    assert tuple(shoes[0].seeds) == SEEDS


def test_the_other_verifier_works_the_mixed_order_out_again() -> None:
    table = begun("classic")
    shoe = table.source
    assert isinstance(shoe, CommittedShoe) and shoe.secret is not None and shoe.commitment
    sealed = shoe.commitment
    due = fairness.order(
        secret=shoe.secret.hex(), composition=sealed.composition, cut=0, seeds=SEEDS
    )
    burned = [event.card for event in of(e.CardBurned, table.log.events)]
    assert (*burned, *rest(table)) == due
    without = fairness.order(secret=shoe.secret.hex(), composition=sealed.composition, cut=0)
    assert due != without and sorted(due) == sorted(without)


def test_a_seed_is_refused_where_it_cannot_count() -> None:
    table = sealed_table("classic")
    with pytest.raises(NotPermitted, match="no sealed shoe is waiting"):
        table.give_seed("Ada", "x")
    table.shuffle(load=False)
    table.give_seed("Ada", "x")
    for player, seed, why in (
        ("Ada", "y", "already"),
        ("Ben", "", "one line"),
        ("Ben", "two\nlines", "one line"),
        ("Ben", "x" * 65, "one line"),
    ):
        with pytest.raises(NotPermitted, match=why):
            table.give_seed(player, seed)
    table.load()
    with pytest.raises(NotPermitted, match="no sealed shoe is waiting"):
        table.give_seed("Ben", "late")
    assert [event.player for event in of(e.SeedGiven, table.log.events)] == ["Ada"]


@pytest.mark.parametrize("book", BOOKS)
def test_a_shoe_loaded_without_seeds_takes_none_before_its_first_card(book: str) -> None:
    table = begun(book, ())
    with pytest.raises(NotPermitted, match="no sealed shoe is waiting"):
        table.give_seed("Ada", "late")
    assert not of(e.SeedGiven, table.log.events)


def test_called_cards_take_no_seed() -> None:
    table = Table(rules("classic"))
    table.shuffle()
    with pytest.raises(NotPermitted, match="not sealed"):
        table.give_seed("Ada", "x")


# An operator who cheats.


def rewritten(table: Table, change: Callable[[e.Event], e.Event | None]) -> Verified:
    log = Log()
    changed = (change(event) for event in table.log.events)
    log.append(event for event in changed if event is not None)
    return verify_with_shoes(log.write().splitlines(keepends=True))[0]


def play_round(table: Table) -> None:
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    while table.state.phase.value != "betting":
        close_window(table)
        if table.state.phase.value == "play":
            act = acts.Stand(box=1, hand=1)
            table.do(act if table.ask(act) is None else acts.Hit(box=1, hand=1))


def _another_seed(event: e.Event) -> e.Event:
    if isinstance(event, e.SeedsMixed):
        return structs.replace(event, seeds=(*event.seeds[:-1], ("Ben", "the house's choice")))
    return event


def _both_changed(event: e.Event) -> e.Event:
    if isinstance(event, e.SeedGiven) and event.player == "Ben":
        return structs.replace(event, seed="the house's choice")
    return _another_seed(event)


def _no_mixing(event: e.Event) -> e.Event | None:
    return None if isinstance(event, e.SeedsMixed) else event


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (_another_seed, "are not those that were given"),
        (_both_changed, "shoe 1 failed: card"),
        (_no_mixing, "given for shoe 1 were not mixed in"),
    ],
)
def test_a_house_that_changes_or_leaves_out_a_seed_is_found_out(
    change: Callable[[e.Event], e.Event | None], text: str
) -> None:
    table = begun("rws")
    play_round(table)
    table.end_shoe()
    assert checked(table)[0].ok
    outcome = rewritten(table, change)
    assert text in (outcome.problem or "")


def test_cards_shuffled_in_a_round_follow_from_the_seal_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No secret is drawn within a round, when the hands are known."""
    monkeypatch.setattr(
        "pitboss.table.procedure.shoe_preparation.randbelow", lambda n: 7 % n
    )  # the house's cut
    table = begun("zappit")
    play_round(table)
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    assert table.state.phase.value != "betting"
    table.reload("shoe_exhausted", table.discards(), burn=True, under="11(f)#1")
    first, second = of(e.ShoeSealed, table.log.events)
    assert (first.follows, second.follows) == (None, 1)
    while table.state.phase.value != "betting":
        close_window(table)
        if table.state.phase.value == "play":
            table.do(acts.Stand(box=1, hand=1))
    assert table.reveal() == ()  # otherwise anyone could calculate the order of the shoe in play
    table.end_shoe()
    outcome, shoes = checked(table)
    assert outcome.ok, outcome.problem
    assert fairness.next_secret(secret=str(shoes[0].secret), seeds=SEEDS) == shoes[1].secret
    document = json.loads(shoes[1].as_json())
    assert fairness.verify(**document).holds
    document["follows"][0] = "ab" * 32
    assert "does not follow" in fairness.verify(**document).problem

    def drawn(event: e.Event) -> e.Event:
        if isinstance(event, e.ShoeSealed) and event.follows:
            return structs.replace(event, follows=None)
        return event

    assert "in the middle of a round" in (rewritten(table, drawn).problem or "")


# Prizes.


def with_a_prize() -> Table:
    """Rounds with a Madness 21 wager until its prize is drawn by the house."""
    table = begun("nz", layout=3)
    for _ in range(500):
        table.prepare()
        bet(table, 1, "P1", 50)
        table.do(acts.Bet(box=1, player="P1", stake=1_00, kind="madness_21"))
        table.do(acts.CloseBets())
        while table.state.phase.value != "betting":
            press = acts.PressButton(
                box=1,
                player="P1",
                prize=Controller().under_seal(table.source, table.state.round, 1).draw(table.rules),
            )
            if table.ask(press) is None:
                table.do(press)
            close_window(table)
            if table.state.phase.value == "play":
                act = acts.Stand(box=1, hand=1)
                table.do(act if table.ask(act) is None else acts.Hit(box=1, hand=1))
        if of(e.ButtonPressed, table.log.events):
            table.end_shoe()
            return table
    raise AssertionError("no blackjack in 500 rounds")


def test_a_prize_is_sealed_with_the_shoe() -> None:
    table = with_a_prize()
    outcome, shoes = checked(table)
    assert outcome.ok, outcome.problem
    shoe = next(shoe for shoe in shoes if shoe.prizes)
    document = json.loads(shoe.as_json())
    assert fairness.verify(**document).holds
    document["prizes"][0][3] ^= 1
    assert "the prize of round" in fairness.verify(**document).problem

    def dearer(event: e.Event) -> e.Event:
        if isinstance(event, e.ButtonPressed):
            return structs.replace(event, prize=event.prize + 1)
        return event

    assert not rewritten(table, dearer).ok


def test_draws_of_prizes_are_even() -> None:
    """Every draw of 50 comes about a hundredth of the time among 5,000 rounds, and differs."""
    secret = "20a7bf9a755afa8481c9e149713e968e0e5058979a77417987d54d52a0f876b3"
    drawn = [
        fairness.prize_draw(secret=secret, seeds=SEEDS, round=n, box=1, entries=50)
        for n in range(5000)
    ]
    often = [drawn.count(k) for k in range(50)]
    squares = sum((n - 100) ** 2 / 100 for n in often)
    assert squares < 90, often  # chi-square, 49 degrees of freedom, 99.97 %
