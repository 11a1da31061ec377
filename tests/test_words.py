"""Everything the table can say has words, in every language, and the words fit."""

from __future__ import annotations

import ast
import random
import re
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion import words
from companion.core.facts import FactLearned
from companion.core.game import load_room
from companion.core.observation import SOMETHING_ELSE, Reply
from companion.core.seats import Seat
from companion.core.verdict import Accepted, Refused, Saying
from companion.games.wall import moves as m
from companion.games.wall.telling import UNSPOKEN
from companion.words import MissingWords, Words, load
from companion.words.plurals import plural_rules
from companion.words.sentence import BadSentence, Grammar, parse

ROOT = Path(__file__).parent.parent
COMPANION = ROOT / "companion"
STATIC = COMPANION / "web" / "static"
SPEAKERS = ("table", "part", "referee", "page", "wall")
"""Whose sentences are held to the code here; a room with words of its own tests them itself."""
TEMPLATES = COMPANION / "web" / "templates"
OF_THE_HOUSE, OF_THE_HALL = ("house.html", "replay.html"), ("hall.html",)
KEY = re.compile(rf"({'|'.join(SPEAKERS)})(\.[A-Za-z_]+)+")


def rooms() -> list[Path]:
    return list((COMPANION / "games" / "wall").glob("*.py"))


def sources() -> Iterator[ast.Module]:
    parts = ("cli", "app", "config", "rehearsal", "table", "util", "web")
    files = [path for part in parts for path in (COMPANION / part).rglob("*.py")] + rooms()
    files += [COMPANION / "core" / "text_view.py", COMPANION / "core" / "view.py"]
    files += [*COMPANION.glob("games/*/plain.py")]
    yield from (ast.parse(path.read_text()) for path in files)


def nodes() -> Iterator[ast.AST]:
    """Every AST node of the rooms."""
    for path in rooms():
        yield from ast.walk(ast.parse(path.read_text()))


def constants(node: ast.AST) -> set[str]:
    return {
        part.value
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    }


LEARNED = ("card", "curse", "pharaoh", "slots", "capacity")
"""What a game of the wall may show of its box."""


def written_out() -> set[str]:
    """Keys written out in the code."""
    whole: set[str] = set()
    for tree in sources():
        whole |= {t for t in constants(tree) if KEY.fullmatch(t) and not t.endswith("_")}
    return whole


def called(node: ast.AST) -> str:
    func = node.func if isinstance(node, ast.Call) else None
    return func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")


def members(union: Any) -> list[type[msgspec.Struct]]:
    return list(typing.get_args(union))


def events() -> set[str]:
    """A sentence for every event that needs one; if it has reasons, one for each of them."""
    game, keys = load_room("wall"), set()
    reasons = whys()
    for event in members(game.events):
        if issubclass(event, (*UNSPOKEN, FactLearned)):
            continue
        key = f"wall.event.{event.__name__}"
        given = "why" in event.__struct_fields__
        keys |= {f"{key}.{why}" for why in reasons[event.__name__]} if given else {key}
    return keys


def whys() -> dict[str, set[str]]:
    """The reasons each event is made with, read from the code that makes it."""
    found: dict[str, set[str]] = {
        name: set() for name in ("NoResearcherSet", "ScarabWithheld", "ShiftEnded", "CurseEnded")
    }
    for node in nodes():
        name = "CurseEnded" if called(node) == "_leave" else called(node)
        if name in found and isinstance(node, ast.Call):
            found[name] |= {
                arg.value
                for arg in node.args
                if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            }
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "why":
            found["CurseEnded"] |= {text for text in constants(node.value) if text.isidentifier()}
    return found


def options() -> set[str]:
    """A sentence for every option of a question, by the name before its colon."""
    names = set()
    for node in nodes():
        if called(node) == "_option" and isinstance(node, ast.Call) and node.args:
            first = node.args[0]
            part = first.values[0] if isinstance(first, ast.JoinedStr) else first
            assert isinstance(part, ast.Constant)
            names.add(str(part.value).partition(":")[0])
    return {f"wall.option.{name}" for name in names}


