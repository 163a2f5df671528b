"""``./pitboss``: how a clone sets itself up, and how a broken ``.venv`` is repaired.

The script is the real one, in a small checkout of its own. ``venv`` and ``pip`` are stand-ins that
do the same without a network in a tenth of a second; CI sets up a fresh clone with the real ones.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "pitboss"

VENV = """
import os, runpy, sys, sysconfig
from pathlib import Path
real = runpy.run_path(str(Path(sysconfig.get_paths()["stdlib"]) / "venv" / "__init__.py"))
if __name__ == "__main__":
    if "FAKE_VENV" in os.environ:
        sys.exit(os.environ["FAKE_VENV"])
    folder = Path(sys.argv[1])
    real["create"](folder, with_pip=False, symlinks=True)
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    site = folder / "lib" / version / "site-packages"
    (site / "pip.pth").write_text(str(Path(__file__).parent / "pips"))
"""

PIP = """
import os, sys, sysconfig, time
from pathlib import Path
here = Path(__file__).parents[2]
with (here / "calls").open("a") as calls:
    print(*sys.argv[1:], file=calls)
if "FAKE_PIP" in os.environ:
    print(os.environ["FAKE_PIP"])
    sys.exit(1)
site = Path(sysconfig.get_paths()["purelib"])
(site / "kard").mkdir(exist_ok=True)
time.sleep(float(os.environ.get("FAKE_SECONDS", "0")))
(site / "kard" / "__init__.py").write_text("ace = 1")
if "--editable" in sys.argv:
    root = sys.argv[sys.argv.index("--editable") + 1].partition("[")[0]
    (site / "_pitboss.pth").write_text(root + "/src")
"""

MAIN = """
from kard import ace
def run(arguments):
    print("ran", *arguments)
    raise SystemExit(0)
"""

START = """
import sys
from pitboss.cli.main import run
run(sys.argv[1:])
"""


class Checkout:
    """A small clone with the script."""

    def __init__(self, folder: Path) -> None:
        self.stubs = folder / "stubs"
        self.root = folder / "clone"
        for path, text in {
            self.stubs / "venv.py": VENV,
            self.stubs / "pips" / "pip" / "__init__.py": "",
            self.stubs / "pips" / "pip" / "__main__.py": PIP,
            self.root / "pyproject.toml": "[project]",
            self.root / "requirements.lock": "kard==1",
            self.root / "requirements-test.lock": "kard==1",
            self.root / "requirements-docs.lock": "kard==1",
            self.root / "src" / "pitboss" / "__init__.py": "",
            self.root / "src" / "pitboss" / "__main__.py": START,
            self.root / "src" / "pitboss" / "cli" / "__init__.py": "",
            self.root / "src" / "pitboss" / "cli" / "main.py": MAIN,
        }.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        shutil.copy(SCRIPT, self.root)

    @property
    def venv(self) -> Path:
        return self.root / ".venv"

    @property
    def site(self) -> Path:
        return next(self.venv.glob("lib/python3*/site-packages"))

    @property
    def calls(self) -> list[str]:
        """What pip was called with so far."""
        file = self.stubs / "calls"
        return file.read_text().splitlines() if file.exists() else []

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PITBOSS_", "PYTHON", "COV_"))
        }
        return subprocess.Popen(
            [sys.executable, str(self.root / "pitboss"), *arguments],
            env=kept | {"PYTHONPATH": str(self.stubs)} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, *arguments: str, **environment: str) -> tuple[int, str, str]:
        """The exit code of a command, and what it printed."""
        process = self.start(*arguments, **environment)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait for something to happen, however busy the machine is."""
        deadline = time.monotonic() + 60
        while not condition():
            assert time.monotonic() < deadline
            time.sleep(0.01)


