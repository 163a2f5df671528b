"""Verify a pack alone: no database, no server and nothing else that the house keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from pitboss.audit import fairness
from pitboss.evidence.contents import is_complete
from pitboss.evidence.pack import BadPack, Pack, canonical, check_signature
from pitboss.evidence.reenactment import Reenactment, WrongPayment, account_of, with_stand_ins
from pitboss.law.side_bets.prizes import drawn_bet, prize_table
from pitboss.rulebooks import RulebookError
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.store.signatures import BadHead, Head
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.hiding import sealed_in
from pitboss.table.log import START, read_event, step
from pitboss.table.log_verifier import opened
from pitboss.table.state import TableState
from pitboss.table.stored_state import read_state


class VerifiedPack(Struct, frozen=True):
    """What was verified in a pack, or the first problem."""

    entries: int = 0
    first_bad: int | None = None
    problem: str | None = None
    part: str | None = None
    """The part that has the problem"""
    about: dict[str, Any] = {}
    fingerprint: str = ""
    signed_at: int = 0
    payments: int = 0
    sealed: int = 0
    """Cards of the round that are still sealed"""
    unproven: int = 0
    """Payments that cannot be checked before those cards are known"""
    revealed_shoes: int = 0

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with it."""
        return self.problem is None


def verify_pack(pack: Pack) -> VerifiedPack:
    """Check the signature, the chain, the shoes and every payment of a pack."""
    known: dict[str, Any] = {
        "fingerprint": pack.signed.fingerprint,
        "signed_at": pack.signed.at,
    }
    try:
        try:
            check_signature(pack)
        except BadPack as bad:
            _name_the_entry(pack, bad)
            raise
        return _verified(pack, known)
    except BadPack as bad:
        first = bad.entry if bad.entry is not None else 1
        return VerifiedPack(first_bad=first, problem=str(bad), part=bad.part, **known)


def _name_the_entry(pack: Pack, bad: BadPack) -> None:
    """Raise a better ``BadPack`` if an entry is what was changed."""
    if bad.part in ("entries", "opening", "shoes"):
        try:
            list(_events(pack))
            list(_shoes(pack))
        except BadPack as result:
            raise BadPack(f"{bad}: {result}", part=bad.part, entry=result.entry) from None


def _verified(pack: Pack, known: dict[str, Any]) -> VerifiedPack:
    parts = pack.parts
    _check_about(pack)
    events = list(_events(pack))
    before = _before(pack, events)
    _check_account(pack, before, events)
    people, boxes = with_stand_ins(events)
    first = parts["about"]["first"]
    reenactment = Reenactment(before, boxes)
    try:
        reenactment.write(people)
    except WrongPayment as wrong:
        raise BadPack(f"entry {first + wrong.at}: {wrong}", part="entries",
                      entry=first + wrong.at) from None  # fmt: skip
    except (LookupError, ValueError, AssertionError, TypeError) as error:
        raise BadPack(f"an event does not fit the table: {error}", part="entries") from None
    _check_clauses(pack, before, events)
    _check_head(pack)
    shoes = list(_shoes(pack))
    if parts["about"]["complete"] is not is_complete(parts):
        raise BadPack("it does not say rightly whether it is complete", part="about")
    _check_shoes(shoes, before, people, events)
    return VerifiedPack(
        entries=len(events),
        about=parts["about"],
        payments=sum(isinstance(event, e.WagerSettled) for event in events),
        sealed=sum(sealed_in(event) is not None for event in events),
        unproven=reenactment.unproven,
        revealed_shoes=sum(shoe.secret is not None for shoe in shoes),
        **known,
    )


# What the pack says of itself.


