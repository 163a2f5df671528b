"""How the dealer takes cards, checks for blackjack, and draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from pitboss.cards import Card
from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.counting import count, may_become_blackjack, up_card
from pitboss.law.hands import Hand
from pitboss.law.settlement import is_decided
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import DealingError, DrawsInVain, HoleCard, Soft17
from pitboss.rulebooks.side_bet_enumerations import DealerDraws

CARDS_FOR_SIDE_BETS: Final = {
    DealerDraws.AS_PLAY_REQUIRES: 0,
    DealerDraws.SECOND_CARD: 2,
    DealerDraws.THIRD_CARD: 3,
    DealerDraws.TO_THE_END: 52,
}
"""How many cards the dealer takes for a side bet, as far as the hand demands them."""


class AtStake(Struct, frozen=True, gc=False):
    """What the dealer's next cards could still decide."""

    hands: tuple[Hand, ...] = ()
    insurance: bool = False
    side_bet: str = ""
    """The open side bet on the dealer's hand that needs the most cards, if any"""
    busts_capped: bool = False
    """Extra wagers collected on a bust that a dealer blackjack would return"""
    surrendered: bool = False
    """Surrendered wagers that a dealer blackjack would take in full"""
    all_void: bool = False
    """Every hand of the round was declared void"""


def takes_hole_card(rules: TableRules) -> Answer:
    """Whether the dealer's second card is dealt, face down, with the players' second cards."""
    hole = rules.deal.hole_card
    if hole.value is HoleCard.FACE_DOWN:
        return Permit(hole.under)
    return Refusal(hole.under, "the dealer takes only one card in the initial deal")


def peeks_with(rules: TableRules, up: Card) -> bool:
    """Whether the dealer checks for blackjack with this up card."""
    return up_card(rules, up) in rules.deal.looks_under.value


def looks_for_blackjack(rules: TableRules, up: Card) -> Answer:
    """Whether, and under which clause, the dealer checks with this up card before play."""
    under = rules.deal.looks_under.under
    if peeks_with(rules, up):
        return Permit(under)
    return Refusal(under, f"the dealer does not check for blackjack with {up} up")


def must_draw(rules: TableRules, hand: Sequence[Card]) -> Answer:
    """Whether the dealer must draw: below 17 and, in some books, on soft 17."""
    counted = count(rules, hand)
    stands = rules.dealer.stands_on
    if counted.total < stands.value:
        return Permit(stands.under)
    soft = rules.dealer.soft_17
    if not (counted.soft and counted.total == stands.value):
        return Refusal(stands.under, f"the dealer stands on {counted}")
    if soft.value is Soft17.HIT:
        return Permit(soft.under)
    return Refusal(soft.under, f"the dealer stands on {counted}")


def card_would_matter(rules: TableRules, hand: Sequence[Card], stake: AtStake) -> Answer:
    """Whether another dealer card can still change the result of a wager."""
    vain = rules.dealer.draws_in_vain
    error = rules.irregularities.dealing_error
    if stake.all_void and error.value is DealingError.REBUILD_OR_VOID_HANDS:
        return Refusal(error.under, "every hand is void, so the dealer's hand is not completed")
    if stake.side_bet:
        draws = rules.side_bet(stake.side_bet).dealer_draws
        if draws is not None and len(hand) < CARDS_FOR_SIDE_BETS[draws.value]:
            return Permit(draws.under)
    if len(hand) < 2:
        # The second card may make a blackjack, so it matters to every hand and to insurance.
        if stake.hands or stake.insurance or vain.value is not DrawsInVain.NEVER:
            return Permit(vain.under)
        if stake.busts_capped and may_become_blackjack(rules, hand[0]):
            return Permit(rules.settlement.blackjack_takes.under)
        if stake.surrendered and may_become_blackjack(rules, hand[0]):
            given_up = rules.present(rules.surrendering, "surrendering")
            return Permit(given_up.is_final.under)
    elif vain.value is DrawsInVain.ALWAYS or not all(is_decided(rules, h) for h in stake.hands):
        return Permit(vain.under)
    return Refusal(vain.under, "no further card can change a result")


def completed_under(rules: TableRules, hand: Sequence[Card]) -> str:
    """The clause that ends the dealer's hand: the total, or that no card can change a result."""
    draws = must_draw(rules, hand)
    return rules.dealer.draws_in_vain.under if draws or len(hand) < 2 else draws.under


def next_card_is_due(rules: TableRules, hand: Sequence[Card], stake: AtStake) -> Answer:
    """Whether the dealer takes another card once every player has acted."""
    if len(hand) >= 2:
        draws = must_draw(rules, hand)
        if not draws:
            return draws
    return card_would_matter(rules, hand, stake)
