"""How long sessions live, in seconds."""

from __future__ import annotations

from typing import Final

_DAY: Final = 24 * 3600

IDLE: Final = _DAY // 2
LIFE: Final = 30 * _DAY
"""The session of a person with a password: idle, and at most."""

GUEST_IDLE: Final = 180 * _DAY
GUEST_LIFE: Final = 400 * _DAY
"""A guest's session, which is all they have: a browser keeps no cookie for more than 400 days."""
