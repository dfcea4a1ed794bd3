import json
import unittest

from countersign_client.access_token import TokenSource
from countersign_client.errors import CountersignError

from .scripted import Script, response


def source_of(script: Script) -> TokenSource:
    return TokenSource(script.once, "http://a.example", "c", "s", now=script.now)


class TokenSourceTest(unittest.TestCase):
    def test_a_token_is_used_until_half_a_minute_before_it_expires(self) -> None:
        script = Script(*[response(200, {"access_token": name, "expires_in": "1m"}) for name in "ab"])
        source = source_of(script)
        self.assertEqual([source.token(), source.token()], ["a", "a"])
        self.assertEqual(json.loads(script.sent[0].body or b""), {"client_id": "c", "client_secret": "s"})
        script.pause(30)
        self.assertEqual(source.token(), "b")

    def test_a_refused_token_is_not_used_again_and_a_newer_one_stays(self) -> None:
        source = source_of(Script(*[response(200, {"access_token": name, "expires_in": "1m"}) for name in "ab"]))
        source.forget(source.token())
        self.assertEqual(source.token(), "b")
        source.forget("a")
        self.assertEqual(source.token(), "b")

    def test_a_token_of_a_whole_day_is_kept_and_one_with_an_unknown_duration_is_used_once(self) -> None:
        source = source_of(Script(response(200, {"access_token": "a", "expires_in": "24h"})))
        self.assertEqual([source.token(), source.token()], ["a", "a"])
        unknown = {"access_token": "a", "expires_in": "P1D"}
        source = source_of(Script(response(200, unknown), response(200, unknown | {"access_token": "b"})))
        self.assertEqual([source.token(), source.token()], ["a", "b"])

    def test_refused_credentials_are_an_error_and_the_next_call_asks_again(self) -> None:
        refusal = response(401, {"detail": "d"})
        source = source_of(Script(refusal, response(200, {"access_token": "a", "expires_in": "1m"})))
        self.assertRaises(CountersignError, source.token)
        self.assertEqual(source.token(), "a")
