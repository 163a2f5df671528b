"""Ramp and deviations: the bet at a count, then insurance and the play, in one shoe."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Final

from msgspec import Struct, field, structs

from pitboss.cards import DECK, Card
from pitboss.compiled.ranks import CLASSES
from pitboss.law.counting import count, up_card
from pitboss.numbers import whole
from pitboss.players.counts import CountSystem
from pitboss.players.index_plays import Index
from pitboss.players.spreads import Spread
from pitboss.rulebooks import TableRules
from pitboss.solver import BadHand, CannotPrice, Shoe, solve

from .advice import Advice, Grade, advice_on, grade
from .count_drills import decks_left
from .drills import Dealing, DrillTally
from .hand_drills import WAGER
from .practice_rounds import PracticeRound, PracticeScript
from .ramps import Ladder, units_at
from .spots import DECLINE, EVEN_MONEY, INSURANCE, HandSpot, Standard, without

_TRIED: Final = 24
"""Shoes tried; the one whose count is nearest to a rung of the ladder is used."""
_PLAYS: Final = 40
"""How many of the most valuable index plays are practised."""
_INSURES: Final = 0.12
"""How often insurance is practised, if the count decides it."""
_AT_RANDOM: Final = 0.2
"""How often a random hand comes up, so that not every hand is a borderline case."""
_WINDOW: Final = frozenset({INSURANCE, EVEN_MONEY})


class RampQuestion(Struct, frozen=True):
    """A bet or an act to decide, the count before the deal, and what is right."""

    asks: str
    """``bet`` or ``act``"""
    running: Fraction
    """The running count before the deal"""
    decks: Fraction
    """The decks left before the deal, to the nearest half"""
    count: int
    """The count to act on now, including the cards on the table"""
    cards_left: int
    units: int
    """The bet of the ramp"""
    ev: float | None
    """The exact value of the next round per unit; None if the shoe has no price"""
    spot: HandSpot | None = None
    hands: tuple[tuple[tuple[Card, ...], bool], ...] = ()
    """The cards of every hand of the box, and whether it is the one in turn"""


class Judged(Struct, frozen=True):
    """An answer against the ramp or the ladder, and what the difference is worth in this shoe."""

    is_right: bool
    right: str
    """The right bet or act"""
    by: str
    """What makes it right: the ramp, the ladder, or the hand"""
    cost: float
    """In units of the ramp for a bet, per unit of the wager for an act; below zero it gained"""
    advice: Advice | None = None
    play: Index | None = None


class RampMemory(Struct):
    """The position of a drill of ramp and deviations."""

    seed: int
    number: int = 0
    dealt: int = 0
    stage: str = "new"
    script: PracticeScript | None = None
    missed: dict[str, float] = field(default_factory=dict)
    """Recent cost by play, in cents on a wager of 10"""
    tally: DrillTally = field(default_factory=DrillTally)


class RampDrill:
    """Shoes dealt to some depth; the bet, insurance and the hand, which is played out."""

    def __init__(
        self,
        rules: TableRules,
        system: CountSystem,
        spread: Spread,
        *,
        ladder: Ladder | None = None,
        asks: frozenset[str] = frozenset({"bet", "act"}),
        seed: int | None = None,
        memory: RampMemory | None = None,
    ) -> None:
        self.rules, self.system, self.spread, self.ladder = rules, system, spread, ladder
        self._asks, self._decks = asks, rules.equipment.decks.value
        made = RampMemory(Random().getrandbits(48) if seed is None else seed)
        self.memory = made if memory is None else memory
        self._tags = dict(zip(DECK, system.tags, strict=True))
        self._shoe: Dealing | None = None

    @property
    def tally(self) -> DrillTally:
        """The answers so far."""
        return self.memory.tally

    def next(self) -> RampQuestion:
        """The bet of a new shoe, or the next decision in the one that was bet on."""
        memory = self.memory
        if memory.stage == "act" and self._round().spot is None:
            memory.stage = "new"
        if memory.stage == "new":
            self._begin()
        return self._question()

    def _begin(self) -> None:
        memory = self.memory
        memory.number += 1
        random = Random(f"{memory.seed} {memory.number}")
        memory.dealt, cards = self._chosen(random)
        memory.script, self._shoe = PracticeScript(cards, []), None
        memory.stage = "bet" if "bet" in self._asks else "act"
        if memory.stage == "act" and self._round().spot is None:
            self._begin()  # a blackjack, which leaves no choice

    # The shoe and the hand.

    def _shoe_of(self, seed: str, dealt: int) -> Dealing:
        shoe = Dealing(self._decks, seed)
        shoe.take(dealt)
        return shoe

    @property
    def shoe(self) -> Dealing:
        """The shoe before the deal."""
        if self._shoe is None:
            memory = self.memory
            self._shoe = self._shoe_of(f"{memory.seed} {memory.number}", memory.dealt)
        return self._shoe

    def _running(self, cards: list[Card]) -> Fraction:
        seen = sum((self._tags[card] for card in cards), Fraction(0))
        return self.system.start_of(self._decks) + seen

    def _called(self, cards: list[Card]) -> int:
        left = self._decks * len(DECK) - len(cards)
        return self.system.called(self._running(cards), decks_left(self.system, left))

    def _chosen(self, random: Random) -> tuple[int, list[str]]:
        """The depth of this shoe, and a hand near a rung of the play being practised."""
        all_cards = self._decks * len(DECK)
        depths = [random.randrange(all_cards // 8, all_cards * 3 // 4) for _ in range(_TRIED)]
        whole = self._shoe_of(f"{self.memory.seed} {self.memory.number}", all_cards).dealt
        play, rungs = self._practised(random)
        dealt = whole[: depths[0]]
        cards = self._hand(play, whole[len(dealt) :], random)
        if rungs:

            def far(depth: int) -> float:
                at = self._called([*whole[:depth], *map(Card, cards)])
                return min(abs(at + 0.5 - rung) for rung in rungs)

            best = min(depths, key=far)
            cards = self._hand(play, whole[best:], random)
            return best, cards
        return len(dealt), cards

    def _practised(self, random: Random) -> tuple[Index | str | None, list[int]]:
        """An index play, insurance or any hand, and the counts at which the act changes."""
        if self.ladder is None or random.random() < _AT_RANDOM:
            return None, []
        insure = self.ladder.found.insure_at
        if insure is not None and random.random() < _INSURES:
            return INSURANCE, [insure]
        plays = [play for play in self.ladder.found.plays[:_PLAYS] if play.gain > 0]
        if not plays:
            return None, []
        weights = [p.gain * (1 + self.memory.missed.get(_name(p), 0.0)) for p in plays]
        play = random.choices(plays, weights)[0]
        return play, [rung.at for rung in play.ladder[1:]]

    def _hand(self, play: Index | str | None, left: list[Card], random: Random) -> list[str]:
        """Two cards and an up card that are left in the shoe."""
        up = "A" if play == INSURANCE else play.up if isinstance(play, Index) else None
        pairs = None
        if isinstance(play, Index):
            pairs = list(_pairs(self.rules, play.hand))
        for _ in range(200):
            first, second, third = random.sample(left, 3)
            if up is not None:
                same = [card for card in left if up_card(self.rules, card).value == up]
                third = random.choice(same) if same else third
            if pairs:
                wanted = [_one_of(self.rules, left, rank, random) for rank in random.choice(pairs)]
                if None in wanted:
                    continue
                first, second = (card for card in wanted if card is not None)
            cards = [first.text, second.text, third.text]
            if all(cards.count(text) <= left.count(Card(text)) for text in cards):
                return cards
        return [card.text for card in left[:3]]

    def _round(self) -> PracticeRound:
        script = self.memory.script
        assert script is not None
        random = Random(f"{self.memory.seed} {self.memory.number} {len(script.acts)}")
        gone = self.shoe.dealt
        return PracticeRound(self.rules, script, random, gone=gone, windows=_WINDOW)

    # Questions and answers.

    def _question(self) -> RampQuestion:
        dealt, left = self.shoe.dealt, self.shoe.left
        running, units = self._running(dealt), units_at(self.spread, self._called(dealt))
        decks = decks_left(self.system, left)
        if self.memory.stage == "bet":
            ev = self._value()
            return RampQuestion("bet", running, decks, self._called(dealt), left, units, ev)
        round = self._round()
        spot = round.spot
        assert spot is not None
        at = self._called([*dealt, *spot.hand.cards, spot.up, *spot.own, *spot.exchanged])
        spot = structs.replace(spot, seen=tuple(dealt))
        hands = tuple(round.hands)
        return RampQuestion(
            asks="act", running=running, decks=decks, count=at, cards_left=left, units=units,
            ev=None, spot=spot, hands=hands,
        )  # fmt: skip

    def _value(self) -> float | None:
        left = without(self.rules, Shoe.of_decks(self._decks), self.shoe.dealt)
        try:
            return None if left is None else solve(self.rules, shoe=left).ev
        except CannotPrice:
            return None

    def answer(self, question: RampQuestion, number: int | str) -> Judged:
        """Judge a bet by the ramp, an act by the ladder; the cost is exact for this shoe."""
        if question.spot is None:
            return self._bet(question, whole(number))
        return self._act(question, question.spot, str(number))

    def _bet(self, question: RampQuestion, units: int) -> Judged:
        cost = 0.0 if question.ev is None else (question.units - units) * question.ev
        is_right = units == question.units
        right = "1 unit" if question.units == 1 else f"{question.units} units"
        what = f"count {question.count:+}: {right}"
        self.tally.add(what, is_right=is_right, cost=0.0 if is_right else cost * WAGER)
        self.memory.stage = "act" if "act" in self._asks else "new"
        return Judged(is_right, right, "the ramp", cost)

    def _act(self, question: RampQuestion, spot: HandSpot, act: str) -> Judged:
        try:
            advice = advice_on(spot, Standard.SEEN)
        except (BadHand, CannotPrice):
            advice = advice_on(spot, Standard.HAND)
        if advice.value(act) is None:
            refused = [one.refused for one in advice.acts if one.act == act]
            raise ValueError(refused[0] if refused and refused[0] else f"{act} is not permitted")
        right, by = self._right(question, spot, advice)
        play = None if self.ladder is None or spot.is_window else self.ladder.play_of(spot)
        cost = (advice.value(right) or 0.0) - (advice.value(act) or 0.0)
        is_right = act == right or (by == "the hand" and grade(cost) is Grade.RIGHT)
        total = count(self.rules, spot.hand.cards).total
        name = _name(play) if play is not None else f"{total}/{advice.up}"
        self.tally.add(
            f"{advice.cards} v {advice.up} at {question.count:+}: {right}",
            is_right=is_right, cost=0.0 if is_right else cost * WAGER,
        )  # fmt: skip
        known = self.memory.missed
        known[name] = known.get(name, 0.0) / 2 if is_right else known.get(name, 0.0) + WAGER / 100
        self._round().act(act)
        return Judged(is_right, right, by, 0.0 if act == right else cost, advice, play)

    def _right(self, question: RampQuestion, spot: HandSpot, advice: Advice) -> tuple[str, str]:
        """The right act: by the ladder if it has this hand, otherwise by the cards of the hand."""
        insure = None if self.ladder is None else self.ladder.found.insure_at
        if spot.is_window:
            if insure is None:
                return advice.best, "the cards left"
            taken = EVEN_MONEY if advice.value(EVEN_MONEY) is not None else INSURANCE
            return (taken if question.count >= insure else DECLINE), "the ladder"
        wanted = None if self.ladder is None else self.ladder.act_at(spot, question.count)
        if wanted is not None and advice.value(wanted) is not None:
            return wanted, "the ladder"
        if self.ladder is None:
            return advice.best, "the cards left"
        return advice_on(spot, Standard.HAND).best, "the hand"


def _name(play: Index) -> str:
    return f"{play.hand}/{play.up}"


def _pairs(rules: TableRules, hand: str) -> Iterator[tuple[str, str]]:
    """The pairs of ranks that make a hand as named in a chart."""
    ranks = [rank.value for rank in CLASSES]
    if "," in hand:
        first, second = hand.split(",")
        yield first, second
        return
    for at, first in enumerate(ranks):
        for second in ranks[at + 1 :]:
            two = count(rules, (Card(f"{first}s"), Card(f"{second}s")))
            if not two.soft and two.total == int(hand):
                yield first, second


def _one_of(rules: TableRules, left: list[Card], rank: str, random: Random) -> Card | None:
    like = [card for card in left if up_card(rules, card).value == rank]
    return random.choice(like) if like else None
