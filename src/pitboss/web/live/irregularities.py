"""Irregularities and rulings: those a book covers, what they need, and their effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, NamedTuple

from msgspec import Meta, Struct
from msgspec.structs import replace

from pitboss.cards import DECK
from pitboss.law.answers import Refusal, refusal_in
from pitboss.law.authority import authority_for, may_order
from pitboss.law.irregularities import Record, Remedy, known_to, ordered, record_of
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.authority import StaffRank
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.store.ledger import Accounts
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.decide import Decision, decide
from pitboss.table.procedure.duties import next_to_draw
from pitboss.table.procedure.misdrawn import next_cards
from pitboss.table.procedure.supervision import voids_the_round
from pitboss.table.sources import Called
from pitboss.table.state import TableState
from pitboss.table.table import Table
from pitboss.table.words.phrases import mishap
from pitboss.web.live.open_table import ServerRefusal
from pitboss.web.wire.masking import StoredStep, shown

Text = Annotated[str, Meta(max_length=500)]
Short = Annotated[str, Meta(max_length=40)]


class ReportRequest(Struct, forbid_unknown_fields=True, omit_defaults=True):
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
    request = ("reshuffle_ordered", "cards_replaced")  # the two buttons of the pit page
    return [{"what": what, "clause": rules.book.remedies.get(what)} for what in request]


class Reporter(NamedTuple):
    """Who reports or orders something, and with which authority; none for who only looks on."""

    name: str
    rank: StaffRank | None = None


def judge(
    state: TableState,
    report_request: ReportRequest,
    reporter: Reporter,
    *,
    approver: str | None = None,
    cards_left: int | None = None,
) -> Decision:
    """What a report brings about; raises ``ServerRefusal`` if the house or the book refuses it.

    The list of what may be reported, the preview and the order itself all ask here.
    """
    must_have_the_authority(state, report_request, reporter)
    _must_be_a_remedy(state, report_request)
    report = report_of(state, report_request, reporter.name, approver)
    if approver is None and is_void(state, report):
        report = replace(report, approved_by=ANOTHER)
    answer = decide(state, report)
    if isinstance(answer, Refusal):
        raise ServerRefusal(answer.why, clause=answer.under)
    if report.approved_by is None and moves_money(answer.events):
        answer = decide(state, replace(report, approved_by=ANOTHER))
        assert not isinstance(answer, Refusal)
    if cards_left is not None and _draws(state, report_request.what) >= max(cards_left, 1):
        raise ServerRefusal("not enough cards left in the shoe")
    if not report_request.reason.strip():
        raise ServerRefusal("a ruling needs a reason", status=422)
    return answer


def _must_be_a_remedy(state: TableState, report: ReportRequest) -> None:
    """Raise ``ServerRefusal`` if a report names a remedy that it does not offer."""
    record = record_of(state.rules, report.what)
    remedies = [] if record is None else [name for name, _ in record.choices if name]
    if report.remedy and remedies and report.remedy not in remedies:
        what, known = report.what.replace("_", " "), ", ".join(remedies)
        raise ServerRefusal(
            f"{what} has no remedy {report.remedy!r}; its remedies: {known}", status=422
        )


def must_have_the_authority(state: TableState, report: ReportRequest, reporter: Reporter) -> None:
    """Raise ``ServerRefusal`` if a report needs a higher rank, which it names with the clause."""
    if reporter.rank is None:
        return
    refusal = refusal_in(may_order(state.rules, ordered_as(state, report.what), reporter.rank))
    if refusal is not None:
        clause = None if refusal.under == NOT_IN_THE_TEXT else refusal.under
        raise ServerRefusal(refusal.why, status=403, clause=clause)


def ordered_as(state: TableState, what: str) -> str:
    """The remedy whose authority a report needs: cards drawn together may be the dealer's."""
    is_dealers = what == "drawn_together" and next_to_draw(state) is None
    return "drawn_together_dealer" if is_dealers else what


def is_void(state: TableState, report: acts.Report) -> bool:
    """Whether a report makes a hand or a round void, or would if the book allowed it."""
    record = record_of(state.rules, report.what)
    return (record is not None and record.voids) or voids_the_round(report)


