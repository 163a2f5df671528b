"""A sealed shoe: the house fixes its order and publishes a commitment to it before the cut.

The specification is ``docs/explanation/fairness.md``; :mod:`pitboss.audit.fairness` checks shoes
against it with code of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from operator import attrgetter
from secrets import token_bytes
from typing import Final

from msgspec import Struct

from pitboss.cards import DECK, Card
from pitboss.table import events as e
from pitboss.table.sources import BadPlace, CardSource, Stack, hashed_words, mix

SECRET_BYTES: Final = 32
"""As many as in a seal, so that a secret cannot be found by trial."""

VERSION: Final = 2
"""The version of new seals: seeds are mixed in, and prizes come from the secret too."""

MOST_SEEDS: Final = 64
"""The maximum number of seeds per shoe, more than any table has people."""

LONGEST_SEED: Final = 64
"""The maximum number of characters in a seed, which is one line."""

Seeds = tuple[tuple[str, str], ...]
"""Players and their seeds, in the order given."""


class Commitment(Struct, frozen=True):
    """What the house publishes after the shuffle and before the cut."""

    digest: str
    table: str
    shoe: int
    composition: str


class Reveal(Struct, frozen=True):
    """What the house publishes when the shoe ends: everything its order follows from."""

    secret: str
    table: str
    shoe: int
    composition: str
    cut: int


def composition_text(cards: Sequence[Card]) -> str:
    """Which cards, and how many of each, in the order of a new deck: ``As*8 2s*8 ...``."""
    number = Counter(map(attrgetter("text"), cards))
    return " ".join(f"{card.text}*{number[card.text]}" for card in DECK if number[card.text])


def commit(*, secret: bytes, table: str, shoe: int, composition: str) -> Commitment:
    """Seal a secret for one shoe of one table."""
    text = f"pitboss fairness 1 commitment\n{secret.hex()}\n{table}\n{shoe}\n{composition}\n"
    return Commitment(sha256(text.encode()).hexdigest(), table, shoe, composition)


def seed_lines(secret: str, seeds: Seeds) -> str:
    """The secret and the seeds as part 7 of the specification writes them."""
    pairs = "".join(f"{player}\n{seed}\n" for player, seed in seeds)
    return f"{secret}\n{len(seeds)}\n{pairs}"


def following_secret(secret: bytes, seeds: Seeds) -> bytes:
    """The secret of cards shuffled during a round, which is derived and not drawn (part 9)."""
    return sha256(f"pitboss fairness 2 next\n{seed_lines(secret.hex(), seeds)}".encode()).digest()


def new_secret() -> bytes:
    """A secret from operating-system entropy."""
    return token_bytes(SECRET_BYTES)


class CommittedShoe(Stack):
    """A shoe that follows from a sealed secret and from the player's cut.

    ``shuffle`` draws the secret and makes the ``commitment``, which must be published before the
    cut. The next ``shuffle``, or ``end``, ends the shoe. Its reveal is then ready, but must not be
    published during a round, because it would give the hole card away. A server that must recover
    after a crash stores ``secret`` safely and supplies it again through ``draw_secret``.
    """

    __slots__ = (
        "_derived",
        "_draw_secret",
        "_given",
        "_reveals",
        "_size",
        "commitment",
        "cut_depth",
        "follows",
        "mixed",
        "root",
        "secret",
        "shoe",
        "table",
    )

    def __init__(
        self, table: str, *, first_shoe: int = 1, draw_secret: Callable[[], bytes] = new_secret
    ) -> None:
        super().__init__()
        if not table or not table.isprintable():
            raise ValueError(f"a table name must be one line and not empty, not {table!r}")
        self.table, self.shoe, self._size = table, first_shoe - 1, 0
        self._draw_secret = draw_secret
        self._reveals: list[Reveal] = []
        self.commitment: Commitment | None = None
        self.secret: bytes | None = None
        self.cut_depth: int | None = None
        self.mixed: Seeds = ()
        self.follows: int | None = None
        self.root: int | None = None
        """The shoe whose own secret the present one is derived from, if it is."""
        self._given: dict[str, str] = {}
        self._derived: bytes | None = None

    def reshuffle(self, cards: Sequence[Card]) -> None:
        """Cards shuffled in a round: their order follows from the secret and seeds before it."""
        before, root = self.shoe, self.root
        if self.secret is not None:
            self._derived = following_secret(self.secret, self.mixed)
        is_derived = self._derived is not None
        self.shuffle(cards)
        if is_derived:
            self.follows, self.root = before, before if root is None else root

    def _next_secret(self) -> bytes:
        """The secret of the next shoe: a fresh one, unless it follows from the one before."""
        derived, self._derived = self._derived, None
        return self._draw_secret() if derived is None else derived

    def _arranged(self, cards: Sequence[Card]) -> Sequence[Card]:
        self.end()
        secret, composition = self._next_secret(), composition_text(cards)
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a secret must have {SECRET_BYTES} bytes, not {len(secret)}")
        stack = sorted(cards, key=attrgetter("index"))
        mix(stack, hashed_words(f"pitboss fairness 1 shuffle\n{secret.hex()}\n"))
        self.shoe, self._size = self.shoe + 1, len(stack)
        self.secret, self.cut_depth, self.mixed, self._given = secret, None, (), {}
        self.follows = self.root = None
        self.commitment = commit(
            secret=secret, table=self.table, shoe=self.shoe, composition=composition
        )
        return stack

    def cut(self, depth: int) -> None:
        """The player's cut, once and before the first card; without it the cut is 0 deep."""
        if self.commitment is None:
            raise BadPlace("the cards must be shuffled and sealed before they are cut")
        if self.cut_depth is not None or self.left != self._size:
            raise BadPlace("a sealed shoe may be cut only once, before its first card is drawn")
        super().cut(depth)
        self.cut_depth = depth

    # What the people at the table give.

    @property
    def given(self) -> Seeds:
        """The seeds given for this shoe and not yet mixed in."""
        return tuple(self._given.items())

    def may_give(self, player: str, seed: str) -> str | None:
        """Why this seed is refused, or None."""
        if self.commitment is None or self.mixed or self.left != self._size:
            return "no sealed shoe is waiting for seeds"
        if player in self._given:
            return "you have already given a seed for this shoe"
        if len(self._given) >= MOST_SEEDS:
            return f"a shoe may have at most {MOST_SEEDS} seeds"
        if not 1 <= len(seed) <= LONGEST_SEED or not seed.isprintable():
            return f"a seed must be one line of 1 to {LONGEST_SEED} characters"
        return None

    def give(self, player: str, seed: str) -> None:
        """Accept a seed."""
        self._given[player] = seed

    def mix_seeds(self) -> Seeds:
        """Shuffle once more, by the secret and all seeds given, before the first card (part 7)."""
        assert self.secret is not None
        if self._given:
            self.mixed, self._given = self.given, {}
            stack = self._rest[::-1]
            lines = seed_lines(self.secret.hex(), self.mixed)
            mix(stack, hashed_words(f"pitboss fairness 2 seeds\n{lines}"))
            self._rest = stack[::-1]
        return self.mixed

    def prize_words(self, round: int, box: int) -> Iterator[int]:
        """The words by which a prize is drawn: they follow from the sealed secret (part 8)."""
        assert self.secret is not None
        lines = seed_lines(self.secret.hex(), self.mixed)
        return hashed_words(f"pitboss fairness 2 prize\n{lines}{round}\n{box}\n")

    def end(self) -> None:
        """End the shoe: no more cards come from it, and it may be revealed."""
        if self.commitment is None or self.secret is None:
            return
        sealed = self.commitment
        self._reveals.append(
            Reveal(
                secret=self.secret.hex(),
                table=sealed.table,
                shoe=sealed.shoe,
                composition=sealed.composition,
                cut=self.cut_depth or 0,
            )
        )
        self._rest, self._behind = [], None
        self.commitment = self.secret = self.cut_depth = None

    def take_reveals(self) -> tuple[Reveal, ...]:
        """The shoes that ended since the last call, oldest first.

        A secret from which the present shoe's is derived is withheld while that shoe is in use.
        """
        root = self.root if self.commitment is not None else None
        taken = tuple(r for r in self._reveals if root is None or r.shoe < root)
        self._reveals = [reveal for reveal in self._reveals if reveal not in taken]
        return taken


def sealed(source: CardSource) -> tuple[e.ShoeSealed, ...]:
    """The event that seals the shoe, if the source is a sealed one."""
    commitment = source.commitment if isinstance(source, CommittedShoe) else None
    if commitment is None:
        return ()
    return (
        e.ShoeSealed(
            commitment=commitment.digest,
            table=commitment.table,
            shoe=commitment.shoe,
            composition=commitment.composition,
            version=VERSION,
            follows=source.follows if isinstance(source, CommittedShoe) else None,
            under="fairness",
        ),
    )


def revealed(source: CardSource) -> tuple[e.ShoeRevealed, ...]:
    """The events that reveal secrets not yet published."""
    if not isinstance(source, CommittedShoe):
        return ()
    return tuple(
        e.ShoeRevealed(
            secret=reveal.secret,
            table=reveal.table,
            shoe=reveal.shoe,
            cut=reveal.cut,
            under="fairness",
        )
        for reveal in source.take_reveals()
    )
