"""Where the next page of a list begins."""

from __future__ import annotations

import re
import urllib.parse


def next_cursor(link: str | None) -> str | None:
    """Reads `after` from the header Link (RFC 8288), or returns None on the last page."""
    found = re.search(r'<([^>]*)>;\s*rel="next"', link or "")
    if found is None:
        return None
    after = urllib.parse.parse_qs(urllib.parse.urlsplit(found[1]).query).get("after")
    return after[0] if after else None
