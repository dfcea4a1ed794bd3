"""Errors that a backend handles."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .types import FieldError


class CountersignError(Exception):
    """The server refused a call. `hint` says what to change."""

    def __init__(self, status: int, body: bytes, request_id: str | None = None) -> None:
        problem = _problem(body)
        self.status = status
        # `urn:countersign:problem:` and a code from docs/reference/errors.md. None if the response is not a problem document.
        self.type: str | None = problem.get("type")
        self.detail: str | None = problem.get("detail") or problem.get("title")
        # A name from docs/reference/reasons.md.
        self.reason: str | None = problem.get("reason")
        self.hint: str | None = problem.get("hint")
        # What is wrong with the body that was sent, by place.
        self.errors: list[FieldError] = problem.get("errors") or []
        # The request's id, which is also in the server's log.
        self.request_id = request_id
        super().__init__(self.detail or f"The server responded with {status}")
        # A traceback shows notes too.
        for error in self.errors:
            self.add_note(f"{error.get('pointer', '')}: {error.get('detail', '')}")
        if self.hint is not None:
            self.add_note(self.hint)


class WebhookError(Exception):
    """The webhook is not genuine. Respond with 401, and don't use its body."""


def _problem(body: bytes) -> dict[str, Any]:
    try:
        problem = json.loads(body)
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) else {}
