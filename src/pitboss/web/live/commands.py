"""The commands that people send to a table: its acts, and those the server itself answers.

The commands for acts are generated from the acts' description in :mod:`pitboss.table.acts`; only
the others are described here.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, ClassVar, Final

import msgspec
from msgspec import Meta, Struct

from pitboss.store.names import plain_text
from pitboss.store.people import PersonRole
from pitboss.table import acts
from pitboss.table.act_words import Amount, Box, By, Origin, Reason, WagerName, fields_of


class Command(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """A command from a person at a table; money is in cents."""

    by: ClassVar[By] = By.PLAYERS
    act: ClassVar[type[acts.Act] | None] = None
    """The act it requests; None if the server itself answers."""


def command_for(act: type[acts.Act]) -> type[Command]:
    """The command that requests an act, with the fields that a person sends."""
    word = act.words.command
    fields = [
        (one.sent_as, one.type) if one.is_required else (one.sent_as, one.type, one.default)
        for one in fields_of(act)
        if one.is_sent
    ]
    made = msgspec.defstruct(
        "".join(part.capitalize() for part in word.split("_")),
        fields,
        bases=(Command,),
        namespace={"__doc__": act.__doc__, "by": act.words.by, "act": act},
        module=__name__,
        frozen=True,
        kw_only=True,
        tag=word,
    )
    assert issubclass(made, Command)
    return made


# Commands that are not acts of the table. The players':


class Ready(Command, frozen=True, tag="deal"):
    """Mark your bets as placed; the deal begins when all players are ready."""


class Done(Command, frozen=True, tag="done"):
    """Decline any further insurance, even money or surrender."""


class PlacedBet(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the bets that are placed together."""

    box: Box
    amount: Amount
    kind: WagerName = "main"


class Place(Command, frozen=True, tag="place"):
    """Place several bets, on any boxes and of any kind: all of them or none."""

    bets: Annotated[tuple[PlacedBet, ...], Meta(min_length=1, max_length=64)]


class Declare(Command, frozen=True, tag="declare"):
    """Say a bet aloud and hand the dealer the chips for it, at a table dealt by a person."""

    box: Box
    amount: Amount
    kind: WagerName = "main"


class GiveSeed(Command, frozen=True, tag="give_seed"):
    """Add a seed to the shoe sealed by ``commitment``."""

    seed: Annotated[str, Meta(min_length=1, max_length=64)]
    commitment: Annotated[str, Meta(min_length=64, max_length=64)]


# The dealer's:


class TakeChair(Command, frozen=True, tag="take_chair"):
    """Take over as dealer."""

    by = By.DEALERS


class LeaveChair(Command, frozen=True, tag="leave_chair"):
    """Stop dealing."""

    by = By.DEALERS


class Perform(Command, frozen=True, tag="perform"):
    """Perform the dealer's next duty: deal, check, turn, pay or collect."""

    by = By.DEALERS


class Call(Command, frozen=True, tag="call"):
    """Name the real card drawn from the shoe, and deal it."""

    by = By.DEALERS
    card: Annotated[str, Meta(pattern="^([A2-9TJQK][shdc]!?|CUT|END|XX)$")]


class Shuffle(Command, frozen=True, tag="shuffle"):
    """Shuffle the cards for a new shoe when a shuffle is due."""

    by = By.DEALERS


class HouseCut(Command, frozen=True, tag="house_cut"):
    """Cut for the house when every player has declined."""

    by = By.DEALERS


class PlaceDeclared(Command, frozen=True, tag="place_declared"):
    """Place a bet that a player has said; ``unnoticed`` if it lay beyond the limits unrejected."""

    by = By.DEALERS
    player: Annotated[str, Meta(min_length=1, max_length=40)]
    box: Box
    kind: WagerName = "main"
    unnoticed: bool = False


class ReturnDeclared(Command, frozen=True, tag="return_declared"):
    """Hand the chips of a bet that a player has said back to them."""

    by = By.DEALERS
    player: Annotated[str, Meta(min_length=1, max_length=40)]
    box: Box
    kind: WagerName = "main"


# The supervisors':


class Disable(Command, frozen=True, tag="disable"):
    """Suspend betting."""

    by = By.SUPERVISORS
    why: Reason


class Enable(Command, frozen=True, tag="enable"):
    """Resume betting."""

    by = By.SUPERVISORS


class PauseTable(Command, frozen=True, tag="pause"):
    """Stop the table, its clock included, until it is resumed."""

    by = By.SUPERVISORS
    why: Reason


class ResumeTable(Command, frozen=True, tag="resume"):
    """Let a paused table play on."""

    by = By.SUPERVISORS


class CloseTable(Command, frozen=True, tag="close_table"):
    """Close the table between rounds and publish the secret of its shoe."""

    by = By.SUPERVISORS
    why: Reason


KINDS: Final[tuple[type[Command], ...]] = (
    *(command_for(act) for act in acts.KINDS if act.words.command),
    *(kind for kind in Command.__subclasses__() if kind.act is None),
)
"""Every kind of command."""


@cache
def _sent(act: type[acts.Act]) -> tuple[tuple[str, str | None], ...]:
    """The fields that a command fills in, each with its name there; None for the sender's name."""
    return tuple(
        (field.name, field.sent_as if field.is_sent else None)
        for field in fields_of(act)
        if field.is_sent or field.origin is Origin.SPEAKER
    )


BY_WORD: Final = {str(kind.__struct_config__.tag): kind for kind in KINDS}
"""Every kind of command by its name."""

AnyCommand: Final[Any] = reduce(or_, KINDS)
"""The union of all commands, for reading one."""

SUPERVISORS: Final = frozenset({PersonRole.SUPERVISOR, PersonRole.SHIFT_MANAGER})
"""Who may rule."""

_ROLES: Final = {
    By.PLAYERS: frozenset(PersonRole) - {PersonRole.AUDITOR},
    By.DEALERS: SUPERVISORS | {PersonRole.DEALER},
    By.SUPERVISORS: SUPERVISORS,
}


def who_may(kind: type[Command]) -> frozenset[PersonRole]:
    """The roles that may send this command."""
    return _ROLES[kind.by]


_decoder: Final[msgspec.json.Decoder[Command]] = msgspec.json.Decoder(AnyCommand)


def read(body: bytes) -> Command:
    """A command from JSON; raises ``msgspec.ValidationError`` with a clear sentence."""
    return _decoder.decode(body)


def tidied(sent: Command) -> Command:
    """A command whose reason is plain text; raises ``ValueError`` if nothing is left of it."""
    given = getattr(sent, "why", None)
    if not isinstance(given, str):
        return sent
    why = plain_text(given)
    if not why:
        raise ValueError("a reason needs at least one visible character")
    return sent if why == given else msgspec.structs.replace(sent, why=why)


def command(word: str, **sent: Any) -> Command:
    """The command with that name: ``command("sit", box=1)``."""
    return BY_WORD[word](**sent)


def act_of(command: Command, person: str, **filled: Any) -> acts.Act:
    """The act that a person's command requests, with the fields that the server fills in."""
    assert command.act is not None, f"{type(command).__name__} asks for no act"
    for name, sent_as in _sent(command.act):
        filled[name] = person if sent_as is None else getattr(command, sent_as)
    return command.act(**filled)
