"""Drills: what comes when, counts by the system's own rounding, bets by the ramp."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import msgspec
import pytest

import pitboss
from pitboss.cards import DECK
from pitboss.coach.advice import advice_on
from pitboss.coach.count_drills import CountDrill, decks_left
from pitboss.coach.drills import NothingToDrill
from pitboss.coach.hand_drills import HandDrill, HandMemory
from pitboss.coach.practice_rounds import PracticeScript
from pitboss.coach.ramp_drills import RampDrill, RampMemory
from pitboss.coach.ramps import (
    Ladder,
    RampBasis,
    best_ramp_of,
    plays_of,
    spread_of_ramp,
    units_at,
    usual_spread,
)
from pitboss.coach.rows import cell_of
from pitboss.coach.spots import HandSpot
from pitboss.players.counts import SYSTEMS, count_system
from pitboss.players.spreads import Spread
from pitboss.rulebooks import BOOKS
from pitboss.solver import Shoe
from tests.commands import Command

CLASSIC = pitboss.rulebook("classic").elect()


def cost(drill: HandDrill, spot: HandSpot, act: str) -> float:
    return advice_on(spot, drill.standard).cost(act)


def worst(drill: HandDrill, spot: HandSpot) -> str:
    advice = advice_on(spot, drill.standard)
    return max((one.act for one in advice.acts if one.ev is not None), key=advice.cost)


def test_a_cell_missed_twice_comes_again_within_eight_hands() -> None:
    drill = HandDrill(CLASSIC, seed=1)
    missed: dict[str, int] = {}
    last: dict[str, int] = {}
    came = 0
    for _ in range(250):
        spot = drill.next()
        cell, number = cell_of(spot)[1], drill.memory.hands
        if cell in last:
            assert number - last.pop(cell) <= 8
            came += 1
        act = worst(drill, spot)
        advice = drill.answer(spot, act)
        if advice.grade(act) != "right" and cell in drill.cells:
            missed[cell] = missed.get(cell, 0) + 1
            if missed[cell] >= 2:
                last[cell] = number
        assert all(number - at < 8 for at in last.values())
    assert came > 40


def test_a_mistake_makes_a_cell_heavier_and_three_right_answers_lighter() -> None:
    drill = HandDrill(CLASSIC, kinds=("pairs",), seed=2)
    before, spot = drill.cells, drill.next()
    cell = cell_of(spot)[1]
    act = worst(drill, spot)
    lost = cost(drill, spot, act) / spot.stake * 100
    drill.answer(spot, act)
    heavy = drill.cells[cell]
    assert heavy == pytest.approx(before[cell] * (1 + lost)), "frequency times one plus the cost"
    number = 0
    while drill.memory.cells[cell].right_in_a_row < 4:
        spot = drill.next()
        number += 1
        drill.answer(spot, advice_on(spot, drill.standard).best)
    assert drill.cells[cell] == pytest.approx(before[cell] * (1 + lost / 4)), "halved twice"
    assert drill.tally.right == number


def test_only_the_kind_asked_for() -> None:
    drill = HandDrill(pitboss.rulebook("zappit").elect(), kinds=("zap",), seed=1)
    for _ in range(20):
        spot = drill.next()
        assert spot.answers["zap"]
        drill.answer(spot, "stand")
    with pytest.raises(NothingToDrill, match="classic has no hands to practise: zap"):
        HandDrill(CLASSIC, kinds=("zap",))


@pytest.mark.parametrize("book", ["rws", "nobust"])
def test_surrender_is_offered_with_every_hand_that_practises_it(book: str) -> None:
    drill = HandDrill(pitboss.rulebook(book).elect(), kinds=("surrender",), seed=1)
    for _ in range(8):
        spot = drill.next()
        assert spot.answers.get("surrender"), "before play or in it, as the book has it"
        drill.answer(spot, "surrender")


@pytest.mark.parametrize("book", BOOKS)
def test_insurance_is_practised_and_the_hand_is_played_on(book: str) -> None:
    drill = HandDrill(pitboss.rulebook(book).elect(), kinds=("insurance",), seed=2)
    for _ in range(6):
        spot = drill.next()
        assert spot.is_window and {"insure", "even_money"} & {
            a for a, ok in spot.answers.items() if ok
        }
        assert drill.answer(spot, "decline").best == "decline", "from a full shoe"
        while drill.round is not None and (then := drill.round.spot) is not None:
            assert not then.is_window
            drill.answer(then, "stand" if then.answers["stand"] else "hit")


def test_splits_are_played_out_and_a_drill_goes_on_elsewhere() -> None:
    drill = HandDrill(CLASSIC, kinds=("pairs",), seed=6)
    spot, hands = drill.next(), drill.memory.hands
    assert len(spot.hand.cards) == 2
    drill.answer(spot, "split")
    played = 0
    while drill.round is not None and drill.round.spot is not None:
        assert len(drill.round.hands) >= 2
        data = msgspec.json.encode(drill.memory)
        drill = HandDrill(
            CLASSIC, kinds=("pairs",), memory=msgspec.json.decode(data, type=HandMemory)
        )
        spot = drill.next()
        assert spot.hand.is_split and drill.memory.hands == hands
        assert drill.round is not None
        assert [cards for cards, turn in drill.round.hands if turn] == [spot.hand.cards]
        drill.answer(spot, "stand")
        played += 1
    assert played >= 2
    drill.next()
    assert drill.memory.hands == hands + 1


@pytest.mark.parametrize("name", SYSTEMS)
def test_counts_start_where_the_system_starts_and_are_rounded_as_it_rounds(name: str) -> None:
    system = count_system(name)
    drill = CountDrill(system, 6, at_once=2, seed=4)
    running = system.start_of(6)
    tags = dict(zip(DECK, system.tags, strict=True))
    for _ in range(30):
        question = drill.next()
        assert question == drill.next(), "the same cards until they are answered"
        running += sum(tags[card] for card in question.cards)
        assert question.running == running
        assert question.decks == Fraction(round(question.cards_left / 26 + 1e-9), 2)
        exact = Fraction(26 * 2 * question.decks)
        true = None if system.is_running else system.true_count(running, int(exact))
        assert question.true == true
        assert drill.answer(question, running, true, question.decks)
    question = drill.next()
    assert not drill.answer(question, question.running + 1, question.true)
    assert (drill.tally.right, drill.tally.asked, drill.tally.off) == (30, 31, 1)


@pytest.mark.parametrize("book", BOOKS)
def test_a_whole_round_is_counted_hand_by_hand(book: str) -> None:
    rules = pitboss.rulebook(book).elect()
    drill = CountDrill(count_system("hi-lo"), 6, table=(rules, 3), seed=2)
    running = Fraction(0)
    tags = dict(zip(DECK, count_system("hi-lo").tags, strict=True))
    for _ in range(12):
        question = drill.next()
        if question.is_new_shoe:
            running = Fraction(0)
        assert [name for name, _ in question.groups][-1] == "Dealer"
        assert all(len(cards) >= 2 for name, cards in question.groups if name != "Dealer")
        running += sum(tags[card] for card in question.cards)
        assert question.running == running
        assert drill.answer(question, running, question.true, question.decks)


HI_LO = count_system("hi-lo")


def test_a_wrong_bet_costs_what_the_shoe_is_worth() -> None:
    drill = RampDrill(
        CLASSIC, HI_LO, Spread.of({-10: 1, 2: 8}), asks=frozenset({"bet"}), seed=3
    )  # fmt: skip
    question = drill.next()
    assert question.units == (8 if question.count >= 2 else 1)
    left = Counter(DECK * 6) - Counter(drill.shoe.dealt)
    counts = [sum(n for card, n in left.items() if (card.pips or 10 - 9 * card.is_ace) == pips)
              for pips in range(1, 11)]  # fmt: skip
    assert question.ev == pytest.approx(pitboss.solve(CLASSIC, shoe=Shoe(tuple(counts))).ev)
    assert drill.answer(question, 0).cost == pytest.approx(question.units * (question.ev or 0))
    assert drill.next().asks == "bet"


def test_plays_are_judged_by_the_ladder_at_the_count_with_the_cards_on_the_table() -> None:
    ladder = Ladder(plays_of(CLASSIC, HI_LO, 0.5))
    drill = RampDrill(CLASSIC, HI_LO, usual_spread(HI_LO, 6), ladder=ladder, seed=8)
    tags = dict(zip(DECK, HI_LO.tags, strict=True))
    judged = windows = drawn = 0
    for _ in range(36):
        ramp_memory = msgspec.json.decode(msgspec.json.encode(drill.memory), type=RampMemory)
        drill = RampDrill(CLASSIC, HI_LO, drill.spread, ladder=ladder, memory=ramp_memory)
        question = drill.next()
        if question.spot is None:
            assert question.units == units_at(drill.spread, question.count)
            drill.answer(question, question.units)
            continue
        spot = question.spot
        drawn += len(spot.hand.cards) > 2
        seen = [*drill.shoe.dealt, *spot.hand.cards, spot.up]
        decks = decks_left(HI_LO, 312 - len(seen))
        assert question.count == HI_LO.called(
            sum((tags[card] for card in seen), Fraction(0)), decks
        )
        if spot.is_window:
            windows += 1
            assert ladder.found.insure_at is not None
            right = question.count >= ladder.found.insure_at
            taken = "even_money" if spot.answers["even_money"] else "insure"
            judged_window = drill.answer(question, taken if right else "decline")
            assert judged_window.is_right
            assert judged_window.play is None, "no play of the hand decides insurance"
            continue
        wanted = ladder.act_at(spot, question.count)
        other = next(act for act in ("hit", "stand") if act != wanted)
        judgement = drill.answer(question, other)
        if wanted is not None:
            judged += 1
            assert (judgement.is_right, judgement.right, judgement.by) == (
                False,
                wanted,
                "the ladder",
            )
            assert judgement.advice is not None and judgement.advice.exact_for == "seen"
            values = judgement.advice.value(wanted), judgement.advice.value(other)
            assert judgement.cost == pytest.approx((values[0] or 0) - (values[1] or 0))
    assert judged > 8 and windows and drawn, "hands are played on"


def test_where_no_play_names_a_hand_an_act_as_good_in_this_shoe_is_right_too() -> None:
    """A 16 against a ten that no ladder has: by its cards alone, its owner should hit."""
    known = plays_of(CLASSIC, HI_LO, 0.5)
    ladder = Ladder(known._replace(plays=()))
    for seed, gains, loses in ((1, True, False), (2, False, True)):
        script = PracticeScript(["Ts", "6h", "Td"], [])
        memory = RampMemory(seed, number=1, dealt=200, stage="act", script=script)
        drill = RampDrill(CLASSIC, HI_LO, usual_spread(HI_LO, 6), ladder=ladder, memory=memory)
        judged = drill.answer(drill.next(), "stand")
        assert (judged.right, judged.by) == ("hit", "the hand")
        assert (judged.cost < 0, judged.cost > 0.02) == (gains, loses), "the shoe tells them apart"
        assert judged.is_right is gains


def test_a_split_by_the_count_is_played_out_with_every_card_of_the_box_counted() -> None:
    script = PracticeScript(["8s", "8h", "6d"], [])
    memory = RampMemory(1, number=1, dealt=40, stage="act", script=script)
    drill = RampDrill(CLASSIC, HI_LO, usual_spread(HI_LO, 6), memory=memory)
    drill.answer(drill.next(), "split")
    tags = dict(zip(DECK, HI_LO.tags, strict=True))
    played = 0
    while (question := drill.next()).spot is not None:
        cards = [card for hand, _ in question.hands for card in hand]
        assert len(question.hands) >= 2 and sum(turn for _, turn in question.hands) == 1
        assert set(question.spot.hand.cards) | set(question.spot.own) == set(cards)
        seen = [*drill.shoe.dealt, question.spot.up, *cards]
        running = sum((tags[card] for card in seen), Fraction(0))
        assert question.count == HI_LO.called(running, decks_left(HI_LO, 312 - len(seen)))
        judged = drill.answer(question, "stand")
        assert judged.advice is not None and judged.advice.exact_for == "seen"
        played += 1
    assert played >= 2 and question.asks == "bet"


def test_the_best_ramp_rises_with_the_count() -> None:
    ramp = spread_of_ramp(best_ramp_of(CLASSIC, HI_LO, 0.5, RampBasis()), 1.0)
    bets = [units_at(ramp, at) for at in range(-10, 11)]
    assert bets == sorted(bets) and (bets[0], bets[-1]) == (1, 8)


def test_the_command_reads_a_pipe_and_sums_up(command: Command) -> None:
    typed = "d\nx\np\nh\n"
    ran = command("drill", "classic", "--questions", "2", "--seed", "3", typed=typed)
    assert ran.code == 0
    shown = ran.out
    assert "'x' is not an act; press h s d, or q to stop." in shown
    assert "No: only a pair may be split." in shown
    assert "2 of 2 right (100%)." in shown
    request = ("drill", "classic", "--questions", "9", "--seed", "3", "--json")
    document = command(*request, typed="h\n").json
    assert (document["questions"], document["right"]) == (1, 0)
    assert document["missed"][0]["what"] == "3 7 v 7: double"
    play = ("drill", "classic", "--kind", "deviations", "--questions", "1", "--seed", "3")
    shown = command(*play, typed="s\n").out
    assert "Running count -1 before the deal, 3 decks left: 5 7 against 5" in shown
    assert "Right, by the ladder at +0." in shown
    ran = command("drill", "classic", "--kind", "count", "--count", "no", typed="")
    assert ran.code == 2 and "unknown counting system 'no'" in ran.err


def test_a_game_with_the_coach_before_and_after(command: Command) -> None:
    shoe = ("--shoe", "2c Ts Th 7d 5c 2h 8h")
    for when in ("before", "after"):
        typed = "10\nh\ns\n"
        ran = command("play", "classic", "--coach", when, *shoe, typed=typed)
        assert ran.code == 0
        shown = " ".join(ran.out.split())
        advice = "Coach: stand -0.4185 · hit -0.5801 (costs 1.62) · double"
        assert (advice in shown) is (when == "before")
        assert "Coach: box 1, T 7 against T: hit costs 1.62; stand was better." in shown
        assert "Rounds 1 · decisions 2, right 1 (50%) · errors cost 1.62" in shown
        assert "expected −1.66 · actual +10 · luck +11.66" in shown
    ran = command("play", "classic", *shoe, typed="10\ns\n")
    assert ran.code == 0 and "Coach" not in ran.out
