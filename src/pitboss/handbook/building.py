"""Build the documentation site: gather the pages, run the generator, make the pages strict."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from pitboss.documents import toml
from pitboss.handbook.notebooks import write_notebook_page
from pitboss.handbook.strict_pages import is_strict, make_strict

_CONFIG: Final = "zensical.toml"
_LINK_TO_NOTEBOOK: Final = re.compile(r"(\]\([^)\s]+)\.ipynb")
_PICTURE: Final = re.compile(r"!\[[^\]]*\]\(([^)\s]+)")
_ISSUE: Final = re.compile(r"^Warning: (.+)(?:\n.*?\[ (\S+) \])?", re.M)
_COLOUR: Final = re.compile(r"\x1b\[[\d;]*m")


class CannotBuild(Exception):
    """The site was not built, in one sentence; ``issues`` has one line for each fault."""

    def __init__(self, why: str, issues: tuple[str, ...] = ()) -> None:
        super().__init__(why)
        self.issues = issues


def source_root() -> Path:
    """The clone that the documentation is written in."""
    for folder in (Path.cwd(), Path(__file__).parents[3]):
        if (folder / _CONFIG).is_file() and (folder / "docs").is_dir():
            return folder
    raise CannotBuild(
        f"there is no {_CONFIG} here; run this in a clone of pitboss, since an installed package "
        "does not include the pages"
    )


def build_site(root: Path, output: Path, generated: Mapping[str, str]) -> int:
    """Build the site of a clone into a folder; the number of pages.

    ``generated`` has the pages that are made from code, by their path under ``docs``.
    """
    if importlib.util.find_spec("zensical") is None:
        raise CannotBuild("the documentation is built by Zensical: pip install 'pitboss[docs]'")
    if output.exists() and not _is_ours(output):
        raise CannotBuild(f"{str(output)!r} is not an earlier site; name a new or empty folder")
    with tempfile.TemporaryDirectory(prefix="pitboss-docs-") as folder:
        staged = Path(folder)
        _stage(root, staged, generated)
        _generate(staged)
        site = staged / "site"
        make_strict(site)
        _replace(output, site)
    return sum(1 for page in output.rglob("*.html") if page.name != "404.html")


def _is_ours(output: Path) -> bool:
    """Whether a folder may be replaced: it is empty, or a site that this command has built."""
    return output.is_dir() and (is_strict(output) or not any(output.iterdir()))


def _replace(output: Path, site: Path) -> None:
    """Replace the old site with the new one in one step."""
    ready = output.with_name(f"{output.name}.new")
    shutil.rmtree(ready, ignore_errors=True)
    try:
        shutil.copytree(site, ready)
        if output.exists():
            shutil.rmtree(output)
        ready.rename(output)
    except OSError as error:
        raise CannotBuild(f"{str(output)!r} cannot be written: {error.strerror}") from None


def _stage(root: Path, staged: Path, generated: Mapping[str, str]) -> None:
    """Gather the pages and check what the generator does not: the contents and the pictures."""
    docs = staged / "docs"
    shutil.copytree(root / "docs", docs, ignore=shutil.ignore_patterns("*.ipynb"))
    shutil.copy(root / _CONFIG, staged)
    (staged / "src").symlink_to(root / "src")
    for notebook in (root / "docs").rglob("*.ipynb"):
        page = docs / notebook.relative_to(root / "docs").with_suffix(".md")
        write_notebook_page(notebook, page)
    for name, text in generated.items():
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(text, "utf-8")
    pages = {str(page.relative_to(docs)): page for page in docs.rglob("*.md")}
    listed = set(_listed(toml((root / _CONFIG).read_text("utf-8"))["project"]["nav"]))
    issues = [f"{name}: not in the contents of {_CONFIG}" for name in pages.keys() - listed]
    issues += [f"{_CONFIG}: the page {name} does not exist" for name in listed - pages.keys()]
    for name, page in pages.items():
        text = _LINK_TO_NOTEBOOK.sub(r"\1.md", page.read_text("utf-8"))
        page.write_text(text, "utf-8")
        pictures = (one for one in _PICTURE.findall(text) if "://" not in one)
        missing = [one for one in pictures if not (page.parent / one).is_file()]
        issues += [f"{name}: the picture {one} does not exist" for one in missing]
    _refuse(sorted(issues))


def _listed(nav: list[Any]) -> Iterator[str]:
    """The pages in the contents, section by section."""
    for entry in nav:
        for value in entry.values() if isinstance(entry, dict) else [entry]:
            if isinstance(value, str):
                yield value
            else:
                yield from _listed(value)


def _generate(staged: Path) -> None:
    """Run the generator; its warnings and its traceback become one sentence."""
    ran = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict"],
        cwd=staged, capture_output=True, text=True, check=False,
    )  # fmt: skip
    text = _COLOUR.sub("", ran.stdout + ran.stderr)
    issues = [f"{where}: {what}" if where else what for what, where in _ISSUE.findall(text)]
    issues += (line for line in text.splitlines() if line.startswith("mkdocstrings: "))
    _refuse(issues)
    if ran.returncode:
        last = text.strip().splitlines()[-1] if text.strip() else f"exit code {ran.returncode}"
        raise CannotBuild(f"Zensical failed: {last}")


def _refuse(issues: list[str]) -> None:
    if issues:
        others = f", and {len(issues) - 1} more" if len(issues) > 1 else ""
        raise CannotBuild(f"the documentation has a fault: {issues[0]}{others}", tuple(issues))
