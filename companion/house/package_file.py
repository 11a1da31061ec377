"""The file of a new version: a signature and a Debian package, in the one form that is accepted.

The page imports this module, and the installer loads the same file as root, by its path and
without the table: it may use the standard library alone. What is not exactly as ``script/deb``
makes it is refused, so that nothing can look one way here and another way to dpkg.

An update file is the line ``pharaohs-table update 1``, the size of the signature in five digits and
a line feed, a detached OpenPGP signature, and the package to the last byte.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import re
import subprocess
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

MAGIC = b"pharaohs-table update 1\n"
HEAD_BYTES = len(MAGIC) + 6
MOST_SIGNATURE_BYTES = 4_096
MOST_BYTES = 60_000_000
MOST_CONTROL_BYTES = 5_000_000
MOST_UNPACKED_BYTES = 600_000_000
UNPACKER_BYTES = 128 << 20
"""Memory the unpacker of xz may take; the strongest setting that Debian uses needs 65 MB."""
PIECE = 1 << 16
GPGV_SECONDS = 120

AR_MAGIC = b"!<arch>\n"
NUMBER = re.compile(rb"(?:0|[1-9][0-9]*) *")
FORMAT = b"2.0\n"
PACKINGS = (".gz", ".xz")

BLOCK = 512
OCTAL = re.compile(rb"[0-7]+[ \0]*")
TAR_NUMBERS = ((100, 108), (108, 116), (116, 124), (124, 136))
TAR_OWNER = b"root".ljust(32, b"\0") * 2 + bytes(BLOCK - 329)
TAR_NAME = re.compile(r"\./(?:[!-.0-\[\]-~]+/)*(?:[!-.0-\[\]-~]+)?")
FILE, FOLDER, LINK, LONG_NAME = b"0", b"5", b"2", b"L"

FIELD = re.compile(r"([A-Za-z][A-Za-z0-9-]*): ?(.*)")
PLAIN = {
    "package": re.compile(r"[a-z0-9][a-z0-9+.-]+"),
    "version": re.compile(r"[0-9][A-Za-z0-9.+~]*(?:-[A-Za-z0-9.+~]+)*"),
    "architecture": re.compile(r"[a-z0-9]+"),
}


class Unacceptable(ValueError):
    """A file that is not installed: *reason* is a word for the page, the text is for the log."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


class Sent(NamedTuple):
    """Where the parts of an update file lie."""

    signature: bytes
    start: int
    size: int


class Member(NamedTuple):
    """One of the three files in a package."""

    name: str
    start: int
    size: int


class Package(NamedTuple):
    """What a package says about itself."""

    name: str
    version: str
    architecture: str


class Item(NamedTuple):
    """One entry of a tar archive; a file's content has to be read before the next entry."""

    name: str
    kind: bytes
    size: int
    content: Iterator[bytes]


# The update file


def split(file: int) -> Sent:
    """Find signature and package in an open update file; nothing of either is believed yet."""
    size = os.fstat(file).st_size
    if size > MOST_BYTES + HEAD_BYTES + MOST_SIGNATURE_BYTES:
        raise Unacceptable("too_large", "the file is too large")
    head = os.pread(file, HEAD_BYTES, 0)
    if head.startswith(AR_MAGIC):
        raise Unacceptable("unsigned", "this is a bare package; send the signed .update file")
    found = re.fullmatch(re.escape(MAGIC) + rb"([0-9]{5})\n", head)
    length = int(found[1]) if found else 0
    start = HEAD_BYTES + length
    if not 0 < length <= MOST_SIGNATURE_BYTES or start >= size:
        raise Unacceptable("no_package", "this is no update file")
    return Sent(os.pread(file, length, HEAD_BYTES), start, size - start)


def joined(signature: bytes, package: bytes) -> bytes:
    """Make an update file."""
    return MAGIC + b"%05d\n" % len(signature) + signature + package


def keyrings(root: Path) -> tuple[Path, ...]:
    """Return the keys this machine trusts: the owner's own, or else those we ship."""
    own = root / "etc/pharaohs-table/update.gpg"
    shipped = sorted((root / "usr/lib/pharaohs-table/keys").glob("*.gpg"))
    return (own,) if own.exists() else tuple(shipped)


