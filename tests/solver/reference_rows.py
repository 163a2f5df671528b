"""Compare reference rows with the solver: the tests' own copy, or a whole folder.

python -m tests.solver.reference_rows FOLDER     the worst difference in every file of a folder
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple

from pitboss.cards import Rank
from pitboss.solver import Shoe, Solution, dealer_chances, solve
from tests.support import rules

OWN: Final = Path(__file__).parent / "reference"

Row = dict[str, str]

_SURRENDER: Final = {"none": "none", "late": "late", "early": "early", "es10": "early_not_ace"}
_LOSES: Final = {
    # What is lost to a dealer blackjack is the same where it is found before play and where only
    # the original wager is lost to it, so both tables must give the same value.
    "peek_or_OBO": (
        {"hole_card": "peek"},
        {"hole_card": "none", "dealer_blackjack_takes": "original"},
    ),
    "ENHC_all_bets_lost": ({"hole_card": "none", "dealer_blackjack_takes": "all"},),
}
_HIGHEST_FIRST: Final = "AT98765432"
_PAYS: Final = {"1.5": "3:2", "1.2": "6:5"}


class Difference(NamedTuple):
    """The distance of a solver's value from the one in the file, and its place there."""

    apart: float
    allowed: float
    where: str


def read(path: Path) -> list[Row]:
    """The rows of a file."""
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def overall(path: Path) -> Iterator[Difference]:
    """Whole games, and their values against every up card."""
    tables = [(row, elected) for row in read(path) for elected in tables_of(row)]
    # Rows of one table follow each other, so that it is compiled once.
    for row, elected in sorted(tables, key=lambda each: sorted(each[1].items())):
        yield from _overall(row, elected)


def tables_of(row: Row) -> Iterator[dict[str, Any]]:
    """The elections of the generic table that a row describes; some describe two."""
    for loses in _LOSES[row["no_hole_card"]]:
        original_only = "original" in loses.values()
        if original_only and (row["surrender"] == "late" or row["double"] != "any"):
            # Late surrender is lost to a blackjack that comes after it; and tables where little
            # may be doubled would only be compiled twice to show the same again.
            continue
        yield {
            "soft_17": "hit" if row["h17"] == "1" else "stand",
            "double_on": row["double"],
            "double_after_split": row["das"] == "1",
            "max_hands": int(row["max_hands"]),
            "resplit_aces": int(row["max_hands_aces"]) > 2,
            "surrender": _SURRENDER[row["surrender"]],
            **loses,
        }


def _overall(row: Row, elected: dict[str, Any]) -> Iterator[Difference]:
    solved = [
        _solved(elected | {"blackjack_pays": pays}, row["decks_or_shoe"])
        for pays in _paid(row["bj_pays"])
    ]
    where = f"{row['decks_or_shoe']} {elected} {row['bj_pays']}"
    seen = _between([each.ev for each in solved], row["bj_pays"])
    yield Difference(abs(seen - float(row["ev_total"])), 1e-9, where)
    for up in Rank:
        column = f"ev_up_{up}"
        if column in row and up in solved[0].by_up:
            seen = _between([each.by_up[up] for each in solved], row["bj_pays"])
            yield Difference(abs(seen - float(row[column])), 1e-9, f"{where} against {up}")


def _paid(pays: str) -> tuple[str, ...]:
    """The payout, or two on either side of one that the table does not offer."""
    return (_PAYS[pays],) if pays in _PAYS else ("6:5", "3:2")


def _between(values: list[float], pays: str) -> float:
    """What a blackjack pays changes no decision, so the value is a straight line in it."""
    if len(values) == 1:
        return values[0]
    share = (float(pays) - 1.2) / 0.3
    return values[0] + share * (values[1] - values[0])


def _solved(elected: dict[str, Any], shoe: str) -> Solution:
    counts = [int(number) for number in shoe.split(":")]
    cards = Shoe(tuple(counts)) if len(counts) > 1 else Shoe.of_decks(counts[0])
    return solve(rules("classic", **elected), policy="cdz", shoe=cards)


def two_cards(path: Path) -> Iterator[Difference]:
    """Every act on every two cards; the file's name says at which table."""
    _, decks, soft_17, _, das, splits, hole, _, _ = path.stem.split("_")
    table = rules(
        "classic",
        decks=int(decks.removesuffix("d")),
        soft_17="hit" if soft_17 == "h17" else "stand",
        double_after_split=das == "das",
        max_hands=4 if splits == "spl3" else 2,
        hole_card="peek" if hole == "peek" else "none",
    )
    solution = solve(table, policy="cdz")
    # The list has a blackjack as any other 21, as published tables do; the law lets it only stand.
    listed = {(each.cards, each.up): each for each in solution.hands}
    for row in read(path):
        cards = "".join(sorted(row["hand"], key=_HIGHEST_FIRST.index))
        value = listed[cards, row["up"]]
        for act in ("stand", "hit", "double", "split"):
            if row[act]:
                seen = getattr(value, act)
                where = f"{path.stem} {row['hand']} against {row['up']}: {act}"
                apart = float("inf") if seen is None else abs(seen - float(row[act]))
                yield Difference(apart, 1e-9, where)


def dealer(path: Path) -> Iterator[Difference]:
    """The dealer's final totals against a full shoe."""
    for row in read(path):
        soft_17 = "hit" if row["h17"] == "1" else "stand"
        table = rules("classic", decks=int(row["decks"]), soft_17=soft_17)
        found_dealer_chances = dealer_chances(
            table, Shoe.of_decks(int(row["decks"])), Rank(row["up"])
        )
        seen: dict[str, Fraction] = {
            **{f"p{total}": found_dealer_chances.totals[total] for total in range(17, 21)},
            "p21_nonBJ": found_dealer_chances.totals[21],
            "bust": found_dealer_chances.bust,
            "blackjack": found_dealer_chances.blackjack,
        }
        for column, chance in seen.items():
            where = f"{row['decks']} decks, {soft_17}, {row['up']}: {column}"
            yield Difference(abs(float(chance) - float(row[column])), 1e-12, where)


def main_games(path: Path) -> Iterator[Difference]:
    """The books themselves, each to the tolerance that the file gives it."""
    for row in read(path):
        elected = dict(each.split("=") for each in row["settings"].split() if each)
        solution = solve(rules(row["book"], decks=int(row["decks"]), **elected))
        where = f"{row['book']} {row['settings']}"
        yield Difference(abs(solution.ev - float(row["ev"])), float(row["tolerance"]), where)


KINDS: Final = {
    "overall_*.csv": overall,
    "twocard_*.csv": two_cards,
    "dealer_probabilities*.csv": dealer,
    "main_games.csv": main_games,
}
"""How each kind of file is compared."""


def main(folder: Path) -> int:
    """Print the worst difference in every file; returns 1 if one is too large."""
    too_far = False
    for pattern, compare in KINDS.items():
        for path in sorted(folder.glob(pattern)):
            differences = sorted(compare(path), key=lambda each: each.apart / each.allowed)
            worst = differences[-1]
            too_far |= worst.apart > worst.allowed
            print(
                f"{path.name}: {len(differences)} values, worst {worst.apart:.1e} ({worst.where})"
            )
    return int(too_far)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
