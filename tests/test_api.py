"""What ``import pitboss`` offers: a light import, functions with real signatures, clear answers."""

from __future__ import annotations

import importlib
import inspect
import pydoc
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest

import pitboss
from pitboss.solver import Chart, solve
from tests.report.test_par_sheet import Page
from tests.support import rules

FUNCTIONS = (
    "books", "cards", "chart", "compare", "open_table", "rulebook", "simulate", "solve",
)  # fmt: skip


def _in_a_new_process(code: str) -> list[str]:
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    return ran.stdout.splitlines()


def test_importing_pitboss_loads_no_kernels() -> None:
    code = (
        "import sys, pitboss\n"
        "heavy = lambda: sorted({'numba', 'numpy'} & set(sys.modules))\n"
        "print(heavy())\n"
        "pitboss.rulebook('nz').elect(), pitboss.books(), pitboss.cards('As'), dir(pitboss)\n"
        "pitboss.open_table('nz', shoe='Th 6c 6s 5c 9h Kd')\n"
        "print(heavy())\n"
        "print(pitboss.solve.__name__, callable(pitboss.solve))\n"
        "print(heavy())\n"
    )
    assert _in_a_new_process(code) == ["[]", "[]", "solve True", "['numba', 'numpy']"]


def test_the_front_door_shows_what_a_user_wants_and_nothing_else() -> None:
    shown = [name for name in dir(pitboss) if not name.startswith("__")]
    assert shown == sorted(name for name in pitboss.__all__ if name != "__version__")
    assert {*FUNCTIONS, "Card", "Hand", "Odds", "Rank", "Rulebook", "Suit", "TableRules"} <= {
        *shown
    }
    for name in pitboss.__all__:
        assert getattr(pitboss, name) is not None


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_have_real_signatures_and_a_sentence(name: str) -> None:
    function = getattr(pitboss, name)
    parameters = inspect.signature(function).parameters
    assert not {"args", "arguments", "kwargs"} & parameters.keys()
    assert (function.__doc__ or "").strip()
    if name in ("chart", "open_table", "simulate", "solve"):
        assert next(iter(parameters)) == "book"
        assert "elections" in parameters
    if name != "cards":
        assert inspect.isfunction(function), "not a module that may be called"
    assert "policy" in inspect.signature(pitboss.solve).parameters


def test_help_opens_with_a_table_of_contents() -> None:
    text = pydoc.plain(pydoc.render_doc(pitboss))
    head = text[: text.index("PACKAGE CONTENTS")]
    assert all(f"{name}(" in head for name in FUNCTIONS)


def test_cards_is_a_module_and_reads_cards() -> None:
    import pitboss.cards as module
    from pitboss.cards import Card, cards

    assert isinstance(module, ModuleType)
    assert cards("8h 8d") == pitboss.cards("8h 8d") == (Card("8h"), Card("8d"))
    assert sys.modules["pitboss.cards"].Card is pitboss.Card
    assert list(inspect.signature(pitboss.cards).parameters) == ["text"]


def test_a_module_that_never_was_is_missing_as_ever() -> None:
    for name in ("pitboss.solve.nothing", "pitboss.simulated", "pitboss.nothing"):
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module(name)


def test_another_name_is_reported_as_missing() -> None:
    with pytest.raises(AttributeError, match="module 'pitboss' has no attribute 'resolve'"):
        pitboss.resolve  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("book", ["classic", pitboss.rulebook("classic"), rules("classic")])
def test_every_function_takes_an_id_a_book_or_rules(book: Any) -> None:
    assert pitboss.solve(book, policy="cdz").ev == solve(rules("classic"), policy="cdz").ev
    assert pitboss.solve(book, decks=2, policy="cdz").rules == rules("classic", decks=2)
    assert pitboss.chart(book, soft_17="hit").book == "classic"
    run = pitboss.simulate(book, decks=2, rounds=1e3)
    assert (run.book, run.settings) == ("classic", {"decks": 2})
    table = pitboss.open_table(book, decks=2, seed=1)
    assert table.rules == rules("classic", decks=2)


def test_what_are_no_rules_is_one_sentence() -> None:
    with pytest.raises(TypeError, match="a book's id, a Rulebook or TableRules, not int"):
        pitboss.solve(6)  # type: ignore[arg-type]
    with pytest.raises(pitboss.RulebookError, match="did you mean 'zappit'"):
        pitboss.solve("zapit")
    with pytest.raises(pitboss.BadElection, match=r"nz 3\.3\(a\) allows"):
        pitboss.solve("nz", decks=3)
    with pytest.raises(ValueError, match="no policy 'best'; the policies are optimal, cdz, basic"):
        pitboss.solve("nz", policy="best")
    with pytest.raises(ValueError, match="at least two books"):
        pitboss.compare("nz")
    with pytest.raises(pitboss.BadElection, match="none of nz, rws has an election 'soft_17'"):
        pitboss.compare("nz", "rws", soft_17="hit")


