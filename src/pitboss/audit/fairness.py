"""Check a revealed shoe: was it the one the house had sealed, cut as the player cut it?

Written from ``docs/fairness.md`` alone. It shares no code with the dealer and imports nothing but
the standard library, so that this one file can be read, copied and run anywhere::

    python fairness.py SHOE.json
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass

RANKS = "A23456789TJQK"
SUITS = "shdc"
NEW_DECK = [rank + suit for suit in SUITS for rank in RANKS]
UNSEEN = "??"
MOST_CARDS = 65536
KEYS = ("commitment", "secret", "table", "shoe", "composition", "cut", "dealt")


class NotAsSpecified(ValueError):
    """Raised for a secret, a composition or a cut that the specification does not allow."""


@dataclass(frozen=True)
class Verdict:
    """Whether a shoe holds, and if not, the first thing that is wrong."""

    holds: bool
    problem: str = ""


def _secret(text: object) -> str:
    if not isinstance(text, str) or not re.fullmatch("[0-9a-f]{64}", text):
        raise NotAsSpecified("the secret is not 64 hexadecimal digits in small letters")
    return text


def _whole(number: object, what: str) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise NotAsSpecified(f"the {what} is {number!r}, not a whole number")
    return number


def _one_line(text: object, what: str) -> str:
    if not isinstance(text, str) or "\n" in text:
        raise NotAsSpecified(f"the {what} is not one line of text")
    return text


def commitment(*, secret: str, table: str, shoe: int, composition: str) -> str:
    """Part 3 of the specification: the seal that the house had to publish."""
    lines = [
        "pitboss fairness 1 commitment",
        _secret(secret),
        _one_line(table, "table"),
        str(_whole(shoe, "shoe number")),
        _one_line(composition, "composition"),
    ]
    try:
        message = "".join(line + "\n" for line in lines).encode("utf-8")
    except UnicodeEncodeError:
        raise NotAsSpecified("the table or the composition is not text") from None
    return hashlib.sha256(message).hexdigest()


def starting_order(composition: str) -> list[str]:
    """Part 2: the cards before the shuffle, in the order of a new deck, equal cards together."""
    stack: list[str] = []
    previous = -1
    for word in _one_line(composition, "composition").split(" ") if composition else []:
        match = re.fullmatch("([A2-9TJQK][shdc])[*]([1-9][0-9]{0,4})", word)
        if not match:
            raise NotAsSpecified(f"{word[:20]!r} in the composition is not like 'As*8'")
        place = NEW_DECK.index(match[1])
        if place <= previous:
            raise NotAsSpecified(f"{match[1]} is not in the order of a new deck")
        previous = place
        stack.extend([match[1]] * int(match[2]))
    if len(stack) > MOST_CARDS:
        raise NotAsSpecified(f"{len(stack)} cards; a shoe has at most {MOST_CARDS}")
    return stack


class Numbers:
    """Part 4: the numbers from 0 to 65535 that follow from a secret, one after the other."""

    def __init__(self, secret: str) -> None:
        self.secret = _secret(secret)
        self.taken = 0
        self.block = b""

    def take(self) -> int:
        """The next number."""
        number, place = divmod(self.taken, 16)
        if place == 0:
            text = f"pitboss fairness 1 shuffle\n{self.secret}\n{number}\n"
            self.block = hashlib.sha256(text.encode("ascii")).digest()
        self.taken += 1
        return self.block[2 * place] * 256 + self.block[2 * place + 1]

    def below(self, limit: int) -> int:
        """A number below the limit, all equally likely."""
        while True:
            number = self.take()
            if number // limit < MOST_CARDS // limit:  # within the whole multiples of the limit
                return number % limit


def order(*, secret: str, composition: str, cut: int) -> tuple[str, ...]:
    """Parts 2, 4 and 5: all cards of the shoe in the order in which they leave it."""
    unplaced = starting_order(composition)
    depth = _whole(cut, "cut")
    if depth > len(unplaced):
        raise NotAsSpecified(f"the cut is {depth} cards deep; the shoe has {len(unplaced)}")
    numbers = Numbers(secret)
    back_to_front: list[str] = []
    while unplaced:
        # one card needs no number; the chosen card leaves, and the last one takes its place
        chosen = numbers.below(len(unplaced)) if len(unplaced) > 1 else 0
        last = unplaced.pop()
        if chosen == len(unplaced):
            back_to_front.append(last)
        else:
            back_to_front.append(unplaced[chosen])
            unplaced[chosen] = last
    shuffled = back_to_front[::-1]
    return tuple(shuffled[(place + depth) % len(shuffled)] for place in range(len(shuffled)))


def verify(
    *,
    commitment: str,
    secret: str,
    table: str,
    shoe: int,
    composition: str,
    cut: int,
    dealt: Sequence[str],
) -> Verdict:
    """Part 6: the seal fits the reveal, and every card seen lies where it must.

    A card that left the shoe unseen, as a burned card may, is written ``??``.
    """
    try:
        sealed = _seal(secret=secret, table=table, shoe=shoe, composition=composition)
        cards = order(secret=secret, composition=composition, cut=cut)
    except NotAsSpecified as wrong:
        return Verdict(False, str(wrong))
    if sealed != commitment:
        return Verdict(False, f"the reveal is sealed by {sealed}, not by {commitment}")
    if len(dealt) > len(cards):
        return Verdict(False, f"{len(dealt)} cards dealt from a shoe of {len(cards)}")
    for number, (seen, due) in enumerate(zip(dealt, cards, strict=False), start=1):
        if seen not in (due, UNSEEN):
            return Verdict(False, f"card {number} was {seen}, but {due} was due")
    return Verdict(True)


_seal = commitment  # ``verify`` has a parameter of that name


def read(text: str | bytes) -> dict[str, object]:
    """Read a shoe as JSON: one object with exactly the seven keys that ``verify`` takes."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        raise NotAsSpecified("this is not JSON") from None
    if not isinstance(told, dict) or sorted(told) != sorted(KEYS):
        raise NotAsSpecified(f"this is not one object with the keys {', '.join(KEYS)}")
    dealt = told["dealt"]
    if not isinstance(dealt, list) or not all(isinstance(card, str) for card in dealt):
        raise NotAsSpecified("dealt is not a list of cards")
    return told


def main(arguments: Sequence[str]) -> int:
    """Check one file: 0 if the shoe holds, 1 if not, 2 if it cannot be read."""
    if len(arguments) != 1:
        print("usage: python fairness.py SHOE.json", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], "rb") as file:
            told = read(file.read())
    except (OSError, NotAsSpecified) as wrong:
        print(f"{arguments[0]}: {wrong}", file=sys.stderr)
        return 2
    verdict = verify(**told)  # type: ignore[arg-type]  # verify looks at each value itself
    if not verdict.holds:
        print(f"does not hold: {verdict.problem}")
        return 1
    print(f"holds: shoe {told['shoe']} of table {told['table']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
