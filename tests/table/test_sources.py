"""Sources of cards: order, cut, cut card, and equal probability for every card."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain, islice, permutations, product, repeat

import pytest
from benchmarks.shuffle import ALPHA, examine
from benchmarks.shuffle import source as source_of

from pitboss.cards import DECK, Card, NotACard, cards, decks
from pitboss.table.fairness import CommittedShoe
from pitboss.table.sources import (
    FOREIGN,
    BadPlace,
    Called,
    CardNotCalled,
    CardSource,
    Draw,
    Enumerated,
    FaceUpCard,
    Marker,
    Replayed,
    Rigged,
    Seeded,
    ShoeEmpty,
    Shuffled,
    Stack,
    hashed_words,
    mix,
    read_draw,
    system_words,
    write_draw,
)

FIVE = cards("As Kd 7h 7h 2c")
EIGHT_DECKS = tuple(decks(8))


def drawn(source: CardSource, number: int = 1_000_000) -> list[str]:
    """Draw that many, or until the shoe is empty."""
    out: list[str] = []
    while len(out) < number:
        try:
            out.append(write_draw(source.draw()))
        except ShoeEmpty:
            break
    return out


def stacks() -> list[Stack]:
    return [Stack(), Shuffled(), Seeded(1), Enumerated(FIVE), CommittedShoe("T1")]


# Notation.


def test_every_draw_is_written_and_read_back() -> None:
    draws: list[Draw] = [*DECK, *map(FaceUpCard, DECK), *Marker]
    assert [read_draw(write_draw(draw)) for draw in draws] == draws
    assert FOREIGN is read_draw("XX")


@pytest.mark.parametrize("word", ["", "!", "3s!!", "x", "cut", "1s", "3S"])
def test_what_is_no_draw_is_refused(word: str) -> None:
    with pytest.raises(NotACard):
        read_draw(word)


# What every stack has in common.


@pytest.mark.parametrize("source", stacks(), ids=lambda s: type(s).__name__)
def test_a_stack_gives_back_exactly_its_cards(source: Stack) -> None:
    source.shuffle(FIVE)
    assert source.left == 5
    assert Counter(drawn(source)) == Counter(card.text for card in FIVE)
    assert source.left == 0
    with pytest.raises(ShoeEmpty, match="the shoe is empty"):
        source.draw()


@pytest.mark.parametrize("source", stacks(), ids=lambda s: type(s).__name__)
def test_a_new_shuffle_takes_the_place_of_what_was_left(source: Stack) -> None:
    source.shuffle(FIVE)
    source.place_cutting_card(4)
    source.draw()
    source.shuffle(FIVE)
    assert (source.left, len(drawn(source))) == (5, 5)


@pytest.mark.parametrize("source", stacks(), ids=lambda s: type(s).__name__)
@pytest.mark.parametrize("position", range(6))
def test_the_cutting_card_comes_out_once_after_so_many_cards(source: Stack, position: int) -> None:
    source.shuffle(FIVE)
    source.place_cutting_card(position)
    left = []
    for place in range(6):
        left.append(source.left)
        assert (source.draw() is Marker.CUTTING_CARD) is (place == position)
    assert left == [5 - place + (place > position) for place in range(6)]
    assert drawn(source) == []


def test_the_cutting_card_is_counted_from_the_cards_that_are_left_and_can_be_moved() -> None:
    source = Enumerated(FIVE)
    source.draw()
    source.place_cutting_card(1)
    source.place_cutting_card(2)
    assert drawn(source) == ["Kd", "7h", "CUT", "7h", "2c"]


@pytest.mark.parametrize("depth", range(6))
def test_the_cut_brings_the_front_to_the_back(depth: int) -> None:
    source = Enumerated(FIVE)
    source.cut(depth)
    texts = [card.text for card in FIVE]
    assert drawn(source) == texts[depth:] + texts[:depth]


@pytest.mark.parametrize("place", [-1, 6])
def test_nothing_is_placed_outside_the_stack(place: int) -> None:
    source = Enumerated(FIVE)
    with pytest.raises(BadPlace, match="in a stack of 5"):
        source.cut(place)
    with pytest.raises(BadPlace, match="in a stack of 5"):
        source.place_cutting_card(place)
    assert drawn(source) == [card.text for card in FIVE]


def test_the_cut_comes_before_the_cutting_card() -> None:
    source = Enumerated(FIVE)
    source.place_cutting_card(3)
    with pytest.raises(BadPlace, match="before the cut card"):
        source.cut(2)


def test_an_enumerated_stack_is_the_same_after_every_shuffle() -> None:
    source = Enumerated(FIVE)
    source.draw()
    source.shuffle(EIGHT_DECKS)
    assert drawn(source) == [card.text for card in FIVE]


# Every card has the same chance.


def test_scaling_is_unbiased_for_every_word_and_every_number_of_cards() -> None:
    """All 256 words of 8 bits choose among 2 to 256: each equally often, and no others."""
    for among in range(2, 257):
        last = Counter[int]()
        thrown_away = 0
        for word in range(256):
            stack = list(range(among))
            words = chain([word], repeat(0))
            mix(stack, words, bits=8)
            # the first word chooses the last place; a word thrown away leaves it to the next, 0
            if word < 256 // among * among:
                last[stack[-1]] += 1
                assert stack[-1] == word % among
            else:
                thrown_away += 1
                assert stack[-1] == 0
        assert set(last.values()) == {256 // among}
        assert len(last) == among
        assert thrown_away == 256 % among


@pytest.mark.parametrize(("size", "bits"), [(2, 3), (3, 3), (4, 3), (5, 3), (4, 4)])
def test_every_order_comes_equally_often(size: int, bits: int) -> None:
    """All runs of acceptable words lead to all orders, equally often each."""
    whole = 1 << bits
    ranges = [range(whole // among * among) for among in range(size, 1, -1)]
    seen = Counter[tuple[int, ...]]()
    for words in product(*ranges):
        stack = list(range(size))
        mix(stack, iter(words), bits=bits)
        seen[tuple(stack)] += 1
    assert set(seen) == set(permutations(range(size)))
    assert len(set(seen.values())) == 1


def test_a_word_thrown_away_changes_nothing_but_the_words_used() -> None:
    plain, thrown = list(range(7)), list(range(7))
    mix(plain, iter([50744, 2850, 20652, 45566, 9978, 62852]))
    mix(thrown, iter([50744, 65532, 65535, 2850, 20652, 45566, 9978, 62852]))
    assert plain == thrown


def test_as_many_cards_as_words_tell_apart_can_be_shuffled_and_no_more() -> None:
    mix(list(range(8)), repeat(0), bits=3)
    with pytest.raises(BadPlace, match="at most 8 cards may be shuffled, not 9"):
        mix(list(range(9)), repeat(0), bits=3)


def _words(source: Iterator[int], number: int) -> list[int]:
    return list(islice(source, number))


def test_entropy_comes_from_the_operating_system(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers: list[int] = []

    def token_bytes(number: int) -> bytes:
        numbers.append(number)
        return bytes(number)

    monkeypatch.setattr("pitboss.table.sources.token_bytes", token_bytes)
    assert _words(system_words(), 600) == [0] * 600
    assert numbers == [1024, 1024]


def test_two_shuffled_shoes_differ() -> None:
    one, other = Shuffled(), Shuffled()
    one.shuffle(EIGHT_DECKS)
    other.shuffle(EIGHT_DECKS)
    assert drawn(one) != drawn(other)


@pytest.mark.parametrize("kind", ["seeded", "committed"])
def test_a_few_shoes_show_no_bias(kind: str) -> None:
    """The small size of ``python -m benchmarks.shuffle``, with fixed seeds."""
    assert rejected(source_of(kind, fixed=True)) == set()


def rejected(source: Stack, shoes: int = 1500) -> set[str]:
    """The tests of the benchmark, by their first word, that a source fails at 99 % family-wise."""
    results = examine(source, shoes=shoes)
    assert len(results) == 7
    return {r.name.split()[0] for r in results if r.p < ALPHA / len(results)}


class Careless(Stack):
    """A faulty shuffle, which the tests must find."""

    def __init__(self, fault: str) -> None:
        super().__init__()
        self.fault, self.dice, self.once = fault, random.Random(1), list(EIGHT_DECKS)
        self.dice.shuffle(self.once)

    def _arranged(self, cards: Sequence[Card]) -> Sequence[Card]:
        stack, size = list(cards), len(cards)
        if self.fault == "the same order":
            return self.once
        if self.fault == "any place for every card":
            for place in range(size):
                other = self.dice.randrange(size)
                stack[place], stack[other] = stack[other], stack[place]
            return stack
        for among in range(size, 1, -1):
            word = self.dice.getrandbits(10)
            last, chosen = among - 1, word % among
            stack[last], stack[chosen] = stack[chosen], stack[last]
        if self.fault == "every pair in order":
            stack = [
                c for a, b in zip(stack[::2], stack[1::2], strict=True) for c in sorted((a, b))
            ]
        return stack


@pytest.mark.parametrize(
    ("fault", "texts"),
    [
        ("the same order", {"card", "runs", "serial", "correlation"}),
        ("any place for every card", {"card"}),
        ("words not thrown away", {"card"}),
        ("every pair in order", {"card", "serial", "correlation"}),
    ],
)
def test_a_careless_shuffle_is_found_out(fault: str, texts: set[str]) -> None:
    assert texts <= rejected(Careless(fault))


# Known answers: the stream may never change silently.


def test_the_words_of_a_text_never_change() -> None:
    # fmt: off
    assert _words(hashed_words("x\n"), 18) == [
        38666, 5610, 57092, 60006, 39061, 41753, 15420, 50706, 19741, 423, 55818, 8781,
        54947, 46527, 23118, 1900, 56063, 33583,
    ]
    # fmt: on
    block = sha256(b"x\n1\n").digest()
    assert _words(hashed_words("x\n"), 18)[16:] == [
        int.from_bytes(block[:2], "big"),
        int.from_bytes(block[2:4], "big"),
    ]


def test_the_shoes_of_a_seed_never_change() -> None:
    source = Seeded(7)
    source.shuffle(DECK)
    assert " ".join(drawn(source)) == (
        "9s Ks 6c 3c Jd Td 2h 7c 2s Jh 9c Qd 4d 2c 4h 6h Th Qh 7h 5c Ac Js 8d Ts 5h 4c "
        "8h Tc 8c Qs Ad 2d 9d 6d Ah 7s Qc Kh 9h 7d 3d 8s 3h 5d Jc 4s 3s As 5s Kd 6s Kc"
    )
    source.shuffle(DECK)
    assert " ".join(drawn(source, 10)) == "Js Qc 8s 6c 9c 3h 8c 6d 9s Kd"
    source.shuffle(EIGHT_DECKS)
    data = " ".join(drawn(source)).encode()
    assert sha256(data).hexdigest() == (
        "e9c4a41a19bdff34f099eef160620551570eb7ff5b12941fdf29df67fde280e5"
    )


def test_a_seed_is_its_text() -> None:
    number, text, other = Seeded(7), Seeded("7"), Seeded(8)
    for source in (number, text, other):
        source.shuffle(DECK)
    orders = [drawn(source) for source in (number, text, other)]
    assert orders[0] == orders[1] != orders[2]


# Cards called from outside.


def test_a_rigged_shoe_follows_its_script_whatever_is_done_to_it() -> None:
    source = Rigged("8h CUT 3s! XX END Td")
    source.shuffle(EIGHT_DECKS)
    source.cut(100)
    source.place_cutting_card(3)
    expected = [Card("8h"), Marker.CUTTING_CARD, FaceUpCard(Card("3s")), FOREIGN, Marker.END]
    left = []
    for draw in expected:
        left.append(source.left)
        assert source.peek_next() == draw
        assert source.draw() == draw
    assert left == [2, 1, 1, 0, 0]
    assert (source.left, source.draw(), source.left) == (1, Card("Td"), 0)
    assert source.peek_next() is None
    with pytest.raises(ShoeEmpty):
        source.draw()


def test_a_script_is_text_words_or_draws() -> None:
    words: list[str | Draw] = ["8h", Card("9d"), FaceUpCard(Card("3s")), Marker.END, FOREIGN]
    assert drawn(Rigged(words)) == ["8h", "9d", "3s!", "END", "XX"]


def test_a_card_that_nobody_called_cannot_be_drawn() -> None:
    source = Called()
    with pytest.raises(CardNotCalled, match="call the card that was drawn"):
        source.draw()
    source.call("8h")
    source.call(Marker.CUTTING_CARD)
    source.call(Card("9d"))
    assert [source.draw() for _ in range(3)] == [Card("8h"), Marker.CUTTING_CARD, Card("9d")]
    with pytest.raises(CardNotCalled):
        source.draw()


def test_called_cards_are_counted_off_the_stack() -> None:
    source = Called()
    source.shuffle(FIVE)
    source.cut(2)
    source.place_cutting_card(4)
    for word in ("As", "XX", "Kd!", "CUT", "7h", "7h", "2c"):
        source.call(word)
    left = []
    while source.left:
        source.draw()
        left.append(source.left)
    assert left == [4, 4, 3, 3, 2, 1, 0]
    with pytest.raises(ShoeEmpty):
        source.draw()


def test_a_replay_runs_empty_where_the_shoe_did() -> None:
    """Five cards, the cut card behind the last, then two of the discards."""
    first, again = Enumerated(FIVE), Replayed("As Kd 7h 7h 2c CUT As Kd")
    message = []
    for source in (first, again):
        source.shuffle(FIVE)
        source.cut(0)
        source.place_cutting_card(5)
        message.append((drawn(source), source.left))
    assert message[0] == message[1]
    again.shuffle(FIVE[:3])
    assert (drawn(again), again.left) == (["As", "Kd"], 1)


def test_a_replay_that_starts_in_the_middle_of_a_shoe_counts_the_log() -> None:
    source = Replayed(cards("As Kd 7h"))
    assert source.left == 3
    assert drawn(source) == ["As", "Kd", "7h"]
