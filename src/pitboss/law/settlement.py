"""Settlement: the comparison of hands, the odds, and what a dealer blackjack takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from pitboss.cards import Card
from pitboss.law.cases import Compare, cited
from pitboss.law.counting import Score, is_blackjack, is_charlie, score, up_card
from pitboss.law.hands import Hand
from pitboss.law.timing import Moment, moment_of
from pitboss.law.wagers import WagerKind
from pitboss.money import Cents, Odds, part_of
from pitboss.rulebooks import Provision, TableRules
from pitboss.rulebooks.enumerations import (
    BlackjackPaid,
    BlackjackTakes,
    BothOver,
    BustTaken,
    Compared,
    Otherwise,
    Result,
    SettlementOrder,
)
from pitboss.rulebooks.schema.settlement import OverOver


class ComparisonResult(NamedTuple):
    """The result of a comparison, and its clause."""

    result: Compared
    under: str


class Settled(Struct, frozen=True, gc=False):
    """A settled wager: what is paid, and everything that is returned with the stake."""

    result: Result
    paid: Cents
    returned: Cents
    under: str


def won(stake: Cents, odds: Odds, under: str) -> Settled:
    """A win: the stake is returned with the winnings."""
    paid = odds.on(stake)
    return Settled(Result.WIN, paid, stake + paid, under)


def lost(under: str) -> Settled:
    """A loss: the stake is collected."""
    return Settled(Result.LOSE, 0, 0, under)


def stood_off(stake: Cents, under: str) -> Settled:
    """A tie: the stake is returned."""
    return Settled(Result.STAND_OFF, 0, stake, under)


def handed_back(stake: Cents, under: str) -> Settled:
    """A wager without action: the stake is returned."""
    return Settled(Result.RETURNED, 0, stake, under)


def not_won(stake: Cents, provision: Provision[Otherwise]) -> Settled:
    """A side bet that does not win: it loses or, in some books, ties."""
    return (
        lost(provision.under)
        if provision.value is Otherwise.LOSE
        else stood_off(stake, provision.under)
    )


def compare(rules: TableRules, hand: Hand, dealer: Hand) -> ComparisonResult:
    """Compare a player's hand with the dealer's."""
    up = up_card(rules, dealer.cards[0]).value if dealer.cards else None
    scores = score(rules, hand), score(rules, dealer)
    return _compare(Compare(rules, *scores, up, hand))


def compare_scores(
    rules: TableRules,
    player: Score,
    dealer: Score,
    *,
    up: str | None = None,
    hand: Hand | None = None,
) -> ComparisonResult:
    """Compare two scores: blackjack, a player's bust, a charlie, the dealer's, the higher total.

    The result is theirs; the clause may also be that of the dealer's first card or of the hand.
    """
    return _compare(Compare(rules, player, dealer, up, hand))


def _compare(pair: Compare) -> ComparisonResult:
    rules, player, dealer = pair[:3]
    comparison = rules.comparison
    most = rules.counting.bust_above.value
    if player.blackjack and dealer.blackjack:
        return _verdict(comparison.two_blackjacks, pair)
    if player.blackjack:
        return _verdict(comparison.blackjack, pair)
    if player.total > most:
        if dealer.total > most and rules.over_over is not None:
            return _both_over(rules.over_over, pair)
        return _verdict(comparison.over, pair)
    if dealer.blackjack:
        return _verdict(comparison.dealer_blackjack, pair)
    if is_charlie(rules, player):
        return ComparisonResult(Compared.WIN, rules.drawing.charlie.under)
    if dealer.total > most:
        return _verdict(
            comparison.dealer_22 if dealer.total == most + 1 else comparison.dealer_over, pair
        )
    if player.total > dealer.total:
        return _verdict(comparison.higher, pair)
    if player.total < dealer.total:
        return _verdict(comparison.lower, pair)
    return _verdict(comparison.equal, pair)


def _verdict(provision: Provision[Compared], pair: Compare) -> ComparisonResult:
    return ComparisonResult(
        provision.value, cited(provision, pair) if provision.rows else provision.under
    )


def _both_over(over_over: OverOver, pair: Compare) -> ComparisonResult:
    rules, player, dealer = pair[:3]
    if player.cards >= 4:
        return _verdict(over_over.four_or_more_cards, pair)
    if player.total == rules.counting.bust_above.value + 1:
        return _verdict(over_over.three_card_22, pair)
    if player.total == dealer.total:
        return _verdict(over_over.equal, pair)
    if dealer.total < player.total:
        return _verdict(over_over.dealer_nearer, pair)
    named = dealer if over_over.pushes_on.value is BothOver.PD_THREE_CARD else player
    if named.cards == 3 and named.total in over_over.push_totals.value:
        return ComparisonResult(Compared.STAND_OFF, over_over.pushes_on.under)
    return _verdict(over_over.otherwise, pair)


def is_decided(rules: TableRules, hand: Hand) -> bool:
    """Whether the result is the same against every dealer hand other than a blackjack."""
    return _score_is_decided(rules, score(rules, hand))


@lru_cache(maxsize=4096)
def _score_is_decided(rules: TableRules, player: Score) -> bool:
    # From the lowest total on: a dealer who stops early is compared with the hand as it is. The
    # highest is a ten drawn to the highest total that is drawn to.
    highest = rules.dealer.stands_on.value - 1 + 10
    most_cards = rules.counting.bust_above.value + 1  # aces that count one each
    results = (
        compare_scores(rules, player, Score(False, total, cards)).result
        for cards in range(2, most_cards + 1)
        for total in range(2, highest + 1)
    )
    first = next(results)
    return all(result is first for result in results)


def settle(rules: TableRules, kind: str, stake: Cents, hand: Hand, dealer: Hand) -> Settled:
    """Settle a main, split or doubled wager against a dealer without blackjack."""
    verdict = compare(rules, hand, dealer)
    match verdict.result:
        case Compared.WIN:
            odds = win_odds(rules, kind, hand)
            return won(stake, odds.value, verdict.under)
        case Compared.LOSE:
            return lost(verdict.under)
        case Compared.STAND_OFF:
            return stood_off(stake, verdict.under)


def win_odds(rules: TableRules, kind: str, hand: Hand) -> Provision[Odds]:
    """The odds of a win: a blackjack's, or those of any other hand."""
    return odds_of(rules, blackjack=kind is WagerKind.MAIN and is_blackjack(rules, hand))


