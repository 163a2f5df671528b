"""A worker for tests that sleeps, counts and fails on request."""

from __future__ import annotations

import os
import time
from typing import Any

from pitboss.web.lab.worker import Calculation, Control, Steps, become


def sleep(document: dict[str, Any], _control: Control) -> Steps:
    """Sleep in one step, and return the id of the process."""
    time.sleep(document["seconds"])
    yield os.getpid()


def spin(document: dict[str, Any], _control: Control) -> Steps:
    """Use the processor for some seconds in one step."""
    until = time.process_time() + document["seconds"]
    while time.process_time() < until:
        pass
    yield os.getpid()


def spins(document: dict[str, Any], _control: Control) -> Steps:
    """Use the processor for some seconds in every step."""
    while True:
        yield from spin(document, _control)


def count(document: dict[str, Any], control: Control) -> Steps:
    """Count in steps until the end or until stopped."""
    for number in range(document["upto"]):
        time.sleep(document.get("pause", 0))
        yield number
        if control.is_stopped:
            yield "stopped"
            return


def power(document: dict[str, Any], _control: Control) -> Steps:
    """Raise ten to a power: one operation that nothing within the process can end."""
    yield len(bin(10 ** document["exponent"]))


def hoard(document: dict[str, Any], _control: Control) -> Steps:
    """Take some megabytes of memory."""
    held = bytearray(document["megabytes"] * 2**20)
    yield len(held)


def fail(document: dict[str, Any], _control: Control) -> Steps:
    """Fail in a known way, in an unknown way, or with the whole process."""
    match document["how"]:
        case "known":
            raise ValueError("a sentence")
        case "unknown":
            raise KeyError("?")
        case _:
            os._exit(3)
    yield


KINDS: dict[str, Calculation] = {
    "sleep": sleep, "spin": spin, "spins": spins, "count": count, "fail": fail,
    "power": power, "hoard": hoard,
}  # fmt: skip

if __name__ == "__main__":
    become(lambda: KINDS)
