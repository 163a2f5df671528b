"""Documentation pages generated from the books.

python -m tests.docs               regenerate them

Pages of the command line, the Python API and the ledgers are made as the site is built.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pitboss.audit.side_by_side import side_by_side
from pitboss.handbook.house_options import house_options_page
from pitboss.rulebooks import BOOKS, rulebook

FOLDER = Path(__file__).parents[1] / "docs" / "reference"

HEAD = """# The books side by side

Generated from the books (`python -m tests.docs`): what each book states for every provision of the
schema, with its clause. A dash means that the book does not have that part. A *house option* is
the operator's choice: the default is shown, followed by the range.
"""


def generated() -> Iterator[tuple[str, str]]:
    """The pages by name, each with its text."""
    yield "books.md", "\n".join([HEAD, *side_by_side([rulebook(name) for name in BOOKS])])
    yield "house-options.md", house_options_page()


if __name__ == "__main__":
    for name, text in generated():
        (FOLDER / name).write_text(text, "utf-8")
        print(f"docs/reference/{name}")
