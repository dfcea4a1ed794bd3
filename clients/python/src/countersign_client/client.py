"""The calls that most backends need, the same in both variants of the API. `call` makes all others."""

from __future__ import annotations

import json
import urllib.parse
import uuid
from collections.abc import Callable, Iterator, Mapping
from email.message import Message
from typing import Any, Protocol, TypeVar, cast

from .access_token import TokenSource
from .errors import CountersignError
from .events import Followed, follow
from .pages import next_cursor
from .sending import Outgoing, Response, open_once, send
from .types import (
    IssuanceConfig,
    ListedDelivery,
    OfferRequest,
    OfferResponse,
    PresentationConfig,
    PresentationRequest,
    PresentationRequestResponse,
    Session,
    StatusEntry,
    StoredCredentialConfig,
    StoredPresentationConfig,
)

Query = Mapping[str, str | int | bool | None]


class HasStatus(Protocol):
    @property
    def status(self) -> int: ...


Answer = TypeVar("Answer", bound=HasStatus)

# The server sends something at least every 15 s.
EVENTS_TIMEOUT = 60.0


class Countersign:
    """A client for one tenant. Threads may share it. Every method raises `CountersignError` if the server refuses the call.

    Variant A needs `api_key`, variant B `client_id` and `client_secret`.
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        client_id: str | None = None,
        client_secret: str | None = None,
        timeout: float = 30.0,
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._timeout = timeout
        self._api_key = api_key
        self._tokens: TokenSource | None = None
        if api_key is None:
            if client_id is None or client_secret is None:
                raise ValueError("give api_key, or client_id and client_secret")
            self._tokens = TokenSource(lambda out: send(out, timeout), self._base_url, client_id, client_secret)

    def create_offer(self, body: OfferRequest, *, idempotency_key: str | None = None) -> OfferResponse:
        path = "/vci/offer" if self._tokens is None else "/issuer-management/offer"
        return cast(OfferResponse, self.call("POST", path, body, idempotency_key=idempotency_key))

    def create_request(
        self, body: PresentationRequest, *, idempotency_key: str | None = None
    ) -> PresentationRequestResponse:
        path = "/oid4vp" if self._tokens is None else "/presentation-management/request"
        return cast(PresentationRequestResponse, self.call("POST", path, body, idempotency_key=idempotency_key))

    def session(self, session_id: str) -> Session:
        return cast(Session, self.call("GET", f"/session/{quote(session_id)}"))

    def sessions(self, **filters: str | int | bool) -> Iterator[Session]:
        """All sessions that match, newest first, over all pages. `from_` is the filter `from`."""
        return cast(Iterator[Session], self.entries("/session", _named(filters)))

    def deliveries(self, state: str, **filters: str | int) -> Iterator[ListedDelivery]:
        """All webhook deliveries that are `waiting`, `delivered` or `dead`, newest first, over all pages."""
        return cast(Iterator[ListedDelivery], self.entries("/deliveries", {"state": state, **_named(filters)}))

    def revoke(self, session_id: str, *, idempotency_key: str | None = None) -> list[StatusEntry]:
        """Revokes the session's credentials."""
        path = "/status-management" if self._tokens is None else "/session/revoke"
        body = {"sessionId": session_id, "status": 1}
        return cast(list[StatusEntry], self.call("POST", path, body, idempotency_key=idempotency_key))

    def store_credential_configuration(self, body: IssuanceConfig) -> StoredCredentialConfig:
        """Stores a configuration, or replaces the one with the same id."""
        return cast(StoredCredentialConfig, self.call("POST", "/issuer-management", body))

    def store_presentation_configuration(self, body: PresentationConfig) -> StoredPresentationConfig:
        """Stores a configuration, or replaces the one with the same id."""
        return cast(StoredPresentationConfig, self.call("POST", "/presentation-management", body))

    def events(self, *, session: str | None = None, after: str | None = None) -> Iterator[Followed]:
        """Follows the tenant's events, or one session's, and continues after interruptions until the caller stops.

        `after` is a position, or `"0"` for everything that is kept.
        """
        path = "/events" if session is None else f"/session/{quote(session)}/events"
        return follow(lambda position: self._open_stream(path, position), after)

    def entries(self, path: str, query: Query | None = None) -> Iterator[Any]:
        """Yields every entry of a list, and fetches the next page when it is needed."""
        cursor: str | None = None
        while True:
            page = self._answer("GET", path, query={**(query or {}), "after": cursor})
            yield from page.json()
            # A page may be empty and still have a next one, so only the header decides.
            cursor = next_cursor(page.headers.get("link"))
            if cursor is None:
                return

    def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        query: Query | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """Makes any call in docs/reference/http-api.yaml and returns the response's JSON."""
        response = self._answer(method, path, body, query=query, idempotency_key=idempotency_key)
        return response.json() if response.body else None

    def _answer(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        query: Query | None = None,
        idempotency_key: str | None = None,
    ) -> Response:
        headers = {"accept": "application/json"}
        # The same key in every attempt makes a POST safe to repeat.
        if method == "POST":
            headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        data = None
        if body is not None:
            headers["content-type"] = "application/json"
            data = json.dumps(body).encode()
        url = self._base_url + path + _query(query or {})
        response = self._authorized(
            lambda credential: send(Outgoing(method, url, headers | credential, data), self._timeout)
        )
        if not 200 <= response.status < 300:
            raise _error(response.status, response.body, response.headers)
        return response

    def _open_stream(self, path: str, position: str | None) -> Any:
        headers = {"accept": "text/event-stream"}
        if position is not None:
            headers["last-event-id"] = position
        url = self._base_url + path
        stream = self._authorized(
            lambda credential: open_once(Outgoing("GET", url, headers | credential), EVENTS_TIMEOUT)
        )
        if stream.status == 200:
            return stream
        with stream:
            raise _error(stream.status, stream.read(), stream.headers)

    def _authorized(self, attempt: Callable[[dict[str, str]], Answer]) -> Answer:
        """Replaces a refused token once, because the client's roles or secret may have changed."""
        if self._tokens is None:
            return attempt({"x-api-key": self._api_key or ""})
        token = self._tokens.token()
        response = attempt({"authorization": f"Bearer {token}"})
        if response.status != 401:
            return response
        self._tokens.forget(token)
        return attempt({"authorization": f"Bearer {self._tokens.token()}"})


def quote(segment: str) -> str:
    """A value as one segment of a path."""
    return urllib.parse.quote(segment, safe="")


def _error(status: int, body: bytes, headers: Message) -> CountersignError:
    return CountersignError(status, body, headers.get("x-request-id"))


def _named(filters: Mapping[str, Any]) -> dict[str, Any]:
    return {name.rstrip("_"): value for name, value in filters.items()}


def _query(query: Query) -> str:
    given = {name: _text(value) for name, value in query.items() if value is not None}
    return f"?{urllib.parse.urlencode(given)}" if given else ""


def _text(value: str | int | bool | None) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
