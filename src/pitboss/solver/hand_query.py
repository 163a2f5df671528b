"""One hand against an up card: what every act is worth, what the book refuses, what is best."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct

from pitboss.acts import ACT_OF, HandAct
from pitboss.cards import Card
from pitboss.compiled.game import CompiledGame
from pitboss.compiled.ranks import ACE, CLASSES, TEN
from pitboss.frames import data_frame
from pitboss.law.answers import Answer, Refusal
from pitboss.law.counting import count, is_bust, up_card
from pitboss.law.hands import Hand
from pitboss.law.play import MAY
from pitboss.rulebooks import TableRules

from .game_value import SolvedStage
from .hand_list import BY_HEIGHT
from .hand_notation import BadHand
from .hand_values import PREFERS_HIT


class HandAnswer(Struct, frozen=True):
    """A hand against an up card: the value of every act that the book permits, and the best.

    Values are per unit of the main wager. ``refused`` has the law's answer for the other acts.
    """

    cards: str
    """By rank class, the highest first: ``T6``, ``88``, ``544``"""
    up: str
    acts: dict[str, float]
    refused: dict[str, Refusal]
    best: str
    total: int
    soft: bool
    given_no_blackjack: bool
    """Whether the values are given that the dealer has checked and has no blackjack"""

    def __getattr__(self, name: str) -> float | None:
        """The value of an act by its word, such as ``answer.stand``; None if it is refused."""
        if name not in ACT_OF:
            raise AttributeError(f"an answer has no {name!r}")
        return self.acts.get(name)

    def to_json(self) -> dict[str, Any]:
        """The answer as data."""
        return {
            "cards": self.cards,
            "up": self.up,
            "acts": dict(self.acts),
            "refused": {
                act: {"why": refusal.why, "clause": refusal.under}
                for act, refusal in self.refused.items()
            },
            "best": self.best,
            "total": self.total,
            "soft": self.soft,
            "given_no_dealer_blackjack": self.given_no_blackjack,
        }

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each act."""
        valued = [
            {"act": act, "value": value, "best": act == self.best, "why": None, "clause": None}
            for act, value in self.acts.items()
        ]
        return valued + [
            {"act": act, "value": None, "best": False, "why": no.why, "clause": no.under}
            for act, no in self.refused.items()
        ]

    def to_pandas(self) -> Any:
        """The rows of :meth:`to_dicts` as a data frame."""
        return data_frame(self.to_dicts())

    def __str__(self) -> str:
        lines = [f"{self.cards} v {self.up}: {self.best}"]
        lines += [f"  {act:<10}{value:+.6f}" for act, value in self.acts.items()]
        lines += [f"  {act:<10}{no.why} ({no.under})" for act, no in self.refused.items()]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)


def hand_answer(
    compiled: CompiledGame, stage: SolvedStage, cards: tuple[Card, ...], up: Card
) -> HandAnswer:
    """What law and solution say about a hand that was not split, doubled or exchanged."""
    rules = compiled.rules
    classes = [CLASSES.index(up_card(rules, card)) for card in cards]
    first = CLASSES.index(up_card(rules, up))
    _check(rules, stage, cards, classes, first)
    hand = Hand(cards)
    answers = answers_to(rules, hand, up)
    values = _values(compiled, stage, classes, first)
    acts = {
        act: values[act] for act, answer in answers.items() if answer and not np.isnan(values[act])
    }
    counted = count(rules, cards)
    return HandAnswer(
        cards="".join(CLASSES[each].value for each in sorted(classes, key=BY_HEIGHT.index)),
        up=CLASSES[first].value,
        acts={act.word: value for act, value in acts.items()},
        refused={
            act.word: answer for act, answer in answers.items() if isinstance(answer, Refusal)
        },
        best=_best(compiled, stage, classes, first, acts).word,
        total=counted.total,
        soft=counted.soft,
        given_no_blackjack=bool(compiled.looked_for[first]),
    )


def playable(rules: TableRules, cards: tuple[Card, ...]) -> str:
    """The cards of a written hand; raises ``BadHand`` if they leave nothing to decide."""
    written = " ".join(card.rank.value for card in cards)
    if len(cards) < 2:
        raise BadHand(f"{written!r} is one card; a hand to be played has at least two")
    if is_bust(rules, cards):
        total = count(rules, cards).total
        raise BadHand(f"{written!r} counts {total}: the hand has bust and cannot be played")
    return written


def answers_to(rules: TableRules, hand: Hand, up: Card) -> dict[HandAct, Answer]:
    """The book's answer to every act on a hand."""
    return {act: may(rules, hand, up) for act, may in MAY.items()}


def _check(
    rules: TableRules, stage: SolvedStage, cards: tuple[Card, ...], classes: list[int], first: int
) -> None:
    """Refuse a hand that cannot occur in a round from this shoe."""
    written = playable(rules, cards)
    held = np.bincount([*classes, first], minlength=10)
    short = np.nonzero(held > stage.values.shoe)[0]
    if len(short):
        rank, left = CLASSES[short[0]], int(stage.values.shoe[short[0]])
        raise BadHand(
            f"{written!r} against {CLASSES[first]} takes {held[short[0]]} cards of rank {rank}, "
            f"and the shoe has {left}"
        )


def _values(
    compiled: CompiledGame, stage: SolvedStage, classes: list[int], up: int
) -> dict[HandAct, float]:
    """The value of each act; nan if the solver has none."""
    chance = _blackjack_chance(stage, classes, up) if compiled.looked_for[up] else 0.0
    if len(classes) == 2:
        a, b = sorted(classes)
        two = stage.two_cards
        raw_values = {act: float(two.worth[act, a, b, up]) for act in HandAct}
    else:
        row = _row(compiled, classes)
        raw_values = dict.fromkeys(HandAct, float("nan"))
        raw_values[HandAct.STAND] = float(stage.values.every_stand[row, up])
        raw_values[HandAct.HIT] = float(stage.values.every_hit[row, up])
    values = {act: (value + chance) / (1 - chance) for act, value in raw_values.items()}
    if sorted(classes) == [ACE, TEN]:
        # A blackjack does not lose its unit to a dealer blackjack.
        ties = compiled.first.natural_ties
        values[HandAct.STAND] = (raw_values[HandAct.STAND] - ties * chance) / (1 - chance)
    return values


def _row(compiled: CompiledGame, classes: list[int]) -> int:
    """The place of a hand among all hands of the solver."""
    counts = tuple(np.bincount(classes, minlength=10).tolist())
    return compiled.multisets.rows.index(counts)


def _blackjack_chance(stage: SolvedStage, classes: list[int], up: int) -> float:
    """The chance of a dealer blackjack, the hand and the up card being out of the shoe."""
    needed = {ACE: TEN, TEN: ACE}.get(up)
    if needed is None:
        return 0.0
    shoe = stage.values.shoe
    left = shoe[needed] - classes.count(needed)
    return float(left / (shoe.sum() - len(classes) - 1))


def _best(
    compiled: CompiledGame,
    stage: SolvedStage,
    classes: list[int],
    up: int,
    acts: dict[HandAct, float],
) -> HandAct:
    """The policy's act, or the best permitted one if this hand may not do it."""
    if len(classes) == 2:
        a, b = sorted(classes)
        chosen = HandAct(int(stage.two_cards.chosen[a, b, up]))
        if chosen in acts:
            return chosen
    else:
        prefers = stage.values.intents[0, _row(compiled, classes), up] & PREFERS_HIT
        chosen = HandAct.HIT if prefers else HandAct.STAND
        if chosen in acts:
            return chosen
    return max(acts, key=lambda act: acts[act])
