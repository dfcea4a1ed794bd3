import unittest

from countersign_client.errors import CountersignError


class CountersignErrorTest(unittest.TestCase):
    def test_a_refused_call_has_the_reason_the_hint_and_the_request_id(self) -> None:
        error = CountersignError(404, b'{"type":"t","detail":"d","reason":"r","hint":"h","errors":[{}]}', "id")
        self.assertEqual((str(error), error.status, error.type), ("d", 404, "t"))
        self.assertEqual((error.reason, error.hint, error.errors, error.request_id), ("r", "h", [{}], "id"))

    def test_a_response_without_a_problem_document_is_an_error_with_its_status(self) -> None:
        for body in [b"", b"<html>", b"[]", b"\xff"]:
            error = CountersignError(502, body)
            self.assertEqual((str(error), error.reason, error.errors), ("The server responded with 502", None, []))
