"""The columns of a history as Parquet files: their types, and how they are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pitboss.acts import HandAct

_word = pa.dictionary(pa.int16(), pa.string())
_where = [("id", pa.string()), ("round", pa.int32())]

SCHEMAS: dict[str, pa.Schema] = {
    "rounds": pa.schema(
        [
            *_where, ("book", _word), ("settings", _word), ("table", _word), ("shoe", pa.int32()),
            ("boxes", pa.int8()), ("cards_used", pa.int16()), ("dealer", pa.string()),
            ("up", _word), ("dealer_total", pa.int8()), ("dealer_soft", pa.bool_()),
            ("dealer_blackjack", pa.bool_()), ("dealer_bust", pa.bool_()), ("void", pa.bool_()),
            ("irregular", pa.bool_()), ("ordered_by", _word), ("approved_by", _word),
            ("banker", _word), ("bank", pa.int64()),
            ("first_entry", pa.int64()), ("last_entry", pa.int64()),
        ]
    ),
    "hands": pa.schema(
        [
            *_where, ("box", pa.int8()), ("hand", pa.int8()), ("decider", _word),
            ("cards", pa.string()), ("total", pa.int8()), ("soft", pa.bool_()),
            ("blackjack", pa.bool_()), ("bust", pa.bool_()), ("split", pa.bool_()),
            ("doubled", pa.bool_()), ("surrendered", pa.bool_()),
            (HandAct.EXCHANGE.words.done, pa.string()),
        ]
    ),
    "wagers": pa.schema(
        [
            *_where, ("wager", pa.int64()), ("box", pa.int8()), ("hand", pa.int8()),
            ("player", _word), ("seated", pa.bool_()), ("kind", _word), ("stake", pa.int64()),
            ("effective", pa.int64()), ("result", _word), ("paid", pa.int64()),
            ("returned", pa.int64()), ("net", pa.int64()), ("when", _word), ("under", _word),
        ]
    ),
    "decisions": pa.schema(
        [
            *_where, ("n", pa.int16()), ("entry", pa.int64()), ("player", _word),
            ("box", pa.int8()), ("hand", pa.int8()), ("cards", _word), ("total", pa.int8()),
            ("soft", pa.bool_()), ("pair", pa.bool_()), ("split", pa.bool_()),
            (HandAct.EXCHANGE.words.done, pa.bool_()), ("up", _word), ("act", _word),
            ("amount", pa.int64()),
            ("permitted", _word), ("seen", pa.list_(pa.uint8(), 10)), ("under", _word),
        ]
    ),
}  # fmt: skip


def write_parquet(rows: Mapping[str, Sequence[dict[str, Any]]], folder: Path) -> list[Path]:
    """One file for each table of rows; money is in whole cents."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, schema in SCHEMAS.items():
        path = folder / f"{name}.parquet"
        table = pa.Table.from_pylist(list(rows[name]), schema)
        pq.write_table(table, path, compression="zstd")
        written.append(path)
    return written
