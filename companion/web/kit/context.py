"""What every request of any app of ours needs: its words, its limits, its body, its queue."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar, cast

import msgspec
from flask import abort, current_app, request
from gevent import get_hub

from companion.core.decode import decode
from companion.words import NAMES, Words, choose

from ..server.site import Limits
from ..server.work_queue import OFFLOAD, TAP, come_out, outcome

EXTENSION = "pharaohs-table"
STREAM_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Headers of every event stream: no proxy may hold it back."""
LANGUAGE = "language"
"""The cookie with the language a phone has chosen."""
Body = TypeVar("Body")


class AppContext(Protocol):
    """What every app of ours has at hand, whether a table is open or not."""

    @property
    def words(self) -> Mapping[str, Words]: ...

    @property
    def hosts(self) -> frozenset[str]: ...

    @property
    def limits(self) -> Limits: ...

    @property
    def preferred(self) -> Callable[[], str]: ...


def app_context() -> AppContext:
    """Return what the app that answers now has at hand."""
    return cast(AppContext, current_app.extensions[EXTENSION])


def is_this_machine() -> bool:
    """Whether the page is open on the machine of the table itself. It gives no right."""
    try:
        return ipaddress.ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


class NothingBody(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request that says all by its address."""


def body_of(kind: type[Body]) -> Body:
    """Return the posted body as a record; refuse anything else."""
    try:
        return decode(request.get_data(), kind)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        abort(400, "page.error.malformed")


def language() -> str:
    """Return the reader's language: of this address, this phone, the browser, or the house."""
    known = tuple(app_context().words)
    chosen = (request.args.get("lang"), request.cookies.get(LANGUAGE))
    first = next((code for code in chosen if code in known), "")
    accepted = request.headers.get("Accept-Language", "")
    return first or choose(accepted, known, app_context().preferred())


def tongues() -> dict[str, str]:
    """Return the languages a reader may choose from, each by its own name."""
    return {code: NAMES[code] for code in app_context().words if code in NAMES}


def offloaded(work: Callable[..., Any], *given: Any) -> Any:
    """Run slow work in the server's queue, where it does not hold up other requests."""
    queue = request.environ.get(OFFLOAD)
    return queue(request.environ, work, *given) if queue else _in_thread(work, *given)


def tapped(work: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Run what a tap waits for; the server keeps workers for nothing else."""
    apply = request.environ.get(TAP)
    if apply is None:
        return _in_thread(work, *given, **named)
    return come_out(apply(outcome, (work, given, named)))


def beside(work: Callable[..., Any], *given: Any) -> Any:
    """Run work that another process does: it has a thread of its own, and nobody waits behind it.

    Whoever calls this sees to it that few of them go on at a time.
    """
    if OFFLOAD not in request.environ:
        return _in_thread(work, *given)
    return come_out(get_hub().threadpool.apply(outcome, (work, given)))


def _in_thread(work: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Run work in a plain thread: like in the server's, no request is at hand there."""
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(work, *given, **named).result()


def wrong_said(wrong: BaseException) -> str:
    """Say an error in the reader's language."""
    return app_context().words[language()].wrong(wrong)


def say(key: str, **values: Any) -> str:
    """Say a sentence in the reader's language."""
    return app_context().words[language()].put(key, values)
