"""What a worker does for a drill: judges an answer and asks the next question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.numbers import exact, whole
from pitboss.web.lab.coach_tasks import rules_asked
from pitboss.web.lab.worker import Control, Steps

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pitboss.cards import Card
    from pitboss.coach.advice import Advice
    from pitboss.coach.count_drills import CountDrill
    from pitboss.coach.hand_drills import HandDrill
    from pitboss.coach.ramp_drills import RampDrill
    from pitboss.coach.spots import HandSpot
    from pitboss.players.counts import CountSystem
    from pitboss.players.spreads import Spread

_MOST: Final = 40
"""The most wrong answers remembered by name."""


def drill(document: dict[str, Any], _control: Control) -> Steps:
    """One step of a drill: what an answer was worth, and the next question."""
    if document["kind"] == "hands":
        yield _hands(document)
    elif document["kind"] == "count":
        yield _count(document)
    else:
        yield from _ramp(document)


def _told(made: HandDrill | CountDrill | RampDrill, question: Any, verdict: Any) -> dict[str, Any]:
    tally = made.tally
    worst = sorted(tally.wrong.items(), key=lambda one: -one[1])[:_MOST]
    tally.wrong = dict(worst)
    figures = {**tally.to_json(), "seconds": round(tally.seconds, 1), "off": round(tally.off, 2)}
    return {
        "memory": msgspec.to_builtins(made.memory),
        "question": {**question, "n": tally.asked + 1},
        "verdict": verdict,
        "tally": figures,
    }


# Hands.


def _hands(document: dict[str, Any]) -> dict[str, Any]:
    from pitboss.coach.hand_drills import KINDS, CellMemory, HandDrill, HandMemory
    from pitboss.coach.spots import Standard

    options, memory = document["options"], None
    if document["memory"] is not None:
        memory = msgspec.convert(document["memory"], HandMemory, strict=False)
    made = HandDrill(
        rules_asked(document), kinds=tuple(options["kinds"]) or KINDS, seed=document["seed"],
        standard=Standard(options["standard"]), memory=memory,
    )  # fmt: skip
    if memory is None:
        for cell, cost in document["costs"].items():
            made.memory.cells[cell] = CellMemory(cost)
    verdict = None
    if document["answer"] is not None:
        spot, act = made.next(), str(document["answer"]["act"])
        advice = made.answer(spot, act)
        made.tally.seconds += document["answer"]["seconds"]
        verdict = {**_judged(advice, act), "cost": round(advice[act].lost * 1000, 2)}
    spot = made.next()
    assert made.round is not None
    question = {
        **_spot_told(spot),
        "hand": made.memory.hands,
        "cell": made.memory.at,
        "hands": _hands_told(made.round.hands),
    }
    return _told(made, question, verdict)


def _hands_told(hands: Iterable[tuple[Iterable[Card], bool]]) -> list[dict[str, Any]]:
    return [{"cards": [card.text for card in cards], "turn": turn} for cards, turn in hands]


def _spot_told(spot: HandSpot) -> dict[str, Any]:
    from pitboss.coach.spots import DECLINE
    from pitboss.law.counting import count

    counted = count(spot.rules, spot.hand.cards)
    acts = [act for act, answer in spot.answers.items() if answer]
    return {
        "cards": [card.text for card in spot.hand.cards],
        "up": spot.up.text,
        "total": counted.total,
        "soft": counted.soft,
        "window": spot.is_window,
        "acts": [*acts, DECLINE] if spot.is_window else acts,
    }


def _judged(advice: Advice, act: str) -> dict[str, Any]:
    document = advice.to_json()
    for one, of in zip(document["acts"], advice.acts, strict=True):
        if of.ev is not None:  # on a wager of 10, whatever the table's limits
            one |= {"cents": round(of.ev * 1000, 2), "cost": round(of.lost * 1000, 2)}
    return {
        "act": act,
        "right": advice.grade(act).value == "right",
        "grade": advice.grade(act).value,
        "best": advice.best,
        **{key: document[key] for key in ("cards", "up", "acts", "notes", "exact_for")},
        "cards_unseen": document["cards_unseen"],
    }


# Counts.


def _system(message: Any) -> CountSystem:
    from pitboss.players.counts import SYSTEMS, BadCount, read_count

    if isinstance(message, dict):
        return read_count(message)
    if message not in SYSTEMS:
        raise BadCount(f"unknown counting system {message!r}; use {', '.join(SYSTEMS)}")
    return SYSTEMS[message]


def _count(document: dict[str, Any]) -> dict[str, Any]:
    from pitboss.coach.count_drills import CountDrill, CountMemory

    rules, options, memory = rules_asked(document), document["options"], None
    if document["memory"] is not None:
        memory = msgspec.convert(document["memory"], CountMemory, strict=False)
    at_once = {"one": 1, "two": 2}.get(options["cards"], 1)
    boxes = min(options["boxes"], rules.equipment.boxes.value - (rules.banking is not None))
    made = CountDrill(
        _system(options["count"]), rules.equipment.decks.value, at_once=at_once,
        seed=document["seed"], table=(rules, boxes) if options["cards"] == "round" else None,
        memory=memory,
    )  # fmt: skip
    verdict = None
    if (answer := document["answer"]) is not None:
        question = made.next()
        running, decks = exact(answer["running"]), answer["decks"]
        fraction = None if decks is None else exact(decks)
        right = made.answer(question, running, answer["true"], fraction)
        made.tally.seconds += answer["seconds"]
        verdict = {
            "right": right,
            "running": str(question.running),
            "true": question.true,
            "decks": float(question.decks),
            "cards_left": question.cards_left,
            "off": float(abs(running - question.running)),
            "seconds": round(answer["seconds"], 1),
        }
    question = made.next()
    whole = made.decks * 52
    return _told(made, {
        "groups": [[name, [card.text for card in cards]] for name, cards in question.groups],
        "asks_true": question.true is not None,
        "rack": round((whole - question.cards_left) / whole, 4),
        "decks": made.decks,
        "new_shoe": question.is_new_shoe,
        "start": str(made.start),
        "system": made.system.name,
    }, verdict)  # fmt: skip


# Ramp and deviations.


def _spread(document: dict[str, Any], system: CountSystem) -> Spread:
    from pitboss.coach.ramps import RampBasis, best_ramp_of, spread_of_ramp, usual_spread
    from pitboss.players.spreads import Spread

    rules, options = rules_asked(document), document["options"]
    if options["ramp"] == "best":
        bank = RampBasis(**options["bank"])
        return spread_of_ramp(best_ramp_of(rules, system, options["depth"], bank), bank.least)
    if options["ramp"]:
        return Spread.of({_count_at(at): units for at, units in options["ramp"].items()})
    return usual_spread(system, rules.equipment.decks.value)


def _count_at(text: str) -> int:
    """The count at which a step of a ramp begins."""
    from pitboss.players.counts import FARTHEST
    from pitboss.players.deviations import LOWEST

    at = whole(text)
    return at if at == LOWEST else whole(text, least=-FARTHEST, most=FARTHEST)


def _ramp(request: dict[str, Any]) -> Steps:
    from pitboss.coach.ramp_drills import RampDrill, RampMemory
    from pitboss.coach.ramps import Ladder, game_of, plays_of
    from pitboss.players.deviations import LOWEST

    rules, options, memory = rules_asked(request), request["options"], None
    system = _system(options["count"])
    ladder = None
    if not system.is_running:
        ladder = Ladder(plays_of(rules, system, options["depth"]))
        yield None
    if request["memory"] is not None:
        memory = msgspec.convert(request["memory"], RampMemory, strict=False)
    if options["ramp"] == "best":
        yield from game_of(rules, system, options["depth"]).steps()
    made = RampDrill(
        rules,
        system,
        _spread(request, system),
        ladder=ladder,
        seed=request["seed"],
        memory=memory,
    )
    yield None
    verdict = None
    if (answer := request["answer"]) is not None:
        question = made.next()
        is_bet = question.asks == "bet"
        judged = made.answer(question, answer["units"] if is_bet else answer["act"])
        made.tally.seconds += answer["seconds"]
        verdict = {
            "asks": question.asks,
            "right": judged.is_right,
            "asked_for": judged.right,
            "by": judged.by,
            "cost": round(judged.cost, 6),
            "count": question.count,
            "ev": None if question.ev is None else round(question.ev, 6),
            "play": None if judged.play is None else _rungs(judged.play.to_json()),
        }
        if judged.advice is not None:
            document = _judged(judged.advice, answer["act"])
            verdict |= {
                key: document[key] for key in ("act", "best", "cards", "up", "acts", "notes")
            }
            verdict["exact_for"] = document["exact_for"]
        yield None
    question = made.next()
    whole = rules.equipment.decks.value * 52
    yield _told(made, {
        "asks": question.asks,
        "running": str(question.running),
        "decks": float(question.decks),
        "rack": round((whole - question.cards_left) / whole, 4),
        "is_running": system.is_running,
        "system": system.name,
        "ramp": [["" if at == LOWEST else at, units] for at, units in made.spread.bets],
        "hands": _hands_told(question.hands),
        **({} if question.spot is None else _spot_told(question.spot)),
    }, verdict)  # fmt: skip


def _rungs(play: dict[str, Any]) -> dict[str, Any]:
    return {key: play[key] for key in ("hand", "up", "ladder", "off_the_top")}
