"""The image of an emulated machine: a Debian with its own kernel, pins and a camera made of air.

Built once from the archive this machine is set up to use, and kept outside the project. The name
of its folder is made from everything it was built from, so that an old one is never taken.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

HERE = Path(__file__).parent
RELEASE = "bookworm"
RECIPE = (
    "image.py", "kernel/Makefile", "kernel/table_pins.c", "guest/hand.py", "guest/pins.sh",
    "guest/hand.service", "guest/pins.service", "guest/a-pi.conf",
)  # fmt: skip
"""What lies in the image; whatever else a check needs inside, it brings along."""
TOOLS = {
    "mmdebstrap": "mmdebstrap",
    "qemu-system-x86_64": "qemu-system-x86",
    "qemu-img": "qemu-utils",
    "mke2fs": "e2fsprogs",
}
"""What has to be here, and the package each comes with."""
WORKSHOP = ("gcc", "make", "linux-headers-amd64", "busybox-static", "cpio", "kmod")
FURNITURE = (
    "systemd-sysv", "udev", "dbus", "polkitd", "kmod", "iproute2", "procps", "python3",
    "python3-numpy", "python3-opencv", "python3-cryptography", "python3-reportlab", "sqlite3",
)  # fmt: skip
MODULES = (
    "virtio_net", "virtio_pci", "virtio_blk", "ext4", "autofs4", "videodev", "v4l2loopback",
    "table_pins", "vivid",
)  # fmt: skip
FIRST = ("virtio_pci", "virtio_blk", "ext4", "crc32c_generic")
"""Loaded before there is a file system to load anything from."""
QUIET = (
    "apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer", "e2scrub_all.timer",
    "e2scrub_reap.service", "fstrim.timer", "getty@tty1.service", "serial-getty@ttyS0.service",
    "systemd-networkd-wait-online.service", "proc-sys-fs-binfmt_misc.automount",
)  # fmt: skip

HARDWARE = ("qemu64,+ssse3,+sse4.1,+sse4.2,+popcnt,+cx16", "1024")
"""Processor and megabytes; a snapshot fits no other machine."""

Say = Callable[[str], None]


class CannotBuild(OSError):
    """The image cannot be built here."""


def cache() -> Path:
    """Where images are kept."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "pharaohs-table" / "machine"


def folder() -> Path:
    """Where the image of this very recipe is, or would be."""
    digest = hashlib.sha256(repr((RELEASE, HARDWARE)).encode())
    for name in RECIPE:
        digest.update((HERE / name).read_bytes())
    return cache() / f"{RELEASE}-amd64-{digest.hexdigest()[:16]}"


def is_cached() -> bool:
    return (folder() / "ready").exists()


def missing_tools(tools: Mapping[str, str] = TOOLS) -> list[str]:
    """The packages to install before anything can be built or run."""
    return sorted({package for tool, package in tools.items() if shutil.which(tool) is None})


def fetch_tools(say: Say, tools: Mapping[str, str], command: str) -> None:
    """Install what is missing; only root can, and only root can build an image."""
    absent = missing_tools(tools)
    if os.geteuid() != 0:
        also = f" (it installs {', '.join(absent)})" if absent else ""
        raise CannotBuild(f"building the image needs root once{also}: sudo {command}")
    if not absent:
        return
    say(f"installing {', '.join(absent)}")
    _run("apt-get", "-qq", "update")
    _run("apt-get", "-qq", "install", "--no-install-recommends", *absent,
         DEBIAN_FRONTEND="noninteractive")  # fmt: skip
    if absent := missing_tools(tools):
        raise CannotBuild(f"still missing after installing them: {', '.join(absent)}")


def build(say: Say) -> Path:
    """Make the image unless it is there; the machine in it has not been started yet."""
    place = folder()
    if (place / "root.ext4").exists():
        return place
    fetch_tools(say, TOOLS, "script/machine-test")
    shutil.rmtree(place, ignore_errors=True)
    work = place / "work"
    work.mkdir(parents=True)
    say("building the modules (a Debian with compiler and kernel headers)")
    version = _workshop(work / "workshop", place)
    say("furnishing the machine (a Debian with systemd, Python and OpenCV)")
    _furnish(work / "root", work / "workshop", version)
    say("writing its disks")
    _disks(place, work / "root")
    shutil.rmtree(work)
    return place


def _run(*command: str | Path, **more: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C", **more},
    )  # fmt: skip
    if done.returncode:
        raise CannotBuild(f"{' '.join(map(str, command[:4]))} failed:\n{done.stderr[-3000:]}")
    return done.stdout


def _debian(into: Path, packages: tuple[str, ...], variant: str) -> None:
    _run("mmdebstrap", "-q", f"--variant={variant}", "--components=main", "--architectures=amd64",
         f"--include={','.join(packages)}", RELEASE, into)  # fmt: skip


def _workshop(workshop: Path, place: Path) -> str:
    """Build our modules and the first step of booting; give the kernel's version."""
    _debian(workshop, WORKSHOP, "apt")
    version = next(path.name for path in sorted((workshop / "lib/modules").iterdir()))
    _unpack(workshop, f"linux-image-{version}", "v4l2loopback-dkms")
    own = workshop / "opt/pins"
    shutil.copytree(HERE / "kernel", own)
    loopback = next((workshop / "usr/src").glob("v4l2loopback-*"))
    for source in (own, loopback):
        inside = f"/{source.relative_to(workshop)}"
        _run("chroot", workshop, "make", "-s", "-C", f"/lib/modules/{version}/build",
             f"M={inside}", "modules")  # fmt: skip
        extra = workshop / f"lib/modules/{version}/extra"
        extra.mkdir(exist_ok=True)
        for module in source.glob("*.ko"):
            _run("strip", "-g", "-o", extra / module.name, module)
    _run("chroot", workshop, "depmod", version)
    shutil.copy(workshop / f"boot/vmlinuz-{version}", place / "vmlinuz")
    _first_step(workshop, version, place / "initrd")
    return version


