"""Every state a person meets, in one list. A page, dialog or question without one fails a test."""

from __future__ import annotations

from .games import PEOPLE, Game, asked, over, play_light, play_light_a_turn, stepped
from .hall_states import HALL
from .rare import RARE
from .state import LAPTOP, PHONE, SCREEN, SMALL, TABLET, State, fill, tap, wait
from .trouble import TROUBLE

START, MIDDLE = 0, 24
LONG = ("Wolfeschlegelsteinhausenberger", "محمد", "🐫 Zoë", "Anna-Lena")
SAMPLED = ("en", "de", "fr")
EVERY = (SMALL, PHONE, TABLET, LAPTOP, SCREEN)

SHELF = tuple(Game(room, "on the shelf", over) for room in PEOPLE)
"""What has been played in a house that is looked at without a game."""


CURSE = {"curse_of_the_pharaoh": True}
QUESTIONS = {
    "wall": {
        "researcher": Game("wall", "researcher", asked("researcher")),
        "order": Game("wall", "order", asked("order")),
        "plan": Game("wall", "plan", asked("plan")),
        "shift": Game("wall", "shift", asked("shift")),
        "reveal": Game("wall", "reveal", asked("reveal")),
        "curse": Game("wall", "curse", asked("curse"), CURSE),
        "point": Game("wall", "point", asked("point"), CURSE),
        "victim": Game("wall", "victim", asked("victim"), CURSE),
        "piece": Game("wall", "piece", asked("piece"), CURSE),
        "calling": Game("wall", "calling", asked("calling"), {"auto_detect": False}),
        "line": Game("wall", "line", asked("line"), {"eyes_of_the_sphinx": True}),
        "draw": Game("wall", "draw", asked("draw"), {**CURSE, "draw_first": True}, random=True),
        "column": Game("wall", "column", asked("column"), {"researchers_per_move": "1"}),
    },
    "bowl": {
        "explore": Game("bowl", "explore", asked("explore")),
        "draw": Game("bowl", "draw", asked("draw")),
        "move": Game("bowl", "move", asked("move")),
        "rebuild": Game("bowl", "rebuild", asked("rebuild")),
        "chamber": Game("bowl", "chamber", asked("chamber")),
        "vote": Game("bowl", "vote", asked("vote"), random=True),
    },
    "sphinx": {
        "throw": Game("sphinx", "throw", asked("throw")),
        "act": Game("sphinx", "act", asked("act")),
        "look": Game("sphinx", "look", asked("look")),
        "card": Game("sphinx", "card", asked("card")),
        "steal": Game("sphinx", "steal", asked("steal")),
        "lay": Game("sphinx", "lay", asked("lay")),
        "compare": Game("sphinx", "compare", asked("compare")),
    },
    "dig": {
        "layer": Game("dig", "layer", asked("layer")),
        "turning": Game("dig", "turning", asked("turning")),
        "frame": Game("dig", "frame", asked("frame")),
        "dig": Game("dig", "dig", asked("dig")),
        "end": Game("dig", "barricade", asked("end")),
    },
    "kheops": {"power": Game("kheops", "power", asked("power"))},
}
"""The game at which each kind of question is open; "setup" and "bottom" are asked at the start."""
COUNTED = dict.fromkeys(("bowl", "sphinx"), "shell/light.js light_who_won")
"""How a game nobody followed is asked for its end, where it is not by the room's own form."""
AT_START = {"wall": "setup", "bowl": "setup", "sphinx": "setup", "dig": "bottom", "kheops": "setup"}


