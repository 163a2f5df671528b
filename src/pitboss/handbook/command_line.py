"""The page of the command line, from the commands' own help."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

from pitboss.handbook.markdown import cell, code, escaped, table

_HEAD = """# Command line

Generated from the help of each command (`pitboss COMMAND --help`).
"""


def command_line_page(group: click.Group, name: str) -> str:
    """Every command with its arguments and options."""
    context = click.Context(group, info_name=name)
    about = _prose(group.help)
    parts = [_HEAD, about, *(_command(one, context, 2) for one in _commands(group, context))]
    return "\n".join(parts)


def _commands(group: click.Group, context: click.Context) -> Iterator[click.Command]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is not None and not command.hidden:
            yield command


def _command(command: click.Command, above: click.Context, level: int) -> str:
    context = click.Context(command, info_name=command.name, parent=above)
    usage = " ".join(command.collect_usage_pieces(context))
    lines = [
        f"{'#' * level} {context.command_path}\n",
        f"```text\n{context.command_path} {usage}\n```\n",
        _prose(command.help),
    ]
    options = [_option(one, context) for one in command.get_params(context)]
    rows = [row for row in options if row is not None]
    if rows:
        lines.append(table(("option", "meaning"), rows) + "\n")
    if isinstance(command, click.Group):
        lines += (_command(one, context, level + 1) for one in _commands(command, context))
    return "\n".join(lines)


def _option(option: click.Parameter, context: click.Context) -> tuple[str, str] | None:
    record = option.get_help_record(context)
    if record is None or isinstance(option, click.Argument) or "--help" in option.opts:
        return None
    return code(record[0]).replace("|", "\\|"), cell(record[1])


def _prose(help_text: str | None) -> str:
    """Help paragraphs; one that click does not rewrap becomes a code block."""
    parts = []
    for part in inspect.cleandoc(help_text or "").split("\n\n"):
        if part.startswith("\b"):
            parts.append(f"```text\n{part[1:].strip(chr(10))}\n```")
        else:
            parts.append(escaped(" ".join(part.split())))
    return "\n\n".join(parts) + "\n"
