"""Many tables of a book in one array: a native vector environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from pitboss.kernels.steps import codes
from pitboss.rulebooks import RulesLike

from .arguments import (
    MOST_TABLES,
    BadArgument,
    BadEnvironment,
    brief,
    flag,
    options_of,
    read_acts,
    reset_mask,
    seeds_of,
    whole,
)
from .played import PlayedTables, StepView, generator_words
from .spaces import Episode, Observation, SideBets, observation_space, stepped

_MODES: Final = {
    AutoresetMode.NEXT_STEP: codes.NEXT_STEP,
    AutoresetMode.SAME_STEP: codes.SAME_STEP,
    AutoresetMode.DISABLED: codes.NEVER,
}
_UP: Final = 9
"""The column of the dealer's first card"""


class BlackjackVectorEnv(VectorEnv[Any, Any, Any]):
    """Many tables of one book, each with its own boxes, shoe and generator.

    Table ``i`` of a vector seeded with ``s`` plays the rounds of a single environment seeded with
    ``s + i``. Observations, infos and their masks are those of Gymnasium's ``SyncVectorEnv``. See
    docs/reference/environments.md for the options, the spaces and the acts.
    """

    metadata: dict[str, Any] = {
        "render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP,
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
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        final_obs: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self.num_envs = whole("num_envs", num_envs, MOST_TABLES)
        if render_mode is not None:
            raise BadEnvironment(
                "many tables in one array are not drawn; for pictures of each give "
                "gymnasium.make_vec vectorization_mode='sync'"
            )
        self.made = stepped(
            book, settings, bets=bets, side_bets=side_bets, boxes=boxes, bank=bank,
            episode=episode, fresh=fresh,
        )  # fmt: skip
        mode = _mode_of(autoreset_mode)
        self.observation = observation
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}
        self._mode = _MODES[mode]
        self._final = flag("final_obs", final_obs) and mode is AutoresetMode.SAME_STEP
        self.single_observation_space = observation_space(self.made, observation)
        self.single_action_space = Discrete(len(self.made.names))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.played = PlayedTables(self.made, self.num_envs)
        self._is_seeded = False
        self._over = np.zeros(self.num_envs, np.bool_)
        """Whose episode ended in the last step, and begins again in the next"""

    def __copy__(self) -> Any:
        """An environment of its own: two cannot play from one shoe."""
        return deepcopy(self)

    @property
    def actions(self) -> tuple[str, ...]:
        """The name of every act."""
        return self.made.names

    def _shown(self, now: StepView, which: NDArray[np.bool_]) -> tuple[Any, dict[str, Any]]:
        """The observation, and the infos of the tables that have them."""
        info = {
            "action_mask": now.mask, "_action_mask": which,
            "decision": now.decision, "_decision": which.copy(),
        }  # fmt: skip
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
        given = options_of(options)
        which = np.ones(self.num_envs, np.bool_)
        if given.get("reset_mask") is not None:
            which = reset_mask(given["reset_mask"], self.num_envs)
            if not self._is_seeded and not which.all():
                raise BadArgument("the first reset must begin at every table, without reset_mask")
        is_new = bool(given.get("shuffle", False)) or not self._is_seeded
        if seed is not None or not self._is_seeded:
            self._seed(seed, which)
            is_new = True
        self.played.acts[:] = which
        now = self._played(codes.BEGIN_SHOE if is_new else codes.BEGIN)
        self._over &= ~which
        return self._shown(now, which)

    def _seed(self, seed: Any, which: NDArray[np.bool_]) -> None:
        seeds = seeds_of(seed, self.num_envs)
        words = [generator_words(each)[2] for each in seeds]
        self._np_random, self._np_random_seed, _ = generator_words(seeds[0])
        self.played.seed(np.array(words), which)
        self._is_seeded = True

    def _played(self, mode: int, *, final: bool = False) -> StepView:
        """The arrays are new at every step, since the caller may keep them."""
        shown = self.played.blank(final=final)
        self.played.play(shown, mode)
        return shown.now

    def step(self, actions: Any) -> Any:
        """Do one act at every table; one that is not permitted becomes the lowest that is."""
        played = self.played
        read_acts(actions, played.acts)
        now = self._played(self._mode, final=self._final)
        obs, info = self._shown(now, np.ones(self.num_envs, np.bool_))
        # As in SyncVectorEnv, a table that has just begun has only the infos of a reset.
        begun = now.done if self._mode == codes.SAME_STEP else self._over
        stayed = ~begun
        if self._mode == codes.SAME_STEP and self._final and now.done.any():
            self._add_final(info, now)
        info["illegal"], info["_illegal"] = now.illegal & stayed, stayed
        info["void"], info["_void"] = now.void & stayed, stayed.copy()
        self._over = now.done.copy()
        return obs, now.reward, now.done, np.zeros(self.num_envs, np.bool_), info

    def _add_final(self, info: dict[str, Any], now: StepView) -> None:
        """The last observations and infos of the episodes that ended, as SyncVectorEnv has them."""
        done, many = now.done, self.num_envs
        ended = np.flatnonzero(done)
        mask = np.zeros_like(now.mask)
        mask[ended, codes.PASS] = 1
        decision = np.zeros(many, np.int64)
        decision[ended] = self.made.decision_at_end + now.final[ended, _UP].astype(np.int64) - 1
        rows: list[Any] = list(now.final[ended])
        if self.observation == "dict":
            masks = mask[ended]
            rows = [
                {"observation": seen, "action_mask": may}
                for seen, may in zip(rows, masks, strict=True)
            ]
        elif self.observation == "decision":
            rows = decision[ended].tolist()
        final = np.full(many, None, object)
        final[ended] = np.fromiter(rows, object, len(rows))
        info["final_obs"], info["_final_obs"] = final, done.copy()
        info["final_info"] = {
            "action_mask": mask, "_action_mask": done.copy(),
            "decision": decision, "_decision": done.copy(),
            "illegal": now.illegal & done, "_illegal": done.copy(),
            "void": now.void & done, "_void": done.copy(),
        }  # fmt: skip
        info["_final_info"] = done.copy()

    def action_masks(self) -> NDArray[np.bool_]:
        """The permitted acts at every table as booleans, as some learners expect them."""
        bits = np.arange(len(self.made.names), dtype=np.uint32)
        return (self.played.legal()[:, None] >> bits & 1).astype(bool)


def _mode_of(given: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(given)
    except ValueError:
        names = ", ".join(repr(mode.value) for mode in AutoresetMode)
        raise BadEnvironment(f"autoreset_mode must be one of {names}, not {brief(given)}") from None
