"""Scripted responses, and a clock that moves with the pauses."""

import json
from email.message import Message

from countersign_client.sending import Outgoing, Response


def response(status: int, body: object = None, **headers: str) -> Response:
    message = Message()
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    return Response(status, message, b"" if body is None else json.dumps(body).encode())


class Script:
    """Gives the responses in order. An exception is a network failure."""

    def __init__(self, *script: Response | Exception) -> None:
        self.left = list(script)
        self.sent: list[Outgoing] = []
        self.pauses: list[float] = []
        self.time = 1_000_000.0

    def once(self, outgoing: Outgoing, timeout: float = 0) -> Response:
        self.sent.append(outgoing)
        following = self.left.pop(0)
        if isinstance(following, Exception):
            raise following
        return following

    def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.time += seconds

    def now(self) -> float:
        return self.time
