"""Sealed shoes whose secrets are stored, so that a shoe survives a crash."""

from __future__ import annotations

from pitboss.audit.fairness import starting_order
from pitboss.cards import Card
from pitboss.table.fairness import CommittedShoe, Reveal
from pitboss.table.sources import Called, CardSource
from pitboss.web.live.snapshots import ShoeTrail


class HouseShoe(CommittedShoe):
    """A sealed shoe that exports its secrets for storage, and restores them."""

    __slots__ = ("_known", "fresh")

    def __init__(
        self, table: str, *, first_shoe: int = 1, known: dict[int, bytes] | None = None
    ) -> None:
        super().__init__(table, first_shoe=first_shoe)
        self._known = dict(known or {})
        self.fresh: dict[int, bytes] = {}

    def _next_secret(self) -> bytes:
        number = self.shoe + 1
        if (secret := self._known.pop(number, None)) is None:
            secret = self.fresh[number] = super()._next_secret()
        return secret

    def take_fresh(self) -> tuple[tuple[int, str], ...]:
        """The secrets drawn since the last call, to be stored."""
        taken = tuple((number, secret.hex()) for number, secret in self.fresh.items())
        self.fresh = {}
        return taken

    def owes(self, reveal: Reveal) -> None:
        """A shoe that ended before a crash, and whose secret is not yet published."""
        self._reveals.append(reveal)


def sealed_shoe(
    trail: ShoeTrail, table: str, secrets: dict[int, bytes], *, loaded: bool = True
) -> HouseShoe:
    """The shoe as it was after the last event, card for card; it is not cut until ``loaded``."""
    number = trail.shoe if trail.shoe in trail.seals else 0
    shoe = HouseShoe(table, first_shoe=number or trail.sealed + 1, known=secrets)
    for old, seal in trail.seals.items():
        if old != number:
            cut = trail.cuts.get(old, 0)
            shoe.owes(Reveal(secrets[old].hex(), table, old, seal.composition, cut))
    if number:
        shoe.shuffle([Card(text) for text in starting_order(trail.seals[number].composition)])
        assert shoe.commitment is not None
        if shoe.commitment.digest != trail.seals[number].commitment:
            raise ValueError(f"the stored secret does not match the seal of shoe {number}")
        shoe.follows = shoe.root = trail.seals[number].follows
        while shoe.root is not None and (before := trail.seals[shoe.root].follows) is not None:
            shoe.root = before
        if trail.cut is not None and loaded:
            shoe.cut(trail.cut)
        for player, seed in trail.seeds:
            shoe.give(player, seed)
        if trail.are_mixed:
            shoe.mix_seeds()
        if trail.position is not None:
            shoe.place_cutting_card(trail.position)
        for _ in range(trail.out + trail.marker_is_out):
            shoe.draw()
    return shoe


def called_cards(trail: ShoeTrail) -> Called:
    """A shoe of real cards, with the number left."""
    source = Called()
    if trail.shuffled:
        source.shuffle([Card("As")] * (trail.shuffled - trail.out))
    return source


def new_source(table: str, cards: str) -> CardSource:
    """Where the cards of a new table come from: a sealed shoe, or real ones called out."""
    return Called() if cards == "called" else HouseShoe(table)
