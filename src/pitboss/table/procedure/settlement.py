"""Settlement of side bets, insurance, busts, blackjacks, and the hands at the end."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from pitboss.law import banking, insurance, settlement
from pitboss.law.counting import is_blackjack, is_bust, score
from pitboss.law.hands import Hand
from pitboss.law.play import bust_under
from pitboss.law.settlement import HandWager, Settled
from pitboss.law.side_bets.deciding import DecidingCards
from pitboss.law.side_bets.registry import decisive, settled_when
from pitboss.law.side_bets.settling import settle, stage
from pitboss.law.wagers import WagerKind, is_side_bet
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import BustTaken, InsuranceSettled, Result, SideSettled
from pitboss.table import events as e
from pitboss.table.procedure.duties import cards_of_box, dealer_has_blackjack, side_bets_due
from pitboss.table.run import RunningDecision
from pitboss.table.state import PlayedHand, Wager

_WITHOUT_ACTION: Final = frozenset({Result.VOID, Result.RETURNED})


def settle_wager(run: RunningDecision, wager: Wager, due: Settled, when: str) -> None:
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


def void_wager(run: RunningDecision, wager: Wager, under: str) -> None:
    """Void a wager, reversing any earlier settlement."""
    due = Settled(Result.VOID, 0, wager.stake, under)
    settle_wager(run, wager, due, "void")


def hand_back(run: RunningDecision, wager: Wager, under: str, when: str = "end") -> None:
    """Return a wager without a result."""
    settle_wager(run, wager, settlement.handed_back(wager.stake, under), when)


# Side bets.


def settle_after_deal(run: RunningDecision) -> None:
    """Settle the side bets that are due after the initial deal, except prizes to be drawn."""
    state = run.state
    due = side_bets_due(state)
    if state.banker is not None:  # the bank may run out, so the order of the seats counts
        seats = settlement.order(state.rules, {wager.box for wager in due})
        due.sort(key=lambda wager: seats.index(wager.box))
    for wager in due:
        seen = DecidingCards(cards_of_box(state, wager.box)[:2], state.dealer[:1])
        done = settle(state.rules, wager.kind, wager.effective, seen)
        assert done is not None, "the cards of the deal decide what is settled after it"
        settle_wager(run, wager, done.settled, "initial_deal")


def settle_drawn(run: RunningDecision, kind: str, box: int, prize: int | None) -> None:
    """Pay the winners on a box the drawn prize or, if the draw failed, the fixed sum."""
    seen = DecidingCards(cards_of_box(run.state, box)[:2])
    for wager in run.state.open_wagers(kind=kind, box=box):
        done = settle(run.state.rules, kind, wager.effective, seen, prize_per_dollar=prize)
        assert done is not None
        settle_wager(run, wager, done.settled, "initial_deal")


def settle_decided(
    run: RunningDecision, box: int, *, is_split: bool = False, is_closed: bool = False
) -> None:
    """Settle the side bets of a box that are due as soon as they are decided."""
    for wager in run.state.wagers:
        if wager.hand is not None or wager.result is not None or wager.box != box:
            continue
        rules, kind = run.state.rules, wager.kind
        if not is_side_bet(kind) or settled_when(rules, kind).when is not SideSettled.WHEN_DECIDED:
            continue
        closed = is_split or is_closed
        seen = DecidingCards(cards_of_box(run.state, box), run.state.dealer[:1], closed, is_split)
        done = settle(rules, kind, wager.effective, seen)
        if done is not None:
            settle_wager(run, wager, done.settled, stage(rules, kind, seen).value)


# Insurance, busts, blackjacks.


def settle_insurance(run: RunningDecision, when: str) -> None:
    """Settle every insurance wager."""
    blackjack = dealer_has_blackjack(run.state)
    for wager in run.state.open_wagers(kind=WagerKind.INSURANCE):
        due = insurance.settle(run.state.rules, wager.stake, dealer_blackjack=blackjack)
        settle_wager(run, wager, due, when)


def insurance_is_settled_at(run: RunningDecision, when: InsuranceSettled) -> bool:
    """Whether the book settles insurance at this moment."""
    return insurance.settled_when(run.state.rules).when is when


def collect_bust(run: RunningDecision, box: int, hand: int) -> None:
    """Collect the wagers of a bust hand, if the book takes them at once."""
    if settlement.bust_is_collected(run.state.rules).when is not BustTaken.AT_ONCE:
        return
    where = run.state.box(box)
    busted = None if where is None else where.hand(hand)
    if busted is None:
        return
    under = bust_under(run.state.rules, busted.hand)
    for wager in run.state.open_wagers(box=box, hand=hand):
        settle_wager(run, wager, settlement.lost(under), "bust")


def pay_blackjack(run: RunningDecision, box: int, when: str) -> None:
    """Pay a blackjack that the dealer cannot tie, for every bettor on the box."""
    rules, up = run.state.rules, run.state.up
    for wager in run.state.open_wagers(box=box, hand=1):
        settle_wager(run, wager, settlement.pay_blackjack(rules, wager.effective, up), when)


def take_away(run: RunningDecision, box: int, cited: str) -> None:
    """Collect the cards of a hand that has been paid, if the book takes them early."""
    under = run.state.rules.book.cites.get(cited)
    if under is None or run.state.open_wagers(box=box, hand=1):
        return
    found_box = run.state.box(box)
    assert found_box is not None
    cards = tuple(card.text for card in found_box.hands[0].hand.cards)
    run.emit(e.CardsTakenAway(box=box, hand=1, cards=cards, under=under))


# The end of the round.


def settle_round(run: RunningDecision) -> None:
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
        for wager in in_order(rules, run.state.open_wagers(box=number))
    ]
    if settlement.collects_first(rules):
        listed.sort(key=lambda one: one[1].result not in banking.COLLECTED)
    for wager, due in listed:
        settle_wager(run, wager, due, "end")


def _settled_alone(run: RunningDecision, blackjack: bool) -> bool:
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
}


def in_order(rules: TableRules, wagers: Iterable[Wager]) -> list[Wager]:
    """Hands by number, the wager on the cards before its double; then insurance and side bets.

    Bets on the cards of the box come before those on the dealer's.
    """

    def rank(kind: str) -> int:
        if is_side_bet(kind):
            return 4 if decisive(rules.side_bet(kind)).dealers else 3
        return _RANK[WagerKind(kind)]

    return sorted(wagers, key=lambda w: (w.hand or 99, rank(w.kind), w.id))


def _off_hand_due(run: RunningDecision, wager: Wager, blackjack: bool) -> Settled:
    state = run.state
    if wager.kind is WagerKind.INSURANCE:
        return insurance.settle(state.rules, wager.stake, dealer_blackjack=blackjack)
    seen = DecidingCards(cards_of_box(state, wager.box), state.dealer, closed=True, done=True)
    done = settle(state.rules, wager.kind, wager.effective, seen)
    assert done is not None, "when no card is to come every bet is decided"
    return done.settled


def _box_dues(run: RunningDecision, number: int, blackjack: bool) -> list[tuple[Wager, Settled]]:
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
    run: RunningDecision, wagers: list[Wager], hands: dict[int, PlayedHand]
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
            score(rules, hands[w.hand or 1].hand),
        )
        for w in listed
    ]
    settled = settlement.settle_against_blackjack(rules, laid)
    return [(w, due) for w, due in zip(listed, settled, strict=True) if w.result is None]


def give_back_busts(run: RunningDecision) -> None:
    """If a blackjack takes original wagers only, return the other busts already collected."""
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
        for wager, due in zip(mine, settlement.settle_against_blackjack(rules, laid), strict=True):
            if wager.when == "bust" and due.returned != wager.returned:
                settle_wager(run, wager, due, "end")
