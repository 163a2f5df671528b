"""``pitboss docs``: build the documentation site that the server offers under /docs."""

from __future__ import annotations

import time
from pathlib import Path

import click

from pitboss.cli.common import json_option, print_json
from pitboss.cli.streams import note
from pitboss.cli.waiting import waiting
from pitboss.rulebooks import BOOKS


@click.command()
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FOLDER",
    help="Folder to write (default: where 'pitboss serve' finds it).",
)  # fmt: skip
@json_option
def docs(output: Path | None, as_json: bool) -> None:
    """Build the documentation site from a clone.

    'pitboss serve' offers it under /docs from then on. The folder can also be opened in a browser
    or copied to any web server. Needs the extra 'docs'; './pitboss docs' installs it.
    """
    from pitboss.cli.main import cli
    from pitboss.handbook.building import CannotBuild, build_site, source_root
    from pitboss.handbook.command_line import command_line_page
    from pitboss.handbook.ledgers import index_page, ledger_page
    from pitboss.handbook.python_api import python_api_page
    from pitboss.handbook.site import site_folder

    began = time.perf_counter()
    generated = {
        "reference/command-line.md": command_line_page(cli, "pitboss"),
        "reference/python-api.md": python_api_page(),
        "reference/ledgers/index.md": index_page(),
        **{f"reference/ledgers/{name}.md": ledger_page(name) for name in BOOKS},
    }
    folder = output or site_folder()
    try:
        with waiting("building the documentation"):
            pages = build_site(source_root(), folder, generated)
    except CannotBuild as error:
        for issue in error.issues[1:]:
            note(issue)
        raise click.UsageError(str(error)) from None
    seconds = time.perf_counter() - began
    if as_json:
        print_json({"folder": str(folder), "pages": pages, "seconds": round(seconds, 1)})
        return
    click.echo(f"{pages} pages built in {seconds:.1f} s, without warnings: {folder}")
