"""PettingZoo's own tests, and money that sums to zero, with back bettors and a player-dealer."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from pitboss.envs.aec import BlackjackAEC, BlackjackParallel
from pitboss.envs.several import About
from pitboss.players.stakes import side_stake

from .shapes import chosen

SIDE_BETS = Path(__file__).parents[2] / "examples" / "side_bets.toml"

TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("nz", {"boxes": {"player_1": 1, "player_2": 1, "player_3": 2}, "rounds": 3}),
    (
        "rws",
        {"boxes": {"player_1": 1, "player_2": 1, "player_3": 3}, "rounds": 3, "side_bets": None},
    ),
    ("nobust", {"players": 3, "rounds": 4, "banks": (2, 10, 100)}),
    ("zappit", {"players": 4, "rounds": 2}),
    ("leaflet", {"players": 2}),
    ("classic", {"players": 5, "rounds": 2}),
    ("nz", {"players": 2, "rounds": 2, "side_bets": None, "settings": {"layout": 3}}),
)


@pytest.mark.parametrize(("book", "shape"), TABLES)
def test_the_checks_of_pettingzoo_pass(book: str, shape: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        # Observations are dicts with a mask, as in PettingZoo's own card games.
        warnings.filterwarnings("ignore", "Observation")
        api_test(BlackjackAEC(book, render_mode="ansi", **shape), num_cycles=100)
        seed_test(lambda: BlackjackAEC(book, **shape), num_cycles=20)
        parallel_api_test(BlackjackParallel(book, **shape), num_cycles=60)
        parallel_seed_test(lambda: BlackjackParallel(book, **shape), num_cycles=20)


@pytest.mark.parametrize(("book", "shape"), TABLES)
def test_what_players_win_the_others_and_the_house_lose(book: str, shape: dict[str, Any]) -> None:
    env = BlackjackAEC(book, **shape)
    random, abouts = np.random.default_rng(1), set()
    for episode in range(25):
        env.reset(seed=episode)
        won = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, over, cut, _ = env.last()
            won[agent] += reward
            if over or cut:
                env.step(None)
                continue
            abouts.add(About(seen["observation"][0]))
            env.step(chosen(random, seen["action_mask"]))
        money = env.game.table.state.money
        house = sum(cents for who, cents in money.items() if who not in won)
        assert sum(won.values()) * env.game.unit + house == pytest.approx(0, abs=1e-6)
    assert {About.BET, About.PLAY} <= abouts
    assert (About.BANK in abouts) == (book == "nobust")
    assert (About.JOIN in abouts) == ("boxes" in shape)


def test_all_bets_are_made_in_one_parallel_step() -> None:
    env = BlackjackParallel("nz", players=3)
    seen, _ = env.reset(seed=1)
    assert all(seen[agent]["observation"][0] == About.BET for agent in env.agents)
    bet = env.actions.index("bet_2")
    env.step(dict.fromkeys(env.agents, bet))
    stakes = {wager.player: wager.stake for wager in env.game.table.state.wagers}
    assert stakes == dict.fromkeys(env.possible_agents, 2 * env.game.unit)


def test_the_player_dealer_wins_what_the_players_lose() -> None:
    env = BlackjackAEC("nobust", players=2, bets=(1,), banks=(10,))
    env.reset(seed=3)
    banker = env.agent_selection
    env.step(env.actions.index("bank_10"))
    while env.agents and not any(env.terminations.values()):
        env.step(env.actions.index("stand"))
    other = next(agent for agent in env.possible_agents if agent != banker)
    fees = env.game.table.state.money
    house = sum(cents for who, cents in fees.items() if who not in (banker, other))
    total = env._cumulative_rewards[banker] + env._cumulative_rewards[other]
    assert env._cumulative_rewards[banker] != 0
    assert total * env.game.unit == pytest.approx(-house, abs=1e-6)


def test_what_a_player_has_not_seen_is_counted_by_class() -> None:
    env = BlackjackAEC("classic", players=2, bets=(1,), settings={"decks": 2})
    for seed in range(6):
        env.reset(seed=seed)
        while env.agents and not any(env.terminations.values()):
            seen = env.observe(env.agent_selection)["observation"]
            if seen[0] == About.PLAY:
                break
            env.step(int(np.argmax(env.observe(env.agent_selection)["action_mask"])))
        else:
            continue  # the dealer has a blackjack: nobody is asked to play
        table = env.game.table
        shown = [card for box in table.state.boxes for card in box.hands[0].hand.cards]
        shown += table.state.dealer[:1]
        left = dict.fromkeys("A23456789", 8) | {"T": 32}
        for card in shown:
            left["T" if card.rank in "TJQK" else str(card.rank)] -= 1
        unseen = seen[-10:]
        assert sorted(unseen.tolist()) == sorted(left.values())
        assert unseen[-1] == left["T"]
        assert unseen.sum() == 2 * 52 - len(shown)
        break
    else:
        pytest.fail("no seed led to a decision")


def test_a_side_bet_after_the_deal_stakes_the_chips_of_the_environment() -> None:
    env = BlackjackAEC(
        str(SIDE_BETS), players=1, bets=(1,), side_bets=None, settings={"extra": "bust_bonus"}
    )
    env.reset(seed=1)
    for _ in range(10):
        agent = env.agent_selection
        mask = env.observe(agent)["action_mask"]
        offered = [name for name in env.actions if name == "side_bust_bonus"]
        if offered and mask[env.actions.index(offered[0])]:
            env.step(env.actions.index(offered[0]))
            break
        env.step(int(np.argmax(mask)))
    [bonus] = [w for w in env.game.table.state.wagers if w.kind == "bust_bonus"]
    assert bonus.stake == side_stake(env.game.rules, "bust_bonus")