def built() -> set[str]:
    """Keys put together from a beginning and one of a few ends."""
    keys = {f"wall.move.{move.__name__}" for move in load_room("wall").decide.rules}
    keys |= {f"wall.learned.{group}" for group in LEARNED}
    assumed = load_room("wall").load_box(None).assumed
    keys |= {f"wall.assumed.{fact.partition(':')[0]}" for fact in assumed}
    for node in nodes():
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "key":
            keys |= {f"wall.ask.{text}" for text in constants(node.value) if text.isidentifier()}
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "counts":
            assert isinstance(node.value, ast.Dict)
            keys |= {f"wall.broken.{what}" for key in node.value.keys if key
                     for what in constants(key)}  # fmt: skip
    return keys


def scripts() -> list[Path]:
    """The scripts of the table's page; house and hall have words of their own."""
    others = {STATIC / "house", STATIC / "hall"}
    return [path for path in STATIC.rglob("*.js") if not others & set(path.parents)]


def on_the_page() -> set[str]:
    """The labels that scripts and templates name."""
    texts = [path.read_text() for path in scripts()]
    pages = [
        path.read_text()
        for path in TEMPLATES.glob("*.html")
        if path.name not in OF_THE_HOUSE + OF_THE_HALL
    ]
    named = {key for text in texts for key in re.findall(r'\bt\("([a-z_]+)"', text)}
    named |= {key for text in texts for call in re.findall(r"\bt\(([^()]*\?[^()]*)[,)]", text)
              for key in re.findall(r'[?:] "([a-z_]+)"', call)}  # fmt: skip
    named |= {key for text in pages for key in re.findall(r"words\[[\"']([a-z_]+)", text)}
    return {f"page.{key}" for key in named}


def spoken() -> set[str]:
    return written_out() | events() | options() | built() | on_the_page()


def is_said_by_a_script(key: str) -> bool:
    """Whether a script names this label outright, or puts it together from its beginning."""
    label = key.removeprefix("page.")
    texts = "".join(path.read_text() for path in scripts())
    return f'"{label}"' in texts or f"`{label.partition('_')[0]}_${{" in texts


@pytest.fixture(params=words.LANGUAGES)
def tongue(request: pytest.FixtureRequest) -> Words:
    return load(request.param, strict=True)


def test_the_code_is_read_for_its_keys() -> None:
    assert {"wall.slot_full", "table.stale", "referee.which", "page.error.token"} <= written_out()
    assert {"wall.event.CurseEnded.time_up", "wall.event.ShiftEnded.declined"} <= events()
    assert {"wall.option.found", "wall.option.set_none"} <= options()
    assert {"wall.ask.vacant", "wall.broken.scarabs", "wall.move.TurnOver"} <= built()
    assert {"page.take_back", "page.title", "page.face_left", "page.phase_curse"} <= on_the_page()


def test_everything_that_is_said_has_words(tongue: Words) -> None:
    assert spoken() - set(tongue.texts) == set()


def test_no_sentence_is_left_that_nobody_says(tongue: Words) -> None:
    ours = {key for key in tongue.texts if key.partition(".")[0] in SPEAKERS}
    silent = ours - spoken()
    assert {key for key in silent if not is_said_by_a_script(key)} == set()


def test_every_language_says_the_same_things() -> None:
    known = [set(tongue.texts) for tongue in words.load_all().values()]
    assert all(texts == known[0] for texts in known)


def test_every_phrase_is_used_by_a_sentence(tongue: Words) -> None:
    used = {name for text in tongue.texts.values() for name in re.findall(r":@(\w+)", text)}
    assert used == set(tongue.grammar.phrases)


# ---- real games, put into words ----------------------------------------------------------------

HOUSES: list[dict[str, Any]] = [
    {},
    {"curse_of_the_pharaoh": True, "curse_pick": "finder"},
    {"eyes_of_the_sphinx": True},
    {"auto_detect": False, "scarab_on_vacant": False},
    {"researchers_per_move": "1", "scarab_supply": "unlimited"},
    {"curse_of_the_pharaoh": True, "eyes_of_the_sphinx": True, "swap_mandatory": False},
    {"curse_of_the_pharaoh": True, "researcher_placement": "compulsory"},
    {"curse_of_the_pharaoh": True, "draw_first": True, "researcher_placement": "compulsory"},
]


