"""Files spoiled as cards, editors and hands spoil them; the same seed spoils the same way."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Callable
from typing import Any

ODD_VALUES: tuple[Any, ...] = (
    0, -1, 1, 2, 7, 10**6, 10**18, -(10**9), 0.5, -0.1, 1e308, True, False, "", " ", "red",
    "\u202e", "x" * 300, "a:b", "../..", [], [[]], [1, 2], ["a", "a"], {}, {"a": 1},
)  # fmt: skip


def spoiled_bytes(content: bytes, dice: random.Random) -> bytes:
    """Bits flipped, a piece torn out or doubled, the end cut off."""
    data = bytearray(content)
    for _ in range(dice.choice((1, 1, 2, 8))):
        at = dice.randrange(len(data) + 1)
        piece = slice(at, at + dice.choice((1, 4, 64, 512)))
        match dice.randrange(5):
            case 0 if at < len(data):
                data[at] ^= 1 << dice.randrange(8)
            case 1:
                del data[piece]
            case 2:
                data[at:at] = data[piece]
            case 3:
                del data[at:]
            case _:
                data[piece] = bytes(len(data[piece]))
    return bytes(data)


def spoiled_text(content: bytes, dice: random.Random) -> bytes:
    """Lines lost, doubled or swapped, a number or a word changed."""
    lines = content.decode().splitlines()
    for _ in range(dice.choice((1, 1, 2, 5))):
        one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
        match dice.randrange(4):
            case 0:
                del lines[one]
            case 1:
                lines.insert(other, lines[one])
            case 2:
                lines[one], lines[other] = lines[other], lines[one]
            case _:
                letters = list(lines[one])
                if letters:
                    letters[dice.randrange(len(letters))] = dice.choice("0915-.\"'[]{}=,#aé\0")
                lines[one] = "".join(letters)
        if not lines:
            return b""
    return "\n".join(lines).encode()


def spoiled_values(content: bytes, dice: random.Random) -> bytes:
    """The same file with some of its values replaced, dropped or doubled; JSON or TOML."""
    data = _parsed(content)
    for _ in range(dice.choice((1, 1, 2, 4))):
        _spoil(data, dice)
    return json.dumps(data).encode() if content.lstrip()[:1] == b"{" else _toml(data).encode()


def spoilers(is_text: bool) -> list[Callable[[bytes, random.Random], bytes]]:
    return [spoiled_bytes, spoiled_text, spoiled_values, spoiled_values] if is_text else [
        spoiled_bytes
    ]  # fmt: skip


def _parsed(content: bytes) -> Any:
    is_json = content.lstrip()[:1] == b"{"
    return json.loads(content) if is_json else tomllib.loads(content.decode())


def _spoil(data: Any, dice: random.Random) -> None:
    """Walk down to some place and change what is there."""
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        if not keys:
            return
        key = dice.choice(keys)
        below = data[key]
        if isinstance(below, dict | list) and below and dice.random() < 0.8:
            data = below
            continue
        match dice.randrange(4):
            case 0:
                del data[key]
            case 1 if isinstance(data, list):
                data.append(below)
            case _:
                data[key] = dice.choice(ODD_VALUES)
        return


def _toml(data: dict[str, Any]) -> str:
    return "\n".join(f"{json.dumps(name)} = {_inline(value)}" for name, value in data.items())


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {_inline(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(value) if isinstance(value, str) else repr(value)
