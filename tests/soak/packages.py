"""Changes packages in thousands of ways and asks dpkg-deb what it makes of those we accept.

Every one has to be refused, by us or by dpkg-deb, or seen alike by both: the same control archive,
the same content byte by byte, the same names, the same package, version and processor.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import lzma
import os
import random
import subprocess
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from companion.house import package_file
from companion.house.package_file import MOST_UNPACKED_BYTES, OCTAL, Unacceptable
from tests.systemd.packages import packed

REFUSED, THEIRS, ALIKE, DIFFERENT = (
    "refused by us",
    "refused by dpkg-deb",
    "seen alike",
    "DIFFERENT",
)
Members = list[tuple[bytes, bytes]]
"""The head of each member without its size, and its content."""
SECONDS = 20


def main(words: list[str]) -> int:
    """``script/soak packages [--tries 100000] [--first 0]``: count what became of them."""
    parser = argparse.ArgumentParser(prog="script/soak packages", description=__doc__)
    parser.add_argument("--tries", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first one")
    given = parser.parse_args(words)
    counted = campaign(given.tries, given.first, told=True)
    print(", ".join(f"{what}: {count:,}" for what, count in sorted(counted.items())))
    return 1 if counted[DIFFERENT] or not counted[ALIKE] else 0


def campaign(tries: int, first: int = 0, *, told: bool = False) -> Counter[str]:
    """Try many changed packages; how often what became of them."""
    counted: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        bases = [
            taken_apart(packed(Path(folder) / "a.deb", "1.1", arch="amd64").read_bytes()),
            taken_apart(packed(Path(folder) / "b.deb", "2.0~x", postinst="hi").read_bytes()),
        ]
        file = Path(folder) / "tried.deb"
        for seed in range(first, first + tries):
            dice = random.Random(f"package {seed}")
            file.write_bytes(changed(list(dice.choice(bases)), dice))
            became = judged(file)
            counted[became] += 1
            if became == DIFFERENT:
                print(f"seed {seed}: accepted here, but dpkg-deb sees something else")
            if told and (seed - first + 1) % 10_000 == 0:
                print(f"{seed - first + 1:,}: {dict(counted)}", flush=True)
    return counted


def judged(file: Path) -> str:
    """What we and dpkg-deb make of a package."""
    with file.open("rb") as opened:
        try:
            ours = seen(opened.fileno())
        except Unacceptable:
            return REFUSED
    theirs = seen_by_dpkg(file)
    if theirs is None:
        return THEIRS
    return ALIKE if ours == theirs else DIFFERENT


Seen = tuple[tuple[str, ...], str, str, list[str], list[str]]


def seen(file: int) -> Seen:
    """Fields, the digests of both archives as unpacked, and the names in them."""
    _, described, content = package_file.members(file)
    package, digests = package_file.control(file, described)
    package_file.check_content(file, content, digests)
    hashes, names = [], []
    for member in (described, content):
        pieces = list(package_file.unpacked(file, member, MOST_UNPACKED_BYTES))
        hashes.append(hashlib.sha256(b"".join(pieces)).hexdigest())
        names.append([item.name for item in package_file.items(iter(pieces))])
    return tuple(package), hashes[0], hashes[1], names[0], names[1]


def seen_by_dpkg(file: Path) -> Seen | None:
    """The same as dpkg-deb and tar tell it; None where they refuse."""
    asked = ("Package", "Version", "Architecture")
    lines = _told("dpkg-deb", "--field", file, *asked)
    archives = [_told("dpkg-deb", how, file) for how in ("--ctrl-tarfile", "--fsys-tarfile")]
    if lines is None or archives[0] is None or archives[1] is None:
        return None
    fields = dict(line.split(": ", 1) for line in lines.decode().splitlines())
    names = [_told("tar", "-tf", "-", given=archive) for archive in archives]
    if names[0] is None or names[1] is None:
        return None
    first, second = (hashlib.sha256(archive).hexdigest() for archive in archives if archive)
    return (
        tuple(fields.get(name, "") for name in asked),
        first,
        second,
        names[0].decode().splitlines(),
        names[1].decode().splitlines(),
    )


def _told(*words: str | Path, given: bytes | None = None) -> bytes | None:
    done = subprocess.run(
        [str(word) for word in words],
        input=given,
        capture_output=True,
        timeout=SECONDS,
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    return None if done.returncode else done.stdout


# How packages are changed


def taken_apart(package: bytes) -> Members:
    at, found = 8, []
    while at < len(package):
        size = int(package[at + 48 : at + 58])
        found.append((package[at : at + 48], package[at + 60 : at + 60 + size]))
        at += 60 + size + size % 2
    return found


def put_together(members: Members) -> bytes:
    out = b"!<arch>\n"
    for head, data in members:
        out += head + str(len(data)).encode().ljust(10) + b"`\n" + data + b"\n" * (len(data) % 2)
    return out


def changed(members: Members, dice: random.Random) -> bytes:
    """Change a package in one to three ways, then sometimes its bytes as well."""
    for _ in range(dice.randint(1, 3)):
        members = dice.choice(WAYS)(members, dice)
    data = put_together(members)
    return dice.choice(ROUGH)(data, dice) if dice.random() < 0.3 else data


def other_numbers(members: Members, dice: random.Random) -> Members:
    """Another time, owner or mode in the head of a member, perhaps no number at all."""
    which, (at, end) = (
        dice.randrange(len(members)),
        dice.choice([(16, 28), (28, 34), (34, 40), (40, 48)]),
    )
    head, data = members[which]
    numbers = [str(dice.randrange(10**5)), "0", "-1", "+7", "007", "100644", "1_0", "", "0x10"]
    text = dice.choice([str(dice.randrange(10**5))] * 9 + numbers).encode()[: end - at]
    members[which] = head[:at] + text.ljust(end - at) + head[end:], data
    return members


def other_name(members: Members, dice: random.Random) -> Members:
    which = dice.randrange(len(members))
    head, data = members[which]
    names = [
        "control.tar",
        "control.tar.xz",
        "control.tar.gz/",
        "data.tar.zst",
        "data.tar.bz2",
        "_x",
        "debian-binary/",
        "data.tar",
        "control.tar.zst",
        "#1/20",
        "//",
        "control.tar.gz\0",
    ]
    members[which] = dice.choice(names).encode().ljust(16)[:16] + head[16:], data
    return members


def other_order(members: Members, dice: random.Random) -> Members:
    dice.shuffle(members)
    return members


def one_more(members: Members, dice: random.Random) -> Members:
    """A member twice, or one of another name, anywhere."""
    head, data = dice.choice(members)
    if dice.random() < 0.5:
        head = (
            dice.choice([b"_gpgorigin", b"_extra", b"control.tar.gz", b"x"]).ljust(16) + head[16:]
        )
    members.insert(dice.randint(0, len(members)), (head, data))
    return members


def one_less(members: Members, dice: random.Random) -> Members:
    if len(members) > 1:
        members.pop(dice.randrange(len(members)))
    return members


def packed_again(members: Members, dice: random.Random) -> Members:
    """The same archive packed in another way."""
    return _in_archive(members, dice, lambda tar: tar)


def other_tar(members: Members, dice: random.Random) -> Members:
    """A field of a tar header changed, its sum put right."""

    def change(tar: bytes) -> bytes:
        heads = [at for at in range(0, len(tar), 512) if tar[at + 257 : at + 262] == b"ustar"]
        at = dice.choice(heads) if heads else 0
        head = bytearray(tar[at : at + 512].ljust(512, b"\0"))
        start, end = dice.choice(
            [
                (0, 100),
                (100, 108),
                (108, 116),
                (116, 124),
                (124, 136),
                (156, 157),
                (157, 257),
                (257, 265),
                (265, 297),
                (297, 329),
                (329, 337),
                (345, 500),
                *[(136, 148)] * 12,
            ]
        )
        texts = [
            b"%011o\0" % dice.randrange(8**10),
            b"0",
            b"5",
            b"2",
            b"1",
            b"L",
            b"x",
            b"g",
            b"S",
            b"./control",
            b"control",
            b"./../x",
            b"././control",
            b"./usr",
            b"\x80\0\0\0\0\0\0\1",
            b" 17",
            b"root",
            b"4755",
        ]
        text = dice.choice([texts[0]] * 12 + texts)[: end - start]
        head[start:end] = text.ljust(end - start, b"\0")
        head[148:156] = b" " * 8
        head[148:156] = b"%06o\0 " % sum(head)
        return tar[:at] + bytes(head) + tar[at + 512 :]

    return _in_archive(members, dice, change)


def other_blocks(members: Members, dice: random.Random) -> Members:
    """Blocks of an archive doubled, dropped, swapped, or put after its end."""

    def change(tar: bytes) -> bytes:
        blocks = [tar[at : at + 512] for at in range(0, len(tar), 512)]
        at, length = dice.randrange(len(blocks)), dice.randint(1, 3)
        some = blocks[at : at + length]
        how = dice.randrange(5)
        if how == 0:
            blocks[at:at] = some
        elif how == 1:
            blocks[-1:] = [blocks[-1], *blocks[:length]]
        elif how == 2:
            del blocks[at : at + length]
        elif how == 3:
            blocks += [bytes(512)] * dice.randint(1, 30)
        else:
            blocks = blocks[: -dice.randint(1, len(blocks) - 1)]
        return b"".join(blocks)

    return _in_archive(members, dice, change)


def other_control(members: Members, dice: random.Random) -> Members:
    """Other lines in the control file."""

    def change(tar: bytes) -> bytes:
        at = tar.find(b"Package: ")
        end = tar.find(b"\0", at)
        if at % 512 or at < 512 or end < 0 or not OCTAL.fullmatch(tar[at - 388 : at - 376]):
            return tar
        lines = tar[at:end].split(b"\n")
        news = [
            b"Version: 9.9",
            b"package: evil",
            b"Version : 3",
            b" continued",
            b"",
            b"\tx",
            b"#x",
            b"Section: misc",
            b"Priority: optional",
            b"Homepage: x",
            b"Version:\t7",
            b"Version: 1:2.0",
            b"Version: 1.0-",
            b"Package: a_b",
            b"Multi-Arch: same",
            b"X-Y: z",
            b"Version: 2.0\r",
            b"Architecture: any all",
        ]
        more = [
            b"Section: a%d" % dice.randrange(99),
            b"Version: %d.%d" % (dice.randrange(9), dice.randrange(99)),
        ]
        where = dice.randrange(len(lines))
        line = dice.choice(news + more * 6)
        if line.startswith(b"Version: ") and dice.random() < 0.8:
            where = next((i for i, each in enumerate(lines) if each.startswith(b"Version")), where)
            lines[where] = line
        else:
            lines.insert(where, line)
        text = b"\n".join(lines)
        return _with_file(tar, at - 512, text)

    return _in_archive(members, dice, change)


def _with_file(tar: bytes, at: int, text: bytes) -> bytes:
    """Put another content behind the header at *at*."""
    head = bytearray(tar[at : at + 512])
    old = int(head[124:135].strip(b"\0 ") or b"0", 8)
    head[124:136] = b"%011o\0" % len(text)
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % sum(head)
    rest = tar[at + 512 + old + -old % 512 :]
    return tar[:at] + bytes(head) + text + bytes(-len(text) % 512) + rest


def _in_archive(members: Members, dice: random.Random, change: Callable[[bytes], bytes]) -> Members:
    which = dice.randrange(len(members))
    head, data = members[which]
    if b".tar" not in head[:16]:
        return members
    try:
        tar = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else lzma.decompress(data)
    except (OSError, EOFError, zlib.error, lzma.LZMAError):
        return members
    data, end = dice.choice(PACKERS)(change(tar))
    if dice.random() < 0.1:
        data += dice.choice([b"\0" * 4, b"x", data, gzip.compress(b"more")])
    name = head[:16].partition(b".tar")[0] + b".tar" + end
    members[which] = name.ljust(16) + head[16:], data
    return members


PACKERS: tuple[Callable[[bytes], tuple[bytes, bytes]], ...] = (
    lambda tar: (gzip.compress(tar, 9, mtime=0), b".gz"),
    lambda tar: (gzip.compress(tar, 1, mtime=7), b".gz"),
    lambda tar: (lzma.compress(tar, preset=0), b".xz"),
    lambda tar: (lzma.compress(tar, check=lzma.CHECK_CRC64), b".xz"),
    lambda tar: (lzma.compress(tar, format=lzma.FORMAT_ALONE), b".lzma"),
)
WAYS = (
    other_numbers,
    other_numbers,
    packed_again,
    packed_again,
    other_tar,
    other_tar,
    other_control,
    other_control,
    other_blocks,
    other_name,
    other_order,
    one_more,
    one_less,
)


def flipped(data: bytes, dice: random.Random) -> bytes:
    at = dice.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << dice.randrange(8))]) + data[at + 1 :]


def in_a_head(data: bytes, dice: random.Random) -> bytes:
    """Another size in the head of a member."""
    sizes = [
        b"-60",
        b"0",
        b"99999999",
        b"4 4",
        b"+4",
        b"4",
        b"010",
        b"1e3",
        b"-1",
        b"18446744073709551616",
    ]
    heads = [at for at in range(8, len(data) - 60) if data[at + 58 : at + 60] == b"`\n"]
    at = dice.choice(heads) if heads else 8
    return data[: at + 48] + dice.choice(sizes).ljust(10)[:10] + data[at + 58 :]


def cut(data: bytes, dice: random.Random) -> bytes:
    return data[: dice.randrange(len(data))]


def longer(data: bytes, dice: random.Random) -> bytes:
    return data + dice.choice([b"\n", b"\0", b"\n\n", data, data[8:], dice.randbytes(60)])


ROUGH = (flipped, in_a_head, cut, longer)
