"""The pages' scripts: their types, their form, and what is generated for them."""

from __future__ import annotations

import re

from tests import js_types
from tests.js.tools import SCRIPTS, installed, problems

LONGEST = 110
MOST_LINES = 550


def test_the_generated_types_are_those_of_the_server() -> None:
    assert js_types.FILE.read_text("utf-8") == js_types.types(), "run python -m tests.js_types"


def test_every_script_is_type_checked() -> None:
    for path in SCRIPTS.glob("*.js"):
        assert path.read_text("utf-8").startswith("// @ts-check\n"), path.name
        assert not re.search(r"@ts-(nocheck|ignore|expect-error)", path.read_text("utf-8"))


def test_no_type_is_wrong() -> None:
    installed()
    assert not problems("tsc", "--project", ".")


def test_every_script_is_formatted() -> None:
    installed()
    assert not problems("prettier", "--check", ".")


def test_lines_are_short_and_modules_fit_in_one_sitting() -> None:
    for path in SCRIPTS.glob("*.js"):
        lines = path.read_text("utf-8").splitlines()
        long = [n for n, line in enumerate(lines, 1) if len(line) > LONGEST]
        assert not long, f"{path.name}: lines {long} have more than {LONGEST} characters"
        assert len(lines) <= MOST_LINES, f"{path.name} has {len(lines)} lines"


def test_no_template_goes_over_several_lines() -> None:
    """What is sent has neither comments nor indentation, which a template would miss."""
    for path in SCRIPTS.glob("*.js"):
        for n, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if not line.lstrip().startswith(("*", "//", "/*")):
                assert line.partition(" // ")[0].count("`") % 2 == 0, f"{path.name}:{n}"