class _About(Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    name: str
    book: str
    title: str
    jurisdiction: str
    dealt_by: str
    cards: str
    round: int
    first: int
    last: int
    began: int
    ended: int
    made: int
    version: str
    complete: bool
    until: str | None


def _check_about(pack: Pack) -> None:
    about, entries = _as(_About, pack.parts["about"], "about"), pack.parts["entries"]
    if not isinstance(entries, list) or len(entries) != about.last - about.first + 1:
        raise BadPack("the entries are not those from the first to the last", part="entries")
    if not entries or (entries[0].get("at"), entries[-1].get("at")) != (about.began, about.ended):
        raise BadPack("the times are not those of the first and the last entry", part="about")
    if about.complete is not (about.until is None):
        raise BadPack("it says both that it is complete and that it is not", part="about")


# The chain.


class _Line(Struct, frozen=True, forbid_unknown_fields=True):
    v: int
    n: int
    actor: str
    at: int
    event: dict[str, Any]
    hash: str
    nonce: str = ""


def _as(kind: type[Any], value: object, part: str) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise BadPack(f"the part {part!r} cannot be read: {error}", part=part) from None


def _linked(before: bytes, line: _Line, part: str) -> e.Event:
    """The event of an entry whose hash follows from the one before."""
    try:
        text = canonical(line.event).encode("utf-8", "surrogatepass")
        hashed = step(before, line.n, line.actor, line.at, text, line.nonce, line.v)
        event = read_event(text)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadPack(f"entry {line.n}: {error}", part=part, entry=line.n) from None
    if hashed.hex() != line.hash:
        raise BadPack(f"entry {line.n}: hash mismatch", part=part, entry=line.n)
    return event


def _hash(text: object, part: str) -> bytes:
    try:
        data = bytes.fromhex(str(text))
    except ValueError:
        data = b""
    if len(data) != len(START) or data.hex() != text:
        raise BadPack("the hash before the entries is not a hash", part=part)
    return data


def _events(pack: Pack) -> Iterator[e.Event]:
    """The events of the round, each entry following from the one before."""
    opening = _as(_Line, pack.parts["opening"], "opening")
    if opening.n != 1:
        raise BadPack("the opening is not entry 1 of the log", part="opening")
    _linked(START, opening, "opening")
    before = _hash(pack.parts["before"].get("hash"), "before")
    lines = _as(list[_Line], pack.parts["entries"], "entries")
    first = pack.parts["about"].get("first")
    if first == 2 and before.hex() != opening.hash:
        raise BadPack("the round does not follow the opening of the table", part="before")
    for n, line in enumerate(lines, first):
        if line.n != n:
            raise BadPack(f"entry {n} is missing or misplaced", part="entries", entry=n)
        event = _linked(before, line, "entries")
        before = bytes.fromhex(line.hash)
        yield event


# The round.


def _before(pack: Pack, events: Sequence[e.Event]) -> TableState:
    """The table before the round, as its opening and the pack have it."""
    about = pack.parts["about"]
    try:
        opening = pack.parts["opening"]
        table = opened(read_event(canonical(opening["event"])))
        state = read_state(table, canonical(pack.parts["before"]["state"]).encode())
    except (RulebookError, msgspec.MsgspecError, LookupError, ValueError, TypeError) as error:
        raise BadPack(
            f"the table before the round cannot be read: {error}", part="before"
        ) from None
    if table.rules.book.id != about["book"]:
        raise BadPack("the table was opened under a different book", part="opening")
    if state.round != about["round"] or state.money or state.wagers:
        raise BadPack("the table before the round is not between two rounds", part="before")
    last = events[-1]
    if not isinstance(last, e.RoundClosed) or last.number != about["round"]:
        raise BadPack("the last entry does not end the round", part="entries")
    if any(isinstance(event, e.RoundClosed) for event in events[:-1]):
        raise BadPack("there is more than one round", part="entries")
    return state


def _check_account(pack: Pack, before: TableState, events: Sequence[e.Event]) -> None:
    try:
        due = account_of(before, events)
    except (LookupError, ValueError, AssertionError, TypeError) as error:
        raise BadPack(f"an event does not fit the table: {error}", part="entries") from None
    if pack.parts["account"] != due:
        raise BadPack("the account is not that of the events", part="account")


def _check_clauses(pack: Pack, before: TableState, events: Sequence[e.Event]) -> None:
    """Every clause that is cited is in the pack, and in the book."""
    listed = pack.parts["clauses"]
    for n, event in enumerate(events, pack.parts["about"]["first"]):
        if event.under in e.OWN_MATTERS or event.under == NOT_IN_THE_TEXT:
            continue
        if event.under not in listed:
            raise BadPack(f"entry {n} cites {event.under}, whose text is missing", part="clauses",
                          entry=n)  # fmt: skip
        if event.under not in before.rules.book.ledger:
            raise BadPack(f"entry {n} cites {event.under}, which the book does not have",
                          part="entries", entry=n)  # fmt: skip


def _check_head(pack: Pack) -> None:
    if pack.parts["head"] is None:
        return
    head: Head = _as(Head, pack.parts["head"], "head")
    try:
        head.check()
    except BadHead as bad:
        raise BadPack(str(bad), part="head") from None


# The shoes.


class _Link(Struct, frozen=True, forbid_unknown_fields=True):
    before: str
    entry: _Line


class _ShoePart(Struct, frozen=True, forbid_unknown_fields=True):
    shoe: int
    out: int
    links: list[_Link]


class _PackedShoe(Struct):
    """A shoe of the pack, as its own entries have it."""

    sealed: e.ShoeSealed
    out: int
    cut: int = 0
    seeds: tuple[tuple[str, str], ...] = ()
    secret: str | None = None
    dealt: list[str] = []
    prizes: list[tuple[int, int, int, int]] = []


def _shoes(pack: Pack) -> Iterator[_PackedShoe]:
    for part in _as(list[_ShoePart], pack.parts["shoes"], "shoes"):
        shoe: _PackedShoe | None = None
        for link in part.links:
            event = _linked(_hash(link.before, "shoes"), link.entry, "shoes")
            match event:
                case e.ShoeSealed() if shoe is None and event.shoe == part.shoe:
                    shoe = _PackedShoe(event, part.out, dealt=[fairness.UNSEEN] * max(part.out, 0))
                case e.SeedsMixed() if shoe is not None:
                    shoe.seeds = event.seeds
                case e.ShoeCut() if shoe is not None:
                    shoe.cut = event.depth
                case e.ShoeRevealed() if shoe is not None and event.shoe == part.shoe:
                    shoe.secret = event.secret
                    if event.cut != shoe.cut:
                        raise BadPack(f"shoe {part.shoe} is revealed with another cut",
                                      part="shoes", entry=link.entry.n)  # fmt: skip
                case _:
                    pass
        if shoe is None:
            raise BadPack(f"shoe {part.shoe} has no seal", part="shoes")
        yield shoe


def _check_shoes(
    shoes: Sequence[_PackedShoe],
    before: TableState,
    known: Sequence[e.Event],
    events: Sequence[e.Event],
) -> None:
    """Every card that left a revealed shoe in the round is the one that was sealed."""
    numbered = {shoe.sealed.shoe: shoe for shoe in shoes}
    first = before.shoe.number and next((shoe for shoe in shoes if shoe.out >= 0), None)
    sealed_here = {event.shoe for event in events if isinstance(event, e.ShoeSealed)}
    current = None if not first or first.sealed.shoe in sealed_here else first
    state = before
    for event, shown in zip(known, events, strict=True):
        after = evolve(state, event)
        if isinstance(event, e.CardsShuffled):
            current = None
        elif isinstance(event, e.ShoeSealed):
            current = numbered.get(event.shoe)
            if current is None or current.sealed != event:
                raise BadPack(f"the seal of shoe {event.shoe} is missing", part="shoes")
        elif isinstance(event, e.ButtonPressed) and current is not None:
            _check_prize(state, event, current)
        elif after.shoe.used == state.shoe.used + 1 and current is not None:
            is_sealed = sealed_in(shown) is not None
            current.dealt.append(fairness.UNSEEN if is_sealed else getattr(event, "card", ""))
        state = after
    for shoe in shoes:
        _check_shoe(shoe, numbered)


def _check_prize(state: TableState, event: e.ButtonPressed, shoe: _PackedShoe) -> None:
    bet = drawn_bet(state.rules)
    if bet is None or shoe.secret is None or shoe.sealed.version == 1:
        return
    table = prize_table(bet)[0]
    try:
        due = fairness.prize_draw(
            secret=shoe.secret, seeds=shoe.seeds, round=state.round, box=event.box,
            entries=table.entries,
        )  # fmt: skip
    except fairness.NotAsSpecified as wrong:
        raise BadPack(str(wrong), part="shoes") from None
    if table.prize(due) != event.prize:
        raise BadPack(f"the prize of box {event.box} is not the one that was sealed", part="shoes")


def _check_shoe(shoe: _PackedShoe, numbered: dict[int, _PackedShoe]) -> None:
    if shoe.secret is None:
        return
    follows = None
    if shoe.sealed.follows is not None:
        earlier = numbered.get(shoe.sealed.follows)
        if earlier is None or earlier.secret is None:
            raise BadPack(f"the shoe before shoe {shoe.sealed.shoe} is missing", part="shoes")
        follows = (earlier.secret, earlier.seeds)
    verdict = fairness.verify(
        commitment=shoe.sealed.commitment,
        secret=shoe.secret,
        table=shoe.sealed.table,
        shoe=shoe.sealed.shoe,
        composition=shoe.sealed.composition,
        cut=shoe.cut,
        dealt=shoe.dealt,
        seeds=shoe.seeds,
        follows=follows,
    )
    if not verdict.holds:
        raise BadPack(f"shoe {shoe.sealed.shoe} failed: {verdict.problem}", part="shoes")