def known(state: TableState, reporter: Reporter, cards_left: int | None = None) -> list[Any]:
    """Everything that the table's book has a remedy for, and whether it can be reported now."""
    documents = []
    for record, under in known_to(state.rules):
        authority = authority_for(state.rules, ordered_as(state, record.name))
        documents.append(
            {
                "what": record.name,
                "says": mishap(state.rules, record.name),
                "clause": under,
                "gist": _gist(state.rules, under),
                "needs": _asked_for(record),
                "draws": record.draws,
                "remedies": [
                    {
                        "remedy": name,
                        "label": label,
                        "clause": under,
                        "hands": voids_hands(state.rules, record, name),
                    }
                    for name, label in record.choices or (("", "As the book provides"),)
                ],
                "is_order": record.is_order,
                "second_person": record.voids,
                "authority": {
                    "title": authority.title,
                    "rank": authority.rank.value,
                    "clause": None if authority.under == NOT_IN_THE_TEXT else authority.under,
                },
                "refused": _refused_now(state, record, reporter, cards_left),
            }
        )
    return documents


def voids_hands(rules: TableRules, record: Record, choice: str) -> bool:
    """Whether a report with this remedy must name the hands that it makes void."""
    result = ordered(rules, record.name)
    if isinstance(result, Refusal) or "hands" not in record.fields:
        return False
    match result[1].remedy:
        case Remedy.REBUILT:
            return choice != "reconstructed"
        case Remedy.VOID_HANDS:
            return choice != "void_round"
        case _:
            return choice == "void_hands"


def _asked_for(record: Record) -> list[str]:
    """The fields of the form: those of the report, except cards that leave the shoe with it."""
    return [f for f in record.tells if not (record.draws and f in ("card", "cards"))]


def _gist(rules: TableRules, under: str) -> str:
    ledger = rules.book.ledger
    gists = [c.gist for c in ledger if c.id == under] or [
        c.gist for c in ledger if c.number == under.partition("#")[0]
    ]
    return gists[0] if gists else ""


def _refused_now(
    state: TableState, record: Record, reporter: Reporter, cards_left: int | None
) -> str | None:
    """Why no report of this can be true now; None if some would be accepted."""
    why = None
    for report in probes(state, record):
        try:
            judge(state, report, reporter, cards_left=cards_left)
        except ServerRefusal as refused:
            why = refused.why
        else:
            return None
    return why


def probes(state: TableState, record: Record) -> Iterator[ReportRequest]:
    """Every report of something that differs in its box, hand, player or remedy."""
    ruling = "?" if record.name == "ruling" else None
    card = DECK[0].text if "card" in record.tells and not record.draws else None
    report = ReportRequest(what=record.name, reason="?", ruling=ruling, card=card)
    dealt = [(box.number, h.number, "") for box in state.boxes for h in box.hands]
    laid = [(w.box, w.hand or 1, w.player) for w in state.wagers]
    free = [(n, 1, "") for n in range(1, state.rules.equipment.boxes.value + 1)]
    people = [(1, 1, name) for name in dict.fromkeys((*state.arrived, *sorted(state.sat_out)))]
    places = dict.fromkeys((*dealt, *laid, *free, *people))
    fields = record.fields
    for remedy, _ in record.choices or (("", ""),):
        for box, hand, player in places:
            one = replace(report, remedy=remedy or None)
            if "box" in fields:
                one = replace(one, box=box, hand=hand)
            if "player" in record.tells:
                one = replace(one, player=player)
            if "hands" in fields:
                one = replace(one, hands=((box, hand),))
            yield one
            if not {"box", "player", "hands"} & set(fields):
                break


def _draws(state: TableState, what: str) -> int:
    """How many cards such an error takes from the shoe."""
    record = record_of(state.rules, what)
    return 0 if record is None else record.draws


def _already_out(state: TableState, what: str) -> tuple[str, ...]:
    """The cards held as the next ones that such an error takes first."""
    record = record_of(state.rules, what)
    return next_cards(state) if record is not None and record.is_dealt else ()


def report_of(
    state: TableState, report: ReportRequest, by: str, approver: str | None = None
) -> acts.Report:
    """The report as the table engine takes it, with stand-ins for cards that are not drawn yet."""
    seen = {c.text for b in state.boxes for h in b.hands for c in h.hand.cards}
    spare = [card.text for card in DECK if card.text not in seen]
    record = record_of(state.rules, report.what)
    tells = () if record is None else record.tells
    likely = (*_already_out(state, report.what), *spare)
    draws = record is not None and record.draws
    one = report.card or (likely[0] if draws and "card" in tells else None)
    many = report.cards or (likely[:2] if draws and "cards" in tells else ())
    which, ruling, rebuilt = report.which, report.ruling, report.reconstructed
    why = report.reason
    match report.remedy:
        case "first" | "second":
            which = report.remedy
        case "void_round" | "void_hands":
            ruling = report.remedy
            if report.what == "ruling" and report.ruling:
                why = f"{report.ruling}: {why}"
        case "reconstructed":
            rebuilt = True
        case _:
            pass
    return acts.Report(
        what=report.what,
        box=report.box,
        hand=report.hand,
        player=report.player,
        card=one,
        cards=many,
        which=which,
        reconstructed=rebuilt,
        ruling=ruling,
        hands=report.hands,
        by=by,
        why=why,
        approved_by=approver,
    )


