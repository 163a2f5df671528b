"""A book with all elections made: frozen, hashable, the input of law, table and solver."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct, json, structs

from pitboss.rulebooks.data import as_data
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT, Provision
from pitboss.rulebooks.schema import (
    PARTS,
    SIDE_BETS,
    Parts,
    SideBet,
    SideBets,
    Slot,
    slots_of,
)

if TYPE_CHECKING:
    from pitboss.rulebooks.book import Rulebook


T = TypeVar("T")


class TableRules(Parts, frozen=True, eq=False):
    """The rules of one table.

    Every value is a :class:`Provision`: ``rules.dealer.stands_on.value`` is 17 and
    ``rules.dealer.stands_on.under`` its clause. Two sets of rules are equal if their books and
    provisions are.
    """

    side_bets: SideBets
    book: Rulebook
    choices: tuple[tuple[str, Any], ...]
    elected: tuple[tuple[str, Any], ...]
    absent: tuple[tuple[str, str], ...]
    fingerprint: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TableRules):
            return NotImplemented
        return self.book.id == other.book.id and self._provisions() == other._provisions()

    def __ne__(self, other: object) -> bool:
        return not self == other  # a Struct without eq would compare by identity here

    def __hash__(self) -> int:
        return self.fingerprint  # asked for at every card; the elections need hashing only once

    def __repr__(self) -> str:
        choices = ", ".join(f"{key}={value!r}" for key, value in self.choices)
        return f"rulebook({self.book.id!r}).elect({choices})"

    @property
    def identity(self) -> str:
        """A digest of every provision, the same in every process."""
        data = json.encode((self.book.id, self._provisions()), enc_hook=str, order="deterministic")
        return sha256(data).hexdigest()

    def _provisions(self) -> tuple[object, ...]:
        return (*(getattr(self, part) for part in PARTS), self.side_bets)

    @property
    def elections(self) -> Mapping[str, Any]:
        """Every election with its value."""
        return dict(self.elected)

    @property
    def settings(self) -> dict[str, Any]:
        """The elections that were made, as exact data, and always the number of decks."""
        return {"decks": self.equipment.decks.value} | {
            key: as_data(self.book.elections[key].domain, self.elections[key])
            for key, _ in self.choices
        }

    @property
    def shown_settings(self) -> dict[str, str]:
        """The elections that differ from the book's defaults, as people read them."""
        elections = self.book.elections
        return {
            key: elections[key].domain.show(value)
            for key, value in self.elected
            if key != "decks" and value != elections[key].default
        }

    @property
    def brief(self) -> str:
        """The book, the decks and the elections that differ: ``nz · 8 decks · burn first: no``."""
        decks = self.equipment.decks.value
        made = (f"{key.replace('_', ' ')}: {value}" for key, value in self.shown_settings.items())
        return " · ".join([self.book.id, f"{decks} deck{'s' * (decks > 1)}", *made])

    def but(self, **choices: Any) -> TableRules:
        """The same rules with some elections changed."""
        return self.book.elect_all({**dict(self.choices), **choices})

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that these rules have, side bets being parts by themselves."""
        bets = []
        for bet in self.side_bets.bets:
            bets.append(f"{SIDE_BETS}.{bet.id}")
            if bet.draw is not None:
                bets.append(f"{SIDE_BETS}.{bet.id}.draw")
        return (*(part for part in PARTS if getattr(self, part) is not None), *bets)

    def slots(self, part: str) -> tuple[Slot, ...]:
        """The slots of a part that these rules fill."""
        held = self.part(part)
        return tuple(
            slot for slot in slots_of(part).values() if getattr(held, slot.name) is not None
        )

    def part(self, name: str) -> Struct:
        """The part of that name, such as ``dealer`` or ``side_bets.buster``."""
        if not name.startswith(f"{SIDE_BETS}."):
            result = getattr(self, name)
        else:
            _, id, *draw = name.split(".")
            bet = self.side_bet(id)
            result = bet.draw if draw else bet
        assert isinstance(result, Struct)
        return result

    def provision(self, path: str) -> Provision[Any]:
        """The provision at ``part.name``."""
        part, _, name = path.rpartition(".")
        result = getattr(self.part(part), name)
        assert isinstance(result, Provision)
        return result

    def with_provision(self, path: str, value: Any) -> TableRules:
        """The same rules with one provision changed, for what-ifs and tests."""
        part, _, name = path.rpartition(".")
        changed = structs.replace(
            self.part(part), **{name: structs.replace(self.provision(path), value=value)}
        )
        if not part.startswith(f"{SIDE_BETS}."):
            rules: TableRules = structs.replace(self, **{part: changed})
            return rules
        _, id, *draw = part.split(".")
        bet = structs.replace(self.side_bet(id), draw=changed) if draw else changed
        assert isinstance(bet, SideBet)
        return self.with_side_bets(tuple(bet if b.id == id else b for b in self.side_bets.bets))

    def with_side_bets(self, bets: tuple[SideBet, ...]) -> TableRules:
        """The same rules with these side bets in place of their own."""
        rules: TableRules = structs.replace(self, side_bets=SideBets(bets))
        return rules

    def side_bet(self, id: str) -> SideBet:
        """The side bet of that id; ``ValueError`` if the book has none."""
        bet = self.side_bets.get(id)
        if bet is None:
            has_none = f"{self.book.id} has no {id.replace('_', ' ')}"
            raise ValueError(f"{has_none} ({self.cite(NOT_IN_THE_TEXT)})")
        return bet

    def name_of(self, kind: str) -> str:
        """A kind of wager as the book names it: ``Over 13``, ``double``."""
        bet = self.side_bets.get(kind)
        return kind.replace("_", " ") if bet is None else bet.name

    def present(self, part: T | None, name: str) -> T:
        """A part that the book must have here; raises ``ValueError`` if it is absent."""
        if part is None:
            raise ValueError(
                f"{self.book.id} has no {name.replace('_', ' ')} ({self.cite(self.absence(name))})"
            )
        return part

    def absence(self, part: str) -> str:
        """The clause under which the book omits a part."""
        return dict(self.absent)[part]

    def cite(self, clause: str) -> str:
        """A citation for people, by the document that has the clause: ``nz 9.1``."""
        return self.book.cite(clause)
