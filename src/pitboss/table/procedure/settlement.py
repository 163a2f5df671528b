"""Settlement of side bets, insurance, busts, blackjacks, and the hands at the end."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from pitboss.cards import Card
from pitboss.law import banking, insurance, settlement
from pitboss.law.counting import is_blackjack, is_bust
from pitboss.law.hands import Hand
from pitboss.law.settlement import HandWager, Settled
from pitboss.law.side_bets import (
    buster,
    madness_21,
    over_under_13,
    perfect_pairs,
    player_pair,
    super_sevens,
)
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import BustTaken, InsuranceSettled, Result
from pitboss.table import events as e
from pitboss.table.procedure.duties import dealer_has_blackjack, side_bets_due
from pitboss.table.run import Run
from pitboss.table.state import PlayedHand, Wager

_WITHOUT_ACTION: Final = frozenset({Result.VOID, Result.RETURNED})

_SUPER_SEVENS: Final = WagerKind.SUPER_SEVENS  # bound once: it is needed at every card


def settle_wager(run: Run, wager: Wager, due: Settled, when: str) -> None:
    """Settle a wager: within the bank if a player banks, pro rata if it was cut."""
    if wager.effective != wager.stake:
        due = _in_proportion(wager, due)
    banker = run.state.banker
    if banker is not None and due.result not in _WITHOUT_ACTION:
        _, due = banking.settle(run.state.rules, banker.bank, wager.stake, due)
    run.emit(
        e.WagerSettled(
            wager=wager.id,
            result=str(due.result),
            paid=due.paid,
            returned=due.returned,
            when=when,
            under=due.under,
        )
    )


def _in_proportion(wager: Wager, due: Settled) -> Settled:
    """The result for the whole wager if only the effective part was in action."""
    if due.result is Result.STAND_OFF or due.result in _WITHOUT_ACTION:
        return Settled(due.result, 0, wager.stake, due.under)
    return Settled(due.result, due.paid, due.returned + wager.stake - wager.effective, due.under)


def void_wager(run: Run, wager: Wager, under: str) -> None:
    """Void a wager, reversing any earlier settlement."""
    due = Settled(Result.VOID, 0, wager.stake, under)
    settle_wager(run, wager, due, "void")


def hand_back(run: Run, wager: Wager, under: str, when: str = "end") -> None:
    """Return a wager without a result."""
    settle_wager(run, wager, settlement.handed_back(wager.stake, under), when)


# Side bets.


def first_two(run: Run, box: int) -> tuple[Card, ...]:
    """The first two cards dealt to a box, even after a split or a zap."""
    found = run.state.box(box)
    assert found is not None
    one = next(h for h in found.hands if h.number == 1)
    if one.zapped:
        return one.zapped[:2]
    if one.hand.is_split:
        second = next((h for h in found.hands if h.number == 2), None)
        if second is not None:
            return (one.hand.cards[0], second.hand.cards[0])
    return one.hand.cards[:2]


def _on_two_cards(run: Run, wager: Wager, cards: tuple[Card, ...]) -> Settled:
    rules, stake = run.state.rules, wager.effective
    first, second = cards[0], cards[1]
    match wager.kind:
        case WagerKind.PERFECT_PAIRS:
            return perfect_pairs.settle(rules, stake, first, second)
        case WagerKind.PLAYER_PAIR:
            return player_pair.settle(rules, stake, first, second)
        case _:
            return over_under_13.settle(rules, wager.kind, stake, first, second)


def settle_after_deal(run: Run) -> None:
    """Settle the side bets that are due after the initial deal, and losing Madness 21 wagers."""
    rules = run.state.rules
    for wager in side_bets_due(run.state):
        if wager.kind is WagerKind.MADNESS_21:
            box = run.state.box(wager.box)
            assert box is not None
            hand = box.hands[0].hand
            # Lost, or won while the button is out of order.
            due = madness_21.settle_after_failure(rules, wager.effective, hand)
        else:
            due = _on_two_cards(run, wager, first_two(run, wager.box))
        settle_wager(run, wager, due, "initial_deal")


def settle_madness(run: Run, box: int, prize: int | None) -> None:
    """Pay the Madness 21 winners on a box the drawn prize or, if the draw failed, the fixed sum."""
    rules = run.state.rules
    for wager in run.state.open_wagers(kind=WagerKind.MADNESS_21, box=box):
        found = run.state.box(box)
        assert found is not None
        hand = found.hands[0].hand
        if prize is None:
            due = madness_21.settle_after_failure(rules, wager.effective, hand)
        else:
            due = madness_21.settle(rules, wager.effective, hand, prize_per_dollar=prize)
        settle_wager(run, wager, due, "initial_deal")


def settle_sevens(run: Run, box: int, *, is_split: bool = False, is_closed: bool = False) -> None:
    """Settle the Super Sevens wagers of a box as soon as they have a result."""
    for wager in run.state.wagers:
        if wager.result is not None or wager.box != box or wager.kind is not _SUPER_SEVENS:
            continue
        found = run.state.box(box)
        assert found is not None
        hand = found.hands[0].hand.cards
        if not hand:
            return
        sevens = super_sevens.settle(
            run.state.rules, wager.effective, hand, is_split=is_split, is_closed=is_closed
        )
        if sevens is not None:
            settle_wager(run, wager, sevens.settled, sevens.stage.value)


# Insurance, busts, blackjacks.


def settle_insurance(run: Run, when: str) -> None:
    """Settle every insurance wager."""
    blackjack = dealer_has_blackjack(run.state)
    for wager in run.state.open_wagers(kind=WagerKind.INSURANCE):
        due = insurance.settle(run.state.rules, wager.stake, dealer_blackjack=blackjack)
        settle_wager(run, wager, due, when)


def insurance_is_settled_at(run: Run, when: InsuranceSettled) -> bool:
    """Whether the book settles insurance at this moment."""
    return insurance.settled_when(run.state.rules).when is when


def collect_bust(run: Run, box: int, hand: int) -> None:
    """Collect the wagers of a bust hand, if the book takes them at once."""
    if settlement.bust_is_collected(run.state.rules).when is not BustTaken.AT_ONCE:
        return
    for wager in run.state.open_wagers(box=box, hand=hand):
        settle_wager(run, wager, settlement.lost(run.state.rules.comparison.over.under), "bust")


def pay_blackjack(run: Run, box: int, when: str) -> None:
    """Pay a blackjack that the dealer cannot tie, for every bettor on the box."""
    rules, up = run.state.rules, run.state.up
    for wager in run.state.open_wagers(box=box, hand=1):
        settle_wager(run, wager, settlement.pay_blackjack(rules, wager.effective, up), when)


def take_away(run: Run, box: int, cited: str) -> None:
    """Collect the cards of a hand that has been paid, if the book takes them early."""
    under = run.state.rules.book.cites.get(cited)
    if under is None or run.state.open_wagers(box=box, hand=1):
        return
    found = run.state.box(box)
    assert found is not None
    cards = tuple(card.text for card in found.hands[0].hand.cards)
    run.emit(e.CardsTakenAway(box=box, hand=1, cards=cards, under=under))


# The end of the round.


def settle_round(run: Run) -> None:
    """Settle every open wager, box by box in the book's order."""
    rules = run.state.rules
    blackjack = dealer_has_blackjack(run.state)
    if _settled_alone(run, blackjack):
        return
    dues = {
        w.id: due for box in run.state.boxes for w, due in _box_dues(run, box.number, blackjack)
    }
    numbers = {w.box for w in run.state.open_wagers()}
    listed = [
        (wager, dues.get(wager.id) or _off_hand_due(run, wager, blackjack))
        for number in settlement.order(rules, numbers)
        for wager in _in_order(run.state.open_wagers(box=number))
    ]
    if settlement.collects_first(rules):
        listed.sort(key=lambda one: one[1].result not in banking.COLLECTED)
    for wager, due in listed:
        settle_wager(run, wager, due, "end")