def is_newer(version: str, than: str) -> bool:
    """Whether dpkg says so."""
    words = ("dpkg", "--compare-versions", version, "gt", than)
    try:
        return subprocess.run(words, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def verify(file: int, start: int, signature: bytes, keys: tuple[Path, ...]) -> None:
    """Refuse an open file unless its bytes from *start* on were signed once, with one of *keys*."""
    if not keys:
        raise Unacceptable(
            "no_key", "this machine has no release key; install the package with apt"
        )
    words = ["gpgv", "--status-fd=1", "--ignore-time-conflict", "--weak-digest=SHA1"]
    words += [word for key in keys for word in ("--keyring", str(key))]
    held = os.memfd_create("signature")
    try:
        os.write(held, signature)
        os.lseek(file, start, os.SEEK_SET)
        told = subprocess.run([*words, f"/proc/self/fd/{held}", "-"], stdin=file, pass_fds=(held,),
                              capture_output=True, timeout=GPGV_SECONDS, check=False)  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as wrong:
        raise Unacceptable("no_key", f"the signature cannot be checked: {wrong}") from wrong
    finally:
        os.close(held)
    said = [line.split()[1:2] for line in told.stdout.splitlines()]
    signed = said.count([b"NEWSIG"]) == said.count([b"GOODSIG"]) == said.count([b"VALIDSIG"]) == 1
    if told.returncode or not signed:
        raise Unacceptable("unsigned", "the signature does not fit any key of this machine")


# The package


def members(file: int, start: int = 0) -> tuple[Member, Member, Member]:
    """Find the three members of a package: each once, in order, and nothing else."""
    end = os.fstat(file).st_size
    if end - start > MOST_BYTES:
        raise Unacceptable("too_large", "the package is too large")
    if os.pread(file, len(AR_MAGIC), start) != AR_MAGIC:
        raise _no_package("no ar archive")
    at, found = start + len(AR_MAGIC), []
    for wanted in (("debian-binary",), _packed("control.tar"), _packed("data.tar")):
        found.append(_member(file, at, end, wanted))
        at = found[-1].start + found[-1].size + found[-1].size % 2
    if at != end:
        raise _no_package("bytes after the last member")
    if os.pread(file, len(FORMAT) + 1, found[0].start)[: found[0].size] != FORMAT:
        raise _no_package("another format")
    return found[0], found[1], found[2]


def _packed(name: str) -> tuple[str, ...]:
    return tuple(name + packing for packing in PACKINGS)


def _member(file: int, at: int, end: int, wanted: tuple[str, ...]) -> Member:
    """Read the 60 bytes before a member, as dpkg-deb writes them."""
    head = os.pread(file, 60, at)
    named = [name for name in wanted if head[:16] == name.encode().ljust(16)]
    numbers = (head[16:28], head[28:34], head[34:40], head[48:58])
    plain = all(NUMBER.fullmatch(number) for number in numbers)
    if not (named and plain and head[40:48] == b"100644  " and head[58:] == b"`\n"):
        raise _no_package(f"no {wanted[0]} where it belongs")
    size, start = int(numbers[3]), at + 60
    if start + size > end or (size % 2 and os.pread(file, 1, start + size) != b"\n"):
        raise _no_package(f"{named[0]} is cut off")
    return Member(named[0], start, size)


def control(file: int, found: Member) -> tuple[Package, str]:
    """Read what a package says about itself, and its list of digests."""
    texts = {}
    for item in items(unpacked(file, found, MOST_CONTROL_BYTES)):
        if item.kind not in (FILE, FOLDER) or item.name.count("/") > 1:
            raise _no_package(f"{item.name} among the control files")
        texts[item.name] = b"".join(item.content)
    try:
        return package_of(texts["./control"].decode()), texts.get("./md5sums", b"").decode()
    except (KeyError, UnicodeDecodeError) as wrong:
        raise _no_package("no control file that can be read") from wrong


def package_of(text: str) -> Package:
    """Read a control file: every field once, every line a field or the rest of one."""
    fields: dict[str, str] = {}
    if not text.endswith("\n") or re.search(r"[^\n\t -~\u00a1-\ud7ff]", text):
        raise _no_package("strange characters in the control file")
    for line in text[:-1].split("\n"):
        head = FIELD.fullmatch(line)
        more = fields and line[:1] in (" ", "\t") and line.strip()
        if head and head[1].lower() not in fields:
            fields[head[1].lower()] = head[2].strip(" ")
        elif not more or list(fields)[-1] in PLAIN:
            raise _no_package("a strange line in the control file")
    if not all(form.fullmatch(fields.get(name, "")) for name, form in PLAIN.items()):
        raise _no_package("no plain name, version and processor")
    return Package(*(fields[name] for name in PLAIN))


def check_content(file: int, found: Member, digests: str) -> None:
    """Refuse content that is not exactly what the list of digests promises."""
    lines = [line.split("  ", 1) for line in digests.splitlines()]
    left = {f"./{line[-1]}": line[0] for line in lines}
    for item in items(unpacked(file, found, MOST_UNPACKED_BYTES)):
        # dpkg's list is made with it: it finds damage, the signature finds intruders
        digest = hashlib.md5(usedforsecurity=False)
        for piece in item.content:
            digest.update(piece)
        if item.kind == FILE and left.pop(item.name, "") != digest.hexdigest():
            raise Unacceptable("damaged", f"{item.name} is not as promised")
    if left:
        raise Unacceptable("damaged", "files are missing")


def inspect(file: int, start: int = 0) -> Package:
    """Look a whole package through, every byte of it, without running or writing anything."""
    _, described, content = members(file, start)
    package, digests = control(file, described)
    try:
        check_content(file, content, digests)
    except Unacceptable as wrong:
        reason = "damaged" if wrong.reason == "no_package" else wrong.reason
        raise Unacceptable(reason, str(wrong)) from wrong
    return package


# What is packed


def unpacked(file: int, found: Member, most: int) -> Iterator[bytes]:
    """Unpack a member piece by piece: one stream to its last byte, and never more than *most*."""
    unpacker = _Gzip() if found.name.endswith(".gz") else _Xz()
    at, end, left = found.start, found.start + found.size, most
    try:
        while not unpacker.ended:
            packed = b"" if unpacker.holds else os.pread(file, min(PIECE, end - at), at)
            at += len(packed)
            if not packed and not unpacker.holds:
                raise Unacceptable("damaged", f"{found.name} is cut off")
            piece = unpacker.unpack(packed)
            left -= len(piece)
            if left < 0:
                raise Unacceptable("too_large", f"{found.name} is too large")
            yield piece
    except (zlib.error, lzma.LZMAError, EOFError, MemoryError) as wrong:
        raise Unacceptable("damaged", f"{found.name} cannot be unpacked: {wrong}") from wrong
    if at != end or unpacker.rest:
        raise Unacceptable("damaged", f"{found.name} goes on after its end")


class _Gzip:
    def __init__(self) -> None:
        self._stream, self._left = zlib.decompressobj(16 + zlib.MAX_WBITS), b""

    def unpack(self, packed: bytes) -> bytes:
        piece = self._stream.decompress(self._left + packed, PIECE)
        self._left = self._stream.unconsumed_tail
        return piece

    @property
    def holds(self) -> bool:
        """Whether it can go on without more."""
        return bool(self._left)

    @property
    def ended(self) -> bool:
        return self._stream.eof

    @property
    def rest(self) -> bytes:
        return self._stream.unused_data


class _Xz:
    def __init__(self) -> None:
        self._stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=UNPACKER_BYTES)

    def unpack(self, packed: bytes) -> bytes:
        return self._stream.decompress(packed, PIECE)

    @property
    def holds(self) -> bool:
        return not self._stream.needs_input

    @property
    def ended(self) -> bool:
        return self._stream.eof

    @property
    def rest(self) -> bytes:
        return self._stream.unused_data


