"""One table of a book as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal

import gymnasium as gym
import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from pitboss.kernels.steps import codes
from pitboss.rulebooks import RulesLike

from .replay import Done, Replay
from .spaces import (
    BadEnvironment,
    Episode,
    Observation,
    Played,
    Seen,
    SideBets,
    observation_space,
    stepped,
)

_MOST_TRACED: Final = 4096
_LONG_LOG: Final = 4000
"""A new table is used for the transcript from the next shoe on."""


class BlackjackEnv(gym.Env[Any, Any]):
    """One table of a book, whose shoe carries over from episode to episode.

    With ``render_mode="ansi"`` a live table of the book plays every round too: ``render`` shows its
    transcript, and a step raises ``Disagreement`` if the money ever differs.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}

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
        if illegal not in ("replace", "raise"):
            raise BadEnvironment(f"illegal must be 'replace' or 'raise', not {illegal!r}")
        if render_mode not in (None, "ansi"):
            raise BadEnvironment(f"render_mode must be None or 'ansi', not {render_mode!r}")
        if fresh and render_mode is not None:
            raise BadEnvironment("fresh rounds have no table to render; leave out render_mode")
        self.observation, self.illegal, self.render_mode = observation, illegal, render_mode
        self.observation_space = observation_space(self.made, observation)
        self.action_space = Discrete(len(self.made.names))
        self.played = Played(self.made, 1, traced=_MOST_TRACED if render_mode else 0)
        self._act = np.zeros(1, np.int64)
        self._is_seeded = False
        self.replay: Replay | None = None

    @property
    def actions(self) -> tuple[str, ...]:
        """The name of every act."""
        return self.made.names

    def _one(self, act: int, mode: int) -> tuple[Any, dict[str, Any], Seen]:
        table = self.played.room.tables[0]
        box, phase = int(table.box) + 1, int(table.phase)
        may = self._legal()
        self._act[0] = act
        now = self.played.step(self._act, mode)
        if self.render_mode is not None:
            low = (may & -may).bit_length() - 1
            done = None if mode >= codes.BEGIN else low if now.illegal[0] else act
            self._follow(done, box, phase, float(now.reward[0]))
        info = {"action_mask": now.mask[0], "decision": int(now.decision[0])}
        if self.observation == "dict":
            return {"observation": now.seen[0], "action_mask": now.mask[0].copy()}, info, now
        return (now.seen[0] if self.observation == "vector" else info["decision"]), info, now

    def _follow(self, act: int | None, box: int, phase: int, reward: float) -> None:
        traced = self.played.traced
        is_long = self.replay is not None and self.replay.table.log.length > _LONG_LOG
        if act is None and traced[:1] == [codes.NEW_SHOE] and (is_long or self.replay is None):
            self.replay = Replay(self.made)
        if self.replay is not None:
            won = Fraction(reward).limit_denominator(10**6)
            then, may = int(self.played.room.tables[0].phase), self._legal()
            self.replay.follow(Done(act, box, phase, traced, won, then, may))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode, from a new shoe if a seed or ``options["shuffle"]`` is given."""
        super().reset(seed=seed)
        is_new = bool((options or {}).get("shuffle", False)) or not self._is_seeded
        if seed is not None or not self._is_seeded:
            words = self.np_random.integers(0, 2**64, 4, dtype=np.uint64)
            self.played.seed(words[None, :])
            self._is_seeded = is_new = True
        if is_new or self.played.room.tables[0].phase != codes.ENDED:
            self.replay = None  # an interrupted round has no complete transcript
            if self.render_mode is not None:
                is_new = True
        obs, info, _ = self._one(1, codes.BEGIN_SHOE if is_new else codes.BEGIN)
        return obs, info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Do an act, and play on to the next decision or the end of the round."""
        may = self._legal()
        if self.illegal == "raise" and not may >> int(action) & 1:
            allowed = [name for n, name in enumerate(self.actions) if may >> n & 1]
            raise ValueError(f"{self.actions[action]} is not permitted now: {', '.join(allowed)}")
        obs, info, now = self._one(int(action), codes.NEVER)
        info["illegal"], info["void"] = bool(now.illegal[0]), bool(now.void[0])
        return obs, float(now.reward[0]), bool(now.done[0]), False, info

    def _legal(self) -> int:
        room = self.played.room
        return int(room.boxes[0, room.tables[0].box].legal)

    def action_masks(self) -> NDArray[np.bool_]:
        """The permitted acts as booleans, as some learners expect them."""
        may = self._legal()
        return np.array([may >> n & 1 for n in range(len(self.actions))], bool)

    def render(self) -> str | None:
        """The round so far as the table of the book logs it, each sentence with its clause."""
        if self.render_mode is None:
            return None
        return "" if self.replay is None else self.replay.text()