def games() -> Iterator[tuple[Any, Any, random.Random]]:
    """States along two games of every house, each with its dice."""
    game = load_room("wall")
    for seed, house in enumerate([*HOUSES, *HOUSES]):
        rng = random.Random(seed)
        seats = [Seat("Ada", "red"), Seat("Bo", "blue"), Seat("Cleo", "green")][: 2 + (seed > 3)]
        rules = msgspec.convert(house, game.house_rules)
        state = game.opening(game.load_box(None), seats, rules)
        while game.is_over(state) is None:
            yield game, state, rng
            ruling = game.decide(state, a_move(game, state, rng))
            assert isinstance(ruling, Accepted)
            for event in ruling.events:
                state = game.evolve(state, event)
        yield game, state, rng


def a_move(game: Any, state: Any, rng: random.Random) -> Any:
    legal = list(game.legal_moves(state))
    found = [move for move in legal if isinstance(move, m.PointAt) and move.places]
    move = rng.choice(found or legal)
    if not isinstance(move, m.TurnOver):
        return move
    shown = [reveal.pharaoh for reveal in state.reveals if reveal]
    pharaoh = rng.choice([animal for animal in state.box.pharaohs if animal not in shown])
    won = state.chamber.won[move.seat]
    return m.TurnOver(move.seat, pharaoh, tuple((p, state.box.worth(p.eyes)[0]) for p in won))


def sayings() -> Iterator[Saying]:
    for turn, (game, state, rng) in enumerate(games()):
        if turn % 5 == 0:
            yield from _refused(game, state, rng)
        yield from _asked(game, state)
        move = a_move(game, state, rng) if game.is_over(state) is None else m.Begin()
        yield game.telling.tell(state, move)
        ruling = game.decide(state, move)
        if not isinstance(ruling, Refused):
            for event in ruling.events:
                state = game.evolve(state, event)
                if (say := game.telling.describe(state, event)) is not None:
                    yield say
        yield from (part.say for line in game.score(state).lines for part in line.parts)


def _asked(game: Any, state: Any) -> Iterator[Saying]:
    for question in game.questions(state):
        yield question.ask
        yield from (option.say for option in question.options)
        wrong = game.answer(state, question, Reply(option="no such thing"), 1.0)
        if isinstance(wrong, Refused):
            yield wrong.say
    if (over := game.is_over(state)) is not None:
        yield over.say


def _refused(game: Any, state: Any, rng: random.Random) -> Iterator[Saying]:
    """What is said to moves that do not fit here, and to pictures nobody can explain."""
    piece = {"animal": "ibis", "eyes": 2}
    odd = [
        {"type": "InsertCard", "slot": rng.randrange(-1, 9), "card": f"H{rng.randrange(7)}0"},
        {"type": "InsertCard", "slot": 0, "card": "X"}, {"type": "Begin"},
        {"type": "ArrangeColumns", "animals": ["ibis"]}, {"type": "CallNoMore"},
        {"type": "CallPair", "places": [[0, 0], [1, 0]]}, {"type": "SetResearcher"},
        {"type": "SetNone"}, {"type": "DrawCard"}, {"type": "TurnCurse", "card": "C9"},
        {"type": "CallCurse", "seat": rng.randrange(4), "at": 1e9},
        {"type": "NameVictim", "seat": 1},
        {"type": "PointAt", "seat": rng.randrange(3), "places": []}, {"type": "EndCurse", "at": 0},
        {"type": "HandOver", "piece": piece}, {"type": "ChoosePlan", "takes": [["ibis", 9]]},
        {"type": "ShiftScarab", "source": "ibis", "target": rng.choice(["ibis", "cat"])},
        {"type": "TurnOver", "seat": 0, "pharaoh": "cat", "values": []},
        {"type": "TurnOver", "seat": 9, "pharaoh": "cat", "values": [[piece, 99]]},
        {"type": "NoteValue", "seat": 0, "piece": piece, "value": 99},
        {"type": "NotePharaoh", "seat": 0, "animal": "dog"}, {"type": "CountSlab", "scarabs": 99},
    ]  # fmt: skip
    for move in odd:
        ruling = game.decide(state, msgspec.convert(move, game.moves))
        if isinstance(ruling, Refused):
            yield ruling.say
    for label in ("empty", "ibis_L", "ibis_L_upside_down", SOMETHING_ELSE):
        for cells in (("0,0",), ("0,0", "1,0"), ("0,0", "1,0", "2,0", "3,0"), ("12,6", "13,6")):
            expected = game.visible(state)
            seen = {cell: label for cell in cells if expected[cell] != label}
            if seen:
                yield game.misfit(state, seen).say