def _game(room: str) -> tuple[State, ...]:
    """What is the same in every room."""
    start = Game(room, "start", stepped(START))
    middle = Game(room, "middle", stepped(MIDDLE))
    end = Game(room, "end", over)
    light = Game(room, "light", stepped(START), write=play_light)
    passed = Game(room, "light passed", stepped(START), write=play_light_a_turn)
    long = Game(room, "long names", stepped(MIDDLE), names=LONG[: PEOPLE[room]])
    return (
        State(room, "start", "/", game=start, short=True, languages=SAMPLED),
        State(room, "middle", "/", game=middle, short=True, sizes=EVERY, languages=SAMPLED),
        *(
            State(room, f"asks {topic}", "/", game=game, topics=((room, topic),))
            for topic, game in QUESTIONS[room].items()
        ),
        State(room, "end", "/", game=end, short=True),
        State(room, "long names", "/", game=long, sizes=(PHONE, LAPTOP)),
        State(
            room, "why", "/", game=start, sizes=(PHONE, LAPTOP),
            steps=(tap("#questions .clause"), wait("#dialog")),
            shows=("shell/clauses.js why_heading",),
        ),
        State(room, "light", "/", "#light h2", game=light, sizes=EVERY),
        State(
            room, "light, counted", "/", "#light h2", game=light, sizes=(PHONE, LAPTOP),
            steps=(tap("#light .choices:last-child .answer"), wait("#dialog")),
            shows=(COUNTED.get(room, f"rooms/{room}/at_end.js light_count"),),
        ),
        State(
            room, "light, followed from here", "/", "#light h2", game=passed,
            sizes=(PHONE, LAPTOP),
            steps=(tap("#light .choices:last-child .answer + .answer"), wait("#dialog")),
            shows=("shell/standing.js light_from",) if room != "kheops" else (),
        ),
        State(
            room, "may I", "/", game=middle, sizes=(PHONE, LAPTOP),
            steps=(tap("#may-i"), wait(".may-bar")), shows=("shell/may_i.js heading",),
        ),
        State(
            room, "may I, answered", "/", game=middle, sizes=(PHONE, LAPTOP),
            steps=(
                tap("#may-i"), wait(".may-bar"), fill("#may-typed", "Anna"),
                tap(".may-bar .main"), wait(".may-answer"),
            ),
        ),
        State(
            room, "correct", "/", game=middle, sizes=(PHONE, LAPTOP),
            steps=(tap("#rulings .correct"), wait("#dialog")),
            shows=("shell/corrections.js correct_what",),
        ),
        State(
            room, "take back armed", "/", game=middle, sizes=(PHONE, LAPTOP),
            steps=(tap("#rulings .take-back"),),
        ),
        State("seat", room, "/seat", game=middle, role="seat-0", sizes=(SMALL, PHONE, TABLET)),
        State("seat", f"{room} end", "/seat", game=end, role="seat-0", sizes=(PHONE,)),
        State("referee", room, "/referee", game=middle, role="referee", sizes=(PHONE, LAPTOP)),
        State("screen", room, "/screen", game=middle, sizes=(LAPTOP, SCREEN)),
        State("screen", f"{room} end", "/screen", game=end, sizes=(LAPTOP, SCREEN)),
        State("words", room, "/?view=words", game=middle, sizes=(PHONE, LAPTOP)),
        State("words", f"{room} end", "/?view=words", game=end, sizes=(PHONE, LAPTOP)),
        State("setup", room, "/house/setup", ".step", game=start, sizes=(PHONE, LAPTOP)),
        State("setup", f"{room} later", "/house/setup#5", ".step", game=start,
              sizes=(PHONE, LAPTOP)),
        State("result", room, f"/shelf/{SHELF_OF[room]}", ".tally", where="house"),
        State("replay", room, f"/shelf/{SHELF_OF[room]}/replay", "#room > *", where="house"),
        State(
            "replay", f"{room} what if", f"/shelf/{SHELF_OF[room]}/replay#20", "#room > *",
            where="house", sizes=(PHONE, LAPTOP), steps=(tap("#whatif"), wait("#dialog")),
            shows=("house/replay.js what_if",),
        ),
        State("plan", room, f"/#{room}", ".plan .idea", where="house", sizes=(PHONE, LAPTOP)),
        State(
            "rules", room, f"/rules/{room}", ".all .topic", where="house", sizes=(PHONE, LAPTOP),
            languages=SAMPLED,
        ),
        State(
            "rules", f"{room} shown", f"/rules/{room}/show", ".told .said", where="house",
            sizes=(PHONE, LAPTOP), steps=(tap(".ways button:nth-of-type(3)"),),
        ),
    )  # fmt: skip


SHELF_OF = {game.room: game.file for game in SHELF}
MIDDLE_OF = {room: Game(room, "middle", stepped(MIDDLE)) for room in PEOPLE}
MENU = tap("#game-menu")


def _dialog(room: str, name: str, shows: str, *steps: str, game: Game | None = None) -> State:
    """A dialog of a room, opened by taps on a phone and on a laptop."""
    taps = tuple(map(tap, steps))
    opened = game or MIDDLE_OF[room]
    return State(
        room, name, "/", game=opened, sizes=(PHONE, LAPTOP), steps=(*taps, wait("#dialog")),
        shows=(shows,),
    )  # fmt: skip


def _menu(name: str, shows: str, *steps: str) -> State:
    taps = (MENU, *(tap(f"#dialog button:has-text('{one}')") for one in steps))
    return State(
        "menu", name, "/", game=MIDDLE_OF["wall"], sizes=(PHONE, LAPTOP),
        steps=(*taps, wait("#dialog")), shows=(f"house/dialogs.js {shows}",),
    )  # fmt: skip


