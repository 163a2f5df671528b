"""``python -m benchmarks.reliability PROMISE``: measure one, and print its figure last."""

from __future__ import annotations

import argparse
import importlib
import sys
from typing import Any, Final

from benchmarks.reliability.figures import Figure

PROMISES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "crash": ("killed with -9 in the middle of play", {"kills": 100, "database": ""}),
    "startup": ("serving again with a long past", {"tables": 200, "events": 1_000_000, "kept": ""}),
    "once": ("every command sent three times", {"commands": 10_000, "database": ""}),
    "money": (
        "double entry over random rounds, replayed",
        {"rounds": 20_000, "begin": 0, "processes": 1},
    ),
    "tamper": ("flipped, deleted, reordered, cut off", {"trials": 10_000, "rounds": 300}),
    "flips": ("single bits of a house's file", {"trials": 10_000, "begin": 0}),
    "recall": (
        "the last fifty rounds of a table",
        {"requests": 500, "tables": 6, "events": 30_000},
    ),
    "interruption": ("disconnected at every decision", {"rounds": 20}),
    "fairness": ("sealed shoes checked by other code", {"shoes": 10_000}),
    "leaks": ("no card that nobody may see", {"rounds": 20_000, "processes": 1}),
    "peeks": ("the coach with hidden cards exchanged", {"rounds": 100_000, "processes": 1}),
    "refusals": (
        "anything asked twice, with hidden cards exchanged",
        {"rounds": 100_000, "processes": 1},
    ),
    "prediction": ("every card tried on what is published", {"rounds": 10_000, "broken": 0}),
    "grinding": ("secrets that the house would like", {"secrets": 1_000_000, "seeds": 20_000}),
    "malformed": (
        "requests, frames, books and scenarios that are none",
        {"requests": 20_000, "frames": 100_000, "files": 10_000},
    ),
    "values": (
        "odd values in every field of every route and of the books' schema",
        {"requests": 10_000, "most_ms": 250, "seed": 27},
    ),
    "load": (
        "a hundred tables at once",
        {"tables": 100, "people": 8, "rate": 500, "seconds": 600, "database": "", "lab": 0},
    ),
    "attack": (
        "hostile clients beside honest ones",
        {
            "tables": 20,
            "people": 4,
            "rate": 60,
            "seconds": 40,
            "floods": 20,
            "half_open": 1100,
            "deaf": 500,
            "database": "",
        },
    ),
    "peers": ("a process stopped, another cut off", {"seconds": 30, "database": ""}),
    "histories": (
        "one order explains every answer, whatever happens to the processes",
        {
            "processes": 3,
            "clients": 6,
            "tables": 4,
            "seconds": 120,
            "broken": "",
            "nemesis": "kill,stop,cut",
            "database": "",
        },
    ),
}
"""Each promise that has a command, what it is about, and its sizes."""


def measured(promise: str, **sizes: Any) -> Figure:
    """The figure of a promise, at full size unless other sizes are given."""
    module = importlib.import_module(f"benchmarks.reliability.{promise}")
    figure: Figure = getattr(module, promise)(**{**PROMISES[promise][1], **sizes})
    return figure


def main() -> None:
    """Measure the promise named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reliability")
    promises = parser.add_subparsers(dest="promise", required=True)
    for name, (says, sizes) in PROMISES.items():
        one = promises.add_parser(name, help=says, description=says)
        for size, default in sizes.items():
            one.add_argument(f"--{size.replace('_', '-')}", type=type(default), default=default)
    request = vars(parser.parse_args())
    figure = measured(request.pop("promise"), **request)
    print(f"{figure.seen}: {'target met' if figure.holds else 'TARGET MISSED'}")
    sys.exit(0 if figure.holds else 1)


if __name__ == "__main__":
    main()
