"""Jobs, their chunks, and tallies that add up.

A chunk is played with a generator derived from the seed and the chunk's number, and its tally is
whole numbers. So it does not matter who plays which chunk, in which order, or how often.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .fingerprint import SOURCES as SOURCES  # read as soon as there are jobs
from .rng import State, state_of

Counts = NDArray[np.int64]

ROUNDS: Final = "rounds"
"""The tally that every kind of job keeps."""


@dataclass(frozen=True, eq=False)
class Tally:
    """Whole numbers by name, such as the count of each result; tallies of chunks add up."""

    counts: Mapping[str, Counts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, counts in self.counts.items():
            assert counts.dtype == np.int64, f"{name} is not a count but {counts.dtype}"

    def __getitem__(self, name: str) -> Counts:
        return self.counts[name]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self.digest() == other.digest()

    def __hash__(self) -> int:
        return hash(self.digest())

    def __add__(self, other: Tally) -> Tally:
        """The sum of two tallies; an empty tally adds nothing."""
        if not self.counts or not other.counts:
            return self if self.counts else other
        if self.counts.keys() != other.counts.keys():
            raise ValueError("tallies of different jobs cannot be added")
        return Tally({name: counts + other.counts[name] for name, counts in self.counts.items()})

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return int(self.counts[ROUNDS].sum()) if self.counts else 0

    def digest(self) -> str:
        """A hash of all numbers and their names, the same on every machine."""
        digest = hashlib.sha256()
        for name in sorted(self.counts):
            counts = np.ascontiguousarray(self.counts[name])
            digest.update(f"{name} {counts.shape}\n".encode())
            digest.update(counts.astype("<i8").tobytes())
        return digest.hexdigest()


class Job(ABC):
    """A job to simulate: only numbers and arrays, so that any worker can play a chunk."""

    seed: int

    @abstractmethod
    def play(self, state: State) -> Tally:
        """Play one chunk with this generator, from a new shoe."""


def run_chunk(job: Job, number: int) -> Tally:
    """Play one chunk of a job, numbered from 0; the result is always the same."""
    return job.play(state_of(job.seed, number))


def run_chunks(job: Job, numbers: range) -> Tally:
    """Play several chunks and sum them."""
    return reduce(add, (run_chunk(job, number) for number in numbers), Tally())
