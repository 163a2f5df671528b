"""Throw anything at the environments: each answers with a result or a sentence.

    python -m tests.envs.fuzz                        2,000 cases
    python -m tests.envs.fuzz --cases 50000 --seed 3

A case makes an environment with odd options, or calls ``reset`` and ``step`` with odd arrays. What
the kernels read and write is not checked by the kernels, so a fault would be a signal, a hang or a
row of memory that nothing has written. Run it in a process of its own, as the suite does.
"""

from __future__ import annotations

import argparse
import collections
import faulthandler
import math
import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any, Final

import gymnasium.error
import numpy as np

from pitboss.compiled.errors import CannotPrice
from pitboss.envs import BadArgument, BadEnvironment, BlackjackEnv, BlackjackVectorEnv
from pitboss.rulebooks import BOOKS, RulebookError

REFUSALS: Final = (
    BadArgument, BadEnvironment, CannotPrice, RulebookError, gymnasium.error.ResetNeeded,
    gymnasium.error.Error,
)  # fmt: skip
LONGEST: Final = 20.0
"""Seconds for one call, kernels compiled in it included."""
_TYPES: Final = (
    np.int64, np.int32, np.int8, np.uint8, np.uint64, np.float64, np.float32, np.bool_,
    np.complex128, object, ">i8", "<i2", "U3", "S2", "M8[s]", "m8[s]", "V4",
    [("state", "i4"), ("card", "i2")],
)  # fmt: skip
_EDGES: Final = (
    0, 1, -1, 7, 8, 9, 30, 31, 32, 63, 64, 127, 255, -128, 2**31, 2**32 + 1, 2**62, -(2**63),
    2**63 - 1,
)  # fmt: skip
Random = np.random.Generator


class Unruly:
    """An object that claims to be an array, or a number, and is neither."""

    def __init__(self, kind: int) -> None:
        self.kind = kind

    def __array__(self, *_: object, **__: object) -> Any:
        return [np.zeros(10**4), "text", None][self.kind % 3]

    def __len__(self) -> int:
        return 4

    def __getitem__(self, place: int) -> int:
        if place > 6:
            raise IndexError
        return self.kind

    def __index__(self) -> Any:
        return [5, "five", 2**70][self.kind % 3]


def any_array(random: Random, many: int) -> Any:
    """An array, often of a shape, a type or a layout that is not the right one."""
    kind = _TYPES[random.integers(len(_TYPES))]
    sizes = (many, many, many, 0, 1, many - 1, many + 1, 2 * many, 100_000)
    shape: tuple[int, ...] = (int(sizes[random.integers(len(sizes))]),)
    if random.random() < 0.15:
        shape = [(), (many, 1), (1, many), (many, 2), (0, many), (2, 2, 2)][random.integers(6)]
    made = np.zeros(shape, kind)
    if made.dtype.kind in "iuf" and made.size:
        edges = np.array([_EDGES[n] for n in random.integers(len(_EDGES), size=made.size)], object)
        is_small = random.random() < 0.5
        values = random.integers(0, 9, made.size) if is_small else edges
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            made = _wrapped(values, made.dtype).reshape(shape)
    if made.dtype.kind == "f" and made.size and random.random() < 0.5:
        made.flat[0] = [math.nan, math.inf, -math.inf, 0.5][random.integers(4)]
    return _laid_out(random, made)


def _wrapped(values: Any, kind: np.dtype[Any]) -> Any:
    if kind.kind == "f":
        return values.astype(kind)
    bits = 8 * kind.itemsize
    low = [int(value) % 2**bits for value in values]
    return (
        np.array(low, np.uint64)
        .astype(f"u{kind.itemsize}")
        .view(f"i{kind.itemsize}")
        .astype(kind, casting="unsafe")
    )


def _laid_out(random: Random, made: Any) -> Any:
    """The same array, with strides, turned round, misaligned, read-only, or of a subclass."""
    layout = random.integers(8)
    if layout == 1 and made.ndim:
        wide = np.zeros((2 * made.shape[0], *made.shape[1:]), made.dtype)
        wide[::2] = made
        return wide[::2]
    if layout == 2 and made.ndim:
        return made[::-1]
    if layout == 3 and made.dtype.kind in "iuf":
        memory = np.zeros(made.nbytes + 1, np.uint8)
        memory[1:] = np.frombuffer(made.tobytes(), np.uint8)
        return memory[1:].view(made.dtype).reshape(made.shape)
    if layout == 4:
        made.flags.writeable = False
    if layout == 5 and made.dtype.kind in "iu":
        return np.ma.masked_array(made, mask=np.zeros(made.shape, bool))
    if layout == 6 and made.ndim == 2:
        return np.asfortranarray(made)
    if layout == 7 and made.ndim == 1 and made.size < 1000:
        return made.tolist()
    return made


