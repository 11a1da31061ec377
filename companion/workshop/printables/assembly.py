"""The sheets before a printed game: what it takes, how it is made, and its rules on one page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from calibration.geometry.markers import Paper
from calibration.kit.assembly import STEP_MM, overview, step_drawing
from calibration.kit.ink import BLACK, Drawn, InkPose, InkText, Shape, laid
from calibration.kit.sheets import CARD, MARGIN_MM, MOUNTED, KitPage, KitPart, inner
from companion.core.game import load_room
from companion.core.house import read_house_rules
from companion.core.verdict import Saying
from companion.house.rule_guide import guide_of
from companion.house.tutorial import ASIDE, text_of, tutorial_of
from companion.words import Words, clauses_in
from companion.words.quotes_of import headings_in

from .pdf import broken

TEXT_MM, HEADING_MM, LEADING = 3.4, 6.0, 1.35
STEP_SCALE = 0.68
"""How large the drawing of a step is printed."""
GOLD = "#7a5c12"
PLAIN = re.compile(r"[A-Z]+-\d+[a-z]?")
"""The clauses of the rulebook itself, without readings and rulings."""
SMALLEST_MM = 2.4
"""The smallest letters the rules are set in to fit on one page."""


def assembly_pages(
    room: str,
    parts: Sequence[KitPart],
    needs: Sequence[Saying],
    sheets: Sequence[KitPage],
    words: Words,
    paper: Paper,
    size: float = TEXT_MM,
) -> list[KitPage]:
    """What to buy, which sheet is what, and numbered steps with a drawing each."""
    flow = _Flow(paper, size)
    title = words.put(f"house.room.{room}.title", {})
    flow.heading(words.put("workshop.kit.heading", {"title": title}), HEADING_MM)
    flow.heading(words.put("workshop.kit.needs", {}))
    for need in _needed(sheets, needs):
        flow.line(words.put(need.key, need.values), "•")
    flow.heading(words.put("workshop.kit.sheets", {}))
    for line, drawn, high in _listed(sheets, words, flow.wide):
        flow.line(line, "•")
        if drawn:
            flow.picture(drawn, high)
    flow.heading(words.put("workshop.kit.steps", {}))
    for number, step in enumerate(_steps(parts, sheets), 1):
        flow.step(f"{number}", words.put(f"workshop.kit.step.{step}", {}), step_drawing(step))
    return _numbered("assembly", flow.pages())


def rules_pages(room: str, words: Words, paper: Paper, size: float = TEXT_MM) -> list[KitPage]:
    """The goal and everything a beginner is told, on one page if letters can be small enough."""
    while True:
        flow = _Flow(paper, size)
        title = words.put(f"house.room.{room}.title", {})
        flow.heading(words.put("workshop.kit.rules", {"title": title}), HEADING_MM)
        flow.line(words.put(f"rules.{room}.goal", {}))
        heading, setup = _setup(room, words)
        flow.heading(heading)
        for sentence in setup:
            flow.line(sentence, "•")
        flow.heading(words.put("house.page.rules_turn", {}))
        for number, sentence in enumerate(_rules(room, words), 1):
            flow.line(sentence, f"{number}")
        pages = flow.pages()
        if len(pages) == 1 or size <= SMALLEST_MM:
            return _numbered("rules", pages)
        size -= 0.2


def _setup(room: str, words: Words) -> tuple[str, list[str]]:
    """How the table is laid, as the clauses of the rulebook say it."""
    laid_out = guide_of(room).topics["setting_up"]
    clauses = clauses_in(room, words.language)
    said = [clauses[one] for one in laid_out if PLAIN.fullmatch(one) and one in clauses]
    return headings_in(room, words.language)[laid_out[0]], [ASIDE.sub("", one) for one in said]


def _rules(room: str, words: Words) -> Iterator[str]:
    game = load_room(room)
    tutorial = tutorial_of(room).for_rules(read_house_rules(game.house_rules, {}))
    return (text_of(words, room, topic.name) for topic in tutorial.topics if topic.name != "goal")


def _needed(sheets: Sequence[KitPage], needs: Sequence[Saying]) -> Iterator[Saying]:
    card = sum(not page.label and page.stock == CARD for page in sheets)
    yield Saying("workshop.kit.need.card", {"count": card})
    yield Saying("workshop.kit.need.paper", {"count": len(sheets) - card})
    yield Saying("workshop.kit.need.backing")
    yield from needs
    yield Saying("workshop.kit.need.tools")


def _listed(
    sheets: Sequence[KitPage], words: Words, wide: float
) -> Iterator[tuple[str, Drawn, float]]:
    """Each board with a drawing of where its sheets lie, then what the other sheets hold."""
    posters = [page for page in sheets if page.label]
    for title in dict.fromkeys(page.title for page in posters):
        pages = [page for page in posters if page.title == title]
        drawn, high = overview(pages, 0.5 * wide)
        what = words.put(f"workshop.print.kind.{title}", {})
        yield _sheets(words, "poster", pages, what), drawn, high
    for stock in (MOUNTED, CARD):
        pages = [page for page in sheets if not page.label and page.stock == stock]
        if pages:
            held = [one for page in pages for one in page.holds]
            counts = {title: sum(n for name, n in held if name == title) for title, _ in held}
            things = (
                words.put(
                    "workshop.kit.things",
                    {"count": count, "what": words.put(f"workshop.print.kind.{title}", {})},
                )
                for title, count in counts.items()
            )
            yield _sheets(words, stock, pages, ", ".join(things)), (), 0.0


def _sheets(words: Words, key: str, pages: Sequence[KitPage], what: str) -> str:
    values = {"first": pages[0].number, "last": pages[-1].number, "count": len(pages), "what": what}
    return words.put(f"workshop.kit.{key}", values)


def _steps(parts: Sequence[KitPart], sheets: Sequence[KitPage]) -> list[str]:
    glued = ("glue",) if any(page.label for page in sheets) else ()
    return list(dict.fromkeys(("print", *glued, *(how for part in parts for how in part.how))))


def _numbered(title: str, pages: Sequence[Drawn]) -> list[KitPage]:
    return [KitPage(title, n, len(pages), drawn) for n, drawn in enumerate(pages, 1)]


class _Flow:
    """Lines and drawings from the top of a page to its foot, then on the next one."""

    def __init__(self, paper: Paper, size: float) -> None:
        self.wide, self._high = inner(paper)
        self._size, self._y = size, 0.0
        self._pages: list[list[Shape]] = [[]]

    def pages(self) -> list[Drawn]:
        return [tuple(page) for page in self._pages]

    def heading(self, text: str, size: float = 0.0) -> None:
        size = size or 1.3 * self._size
        self._y += 0.5 * size if self._y else 0.0
        self._room(3 * size)
        self._put(0.0, size, text, size, GOLD, bold=True)
        self._y += 1.75 * size

    def line(self, text: str, mark: str = "") -> None:
        aside = 2.2 * self._size if mark else 0.0
        lines = broken(text, self._size, self.wide - aside)
        self._room(len(lines) * LEADING * self._size)
        if mark:
            self._put(0.0, self._size, mark, self._size, GOLD, bold=True)
        self._lines(aside, 0.0, lines)
        self._y += len(lines) * LEADING * self._size + 0.35 * self._size

    def picture(self, drawn: Drawn, high: float) -> None:
        self._room(high + 2)
        at = InkPose(MARGIN_MM + 2.2 * self._size, MARGIN_MM + self._y)
        self._pages[-1] += laid(drawn, at)
        self._y += high + 2

    def step(self, number: str, text: str, drawn: Drawn) -> None:
        wide, high = (STEP_SCALE * side for side in STEP_MM)
        left = wide + 14.0
        lines = broken(text, self._size, self.wide - left)
        tall = max(high if drawn else 0.0, len(lines) * LEADING * self._size) + 1.2
        self._room(tall)
        self._put(0.0, 5.0, number, 5.0, GOLD, bold=True)
        self._pages[-1] += laid(drawn, InkPose(MARGIN_MM + 8.0, MARGIN_MM + self._y, STEP_SCALE))
        self._lines(left, 3.0, lines)
        self._y += tall

    def _room(self, high: float) -> None:
        if self._y and self._y + high > self._high:
            self._pages.append([])
            self._y = 0.0

    def _lines(self, aside: float, down: float, lines: Sequence[str]) -> None:
        for n, line in enumerate(lines):
            self._put(aside, down + self._size * (1 + LEADING * n), line, self._size, BLACK)

    def _put(
        self, aside: float, down: float, text: str, size: float, ink: str, bold: bool = False
    ) -> None:
        at = (MARGIN_MM + aside, MARGIN_MM + self._y + down)
        self._pages[-1].append(InkText(at, text, size, ink, bold=bold))
