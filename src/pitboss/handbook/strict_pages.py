"""Pages that obey the server's content security policy: no script or style within a page.

The generator writes a few small scripts and style attributes into every page. They become files of
the site, named by their contents, so that a page loads nothing but files from its own address.
``strict.js``, which every page loads first, does the same for what the generator's script adds.
"""

from __future__ import annotations

import hashlib
import os
import re
from importlib.resources import files
from pathlib import Path
from typing import Final

_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.S)
_STYLE: Final = re.compile(r'<(\w+)((?:\s[^<>]*?)?)\sstyle="([^"]*)"([^<>]*)>')
_CLASS: Final = 'class="'
_FOLDER: Final = "assets/inline"
_FROM_THE_TOP: Final = re.compile(r'((?:href|src)="|"(?:base|search)":")/(?!/)')

SERVED_AT: Final = "/docs"
"""The path of the site on the server; only the not-found page needs it."""


def make_strict(site: Path) -> None:
    """Move the scripts and styles of every page into files."""
    styles: dict[str, str] = {}
    folder = site / _FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for page in sorted(site.rglob("*.html")):
        here = os.path.relpath(folder, page.parent)
        if page.name == "404.html":
            text = _FROM_THE_TOP.sub(rf"\1{SERVED_AT}/", page.read_text("utf-8"))
            page.write_text(text, "utf-8")
            here = f"{SERVED_AT}/{_FOLDER}"
        _make_strict(page, here, folder, styles)
    rules = sorted(f".{name} {{ {style} }}\n" for style, name in styles.items())
    (folder / "styles.css").write_text("".join(rules), "utf-8")
    script = (files("pitboss.handbook") / "strict.js").read_text("utf-8")
    (folder / "strict.js").write_text(script, "utf-8")


def is_strict(folder: Path) -> bool:
    """Whether a folder is a site whose pages were made strict."""
    return (folder / _FOLDER / "strict.js").is_file()


def _make_strict(page: Path, here: str, folder: Path, styles: dict[str, str]) -> None:
    """Make one page strict; ``here`` is the path to the folder from the page."""
    text = page.read_text("utf-8")

    def script(match: re.Match[str]) -> str:
        name = f"{_digest(match[1])}.js"
        (folder / name).write_text(match[1], "utf-8")
        return f'<script src="{here}/{name}"></script>'

    def style(match: re.Match[str]) -> str:
        tag, before, value, after = match.groups()
        name = styles.setdefault(value, f"s{_digest(value)}")
        rest = before + after
        if _CLASS in rest:
            return f"<{tag}{rest.replace(_CLASS, f'{_CLASS}{name} ', 1)}>"
        return f'<{tag} {_CLASS}{name}"{rest}>'

    text = _SCRIPT.sub(script, text)
    text = _STYLE.sub(style, text)
    links = (
        f'<link rel="stylesheet" href="{here}/styles.css">'
        f'<script src="{here}/strict.js"></script></head>'
    )
    page.write_text(text.replace("</head>", links, 1), "utf-8")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:10]
