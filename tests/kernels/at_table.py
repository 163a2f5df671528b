"""Rounds at the live table, played by a strategy's table of decisions, with every card recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from pitboss.acts import HandAct
from pitboss.cards import CARDS, Card
from pitboss.compiled.game import game
from pitboss.compiled.hand_states import HandDistinction, HandWalk, hand_walk
from pitboss.compiled.ranks import CLASSES
from pitboss.kernels.fast.job import FastJob, fast_job
from pitboss.law.counting import is_blackjack, up_card
from pitboss.law.play import surrenders_before_play
from pitboss.players.decisions import PER_STAGE, PermittedDecisions, decisions_of_stage
from pitboss.players.policies import even_money_taken, solved
from pitboss.rulebooks import TableRules
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure.bank import bank_is_offered_to
from pitboss.table.procedure.duties import active
from pitboss.table.run import RunningDecision
from pitboss.table.sources import Draw, Seeded
from pitboss.table.state import Phase
from pitboss.table.table import Automation, Table
from tests.rigs.agreement import is_small

STAKE: Final = 100_00
BANKERS: Final = {7: "Cleo", 8: "Ben"}

_ACTS: Final = {
    HandAct.STAND: acts.Stand, HandAct.HIT: acts.Hit, HandAct.DOUBLE: acts.Double,
    HandAct.SPLIT: acts.Split, HandAct.SURRENDER: acts.Surrender, HandAct.EXCHANGE: acts.Zap,
}  # fmt: skip


class Strategy(NamedTuple):
    """A book's best chart as the simulator and the player at the table follow it."""

    rules: TableRules
    walk: HandWalk
    decisions: PermittedDecisions
    job: FastJob


def strategy(rules: TableRules, *, seed: int = 7, fresh: bool = False) -> Strategy:
    """The best chart of the rules, ready to be played both ways."""
    compiled, solution = game(rules), solved(rules)
    walk = hand_walk(rules, compiled.outcomes, HandDistinction.BY_TOTALS)
    decisions = decisions_of_stage(compiled, walk, solution.stage)
    even = even_money_taken(compiled)
    job = fast_job(compiled, walk, decisions, seed=seed, is_fresh=fresh, takes_even_money=even)
    return Strategy(rules, walk, decisions, job)


class Shuffle(NamedTuple):
    """Cards put into the shoe by class, in order, and how many had been drawn until then."""

    cards: tuple[int, ...]
    drawn: int


class Noted(Seeded):
    """A seeded shoe that records what is shuffled and what is drawn."""

    def __init__(self, seed: int, rules: TableRules, *, small_first: bool = False) -> None:
        super().__init__(seed)
        self.rules, self.small_first = rules, small_first
        self.shuffles: list[Shuffle] = []
        self.drawn: list[int] = []

    def shuffle(self, cards: Sequence[Card]) -> None:
        held = tuple(sorted(class_of(self.rules, card) for card in cards))
        self.shuffles.append(Shuffle(held, len(self.drawn)))
        super().shuffle(cards)

    def _arranged(self, cards: Sequence[Card]) -> Sequence[Card]:
        arranged = super()._arranged(cards)
        return (
            sorted(arranged, key=lambda card: not is_small(card)) if self.small_first else arranged
        )

    def draw(self) -> Draw:
        card = super().draw()
        if isinstance(card, Card):
            self.drawn.append(class_of(self.rules, card))
        return card


class Round(NamedTuple):
    """A round at the table."""

    cards: tuple[int, ...]
    """All cards of the round by class, in the order dealt, without burn cards"""
    dealers: tuple[bool, ...]
    """Which of them are the dealer's"""
    net: Fraction
    """In wagers"""
    left: int
    """Cards left when it ended"""
    is_void: bool


def class_of(rules: TableRules, card: Card) -> int:
    return CLASSES.index(up_card(rules, card))


class Player:
    """One player, heads up, who follows the decisions."""

    def __init__(self, plan: Strategy, seed: int, *, small_first: bool = False) -> None:
        self.plan, self.rules = plan, plan.rules
        self.source = Noted(seed, plan.rules, small_first=small_first)
        self.table = Table(plan.rules, self.source, automation=Automation.DEALER, keep_log=False)
        self.began = 0
        """Cards drawn before the round, without one burned in it"""
        self.table.do(acts.Sit(box=1, player="Ada"))
        if self.rules.banking is not None:
            for box, name in BANKERS.items():
                self.table.do(acts.Sit(box=box, player=name))

    def rounds(self, number: int) -> Iterator[Round]:
        for _ in range(number):
            yield self._round()

    def _round(self) -> Round:
        table = self.table
        table.prepare()
        if self.rules.banking is not None:
            self._take_bank()
        self.began = len(self.source.drawn)
        happened = list(table.do(acts.Bet(box=1, player="Ada", stake=STAKE)))
        happened += table.do(acts.CloseBets())
        while table.state.phase is not Phase.BETTING:
            happened += self._decide()
        dealt = [each for each in happened if isinstance(each, e.CardDealt)]
        placed = {w.wager: w.stake for w in happened if isinstance(w, e.WagerPlaced)}
        back = {w.wager: w.returned for w in happened if isinstance(w, e.WagerSettled)}
        assert placed.keys() == back.keys()
        return Round(
            tuple(class_of(self.rules, CARDS[each.card]) for each in dealt),
            tuple(each.box is None for each in dealt),
            Fraction(sum(back.values()) - sum(placed.values()), STAKE),
            self.source.left,
            any(isinstance(each, e.RoundVoided) for each in happened),
        )

    def _take_bank(self) -> None:
        """Each banker takes two rounds in a row, with an unlimited bank."""
        box, name = list(BANKERS.items())[(self.table.state.round - 1) // 2 % len(BANKERS)]
        take = acts.TakeBank(player=name, box=box, wager=100 * STAKE)
        while self.table.ask(take) is not None:
            offered = bank_is_offered_to(RunningDecision(self.table.state))
            assert offered is not None
            self.table.do(acts.DeclineBank(player=offered))
        self.table.do(take)

    def _decide(self) -> tuple[e.Event, ...]:
        table, state = self.table, self.table.state
        if state.phase is Phase.WINDOW:
            hand = state.boxes[0].hands[0].hand
            gives_up = (
                surrenders_before_play(self.rules)
                and not state.boxes[0].hands[0].is_done
                and not is_blackjack(self.rules, hand)
                and self._act() is HandAct.SURRENDER
            )
            first = table.do(acts.Surrender(box=1)) if gives_up else ()
            return (*first, *table.perform(), *table.go_on())
        turn = active(state)
        assert turn is not None
        return table.do(_ACTS[self._act()](box=1, hand=turn[1].number))

    def _act(self) -> HandAct:
        state, walk, decisions = self.table.state, self.plan.walk, self.plan.decisions
        turn = active(state)
        assert turn is not None
        box, played = turn
        up = class_of(self.rules, state.up)
        classes = [class_of(self.rules, card) for card in played.hand.cards]
        at = int(walk.single[classes[0]])
        for c in classes[1:]:
            at = int(walk.follows[at, c])
        gone = [class_of(self.rules, card) for each in box.hands for card in each.exchanged]
        context = int(decisions.exchange_context[gone[0], gone[1]]) if gone else 0
        most = int(decisions.hands_at_most[context // PER_STAGE, classes[0], up])
        if played.hand.is_split:
            context += 1 + classes[0]
        act = HandAct(int(decisions.acts[context, up, at]))
        if act is HandAct.SPLIT and len(box.hands) >= most:
            act = HandAct(int(decisions.unsplit[context, up, at]))
        return act
