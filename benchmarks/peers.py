"""The race: decisions per CPU second, compared with what you might install instead.

    python -m benchmarks.peers                   everything, as a table of Markdown
    python -m benchmarks.peers --seconds 0.5 --only gymnasium envpool
    python -m benchmarks.peers --environment FOLDER    install the others there, and keep it

The others are installed from your package index into a virtual environment of their own, each one
if it can be; nothing of theirs is part of this project. All are measured in one run, a stretch each
in turn, and nothing is subtracted. One table, ours or Gymnasium's, is given the same acts: stand
and hit in turn. Vectors of others get prepared random acts; ours have a compiled player draw among
the permitted ones, and its time is part of the step.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

RATE: Final = """
import time
def rate(run, seconds):
    run(1)
    calls = 1
    while True:
        began = time.process_time()
        steps = run(calls)
        took = time.process_time() - began
        if took > seconds / 2:
            return steps / took
        calls = int(calls * min(20.0, seconds / max(took, 1e-3))) + 1
"""
"""How every peer is measured: steps, over the time of the processor, in a stretch that is long
enough."""


class Peer(NamedTuple):
    """Something that may be installed and measured."""

    package: str
    name: str
    acts: str
    code: str
    """Defines ``run(calls)``, which returns the number of steps it made"""


PEERS: Final = (
    Peer("gymnasium", "Gymnasium Blackjack-v1, one table", "2", '''
import gymnasium
env = gymnasium.make("Blackjack-v1")
env.reset(seed=1)
def run(calls):
    for n in range(1000 * calls):
        _, _, done, cut, _ = env.step(n & 1)
        if done or cut:
            env.reset()
    return 1000 * calls
'''),
    Peer("gymnasium", "Gymnasium Blackjack-v1, 1,024 tables", "2", '''
import gymnasium, numpy
env = gymnasium.make_vec("Blackjack-v1", num_envs=1024, vectorization_mode="sync")
env.reset(seed=1)
acts = numpy.random.default_rng(0).integers(0, 2, (16, 1024))
def run(calls):
    for n in range(calls):
        env.step(acts[n & 15])
    return 1024 * calls
'''),
    Peer("envpool", "EnvPool Blackjack-v1, 1,024 tables, one thread", "2", '''
import envpool, numpy
env = envpool.make("Blackjack-v1", env_type="gymnasium", num_envs=1024, num_threads=1, seed=1)
env.reset()
acts = numpy.random.default_rng(0).integers(0, 2, (16, 1024)).astype(numpy.int32)
def run(calls):
    for n in range(calls):
        env.step(acts[n & 15])
    return 1024 * calls
'''),
    Peer("rlcard", "RLCard blackjack", "2", '''
import rlcard
env = rlcard.make("blackjack", config={"seed": 1})
def run(calls):
    steps = 0
    for n in range(200 * calls):
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(steps & 1)
            steps += 1
    return steps
'''),
    Peer("open_spiel", "OpenSpiel blackjack", "2", '''
import pyspiel, random
game, chance = pyspiel.load_game("blackjack"), random.Random(1)
def run(calls):
    steps = 0
    for _ in range(200 * calls):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                steps += 1
            state.apply_action(chance.choice(state.legal_actions()))
    return steps
'''),
    Peer("blackjack21", "blackjack21", "5", '''
import random
from blackjack21 import DEFAULT_SUITS, Deck, Table
chance = random.Random(1)
def run(calls):
    steps = 0
    for _ in range(100 * calls):
        table = Table([("Ada", 10)], Deck(DEFAULT_SUITS, count=6))
        table.start_game()
        while True:
            may = list(table.available_actions())
            if not may:
                break
            act = chance.choice(may)
            name = getattr(act, "name", str(act)).lower()
            getattr(table, {"double": "double_down"}.get(name, name))()
            steps += 1
    return steps
'''),
    Peer("pokerkit", "PokerKit, fixed-limit hold'em for two (another game)", "3", '''
import random
from pokerkit import Automation, FixedLimitTexasHoldem
chance = random.Random(1)
game = FixedLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2, 4)
def run(calls):
    steps = 0
    for _ in range(10 * calls):
        state = game((200, 200), 2)
        while state.status:
            may = [state.check_or_call]
            if state.can_fold():
                may.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                may.append(state.complete_bet_or_raise_to)
            chance.choice(may)()
            steps += 1
    return steps
'''),
)  # fmt: skip


class Row(NamedTuple):
    """What was measured."""

    name: str
    version: str
    acts: str
    rate: float | None
    note: str = ""


def _ours() -> list[tuple[str, str, Callable[[float], float]]]:
    """Our own: at a live table, one environment, and many."""
    import gymnasium
    import numpy as np

    from benchmarks.envs import pace
    from pitboss.envs import BlackjackEnv
    from pitboss.envs.aec import BlackjackAEC

    def rate(run: Callable[[int], int]) -> Callable[[float], float]:
        space: dict[str, Any] = {}
        exec(RATE, space)
        measured: Callable[[Callable[[int], int], float], float] = space["rate"]
        return lambda seconds: measured(run, seconds)

    env, random = gymnasium.make("pitboss/nz-v0"), np.random.default_rng(1)
    env.reset(seed=1)

    def single(calls: int) -> int:
        for n in range(1000 * calls):
            _, _, done, cut, _ = env.step(n & 1)
            if done or cut:
                env.reset()
        return 1000 * calls

    live = BlackjackAEC("nz", players=2, rounds=20)

    def several(calls: int) -> int:
        steps = 0
        for number in range(calls):
            live.reset(seed=number)
            while not all(live.terminations.values()):
                mask = live.observe(live.agent_selection)["action_mask"]
                live.step(int(random.choice(np.flatnonzero(mask))))
                steps += 1
        return steps

    rich: dict[str, Any] = {"bets": (1, 2, 4, 8), "side_bets": None, "episode": "shoe"}
    many = str(len(BlackjackEnv(book="rws", **rich).actions))
    return [
        ("pitboss, two players at the live table, every event with its clause", "9 and bets",
         rate(several)),
        ("pitboss/nz-v0, one table", "9", rate(single)),
        ("pitboss/nz-v0, 1,024 tables", "9", lambda s: 1e6 * pace(1024, s, book="nz").with_player),
        ("pitboss/rws-v0, 1,024 tables, bets and side bets, whole shoes", many,
         lambda s: 1e6 * pace(1024, s, book="rws", **rich).with_player),
    ]  # fmt: skip


def _python(folder: Path) -> str:
    return str(folder / ("Scripts" if sys.platform == "win32" else "bin") / "python")


def _installed(folder: Path, packages: Sequence[str]) -> dict[str, str]:
    """The packages that could be installed, with their versions."""
    if not Path(_python(folder)).exists():
        venv.create(folder, with_pip=True)
    python, found_result = _python(folder), {}
    for package in dict.fromkeys(packages):
        ask = f"import importlib.metadata as m; print(m.version({package!r}))"
        install = [python, "-m", "pip", "install", "-q", package]
        if subprocess.run([python, "-c", ask], capture_output=True, check=False).returncode:
            subprocess.run(install, capture_output=True, check=False)
        result = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=False)
        if result.returncode == 0:
            found_result[package] = result.stdout.strip()
    return found_result


def _measured(python: str, peer: Peer, seconds: float) -> float | str:
    """Steps per CPU second, or why it could not be measured."""
    code = f"import warnings; warnings.simplefilter('ignore')\n{RATE}\n{peer.code}\n"
    code += f"import json; print(json.dumps(rate(run, {seconds})))"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    if done.returncode:
        return (done.stderr.strip().splitlines() or ["failed"])[-1][:120]
    return float(json.loads(done.stdout.strip().splitlines()[-1]))


def race(folder: Path, only: Sequence[str], seconds: float, laps: int) -> list[Row]:
    """Measure all in turn, several laps, and take the median of each."""
    import pitboss

    peers = [peer for peer in PEERS if not only or peer.package in only]
    versions = _installed(folder, [peer.package for peer in peers])
    ours = _ours()
    seen: dict[str, list[float]] = {}
    notes: dict[str, str] = {}
    for _ in range(laps):
        for peer in peers:
            if peer.package not in versions:
                notes[peer.name] = "not installable here"
                continue
            result = _measured(_python(folder), peer, seconds)
            if isinstance(result, float):
                seen.setdefault(peer.name, []).append(result)
            else:
                notes[peer.name] = result
        for name, _, measure in ours:
            seen.setdefault(name, []).append(measure(seconds))
    message = [(p.name, versions.get(p.package, "–"), p.acts) for p in peers]
    message += [(name, pitboss.__version__, acts) for name, acts, _ in ours]
    return [
        Row(name, version, acts, median(seen[name]) if name in seen else None, notes.get(name, ""))
        for name, version, acts in message
    ]


def table(rows: Sequence[Row]) -> str:
    """The rows as Markdown."""
    heading = "| | version | acts | steps per CPU second | to Gymnasium's one table |"
    lines = [heading, "|---|---|---|---:|---:|"]
    first = next((row.rate for row in rows if row.name == PEERS[0].name and row.rate), None)
    for row in rows:
        rate = f"{row.rate:,.0f}" if row.rate is not None else row.note
        ratio = "" if row.rate is None or first is None else f"{row.rate / first:,.2f}"
        lines.append(f"| {row.name} | {row.version} | {row.acts} | {rate} | {ratio} |")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> None:
    """Print the table."""
    request = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    request.add_argument("--only", nargs="+", default=[], help="packages to measure (default: all)")
    request.add_argument("--seconds", type=float, default=1.0, help="a stretch (default: 1)")
    request.add_argument("--laps", type=int, default=3, help="stretches of each (default: 3)")
    request.add_argument("--environment", type=Path, help="virtual environment of the others")
    options = request.parse_args(argv)
    began = time.strftime("%Y-%m-%d")
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.environment or Path(temporary)
        print(table(race(folder, options.only, options.seconds, options.laps)))
    version = sys.version.split()[0]
    print(f"\nOne run on {began}, Python {version}, median of {options.laps} stretches.")


if __name__ == "__main__":
    main()
