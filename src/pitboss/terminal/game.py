"""The course of a terminal game: shoe, bank, stakes, play, and again until the player leaves."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from pitboss.law.layout import sign
from pitboss.law.shoe import cut_limits, has_cutting_card
from pitboss.law.side_bets.registry import in_the_book, on_offer, placed_late
from pitboss.law.wagers import WagerKind, is_side_bet
from pitboss.money import Cents, NotMoney, dollars
from pitboss.numbers import NotANumber, shortened, whole
from pitboss.rulebooks.in_brief import play_in_brief
from pitboss.table import acts
from pitboss.table.decide import decide_in
from pitboss.table.fairness import CommittedShoe
from pitboss.table.prizes import Controller
from pitboss.table.procedure.cutting import last_cutter, stack_of
from pitboss.table.procedure.duties import active, boxes_with_a_draw, waiting_for_the_button
from pitboss.table.run import RunningDecision
from pitboss.table.sources import Rigged, ShoeEmpty
from pitboss.table.state import Phase, Wager
from pitboss.table.table import NotPermitted, Table
from pitboss.table.words.phrases import kind_name
from pitboss.terminal.banking import BankRound
from pitboss.terminal.coaching import Coach
from pitboss.terminal.commentary import ME, Teller, signed
from pitboss.terminal.decisions import Prompter
from pitboss.terminal.keyboard import Left
from pitboss.terminal.screen import Screen, amount
from pitboss.terminal.shoes import CardsUsedUp, Chance

_MOST_BOX: Final = 9999


class TerminalGame:
    """One sitting at a table."""

    def __init__(
        self,
        table: Table,
        chance: Chance,
        screen: Screen,
        *,
        boxes: int,
        stake: Cents,
        coach: Coach | None = None,
    ) -> None:
        self.table, self._chance, self._screen = table, chance, screen
        self._boxes = list(range(1, boxes + 1))
        self._stakes = [stake] * boxes
        self._teller = Teller(table, screen)
        self._coach = coach
        before = coach.before if coach is not None else None
        self._decisions = Prompter(table, screen, self._teller, before)
        self._bank = BankRound(table, screen, self._teller) if table.rules.banking else None
        self._late = placed_late(table.rules)

    def play(self, rounds: int | None = None) -> None:
        """Play until the player leaves, a rehearsal ends, or this many rounds are played."""
        try:
            self._welcome()
            while rounds is None or self.table.state.round <= rounds:
                self._round()
            self._screen.say("")
        except (Left, KeyboardInterrupt):
            self._leave("You leave the table.")
        except (CardsUsedUp, ShoeEmpty):
            self._leave("No cards left; the game ends here.")
        self._farewell()

    def _leave(self, why: str) -> None:
        self._teller.catch_up()
        self._screen.say(why)
        mine = self._mine()
        if self.table.state.phase is Phase.BETTING:
            self._take_back(mine)
        elif mine:
            open_ = sum(w.stake for w in mine)
            self._screen.say(f"Round unfinished: your open bets are {dollars(open_)}.")

    def _welcome(self) -> None:
        rules = self.table.rules
        book = rules.book
        self._screen.say((str(book), "bold"))
        self._screen.say(rules.brief)
        self._screen.say(f"{play_in_brief(rules)}.")
        most = rules.limits.maximum
        limits = f"Minimum {dollars(rules.limits.minimum.value)}"
        if most.value is not None:
            limits += f", maximum {dollars(most.value)}"
        self._screen.say(limits, under=rules.cite(sign(rules)[0].under))
        if isinstance(self._chance.source, Rigged):
            self._screen.say("Rehearsal: cards are dealt in the order you gave.")
        for box in self._boxes:
            self.table.do(acts.Sit(box=box, player=ME))
        if self._bank is not None:
            self._bank.sit()

    def _farewell(self) -> None:
        balance = self.table.state.money.get(ME, 0)
        over = self.table.state.round - 1
        played = "1 round" if over == 1 else f"{over} rounds"
        self._screen.say(f"{played} played; balance {signed(balance)}.")
        if self._coach is not None:
            self._coach.sum_up()
        self.table.end_shoe()
        self._teller.catch_up()

    # The shoe.

    def _new_shoe(self) -> None:
        source, due = self._chance.source, self.table.shuffle_is_due()
        if isinstance(source, Rigged) and source.left == 0:
            raise CardsUsedUp
        if isinstance(source, Rigged) or not has_cutting_card(self.table.rules):
            self.table.prepare()  # there is nothing that a player could cut
        elif due is not None:
            self.table.shuffle(*due)
            self._teller.catch_up()
            while not self.table.state.shoe.is_cut:
                self._cut()
        self.table.reveal()
        self._teller.catch_up()

    def _cut(self) -> None:
        shoe, cards = self.table.state.shoe, stack_of(self.table.state)
        if shoe.declined >= len(shoe.offers):
            self.table.cut(last_cutter(self.table.rules), self.table.house_depth(cards))
            return
        offer = shoe.offers[shoe.declined]
        if offer.player != ME:
            self.table.do(acts.DeclineCut(player=offer.player))
            return
        span = cut_limits(self.table.rules, cards)
        answer = self._screen.ask(
            f"Cut the {cards} cards: how deep, {span.least} to {span.most} (Enter = the middle)"
        )
        if answer.lower() == "q":
            raise Left
        middle = (span.least + span.most) // 2
        try:
            depth = whole(answer, least=0, most=cards) if answer else middle
        except NotANumber:
            self._screen.say(f"{shortened(answer)} is not a number of cards.")
            return
        try:
            self.table.cut(ME, depth)
        except NotPermitted as error:
            self._screen.refuse(self.table.rules.book, error.refusal)

    # A round.

    def _round(self) -> None:
        self._screen.say("")
        self._new_shoe()
        if self._bank is not None and self.table.rules.banking is not None:
            self._bank.find_banker(self.table.rules.banking)
        if self._bank is not None and self._bank.is_mine:
            self._bank.bet_against_me()
        else:
            while not self._bet():
                pass
            self._bet_beside([k for k in on_offer(self.table.rules) if k not in self._late])
        number = self.table.state.round
        while self.table.state.round == number:
            if self.table.state.phase is Phase.BETTING:
                while not self.table.state.shoe.is_cut:
                    self._cut()
                self.table.do(acts.CloseBets())
                self._teller.catch_up()
            else:
                self._step()
        if self._coach is not None:
            self._coach.after()

    def _step(self) -> None:
        state = self.table.state
        if not state.shoe.is_cut:
            self._teller.catch_up()
            self._cut()
            self._teller.catch_up()
        elif waiting_for_the_button(state):
            self._press_button()
        elif state.phase is Phase.WINDOW:
            self._bet_beside(self._late)
            self._decisions.window()
        elif state.asked is not None:
            self._decisions.answer(state.asked)
        else:
            turn = active(state)
            assert turn is not None, f"no player has to act in {state.phase}"
            if turn[0].decider == ME or self._bank is None:
                self._decisions.play(*turn)
            else:
                self._bank.play(*turn)

    def _press_button(self) -> None:
        state, rules = self.table.state, self.table.rules
        _, box = boxes_with_a_draw(state)[0]
        self._screen.ask(f"Box {box} wins a prize: press Enter to draw it")
        at = f"{state.round} {box}"
        if isinstance(self.table.source, CommittedShoe):
            controller = Controller().under_seal(self.table.source, state.round, box)
            won = controller.draw(rules)
        else:
            won = self._chance.prize(rules, at=at)
        self.table.do(acts.PressButton(box=box, player=ME, prize=won))
        self._teller.catch_up()

    # Wagers.

    def _bet(self) -> bool:
        """Prompt for the bets and place them; whether all were accepted."""
        same = dict.fromkeys(self._stakes)
        shown = " ".join(dollars(s) for s in (same if len(same) == 1 else self._stakes))
        each = " on each box, or one amount per box" if len(self._boxes) > 1 else ""
        answer = self._screen.ask(f"Your bet{each} (Enter = {shown}, q = quit)").lower()
        if answer in ("q", "quit"):
            raise Left
        try:
            stakes = [amount(word) for word in answer.split()] or self._stakes
        except NotMoney as error:
            self._screen.say(f"{error}.")
            return False
        if not any(stakes):
            raise Left
        if len(stakes) == 1:
            stakes = stakes * len(self._boxes)
        if len(stakes) != len(self._boxes):
            self._screen.say(f"You gave {len(stakes)} amounts for {len(self._boxes)} boxes.")
            return False
        if self._place([(box, stake) for box, stake in zip(self._boxes, stakes, strict=True)]):
            self._stakes = stakes
            return True
        return False

    def _mine(self) -> list[Wager]:
        return self.table.state.open_wagers(player=ME)

    def _take_back(self, wagers: list[Wager]) -> None:
        """Take back what the book allows; other bets stay."""
        for box, kind in dict.fromkeys((w.box, str(w.kind)) for w in wagers):
            act = acts.Withdraw(box=box, player=ME, kind=kind)
            refused = self.table.ask(act)
            if refused is None:
                self.table.do(act)
            else:
                self._screen.refuse(self.table.rules.book, refused)

    def _place(self, wanted: list[tuple[int, Cents]], kind: str = WagerKind.MAIN) -> bool:
        """Place a wager on each of these boxes, or on none of them."""
        bets = [
            acts.Bet(box=box, player=ME, stake=stake, kind=str(kind))
            for box, stake in wanted
            if stake
        ]
        # All are asked about first: a wager that has been made may not be taken back everywhere.
        run = RunningDecision(self.table.state)
        for bet in bets:
            refused = decide_in(run, bet)
            if refused is not None:
                self._screen.refuse(self.table.rules.book, refused)
                return False
        for bet in bets:
            self.table.do(bet)
        return True

    def _bet_beside(self, offered: Sequence[str]) -> None:
        """Prompt for these side bets and place them."""
        rules = self.table.rules
        if not offered:
            return
        self._teller.catch_up()
        names = ", ".join(kind_name(rules, kind) for kind in offered)
        example = f"{kind_name(rules, offered[0]).lower()} 5"
        if len(self._boxes) > 1:
            example += f", or {example} on 2"
        while True:
            answer = self._screen.ask(f"Side bets: {names} (for example {example}; Enter = none)")
            if answer.lower() in ("q", "quit"):
                raise Left
            if answer.lower() in ("n", "no", "none"):
                return
            request = [
                self._read_side_bet(part, offered) for part in answer.split(",") if part.strip()
            ]
            wanted = [one for one in request if one is not None]
            if len(wanted) == len(request) and all(self._place_beside(*one) for one in wanted):
                return
            if self.table.state.phase is Phase.BETTING:
                self._take_back([w for w in self._mine() if is_side_bet(w.kind)])

    def _place_beside(self, kind: str, stake: Cents, box: int | None) -> bool:
        wagers = self.table.state.wagers
        mains = {w.box for w in wagers if w.player == ME and w.kind is WagerKind.MAIN}
        boxes = sorted(mains) if box is None else [box]
        return self._place([(number, stake) for number in boxes], kind)

    def _read_side_bet(
        self, text: str, offered: Sequence[str]
    ) -> tuple[str, Cents, int | None] | None:
        """``perfect pairs 5``, and ``on 2`` after it for one box; None if it is unclear."""
        words = text.lower().replace("_", " ").split()
        box = None
        if len(words) > 3 and words[-2] == "on":
            with suppress(NotANumber):
                box = whole(words[-1], least=0, most=_MOST_BOX)
                words = words[:-2]
        rules, name = self.table.rules, " ".join(words[:-1])
        every = {k: kind_name(rules, k).lower() for k in (*offered, *in_the_book(rules))}
        named = [k for k, called in every.items() if called.startswith(name)]
        named = [k for k in named if k in offered] or named
        if len(words) < 2 or len(named) != 1:
            self._screen.say(f"{text.strip()!r} is not a side bet with an amount.")
            return None
        try:
            return named[0], amount(words[-1]), box
        except NotMoney as error:
            self._screen.say(f"{error}.")
            return None
