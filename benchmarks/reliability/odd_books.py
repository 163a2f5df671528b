"""Templates of a user's book, each with a place for one value: every field of the schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.rulebooks.elections import KINDS
from pitboss.rulebooks.schema import SLOTS

VALUE: Final = "\x00"
"""The place of the value in a template"""
KEY: Final = "\x01"
"""The place of a key"""

_HEAD: Final = """\
id = "odd"
title = "T"
jurisdiction = "J"
document = "D"
based_on = "classic"
"""
_CLAUSES: Final = """
[clauses]
"3" = "A clause."
"""

_BET: Final = (
    ('name = "Own pair"', "name"),
    ('short = "Own"', "short"),
    ('cards = "player\'s first two"', "cards"),
    ('rows = [{ when = "pair", pays = "11:1", label = "pair", under = "3" }]', "rows"),
    ('otherwise = { is = "lose", label = "no pair", under = "3" }', "otherwise"),
    ('offered = { is = true, under = "3" }', "offered"),
    ('amounts = { is = { min = 1, max = 100, step = 1 }, under = "3" }', "amounts"),
    ('needs = { is = "own", under = "3" }', "needs"),
    ('on_anothers_box = { is = true, under = "3" }', "on_anothers_box"),
    ('at_most_the_main = { is = false, under = "3" }', "at_most_the_main"),
    ('settled = { is = "after_the_deal", under = "3" }', "settled"),
    ('void_with_the_hand = { is = "while_open", under = "3" }', "void_with_the_hand"),
)
_ROWS: Final = tuple(
    f'rows = [{{ when = {when}, pays = {pays}, label = {label}, under = {under} }}]'
    for when, pays, label, under in (
        (VALUE, '"11:1"', '"pair"', '"3"'),
        ('"pair"', VALUE, '"pair"', '"3"'),
        ('"pair"', f"{{ drawn = {VALUE} }}", '"pair"', '"3"'),
        ('"pair"', f"{{ drawn = [[{VALUE}, 1]] }}", '"pair"', '"3"'),
        ('"pair"', f"{{ drawn = [[1000, {VALUE}]] }}", '"pair"', '"3"'),
        ('"pair"', f'{{ elected = "odd", where = {{ a = {VALUE} }} }}', '"pair"', '"3"'),
        ('"pair"', '"11:1"', VALUE, '"3"'),
        ('"pair"', '"11:1"', '"pair"', VALUE),
    )
)  # fmt: skip
_AMOUNTS: Final = tuple(
    f'amounts = {{ is = {{ min = {least}, max = {most}, step = {step} }}, under = "3" }}'
    for least, most, step in ((VALUE, 5, 1), (1, VALUE, 1), (1, 5, VALUE))
)
_RANGES: Final = {
    "from": "1", "to": "8", "among": '["a", "b"]', "default": "2", "says": '"S."', "under": '"3"',
}  # fmt: skip
_TABLES: Final = (
    f"[published]\nedge = {VALUE}\nsource = \"s\"\n",
    f"[published]\nedge = 0.01\nsource = {VALUE}\n",
    f"[words]\nabout = {VALUE}\n",
    f"[absent]\nzapping = {VALUE}\n",
    f"[remedies]\nodd = {{ says = {VALUE}, remedy = \"noted\", under = \"3\" }}\n",
    f"[remedies]\nodd = {{ says = \"s\", remedy = {VALUE}, under = \"3\" }}\n",
    f"[cites]\nodd = {VALUE}\n",
    f"[opening]\nodd = {VALUE}\n",
    f"opening = {VALUE}\n",
    f"[[requires]]\nwhen = {{ decks = {VALUE} }}\nneeds = {{ decks = 2 }}\nunder = \"3\"\n",
    f"[[requires]]\nwhen = {VALUE}\nneeds = {{ decks = 2 }}\nunder = {VALUE}\n",
    f"{KEY} = {VALUE}\n",
    f"[{KEY}]\n{KEY} = {VALUE}\n",
    f"[clauses]\n{KEY} = {VALUE}\n",
)  # fmt: skip


def templates() -> Iterator[str]:
    """Every book with a place for a value, one field at a time."""
    for at in range(5):
        lines = _HEAD.splitlines()
        lines[at] = f"{lines[at].partition('=')[0]}= {VALUE}"
        yield "\n".join(lines) + _CLAUSES
    for part, slots in SLOTS.items():
        for name in slots:
            for form in (
                f'{{ is = {VALUE}, under = "3" }}',
                f"{{ is = 1, under = {VALUE} }}",
                VALUE,
            ):
                yield f"{_HEAD}{_CLAUSES}\n[{part}]\n{name} = {form}\n"
    for table in _TABLES:
        is_at_the_top = not table.startswith("[")
        yield f"{_HEAD}{table}{_CLAUSES}" if is_at_the_top else f"{_HEAD}{_CLAUSES}\n{table}"
    for kind in KINDS:
        for field in _RANGES:
            fields = "".join(
                f"{name} = {VALUE if name == field else message}\n"
                for name, message in _RANGES.items()
            )
            yield f'{_HEAD}{_CLAUSES}\n[elections.odd]\nkind = "{kind}"\n{fields}'
    yield f"{_HEAD}{_CLAUSES}\n[elections.odd]\nkind = {VALUE}\nsays = {VALUE}\nunder = {VALUE}\n"
    for line, name in _BET:
        others = "\n".join(message for message, other in _BET if other != name)
        forms = [f"{name} = {VALUE}", f'{name} = {{ is = {VALUE}, under = "3" }}']
        forms += _ROWS if name == "rows" else _AMOUNTS if name == "amounts" else ()
        for form in (*forms, line):
            yield f"{_HEAD}{_CLAUSES}\n[side_bets.own]\n{others}\n{form}\n"
