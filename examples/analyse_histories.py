"""Query a server's rounds with DuckDB, pandas and Polars.

pitboss history export house.sqlite3 -o columns --parquet
python examples/analyse_histories.py columns nz
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl

import pitboss


def kept_by_kind(columns: Path) -> list[tuple[Any, ...]]:
    """What was staked on each kind of wager and what the players won, in cents (DuckDB)."""
    return duckdb.sql(
        f"""
        select book::varchar as book, kind::varchar as kind, count(*) as wagers,
               sum(stake)::bigint as staked, sum(net)::bigint as won
        from '{columns}/wagers.parquet' join '{columns}/rounds.parquet' using (id)
        where not void group by all order by all
        """
    ).fetchall()


def kept_by_kind_with_pandas(columns: Path) -> list[tuple[Any, ...]]:
    """The same with pandas."""
    wagers = pd.read_parquet(columns / "wagers.parquet")
    rounds = pd.read_parquet(columns / "rounds.parquet")[["id", "book", "void"]]
    both = wagers.merge(rounds, on="id").query("not void")
    both = both.astype({"book": str, "kind": str})
    result = both.groupby(["book", "kind"]).agg(
        wagers=("stake", "size"), staked=("stake", "sum"), won=("net", "sum")
    )
    return [
        (*key, *map(int, row)) for key, row in zip(result.index, result.to_numpy(), strict=True)
    ]


def cost_of_decisions(columns: Path, book: str) -> pl.DataFrame:
    """What each player's first decisions cost, priced by the solver (Polars)."""
    acts = ["stand", "hit", "double", "split", "surrender", "zap"]
    prices = pl.DataFrame(pitboss.solve(book, policy="cdz").to_dicts())
    prices = prices.unpivot(
        [act for act in acts if act in prices.columns],
        index=["cards", "up"],
        variable_name="act",
        value_name="value",
    ).drop_nulls()
    best = prices.group_by("cards", "up").agg(best=pl.col("value").max())
    rounds = pl.read_parquet(columns / "rounds.parquet").filter(pl.col("book") == book)
    text = [pl.col(name).cast(pl.String) for name in ("cards", "up", "act", "player")]
    return (
        pl.read_parquet(columns / "decisions.parquet")
        .join(rounds.select("id"), on="id")
        .filter(~pl.col("split"))
        .with_columns(text)
        .join(prices, on=["cards", "up", "act"])
        .join(best, on=["cards", "up"])
        .group_by("player")
        .agg(decisions=pl.len(), cost=(pl.col("best") - pl.col("value")).mean())
        .sort("player")
    )


def main(folder: str, book: str) -> None:
    """Print all three answers."""
    columns = Path(folder)
    for row in kept_by_kind(columns):
        print(*row)
    print(cost_of_decisions(columns, book))


if __name__ == "__main__":
    main(*sys.argv[1:3])
