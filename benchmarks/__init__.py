"""Measurements, each a command: ``.venv/bin/python -m benchmarks.NAME`` from the checkout."""

from importlib.util import find_spec
from typing import Final

_NEEDED: Final = ("pitboss", "msgspec", "tests", "pytest", "httpx")
"""The product, and what the benchmarks share with its tests"""

_missing = [name for name in _NEEDED if find_spec(name) is None]
if _missing:
    raise SystemExit(
        f"benchmarks: {', '.join(_missing)} cannot be imported here; run "
        "'./pitboss test --version' in the checkout once, which installs what they need, and then "
        "'.venv/bin/python -m benchmarks.NAME' from the checkout"
    )
