"""Load books from their files, strictly: an error says where, what is wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import msgspec
from msgspec import structs

from pitboss.rulebooks.authority import read_authority
from pitboss.rulebooks.book import Published, Reading, Rulebook, Statement
from pitboss.rulebooks.domains import Share
from pitboss.rulebooks.elections import Election
from pitboss.rulebooks.errors import (
    BadBook,
    NoSuchBook,
    Unsupported,
    as_written,
    hint,
)
from pitboss.rulebooks.ledger import Answer, Ledger
from pitboss.rulebooks.ledger_loader import LedgerReader
from pitboss.rulebooks.own import read_remedies
from pitboss.rulebooks.preparation import Opening
from pitboss.rulebooks.provisions import CITES, NOT_IN_THE_TEXT
from pitboss.rulebooks.schema import OPTIONAL_PARTS, PARTS, SIDE_BETS, SLOTS, Slot
from pitboss.rulebooks.side_bet_loader import SideBetReader, without
from pitboss.rulebooks.vocabulary import OPTIONAL_WORDS, WORDS, BookWords

_CODE: Final = {
    "elections": "rulebooks.elections.elect",
    "requires": "rulebooks.elections.elect",
    "remedies": "table.procedure.irregularities.report",
    "authority": "law.authority.may_order",
}
"""The code behind those tables of a book that are not provisions."""

_OF_SIDE_BETS: Final = {
    "offered": "law.wagering.may_wager",
    "amounts": "law.wagering.may_wager",
    "needs": "law.wagering.may_wager",
    "on_anothers_box": "law.wagering.may_wager",
    "at_most_the_main": "law.wagering.may_wager",
    "placed": "table.procedure.betting.bet",
    "settled": "law.side_bets.registry.settled_when",
    "void_with_the_hand": "law.side_bets.registry.void_with_the_hand",
    "dealer_draws": "law.dealer.card_would_matter",
    "one_scale_in_the_house": "law.side_bets.registry.one_scale",
    "button": "law.side_bets.prizes.may_press",
}
"""What carries out a provision of a side bet; its rows are carried out by the settlement."""


def carried_out(book: Rulebook, raw: Mapping[str, Any], base: Rulebook | None) -> Ledger:
    """The ledger, with the book's own clauses enforced if a line of its own file cites them.

    An inherited provision does not count: it states the other book's clause.
    """
    own = raw.get("clauses", {})
    result: dict[str, dict[str, None]] = {}
    for path, under in book.citations():
        if under in own and _is_stated(raw, path):
            result.setdefault(under, {}).update(dict.fromkeys(_carriers(path, base)))
    clauses = tuple(
        structs.replace(clause, answer=Answer.ENFORCED, by=tuple(result[clause.id]))
        if clause.id in result
        else clause
        for clause in book.ledger
    )
    return structs.replace(book.ledger, clauses=clauses)


def _is_stated(raw: Mapping[str, Any], path: str) -> bool:
    """Whether a line of the file is at this path."""
    table, _, name = path.partition(" ")[0].partition(".")
    if table != SIDE_BETS:
        return table in raw and (not name or name in raw[table])
    held: Any = raw[SIDE_BETS]
    for key in name.split("."):
        if key not in held:
            return False
        held = held[key]
    return True


def _carriers(path: str, base: Rulebook | None) -> Iterator[str]:
    """The code that implements a line; for a provision, that of its clause in the base book."""
    table, _, name = path.partition(" ")[0].partition(".")
    paths = [path.partition(" ")[0]]
    if base is not None and table == "elections":
        paths = [at for at, statement in base.statements.items() if statement.elected == name]
    for at in paths:
        statement = base.statements.get(at) if base is not None else None
        if base is not None and statement is not None and statement.under in base.ledger:
            for clause in base.ledger.find(statement.under):
                yield from clause.by
    if table == SIDE_BETS:
        yield _OF_SIDE_BETS.get(name.rpartition(".")[2], "law.side_bets.settling.settle")
        return
    yield _CODE.get(table, "rulebooks.elections.elect")


_SHELF: Final = ("nz", "zappit", "rws", "leaflet", "nobust")
"""The books that are listed first; ``classic`` is the last."""


def _books() -> tuple[str, ...]:
    shelf = files("pitboss.rulebooks").iterdir()
    ids = sorted(folder.name for folder in shelf if (folder / "book.toml").is_file())
    others = (name for name in ids if name not in (*_SHELF, "classic"))
    return (*_SHELF, *others, "classic")


BOOKS: Final = _books()
"""The books that come with the package: every folder here with a book in it."""

_HEAD = ("id", "title", "jurisdiction", "document", "based_on")
_TABLES = (
    "published",
    "words",
    "absent",
    "remedies",
    "authority",
    "cites",
    "opening",
    "elections",
    "requires",
    "changes",
    "clauses",
)
_FORMS = {
    "is",
    "under",
    "elected",
    "where",
    "from",
    "to",
    "offers",
    "read",
    "rows",
}

_BASE_FOLLOWS: Final = "\n# The text of the book that this one is based on:\n"
"""Separates a user's book from its base in the text a log carries"""