@pytest.mark.parametrize("rounds", [0, -1, 1.5, float("nan"), 1e30, "many", True])
def test_rounds_that_are_none(rounds: Any) -> None:
    with pytest.raises(pitboss.BadRun, match=r"rounds is .*; it must be a whole number from 1 to"):
        pitboss.simulate("classic", rounds=rounds)


@pytest.mark.parametrize("until", [0, -1, float("nan"), float("inf"), 1e30, "small"])
def test_precision_that_is_none(until: Any) -> None:
    with pytest.raises(pitboss.BadRun, match=r"until_se is .*; it must be above zero"):
        pitboss.simulate("classic", until_se=until)


def test_a_solution_is_ten_lines_at_a_prompt() -> None:
    shown = repr(pitboss.solve("nz", decks=8)).splitlines()
    assert 8 <= len(shown) <= 11
    assert max(map(len, shown)) <= 100
    assert shown[0] == "Division 2 - Blackjack: nz · 8 decks"
    text = " ".join(" ".join(shown).split())
    assert "house edge 0.5385%" in text
    assert "dealer stands on all 17s, no hole card" in text
    assert "insurance 7.4699% -31/415" in text
    assert repr(pitboss.chart("nz")).splitlines()[0] == "basic strategy: nz, decks=6"
    assert "\n16      S  S  S  S  S  H  H  H  H  H\n" in repr(pitboss.chart("nz"))
    assert len(repr(pitboss.books()).splitlines()) == 6


HANDS = [
    (("8,8", "10"), "88", "T", "split"),
    (("88", "T"), "88", "T", "split"),
    (("8h8d", "K"), "88", "T", "split"),
    (("8♥ 8♦", "Q♠"), "88", "T", "split"),
    (("Kh Td", "T"), "TT", "T", "stand"),
    (("10 6", "9"), "T6", "9", "hit"),
    (("6,10", "9"), "T6", "9", "hit"),
    (("a 7", "6"), "A7", "6", "stand"),
    (("4 4 5", "6"), "544", "6", "stand"),
    (("A A A A", "5"), "AAAA", "5", "hit"),
    (("2-3-4-2-3", "T"), "43322", "T", "hit"),
]


@pytest.mark.parametrize(("written", "cards", "up", "best"), HANDS)
def test_a_hand_in_any_usual_notation(
    written: tuple[str, str], cards: str, up: str, best: str
) -> None:
    hand = pitboss.solve("nz").hand(*written)
    assert (hand.cards, hand.up, hand.best) == (cards, up, best)
    assert hand.acts[best] == max(hand.acts.values())
    assert set(hand.acts) | set(hand.refused) == {
        "stand", "hit", "double", "split", "surrender", "zap",
    }  # fmt: skip
    assert not set(hand.acts) & set(hand.refused)


def test_two_cards_are_worth_what_the_list_says() -> None:
    solution = pitboss.solve("rws")
    for row in solution.to_dicts():
        hand = solution.hand(row["cards"], row["up"])
        if row["cards"] != "AT":  # the list treats a blackjack as any 21; by law it may only stand
            listed = {act: row[act] for act in hand.acts}
            assert hand.acts == pytest.approx(listed, abs=1e-15)
            assert hand.best == row["best"]
            assert all(row[act] is None for act in hand.refused)


def test_a_third_card_is_worth_what_hitting_makes_of_it() -> None:
    """The value of a hit is the mean over the resulting hands, each played best or bust."""
    solution = pitboss.solve("classic", decks=6, policy="cdz")
    left = dict.fromkeys("A23456789", 24) | {"T": 96}
    for card in ("T", "6", "9"):
        left[card] -= 1
    # A six-deck shoe without the hand and the up card, which cannot be part of a blackjack.
    worth = {
        rank: -1.0 if 16 + _low(rank) > 21 else max(solution.hand(f"T6{rank}", "9").acts.values())
        for rank in left
    }
    after = sum(number * worth[rank] for rank, number in left.items()) / sum(left.values())
    assert solution.hand("T6", "9").hit == pytest.approx(after, abs=1e-12)


def _low(rank: str) -> int:
    return {"A": 1, "T": 10}.get(rank) or int(rank)


