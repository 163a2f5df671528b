"""What a side bet may state, and what the loader refuses in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.cards import cards
from pitboss.compiled.side_bets.winnable import rows_never_won
from pitboss.law.side_bets.deciding import DecidingCards, decide
from pitboss.rulebooks import BOOKS, BadBook, TableRules, rulebook
from pitboss.rulebooks.loader import read_text
from tests.support import rules

HEAD = """
id = "house"
title = "The house game"
jurisdiction = "Example City"
document = "House rules"
based_on = "classic"

[clauses]
"1" = "A side bet of our own."

[side_bets.extra]
name = "Extra"
short = "X"
"""

PLACED = """
offered = { is = true, under = "1" }
amounts = { is = { min = 1 }, under = "1" }
needs = { is = "own", under = "1" }
on_anothers_box = { is = false, under = "1" }
at_most_the_main = { is = false, under = "1" }
void_with_the_hand = { is = "while_open", under = "1" }
"""

OTHERWISE = 'otherwise = { is = "lose", label = "nothing", under = "1" }\n'
AFTER = 'settled = { is = "after_the_deal", under = "1" }\n'
WHEN_DECIDED = 'settled = { is = "when_decided", under = "1" }\n'
TWO = "player's first two"
DEAL = "player's first two and dealer's first"


def book(rows: str, *, cards: str = TWO, more: str = AFTER, otherwise: str = OTHERWISE) -> str:
    """A book with one side bet."""
    return f'{HEAD}cards = "{cards}"\nrows = [{rows}]\n{otherwise}{more}{PLACED}'


def row(when: str, label: str = "a", pays: str = "5:1", under: str = "1") -> str:
    """A row of a side bet."""
    return f'{{ when = "{when}", pays = "{pays}", label = "{label}", under = "{under}" }},'


def table(*args: str, **more: str) -> TableRules:
    """The rules of such a book."""
    return read_text("house.toml", book(*args, **more)).elect()


REFUSED = {
    "unknown cards": (
        book(row("players first: 7")),
        "side_bets.extra, row 1: no cards are called 'players first'; allowed: player's first,",
    ),
    "unknown term": (book(row("suited")), "row 1: 'suited' is not understood; allowed: one suit,"),
    "too many cards": (book(row("7 7 7")), "row 1: '7 7 7' lists 3 cards, where there are 2"),
    "not of three": (
        book(row("pair"), cards=DEAL),
        "row 1: 'pair' cannot be said of 3 cards",
    ),
    "not of two": (
        book(row("1 match")),
        "row 1: '1 match' can only be said of player's first two and dealer's first",
    ),
    "ranks backwards": (book(row("9-3 7")), "row 1: '9-3' runs from the higher rank to the lower"),
    "odds": (book(row("pair", pays="five")), "row 1: 'five' is not allowed here; allowed: odds"),
    "wins nothing": (book(row("pair", pays="1 for 1")), "row 1: '1 for 1' wins nothing beyond"),
    "no aces counted": (
        book(row("total over 13")),
        "side_bets.extra: 'total over 13' needs ace_counts to be said, with its clause",
    ),
    "aces counted in vain": (
        book(row("pair"), more=AFTER + 'ace_counts = { is = 1, under = "1" }\n'),
        "side_bets.extra.ace_counts: is superfluous: no row asks for it",
    ),
    "no order of ranks": (
        book(row("straight"), cards=DEAL),
        "'straight' needs ace_ranks to be said, with its clause",
    ),
    "no word on splits": (
        book(row("7 7 7"), cards="player's first three", more=WHEN_DECIDED),
        '"player\'s third" needs split_closes to be said, with its clause',
    ),
    "no word on the dealer": (
        book(row("bust"), cards="dealer's hand", more=AFTER),
        '"dealer\'s hand" needs dealer_draws to be said, with its clause',
    ),
    "too early": (
        book(
            row("bust"),
            cards="dealer's hand",
            more=AFTER + 'dealer_draws = { is = "to_the_end", under = "1" }\n',
        ),
        "extra.settled: 'after_the_deal' comes before dealer's hand is known",
    ),
    "too few cards": (
        book(
            row("bust"),
            cards="dealer's hand",
            more='settled = { is = "in_settlement", under = "1" }\n'
            'dealer_draws = { is = "second_card", under = "1" }\n',
        ),
        "extra.dealer_draws: 'second_card' leaves dealer's hand open",
    ),
    "no draw": (
        book('{ when = "blackjack", pays = { drawn = [[9, 1]] }, label = "a", under = "1" },'),
        "'a drawn prize' needs draw to be said",
    ),
    "a clause that is not there": (
        book(row("pair", under="99")),
        "cites clause '99', which is not in the ledger",
    ),
    "a row that never wins": (
        book(row("one suit", "flush") + row("pair, one suit", "suited pair")),
        "side_bets.extra, row 2: 'suited pair' can never win; the rows above take all its deals",
    ),
    "a provision is missing": (
        book(row("pair"), more=""),
        "side_bets.extra.settled: is missing (When is it settled?)",
    ),
    "an unknown key": (
        book(row("pair"), more=AFTER + "paid = 1\n"),
        "side_bets.extra.paid: is not part of the schema",
    ),
    "two rows alike": (book(row("pair") + row("one suit")), "extra.rows: two rows have one label"),
    "no label": (
        book(row("pair"), otherwise='otherwise = { is = "lose", under = "1" }\n'),
        "extra.otherwise: must say its label as a text",
    ),
    "a taken name": (
        book(row("pair")).replace("[side_bets.extra]", "[side_bets.insurance]"),
        "side_bets.insurance: a bet is called by small letters",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_bad_side_bet_is_refused_in_one_sentence(case: str) -> None:
    text, wrong = REFUSED[case]
    with pytest.raises(BadBook) as refused:
        read_text("house.toml", text)
    assert wrong in str(refused.value)
    assert "\n" not in str(refused.value)


def test_like_takes_over_what_is_not_said_again() -> None:
    text = book(row("one suit", "flush")) + (
        '\n[side_bets.other]\nlike = "extra"\nname = "Other"\n'
        f"rows = [{row('pair', 'a pair', '8 for 1')}]\n"
    )
    made = read_text("house.toml", text).elect()
    one, other = made.side_bet("extra"), made.side_bet("other")
    assert (other.name, other.short, other.settled) == ("Other", "X", one.settled)
    assert str(other.rows.value) == "a pair 7 to 1"


def test_rows_are_written_back_as_they_were_read() -> None:
    when = "total 19-20; dealer's first two: blackjack"
    more = (
        'settled = { is = "in_settlement", under = "1" }\nace_counts = { is = "1 or 11", '
        'under = "1" }\ndealer_draws = { is = "second_card", under = "1" }\n'
    )
    rows = table(row(when), more=more).side_bet("extra").rows.value
    assert rows.when(rows.rows[0]) == when


HOLDS: list[tuple[str, str, str, bool]] = [
    ("K Q", TWO, "Qs Kd", True),
    ("K Q", TWO, "Qs Qd", False),
    ("2-6 *", TWO, "As 6d", True),
    ("Qh Qh", TWO, "Qh Qs", False),
    ("one colour", TWO, "Qh 2d", True),
    ("three of a kind", DEAL, "Kh Ks Kd", True),
    ("three of a kind", DEAL, "Kh Qs Kd", False),
    ("2 matches", DEAL, "Kh Ks Kd", True),
    ("1 suited match", DEAL, "Kd 2s Kd", True),
    ("1 or more matches", DEAL, "Kd 2s Ah", False),
]


@pytest.mark.parametrize(("when", "of", "dealt", "holds"), HOLDS)
def test_a_term_holds_or_not(when: str, of: str, dealt: str, holds: bool) -> None:
    made = table(row(when), cards=of)
    first, second, *dealer = cards(dealt)
    seen = DecidingCards((first, second), tuple(dealer))
    assert decide(made, made.side_bet("extra"), seen) == (0 if holds else 1)


@pytest.mark.parametrize(
    ("ranks", "dealt", "holds"),
    [
        ("high", "Qs Kd Ah", True),
        ("high", "As 2d 3h", False),
        ("low", "As 2d 3h", True),
        ("high or low", "Ks Ad 2h", False),
    ],
)
def test_an_ace_ranks_as_the_book_says(ranks: str, dealt: str, holds: bool) -> None:
    more = AFTER + f'ace_ranks = {{ is = "{ranks}", under = "1" }}\n'
    made = table(row("straight"), cards=DEAL, more=more)
    first, second, up = cards(dealt)
    assert decide(made, made.side_bet("extra"), DecidingCards((first, second), (up,))) == (
        not holds
    )


def test_a_bet_waits_no_longer_than_its_cards_demand() -> None:
    made = rules("nz", layout=2)

    def ask(text: str, *, closed: bool = False) -> int | None:
        return decide(
            made, made.side_bet("super_sevens"), DecidingCards(cards(text), closed=closed)
        )

    assert ask("8s") == 5
    assert ask("7s") is None
    assert ask("7s 8s") == 4
    assert ask("7s 7s") is None
    assert ask("7s 7s", closed=True) == 2
    assert ask("7s 7h 7d") == 1


@pytest.mark.parametrize("name", BOOKS)
def test_every_row_of_our_books_can_win(name: str) -> None:
    made = rulebook(name).elect()
    for bet in made.side_bets.bets:
        assert rows_never_won(made, bet) == ()


def test_the_example_in_the_documentation_can_be_read() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "your-own-book.md").read_text("utf-8")
    text = page.partition("## A side bet from start to price")[2].partition("```toml\n")[2]
    made = read_text("house.toml", text.partition("```")[0]).elect()
    assert made.side_bet("suited_pair").offered.value
