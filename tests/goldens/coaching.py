"""What the coach says: accounts of rounds, questions of drills and the answers to them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pitboss.coach.accounts import account_of
from pitboss.coach.advice import advice_on
from pitboss.coach.count_drills import CountDrill
from pitboss.coach.hand_drills import HandDrill
from pitboss.coach.ramp_drills import RampDrill
from pitboss.coach.ramps import usual_spread
from pitboss.coach.spots import Standard
from pitboss.players.counts import count_system
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.table import acts
from pitboss.table.legal_acts import permitted
from pitboss.table.state import Box, PlayedHand, TableState
from tests.coach.rounds import played

from . import Case, plain

STANDARDS = (Standard.CHART, Standard.HAND)


def coaching() -> Iterator[Case]:
    """Every book, judged by the chart and by the hand."""
    for book in BOOKS:
        for boxes in (1, 2):
            table = played(book, _anyhow, offered=_at_times, rounds=12, seed=boxes, boxes=boxes)
            for standard in STANDARDS:
                account = account_of(table.log.events, "P1", standard)
                lines = [plain(account.to_json()), plain([str(one) for one in account.rounds])]
                lines += [str(one) for one in account.decisions]
                yield f"{book} account {boxes} {standard}", lines
        for standard in STANDARDS:
            yield f"{book} hands {standard}", list(_hands(book, standard))
    for system in ("hi-lo", "ko", "omega-2"):
        for at_once in (1, 3):
            yield f"count {system} {at_once}", list(_count(system, at_once))
    yield "bets", list(_bets())


def _anyhow(state: TableState, box: Box, hand: PlayedHand) -> acts.Act:
    """Some permitted act, the same for the same cards."""
    cards = "".join(card.text for card in hand.hand.cards)
    open_to_them = [
        act for act in permitted(state)
        if not isinstance(act, acts.Bet) and getattr(act, "box", 0) == box.number
    ]  # fmt: skip
    return Random(f"{cards} {state.round}").choice(open_to_them)


def _at_times(state: TableState, box: Box) -> acts.Act | None:
    """Insurance or even money in some of the rounds, partly for less than the maximum."""
    for act in permitted(state):
        if isinstance(act, acts.Insure | acts.TakeEvenMoney) and act.box == box.number:
            if state.round % 3 == 0:
                return None
            if isinstance(act, acts.Insure) and state.round % 3 == 1:
                return acts.Insure(box=act.box, player=act.player, amount=act.amount // 2)
            return act
    return None


def _hands(book: str, standard: Standard) -> Iterator[str]:
    drill = HandDrill(rulebook(book).elect(), seed=3, standard=standard)
    random = Random(5)
    for _ in range(14):
        spot = drill.next()
        advice = advice_on(spot, drill.standard)
        yield f"{spot} {plain(advice.to_json())}"
        answers = sorted(name for name, answer in spot.answers.items() if answer)
        yield f"{drill.answer(spot, random.choice(answers)).best} {plain(drill.tally.to_json())}"
    yield f"{drill.memory} {plain(drill.cells)}"


def _count(system: str, at_once: int) -> Iterator[str]:
    table = (rulebook("classic").elect(), 2) if at_once > 1 else None
    drill = CountDrill(count_system(system), 2, at_once=at_once, seed=2, table=table)
    for n in range(40):
        question = drill.next()
        yield str(question)
        yield str(drill.answer(question, question.running + n % 3 // 2, question.true))
    yield f"{drill.memory} {plain(drill.tally.to_json())}"


def _bets() -> Iterator[str]:
    rules, system = rulebook("classic").elect(decks=6), count_system("hi-lo")
    drill = RampDrill(rules, system, usual_spread(system, 6), seed=2)
    for n in range(10):
        question = drill.next()
        yield str(question)
        answers = question.spot.answers if question.spot is not None else {}
        open_now = sorted(name for name, answer in answers.items() if answer)
        yield str(drill.answer(question, open_now[n % len(open_now)] if open_now else n))
    yield f"{drill.memory} {plain(drill.tally.to_json())}"
