"""The text on the layout and the spots for wagers, generated from the book's values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.law.hands import Hand
from pitboss.law.side_bets.offered import on_offer, part_of_kind
from pitboss.law.wagers import WagerKind
from pitboss.money import Cents, dollars
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Soft17, SplitAces


class Inscription(NamedTuple):
    """A line of text on the layout, and the clause whose value it shows."""

    text: str
    under: str


def inscriptions(rules: TableRules) -> tuple[Inscription, ...]:
    """The lines on the layout, taken from the values that are paid and played."""
    settlement, dealer = rules.settlement, rules.dealer
    name = rules.book.words["blackjack"].capitalize()
    lines = [
        Inscription(
            f"{name} pays {settlement.blackjack_odds.value}", settlement.blackjack_odds.under
        ),
        Inscription(
            f"Dealer must draw to {dealer.stands_on.value - 1} and stand on "
            f"{'hard ' if dealer.soft_17.value is Soft17.HIT else ''}{dealer.stands_on.value}",
            dealer.stands_on.under,
        ),
    ]
    if rules.insurance.offered.value:
        odds = rules.insurance.odds
        lines.append(Inscription(f"Insurance pays {odds.value}", odds.under))
    if rules.perfect_pairs is not None and rules.perfect_pairs.offered.value:
        pairs = rules.perfect_pairs.odds
        lines.append(Inscription(f"Perfect Pairs: {pairs.value}", pairs.under))
    return tuple(lines)


def sign(rules: TableRules) -> tuple[Inscription, ...]:
    """The lines of the table sign: minimum and maximum, per player and per box."""
    limits = rules.limits
    least, most = limits.minimum, limits.maximum
    highest = "no maximum" if most.value is None else f"at most {dollars(most.value)}"
    lines = [Inscription(f"Wagers: at least {dollars(least.value)}, {highest}", most.under)]
    each = limits.each_player_at_most
    if each.value is not None:
        lines.append(Inscription(f"Each player at most {dollars(each.value)}", each.under))
    if limits.box_total_capped.value and most.value is not None:
        under = limits.box_total_capped.under
        lines.append(Inscription(f"Box total at most {dollars(most.value)}", under))
    for kind in on_offer(rules):
        amounts = part_of_kind(rules, kind).amounts
        name = kind.value.replace("_", " ")
        lines.append(Inscription(f"{name.capitalize()}: {amounts.value}", amounts.under))
    return (*lines, *_fees(rules), *warnings(rules))


def _fees(rules: TableRules) -> Iterator[Inscription]:
    """The fees of a round in a game with a player-dealer."""
    if rules.banking is None:
        return
    fee = rules.book.words["fee"].capitalize()
    circle, banker = rules.banking.fee_per_circle, rules.banking.fee_of_banker
    yield Inscription(f"{fee}: {dollars(circle.value)} per circle", circle.under)
    yield Inscription(f"{fee} of the player-dealer: {dollars(banker.value)}", banker.under)


def warnings(rules: TableRules) -> Iterator[Inscription]:
    """Warnings about a house option: a prize on the layout that cannot be won."""
    pairs, decks = rules.perfect_pairs, rules.equipment.decks
    if pairs is not None and pairs.offered.value and decks.value == 1:
        odds = pairs.odds.value["perfect"]
        text = f"One deck has no two identical cards: {odds} for a perfect pair cannot be won"
        yield Inscription(text, decks.under)


def spots(rules: TableRules) -> tuple[WagerKind, ...]:
    """The kinds of wager that each box of this layout has a spot for."""
    kinds = [WagerKind.MAIN]
    if rules.insurance.offered.value:
        kinds.append(WagerKind.INSURANCE)
    return (*kinds, *on_offer(rules))


def lies_sideways(rules: TableRules, hand: Hand) -> bool:
    """Whether the last card of a hand is turned sideways: on a double or a split ace."""
    if hand.is_doubled:
        return len(hand.cards) > rules.doubling.cards.value
    one_card = rules.splitting.aces_receive.value is SplitAces.ONE_CARD
    return hand.is_split_ace and one_card and len(hand.cards) == 2


def stack(rules: TableRules, amount: Cents) -> tuple[Cents, ...]:
    """The chips of an amount, the largest first; empty if it cannot be made up."""
    chips: list[Cents] = []
    for chip in sorted(rules.equipment.chips.value, reverse=True):
        number, amount = divmod(amount, chip)
        chips += [chip] * number
    return tuple(chips) if not amount else ()


def face(rules: TableRules, card: Card) -> str:
    """A card as it is printed; aces have the mark of the game if it has one."""
    mark = rules.book.words.get("ace_mark", "") if card.is_ace else ""
    return f"{card}{mark}"
