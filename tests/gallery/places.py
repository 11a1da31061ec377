"""Where pages are looked at: a house with a game open, or a hall, started for a group of states."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.app.house_app import RunningHouse, open_house
from companion.config.settings import Settings
from companion.core.roles import parse_role
from companion.web.server.addresses import own_number
from tests.pages import halls
from tests.pages.tables import Place

from .games import Game

Anywhere = Place | halls.HallPlace


class House(Place):
    """A house that runs in this process, for its owner and for guests in its network."""

    def __init__(self, housed: RunningHouse, folder: Path) -> None:
        super().__init__(housed)
        self.folder = folder
        name = (own_number() or ["127.0.0.1"])[0]
        self.guests = f"http://{name}:{housed.server.port}"
        """The same for somebody who is not at the machine."""

    def send_away(self, role: str) -> None:
        """Let nobody else be found at a seat by whoever joins next."""
        known = parse_role(role)
        assert known is not None
        self.keys.revoke(known)

    @contextmanager
    def showing(self, game: Game | None) -> Iterator[None]:
        """Open a game played for this, and leave it again; nothing without a game."""
        if game is None:
            yield
            return
        game.play(self.folder)
        self.housed.house.resume(game.file)
        try:
            yield
        finally:
            if self.housed.house.open is not None:
                self.housed.house.leave()


@contextmanager
def a_house(*shelf: Game) -> Iterator[House]:
    """Start a house with these games on its shelf."""
    with tempfile.TemporaryDirectory(prefix="gallery-") as folder:
        for game in shelf:
            game.play(Path(folder))
        housed = open_house(Settings(state=folder), "0.0.0.0", 0)
        try:
            yield House(housed, Path(folder))
        finally:
            housed.stop()
