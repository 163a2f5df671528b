"""Every payment of a round is the book's: ours are not doubted, changed ones are found."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pitboss.evidence.reenactment import Reenactment, WrongPayment, account_of
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.log_verifier import opened
from pitboss.table.state import TableState
from tests.golden import ROUNDS, played

GOLDEN = {book: [name for name in ROUNDS if name.startswith(f"{book}/")] for book in BOOKS}


def _rounds(name: str) -> list[tuple[TableState, list[e.Event]]]:
    """Each round of a golden log, with the table before it."""
    events = played(name).log.events
    state = before = opened(events[0])
    rounds, part = [], list[e.Event]()
    for event in events[1:]:
        part.append(event)
        state = evolve(state, event)
        if isinstance(event, e.RoundClosed):
            rounds.append((replace(before, money={}), part))
            part, before = [], state
    return rounds


@pytest.mark.parametrize("book", BOOKS)
def test_no_payment_of_a_golden_round_is_doubted(book: str) -> None:
    assert GOLDEN[book]
    for name in GOLDEN[book]:
        for before, part in _rounds(name):
            Reenactment(before).write(part)


@pytest.mark.parametrize("book", BOOKS)
def test_a_payment_of_one_cent_more_is_found_where_it_is(book: str) -> None:
    number = 0
    for name in GOLDEN[book]:
        for before, part in _rounds(name):
            paid = [at for at, event in enumerate(part) if isinstance(event, e.WagerSettled)]
            for at in paid[:1] + paid[-1:]:
                event = part[at]
                assert isinstance(event, e.WagerSettled)
                more = replace(event, returned=event.returned + 1, paid=event.paid + 1)
                with pytest.raises(WrongPayment) as wrong:
                    Reenactment(before).write([*part[:at], more, *part[at + 1 :]])
                assert wrong.value.at == at, name
                number += 1
    assert number > 5


def test_a_void_wager_returns_the_whole_stake_and_no_more() -> None:
    state = opened(
        e.TableOpened(book="classic", settings={}, under="opening", dealt_by_person=False)
    )
    events: list[e.Event] = [
        e.SeatTaken(box=1, player="Ada", under="x"),
        e.WagerPlaced(wager=1, box=1, player="Ada", kind="main", stake=10_00, hand=1, under="x"),
    ]
    for returned in (9_99, 10_00, 10_01):
        void = e.WagerSettled(
            wager=1, result="void", paid=0, returned=returned, when="void", under="x"
        )
        if returned == 10_00:
            Reenactment(state).write([*events, void])
            continue
        with pytest.raises(WrongPayment, match="of a stake of 1000"):
            Reenactment(state).write([*events, void])


def test_the_account_of_a_round_is_that_of_its_events() -> None:
    name = GOLDEN["classic"][0]
    ((before, part), *_) = _rounds(name)
    account = account_of(before, part)
    settled = [event for event in part if isinstance(event, e.WagerSettled)]
    assert len(account["wagers"]) == len({event.wager for event in settled})
    assert sum(one["net"] for one in account["players"]) == 0
    assert rulebook("classic").ledger
