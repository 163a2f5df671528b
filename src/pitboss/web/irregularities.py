"""Irregularities and rulings: those a book covers, what they need, and their effect."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from pitboss.cards import DECK
from pitboss.law.answers import Refusal
from pitboss.law.irregularities import Record, known_to, record_of
from pitboss.rulebooks import TableRules
from pitboss.store.ledger import Accounts
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.decide import decide
from pitboss.table.evolve import evolve
from pitboss.table.procedure.misdrawn import next_cards
from pitboss.table.sources import Called
from pitboss.table.state import TableState
from pitboss.table.table import Table
from pitboss.table.words.phrases import mishap
from pitboss.web.masking import Happened, shown
from pitboss.web.open_table import Refused

Text = Annotated[str, Meta(max_length=500)]
Short = Annotated[str, Meta(max_length=40)]


class Asked(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A supervisor's report; ``preview`` shows its effect and changes nothing."""

    what: Short
    reason: Text = ""
    remedy: Short | None = None
    preview: bool = False
    box: int | None = None
    hand: int | None = None
    player: Short | None = None
    card: Short | None = None
    cards: tuple[Short, ...] = ()
    which: Short | None = None
    reconstructed: bool | None = None
    ruling: Text | None = None
    hands: tuple[tuple[int, int], ...] = ()
    sequence: int | None = None
    """The entry up to which the preview was made; later ones make the ruling stale"""


ANOTHER: Final = "another supervisor"
"""Who gives the second approval, until a supervisor has."""

_FACES: Final = frozenset(card.text for card in DECK)


def orders(rules: TableRules) -> list[dict[str, Any]]:
    """The orders the pit may give about the cards, each with its clause or None."""
    asked = ("reshuffle_ordered", "cards_replaced")  # the two buttons of the pit page
    return [{"what": what, "clause": rules.book.remedies.get(what)} for what in asked]


def known(state: TableState, by: str) -> list[dict[str, Any]]:
    """Everything that the table's book has a remedy for, and whether it can be reported now."""
    told = []
    for record, under in known_to(state.rules):
        told.append(
            {
                "what": record.name,
                "says": mishap(state.rules, record.name),
                "clause": under,
                "gist": _gist(state.rules, under),
                "needs": _asked_for(record),
                "draws": record.draws,
                "remedies": [
                    {"remedy": name, "label": label, "clause": under}
                    for name, label in record.choices or (("", "As the book provides"),)
                ],
                "is_order": record.is_order,
                "second_person": record.voids,
                "refused": _refused_now(state, record, by),
            }
        )
    return told


def _asked_for(record: Record) -> list[str]:
    """The fields of the form: those of the report, except cards that leave the shoe with it."""
    return [f for f in record.tells if not (record.draws and f in ("card", "cards"))]


def _gist(rules: TableRules, under: str) -> str:
    ledger = rules.book.ledger
    gists = [c.gist for c in ledger if c.id == under] or [
        c.gist for c in ledger if c.number == under.partition("#")[0]
    ]
    return gists[0] if gists else ""


def _refused_now(state: TableState, record: Record, by: str) -> str | None:
    """Why this cannot be reported now; None if it can, or if that depends on details."""
    ruling = "?" if record.name == "ruling" else "void_round"
    asked = Asked(what=record.name, reason="?", ruling=ruling, which="first", player="", box=0)
    probes = [replace(asked, hand=0)]
    if "box" in record.fields:
        places = [(box.number, h.number) for box in state.boxes for h in box.hands]
        free = [(n, 1) for n in range(1, state.rules.equipment.boxes.value + 1)]
        bets = [(w.box, 1) for w in state.wagers]
        players = [*("" for _ in (*places, *free)), *(w.player for w in state.wagers)]
        for (box, hand), player in zip((*places, *free, *bets), players, strict=True):
            probes.append(replace(asked, box=box, hand=hand, player=player))
    answers = [decide(state, report_of(state, probe, by, ANOTHER)) for probe in probes]
    refusals = [a.why for a in answers if isinstance(a, Refusal)]
    return refusals[-1] if len(refusals) == len(answers) else None


def _draws(state: TableState, what: str) -> int:
    """How many cards such an error takes from the shoe."""
    record = record_of(state.rules, what)
    return 0 if record is None else record.draws


def _already_out(state: TableState, what: str) -> tuple[str, ...]:
    """The cards held as the next ones that such an error takes first."""
    record = record_of(state.rules, what)
    return next_cards(state) if record is not None and record.is_dealt else ()


