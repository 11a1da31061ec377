"""The letters, icons and little pictures that synthetic editions are drawn with.

All of them come out of Debian packages under plain licences. One family of fonts in six and one
icon in six are held out: training never sees them, the measured figures see nothing else.
"""

from __future__ import annotations

import hashlib
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Masks = NDArray[np.uint8]

SIDE = 64
"""Pixels across one mask."""
FONTS = {
    "OFL-1.1": (
        *("allerta", "anonymous-pro", "arapey", "averia-sans-gwf", "averia-serif-gwf", "b612"),
        *("bebas-neue", "cabin", "cabinsketch", "cantarell", "cardo", "comfortaa", "comic-neue"),
        *("courier-prime", "croscore", "crosextra-carlito", "dosis", "ebgaramond", "firacode"),
        *("inconsolata", "junction", "karla", "kaushanscript", "lato", "league-mono"),
        *("league-spartan", "leckerli-one", "liberation", "lobster", "lobstertwo", "manrope"),
        *("national-park", "quattrocento", "quicksand", "rocknroll", "sil-andika", "sil-charis"),
        *("sil-gentium-basic", "vollkorn", "yanone-kaffeesatz", "yrsa-rasa", "yusei-magic"),
    ),
    "Apache-2.0": ("crosextra-caladea", "open-sans", "roboto-slab", "roboto-unhinted"),
    "OFL-1.1 and Apache-2.0": ("inter", "play", "sora"),
    "MIT": ("fanwood", "lindenhill"),
    "public domain": ("goudybookletter", "prociono"),
}
"""Debian packages (each with fonts- before it) by licence; every one holds letters and digits."""
ICONS = {
    "OFL-1.1": ("font-awesome", "fork-awesome", "elusive-icons"),
    "OFL-1.1 and CC-BY": ("materialdesignicons-webfont",),
    "Apache-2.0": ("material-design-icons-iconfont",),
}
COLOURED = {"OFL-1.1 and Apache-2.0": ("noto-color-emoji",)}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789"
CHARACTERS = LETTERS + DIGITS + "ÄÖÜÅÉ" + "abdefghmnqrt" + "?!+&%="
PER_FAMILY = 4
"""Cuts of one family at most: bold and light, not eighteen of them."""
HELD_OUT = 6
"""One name in so many is held out."""
MOST_ICONS, MOST_COLOURED = 2400, 1000


@dataclass(frozen=True)
class Bank:
    """What editions are drawn with; ``held`` marks what training never sees."""

    glyphs: Masks
    """(fonts, characters, SIDE, SIDE)"""
    glyphs_held: NDArray[np.bool_]
    icons: Masks
    """(icons, SIDE, SIDE)"""
    icons_held: NDArray[np.bool_]
    coloured: Masks
    """(pictures, SIDE, SIDE, 4): blue, green, red, alpha"""
    coloured_held: NDArray[np.bool_]

    def part(self, held: bool) -> Bank:
        """Return what is held out, or what is not."""
        some = {}
        for name in ("glyphs", "icons", "coloured"):
            mine = getattr(self, f"{name}_held") == held
            some[name] = getattr(self, name)[mine]
            some[f"{name}_held"] = np.full(int(mine.sum()), held)
        return Bank(**some)


def packages() -> list[str]:
    """List every Debian package the bank is made of."""
    named = [name for group in (FONTS, ICONS, COLOURED) for some in group.values() for name in some]
    return [f"fonts-{name}" for name in named]


def bank_in(folder: Path) -> Bank:
    """Open the bank kept in a folder; it is fetched and drawn where it is not there yet."""
    kept = folder / "bank.npz"
    if not kept.exists():
        _fetch(folder)
        np.savez_compressed(kept, **_drawn(folder))
    with np.load(kept) as stored:
        return Bank(**{name: stored[name] for name in Bank.__dataclass_fields__})


