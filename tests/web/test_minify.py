"""Scripts and styles are sent without the lines that only we read, and cached by their content."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from flask import Flask

from companion.web.kit.gzip_answers import lean
from tests.web.scenes import a_browser, a_table, an_app

STATIC = Path(__file__).parents[2] / "companion" / "web" / "static"
SOURCES = sorted(path for path in STATIC.rglob("*") if path.suffix in (".js", ".css"))


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return an_app(a_table(tmp_path))


def test_comments_blank_lines_and_indentation_are_not_sent() -> None:
    text = (
        '// What it is.\n\n/** Why,\n * at length. */\nexport function a() {\n  return "//";\n}\n'
    )
    assert lean(text) == 'export function a() {\nreturn "//";\n}\n'


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(STATIC)))
def test_no_source_has_a_line_that_would_be_cut_by_mistake(path: Path) -> None:
    """No text runs over several lines, and no code follows a comment on its line."""
    for line in map(str.strip, path.read_text("utf-8").splitlines()):
        assert line.count("`") % 2 == 0, line
        assert not line.startswith("/*") or "*/" not in line[:-2], line


def test_what_is_sent_is_still_a_script(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node was found to read the scripts with")
    sent = [path for path in SOURCES if path.suffix == ".js"]
    copies = [tmp_path / f"{n}.mjs" for n in range(len(sent))]
    for path, copy in zip(sent, copies, strict=True):
        copy.write_text(lean(path.read_text("utf-8")), "utf-8")
    reader = "for (const f of process.argv.slice(1)) new (require('vm').SourceTextModule)"
    reader += "(require('fs').readFileSync(f, 'utf8'), { identifier: f })"
    done = subprocess.run(
        [node, "--experimental-vm-modules", "--no-warnings", "-e", reader, *map(str, copies)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_browser_that_has_a_script_is_not_sent_it_again(app: Flask) -> None:
    client = a_browser(app)
    first = client.get("/static/shell/app.js")
    assert first.status_code == 200
    assert first.mimetype == "text/javascript"
    assert first.headers["Cache-Control"] == "no-cache"
    again = client.get("/static/shell/app.js", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


def test_a_script_that_was_changed_is_sent_as_it_is_now(app: Flask, tmp_path: Path) -> None:
    app.static_folder = str(shutil.copytree(STATIC, tmp_path / "static"))
    client = a_browser(app)
    first = client.get("/static/shell/words.js")
    (tmp_path / "static" / "shell" / "words.js").write_text("export const t = 1;\n", "utf-8")
    assert client.get("/static/shell/words.js").data == b"export const t = 1;\n" != first.data


@pytest.mark.parametrize(
    "name", ["../pages.py", "../lean.py", "rooms", "nothing.js", "%2e%2e/a.js"]
)
def test_nothing_else_is_sent(app: Flask, name: str) -> None:
    assert a_browser(app).get(f"/static/{name}").status_code == 404