DIALOGS = (
    _menu("game", "game"),
    _menu("phones", "phones", "Phones"),
    _menu("leave", "leave", "Leave it"),
    _menu("advice", "advice", "Advice"),
    _menu("end early", "end_early", "End it"),
    _menu("who may tap", "manner", "Who may tap"),
    _dialog("wall", "pick a card", "rooms/wall/hand.js heading", ".slot-head:enabled"),
    _dialog(
        *("wall", "another card", "rooms/wall/other_card.js heading"),
        *(".slot-head:enabled", "#dialog .other"),
    ),
    _dialog("wall", "count the slab", "rooms/wall/columns.js count_slab_ask",
            "#room button:has-text('Count')"),
    *(
        _dialog("sphinx", f"mishap {name}", f"rooms/sphinx/{shows}", ".mishaps summary",
                f"[data-mishap={name}]")
        for name, shows in (
            ("lifted", "mishaps.js words"),
            ("square", "mishaps.js sphinx_other_square"),

        )
    ),
    _dialog("dig", "what came to light", "rooms/dig/pad.js dig_uncovered",
            ".dig-board .cell:enabled", game=QUESTIONS["dig"]["dig"]),
)  # fmt: skip

BOTH = (PHONE, LAPTOP)


def _page(page: str, name: str, path: str, waits: str, where: str = "house") -> State:
    return State(page, name, path, waits, where=where)


HOUSE = (
    State("lobby", "first visit", "/", ".boxes", where="empty house", sizes=EVERY,
          languages=SAMPLED, short=True),
    State("lobby", "played before", "/", ".boxes", where="house", short=True),
    State("lobby", "a stranger", "/", ".boxes", where="empty house", guest=True, sizes=BOTH),
    State("settings", "wrong code", "/settings", ".claim", where="empty house", guest=True,
          sizes=BOTH, missing=True, steps=(fill("#code", "WRONG"), tap(".claim button"))),
    State("lobby", "a game is open", "/house", "#main h2", game=MIDDLE_OF["wall"], sizes=BOTH),
    State("lobby", "plan in German", "/#wall", ".plan .idea", where="house", sizes=EVERY,
          languages=("de", "fr")),
    _page("shelf", "games", "/shelf", ".cards li"),
    _page("shelf", "empty", "/shelf", "#main p", "empty house"),
    _page("people", "known", "/people", "#main table, #main .cards"),
    _page("people", "nobody", "/people", "#main > *", "empty house"),
    State("people", "while a game is open", "/people", "#main > *", game=MIDDLE_OF["wall"],
          sizes=BOTH),
    State("settings", "all", "/settings", "#main fieldset", where="house", languages=SAMPLED),
    State("settings", "a stranger", "/settings", "body", where="house", guest=True, sizes=BOTH,
          missing=True),
    _page("screens", "choose", "/screen/choose", "#main button"),
    _page("hall", "join an event night", "/house/hall", "#main > *"),
    State("screen", "lobby", "/screen", "#other .qr", where="house", sizes=(LAPTOP, SCREEN)),
    State("rules", "searched", "/rules/wall", ".all .topic", where="house", sizes=BOTH,
          steps=(fill("#rules-search", "scarab"),)),
    State("rules", "from a ruling", "/rules/wall#WALL-26", ".arrived", game=MIDDLE_OF["wall"],
          sizes=BOTH),
    State("rules", "in words", "/rules/kheops?view=words", ".all .topic", where="house",
          sizes=BOTH),
    State("words", "replay", f"/shelf/{SHELF_OF['wall']}/replay?view=words", "#room > *",
          where="house", sizes=BOTH),
    State("errors", "no such page", "/nowhere", ".sorry", where="house", missing=True),
    State("errors", "no such game", "/shelf/nothing.sqlite", ".sorry, #main > *", where="house",
          missing=True, sizes=BOTH),
    State("errors", "a dead link", "/join/nothing", "body", game=MIDDLE_OF["wall"], missing=True,
          sizes=BOTH),
    State("errors", "no seat", "/seat", "body", game=MIDDLE_OF["wall"], missing=True, sizes=BOTH),
    State("photograph", "take one", "/photograph", "body *", game=MIDDLE_OF["kheops"], sizes=BOTH,
          missing=True),
    _page("workshop", "home", "/workshop", "#main > *"),
    State("guide", "building", "/guide/build", "#main h2, #main h1", where="house", sizes=BOTH),
    *(
        _page("workshop", name, f"/workshop/{name}", "#main > *")
        for name in ("box", "print", "weigh", "check", "teach", "editions", "camera")
    ),
)  # fmt: skip
STATES: tuple[State, ...] = (
    *HOUSE,
    *(one for room in PEOPLE for one in _game(room)),
    *DIALOGS,
    *RARE,
    *TROUBLE,
    *HALL,
)
