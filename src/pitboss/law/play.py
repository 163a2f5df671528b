"""What a hand may do: stand, hit, double, split, zap, surrender."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from pitboss.acts import HandAct
from pitboss.cards import Card, Rank
from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.cases import CountedHand, cited
from pitboss.law.counting import count, has_charlie, is_blackjack, is_bust, up_card
from pitboss.law.hands import Hand
from pitboss.law.stakes import in_chips
from pitboss.money import Cents, dollars
from pitboss.rulebooks import Provision, TableRules
from pitboss.rulebooks.enumerations import (
    AbsentPlayer,
    BustTaken,
    DoubleAces,
    ExtraWager,
    No21,
    PairsBy,
    SplitAces,
    SurrenderTime,
    Uncovered,
)
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT

_REFUSED: Final = "the player refused the exposed card and gets no more cards"


def closed_under(rules: TableRules, hand: Hand, *, hands_on_box: int = 1) -> str | None:
    """The clause that ends the play of a hand, or None while it is open."""
    if hand.has_refused:
        return refused_under(rules)
    if (
        hand.is_doubled
        and len(hand.cards) >= rules.doubling.cards.value + rules.drawing.after_double.value
    ):
        return rules.drawing.after_double.under
    if is_bust(rules, hand.cards):
        return _bust_under(rules)
    if has_charlie(rules, hand):
        return rules.drawing.charlie.under
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


def refused_under(rules: TableRules) -> str:
    """The clause by which a player who refused the exposed card gets no more cards."""
    return rules.book.cites.get("refused_card", rules.irregularities.exposed_card.under)


def bust_under(rules: TableRules, hand: Hand) -> str:
    """The clause by which a hand busts: it loses at once, or what it loses is decided later.

    Some books say it again of a doubled hand, and of a hand of a split.
    """
    cites = rules.book.cites
    own = cites.get("bust_of_double") if hand.is_doubled else None
    own = own or (cites.get("bust_of_split") if hand.is_split else None)
    if own is not None:
        return own
    at_once = rules.drawing.bust_taken.value is BustTaken.AT_ONCE
    return rules.comparison.over.under if at_once else rules.counting.bust_above.under


def _bust_under(rules: TableRules) -> str:
    """The clause that ends a bust hand: it is collected at once, or it is no more than a bust."""
    taken = rules.drawing.bust_taken
    return taken.under if taken.value is BustTaken.AT_ONCE else rules.counting.bust_above.under


def is_closed(rules: TableRules, hand: Hand, *, hands_on_box: int = 1) -> bool:
    """Whether the hand is complete: doubled, bust, 21, a split ace, or a card was refused."""
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
    """Whether the player may stand: not on a total that must, and may, be hit."""
    must = rules.drawing.must_draw_below
    total = count(rules, hand.cards).total
    if total < must.value and (len(hand.cards) < 2 or may_hit(rules, hand)):
        return Refusal(
            must.under, f"a player must draw to {must.value} or more; the hand has {total}"
        )
    return Permit(rules.book.cites.get("stand", must.under))


def may_hit(rules: TableRules, hand: Hand) -> Answer:
    """Whether the player may hit: not on 21, a double, a split ace, or after refusing a card."""
    drawing, splitting = rules.drawing, rules.splitting
    if hand.has_refused:
        return Refusal(refused_under(rules), _REFUSED)
    if hand.is_doubled:
        more = drawing.after_double
        return Refusal(more.under, f"a doubled hand may take only {more.value} more card")
    if hand.is_split_ace and splitting.aces_receive.value is SplitAces.ONE_CARD:
        return Refusal(splitting.aces_receive.under, "a split ace may take only one card")
    no_draw = drawing.no_draw_on
    if is_bust(rules, hand.cards):
        return Refusal(_bust_under(rules), "the hand has bust")
    if has_charlie(rules, hand):
        charlie = rules.drawing.charlie
        return Refusal(charlie.under, f"a hand of {len(hand.cards)} cards has won")
    if is_blackjack(rules, hand) or _may_not_draw_on_21(rules, hand):
        return Refusal(no_draw.under, f"a player may not hit {count(rules, hand.cards)}")
    return Permit(rules.book.cites.get("hit", no_draw.under))


def may_double(
    rules: TableRules, hand: Hand, *, wager: Cents | None = None, amount: Cents | None = None
) -> Answer:
    """Whether the hand may be doubled and, if ``amount`` is given, by that amount."""
    refused = _hand_may_not_double(rules, hand)
    if refused is not None:
        return refused
    if amount is None or wager is None:
        return Permit(_doubled_under(rules, hand))
    covered = double_wager(rules, wager=wager, amount=amount)
    own = _double_on_9_10_11(rules, hand)
    return Permit(own) if covered and own is not None else covered


def double_wager(rules: TableRules, *, wager: Cents, amount: Cents) -> Answer:
    """Whether a bettor with ``wager`` on the hand may add ``amount`` to double."""
    doubling = rules.doubling
    if amount != wager and not doubles_for_less(rules):
        return Refusal(
            doubling.amount.under,
            f"the double must equal the wager of {dollars(wager)}, not {dollars(amount)}",
        )
    if amount > wager:
        return Refusal(
            doubling.amount.under, f"{dollars(amount)} is above the wager of {dollars(wager)}"
        )
    least = doubling.least
    if amount < least.value:
        # A double is an additional wager in any book, so nothing is too little.
        under = doubling.amount.under if least.under == NOT_IN_THE_TEXT else least.under
        return Refusal(under, f"{dollars(amount)} is below the minimum of {dollars(least.value)}")
    if doubling.in_steps.value and amount % least.value:
        return Refusal(
            doubling.in_steps.under,
            f"{dollars(amount)} must be a multiple of {dollars(least.value)}",
        )
    return in_chips(rules, amount, doubling.amount.under)


def _doubled_under(rules: TableRules, hand: Hand) -> str:
    """The clause of a double."""
    return _double_on_9_10_11(rules, hand) or cited(rules.doubling.totals, CountedHand(rules, hand))


def _double_on_9_10_11(rules: TableRules, hand: Hand) -> str | None:
    """The clause of a double on hard 9, 10 or 11, if the book has one of its own for them."""
    counted = count(rules, hand.cards)
    if counted.soft or counted.total not in (9, 10, 11):
        return None
    return rules.book.cites.get("double_on_9_10_11")


def _hand_may_not_double(rules: TableRules, hand: Hand) -> Refusal | None:
    doubling = rules.doubling
    if hand.has_refused:
        return Refusal(refused_under(rules), _REFUSED)
    if hand.is_doubled:
        return Refusal(rules.drawing.after_double.under, "the hand has already been doubled")
    if not doubling.split_aces.value and hand.is_split_ace:
        return Refusal(doubling.split_aces.under, "split aces may not be doubled")
    if len(hand.cards) != doubling.cards.value:
        return Refusal(
            cited(doubling.cards, CountedHand(rules, hand)),
            f"a hand may be doubled only on {doubling.cards.value} cards; "
            f"this one has {len(hand.cards)}",
        )
    counted = count(rules, hand.cards)
    aces = doubling.aces
    with_ace = any(card.is_ace for card in hand.cards)
    if with_ace and aces.value is DoubleAces.BARRED:
        return Refusal(aces.under, "a hand with an ace may not be doubled")
    total = counted.total
    if with_ace and counted.soft and aces.value is DoubleAces.COUNTED_AS_ONE:
        total -= rules.counting.ace_high.value - rules.counting.ace_low.value
    if counted.total == rules.counting.bust_above.value:
        if not doubling.on_21.value:
            return Refusal(doubling.on_21.under, "21 may not be doubled")
    elif total not in doubling.totals.value:
        return Refusal(doubling.totals.under, f"a total of {total} may not be doubled")
    if hand.is_split and not doubling.after_split.value:
        return Refusal(doubling.after_split.under, "a split hand may not be doubled")
    if hand.exchanges and rules.zapping is not None and not rules.zapping.then_double.value:
        return Refusal(rules.zapping.then_double.under, "a zapped hand may not be doubled")
    return None


def may_split(rules: TableRules, hand: Hand, *, hands_on_box: int = 1) -> Answer:
    """Whether the hand may be split, ``hands_on_box`` being the number of hands before it."""
    splitting = rules.splitting
    if hand.has_refused:
        return Refusal(refused_under(rules), _REFUSED)
    if hand.is_doubled:
        return Refusal(rules.drawing.after_double.under, "a doubled hand may not be split")
    if len(hand.cards) != 2:
        return Refusal(splitting.pairs_only.under, "only a two-card hand may be split")
    refused = not_a_pair(rules, hand)
    if refused is not None:
        return refused
    aces = hand.cards[0].is_ace
    if aces and hands_on_box >= splitting.aces_hands_at_most.value:
        most = splitting.aces_hands_at_most
        return Refusal(most.under, f"aces may be split into at most {most.value} hands")
    if hands_on_box >= splitting.hands_at_most.value:
        most = splitting.hands_at_most
        return Refusal(most.under, f"a box may have at most {most.value} hands")
    if hand.exchanges and rules.zapping is not None and not rules.zapping.then_split.value:
        return Refusal(rules.zapping.then_split.under, "a zapped hand may not be split")
    return Permit(splitting.pairs_only.under)


def not_a_pair(rules: TableRules, hand: Hand) -> Refusal | None:
    """Why two cards cannot be split as a pair; None if they can, or need not be one."""
    splitting = rules.splitting
    if not splitting.pairs_only.value:
        return None
    first, second = (up_card(rules, card) for card in hand.cards)
    if first is not second:
        if hand.is_split_ace and splitting.aces_receive.value is SplitAces.ONE_CARD:
            return Refusal(splitting.aces_receive.under, "a split ace may take only one card")
        return Refusal(splitting.pairs_only.under, "only a pair may be split")
    barred = splitting.barred
    if first in barred.value:
        return Refusal(barred.under, f"a pair of {first.value} may not be split")
    tens = splitting.tens_by
    if tens.value is PairsBy.RANK and hand.cards[0].rank is not hand.cards[1].rank:
        return Refusal(tens.under, "ten-value cards may be split only if they match in rank")
    return None


def doubles_for_less(rules: TableRules) -> bool:
    """Whether a double may be for less than the wager."""
    return rules.doubling.amount.value is not ExtraWager.EQUAL


def split_wager(rules: TableRules, *, wager: Cents, amount: Cents) -> Answer:
    """Whether ``amount`` may be placed on the new hand of a split."""
    extra = rules.splitting.wager
    too_little = extra.value is ExtraWager.EQUAL and amount < wager
    if amount > wager or too_little or amount <= 0:
        return Refusal(
            extra.under, f"the new hand's wager must be {dollars(wager)}, not {dollars(amount)}"
        )
    return Permit(extra.under)


def may_zap(rules: TableRules, hand: Hand) -> Answer:
    """Whether the first two cards may be exchanged for two new ones."""
    zapping = rules.zapping
    if zapping is None:
        return Refusal(rules.absence("zapping"), "this game has no zap")
    if hand.has_refused:
        return Refusal(refused_under(rules), _REFUSED)
    if hand.is_split and not zapping.after_split.value:
        return Refusal(zapping.after_split.under, "a split hand may not be zapped")
    if hand.exchanges >= zapping.times.value:
        return Refusal(zapping.times.under, "the hand has already been zapped")
    if len(hand.cards) != 2:
        return Refusal(zapping.totals.under, "only the first two cards may be zapped")
    counted = count(rules, hand.cards)
    if counted.soft and not zapping.soft.value:
        return Refusal(zapping.soft.under, f"only a hard total may be zapped, not {counted}")
    if counted.total not in zapping.totals.value:
        return Refusal(zapping.totals.under, f"{counted} may not be zapped")
    return Permit(zapping.totals.under)


def may_surrender(
    rules: TableRules, hand: Hand, *, up: Card, play_has_begun: bool = False
) -> Answer:
    """Whether the hand may be surrendered; ``play_has_begun`` once any player has acted."""
    surrendering = rules.surrendering
    if surrendering is None:
        return Refusal(rules.absence("surrendering"), "this game has no surrender")
    if hand.is_split and not surrendering.after_split.value:
        return Refusal(surrendering.after_split.under, "a split hand may not be surrendered")
    time = surrendering.time
    if len(hand.cards) != 2 or hand.is_doubled or hand.exchanges:
        return Refusal(time.under, "only the first two cards may be surrendered")
    if time.value is SurrenderTime.BEFORE_ANY_PLAY and play_has_begun:
        return Refusal(time.under, "too late: further cards have been dealt")
    against = surrendering.against
    if not against.value:
        return Refusal(against.under, "surrender is not offered")
    if up_card(rules, up) not in against.value:
        return Refusal(against.under, f"surrender is not offered against {up}")
    if is_blackjack(rules, hand) and not surrendering.blackjack_too.value:
        return Refusal(surrendering.blackjack_too.under, "a blackjack may not be surrendered")
    return Permit(surrendering.time.under)


def _may_surrender(rules: TableRules, hand: Hand, up: Card | None) -> Answer:
    assert up is not None, "whether a hand may be surrendered depends on the up card"
    return may_surrender(rules, hand, up=up)


MAY: Final[dict[HandAct, Callable[[TableRules, Hand, Card | None], Answer]]] = {
    HandAct.STAND: lambda rules, hand, up: may_stand(rules, hand),
    HandAct.HIT: lambda rules, hand, up: may_hit(rules, hand),
    HandAct.DOUBLE: lambda rules, hand, up: may_double(rules, hand),
    HandAct.SPLIT: lambda rules, hand, up: may_split(rules, hand),
    HandAct.SURRENDER: _may_surrender,
    HandAct.EXCHANGE: lambda rules, hand, up: may_zap(rules, hand),
}
"""Whether a hand may be played so against an up card, by act; the only hand of its box"""


def has_act(rules: TableRules, act: HandAct) -> bool:
    """Whether the game has the act at all."""
    part = act.words.part
    return not part or getattr(rules, part) is not None


class Exchangeable(NamedTuple):
    """The totals that may be given up for new cards."""

    totals: Provision[frozenset[int]]
    hard_only: bool


def exchangeable(rules: TableRules) -> Exchangeable | None:
    """The totals that may be given up for new cards; None if the game has no such act."""
    zapping = rules.zapping
    return None if zapping is None else Exchangeable(zapping.totals, not zapping.soft.value)


def exchanged_at_most(rules: TableRules) -> int:
    """The highest total that may be given up for new cards; zero if none may."""
    given_up = exchangeable(rules)
    return 0 if given_up is None else max(given_up.totals.value, default=0)


def surrenders_before_play(rules: TableRules) -> bool:
    """Whether all boxes are offered surrender before any further card."""
    surrendering = rules.surrendering
    return surrendering is not None and surrendering.time.value is SurrenderTime.BEFORE_ANY_PLAY


def is_surrender_window(rules: TableRules, up: Card) -> bool:
    """Whether all boxes are offered surrender right after the deal, against this up card."""
    surrendering = rules.surrendering
    return (
        surrendering is not None
        and surrenders_before_play(rules)
        and up_card(rules, up) in surrendering.against.value
    )


_ABSENT_DRAWS_TO: Final = 12


def draws_for_absent(rules: TableRules, hand: Hand) -> bool:
    """Whether the dealer hits an absent player's hand; otherwise it stands."""
    to_twelve = rules.irregularities.absent_player.value is AbsentPlayer.DRAWN_TO_TWELVE
    return to_twelve and count(rules, hand.cards).total < _ABSENT_DRAWS_TO


def order_of_hands(order: tuple[int, ...], split: int) -> tuple[int, ...]:
    """The hands of a box from left to right after ``split`` was split; the new one is to its right.

    >>> order_of_hands(order_of_hands((1,), 1), 1)
    (1, 3, 2)
    """
    at = order.index(split) + 1
    return (*order[:at], len(order) + 1, *order[at:])


def may_cover(rules: TableRules, *, decider_splits: bool, splits: int, covered: int) -> Answer:
    """Whether a back bettor may join a split, after ``splits`` earlier ones on the box.

    No one may unless the player in control splits. If a wager that does not join stays on the first
    hand, a bettor who has not joined every split so far may not join a later one.
    """
    stays = rules.sharing.not_paying_a_split
    if not decider_splits:
        return Refusal(
            rules.sharing.others_double_alone.under,
            "no one may split unless the player in control does",
        )
    if stays.value is Uncovered.FIRST_HAND and covered < splits:
        return Refusal(stays.under, "a bettor who declined a split may not join a later one")
    return Permit(stays.under)
