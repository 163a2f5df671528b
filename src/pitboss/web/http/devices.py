"""What a client calls itself, as people read it: ``Firefox on Android``."""

from __future__ import annotations

import re
from typing import Final

_BROWSERS: Final = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"), ("CriOS/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
"""What identifies a browser, the most particular first: most also claim to be the last ones."""

_SYSTEMS: Final = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("Mac OS X", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip

_LONGEST: Final = 30


def device_name(agent: str) -> str:
    """A name for the device of a client from its User-Agent header."""
    browser = next((name for mark, name in _BROWSERS if mark in agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    if browser or system:
        return " on ".join(filter(None, (browser or "Browser", system)))
    first = re.match(r"[A-Za-z][\w .-]*", agent)
    return first[0].strip()[:_LONGEST] if first else "unknown device"
