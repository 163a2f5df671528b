"""What each event changes on the layout, and how long its movement takes.

A page plays the events of a message one after another; the state sent with them is where they end.
What the layout shows after each event is calculated here, from the state after it, so that a page
needs no rule to follow. Hidden cards stay hidden, as in the state itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

from pitboss.acts import HandAct
from pitboss.rulebooks import TableRules
from pitboss.table import events as e
from pitboss.table.run import TableStep
from pitboss.table.state import Phase, PlayedHand, TableState, Wager
from pitboss.web.wire.bank_view import banker_view
from pitboss.web.wire.masking import StoredStep
from pitboss.web.wire.views import BoxNow, box_facts, box_now, dealer_view, hand_view, wager_view

T = TypeVar("T")


class Movement(NamedTuple):
    """Milliseconds a movement takes at normal speed, and after which the next may begin."""

    moves: int
    next: int


MOVEMENTS: Final = {
    "deal": Movement(260, 190),
    "hit": Movement(260, 340),
    "draw": Movement(260, 520),
    "turn": Movement(240, 320),
    "look": Movement(350, 350),
    "bet": Movement(220, 220),
    "stake": Movement(220, 220),
    "split": Movement(260, 260),
    HandAct.EXCHANGE.word: Movement(260, 260),
    "lose": Movement(240, 240),
    "pay": Movement(280, 280),
    "push": Movement(140, 140),
    "over": Movement(350, 350),
}
"""Every movement by its name."""

TOTAL: Final = 80
"""Milliseconds in which a total appears under its hand."""

SPEEDS: Final = {"slow": 2.0, "normal": 1.0, "fast": 0.4, "off": 0.0}
"""The share of its nominal time that a movement takes at each speed."""

_NAMES: Final[Mapping[type[e.Event], str]] = {
    e.CardChosen: "hit",
    e.HoleCardRevealed: "turn",
    e.HoleCardChecked: "look",
    **{e.OF_PLAY[act]: act.word for act in (HandAct.SPLIT, HandAct.EXCHANGE)},
    e.FeeCollected: "stake",
    e.RoundClosed: "over",
}


def movement(step: TableStep) -> str | None:
    """The name of an event's movement, or None if nothing moves."""
    event, before = step.event, step.before
    match event:
        case e.CardDealt():
            if before.phase is Phase.DEALING and before.owed is None:
                return "deal"
            return "draw" if event.box is None else "hit"
        case e.WagerPlaced() | e.WagerRaised():
            return "bet" if before.phase is Phase.BETTING else "stake"
        case e.WagerSettled():
            stake = before.wager(event.wager).stake
            return "lose" if event.returned < stake else "pay" if event.paid > 0 else "push"
    return _NAMES.get(type(event))


def nominal(happened: Iterable[StoredStep]) -> float:
    """Seconds that these events move at normal speed."""
    names = [name for one in happened if (name := movement(one.step)) is not None]
    after_deal = MOVEMENTS["deal"].moves - MOVEMENTS["deal"].next + TOTAL if "deal" in names else 0
    return (sum(MOVEMENTS[name].next for name in names) + after_deal) / 1000


def shows(step: TableStep, viewer: str = "") -> dict[str, Any]:
    """What this event changes on the layout as this viewer may see it."""
    before, after = step.before, step.after
    document: dict[str, Any] = {}
    if (moves := movement(step)) is not None:
        document["moves"] = moves
    if before.phase is not after.phase:
        document["phase"] = after.phase.value
    if before.round != after.round:
        document["round"], document["clear"] = after.round, True
        return document
    turned = before.dealer is not after.dealer or before.hole_is_down is not after.hole_is_down
    if turned and (dealer := dealer_view(after)) != dealer_view(before):
        document["dealer"] = dealer
    if before.banker is not after.banker:
        document["banker"] = banker_view(after)
    if before.fees != after.fees:
        document["fees"] = dict(after.fees)
    changed = [
        _box(after.rules, _seen(was, viewer), _seen(now, viewer))
        for was, now in _changed(before, after)
    ]
    if boxes := [box for box in changed if len(box) > 1]:
        document["boxes"] = boxes
    return document


def are_personal(step: TableStep) -> bool:
    """Whether a box that changed looks different to its player: its cards are being squeezed."""
    return any(was.hidden or now.hidden for was, now in _changed(step.before, step.after))


