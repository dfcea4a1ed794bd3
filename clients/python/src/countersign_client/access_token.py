"""The access token for client credentials, fetched once and renewed before it expires."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable

from .errors import CountersignError
from .sending import Outgoing, Response

MARGIN = 30.0
UNITS = {"h": 3600, "m": 60, "s": 1}


class TokenSource:
    """Concurrent calls share one token."""

    def __init__(
        self,
        send: Callable[[Outgoing], Response],
        base_url: str,
        client_id: str,
        client_secret: str,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._send, self._now = send, now
        body = json.dumps({"client_id": client_id, "client_secret": client_secret}).encode()
        headers = {"content-type": "application/json", "accept": "application/json"}
        self._request = Outgoing("POST", f"{base_url}/auth/token", headers, body)
        self._lock = threading.Lock()
        self._token, self._until = "", 0.0

    def token(self) -> str:
        """Returns a token that is valid for at least half a minute."""
        with self._lock:
            if self._now() >= self._until - MARGIN:
                response = self._send(self._request)
                if not 200 <= response.status < 300:
                    raise CountersignError(response.status, response.body, response.headers.get("x-request-id"))
                fetched = response.json()
                self._token, self._until = fetched["access_token"], self._now() + _seconds(fetched["expires_in"])
            return self._token

    def forget(self, token: str) -> None:
        """Drops a token that the server has refused."""
        with self._lock:
            if token == self._token:
                self._until = 0.0


def _seconds(duration: str) -> int:
    """Reads `24h`, `90m` or `45s`. With any other text the token is used once."""
    found = re.fullmatch(r"(\d+)([hms])", duration)
    return int(found[1]) * UNITS[found[2]] if found else 0
