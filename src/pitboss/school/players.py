"""The class of players that is not there: seats, bets, answers and decisions, all from a seed.

What a player does depends on the seed and on what lies on the table, never on the order in which
it was asked for, so that a hand that is dealt in another order is played in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from pitboss.acts import HandAct
from pitboss.law.counting import count
from pitboss.law.shoe import cut_limits
from pitboss.law.side_bets.registry import in_the_book, placed_late
from pitboss.rulebooks import TableRules
from pitboss.table import acts
from pitboss.table.legal_acts import open_before_play, permitted
from pitboss.table.prizes import Controller
from pitboss.table.procedure.cutting import stack_of
from pitboss.table.procedure.duties import active, boxes_with_a_draw, waiting_for_the_button
from pitboss.table.sources import hashed_words
from pitboss.table.state import TableState

_NAMES: Final = ("Ana", "Bo", "Cleo", "Dev", "Eli", "Fay", "Gus")
_MULTIPLES: Final = (1, 1, 2, 2, 3, 4, 5, 10)
_ODD: Final = (1, 2, 3, 5, 7, 9, 11)
"""Chips of the smallest kind that are added to a bet, so that payouts are not round"""

_NOW_AND_THEN: Final = ((HandAct.EXCHANGE, 0.6), (HandAct.SPLIT, 0.6), (HandAct.SURRENDER, 0.1))
"""How often a player does what only some hands may"""


class Script:
    """Everyone at the table but the dealer."""

    def __init__(self, rules: TableRules, seed: int | str, *, boxes: int = 3) -> None:
        self._rules, self._seed = rules, seed
        most = rules.equipment.boxes.value
        if rules.banking is not None:
            boxes = max(2, boxes)  # the player who banks has no bet
        self._boxes = sorted(Random(f"school {seed}").sample(range(1, most + 1), min(boxes, most)))
        words = hashed_words(f"pitboss school 1\n{seed}\n")
        self._controller = Controller(words)

    def _random(self, state: TableState, *what: object) -> Random:
        return Random(f"{self._seed} {state.round} {what!r}")

    def _name(self, box: int) -> str:
        return _NAMES[self._boxes.index(box) % len(_NAMES)]

    # Before the deal.

    def arrivals(self, state: TableState) -> Iterator[acts.Act]:
        """Seats that are taken before the cards are shuffled."""
        for box in self._boxes:
            if box not in state.seats:
                yield acts.Sit(box=box, player=self._name(box))

    def depth(self, state: TableState, player: str) -> int | None:
        """How deep a player cuts who is offered it; None if it is declined."""
        random = self._random(state, "cut", player, state.shoe.number)
        if random.random() < 0.4:
            return None
        span = cut_limits(self._rules, stack_of(state))
        return random.randint(span.least, span.most)

    def bank(self, state: TableState) -> Iterator[acts.Act]:
        """Someone takes the bank; the others pass it if it must be offered to them first."""
        if self._rules.banking is None:
            return
        least, seats = self._rules.limits.minimum.value, sorted(state.seats.items())
        random = self._random(state, "bank")
        wager = least * random.choice((5, 20, 100))
        for box, player in seats:
            yield acts.TakeBank(player=player, box=box, wager=wager)
        for _, player in seats:
            yield acts.DeclineBank(player=player)
            for box, other in seats:
                yield acts.TakeBank(player=other, box=box, wager=wager)

    def bets(self, state: TableState) -> Iterator[acts.Bet]:
        """The chips that players put down; the book may refuse some of them."""
        least, chip = self._rules.limits.minimum.value, min(self._rules.equipment.chips.value)
        for box in self._boxes:
            random = self._random(state, "bet", box)
            stake = least * random.choice(_MULTIPLES)
            if random.random() < 0.4:
                stake += chip * random.choice(_ODD)
            player = self._name(box)
            yield acts.Bet(box=box, player=player, stake=stake)
            for kind in in_the_book(self._rules):
                if random.random() < 0.35 and kind not in placed_late(self._rules):
                    stake = self._rules.side_bet(kind).amounts.value.least or least
                    yield acts.Bet(box=box, player=player, stake=stake, kind=str(kind))
        if self._rules.boxes.bettors_at_most.value != 1 and len(self._boxes) > 1:
            random = self._random(state, "back")
            if random.random() < 0.5:
                box, guest = random.sample(self._boxes, 2)
                yield acts.Bet(
                    box=box, player=self._name(guest), stake=least * random.randint(1, 3)
                )

    def mischief(self, state: TableState) -> Iterator[acts.Bet]:
        """Chips on the cloth that may not be accepted: too few, or far too many."""
        random, least = self._random(state, "mischief"), self._rules.limits.minimum.value
        free = [n for n in range(1, self._rules.equipment.boxes.value + 1) if n not in state.seats]
        if random.random() < 0.3 and free and least > 1:
            yield acts.Bet(box=free[0], player="Hal", stake=least - 1)

    # In the round.

    def before_play(self, state: TableState) -> Iterator[acts.Act]:
        """Insurance, even money, early surrender and late side bets that players ask for."""
        for act, _ in open_before_play(state):
            random = self._random(state, "window", repr(act))
            if random.random() < (0.08 if isinstance(act, acts.Surrender) else 0.3):
                yield act

    def act(self, state: TableState) -> acts.Act | None:
        """What a person does while the dealer waits for one; None if no one can do anything."""
        if waiting_for_the_button(state):
            _, box = boxes_with_a_draw(state)[0]
            prize = self._controller.draw(self._rules)
            return acts.PressButton(box=box, player="employee", prize=prize)
        lawful = permitted(state)
        if not lawful:
            return None
        if state.asked is not None:
            return self._random(state, "asked", state.asked.box, state.asked.hand).choice(lawful)
        return self._decision(state, lawful)

    def _decision(self, state: TableState, lawful: tuple[acts.Act, ...]) -> acts.Act:
        turn = active(state)
        if turn is None:
            return lawful[0]
        box, played = turn
        cards = played.hand.cards
        random = self._random(state, box.number, played.number, cards)
        open_to = {type(act): act for act in lawful if isinstance(act, acts.ActOnHand)}
        for act, chance in _NOW_AND_THEN:
            kind = acts.OF_PLAY[act]
            if kind in open_to and random.random() < chance:
                return open_to[kind]
        total = count(self._rules, cards)
        if acts.Double in open_to and 9 <= total.total <= 11 and random.random() < 0.8:
            return open_to[acts.Double]
        least = 18 if total.soft else random.choice((13, 17, 17))
        wanted = acts.Hit if total.total < least else acts.Stand
        return open_to.get(wanted) or lawful[0]
