import unittest

from countersign_client.pages import next_cursor


class NextCursorTest(unittest.TestCase):
    def test_the_cursor_is_decoded(self) -> None:
        self.assertEqual(next_cursor('<http://a.example/session?limit=2&after=a%2Bb>; rel="next"'), "a+b")

    def test_the_last_page_has_none(self) -> None:
        for link in [None, "", '</session?after=a>; rel="prev"', '</session>; rel="next"']:
            self.assertIsNone(next_cursor(link))