def fits(tongue: Words, saying: Saying) -> None:
    """Hold a sentence to what a person may expect of it."""
    text = tongue.say(saying)
    assert text, saying
    assert text[0] == text[0].upper(), text
    assert not re.search(r"[{}#@|]|_L\b|_R\b|\bNone\b|\bTrue\b|  ", text), (saying, text)


def test_every_sentence_of_real_games_can_be_said(tongue: Words) -> None:
    said = set()
    for saying in sayings():
        fits(tongue, saying)
        said.add(saying.key)
    missed = {key for key in tongue.texts if key.startswith("wall.")} - said
    of_box_files = {key for key in missed if key.startswith("wall.box.")}  # tests/workshop
    assert sorted(missed - RARE.keys() - of_box_files) == []


RARE: dict[str, dict[str, Any]] = {
    # Somebody asks about a full slot: tests/test_inquiry.py.
    "wall.may.full": {"slot": 3, "guess": True},
    # A wall that is counted from its end: tests/test_light.py.
    "wall.move.CountAtEnd": {},
    "wall.event.CountedAtEnd": {},
    "wall.front_first": {"animal": "ibis"},
    # A light game that is followed from the middle on: tests/test_light.py.
    "wall.move.GoOnFrom": {},
    "wall.event.PositionTold": {},
    # Advice is nobody's move: tests/test_advice.py.
    "wall.advice.pair": {"animal": "ibis", "gaze": True, "slots": [2, 5]},
    "wall.advice.twice": {},
    "wall.advice.beware": {"animal": "ibis"},
    "wall.advice.same_card": {"slot": 3},
    "wall.advice.opens": {"animal": "ibis", "eyes": 3},
    "wall.advice.opens_for": {"player": "Ada", "eyes": 1},
    "wall.advice.pharaoh": {"animal": "ibis", "points": 7},
    "wall.advice.stands": {"animal": "ibis"},
    "wall.advice.replaces": {"animal": "ibis", "player": "Ada"},
    "wall.advice.own": {"animal": "ibis", "left": 1},
    "wall.advice.feeds": {"animal": "ibis", "player": "Ada"},
    "wall.advice.reserve": {},
    "wall.advice.nothing": {},
    "wall.advice.next": {},
    "wall.advice.would_open": {"player": "Ada", "eyes": 3},
    "wall.advice.victim": {"player": "Ada", "count": 2, "eyes": 5},
    "wall.advice.most_eyes": {"eyes": 3},
    "wall.advice.noted": {"value": 4},
    "wall.advice.fewest": {"eyes": 1},
    "wall.advice.plan": {"eyes": 5, "moves": 2},
    "wall.assumed.wall": {},
    "wall.assumed.animals": {"what": ["cat"]},
    "wall.assumed.colours": {},
    "wall.assumed.pharaoh": {},
    "wall.assumed.cards": {"what": ["49"]},
    "wall.assumed.curse_cards": {"what": ["6"]},
    # Answers on the page keep these from arising; a program that errs would hear them.
    "wall.not_a_move_here": {"move": "Fly"},
    "wall.no_such_seat": {"seat": 9},
    "wall.plan_does_not_fit": {},
    "wall.column_full": {"animal": "ibis"},
    "wall.must_set": {},
    "wall.only_curses_left": {},
    "wall.first_pile_first": {"left": 1},
    "wall.cannot_be_struck": {},
    "wall.not_their_sarcophagus": {"player": "Bo"},
    "wall.pharaoh_not_possible": {"animal": "cat", "player": "Bo"},
    # Pictures that need a card of the right face in the right place.
    "wall.no_card_now": {"slot": 3, "faces": ["ibis_L", "cat_R"]},
    "wall.twice_on_the_wall": {"slot": 3, "faces": ["ibis_L", "cat_R"], "other": 5},
    # What a box shows that was guessed otherwise: tests/test_guesses.py brings it about.
    "wall.learned.card": {"was": 0, "now": 1, "faces": ["ibis_L", "cat_R"]},
    "wall.learned.curse": {"was": 0, "now": 1, "animals": ["ibis", "cat", "camel"]},
    "wall.learned.pharaoh": {"was": 1, "now": 2, "animal": "cat"},
    "wall.learned.slots": {"was": 7, "now": 8},
    "wall.learned.capacity": {"was": 7, "now": 8},
    "wall.not_a_line_pair": {},
    "wall.still_searching": {"seconds": 9},
    "wall.no_such_slot": {"slot": 9, "slots": 7},
    "wall.slot_full": {"slot": 3},
    "wall.no_card_like_it": {"slot": 3, "faces": ["ibis_L", "cat_R"]},
    # Said only when pieces vanish, which no rule does.
    "wall.broken.scarabs": {"found": 15, "expected": 16},
    "wall.broken.sarcophagi": {"found": 1, "expected": 21},
    "wall.broken.cards": {"found": 48, "expected": 49},
    "wall.broken.researchers": {"player": "Bo", "found": 6, "expected": 5},
    "wall.broken.doubled": {},
    # What the dice may or may not bring about.
    "wall.already_called": {"player": "Bo"},
    "wall.called_too_early": {"player": "Bo"},
    "wall.event.NoResearcherSet.settled": {"animal": "cat"},
    "wall.no_scarab_there": {"animal": "cat"},
    "wall.reserve_empty": {},
    "wall.same_column": {},
    "wall.pharaoh_missing": {"expected": ["cat", "ibis"]},
    "wall.no_such_value": {"eyes": 1, "expected": [3, 4], "value": 9},
    "wall.ask.victim": {"player": "Bo"},
    "wall.ask.piece": {"player": "Bo", "victim": "Bo", "receiver": "Ada"},
    "wall.option.victim": {"player": "Bo"},
    "wall.option.piece": {"animal": "cat", "eyes": 1},
    "wall.option.move_from": {"animal": "cat"},
    "wall.move.NameVictim": {"player": "Bo"},
    "wall.move.HandOver": {"piece": {"animal": "cat", "eyes": 1}},
    "wall.event.VictimNamed": {"player": "Bo"},
    "wall.event.SarcophagusHandedOver": {
        "giver": "Bo", "receiver": "Ada", "eyes": 2, "piece": {"animal": "cat", "eyes": 2},
    },
    "wall.event.CurseEnded.done": {"card": "C1"},
    "wall.event.CurseEnded.no_victim": {"card": "C1"},
    "wall.event.ShiftEnded.done": {"player": "Bo"},
    "wall.won.later": {"players": ["Bo"], "points": 1, "sarcophagi": 2},
    "wall.won.sarcophagi": {"players": ["Bo"], "points": 20, "sarcophagi": 1},
    "wall.won.shared": {"players": ["Bo", "Ada"], "points": 20, "sarcophagi": 1},
    "wall.event.CurseEnded.time_up": {"card": "C1"},
    # Private notes, recounts and columns moved about are not part of a random game.
    "wall.event.PharaohNoted": {"player": "Bo", "animal": "cat"},
    "wall.event.ValueNoted": {"player": "Bo", "piece": {"animal": "cat", "eyes": 1}, "value": 3},
    "wall.event.SlabCounted": {"scarabs": 1},
    "wall.event.ColumnsArranged": {"animals": ["cat", "ibis"]},
    "wall.move.NotePharaoh": {"player": "Bo", "animal": "cat"},
    "wall.move.NoteValue": {"player": "Bo", "piece": {"animal": "cat", "eyes": 1}, "value": 3},
    "wall.move.CountSlab": {"scarabs": 16},
    "wall.move.ArrangeColumns": {"animals": ["cat", "ibis"]},
}  # fmt: skip