def _changed(before: TableState, after: TableState) -> list[tuple[BoxNow, BoxNow]]:
    """The boxes that have changed."""
    numbers: set[int] = set()
    if before.boxes is not after.boxes:
        numbers |= _others(before.boxes, after.boxes, lambda box: box.number)
    if before.wagers is not after.wagers:
        numbers |= _others(before.wagers, after.wagers, lambda wager: wager.box)
    if before.seats is not after.seats:
        numbers |= {box for box, _ in before.seats.items() ^ after.seats.items()}
    numbers |= set(before.squeezed) ^ set(after.squeezed)
    return [(box_now(before, number), box_now(after, number)) for number in sorted(numbers)]


def _others(old: Iterable[T], new: Iterable[T], of: Callable[[T], int]) -> set[int]:
    """The boxes of things that are only in the old or only in the new list."""
    known = {id(one): one for one in old}
    came = [one for one in new if known.pop(id(one), None) is None]
    return {of(one) for one in (*came, *known.values())}


def _seen(now: BoxNow, viewer: str) -> BoxNow:
    squeezes = now.hidden and now.box is not None and now.box.decider == viewer
    return now._replace(hidden=False) if squeezes else now


def _box(rules: TableRules, was: BoxNow, now: BoxNow) -> dict[str, Any]:
    """The parts of a box that have changed; unchanged parts are skipped by identity."""
    changed = _parts("number", box_facts(was), box_facts(now))
    hands, known = _hands(now), {played.number: played for played in _hands(was)}
    parts = []
    for played in hands:
        before = known.get(played.number)
        old, new = _on(was, played.number), _on(now, played.number)
        if before is not played or was.hidden != now.hidden or old != new:
            first = {} if before is None else hand_view(rules, was, before, old)
            parts.append(_parts("number", first, hand_view(rules, now, played, new)))
    changed |= _list("hands", parts, list(known), [played.number for played in hands])
    bets = {wager.id: wager for wager in was.wagers}
    parts = [
        _parts("id", {} if one is None else wager_view(rules, one), wager_view(rules, wager))
        for wager in now.wagers
        if (one := bets.get(wager.id)) is not wager
    ]
    return changed | _list("wagers", parts, list(bets), [wager.id for wager in now.wagers])


def _hands(now: BoxNow) -> tuple[PlayedHand, ...]:
    return () if now.box is None else now.box.hands


def _on(now: BoxNow, hand: int) -> tuple[Wager, ...]:
    return tuple(wager for wager in now.wagers if wager.hand == hand)


def _list(name: str, parts: list[dict[str, Any]], old: list[int], new: list[int]) -> dict[str, Any]:
    """The members of a list that have changed, and their order if it has changed."""
    document: dict[str, Any] = {}
    if changed := [part for part in parts if len(part) > 1]:
        document[name] = changed
    if old != new:
        document[f"{name}_order"] = new
    return document


def _parts(key: str, old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in new.items()
        if name == key or name not in old or old[name] != value
    }


def followed(state: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    """The layout after an event, from what it shows: what a page does, for tests and programs."""
    boxes = {box["number"]: box for box in state["boxes"]}
    if document.get("clear"):
        state = {**state, "dealer": {**state["dealer"], **_NO_CARDS}}
        boxes = {number: {**box, **_NO_HANDS} for number, box in boxes.items()}
    for part in document.get("boxes", ()):
        boxes[part["number"]] = _followed_box(boxes[part["number"]], part)
    dealer = {**state["dealer"], **document.get("dealer", {})}
    same: dict[str, Any] = {key: document[key] for key in ("phase", "round") if key in document}
    return {**state, **same, "dealer": dealer, "boxes": list(boxes.values())}


_NO_CARDS: Final[dict[str, Any]] = {"cards": [], "count": "", "blackjack": False}
_NO_HANDS: Final[dict[str, Any]] = {
    "hands": [],
    "wagers": [],
    "decider": None,
    "absent": False,
    "prize": None,
}


def _followed_box(box: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    made = {**box, **{key: value for key, value in part.items() if key in box}}
    for name, key in (("hands", "number"), ("wagers", "id")):
        known = {one[key]: one for one in box[name]}
        for one in part.get(name, ()):
            known[one[key]] = {**known.get(one[key], {}), **one}
        order = part.get(f"{name}_order", [one[key] for one in box[name]])
        made[name] = [known[one] for one in order]
    return made