_EDGE = Share(Fraction(-1), Fraction(1))

R = TypeVar("R")


def rulebook(name: str | Path) -> Rulebook:
    """Open the book of that id, or the user's own book in the file of that path.

    >>> rulebook("nz").jurisdiction
    'New Zealand'
    """
    return _opened(str(name))


def forget_books() -> None:
    """Read every book from its file again when it is next requested."""
    _opened.cache_clear()


@cache
def _opened(name: str) -> Rulebook:
    if name in BOOKS:
        folder = files("pitboss.rulebooks") / name
        return _BookReader(name).read(
            (folder / "book.toml").read_text("utf-8"),
            (folder / "clauses.toml").read_text("utf-8"),
            (folder / "readings.toml").read_text("utf-8"),
        )
    return _from_file(Path(name), name, ())


def _from_file(path: Path, name: str, above: tuple[Path, ...]) -> Rulebook:
    """Load a user's book; ``above`` are the files based on it."""
    if not path.is_file():
        raise NoSuchBook(f"no book or file named {name!r}; {hint(name, BOOKS, 'the books are')}")
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadBook(name, "", f"the file cannot be read: {error}") from None
    if path.resolve() in above:
        raise BadBook(path.name, "based_on", "the books are based on each other in a loop")

    def base(named: str) -> Rulebook:
        return _from_file(path.parent / named, named, (*above, path.resolve()))

    return _own_book(path.name, text, base)


def read_text(where: str, text: str) -> Rulebook:
    """Load a user's own book from its text, as :attr:`Rulebook.source` carries it.

    ``where`` names it in errors. If its base is a user's own book too, the text of that follows.
    """
    own, mark, rest = text.partition(_BASE_FOLLOWS)

    def base(named: str) -> Rulebook:
        if mark:
            return read_text(named, rest)
        raise BadBook(where, "based_on", f"the text of {named!r} is missing")

    return _own_book(where, own, base)


def _own_book(where: str, text: str, base: Callable[[str], Rulebook]) -> Rulebook:
    reader = _BookReader(where, base)
    book = reader.read(text)
    carried = reader.base.source if reader.base is not None else None
    reader.check_rows(book)
    book.source = text if carried is None else f"{text}{_BASE_FOLLOWS}{carried}"
    return book


