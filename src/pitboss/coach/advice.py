"""Advice on one decision: the value of every act, what is refused, what is best and why."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum, unique
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from pitboss.coach.spots import DECLINE, HandSpot, Standard
from pitboss.coach.values import Valued
from pitboss.compiled.blackjack import Beyond, blackjack_takes
from pitboss.compiled.ranks import CLASSES
from pitboss.frames import data_frame
from pitboss.law.answers import Refusal
from pitboss.law.counting import count, up_card
from pitboss.money import Cents
from pitboss.players.bundled_charts import kept_chart
from pitboss.rulebooks import TableRules
from pitboss.solver import BadHand, CannotPrice, Shoe
from pitboss.solver import chart as best_chart
from pitboss.solver.chart import Chart, Row


@lru_cache(maxsize=16)
def chart_of(rules: TableRules) -> Chart:
    """The best chart for these rules: the bundled one, or the solver's."""
    return kept_chart(rules) or best_chart(rules)


def act_by_chart(spot: HandSpot) -> str:
    """The act of play that the chart asks for."""
    for wish in wishes(spot):
        if spot.answers.get(wish):
            return wish
    return "hit" if spot.answers.get("hit") else "stand"


def window_act_by_chart(spot: HandSpot) -> str:
    """The chart's act before play: surrender or nothing; it never insures."""
    may_give_up = spot.answers.get("surrender") and next(wishes(spot), "") == "surrender"
    return "surrender" if may_give_up else DECLINE


def wishes(spot: HandSpot) -> Iterator[str]:
    """The chart's acts, in order of preference."""
    up = up_card(spot.rules, spot.up)
    for row in _rows(spot):
        yield from (act.word for act in row.against(up).wishes)


def _rows(spot: HandSpot) -> Iterator[Row]:
    """The rows that apply to a hand, the most specific first."""
    chart, cards = chart_of(spot.rules), spot.hand.cards
    counted = count(spot.rules, cards)
    names: list[tuple[tuple[Row, ...], str]] = []
    if len(cards) == 2:
        first, second = (up_card(spot.rules, card) for card in cards)
        firsts = chart.exchange if not spot.exchanged else ()
        if first is second:
            pair = f"{first.value},{second.value}"
            names += [(firsts, pair), (chart.pairs, pair)]
        elif not counted.soft:
            names.append((firsts, str(counted.total)))
    soft = f"A,{counted.total - 11}"
    names.append((chart.soft, soft) if counted.soft else (chart.hard, str(counted.total)))
    for rows, hand in names:
        yield from (row for row in rows if row.hand == hand)


_NEAR_TIE: Final = 0.0005
"""A difference of less than this share of the wager is not a mistake."""
_SLIP: Final = 0.02
_DIGITS: Final = 6


@unique
class Grade(StrEnum):
    """How good a decision was."""

    RIGHT = "right"
    SLIP = "slip"
    MISTAKE = "mistake"


def grade(lost: float) -> Grade:
    """The grade of a decision that lost this share of the wager."""
    if lost < _NEAR_TIE:
        return Grade.RIGHT
    return Grade.SLIP if lost < _SLIP else Grade.MISTAKE


class ActValue(Struct, frozen=True):
    """One act: its value per unit of the wager, or why the book refuses it."""

    act: str
    ev: float | None
    lost: float
    """How much less than the best it is worth, per unit of the wager"""
    refused: str | None = None
    clause: str | None = None


