"""Load the side bets of a book, strictly: their rows, and what the rows require."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pitboss.rulebooks.book import Statement
from pitboss.rulebooks.election_loader import ElectionReader
from pitboss.rulebooks.elections import Election
from pitboss.rulebooks.enumerations import SideSettled
from pitboss.rulebooks.schema import ONLY_WHERE_ASKED, SIDE_BETS, SideBetHead, Slot, slots_of
from pitboss.rulebooks.side_bet_enumerations import DealerDraws
from pitboss.rulebooks.side_bet_language import (
    read_pays,
    read_places,
    read_when,
)
from pitboss.rulebooks.side_bet_terms import Needs, Says, needing
from pitboss.rulebooks.side_bets import AFTER_THE_DEAL, PLAYERS, CardAt, PayingRow, PayTable

_HEAD: Final = {"name", "short", "cards", "rows", "like", "draw", "scale"}
_ROW: Final = {"when", "pays", "label", "under", "read"}
_TAKEN: Final = frozenset({"main", "split", "double", "insurance", "draw"})
"""Names that no side bet may have: those of wagers on the cards, and the table of a drawing."""

_LATER: Final = frozenset({CardAt.DEALER_2, CardAt.DEALER_3, CardAt.DEALERS_HAND})
"""The dealer's cards beyond the first."""

Statements = dict[str, Statement]


_MOST_ROWS: Final = 100
"""The most rows of a side bet"""


def without(place: Slot) -> str:
    """What is wrong where a book does not state a provision that it must."""
    return (
        f"is missing ({place.question}); the schema has no defaults: state it with its clause; "
        f"allowed: {place.domain.allowed}"
    )


