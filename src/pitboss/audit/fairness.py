"""Check a revealed shoe: it is the one that was sealed, cut as the player cut it.

Written from ``docs/explanation/fairness.md`` alone. It shares no code with the dealer and imports
only the standard library, so that this one file can be read, copied and run anywhere::

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
MORE_KEYS = ("seeds", "prizes", "follows")
MOST_SEEDS = 64
LONGEST_SEED = 64


class NotAsSpecified(ValueError):
    """A secret, a composition or a cut that the specification does not allow."""


@dataclass(frozen=True)
class Verdict:
    """Whether a shoe is verified, and if not, the first problem."""

    holds: bool
    problem: str = ""


def _secret(text: object) -> str:
    if not isinstance(text, str) or not re.fullmatch("[0-9a-f]{64}", text):
        raise NotAsSpecified("the secret is not 64 lower-case hexadecimal digits")
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
    """Part 3 of the specification: the seal the server had to publish."""
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
    """The numbers from 0 to 65535 that follow from some lines, one after the other (part 4)."""

    def __init__(self, lines: str) -> None:
        self.lines = lines
        self.taken = 0
        self.block = b""

    def take(self) -> int:
        """The next number."""
        number, place = divmod(self.taken, 16)
        if place == 0:
            text = f"{self.lines}{number}\n"
            self.block = hashlib.sha256(text.encode("utf-8")).digest()
        self.taken += 1
        return self.block[2 * place] * 256 + self.block[2 * place + 1]

    def below(self, limit: int) -> int:
        """A number below the limit, all equally likely."""
        while True:
            number = self.take()
            if number // limit < MOST_CARDS // limit:  # within the whole multiples of the limit
                return number % limit


def seed_lines(secret: str, seeds: object) -> str:
    """Part 7: the secret, the number of seeds, and each seed with its giver's name."""
    if not isinstance(seeds, list | tuple) or len(seeds) > MOST_SEEDS:
        raise NotAsSpecified(f"the seeds are not a list of at most {MOST_SEEDS}")
    lines = [_secret(secret), str(len(seeds))]
    for pair in seeds:
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise NotAsSpecified("a seed is not a pair of a name and a text")
        lines += [_one_line(pair[0], "name"), _one_line(pair[1], "seed")]
        if not 1 <= len(pair[1]) <= LONGEST_SEED:
            raise NotAsSpecified(f"a seed must have 1 to {LONGEST_SEED} characters")
    return "".join(line + "\n" for line in lines)


def next_secret(*, secret: str, seeds: object) -> str:
    """Part 9: the secret of cards shuffled again in the middle of a round."""
    text = "pitboss fairness 2 next\n" + seed_lines(secret, seeds)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def prize_draw(*, secret: str, seeds: object, round: int, box: int, entries: int) -> int:
    """Part 8: which of the equal draws, counted from 0, the prize of a box was."""
    lines = seed_lines(secret, seeds) + f"{_whole(round, 'round')}\n{_whole(box, 'box')}\n"
    if not 1 <= _whole(entries, "number of draws") <= MOST_CARDS:
        raise NotAsSpecified(f"{entries} draws; there must be 1 to {MOST_CARDS}")
    return Numbers("pitboss fairness 2 prize\n" + lines).below(entries)


def order(*, secret: str, composition: str, cut: int, seeds: object = ()) -> tuple[str, ...]:
    """Parts 2, 4, 5 and 7: all cards of the shoe in the order in which they leave it."""
    new = starting_order(composition)
    depth = _whole(cut, "cut")
    if depth > len(new):
        raise NotAsSpecified(f"the cut is {depth} cards deep; the shoe has {len(new)}")
    stack = _mixed(new, Numbers(f"pitboss fairness 1 shuffle\n{_secret(secret)}\n"))
    stack = [stack[(place + depth) % len(stack)] for place in range(len(stack))]
    lines = seed_lines(secret, seeds)
    if seeds:
        stack = _mixed(stack, Numbers("pitboss fairness 2 seeds\n" + lines))
    return tuple(stack)


def _mixed(cards: Sequence[str], numbers: Numbers) -> list[str]:
    """Part 4: the shuffle by these numbers."""
    unplaced = list(cards)
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
    return back_to_front[::-1]


def verify(
    *,
    commitment: str,
    secret: str,
    table: str,
    shoe: int,
    composition: str,
    cut: int,
    dealt: Sequence[str],
    seeds: object = (),
    prizes: Sequence[Sequence[int]] = (),
    follows: Sequence[object] | None = None,
) -> Verdict:
    """Part 6: check that the seal fits the reveal and that every card seen is in its place.

    A card that was not seen, such as a burn card, is written ``??``. A prize is its round, its box,
    the number of draws and the draw; ``follows`` is the secret of the shoe before and its seeds, if
    the cards were shuffled in the middle of a round.
    """
    try:
        sealed = _seal(secret=secret, table=table, shoe=shoe, composition=composition)
        cards = order(secret=secret, composition=composition, cut=cut, seeds=seeds)
        for prize in prizes:
            round, box, entries, draw = prize
            sealed_draw = prize_draw(
                secret=secret, seeds=seeds, round=round, box=box, entries=entries
            )
            if sealed_draw != draw:
                why = f"the prize of round {round} was draw {draw}, but {sealed_draw} was due"
                return Verdict(False, why)
        if follows is not None:
            before, given = follows
            if next_secret(secret=str(before), seeds=given) != secret:
                return Verdict(False, "the secret does not follow from the shoe before")
    except NotAsSpecified as wrong:
        return Verdict(False, str(wrong))
    except (TypeError, ValueError):
        return Verdict(False, "the prizes or what the shoe follows are not as specified")
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
    """Read a shoe as JSON: one object with the keys of ``verify``, seven of them required."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise NotAsSpecified("this is not JSON") from None
    if not isinstance(document, dict) or sorted(document.keys() - set(MORE_KEYS)) != sorted(KEYS):
        raise NotAsSpecified(f"this is not one object with the keys {', '.join(KEYS)}")
    dealt = document["dealt"]
    if not isinstance(dealt, list) or not all(isinstance(card, str) for card in dealt):
        raise NotAsSpecified("dealt is not a list of cards")
    return document


def main(arguments: Sequence[str]) -> int:
    """Check one file: 0 if the shoe is verified, 1 if not, 2 if it cannot be read."""
    if len(arguments) != 1:
        print("usage: python fairness.py SHOE.json", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], "rb") as file:
            document = read(file.read())
    except (OSError, NotAsSpecified) as wrong:
        print(f"{arguments[0]}: {wrong}", file=sys.stderr)
        return 2
    verdict = verify(**document)  # type: ignore[arg-type]  # verify looks at each value itself
    if not verdict.holds:
        print(f"failed: {verdict.problem}")
        return 1
    print(f"verified: shoe {document['shoe']} of table {document['table']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
