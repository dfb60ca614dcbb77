# SPDX-License-Identifier: Apache-2.0
"""Reads composed messages again, each channel's by a parser that others wrote, and asserts what must hold.

`READERS` has a function for each channel. It takes a `Composed`, and the link to the quote or None.
"""

import dataclasses
import email
import email.policy
import html
import json

import discord_markdown
import gsm0338
import html5lib
import nio
import regex
import smsutil
import telegram
import wcwidth
from atproto import models
from slack_sdk.models.blocks import Block
from ttp import ttp

gsm0338.Codec  # Importing it registers the codec "gsm03.38".


@dataclasses.dataclass
class Composed:
    text: str
    parts: list
    payload: object  # parsed; None where there is none
    mime: str
    subject: str
    caption: str
    used: int
    limit: int
    unit: str
    creator: str = ""
    grid: tuple = (0, 0)  # columns and rows

    def posts(self):
        """The texts as they are posted, each with its body."""
        if not self.parts:
            return [(self.text, self.payload)]
        bodies = self.payload if self.payload is not None else [None] * len(self.parts)
        assert len(bodies) == len(self.parts), (len(bodies), len(self.parts))
        return list(zip(self.parts, bodies))


def graphemes(text):
    return len(regex.findall(r"\X", text))


def units(text):
    return len(text.encode("utf-16-be")) // 2


def equal(found, expected):
    assert found == expected, f"{found!r} is not {expected!r}"


def fits(count, limit):
    assert count <= limit, f"{count} is above {limit}"


def nobody_is_called(text):
    equal(ttp.Parser().parse(text).users, [])


def plain(message, link):
    if message.limit and message.parts:
        for part in message.parts:
            fits(graphemes(part), message.limit)
    else:
        equal(graphemes(message.text), message.used)


def imessage(message, link):
    assert message.caption and "\n" not in message.caption
    fits(wcwidth.wcswidth(message.caption), message.limit)


