"""Every course of a round from a tiny shoe, played on the table engine and weighted.

The table decides what is due, what is permitted and what is settled; this module only builds the
tree. A card is any that is left in the shoe, with its probability, and a decision is the same for
everything that the player does not see. That is the hole card, so the tree has one world for each
possible hole card; all worlds share what the player knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from pitboss.cards import Card, cards
from pitboss.compiled.permissions import pairs_tens_by_rank
from pitboss.compiled.ranks import TEN, card_of
from pitboss.law.answers import Refusal
from pitboss.law.counting import score
from pitboss.law.play import surrenders_before_play
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import TableRules
from pitboss.solver import Shoe
from pitboss.table import acts
from pitboss.table.decide import decide, perform_duty
from pitboss.table.legal_acts import permitted
from pitboss.table.procedure.duties import DutyKind, next_duty
from pitboss.table.state import Phase, TableState

_TENS: Final = cards("Ts Js Qs Ks")
_ON_HANDS: Final = (WagerKind.MAIN, WagerKind.SPLIT, WagerKind.DOUBLE)

Left = tuple[int, ...]
"""How many of each kind of card are in the shoe."""

Choose = Callable[[TableState], acts.Act | None]
"""What a player does in a state; None declines to surrender."""


class World(NamedTuple):
    """A possible state, with its probability."""

    state: TableState
    left: Left
    chance: float


class ShoeTooSmall(Exception):
    """A card is due and none is left: such a shoe proves nothing."""


class TreeTooLarge(Exception):
    """A tree has more cards than its limit: use a smaller shoe."""


class Exhaustive:
    """Values a round by playing it out in every way; without a strategy, by the best play."""

    def __init__(
        self,
        rules: TableRules,
        shoe: Shoe,
        choose: Choose | None = None,
        *,
        memory: bool = True,
        most_cards: int | None = None,
    ) -> None:
        self._most_cards = most_cards
        self.cards = 0
        """Points at which a card was dealt, each in all ways"""
        self.rules = rules
        self.choose = choose
        self.kinds, self.full = _kinds(rules, shoe)
        self._memory = memory
        self._seen: dict[object, float] = {}
        self._ended: dict[object, float] = {}

    @property
    def value(self) -> float:
        """The value of a round, per unit of the main wager."""
        return self._value([World(_ready(self.rules), self.full, 1.0)])

    def value_of(self, first: int, second: int, up: int) -> float:
        """The value of a round that began with these classes of cards."""
        worlds = [World(_ready(self.rules), self.full, 1.0)]
        for rank in (first, up, second):
            worlds = [one for each in worlds for one in self._dealt(each, rank)]
        whole = sum(world.chance for world in worlds)
        # Ten-point cards may be of several ranks; the player sees which.
        return sum(self._value([world]) for world in worlds) / whole

    def _dealt(self, world: World, rank: int) -> list[World]:
        duty = next_duty(world.state)
        assert duty is not None and duty.needs_card and duty.face_up
        alike = _TENS if rank == TEN else (card_of(rank),)
        return [one for card, one in self._next_cards(world) if card in alike]

    def _next_cards(self, world: World) -> Iterable[tuple[Card, World]]:
        duty = next_duty(world.state)
        assert duty is not None
        size = sum(world.left)
        if not size:
            raise ShoeTooSmall
        self.cards += 1
        if self._most_cards is not None and self.cards > self._most_cards:
            raise TreeTooLarge
        for kind, number in enumerate(world.left):
            if number:
                after = perform_duty(world.state, duty, self.kinds[kind]).state
                left = (*world.left[:kind], number - 1, *world.left[kind + 1 :])
                yield self.kinds[kind], World(after, left, world.chance * number / size)

    def _value(self, worlds: list[World]) -> float:
        """The sum over states that look the same to the player, weighted by probability."""
        value = 0.0
        going: list[World] = []
        for world in worlds:
            state = _until_somebody_acts(world.state)
            if _is_dealers(state):
                value += world.chance * self._end(state, world.left)
            else:
                going.append(world._replace(state=state))
        if not going:
            return value
        duties = {next_duty(world.state) for world in going}
        assert len(duties) == 1, "the table would give the hole card away"
        duty = duties.pop()
        if duty is None or not duty.needs_card:
            return value + self._decision(going)
        if not duty.face_up:
            return value + self._value([one for each in going for _, one in self._next_cards(each)])
        by_card: dict[Card, list[World]] = {}
        for world in going:
            for card, one in self._next_cards(world):
                by_card.setdefault(card, []).append(one)
        return value + sum(map(self._value, by_card.values()))

    def _decision(self, worlds: list[World]) -> float:
        chance = sum(world.chance for world in worlds)
        looks = _looks(worlds[0].state)
        if looks not in self._seen or not self._memory:
            self._seen[looks] = self._decided(worlds) / chance
        return self._seen[looks] * chance

    def _decided(self, worlds: list[World]) -> float:
        state = worlds[0].state
        # Every strategy takes even money if it is worth more.
        if self.choose is None or _may_take_even_money(state):
            return max(self._after(act, worlds) for act in _open(state))
        return self._after(self.choose(state), worlds)

    def _after(self, act: acts.Act | None, worlds: list[World]) -> float:
        return self._value([w._replace(state=_acted(w.state, act)) for w in worlds])

    def _end(self, state: TableState, left: Left) -> float:
        """The value of the wagers once the player is done, over all hands the dealer may draw."""
        state = _until_somebody_acts(state)
        duty = next_duty(state)
        assert duty is not None
        if duty.task is DutyKind.COLLECT:
            return _won(state)
        key = (left, tuple(sorted(card.text for card in state.dealer)), _scores(state))
        if key not in self._ended or not self._memory:
            drawn = self._next_cards(World(state, left, 1.0))
            self._ended[key] = sum(w.chance * self._end(w.state, w.left) for _, w in drawn)
        return self._ended[key]


def _kinds(rules: TableRules, shoe: Shoe) -> tuple[tuple[Card, ...], Left]:
    """The cards that a book distinguishes, and the number of each."""
    kinds = [(card_of(rank), number) for rank, number in enumerate(shoe.counts) if number]
    tens = shoe.counts[TEN]
    if tens and pairs_tens_by_rank(rules):
        assert tens % len(_TENS) == 0, "as many of each ten-point rank"
        kinds = [*kinds[:-1], *((card, tens // len(_TENS)) for card in _TENS)]
    return tuple(card for card, _ in kinds), tuple(number for _, number in kinds)


def _ready(rules: TableRules) -> TableState:
    """One player's wager is down, and the first card is due."""
    stake = rules.limits.minimum.value
    begin: list[acts.Act] = [acts.Sit(box=1, player="Ada")]
    if rules.banking is not None:
        begin.append(acts.Sit(box=2, player="bank"))
        begin.append(acts.TakeBank(player="bank", box=2, wager=100 * stake))
    begin += [acts.Bet(box=1, player="Ada", stake=stake), acts.CloseBets()]
    state = TableState(rules=rules)
    for act in begin:
        state = _acted(state, act)
    return state