def test_refusals_name_their_clause() -> None:
    hand = pitboss.solve("nz").hand("A,6", "5")
    assert hand.refused["double"].under == "11.1#3"
    assert hand.double is None and hand.hit == hand.acts["hit"]
    classic = pitboss.rulebook("rws").elect()
    assert "split" in pitboss.solve(classic).hand("Kh Td", "6").acts


@pytest.mark.parametrize(
    ("cards", "up", "says"),
    [
        ("8,x", "10", "'8,x' is not a hand"),
        ("", "10", "is not a hand"),
        ("8,8", "11", "'11' is not an up card"),
        ("8,8", "9 9", "is 2 cards; the up card is one"),
        ("8", "10", "'8' is one card"),
        ("T T 5", "10", "counts 25: the hand has bust"),
    ],
)
def test_an_unknown_hand_is_a_clear_value_error(cards: str, up: str, says: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        pitboss.solve("nz").hand(cards, up)
    assert says in str(refused.value)
    assert isinstance(refused.value, pitboss.BadHand)


def test_more_cards_than_the_shoe_has() -> None:
    with pytest.raises(pitboss.BadHand, match="takes 5 cards of rank 2, and the shoe has 4"):
        pitboss.solve("classic", decks=1).hand("2 2 2 2", "2")


def test_tables_as_rows() -> None:
    solution = pitboss.solve("nz", policy="basic")
    assert len(solution.to_dicts()) == 550
    assert list(solution.to_dicts()[0])[:3] == ["cards", "up", "stand"]
    assert solution.chart is not None
    assert {"part": "hard", "hand": "16", "up": "T", "letter": "H", "meaning": "hit"} in (
        solution.chart.to_dicts()
    )
    assert pitboss.books().to_dicts()[3]["clauses"] == 42
    run = pitboss.simulate("classic", count="hi-lo", rounds=1000)
    assert {row["by"] for row in run.to_dicts()} == {"true count"}
    compared = pitboss.compare("classic", rules("classic", soft_17="hit"), policy="cdz")
    (row,) = compared.to_dicts()
    assert (row["classic"], row["classic#2"]) == ("stand", "hit")
    assert row["classic#2 worth"] == pytest.approx(0.00195, abs=1e-3)
    assert "classic#2  0.6154%" in repr(compared)
    assert "<table>" in compared._repr_html_()


def test_pandas_is_optional_and_asked_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    for each in (pitboss.chart("classic"), pitboss.books()):
        with pytest.raises(ImportError, match=r"pip install 'pitboss\[pandas\]'"):
            each.to_pandas()


def test_rows_become_a_data_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pandas(ModuleType):
        """A stand-in for the part of pandas that is used."""

        DataFrame = list[Any]

    monkeypatch.setitem(sys.modules, "pandas", Pandas("pandas"))
    chart = pitboss.chart("classic")
    assert chart.to_pandas() == chart.to_dicts()
    hand = pitboss.solve("nz").hand("8,8", "T")
    assert hand.to_pandas()[0]["act"] == "stand"


def test_a_solution_shows_itself_in_a_notebook() -> None:
    solution = pitboss.solve("nz", policy="basic")
    page = Page(solution._repr_html_())
    assert f"{solution.house_edge:.4%}" in page.words
    assert "Division 2 - Blackjack rules nz · 6 decks" in page.words
    assert isinstance(solution.chart, Chart)
    shown = Page(solution.chart._repr_html_()).words.split()
    assert shown[:11] == ["hard", "2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]
    sixteen = shown.index("16")
    row = next(row for row in solution.chart.hard if row.hand == "16")
    assert shown[sixteen + 1 : sixteen + 11] == [letter.value for letter in row.letters]
    assert shown.count("10,10") == 1


def test_cards_and_shoes_that_are_none_are_refused_in_a_sentence() -> None:
    solution = pitboss.solve("classic", decks=1)
    assert solution.hand(["8h", "8c"], "Th") == solution.hand("8h 8c", "Th")
    for cards in (None, 8, [None], ["8h", "9x"], ["8h 8c"]):
        with pytest.raises(pitboss.BadHand, match="is not a"):
            solution.hand(cards, "T")  # type: ignore[arg-type]
    with pytest.raises(pitboss.BadShoe, match="written as in"):
        pitboss.solve("classic", shoe=3)  # type: ignore[arg-type]
    assert ".chart" not in repr(solution), "an optimal solution has no chart"
    assert ".chart" in repr(pitboss.solve("classic", policy="basic", decks=1))
    assert "surrender is not offered (surrender.1)" in repr(solution.hand("T6", "T"))