class _Bytes:
    """Takes exact numbers of bytes from pieces of any size."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._held = pieces, b""

    def some(self, most: int) -> bytes:
        """Read the next bytes, at least one and at most *most*; none at the end."""
        while not self._held and (piece := next(self._pieces, None)) is not None:
            self._held = piece
        given, self._held = self._held[:most], self._held[most:]
        return given

    def exactly(self, size: int) -> bytes:
        return b"".join(self.pieces(size))

    def pieces(self, size: int) -> Iterator[bytes]:
        while size:
            piece = self.some(size)
            if not piece:
                raise Unacceptable("damaged", "an archive is cut off")
            size -= len(piece)
            yield piece


def items(pieces: Iterator[bytes]) -> Iterator[Item]:
    """Read a tar archive as GNU tar writes it for dpkg: no links but soft ones, no name twice."""
    source, names, long_name = _Bytes(pieces), set(), ""
    while any(head := source.exactly(BLOCK)):
        name, kind, size = _tar_head(head, long_name)
        content = source.pieces(size)
        if kind == LONG_NAME:
            long_name = _long_name(b"".join(content))
        else:
            if name.rstrip("/") in names:
                raise _no_package(f"{name} twice")
            names.add(name.rstrip("/"))
            long_name = ""
            yield Item(name, kind, size, content)
        for _ in content:
            pass
        if any(source.exactly(-size % BLOCK)):
            raise _no_package("no zeros behind a file")
    zeros = BLOCK
    while piece := source.some(PIECE):
        zeros += len(piece)
        if any(piece):
            raise _no_package("something after the end of an archive")
    if long_name or zeros < 2 * BLOCK or zeros % BLOCK:
        raise _no_package("an archive without its end")


def _tar_head(head: bytes, long_name: str) -> tuple[str, bytes, int]:
    """Check the 512 bytes before a file: its name, its kind, its size."""
    mode, user, group, size = (_octal(head[at:end]) for at, end in TAR_NUMBERS)
    own = sum(head) - sum(head[148:156]) + 8 * ord(" ")
    ours = head[257:265] == b"ustar  \0" and head[265:] == TAR_OWNER and mode <= 0o777
    if user or group or not ours or _octal(head[148:156]) != own or _octal(head[136:148]) < 0:
        raise _no_package("a strange header in an archive")
    kind = head[156:157]
    name, link = _text(head[:100]), _text(head[157:257])
    if kind == LONG_NAME:
        return _long_head(name, link, size, long_name), kind, size
    if long_name and not long_name.startswith(name):
        raise _no_package("a long name that does not fit")
    name = long_name or name
    right = {FILE: not name.endswith("/") and not link, FOLDER: name.endswith("/") and not link,
             LINK: not name.endswith("/") and bool(link)}.get(kind, False)  # fmt: skip
    if not right or (size and kind != FILE) or not _is_plain(name):
        raise _no_package(f"{name!r} is not what a package of ours holds")
    return name, kind, size


def _octal(field: bytes) -> int:
    if not OCTAL.fullmatch(field):
        raise _no_package("a strange number in an archive")
    return int(field.strip(b" \0"), 8)


def _long_head(name: str, link: str, size: int, long_name: str) -> str:
    if name != "././@LongLink" or link or long_name or not 101 <= size <= PIECE:
        raise _no_package("a strange long name")
    return name


def _long_name(content: bytes) -> str:
    if content[-1:] != b"\0" or b"\0" in content[:-1]:
        raise _no_package("a strange long name")
    return _text(content)


def _text(field: bytes) -> str:
    """Return a text that is padded with zeros."""
    text = field.rstrip(b"\0")
    if b"\0" in text or not text.isascii():
        raise _no_package("a strange text in an archive")
    return text.decode("ascii")


def _is_plain(name: str) -> bool:
    parts = name.split("/")[1:]
    return TAR_NAME.fullmatch(name) is not None and not {".", ".."} & set(parts)


def _no_package(text: str) -> Unacceptable:
    return Unacceptable("no_package", f"this is no package of ours: {text}")
