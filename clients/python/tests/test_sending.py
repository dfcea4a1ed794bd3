import unittest

from countersign_client.sending import Outgoing, Response, send

from .scripted import Script, response

REQUEST = Outgoing("GET", "http://a.example")


def run(script: Script) -> Response:
    return send(REQUEST, 1, once=script.once, pause=script.pause, now=script.now)


class SendingTest(unittest.TestCase):
    def test_a_request_without_a_response_is_sent_four_times_with_growing_pauses(self) -> None:
        script = Script(*[ConnectionError("lost")] * 4)
        self.assertRaises(ConnectionError, run, script)
        self.assertEqual((len(script.sent), script.pauses), (4, [0.5, 1, 2]))

    def test_a_retry_after_of_at_most_30_s_is_obeyed(self) -> None:
        later = "Mon, 12 Jan 1970 13:46:50 GMT"
        script = Script(
            response(429, retry_after="7"), response(503, retry_after=later), response(409, retry_after="0"), response(200)
        )
        self.assertEqual(run(script).status, 200)
        self.assertEqual(script.pauses, [7, 3, 0])

    def test_any_other_refusal_is_returned_immediately(self) -> None:
        for refusal in [
            response(429),
            response(503, retry_after="31"),
            response(500, retry_after="1"),
            response(503, retry_after="soon"),
        ]:
            script = Script(refusal)
            self.assertEqual((run(script), script.pauses), (refusal, []))

    def test_the_last_response_of_a_busy_server_is_returned(self) -> None:
        script = Script(*[response(503, retry_after="1")] * 4)
        self.assertEqual((run(script).status, len(script.sent)), (503, 4))
