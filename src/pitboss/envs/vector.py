"""Many tables of a book in one array: a native vector environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from pitboss.kernels.steps import codes
from pitboss.rulebooks import RulesLike

from .spaces import (
    Episode,
    Observation,
    Played,
    Seen,
    SideBets,
    generator_words,
    observation_space,
    stepped,
)

_MODES: Final = {
    AutoresetMode.SAME_STEP: codes.SAME_STEP,
    AutoresetMode.NEXT_STEP: codes.NEXT_STEP,
    AutoresetMode.DISABLED: codes.NEVER,
}


class BlackjackVectorEnv(VectorEnv[Any, Any, Any]):
    """Many tables of one book, each with its own boxes, shoe and generator.

    Table ``i`` of a vector seeded with ``s`` plays the rounds of a single environment seeded with
    ``s + i``. See docs/reference/environments.md for the options, the spaces and the acts.
    """

    metadata: dict[str, Any] = {
        "render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP,
    }  # fmt: skip

    def __init__(
        self,
        num_envs: int = 1,
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
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        final_obs: bool = True,
    ) -> None:
        self.made = stepped(
            book, settings, bets=bets, side_bets=side_bets, boxes=boxes, bank=bank,
            episode=episode, fresh=fresh,
        )  # fmt: skip
        mode = AutoresetMode(autoreset_mode)
        self.num_envs, self.observation = num_envs, observation
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}
        self._mode = _MODES[mode]
        self._final = final_obs and mode is AutoresetMode.SAME_STEP and observation != "decision"
        self.single_observation_space = observation_space(self.made, observation)
        self.single_action_space = Discrete(len(self.made.names))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.played = Played(self.made, num_envs)
        self._is_seeded = False

    @property
    def actions(self) -> tuple[str, ...]:
        """The name of every act."""
        return self.made.names

    def _shown(self, now: Seen) -> tuple[Any, dict[str, Any]]:
        info = {"action_mask": now.mask, "decision": now.decision}
        if self.observation == "dict":
            return {"observation": now.seen, "action_mask": now.mask}, info
        return (now.seen if self.observation == "vector" else now.decision), info

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode at every table.

        With a seed, and at the first call, the shoes are new; otherwise each table plays on from
        its shoe, unless ``options={"shuffle": True}``. With ``options={"reset_mask": flags}`` the
        other tables stay where they are.
        """
        options = options or {}
        which = np.asarray(options.get("reset_mask", np.ones(self.num_envs, bool)), np.int64)
        is_new = bool(options.get("shuffle", False)) or not self._is_seeded
        if seed is not None or not self._is_seeded:
            seeds = self._seeds(seed)
            words = [generator_words(one)[2] for one in seeds]
            self._np_random, self._np_random_seed, _ = generator_words(seeds[0])
            first = not self._is_seeded
            self.played.seed(np.array(words), None if first else which > 0)
            self._is_seeded = is_new = True
        now = self.played.step(which, codes.BEGIN_SHOE if is_new else codes.BEGIN)
        return self._shown(now)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            seed = int(np.random.SeedSequence().generate_state(1)[0])
        if isinstance(seed, int | np.integer):
            return [int(seed) + i for i in range(self.num_envs)]
        return list(seed)

    def step(self, actions: Any) -> Any:
        """Do one act at every table; one that is not permitted becomes the lowest that is."""
        many, played = self.num_envs, self.played
        now = played.step(np.asarray(actions, np.int64), self._mode, final=self._final)
        obs, info = self._shown(now)
        info["illegal"], info["void"] = now.illegal, now.void
        if self._final:
            info["_final_obs"], info["final_obs"] = now.done.copy(), now.final
            if self.observation == "dict":
                nothing = np.zeros((many, len(self.made.names)), np.int8)
                info["final_obs"] = {"observation": now.final, "action_mask": nothing}
        return obs, now.reward, now.done, np.zeros(many, np.bool_), info

    def action_masks(self) -> NDArray[np.bool_]:
        """The permitted acts at every table as booleans, as some learners expect them."""
        bits = np.arange(len(self.made.names), dtype=np.uint32)
        return (self.played.legal()[:, None] >> bits & 1).astype(bool)
