"""Build the documentation site: gather the pages, run the generator, make the pages strict."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from pitboss.documents import toml

_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.S)
_STYLE: Final = re.compile(r'<(\w+)((?:\s[^<>]*?)?)\sstyle="([^"]*)"([^<>]*)>')
_CLASS: Final = 'class="'
_FOLDER: Final = "assets/inline"
_FROM_THE_TOP: Final = re.compile(r'((?:href|src)="|"(?:base|search)":")/(?!/)')

SERVED_AT: Final = "/docs"
"""The path of the site on the server; only the not-found page needs it."""


def make_strict(site: Path) -> None:
    """Move the scripts and styles of every page into files."""
    styles: dict[str, str] = {}
    folder = site / _FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for page in sorted(site.rglob("*.html")):
        here = os.path.relpath(folder, page.parent)
        if page.name == "404.html":
            text = _FROM_THE_TOP.sub(rf"\1{SERVED_AT}/", page.read_text("utf-8"))
            page.write_text(text, "utf-8")
            here = f"{SERVED_AT}/{_FOLDER}"
        _make_strict(page, here, folder, styles)
    rules = sorted(f".{name} {{ {style} }}\n" for style, name in styles.items())
    (folder / "styles.css").write_text("".join(rules), "utf-8")
    script = (files("pitboss.handbook") / "strict.js").read_text("utf-8")
    (folder / "strict.js").write_text(script, "utf-8")


def is_strict(folder: Path) -> bool:
    """Whether a folder is a site whose pages were made strict."""
    return (folder / _FOLDER / "strict.js").is_file()


def _make_strict(page: Path, here: str, folder: Path, styles: dict[str, str]) -> None:
    """Make one page strict; ``here`` is the path to the folder from the page."""
    text = page.read_text("utf-8")

    def script(match: re.Match[str]) -> str:
        name = f"{_digest(match[1])}.js"
        (folder / name).write_text(match[1], "utf-8")
        return f'<script src="{here}/{name}"></script>'

    def style(match: re.Match[str]) -> str:
        tag, before, value, after = match.groups()
        name = styles.setdefault(value, f"s{_digest(value)}")
        rest = before + after
        if _CLASS in rest:
            return f"<{tag}{rest.replace(_CLASS, f'{_CLASS}{name} ', 1)}>"
        return f'<{tag} {_CLASS}{name}"{rest}>'

    text = _SCRIPT.sub(script, text)
    text = _STYLE.sub(style, text)
    links = (
        f'<link rel="stylesheet" href="{here}/styles.css">'
        f'<script src="{here}/strict.js"></script></head>'
    )
    page.write_text(text.replace("</head>", links, 1), "utf-8")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:10]


_FENCE = "```"


def write_notebook_page(notebook: Path, page: Path) -> None:
    """Write the Markdown of a notebook, and each of its pictures next to it."""
    page.parent.mkdir(parents=True, exist_ok=True)
    parts: list[str] = []
    for number, cell in enumerate(json.loads(notebook.read_text("utf-8"))["cells"]):
        parts += _cell(cell, page, number)
    page.write_text("\n\n".join(parts) + "\n", "utf-8")


def _cell(cell: Mapping[str, Any], page: Path, number: int) -> Iterator[str]:
    source = "".join(cell["source"]).strip()
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"{_FENCE}python\n{source}\n{_FENCE}"
    for output in cell["outputs"]:
        yield _output(output, page, number)


def _output(output: Mapping[str, Any], page: Path, number: int) -> str:
    data = output.get("data", {})
    if "image/png" in data:
        picture = page.with_name(f"{page.stem}-{number}.png")
        picture.write_bytes(base64.b64decode(data["image/png"]))
        return f"![Output of the cell above]({picture.name})"
    if "text/html" in data:
        return "".join(data["text/html"])
    text = "".join(data.get("text/plain", output.get("text", "")))
    return f"{_FENCE}text\n{text.rstrip()}\n{_FENCE}"


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