def test_what_games_hardly_ever_bring_about_can_be_said_too(tongue: Words) -> None:
    for key, values in RARE.items():
        fits(tongue, Saying(key, values))


# ---- the small language sentences are written in -----------------------------------------------


def said(text: str, **values: Any) -> str:
    grammar = load().grammar
    return parse(text).put(values, grammar)


@pytest.mark.parametrize(
    ("scarabs", "told"), [(0, "0 scarabs"), (1, "1 scarab"), (2, "2 scarabs"), ([7], "1 scarab")]
)
def test_one_scarab_and_many_scarabs_are_told_apart(scarabs: Any, told: str) -> None:
    assert said("{n|# scarab|# scarabs}", n=scarabs) == told


def test_animals_are_called_by_name_and_by_where_they_look() -> None:
    assert said("{face:the}", face="ibis_L") == "the ibis looking left"
    assert said("{a:a} and {b:a}", a="ibis", b="cat") == "an ibis and a cat"
    assert said("{all:the}", all=["cat", "ibis_R"]) == "the cat and the ibis looking right"


def test_lists_are_joined_as_people_do() -> None:
    assert said("{n}", n=[3]) == "3"
    assert said("{n:or}", n=[7, 8, 10]) == "7, 8 or 10"
    assert said("{n}", n=["a", "b", "c"]) == "a, b and c"


