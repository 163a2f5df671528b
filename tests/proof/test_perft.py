"""The number of courses a round can take from tiny shoes, book by book."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from pitboss.cards import cards
from pitboss.rulebooks import rulebook
from tests.proof.courses import courses
from tests.rigs.perft import perft

COUNTS = Path(__file__).parents[1] / "counts"


def counted() -> Iterator[tuple[str, str, str, tuple[int, ...]]]:
    """Every line of the counts: book, elections, shoe, numbers."""
    for path in sorted(COUNTS.glob("*.txt")):
        for line in path.read_text("utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                elections, shoe, numbers = (part.strip() for part in line.split("|"))
                yield path.stem, elections, shoe, tuple(map(int, numbers.split()))


@pytest.mark.parametrize(
    ("book", "elections", "shoe", "numbers"), list(counted()), ids=lambda v: str(v).replace(" ", "")
)
def test_a_round_can_take_so_many_courses(
    book: str, elections: str, shoe: str, numbers: tuple[int, ...]
) -> None:
    choices = dict(pair.split("=") for pair in elections.split())
    courses = perft(rulebook(book).elect_all(choices), cards(shoe))
    assert tuple(courses) == numbers


def test_every_book_is_counted() -> None:
    assert {book for book, *_ in counted()} == {
        "classic",
        "leaflet",
        "nobust",
        "nz",
        "rws",
        "zappit",
    }


def test_four_tens_by_hand() -> None:
    """Twenty against a ten: stand, hit, double, split or surrender, three of which need a card."""
    courses = perft(rulebook("classic").elect(surrender="none"), cards("Ts Ts Ts Ts"))
    assert (courses.complete, courses.cut_short) == (1, 3)


def test_suits_do_not_matter() -> None:
    rules = rulebook("nz").default_rules
    assert perft(rules, cards("As 8s 8s Ts 9s")) == perft(rules, cards("Ah 8c 8d Kd 9s"))


def test_two_boxes_take_more_courses_than_one() -> None:
    rules, shoe = rulebook("leaflet").default_rules, cards("9s 9s 2s Ts 8s Ts")
    assert perft(rules, shoe, boxes=2).complete > 0
    assert perft(rules, shoe, boxes=2) != perft(rules, shoe)


# The same count again, written from the rules, not from the table: no hole card, no
# insurance, no split, doubles on any two cards, the dealer stands on every 17.


def _total(hand: str) -> int:
    hard = sum(1 if c == "A" else 10 if c == "T" else int(c) for c in hand)
    return hard + 10 if "A" in hand and hard <= 11 else hard


def _drawn(shoe: str) -> Iterator[tuple[str, str]]:
    for card in sorted(set(shoe)):
        yield card, shoe.replace(card, "", 1)


def _sum(courses: Iterator[tuple[int, int]]) -> tuple[int, int]:
    complete = short = 0
    for one in courses:
        complete, short = complete + one[0], short + one[1]
    return (complete, short) if complete or short else (0, 1)


def _by_hand(shoe: str) -> tuple[int, int]:
    """Complete courses, and those cut short by the end of the shoe."""
    return _sum(
        _sum(
            _sum(_player(a + b, up, rest, fresh=True) for b, rest in _drawn(after_up))
            for up, after_up in _drawn(after_a)
        )
        for a, after_a in _drawn(shoe)
    )


def _player(hand: str, up: str, shoe: str, *, fresh: bool = False) -> tuple[int, int]:
    if _total(hand) > 21:
        return 1, 0
    if fresh and _total(hand) == 21:
        # A blackjack is paid unless the dealer may have one too: then one more card decides.
        return _sum((1, 0) for _ in _drawn(shoe)) if up in "AT" else (1, 0)
    stand = _dealer(up, shoe)
    if _total(hand) == 21:
        return stand
    ways = [stand, _sum(_player(hand + c, up, rest) for c, rest in _drawn(shoe))]
    if fresh:
        ways.append(_sum(_doubled(hand + c, up, rest) for c, rest in _drawn(shoe)))
    return sum(w[0] for w in ways), sum(w[1] for w in ways)


def _doubled(hand: str, up: str, shoe: str) -> tuple[int, int]:
    return (1, 0) if _total(hand) > 21 else _dealer(up, shoe)


def _dealer(hand: str, shoe: str) -> tuple[int, int]:
    if _total(hand) >= 17:
        return 1, 0
    return _sum(_dealer(hand + card, rest) for card, rest in _drawn(shoe))


@pytest.mark.parametrize("shoe", ["TTTT", "AT59T", "A9885T", "AAATTTT", "234567", "77729T"])
def test_the_table_counts_what_one_counts_by_hand(shoe: str) -> None:
    rules = rulebook("classic").elect(hole_card="none", insurance=False, max_hands=1)
    courses = perft(rules, cards(" ".join(f"{card}s" for card in shoe)))
    assert (courses.complete, courses.cut_short) == _by_hand(shoe)


# And for every document with its splits, hole cards, zaps and windows, by ``tests.proof.courses``,
# which shares no code with the package.

SHOES = [
    "TTTT",
    "AAAA2",
    "8888T",
    "8888TT",
    "A988T",
    "AATTT",
    "7779T",
    "T6667",
    "A55T88",
    "AA8TT5",
    "T66799",
    *("".join(Random(n).choices("A23456789TTT", k=6)) for n in range(5)),
]


@pytest.mark.parametrize("book", ["nz", "zappit", "rws", "leaflet", "nobust"])
@pytest.mark.parametrize("shoe", SHOES)
def test_the_table_counts_what_the_documents_allow(book: str, shoe: str) -> None:
    found_courses = perft(
        rulebook(book).default_rules, cards(" ".join(f"{card}s" for card in shoe))
    )
    assert tuple(found_courses) == courses(book, shoe)
