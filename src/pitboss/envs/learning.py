"""Helpers for learners: learnt values as a policy, and a policy as a player at many tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Rank
from pitboss.compiled.hand_states import HandDistinction
from pitboss.compiled.ranks import CLASSES
from pitboss.kernels.steps import codes
from pitboss.kernels.steps.tables import Stepped
from pitboss.players.function_policies import PolicyFunction, PolicyHand
from pitboss.players.policies import PolicyLike, play_by

from .vector import BlackjackVectorEnv

_NUMBER: Final = {name: n for n, name in enumerate(codes.NAMES)}


def policy_of(made: Stepped, values: NDArray[np.float64]) -> PolicyFunction:
    """Values learnt for each decision and act, as a function of a hand and an up card.

    ``made`` is the attribute of an environment, and ``values[decision, act]`` what the learner
    expects. ``pitboss.regret`` and ``pitboss.simulate`` accept the function.
    """

    def learnt(hand: PolicyHand, up: Rank) -> str:
        state = made.state_of([CLASSES.index(rank) for rank in hand.cards])
        row = values[state * 10 + CLASSES.index(up)]
        return max(sorted(hand.permitted), key=lambda name: float(row[_NUMBER[name]]))

    return learnt


def player(env: BlackjackVectorEnv, policy: PolicyLike = "basic") -> Callable[[], Any]:
    """A function that returns a policy's act for every table of a vector.

    The policy must play by totals, as a chart does. It bets the lowest bet and takes no insurance.
    """
    play = play_by(env.made.rules, policy)
    if play.told is not HandDistinction.BY_TOTALS:
        raise ValueError("this policy plays by single cards; give one that plays by totals")
    decisions, tables = play.decisions, env.played.room.tables
    everyone = np.arange(env.num_envs)

    def acts() -> NDArray[np.int64]:
        boxes = env.played.boxes
        phase, up, context = tables["phase"], tables["up"], boxes["context"]
        state, legal = boxes["hands"]["state"][everyone, boxes["current"]], boxes["legal"]
        chosen = decisions.acts[context, up, state].astype(np.int64)
        other = decisions.unsplit[context, up, state].astype(np.int64)
        refused = (legal >> chosen & 1) == 0
        in_play = np.where(refused, other, chosen)
        gives_up = (chosen == codes.SURRENDER) & (legal >> codes.SURRENDER & 1 > 0)
        before = np.where(gives_up, codes.SURRENDER, codes.PASS)
        acts = np.where(phase == codes.PLAY, in_play, np.where(phase == codes.WINDOW, before, 8))
        return np.where(phase == codes.BETTING, codes.BASE, acts)

    return acts
