"""Money: whole cents, exact odds, payable in chips, shared out to the cent."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import NotMoney, NotOdds, Odds, cents, dollars, is_payable, part_of, share_out


@given(st.integers(min_value=-(10**9), max_value=10**9))
def test_what_is_written_is_read_back(amount: int) -> None:
    assert cents(dollars(amount)) == amount


@pytest.mark.parametrize(
    ("text", "amount"),
    [("12.50", 1250), ("12.5", 1250), (5, 500), (Decimal("0.01"), 1), ("1000", 100000)],
)
def test_amounts_are_whole_cents(text: str | int | Decimal, amount: int) -> None:
    assert cents(text) == amount


@pytest.mark.parametrize("text", ["", "ten", "1.005", "nan", "inf", True, 2.5, None])
def test_anything_else_is_no_money(text: object) -> None:
    with pytest.raises(NotMoney):
        cents(text)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("odds", "stake", "paid"),
    [
        ("3:2", 15_00, 22_50),
        ("6:5", 12_50, 15_00),
        ("1:1", 37_50, 37_50),
        ("2:1", 12_50, 25_00),
        ("3 to 2", 1, 2),  # half a cent rounds up
    ],
)
def test_odds_pay_exactly(odds: str, stake: int, paid: int) -> None:
    assert Odds.read(odds).on(stake) == paid


def test_odds_know_where_they_are_exact() -> None:
    assert Odds(3, 2).are_exact_on(10)
    assert not Odds(3, 2).are_exact_on(5)
    assert Odds(3, 2).fraction == Fraction(3, 2)


@pytest.mark.parametrize("text", ["", "3", "3/2", "3:0", "a:b", "-3:2", None, 3])
def test_what_is_no_pair_of_odds(text: object) -> None:
    with pytest.raises(NotOdds):
        Odds.read(text)  # type: ignore[arg-type]


def test_a_share_of_an_odd_cent_rounds_up() -> None:
    assert part_of(25, Fraction(1, 2)) == 13
    assert part_of(24, Fraction(1, 2)) == 12


@given(
    st.integers(0, 400),
    st.lists(st.integers(1, 40), min_size=1, max_size=4, unique=True).map(tuple),
)
def test_payable_agrees_with_trying_every_number_of_chips(
    amount: int, chips: tuple[int, ...]
) -> None:
    reachable = {0}
    for chip in chips:
        reachable = {
            have + n * chip
            for have, n in product(reachable, range(amount // chip + 1))
            if have + n * chip <= amount
        }
    assert is_payable(amount, chips) == (amount in reachable)


def test_nothing_is_payable_without_chips() -> None:
    assert not is_payable(5_00, ())
    assert not is_payable(-1_00, (1_00,))


@given(
    st.integers(0, 10**7),
    st.lists(st.integers(0, 10**7), min_size=1, max_size=6).filter(lambda c: sum(c) > 0),
)
def test_shares_add_up_and_are_within_a_cent_of_proportion(total: int, claims: list[int]) -> None:
    shares = share_out(total, claims)
    assert sum(shares) == total
    for share, claim in zip(shares, claims, strict=True):
        assert abs(Fraction(share) - Fraction(total * claim, sum(claims))) < 1


def test_the_earlier_of_equal_remainders_gets_the_cent() -> None:
    assert share_out(100, (1, 1, 1)) == (34, 33, 33)
    with pytest.raises(ValueError, match="nothing is claimed"):
        share_out(100, (0, 0))
