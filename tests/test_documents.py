"""The documents: short where a person reads them, and every link leads somewhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = (ROOT / "docs", ROOT / "systemd")
PAGES = sorted([*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in folder.rglob("*.md"))])
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)[^)]*\)")
PLACE = re.compile(r"`((?:companion|calibration|hardware|tests|script|systemd|docs)/[\w./-]+)`")
TO_WRITE = ("docs/adding-a-",)
"""Pages that name the files a reader is about to write."""


def broken_links(page: Path) -> list[str]:
    """List the links of *page* to files that don't exist."""
    links = LINK.findall(CODE.sub("", page.read_text("utf-8")))
    return [link for link in links if not (page.parent / link).exists()]


def missing_places(page: Path, root: Path = ROOT) -> list[str]:
    """List the files and folders that *page* names by path and that don't exist."""
    places = PLACE.findall(page.read_text("utf-8"))
    return [place for place in places if not (root / place).exists()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    assert broken_links(page) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_a_page_names_exists(page: Path) -> None:
    if not str(page.relative_to(ROOT)).startswith(TO_WRITE):
        assert missing_places(page) == []


def test_a_broken_link_and_a_missing_file_are_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("[gone](gone.md#part) [here](page.md) `companion/nothing.py` `companion/core/`")
    assert broken_links(page) == ["gone.md"]
    assert missing_places(page) == ["companion/nothing.py"]


def test_the_readme_is_one_screen_with_one_picture_and_five_games() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) < 120
    (picture,) = re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)
    assert (ROOT / picture).stat().st_size < 200_000
    assert len(re.findall(r"^\| `\w+` \|", text, re.MULTILINE)) == 5


def test_the_page_about_the_eye_is_read_in_ten_minutes() -> None:
    assert len((ROOT / "docs" / "eye.md").read_text("utf-8").split()) <= 2000


def linted(script: str) -> set[str]:
    """Name the commands script/lint runs to check something, as they are typed."""
    checks = script.partition('echo "ruff check"')[2].replace("page_tool ", "node node_modules/")
    found = re.findall(
        r"(?:\.venv/bin/python -m|node node_modules/)[^|\n]+?(?= \.?\s*\|\|)", checks
    )
    return {command.strip() for command in found}


def test_pre_commit_runs_what_lint_runs() -> None:
    config = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    hooks = set(re.findall(r"entry: (.+)", config))
    assert hooks == linted((ROOT / "script" / "lint").read_text("utf-8"))


def test_a_check_added_to_lint_alone_is_noticed() -> None:
    script = (ROOT / "script" / "lint").read_text("utf-8")
    more = script.replace('echo "mypy"', ".venv/bin/python -m vulture || failed=1", 1)
    assert linted(more) - linted(script) == {".venv/bin/python -m vulture"}


def test_the_changelog_is_dated_by_version_and_begins_with_this_one() -> None:
    heads = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ \(\d{1,2} \w+ \d{4}\)", head) for head in heads)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert heads[0].startswith(f"{project['version']} (")


def test_decisions_are_numbered_dated_and_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    pages = sorted(page for page in folder.glob("*.md") if page.name != "README.md")
    listed = re.findall(
        r"^\| \[\d{4}\]\(([^)]+)\)", (folder / "README.md").read_text("utf-8"), re.M
    )
    assert listed == [page.name for page in pages]
    for number, page in enumerate(pages, 1):
        text = page.read_text("utf-8")
        assert page.name.startswith(f"{number:04d}-")
        assert re.match(rf"# {number:04d}\. .+\n\n\d{{1,2}} \w+ \d{{4}}\n", text), page.name
        assert len(text.split()) < 200, page.name


def test_the_quick_tests_need_no_browser_and_leave_out_what_exists() -> None:
    script = (ROOT / "script" / "test").read_text("utf-8")
    before_browser = script.partition("script/setup --browser ||")[0]
    assert 'if [ "${1:-}" = --quick ]' in before_browser
    assert '-m "not slow and not browser and not machine"' in before_browser
    named = re.findall(r"tests/[\w*/.]+", before_browser.partition("quick=(")[2])
    assert len(named) >= 10
    assert [pattern for pattern in named if not list(ROOT.glob(pattern))] == []
