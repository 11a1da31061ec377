"""The page of a projector: board, scores, whose turn, one sentence. It shows and never acts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from flask import Blueprint, Response, current_app, render_template

from companion.words import Words

from ..kit.context import language
from ..kit.preloads import data_for, scripts_for
from .context import desk

screen = Blueprint("screen", __name__)


@screen.get("/screen")
def page() -> str:
    """Show the screen of a table without a house: there is nothing else to show."""
    return shown(desk().words[language()], desk().table.game.name)


@screen.get("/screen/state")
def state() -> Response:
    return Response(msgspec.json.encode({"shows": "table"}), mimetype="application/json")


def shown(words: Words, room: str = "", **more: Any) -> str:
    """Render the page, for a room or for none; *more* goes into its attributes."""
    return render_template(
        "screen.html",
        room=room,
        drawn=is_drawn(room),
        language=language(),
        scripts=scripts_for("screen/app.js", *([f"rooms/{room}/index.js"] if room else [])),
        data=data_for(room) if room else (),
        words=words.under("page"),
        more=more,
    )


def is_drawn(room: str) -> bool:
    """Whether a room has a drawing; without one the shell shows questions, rulings and scores."""
    return bool(room) and (_rooms() / room / "index.js").is_file()


def has_instruments(room: str) -> bool:
    """Whether a room has instruments that the page in words speaks of."""
    return bool(room) and (_rooms() / room / "plain.js").is_file()


def _rooms() -> Path:
    return Path(current_app.static_folder or "") / "rooms"
