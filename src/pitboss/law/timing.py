"""A moment of the round at which something is done, and the clause that says so."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from pitboss.rulebooks import Provision

T = TypeVar("T")


class Moment(NamedTuple, Generic[T]):
    """When something is done, and under which clause."""

    when: T
    under: str


def moment_of(provision: Provision[T]) -> Moment[T]:
    """The moment that a provision names."""
    return Moment(provision.value, provision.under)
