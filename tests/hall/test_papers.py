"""Papers of the night: printed to scale, the same bytes for the same night, nothing private."""

from __future__ import annotations

import re

from companion.hall.counting.standings import standings
from companion.hall.papers.papers import cards_pdf, certificates_pdf, seating_pdf, standings_pdf
from companion.words import load
from tests.hall.test_counting import ALL, night


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
    assert [pages(each) for each in once] == [1, 1, 1, 4]
    assert all(b"/PrintScaling /None" in each for each in once)
    assert pages(certificates_pdf(played, table, words, ["anna"])) == 1
