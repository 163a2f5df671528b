"""Policies: the solver's, charts from files, and functions, as tables that the book permits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pitboss.acts import HandAct
from pitboss.cards import Rank
from pitboss.compiled.hand_states import HandDistinction
from pitboss.players.charts import BadChart, by_totals, read_chart
from pitboss.players.function_policies import BadPolicy, PolicyHand
from pitboss.players.policies import Play, play_by, solved
from pitboss.report.charts import comma_separated
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.solver import Letter, Policy

SIX_DECKS = rulebook("classic").elect(decks=6)


def _act(play: Play, cards: str, up: str, *, context: int = 0, may_split: bool = True) -> HandAct:
    """What is done with cards, written A, 2 to 9 and T."""
    classes = tuple("A23456789T".index(card) for card in cards)
    state = int(play.walk.single[classes[0]])
    for c in classes[1:]:
        state = int(play.walk.follows[state, c])
    if len(classes) == 2:
        state = int(play.walk.opening[classes])
    table = play.decisions.acts if may_split else play.decisions.unsplit
    return HandAct(int(table[context, "A23456789T".index(up), state]))


def _after_split(rank: str) -> int:
    return 1 + "A23456789T".index(rank)


@pytest.mark.parametrize("book", BOOKS)
def test_a_chart_written_and_read_is_the_same_strategy(book: str, tmp_path: Path) -> None:
    rules = rulebook(book).elect()
    chart = solved(rules).chart
    assert chart is not None
    path = tmp_path / "chart.csv"
    path.write_text(comma_separated(chart), "utf-8")
    basic, from_file = play_by(rules), play_by(rules, path)
    assert from_file.name == "chart.csv"
    assert from_file.exact == basic.exact == solved(rules).ev
    for one, other in zip(basic.decisions, from_file.decisions, strict=True):
        np.testing.assert_array_equal(one, other)


def test_policies_by_name() -> None:
    for name in ("basic", "cdz", "optimal"):
        play = play_by(SIX_DECKS, name)
        assert (play.name, play.exact) == (name, solved(SIX_DECKS, Policy(name)).ev)
    assert play_by(SIX_DECKS, "optimal").told is HandDistinction.BY_CARDS
    assert play_by(SIX_DECKS).told is HandDistinction.BY_TOTALS


def test_a_changed_cell_is_followed_and_priced() -> None:
    chart = solved(SIX_DECKS).chart
    assert chart is not None
    text = comma_separated(chart)
    row = next(line for line in text.splitlines() if line.startswith("hard,12,"))
    changed = read_chart(text.replace(row, "hard,12" + ",S" * 10))
    play = play_by(SIX_DECKS, changed)
    assert (_act(play_by(SIX_DECKS), "T2", "T"), _act(play, "T2", "T")) == (
        HandAct.HIT,
        HandAct.STAND,
    )
    assert _act(play, "93", "2") is HandAct.STAND
    basic = solved(SIX_DECKS).ev
    assert play.exact is not None
    assert basic - 0.02 < play.exact < basic - 0.001


def test_what_the_book_refuses_is_played_as_the_chart_says_next() -> None:
    """A chart for doubling on anything, at a table that doubles on ten and eleven only."""
    chart = solved(SIX_DECKS).chart
    assert chart is not None
    strict = rulebook("classic").elect(decks=6, double_on="10-11", max_hands=1)
    play = play_by(strict, chart)
    assert _act(play_by(SIX_DECKS), "A7", "6") is HandAct.DOUBLE
    assert _act(play, "A7", "6") is HandAct.STAND
    assert _act(play, "54", "6") is HandAct.HIT
    assert _act(play, "65", "6") is HandAct.DOUBLE
    assert _act(play, "88", "6") is HandAct.STAND


@pytest.mark.parametrize(
    ("change", "given_text"),
    [
        (("chart,hand", "hand,chart"), "must begin with the line chart,hand,2,3"),
        (("hard,16,", "hard,22,"), "'22' is not a hand in the part hard"),
        (("hard,16,", "hard,15,"), "two rows for hard 15"),
        (("hard,16,", "middle,16,"), "'middle' is not a part of a chart"),
        (("hard,16,S", "hard,16,Q"), "hard 16 has 'Q'; the letters: H, S"),
        (("hard,16,S", "hard,16"), "hard 16 has 9 letters, not ten"),
        (("hard,16,S", "hard,16,P"), "hard 16 has P but is not a pair"),
        (('soft,"A,9",S', 'soft,"A,9",P'), "soft A,9 has P but is not a pair"),
        (("hard,16,S", "hard,16,Z"), "hands to zap belong in the part zap"),
        (("hard,20,S,S,S,S,S,S,S,S,S,S,classic decks=6\n", ""), "no row for hard 20"),
    ],
)
def test_bad_charts_are_refused_saying_where(change: tuple[str, str], given_text: str) -> None:
    chart = solved(SIX_DECKS).chart
    assert chart is not None
    text = comma_separated(chart)
    assert change[0] in text
    with pytest.raises(BadChart) as refused:
        read_chart(text.replace(*change))
    assert given_text in str(refused.value)


def test_a_zap_row_may_differ_from_the_rest_in_zaps_only() -> None:
    rules = rulebook("zappit").elect()
    chart = solved(rules).chart
    assert chart is not None
    assert by_totals(chart).first[0, 16].tolist() == [HandAct.EXCHANGE] * 10
    text = comma_separated(chart)
    row = next(line for line in text.splitlines() if line.startswith("zap,16,"))
    with pytest.raises(BadChart, match="zap 16 has D against 2"):
        by_totals(read_chart(text.replace(row, row.replace("Z", "D", 1))))


def test_files_that_are_no_charts(tmp_path: Path) -> None:
    with pytest.raises(BadPolicy, match="unknown policy 'bassic'; use optimal"):
        play_by(SIX_DECKS, "bassic")
    with pytest.raises(BadPolicy, match=r"cannot be read: No such file"):
        play_by(SIX_DECKS, tmp_path / "none.csv")
    (tmp_path / "picture.csv").write_bytes(b"\x89PNG\xff")
    with pytest.raises(BadPolicy, match="it is not text"):
        play_by(SIX_DECKS, tmp_path / "picture.csv")
    (tmp_path / "empty.csv").write_text("")
    with pytest.raises(BadPolicy, match=r"empty.csv: the chart must begin with"):
        play_by(SIX_DECKS, tmp_path / "empty.csv")


def like_the_dealer(hand: PolicyHand, up: Rank) -> str:
    return "stand" if hand.total >= 17 else "hit"


def test_a_function_is_played_and_priced() -> None:
    """Both play alike, so all that tells them apart is who busts first, and the bonus at 3 to 2.

    Either is bust in some 28.2 % of rounds and has a blackjack in 4.75 %, nearly independently.
    """
    play = play_by(SIX_DECKS, like_the_dealer)
    assert play.name == "like_the_dealer"
    assert (_act(play, "T6", "5"), _act(play, "T7", "5")) == (HandAct.HIT, HandAct.STAND)
    both_bust, only_one = 0.282**2, 0.0475 * (1 - 0.0475)
    assert play.exact == pytest.approx(-both_bust + only_one / 2, abs=0.0005)


def test_a_function_sees_what_is_permitted() -> None:
    seen: set[PolicyHand] = set()

    def watch(hand: PolicyHand, up: Rank) -> str:
        seen.add(hand)
        assert len(hand.permitted) > 1, "there is a choice"
        assert hand.total <= 21
        return "hit" if hand.total < 12 else "stand"

    play_by(rulebook("classic").elect(decks=6, surrender="late"), watch)
    aces = next(h for h in seen if h.cards == (Rank.ACE, Rank.ACE) and h.is_pair)
    assert aces.permitted >= {"split", "hit", "stand", "double", "surrender"}
    assert (aces.total, aces.is_soft, str(aces)) == (12, True, "A,A")
    assert all("double" not in hand.permitted for hand in seen if len(hand.cards) > 2)
    assert not any(
        "surrender" in hand.permitted for hand in seen if hand.is_split or len(hand.cards) > 2
    )
    assert any(hand.is_split for hand in seen)


def test_letters_of_a_chart_are_answers_too() -> None:
    def policy(hand: PolicyHand, up: Rank) -> str:
        if hand.is_pair and hand.cards[0] in "A8":
            return Letter.SPLIT
        return "D" if hand.total in (10, 11) else like_the_dealer(hand, up)

    play = play_by(SIX_DECKS, policy)
    assert _act(play, "65", "6") is HandAct.DOUBLE
    assert _act(play, "236", "6") is HandAct.HIT  # too late to double
    assert _act(play, "88", "6") is HandAct.SPLIT
    assert _act(play, "88", "6", may_split=False) is HandAct.HIT
    assert _act(play, "88", "6", context=_after_split("8")) is HandAct.SPLIT
    assert _act(play, "83", "6", context=_after_split("8")) is HandAct.DOUBLE
    assert play.exact is not None


def test_split_hands_may_be_played_by_another_plan() -> None:
    def policy(hand: PolicyHand, up: Rank) -> str:
        if hand.is_split:
            return "stand" if hand.total >= 13 else "hit"
        return "split" if hand.is_pair and hand.cards[0] == "8" else like_the_dealer(hand, up)

    play = play_by(SIX_DECKS, policy)
    assert _act(play, "85", "T", context=_after_split("8")) is HandAct.STAND
    assert _act(play, "85", "T") is HandAct.HIT
    assert _act(play, "88", "T", context=_after_split("8")) is HandAct.STAND
    assert play.decisions.hands_at_most[0, 7].tolist() == [2] * 10
    assert play.exact is None, "the solver plays split hands as it plays others"


def test_a_zapped_hand_is_told_to_be_one() -> None:
    def policy(hand: PolicyHand, up: Rank) -> str:
        if "zap" in hand.permitted:
            return "zap"
        if hand.is_zapped and hand.total == 16:
            return "stand"
        return like_the_dealer(hand, up)

    play = play_by(rulebook("zappit").elect(), policy)
    assert _act(play, "T6", "T") is HandAct.EXCHANGE
    assert (
        _act(play, "T6", "T", context=int(play.decisions.exchange_context[9, 5])) is HandAct.STAND
    )


@pytest.mark.parametrize("answer", ["double", "dbl", "", None, 3])
def test_an_answer_that_is_refused_names_the_hand(answer: object) -> None:
    def policy(hand: PolicyHand, up: Rank) -> str:
        if hand.cards == (Rank.TEN, Rank.FIVE, Rank.TWO) and up is Rank.NINE:
            return answer  # type: ignore[return-value]
        return "hit" if hand.total < 21 else "stand"

    with pytest.raises(BadPolicy) as refused:
        play_by(SIX_DECKS, policy)
    assert f"answers {answer!r} for T,5,2 against 9; allowed: hit or stand" in str(refused.value)


def test_what_is_no_policy() -> None:
    with pytest.raises(BadPolicy, match="a name, a chart or a function"):
        play_by(SIX_DECKS, 17)  # type: ignore[arg-type]
