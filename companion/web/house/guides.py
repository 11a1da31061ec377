"""The guides that come with the table: how to build it, teach it and put it on the network."""

from __future__ import annotations

import mimetypes
import re
from functools import lru_cache
from pathlib import Path

import msgspec
from flask import Blueprint, Response, abort

from companion.util.markdown import guide_nodes

from ..kit.context import offloaded
from .pages import page

guides = Blueprint("guides", __name__)

DOCS = Path(__file__).resolve().parents[3] / "docs"
NAME = re.compile(r"[a-z-]+")
MOST_KEPT = 8
PICTURE = re.compile(r"[\w-]+\.(?:svg|jpg|png)")


@guides.get("/guide/<name>")
def guide_page(name: str) -> str:
    if not _is_there(name):
        abort(404)
    return page("guide")


@guides.get("/guide/<name>.json")
def guide(name: str) -> Response:
    """A guide as nodes; links lead to the other guides that are here."""
    if not _is_there(name):
        abort(404)
    return Response(offloaded(_read, name), mimetype="application/json")


@guides.get("/guide/pictures/<name>")
def guide_picture(name: str) -> Response:
    file = DOCS / "pictures" / name
    if not PICTURE.fullmatch(name) or not file.is_file():
        abort(404)
    shown = Response(file.read_bytes(), mimetype=mimetypes.guess_type(name)[0])
    shown.headers["Cache-Control"] = "private, max-age=3600"
    return shown


def _is_there(name: str) -> bool:
    return bool(NAME.fullmatch(name)) and (DOCS / f"{name}.md").is_file()


@lru_cache(maxsize=MOST_KEPT)
def _read(name: str) -> bytes:
    text = (DOCS / f"{name}.md").read_text("utf-8")
    return msgspec.json.encode({"nodes": guide_nodes(text, _address)})


def _address(to: str) -> str:
    """Where a link of a guide leads on our pages; nothing where we don't serve it."""
    file, _, place = to.partition("#")
    if to.startswith(("https://", "http://", "#")):
        return to
    if file.startswith("pictures/"):
        return f"/guide/{file}"
    name = file.removesuffix(".md")
    return f"/guide/{name}{'#' if place else ''}{place}" if _is_there(name) else ""
