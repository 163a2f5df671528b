"""Where a player banks: offering the bank round the table, and the bots that make it a game."""

from __future__ import annotations

from typing import Final

from pitboss.law.counting import count
from pitboss.money import NotMoney, dollars
from pitboss.rulebooks.schema.settlement import Banking
from pitboss.table import acts
from pitboss.table.procedure.bank import bank_is_offered_to
from pitboss.table.run import RunningDecision
from pitboss.table.state import Box, PlayedHand
from pitboss.table.table import NotPermitted, Table
from pitboss.terminal.commentary import ME, Teller
from pitboss.terminal.screen import Screen, amount

BANK: Final = "Cora"
"""The bot that takes the bank whenever no other player does."""

PUNTERS: Final = ("Ann", "Ben")
"""Bots that bet against the player's bank; Ann banks while ``BANK`` must pass."""

BOTS: Final = (*PUNTERS, BANK)
"""In the order of their seats, the last ones of the table."""

_BANK_OF_A_BOT: Final = 1000_00
_STANDS_ON: Final = 17


class BankRound:
    """Who banks this round, and what the bots do in it."""

    def __init__(self, table: Table, screen: Screen, teller: Teller) -> None:
        self._table, self._screen, self._teller = table, screen, teller
        boxes = table.rules.equipment.boxes.value
        self._seats = {bot: boxes - len(BOTS) + i for i, bot in enumerate(BOTS, 1)}
        self._my_wager = 20 * table.rules.limits.minimum.value

    def sit(self) -> None:
        """The bots take their seats."""
        for bot, box in self._seats.items():
            self._table.do(acts.Sit(box=box, player=bot))

    def find_banker(self, banking: Banking) -> None:
        """Offer the bank in the order of the book until a player takes it."""
        last = self._table.state.last_banker
        if last is not None and last.turn < banking.turns_in_a_row.value:
            if last.player == BANK:
                self._take(BANK)
            elif last.player == ME and self._screen.ask_yes("Keep the bank?", default=False):
                self._take_mine()
        while self._table.state.banker is None:
            self._offer(bank_is_offered_to(RunningDecision(self._table.state)))
        self._teller.catch_up()

    def _offer(self, to: str | None) -> None:
        state = self._table.state
        last = state.last_banker
        if to is None and last is None and ME not in state.bank_declined:
            to = ME
        if to == ME:
            most = self._table.rules.present(self._table.rules.banking, "banking").turns_in_a_row
            text = f"The bank is offered to you (up to {most.value} turns). Take it?"
            if self._screen.ask_yes(text, default=False):
                self._take_mine()
                return
        elif to in (None, BANK) or (to == PUNTERS[0] and last is not None and last.player == BANK):
            self._take(to or BANK)
            return
        self._table.do(acts.DeclineBank(player=to or ME))

    def _take(self, bot: str) -> None:
        self._table.do(acts.TakeBank(player=bot, box=self._seats.get(bot, 1), wager=_BANK_OF_A_BOT))

    def _take_mine(self) -> None:
        while self._table.state.banker is None:
            answer = self._screen.ask(f"Bank wager (Enter = {dollars(self._my_wager)})")
            try:
                wager = amount(answer) if answer else self._my_wager
                self._table.do(acts.TakeBank(player=ME, box=1, wager=wager))
            except NotMoney as error:
                self._screen.say(f"{error}.")
            except NotPermitted as error:
                self._screen.refuse(self._table.rules.book, error.refusal)
            else:
                self._my_wager = wager

    @property
    def is_mine(self) -> bool:
        """Whether the player banks this round."""
        banker = self._table.state.banker
        return banker is not None and banker.player == ME

    def bet_against_me(self) -> None:
        """The bots wager the minimum against the player's bank."""
        for bot in PUNTERS:
            stake = self._table.rules.limits.minimum.value
            self._table.do(acts.Bet(box=self._seats[bot], player=bot, stake=stake))

    def play(self, box: Box, one: PlayedHand) -> None:
        """A bot draws to 17."""
        total = count(self._table.rules, one.hand.cards).total
        hit = acts.Hit(box=box.number, hand=one.number)
        if total < _STANDS_ON and self._table.ask(hit) is None:
            self._table.do(hit)
        else:
            self._table.do(acts.Stand(box=box.number, hand=one.number))
        self._teller.catch_up()
