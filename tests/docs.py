"""Pages of the documentation that are generated from the books.

python -m tests.docs               regenerate them
"""

from __future__ import annotations

from pathlib import Path

from pitboss.audit.side_by_side import side_by_side
from pitboss.rulebooks import BOOKS, rulebook

BOOKS_PAGE = Path(__file__).parents[1] / "docs" / "books.md"

HEAD = """# The books side by side

This page is generated from the books (`python -m tests.docs`). It shows the value of every
provision in each book, with its clause. A dash means that the book lacks the whole part. *Elective*
marks a house option: you see its default, then its range.
"""


def books_page() -> str:
    """The page that compares the books."""
    return "\n".join([HEAD, *side_by_side([rulebook(name) for name in BOOKS])])


if __name__ == "__main__":
    BOOKS_PAGE.parent.mkdir(exist_ok=True)
    BOOKS_PAGE.write_text(books_page(), "utf-8")
    print(f"docs/{BOOKS_PAGE.name}")
