"""What the player sees and is asked: plain lines, coloured where the terminal can."""

from __future__ import annotations

import errno
import re
import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from pitboss.cards import Card, Colour
from pitboss.law.answers import Refusal
from pitboss.money import Cents, NotMoney, cents
from pitboss.rulebooks import Rulebook
from pitboss.rulebooks.errors import NoSuchClause
from pitboss.terminal.keyboard import Keyboard, Left

HOLE = "▒"
"""A face-down card."""


def amount(text: str) -> Cents:
    """Read an amount as a player types it; raises ``NotMoney`` if it is not one."""
    if not re.fullmatch(r"\d{1,9}(\.\d{1,2})?", text.strip(), re.ASCII):
        raise NotMoney(f"{text.strip()!r} is not an amount of money; write it like 12.50")
    return cents(text.strip())


def face(cards: Iterable[Card], hidden: int = -1) -> Text:
    """Cards in order, red ones red; the one at place ``hidden`` face down."""
    text = Text()
    for i, card in enumerate(cards):
        if i:
            text.append(" ")
        if i == hidden:
            text.append(HOLE)
        else:
            text.append(str(card), "bold red" if card.colour is Colour.RED else "bold")
    return text


def gist(book: Rulebook, clause: str) -> str | None:
    """What the clause requires in our words; None if the text is silent."""
    try:
        clauses = book[clause]
    except NoSuchClause:
        return None
    exact = [c for c in clauses if clause in (c.id, c.number)]
    return " ".join(c.gist for c in (exact or clauses[:1]))


class Screen:
    """Prints to standard output and asks the keyboard."""

    def __init__(self, keyboard: Keyboard) -> None:
        self._keyboard = keyboard
        live = sys.stdout.isatty()
        self._console = Console(highlight=False) if live else _plain()

    def say(self, *parts: Text | str | tuple[str, str], under: str | None = None) -> None:
        """A line, with its citation if it has one."""
        text = Text.assemble(*parts)
        if under is not None:
            text.append(f" ({under})", "dim")
        self._print(text)

    def refuse(self, book: Rulebook, refusal: Refusal) -> None:
        """Why not, under which clause, and what that clause says in our words."""
        self.say(("No: ", "yellow"), f"{refusal.why}", under=book.cite(refusal.under))
        meaning = gist(book, refusal.under)
        if meaning is not None:
            self._print(Padding(Text(meaning, "dim"), (0, 0, 0, 4)))

    def ask(self, question: Text | str) -> str:
        """A line typed in answer, without surrounding spaces."""
        return self._answer(question, key=False)

    def ask_key(self, question: Text | str, keys: Sequence[tuple[str, str]]) -> str:
        """A key pressed in answer; ``keys`` are shown with what they mean."""
        text = Text.assemble(question)
        for key, meaning in keys:
            text.append(f"  {key}", "bold cyan")
            text.append(f" {meaning}")
        return self._answer(text, key=True).lower()

    def ask_yes(self, question: str, *, default: bool) -> bool:
        """Yes or no; Enter is the default, and q leaves."""
        keys = (("y", "yes"), ("n", "no"), ("Enter", "yes" if default else "no"))
        while (pressed := self.ask_key(question, keys)) not in ("y", "yes", "n", "no", ""):
            if pressed in ("q", "quit"):
                raise Left
            self.say(f"{pressed!r} is not an answer; press y or n.")
        return default if pressed == "" else pressed.startswith("y")

    def _answer(self, question: Text | str, *, key: bool) -> str:
        self._print(Text.assemble(question, " >"), end=" ")
        try:
            answer = (self._keyboard.key() if key else self._keyboard.line()).strip()
        except BaseException:
            self._write("\n")
            raise
        if key or not self._keyboard.echoes:
            self._write(f"{answer}\n")
        return answer

    def _print(self, what: Text | Padding, end: str = "\n") -> None:
        with self._console.capture() as captured:
            self._console.print(what)
        lines = captured.get().rstrip("\n").split("\n")
        self._write("\n".join(line.rstrip() for line in lines) + end)

    def _write(self, text: str) -> None:
        out = sys.stdout
        encoding = out.encoding or "utf-8"
        try:
            out.write(text.encode(encoding, "replace").decode(encoding))
            out.flush()
        except OSError as error:
            if error.errno == errno.EIO:  # the terminal has been closed
                raise Left from None
            raise


def _plain() -> Console:
    return Console(highlight=False, width=100, color_system=None)
