"""Par sheets, comparisons and the results of simulations as pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from pitboss.cli.main import cli

from . import Case

WRITTEN = (
    "report leaflet -o FILE.html",
    "report nobust -o FILE.html",
    "chart nz -o FILE.html",
    "chart leaflet -o FILE.svg",
    "chart classic --decks 2 -o FILE.csv",
    "simulate classic --rounds 3000 --threads 1 --count hi-lo -o FILE.html",
    "index classic --decks 1 --most 5 -o FILE.toml",
)


def pages() -> Iterator[Case]:
    """Every file that a command writes."""
    with TemporaryDirectory() as folder:
        for line in WRITTEN:
            path = Path(folder) / f"file.{line.rpartition('.')[2]}"
            CliRunner().invoke(cli, line.replace("FILE", str(path.with_suffix(""))).split())
            text = path.read_text("utf-8").replace(folder, "")
            text = re.sub(r"\S+ rounds per CPU second|\d[\d.,]* (s|ms)\b", "TIME", text)
            lines = text.replace("><", ">\n<").splitlines()
            yield line, [one for one in lines if not one.startswith("run,,seconds,")]
            path.unlink()
