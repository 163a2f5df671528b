"""The notation of a history: acts as lines, and lines as acts.

ACTOR VERB [PLACE] [MORE ...]      # comment
p1 bet b3 25                       the first of the players, on box 3
d b3 8h | d b3.2 5c | d dealer 9c  a card to a box, to its second hand, to the dealer
p2 split b3 | p2 decline b3 b3.2   a back bettor joins, or stays with the new hand
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from pitboss import money as amounts
from pitboss.numbers import NotANumber, shortened, whole
from pitboss.table import acts
from pitboss.table.state import TableState

FORMAT: Final = "brh/1"
"""The version of the notation."""

_MOST: Final = 1_000_000
"""The largest number that a line may have, other than an amount."""


class BadHistory(ValueError):
    """Raised for a line that is not in the notation, or that the book refuses; says which."""


def money(cents: int) -> str:
    """Cents as a dealer writes them: 25 or 12.50."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}" + (f".{rest:02d}" if rest else "")


def cents(text: str | Decimal | int) -> int:
    """An amount in cents, exactly."""
    try:
        return amounts.cents(text)
    except amounts.NotMoney as error:
        raise BadHistory(str(error)) from None


def place(box: int, hand: int | None = 1) -> str:
    """A box, or one of its further hands."""
    return f"b{box}" if hand in (None, 1) else f"b{box}.{hand}"


def read_place(word: str) -> tuple[int, int]:
    """The box and the hand of a place."""
    box, _, hand = word[1:].partition(".")
    try:
        if not word.startswith("b"):
            raise NotANumber(word, "a place")
        return whole(box, least=0, most=_MOST), whole(hand or 1, least=0, most=_MOST)
    except NotANumber:
        raise BadHistory(
            f"{shortened(word)} is not a place; a box is b3, its second hand b3.2"
        ) from None


def whole_number(word: str) -> int:
    """A number of minutes, cards or duties."""
    try:
        return whole(word, least=0, most=_MOST)
    except NotANumber as error:
        raise BadHistory(str(error)) from None


class Names:
    """The players of a round: p1, p2, ... in the order in which they are first named."""

    def __init__(self, players: Sequence[str] = ()) -> None:
        self.players = list(players)

    def of(self, player: str) -> str:
        """A player's short name."""
        if player not in self.players:
            self.players.append(player)
        return f"p{self.players.index(player) + 1}"

    def read(self, word: str) -> str:
        """The player with a short name."""
        most = len(self.players)
        try:
            if word[:1] != "p":
                raise NotANumber(word, "a player")
            return self.players[whole(word[1:], least=1, most=most) - 1]
        except NotANumber:
            raise BadHistory(
                f"{shortened(word)} is not a player; there are p1 to p{most}"
            ) from None


_ON_HAND: Final[dict[type[acts.Act], str]] = {
    **{kind: act.word for act, kind in acts.OF_PLAY.items()}, acts.RefuseCard: "refuse",
    acts.TakeLateCard: "late", acts.CallDead: "dead",
}  # fmt: skip
_OF_PLAYER: Final[dict[type[acts.Act], str]] = {
    acts.Arrive: "arrive", acts.DeclineBank: "nobank", acts.DeclineCut: "nocut",
    acts.Continue: "continue", acts.TakeBack: "takeback", acts.ShowBurned: "see_burned",
    acts.PassOffer: "silent",
}  # fmt: skip
_AT_BOX: Final[dict[type[acts.Act], str]] = {
    acts.Sit: "sit", acts.Leave: "leave", acts.TakeEvenMoney: "even", acts.Squeeze: "squeeze",
}  # fmt: skip
_READ: Final[dict[str, Any]] = {
    verb: kind for verbs in (_ON_HAND, _OF_PLAYER, _AT_BOX) for kind, verb in verbs.items()
}


def write_act(act: acts.Act, state: TableState, names: Names) -> str | None:
    """An act as a line; None if it has no notation."""
    kind = type(act)
    box = state.box(getattr(act, "box", 0))
    decides = None if box is None else box.decider
    player = getattr(act, "player", None) or decides
    if player is None and kind not in _NAMELESS:
        return None
    who = "" if player is None else names.of(player)
    if kind in _OF_PLAYER:
        return f"{who} {_OF_PLAYER[kind]}"
    if kind in _AT_BOX:
        return f"{who} {_AT_BOX[kind]} {place(act.box)}"  # type: ignore[attr-defined]
    if isinstance(act, acts.ActOnHand):
        return _on_hand(act, who)
    return _other(act, who, names)


_NAMELESS: Final = (
    acts.CloseBets, acts.ChangeDealer, acts.PassTime, acts.Shuffle, acts.PrepareCards, acts.PassCut,
)  # fmt: skip
"""Acts of the dealer."""


def _on_hand(act: acts.ActOnHand, who: str) -> str | None:
    where = place(act.box, act.hand)
    match act:
        case acts.Decline():
            stay = "" if act.stay is None else f" {place(act.box, act.stay)}"
            return f"{who} decline {where}{stay}"
        case acts.Hit(pick=str(card)):
            return f"{who} hit {where} pick {card}"
        case acts.Double(amount=int(amount)):
            return f"{who} double {where} {money(amount)}"
    return f"{who} {_ON_HAND[type(act)]} {where}" if type(act) in _ON_HAND else None


