"""A single round as a self-contained TOML file, to be written by hand, published or discussed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from msgspec.structs import replace

from pitboss.documents import BadDocument, toml
from pitboss.law.answers import Refusal
from pitboss.rulebooks import TableRules, rules_of
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.decide import decide
from pitboss.table.evolve import evolve
from pitboss.table.log import plain
from pitboss.table.log_verifier import opened
from pitboss.table.state import TableState

from .course import Course
from .notation import FORMAT, BadHistory, Names, cents, money, read_place
from .rounds import Round, SettledWager, round_of
from .sessions import Logged, nets


class PlayedRound(NamedTuple):
    """A round that was read and played at the table of its book."""

    rules: TableRules
    events: tuple[e.Event, ...]
    wagers: tuple[SettledWager, ...]

    @property
    def net(self) -> dict[str, int]:
        """What each player won, in cents."""
        return nets(self.wagers)


def begun(rules: TableRules, seats: Mapping[int, str]) -> TableState:
    """A table in the middle of a shoe, with these people sitting at it."""
    state = TableState(rules=rules)
    for box, player in sorted(seats.items()):
        decided = decide(state, acts.Sit(box=box, player=player))
        if isinstance(decided, Refusal):
            raise BadHistory(f"{player} cannot sit at box {box}: {decided.why}")
        state = decided.state
    return state


def write_round(
    rules: TableRules,
    events: Sequence[e.Event],
    *,
    seats: Mapping[int, str] | None = None,
    comments: Mapping[str, str] | None = None,
    **context: str | int | Mapping[str, Any],
) -> str:
    """The events of one round as TOML; comments by the line they belong to.

    ``seats`` are those taken before the round, by default the ones taken among the events. What
    comes before the bets of the round (the shuffle, the cut, the burn) is left out.
    """
    taken = {event.box: event.player for event in events if isinstance(event, e.SeatTaken)}
    seats = taken if seats is None else seats
    one = _alone(rules, seats, events)
    names = Names(one.players)
    out = [f'format = "{FORMAT}"', f"book = {_value(rules.book.id)}"]
    if rules.choices:
        out.append(f"settings = {_value({key: plain(value) for key, value in rules.choices})}")
    out += [f"{key} = {_value(value)}" for key, value in context.items()]
    sit = {f"b{box}": names.of(player) for box, player in sorted(seats.items())}
    out += [f"players = {_value(names.players)}", f"seats = {_value(sit)}", "actions = ["]
    for line in one.actions:
        note = (comments or {}).get(line)
        out.append(f"  {_value(line)}," + (f"  # {note}" if note else ""))
    out += ["]", "wagers = ["]
    out += [f"  {_value(_wager(wager, names))}," for wager in one.wagers]
    won = {names.of(player): Decimal(money(each)) for player, each in nets(one.wagers).items()}
    out += ["]", f"net = {_value(won)}"]
    return "\n".join(out) + "\n"


def lifted(entries: Sequence[Logged], number: int, **context: Any) -> str | None:
    """One completed round of a log as TOML, with its origin; None if there is none."""
    state, part, began = opened(entries[0].event), list[e.Event](), 2
    seats = dict(state.seats)
    for n, entry in enumerate(entries[1:], 2):
        part.append(entry.event)
        closed = isinstance(entry.event, e.RoundClosed)
        if closed and state.round == number:
            if entry.hash:
                context["source"] = {"entries": [began, n], "hash": entry.hash}
            return write_round(state.rules, part, seats=seats, round=number, **context)
        state = evolve(state, entry.event)
        if closed:
            part, seats, began = [], dict(state.seats), n + 1
    return None


_BEFORE: tuple[type[e.Event], ...] = (
    e.TableOpened, e.SeatTaken, e.PlayerArrived, e.CardsPrepared, e.CardsShuffled, e.CutOffered,
    e.CutDeclined, e.CutUnanswered, e.ShoeCut, e.ShoeLoaded, e.CardBurned, e.ShoeSealed,
    e.SeedGiven, e.SeedsMixed, e.ShoeRevealed, e.TimePassed,
)  # fmt: skip
"""Events before betting closes that a self-contained round leaves out"""


_OF_THE_RULES = (e.ChangeProposed, e.ChangeAnnounced, e.ChangeDropped, e.RulesChanged)
"""Events about the options of the table, which a self-contained round states at its head"""


def _alone(rules: TableRules, seats: Mapping[int, str], events: Sequence[e.Event]) -> Round:
    """The round from its first bet on, at a table that begins with it."""
    closed = next((n for n, x in enumerate(events) if isinstance(x, e.BetsClosed)), 0)
    burned = next(
        (n for n, x in enumerate(events) if n > closed and isinstance(x, e.CardDealt)), closed
    )
    kept = [
        x
        for n, x in enumerate(events)
        if not isinstance(x, _OF_THE_RULES) and (n >= burned or not isinstance(x, _BEFORE))
    ]
    renumbered = _renumbered(kept)
    return round_of(Course(begun(rules, seats)), renumbered, is_complete=True)


def _renumbered(events: Sequence[e.Event]) -> list[e.Event]:
    """Wagers and the round counted from one, as at a table that begins with the round."""
    numbers: dict[int, int] = {}
    history: list[e.Event] = []
    for event in events:
        if (number := getattr(event, "wager", None)) is not None and type(event) in _NUMBERED:
            at = numbers.setdefault(number, len(numbers) + 1)
            event = replace(event, wager=at)
        elif isinstance(event, e.RoundClosed):
            event = replace(event, number=1)
        history.append(event)
    return history


_NUMBERED = (
    e.WagerPlaced, e.WagerRaised, e.WagerLowered, e.WagerWithdrawn, e.WagerProRated,
    e.WagerSettled, e.UndealtWagerReturned,
)  # fmt: skip


def _wager(wager: SettledWager, names: Names) -> dict[str, Any]:
    return {
        "player": names.of(wager.player),
        "on": wager.on,
        "kind": wager.kind,
        "stake": Decimal(money(wager.stake)),
        "result": wager.result,
        "returned": Decimal(money(wager.returned)),
        "when": wager.when,
        "under": wager.under,
    }


def _value(value: Any) -> str:
    """A value of TOML, on one line."""
    match value:
        case bool():
            return str(value).lower()
        case int() | Decimal():
            return str(value)
        case Mapping():
            return f"{{ {', '.join(f'{_key(k)} = {_value(v)}' for k, v in value.items())} }}"
        case list() | tuple():
            return f"[{', '.join(_value(each) for each in value)}]"
    text = str(value)
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f"'{text}'" if '"' in text and "'" not in text else f'"{escaped}"'


def _key(key: object) -> str:
    word = str(key)
    return word if word.replace("_", "a").replace("-", "a").isalnum() else _value(word)


def read_round(text: str) -> PlayedRound:
    """Play a round at a table of its book; raises if a wager it lists has another result."""
    try:
        document = toml(text)
    except BadDocument as error:
        raise BadHistory(str(error)) from None
    if document.get("format", FORMAT) != FORMAT:
        raise BadHistory(f"the format is {document['format']!r}, not {FORMAT!r}")
    for key in ("book", "players", "actions"):
        if key not in document:
            raise BadHistory(f"{key!r} is missing")
    rules = rules_of(document["book"], **document.get("settings", {}))
    names = Names(document["players"])
    seats = {read_place(box)[0]: names.read(who) for box, who in document.get("seats", {}).items()}
    course = Course(begun(rules, seats))
    for line in document["actions"]:
        course.read(line, names)
    course.finish()
    one = round_of(Course(begun(rules, seats)), course.events, is_complete=True)
    _compare(document, one.wagers, names)
    return PlayedRound(rules, tuple(course.events), one.wagers)


def _compare(document: Mapping[str, Any], wagers: Sequence[SettledWager], names: Names) -> None:
    if "wagers" in document:
        if len(document["wagers"]) != len(wagers):
            raise BadHistory(f"{len(wagers)} wagers are settled, not {len(document['wagers'])}")
        for theirs, mine in zip(document["wagers"], wagers, strict=True):
            same = _wager(mine, names)
            for key, value in theirs.items():
                if key not in same or same[key] != value:
                    raise BadHistory(
                        f"{mine.kind} of {mine.player}: {key} is {same.get(key)} at the table, "
                        f"not {value}"
                    )
    if "net" in document:
        won = {names.of(player): each for player, each in nets(wagers).items()}
        for player, amount in document["net"].items():
            if won.get(player, 0) != cents(str(amount)):
                at_table = money(won.get(player, 0))
                raise BadHistory(f"{player} wins {at_table} at the table, not {amount}")
