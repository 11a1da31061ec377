"""Lists of people as they come: doubles, blanks, other encodings, thousands of rows."""

from __future__ import annotations

import pytest

from companion.hall.errors import BadList
from companion.hall.people import read_people
from companion.hall.records import Person
from companion.words import load


def names(data: bytes | str) -> list[str]:
    return [person.name for person in read_people(data).people]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_file_is_read_whatever_wrote_it(encoding: str, separator: str) -> None:
    text = f"Vorname{separator}Nachname\r\nJörg{separator}Müller\r\nAna{separator}Peña\r\n"
    assert names(text.encode(encoding)) == ["Jörg Müller", "Ana Peña"]


def test_a_pasted_list_is_one_name_a_line() -> None:
    assert names("Anna\n\n  Ben  Bauer\u00a0\r\nCleo\u200b\n") == ["Anna", "Ben Bauer", "Cleo"]


def test_doubles_blanks_and_endless_names_are_left_out_with_line_and_reason() -> None:
    known = [Person("p1", "Anna")]
    found = read_people("name;note\nANNA;\n;no name\nBen;\nbe\u006e ;\n" + "x" * 99 + ";\n", known)
    assert [(p.id, p.name) for p in found.people] == [("p2", "Ben")]
    words = load("en", strict=True)
    said = [(each.line, words.say(each.why)) for each in found.skipped]
    assert [line for line, _ in said] == [2, 3, 5, 6]
    assert said[0][1].startswith("Anna is on the list already.")


def test_needs_come_with_the_list_and_unknown_ones_are_not_made_up() -> None:
    (anna,) = read_people("Name,Needs\nAnna,Step-free/quiet/a throne\n").people
    assert anna.needs == ("quiet", "step_free")


def test_five_thousand_rows_are_read_and_far_too_many_are_refused() -> None:
    rows = "\n".join(f"Person {k}" for k in range(5000))
    assert len(read_people(rows).people) == 5000
    with pytest.raises(BadList):
        read_people("x\n" * 10_001)
    with pytest.raises(BadList):
        read_people(b"x" * 5_000_000)


def test_bytes_that_are_no_list_at_all_harm_nobody() -> None:
    assert names(b"") == []
    assert isinstance(names(bytes(range(256))), list)
    with pytest.raises(BadList):
        read_people(b"\xff\xfe\x00\xd8\x00")