def _other(act: acts.Act, who: str, names: Names) -> str | None:
    match act:
        case acts.Bet():
            kind = "" if act.kind == "main" else f" {act.kind}"
            more = " unnoticed" if act.unnoticed else ""
            by = f" by {names.of(act.placed_by)}" if act.placed_by is not None else ""
            return f"{who} bet {place(act.box)} {money(act.stake)}{kind}{more}{by}"
        case acts.Withdraw():
            part = "" if act.stake is None else f" {money(act.stake)}"
            kind = "" if act.kind == "main" else f" {act.kind}"
            return f"{who} withdraw {place(act.box)}{part}{kind}"
        case acts.TakeBank():
            return f"{who} bank {place(act.box)} {money(act.wager)}"
        case acts.Insure():
            return f"{who} insure {place(act.box)} {money(act.amount)}"
        case acts.PressButton(nominated_by=None):
            return f"{who} press {place(act.box)} {money(act.prize)}"
        case acts.Cut():
            return f"{who} cut {act.depth}"
        case acts.CloseBets():
            return "d close"
        case acts.ChangeDealer():
            return "d change"
        case acts.PassCut():
            return "d passcut"
        case acts.PassTime():
            return f"d wait {act.minutes}"
        case acts.Shuffle():
            return f"d shuffle {act.reason}" + ("" if act.at is None else f" {act.at}")
        case acts.PrepareCards():
            batch = "" if act.batch == 1 else f" {act.batch}"
            return f"{names.of(act.by)} prepare {act.step} {act.role}{batch}"
    return None


def read_act(words: Sequence[str], names: Names) -> acts.Act:
    """A line, without cards and comments, as an act."""
    if len(words) < 2:
        raise BadHistory(f"{' '.join(words)!r} lacks a verb")
    actor, verb, *more = words
    if actor == "d":
        return _dealers(verb, more)
    player = names.read(actor)
    if verb in _OF_PLAYER.values() and not more:
        act: acts.Act = _READ[verb](player=player)
        return act
    if verb == "cut" and len(more) == 1:
        return acts.Cut(player=player, depth=whole_number(more[0]))
    if verb == "prepare" and len(more) in (2, 3):
        batch = whole_number(more[2]) if len(more) > 2 else 1
        return acts.PrepareCards(step=more[0], by=player, role=more[1], batch=batch)
    if not more:
        raise BadHistory(f"{' '.join(words)!r} lacks a place")
    box, hand = read_place(more[0])
    read = _at_a_place(verb, more[1:], player, box, hand, names)
    if read is None:
        raise BadHistory(f"{' '.join(words)!r} is not in the notation")
    return read


def _dealers(verb: str, more: Sequence[str]) -> acts.Act:
    match verb, more:
        case "close", []:
            return acts.CloseBets()
        case "change", []:
            return acts.ChangeDealer()
        case "passcut", []:
            return acts.PassCut()
        case "wait", [minutes]:
            return acts.PassTime(minutes=whole_number(minutes))
        case "shuffle", [reason]:
            return acts.Shuffle(reason=reason)
        case "shuffle", [reason, at]:
            return acts.Shuffle(reason=reason, at=whole_number(at) if at.isdecimal() else at)
    raise BadHistory(f"the dealer does not {' '.join([verb, *more])!r}")


def _at_a_place(
    verb: str, more: Sequence[str], player: str, box: int, hand: int, names: Names
) -> acts.Act | None:
    match verb, more:
        case "hit", ["pick", card]:
            return acts.Hit(box=box, hand=hand, player=player, pick=card)
        case "double", [amount]:
            return acts.Double(box=box, hand=hand, player=player, amount=cents(amount))
        case "decline", []:
            return acts.Decline(box=box, hand=hand, player=player)
        case "decline", [stay]:
            return acts.Decline(box=box, hand=hand, player=player, stay=read_place(stay)[1])
        case "bet", [stake, *words]:
            return _bet(player, box, stake, list(words), names)
        case "withdraw", words:
            part = cents(words[0]) if words and words[0][:1].isdecimal() else None
            kinds = [word for word in words if not word[:1].isdecimal()]
            kind = kinds[0] if kinds else "main"
            return acts.Withdraw(box=box, player=player, kind=kind, stake=part)
        case "bank", [wager]:
            return acts.TakeBank(player=player, box=box, wager=cents(wager))
        case "insure", [amount]:
            return acts.Insure(box=box, amount=cents(amount), player=player)
        case "press", [prize]:
            return acts.PressButton(box=box, player=player, prize=cents(prize))
        case _, [] if verb in _AT_BOX.values():
            at_box: acts.Act = _READ[verb](box=box, player=player)
            return at_box
        case _, [] if verb in _ON_HAND.values():
            on_hand: acts.Act = _READ[verb](box=box, hand=hand, player=player)
            return on_hand
    return None


def _bet(player: str, box: int, stake: str, words: list[str], names: Names) -> acts.Act:
    by = None
    if "by" in words:
        at = words.index("by")
        if len(words) != at + 2:
            raise BadHistory("put who placed a bet last, after 'by'")
        by, words = names.read(words[at + 1]), words[:at]
    unnoticed = "unnoticed" in words
    kinds = [word for word in words if word != "unnoticed"]
    if len(kinds) > 1:
        raise BadHistory(f"a bet may have only one kind, not {' '.join(kinds)!r}")
    return acts.Bet(
        box=box,
        player=player,
        stake=cents(stake),
        kind=kinds[0] if kinds else "main",
        unnoticed=unnoticed,
        placed_by=by,
    )
