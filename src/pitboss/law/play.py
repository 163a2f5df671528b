"""What is permitted to a hand: stand, hit, double, split, zap, surrender."""

from __future__ import annotations

from typing import Final

from pitboss.cards import Card, Rank
from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.counting import count, is_blackjack, is_bust, up_card
from pitboss.law.hands import Hand
from pitboss.law.stakes import in_chips
from pitboss.money import Cents, dollars
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import (
    AbsentPlayer,
    DoubleAces,
    ExtraWager,
    No21,
    PairsBy,
    SplitAces,
    SurrenderTime,
)


def closed_under(rules: TableRules, hand: Hand, *, hands_on_box: int = 1) -> str | None:
    """The clause that leaves a hand nothing to decide, or None while it is open."""
    if hand.has_refused:
        return rules.irregularities.exposed_card.under
    if (
        hand.is_doubled
        and len(hand.cards) >= rules.doubling.cards.value + rules.drawing.after_double.value
    ):
        return rules.drawing.after_double.under
    if is_bust(rules, hand.cards):
        return rules.comparison.over.under
    if len(hand.cards) < 2:
        return None
    if (
        hand.is_split_ace
        and rules.splitting.aces_receive.value is SplitAces.ONE_CARD
        and not may_split(rules, hand, hands_on_box=hands_on_box)
        and not (rules.doubling.split_aces.value and may_double(rules, hand))
    ):
        return rules.splitting.aces_receive.under
    if _may_not_draw_on_21(rules, hand) and not (
        rules.doubling.on_21.value and may_double(rules, hand)
    ):
        return rules.drawing.no_draw_on.under
    return None


def is_closed(rules: TableRules, hand: Hand, *, hands_on_box: int = 1) -> bool:
    """A hand that is doubled, bust, 21, a split ace or has refused a card has nothing to decide."""
    return closed_under(rules, hand, hands_on_box=hands_on_box) is not None


def _may_not_draw_on_21(rules: TableRules, hand: Hand) -> bool:
    counted = count(rules, hand.cards)
    if counted.total != rules.counting.bust_above.value:
        return False
    if rules.drawing.no_draw_on.value is No21.ANY_21 or counted.soft:
        return True
    # "Soft 21" takes in any 21 made by splitting aces or tens (rws 1.27).
    return hand.is_split and up_card(rules, hand.cards[0]) in (Rank.ACE, Rank.TEN)


def may_stand(rules: TableRules, hand: Hand) -> Answer:
    """A player may stand unless the total is one that must, and may, be drawn to."""
    must = rules.drawing.must_draw_below
    total = count(rules, hand.cards).total
    if total < must.value and (len(hand.cards) < 2 or may_hit(rules, hand)):
        return Refusal(must.under, f"the hand has {total}; it must draw to {must.value} or more")
    return Permit(rules.book.cites.get("stand", must.under))


def may_hit(rules: TableRules, hand: Hand) -> Answer:
    """A player may draw below 21, but not after a double, to a split ace, or once refused."""
    drawing, splitting = rules.drawing, rules.splitting
    if hand.has_refused:
        return Refusal(rules.irregularities.exposed_card.under, "the hand refused the exposed card")
    if hand.is_doubled:
        more = drawing.after_double
        return Refusal(more.under, f"a doubled hand takes {more.value} card only")
    if hand.is_split_ace and splitting.aces_receive.value is SplitAces.ONE_CARD:
        return Refusal(splitting.aces_receive.under, "a split ace takes one card only")
    no_draw = drawing.no_draw_on
    if is_bust(rules, hand.cards):
        return Refusal(rules.comparison.over.under, "the hand is over 21")
    if is_blackjack(rules, hand) or _may_not_draw_on_21(rules, hand):
        return Refusal(no_draw.under, f"the hand has {count(rules, hand.cards)}")
    return Permit(rules.book.cites.get("hit", no_draw.under))


def may_double(
    rules: TableRules, hand: Hand, *, wager: Cents | None = None, amount: Cents | None = None
) -> Answer:
    """Whether the hand may be doubled and, where an amount is named, by that amount."""
    refused = _hand_may_not_double(rules, hand)
    if refused is not None:
        return refused
    if amount is None or wager is None:
        return Permit(_doubled_under(rules, hand))
    return double_wager(rules, wager=wager, amount=amount)


