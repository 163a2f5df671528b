"""Documentation pages generated from the books.

python -m tests.docs               regenerate them
"""

from __future__ import annotations

from pathlib import Path

from pitboss.audit.side_by_side import side_by_side
from pitboss.rulebooks import BOOKS, rulebook

BOOKS_PAGE = Path(__file__).parents[1] / "docs" / "books.md"

HEAD = """# The books side by side

Generated from the books (`python -m tests.docs`): what each book states for every provision of the
schema, with its clause. A dash means that the book does not have that part. A *house option* is
the operator's choice: the default is shown, followed by the range.
"""


def books_page() -> str:
    """The page that compares the books."""
    return "\n".join([HEAD, *side_by_side([rulebook(name) for name in BOOKS])])


if __name__ == "__main__":
    BOOKS_PAGE.parent.mkdir(exist_ok=True)
    BOOKS_PAGE.write_text(books_page(), "utf-8")
    print(f"docs/{BOOKS_PAGE.name}")
