"""``python -m tests.newest`` runs quick tests with the newest releases of everything we build on.

Upper bounds are left out. The environment is a fresh one, which is removed afterwards; the
packages come from the registry that pip is configured for. Exit code 0 means that the bounds in
pyproject.toml may be raised and the locks made again (``python -m tests.locks``).
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Final

from tests.locks import ROOT, pinned

QUICK: Final = (
    "tests/web/test_door.py",
    "tests/web/test_frames.py",
    "tests/web/test_sessions.py",
    "tests/web/test_limits.py",
    "tests/web/test_streams.py",
    "tests/store/test_store.py",
    "tests/cli/test_cli.py",
    "tests/cli/test_solve.py",
    "tests/kernels/test_rng.py",
)
"""What a new release of the server, the driver or the compiler would break first."""


def unbounded(requirement: str) -> str:
    """A requirement without its upper bound; an exact version is kept, because it was chosen."""
    return re.sub(r",\s*<=?[^,;]+", "", requirement)


def wanted() -> list[str]:
    """What the package and its tests depend on, without upper bounds."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [unbounded(one) for one in (*project["dependencies"],
                                       *project["optional-dependencies"]["test"])]  # fmt: skip


def main() -> None:
    """Install the newest releases, say which differ from the lock, and run the tests."""
    parser = argparse.ArgumentParser(prog="python -m tests.newest", description=__doc__)
    parser.add_argument("tests", nargs="*", help="tests to run (default: a quick selection)")
    arguments = parser.parse_args()
    tests = arguments.tests or [one for one in QUICK if (ROOT / one).exists()]
    with tempfile.TemporaryDirectory(prefix="pitboss-newest-") as folder:
        _run(sys.executable, "-m", "venv", folder)
        python = str(Path(folder) / "bin" / "python")
        _run(python, "-m", "pip", "install", "--quiet", "--upgrade", "pip", *wanted())
        _run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--editable", str(ROOT))
        for line in _differing(python):
            print(line, flush=True)
        ran = subprocess.run([python, "-m", "pytest", "-q", *tests], cwd=ROOT, check=False)
    sys.exit(ran.returncode)


def _run(*command: str) -> None:
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        sys.exit(f"{ran.stdout}{ran.stderr}the newest releases could not be installed")


def _differing(python: str) -> list[str]:
    """The packages whose newest release is not the locked one."""
    known = pinned((ROOT / "requirements-test.lock").read_text("utf-8"))
    listed = subprocess.run(
        [python, "-m", "pip", "list", "--format", "json"], check=True, capture_output=True
    )
    packages = {
        re.sub(r"[._]", "-", one["name"].lower()): one["version"]
        for one in json.loads(listed.stdout)
    }
    return [
        f"{name} {version} (locked: {known[name]})"
        for name, version in sorted(packages.items())
        if name in known and version not in known[name].split(", ")
    ] or ["every newest release is the locked one"]


if __name__ == "__main__":
    main()
