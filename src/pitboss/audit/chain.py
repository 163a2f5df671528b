"""Check the hash chain of a log: no entry was changed or left out.

Written from ``docs/explanation/chain.md`` alone. It shares no code with the server and imports
only the standard library, so that this one file can be read, copied and run anywhere::

    python chain.py LOG.jsonl [HASH]

``HASH`` is one you noted: it must be the hash of an entry in this log.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

VERSION = 3

HIDES: dict[str, Callable[[dict[str, Any]], bool]] = {
    "CardDealt": lambda event: event.get("face_up") is False,
    "CardBurned": lambda event: True,
    "BurnedCardShown": lambda event: True,
    "CardHeld": lambda event: not event["exposed"],
    "CardRemoved": lambda event: event.get("held") is True,
    "CardsCollected": lambda event: True,
}


class FailedEntry(ValueError):
    """The first entry that fails the check."""


@dataclass(frozen=True)
class ChainResult:
    """The result of a check: how many entries, opened and closed cards."""

    entries: int
    opened: int
    closed: int
    hashes: tuple[str, ...]


def text(value: object) -> bytes:
    """Part 1: JSON with sorted keys and without spaces, in UTF-8."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")


def public(event: dict[str, Any], nonce: str | None) -> tuple[dict[str, Any], str]:
    """Part 2: the public part of an event, and whether its card is ``open``, ``closed`` or none."""
    kind = str(event["event"])
    key = "cards" if kind == "CardsCollected" else "card"
    if kind not in HIDES or not HIDES[kind](event):
        if nonce is not None:
            raise FailedEntry("it has a nonce, but nothing is hidden")
        return event, "none"
    value = event[key]
    first = value[0] if isinstance(value, list) and value else value
    if isinstance(first, str) and first.startswith("#"):
        if nonce is not None:
            raise FailedEntry("it has a nonce, but no card")
        return event, "closed"
    if nonce is None or not re.fullmatch("[0-9a-f]{64}", nonce):
        raise FailedEntry("it has a card, but no nonce")
    hidden = " ".join(value) if isinstance(value, list) else str(value)
    sealed = "#" + hashlib.sha256(bytes.fromhex(nonce) + hidden.encode()).hexdigest()
    instead = [sealed, str(len(value))] if isinstance(value, list) else sealed
    return {**event, key: instead}, "open"


def check(lines: Iterable[str]) -> ChainResult:
    """Part 3: check that every entry follows from the one before; raise ``FailedEntry`` if not."""
    before, number, sealed = bytes(32), 0, False
    count = {"open": 0, "closed": 0, "none": 0}
    hashes: list[str] = []
    for line in lines:
        if not line.strip():
            continue
        try:
            number += not line.startswith('{"entries"')
            document = json.loads(line)
            if "entries" in document:
                if document["entries"] != number or document["hash"] != before.hex():
                    raise FailedEntry("the last line does not match the entries")
                sealed = True
                continue
            if sealed or document["n"] != number:
                raise FailedEntry("an entry is missing or misplaced")
            if (version := document.get("v", 1)) != VERSION:
                raise FailedEntry(f"it is of version {version}: this check reads version {VERSION}")
            part, how = public(document["event"], document.get("nonce"))
            actor, at = text(document["actor"]), document["at"]
            head = f"{number}\n".encode() + actor + f"\n{at}\n".encode()
            before = hashlib.sha256(before + head + text(part)).digest()
            count[how] += 1
            if before.hex() != document["hash"]:
                raise FailedEntry("hash mismatch")
        except FailedEntry as wrong:
            raise FailedEntry(f"entry {number}: {wrong}") from None
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise FailedEntry(f"entry {number}: not a log entry") from None
        hashes.append(document["hash"])
    if not sealed:
        raise FailedEntry(f"entry {number + 1}: the log was truncated")
    return ChainResult(number, count["open"], count["closed"], tuple(hashes))


def main(arguments: Sequence[str]) -> int:
    """Check one file: 0 if it is verified, 1 if not, 2 if it cannot be read."""
    if len(arguments) not in (1, 2):
        print("usage: python chain.py LOG.jsonl [HASH]", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            held = check(file)
    except (OSError, UnicodeDecodeError) as wrong:
        print(f"{arguments[0]}: {wrong}", file=sys.stderr)
        return 2
    except FailedEntry as wrong:
        print(f"failed: {wrong}")
        return 1
    if len(arguments) == 2 and arguments[1] not in held.hashes:
        print("failed: no entry has the hash you noted")
        return 1
    print(
        f"verified: {held.entries} entries, {held.opened} cards opened, {held.closed} still closed"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
