"""Long campaigns: whole games, kills and hostile requests, and what went wrong in them.

A campaign of a room has ``soak(games, first, pictures)``; one with ``main(words)`` takes options of
its own (``script/soak NAME --help``); the tested ones are pytest with larger numbers.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys

CAMPAIGNS = {
    "beginners": "500 first games of every room, of people who know only what they were told",
    "beside": "a person plays one seat of a rehearsal, 45 s in each room",
    "bowl": "200 games of the bowl, every tenth through painted pictures",
    "camera": "what the camera page costs, looked at twice a second and by nobody",
    "dig": "200 games of the dig, every one through painted pictures",
    "dim": "boards in dim, noisy light: one picture, and the eye over time",
    "ears": "a game of every room by ear and keyboard, in every language",
    "engines": "the hall on PostgreSQL and RabbitMQ, with servers killed (see script/engines)",
    "evenings": "the pages of an event night in a browser, every story",
    "fuzz": "100,000 malformed requests to rooms, house and hall",
    "hostile": "1,000 phones play on beside 2,000 hostile connections",
    "kheops": "200 games of Kheops, every one through painted pictures",
    "lessons": "how long teaching takes with rehearsed hands",
    "live": "30 evenings of every room, live, each to its end",
    "looks": "what people name teaches the eye for the evening, on folders of scenes",
    "memory": "100 rehearsed games in one house, and the memory left",
    "night": "an event night: 3 rehearsed tables, 2 rounds; more with faults and cuts",
    "other_boxes": "2,000 games of every room on boxes that differ from ours everywhere",
    "packages": "100,000 changed packages, read as dpkg-deb reads them or refused",
    "photographs": "games by photograph, one every few moves; can be continued",
    "prints": "sheets and markers printed at 90 to 103 %, photographed and measured",
    "pyramids": "empty places of painted pyramids in harsh light",
    "scale": "2,000 simulated hands in the bowl, on the scale alone",
    "scarce": "an event night whose disk is full or read-only, whose broker is gone or full",
    "sight": "whole games of every room in living-room light",
    "spectators": "5,000 phones follow five halls on PostgreSQL, one killed as it writes",
    "sphinx": "200 games of the sphinx, every one through painted pictures",
    "spreads": "pieces spread on a table teach the eye",
    "stories": "whole evenings in a browser, from an empty house",
    "traced": "what the eye makes of path-traced pictures, kept for other campaigns",
    "waiting": "the same games with hints from the rules and without",
}
TESTED = {
    "kills": ("tests/faults/test_killed.py", "the plug pulled 500 times in the middle of a game"),
    "painted": ("tests/rehearsal/test_painted_games.py", "100 games of the wall, painted"),
    "presses": ("tests/web/test_browser_presses.py", "1,000 presses while the page changes"),
    "random": ("tests/rooms", "the random games of every room, by the hundred"),
}
MANY = {
    "KILLS": "50",
    "KILL_EVENINGS": "10",
    "PAINTED_GAMES": "25",
    "PRESSES": "100",
    "THOROUGH": "1",
}


def lines() -> dict[str, str]:
    """Say in one line what each campaign does."""
    return CAMPAIGNS | {name: line for name, (_, line) in TESTED.items()}


def main(words: list[str]) -> int:
    name = words[0] if words else ""
    if name in TESTED:
        return _pytest(TESTED[name][0], words[1:])
    if name in CAMPAIGNS:
        campaign = importlib.import_module(f"tests.soak.{name}")
        if hasattr(campaign, "main"):
            return int(campaign.main(words[1:]))
        wanted = _of_a_room(name, words[1:])
        return int(campaign.soak(wanted.games, wanted.first, wanted.pictures))
    _help().parse_args(words)
    return 2


def _help() -> argparse.ArgumentParser:
    listed = "\n".join(f"  {name:12} {line}" for name, line in sorted(lines().items()))
    parser = argparse.ArgumentParser(
        prog="script/soak",
        description=f"{__doc__}\ncampaigns:\n{listed}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("campaign", choices=sorted(lines()), metavar="campaign")
    return parser


def _of_a_room(name: str, words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=f"script/soak {name}", description=CAMPAIGNS[name])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument(
        "--pictures", type=int, default=10, help="every N-th game through the eye; 0 for none"
    )
    return parser.parse_args(words)


def _pytest(tests: str, words: list[str]) -> int:
    import pytest

    for name, value in MANY.items():
        os.environ.setdefault(name, value)
    return int(pytest.main(["-n", "2", "--dist", "worksteal", tests, *words]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
