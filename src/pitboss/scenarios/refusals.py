"""What a worked round says must be refused: under the right clause, with nothing changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import structs

from pitboss.acts import HandAct
from pitboss.law.answers import Answer, Refusal
from pitboss.law.counting import is_blackjack, is_bust
from pitboss.law.play import (
    MAY,
    closed_under,
    is_closed,
    may_split,
)
from pitboss.law.stakes import StakedBet
from pitboss.law.wagering import may_wager, may_withdraw
from pitboss.law.wagers import WagerKind, kind_of
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT, number, stands_for
from pitboss.table import acts
from pitboss.table.evolve import bets
from pitboss.table.procedure.duties import active
from pitboss.table.state import Box, PlayedHand, TableState
from pitboss.table.table import Table


class Stopped(Exception):
    """A scenario could not be played to its end; the message says where and why."""


_OF_THE_CUT: Final = (acts.Cut, acts.DeclineCut)
"""What is refused under the list of who cuts, or under its introduction"""

_EARLY: Final = "early_window"
"""The moment at which even money settles a wager, which leaves nothing to insure."""


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
    right = (answer.under, *also_right(before, act, answer))
    # A cut that no item of the list provides for is offered under its introduction, so that any
    # item a round names is as good; everything else must be refused by the clause itself.
    matches = stands_for if isinstance(act, _OF_THE_CUT) else _is
    if not any(matches(under, refused) for under in right):
        not_so = f"not under {number(answer.under)} ({answer.why})"
        raise Stopped(f"{where} must be refused under {refused}, {not_so}")
    if table.state is not before or table.log.length != length:
        raise Stopped(f"{where} was refused, but something changed")


def _is(cited: str, named: str) -> bool:
    """Whether two citations are of one clause, whichever parts of it they name."""
    return number(cited) == number(named)


def also_right(state: TableState, act: acts.Act | None, answer: Refusal) -> Iterator[str]:
    """Further clauses that forbid an act, where the format's lists name another one for it.

    The clause that closed a hand, or the refused card, comes first, but the format also has one
    for doubling a 21, a blackjack or a split ace, and a blackjack that has been paid closed by its
    payment; at a full table two clauses leave the decision to the seat; a late bet may be above a
    limit as well, and a late side bet is not placed with the main wager; an optional wager, or a
    double that has its card, may have a clause by which it stays; a latecomer's clause is part of
    the rule on all of them, and the number of boxes is one of boxes in all or of further ones;
    insurance may be too late and without a wager; and a bettor who stayed on another hand has no
    wager to double. A blackjack had closed by itself before even money settled it. A hand with a
    missed card awaits the answer to it, and an answer where no card was missed has the clause of
    either kind. A hand that has bust, one that its player has ended, a blackjack, or another hand
    of the box, is also out of turn, and so is any hand once the house plays for an absent player,
    whose back bettors do not decide either; after the last player no hand has a turn, and what the
    act itself lacks is as good a reason. An act that answers nothing is one out of its place.
    """
    yield from _of_acts_out_of_place(state, act, answer)
    if isinstance(act, acts.Withdraw):
        yield from _of_refused(may_withdraw(state.rules, bets_are_closed=bool(state.boxes)))
        yield from _of_wagers_that_stay(state, kind_of(act.kind))
    elif isinstance(act, acts.Bet) and not state.boxes:
        yield from _of_limits(state, answer)
    elif isinstance(act, acts.Bet) and state.boxes:
        late = StakedBet(act.box, act.player, kind_of(act.kind), act.stake)
        yield state.rules.betting.closes.under
        yield from _of_refused(may_wager(state.rules, late, on_table=bets(state)))
        beside = state.rules.side_bets.get(late.kind)
        if beside is not None:
            yield beside.needs.under
    elif isinstance(act, acts.Insure):
        if state.dealer and not state.open_wagers(box=act.box, kind=WagerKind.MAIN):
            yield state.rules.insurance.against.under
        even = state.rules.even_money
        if even is not None and any(w.box == act.box and w.when == _EARLY for w in state.wagers):
            yield even.offered.under
    elif isinstance(act, acts.ActOnHand):
        box = state.box(act.box)
        played = box.hand(act.hand) if box is not None else None
        if box is not None and played is not None:
            yield from _of_hand(state, act, box, played, answer)
        yield from _of_missed_cards(state, act, played)
        yield from _of_seats(state, answer)


def _of_acts_out_of_place(
    state: TableState, act: acts.Act | None, answer: Refusal
) -> Iterator[str]:
    """The rule that an act belongs to, for one that comes when nothing asks for it."""
    rules = state.rules
    match act:
        case acts.Cut() | acts.DeclineCut() | acts.PassCut() | acts.OrderRecut():
            yield rules.shoe.cut_from_the_ends.under
        case acts.Bet() | acts.CloseBets():
            yield rules.betting.closes.under
        case acts.Sit() | acts.Leave():
            yield rules.boxes.seated_decides.under
        case acts.Continue() | acts.TakeBack():
            yield rules.book.remedies.get("dealing_error", rules.deal.turns.under)
    if answer.under == NOT_IN_THE_TEXT:
        yield rules.deal.turns.under


def _of_hand(
    state: TableState, act: acts.ActOnHand, box: Box, played: PlayedHand, answer: Refusal
) -> Iterator[str]:
    rules, hand = state.rules, played.hand
    turn = active(state)
    closed = any((c.box, c.hand) == (act.box, act.hand) for c in state.closed)
    after_the_last = turn is None and not closed
    if closed or after_the_last or hand.has_refused:
        yield from _of_refused(_as_if_open(state, act, box, played))
    if hand.exchanges and isinstance(act, acts.Double | acts.Split):
        # A house that lets no exchanged hand do so reads that these are not the first two cards.
        doubles = isinstance(act, acts.Double)
        yield rules.doubling.cards.under if doubles else rules.splitting.pairs_only.under
    if act.player not in (None, box.decider):
        if isinstance(act, acts.Double | acts.Split):
            yield rules.sharing.others_double_alone.under
        if box.is_absent:
            yield rules.boxes.seated_decides.under
    if isinstance(act, acts.Double) and is_blackjack(rules, hand):
        yield rules.doubling.cards.under
    paid = rules.book.cites.get("paid_blackjack_removed")
    if paid is not None and played.is_cleared and answer.under == rules.drawing.no_draw_on.under:
        yield paid
    if isinstance(act, acts.Double) and answer.under == rules.sharing.not_paying_a_split.under:
        yield rules.sharing.others_double_too.under
    by_the_deal = closed_under(rules, hand) if is_blackjack(rules, hand) else None
    if by_the_deal is not None and (closed or isinstance(act, acts.Surrender)):
        yield by_the_deal
    surrendering = rules.surrendering if isinstance(act, acts.Surrender) else None
    if surrendering is not None and (closed or by_the_deal is not None):
        yield surrendering.time.under
    by_the_player = closed and (played.is_surrendered or not is_closed(rules, hand))
    beside = turn is not None and turn[0] is box and turn[1] is not played
    if beside and "hands_in_turn" in rules.book.cites:
        yield rules.book.cites["hands_in_turn"]
    passed = closed and (is_bust(rules, hand.cards) or is_blackjack(rules, hand))
    absent = any(one.is_absent for one in state.boxes)
    if by_the_player or beside or after_the_last or passed or absent:
        yield rules.deal.turns.under


def _of_wagers_that_stay(state: TableState, kind: str) -> Iterator[str]:
    cites = state.rules.book.cites
    if state.boxes and kind != WagerKind.MAIN and "optional_withdrawn" in cites:
        yield cites["optional_withdrawn"]
    gets_its_card = state.asked is None  # the others have said whether they double too
    if kind == WagerKind.DOUBLE and gets_its_card and "double_withdrawn_later" in cites:
        yield cites["double_withdrawn_later"]


def _of_limits(state: TableState, answer: Refusal) -> Iterator[str]:
    rules, cites = state.rules, state.rules.book.cites
    if answer.under in (cites.get("late_start"), cites.get("sitting_out")):
        yield rules.betting.mid_shoe.under
    if answer.under == rules.boxes.boxes_per_player.under and "further_boxes" in cites:
        yield cites["further_boxes"]


def _of_missed_cards(
    state: TableState, act: acts.ActOnHand, played: PlayedHand | None
) -> Iterator[str]:
    is_answer = isinstance(act, acts.TakeLateCard | acts.CallDead)
    is_late = played is not None and played.is_late
    in_the_deal = played is not None and len(played.hand.cards) < 2
    remedies = state.rules.book.remedies
    if is_answer or (is_late and in_the_deal):
        yield from filter(None, [remedies.get("one_card_dealt")])
    if is_answer or (is_late and not in_the_deal):
        yield from filter(None, [remedies.get("missed_card")])


def _of_seats(state: TableState, answer: Refusal) -> Iterator[str]:
    rules = state.rules
    seated, by_seat = rules.boxes.seated_decides, rules.boxes.decides_without_wager
    is_full = len(state.seats) >= rules.equipment.boxes.value
    if is_full and by_seat.value and answer.under in (seated.under, by_seat.under):
        yield from (seated.under, by_seat.under)


def _as_if_open(
    state: TableState, act: acts.ActOnHand, box: Box, played: PlayedHand
) -> Answer | None:
    hand = structs.replace(played.hand, has_refused=False)
    match act:
        case acts.Split():
            return may_split(state.rules, hand, hands_on_box=len(box.hands))
        case acts.Surrender() if not state.dealer:
            return None
        case acts.ActOnHand(act=HandAct() as kind):
            return MAY[kind](state.rules, hand, state.up if state.dealer else None)
        case _:
            return None


def _of_refused(answer: Answer | None) -> Iterator[str]:
    if isinstance(answer, Refusal):
        yield answer.under
