"""Nothing published predicts a hidden card: an attacker tries every card on it.

Rounds are played at house tables. An onlooker takes the very bytes that are sent to a stranger and,
for every card that is hidden there, tries all fifty-two: by the hash of the entry, by the
commitment in it, with every nonce, hash and number that was told lately, and by the size of the
message. ``broken`` leaves the nonce out; then all of them have to be found.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from benchmarks.reliability import history
from benchmarks.reliability.figures import Figure, progress
from pitboss.cards import DECK
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.store.records import Person, TableInfo
from pitboss.table import log
from pitboss.web.live.open_table import open_live
from pitboss.web.wire.masking import StoredStep
from pitboss.web.wire.messages import Events, TableFrame

STRANGER = Person("s", "Stranger", "player", True)
CARDS = [card.text for card in DECK]
AT_HAND = 100
"""How many of the last nonces, hashes and numbers the onlooker tries as a nonce."""

OF_THE_MESSAGE = ("n", "actor", "at", "hash", "says", "sealed", "nonce", "opens")
"""What a message has besides the fields of the event."""


def event_of(document: dict[str, Any]) -> dict[str, Any]:
    """The event as in its entry, from the message about it."""
    event = {key: value for key, value in document.items() if key not in OF_THE_MESSAGE}
    event["under"] = event.pop("clause")
    return event


def written(event: dict[str, Any]) -> Iterator[bytes]:
    """The possible forms of an event: with its keys in order, or its kind first."""
    yield json.dumps(event, separators=(",", ":"), ensure_ascii=False, sort_keys=True).encode()
    last = {"under": event["under"]}
    rest = {key: value for key, value in event.items() if key != "under"}
    yield json.dumps({**rest, **last}, separators=(",", ":"), ensure_ascii=False).encode()


def links(before: bytes, document: dict[str, Any], event: dict[str, Any]) -> Iterator[str]:
    """The hashes that an entry may have, by version 1 and by the blinded chain."""
    actor = json.dumps(document["actor"], ensure_ascii=False).encode()
    at = round(document["at"] * 1e6)
    for line in written(event):
        yield sha256(before + line).hexdigest()
        yield sha256(b"%s%d\n%s\n%d\n%s" % (before, document["n"], actor, at, line)).hexdigest()


class Onlooker:
    """Reads every message and tries to find out what it hides."""

    def __init__(self) -> None:
        self.before = bytes(32)
        self.numbers: deque[bytes] = deque([b"", bytes(32)], maxlen=AT_HAND)
        self.hidden = self.found = self.tried = self.entries = self.held = 0

    def hears(self, document: dict[str, Any], hidden: str | None) -> None:
        """One entry as it was sent; ``hidden`` is what the onlooker wants to find."""
        self.entries += 1
        before, hashed = self.before, bytes.fromhex(document["hash"])
        self.numbers += (b"", bytes(32), before, hashed, b"%d" % document["n"])
        for nonce in (document.get("nonce"), (document.get("opens") or {}).get("nonce")):
            self.numbers += (bytes.fromhex(nonce),) if nonce else ()
        self.held += self._holds(before, document)
        if hidden is not None:
            self.hidden += 1
            self.found += hidden in self._guesses(before, document, hidden)
        self.before = hashed

    def _holds(self, before: bytes, document: dict[str, Any]) -> bool:
        """Whether the entry follows from the one before, by what is public alone."""
        event = event_of(document)
        if "sealed" in document:
            if document["event"] == "CardsCollected":
                event["cards"] = ["#" + document["sealed"], str(event["cards"])]
            else:
                event["card"] = "#" + document["sealed"]
        return document["hash"] in links(before, document, event)

    def _guesses(self, before: bytes, document: dict[str, Any], hidden: str) -> set[str]:
        fits = set()
        for guess in self._candidates(hidden):
            self.tried += 1
            event = event_of(document)
            key = "cards" if "cards" in event else "card"
            event[key] = guess.split() if key == "cards" else guess
            if document["hash"] in links(before, document, event):
                fits.add(guess)
            sealed = document.get("sealed")
            if sealed and any(
                sha256(number + guess.encode()).hexdigest() == sealed for number in self.numbers
            ):
                fits.add(guess)
        return fits if len(fits) < len(CARDS) else set()

    def _candidates(self, hidden: str) -> Iterator[str]:
        """Every card in the place of one; of collected cards all but the last are known."""
        known = hidden.split()[:-1]
        return (" ".join((*known, card)) for card in CARDS)


class Watched:
    """A server's table with random cards, whose messages an onlooker receives."""

    def __init__(self, book: str) -> None:
        rules = rulebook(book).elect()
        info = TableInfo("watched", "T", book, "house", "machine", "shoe", 0, "", "open", 0, "",
                         "past", "", 0.0, time.time())  # fmt: skip
        self.onlooker = Onlooker()
        self.sizes: dict[str, set[int]] = {}
        """How long the messages of one shape were: of one length, whatever card they hide."""
        self.live, change = open_live(info, rules)
        self.tell(change.happened)
        self.do(history._sit)

    def do(self, act: Any) -> None:
        """Do something at the table, and send it to everyone."""
        change = self.live.carry_out("Ann", act)
        assert change.refusal is None, change.refusal
        self.tell(change.happened)

    def tell(self, happened: Sequence[StoredStep]) -> None:
        """The message of these events to an uninvolved viewer, as a stream sends it."""
        telling = TableFrame(self.live.look(), self.live.static)
        message = telling.whole().message(Events(list(happened)), STRANGER, None)
        for given_message, one in zip(json.loads(message)["events"], happened, strict=True):
            card = given_message.get("card", given_message.get("cards"))
            masked = card == "??" or given_message["event"] == "CardsCollected"
            hidden = _cards_of(one.step.event) if masked else None
            if hidden is not None:
                self.sizes.setdefault(_shape(given_message), set()).add(
                    len(msgspec.json.encode(given_message))
                )
            self.onlooker.hears(given_message, hidden)

    def round(self) -> None:
        """A round, and what everyone receives about it."""
        self.do(history.a_round)


def _shape(document: dict[str, Any]) -> str:
    """Everything in a message that is not a number, a hash or a card."""
    known = {key: document[key] for key in document if key not in ("n", "at", "hash", "sealed")}
    return json.dumps([known, len(str(document["n"])), len(str(document["at"]))])


def _cards_of(event: Any) -> str:
    return event.card if hasattr(event, "card") else " ".join(event.cards)


def prediction(*, rounds: int, broken: int = 0) -> Figure:
    """Rounds of every book, and how many of their hidden cards are found."""
    module: Any = log  # how it writes an event is replaced, on purpose
    whole = module.write_event
    if broken:
        module.write_event = lambda event: whole(event, lambda: bytes(32))
    try:
        watched = [Watched(book) for book in BOOKS]
        for number in range(rounds):
            watched[number % len(watched)].round()
            if number % 500 == 499:
                progress(f"{number + 1} rounds")
    finally:
        module.write_event = whole
    message = [one.onlooker for one in watched]
    hidden, result = sum(o.hidden for o in message), sum(o.found for o in message)
    entries, held = sum(o.entries for o in message), sum(o.held for o in message)
    seen = (
        f"{rounds} rounds, {hidden} hidden parts, {sum(o.tried for o in message):,} guesses: "
        f"{result} found; {held} of {entries} hashes verified from public parts alone"
    )
    if any(len(sizes) > 1 for one in watched for sizes in one.sizes.values()):
        return Figure(f"{seen}; the sizes of messages tell cards", False)
    holds = result == hidden if broken else result == 0 and held == entries
    return Figure(seen, holds and hidden > 0)