def sms(message, link):
    in_parts = bool(message.parts)
    for text, _ in message.posts():
        if message.unit == "septets":
            data = text.encode("gsm03.38")
            equal(data.decode("gsm03.38"), text)
            fits(len(data), message.limit - 7 if in_parts else message.limit)
        else:
            # A lone surrogate would not be encoded.
            data = text.encode("utf-16-be")
            fits(len(data) // 2, message.limit - 3 if in_parts else message.limit)
    if not in_parts:
        size = smsutil.split(message.text)
        if message.limit in (160, 70):
            equal(len(size.parts), 1)
        equal(smsutil.is_valid_gsm(message.text), message.unit == "septets")


def slack(message, link):
    for text, body in message.posts():
        fits(units(text), message.limit)
        equal(set("<>") & set(body["text"]), set())
        equal(html.unescape(body["text"]), text)
        equal((body["mrkdwn"], body["unfurl_links"], body["unfurl_media"]), (False, False, False))
        blocks = Block.parse_all(body["blocks"])
        for block in blocks:
            block.validate_json()
        equal([block.to_dict() for block in blocks], body["blocks"])
        equal([block["type"] for block in body["blocks"]], ["rich_text"])
        shown = []
        for element in body["blocks"][0]["elements"]:
            assert element["type"] in ("rich_text_section", "rich_text_quote"), element
            for inner in element["elements"]:
                assert inner["type"] == "text" or inner["url"] == link, inner
            shown.append("".join(inner["text"] for inner in element["elements"]))
        same_words("\n".join(shown), text)


def discord(message, link):
    for text, body in message.posts():
        fits(units(body["content"]), message.limit)
        equal(body["allowed_mentions"], {"parse": []})
        equal(set(body), {"content", "allowed_mentions"})
        lines = []

        def walk(nodes):
            for node in nodes:
                kind, value = node["type"], node.get("value")
                if kind == "text":
                    lines[-1] += value
                elif kind == "link":
                    equal(value["url"], link)
                    walk(value["text"])
                elif kind == "emoji":  # One that the text has; the name of one would differ from it.
                    equal(value["type"], "unicode")
                    lines[-1] += value["value"]
                elif kind in ("paragraph", "empty"):
                    lines.append("")
                    walk(value or [])
                else:
                    equal(kind, "quote")
                    walk(value)

        walk(discord_markdown.parse(body["content"]))
        same_words("\n".join(lines), text)


def telegram_(message, link):
    for text, body in message.posts():
        fits(units(text), message.limit)
        equal(body["text"], text)
        chat = {"id": 1, "type": "private"}
        read = telegram.Message.de_json({"message_id": 1, "date": 0, "chat": chat, **body}, None)
        found = read.parse_entities()
        for entity, part in found.items():
            assert entity.type in ("blockquote", "text_link"), entity
            assert part and part == part.strip("\n") and part in text, part
            assert entity.url == (link if entity.type == "text_link" else None), entity
        equal([entity["offset"] for entity in body["entities"]], sorted(e.offset for e in found))
        nobody_is_called(text)


def matrix(message, link):
    for text, content in message.posts():
        event = {
            "type": "m.room.message",
            "event_id": "$1",
            "sender": "@a:example.org",
            "origin_server_ts": 1,
            "content": content,
        }
        read = nio.RoomMessage.parse_event(event)
        equal(type(read), nio.RoomMessageText)
        equal(read.body, text)
        equal(content["m.mentions"], {})
        fits(len(json.dumps(event, ensure_ascii=False).encode()), 65_536)
        fits(len(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()), message.limit)
        same_words(page_text(read.formatted_body, link), text)
        nobody_is_called(text)


def mastodon(message, link):
    for text, body in message.posts():
        equal(body["status"], text)
        counted = text
        for url in sorted(set(ttp.Parser().parse(text).urls), key=len, reverse=True):
            if url.startswith("http"):
                counted = counted.replace(url, "x" * 23)
        fits(graphemes(counted), message.limit)
        nobody_is_called(text)


def bluesky(message, link):
    for text, body in message.posts():
        equal(body["text"], text)
        dated = {**body, "createdAt": "2026-11-30T12:00:00Z"}
        record = models.get_or_create(dated, models.AppBskyFeedPost.Record, strict=True)
        equal(type(record), models.AppBskyFeedPost.Record)
        fits(len(text.encode()), 3_000)
        fits(graphemes(text), 300)
        for facet in record.facets or []:
            part = text.encode()[facet.index.byte_start : facet.index.byte_end].decode()
            assert part and text.endswith(part), part
            equal([(type(one).__name__, one.uri) for one in facet.features], [("Link", link)])


def email_(message, link):
    data = message.mime.encode("ascii")
    if message.unit == "bytes" and message.used:
        equal(len(data), message.used)
    for line in data.split(b"\r\n"):
        assert b"\n" not in line and b"\r" not in line, line
        fits(len(line), 78)
    read = email.message_from_bytes(data, policy=email.policy.default)
    equal(read.keys(), ["Subject", "MIME-Version", "Content-Type"])
    equal(read["Subject"], message.subject)
    equal(read.get_content_type(), "multipart/alternative")
    shown, page = read.iter_parts()
    for part in (read, shown, page):
        equal(part.defects, [])
    equal(shown.get_content_type(), "text/plain")
    equal(shown.get_content().replace("\r\n", "\n"), message.text + "\n")
    equal(page.get_content_type(), "text/html")
    same_words(page_text(page.get_content(), link), message.text.replace(link or "\0", ""))


def display(message, link):
    columns, rows = message.grid
    screens = message.parts or [message.text]
    for screen in screens:
        lines = screen.split("\n")
        fits(len(lines), rows)
        for line in lines:
            fits(max(0, wcwidth.wcswidth(line)), columns)
    if rows > 1 and message.creator:
        assert message.creator.split()[-1] in screens[-1].split("\n")[-1], screens[-1]


def page_text(page, link):
    """The text of HTML as a browser's parser reads it, which must have nothing that calls or runs."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    tree = parser.parseFragment(page)
    allowed = {"p", "blockquote", "br", "a", "meta", "title"}
    pieces = []
    for element in tree.iter():
        if element.tag == "DOCUMENT_FRAGMENT":
            continue
        assert element.tag in allowed, element.tag
        assert set(element.attrib) <= {"href", "dir", "charset"}, element.attrib
        if element.tag == "a":
            equal(element.attrib["href"], link)
    for element in tree.iter():
        if element.tag not in ("title",):
            pieces.append(element.text or "")
        pieces.append("\n" + element.tail if element.tag == "br" and element.tail else element.tail or "")
    return "\n".join("".join(child.itertext()) for child in tree if child.tag in ("p", "blockquote"))


def same_words(found, expected):
    """Equal but for line breaks and blanks, which markup has in its own way."""
    equal("".join(found.split()), "".join(expected.split()))


READERS = {
    "plain": plain,
    "imessage": imessage,
    "sms": sms,
    "slack": slack,
    "discord": discord,
    "telegram": telegram_,
    "matrix": matrix,
    "mastodon": mastodon,
    "bluesky": bluesky,
    "email": email_,
    "display": display,
}
