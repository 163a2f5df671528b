"""Pages of the documentation that are made from the books.

python -m tests.docs               write them anew
"""

from __future__ import annotations

from pathlib import Path

from pitboss.audit.side_by_side import side_by_side
from pitboss.rulebooks import BOOKS, rulebook

BOOKS_PAGE = Path(__file__).parents[1] / "docs" / "books.md"

HEAD = """# The books side by side

Made from the books themselves (`python -m tests.docs`): what each says on every provision of the
schema, and the clause it says it under. A dash means that the book does without the whole part.
*Elective* means that the operator chooses: the default is shown, the range after it.
"""


def books_page() -> str:
    """The page that holds the books against each other."""
    return "\n".join([HEAD, *side_by_side([rulebook(name) for name in BOOKS])])


if __name__ == "__main__":
    BOOKS_PAGE.parent.mkdir(exist_ok=True)
    BOOKS_PAGE.write_text(books_page(), "utf-8")
    print(f"docs/{BOOKS_PAGE.name}")
