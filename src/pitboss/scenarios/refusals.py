"""What a worked round says must be refused: under the right clause, with nothing changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import structs

from pitboss.law.answers import Answer, Refusal
from pitboss.law.counting import is_blackjack, is_bust, up_card
from pitboss.law.play import may_double, may_hit, may_split, may_stand, may_zap
from pitboss.law.stakes import Bet
from pitboss.law.wagering import may_wager, may_withdraw
from pitboss.law.wagers import kind_of
from pitboss.rulebooks.provisions import number
from pitboss.table import acts
from pitboss.table.evolve import bets
from pitboss.table.procedure.between_rounds import mid_shoe
from pitboss.table.state import Box, PlayedHand, TableState
from pitboss.table.table import Table


class Stopped(Exception):
    """A scenario could not be played to its end; the message says where and why."""


def must_refuse(
    table: Table,
    where: str,
    ask: Callable[[], Refusal | None],
    refused: str,
    act: acts.Act | None = None,
) -> None:
    """Stop unless the table refuses under that clause and stays as it is."""
    before, length = table.state, table.log.length
    answer = ask()
    if not isinstance(answer, Refusal):
        raise Stopped(f"{where} must be refused under {refused}, but was allowed")
    right = {number(answer.under), *(number(one) for one in also_right(before, act))}
    if number(refused) not in right:
        not_so = f"not under {number(answer.under)} ({answer.why})"
        raise Stopped(f"{where} must be refused under {refused}, {not_so}")
    if table.state is not before or table.log.length != length:
        raise Stopped(f"{where} was refused, but something changed")


def also_right(state: TableState, act: acts.Act | None) -> Iterator[str]:
    """Further clauses that forbid an act, where the format's lists name another one for it.

    The clause that closed a hand, or the refused card, comes first, but the format also has one
    for doubling a 21 or a split ace; a late bet may be above a limit as well.
    """
    if isinstance(act, acts.Withdraw):
        yield from _of_refused(may_withdraw(state.rules, bets_are_closed=bool(state.boxes)))
    elif isinstance(act, acts.Bet):
        yield from _of_bet(state, act)
    elif isinstance(act, acts.TakeEvenMoney):
        even, up = state.rules.even_money, state.dealer[:1]
        if even is not None and up and up_card(state.rules, up[0]) not in even.against.value:
            yield from (even.against.under, even.offered.under)
    elif isinstance(act, acts.OnHand):
        box = state.box(act.box)
        played = box.hand(act.hand) if box is not None else None
        if box is not None and played is not None:
            yield from _of_hand(state, act, box, played)


def _of_bet(state: TableState, act: acts.Bet) -> Iterator[str]:
    rules, bet = state.rules, Bet(act.box, act.player, kind_of(act.kind), act.stake)
    if state.boxes:
        yield rules.betting.closes.under
        yield from _of_refused(may_wager(rules, bet, on_table=bets(state)))
        return
    if state.banker is not None and state.banker.player == act.player:
        yield rules.present(rules.banking, "banking").banker_may_bet.under
    boxes = rules.boxes
    mine = {b.box for b in bets(state) if b.player == act.player} | {act.box}
    if boxes.boxes_per_player.value is not None and len(mine) > boxes.boxes_per_player.value:
        yield boxes.nobody_seated.under
    if act.box not in state.seats and any(b.box == act.box for b in bets(state)):
        yield boxes.seated_decides.under  # no one there could decide for two bettors
    limit = mid_shoe(state, act.player)
    if limit.barred or limit.most is not None:  # the paragraph for latecomers, or for who sat out
        yield from (part.number for part in rules.book.ledger.find(number(limit.under)))


def _of_hand(state: TableState, act: acts.OnHand, box: Box, played: PlayedHand) -> Iterator[str]:
    rules, hand = state.rules, played.hand
    closed = any((c.box, c.hand) == (act.box, act.hand) for c in state.closed)
    if closed or hand.has_refused:
        yield from _of_refused(_as_if_open(state, act, box, played))
    if is_bust(rules, hand.cards):
        yield from (rules.deal.turns.under, rules.drawing.bust_taken.under)
    elif is_blackjack(rules, hand):  # closed by the deal, or when its turn comes
        yield from (rules.deal.turns.under, rules.drawing.no_draw_on.under)
    if isinstance(act, acts.Double) and act.player not in (None, box.decider):
        yield rules.sharing.others_double_alone.under
    if isinstance(act, acts.Surrender) and closed and rules.surrendering is not None:
        yield rules.surrendering.time.under


def _as_if_open(state: TableState, act: acts.OnHand, box: Box, played: PlayedHand) -> Answer | None:
    hand = structs.replace(played.hand, has_refused=False)
    match act:
        case acts.Hit():
            return may_hit(state.rules, hand)
        case acts.Stand():
            return may_stand(state.rules, hand)
        case acts.Double():
            return may_double(state.rules, hand)
        case acts.Split():
            return may_split(state.rules, hand, hands_on_box=len(box.hands))
        case acts.Zap():
            return may_zap(state.rules, hand)
        case _:
            return None


def _of_refused(answer: Answer | None) -> Iterator[str]:
    if isinstance(answer, Refusal):
        yield answer.under
