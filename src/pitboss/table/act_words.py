"""How an act is described: its words, whose it is, when it is done, and what each field means.

Commands, the reader of worked rounds, the prompts and the keys of the terminal are made of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, Flag, auto, unique
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin

from msgspec import Meta, Struct, structs

from pitboss.money import MOST


@unique
class By(Enum):
    """Whose an act or a command is."""

    PLAYERS = "players"
    DEALERS = "dealers"
    SUPERVISORS = "supervisors"


class RoundPart(Flag):
    """The part of a round an act belongs to; the book says which where an act has two."""

    BEFORE_THE_DEAL = auto()
    WINDOW = auto()
    PLAY = auto()


class ActWords(NamedTuple):
    """The words for an act; empty where it has none."""

    command: str = ""
    """As a command."""
    in_rounds: str = ""
    """In a worked round."""
    label: str = ""
    """On a button; in lower case, at the terminal."""
    key: str = ""
    """The key of play that asks for it."""
    answer: str = ""
    """The key where it answers a question."""
    by: By = By.PLAYERS
    when: RoundPart = RoundPart.PLAY
    also_by: tuple[str, ...] = ()
    """Who may do it besides the players, in a worked round."""


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
class Origin(Enum):
    """Where the value of a field comes from, if not from the person who asks for the act."""

    SPEAKER = "speaker"
    """The person who does the act: the sender of the command."""
    HOUSE = "house"
    """Filled in by the server; written in a worked round."""
    INTERNAL = "internal"
    """Neither in a command nor in an act of a worked round."""
    COMMAND_ONLY = "command_only"
    """Sent in a command; stated elsewhere in a worked round."""
    SPELT_OUT = "spelt_out"
    """Optional in a command; always written in a worked round."""


class SentAs(NamedTuple):
    """The name of a field in a command, where it has another."""

    name: str


Box = Annotated[int, Meta(ge=0, le=99), Meaning.BOX]
HandNumber = Annotated[int, Meta(ge=0, le=99), Meaning.HAND]
Amount = Annotated[int, Meta(ge=1, le=MOST), Meaning.MONEY]
Depth = Annotated[int, Meta(ge=0, le=1000), Meaning.NUMBER]
Batch = Annotated[int, Meta(ge=1, le=2), Meaning.NUMBER]
Word = Annotated[str, Meta(min_length=1, max_length=40), Meaning.TEXT]
WagerName = Annotated[str, Meta(min_length=1, max_length=40), Meaning.WAGER]
CardName = Annotated[str, Meta(min_length=1, max_length=40), Meaning.CARD]
Reason = Annotated[str, Meta(min_length=1, max_length=500), Meaning.TEXT]
Person = Annotated[str, Meaning.PERSON]
Speaker = Annotated[Person, Origin.SPEAKER]


class ActField(NamedTuple):
    """A field of an act, with its description."""

    name: str
    type: Any
    default: Any
    is_required: bool
    meaning: Meaning
    origin: Origin | None
    sent_as: str

    @property
    def is_sent(self) -> bool:
        """Whether it is part of a command."""
        return self.origin in (None, Origin.COMMAND_ONLY, Origin.SPELT_OUT)

    @property
    def is_written(self) -> bool:
        """Whether it is part of a worked round."""
        return self.origin not in (Origin.INTERNAL, Origin.COMMAND_ONLY)

    @property
    def must_be_written(self) -> bool:
        """Whether a worked round must have it."""
        return self.is_written and (self.is_required or self.origin is Origin.SPELT_OUT)


@cache
def fields_of(kind: type[Struct]) -> tuple[ActField, ...]:
    """The fields of an act, in their order."""
    return tuple(_described(info) for info in structs.fields(kind))


def _described(info: structs.FieldInfo) -> ActField:
    notes = tuple(_notes(info.type))
    named = [one.name for one in notes if isinstance(one, SentAs)]
    return ActField(
        name=info.name,
        type=info.type,
        default=info.default,
        is_required=info.required,
        meaning=next((one for one in notes if isinstance(one, Meaning)), Meaning.TEXT),
        origin=next((one for one in notes if isinstance(one, Origin)), None),
        sent_as=named[0] if named else info.name,
    )


def _notes(annotated: Any) -> Iterator[Any]:
    """Everything that an annotation notes, the outermost first."""
    if get_origin(annotated) is Annotated:
        inner, *notes = get_args(annotated)
        yield from notes
        yield from _notes(inner)
    else:
        for part in get_args(annotated):
            yield from _notes(part)


BEFORE: Final = RoundPart.BEFORE_THE_DEAL
WINDOW: Final = RoundPart.WINDOW
PLAY: Final = RoundPart.PLAY
