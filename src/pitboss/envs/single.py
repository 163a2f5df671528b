"""One table of a book as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from fractions import Fraction
from typing import Any, Final, Literal

import gymnasium as gym
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from pitboss.envs.arguments import BadArgument, BadEnvironment, act_of, choice, options_of
from pitboss.envs.played import PlayedTables
from pitboss.envs.replay import EnvironmentStep, Replay
from pitboss.envs.spaces import Episode, Observation, SideBets, observation_space, stepped
from pitboss.kernels.steps import codes
from pitboss.kernels.steps.tables import Stepped
from pitboss.rulebooks import RulesLike

_LONG_LOG: Final = 4000
"""A new table is used for the transcript from the next shoe on."""
_MOST_WAITING: Final = 4096
"""The most steps that wait to be followed."""


class Followed:
    """What an environment has done since its shoe was new, and the table that repeats it."""

    def __init__(self, made: Stepped) -> None:
        self.made = made
        self.replay: Replay | None = None
        self._waiting: list[EnvironmentStep] = []
        self._is_on = False
        """Whether the shoe is followed from its first card"""

    def abandon(self) -> None:
        """Follow no more until the next new shoe."""
        self.replay, self._waiting, self._is_on = None, [], False

    def add(
        self,
        act: int | None,
        box: int,
        phase: int,
        traced: Sequence[int],
        reward: float,
        then: int,
        may: int,
    ) -> None:
        """Add a step, which may begin a new shoe."""
        if act is None and traced[:1] == [codes.NEW_SHOE] and self._is_free:
            self.abandon()
            self._is_on = True
        if self._is_on:
            won = Fraction(reward).limit_denominator(10**6)
            self._waiting.append(EnvironmentStep(act, box, phase, traced, won, then, may))
            if len(self._waiting) >= _MOST_WAITING:
                self.catch_up()

    @property
    def _is_free(self) -> bool:
        """Whether a new shoe may be followed by a new table: no table yet, or a long log."""
        return self.replay is None or self.replay.table.log.length > _LONG_LOG

    def catch_up(self) -> Replay | None:
        """The table after all steps; raises ``Disagreement`` if it differs from the environment."""
        if self._waiting:
            if self.replay is None:
                self.replay = Replay(self.made)
            waiting, self._waiting = self._waiting, []
            for done in waiting:
                self.replay.follow(done)
        return self.replay


_MOST_TRACED: Final = 4096


class BlackjackEnv(gym.Env[Any, Any]):
    """One table of a book, whose shoe carries over from episode to episode.

    With ``render_mode="ansi"`` a live table of the book plays every round too: ``render`` shows its
    transcript, and a step raises ``Disagreement`` if the money ever differs. With ``"rgb_array"``
    it does so when a picture is asked for.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}

    def __init__(
        self,
        *,
        book: RulesLike = "nz",
        settings: Mapping[str, Any] | None = None,
        bets: Sequence[int] = (1,),
        side_bets: SideBets = (),
        boxes: int = 1,
        bank: float | None = None,
        episode: Episode = "round",
        fresh: bool = False,
        observation: Observation = "dict",
        illegal: Literal["replace", "raise"] = "replace",
        render_mode: str | None = None,
    ) -> None:
        self.made = stepped(
            book, settings, bets=bets, side_bets=side_bets, boxes=boxes, bank=bank,
            episode=episode, fresh=fresh,
        )  # fmt: skip
        choice("illegal", illegal, ("replace", "raise"))
        choice("render_mode", render_mode, (None, "ansi", "rgb_array"))
        if fresh and render_mode == "ansi":
            raise BadEnvironment("fresh rounds have no table whose transcript could be shown")
        self.observation, self.illegal, self.render_mode = observation, illegal, render_mode
        self.observation_space = observation_space(self.made, observation)
        self.action_space = Discrete(len(self.made.names))
        self._followed = None if render_mode is None or fresh else Followed(self.made)
        self.played = PlayedTables(
            self.made, 1, traced=0 if self._followed is None else _MOST_TRACED
        )
        self._is_seeded = False
        self._begin()

    def _begin(self) -> None:
        """Look up once what every step reads: views of the table's memory."""
        played = self.played
        self._shown = played.blank()
        now = self._shown.now
        self._seen, self._mask = now.seen[0], now.mask[0]
        self._legal, self._box = played.box_legal[0], played.box

    def __copy__(self) -> Any:
        """An environment of its own: two cannot play from one shoe."""
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        views = ("_shown", "_seen", "_mask", "_legal", "_box")
        state = {name: value for name, value in vars(self).items() if name not in views}
        return {**state, "last": (self._seen.copy(), self._mask.copy())}

    def __setstate__(self, state: dict[str, Any]) -> None:
        last = state.pop("last")
        vars(self).update(state)
        self._begin()
        self._seen[:], self._mask[:] = last

    @property
    def actions(self) -> tuple[str, ...]:
        """The name of every act."""
        return self.made.names

    def _play(self, act: int, mode: int) -> tuple[Any, dict[str, Any]]:
        played = self.played
        played.acts[0] = act
        if self._followed is None:
            played.play(self._shown, mode)
        else:
            self._play_followed(self._followed, act, mode)
        decision = self._shown.now.decision.item(0)
        info: dict[str, Any] = {"action_mask": self._mask.copy(), "decision": decision}
        if self.observation == "dict":
            return {"observation": self._seen.copy(), "action_mask": self._mask.copy()}, info
        return (self._seen.copy() if self.observation == "vector" else decision), info

    def _play_followed(self, followed: Followed, act: int, mode: int) -> None:
        """Play, and keep what happened for the table that follows."""
        played, now = self.played, self._shown.now
        box, phase, may = self._box.item(0) + 1, played.phase.item(0), self._may()
        played.play(self._shown, mode)
        lowest = (may & -may).bit_length() - 1
        done = None if mode >= codes.BEGIN else lowest if now.illegal[0] else act
        followed.add(
            done, box, phase, played.traced, now.reward.item(0), played.phase.item(0), self._may()
        )
        if self.render_mode == "ansi":
            followed.catch_up()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode, from a new shoe if a seed or ``options["shuffle"]`` is given."""
        is_new = bool(options_of(options).get("shuffle", False)) or not self._is_seeded
        if seed is not None or not self._is_seeded:
            super().reset(seed=seed)
            words = self.np_random.integers(0, 2**64, 4, dtype=np.uint64)
            self.played.seed(words[None, :])
            self._is_seeded = is_new = True
        is_broken_off = self.played.phase[0] != codes.ENDED
        if self._followed is not None and (is_new or is_broken_off):
            self._followed.abandon()  # an interrupted round has no complete transcript
            is_new = is_new or self.render_mode == "ansi"
        return self._play(1, codes.BEGIN_SHOE if is_new else codes.BEGIN)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Do an act, and play on to the next decision or the end of the round."""
        act = act_of(action, len(self.made.names))
        if self.illegal == "raise":
            self._check_is_permitted(act)
        obs, info = self._play(act, codes.NEVER)
        now = self._shown.now
        info["illegal"], info["void"] = now.illegal.item(0), now.void.item(0)
        return obs, now.reward.item(0), now.done.item(0), False, info

    def _check_is_permitted(self, act: int) -> None:
        may = self._may()
        if may and not may >> act & 1 and self.played.phase[0] < codes.ENDED:
            allowed = [name for n, name in enumerate(self.actions) if may >> n & 1]
            raise BadArgument(f"{self.actions[act]} is not permitted now: {', '.join(allowed)}")

    @property
    def replay(self) -> Replay | None:
        """The live table that follows, if rounds are rendered."""
        return None if self._followed is None else self._followed.catch_up()

    def _may(self) -> int:
        legal: int = self._legal.item(self._box.item(0))
        return legal

    def action_masks(self) -> NDArray[np.bool_]:
        """The permitted acts as booleans, as some learners expect them."""
        may = self._may()
        return np.array([may >> n & 1 for n in range(len(self.actions))], bool)

    def render(self) -> Any:
        """The round so far: its transcript, each sentence with its clause, or a picture of it."""
        if self.render_mode is None:
            return None
        if not self._is_seeded:
            raise ResetNeeded("call reset() before render()")
        replay = self.replay
        if self.render_mode == "ansi":
            return "" if replay is None else replay.text()
        from .picture import felt, felt_seen  # drawing is loaded only by those who look

        return felt_seen(self.made, self._seen) if replay is None else felt(replay)
