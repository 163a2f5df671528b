"""Drills at the terminal: hands, counts and bets, asked one by one and judged at once."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any, Final, Protocol

from pitboss.coach.drills import BetDrill, CountDrill, HandDrill, Tally
from pitboss.terminal.coaching import named, priced
from pitboss.terminal.keyboard import Left
from pitboss.terminal.screen import Screen, face

_KEYS: Final = {
    "h": "hit", "s": "stand", "d": "double", "p": "split", "r": "surrender", "z": "zap",
}  # fmt: skip
_CARDS_PER_HALF_DECK: Final = 26


class Drill(Protocol):
    """One kind of drill."""

    @property
    def tally(self) -> Tally:
        """The answers so far."""

    def ask(self, number: int) -> None:
        """Ask one question until it is answered."""


class Hands:
    """What to do with a hand."""

    def __init__(self, screen: Screen, drill: HandDrill) -> None:
        self._screen, self._drill = screen, drill

    @property
    def tally(self) -> Tally:
        """The answers so far."""
        return self._drill.tally

    def ask(self, number: int) -> None:
        """Ask for the best act on a hand."""
        spot = self._drill.next()
        cards, up = spot.hand.cards, spot.up
        keys = [(key, act) for key, act in _KEYS.items() if spot.answers.get(act)]
        ranks = " ".join(card.rank.value for card in cards)
        while True:
            pressed = self._screen.ask_key(f"{number}. {ranks} against {up.rank.value}", keys)
            if pressed in ("q", "quit"):
                raise Left
            act = _KEYS.get(pressed, pressed)
            if act not in spot.answers:
                known = " ".join(key for key, _ in keys)
                self._screen.say(f"{pressed!r} is not an act; press {known}, or q to stop.")
                continue
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
                f"{advice.value(act):+.4f} costs {priced(advice.cost(act))} of a wager of 10.",
            )


class Counts:
    """The running count after some cards, then the true count."""

    def __init__(self, screen: Screen, drill: CountDrill) -> None:
        self._screen, self._drill = screen, drill
        self.seconds = 0.0

    @property
    def tally(self) -> Tally:
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
            halves = max(1, round(question.cards_left / _CARDS_PER_HALF_DECK))
            true = int(_number(self._screen, f"True count, {halves / 2:g} decks left"))
        self.seconds += time.monotonic() - began
        if self._drill.answer(question, running, true):
            self._screen.say(("Right", "green"), ".")
        else:
            told = f"running {question.running}"
            if question.true is not None:
                told += f", true {question.true} ({question.cards_left} cards left)"
            self._screen.say(("Wrong", "red"), f": {told}.")


class Bets:
    """The bet of a ramp at a count."""

    def __init__(self, screen: Screen, drill: BetDrill) -> None:
        self._screen, self._drill = screen, drill

    @property
    def tally(self) -> Tally:
        """The answers so far."""
        return self._drill.tally

    def ask(self, number: int) -> None:
        """Ask for the bet."""
        question = self._drill.next()
        by = "running" if self._drill.system.is_running else "true"
        told = f"{number}. {by.capitalize()} count {question.count:+}. Your bet in units"
        units = _number(self._screen, told)
        while units < 0 or units.denominator != 1:
            self._screen.say("A bet is a whole number of units.")
            units = _number(self._screen, told)
        cost = self._drill.answer(question, int(units))
        edge = "" if question.ev is None else f" This shoe is worth {question.ev:+.2%}."
        if int(units) == question.units:
            self._screen.say(("Right", "green"), f".{edge}")
        else:
            costs = "costs" if cost >= 0 else "gains"
            worth = f", which {costs} {abs(cost):.4f} units here" if question.ev is not None else ""
            self._screen.say(("Wrong", "red"), f": {question.units} units{worth}.{edge}")


def _number(screen: Screen, question: str) -> Fraction:
    """A number that the player types; ``Left`` at q."""
    while True:
        answer = screen.ask(question).replace("−", "-")
        if answer.lower() in ("q", "quit"):
            raise Left
        try:
            return Fraction(answer if len(answer) < 12 else "x")
        except (ValueError, ZeroDivisionError):
            screen.say(f"{answer[:20]!r} is not a number; type it as in -3, or q to stop.")


def drilled(screen: Screen, drill: Drill, questions: int) -> dict[str, Any]:
    """Ask the questions until they are over or the player stops; the summary as data."""
    try:
        for number in range(1, questions + 1):
            drill.ask(number)
    except (Left, KeyboardInterrupt):
        screen.say("You stop here.")
    told = drill.tally.to_json()
    screen.say(str(drill.tally))
    for one in told["missed"][:3]:
        screen.say(f"  missed {one['what']}" + (f", {priced(one['cost'])}" if one["cost"] else ""))
    if isinstance(drill, Counts):
        told["seconds"] = round(drill.seconds, 1)
        if drill.tally.asked:
            screen.say(f"{drill.seconds / drill.tally.asked:.1f} seconds an answer.")
    return told