class SideBetReader(ElectionReader):
    """Reads ``[side_bets.<id>]``, each side bet a part by itself."""

    @abstractmethod
    def statement(self, place: Slot, raw: Any, elections: Mapping[str, Election]) -> Statement:
        """What a book says on one slot."""

    def side_bets(
        self, given: Mapping[str, Any], elections: Mapping[str, Election]
    ) -> tuple[dict[str, SideBetHead], Statements]:
        """The name of each side bet, and every statement on it, those of the base included."""
        heads = dict(self.base.side_bets) if self.base else {}
        statements = {
            path: statement
            for path, statement in (self.base.statements if self.base else {}).items()
            if path.startswith(f"{SIDE_BETS}.")
        }
        for id, raw in given.items():
            heads[id] = self._side_bet(id, raw, heads.get(id), statements, elections)
        drawn = [id for id in heads if f"{SIDE_BETS}.{id}.draw.button" in statements]
        if len(drawn) > 1:
            at = f"{SIDE_BETS}.{drawn[1]}"
            raise self.fail(at, f"pays by a draw as {drawn[0]} does; a table has one button")
        return heads, statements

    def alike(self, raw: Any) -> dict[str, Any]:
        """The side bets as written, each ``like`` filled in from the bet it names."""
        given = self.table(SIDE_BETS, raw)
        filled = {}
        for id, bet in given.items():
            bet = self.table(f"{SIDE_BETS}.{id}", bet)
            other = bet.get("like")
            if other is not None and (other not in given or "like" in given[other]):
                raise self.fail(
                    f"{SIDE_BETS}.{id}.like", f"no bet {other!r} is written out in this book"
                )
            filled[id] = {**given.get(other, {}), **bet} if other is not None else bet
        return filled

    def _side_bet(
        self,
        id: str,
        raw: dict[str, Any],
        before: SideBetHead | None,
        statements: Statements,
        elections: Mapping[str, Election],
    ) -> SideBetHead:
        at = f"{SIDE_BETS}.{id}"
        if not re.fullmatch("[a-z][a-z0-9_]*", id) or id in _TAKEN:
            raise self.fail(at, "a bet is called by small letters, digits and _, as in lucky_lucky")
        slots = slots_of(at)
        self.check_keys(at, raw, {*slots, *_HEAD})
        if "rows" in raw or f"{at}.rows" not in statements:
            statements[f"{at}.rows"] = self._rows(id, raw, statements, elections)
        for name, place in slots.items():
            if name == "rows" or name not in raw:
                continue
            given = raw[name]
            if name == "otherwise" and isinstance(given, dict):
                given = {key: value for key, value in given.items() if key != "label"}
            statements[place.path] = self.statement(place, given, elections)
        if "draw" in raw:
            self._draw(at, raw["draw"], statements, elections)
        gaps = {
            place.path: without(place)
            for name, place in slots.items()
            if place.path not in statements and name not in ONLY_WHERE_ASKED
        }
        if gaps:
            raise self.missing(gaps)
        self._check(at, statements)
        return self._head(at, raw, before)

    def _head(self, at: str, raw: dict[str, Any], before: SideBetHead | None) -> SideBetHead:
        otherwise = raw.get("otherwise", {})
        texts = {"name": raw.get("name"), "short": raw.get("short")}
        texts["label"] = otherwise.get("label") if isinstance(otherwise, dict) else None
        if before is not None:
            texts = {key: value or getattr(before, key) for key, value in texts.items()}
        for key, value in texts.items():
            if not isinstance(value, str) or not value:
                where = f"{at}.otherwise" if key == "label" else f"{at}.{key}"
                raise self.fail(where, f"must say its {key} as a text")
        return SideBetHead(**{key: str(value) for key, value in texts.items()})

    def _draw(
        self, at: str, raw: Any, statements: Statements, elections: Mapping[str, Election]
    ) -> None:
        given, slots = self.table(f"{at}.draw", raw), slots_of(f"{at}.draw")
        self.check_keys(f"{at}.draw", given, set(slots))
        for name, place in slots.items():
            if name in given:
                statements[place.path] = self.statement(place, given[name], elections)
        gaps = {
            place.path: without(place) for place in slots.values() if place.path not in statements
        }
        if gaps:
            raise self.missing(gaps)

    def _rows(
        self,
        id: str,
        raw: dict[str, Any],
        statements: Mapping[str, Statement],
        elections: Mapping[str, Election],
    ) -> Statement:
        """The rows; if an election decides what they pay, those of each choice."""
        at = f"{SIDE_BETS}.{id}"
        before = statements.get(f"{at}.rows")
        cards = raw.get("cards", _rows_of(before).cards if before else None)
        if not isinstance(cards, str):
            raise self.fail(f"{at}.cards", 'must name the cards, as in "player\'s first two"')
        self.attempt(f"{at}.cards", lambda: read_places(cards))
        listed = raw.get("rows")
        if not isinstance(listed, list) or not listed:
            raise self.fail(f"{at}.rows", "must be a list of rows: when, pays, label, under")
        if len(listed) > _MOST_ROWS:
            raise self.fail(f"{at}.rows", f"has {len(listed)} rows; at most {_MOST_ROWS} may win")
        tables = [self._row_table(f"{at}, row {n}", row) for n, row in enumerate(listed, 1)]
        keys = {row["pays"]["elected"] for row in tables if _is_elected(row["pays"])}
        scale = raw.get("scale")
        if scale is not None:
            keys.add(self.table(f"{at}.scale", scale).get("elected"))
        if len(keys) > 1 or not keys <= set(elections):
            raise self.fail(f"{at}.rows", "must leave what they pay to one election of the book")
        key = next(iter(keys), None)
        reading = next((row["read"] for row in tables if "read" in row), None)
        choices = next((list(r["pays"]["where"]) for r in tables if _is_elected(r["pays"])), [])
        first = tables[0]["under"]
        under = str(next(iter(first.values())) if isinstance(first, dict) else first)
        if scale is not None:
            fixed = self._read_rows(at, tables, cards, None)
            return Statement(under, fixed, elected=key, scale_of=id, reading=reading)
        if key is None:
            return Statement(under, self._read_rows(at, tables, cards, None), reading=reading)
        where = tuple((c, self._read_rows(at, tables, cards, c)) for c in choices)
        return Statement(under, elected=key, where=where, reading=reading)

    def _row_table(self, at: str, raw: Any) -> dict[str, Any]:
        row = self.table(at, raw)
        self.check_keys(at, row, _ROW)
        for key in ("when", "label", "under"):
            by_choice = key == "under" and isinstance(row.get(key), dict) and row[key]
            if not by_choice and (not isinstance(row.get(key), str) or not row[key]):
                raise self.fail(at, f"must say {key} as a text")
        if "pays" not in row:
            raise self.fail(at, 'must say what it pays, as in pays = "25:1"')
        return row

    def _read_rows(
        self, at: str, tables: list[dict[str, Any]], cards: str, choice: str | None
    ) -> PayTable:
        rows = []
        for n, row in enumerate(tables, 1):
            where, pays = f"{at}, row {n}", row["pays"]
            if _is_elected(pays):
                if choice not in pays["where"]:
                    raise self.fail(where, f"does not say what it pays where {choice} is elected")
                pays = pays["where"][choice]
            when = self.attempt(where, lambda row=row: read_when(row["when"], cards))  # type: ignore[misc]
            paid = self.attempt(where, lambda pays=pays: read_pays(pays))  # type: ignore[misc]
            rows.append(PayingRow(when, paid, row["label"], self._row_under(where, row, choice)))
        return PayTable(tuple(rows), cards)

    def _row_under(self, at: str, row: dict[str, Any], choice: str | None) -> str:
        """The clause of a row: one, or that of the choice which decides what it pays."""
        under = row["under"]
        if isinstance(under, dict):
            under = under.get(choice)
        if not isinstance(under, str):
            raise self.fail(at, f"does not name its clause where {choice} is elected")
        return under

    def _check(self, at: str, statements: Mapping[str, Statement]) -> None:
        """Check that the book states just what the rows require, and settles nothing too early."""
        rows = _rows_of(statements[f"{at}.rows"])
        seen = rows.looks_at
        for needs in Needs:
            self._check_needed(at, needs.value, _first(rows, needing(needs)), statements)
        third = CardAt.PLAYER_3 if CardAt.PLAYER_3 in seen else None
        later = next((place for place in CardAt if place in seen & _LATER), None)
        self._check_needed(at, "split_closes", third, statements)
        self._check_needed(at, "dealer_draws", later, statements)
        drawn = "a drawn prize" if rows.prizes is not None else None
        self._check_needed(at, "draw.button", drawn, statements, name="draw")
        if third is not None and any(place in seen for place in CardAt if place not in PLAYERS):
            raise self.fail(at, "looks at the player's third card and at the dealer's; no bet may")
        for n, row in enumerate(rows.rows, 1):
            mixed = [c for c in row.when if not c.is_on_the_dealer and not c.is_on_the_player]
            if later is not None and mixed:
                raise self.fail(
                    f"{at}, row {n}",
                    f"asks of {mixed[0].place!r} at once, where the bet waits for {later}",
                )
        labels = [row.label for row in rows.rows]
        if len(set(labels)) < len(labels):
            raise self.fail(f"{at}.rows", "two rows have one label")
        if drawn is not None and (seen - set(PLAYERS[:2]) or len(rows.rows) > 1):
            raise self.fail(at, "a prize can only be drawn for one row on the player's first two")
        self._check_moment(at, rows, statements)
        if f"{at}.placed" in statements:
            self._check_placed(at, rows)

    def _check_placed(self, at: str, rows: PayTable) -> None:
        """Check that each row of a late bet waits for one of the dealer's cards."""
        for n, row in enumerate(rows.rows, 1):
            if not {place for c in row.when for place in c.of} & _LATER:
                raise self.fail(
                    f"{at}, row {n}",
                    "looks only at cards that are on the table when the bet is placed; a bet "
                    "placed after_the_deal must wait for the dealer's later cards",
                )

    def _check_needed(
        self,
        at: str,
        slot: str,
        why: str | None,
        statements: Mapping[str, Statement],
        *,
        name: str | None = None,
    ) -> None:
        is_said, name = f"{at}.{slot}" in statements, name or slot
        if why is not None and not is_said:
            raise self.fail(at, f"{str(why)!r} needs {name} to be said, with its clause")
        if why is None and is_said:
            raise self.fail(f"{at}.{name}", "is superfluous: no row asks for it")

    def _check_moment(self, at: str, rows: PayTable, statements: Mapping[str, Statement]) -> None:
        known = {
            SideSettled.AFTER_THE_DEAL: AFTER_THE_DEAL,
            SideSettled.WHEN_DECIDED: frozenset({*PLAYERS, CardAt.DEALER_1}),
            SideSettled.IN_SETTLEMENT: frozenset(CardAt),
        }
        for moment in _values(statements[f"{at}.settled"]):
            late = [place for place in CardAt if place in rows.looks_at - known[moment]]
            if late:
                raise self.fail(
                    f"{at}.settled", f"{moment.value!r} comes before {late[0]} is known"
                )
            if rows.prizes is not None and moment is not SideSettled.AFTER_THE_DEAL:
                raise self.fail(f"{at}.settled", "a drawn prize is settled after_the_deal")
        draws = statements.get(f"{at}.dealer_draws")
        for taken in _values(draws) if draws is not None else ():
            short = {
                DealerDraws.SECOND_CARD: {CardAt.DEALER_3, CardAt.DEALERS_HAND},
                DealerDraws.THIRD_CARD: {CardAt.DEALERS_HAND},
            }
            if lacking := [p for p in CardAt if p in rows.looks_at & short.get(taken, set())]:
                raise self.fail(f"{at}.dealer_draws", f"{taken.value!r} leaves {lacking[0]} open")


def _is_elected(pays: Any) -> bool:
    return isinstance(pays, dict) and isinstance(pays.get("where"), dict) and "elected" in pays


def _values(statement: Statement) -> Iterator[Any]:
    yield from (value for _, value in statement.where) if statement.where else (statement.fixed,)


def _rows_of(statement: Statement) -> PayTable:
    rows: PayTable = next(_values(statement))
    return rows


def _first(rows: PayTable, says: frozenset[Says]) -> str | None:
    return next((str(term) for term in rows.terms if term.says in says), None)