class _BookReader(SideBetReader, LedgerReader):
    """Reads one book and names its place in every error."""

    def __init__(self, where: str, base: Callable[[str], Rulebook] | None = None) -> None:
        super().__init__(where)
        self.find_base = base or rulebook
        self.own_side_bets: tuple[str, ...] = ()

    def read(self, text: str, clauses: str | None = None, readings: str | None = None) -> Rulebook:
        raw = self.toml(text)
        self.check_keys("", raw, {*_HEAD, *_TABLES, *PARTS, SIDE_BETS})
        if "based_on" in raw:
            named = str(raw["based_on"])
            find = rulebook if named in BOOKS else self.find_base
            self.base = self.attempt("based_on", lambda: find(named))
        head = {key: self.head(raw, key) for key in _HEAD[:4]}
        ledger = self.ledger(head["id"], raw.get("clauses", {}), clauses)
        elections = self.elections(raw.get("elections", {}))
        absent = self.absent(raw)
        statements = self.statements(raw, absent, elections)
        raw[SIDE_BETS] = self.alike(raw.get(SIDE_BETS, {}))
        side_bets, on_side_bets = self.side_bets(raw[SIDE_BETS], elections)
        statements.update(on_side_bets)
        self.own_side_bets = tuple(raw[SIDE_BETS])
        own_remedies, own = self.provided("remedies", raw, read_remedies)
        remedies = {**(self.base.remedies if self.base else {}), **own_remedies}
        authority = self.provided("authority", raw, partial(read_authority, known=remedies))
        elections = self.settled(raw, elections, statements)
        book = Rulebook(
            **head,
            words=self.words(raw.get("words", {})),
            statements=statements,
            absent=absent,
            elections=elections,
            requirements=self.requirements(raw.get("requires", []), elections),
            ledger=ledger,
            readings=self.readings(readings),
            remedies=remedies,
            authority={**(self.base.authority if self.base else {}), **authority},
            own_irregularities={**(self.base.own_irregularities if self.base else {}), **own},
            cites={
                **(self.base.cites if self.base else {}),
                **self.texts("cites", raw.get("cites", {}), known=CITES),
            },
            opening=self.opening(raw.get("opening"), elections),
            open_changes=self.open_changes(raw.get("changes", []), elections),
            based_on=self.base.id if self.base else None,
            side_bets=side_bets,
            inherited=frozenset(
                path
                for path, statement in (self.base.statements if self.base else {}).items()
                if statements.get(path) is statement
            ),
        )
        book.ledger = carried_out(book, raw, self.base)
        book.published = self.published(raw.get("published"))
        for at, clause in book.citations():
            if clause != NOT_IN_THE_TEXT and clause not in ledger:
                raise self.fail(
                    at, f"cites clause {clause!r}, which is not in the ledger of this book"
                )
        try:
            self.attempt("elections", lambda: book.default_rules)
        except Unsupported as refused:
            raise self.fail("", str(refused)) from None
        return book

    def check_rows(self, book: Rulebook) -> None:
        """Refuse a row of a side bet that can never win.

        What a row wins is law, which imports the books, so it is imported here, by name, once the
        book is read.
        """
        if not self.own_side_bets:
            return
        never = import_module("pitboss.compiled.side_bets.winnable").rows_never_won
        for id in self.own_side_bets:
            bet = book.default_rules.side_bet(id)
            for row in never(book.default_rules, bet):
                label = bet.rows.value.rows[row].label
                raise self.fail(
                    f"{SIDE_BETS}.{id}, row {row + 1}",
                    f"{label!r} can never win; the rows above take all its deals",
                )

    def published(self, raw: Any) -> Published | None:
        if raw is None:
            return None
        given = self.table("published", raw)
        self.check_keys("published", given, {"edge", "source"})
        edge = self.attempt("published.edge", lambda: _EDGE.read(given.get("edge")))
        if not isinstance(given.get("source"), str):
            raise self.fail("published.source", "must be a text that names the source")
        return Published(edge, given["source"])

    def head(self, raw: Mapping[str, Any], key: str) -> str:
        value = raw.get(key, getattr(self.base, key, None) if key != "id" else None)
        if not isinstance(value, str) or not value:
            raise self.fail(key, "is missing; give it as a text at the top of the book")
        if key == "id" and self.base is not None and value in BOOKS:
            raise self.fail(key, f"{value!r} is the id of a book in the package; choose another")
        return value

    def words(self, raw: Any) -> BookWords:
        """The book's own terms, over those of its base."""
        stated = self.texts("words", raw, known=WORDS | OPTIONAL_WORDS)
        words: dict[str, Any] = dict(self.base.words) if self.base else {}
        words.pop("about", None)  # the base's description does not apply to another book
        words |= stated
        for word in sorted(WORDS):
            if not words.get(word):
                raise self.fail(f"words.{word}", "is missing; give the document's term as a text")
        return cast(BookWords, words)

    def provided(self, name: str, raw: Mapping[str, Any], read: Callable[..., R]) -> R:
        """A table of the book, read by ``read``."""
        try:
            return read(self.table(name, raw.get(name, {})))
        except ValueError as error:
            raise self.fail(name, str(error)) from None

    def readings(self, text: str | None) -> tuple[Reading, ...]:
        inherited = self.base.readings if self.base else ()
        if text is None:
            return inherited
        try:
            return msgspec.convert(self.toml(text).get("reading", []), tuple[Reading, ...])
        except msgspec.ValidationError as error:
            raise self.fail("readings", str(error)) from None

    def opening(self, raw: Any, elections: Mapping[str, Election]) -> Opening:
        if raw is None:
            return self.base.opening if self.base else Opening()
        try:
            opening = msgspec.convert(raw, Opening)
        except msgspec.ValidationError as error:
            raise self.fail("opening", str(error)) from None
        for key in sorted(opening.elections() - set(elections)):
            raise self.fail("opening", f"depends on election {key!r}, which the book does not have")
        return opening

    def absent(self, raw: Mapping[str, Any]) -> dict[str, str]:
        table = self.table("absent", raw.get("absent", {}))
        for part, under in table.items():
            if part not in OPTIONAL_PARTS:
                allowed = ", ".join(sorted(OPTIONAL_PARTS))
                raise self.fail(f"absent.{part}", f"may not be absent; only these may: {allowed}")
            if not isinstance(under, str):
                raise self.fail(f"absent.{part}", "must name the clause or be 'not in the text'")
            if part in raw:
                raise self.fail(f"absent.{part}", "is listed as absent but also stated")
        inherited = {} if self.base is None else self.base.absent
        return {**{p: u for p, u in inherited.items() if p not in raw}, **table}

    def statements(
        self,
        raw: Mapping[str, Any],
        absent: Mapping[str, str],
        elections: Mapping[str, Election],
    ) -> dict[str, Statement]:
        statements: dict[str, Statement] = {}
        gaps: dict[str, str] = {}
        for part, slots in SLOTS.items():
            if part in absent:
                continue
            given = self.table(part, raw.get(part, {}))
            self.check_keys(part, given, set(slots))
            for name, place in slots.items():
                if name in given:
                    statements[place.path] = self.statement(place, given[name], elections)
                elif self.base is not None and place.path in self.base.statements:
                    statements[place.path] = self.base.statements[place.path]
                elif part in raw or part not in OPTIONAL_PARTS:
                    gaps[place.path] = without(place)
                else:
                    gaps[part] = "is neither stated nor listed under [absent] with its clause"
        if gaps:
            raise self.missing(gaps)
        return statements

    def statement(self, place: Slot, raw: Any, elections: Mapping[str, Election]) -> Statement:
        at = place.path
        if not isinstance(raw, dict):
            raise self.fail(
                at, f'must give its clause: write {{ is = {as_written(raw)}, under = "..." }}'
            )
        self.check_keys(at, raw, _FORMS)
        under = raw.get("under")
        if not isinstance(under, str) or not under:
            raise self.fail(at, 'does not name a clause; give under = "..." or "not in the text"')
        fixed = self.attempt(at, lambda: place.domain.read(raw["is"])) if "is" in raw else None
        if "from" in raw or "to" in raw:
            return self.sign(at, raw, elections)
        key, rows = raw.get("elected"), self.cited_rows(place, raw.get("rows", []))
        if key is None:
            if "is" not in raw:
                raise self.fail(at, f"has no value; allowed: {place.domain.allowed}")
            return Statement(under=under, fixed=fixed, reading=raw.get("read"), rows=rows)
        if key not in elections:
            known = ", ".join(elections)
            raise self.fail(
                at, f"depends on election {key!r}, which the book does not have; it has: {known}"
            )
        where = self.table(at, raw.get("where", {}))
        return Statement(
            under=under,
            fixed=fixed,
            elected=key,
            where=tuple(
                (choice, self.attempt(at, partial(place.domain.read, value)))
                for choice, value in where.items()
            ),
            offers=tuple(raw.get("offers", ())),
            reading=raw.get("read"),
            rows=rows,
        )

    def sign(self, at: str, raw: dict[str, Any], elections: Mapping[str, Election]) -> Statement:
        ends = (raw.get("from"), raw.get("to"))
        for key in ends:
            if key not in elections:
                raise self.fail(at, f"needs two elections, but the book has no election {key!r}")
        return Statement(under=raw["under"], sign=(str(ends[0]), str(ends[1])))
