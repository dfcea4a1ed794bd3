import io
import unittest
from collections.abc import Iterator
from typing import Any

from countersign_client.errors import CountersignError
from countersign_client.events import Block, Followed, follow, read_blocks


class Stop(Exception):
    pass


class Streams:
    """Opens the streams in order. A list is a stream that breaks off after its text, an exception refuses it."""

    def __init__(self, *script: bytes | Exception) -> None:
        self.left = list(script)
        self.positions: list[str | None] = []
        self.pauses: list[float] = []

    def open(self, position: str | None) -> Any:
        self.positions.append(position)
        if not self.left:
            raise Stop
        following = self.left.pop(0)
        if isinstance(following, Exception):
            raise following
        return io.BytesIO(following)

    def read(self, after: str | None = None) -> tuple[list[Followed], BaseException | None]:
        read: list[Followed] = []
        try:
            for followed in follow(self.open, after, pause=self.pauses.append):
                read.append(followed)
        except (Stop, CountersignError) as error:
            return read, error
        return read, None


class ReadBlocksTest(unittest.TestCase):
    def blocks(self, text: bytes) -> Iterator[Block]:
        return read_blocks(io.BytesIO(text))

    def test_blocks_have_id_event_and_data(self) -> None:
        text = b"id: 1\nevent: gap\ndata: {\ndata: }\n\n: comment\n\nid:2\r\ndata\r\n\r\n"
        self.assertEqual(list(self.blocks(text)), [Block("1", "gap", "{\n}"), Block("2", "message", "")])

    def test_an_incomplete_block_is_not_returned(self) -> None:
        self.assertEqual(list(self.blocks(b"id: 1\ndata: {}\n")), [])


class FollowTest(unittest.TestCase):
    def test_a_broken_stream_continues_after_the_last_position_even_of_a_block_without_data(self) -> None:
        streams = Streams(b'id: 1\ndata: {"type":"a"}\n\nid: 2\n\n', OSError(), b'id: 3\ndata: {"type":"b"}\n\n')
        read, error = streams.read("0")
        self.assertEqual([(each.position, each.event and each.event["type"]) for each in read], [("1", "a"), ("3", "b")])
        self.assertEqual(streams.positions, ["0", "2", "2", "3"])
        self.assertIsInstance(error, Stop)

    def test_the_pauses_grow_while_attempts_bring_nothing(self) -> None:
        streams = Streams(*[OSError()] * 7, b"id: 1\n\n", OSError())
        streams.read()
        self.assertEqual(streams.pauses, [0.5, 1, 2, 4, 8, 15, 15, 0.5, 1])

    def test_a_gap_is_reported(self) -> None:
        read, _ = Streams(b'id: 9\nevent: gap\ndata: {"after":"1","first":"9"}\n\n').read()
        self.assertEqual(read, [Followed("9", gap={"after": "1", "first": "9"})])

    def test_a_refusal_that_a_retry_cannot_change_is_an_error(self) -> None:
        refused = CountersignError(404, b"")
        streams = Streams(CountersignError(429, b""), CountersignError(503, b""), refused)
        self.assertEqual(streams.read()[1], refused)
