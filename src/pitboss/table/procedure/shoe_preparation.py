"""Preparing a new shoe: shuffle, seal, cut and load."""

from __future__ import annotations

from abc import abstractmethod
from secrets import randbelow
from typing import NoReturn

from pitboss.cards import Card
from pitboss.law.answers import Refusal
from pitboss.law.shoe import (
    composition,
    cut_limits,
    cutting_card_position,
    has_cutting_card,
    size,
)
from pitboss.rulebooks import TableRules
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.automation import Automation
from pitboss.table.evolve.changes import clearable
from pitboss.table.fairness import CommittedShoe, revealed, sealed
from pitboss.table.procedure.between_rounds import shuffle_due
from pitboss.table.procedure.card_preparation import (
    may_be_recut,
    next_batch,
    next_for_the_machine,
    waits_for_people,
)
from pitboss.table.procedure.cutting import (
    cut_offered,
    last_cutter,
    not_cut_under,
    plays_where_it_came_out,
    stack_of,
)
from pitboss.table.procedure.duties import DutyKind
from pitboss.table.run import RunningDecision
from pitboss.table.shortcuts import PlayerActs
from pitboss.table.sources import CardSource, Shuffled, Stack
from pitboss.table.state import Phase


class ShoeKeeping(PlayerActs):
    """What a table does with its cards between the shoes, and when a shoe runs out."""

    source: CardSource
    asks_for_cuts = False
    """Whether the round waits for the players to cut cards that are shuffled in the middle of it"""
    automation: Automation
    _automated: frozenset[DutyKind]
    _depth = 0
    waits_to_load = False

    @property
    @abstractmethod
    def rules(self) -> TableRules: ...

    @abstractmethod
    def _begin_change(self, *, new_shoe: bool = False) -> tuple[e.Event, ...]: ...

    @abstractmethod
    def go_on(self) -> tuple[e.Event, ...]:
        """Do every automated duty, until a person has to act."""

    @abstractmethod
    def _append(self, event: e.Event) -> None: ...

    @abstractmethod
    def _accept(self, run: RunningDecision) -> tuple[e.Event, ...]: ...

    @abstractmethod
    def _refuse(self, refusal: Refusal) -> NoReturn: ...

    @abstractmethod
    def _decided(self, act: acts.Act) -> RunningDecision: ...

    def _tell(self, events: tuple[e.Event, ...]) -> tuple[e.Event, ...]:
        for event in events:
            self._append(event)
        return events

    def shuffle(
        self, reason: str = "start", at: int | str | None = None, *, load: bool = True
    ) -> tuple[e.Event, ...]:
        """Shuffle all cards for a new shoe and offer the cut.

        Without ``load``, cards that no one is offered to cut are not loaded yet, so that players
        may give their seeds.
        """
        prepared: tuple[e.Event, ...] = ()
        if self.state.by_the_book and not waits_for_people(self.state):
            prepared = self.prepare_cards()
        decision = self._decided(acts.Shuffle(reason=reason, at=at))
        self._count_cards()
        changed = self._begin_change(new_shoe=True)
        if changed:
            decision = self._decided(acts.Shuffle(reason=reason, at=at))
        self.source.shuffle(composition(self.rules))
        happened = [*prepared, *changed, *self.reveal(), *self._accept(decision)]
        happened += self._tell(sealed(self.source))
        if not self.state.shoe.offers:
            happened += self._cut_by_the_house(reason, size(self.rules))
            self.wait_to_load()
            happened += self.load() if load else ()
        return tuple(happened)

    def prepare_cards(self, *, shows: bool = True) -> tuple[e.Event, ...]:
        """Do the steps that the cards need, each under the name of the office that it falls to.

        Without ``shows``, no player is there to see the cards: the steps wait where one must.
        """
        happened: list[e.Event] = []
        while (due := next_for_the_machine(self.state, shows=shows)) is not None:
            batch, step = due
            happened += self.do(
                acts.PrepareCards(step=step.step, by=step.by, role=step.by, batch=batch)
            )
        return tuple(happened)

    def wait_to_load(self) -> None:
        """The cards wait to be loaded; not even a card to be burned leaves them before."""
        self.waits_to_load = True
        self._automated = self.automation.tasks - {DutyKind.BURN}

    def take_up_waiting(self, depth: int) -> None:
        """A table that is taken up again while its cards, cut so deep, wait to be loaded."""
        self._depth = depth
        self.wait_to_load()

    def give_seed(self, player: str, seed: str) -> tuple[e.Event, ...]:
        """Words of a person at the table, mixed into the sealed shoe before its first card."""
        shoe = self.source
        if not isinstance(shoe, CommittedShoe):
            self._refuse(Refusal("fairness", "this shoe is not sealed"))
        if self.state.shoe.is_loaded:  # it would be in the log, but no longer in the order
            self._refuse(Refusal("fairness", "no sealed shoe is waiting for seeds"))
        if (why := shoe.may_give(player, seed)) is not None:
            self._refuse(Refusal("fairness", why))
        shoe.give(player, seed)
        return self._tell(
            (e.SeedGiven(player=player, seed=seed, shoe=shoe.shoe, under="fairness"),)
        )

    def _mix_seeds(self) -> tuple[e.Event, ...]:
        shoe = self.source
        if not isinstance(shoe, CommittedShoe) or not shoe.given:
            return ()
        seeds = shoe.mix_seeds()
        return self._tell((e.SeedsMixed(seeds=seeds, shoe=shoe.shoe, under="fairness"),))

    def house_depth(self, stack: int) -> int:
        """The depth of the house's cut: random in live play, the middle in scripted play."""
        span = cut_limits(self.rules, stack)
        if isinstance(self.source, CommittedShoe | Shuffled):
            return span.least + randbelow(span.most - span.least + 1)
        return stack // 2

    def _cut_by_the_house(self, reason: str, stack: int) -> tuple[e.Event, ...]:
        """Cut for the house, if there is a cut but no player is offered it."""
        cutting = self.rules.cutting
        if cutting is None or not_cut_under(self.rules, reason) is not None:
            return ()
        depth = self._depth = self.house_depth(stack)
        cut = e.ShoeCut(player=last_cutter(self.rules), depth=depth, under=cutting.at_last.under)
        self._append(cut)
        return (cut,)

    def _count_cards(self) -> None:
        """What is left in the shoe joins the rack; a card too few or too many is noticed."""
        under = self.rules.book.remedies.get("missing_card")
        if under is None or not isinstance(self.source, Stack) or not self.state.shoe.number:
            return
        if self.state.shoe.shuffle_after == "replaced":
            return  # new cards come whole, whatever became of the old ones
        out = len(self.state.shoe.rack) + len(self.state.shoe.held)
        if self.source.left + out != size(self.rules):
            self._append(e.IrregularityNoted(what="missing_card", under=under))

    def cut(self, player: str, depth: int, *, load: bool | None = None) -> tuple[e.Event, ...]:
        """Cut the shuffled cards and put them into the shoe.

        They wait if ``load`` is false or, if it is None, where they may be cut again.
        """
        happened = self._accept(self._decided(acts.Cut(player=player, depth=depth)))
        self._depth = depth
        if load or (load is None and not may_be_recut(self.state)):
            return (*happened, *self.load())
        self.wait_to_load()
        return happened

    def load(self) -> tuple[e.Event, ...]:
        """The cut stack goes into the shoe."""
        shoe = self.state.shoe
        waits = self.waits_to_load or (shoe.cutter is not None and not shoe.is_loaded)
        if not (waits and shoe.is_cut):
            under = self.rules.shoe.cut_from_the_ends.under
            self._refuse(Refusal(under, "no cut stack is ready to be loaded"))
        if shoe.cutter is not None:
            self.source.cut(self._depth)
        mixed = self._mix_seeds()
        self.waits_to_load, self._automated = False, self.automation.tasks
        return (*mixed, self._fill(stack_of(self.state)), *self.go_on())

    def _fill(self, stack: int) -> e.Event:
        """Load the stack into the shoe, with the cut card if there is one."""
        position = (
            cutting_card_position(self.rules, stack) if has_cutting_card(self.rules) else None
        )
        if position is not None:
            self.source.place_cutting_card(position)
        own = None if position is not None else self.rules.book.cites.get("continuous_shuffler")
        under = own or self.rules.shoe.cutting_card.under
        second = position is not None and self.rules.equipment.cutting_cards.value > 1
        loaded = e.ShoeLoaded(cards=stack, position=position, second_at_back=second, under=under)
        self._append(loaded)
        return loaded

    def shuffle_is_due(self) -> tuple[str, int | str | None] | None:
        """Why the cards must be shuffled before the next round, and where the cut card came out."""
        shoe = self.state.shoe
        if shoe.number == 0:
            return ("start", None)
        # Cards that have not been dealt from are not shuffled again, or it would never end.
        if not has_cutting_card(self.rules) and shoe.rack:
            return ("continuous", None)
        return shuffle_due(self.state)

    def prepare(self) -> tuple[e.Event, ...]:
        """Prepare a new shoe if one is due, cut by the house; for tables without players' cuts."""
        due = self.shuffle_is_due()
        if due is None:
            return ()
        return (*self.shuffle(*due), *self._cut_for_the_house())

    def _cut_for_the_house(self) -> tuple[e.Event, ...]:
        """Pass every offer of the cut on, since no player answers it, and cut for the house."""
        happened: list[e.Event] = []
        shoe = self.state.shoe
        if shoe.offers and not shoe.is_cut:
            for _ in shoe.offers[shoe.declined :]:
                happened += self.do(acts.PassCut())
            depth = self.house_depth(stack_of(self.state))
            happened += self.cut(last_cutter(self.rules), depth)
        return tuple(happened)

    def discards(self) -> tuple[Card, ...]:
        """The cards in the rack, those of hands already cleared among them."""
        state = self.state
        cleared = clearable(state)
        return (
            *state.shoe.rack,
            *(
                card
                for box in state.boxes
                for played in box.hands
                if (box.number, played.number) in cleared
                for card in (*played.exchanged, *played.hand.cards)
            ),
        )

    def reload(
        self,
        reason: str,
        cards: tuple[Card, ...],
        *,
        burn: bool,
        under: str,
        at: int | None = None,
        wait: bool = True,
    ) -> None:
        """Shuffle these cards at once and offer the cut, as after every shuffle.

        If the table has no players' cuts, no offer is answered and the house cuts.
        """
        self.source.reshuffle(cards)
        plays = plays_where_it_came_out(self.state)
        batch = self.state.shoe.batch if reason == "shoe_exhausted" else next_batch(self.state)
        self._append(e.CardsShuffled(reason=reason, cards=len(cards), batch=batch, under=under))
        burns = burn and self.rules.shoe.burns_first.value
        self._append(cut_offered(self.state, reason, at, burn=burns, plays=plays))
        self._tell(sealed(self.source))
        nothing = not cards and isinstance(self.source, Stack)
        if nothing or not self.state.shoe.offers:
            if self._cut_by_the_house(reason, len(cards)):
                self.source.cut(self._depth)
            self._fill(len(cards))
        elif not (wait and self.asks_for_cuts):
            self.let_the_cut_pass()

    def let_the_cut_pass(self) -> None:
        """Cut for the house the cards that were shuffled at once, and load them."""
        shoe = self.state.shoe
        for _ in shoe.offers[shoe.declined :]:
            self._accept(self._decided(acts.PassCut()))
        depth = self.house_depth(stack_of(self.state))
        self._accept(self._decided(acts.Cut(player=last_cutter(self.rules), depth=depth)))
        self.source.cut(depth)
        self._fill(stack_of(self.state))

    # The secrets of sealed shoes.

    def reveal(self) -> tuple[e.Event, ...]:
        """Reveal the secrets of ended shoes, but not in a round: they give its hole card away."""
        return self._tell(revealed(self.source)) if self.state.phase is Phase.BETTING else ()

    def end_shoe(self) -> tuple[e.Event, ...]:
        """End the shoe; the secret of a sealed one is revealed."""
        if isinstance(self.source, CommittedShoe):
            self.source.end()
        return self._tell(revealed(self.source))