def double_wager(rules: TableRules, *, wager: Cents, amount: Cents) -> Answer:
    """The wager added in doubling, by whoever has that much on the hand."""
    doubling = rules.doubling
    if amount != wager and not doubles_for_less(rules):
        return Refusal(
            doubling.amount.under,
            f"{dollars(amount)} is not equal to the wager of {dollars(wager)}",
        )
    if amount > wager:
        return Refusal(
            doubling.amount.under, f"{dollars(amount)} is more than the wager of {dollars(wager)}"
        )
    least = doubling.least
    if amount < least.value:
        return Refusal(
            least.under, f"{dollars(amount)} is less than the least of {dollars(least.value)}"
        )
    if doubling.in_steps.value and amount % least.value:
        return Refusal(
            doubling.in_steps.under,
            f"{dollars(amount)} is not a multiple of {dollars(least.value)}",
        )
    return in_chips(rules, amount, doubling.amount.under)


def _doubled_under(rules: TableRules, hand: Hand) -> str:
    """The clause of a double; hard 9, 10 and 11 have one of their own where the book names them."""
    own = rules.book.cites.get("double_on_9_10_11")
    if own is not None:
        counted = count(rules, hand.cards)
        if not counted.soft and counted.total in (9, 10, 11):
            return own
    return rules.doubling.totals.under


def _hand_may_not_double(rules: TableRules, hand: Hand) -> Refusal | None:
    doubling = rules.doubling
    if hand.has_refused:
        return Refusal(rules.irregularities.exposed_card.under, "the hand refused the exposed card")
    if hand.is_doubled:
        return Refusal(rules.drawing.after_double.under, "the hand is doubled already")
    if hand.is_split_ace and not doubling.split_aces.value:
        return Refusal(doubling.split_aces.under, "a split ace is not doubled")
    if len(hand.cards) != doubling.cards.value:
        return Refusal(
            doubling.cards.under,
            f"the hand has {len(hand.cards)} cards; it is doubled on {doubling.cards.value}",
        )
    counted = count(rules, hand.cards)
    aces = doubling.aces
    with_ace = any(card.is_ace for card in hand.cards)
    if with_ace and aces.value is DoubleAces.BARRED:
        return Refusal(aces.under, "a hand with an ace is not doubled")
    total = counted.total
    if with_ace and counted.soft and aces.value is DoubleAces.COUNTED_AS_ONE:
        total -= rules.counting.ace_high.value - rules.counting.ace_low.value
    if counted.total == rules.counting.bust_above.value:
        if not doubling.on_21.value:
            return Refusal(doubling.on_21.under, "a 21 is not doubled")
    elif total not in doubling.totals.value:
        return Refusal(doubling.totals.under, f"a total of {total} is not doubled")
    if hand.is_split and not doubling.after_split.value:
        return Refusal(doubling.after_split.under, "a split hand is not doubled")
    if hand.times_zapped and rules.zapping is not None and not rules.zapping.then_double.value:
        return Refusal(rules.zapping.then_double.under, "a zapped hand is not doubled")
    return None


def may_split(rules: TableRules, hand: Hand, *, hands_on_box: int = 1) -> Answer:
    """Whether two cards may be made two hands, the box having so many hands now."""
    splitting = rules.splitting
    if hand.has_refused:
        return Refusal(rules.irregularities.exposed_card.under, "the hand refused the exposed card")
    if hand.is_doubled:
        return Refusal(rules.drawing.after_double.under, "a doubled hand is not split")
    if len(hand.cards) != 2:
        return Refusal(splitting.pairs_only.under, "only two cards are split")
    refused = _is_no_pair(rules, hand)
    if refused is not None:
        return refused
    aces = hand.cards[0].is_ace
    if aces and hands_on_box >= splitting.aces_hands_at_most.value:
        most = splitting.aces_hands_at_most
        return Refusal(most.under, f"aces make {most.value} hands at most")
    if hands_on_box >= splitting.hands_at_most.value:
        most = splitting.hands_at_most
        return Refusal(most.under, f"a box has {most.value} hands at most")
    if hand.times_zapped and rules.zapping is not None and not rules.zapping.then_split.value:
        return Refusal(rules.zapping.then_split.under, "a zapped hand is not split")
    return Permit(splitting.pairs_only.under)


def _is_no_pair(rules: TableRules, hand: Hand) -> Refusal | None:
    splitting = rules.splitting
    if not splitting.pairs_only.value:
        return None
    first, second = (up_card(rules, card) for card in hand.cards)
    if first is not second:
        if hand.is_split_ace and splitting.aces_receive.value is SplitAces.ONE_CARD:
            return Refusal(splitting.aces_receive.under, "a split ace takes one card only")
        return Refusal(splitting.pairs_only.under, "the two cards are no pair")
    barred = splitting.barred
    if first in barred.value:
        return Refusal(barred.under, f"a pair of {first.value} is not split in this game")
    tens = splitting.tens_by
    if tens.value is PairsBy.RANK and hand.cards[0].rank is not hand.cards[1].rank:
        return Refusal(tens.under, "ten-point cards of different rank are no pair here")
    return None


