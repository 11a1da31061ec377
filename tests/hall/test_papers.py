"""Papers of the night: printed to scale, the same bytes for the same night, nothing private."""

from __future__ import annotations

import re

from msgspec.structs import replace

from companion.hall.papers_pdf import (
    _plain,
    cards_pdf,
    certificates_pdf,
    crosstable_pdf,
    seating_pdf,
    standings_pdf,
)
from companion.hall.records import Person
from companion.hall.scores.standings import standings
from companion.words import load
from tests.hall.test_scores import ALL, night


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


def test_every_paper_is_printed_to_scale_and_comes_out_the_same_twice() -> None:
    played = night((1, "b1", ALL), name="Spring at the Nile")
    table, words, first = standings(played), load("de", strict=True), played.published[0]

    def made() -> list[bytes]:
        return [
            seating_pdf(played, first, words),
            cards_pdf(played, first, words, lambda box: f"http://10.41.0.1/t/{box}"),
            standings_pdf(played, table, words),
            certificates_pdf(played, table, words),
        ]

    once = made()
    assert once == made()
    assert [pages(each) for each in once] == [2, 1, 1, 4], "seating is also listed by name"
    assert all(b"/PrintScaling /None" in each for each in once)
    assert pages(certificates_pdf(played, table, words, ["anna"])) == 1


def test_nobody_who_never_played_is_counted_on_a_paper() -> None:
    played = night((1, "b1", ALL), name="Spring at the Nile")
    ghost = replace(played, people={**played.people, "ghost": Person("ghost", "Ghost")})
    words = load("en", strict=True)
    for made in (standings_pdf, certificates_pdf):
        assert made(ghost, standings(ghost), words) == made(played, standings(played), words)


def test_a_list_by_name_has_everybody_where_they_look_for_themselves() -> None:
    names = ["Zoë", "Łukasz", "Mia", "🐫 Lena", "Øystein", "Paula", "Élodie", "Frida"]
    assert sorted(names, key=_plain) == [
        "Élodie", "Frida", "🐫 Lena", "Łukasz", "Mia", "Øystein", "Paula", "Zoë",
    ]  # fmt: skip


def test_a_crosstable_has_everybodys_way_and_goes_on_where_rounds_are_many() -> None:
    games = tuple((number, "b1", ALL) for number in range(1, 9))
    played, words = night(*games, name="Spring at the Nile"), load("en", strict=True)
    made = crosstable_pdf(played, standings(played), words)
    assert made == crosstable_pdf(played, standings(played), words)
    assert pages(made) == 2, "eight rounds"
    assert b"/Lang" in made, "a reader's voice knows the language"


def test_a_place_card_has_no_code_where_nobody_could_follow_it() -> None:
    played, words = night((1, "b1", ALL)), load("en", strict=True)
    first = played.published[0]
    with_code = cards_pdf(played, first, words, lambda box: "http://10.41.0.1/")
    assert len(cards_pdf(played, first, words, lambda box: "")) < len(with_code)
