"""Follows a tenant's or a session's events (docs/reference/events.md), over interruptions and at any gateway."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from .errors import CountersignError
from .sending import NETWORK_ERRORS

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 15.0


class Event(TypedDict):
    """A CloudEvent 1.0. Its `type` decides which members `data` has. Later server versions may add types."""

    specversion: str
    id: str
    source: str
    type: str
    # The session's id, if the event belongs to a session.
    subject: NotRequired[str]
    time: str
    datacontenttype: str
    data: dict[str, Any]


@dataclass(frozen=True)
class Followed:
    """An event, or a gap: events after `gap["after"]` no longer exist. Pass `position` as `after` to continue."""

    position: str
    event: Event | None = None
    gap: dict[str, Any] | None = None


@dataclass(frozen=True)
class Block:
    """A block without data only carries a position."""

    id: str | None
    event: str
    data: str | None


def read_blocks(lines: Iterable[bytes]) -> Iterator[Block]:
    """Reads server-sent events (WHATWG HTML, 9.2.6)."""
    fields: dict[str, list[str]] = {}
    for line in lines:
        text = line.decode().rstrip("\r\n")
        if text == "":
            if fields:
                yield _block(fields)
            fields = {}
            continue
        name, _, value = text.partition(":")
        if name:
            fields.setdefault(name, []).append(value.removeprefix(" "))


def _block(fields: dict[str, list[str]]) -> Block:
    block_id = fields["id"][-1] if "id" in fields else None
    event = fields["event"][-1] if "event" in fields else "message"
    data = "\n".join(fields["data"]) if "data" in fields else None
    return Block(block_id, event, data)


def follow(
    open_stream: Callable[[str | None], Any], after: str | None, *, pause: Callable[[float], None] = time.sleep
) -> Iterator[Followed]:
    """Yields events until the caller stops. `open_stream` takes a position and returns the open response."""
    position, failures = after, 0
    while True:
        try:
            with open_stream(position) as stream:
                for block in read_blocks(stream):
                    failures = 0
                    position = position if block.id is None else block.id
                    if block.data is not None:
                        yield _followed(block, position or "")
        except NETWORK_ERRORS:
            pass
        except CountersignError as refused:
            if not _may_pass(refused.status):
                raise
        pause(min(FIRST_PAUSE * 2**failures, LONGEST_PAUSE))
        failures += 1


def _followed(block: Block, position: str) -> Followed:
    content = json.loads(block.data or "null")
    return Followed(position, gap=content) if block.event == "gap" else Followed(position, event=content)


def _may_pass(status: int) -> bool:
    """Whether a later attempt may succeed."""
    return status < 400 or status >= 500 or status in (408, 429)
