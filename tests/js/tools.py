"""The type checker and the formatter of the pages' scripts, as the lock file names them."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import subprocess
from pathlib import Path
from typing import Final

from tests.postgres import missing

ROOT: Final = Path(__file__).parents[2]
SCRIPTS: Final = ROOT / "src" / "pitboss" / "web" / "static" / "js"

_TOOLS: Final = ROOT / "node_modules"
_RECORD: Final = _TOOLS / ".pitboss-lock"
_HOW: Final = "install Node.js 18 or newer with npm (Debian: apt-get install nodejs npm)"


def installed() -> None:
    """Install the tools, unless this is done; a skip where there is no Node.js, a failure in CI."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        missing("Node.js with npm", _HOW)
    wanted = hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    with (ROOT / "package-lock.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # test processes run side by side
        if _RECORD.is_file() and _RECORD.read_text("utf-8") == wanted:
            return
        command = ("npm", "ci", "--ignore-scripts", "--loglevel=error")
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if ran.returncode != 0:
            message = (ran.stderr.strip().splitlines() or ["npm ci failed"])[-1]
            missing("TypeScript", f"let npm install what package-lock.json names ({message})")
        _RECORD.write_text(wanted, "utf-8")


def problems(*command: str) -> str:
    """What a tool finds wrong, as it says it."""
    ran = subprocess.run(
        ("npx", "--no-install", *command), cwd=ROOT, capture_output=True, text=True, check=False
    )
    return "" if ran.returncode == 0 else f"{ran.stdout}{ran.stderr}"
