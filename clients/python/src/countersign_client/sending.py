"""Sends a request, and retries it after a network failure or if the server asks for it."""

from __future__ import annotations

import email.utils
import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.message import Message
from typing import Any

ATTEMPTS = 4
FIRST_PAUSE = 0.5
# With a longer Retry-After the caller decides.
LONGEST_PAUSE = 30.0
# 409: an earlier attempt with the same Idempotency-Key is still being processed.
BUSY = (409, 429, 503)

NETWORK_ERRORS = (OSError, http.client.HTTPException)


@dataclass(frozen=True)
class Outgoing:
    """A request that may be repeated: by its method, or because it has an Idempotency-Key."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None


@dataclass(frozen=True)
class Response:
    status: int
    headers: Message
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Following a redirect would send the API key or token to a different address."""

    def redirect_request(self, *_: object) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def open_once(outgoing: Outgoing, timeout: float) -> Any:
    """Returns the open response, whatever its status."""
    request = urllib.request.Request(
        outgoing.url, data=outgoing.body, headers=dict(outgoing.headers), method=outgoing.method
    )
    try:
        return _opener.open(request, timeout=timeout)
    except urllib.error.HTTPError as refused:
        return refused


def send_once(outgoing: Outgoing, timeout: float) -> Response:
    with open_once(outgoing, timeout) as response:
        return Response(response.status, response.headers, response.read())


def send(
    outgoing: Outgoing,
    timeout: float,
    *,
    once: Callable[[Outgoing, float], Response] = send_once,
    pause: Callable[[float], None] = time.sleep,
    now: Callable[[], float] = time.time,
) -> Response:
    """Makes four attempts at most. Raises the last network error if there was no response."""
    for attempt in range(1, ATTEMPTS + 1):
        last = attempt == ATTEMPTS
        try:
            response = once(outgoing, timeout)
        except NETWORK_ERRORS:
            if last:
                raise
            pause(FIRST_PAUSE * 2 ** (attempt - 1))
            continue
        wait = _asked_pause(response, now())
        if last or wait is None:
            return response
        pause(wait)
    raise AssertionError("unreachable")


def _asked_pause(response: Response, now: float) -> float | None:
    """Seconds to wait before a retry, or None for no retry."""
    asked = response.headers.get("retry-after")
    if response.status not in BUSY or asked is None:
        return None
    try:
        wait = float(asked) if asked.isdigit() else email.utils.parsedate_to_datetime(asked).timestamp() - now
    except ValueError:
        return None
    return max(wait, 0.0) if wait <= LONGEST_PAUSE else None