def test_each_value_may_have_its_own_text_with_places_inside() -> None:
    text = "{who?:nobody|*:{who} with {n|one|many}}"
    assert said(text, who=None, n=1) == "nobody"
    assert said(text, who="Ada", n=2) == "Ada with many"
    assert said("{is?true:yes|false:no}", is_=1, **{"is": False}) == "no"


def test_a_name_is_never_read_as_a_sentence() -> None:
    assert said("{n|# of {who}|# of {who}}", n=2, who="{n} # | @") == "2 of {n} # | @"


def test_a_saying_inside_a_saying_is_put_in_words() -> None:
    inner = {"key": "wall.slot_full", "values": {"slot": 3}}
    text = load(strict=True).put("table.disagrees", {"why": inner})
    assert "Slot 3 is full. Choose another slot." in text


@pytest.mark.parametrize(
    "text", ["{a", "a}", "{a|one}", "{a|1|2|3}", "{a?yes}", "{a|one:1|one:2|3}", "{a|other:1|2}"]
)
def test_a_malformed_sentence_is_refused(text: str) -> None:
    with pytest.raises(BadSentence):
        parse(text)


def test_a_language_with_another_plural_counts_its_own_way() -> None:
    french = Grammar({}, {}, plural=plural_rules("fr"))
    assert parse("{n|# point|# points}").put({"n": 0}, french) == "0 point"


STONES = {
    "en": ("{n|# stone|# stones}", "0 stones, 1 stone, 2 stones, 5 stones, 1000000 stones"),
    "de": ("{n|# Stein|# Steine}", "0 Steine, 1 Stein, 2 Steine, 5 Steine, 1000000 Steine"),
    "nl": ("{n|# steen|# stenen}", "0 stenen, 1 steen, 2 stenen, 5 stenen, 1000000 stenen"),
    "es": (
        "{n|one:# piedra|many:# de piedras|# piedras}",
        "0 piedras, 1 piedra, 2 piedras, 5 piedras, 1000000 de piedras",
    ),
    "fr": (
        "{n|one:# pierre|many:# de pierres|# pierres}",
        "0 pierre, 1 pierre, 2 pierres, 5 pierres, 1000000 de pierres",
    ),
    "it": (
        "{n|one:# pietra|many:# di pietre|# pietre}",
        "0 pietre, 1 pietra, 2 pietre, 5 pietre, 1000000 di pietre",
    ),
}


def counted(language: str, text: str, *counts: int) -> str:
    grammar = Grammar({}, {}, plural=plural_rules(language))
    return ", ".join(parse(text).put({"n": count}, grammar) for count in counts)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_language_of_ours_counts_stones(language: str) -> None:
    text, stones = STONES[language]
    assert counted(language, text, 0, 1, 2, 5, 1_000_000) == stones