def _fetch(folder: Path) -> None:
    """Download and unpack the packages; nothing is installed."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [name for name in packages() if not (folder / name).is_dir()]
    if wanted:
        subprocess.run(["apt-get", "download", *wanted], cwd=folder, check=True)
    for name in wanted:
        (archive,) = folder.glob(f"{name}_*.deb")
        subprocess.run(["dpkg-deb", "-x", archive, folder / name], check=True)


def is_held_out(name: str) -> bool:
    """Say whether training may not see what has this name."""
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % HELD_OUT == 0


def _drawn(folder: Path) -> dict[str, Any]:
    glyphs, glyphs_held = _glyphs(folder)
    icons, icons_held = _icons(folder)
    coloured, coloured_held = _coloured(folder)
    return {
        "glyphs": glyphs,
        "glyphs_held": glyphs_held,
        "icons": icons,
        "icons_held": icons_held,
        "coloured": coloured,
        "coloured_held": coloured_held,
    }


def _files(folder: Path, package: str) -> list[Path]:
    found = (folder / f"fonts-{package}").rglob("*.[to]tf")
    upright = (p for p in found if not any(w in p.name for w in ("Italic", "Oblique", "-It")))
    by_name = {path.name: path for path in upright if not path.is_symlink()}
    return [by_name[name] for name in sorted(by_name)]


def _glyphs(folder: Path) -> tuple[Masks, NDArray[np.bool_]]:
    drawn: list[Masks] = []
    held: list[bool] = []
    for package in sorted(name for some in FONTS.values() for name in some):
        files = _files(folder, package)
        step = max(1, len(files) // PER_FAMILY)
        for path in files[::step][:PER_FAMILY]:
            font = ImageFont.truetype(str(path), 56)
            row = np.stack([_mask(font, character) for character in CHARACTERS])
            if len(np.unique(row.reshape(len(row), -1), axis=0)) > len(CHARACTERS) - 6:
                drawn.append(row)
                held.append(is_held_out(package))
    return np.stack(drawn), np.array(held)


def _mask(font: Any, text: str, own_size: bool = False) -> Masks:
    """Draw one character in the middle; characters of a font keep their sizes to each other."""
    sheet = Image.new("L", (200, 160), 0)
    ImageDraw.Draw(sheet).text((100, 80), text, font=font, fill=255, anchor="mm")
    box = sheet.getbbox()
    if box is None:
        return np.zeros((SIDE, SIDE), np.uint8)
    reach = max(box[2] - box[0], box[3] - box[1]) // 2 + 1
    half = reach if own_size else max(SIDE // 2, reach)
    x, y = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
    square = sheet.crop((x - half, y - half, x + half, y + half))
    return np.array(square.resize((SIDE, SIDE), Image.Resampling.LANCZOS))


def _icons(folder: Path) -> tuple[Masks, NDArray[np.bool_]]:
    drawn: dict[bytes, tuple[Masks, bool]] = {}
    for package in sorted(name for some in ICONS.values() for name in some):
        path = _files(folder, package)[0]
        font = ImageFont.truetype(str(path), 60)
        for code in (*range(0xE000, 0xF8FF), *range(0xF0000, 0xF1000)):
            mask = _mask(font, chr(code), own_size=True)
            if 0.04 < mask.mean() / 255 < 0.8:
                held = is_held_out(f"{package} {code:x}")
                drawn.setdefault(mask.tobytes(), (mask, held))
    order = sorted(drawn.values(), key=lambda one: hashlib.sha256(one[0].tobytes()).digest())
    order = order[:MOST_ICONS]
    return np.stack([mask for mask, _ in order]), np.array([held for _, held in order])


def _coloured(folder: Path) -> tuple[Masks, NDArray[np.bool_]]:
    """Draw little pictures in colour, from a font that holds them as bitmaps of 109 pixels."""
    (path,) = (folder / "fonts-noto-color-emoji").rglob("NotoColorEmoji.ttf")
    font = ImageFont.truetype(str(path), 109)
    drawn: list[Masks] = []
    held: list[bool] = []
    codes = (*range(0x1F300, 0x1F650), *range(0x1F680, 0x1F700), *range(0x1F900, 0x1FA00))
    for code in codes:
        sheet = Image.new("RGBA", (136, 136), (0, 0, 0, 0))
        ImageDraw.Draw(sheet).text((0, 4), chr(code), font=font, embedded_color=True)
        picture = np.array(sheet)
        if (picture[..., 3] > 128).mean() > 0.1:
            small = cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
            drawn.append(small[..., [2, 1, 0, 3]])
            held.append(is_held_out(f"{code:x}"))
    return np.stack(drawn[:MOST_COLOURED]), np.array(held[:MOST_COLOURED])
