"""``-o FILE``: check the file named and write it atomically."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import click

from pitboss.cli.streams import note
from pitboss.report.files import write_whole


def output_path(given: str, endings: Collection[str]) -> Path:
    """The file to write; a wrong ending or folder is refused before any work is done."""
    path = Path(given)
    if path.suffix.lower() not in endings:
        *most, last = endings
        raise click.UsageError(f"-o {given!r} must end in {', '.join(most)} or {last}")
    if path.is_dir():
        raise click.UsageError(f"-o {given!r} is a folder; name a file")
    if not path.parent.is_dir():
        raise click.UsageError(f"-o {given!r}: folder {str(path.parent)!r} does not exist")
    return path


def write_output(path: Path, contents: bytes) -> None:
    """Write the whole file or none of it, and report it on standard error."""
    try:
        write_whole(path, contents)
    except OSError as error:
        reason = error.strerror
        raise click.UsageError(f"-o {str(path)!r} cannot be written: {reason}") from None
    note(f"{path} written")
