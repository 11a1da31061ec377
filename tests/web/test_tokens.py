"""One list of colours for all pages: style sheets name a token, and never a colour of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[2] / "companion" / "web" / "static"
TOKENS = STATIC / "shell" / "tokens.css"
SHEETS = sorted(path for path in STATIC.rglob("*.css") if path != TOKENS)
NAMED = (
    "aqua|beige|black|blue|brown|coral|crimson|cyan|fuchsia|gold|goldenrod|gr[ae]y|green|indigo"
    "|ivory|khaki|lime|linen|magenta|maroon|navy|olive|orange|orchid|peru|pink|plum|purple|red"
    "|salmon|sienna|silver|snow|tan|teal|tomato|turquoise|violet|wheat|white|yellow"
    r"|(?:dark|deep|dim|hot|lawn|light|medium|midnight|pale|rosy|royal|sandy|sky|slate|spring"
    r"|steel)[a-z]+"
)
LITERAL = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^)]*"
    rf"|(?<![\w-])(?:{NAMED})(?![\w-])",
    re.I,
)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
STATEMENT = re.compile(r"([^{};]+)([{;}])")
TEXT = re.compile(r'"[^"]*"')


def literals(sheet: str) -> Iterator[str]:
    """Colours a style sheet writes out; selectors are no colours, and neither are texts."""
    for statement, end in STATEMENT.findall(COMMENT.sub("", sheet)):
        if end != "{" and ":" in statement:
            yield from LITERAL.findall(TEXT.sub("", statement.partition(":")[2]))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: str(path.relative_to(STATIC)))
def test_a_style_sheet_has_no_colour_of_its_own(sheet: Path) -> None:
    assert list(literals(sheet.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    "value",
    ["#fff", "#2b2320", "#00000080", "rgb(0 0 0 / 40%)", "hsl(20deg 10% 10%)", "white", "DarkRed",
     "1px solid #abc", "linear-gradient(var(--night), black)", "var(--card, #123456)"],
)  # fmt: skip
def test_a_colour_of_its_own_would_be_noticed(value: str) -> None:
    assert list(literals(f".a:hover {{\n  color: {value};\n}}\n")) != []
    assert list(literals(f"@media print {{ #b {{ margin: 0; fill: {value} }} }}")) != []


def test_what_is_no_colour_is_let_pass() -> None:
    sheet = (
        '/* #fff */ #fed, .red[data-colour="white"]:hover { white-space: nowrap; '
        'color: var(--red); fill: currentcolor; background: transparent; content: "#abc red"; '
        "border-color: color-mix(in srgb, var(--black) 40%, transparent); }"
    )
    assert list(literals(sheet)) == []


def test_every_token_is_used_and_every_shade_that_is_used_is_a_token() -> None:
    tokens = set(re.findall(r"^  --([\w-]+):", TOKENS.read_text("utf-8"), re.M))
    sheets = "".join(path.read_text("utf-8") for path in (TOKENS, *SHEETS))
    used = set(re.findall(r"var\(--([\w-]+)", sheets))
    assert tokens - used == set()
    shades = {name.partition("-")[0] for name in tokens if re.search(r"-\d+[a-z]?$", name)}
    wanted = {name for name in used if re.fullmatch(rf"({'|'.join(shades)})-\d+[a-z]?", name)}
    assert wanted - tokens == set()


def test_no_other_sheet_says_what_a_token_is() -> None:
    tokens = set(re.findall(r"^  --([\w-]+):", TOKENS.read_text("utf-8"), re.M))
    for sheet in SHEETS:
        own = set(re.findall(r"^\s+--([\w-]+):", sheet.read_text("utf-8"), re.M))
        assert own & tokens == set(), sheet
