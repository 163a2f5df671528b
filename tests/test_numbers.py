"""The one reader of numbers: what it takes, and that nothing it refuses is worked out first."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import MOST, MOST_TO_ONE, NotMoney, NotOdds, Odds, cents, dollars, is_payable
from pitboss.numbers import FARTHEST, NotANumber, approximate, decimal, exact, shortened, whole
from pitboss.rulebooks import BadElection, rulebook
from pitboss.rulebooks.amounts import ChipSet
from pitboss.rulebooks.errors import BadValue, as_written

HUGE = (
    "1e60000000", "-1e60000000", "1e-60000000", "1e999999999999", "9" * 41, "9" * 5000,
    "0." + "1" * 60, "1/" + "9" * 5000, "9" * 400 + "/3", "1e60000000%", 10**5000, -(10**5000),
    Decimal("1e60000000"), Decimal("1e-60000000"), Decimal("9" * 60), float("inf"), float("nan"),
    Decimal("inf"), Decimal("nan"), "inf", "nan", "-inf", "Infinity",
)  # fmt: skip
"""Each takes seconds to years as a fraction, or is no number at all"""
FOREIGN: tuple[object, ...] = (
    "٣", "²", "１２", "½", "−1", "", " ", "one", "0x1f", "1__0", "_1", "1/0", "1e", "e1", "1 2",
    True, None, [], {}, b"1", "1,5", "1:2", "\n",
)  # fmt: skip


@pytest.mark.parametrize("raw", [*HUGE, *FOREIGN], ids=lambda raw: shortened(raw)[:20])
def test_what_is_no_number_of_modest_size_is_refused_in_a_short_sentence(raw: object) -> None:
    for read in (whole, decimal, exact):
        with pytest.raises(NotANumber) as refused:
            read(raw)
        assert 0 < len(str(refused.value)) < 120
    with pytest.raises(NotANumber):
        approximate(raw, least=-1e9, most=1e9)
    with pytest.raises(NotMoney):
        cents(raw)  # type: ignore[arg-type]
    with pytest.raises(BadElection) as bad:
        rulebook("classic").elect_all({"penetration": raw, "min": raw, "decks": raw})
    assert len(str(bad.value)) < 500


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("3/4", Fraction(3, 4)), ("0.75", Fraction(3, 4)), (" .5 ", Fraction(1, 2)), ("5.", 5),
        ("1e3", 1000), ("1E-2", Fraction(1, 100)), ("-7", -7), ("+7", 7), ("1_000", 1000),
        (0.5, Fraction(1, 2)), (Decimal("0.1"), Fraction(1, 10)), (Fraction(1, 3), Fraction(1, 3)),
        (2, 2), ("-1 / 3", Fraction(-1, 3)),
    ],
)  # fmt: skip
def test_a_number_is_read_exactly(raw: object, value: object) -> None:
    assert exact(raw) == value


@given(st.fractions(max_denominator=10**9), st.integers(-FARTHEST, FARTHEST))
def test_what_is_written_is_read_back(number: Fraction, integer: int) -> None:
    if abs(number) <= FARTHEST and abs(number.numerator) <= FARTHEST:
        assert exact(str(number)) == number
    assert whole(str(integer)) == whole(integer) == integer


def test_a_range_has_both_its_ends() -> None:
    assert whole("9", least=1, most=9) == 9 and exact("1/4", least=Fraction(1, 4)) == Fraction(1, 4)
    for raw in ("0", "10", 0, 10):
        with pytest.raises(NotANumber, match="a whole number from 1 to 9"):
            whole(raw, least=1, most=9)
    with pytest.raises(NotANumber, match="a number from 0 to 1"):
        approximate("1.1", least=0, most=1)


def test_money_and_odds_have_an_upper_end_and_say_so() -> None:
    assert cents(dollars(MOST)) == MOST and Odds.read(f"{MOST_TO_ONE}:1").pays == MOST_TO_ONE
    with pytest.raises(NotMoney, match="more than 100000000, the largest amount"):
        cents("100000000.01")
    for odds in (f"{MOST_TO_ONE + 1}:1", "1:0", "1:" + "9" * 5000, "٣:2", None, 1):
        with pytest.raises(NotOdds, match="with numbers up to 1000000"):
            Odds.read(odds)  # type: ignore[arg-type]
    with pytest.raises(BadElection, match=r"an amount of money from 0\.01 to 100000000"):
        rulebook("classic").elect(max="100000001")
    assert rulebook("classic").elect(max="100000000").limits.maximum.value == MOST


def test_chips_that_take_long_to_combine_are_refused() -> None:
    """Whether chips make up an amount takes a step for each unit of the smallest."""
    assert ChipSet().read([1, Decimal("2.50"), 5]) == (100, 250, 500)
    for chips in (["99999.99", 100_000], [100.01, 1000], list(range(1, 26)), [], "1,", 10**5000):
        with pytest.raises(BadValue):
            ChipSet().read(chips)
    # A set that was taken before still answers at once: the smallest sums come first.
    assert is_payable(1_000_000_00, (999_99, 1_000_00)) and not is_payable(
        999_98, (999_99, 1_000_00)
    )


def test_a_sentence_repeats_only_the_beginning_of_what_was_given() -> None:
    nested: object = 1
    for _ in range(900):
        nested = [nested, {"a" * 300: nested}]
    for given_ in (
        nested,
        "a" * 10**6,
        [10**5000] * 10**4,
        {str(n): "b" * 999 for n in range(999)},
    ):
        assert len(as_written(given_)) < 4000 and len(shortened(given_)) < 80
    assert as_written([1, "a", True, {"k": Decimal("1.5")}]) == "[1, 'a', true, { k = 1.5 }]"
