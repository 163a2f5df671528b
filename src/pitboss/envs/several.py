"""Several players at one live table: its rounds as questions to one player at a time.

The live table plays, not the kernel: the player who may act is asked, the actions are what the book
permits, and rewards are what the table's own accounts show. A round is a coroutine that yields a
question and receives the answer.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from enum import IntEnum, unique
from typing import Any, Final, NamedTuple

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary
from msgspec import structs
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.compiled.ranks import CLASSES
from pitboss.kernels.steps.codes import NAMES
from pitboss.law.counting import count, up_card
from pitboss.law.side_bets.prizes import prize, prize_table
from pitboss.law.side_bets.registry import on_offer
from pitboss.law.wagers import WagerKind
from pitboss.players.stakes import main_stake, side_stake
from pitboss.rulebooks import RulesLike, rules_of
from pitboss.table import acts
from pitboss.table.legal_acts import open_before_play, permitted
from pitboss.table.procedure.bank import bank_is_offered_to
from pitboss.table.procedure.duties import active, boxes_with_a_draw, waiting_for_the_button
from pitboss.table.run import RunningDecision
from pitboss.table.sources import Seeded
from pitboss.table.state import Phase, Wager
from pitboss.table.table import Automation, Table

from .arguments import BadEnvironment, settings_of, whole

MOST_BOXES: Final = 9
COLUMNS: Final = (
    "question", "total", "soft", "pair", "cards", "up", "hand", "hands", "is_banker", "bank",
    *(f"box_{n}_{what}" for n in range(1, MOST_BOXES + 1) for what in ("total", "soft")),
    *(f"unseen_{rank.value}" for rank in CLASSES),
)  # fmt: skip
"""What each number of an observation is."""
_UNSEEN: Final = len(COLUMNS) - len(CLASSES)

_OF_HAND: Final[dict[type[acts.Act], str]] = {kind: act.word for act, kind in acts.OF_PLAY.items()}


@unique
class About(IntEnum):
    """What a player is asked about."""

    NOTHING = 0
    BANK = 1
    BET = 2
    WINDOW = 3
    PLAY = 4
    JOIN = 5


class SeatQuestion(NamedTuple):
    """Who is asked, about what, and what may be answered."""

    agent: str
    about: About
    may: tuple[str, ...]


Course = Generator[SeatQuestion, str, None]


class LiveGame:
    """A live table of a book with its players, and each player's view of it."""

    def __init__(
        self,
        book: RulesLike,
        settings: Mapping[str, Any] | None,
        boxes: Mapping[str, int],
        *,
        bets: Sequence[int],
        side_bets: Sequence[str] | None,
        banks: Sequence[int],
        rounds: int,
    ) -> None:
        self.rules = rules_of(book, **settings_of(settings))
        self.boxes, self.bets, self.banks = dict(boxes), bets, banks
        self.rounds = whole("rounds", rounds)
        most = min(self.rules.equipment.boxes.value, MOST_BOXES)
        if not boxes or any(whole("a box", box) > most for box in boxes.values()):
            raise BadEnvironment(f"{self.rules.book.id} has boxes 1 to {most} here")
        self.sides = on_offer(self.rules) if side_bets is None else tuple(side_bets)
        self.unit = main_stake(self.rules)
        self.names = (
            *NAMES, "join", "stay", *(f"bet_{n}" for n in bets),
            *(f"side_{kind}" for kind in self.sides), "bank_pass", *(f"bank_{n}" for n in banks),
        )  # fmt: skip
        self.number = {name: n for n, name in enumerate(self.names)}
        high = np.full(len(COLUMNS), 255, np.int16)
        self.space = Dict(
            {
                "observation": Box(np.zeros_like(high), high, dtype=np.int16),
                "action_mask": MultiBinary(len(self.names)),
            }
        )
        self.actions: Discrete[Any] = Discrete(len(self.names))
        self.won: dict[str, float] = {}
        """What each player has won since it was last read, in units"""

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the round, which is played again from its seed and answers."""
        return {
            name: value for name, value in vars(self).items() if name not in ("table", "random")
        }

    def begin(self, seed: int) -> Course:
        """Start with new cards; everyone sits down or stands behind a seated player."""
        self.random = np.random.default_rng(seed)
        self.table = Table(self.rules, Seeded(seed), automation=Automation.DEALER)
        for agent, box in self.boxes.items():
            if box not in self.table.state.seats:
                self.table.do(acts.Sit(box=box, player=agent))
        self.won = dict.fromkeys(self.boxes, 0.0)
        return self._rounds()

    def _rounds(self) -> Course:
        for _ in range(self.rounds):
            self.table.prepare()
            if self.rules.banking is not None:
                yield from self._bank()
                if self.table.state.banker is None:
                    return  # without a bank there is no round
            before = dict(self.table.state.money)
            yield from self._bets()
            if self.table.state.open_wagers():
                self.table.do(acts.CloseBets())
                while self.table.state.phase is not Phase.BETTING:
                    yield from self._decide()
            after = self.table.state.money
            for agent in self.boxes:
                self.won[agent] += (after.get(agent, 0) - before.get(agent, 0)) / self.unit

    # Questions.

    def _bank(self) -> Course:
        """Offer the bank clockwise; the last banker may keep it as long as the book allows."""
        texts: set[str] = set()
        while self.table.state.banker is None:
            last = self.table.state.last_banker
            offered = bank_is_offered_to(RunningDecision(self.table.state))
            in_turn = [last.player] if last is not None else []
            in_turn += [offered] if offered is not None else list(self.boxes)
            agent = next(
                (
                    each
                    for each in in_turn
                    if each not in texts and self.table.ask(self._take(each, self.banks[0])) is None
                ),
                None,
            )
            if agent is None:
                return
            texts.add(agent)
            banks = (f"bank_{n}" for n in self.banks)
            reply = yield SeatQuestion(agent, About.BANK, ("bank_pass", *banks))
            if reply != "bank_pass":
                self.table.do(self._take(agent, int(reply.removeprefix("bank_"))))
            elif self.table.ask(acts.DeclineBank(player=agent)) is None:
                self.table.do(acts.DeclineBank(player=agent))

    def _take(self, agent: str, units: int) -> acts.TakeBank:
        return acts.TakeBank(player=agent, box=self.boxes[agent], wager=units * self.unit)

    def bets_of(self, agent: str) -> tuple[str, ...]:
        """The bets that a player may make now."""
        may = []
        for units in self.bets:
            if units == 0 or self.table.ask(self._bet(agent, units)) is None:
                may.append(f"bet_{units}")
        return tuple(may)

    def _bet(self, agent: str, units: int) -> acts.Bet:
        return acts.Bet(box=self.boxes[agent], player=agent, stake=max(units, 1) * self.unit)

    def _bets(self) -> Course:
        """Ask everyone for main bets, then for side bets, which need one."""
        for agent in self.boxes:
            may = self.bets_of(agent)
            if len(may) > 1 or may[:1] not in ((), ("bet_0",)):
                reply = yield SeatQuestion(agent, About.BET, may)
                units = int(reply.removeprefix("bet_"))
                if units:
                    self.table.do(self._bet(agent, units))
        for agent in self.boxes:
            while options := dict(self._side_bets(agent)):
                reply = yield SeatQuestion(agent, About.BET, ("pass", *options))
                if reply == "pass":
                    break
                self.table.do(options[reply])

    def _side_bets(self, agent: str) -> Iterator[tuple[str, acts.Bet]]:
        placed = {wager.kind for wager in self.table.state.open_wagers(player=agent)}
        for kind in self.sides:
            stake = side_stake(self.rules, kind)
            bet = acts.Bet(box=self.boxes[agent], player=agent, stake=stake, kind=kind)
            if kind not in placed and self.table.ask(bet) is None:
                yield f"side_{kind}", bet

    def _decide(self) -> Course:
        state = self.table.state
        if state.phase is Phase.AFTER_DEAL and waiting_for_the_button(state):
            self._press()
        elif state.phase is Phase.WINDOW:
            yield from self._window()
            if self.table.state.phase is Phase.WINDOW:
                self.table.perform()
                self.table.go_on()
        elif state.asked is not None:
            yield from self._join(state.asked.players[0])
        else:
            turn = active(state)
            assert turn is not None, f"no player has to decide in the phase {state.phase.value}"
            may = {_OF_HAND[type(a)]: a for a in permitted(state) if type(a) in _OF_HAND}
            agent = turn[0].decider or state.seats[turn[0].number]
            one = len(may) == 1
            reply = next(iter(may)) if one else (yield SeatQuestion(agent, About.PLAY, tuple(may)))
            self.table.do(may[reply])

    def _press(self) -> None:
        """Draw a prize with the environment's generator."""
        kind, box = boxes_with_a_draw(self.table.state)[0]
        bet = self.rules.side_bet(kind)
        drawn = prize(bet, int(self.random.integers(prize_table(bet)[0].entries)))
        decides = self.table.state.seats[box]
        self.table.do(acts.PressButton(box=box, player=decides, prize=drawn))

    def _window(self) -> Course:
        for wager in self.table.state.open_wagers(kind=WagerKind.MAIN):
            while options := self._before_play(wager):
                reply = yield SeatQuestion(wager.player, About.WINDOW, ("pass", *options))
                if reply == "pass":
                    break
                self.table.do(options[reply])

    def _before_play(self, wager: Wager) -> dict[str, acts.Act]:
        state = self.table.state
        if state.phase is not Phase.WINDOW or not state.wager(wager.id).is_open:
            return {}
        options: dict[str, acts.Act] = {}
        box = state.box(wager.box)
        decides = box is not None and box.decider == wager.player
        for act, _ in open_before_play(state):
            if isinstance(act, acts.Insure) and (act.box, act.player) == (wager.box, wager.player):
                options.setdefault("insure", act)
            elif isinstance(act, acts.TakeEvenMoney) and act.player == wager.player:
                options |= {"even_money": act} if act.box == wager.box else {}
            elif isinstance(act, acts.Surrender) and act.box == wager.box and decides:
                options["surrender"] = act
            elif isinstance(act, acts.Bet) and self._is_own_side_bet(act, wager):
                stake = side_stake(self.rules, act.kind)
                options[f"side_{act.kind}"] = structs.replace(act, stake=stake)
        return options

    def _is_own_side_bet(self, act: acts.Bet, wager: Wager) -> bool:
        own = (act.box, act.player) == (wager.box, wager.player)
        return own and act.kind in self.sides

    def _join(self, player: str) -> Course:
        """Ask a back bettor to join a double or split, or to stay on the hand or the new one."""
        answers: dict[str, acts.Act] = {}
        for act in permitted(self.table.state):
            if getattr(act, "player", None) != player:
                continue
            if isinstance(act, acts.Decline):
                answers["stay" if "pass" in answers else "pass"] = act
            elif isinstance(act, acts.Double | acts.Split):
                answers["join"] = act
        reply = next(iter(answers))
        if len(answers) > 1:
            reply = yield SeatQuestion(player, About.JOIN, tuple(answers))
        self.table.do(answers[reply])

    # What is seen.

    def mask(self, may: Sequence[str]) -> NDArray[np.int8]:
        """Answers as an array."""
        mask = np.zeros(len(self.names), np.int8)
        mask[[self.number[name] for name in may]] = 1
        return mask

    def seen(self, agent: str, about: About) -> NDArray[np.int16]:
        """An observation: the exposed cards, the player's own hand and the bank."""
        state, seen = self.table.state, np.zeros(len(COLUMNS), np.int16)
        seen[0] = about
        box = state.box(self.boxes[agent])
        if box is not None:
            turn = active(state) if state.phase is Phase.PLAY else None
            mine = turn is not None and turn[0].number == box.number
            played = turn[1] if turn is not None and mine else box.hands[0]
            if held := played.hand.cards:
                ranks = [self._class(card) for card in held]
                total = count(self.rules, held)
                pair = ranks[0] + 1 if len(ranks) == 2 and ranks[0] == ranks[1] else 0
                seen[1:5] = total.total, total.soft, pair, len(held)
            seen[6:8] = played.number, len(box.hands)
        if state.dealer:
            seen[5] = self._class(state.dealer[0]) + 1
        if state.banker is not None:
            seen[8] = state.banker.player == agent
            seen[9] = min(state.banker.bank.wager // self.unit, 255)
        for each in state.boxes:
            if (held := each.hands[-1].hand.cards) and each.number <= MOST_BOXES:
                total = count(self.rules, held)
                seen[8 + 2 * each.number : 10 + 2 * each.number] = total.total, total.soft
        seen[_UNSEEN:] = self._unseen()
        return seen

    def _class(self, card: Card) -> int:
        return CLASSES.index(up_card(self.rules, card))

    def _unseen(self) -> list[int]:
        state = self.table.state
        decks = self.rules.equipment.decks.value
        left = [4 * decks] * 9 + [16 * decks]
        shown = [*state.shoe.rack, *(c for b in state.boxes for h in b.hands for c in h.hand.cards)]
        shown += state.dealer[:1] if state.hole_is_down else state.dealer
        for card in shown:
            if card is not state.shoe.burned:
                left[self._class(card)] -= 1
        return [max(each, 0) for each in left]
