"""Irregularities and rulings: what a book knows of, what it asks for, and what would follow."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from pitboss.cards import DECK
from pitboss.law.answers import Refusal
from pitboss.rulebooks import TableRules
from pitboss.store.ledger import Accounts
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.decide import decide
from pitboss.table.evolve import evolve
from pitboss.table.mishaps import MANY_CARDS, NOT_REPORTED, ONE_CARD
from pitboss.table.phrases import mishap
from pitboss.table.sources import Called
from pitboss.table.state import TableState
from pitboss.table.supervision import ORDERS, VOIDS
from pitboss.table.table import Table
from pitboss.web.live import Refused
from pitboss.web.masking import Happened, shown

Text = Annotated[str, Meta(max_length=500)]
Short = Annotated[str, Meta(max_length=40)]


class Asked(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a supervisor reports; ``preview`` shows what would follow and changes nothing."""

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


_FACES: Final = frozenset(card.text for card in DECK)

_NEEDS: Final[dict[str, tuple[str, ...]]] = {
    "absent": ("box",),
    "damaged_card": ("card",),
    "dealer_card_missed": ("which",),
    "insurance_not_offered": ("box", "player"),
    "missed_card": ("box", "hand"),
    "no_cards_dealt": ("box",),
    "one_card_dealt": ("box",),
    "readmitted": ("player",),
    "ruling": ("ruling",),
    "void_hand": ("box", "hand"),
}
"""What a report has to name."""

_REMEDIES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "csm_malfunction": (("void_round", "Void the round"), ("void_hands", "Void these hands")),
    "dealing_error": (
        ("as_it_is", "The players choose, the cards as they lie"),
        ("reconstructed", "Put the cards back in order, then the players choose"),
    ),
    "dealer_card_missed": (("first", "The first card was missed"), ("second", "The second card")),
}
"""Where the book leaves a choice of remedies, each with its name."""


def orders(rules: TableRules) -> list[dict[str, Any]]:
    """What the pit may order of the cards, each with its clause; None where the book has none."""
    asked = ("reshuffle_ordered", "cards_replaced")
    return [{"what": what, "clause": rules.book.remedies.get(what)} for what in asked]


def known(state: TableState, by: str) -> list[dict[str, Any]]:
    """Everything that the table's book has a remedy for, and whether it can be reported now."""
    book = state.rules.book
    told = []
    for what, under in book.remedies.items():
        if what in NOT_REPORTED and what != "void_round":
            continue
        gists = [c.gist for c in book.ledger if c.id == under] or [
            c.gist for c in book.ledger if c.number == under.partition("#")[0]
        ]
        drawn = 1 if what in ONE_CARD else 2 if what in MANY_CARDS else 0
        told.append(
            {
                "what": what,
                "says": mishap(what),
                "clause": under,
                "gist": gists[0] if gists else "",
                "needs": list(_NEEDS.get(what, ())),
                "draws": drawn,
                "remedies": [
                    {"remedy": name, "label": label, "clause": under}
                    for name, label in _REMEDIES.get(what, (("", "As the book orders"),))
                ],
                "is_order": what in ORDERS,
                "second_person": what in VOIDS,
                "refused": _refused_now(state, what, by),
            }
        )
    return told


def _refused_now(state: TableState, what: str, by: str) -> str | None:
    """Why nothing of the kind can be reported now; None where it can, or depends on details."""
    if _NEEDS.get(what) and what != "damaged_card":
        asked = Asked(what=what, reason="?", box=0, hand=0, player="", ruling="?", which="first")
        probes = [asked]
        for box in state.boxes:
            probes += [replace(asked, box=box.number, hand=h.number) for h in box.hands]
        answers = [decide(state, report_of(state, probe, by)) for probe in probes]
    else:
        answers = [decide(state, report_of(state, Asked(what=what, reason="?"), by))]
    refusals = [a.why for a in answers if isinstance(a, Refusal)]
    return refusals[-1] if len(refusals) == len(answers) else None


def report_of(state: TableState, asked: Asked, by: str, second: str | None = None) -> acts.Report:
    """The report as the table engine takes it, with stand-ins for cards that are not drawn yet."""
    seen = {c.text for b in state.boxes for h in b.hands for c in h.hand.cards}
    spare = [card.text for card in DECK if card.text not in seen]
    one = asked.card or (spare[0] if asked.what in (*ONE_CARD, "damaged_card") else None)
    many = asked.cards or (tuple(spare[:2]) if asked.what in MANY_CARDS else ())
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
    """Whether wagers are settled or fees go back by a report."""
    return any(isinstance(event, e.WagerSettled | e.FeeReturned) for event in events)


def preview(state: TableState, asked: Asked, by: str, table: str) -> dict[str, Any]:
    """What would follow: sentences, cards and money; ``Refused`` where the book says no."""
    for named in (asked.card, *asked.cards):
        if named is not None and named not in _FACES:
            raise Refused(f"{named!r} is no card; write one such as 9h", status=422)
    answer = decide(state, report_of(state, asked, by))
    if isinstance(answer, Refusal):
        raise Refused(answer.why, clause=answer.under)
    accounts, money = Accounts(table), dict[str, int]()
    told = []
    unseen = asked.what in (*ONE_CARD, *MANY_CARDS) and not (asked.card or asked.cards)
    for event in answer.events:
        after = evolve(state, event)
        one = shown(Happened(0, event, "", by, 0.0, state))
        if unseen and "card" in one:
            one |= {"card": "??", "says": f"{mishap(asked.what).capitalize()}: the next card."}
        told.append(one)
        for posting in accounts.postings(0, state, event, after):
            money[posting.account] = money.get(posting.account, 0) + posting.amount
        state = after
    return {
        "events": told,
        "money": {account: amount for account, amount in sorted(money.items()) if amount},
        "second_person": asked.what in VOIDS or moves_money(answer.events),
    }


def carry_out(table: Table, asked: Asked, by: str, second: str | None) -> None:
    """Report it: cards drawn in error leave the shoe now, and the book's remedy follows."""
    report = report_of(table.state, asked, by, second)
    number = 1 if asked.what in ONE_CARD else 2 if asked.what in MANY_CARDS else 0
    if number and table.ask(report) is None:
        if isinstance(table.source, Called):
            _call(table.source, asked, number)
        drawn = _drawn(table, number)
        if asked.what in ONE_CARD:
            report = replace(report, card=drawn[0])
        else:
            report = replace(report, cards=tuple(drawn))
    table.do(report)


def _call(source: Called, asked: Asked, number: int) -> None:
    """Real cards drawn in error are named by whoever saw them."""
    named = asked.cards or ((asked.card,) if asked.card else ())
    if len(named) != number:
        told = "card that was" if number == 1 else f"{number} cards that were"
        raise Refused(f"name the {told} drawn", status=422)
    for card in named:
        source.call(card)


def _drawn(table: Table, number: int) -> list[str]:
    if table.source.left <= number:
        raise Refused("there are too few cards left in the shoe")
    drawn: list[str] = []
    while len(drawn) < number:
        shoe = table.state.shoe.number
        card = table.draw(table.duty)
        if table.state.shoe.number != shoe:
            drawn = []
        if card is not None:
            drawn.append(card.text)
    return drawn
