"""Guards: who may send a request, what it may carry, and the headers on every answer."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, request

from ..server.addresses import announced_name
from .context import app_context
from .uploads import PICTURES, UPLOADS

guards = Blueprint("guards", __name__)

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
OWN_SITE = ("same-origin", "none")
SCREEN = "/screen"
"""The page of a projector: everybody looks at it, so nobody acts from it."""


def own_names() -> frozenset[str]:
    """Return the names this machine answers to."""
    names = ("localhost", socket.gethostname(), announced_name())
    return frozenset(name.lower() for name in names)


@guards.before_app_request
def check_host() -> None:
    """Refuse a name that is not ours: somebody may have pointed it here (DNS rebinding)."""
    if not _is_ours(request.host):
        abort(400, "page.error.host")


def _is_ours(host: str) -> bool:
    try:
        name = (urlsplit(f"//{host}").hostname or "").lower().rstrip(".")
    except ValueError:
        return False
    return name in app_context().hosts or _is_address(name)


def _is_address(name: str) -> bool:
    """Return whether a host is a bare address, which can't be pointed elsewhere."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


@guards.before_app_request
def check_change() -> None:
    """Refuse a change that isn't JSON from our own page, or a picture to be scored."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    origin = request.headers.get("Origin")
    if origin is not None and origin != f"{request.scheme}://{request.host}":
        abort(403, "page.error.origin")
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in OWN_SITE:
        abort(403, "page.error.origin")
    if urlsplit(request.headers.get("Referer", "")).path == SCREEN:
        abort(403, "page.error.screen")
    if request.path in PICTURES and request.mimetype.startswith("image/"):
        return
    if request.path in UPLOADS and request.mimetype == "application/octet-stream":
        return
    if request.mimetype != "application/json":
        abort(415, "page.error.json")


@guards.after_app_request
def add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers[name] = value
    response.headers.setdefault("Cache-Control", "no-store")
    return response
