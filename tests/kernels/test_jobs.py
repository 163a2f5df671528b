"""Jobs and tallies: sums of whole numbers, the same on every machine."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from pitboss.kernels.jobs import Tally, run_chunk, run_chunks
from pitboss.rulebooks import rulebook
from pitboss.simulator.run import prepare_run
from tests.kernels.coins import CoinJob


def tally(*rounds: int, name: str = "rounds") -> Tally:
    return Tally({name: np.array(rounds, np.int64)})


def test_tallies_add_up() -> None:
    assert tally(1, 2) + tally(3, 4) == tally(4, 6)
    assert tally(1, 2) + Tally() == Tally() + tally(1, 2) == tally(1, 2)
    assert (tally(3) + tally(4)).rounds == 7
    assert Tally().rounds == 0


def test_tallies_of_different_jobs_do_not() -> None:
    with pytest.raises(ValueError, match="different jobs"):
        tally(1) + tally(1, name="hands")


def test_only_whole_numbers_are_tallied() -> None:
    with pytest.raises(AssertionError, match="not a count"):
        Tally({"rounds": np.array([0.5])})


def test_a_digest_tells_names_shapes_and_numbers_apart() -> None:
    numbers = np.arange(6, dtype=np.int64)
    tallies = [
        Tally({"a": numbers}),
        Tally({"b": numbers}),
        Tally({"a": numbers.reshape(2, 3)}),
        Tally({"a": numbers[::-1].copy()}),
        Tally({"a": numbers, "b": numbers}),
    ]
    assert len({each.digest() for each in tallies}) == len(tallies)
    assert Tally({"b": numbers, "a": numbers}) == tallies[-1], "whatever the order of the names"
    assert Tally({"a": numbers[::-1]}).digest() == tallies[3].digest()
    assert hash(tallies[0]) == hash(Tally({"a": numbers.copy()}))


def test_chunks_add_up_whoever_plays_them_and_when() -> None:
    job = CoinJob(seed=8)
    whole = run_chunks(job, range(12))
    assert whole == run_chunks(job, range(5)) + run_chunks(job, range(5, 12))
    backwards = Tally()
    for number in reversed(range(12)):
        backwards += run_chunk(job, number)
    assert backwards == whole
    assert run_chunks(CoinJob(seed=9), range(12)) != whole


@pytest.mark.parametrize(
    ("document", "digest"),
    [
        ({}, "751f4942840b5b03"),
        ({"fresh": True}, "c3a5dbf53b8b82d1"),
        ({"fresh": True, "control": True}, "b7bc137118d34d9e"),
    ],
    ids=["shoes", "fresh", "by first cards"],
)
def test_the_digits_of_a_seed_stay(document: dict[str, Any], digest: str) -> None:
    """Recorded digests: a run can be repeated with a later version and on another machine."""
    job = prepare_run(rulebook("classic").elect(decks=6), seed=7, **document).job
    sent = pickle.loads(pickle.dumps(job))
    assert run_chunk(sent, 3) == run_chunk(job, 3)
    assert run_chunk(job, 3).digest()[:16] == digest
    assert run_chunk(job, 4).digest()[:16] != digest