def _settled_alone(run: Run, blackjack: bool) -> bool:
    """Settle the most common case: one open wager on a hand that is simply compared."""
    state = run.state
    left = [w for w in state.wagers if w.result is None]
    if len(left) != 1 or left[0].hand is None or blackjack:
        return False
    wager = left[0]
    box = state.box(wager.box)
    played = box.hand(wager.hand or 1) if box is not None else None
    if played is None or played.is_surrendered:
        return False
    due = settlement.settle(
        state.rules, wager.kind, wager.effective, played.hand, Hand(state.dealer)
    )
    settle_wager(run, wager, due, "end")
    return True


_RANK = {
    WagerKind.MAIN: 0,
    WagerKind.SPLIT: 0,
    WagerKind.DOUBLE: 1,
    WagerKind.INSURANCE: 2,
    WagerKind.PERFECT_PAIRS: 3,
    WagerKind.PLAYER_PAIR: 3,
    WagerKind.OVER_13: 3,
    WagerKind.UNDER_13: 3,
    WagerKind.SUPER_SEVENS: 3,
    WagerKind.MADNESS_21: 3,
    WagerKind.BUSTER: 4,
}


def _in_order(wagers: Iterable[Wager]) -> list[Wager]:
    """Hands by number, the wager on the cards before its double; then insurance and side bets."""
    return sorted(wagers, key=lambda w: (w.hand or 99, _RANK[w.kind], w.id))


