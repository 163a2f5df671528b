"""What the server and its workers send each other: frames of MessagePack over pipes."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

LENGTH: Final = 4
"""Bytes that state the length of a frame."""


IDLE: Final = 9
"""The priority of work that no one is waiting for."""


class WorkerTask(Struct, frozen=True):
    """A calculation to carry out; lower ``priority`` comes first."""

    id: int
    kind: str
    asked: dict[str, Any]
    priority: int = 0
    seconds: float = 300.0
    """CPU seconds after which it is ended"""


def too_long(task: WorkerTask) -> str:
    """The reason why a task was ended."""
    return f"it takes more than {task.seconds:g} seconds of processor time"


class Message(Struct, frozen=True, omit_defaults=True):
    """To a worker: a task to begin, drop or end early."""

    task: WorkerTask | None = None
    cancel: int | None = None
    stop: int | None = None


class WorkerMessage(Struct, frozen=True, omit_defaults=True):
    """From a worker: a task's result, problem or end, or that its turn has come."""

    id: int
    result: Any = None
    problem: str | None = None
    is_last: bool = False
    is_now: bool = False


READY: Final = 0
"""The pseudo-task whose end a worker reports when it is warm."""


def in_json(document: dict[str, Any]) -> dict[str, bytes]:
    """The fields of a result as JSON, which the server passes on unchanged."""
    return {name: msgspec.json.encode(value, enc_hook=_plain) for name, value in document.items()}


def framed(message: Struct) -> bytes:
    """A message with its length in front."""
    body = msgspec.msgpack.encode(message, enc_hook=_plain)
    return len(body).to_bytes(LENGTH, "big") + body


def _plain(value: Any) -> Any:
    """A NumPy number as a Python number."""
    return value.item()
