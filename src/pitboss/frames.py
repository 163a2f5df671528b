"""Rows as a pandas data frame, for those who have pandas."""

from __future__ import annotations

from typing import Any


def data_frame(rows: list[dict[str, Any]]) -> Any:
    """A ``pandas.DataFrame`` of the rows; ``ImportError`` says what to install."""
    try:
        import pandas
    except ImportError:
        raise ImportError(
            "to_pandas() needs pandas: pip install 'pitboss[pandas]'; to_dicts() does without"
        ) from None
    return pandas.DataFrame(rows)