def _off_hand_due(run: Run, wager: Wager, blackjack: bool) -> Settled:
    rules = run.state.rules
    match wager.kind:
        case WagerKind.INSURANCE:
            return insurance.settle(rules, wager.stake, dealer_blackjack=blackjack)
        case WagerKind.BUSTER:
            return buster.settle(rules, wager.stake, run.state.dealer)
        case WagerKind.SUPER_SEVENS:
            hand = run.state.box(wager.box)
            assert hand is not None
            done = super_sevens.settle(rules, wager.stake, hand.hands[0].hand.cards, is_closed=True)
            assert done is not None
            return done.settled
        case _:
            return _on_two_cards(run, wager, first_two(run, wager.box))


def _box_dues(run: Run, number: int, blackjack: bool) -> list[tuple[Wager, Settled]]:
    """The result of each open wager on the hands of a box."""
    state = run.state
    box = state.box(number)
    assert box is not None
    hands = {h.number: h for h in box.hands}
    dues: list[tuple[Wager, Settled]] = []
    on_hands = [w for w in state.open_wagers(box=number) if w.hand is not None]
    for wager in on_hands:
        if hands[wager.hand or 1].is_surrendered:
            due = settlement.surrender(state.rules, wager.effective, dealer_blackjack=blackjack)
            dues.append((wager, due))
    rest = [w for w in on_hands if not hands[w.hand or 1].is_surrendered]
    if not blackjack:
        dealer = Hand(state.dealer)
        for wager in rest:
            hand = hands[wager.hand or 1].hand
            due = settlement.settle(state.rules, wager.kind, wager.effective, hand, dealer)
            dues.append((wager, due))
        return dues
    naturals = [w for w in rest if is_blackjack(state.rules, hands[w.hand or 1].hand)]
    for wager in naturals:
        hand = hands[wager.hand or 1].hand
        due = settlement.settle(state.rules, wager.kind, wager.effective, hand, Hand(state.dealer))
        dues.append((wager, due))
    others = sorted((w for w in rest if w not in naturals), key=lambda w: w.player)
    for _, theirs in groupby(others, key=lambda w: w.player):
        dues += _against_blackjack(run, list(theirs), hands)
    return dues


def _against_blackjack(
    run: Run, wagers: list[Wager], hands: dict[int, PlayedHand]
) -> list[tuple[Wager, Settled]]:
    """The results of one bettor's wagers on a box against a dealer blackjack, busts included."""
    rules = run.state.rules
    player, box = wagers[0].player, wagers[0].box
    gone = [
        w
        for w in run.state.wagers
        if w.box == box
        and w.player == player
        and w.hand is not None
        and w.result is Result.LOSE
        and w.when == "bust"
    ]
    listed = [*gone, *wagers]
    laid = [
        HandWager(
            w.kind,
            w.hand or 1,
            w.effective,
            is_bust(rules, hands[w.hand or 1].hand.cards),
        )
        for w in listed
    ]
    settled = settlement.settle_against_blackjack(rules, laid)
    return [(w, due) for w, due in zip(listed, settled, strict=True) if w.result is None]


def give_back_busts(run: Run) -> None:
    """If a blackjack's total take is capped, return part of the busts already collected."""
    rules = run.state.rules
    if not settlement.gives_back_busts(rules) or not dealer_has_blackjack(run.state):
        return
    taken = [w for w in run.state.wagers if w.when == "bust" and w.hand is not None]
    keys = sorted({(w.box, w.player) for w in taken})
    for box, player in keys:
        mine = [
            w
            for w in run.state.wagers
            if w.box == box
            and w.player == player
            and w.hand is not None
            and (w.result is None or w.when == "bust")
        ]
        laid = [HandWager(w.kind, w.hand or 1, w.effective, w.when == "bust") for w in mine]
        if not any(w.kind is WagerKind.MAIN for w in mine):
            continue
        for wager, due in zip(mine, settlement.settle_against_blackjack(rules, laid), strict=True):
            if wager.when == "bust" and due.returned != wager.returned:
                settle_wager(run, wager, due, "end")