class Advice(Struct, frozen=True):
    """Every act on a hand, by one standard; values are per unit of the wager on the hand."""

    cards: str
    up: str
    total: int
    soft: bool
    stake: Cents
    acts: tuple[ActValue, ...]
    best: str
    standard: Standard
    """The standard asked for"""
    exact_for: Standard
    """The standard used: *hand* if the cards seen cannot be priced"""
    unseen: dict[str, int]
    """The unseen cards assumed, by rank"""
    seen: int
    """How many cards are missing from a full shoe"""
    given_no_blackjack: bool
    notes: tuple[str, ...] = ()

    def __getitem__(self, act: str) -> ActValue:
        for one in self.acts:
            if one.act == act:
                return one
        raise KeyError(act)

    def value(self, act: str) -> float | None:
        """What an act is worth; None if it is refused."""
        return next((one.ev for one in self.acts if one.act == act), None)

    def cents(self, act: str) -> float:
        """What an act is worth on the wager, in cents."""
        return (self.value(act) or 0.0) * self.stake

    def cost(self, act: str) -> float:
        """What an act costs against the best one, in cents."""
        return self[act].lost * self.stake

    def grade(self, act: str) -> Grade:
        """How good it is to take this act."""
        return grade(self[act].lost)

    def to_json(self) -> dict[str, Any]:
        """The advice as data."""
        return {
            "cards": self.cards,
            "up": self.up,
            "total": self.total,
            "soft": self.soft,
            "stake": self.stake,
            "acts": self.to_dicts(),
            "best": self.best,
            "standard": self.standard.value,
            "exact_for": self.exact_for.value,
            "reckoned": self.exact_for.meaning,
            "unseen": self.unseen,
            "cards_unseen": sum(self.unseen.values()),
            "seen": self.seen,
            "given_no_dealer_blackjack": self.given_no_blackjack,
            "notes": list(self.notes),
        }

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each act."""
        return [
            {
                "act": one.act,
                "ev": None if one.ev is None else round(one.ev, _DIGITS),
                "cents": None if one.ev is None else round(one.ev * self.stake, 2),
                "cost": None if one.ev is None else round(one.lost * self.stake, 2),
                "best": one.act == self.best,
                "refused": one.refused,
                "clause": one.clause,
            }
            for one in self.acts
        ]

    def to_pandas(self) -> Any:
        """The rows of :meth:`to_dicts` as a data frame."""
        return data_frame(self.to_dicts())

    def __str__(self) -> str:
        return "\n".join(_lines(self))

    def __repr__(self) -> str:
        return str(self)


def _lines(advice: Advice) -> Iterator[str]:
    yield f"{advice.cards} against {advice.up}: {advice.best.replace('_', ' ')}"
    for one in advice.acts:
        name = one.act.replace("_", " ")
        if one.ev is None:
            yield f"  {name:<11}refused: {one.refused} ({one.clause})"
            continue
        loses = f"  costs {one.lost * 100:.2f}%" if one.lost >= 0.00005 else ""
        yield f"  {name:<11}{one.ev:+.4f}{loses}"
    cards = sum(advice.unseen.values())
    given = ", given no dealer blackjack" if advice.given_no_blackjack else ""
    yield f"  by {advice.exact_for.value}: {cards} unseen cards{given}"
    yield from (f"  {note}" for note in advice.notes)


def advice_on(spot: HandSpot, standard: Standard = Standard.HAND) -> Advice:
    """Price every act of a decision; ``CannotPrice`` or ``BadHand`` if that is impossible."""
    followed, shoe, notes = standard, spot.shoe(standard), list(_notes(spot))
    valued = None
    if standard is Standard.SEEN:
        try:
            valued = None if shoe is None else Valued(spot, shoe)
            why = "more cards of a rank were seen than the decks have"
        except (BadHand, CannotPrice) as error:
            why = str(error)
        if valued is None:
            followed, shoe = Standard.HAND, spot.shoe(Standard.HAND)
            notes.append(f"Not by the cards seen: {why}. These are values from a full shoe.")
    if shoe is None:
        raise BadHand("the hand has more cards of a rank than the decks")
    valued = valued or Valued(spot, shoe)
    return _advice(spot, valued, standard, followed, shoe, tuple(notes))


def _advice(
    spot: HandSpot,
    valued: Valued,
    standard: Standard,
    followed: Standard,
    shoe: Shoe,
    notes: tuple[str, ...],
) -> Advice:
    rules, values = spot.rules, valued.acts()
    if not values:
        raise BadHand("this hand needs no decision")
    best = max(values, key=lambda act: values[act])
    if followed is Standard.CHART:
        chart = window_act_by_chart(spot) if spot.is_window else act_by_chart(spot)
        best = chart if chart in values else best
    lost = {act: max(0.0, values[best] - value) for act, value in values.items()}
    acts = [ActValue(act, value, lost[act]) for act, value in values.items()]
    for act, answer in spot.answers.items():
        if isinstance(answer, Refusal):
            clause = rules.cite(answer.under)
            acts.append(ActValue(act, None, 0.0, answer.why, clause))
        elif act not in values:
            acts.append(ActValue(act, None, 0.0, "the solver has no value for it", None))
    counted = count(rules, spot.hand.cards)
    unseen = spot.unseen(shoe)
    return Advice(
        cards=" ".join(card.rank.value for card in spot.hand.cards),
        up=up_card(rules, spot.up).value,
        total=counted.total,
        soft=counted.soft,
        stake=spot.stake,
        acts=tuple(acts),
        best=best,
        standard=standard,
        exact_for=followed,
        unseen=unseen,
        seen=52 * rules.equipment.decks.value - sum(unseen.values()),
        given_no_blackjack=valued.is_given_no_blackjack,
        notes=notes,
    )


def _notes(spot: HandSpot) -> Iterator[str]:
    """Notes on what the values do not include."""
    if spot.hand.is_split:
        yield "A split hand is valued by itself, without the cards of the box's other hands."
        up = CLASSES.index(up_card(spot.rules, spot.up))
        taken = blackjack_takes(spot.rules, up)
        if not taken.looked_for and taken.beyond is not Beyond.EACH_HAND:
            yield "What a dealer blackjack leaves of a split box is not included."
    if spot.rules.banking is not None:
        yield "The values assume that the bank covers the whole wager."
