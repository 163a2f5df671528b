"""Why a report cannot be true: the table lacks the equipment, or it is the wrong time."""

from __future__ import annotations

from pitboss.law.counting import up_card
from pitboss.law.dealer import peeks_with, takes_hole_card
from pitboss.law.irregularities.records import Situation
from pitboss.law.shoe import has_cutting_card
from pitboss.law.side_bets.prizes import drawn_bet
from pitboss.money import dollars
from pitboss.rulebooks.enumerations import Shuffler


def without_continuous_shuffler(now: Situation) -> str | None:
    """Only a continuous shuffler can fail during a round."""
    if now.rules.equipment.shuffler.value is Shuffler.CONTINUOUS:
        return None
    return "the table has no continuous shuffler"


def without_shuffler(now: Situation) -> str | None:
    """Only a shuffler can jam or break down."""
    if now.rules.equipment.shuffler.value is not Shuffler.HAND:
        return None
    return "this table shuffles by hand"


def without_cutting_card(now: Situation) -> str | None:
    """Only a cut card can be missing or overlooked."""
    return (
        None
        if has_cutting_card(now.rules)
        else f"a continuous shuffler has no {now.rules.book.words['cut_card']}"
    )


def cutting_card_is_out(now: Situation) -> str | None:
    """A cut card that has come out of the shoe was in it."""
    if (lacking := without_cutting_card(now)) is not None:
        return lacking
    return f"the {_cut_card(now)} has come out of this shoe" if now.cut_card_is_out else None


def no_shuffle_was_due(now: Situation) -> str | None:
    """A shuffle is missed if the cut card came out in an earlier round of this shoe."""
    if (lacking := without_cutting_card(now)) is not None:
        return lacking
    if now.shuffle_was_due or not now.knows_the_shoe:
        return None
    if now.cut_card_is_out:
        return "the shuffle is not due before the end of this round"
    return f"the {_cut_card(now)} has not come out of this shoe"


def _cut_card(now: Situation) -> str:
    return now.rules.book.words["cut_card"]


def not_vacant(now: Situation) -> str | None:
    """The table is not empty while anyone plays from this shoe."""
    if not now.is_between_rounds:
        return "the table is not empty: there are bets on it"
    return None if now.is_vacant else "the table has not been empty since the last round"


def nothing_is_squeezed(now: Situation) -> str | None:
    """A card can be shown to its player too early only if it is dealt face down."""
    return None if now.has_squeezed else "no player squeezes the cards of this round"


def not_under_minimum(now: Situation) -> str | None:
    """A box is below the minimum only if its wagers, all together, are."""
    least = now.rules.limits.minimum.value
    if not now.wagered:
        return "the box has no main wager"
    if now.wagered >= least:
        has = dollars(now.wagered)
        return f"the box has {has}, which is not below the minimum of {dollars(least)}"
    return None


def no_card_is_out(now: Situation) -> str | None:
    """A hand or a round can be past saving only once cards are dealt to it."""
    if (idle := nothing_is_on(now)) is not None:
        return idle
    return None if now.cards_out else "no card has been dealt in this round"


def without_a_draw(now: Situation) -> str | None:
    """Only equipment that the layout needs can fail."""
    bet = drawn_bet(now.rules)
    if bet is not None and bet.offered.value:
        return None
    what = "draws with prizes" if bet is None else bet.name
    return f"this table does not offer {what}"


def without_reader(now: Situation) -> str | None:
    """Only a dealer who checks for blackjack has a card reader."""
    if takes_hole_card(now.rules) and now.rules.deal.looks_under.value:
        return None
    return "this table has no card reader"


def peek_was_right(now: Situation) -> str | None:
    """The reader is used wrongly only if the book does not require the check."""
    if (lacking := without_reader(now)) is not None:
        return lacking
    if now.up is None or now.dealer_cards < 2:
        return "the dealer has no second card to check"
    return f"the dealer must check with {now.up} up" if peeks_with(now.rules, now.up) else None


def insurance_is_not_due(now: Situation) -> str | None:
    """Insurance can be missed only if it is offered, and only before the second card."""
    insurance = now.rules.insurance
    if now.up is None:
        return f"the dealer has no {now.rules.book.words['up_card']} yet"
    if not insurance.offered.value or up_card(now.rules, now.up) not in insurance.against.value:
        return f"insurance is not offered against {now.up}"
    seen = now.dealer_cards > 1 and not takes_hole_card(now.rules)
    return "the dealer already has a second card" if seen else None


def no_side_bets(now: Situation) -> str | None:
    """Side bets can be settled late only if a player has one, and it is not settled yet."""
    if now.knows_the_shoe and now.side_bets and not now.open_side_bets:
        return "every side bet is settled"
    return None if now.side_bets else "no player has a side bet"


def dealer_is_not_done(now: Situation) -> str | None:
    """An extra card can go only to a completed hand."""
    return None if now.dealer_is_done else "the dealer's hand is not complete"


def nothing_is_on(now: Situation) -> str | None:
    """A round can be interrupted while bets are down, even before its first card (rws 1.25)."""
    return "no round is in progress" if now.is_between_rounds else None
