"""The documentation site: its generated pages, and a fault reported in one sentence."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import pitboss
from pitboss.cli.main import COMMANDS, cli
from pitboss.handbook.building import CannotBuild, build_site, make_strict
from pitboss.handbook.command_line import command_line_page
from pitboss.handbook.ledgers import index_page, ledger_page
from pitboss.handbook.python_api import PUBLIC
from pitboss.rulebooks import BOOKS, rulebook

ROOT = Path(__file__).parents[2]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A clone with two pages."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "src").mkdir()
    nav = '[{ "Home" = "index.md" }, { "Made" = "made.md" }]'
    (tmp_path / "zensical.toml").write_text(f'[project]\nsite_name = "x"\nnav = {nav}\n')
    (tmp_path / "docs" / "index.md").write_text("# Home\n\n[made](made.md)\n")
    return tmp_path


def test_faults_of_the_contents_and_pictures_are_told_before_anything_is_built(root: Path) -> None:
    (root / "docs" / "lost.md").write_text("# Lost\n\n![a picture](none.png)\n")
    with pytest.raises(CannotBuild) as caught:
        build_site(root, root / "site", {})
    assert caught.value.issues == (
        "lost.md: not in the contents of zensical.toml",
        "lost.md: the picture none.png does not exist",
        "zensical.toml: the page made.md does not exist",
    )
    assert str(caught.value).endswith("not in the contents of zensical.toml, and 2 more")
    assert not (root / "site").exists()


def test_a_broken_link_is_one_sentence_and_leaves_the_old_site(root: Path) -> None:
    make_strict(root / "site")
    (root / "site" / "old.html").touch()
    with pytest.raises(CannotBuild, match=r"^the documentation has a fault: made\.md:3:\d+: page"):
        build_site(root, root / "site", {"made.md": "# Made\n\n[gone](gone.md)\n"})
    assert (root / "site" / "old.html").exists()


def test_a_folder_of_something_else_is_left_alone(root: Path) -> None:
    with pytest.raises(CannotBuild, match="is not an earlier site; name a new or empty folder"):
        build_site(root, root / "docs", {})
    assert (root / "docs" / "index.md").exists()


def test_every_command_and_option_is_on_the_page() -> None:
    page = command_line_page(cli, "pitboss")
    assert all(f"\n## pitboss {name}\n" in page for name in COMMANDS)
    assert "\n### pitboss history export\n" in page and "`--until-se X`" in page
    assert "--limited" not in page, "a hidden option is not documented"


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_and_reading_is_in_the_ledger(book: str) -> None:
    page, found_book = ledger_page(book), rulebook(book)
    headings = [line for line in page.splitlines() if line.startswith("### ")]
    assert len(headings) == len(found_book.ledger.clauses) + len(found_book.readings)
    assert f"[{book}]({book}.md)" in index_page()


def test_the_python_page_has_every_public_function() -> None:
    listed = {name.rpartition(".")[2]: name for names in PUBLIC.values() for name in names}
    functions = {name for name in pitboss.__all__ if name.islower() and name != "__version__"}
    assert functions <= listed.keys()
    for path in listed.values():
        module, _, name = path.rpartition(".")
        assert getattr(import_module(module), name).__doc__, path


def test_a_page_has_no_script_and_no_style_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    page = tmp_path / "a" / "b.html"
    page.write_text(
        "<head></head><script>go()</script>"
        '<td class="x" style="color: red">1</td><th style="color: red">2</th>'
    )
    make_strict(tmp_path)
    text = page.read_text()
    assert "go()" not in text and "style=" not in text
    scripts = [p.name for p in (tmp_path / "assets/inline").glob("*.js")]
    assert len(scripts) == 2 and all(f'src="../assets/inline/{name}"' in text for name in scripts)
    rules = (tmp_path / "assets/inline/styles.css").read_text()
    name = rules.split()[0].removeprefix(".")
    assert f'<td class="{name} x">' in text and f'<th class="{name}">' in text


def test_the_page_of_a_wrong_address_finds_its_files_from_anywhere(tmp_path: Path) -> None:
    page = tmp_path / "404.html"
    page.write_text(
        '<head></head><a href="/a.html">x</a><a href="https://b.org/">y</a>{"base":"/","search":"/s.js"}'
    )
    make_strict(tmp_path)
    text = page.read_text()
    assert 'href="/docs/a.html"' in text and 'src="/docs/assets/inline/strict.js"' in text
    assert 'href="https://b.org/"' in text and '"base":"/docs/","search":"/docs/s.js"' in text


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_a_page_beside_the_site_links_to_what_is_there(page: str) -> None:
    """The site's own links are checked as it is built."""
    text = (ROOT / page).read_text("utf-8")
    links = [one for one in re.findall(r"\]\(([^)#\s]+)", text) if "://" not in one]
    assert links and not [one for one in links if not (ROOT / one).exists()]


def test_the_readme_leads_to_every_page() -> None:
    assert "(docs/index.md)" in (ROOT / "README.md").read_text("utf-8")
    text = (ROOT / "docs" / "index.md").read_text("utf-8")
    pages = [p for e in ("md", "ipynb") for p in (ROOT / "docs").rglob(f"*.{e}")]
    named = [str(p.relative_to(ROOT / "docs")) for p in pages if p != ROOT / "docs" / "index.md"]
    assert not [name for name in named if f"({name})" not in text]
