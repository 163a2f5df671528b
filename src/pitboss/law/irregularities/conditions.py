"""When something cannot have happened: no such equipment here, or not at this point."""

from __future__ import annotations

from pitboss.law.counting import up_card
from pitboss.law.dealer import looks_under, takes_hole_card
from pitboss.law.irregularities.records import Moment, Situation
from pitboss.law.shoe import has_cutting_card
from pitboss.law.side_bets.prizes import drawn_bet
from pitboss.rulebooks.enumerations import Shuffler


def without_continuous_shuffler(now: Situation) -> str | None:
    """Only a continuous shuffler fails in the middle of a round."""
    if now.rules.equipment.shuffler.value is Shuffler.CONTINUOUS:
        return None
    return "the table has no continuous shuffler"


def without_shuffler(now: Situation) -> str | None:
    """Only a machine jams or breaks down."""
    if now.rules.equipment.shuffler.value is not Shuffler.HAND:
        return None
    return "the cards of this table are shuffled by hand"


def without_cutting_card(now: Situation) -> str | None:
    """Only a cutting card can be missing, or overlooked."""
    return None if has_cutting_card(now.rules) else "a continuous shuffler has no cutting card"


def without_a_draw(now: Situation) -> str | None:
    """Only equipment that the layout needs can fail."""
    bet = drawn_bet(now.rules)
    if bet is not None and bet.offered.value:
        return None
    what = "drawing of prizes" if bet is None else bet.name
    return f"there is no {what} at this table"


def without_reader(now: Situation) -> str | None:
    """Only a dealer who looks for blackjack has a reader."""
    if takes_hole_card(now.rules) and now.rules.deal.looks_under.value:
        return None
    return "the dealer of this table uses no card reader"


def peek_was_right(now: Situation) -> str | None:
    """The reader is used wrongly only under a card that is not looked under."""
    if (lacking := without_reader(now)) is not None:
        return lacking
    if now.up is None or now.dealer_cards < 2:
        return "the dealer has no second card to look at"
    return f"the dealer has to look under {now.up}" if looks_under(now.rules, now.up) else None


def insurance_is_not_due(now: Situation) -> str | None:
    """Insurance was missed only where it is offered, and only before the second card."""
    insurance = now.rules.insurance
    if now.up is None:
        return "the dealer has no card yet"
    if not insurance.offered.value or up_card(now.rules, now.up) not in insurance.against.value:
        return f"there is no insurance against {now.up}"
    seen = now.dealer_cards > 1 and not takes_hole_card(now.rules)
    return "the dealer has a second card already" if seen else None


def no_side_bets(now: Situation) -> str | None:
    """Side bets are settled late only where somebody has one."""
    return None if now.has_side_bets else "nobody has a side bet"


def dealer_is_not_done(now: Situation) -> str | None:
    """A card too many goes to a finished hand only."""
    return None if now.moment is Moment.SETTLEMENT else "the dealer's hand is not finished"


def nothing_is_on(now: Situation) -> str | None:
    """A round can be called off while bets lie, even before its first card."""
    return "no round is being played" if now.is_between_rounds else None
