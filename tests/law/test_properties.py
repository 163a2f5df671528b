"""Properties of every book: counts, comparisons, payments, the bank, pro rata."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, Card, cards
from pitboss.law.banking import Bank, remaining_cover
from pitboss.law.banking import settle as settle_with_bank
from pitboss.law.counting import count, is_blackjack, is_bust
from pitboss.law.dealer import AtStake, card_would_matter, must_draw, next_card_is_due
from pitboss.law.hands import Hand
from pitboss.law.insurance import even_money
from pitboss.law.play import (
    closed_under,
    may_double,
    may_hit,
    may_split,
    may_stand,
    order_of_hands,
)
from pitboss.law.settlement import (
    HandWager,
    Settled,
    compare,
    is_decided,
    settle,
    settle_against_blackjack,
    surrender,
)
from pitboss.law.shoe import cut, cut_limits, cutting_card_position, size
from pitboss.law.wagering import pro_rata
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import BOOKS, TableRules, rulebook
from pitboss.rulebooks.enumerations import Compared, Result
from tests.side_bets import (
    buster,
    madness_21,
    over_under_13,
    perfect_pairs,
    player_pair,
    super_sevens,
)
from tests.support import rules

books = st.sampled_from(BOOKS)
hands = st.lists(st.sampled_from(DECK), min_size=2, max_size=8).map(tuple)
stakes = st.integers(1, 500_00)


def completed(book: str, start: tuple[Card, ...], more: tuple[Card, ...]) -> Hand:
    """A dealer's hand drawn from these cards as far as the book requires."""
    hand = start
    for card in more:
        if not must_draw(rules(book), hand):
            break
        hand = (*hand, card)
    return Hand(hand)


@given(books, hands)
def test_a_count_is_the_best_way_to_value_the_aces(book: str, dealt: tuple[Card, ...]) -> None:
    ways = [
        {"J": (10,), "Q": (10,), "K": (10,), "T": (10,), "A": (1, 11)}.get(
            card.rank.value, (card.pips or 0,)
        )
        for card in dealt
    ]
    totals = sorted({sum(way) for way in product(*ways)})
    best = max((t for t in totals if t <= 21), default=totals[0])
    counted = count(rules(book), dealt)
    assert counted.total == best
    assert counted.soft == (best != totals[0])
    assert is_bust(rules(book), dealt) == (totals[0] > 21)


@given(books, hands)
def test_a_hand_is_closed_exactly_when_nothing_is_open_to_it(
    book: str, cards: tuple[Card, ...]
) -> None:
    table, hand = rules(book), Hand(cards)
    open_to_it = may_hit(table, hand) or may_double(table, hand) or may_split(table, hand)
    if closed_under(table, hand) is not None:
        assert not may_hit(table, hand)
    else:
        assert open_to_it
        assert may_hit(table, hand) or may_stand(table, hand)


@given(books, hands, hands, st.lists(st.sampled_from(DECK), max_size=12).map(tuple))
def test_a_settlement_takes_the_stake_or_returns_it(
    book: str, cards: tuple[Card, ...], dealer: tuple[Card, ...], more: tuple[Card, ...]
) -> None:
    table = rules(book)
    player, house = Hand(cards), completed(book, dealer[:2], more)
    settled = settle(table, WagerKind.MAIN, 100_00, player, house)
    verdict = compare(table, player, house)
    assert settled.result.value == verdict.result.value
    assert settled.under == verdict.under
    if settled.result is Result.WIN:
        assert settled.returned == 100_00 + settled.paid > 100_00
    else:
        assert settled.paid == 0
        assert settled.returned == (0 if settled.result is Result.LOSE else 100_00)


@given(books, hands, st.integers(2, 20), st.integers(2, 20))
def test_a_higher_total_never_does_worse(
    book: str, dealer: tuple[Card, ...], a: int, b: int
) -> None:
    """Of two hands that have not bust, the lower never does better against any dealer's hand."""
    table = rules(book)
    low, high = sorted((a, b))
    order = [Compared.LOSE, Compared.STAND_OFF, Compared.WIN]
    small, great = (Hand(_three_cards(total)) for total in (low + 1, high + 1))
    results = [order.index(compare(table, h, Hand(dealer)).result) for h in (small, great)]
    assert results[0] <= results[1]