def odds_of(rules: TableRules, *, blackjack: bool) -> Provision[Odds]:
    """The odds of a win: of a blackjack, or of any other hand."""
    return rules.settlement.blackjack_odds if blackjack else rules.settlement.win_odds


class HandWager(NamedTuple):
    """One bettor's wager on one of the hands of a box."""

    kind: str
    hand: int
    stake: Cents
    busted: bool = False
    score: Score = Score(False, 0, 2)
    """What the hand has, on which the clause may depend"""


def settle_against_blackjack(rules: TableRules, wagers: Sequence[HandWager]) -> tuple[Settled, ...]:
    """Settle one bettor's wagers on a box against a dealer blackjack, none being a blackjack."""
    takes = rules.settlement.blackjack_takes
    beaten = rules.comparison.dealer_blackjack
    if beaten.value is Compared.STAND_OFF:
        return tuple(stood_off(w.stake, _cited(rules, beaten, w.score)) for w in wagers)
    match takes.value:
        case BlackjackTakes.ALL:
            return tuple(_taken(rules, w) for w in wagers)
        case BlackjackTakes.IDENTITY:
            return tuple(
                _taken(rules, w) if w.kind is WagerKind.MAIN or w.busted else _spared(rules, w)
                for w in wagers
            )
        case BlackjackTakes.CAP:
            return tuple(
                _taken(rules, w) if w.kind is WagerKind.MAIN else _spared(rules, w) for w in wagers
            )
        case BlackjackTakes.BUSTED_PLUS_ONE:
            alive = [w for w in wagers if not w.busted and w.kind is not WagerKind.DOUBLE]
            one = min(alive, key=lambda w: w.hand, default=None)
            return tuple(
                _one_bet(rules, w, wagers)
                if w is one
                else (_taken(rules, w) if w.busted else _spared(rules, w))
                for w in wagers
            )


def gives_back_busts(rules: TableRules) -> bool:
    """Whether a blackjack takes original wagers only, so that other bust wagers are returned."""
    return rules.settlement.blackjack_takes.value is BlackjackTakes.CAP