def _acted(state: TableState, act: acts.Act | None) -> TableState:
    if act is None:
        duty = next_duty(state)
        assert duty is not None and duty.task is DutyKind.CLOSE_WINDOW
        return perform_duty(state, duty).state
    decided = decide(state, act)
    if isinstance(decided, Refusal):
        raise AssertionError(f"{act} is refused: {decided.why}")
    return decided.state


def _until_somebody_acts(state: TableState) -> TableState:
    """The dealer's duties that take no card, up to collecting the cards."""
    while (duty := next_duty(state)) is not None:
        if duty.needs_card or duty.task in (DutyKind.CLOSE_WINDOW, DutyKind.COLLECT):
            return state
        state = perform_duty(state, duty).state
    return state


def _is_dealers(state: TableState) -> bool:
    duty = next_duty(state)
    return duty is not None and duty.is_after_the_players and state.phase is not Phase.DEALING


def _open(state: TableState) -> list[acts.Act | None]:
    """Everything a player may do now; in the window, only what cannot be done later."""
    if state.phase is not Phase.WINDOW:
        return [act for act in permitted(state) if not isinstance(act, acts.Insure)]
    here: tuple[type[acts.Act], ...] = (acts.TakeEvenMoney,)
    if surrenders_before_play(state.rules):
        here = (acts.TakeEvenMoney, acts.Surrender)
    return [None, *(act for act in permitted(state) if isinstance(act, here))]


def _may_take_even_money(state: TableState) -> bool:
    return state.phase is Phase.WINDOW and any(
        isinstance(act, acts.TakeEvenMoney) for act in permitted(state)
    )


def _looks(state: TableState) -> object:
    """What the player sees, except for the order of a hand's cards."""
    hands = tuple(
        (
            played.number,
            tuple(sorted(card.text for card in played.hand.cards)),
            played.hand.is_split,
            played.hand.is_doubled,
            played.is_done,
            tuple(sorted(card.text for card in played.exchanged)),
        )
        for box in state.boxes
        for played in box.hands
    )
    return state.phase, state.up.text, hands


def _scores(state: TableState) -> object:
    """Everything about the player's hands that the settlement depends on."""
    hands = tuple(
        (
            played.number,
            score(state.rules, played.hand),
            played.is_surrendered,
            played.hand.is_doubled,
        )
        for box in state.boxes
        for played in box.hands
    )
    return hands, tuple((w.kind, w.hand, w.result, w.returned, w.when) for w in state.wagers)


def _won(state: TableState) -> float:
    """The result of the round, per unit of the main wager."""
    theirs = [w for w in state.wagers if w.kind in _ON_HANDS and w.player == "Ada"]
    assert not any(w.is_open for w in theirs)
    main = next(w.stake for w in theirs if w.kind is WagerKind.MAIN)
    return sum(w.returned - w.stake for w in theirs) / main
