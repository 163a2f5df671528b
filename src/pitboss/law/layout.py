"""The text on the layout and the spots for wagers, generated from the book's values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.acts import HandAct
from pitboss.cards import Card
from pitboss.law.hands import Hand
from pitboss.law.play import exchangeable
from pitboss.law.side_bets.registry import on_offer
from pitboss.law.wagers import WagerKind
from pitboss.money import Cents, dollars
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Compared, Otherwise, Soft17, SplitAces
from pitboss.rulebooks.schema import SideBet
from pitboss.rulebooks.side_bet_terms import Says
from pitboss.rulebooks.side_bets import Condition, PayingRow


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
    lines += (pay_table(rules.side_bet(kind)) for kind in on_offer(rules))
    return (*lines, *_peculiar(rules))


def _peculiar(rules: TableRules) -> Iterator[Inscription]:
    """Rules a blackjack player would not expect: hands that may be exchanged, a 22 that ties."""
    if (given_up := exchangeable(rules)) is not None:
        totals = sorted(given_up.totals.value)
        together = totals[-1] - totals[0] == len(totals) - 1
        span = f"{totals[0]} to {totals[-1]}" if together else ", ".join(map(str, totals))
        hard = "Hard " if given_up.hard_only else ""
        text = f"{hard}{span} may be {HandAct.EXCHANGE.words.done}"
        yield Inscription(text, given_up.totals.under)
    ties = rules.comparison.dealer_22
    if ties.value is Compared.STAND_OFF:
        word = rules.book.words["standoff"]
        yield Inscription(f"Dealer 22 is a {word}", ties.under)


def pay_table(bet: SideBet) -> Inscription:
    """A side bet in one line: what wins, and what it pays."""
    rows = [row for row in bet.rows.value.rows if not isinstance(row.pays, Otherwise)]
    labels = _without_common_word([row.label for row in rows])
    shown = ", ".join(
        f"{label} {pays_in_words(row)}" for label, row in zip(labels, rows, strict=True)
    )
    return Inscription(f"{bet.name}: {shown}", rows[0].under)


def _without_common_word(labels: list[str]) -> list[str]:
    """Labels without their common last word, if each is then still a word."""
    ends = {label.rpartition(" ")[2] for label in labels}
    shorter = [label.rpartition(" ")[0] for label in labels]
    told_apart = all(one.replace(" ", "").isalpha() for one in shorter)
    return shorter if len(labels) > 1 and len(ends) == 1 and told_apart else labels


def pays_in_words(row: PayingRow) -> str:
    """What a row pays: odds, the prizes that are drawn, or that it loses."""
    return row.pays.value if isinstance(row.pays, Otherwise) else str(row.pays)


def sign(rules: TableRules) -> tuple[Inscription, ...]:
    """The lines of the table sign: minimum and maximum, per player and per box."""
    limits = rules.limits
    least, most = limits.minimum, limits.maximum
    highest = "no maximum" if most.value is None else f"at most {dollars(most.value)}"
    posted = rules.book.cites.get("limits_sign")
    lines = [
        Inscription(f"Wagers: at least {dollars(least.value)}, {highest}", posted or most.under)
    ]
    each = limits.each_player_at_most
    if each.value is not None:
        lines.append(
            Inscription(f"Each player at most {dollars(each.value)}", posted or each.under)
        )
    if limits.box_total_capped.value and most.value is not None:
        under = posted or limits.box_total_capped.under
        lines.append(Inscription(f"Box total at most {dollars(most.value)}", under))
    for kind in on_offer(rules):
        amounts = rules.side_bet(kind).amounts
        name = kind.replace("_", " ")
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
    decks = rules.equipment.decks
    for kind in on_offer(rules) if decks.value == 1 else ():
        for row in rules.side_bet(kind).rows.value.rows:
            if any(_needs_two_of_one_card(condition) for condition in row.when):
                what = f"{pays_in_words(row)} for a {row.label}"
                text = f"One deck has no two identical cards: {what} cannot be won"
                yield Inscription(text, decks.under)


def _needs_two_of_one_card(condition: Condition) -> bool:
    """Whether two of the cards must be of one rank and one suit."""
    says = {term.says for term in condition.terms}
    listed = [choice for term in condition.terms for choice in term.wanted]
    twice = {choice for choice in listed if listed.count(choice) > 1}
    one_rank = any(len({card.rank for card in choice}) == 1 for choice in twice)
    alike = one_rank or bool(says & {Says.PAIR, Says.THREE_OF_A_KIND})
    return (Says.ONE_SUIT in says and alike) or any(len(choice) == 1 for choice in twice)


def spots(rules: TableRules) -> tuple[str, ...]:
    """The kinds of wager that each box of this layout has a spot for."""
    kinds: list[str] = [WagerKind.MAIN]
    if rules.insurance.offered.value:
        kinds.append(WagerKind.INSURANCE)
    return (*kinds, *on_offer(rules))


def lies_sideways(rules: TableRules, hand: Hand) -> bool:
    """Whether the last card of a hand is turned sideways: on a double or a split ace."""
    if hand.is_doubled:
        return len(hand.cards) > rules.doubling.cards.value
    one_card = rules.splitting.aces_receive.value is SplitAces.ONE_CARD
    return len(hand.cards) == 2 and one_card and hand.is_split_ace


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
