"""Compare two settings on the same cards.

Both are dealt from generators in step, so that they differ only where they play or pay
differently; the luck they share is not an error of the difference.
"""

from __future__ import annotations

from typing import Final

from pitboss.kernels.fast.first_cards import FirstCardsJob
from pitboss.kernels.fast.job import job_for
from pitboss.kernels.jobs import run_chunk
from pitboss.players.policies import PolicyLike, play_by
from pitboss.rulebooks import TableRules
from pitboss.statistics import Estimate, Moments, paired_difference

CHUNKS: Final = 50
"""The number of chunks from which the error of the difference is estimated."""


def compare(
    one: TableRules,
    other: TableRules,
    *,
    policy: PolicyLike = "basic",
    other_policy: PolicyLike | None = None,
    rounds: int = 5_000_000,
    seed: int = 1,
) -> Estimate:
    """How much more a round of the first is worth than of the second, each from a full shoe.

    The plain error is that of two independent runs of as many rounds, so ``gain`` is what dealing
    in step is worth.

    >>> from pitboss.rulebooks import rulebook
    >>> stand, hit = (rulebook("classic").elect(decks=6, soft_17=s) for s in ("stand", "hit"))
    >>> found = compare(stand, hit, rounds=500_000)
    >>> 0.001 < found.value < 0.0032, found.gain > 5
    (True, True)
    """
    jobs = (
        _in_step(one, policy, rounds=rounds, seed=seed),
        _in_step(other, policy if other_policy is None else other_policy, rounds=rounds, seed=seed),
    )
    return paired_difference(*(_chunks(job) for job in jobs))


def _in_step(rules: TableRules, policy: PolicyLike, *, rounds: int, seed: int) -> FirstCardsJob:
    flat = job_for(play_by(rules, policy), seed=seed, fresh=True)
    return FirstCardsJob(flat, seed, -(-rounds // CHUNKS), in_step=True)


def _chunks(job: FirstCardsJob) -> list[Moments]:
    return [job.moments(run_chunk(job, number)) for number in range(CHUNKS)]
