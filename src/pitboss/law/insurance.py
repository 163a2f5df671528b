"""Insurance and even money."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import Card
from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.counting import is_blackjack, up_card
from pitboss.law.hands import Hand
from pitboss.law.settlement import Settled, lost, won
from pitboss.law.stakes import payable
from pitboss.law.timing import Moment, moment_of
from pitboss.money import Cents, Odds, dollars
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import (
    InsuranceAmount,
    InsuranceCloses,
    InsuranceSettled,
    Result,
)


def is_window(rules: TableRules, up: Card) -> bool:
    """Whether insurance or even money is offered right after the deal, against this up card."""
    insurance, even, against = rules.insurance, rules.even_money, up_card(rules, up)
    return (insurance.offered.value and against in insurance.against.value) or (
        even is not None and even.offered.value and against in even.against.value
    )


def half(rules: TableRules, main: Cents) -> Cents:
    """Half the main wager, rounded up to the smallest chip if the book allows it."""
    if rules.insurance.amount.value is not InsuranceAmount.UP_TO_HALF_ROUNDED_UP:
        return main // 2
    chip = rules.equipment.chips.value[0]
    return -(-main // (2 * chip)) * chip


def may_be_less(rules: TableRules) -> bool:
    """Whether a wager may be insured for less than half of it."""
    return rules.insurance.amount.value is not InsuranceAmount.EXACTLY_HALF


def near_half(rules: TableRules, main: Cents) -> tuple[Cents, Cents, Cents]:
    """Half the main wager, and the amounts in whole chips just below and above it."""
    chip = rules.equipment.chips.value[0]
    down = main // (2 * chip) * chip
    return main // 2, down, down + chip


def amounts(rules: TableRules, main: Cents) -> Iterator[Cents]:
    """The amounts that may be insured for, from the highest down, chip by chip."""
    if not may_be_less(rules):
        steps = [main // 2] if main % 2 == 0 else []
    else:
        most, chip = half(rules, main), rules.equipment.chips.value[0]
        steps = [most, *range(most - most % chip, 0, -chip)]
    yield from (a for a in dict.fromkeys(steps) if _amount_is_allowed(rules, main, a))


def may_insure(
    rules: TableRules,
    *,
    up: Card,
    main: Cents,
    amount: Cents | None = None,
    window_is_closed: bool = False,
) -> Answer:
    """Whether a bettor may insure the wager ``main`` and, if ``amount`` is given, for that much."""
    insurance = rules.insurance
    if not insurance.offered.value:
        return Refusal(insurance.offered.under, "insurance is not offered")
    if up_card(rules, up) not in insurance.against.value:
        return Refusal(insurance.against.under, f"insurance is not offered against {up}")
    if main <= 0:
        return Refusal(insurance.against.under, "the player has no wager on this box to insure")
    if window_is_closed:
        return Refusal(insurance.closes.under, "insurance is closed")
    if amount is None:
        return Permit(insurance.offered.under)
    return _amount_is_allowed(rules, main, amount)


def _amount_is_allowed(rules: TableRules, main: Cents, amount: Cents) -> Answer:
    insurance = rules.insurance
    limit = insurance.amount
    if amount <= 0:
        return Refusal(limit.under, "insurance must be more than zero")
    match limit.value:
        case InsuranceAmount.EXACTLY_HALF:
            if 2 * amount != main:
                return Refusal(
                    limit.under,
                    f"insurance must be half the wager of {dollars(main)}, not {dollars(amount)}",
                )
        case InsuranceAmount.UP_TO_HALF:
            if 2 * amount > main:
                return Refusal(
                    limit.under, f"insurance may be at most {dollars(main // 2)}, half the wager"
                )
        case InsuranceAmount.UP_TO_HALF_ROUNDED_UP:
            most = half(rules, main)
            if amount > most:
                return Refusal(
                    limit.under,
                    f"insurance may be at most {dollars(most)}, half the wager in chips",
                )
    if insurance.in_chips.value and not (
        payable(rules, amount) and payable(rules, insurance.odds.value.on(amount))
    ):
        return Refusal(
            insurance.in_chips.under, f"{dollars(amount)} cannot be paid in this table's chips"
        )
    within = 2 * amount <= main
    return Permit(
        rules.book.cites.get("insurance_within_half", limit.under) if within else limit.under
    )


def may_still_insure(
    rules: TableRules, *, dealer_has_looked: bool = False, further_card_dealt: bool = False
) -> Answer:
    """Whether insurance is open: until the dealer checks or, if they do not, until a further card.

    A dealer who has closed the offer but not checked yet still takes it where the book says "until
    the check" (zappit 7(b)); elsewhere the closing begins the play, and with it the further cards.
    Even money is open for as long. No one may insure against a card that has been checked.
    """
    closes = rules.insurance.closes
    by_a_card = closes.value is InsuranceCloses.BEFORE_ANY_FURTHER_CARD
    if dealer_has_looked or (by_a_card and further_card_dealt):
        return Refusal(closes.under, "insurance is closed")
    return Permit(closes.under)


def settled_when(rules: TableRules) -> Moment[InsuranceSettled]:
    """Insurance is settled at the check, at the second card, or with the other wagers."""
    return moment_of(rules.insurance.settled)


def settle(rules: TableRules, stake: Cents, *, dealer_blackjack: bool) -> Settled:
    """Insurance wins on a dealer blackjack and loses otherwise."""
    insurance = rules.insurance
    if dealer_blackjack:
        return won(stake, insurance.odds.value, insurance.odds.under)
    return lost(rules.book.cites.get("insurance_lost", insurance.settled.under))


def may_take_even_money(
    rules: TableRules,
    hand: Hand,
    *,
    up: Card,
    window_is_closed: bool = False,
    has_wager: bool = True,
    has_insured: bool = False,
) -> Answer:
    """Whether a blackjack may be paid now, whatever the dealer's hand becomes.

    ``has_wager`` says that the player still has a wager on it, ``has_insured`` insurance too.
    """
    even = rules.even_money
    if even is None:
        return Refusal(rules.absence("even_money"), "this game has no even money")
    if not even.offered.value:
        return Refusal(even.offered.under, "even money is not offered")
    if (shows := up_card(rules, up)) not in even.against.value:
        # Some books have a separate clause for a blackjack that must wait (nz 10.2).
        waits = shows in rules.deal.blackjack_waits.value
        under = even.against.under if waits else even.offered.under
        return Refusal(under, f"even money is not offered against {up}")
    if window_is_closed:
        return Refusal(even.offered.under, "it is too late for even money")
    if not has_wager:  # before the cards, which may be known only to who squeezes them
        return Refusal(even.offered.under, "the player has no open wager on the hand")
    if not is_blackjack(rules, hand):
        return Refusal(even.offered.under, "the hand is not a blackjack")
    if has_insured and not even.after_insurance.value:
        return Refusal(even.after_insurance.under, "the player has insured the hand instead")
    return Permit(even.odds.under)


def even_money_under(rules: TableRules) -> str:
    """The clause on even money, or the one by which the game has none."""
    even = rules.even_money
    return rules.absence("even_money") if even is None else even.offered.under


def even_money_odds(rules: TableRules) -> Odds | None:
    """The odds at which a blackjack is paid early; None if it never is."""
    return None if rules.even_money is None else rules.even_money.odds.value


def even_money(rules: TableRules, stake: Cents) -> Settled:
    """The blackjack paid at even-money odds, in full settlement."""
    even = rules.present(rules.even_money, "even_money")
    return won(stake, even.odds.value, even.odds.under)


def insurance_after_even_money(rules: TableRules, stake: Cents) -> Settled | None:
    """Return the insurance of a player who takes even money, or None if it stays in action."""
    even = rules.even_money
    if even is None or not even.returns_insurance.value:
        return None
    return Settled(Result.VOID, 0, stake, even.returns_insurance.under)
