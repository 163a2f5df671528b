"""The head and frame shared by every self-contained HTML file."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def html_file(*, title: str, style: str, body: Iterable[str]) -> str:
    """A page with this title, style sheet and body."""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{style}</style>",
            "</head>",
            "<body>",
            *body,
            "</body>",
            "</html>",
            "",
        ]
    )