def any_value(random: Random) -> Any:
    """Something that may be no array at all."""
    nested: list[Any] = []
    nested.append(nested)
    things: Sequence[Callable[[], Any]] = (
        lambda: None, lambda: True, lambda: -1, lambda: 2**70, lambda: 0.5, lambda: math.nan,
        lambda: math.inf, lambda: "hit", lambda: b"\0", list, lambda: [[1], [1, 2]],
        lambda: {"act": 1}, lambda: {1, 2}, lambda: range(10**12), lambda: nested, lambda: object,
        lambda: Unruly(int(random.integers(9))), lambda: (n for n in range(4)), lambda: [None] * 4,
        lambda: np.int64(3), lambda: np.float32(2), lambda: np.array(4),
        lambda: memoryview(b"abcd"),
        lambda: [2**70] * 4, lambda: np.random.default_rng(), lambda: 1j, lambda: lambda: 1,
    )  # fmt: skip
    return things[int(random.integers(len(things)))]()


def anything(random: Random, many: int) -> Any:
    """An array of any kind, or something else."""
    return any_array(random, many) if random.random() < 0.7 else any_value(random)


def any_mask(random: Random, many: int) -> Any:
    """A reset mask, which may even be right."""
    return random.random(many) < 0.5 if random.random() < 0.3 else anything(random, many)


def any_reset(random: Random, many: int) -> dict[str, Any]:
    """Arguments of ``reset``."""
    given: dict[str, Any] = {}
    if random.random() < 0.5:
        choices = (int(random.integers(99)), list(range(many)), anything(random, many))
        given["seed"] = choices[random.integers(3)]
    if random.random() < 0.7:
        choice = random.integers(4)
        if choice == 0:
            given["options"] = any_value(random)
        elif choice == 1:
            given["options"] = {"shuffle": anything(random, many)}
        else:
            given["options"] = {"reset_mask": any_mask(random, many)}
    return given


_OPTIONS: Final = (
    "num_envs", "bets", "side_bets", "boxes", "bank", "episode", "fresh", "observation",
    "autoreset_mode", "final_obs", "render_mode", "settings",
)  # fmt: skip


class Fault(AssertionError):
    """Raised when an environment answers with neither a result nor a sentence."""


