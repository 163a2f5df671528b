"""PettingZoo's own tests, and money that sums to zero, with back bettors and a player-dealer."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from pitboss.envs.aec import BlackjackAEC, BlackjackParallel
from pitboss.envs.several import About

from .shapes import chosen

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
    random, asked = np.random.default_rng(1), set()
    for episode in range(25):
        env.reset(seed=episode)
        won = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, over, cut, _ = env.last()
            won[agent] += reward
            if over or cut:
                env.step(None)
                continue
            asked.add(About(seen["observation"][0]))
            env.step(chosen(random, seen["action_mask"]))
        money = env.game.table.state.money
        house = sum(cents for who, cents in money.items() if who not in won)
        assert sum(won.values()) * env.game.unit + house == pytest.approx(0, abs=1e-6)
    assert {About.BET, About.PLAY} <= asked
    assert (About.BANK in asked) == (book == "nobust")
    assert (About.JOIN in asked) == ("boxes" in shape)


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