@pytest.fixture
def clone(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_a_fresh_clone_installs_the_locked_versions_once(clone: Checkout) -> None:
    code, out, err = clone.run("books", "--json")
    assert (code, out) == (0, "ran books --json\n")
    assert err == "pitboss: creating .venv\npitboss: installing (once)\n"
    locked, own = clone.calls
    assert "--require-hashes" in locked and locked.endswith("requirements.lock")
    assert "--no-deps --no-build-isolation --editable" in own
    assert clone.run("solve", "nz") == (0, "ran solve nz\n", "")
    assert len(clone.calls) == 2


def test_a_changed_lock_or_project_is_installed_again(clone: Checkout) -> None:
    clone.run("books")
    for file in ("requirements.lock", "pyproject.toml"):
        (clone.root / file).write_text("changed")
        before = len(clone.calls)
        code, out, err = clone.run("books")
        assert (code, out, err) == (0, "ran books\n", "pitboss: installing (once)\n")
        assert len(clone.calls) == before + 2


def _replaced(path: Path, text: str) -> None:
    path.unlink()
    path.write_text(text)
    path.chmod(0o755)


def _no_python(clone: Checkout) -> None:
    (clone.venv / "bin" / "python").unlink()


def _dangling(clone: Checkout) -> None:
    _no_python(clone)
    (clone.venv / "bin" / "python").symlink_to("/nowhere/python3")


def _not_a_program(clone: Checkout) -> None:
    _replaced(clone.venv / "bin" / "python", "no program")


def _not_executable(clone: Checkout) -> None:
    _replaced(clone.venv / "bin" / "python", "no program")
    (clone.venv / "bin" / "python").chmod(0o644)


def _old_python(clone: Checkout) -> None:
    _replaced(clone.venv / "bin" / "python", "#!/bin/sh\necho '[[3, 9], \"/usr\", true, true]'\n")


def _another_version(clone: Checkout) -> None:
    """As after an upgrade of the system: the link leads to another Python, the folder is old."""
    clone.site.parent.rename(clone.venv / "lib" / "python3.9")


def _no_pip(clone: Checkout) -> None:
    (clone.site / "pip.pth").unlink()


def _unfinished(clone: Checkout) -> None:
    (clone.venv / ".installing").touch()


def _emptied_package(clone: Checkout) -> None:
    (clone.site / "kard" / "__init__.py").unlink()


def _package_gone(clone: Checkout) -> None:
    shutil.rmtree(clone.site / "kard")


def _path_gone(clone: Checkout) -> None:
    (clone.site / "_pitboss.pth").unlink()


def _emptied(clone: Checkout) -> None:
    shutil.rmtree(clone.venv)
    clone.venv.mkdir()


def _link_to_nowhere(clone: Checkout) -> None:
    shutil.rmtree(clone.venv)
    clone.venv.symlink_to("/nowhere/venv")


def _no_record(clone: Checkout) -> None:
    (clone.venv / ".installed").unlink()


def _damaged_record(clone: Checkout) -> None:
    (clone.venv / ".installed").write_text('{"inputs": "')


def _moved(clone: Checkout) -> None:
    clone.root = clone.root.rename(clone.root.with_name("moved"))


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (_no_python, "making .venv again: its Python is missing"),
        (_dangling, "making .venv again: its Python is missing"),
        (_not_a_program, "making .venv again: its Python does not start"),
        (_not_executable, "making .venv again: its Python does not start"),
        (_old_python, "making .venv again: its Python is 3.9, and python 3.11 or newer is needed"),
        (_another_version, "making .venv again: its Python has been replaced by another version"),
        (_no_pip, "making .venv again: pip is missing from it"),
        (_unfinished, "making .venv again: the last installation was interrupted"),
        (
            _emptied_package,
            "making .venv again: pitboss cannot be imported (cannot import name ",
        ),
        (_emptied, "making .venv again: its Python is missing"),
        (_moved, "making .venv again: the folder has been moved"),
        (_link_to_nowhere, "creating .venv"),
        (_package_gone, "installing (once)"),
        (_path_gone, "installing (once)"),
        (_no_record, "installing (once)"),
        (_damaged_record, "installing (once)"),
    ],
)
def test_a_broken_environment_is_repaired(
    clone: Checkout, broken: Callable[[Checkout], None], sentence: str
) -> None:
    clone.run("books")
    broken(clone)
    code, out, err = clone.run("books")
    assert (code, out) == (0, "ran books\n"), err
    assert sentence in err and "Traceback" not in err
    assert clone.run("books") == (0, "ran books\n", "")