class Fuzz:
    """Cases from a seed, and what came of them."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.answers: collections.Counter[str] = collections.Counter()

    def attempt(self, what: str, call: Callable[[], Any]) -> Any:
        """Call, and accept a result or a refusal in one sentence."""
        began = time.process_time()
        try:
            result = call()
        except REFUSALS as refusal:
            text = str(refusal)
            if not 10 < len(text) < 1000 or "\n" in text.strip():
                raise Fault(f"{what}: not a sentence: {text!r}") from refusal
            self.answers["refused"] += 1
            return None
        except Exception as error:
            raise Fault(f"{what}: {type(error).__name__}: {str(error)[:300]}") from error
        finally:
            took = time.process_time() - began
        if took > LONGEST:
            raise Fault(f"{what}: it took {took:.0f} CPU seconds")
        self.answers["done"] += 1
        return result

    def option(self, name: str) -> Any:
        """A value of an option, sometimes an odd one."""
        random = self.random
        lists: dict[str, Sequence[Any]] = {
            "num_envs": (0, -1, 2.0, 10**12, "3", None, True, np.int8(3)),
            "bets": ((), 5, (0,), (1, 1.5), (1, 2**40), (-3,), "12", (1,) * 40, np.array([1, 2]),
                     [10**30], (math.nan,), np.array([[1]])),
            "side_bets": ("perfect_pairs", ["no such"], {"perfect_pairs": math.nan}, 3, [None],
                          {"perfect_pairs": -1}, {"perfect_pairs": 10**9}, [[1]], None),
            "boxes": (0, -2, 99, 1.5, "1", 2**65, None, True),
            "bank": (0, -1, math.nan, math.inf, 1e300, "x", True, 1e-9, [1], 10**40),
            "episode": ("never", None, 1, ["shoe"]),
            "fresh": (2, "yes", None, np.zeros(3)),
            "observation": ("picture", None, ["dict"], 7),
            "autoreset_mode": ("now", None, 3, np.zeros(2)),
            "final_obs": ("no", None, np.ones(2)),
            "render_mode": ("human", 3, ["ansi"], "ansi"),
            "settings": ("decks=6", [("decks",)], {"decks": 10**9}, {"decks": math.nan}, {3: 4},
                         {"decks": []}, {"no_such": 1}, np.zeros(2)),
        }  # fmt: skip
        values = lists[name]
        return values[int(random.integers(len(values)))]

    def make(self) -> None:
        """An environment with one odd option; if it is accepted, it is played."""
        random = self.random
        book = BOOKS[random.integers(len(BOOKS))]
        name = _OPTIONS[random.integers(len(_OPTIONS))]
        value = self.option(name)
        what = f"{book} with {name}={value!r:.80}"
        shape: dict[str, Any] = {} if name == "num_envs" else {"num_envs": 2}
        env = self.attempt(what, lambda: BlackjackVectorEnv(book=book, **shape, **{name: value}))
        if env is not None:
            self.play(env, 3, what)
        if name not in ("num_envs", "autoreset_mode", "final_obs"):
            self.attempt(what, lambda: BlackjackEnv(book=book, **{name: value}))

    def vector(self) -> None:
        """A vector that is reset and stepped with whatever comes."""
        random = self.random
        many = int(random.choice([1, 2, 5, 33]))
        shape: dict[str, Any] = {"autoreset_mode": str(random.choice(
            ["NextStep", "SameStep", "Disabled"]
        ))}  # fmt: skip
        if random.random() < 0.4:
            shape |= {"bets": (1, 2), "side_bets": None}
        book = BOOKS[random.integers(len(BOOKS))]
        what = f"{many} tables of {book} with {shape}"
        env = BlackjackVectorEnv(many, book=book, **shape)
        if random.random() < 0.8:
            env.reset(seed=int(random.integers(99)))
        self.play(env, 12, what)
        # Whatever was refused has changed nothing: the tables play on.
        env.reset(seed=1)
        self.check(env, env.step(env.action_masks().argmax(axis=1)), what)

    def play(self, env: BlackjackVectorEnv, calls: int, what: str) -> None:
        """Steps and resets with anything."""
        random = self.random
        for _ in range(calls):
            if random.random() < 0.6:
                acts = anything(random, env.num_envs)
                if random.random() < 0.3:
                    acts = random.integers(0, len(env.actions), env.num_envs)
                shown = f"{what}: step({acts!r:.80})"
                before = env.played.room.tables.copy()
                result = self.attempt(shown, lambda acts=acts: env.step(acts))  # type: ignore[misc]
                if result is not None:
                    self.check(env, result, shown)
                elif not np.array_equal(before, env.played.room.tables):
                    raise Fault(f"{shown}: refused, and yet something changed")
            else:
                given = any_reset(random, env.num_envs)
                shown = f"{what}: reset({given!r:.80})"
                result = self.attempt(shown, lambda given=given: env.reset(**given))  # type: ignore[misc]
                if result is not None and result[0] not in env.observation_space:
                    raise Fault(f"{shown}: {result[0]!r:.200} is no observation")

    def check(self, env: BlackjackVectorEnv, result: Any, what: str) -> None:
        """Whether every row of a step is one that an environment can give."""
        obs, reward, done, cut, _ = result
        many = (env.num_envs,)
        if obs not in env.observation_space or not reward.shape == done.shape == cut.shape == many:
            raise Fault(f"{what}: {result!r:.300} is no step")
        if not (np.abs(reward) < 10**6).all() or cut.any():
            raise Fault(f"{what}: no reward: {reward!r:.200}")

    def single(self) -> None:
        """One table that is reset and stepped with whatever comes."""
        random = self.random
        book = BOOKS[random.integers(len(BOOKS))]
        env = BlackjackEnv(book=book, illegal="raise" if random.random() < 0.3 else "replace")
        if random.random() < 0.8:
            env.reset(seed=3)
        for _ in range(12):
            act = any_value(random) if random.random() < 0.5 else int(random.integers(-2, 11))
            act = any_array(random, 1) if random.random() < 0.3 else act
            result = self.attempt(f"{book}: step({act!r:.80})", lambda act=act: env.step(act))  # type: ignore[misc]
            if result is not None and result[0] not in env.observation_space:
                raise Fault(f"{book}: step({act!r:.80}): {result[0]!r:.200} is no observation")
            if (result is None or result[2]) and random.random() < 0.7:
                given = any_reset(random, 1)
                shown = f"{book}: reset({given!r:.80})"
                self.attempt(shown, lambda given=given: env.reset(**given))  # type: ignore[misc]

    def run(self, cases: int) -> None:
        """Make cases of all kinds."""
        kinds = (self.make, self.vector, self.vector, self.single)
        for case in range(cases):
            kinds[case % len(kinds)]()


def main(argv: Sequence[str] | None = None) -> None:
    """Run cases and print what came of them; a fault ends with its case."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    options.add_argument("--cases", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--seconds", type=float, default=1e9, help="abort if it takes longer")
    given = options.parse_args(argv)
    faulthandler.enable()
    faulthandler.dump_traceback_later(given.seconds, exit=True)
    fuzz = Fuzz(given.seed)
    fuzz.run(given.cases)
    print(
        f"{given.cases} cases: {fuzz.answers['done']} calls done, {fuzz.answers['refused']} refused"
    )


if __name__ == "__main__":
    main()
