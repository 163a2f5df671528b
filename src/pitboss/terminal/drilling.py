"""Drills at the terminal: hands, counts, bets and plays by the count, judged at once."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any, Final, Protocol

from pitboss.acts import KEYS
from pitboss.coach.count_drills import CountDrill
from pitboss.coach.drills import DrillTally
from pitboss.coach.hand_drills import HandDrill
from pitboss.coach.ramp_drills import RampDrill, RampQuestion
from pitboss.coach.spots import DECLINE, EVEN_MONEY, INSURANCE, HandSpot
from pitboss.numbers import NotANumber, exact
from pitboss.terminal.coaching import named, priced
from pitboss.terminal.keyboard import Left
from pitboss.terminal.screen import Screen, face

_KEYS: Final = {
    **{key: act.word for key, act in KEYS.items()},
    "i": INSURANCE,
    "e": EVEN_MONEY,
    "n": DECLINE,
}


_FARTHEST: Final = 1000
"""The largest count that a player may type."""


class Drill(Protocol):
    """One kind of drill."""

    @property
    def tally(self) -> DrillTally:
        """The answers so far."""

    def ask(self, number: int) -> None:
        """Ask one question until it is answered."""


def _ranks(spot: HandSpot) -> str:
    hand = " ".join(card.rank.value for card in spot.hand.cards)
    return f"{hand} against {spot.up.rank.value}"


def _keys(spot: HandSpot) -> list[tuple[str, str]]:
    """The keys of the acts that are permitted."""
    return [
        (key, named(act))
        for key, act in _KEYS.items()
        if spot.answers.get(act) or (act == DECLINE and spot.is_window)
    ]


def _act(screen: Screen, question: str, spot: HandSpot) -> str:
    """The act that the player chooses; ``Left`` at q."""
    keys = _keys(spot)
    while True:
        pressed = screen.ask_key(question, keys)
        if pressed in ("q", "quit"):
            raise Left
        act = _KEYS.get(pressed, pressed)
        if act in spot.answers or (act == DECLINE and spot.is_window):
            return act
        known = " ".join(key for key, _ in keys)
        screen.say(f"{pressed!r} is not an act; press {known}, or q to stop.")


class HandDrilling:
    """What to do with a hand."""

    def __init__(self, screen: Screen, drill: HandDrill) -> None:
        self._screen, self._drill = screen, drill

    @property
    def tally(self) -> DrillTally:
        """The answers so far."""
        return self._drill.tally

    def ask(self, number: int) -> None:
        """Ask for the best act on a hand."""
        spot = self._drill.next()
        request = f"{number}. {_ranks(spot)}"
        hands = self._drill.round.hands if self._drill.round is not None else []
        if len(hands) > 1:
            at = next(n for n, (_, is_turn) in enumerate(hands, 1) if is_turn)
            request += f" (hand {at} of {len(hands)})"
        while True:
            act = _act(self._screen, request, spot)
            try:
                advice = self._drill.answer(spot, act)
            except ValueError as error:
                self._screen.say(f"No: {error}.")
                continue
            break
        if advice.grade(act) == "right":
            self._screen.say(("Right", "green"), f": {named(act)} {advice.value(act):+.4f}.")
        else:
            self._screen.say(
                ("Wrong", "red"),
                f": {named(advice.best)} {advice.value(advice.best):+.4f}; {named(act)} "
                f"{advice.value(act):+.4f} costs {priced(advice[act].lost * 1000)} of a wager "
                "of 10.",
            )


class Counts:
    """The running count after some cards, then the true count."""

    def __init__(self, screen: Screen, drill: CountDrill) -> None:
        self._screen, self._drill = screen, drill

    @property
    def tally(self) -> DrillTally:
        """The answers so far."""
        return self._drill.tally

    def ask(self, number: int) -> None:
        """Ask for the count."""
        question = self._drill.next()
        if question.is_new_shoe:
            self._screen.say(f"A new shoe; the count starts at {self._drill.start}.")
        self._screen.say(f"{number}. ", face(question.cards))
        began = time.monotonic()
        running = _number(self._screen, "Running count")
        true = None
        if question.true is not None:
            decks = f"{float(question.decks):g} deck{'' if question.decks == 1 else 's'}"
            true = int(_number(self._screen, f"True count, {decks} left"))
        self.tally.seconds += time.monotonic() - began
        if self._drill.answer(question, running, true):
            self._screen.say(("Right", "green"), ".")
        else:
            text = f"running {question.running}"
            if question.true is not None:
                text += f", true {question.true} ({question.cards_left} cards left)"
            self._screen.say(("Wrong", "red"), f": {text}.")


class RampDrilling:
    """The bet of a ramp at a count, or the play that the count asks for."""

    def __init__(self, screen: Screen, drill: RampDrill) -> None:
        self._screen, self._drill = screen, drill

    @property
    def tally(self) -> DrillTally:
        """The answers so far."""
        return self._drill.tally

    def ask(self, number: int) -> None:
        """Ask for the bet, or for the act."""
        question = self._drill.next()
        message = f"{number}. Running count {_signed(question.running)} before the deal"
        if not self._drill.system.is_running:
            message += f", {float(question.decks):g} decks left"
        if question.spot is None:
            self._bet(question, message)
        else:
            self._play(question, question.spot, message)

    def _bet(self, question: RampQuestion, text: str) -> None:
        request = f"{text}. Your bet in units"
        units = _number(self._screen, request)
        while units < 0 or units.denominator != 1:
            self._screen.say("A bet is a whole number of units.")
            units = _number(self._screen, request)
        judged = self._drill.answer(question, int(units))
        edge = "" if question.ev is None else f" This shoe is worth {question.ev:+.2%}."
        if judged.is_right:
            self._screen.say(("Right", "green"), f".{edge}")
        else:
            costs = "costs" if judged.cost >= 0 else "gains"
            worth = f", which {costs} {abs(judged.cost):.4f} units here" if edge else ""
            self._screen.say(
                ("Wrong", "red"), f": {judged.right} at {question.count:+}{worth}.{edge}"
            )

    def _play(self, question: RampQuestion, spot: HandSpot, text: str) -> None:
        request = f"{text}: {_ranks(spot)}"
        while True:
            act = _act(self._screen, request, spot)
            try:
                judged = self._drill.answer(question, act)
            except ValueError as error:
                self._screen.say(f"No: {error}.")
                continue
            break
        at = f"by {judged.by} at {question.count:+}"
        if judged.is_right:
            self._screen.say(("Right", "green"), f", {at}.")
        else:
            costs = "costs" if judged.cost >= 0 else "gains"
            self._screen.say(
                ("Wrong", "red"),
                f": {named(judged.right)} {at}; {named(act)} {costs} "
                f"{priced(abs(judged.cost) * 1000)} of a wager of 10 in this shoe.",
            )


def _signed(count: Fraction) -> str:
    return f"{'+' if count > 0 else ''}{float(count):g}"


def _number(screen: Screen, question: str) -> Fraction:
    """A number that the player types; ``Left`` at q."""
    while True:
        answer = screen.ask(question).replace("−", "-")
        if answer.lower() in ("q", "quit"):
            raise Left
        try:
            return exact(answer, least=-_FARTHEST, most=_FARTHEST)
        except NotANumber:
            screen.say(f"{answer[:20]!r} is not a number; type one such as -3, or q to stop.")


def drilled(screen: Screen, drill: Drill, questions: int) -> dict[str, Any]:
    """Ask the questions until they are over or the player stops; the summary as data."""
    try:
        for number in range(1, questions + 1):
            drill.ask(number)
    except (Left, KeyboardInterrupt):
        screen.say("Drill ended.")
    document = drill.tally.to_json()
    screen.say(str(drill.tally))
    for one in document["missed"][:3]:
        screen.say(f"  missed {one['what']}" + (f", {priced(one['cost'])}" if one["cost"] else ""))
    if isinstance(drill, Counts):
        document["seconds"] = round(drill.tally.seconds, 1)
        document["off"] = drill.tally.off
        if drill.tally.asked:
            each = drill.tally.seconds / drill.tally.asked
            off = drill.tally.off / drill.tally.asked
            screen.say(f"{each:.1f} seconds per answer; the running count was off by {off:.1f}.")
    return document