def _three_cards(total: int) -> tuple[Card, ...]:
    """Cards of that hard total, from 3 to 21, none of them an ace counting eleven."""
    cards, left = [], total
    while left > 10:
        cards.append(Card("9s"))
        left -= 9
    cards.append(Card(f"{left}h" if 2 <= left <= 9 else "Th" if left == 10 else "2h"))
    return (*cards, Card("2d"), Card("2d"))[: max(2, len(cards))]


@given(books, hands, hands, st.lists(st.sampled_from(DECK), min_size=10, max_size=10).map(tuple))
def test_a_card_that_would_not_matter_changes_no_result(
    book: str, cards: tuple[Card, ...], dealer: tuple[Card, ...], more: tuple[Card, ...]
) -> None:
    table, player = rules(book), Hand(cards)
    start = Hand(dealer[:2])
    if is_blackjack(table, start):
        return
    if not next_card_is_due(table, start.cards, AtStake(hands=(player,))):
        final = completed(book, start.cards, more)
        assert compare(table, player, start).result == compare(table, player, final).result


@given(books, hands)
def test_a_decided_hand_needs_no_card(book: str, cards: tuple[Card, ...]) -> None:
    table, player = rules(book), Hand(cards)
    matters = card_would_matter(table, (Card("6s"), Card("Td")), AtStake(hands=(player,)))
    assert bool(matters) == (not is_decided(table, player))


@pytest.mark.parametrize(
    ("stands_on", "open_busts"), [(15, [23]), (16, [23, 24]), (17, [23, 24, 25])]
)
def test_a_bust_is_decided_if_no_dealer_can_bust_higher(
    stands_on: int, open_busts: list[int]
) -> None:
    """nobust winners.5.b: a 25 pushes only against a 26, which needs a ten drawn to 16."""
    table = rules("nobust", bust_push_rule="player_three_card")
    table = table.with_provision("dealer.stands_on", stands_on)
    busts = {20 + more: Hand.of(f"Ts Th {more}s") for more in range(2, 10)}
    assert [bust for bust, hand in busts.items() if not is_decided(table, hand)] == open_busts


wagers = st.lists(
    st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=4
)  # busted, doubled, of each hand of a box


@given(books, stakes, wagers)
def test_a_dealer_blackjack_takes_at_least_the_original_and_at_most_everything(
    book: str, stake: int, box: list[tuple[bool, bool]]
) -> None:
    table = rules(book)
    laid = []
    for number, (busted, doubled) in enumerate(box, 1):
        kind = WagerKind.MAIN if number == 1 else WagerKind.SPLIT
        laid.append(HandWager(kind, number, stake, busted))
        if doubled:
            laid.append(HandWager(WagerKind.DOUBLE, number, stake, busted))
    settled = settle_against_blackjack(table, laid)
    taken = sum(w.stake - s.returned for w, s in zip(laid, settled, strict=True))
    gone = sum(w.stake for w in laid if w.busted)
    assert all(s.paid == 0 for s in settled)
    assert min(stake, gone or stake) <= taken <= sum(w.stake for w in laid)
    match table.settlement.blackjack_takes.value.value:
        case "all":
            assert taken == sum(w.stake for w in laid)
        case "busted_plus_one":
            assert taken == gone + (0 if all(busted for busted, _ in box) else stake)
        case "identity":
            assert taken == gone + (0 if box[0][0] else stake)


@given(stakes, wagers)
def test_a_capped_loss_is_the_original_wager(stake: int, box: list[tuple[bool, bool]]) -> None:
    table = rules("nz", dealer_bj_bust_reading="cap")
    laid = [
        HandWager(WagerKind.MAIN if n == 1 else WagerKind.SPLIT, n, stake, busted)
        for n, (busted, _) in enumerate(box, 1)
    ]
    settled = settle_against_blackjack(table, laid)
    assert sum(w.stake - s.returned for w, s in zip(laid, settled, strict=True)) == stake


