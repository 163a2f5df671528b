"""PettingZoo environments: several players at a live table, in turn or in parallel.

    env = BlackjackAEC("nobust", players=3)                          the bank goes round
    env = BlackjackAEC("nz", boxes={"Ada": 1, "Ben": 1, "Cleo": 2})  Ben backs Ada's box

They need PettingZoo (``pip install 'pitboss[envs]'``), so ``pitboss.envs`` does not import them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Space
from pettingzoo import AECEnv, ParallelEnv

from pitboss.rulebooks import RulesLike
from pitboss.table.words.transcript import transcript_of_round

from .several import About, Course, LiveGame, Question

Seen = dict[str, Any]


def _seats(players: int, boxes: Mapping[str, int] | None) -> dict[str, int]:
    return dict(boxes or {f"player_{n}": n for n in range(1, players + 1)})


def _seed(seed: int | None) -> int:
    return int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed


def _text(game: LiveGame) -> str:
    return "\n".join(transcript_of_round(game.table.log.events, game.table.state.round))


class _OfAGame:
    """What both environments share."""

    game: LiveGame

    @property
    def actions(self) -> tuple[str, ...]:
        """The name of every action."""
        return self.game.names

    def observation_space(self, agent: str) -> Space[Any]:
        """The observation and the mask of what may be answered; the same for every player."""
        return self.game.space

    def action_space(self, agent: str) -> Space[Any]:
        """The numbers of all answers."""
        return self.game.actions


class BlackjackAEC(_OfAGame, AECEnv[str, Any, int]):  # type: ignore[misc]
    """A live table whose players bank, bet, back each other's boxes and decide, one at a time."""

    metadata: dict[str, Any] = {
        "render_modes": ["ansi"], "name": "pitboss_v0", "is_parallelizable": False,
    }  # fmt: skip

    def __init__(
        self,
        book: RulesLike = "nz",
        *,
        players: int = 2,
        boxes: Mapping[str, int] | None = None,
        settings: Mapping[str, Any] | None = None,
        bets: Sequence[int] = (0, 1, 2, 5),
        side_bets: Sequence[str] | None = (),
        banks: Sequence[int] = (10, 100),
        rounds: int = 1,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = LiveGame(
            book, settings, _seats(players, boxes), bets=bets, side_bets=side_bets, banks=banks,
            rounds=rounds,
        )  # fmt: skip
        self.render_mode = render_mode
        self.possible_agents = list(self.game.boxes)
        self.agents: list[str] = []
        self._question: Question | None = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start with new cards and an empty table."""
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._course: Course = self.game.begin(_seed(seed))
        self._question = next(self._course)
        self.agent_selection = self._question.agent

    def step(self, action: int | None) -> None:
        """Answer the question; an answer that is not permitted is replaced by the first that is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self._question is not None and action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        said, may = self.game.names[int(action)], self._question.may
        self.infos[agent] = {"illegal": said not in may}
        try:
            self._question = self._course.send(said if said in may else may[0])
            self.agent_selection = self._question.agent
        except StopIteration:
            self._question = None
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        for each, won in self.game.won.items():
            self.rewards[each], self.game.won[each] = won, 0.0
        self._accumulate_rewards()

    def observe(self, agent: str) -> Seen:
        """What a player sees, and what they may answer if they are asked."""
        question = self._question
        if question is None or question.agent != agent:
            question = Question(agent, About.NOTHING, ())
        seen = self.game.seen(agent, question.about)
        return {"observation": seen, "action_mask": self.game.mask(question.may)}

    def render(self) -> str | None:
        """The round so far, a sentence for each event with its clause."""
        return _text(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: no resources are open."""


class BlackjackParallel(_OfAGame, ParallelEnv[str, Any, int]):  # type: ignore[misc]
    """The same table, where every player answers in every step.

    All bets are made in one step. Then one player is asked at a time, and the others may only pass.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "pitboss_parallel_v0"}

    def __init__(self, book: RulesLike = "nz", **options: Any) -> None:
        self._aec = BlackjackAEC(book, **options)
        self.game, self.render_mode = self._aec.game, self._aec.render_mode
        self.possible_agents = list(self.game.boxes)
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, Any]]:
        """Start with new cards and an empty table."""
        self._aec.reset(seed)
        self.agents = list(self.possible_agents)
        return self._seen(), {agent: {} for agent in self.agents}

    def _together(self) -> dict[str, Question]:
        """The questions of this step: all bets at once, or one of another kind."""
        asked = self._aec._question
        if asked is None:
            return {}
        questions = {asked.agent: asked}
        first = next(iter(self.game.boxes))
        if asked.about is About.BET and asked.agent == first and "pass" not in asked.may:
            for agent in self.game.boxes:
                questions.setdefault(agent, Question(agent, About.BET, self.game.bets_of(agent)))
        return questions

    def _seen(self) -> dict[str, Seen]:
        questions, shown = self._together(), {}
        for agent in self.agents:
            asked = questions.get(agent, Question(agent, About.NOTHING, ("pass",)))
            seen = self.game.seen(agent, asked.about)
            shown[agent] = {"observation": seen, "action_mask": self.game.mask(asked.may)}
        return shown

    def step(self, actions: dict[str, int]) -> tuple[
        dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]
    ]:  # fmt: skip
        """Answer the question of this step, or place everyone's bets."""
        waiting = self._together()
        won = dict.fromkeys(self.agents, 0.0)
        infos: dict[str, Any] = {agent: {} for agent in self.agents}
        while (asked := self._aec._question) is not None and asked.agent in waiting:
            if waiting.pop(asked.agent).about is not asked.about:
                break
            self._aec.step(actions[asked.agent])
            infos[asked.agent] = self._aec.infos[asked.agent]
            for agent, reward in self._aec.rewards.items():
                won[agent] += reward
            if asked.about is not About.BET or self._is_on_side_bets():
                break
        over = self._aec._question is None
        seen, flags = self._seen(), dict.fromkeys(self.agents, over)
        none = dict.fromkeys(self.agents, False)
        self.agents = [] if over else self.agents
        return seen, won, flags, none, infos

    def _is_on_side_bets(self) -> bool:
        asked = self._aec._question
        return asked is not None and asked.about is About.BET and "pass" in asked.may

    def render(self) -> str | None:
        """The round so far, a sentence for each event with its clause."""
        return self._aec.render()

    def close(self) -> None:
        """Do nothing: no resources are open."""
