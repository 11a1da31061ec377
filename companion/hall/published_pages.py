"""A night as a folder of static pages: standings, results, season, and the signed file.

No script, nothing from elsewhere, one stylesheet; right on a phone and on paper. Search engines are
asked to leave it out. The same night in the same language gives the same bytes.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from datetime import date
from html import escape
from pathlib import Path
from typing import Any

from companion.journal.signatures import mark_of_key
from companion.util.files import write_whole
from companion.words import Words

from .papers_pdf import written_day
from .scores.night_file import NightFile, PublishedRound, PublishedTable
from .scores.season import Season, SeasonRow

STANDINGS, RESULTS, SEASON, STYLE = "index.html", "results.html", "season.html", "style.css"
NIGHT = "night.json"
NO_SCRIPT = "script-src 'none'"
LONG_AGO = (1980, 1, 1, 0, 0, 0)
READABLE = 0o644


def pages_of(
    night: NightFile, signed: bytes, key: str, words: Words, season: Season | None = None
) -> dict[str, bytes]:
    """Return the files of a folder to publish, by name."""
    site = _Site(night, words, mark_of_key(key), season)
    made = {STANDINGS: site.standings(), RESULTS: site.results()}
    if season is not None:
        made[SEASON] = season_page(season, words, site.links(SEASON))
    return {
        **{name: page.encode() for name, page in made.items()},
        STYLE: _style(),
        NIGHT: signed,
    }


def pages_of_season(season: Season, words: Words) -> dict[str, bytes]:
    """Return the files of a season alone, by name."""
    return {STANDINGS: season_page(season, words).encode(), STYLE: _style()}


def _style() -> bytes:
    return (Path(__file__).parent / "published.css").read_bytes()


def zipped(files: Mapping[str, bytes], folder: str) -> bytes:
    """Pack the files of a folder."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in sorted(files.items()):
            info = zipfile.ZipInfo(f"{folder}/{name}", LONG_AGO)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, READABLE << 16
            packed.writestr(info, content)
    return out.getvalue()


def written(files: Mapping[str, bytes], folder: Path) -> None:
    """Write the files into a folder, readable for the program that serves it."""
    for name, content in files.items():
        write_whole(folder / name, content, READABLE)


