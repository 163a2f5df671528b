"""What people read is plain English: none of the words that the glossary forbids.

To search another folder, add a line to ``PLACES``. A string that needs a forbidden word
goes into ``ALLOWED``, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.health import english

WEB, TERMINAL = "src/pitboss/web", "src/pitboss/terminal"

PLACES: Final[dict[str, english.Reader]] = {
    f"{WEB}/*/*.py": english.python,
    f"{WEB}/http/api/*.py": english.python_api,
    f"{WEB}/live/commands.py": english.python_api,
    f"{WEB}/static/*.html": english.html,
    f"{WEB}/static/js/*.js": english.javascript,
    f"{WEB}/static/css/*.css": english.css,
    f"{TERMINAL}/*.py": english.python,
    "docs/reference/web-pages.md": english.prose,
}
"""The files with text for people, and how to read each kind."""

EVERYWHERE: Final[dict[str, str]] = {
    r"(?<!-)\banew\b": "again",
    r"\b(no|some|every|any)body\b|\bwhoever\b": "no one, a person, everyone; better the role",
    r"\bthe own\b": "their own",
    r"\bso many\b": "the number, or: this many",
    r"\bgo(es|ing)? on\b": "continue, play on",
    r"\bstands? under\b": "cite",
    r"\bworked out\b": "calculate",
    r"\b(is|are) no (pair|blackjack|card|entry|number|hand|act|log)\b": "is not a ...",
    r"\blook(s|ed)? under\b": "check for blackjack",
    r"\bcutting card\b": "cut card",
    r"\bburned card\b": "burn card",
    r"\bone's own\b": "your own",
    r"\bmore than nothing\b": "more than zero",
    r"\d %": "percentages are closed up",
    r"\b(None|False|True|``\w+``) where (it|the|there|a|an|none|no)\b": "if",
    r"\banswers? with (the place|the number|how|what|its|that|whether)\b": "return",
    r"\b(this|that|these) very\b": "this, exactly these",
    r"\bversion of before\b": "an earlier version",
    r"\ball the same\b": "nevertheless, still",
    r"\bout of the ordinary\b": "say what is unusual",
    r"\breckon(s|ed)? (with|from)\b": "calculate, assume",
    r"\b(long|short) ways?\b": "full path, shortcut",
    r"\bwhat [^.;:]{1,40} (comes?|came) to\b": "the result, the total",
    r"\bleads? back (in)?to\b": "reproduce, identify",
    r"\blongest ago\b": "least recently used",
    r"\b(is|are|was) waited for\b": "wait for",
    r"\bon the shelf\b": "among the books",
    r"\bturn (an option|the options)\b": "change an option",
}
"""Patterns forbidden everywhere, docstrings and comments included, with a replacement."""

INSTEAD: Final[dict[str, str]] = {
    **EVERYWHERE,
    # The glossary's "not" column.
    r"is over with|passes 21|over against over": "busts with 22",
    r"asks? for a card": "hits",
    r"nothing (more )?to decide|stands of itself": "stands",
    r"draws up to|stands from": "draws to 16, stands on 17",
    r"nothing lost, nothing won": "push, break even",
    r"open card": "up card",
    r"looks? under|lies face down|dealer looks": "checks for blackjack, the hole card",
    r"burned card": "burn card",
    r"cutting card": "cut card, or the book's own word",
    r"decider|who decides": "the player in control",
    r"strangers": "back bettors",
    r"settled early": "even money",
    r"annulled|called off": "void, no action",
    r"in proportion|plays for": "in action, pro rata",
    r"\brebuil[dt]|put right": "reconstruct",
    r"finished hand": "completed hand",
    r"drawn by mistake": "drawn in error",
    r"the floor\b|second person": "supervisor, second approval",
    r"the machine": "the shuffler, automatic dealer",
    r"bank banks|let the (bank|cut) pass|lets the (bank|cut) pass": "passes the bank",
    r"\bto elect\b|\belective\b|\belections?\b": "house option",
    r"\btheory\b": "theo",
    # Patterns typical of a translation.
    r"(?<!there )\b(is|are|was) no (?!longer|more)": "is not a",
    r"\banew\b": "again",
    r"\bgo(es)? on\b": "continues, plays on",
    r"\blies?\b": "is",
    r"\bholds?\b(?! card)": "is verified",
    r"\btold\b": "sent, shown",
    r"\bcomes? to\b": "amounts to",
    r"\bbeside\b": "besides, with",
    r", and not\b": "not",
    r"\{\} [\w-]+ at most\b|\d [\w-]+ at most\b": "at most, before the number",
    r"\b\d+ signs\b|\bblanks\b": "characters, spaces",
    r"\bkept\b": "stored, cached",
    r"\b(some|every|any)body\b|\bnobody\b|\bwhoever\b": "name the role",
    r"\b(he|him|his)\b": "they",
    r"\bthere is no such\b|\bno such (table|page)\b": "not found",
    r"\bcome in\b": "sign in, play as a guest",
    r"\bput in order\b|\bmended\b": "recovering",
    r"\bthe (house|store) (does|did) not answer\b": "the server, the database is not responding",
    r"\bthe most (there|that)\b": "the maximum, the limit of",
    r"\w …": "no space before an ellipsis",
    r"\d %|\} %": "no space before a per cent sign",
}
"""Patterns forbidden in text for people, with a replacement."""

ALLOWED: Final[dict[tuple[str, str], str]] = {
    (
        f"{WEB}/audit/database_audit.py",
        "SELECT n, shown, told FROM events WHERE table_id = ? ORDER BY n",
    ): ("a column of the database"),
    (
        f"{WEB}/http/openapi.py",
        "id title jurisdiction elections ledger defaults",
    ): "keys of the API",
    (
        f"{WEB}/http/openapi.py",
        "table shoe commitment composition revealed cut seeds secret dealt holds problem",
    ): "keys of the API",
}
"""Strings that may stay as they are, by file and text, each with its reason."""

EVENTS: Final = frozenset({"burned card shown"})
"""Names of events, in words, as the claims of a ledger write them"""

PACKAGES: Final = (
    "audit", "cli", "coach", "compiled", "envs", "evidence", "handbook", "history", "kernels",
    "law", "players", "report", "rulebooks", "scenarios", "simulator", "solver",
    "statistics", "store", "table", "terminal", "web",
)  # fmt: skip
"""The packages whose strings, docstrings and comments are searched."""

PAGES: Final = [
    *(english.ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *(
        page
        for page in sorted((english.ROOT / "docs").rglob("*.md"))
        if page.name not in ("books.md", "house-options.md")
    ),
]
"""Hand-written pages; those generated from the books have the books' own words."""