def doubles_for_less(rules: TableRules) -> bool:
    """Whether a double may be for less than the wager."""
    return rules.doubling.amount.value is not ExtraWager.EQUAL


def split_wager(rules: TableRules, *, wager: Cents, amount: Cents) -> Answer:
    """The wager on the new hand equals the one on the hand that was split."""
    extra = rules.splitting.wager
    too_little = extra.value is ExtraWager.EQUAL and amount < wager
    if amount > wager or too_little or amount <= 0:
        return Refusal(
            extra.under, f"{dollars(amount)} is not the wager of {dollars(wager)} on the hand"
        )
    return Permit(extra.under)


def may_zap(rules: TableRules, hand: Hand) -> Answer:
    """Whether the first two cards may be exchanged for two new ones."""
    zapping = rules.zapping
    if zapping is None:
        return Refusal(rules.absence("zapping"), "no hand is zapped in this game")
    if hand.has_refused:
        return Refusal(rules.irregularities.exposed_card.under, "the hand refused the exposed card")
    if hand.is_split and not zapping.after_split.value:
        return Refusal(zapping.after_split.under, "a split hand is not zapped")
    if hand.times_zapped >= zapping.times.value:
        return Refusal(zapping.times.under, "the hand has been zapped already")
    if len(hand.cards) != 2:
        return Refusal(zapping.totals.under, "only the first two cards are zapped")
    counted = count(rules, hand.cards)
    if counted.soft and not zapping.soft.value:
        return Refusal(zapping.soft.under, f"{counted} is not zapped; only hard totals are")
    if counted.total not in zapping.totals.value:
        return Refusal(zapping.totals.under, f"{counted} is not zapped")
    return Permit(zapping.totals.under)


def may_surrender(
    rules: TableRules, hand: Hand, *, up: Card, play_has_begun: bool = False
) -> Answer:
    """Whether half may be given up; ``play_has_begun`` once any player has drawn or stood."""
    surrendering = rules.surrendering
    if surrendering is None:
        return Refusal(rules.absence("surrendering"), "this game has no surrender")
    if hand.is_split and not surrendering.after_split.value:
        return Refusal(surrendering.after_split.under, "a split hand is not surrendered")
    time = surrendering.time
    if len(hand.cards) != 2 or hand.is_doubled or hand.times_zapped:
        return Refusal(time.under, "only the first two cards are surrendered")
    if time.value is SurrenderTime.BEFORE_ANY_PLAY and play_has_begun:
        return Refusal(time.under, "cards have been dealt since; it is too late")
    against = surrendering.against
    if up_card(rules, up) not in against.value:
        return Refusal(against.under, f"there is no surrender against {up}")
    if is_blackjack(rules, hand) and not surrendering.blackjack_too.value:
        return Refusal(surrendering.blackjack_too.under, "a blackjack is not surrendered")
    return Permit(surrendering.time.under)


def surrenders_before_play(rules: TableRules) -> bool:
    """Whether surrender is offered to all boxes before the first further card."""
    surrendering = rules.surrendering
    return surrendering is not None and surrendering.time.value is SurrenderTime.BEFORE_ANY_PLAY


def is_surrender_window(rules: TableRules, up: Card) -> bool:
    """Whether surrender is open to all boxes right after the deal against this first card."""
    surrendering = rules.surrendering
    return (
        surrendering is not None
        and surrenders_before_play(rules)
        and up_card(rules, up) in surrendering.against.value
    )


_ABSENT_DRAWS_TO: Final = 12


def draws_for_absent(rules: TableRules, hand: Hand) -> bool:
    """Whether the house draws to the hand of a player who has walked away; else it stands."""
    to_twelve = rules.irregularities.absent_player.value is AbsentPlayer.DRAWN_TO_TWELVE
    return to_twelve and count(rules, hand.cards).total < _ABSENT_DRAWS_TO


def order_of_hands(order: tuple[int, ...], split: int) -> tuple[int, ...]:
    """The hands of a box from left to right after one was split; the new one lies to its right.

    >>> order_of_hands(order_of_hands((1,), 1), 1)
    (1, 3, 2)
    """
    at = order.index(split) + 1
    return (*order[:at], len(order) + 1, *order[at:])
