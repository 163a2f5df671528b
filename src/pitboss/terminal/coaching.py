"""The coach in the terminal: advice before a decision, errors after a round, a sum at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pitboss.money import dollars
from pitboss.table.table import Table
from pitboss.terminal.commentary import ME
from pitboss.terminal.screen import Screen

if TYPE_CHECKING:
    from pitboss.coach.rows import JudgedDecision

_WORST: Final = 3


def priced(cents: float) -> str:
    """An amount of money that is an average: cents below one dollar."""
    return f"{cents:.1f}¢" if abs(cents) < 100 else f"{cents / 100:.2f}"


def named(act: str) -> str:
    """An act in words."""
    return {"insure": "insurance", "decline": "none"}.get(act, act.replace("_", " "))


class Coach:
    """Follows the log of a table for the player, and prints advice as configured."""

    def __init__(self, table: Table, screen: Screen, *, before: bool, standard: str) -> None:
        # The solver takes a moment to load, and most games are played without a coach.
        from pitboss.coach.accounts import Bookkeeper
        from pitboss.coach.spots import Standard

        self._table, self._screen, self._speaks_before = table, screen, before
        self._keeper = Bookkeeper(table.log.events[0], ME, Standard(standard))
        self._heard = 1
        self._rows: list[JudgedDecision] = []

    def before(self, box: int, hand: int) -> None:
        """Print the value of every act, best first."""
        self._catch_up()
        if not self._speaks_before:
            return
        from pitboss.coach.advice import advice_on
        from pitboss.coach.at_table import spot_at
        from pitboss.solver import BadHand, CannotPrice

        follower = self._keeper.follower
        spot = spot_at(follower.state, follower.seen, box, hand)
        if spot is None:
            return
        try:
            advice = advice_on(spot, self._keeper.standard)
        except (BadHand, CannotPrice) as error:
            self._screen.say(("Coach: ", "green"), f"no price, {error}.")
            return
        valued = [one for one in advice.acts if one.ev is not None]
        valued.sort(key=lambda one: (one.act != advice.best, -(one.ev or 0.0)))
        parts = []
        for one in valued:
            cost = advice.cost(one.act)
            loses = f" (costs {priced(cost)})" if cost >= 0.05 else ""
            parts.append(f"{named(one.act)} {one.ev:+.4f}{loses}")
        by = f"by {advice.exact_for.value}, {advice.seen} cards seen"
        self._screen.say(("Coach: ", "green"), f"{' · '.join(parts)}; {by}.")
        for note in advice.notes:
            self._screen.say(("       ", ""), (note, "dim"))

    def after(self) -> None:
        """Print the decisions of the round that cost something."""
        self._catch_up()
        rows, self._rows = self._rows, []
        wrong = [row for row in rows if row.grade != "right"]
        for row in wrong:
            self._screen.say(
                ("Coach: ", "green"),
                f"box {row.box}, {row.cards} against {row.up}: {named(row.taken)} costs "
                f"{priced(row.cost)}; {named(row.best)} was better.",
            )
        if rows and not wrong:
            number = "the decision was" if len(rows) == 1 else f"all {len(rows)} decisions were"
            self._screen.say(("Coach: ", "green"), f"{number} right.")

    def sum_up(self) -> None:
        """Print the result of the session, and its costliest decisions."""
        self._catch_up()
        account = self._keeper.account
        if not account.rounds:
            return
        self._screen.say(("Coach: ", "green"), f"{account}.")
        for row in account.worst(_WORST):
            self._screen.say(
                f"  {dollars(row.stake)} on {row.cards} against {row.up}: {named(row.taken)} cost "
                f"{priced(row.cost)}; {named(row.best)} {row.ev_best:+.4f}, "
                f"{named(row.taken)} {row.ev:+.4f}."
            )

    def _catch_up(self) -> None:
        for event in self._table.log.events[self._heard :]:
            self._rows += self._keeper.follow(event)
            self._heard += 1