def _unpack(workshop: Path, *packages: str) -> None:
    """Fetch packages without installing them: an installed kernel would prepare to be booted."""
    shutil.copy("/etc/resolv.conf", workshop / "etc/resolv.conf")
    _run("chroot", workshop, "sh", "-c",
         f"cd /opt && apt-get -qq update && apt-get -qq download {' '.join(packages)}")  # fmt: skip
    for package in sorted((workshop / "opt").glob("*.deb")):
        _run("chroot", workshop, "sh", "-c", f"dpkg-deb --fsys-tarfile /opt/{package.name} | "
             "tar -C / -x --keep-directory-symlink")  # fmt: skip


def _dependencies(workshop: Path, version: str, names: tuple[str, ...]) -> list[Path]:
    """The files of some modules and of all they need, in the order to load them."""
    found: list[Path] = []
    for name in names:
        told = _run("chroot", workshop, "modprobe", "--set-version", version, "--show-depends",
                    "--ignore-install", name)  # fmt: skip
        for line in told.splitlines():
            kind, _, path = line.partition(" ")
            file = workshop / path.strip().lstrip("/")
            if kind == "insmod" and file not in found:
                found.append(file)
    return found


def _first_step(workshop: Path, version: str, initrd: Path) -> None:
    step = workshop / "opt/step"
    for name in ("bin", "dev", "proc", "root", "m"):
        (step / name).mkdir(parents=True)
    shutil.copy(workshop / "bin/busybox", step / "bin/busybox")
    modules = _dependencies(workshop, version, FIRST)
    for module in modules:
        shutil.copy(module, step / "m")
    load = "\n".join(f"$b insmod /m/{module.name}" for module in modules)
    (step / "init").write_text(
        "#!/bin/busybox sh\nb=/bin/busybox\n"
        "$b mount -t proc proc /proc; $b mount -t devtmpfs dev /dev\n"
        f"{load}\n"
        "until [ -b /dev/vda ]; do $b usleep 20000; done\n"
        "$b mount -t ext4 -o noatime /dev/vda /root || exec $b sh\n"
        "$b umount /proc; $b mount --move /dev /root/dev\n"
        "exec $b switch_root /root /lib/systemd/systemd\n"
    )
    (step / "init").chmod(0o755)
    _run("chroot", workshop, "sh", "-c",
         "cd /opt/step && find . | cpio -o -H newc --quiet | gzip -1 > /opt/initrd")  # fmt: skip
    shutil.copy(workshop / "opt/initrd", initrd)


def _furnish(root: Path, workshop: Path, version: str) -> None:
    _debian(root, FURNITURE, "minbase")
    kept = f"lib/modules/{version}"
    for module in _dependencies(workshop, version, MODULES):
        target = root / module.relative_to(workshop)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(module, target)
    for name in ("modules.builtin", "modules.builtin.modinfo", "modules.order"):
        shutil.copy(workshop / kept / name, root / kept / name)
    _run("chroot", root, "depmod", version)
    units = root / "etc/systemd/system"
    (root / "opt/hand").mkdir(parents=True)
    for script in ("hand.py", "pins.sh"):
        shutil.copy(HERE / "guest" / script, root / "opt/hand")
    for unit in ("hand.service", "pins.service"):
        shutil.copy(HERE / "guest" / unit, units / unit)
        (units / "multi-user.target.wants" / unit).symlink_to(f"../{unit}")
    for unit in ("companion", "companion-safe"):
        (units / f"{unit}.service.d").mkdir()
        shutil.copy(HERE / "guest/a-pi.conf", units / f"{unit}.service.d/a-pi.conf")
    (units / "multi-user.target.wants/systemd-networkd.service").symlink_to(
        "/lib/systemd/system/systemd-networkd.service"
    )
    for unit in QUIET:
        (units / unit).symlink_to("/dev/null")
    _write(root, "etc/systemd/network/10-wire.network",
           "[Match]\nName=eth0\n[Network]\nAddress=10.0.2.15/24\nGateway=10.0.2.2\n")  # fmt: skip
    _write(root, "etc/systemd/journald.conf.d/volatile.conf", "[Journal]\nStorage=volatile\n")
    _write(root, "etc/hostname", "table\n")
    _write(root, "etc/machine-id", "uninitialized\n")
    _write(root, "etc/fstab",
           "/dev/vda / ext4 noatime 0 1\n"
           "/dev/vdb /var/lib/pharaohs-table ext4 noatime,nofail 0 2\n")  # fmt: skip
    (root / "var/lib/pharaohs-table").mkdir()


def _write(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


def _disks(place: Path, root: Path) -> None:
    """The root on one disk, the state of the table on another, as on a Pi with a read-only root."""
    for archive in (root / "var/cache/apt").rglob("*.deb"):
        archive.unlink()
    shutil.rmtree(root / "usr/share/doc", ignore_errors=True)
    raw, state = place / "root.ext4", place / "state.ext4"
    _run("truncate", "-s", "4G", raw)
    _run("mke2fs", "-q", "-t", "ext4", "-d", root, raw)
    _run("truncate", "-s", "1G", state)
    _run("mke2fs", "-q", "-t", "ext4", state)
    for disk in (raw, state):
        _run("qemu-img", "create", "-q", "-f", "qcow2", "-b", disk, "-F", "raw",
             disk.with_suffix(".qcow2"))  # fmt: skip
