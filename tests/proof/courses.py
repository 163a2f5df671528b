"""Every course that a round of one box can take, counted from the rules as a player reads them.

Nothing here comes from the package: a hand is a string such as ``A9``, ``T`` is any card
that counts ten, and what a book permits is written again, in a line or two for each. The
numbers are courses played to the end, courses cut short by the end of the shoe, and decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

Count = tuple[int, int, int]
"""Courses to the end, courses cut short, decisions."""


def total(hand: str) -> int:
    hard = sum(1 if card == "A" else 10 if card == "T" else int(card) for card in hand)
    return hard + 10 if "A" in hand and hard <= 11 else hard


def is_soft(hand: str) -> bool:
    return total(hand) != sum(1 if c == "A" else 10 if c == "T" else int(c) for c in hand)


def natural(hand: str) -> bool:
    return sorted(hand) == ["A", "T"]


@dataclass(frozen=True)
class Hand:
    """The cards of one hand, and where they come from."""

    cards: str
    from_split: bool = False
    zapped: bool = False

    @property
    def is_split_ace(self) -> bool:
        return self.from_split and self.cards[0] == "A"

    @property
    def is_blackjack(self) -> bool:
        return natural(self.cards) and not self.from_split and not self.zapped


@dataclass(frozen=True)
class Book:
    """What a document says on the few things that change the number of courses."""

    hands_at_most: int
    may_double: Callable[[Hand], bool]
    hole_card: bool = False
    looks: bool = False
    stands_below_12: bool = False
    split_aces_play_on: bool = False
    even_money: bool = False
    even_money_beside_insurance: bool = False
    insurance_outlives_even_money: bool = False
    surrender: str = ""
    zap: bool = False
    hits_soft_17: bool = False
    over_may_tie: bool = False


BOOKS = {
    # 11.1 no double with an ace, 12.4(a) three hands, 10.3 early 1 to 1 returns the insurance
    "nz": Book(
        3,
        lambda hand: "A" not in hand.cards,
        even_money=True,
        even_money_beside_insurance=True,
    ),
    # doubles on hard 9, 10, 11; two splits; no even money
    "leaflet": Book(3, lambda hand: total(hand.cards) in (9, 10, 11)),
    # 3.22 any two cards but 21 and split aces; 3.21.2 four hands; 3.16 before play, not v an ace
    "rws": Book(
        4,
        lambda hand: total(hand.cards) < 21,
        even_money=True,
        even_money_beside_insurance=True,
        insurance_outlives_even_money=True,
        surrender="window",
    ),
    # 6(g) checks, 6(h)(2) zaps, 7(e) even money instead of insurance, 8(a) any two cards, 9(d) four
    # hands and aces like other pairs
    "zappit": Book(
        4,
        lambda hand: total(hand.cards) < 21,
        hole_card=True,
        looks=True,
        stands_below_12=True,
        split_aces_play_on=True,
        even_money=True,
        zap=True,
    ),
    # Splits b three hands, Surrender a as the first decision, hard 17; some busts may tie
    "nobust": Book(
        3,
        lambda hand: total(hand.cards) < 21,
        hole_card=True,
        surrender="play",
        hits_soft_17=True,
        over_may_tie=True,
    ),
}


def drawn(shoe: str) -> Iterator[tuple[str, str]]:
    """Every card that may come next, and what is then left."""
    for card in sorted(set(shoe)):
        yield card, shoe.replace(card, "", 1)


def plus(counts: Iterator[Count] | list[Count]) -> Count:
    """The sum over all continuations; without any, the course is cut short."""
    found_list = list(counts)
    if not found_list:
        return 0, 1, 0
    return (
        sum(c[0] for c in found_list),
        sum(c[1] for c in found_list),
        sum(c[2] for c in found_list),
    )


def decided(count: Count) -> Count:
    """The same courses after one more decision."""
    return count[0], count[1], count[2] + 1


END: Count = (1, 0, 0)


@dataclass(frozen=True)
class Round:
    """A round in progress: hands done, hands to come, the dealer's cards, other bets."""

    book: Book
    dealer: str
    todo: tuple[Hand, ...]
    done: tuple[Hand, ...] = ()
    insured: bool = False

    # The window after the deal.

    def after_deal(self, shoe: str) -> Count:
        hand, up = self.todo[0], self.dealer[0]
        if not self.book.hole_card and hand.is_blackjack and up not in "AT":
            return END  # paid at once, and nothing else is at stake
        return self.window(shoe)

    def window(self, shoe: str, *, settled: bool = False) -> Count:
        hand, up = self.todo[0], self.dealer[0]
        ways = [self.look(shoe, settled=settled)]
        if up == "A" and not settled:
            if not self.insured:
                ways.append(decided(replace(self, insured=True).window(shoe)))
            takes = hand.is_blackjack and self.book.even_money
            if takes and (not self.insured or self.book.even_money_beside_insurance):
                stays = self.insured and self.book.insurance_outlives_even_money
                ways.append(decided(replace(self, insured=stays).window(shoe, settled=True)))
        if self.book.surrender == "window" and up != "A" and not hand.is_blackjack:
            ways.append(decided(END))
        return plus(ways)

    def look(self, shoe: str, *, settled: bool) -> Count:
        if self.book.looks and natural(self.dealer):
            return END
        if settled:
            if self.insured and not self.book.hole_card:
                return plus(END for _ in drawn(shoe))
            return END
        return self.play(shoe)

    # The player.

    def play(self, shoe: str) -> Count:
        if not self.todo:
            return self.dealers_turn(shoe)
        hand = self.todo[0]
        if len(hand.cards) == 1:
            return plus(self.with_card(c).closed_if_over(rest) for c, rest in drawn(shoe))
        if hand.is_blackjack:
            return self.close(shoe)
        return plus(self.choices(hand, shoe))

    def choices(self, hand: Hand, shoe: str) -> Iterator[Count]:
        two, value = len(hand.cards) == 2, total(hand.cards)
        if value >= 12 or self.book.stands_below_12:
            yield decided(self.close(shoe))
        yield decided(plus(self.with_card(c).closed_if_over(rest) for c, rest in drawn(shoe)))
        if two and self.book.may_double(hand):
            yield decided(plus(self.with_card(c).close(rest) for c, rest in drawn(shoe)))
        if two and hand.cards[0] == hand.cards[1] and self.may_split():
            halves = (Hand(hand.cards[0], from_split=True),) * 2
            yield decided(replace(self, todo=halves + self.todo[1:]).play(shoe))
        first = two and not hand.from_split and not hand.zapped
        if self.book.zap and first and "A" not in hand.cards and 15 <= value <= 18:
            yield decided(
                plus(
                    plus(
                        self.now(Hand(a + b, zapped=True)).closed_if_over(rest)
                        for b, rest in drawn(after)
                    )
                    for a, after in drawn(shoe)
                )
            )
        if self.book.surrender == "play" and first:
            yield decided(END)

    def may_split(self) -> bool:
        return len(self.todo) + len(self.done) < self.book.hands_at_most

    def now(self, hand: Hand) -> Round:
        return replace(self, todo=(hand, *self.todo[1:]))

    def with_card(self, card: str) -> Round:
        hand = self.todo[0]
        return self.now(replace(hand, cards=hand.cards + card))

    def closed_if_over(self, shoe: str) -> Count:
        hand = self.todo[0]
        one_card_only = hand.is_split_ace and not self.book.split_aces_play_on
        if total(hand.cards) >= 21 or one_card_only:
            return self.close(shoe)
        return self.play(shoe)

    def close(self, shoe: str) -> Count:
        return replace(self, todo=self.todo[1:], done=(*self.done, self.todo[0])).play(shoe)

    # The dealer.

    def dealers_turn(self, shoe: str) -> Count:
        waits = self.insured or any(
            hand.is_blackjack or self.hangs_on_the_dealer(hand) for hand in self.done
        )
        if len(self.dealer) == 1:
            if not waits:
                return END
            seconds = (
                (replace(self, dealer=self.dealer + card), rest) for card, rest in drawn(shoe)
            )
            return plus(after.dealer_draws(rest) for after, rest in seconds)
        return self.dealer_draws(shoe)

    def dealer_draws(self, shoe: str) -> Count:
        value = total(self.dealer)
        if len(self.dealer) == 2 and natural(self.dealer):
            return END
        stands = value >= 17 and not (
            self.book.hits_soft_17 and value == 17 and is_soft(self.dealer)
        )
        if stands or not any(self.hangs_on_the_dealer(hand) for hand in self.done):
            return END
        ways = ((replace(self, dealer=self.dealer + card), rest) for card, rest in drawn(shoe))
        return plus(after.dealer_draws(rest) for after, rest in ways)

    def hangs_on_the_dealer(self, hand: Hand) -> bool:
        """Whether the dealer's further cards can change what this hand gets."""
        value = total(hand.cards)
        if hand.is_blackjack:
            return False
        if value <= 21:
            return True
        # A player-dealer's three-card 24 or 25 ties a lower three-card hand above 22.
        return self.book.over_may_tie and len(hand.cards) == 3 and value in (23, 24)


def courses(book: str, shoe: str) -> Count:
    """All courses of a round of one box under a book, from these cards."""
    rules = BOOKS[book]

    def dealt(order: str, left: str) -> Count:
        if len(order) < (4 if rules.hole_card else 3):
            return plus(dealt(order + card, rest) for card, rest in drawn(left))
        hand, dealer = Hand(order[0] + order[2]), order[1] + order[3:]
        return Round(rules, dealer, (hand,)).after_deal(left)

    return dealt("", shoe)
