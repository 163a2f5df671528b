"""Drills: what comes when, counts by the system's own rounding, bets by the ramp."""

from __future__ import annotations

import io
import json

import pytest

import pitboss
from pitboss.cards import DECK
from pitboss.cli.main import run
from pitboss.coach.advice import advice_on
from pitboss.coach.drills import BetDrill, CountDrill, HandDrill, NothingToDrill
from pitboss.coach.rows import cell_of
from pitboss.players.counts import SYSTEMS, count_system
from pitboss.players.spreads import Spread

CLASSIC = pitboss.rulebook("classic").elect()


def test_a_cell_missed_twice_comes_again_within_eight_hands() -> None:
    drill = HandDrill(CLASSIC, seed=1)
    missed: dict[str, int] = {}
    last: dict[str, int] = {}
    came = 0
    for number in range(200):
        spot = drill.next()
        cell = cell_of(spot)[1]
        if cell in last:
            assert number - last.pop(cell) <= 8
            came += 1
        worst = max(
            (act for act, answer in spot.answers.items() if answer),
            key=lambda act: drill_cost(drill, spot, act),
        )
        advice = drill.answer(spot, worst)
        if advice.grade(worst) != "right":
            missed[cell] = missed.get(cell, 0) + 1
            if missed[cell] >= 2:
                last[cell] = number
        assert all(number - at < 8 for at in last.values())
    assert came > 40


def drill_cost(drill: HandDrill, spot: object, act: str) -> float:
    from pitboss.coach.spots import Spot

    assert isinstance(spot, Spot)
    return advice_on(spot, drill.standard).cost(act)


def test_a_mistake_makes_a_cell_heavier_and_three_right_answers_lighter() -> None:
    drill = HandDrill(CLASSIC, kinds=("pairs",), seed=2)
    before, spot = drill.cells, drill.next()
    cell = cell_of(spot)[1]
    worst = max(("hit", "stand", "split"), key=lambda act: drill_cost(drill, spot, act))
    drill.answer(spot, worst)
    heavy = drill.cells[cell]
    assert heavy > 10 * before[cell]
    for _ in range(500):
        spot = drill.next()
        drill.answer(spot, advice_on(spot, drill.standard).best)
    assert drill.cells[cell] < heavy / 4
    assert drill.tally.right == 500


def test_only_the_kind_asked_for() -> None:
    drill = HandDrill(pitboss.rulebook("zappit").elect(), kinds=("zap",), seed=1)
    assert all(drill.next().answers["zap"] for _ in range(20))
    with pytest.raises(NothingToDrill, match="classic has no hands to practise: zap"):
        HandDrill(CLASSIC, kinds=("zap",))


@pytest.mark.parametrize("name", SYSTEMS)
def test_counts_start_where_the_system_starts_and_are_rounded_as_it_rounds(name: str) -> None:
    system = count_system(name)
    drill = CountDrill(system, 6, at_once=2, seed=4)
    running = system.start_of(6)
    tags = dict(zip(DECK, system.tags, strict=True))
    for _ in range(30):
        question = drill.next()
        running += sum(tags[card] for card in question.cards)
        assert question.running == running
        true = None if system.is_running else system.true_count(running, question.cards_left)
        assert question.true == true
        assert drill.answer(question, running, true)
    assert not drill.answer(question, running + 1, true)
    assert (drill.tally.right, drill.tally.asked) == (30, 31)


def test_a_wrong_bet_costs_what_the_shoe_is_worth() -> None:
    drill = BetDrill(CLASSIC, count_system("hi-lo"), Spread.of({-10: 1, 2: 8}), seed=3)
    question = drill.next()
    assert question.units == (8 if question.count >= 2 else 1)
    assert question.ev is not None
    assert drill.answer(question, 0) == pytest.approx(question.units * question.ev)


def _typed(monkeypatch: pytest.MonkeyPatch, text: str, *arguments: str) -> object:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    with pytest.raises(SystemExit) as stopped:
        run(arguments)
    return stopped.value.code


def test_the_command_reads_a_pipe_and_sums_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = "s\nx\np\ns\n"
    assert _typed(monkeypatch, typed, "drill", "classic", "--questions", "2", "--seed", "3") == 0
    shown = capsys.readouterr().out
    assert "'x' is not an act; press h s d, or q to stop." in shown
    assert "No: only a pair may be split." in shown
    assert "2 of 2 right (100%)." in shown
    asked = ("drill", "classic", "--questions", "9", "--seed", "3", "--json")
    assert _typed(monkeypatch, "h\n", *asked) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["questions"], told["right"]) == (1, 0)
    assert told["missed"][0]["what"] == "A 9 v 4: stand"
    assert _typed(monkeypatch, "", "drill", "classic", "--kind", "count", "--count", "no") == 2
    assert "unknown counting system 'no'" in capsys.readouterr().err


def test_a_game_with_the_coach_before_and_after(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shoe = ("--shoe", "2c Ts Th 7d 5c 2h 8h")
    for when in ("before", "after"):
        typed = "10\nh\ns\n"
        assert _typed(monkeypatch, typed, "play", "classic", "--coach", when, *shoe) == 0
        shown = " ".join(capsys.readouterr().out.split())
        advice = "Coach: stand -0.4185 · hit -0.5801 (costs 1.62) · double"
        assert (advice in shown) is (when == "before")
        assert "Coach: box 1, T 7 against T: hit costs 1.62; stand was better." in shown
        assert "Rounds 1 · decisions 2, right 1 (50%) · errors cost 1.62" in shown
        assert "expected −1.66 · actual +10 · luck +11.66" in shown
    assert _typed(monkeypatch, "10\ns\n", "play", "classic", *shoe) == 0
    assert "Coach" not in capsys.readouterr().out
