"""``python -m tests.locks`` pins the newest versions that pyproject.toml allows.

``uv`` does it, because it can lock for every supported Python and system at once. It is installed
by ``pip install uv``. The versions of the tests are chosen first; the other locks take theirs from
them.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
OLDEST: Final = "3.11"
LOCKS: Final = {
    "requirements-test.lock": ("postgres", "test"),
    "requirements-docs.lock": ("docs", "postgres"),
    "requirements.lock": ("postgres",),
}
"""The extras in each lock file; the first has all packages of the others."""
_ABOUT: Final = (
    "# {what}, every file by its hash, for CPython 3.11 to 3.14 on Linux, macOS and Windows.\n"
    "# Made by `python -m tests.locks`; no registry is named here on purpose.\n"
)
_WHAT: Final = {
    "requirements-test.lock": "What `./pitboss test` installs",
    "requirements-docs.lock": "What `./pitboss docs` installs",
    "requirements.lock": "What `pitboss serve` runs on, PostgreSQL's driver included",
}


def pinned(lock: str) -> dict[str, str]:
    """Each package of a lock file with its versions, one for each kind of machine."""
    texts: dict[str, list[str]] = {}
    for name, version in re.findall(r"(?m)^([a-z0-9][a-z0-9._-]*)==(\S+)(?: ; .+)? \\$", lock):
        texts.setdefault(name, []).append(version)
    return {name: ", ".join(versions) for name, versions in texts.items()}


def main() -> None:
    """Write every lock file again."""
    uv = shutil.which("uv")
    if uv is None:
        sys.exit("uv is not installed; run: pip install uv")
    first = next(iter(LOCKS))
    for name, extras in LOCKS.items():
        texts = [word for extra in extras for word in ("--extra", extra)]
        least = [] if name == first else ["--constraints", first]
        made = subprocess.run(
            [uv, "pip", "compile", "pyproject.toml", "--group", "build", *texts, *least,
             "--universal", "--python-version", OLDEST, "--generate-hashes", "--upgrade",
             "--no-header", "--no-emit-index-url", "--no-emit-find-links", "--no-annotate"],
            cwd=ROOT, check=True, capture_output=True, text=True,
        )  # fmt: skip
        (ROOT / name).write_text(_ABOUT.format(what=_WHAT[name]) + made.stdout, "utf-8")
        print(f"{name}: {len(pinned(made.stdout))} packages")


if __name__ == "__main__":
    main()
