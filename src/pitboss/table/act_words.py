"""How an act is described: its words, whose it is, when it is done, and what each field means.

Commands, the reader of worked rounds, the prompts and the terminal are derived from this.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, Flag, auto, unique
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin

from msgspec import Meta, Struct, structs


@unique
class By(Enum):
    """Whose an act or a command is."""

    PLAYERS = "players"
    DEALERS = "dealers"
    SUPERVISORS = "supervisors"


class When(Flag):
    """The part of a round an act belongs to; the book says which where an act has two."""

    BEFORE_THE_DEAL = auto()
    WINDOW = auto()
    PLAY = auto()


class Words(NamedTuple):
    """An act in the words of those who ask for it; an empty word where nobody does."""

    command: str = ""
    """As a command."""
    in_rounds: str = ""
    """In a worked round."""
    label: str = ""
    """On a button; in lower case, at the terminal."""
    key: str = ""
    """The key by which a player asks for it at any time."""
    answer: str = ""
    """The key where it answers a question."""
    by: By = By.PLAYERS
    when: When = When.PLAY
    also_by: tuple[str, ...] = ()
    """Who may do it beside the players, in a worked round."""


@unique
class Meaning(Enum):
    """What the value of a field is."""

    BOX = "box"
    HAND = "hand"
    MONEY = "money"
    NUMBER = "number"
    PERSON = "person"
    CARD = "card"
    WAGER = "wager"
    TEXT = "text"


@unique
class Told(Enum):
    """Who says what a field holds, where that is not simply whoever asks for the act."""

    SPEAKER = "speaker"
    """The person who does the act: whoever sends the command."""
    BY_THE_HOUSE = "by_the_house"
    """Filled in by the house; a worked round writes it."""
    BY_NOBODY = "by_nobody"
    """Neither in a command nor in an act of a worked round."""
    IN_COMMANDS = "in_commands"
    """In a command; a worked round says it elsewhere."""
    IN_FULL = "in_full"
    """In a worked round, always written."""


class SentAs(NamedTuple):
    """The name of a field in a command, where it has another."""

    name: str


Box = Annotated[int, Meta(ge=0, le=99), Meaning.BOX]
HandNumber = Annotated[int, Meta(ge=0, le=99), Meaning.HAND]
Amount = Annotated[int, Meta(ge=1, le=100_000_000_00), Meaning.MONEY]
Depth = Annotated[int, Meta(ge=0, le=1000), Meaning.NUMBER]
Batch = Annotated[int, Meta(ge=1, le=2), Meaning.NUMBER]
Word = Annotated[str, Meta(min_length=1, max_length=40), Meaning.TEXT]
WagerName = Annotated[str, Meta(min_length=1, max_length=40), Meaning.WAGER]
CardName = Annotated[str, Meta(min_length=1, max_length=40), Meaning.CARD]
Reason = Annotated[str, Meta(min_length=1, max_length=500), Meaning.TEXT]
Person = Annotated[str, Meaning.PERSON]
Speaker = Annotated[Person, Told.SPEAKER]


class ActField(NamedTuple):
    """A field of an act as it is described."""

    name: str
    type: Any
    default: Any
    is_required: bool
    meaning: Meaning
    told: Told | None
    sent_as: str

    @property
    def is_sent(self) -> bool:
        """Whether a command says it."""
        return self.told in (None, Told.IN_COMMANDS, Told.IN_FULL)

    @property
    def is_written(self) -> bool:
        """Whether a worked round says it."""
        return self.told not in (Told.BY_NOBODY, Told.IN_COMMANDS)

    @property
    def must_be_written(self) -> bool:
        """Whether a worked round must say it."""
        return self.is_written and (self.is_required or self.told is Told.IN_FULL)


@cache
def fields_of(kind: type[Struct]) -> tuple[ActField, ...]:
    """The fields of an act, in their order."""
    return tuple(_described(info) for info in structs.fields(kind))


def _described(info: structs.FieldInfo) -> ActField:
    said = tuple(_said(info.type))
    named = [one.name for one in said if isinstance(one, SentAs)]
    return ActField(
        name=info.name,
        type=info.type,
        default=info.default,
        is_required=info.required,
        meaning=next((one for one in said if isinstance(one, Meaning)), Meaning.TEXT),
        told=next((one for one in said if isinstance(one, Told)), None),
        sent_as=named[0] if named else info.name,
    )


def _said(annotated: Any) -> Iterator[Any]:
    """Everything that an annotation says, the outermost first."""
    if get_origin(annotated) is Annotated:
        inner, *said = get_args(annotated)
        yield from said
        yield from _said(inner)
    else:
        for part in get_args(annotated):
            yield from _said(part)


BEFORE: Final = When.BEFORE_THE_DEAL
WINDOW: Final = When.WINDOW
PLAY: Final = When.PLAY