@pytest.mark.parametrize(
    ("language", "text", "counts", "stones"),
    [
        ("pl", "{n|one:# kamień|few:# kamienie|# kamieni}", (0, 1, 2, 5, 12, 21, 22, 112, 122),
         "0 kamieni, 1 kamień, 2 kamienie, 5 kamieni, 12 kamieni, 21 kamieni, 22 kamienie, "
         "112 kamieni, 122 kamienie"),
        ("pl", "{n|one:# kamień|few:# kamienie|many:# kamieni|other:# kamienia}", (1, 3, 5),
         "1 kamień, 3 kamienie, 5 kamieni"),
        ("cs", "{n|one:# kámen|few:# kameny|# kamenů}", (1, 4, 5), "1 kámen, 4 kameny, 5 kamenů"),
        ("ru", "{n|one:# камень|few:# камня|# камней}", (1, 11, 21, 23, 25),
         "1 камень, 11 камней, 21 камень, 23 камня, 25 камней"),
        ("ar", "{n|zero:z|one:o|two:t|few:f|many:m|#}", (0, 1, 2, 3, 10, 11, 99, 100, 103),
         "z, o, t, f, f, m, m, 100, f"),
    ],
)  # fmt: skip
def test_a_language_may_have_as_many_plurals_as_it_needs(
    language: str, text: str, counts: tuple[int, ...], stones: str
) -> None:
    assert counted(language, text, *counts) == stones


def test_a_language_is_listed_once_and_has_a_folder_and_plurals() -> None:
    folders = {path.parent.name for path in Path(words.__file__).parent.glob("*/table.toml")}
    assert folders == set(words.LANGUAGES)
    assert all(plural_rules(language) for language in words.LANGUAGES)


def test_a_text_is_a_category_only_where_it_says_so() -> None:
    assert counted("en", "{n|few stones: #|ones}", 1, 2) == "few stones: 1, ones"
    assert counted("en", "{n|one:#: a stone|#: stones}", 1, 2) == "1: a stone, 2: stones"


def test_a_missing_sentence_is_an_error_in_tests_and_readable_at_the_table() -> None:
    with pytest.raises(MissingWords, match=r"wall\.slot_full"):
        load(strict=True).put("wall.slot_ful", {})
    assert load().put("wall.something_new", {}) == "Something new."


def test_a_missing_value_is_an_error_in_tests_and_no_crash_at_the_table() -> None:
    with pytest.raises(MissingWords, match="slot"):
        load(strict=True).put("wall.slot_full", {})
    assert load().put("wall.slot_full", {}) == "Slot full."


def test_an_unknown_language_is_refused_by_naming_the_known_ones() -> None:
    with pytest.raises(MissingWords, match="en"):
        load("tlh")


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [("de-AT,de;q=0.9,en;q=0.8", "de"), ("nl, fr;q=0.4, en;q=0.3", "fr"), ("", "en"),
     ("tlh", "en"), ("fr;q=x, de;q=0.1", "de"), ("fr;q=0", "en")],
)  # fmt: skip
def test_the_reader_gets_the_best_language_we_have(wanted: str, chosen: str) -> None:
    assert words.choose(wanted, ("en", "de", "fr")) == chosen


def test_a_room_adds_its_own_words_but_says_nothing_twice() -> None:
    shared: dict[str, Any] = {"nouns": {"ibis": {"one": "ibis"}}, "table": {"busy": "Busy."}}
    words._add(shared, {"nouns": {"bowl": {"one": "bowl"}}, "bowl": {"full": "Full."}}, "bowl")
    assert shared["nouns"].keys() == {"ibis", "bowl"}
    with pytest.raises(BadSentence, match=r"bowl, table: 'busy' has words already"):
        words._add(shared, {"table": {"busy": "Very busy."}}, "bowl")


def test_clauses_are_read_from_a_rule_book() -> None:
    book = "# Rules\n\n- **WALL-26** One scarab a pair.\n- no clause\n- **WO-4**: Draw last.\n"
    assert words.read_clauses(book) == {"WALL-26": "One scarab a pair.", "WO-4": "Draw last."}


def test_a_room_without_a_rule_book_has_no_clauses() -> None:
    assert words.load_clauses("nowhere") == {}
