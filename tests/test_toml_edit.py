"""TOML texts are changed value by value; what a person wrote around them stays."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.util.toml_edit import CannotEdit, edited

VALUES = (
    st.booleans()
    | st.integers(-9, 9)
    | st.floats(allow_nan=False)
    | st.text(max_size=4)
    | st.lists(st.integers(0, 9), max_size=3)
    | st.lists(st.lists(st.integers(0, 9), max_size=2), max_size=3)
)
KEYS = st.sampled_from(("a", "b", "two words", "ü", "x.y", ""))
TABLES = st.dictionaries(KEYS, VALUES, max_size=4)
DATA = st.dictionaries(KEYS, VALUES | TABLES | st.lists(TABLES, min_size=1, max_size=3), max_size=5)


@given(DATA, DATA)
def test_a_text_says_what_was_wanted_whatever_it_said_before(
    before: dict[str, Any], wanted: dict[str, Any]
) -> None:
    assert tomllib.loads(edited(edited("", before), wanted)) == wanted


@pytest.mark.parametrize(
    "text",
    [
        '"web" = { port = 1 }\n',
        "web.port = 1\n",
        "[web]\nport = [\n1]\n",
        "[ web ]\nport = 1",
        "[web.inner]\nx = 1\n[other]\n[web]\nport = 1\n",
        '[web]\nhost = """\n[web]\nport = 7\n"""\nport = 1\n',
    ],
)
def test_a_value_is_changed_in_whatever_shape_it_is_written(text: str) -> None:
    wanted = tomllib.loads(text)
    wanted["web"]["port"] = 9000
    assert tomllib.loads(edited(text, wanted)) == wanted


def test_remarks_stay_beside_the_values_they_are_about() -> None:
    text = (
        "# ours\nname = 'x'  # short\n\n[[boulders]]\n# the big ones\ngrams = 5.7 # weighed\n"
        "\n[[boulders]]\n# the small ones\ngrams = 1.2\n"
    )
    wanted = {"name": "y", "boulders": [{"grams": 5.9}, {"grams": 1.2}]}
    assert edited(text, wanted) == text.replace("'x'", '"y"').replace("5.7", "5.9")


def test_a_grid_has_a_line_for_every_row() -> None:
    after = edited("# ours\n", {"walk": {"squares": [[0, 1], [3, 2]]}})
    assert after == "# ours\n\n[walk]\nsquares = [\n    [0, 1],\n    [3, 2],\n]\n"


@pytest.mark.parametrize("text", ["name = ", "a = 1\na = 2\n", "[a]\n[a]\n"])
def test_a_text_that_is_no_toml_is_left_alone(text: str) -> None:
    with pytest.raises(CannotEdit):
        edited(text, {"name": "x"})