@pytest.mark.parametrize("limit", ["net", "gross", "matched"])
@given(
    bank=st.integers(1, 300_00),
    results=st.lists(
        st.tuples(stakes, st.sampled_from(["win", "lose", "standoff", "surrendered"]), stakes),
        max_size=12,
    ),
)
def test_the_bank_never_wins_or_loses_more_than_its_wager(
    limit: str, bank: int, results: list[tuple[int, str, int]]
) -> None:
    table = rules("nobust", bank_limit=limit)
    state, players = Bank(bank), 0
    for stake, result, due in results:
        match result:
            case "win":
                requested_settled = Settled(Result.WIN, due, stake + due, "x")
            case "lose":
                requested_settled = Settled(Result.LOSE, 0, 0, "x")
            case "surrendered":
                requested_settled = surrender(table, stake)
            case _:
                requested_settled = Settled(Result.STAND_OFF, 0, stake, "x")
        state, settled = settle_with_bank(table, state, stake, requested_settled)
        players += settled.returned - stake
        assert settled.returned >= 0
        assert settled.paid <= requested_settled.paid
        assert -bank <= state.result <= bank
        assert min(remaining_cover(table, state)) >= 0
    assert state.result + players == 0


@given(
    st.lists(st.integers(1_00, 3000_00), min_size=1, max_size=5),
    st.integers(10_00, 100_00),
    st.integers(500_00, 2000_00),
)
def test_pro_rata_shares_never_exceed_the_maximum_or_the_bet(
    bets: list[int], least: int, most: int
) -> None:
    cents = {"min": f"{least // 100}.{least % 100:02d}", "max": f"{most // 100}.{most % 100:02d}"}
    table = rules("rws", **cents)
    shares = pro_rata(table, bets)
    assert len(shares) == len(bets)
    assert all(0 <= share <= bet for share, bet in zip(shares, bets, strict=True))
    if sum(bets) <= most:
        assert list(shares) == bets
        return
    assert all(share >= min(least, bet) for share, bet in zip(shares, bets, strict=True))
    if len(bets) * least <= most:
        assert sum(shares) == most


@given(books, st.integers(0, 416))
def test_cuts_keep_their_distance_and_lose_no_card(book: str, depth: int) -> None:
    table = rules(book)
    full = size(table)
    allowed = cut_limits(table, full)
    stack = tuple(range(full))
    assert 0 < allowed.least <= allowed.most < full
    assert sorted(cut(stack, min(depth, full))) == list(stack)
    assert 0 < cutting_card_position(table, full) <= full


def test_a_small_stack_is_cut_in_the_middle() -> None:
    assert cut_limits(rules("nz"), 61) == (30, 31)


@given(st.lists(st.integers(0, 3), max_size=3))
def test_a_new_hand_lies_to_the_right_of_the_one_split(splits: list[int]) -> None:
    order: tuple[int, ...] = (1,)
    for split in splits:
        parent = order[split % len(order)]
        order = order_of_hands(order, parent)
        assert order[order.index(parent) + 1] == len(order)
    assert sorted(order) == list(range(1, len(order) + 1))


@pytest.mark.parametrize("book", [b for b in BOOKS if rulebook(b).elect().surrendering])
@given(stake=stakes)
def test_a_surrender_loses_half_to_the_cent(book: str, stake: int) -> None:
    settled = surrender(rules(book), stake)
    assert abs(Fraction(settled.returned) - Fraction(stake, 2)) <= Fraction(1, 2)


@pytest.mark.parametrize(
    ("book", "ask"),
    [
        ("rws", lambda table: perfect_pairs.settle(table, 1_00, *cards("8h 8s"))),
        ("nz", lambda table: player_pair.settle(table, 1_00, *cards("8h 8s"))),
        ("nz", lambda table: over_under_13.settle(table, "over_13", 1_00, *cards("8h 8s"))),
        ("rws", lambda table: super_sevens.settle(table, 1_00, cards("7h"))),
        ("rws", lambda table: madness_21.prize(table, 0)),
        ("rws", lambda table: buster.settle(table, 1_00, cards("Th 6s Kd"))),
        ("nz", lambda table: surrender(table, 10_00)),
        ("leaflet", lambda table: even_money(table, 10_00)),
        ("zappit", lambda table: remaining_cover(table, Bank(100_00))),
    ],
)
def test_what_a_book_does_not_have_cannot_be_settled(
    book: str, ask: Callable[[TableRules], object]
) -> None:
    with pytest.raises(ValueError, match=f"{book} has no "):
        ask(rules(book))


def test_a_hand_takes_a_card_and_keeps_what_was_done_with_it() -> None:
    pair = Hand.of("8h 8s", split=True)
    assert pair.with_card(Card("2d")) == Hand.of("8h 8s 2d", split=True)
    assert pair == Hand.of("8h 8s", split=True)
