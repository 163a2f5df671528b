"""What machines compare before they play one job together."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import pitboss
from pitboss.kernels import fingerprint as module
from pitboss.kernels.fingerprint import SOURCES, differences, fingerprint

SRC = Path(__file__).parents[2] / "src"


def test_it_names_everything_that_a_tally_depends_on() -> None:
    ours = fingerprint()
    assert ours["pitboss"] == pitboss.__version__
    assert ours["Numba"] == numba.__version__
    assert ours["kernel sources"] == SOURCES
    assert set(ours) == {
        "pitboss", "kernel sources", "Numba", "llvmlite", "NumPy", "fused multiply-add", "compiled",
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(fingerprint()))
def test_every_part_makes_a_difference(name: str) -> None:
    ours = fingerprint()
    theirs = {**ours, name: "another"}
    assert differences(ours, ours) == ""
    assert differences(theirs, ours) == f"{name} another (here {ours[name]})"
    assert differences({}, ours).startswith("pitboss unknown (here 0.1.0), kernel sources unknown")
    assert differences({**ours, "new": "1"}, ours) == "new 1 (here unknown)"


def digest_of(package: Path) -> str:
    """The digest of the sources of a copy of the package, in a process that imports it."""
    code = "from pitboss.kernels.fingerprint import SOURCES; print(SOURCES)"
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(package)}, capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    return done.stdout.strip()


def test_the_sources_of_kernels_count_and_nothing_else(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__", "static", "site")
    shutil.copytree(SRC / "pitboss", tmp_path / "pitboss", ignore=ignored)
    package = tmp_path / "pitboss"
    (package / "law" / "play.py").write_text((package / "law" / "play.py").read_text() + "\n# x\n")
    for file in (package / "kernels").rglob("*.py"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert digest_of(tmp_path) == SOURCES
    loops = package / "kernels" / "fast" / "loops.py"
    loops.write_text(loops.read_text() + "\n# another version\n")
    assert digest_of(tmp_path) != SOURCES


def test_without_fused_products_on_an_old_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    assert module._fuses()

    class Codegen:
        def magic_tuple(self) -> tuple[str, str, str]:
            return ("x86_64-unknown-linux-gnu", "core2", "+sse4.1,-fma,-avx2")

    class Target:
        target_context = type("Context", (), {"codegen": lambda self: Codegen()})()

    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(module, "cpu_target", Target())
    assert not module._fuses()