def _taken(rules: TableRules, wager: HandWager) -> Settled:
    if wager.kind is WagerKind.DOUBLE and not wager.busted:
        return _spared(rules, wager)
    return _beaten(rules, wager)


def _beaten(rules: TableRules, wager: HandWager) -> Settled:
    """A wager lost to a dealer blackjack, or by its own bust, under the clause of that case."""
    if wager.busted:
        return lost(_cited(rules, rules.comparison.over, wager.score))
    return lost(_cited(rules, rules.comparison.dealer_blackjack, wager.score))


def _cited(rules: TableRules, provision: Provision[Compared], player: Score) -> str:
    """The clause of a result against a dealer blackjack."""
    most = rules.counting.bust_above.value
    return cited(provision, Compare(rules, player, Score(True, most, 2)))


def _one_bet(rules: TableRules, wager: HandWager, wagers: Sequence[HandWager]) -> Settled:
    """The one bet lost: by the clause on splits or on doubles, if the bettor has either."""
    kinds = {w.kind for w in wagers}
    if WagerKind.SPLIT in kinds:
        return lost(rules.settlement.blackjack_takes.under)
    if WagerKind.DOUBLE in kinds:
        return lost(rules.settlement.blackjack_takes_doubles.under)
    return _beaten(rules, wager)


def _spared(rules: TableRules, wager: HandWager) -> Settled:
    """Return a split wager; a doubled one too, unless the book collects it."""
    settlement = rules.settlement
    if wager.kind is WagerKind.DOUBLE:
        doubles = settlement.blackjack_takes_doubles
        if doubles.value:
            return lost(doubles.under)
        return handed_back(wager.stake, doubles.under)
    return handed_back(wager.stake, settlement.blackjack_takes.under)


def blackjack_is_paid(rules: TableRules, up: Card) -> Moment[BlackjackPaid]:
    """When a blackjack is paid: at the end if the dealer may still tie it, otherwise early."""
    paid, waits = rules.deal.blackjack_paid, rules.deal.blackjack_waits
    if up_card(rules, up) in waits.value:
        return Moment(BlackjackPaid.AT_THE_END, waits.under)
    return moment_of(paid)


def pay_blackjack(rules: TableRules, stake: Cents, up: Card) -> Settled:
    """Settle a blackjack that the dealer cannot tie, before the dealer's hand."""
    provision = rules.comparison.blackjack
    match provision.value:
        case Compared.WIN:
            return won(
                stake, odds_of(rules, blackjack=True).value, blackjack_is_paid(rules, up).under
            )
        case Compared.STAND_OFF:
            return stood_off(stake, provision.under)
        case Compared.LOSE:
            return lost(provision.under)


def bust_is_collected(rules: TableRules) -> Moment[BustTaken]:
    """When a bust is collected: at once, or at the settlement."""
    return moment_of(rules.drawing.bust_taken)


def surrender(rules: TableRules, stake: Cents, *, dealer_blackjack: bool = False) -> Settled:
    """Settle a surrendered hand; in some books a later blackjack takes all of it."""
    surrendering = rules.present(rules.surrendering, "surrendering")
    if dealer_blackjack and not surrendering.is_final.value:
        return lost(surrendering.is_final.under)
    given_up = stake - part_of(stake, 1 - surrendering.gives_up.value)
    return Settled(Result.SURRENDERED, 0, stake - given_up, surrendering.gives_up.under)


def surrender_is_final(rules: TableRules) -> bool:
    """Whether a surrender is final even if the dealer turns out to have blackjack."""
    return rules.present(rules.surrendering, "surrendering").is_final.value


def order(rules: TableRules, boxes: Iterable[int]) -> tuple[int, ...]:
    """The boxes in the order of settlement; box 1 is on the dealer's left."""
    from_the_left = rules.settlement.order.value is SettlementOrder.FROM_THE_LEFT
    return tuple(sorted(boxes, reverse=not from_the_left))


def collects_first(rules: TableRules) -> bool:
    """Whether all losing wagers at the table are collected before any winner is paid."""
    first = SettlementOrder.LOSERS_THEN_WINNERS_FROM_THE_RIGHT
    return rules.settlement.order.value is first