def report_of(state: TableState, asked: Asked, by: str, second: str | None = None) -> acts.Report:
    """The report as the table engine takes it, with stand-ins for cards that are not drawn yet."""
    seen = {c.text for b in state.boxes for h in b.hands for c in h.hand.cards}
    spare = [card.text for card in DECK if card.text not in seen]
    record = record_of(state.rules, asked.what)
    tells = () if record is None else record.tells
    likely = (*_already_out(state, asked.what), *spare)
    one = asked.card or (likely[0] if "card" in tells else None)
    many = asked.cards or (likely[:2] if "cards" in tells else ())
    which, ruling, rebuilt = asked.which, asked.ruling, asked.reconstructed
    match asked.remedy:
        case "first" | "second":
            which = asked.remedy
        case "void_round" | "void_hands":
            ruling = asked.remedy
        case "reconstructed":
            rebuilt = True
        case _:
            pass
    return acts.Report(
        what=asked.what,
        box=asked.box,
        hand=asked.hand,
        player=asked.player,
        card=one,
        cards=many,
        which=which,
        reconstructed=rebuilt,
        ruling=ruling,
        hands=asked.hands,
        by=by,
        why=asked.reason,
        second=second,
    )


def moves_money(events: tuple[e.Event, ...]) -> bool:
    """Whether a report settles wagers or returns fees."""
    return any(isinstance(event, e.WagerSettled | e.FeeReturned) for event in events)


def preview(
    state: TableState, asked: Asked, by: str, table: str, *, second: str | None = None
) -> dict[str, Any]:
    """A report's effect: sentences, cards and money; raises ``Refused`` if the book refuses.

    It names who reports and who approves, as the log will; until then, no one by name.
    """
    for named in (asked.card, *asked.cards):
        if named is not None and named not in _FACES:
            raise Refused(f"{named!r} is not a card; write one such as 9h", status=422)
    voids = (found := record_of(state.rules, asked.what)) is not None and found.voids
    approver = second or (ANOTHER if voids else None)
    answer = decide(state, report_of(state, asked, by, approver))
    if isinstance(answer, Refusal):
        raise Refused(answer.why, clause=answer.under)
    if approver is None and moves_money(answer.events):
        answer = decide(state, report_of(state, asked, by, ANOTHER))
        assert not isinstance(answer, Refusal)
    accounts, money, back = Accounts(table), dict[str, int](), dict[str, int]()
    told = []
    unseen = found is not None and found.draws and not (asked.card or asked.cards)
    for event in answer.events:
        after = evolve(state, event)
        one = shown(Happened(0, event, "", by, 0.0, state))
        if unseen and "card" in one:
            one |= {
                "card": "??",
                "says": f"{mishap(state.rules, asked.what).capitalize()}: the next card.",
            }
        told.append(one)
        for posting in accounts.postings(0, state, event, after):
            money[posting.account] = money.get(posting.account, 0) + posting.amount
            if posting.amount < 0 and posting.account.startswith("player/"):
                name = posting.account.removeprefix("player/")
                back[name] = back.get(name, 0) - posting.amount
        state = after
    return {
        "events": told,
        "money": {account: amount for account, amount in sorted(money.items()) if amount},
        "clawed_back": [{"player": name, "amount": back[name]} for name in sorted(back)],
        "second_person": voids or moves_money(answer.events),
    }


def carry_out(table: Table, asked: Asked, by: str, second: str | None) -> None:
    """Report it: cards drawn in error leave the shoe now, and the book's remedy follows."""
    report = report_of(table.state, asked, by, second)
    number = _draws(table.state, asked.what)
    if number > 1 and isinstance(table.source, Called) and asked.cards:
        number = len(asked.cards)  # as many as really were drawn
    if number and table.ask(report) is None:
        held = _already_out(table.state, asked.what)[:number]
        if isinstance(table.source, Called):
            _call(table.source, asked, number, held)
        drawn = [*held, *_drawn(table, number - len(held))]
        if number == 1:
            report = replace(report, card=drawn[0])
        else:
            report = replace(report, cards=tuple(drawn))
    table.do(report)


def _call(source: Called, asked: Asked, number: int, held: tuple[str, ...]) -> None:
    """Call the real cards drawn in error, as the supervisor named them."""
    named = asked.cards or ((asked.card,) if asked.card else ())
    if len(named) != number:
        told = "card that was" if number == 1 else f"{number} cards that were"
        raise Refused(f"name the {told} drawn", status=422)
    for card in named[len(held) :]:
        source.call(card)


def _drawn(table: Table, number: int) -> list[str]:
    if number and table.source.left <= number:
        raise Refused("not enough cards left in the shoe")
    drawn: list[str] = []
    while len(drawn) < number:
        shoe = table.state.shoe.number
        card = table.draw()
        if table.state.shoe.number != shoe:
            drawn = []
        if card is not None:
            drawn.append(card.text)
    return drawn