def test_a_fault_in_the_sources_is_shown_and_nothing_is_installed(clone: Checkout) -> None:
    clone.run("books")
    main = clone.root / "src" / "pitboss" / "cli" / "main.py"
    main.write_text("from pitboss.cli.absent import command")
    code, _, err = clone.run("books")
    assert code == 1 and "pitboss.cli.absent" in err
    assert len(clone.calls) == 2


def test_an_environment_that_stays_broken_is_made_again_once(clone: Checkout) -> None:
    clone.run("books")
    (clone.root / "src" / "pitboss" / "cli" / "main.py").write_text("import absent")
    code, _, err = clone.run("books")
    assert code == 1 and err.count("making .venv again") == 1
    assert "No module named 'absent'" in err


def test_an_interrupted_set_up_is_finished_by_the_next_command(clone: Checkout) -> None:
    first = clone.start("books", FAKE_SECONDS="60")
    clone.until(lambda: bool(clone.calls))
    os.killpg(first.pid, signal.SIGINT)
    _, err = first.communicate(timeout=60)
    assert first.returncode == 130
    assert err.endswith("pitboss: interrupted; run the same command again to continue\n")
    code, out, err = clone.run("books")
    assert (code, out) == (0, "ran books\n")
    assert "making .venv again: the last installation was interrupted" in err


def test_a_killed_set_up_keeps_others_waiting_until_its_pip_has_ended(clone: Checkout) -> None:
    first = clone.start("books", FAKE_SECONDS="60")
    clone.until(lambda: bool(clone.calls))
    first.kill()
    first.wait()
    second = clone.start("books")
    assert second.stderr is not None
    assert second.stderr.readline() == (
        "pitboss: another ./pitboss is setting up .venv; waiting for it\n"
    )
    os.killpg(first.pid, signal.SIGKILL)  # its pip
    out, err = second.communicate(timeout=60)
    assert (second.returncode, out) == (0, "ran books\n")
    assert "making .venv again: the last installation was interrupted" in err
    assert first.stdout is not None and first.stderr is not None
    first.stdout.close()
    first.stderr.close()


def test_of_two_at_once_one_waits_for_the_other(clone: Checkout) -> None:
    first = clone.start("books", FAKE_SECONDS="0.5")
    clone.until(lambda: bool(clone.calls))
    code, out, err = clone.run("rules", "nz")
    assert (code, out) == (0, "ran rules nz\n")
    assert err == "pitboss: another ./pitboss is setting up .venv; waiting for it\n"
    assert first.communicate(timeout=60)[0] == "ran books\n"
    assert len(clone.calls) == 2


def test_the_newest_versions_are_installed_on_request_only(clone: Checkout) -> None:
    clone.run("books")
    assert clone.run("books", PITBOSS_UNLOCKED="1")[0] == 0
    assert "--require-hashes" not in clone.calls[-1] and "--upgrade" in clone.calls[-1]
    assert clone.run("books") == (0, "ran books\n", "")
    code, _, err = clone.run("--repair")
    assert code == 0 and "making .venv again: as you asked" in err
    assert "--require-hashes" in clone.calls[-2]


def test_a_command_never_imports_from_the_folder_it_is_in(
    clone: Checkout, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "kard.py").write_text("raise SystemExit('the wrong one')")
    monkeypatch.chdir(tmp_path)
    assert clone.run("books")[:2] == (0, "ran books\n")


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("OSError: [Errno 28] No space left on device", "the disk is full; make room and run"),
        (
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.",
            "a package is not the one named in requirements.lock and was not installed",
        ),
        (
            "NewConnectionError: ...\nERROR: No matching distribution found for kard==1",
            "the package registry cannot be reached",
        ),
        ("ERROR: No matching distribution found for kard==1", "set PITBOSS_UNLOCKED=1 and run"),
        ("ERROR: something else", "fix the problem that pip reports above"),
    ],
)
def test_a_failed_installation_says_how_to_continue(
    clone: Checkout, output: str, sentence: str
) -> None:
    code, out, err = clone.run("books", FAKE_PIP=output)
    assert (code, out) == (2, "")
    assert output in err and sentence in err.splitlines()[-1]
    assert clone.run("books")[0] == 0


def test_a_file_in_the_place_of_the_environment_is_left_alone(clone: Checkout) -> None:
    clone.venv.write_text("mine")
    code, _, err = clone.run("books")
    assert code == 2 and err.endswith("is a file; remove it and run the same command again\n")
    assert clone.venv.read_text() == "mine"