_SAID: Final = [(re.compile(p, re.I), instead) for p, instead in INSTEAD.items()]
_WRITTEN: Final = [(re.compile(p, re.I), instead) for p, instead in EVERYWHERE.items()]


def phrases_for_people() -> Iterator[tuple[str, english.Said]]:
    """Every text in all places, with its file; a single word is an identifier."""
    for glob, reader in PLACES.items():
        paths = sorted(english.ROOT.glob(glob))
        assert paths, f"{glob} names no file"
        for path in paths:
            name = path.relative_to(english.ROOT).as_posix()
            for one in reader(path.read_text("utf-8")):
                if " " in one.text.strip() and (name, one.text) not in ALLOWED:
                    yield name, one


def wrong(text: str, forbidden: list[tuple[re.Pattern[str], str]] = _SAID) -> list[str]:
    """What is wrong with a text."""
    result = [(pattern.search(text), instead) for pattern, instead in forbidden]
    return [
        f"{match[0]!r}: say {instead!r} (... {text[max(0, match.start() - 40) : match.end()]!r})"
        for match, instead in result
        if match
    ]


def test_no_forbidden_word_reaches_people() -> None:
    texts = [
        f"{name}:{one.line}: {one.text!r}: {w}"
        for name, one in phrases_for_people()
        for w in wrong(one.text)
    ]
    assert not texts, "\n".join(sorted(set(texts)))


def test_what_is_allowed_is_still_said() -> None:
    texts = {
        (path.relative_to(english.ROOT).as_posix(), one.text)
        for glob, reader in PLACES.items()
        for path in english.ROOT.glob(glob)
        for one in reader(path.read_text("utf-8"))
    }
    assert set(ALLOWED) <= texts


@pytest.mark.parametrize(
    ("reader", "source"),
    [
        (english.python, 'raise Refused(f"{x} is no card")'),
        (english.python_api, 'def rule():\n    """Nobody rules."""'),
        (english.javascript, 'h("p", {}, `Box ${n > 1 ? "lies here" : ""} there`)'),
        (english.javascript, 'x.replace(/"/g, ""); say("is no card");'),
        (english.html, "<p title='x'>Come in now</p>"),
        (english.css, '.a::before { content: "Wait …"; }'),
        (english.prose, "One 5 % of it."),
        (english.toml, 'gist = "The dealer draws up to 17"'),
    ],
)
def test_each_kind_of_file_is_read(reader: english.Reader, source: str) -> None:
    assert [w for one in reader(source) for w in wrong(one.text)]


def test_what_is_not_said_is_left_alone() -> None:
    script = '// nobody\nconst a = /nobody is no/; /* so many */ f("fine here");'
    assert [one.text for one in english.javascript(script)] == ["fine here"]
    assert not list(english.python('"""Nobody."""\ndef f() -> None:\n    """Whoever."""'))
    assert not [w for one in english.prose("`is no X`\n```\nso many\n```") for w in wrong(one.text)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_pages_use_the_glossary(page: Path) -> None:
    prose = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    prose = re.sub(r"^\| `.*$", "", prose, flags=re.MULTILINE)  # settings, in their book's words
    assert wrong(prose, _WRITTEN) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_messages_docstrings_and_comments_use_the_glossary(package: str) -> None:
    texts = []
    for path in sorted((english.ROOT / "src" / "pitboss" / package).rglob("*.py")):
        for one in english.python_written(path.read_text("utf-8")):
            if one.text.strip('"') in EVENTS:
                continue
            where = f"{path.relative_to(english.ROOT)}:{one.line}"
            texts += [f"{where}: {fault}" for fault in wrong(one.text, _WRITTEN)]
    assert texts == []
