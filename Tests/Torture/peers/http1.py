# SPDX-License-Identifier: Apache-2.0
"""Requests of HTTP/1.1, good and bad, and who hears what they are told."""

from .frames import SERVICE
from .peer import Peer

LIST = SERVICE + "ListQuotes"
DAILY = SERVICE + "DailyQuote"


def request(method, path, body=None, *fields):
    """A request, with its length where it has a body."""
    lines = [f"{method} {path} HTTP/1.1", "host: attacked", *fields]
    if body is not None:
        lines.append(f"content-length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + (body or b"")


def post(path, body, *fields, content_type="application/json"):
    return request("POST", path, body, f"content-type: {content_type}", *fields)


class HTTP1Peer(Peer):
    """Hears which statuses its requests get."""

    def __init__(self, port, *_, **options):
        super().__init__(port, **options)
        self._rest = b""

    def hear(self, received):
        # Enough of the last piece stays for a status line that was cut.
        found = (self._rest + received).split(b"HTTP/1.1 ")
        for line in found[1:]:
            if len(line) >= 4 and (status := int(line[:3])) >= 400:
                self.told.append(f"HTTP {status}")
        self._rest = (b"HTTP/1.1 " + found[-1])[:12] if len(found[-1]) < 4 else b""
