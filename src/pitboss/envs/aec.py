"""PettingZoo environments: several players at a live table, in turn or in parallel.

    env = BlackjackAEC("nobust", players=3)                          the bank goes round
    env = BlackjackAEC("nz", boxes={"Ada": 1, "Ben": 1, "Cleo": 2})  Ben backs Ada's box

They need PettingZoo (``pip install 'pitboss[envs]'``), so ``pitboss.envs`` does not import them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Space
from pettingzoo import AECEnv, ParallelEnv

from pitboss.rulebooks import RulesLike
from pitboss.table.words.transcript import transcript_of_round

from .arguments import BadArgument, act_of, brief, whole
from .several import About, Course, LiveGame, SeatQuestion

Seen = dict[str, Any]


def _seats(players: int, boxes: Mapping[str, int] | None) -> dict[str, int]:
    if boxes:
        return dict(boxes)
    return {f"player_{n}": n for n in range(1, whole("players", players) + 1)}


def _seed(seed: int | None) -> int:
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int | np.integer)):
        raise BadArgument(f"a seed is a whole number, not {brief(seed)}")
    return int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else int(seed)


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
        self._course: Course | None = None
        self._question: SeatQuestion | None = None
        self._began_with = 0
        self._answers: list[str] = []

    def __copy__(self) -> Any:
        """An environment of its own: two cannot play from one shoe."""
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the round in progress, whose questions cannot be copied."""
        unfinished = {"_question": None, "_course": None, "has_begun": self._course is not None}
        return {**vars(self), **unfinished}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Play the round again, to the question that was waiting."""
        has_begun = state.pop("has_begun")
        self.__dict__.update(state)
        if has_begun:
            answers = self._answers
            self._begin(self._began_with)
            for answer in answers:
                self._answer(answer)
            self.game.won = dict.fromkeys(self.game.boxes, 0.0)

    def _begin(self, seed: int) -> None:
        self._began_with, self._answers = seed, []
        self._course = self.game.begin(seed)
        self._question = next(self._course, None)

    def _answer(self, answer: str) -> None:
        assert self._course is not None
        self._answers.append(answer)
        try:
            self._question = self._course.send(answer)
        except StopIteration:
            self._question = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start with new cards and an empty table."""
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._begin(_seed(seed))
        assert self._question is not None, "every game begins with a question"
        self.agent_selection = self._question.agent

    def step(self, action: int | None) -> None:
        """Answer the question; an answer that is not permitted is replaced by the first that is."""
        if self._course is None:
            raise ResetNeeded("call reset() before the first step")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self._question is not None
        answer, may = self.game.names[act_of(action, len(self.game.names))], self._question.may
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {"illegal": answer not in may}
        self._answer(answer if answer in may else may[0])
        if self._question is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._question.agent
        for each, won in self.game.won.items():
            self.rewards[each], self.game.won[each] = won, 0.0
        self._accumulate_rewards()

    def observe(self, agent: str) -> Seen:
        """What a player sees, and what they may answer if they are asked."""
        question = self._question
        if question is None or question.agent != agent:
            question = SeatQuestion(agent, About.NOTHING, ())
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

    def __copy__(self) -> Any:
        """An environment of its own: two cannot play at one table."""
        return deepcopy(self)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, Any]]:
        """Start with new cards and an empty table."""
        self._aec.reset(seed)
        self.agents = list(self.possible_agents)
        return self._seen(), {agent: {} for agent in self.agents}

    def _together(self) -> dict[str, SeatQuestion]:
        """The questions of this step: all bets at once, or one of another kind."""
        question = self._aec._question
        if question is None:
            return {}
        questions = {question.agent: question}
        first = next(iter(self.game.boxes))
        if question.about is About.BET and question.agent == first and "pass" not in question.may:
            for agent in self.game.boxes:
                questions.setdefault(
                    agent, SeatQuestion(agent, About.BET, self.game.bets_of(agent))
                )
        return questions

    def _seen(self) -> dict[str, Seen]:
        questions, shown = self._together(), {}
        for agent in self.agents:
            question = questions.get(agent, SeatQuestion(agent, About.NOTHING, ("pass",)))
            seen = self.game.seen(agent, question.about)
            shown[agent] = {"observation": seen, "action_mask": self.game.mask(question.may)}
        return shown

    def step(self, actions: dict[str, int]) -> tuple[
        dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]
    ]:  # fmt: skip
        """Answer the question of this step, or place everyone's bets."""
        self._check(actions)
        waiting = self._together()
        won = dict.fromkeys(self.agents, 0.0)
        infos: dict[str, Any] = {agent: {} for agent in self.agents}
        while (question := self._aec._question) is not None and question.agent in waiting:
            if waiting.pop(question.agent).about is not question.about:
                break
            self._aec.step(actions[question.agent])
            infos[question.agent] = self._aec.infos[question.agent]
            for agent, reward in self._aec.rewards.items():
                won[agent] += reward
            if question.about is not About.BET or self._is_on_side_bets():
                break
        over = self._aec._question is None
        seen, flags = self._seen(), dict.fromkeys(self.agents, over)
        none = dict.fromkeys(self.agents, False)
        self.agents = [] if over else self.agents
        return seen, won, flags, none, infos

    def _check(self, actions: Any) -> None:
        """Refuse a step without an act for every player, before anything is done."""
        if self._aec._course is None or not self.agents:
            raise ResetNeeded("call reset() before the next step")
        if not isinstance(actions, Mapping) or not actions.keys() >= set(self.agents):
            wanted = ", ".join(self.agents)
            raise BadArgument(f"a step needs an act for each of {wanted}, not {brief(actions)}")
        for agent in self.agents:
            act_of(actions[agent], len(self.game.names))

    def _is_on_side_bets(self) -> bool:
        question = self._aec._question
        return question is not None and question.about is About.BET and "pass" in question.may

    def render(self) -> str | None:
        """The round so far, a sentence for each event with its clause."""
        return self._aec.render()

    def close(self) -> None:
        """Do nothing: no resources are open."""