def moves_money(events: tuple[e.Event, ...]) -> bool:
    """Whether a report settles wagers or returns fees."""
    return any(isinstance(event, e.WagerSettled | e.FeeReturned) for event in events)


def preview(
    state: TableState,
    report: ReportRequest,
    reporter: Reporter,
    table: str,
    *,
    approver: str | None = None,
    cards_left: int | None = None,
) -> dict[str, Any]:
    """A report's effect: sentences, cards and money; raises ``ServerRefusal`` if it is refused.

    It names who reports and who approves, as the log will; until then, no one by name.
    """
    for named in (report.card, *report.cards):
        if named is not None and named not in _FACES:
            raise ServerRefusal(f"{named!r} is not a card; write one such as 9h", status=422)
    answer = judge(state, report, reporter, approver=approver, cards_left=cards_left)
    record = record_of(state.rules, report.what)
    accounts, money, back = Accounts(table), dict[str, int](), dict[str, int]()
    documents = []
    unseen = record is not None and record.draws and not (report.card or report.cards)
    for step in answer.steps:
        one = shown(StoredStep(replace(step, actor=reporter.name), 0, "", 0.0))
        if unseen and "card" in one:
            one |= {
                "card": "??",
                "says": f"{mishap(state.rules, report.what).capitalize()}: the next card.",
            }
        documents.append(one)
        for posting in accounts.postings(0, step):
            money[posting.account] = money.get(posting.account, 0) + posting.amount
            if posting.amount < 0 and posting.account.startswith("player/"):
                name = posting.account.removeprefix("player/")
                back[name] = back.get(name, 0) - posting.amount
    return {
        "events": documents,
        "money": {account: amount for account, amount in sorted(money.items()) if amount},
        "clawed_back": [{"player": name, "amount": back[name]} for name in sorted(back)],
        "second_person": needs_approval(state, report, answer),
    }


def needs_approval(state: TableState, report: ReportRequest, answer: Decision) -> bool:
    """Whether a report that has these consequences needs a second approval."""
    return is_void(state, report_of(state, report, "")) or moves_money(answer.events)


def apply_report(
    table: Table, report_request: ReportRequest, reporter: Reporter, approver: str | None
) -> None:
    """Report it: cards drawn in error leave the shoe now, and the book's remedy follows."""
    left = table.source.left
    answer = judge(table.state, report_request, reporter, approver=approver, cards_left=left)
    if approver is None and needs_approval(table.state, report_request, answer):
        raise ServerRefusal("this now needs a second approval; look at the effect again")
    report = report_of(table.state, report_request, reporter.name, approver)
    number = _draws(table.state, report_request.what)
    if number > 1 and isinstance(table.source, Called) and report_request.cards:
        number = len(report_request.cards)  # as many as really were drawn
    if number:
        held = _already_out(table.state, report_request.what)[:number]
        if isinstance(table.source, Called):
            _call(table.source, report_request, number, held)
        drawn = [*held, *_drawn(table, number - len(held))]
        if number == 1:
            report = replace(report, card=drawn[0])
        else:
            report = replace(report, cards=tuple(drawn))
    table.do(report)


def _call(source: Called, report: ReportRequest, number: int, held: tuple[str, ...]) -> None:
    """Call the real cards drawn in error, as the supervisor named them."""
    named = report.cards or ((report.card,) if report.card else ())
    if len(named) != number:
        text = "card that was" if number == 1 else f"{number} cards that were"
        raise ServerRefusal(f"name the {text} drawn", status=422)
    for card in named[len(held) :]:
        source.call(card)


def _drawn(table: Table, number: int) -> list[str]:
    drawn: list[str] = []
    while len(drawn) < number:
        shoe = table.state.shoe.number
        card = table.draw()
        if table.state.shoe.number != shoe:
            drawn = []
        if card is not None:
            drawn.append(card.text)
    return drawn