def test_a_full_disk_for_messages_changes_no_exit_code(clone: Checkout) -> None:
    clone.venv.write_text("mine")
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run([sys.executable, str(clone.root / "pitboss"), "books"], stderr=full)
    assert ran.returncode == 2


# What needs another system or another user, by the functions of the script.


@pytest.fixture
def script(clone: Checkout, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    loader = SourceFileLoader("set_up_script", str(clone.root / "pitboss"))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module: Any = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader.exec_module(module)
    return module  # type: ignore[no-any-return]


class System:
    """A Debian on which Python has no venv module until apt has installed it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, script: Any, *, user: int) -> None:
        self.ran: list[str] = []
        self.apt_works = True
        monkeypatch.setattr(script, "run_quietly", self.run)
        monkeypatch.setattr(script, "is_debian", lambda: True)
        monkeypatch.setattr(script, "has_venv", lambda: "apt-get" in " ".join(self.ran))
        monkeypatch.setattr(os, "geteuid", lambda: user)

    def run(self, command: list[str], what: str, lock: int) -> tuple[int, str]:
        self.ran.append(" ".join(command))
        if "apt-get" in command:
            return (0, "") if self.apt_works else (100, "E: Unable to locate package")
        return (0, "") if "apt-get" in " ".join(self.ran) else (1, "ensurepip is not available")


def test_apt_is_announced_before_it_runs(
    script: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    system = System(monkeypatch, script, user=0)
    announced: list[str] = []
    monkeypatch.setattr(script, "say", lambda message: announced.append(f"{message}|{system.ran}"))
    script.make_venv(3)
    package = f"python3.{sys.version_info[1]}-venv"
    [sentence] = announced
    assert sentence.startswith(
        f"python's venv module is missing; installing the Debian package {package} with apt-get|"
    )
    assert "apt-get" not in sentence.partition("|")[2]
    assert [command for command in system.ran if command.endswith(f"install -y {package}")]


def test_apt_never_runs_for_another_user(
    script: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    system = System(monkeypatch, script, user=1000)
    with pytest.raises(SystemExit, match="2"):
        script.make_venv(3)
    assert "run: sudo apt-get install python3." in capsys.readouterr().err
    assert not any("apt-get" in command for command in system.ran)


def test_apt_that_fails_is_one_sentence(
    script: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    System(monkeypatch, script, user=0).apt_works = False
    with pytest.raises(SystemExit, match="2"):
        script.make_venv(3)
    assert ": E: Unable to locate package; install it and run" in capsys.readouterr().err


def test_apt_never_runs_where_venv_fails_for_another_reason(clone: Checkout) -> None:
    programs = clone.stubs / "bin"
    programs.mkdir()
    _replaced_or_new(programs / "apt-get", f"#!/bin/sh\ntouch {clone.stubs}/apt-ran\n")
    path = f"{programs}:{os.environ['PATH']}"
    code, _, err = clone.run("books", FAKE_VENV="[Errno 28] No space left on device", PATH=path)
    assert code == 2
    assert f"could not create '{clone.venv}': [Errno 28] No space left on device" in err
    assert not (clone.stubs / "apt-ran").exists()


def _replaced_or_new(path: Path, text: str) -> None:
    path.touch()
    _replaced(path, text)


@pytest.mark.parametrize("name", ["mkdir", "touch", "iterdir"])
def test_an_environment_that_cannot_be_written_is_one_sentence(
    script: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    if name != "mkdir":
        script.VENV.mkdir()

    def refused(path: Path, *_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, name, refused)
    with pytest.raises(SystemExit, match="2"):
        script.set_up("")
    monkeypatch.undo()
    text = capsys.readouterr().err.splitlines()[-1]
    assert text.startswith(f"pitboss: cannot set up .venv: '{script.VENV}")
    assert text.endswith("Permission denied; make the folder writable or free space")


def test_a_record_names_what_is_installed(clone: Checkout) -> None:
    clone.run("books")
    record = json.loads((clone.venv / ".installed").read_text())
    assert record["packages"] == ["_pitboss.pth", "kard", "pip.pth"]
    assert record["root"] == str(clone.root) and record["is_locked"]
