"""Checks that a webhook is genuine and fresh, as Standard Webhooks defines it."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .errors import WebhookError

# Maximum difference between the webhook's time and the clock, in seconds.
TOLERANCE = 300


class Headers(Protocol):
    """A dict, or the headers object of a web framework. Upper and lower case don't matter."""

    def items(self) -> Iterable[tuple[str, str]]: ...


@dataclass(frozen=True)
class Webhook:
    """A genuine webhook. Handle each `id` once: a webhook may come twice."""

    id: str
    # docs/reference/webhooks.md lists the types and their members.
    payload: dict[str, Any]


def verify_webhook(
    secrets: str | Sequence[str], headers: Headers, body: bytes, *, now: float | None = None
) -> Webhook:
    """Returns the webhook, or raises `WebhookError`.

    `secrets` is `whsec_…`, or several of them during a rotation. `body` is the request's body as received, before any parsing.
    `now` is the time in seconds since 1970, for tests.
    """
    given = {name.lower(): value for name, value in headers.items()}
    webhook_id = _header(given, "webhook-id")
    timestamp = _header(given, "webhook-timestamp")
    signatures = _header(given, "webhook-signature").split(" ")
    if not (timestamp.isascii() and timestamp.isdigit()):
        raise WebhookError("webhook-timestamp is not a number of seconds")
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE:
        raise WebhookError("webhook-timestamp differs from the clock by more than five minutes")
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    every = [secrets] if isinstance(secrets, str) else secrets
    expected = [hmac.new(_key(secret), signed, hashlib.sha256).digest() for secret in every]
    if not any(_matches(signature, expected) for signature in signatures):
        raise WebhookError("webhook-signature has no signature by the secret")
    payload = json.loads(body)
    return Webhook(webhook_id, payload)


def _matches(signature: str, expected: Sequence[bytes]) -> bool:
    version, _, value = signature.partition(",")
    if version != "v1":
        return False
    try:
        given = base64.b64decode(value, validate=True)
    except binascii.Error:
        return False
    return any(hmac.compare_digest(given, one) for one in expected)


def _key(secret: str) -> bytes:
    encoded = secret.removeprefix("whsec_").replace("-", "+").replace("_", "/").rstrip("=")
    key = base64.b64decode(encoded + "=" * (-len(encoded) % 4))
    # Anyone can sign with an empty key.
    if key == b"":
        raise ValueError("the webhook secret is empty")
    return key


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookError(f"{name} is missing")
    return value
