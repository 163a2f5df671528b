"""Where the built documentation is."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path


def site_folder() -> Path:
    """The folder of the built site: ``PITBOSS_DOCS``, or one within the package."""
    chosen = os.environ.get("PITBOSS_DOCS")
    return Path(chosen) if chosen else Path(str(files("pitboss.web") / "site"))