def season_page(season: Season, words: Words, links: str = "") -> str:
    """Return the page of a season, with a column for each night."""

    def said(name: str, **values: Any) -> str:
        return escape(_said(words, name, values))

    heads = "".join(f"<th scope=col>{_night_head(one, words)}</th>" for one in season.nights)
    rows = "".join(_season_row(row, season, said("somebody")) for row in season.rows)
    about = said("best", count=season.best) if season.best else said("all_nights")
    table = (
        f"<table><thead><tr><th scope=col>{said('rank')}</th><th scope=col>{said('name')}</th>"
        f"<th scope=col class=sum>{said('points')}</th>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )
    title = said("season")
    body = (
        f"<h1>{title}</h1>{links}<p class=about>{about}</p>"
        f'<div class=scrolls role=region aria-label="{title}" tabindex=0>{table}</div>'
        f"<p class=about>{said('season_numbers')}</p>"
    )
    return _page(title, body, words)


ON_PAPER = frozenset(("standings", "points", "games", "wins", "table", "round"))
"""Words that the papers have too."""


def _said(words: Words, name: str, values: Mapping[str, Any]) -> str:
    return words.put(f"hall.{'paper' if name in ON_PAPER else 'publish'}.{name}", values)


def _season_row(row: SeasonRow, season: Season, somebody: str) -> str:
    cells = "".join(_season_cell(row, one.night) for one in season.nights)
    return (
        f"<tr><td class=rank>{row.rank}.</td><th scope=row>{_named(row.name, somebody)}"
        f" <small>{row.person}</small></th><td class=sum>{row.points}</td>{cells}</tr>"
    )


def _season_cell(row: SeasonRow, night: str) -> str:
    if night in row.dropped:
        return f"<td><s>{row.dropped[night]}</s></td>"
    return f"<td>{row.counted.get(night, '–')}</td>"


def _night_head(night: NightFile, words: Words) -> str:
    name = night.name or words.put("hall.publish.night", {})
    return f"<bdi>{escape(name)}</bdi><small>{escape(_day(night, words))}</small>"


def _day(night: NightFile, words: Words) -> str:
    try:
        return written_day(date.fromisoformat(night.day), words)
    except ValueError:
        return ""


class _Site:
    """The pages of one night."""

    def __init__(self, night: NightFile, words: Words, mark: str, season: Season | None) -> None:
        self.night, self.words, self.mark = night, words, mark
        self.names = {one.number: one.name for one in night.people}
        self.pages = [(STANDINGS, "standings"), (RESULTS, "results")]
        self.pages += [(SEASON, "season")] if season is not None else []

    def said(self, name: str, **values: Any) -> str:
        return escape(_said(self.words, name, values))

    def links(self, here: str) -> str:
        """Return the way from page to page."""
        made = (
            f'<a href="{page}"{" aria-current=page" if page == here else ""}>{self.said(name)}</a>'
            for page, name in self.pages
        )
        return f'<nav aria-label="{self.said("pages")}">{"".join(made)}</nav>'

    def head(self, here: str) -> str:
        title = self.night.name or self.words.put("hall.publish.night", {})
        told = (self.night.venue, _day(self.night, self.words))
        day = " · ".join(filter(None, told))
        return (
            f"<h1><bdi>{escape(title)}</bdi></h1>"
            f"{f'<p class=day>{escape(day)}</p>' if day else ''}{self.links(here)}"
        )

    def standings(self) -> str:
        rows = "".join(
            f"<tr><td class=rank>{row.rank}.</td><th scope=row>{self.person(row.person)}</th>"
            f"<td class=sum>{row.points}</td><td>{row.games}</td><td>{row.wins}</td></tr>"
            for row in self.night.standings
        )
        heads = "".join(
            f"<th scope=col{' class=sum' if name == 'points' else ''}>{self.said(name)}</th>"
            for name in ("rank", "name", "points", "games", "wins")
        )
        known = self.words.texts
        breaks = [f"hall.points.{name}" for name in self.night.breaks]
        named = [self.words.put(key, {}, inside=True) for key in breaks if key in known]
        ties = self.words.put("hall.paper.ties", {"breaks": "; ".join(named)}) if named else ""
        open_still = "" if self.night.final else f"<p class=note>{self.said('provisional')}</p>"
        body = (
            f"{self.head(STANDINGS)}{open_still}{self.podium()}<h2>{self.said('standings')}</h2>"
            f'<div class=scrolls role=region aria-label="{self.said("standings")}" tabindex=0>'
            f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
            f"<p class=about>{escape(ties)}</p>{self.foot()}"
        )
        return _page(self.title("standings"), body, self.words)

    def podium(self) -> str:
        best = [row for row in self.night.standings if row.rank <= 3]
        steps = "".join(
            f"<li data-rank={row.rank}><strong>{row.rank}</strong> {self.person(row.person)}"
            f" <small>{self.said('with_points', points=row.points)}</small></li>"
            for row in best
        )
        return f"<ol class=podium>{steps}</ol>" if best else ""

    def results(self) -> str:
        rounds = "".join(self.round(each) for each in self.night.rounds)
        none = "" if rounds else f"<p>{self.said('no_results')}</p>"
        body = f"{self.head(RESULTS)}{rounds}{none}{self.foot()}"
        return _page(self.title("results"), body, self.words)

    def round(self, each: PublishedRound) -> str:
        tables = "".join(self.table(table) for table in each.tables)
        title = self.said("round", number=each.number)
        return f"<section><h2>{title}</h2><ul class=tables>{tables}</ul></section>"

    def table(self, table: PublishedTable) -> str:
        place = self.said("table", place=table.place)
        head = f"<h3>{place} <small>{escape(table.game)}</small></h3>"
        if not table.places:
            people = ", ".join(self.person(who) for who in table.people)
            return f"<li>{head}<p>{people}</p><p class=about>{self.said('no_result')}</p></li>"
        lines = "".join(
            f"<li><span class=rank>{one.place}.</span> {self.person(one.person)}"
            f"{_score(one.score)}</li>"
            for one in table.places
        )
        return f"<li>{head}<ol class=places>{lines}</ol></li>"

    def person(self, number: str) -> str:
        return _named(self.names.get(number, ""), self.said("somebody"))

    def title(self, page: str) -> str:
        name = self.night.name or self.words.put("hall.publish.night", {})
        return f"{self.said(page)} – {escape(name)}"

    def foot(self) -> str:
        file = f'<a href="{NIGHT}">{self.said("file")}</a>'
        signed = self.words.put("hall.publish.signed", {"mark": self.mark}, inside=True)
        return f"<footer><p>{self.said('names')}</p><p>{file} {escape(signed)}</p></footer>"


def _named(name: str, somebody: str) -> str:
    return f"<bdi>{escape(name)}</bdi>" if name else f"<i>{somebody}</i>"


def _score(score: float | None) -> str:
    return "" if score is None else f" <small>({score:g})</small>"


def _page(title: str, body: str, words: Words) -> str:
    return (
        f'<!doctype html>\n<html lang={words.language}>\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="robots" content="noindex">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{NO_SCRIPT}">\n'
        f'<title>{title}</title>\n<link rel="stylesheet" href="{STYLE}">\n</head>\n'
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )
